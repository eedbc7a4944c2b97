// The verbs of `balak bot`. Each takes the arguments after its name, returns the exit code, and throws UserError and
// io::InputError as the subcommands do.
#pragma once

#include <string>
#include <vector>

namespace balak::cli {

int bot_ask(const std::vector<std::string>& arguments);
int bot_check(const std::vector<std::string>& arguments);
int bot_new(const std::vector<std::string>& arguments);
int bot_serve(const std::vector<std::string>& arguments);

} // namespace balak::cli
