#include "cli/target.hpp"

#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/reader.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace balak::cli {
namespace {

/// The environment variable that names a target.
constexpr const char* target_variable = "BALAK_TARGET";

const slices::Target* named(const std::string& source, const std::string& name) {
    const slices::Target* const target = slices::target_named(name);
    if (target == nullptr && name != slices::plain_target) {
        std::vector<std::string_view> names;
        for (const slices::Target* known : slices::targets()) {
            names.push_back(known->name);
        }
        names.push_back(slices::plain_target);
        throw UserError(fmt::format("{} is {}, expected a target of this machine: {}{}", source, io::quoted(name),
                                    io::list_of(names), io::did_you_mean(name, names)));
    }
    return target;
}

} // namespace

void add_target_option(po::options_description& options) {
    options.add_options()("target", po::value<std::string>()->value_name("NAME"),
                          "words to play on, as `balak bench --targets` lists them; plain: the plain engine. By "
                          "default what BALAK_TARGET in the environment names, else the best of this machine");
}

const slices::Target* target_option(const po::variables_map& values) {
    if (const auto name = text_option(values, "target")) {
        return named("--target", *name);
    }
    if (const char* variable = std::getenv(target_variable)) {
        return named(fmt::format("{} in the environment", target_variable), variable);
    }
    return slices::targets().front();
}

void list_targets(const slices::Target* used) {
    const auto list = [&](std::string_view name, const std::string& what) {
        print("  {:<10} {}{}\n", name, what, name == slices::name_of(used) ? " (this one is used)" : "");
    };
    print("Targets of this machine, the best one first:\n");
    for (const slices::Target* target : slices::targets()) {
        list(target->name, fmt::format("{} rounds in a word", target->word_bits));
    }
    list(slices::plain_target, "the plain engine, round after round");
}

} // namespace balak::cli
