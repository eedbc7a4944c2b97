// Reading a subcommand's arguments.
#pragma once

#include <boost/program_options.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace balak::cli {

namespace po = boost::program_options;

/// The help page of a subcommand: `usage` and what it does, then its options.
struct Page {
    std::string command; ///< as typed: `balak match`
    std::string usage;   ///< what follows it
    std::string about;
};

/// Parses arguments by `visible` options and `positional` ones (a name and at most how many, -1: any number). Prints
/// the help page and returns nothing for --help. Throws UserError for arguments that do not parse.
std::optional<po::variables_map> parse(const Page& page, const std::vector<std::string>& arguments,
                                       po::options_description visible,
                                       const std::vector<std::pair<std::string, int>>& positional);

/// The value of an option that is an integer. Throws UserError if it is none in this range.
std::optional<std::uint64_t> integer_option(const po::variables_map& values, const std::string& name,
                                            std::uint64_t least, std::uint64_t most);

/// Throws UserError if the text of an option is no number of seconds above 0.
void require_seconds(const std::string& name, const std::string& text);

/// The only argument of this name, if there is one. Throws UserError if there are more: one `what` at a time.
std::optional<std::string> only_argument(const po::variables_map& values, const std::string& name,
                                         std::string_view what);

std::optional<std::string> text_option(const po::variables_map& values, const std::string& name);

} // namespace balak::cli
