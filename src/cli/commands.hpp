// The subcommands of `balak`. Each takes the arguments after its name and returns the exit code; what the user got
// wrong it throws as UserError.
#pragma once

#include <string>
#include <vector>

namespace balak::cli {

int tournament(const std::vector<std::string>& arguments);
int merge(const std::vector<std::string>& arguments);
int match(const std::vector<std::string>& arguments);
int compare(const std::vector<std::string>& arguments);
int report(const std::vector<std::string>& arguments);
int export_tables(const std::vector<std::string>& arguments);
int rules(const std::vector<std::string>& arguments);
int strategies(const std::vector<std::string>& arguments);
int schema(const std::vector<std::string>& arguments);
int check(const std::vector<std::string>& arguments);
int replay(const std::vector<std::string>& arguments);
int play_by_hand(const std::vector<std::string>& arguments);
int analyse(const std::vector<std::string>& arguments);
int suggest(const std::vector<std::string>& arguments);
int bot(const std::vector<std::string>& arguments);
int bench(const std::vector<std::string>& arguments);

} // namespace balak::cli
