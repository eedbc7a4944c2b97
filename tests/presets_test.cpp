// The presets against those of the independent referee.
#include "io/rules_json.hpp"
#include "referee_run.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace balak {
namespace {

/// What the referee's function `preset` gives for each of these rule sets: an array of objects, null for a name that it
/// does not know.
nlohmann::json presets_of_referee(const std::vector<RuleSet>& all) {
    std::string command = "python3 -B -c 'import importlib.util, json, sys\n"
                          "spec = importlib.util.spec_from_file_location(\"referee\", sys.argv[1])\n"
                          "referee = importlib.util.module_from_spec(spec)\n"
                          "spec.loader.exec_module(referee)\n"
                          "rest = sys.argv[2:]\n"
                          "print(json.dumps([referee.preset(name, int(players))\n"
                          "                  for name, players in zip(rest[::2], rest[1::2])]))' '" +
                          testing::referee_path() + "'";
    for (const RuleSet& rules : all) {
        command += " " + rules.name + " " + std::to_string(rules.players);
    }
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string text;
    for (int c = 0; pipe != nullptr && (c = std::fgetc(pipe.get())) != EOF;) {
        text += static_cast<char>(c);
    }
    return nlohmann::json::parse(text);
}

TEST(Presets, AreThoseOfTheReferee) {
    const std::vector<RuleSet> all = testing::all_presets();
    nlohmann::json expected = presets_of_referee(all);
    int compared = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (expected.at(i).is_null()) {
            continue; // not one of the published texts
        }
        expected[i].emplace("max_pip", 6); // which the referee lets be absent
        EXPECT_EQ(nlohmann::json(io::to_json(all[i])), expected[i]) << describe(all[i]);
        ++compared;
    }
    EXPECT_EQ(compared, 6);
}

} // namespace
} // namespace balak
