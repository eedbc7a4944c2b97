// Which files a command reads and writes, and that none of them is another one.
#pragma once

#include "io/config.hpp"
#include "tournament/runner.hpp"

#include <string>
#include <string_view>

namespace balak::cli {

/// What lies beside the results file of a run to go on from.
std::string checkpoint_of(const std::string& results);

/// Where the question is kept at which a bot has stopped a run.
std::string question_of(const std::string& results);

/// Names standard output as `-` where a config names it as a file.
void name_standard_output(io::Config& config);

/// Throws UserError if two of what a run writes, or what balak puts beside them, would overwrite each other. `log`: the
/// file of lines to and from bots, or empty.
void require_different(const io::Config& config, const std::string& log);

/// Throws UserError if something that a run writes would overwrite a file that is read. `sentence`: what to say of
/// that, after the output's name.
void require_kept(const std::string& file, const io::Config& config, const std::string& log, std::string_view sentence);

/// `results/a.json` of part 2 of 3: `results/a.2-of-3.json`. Standard output, devices and no file at all stay.
std::string part_of(const std::string& file, const tournament::Shard& shard);

} // namespace balak::cli
