// What a field of strategies comes to where "better than" goes in circles: Nash averaging.
#pragma once

#include <vector>

namespace balak::tournament {

/// The mixture that no strategy beats, of all such the one with the largest entropy (Balduzzi and others,
/// "Re-evaluating evaluation", 2018): strategies that are alike share what one of them would get, and weak ones added
/// to a field change nothing, both unlike a mean over the field.
struct Equilibrium {
    std::vector<double> shares; ///< of each strategy in the mixture; they sum to 1
    std::vector<double> scores; ///< what each wins against the mixture; at most 0, and 0 for those in it
};

/// `payoffs[i][j]` is what i wins against j: payoffs[i][j] == -payoffs[j][i].
Equilibrium nash_average(const std::vector<std::vector<double>>& payoffs);

} // namespace balak::tournament
