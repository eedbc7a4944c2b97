#include "io/schema.hpp"

#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/user_error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace balak::cli {

int schema(const std::vector<std::string>& arguments) {
    const Page page{"balak schema", "",
                    "Shows the JSON Schema of config files, by which editors complete and check as you type.\n"
                    "configs/balak.schema.json is this text."};
    const auto values = parse(page, arguments, po::options_description("Options"), {{"argument", -1}});
    if (!values) {
        return 0;
    }
    if (values->count("argument") > 0) {
        throw UserError("balak schema takes no arguments");
    }
    fmt::print("{}\n", io::json_text(io::config_schema(StrategyTable::builtin()), 2));
    return 0;
}

} // namespace balak::cli
