#include "cli/target.hpp"

#include "batch/kernels.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/reader.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace balak::cli {
namespace {

std::vector<std::string_view> target_names() {
    std::vector<std::string_view> names;
    for (const batch::Target& target : batch::targets()) {
        names.push_back(target.name);
    }
    names.push_back(batch::plain_target);
    return names;
}

void choose(const std::string& source, const std::string& name) {
    if (!batch::choose_target(name)) {
        const std::vector<std::string_view> names = target_names();
        throw UserError(fmt::format("{} is {}, expected a target of this machine: {}{}", source, io::quoted(name),
                                    io::list_of(names), io::did_you_mean(name, names)));
    }
}

} // namespace

void add_target_option(po::options_description& options) {
    options.add_options()("target", po::value<std::string>()->value_name("NAME"),
                          "SIMD instructions to play with, as `balak bench --targets` lists them; plain: none. By "
                          "default what BALAK_TARGET in the environment names, else the best of this machine");
}

void apply_target_option(const po::variables_map& values) {
    if (const auto name = text_option(values, "target")) {
        choose("--target", *name);
    } else if (const char* variable = std::getenv(batch::target_variable)) {
        choose(fmt::format("{} in the environment", batch::target_variable), variable);
    }
}

void list_targets() {
    const std::string_view current = batch::current_target_name();
    const auto list = [&](std::string_view name, const std::string& what) {
        print("  {:<10} {}{}\n", name, what, name == current ? " (this one is used)" : "");
    };
    print("Targets of this machine, the best one first:\n");
    for (const batch::Target& target : batch::targets()) {
        const int lanes = target.kernels.lanes;
        list(target.name, fmt::format("{} round{} in lockstep", lanes, lanes == 1 ? "" : "s"));
    }
    list(batch::plain_target, "the plain engine, round after round");
}

} // namespace balak::cli
