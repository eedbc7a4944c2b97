// Charts of a page, as values for its template: what src/report/charts specifies, and the rows that it is drawn from.
#pragma once

#include "io/comparison.hpp"
#include "io/json.hpp"
#include "io/standings_reader.hpp"

#include <string>
#include <utility>
#include <vector>

namespace balak::report {

/// A row of a chart of intervals.
struct IntervalRow {
    std::string name;
    tournament::Estimate estimate;
    bool real = false; ///< told apart from what the chart's line stands for
    std::string text;  ///< what a pointer at it shows
};

/// Estimates below each other with their intervals, and a line at `even`. `caption` says what it shows.
io::Json interval_chart(const std::string& caption, const std::string& axis, io::FigureChange::Unit unit, double even,
                        const std::vector<IntervalRow>& rows);

/// A cell of a matrix: the share that the row wins against the column.
struct MatrixCell {
    std::string row;
    std::string column;
    double share = 0.5;
    bool separated = false;
};

/// Who wins against whom, as a heat map with rows and columns in the order of `names`.
io::Json matrix_chart(const std::string& caption, const std::vector<std::string>& names,
                      const std::vector<MatrixCell>& cells);

/// A histogram with a bar for each bin and a line at the mean; `what` was counted, by points from and to these.
io::Json histogram_chart(const std::string& caption, const std::string& what, const io::Spread& spread,
                         std::pair<double, double> points);

} // namespace balak::report
