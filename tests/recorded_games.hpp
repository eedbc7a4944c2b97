// Games played to be recorded: runs of matches as the lines of a record file.
#pragma once

#include "balak/balak.hpp"
#include "io/record.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace balak::testing {

/// The strategies that are quick enough to play many matches.
inline const std::vector<std::string> quick_strategies{"random", "greedy-heavy", "doubles-first", "tile-counting"};

/// Plays matches and keeps their records.
class RecordedRun {
public:
    explicit RecordedRun(std::uint64_t seed) : dealer_(seed) {}

    /// One match; `strategies` names one strategy a seat. `monte-carlo` plays with 5 determinizations. Breaks off after
    /// 500 rounds: under odd rules nobody may ever score.
    void play(const RuleSet& rules, std::span<const std::string> strategies) {
        PerSeat<Strategy*> players;
        PerSeat<std::string_view> names;
        for (const Seat seat : seats(rules.players)) {
            const std::string& name = strategies[static_cast<std::size_t>(seat.number())];
            players[seat] = &strategy(name);
            names[seat] = name;
        }
        const std::string rules_json = io::record_rules(rules);
        Match match(rules);
        while (!match.over() && match.round() < 500) {
            const Deal deal = dealer_.deal(rules, match_number_, static_cast<std::uint32_t>(match.round()));
            const Opening opening = match.opening(deal);
            Round round(rules, deal, opening);
            play_out(round, players, deal.random, match.score(), match.round());
            const RoundResult result = round.result();
            match.add(opening.seat, result);
            std::string line;
            io::append_record(line, {round, deal, result, match, match_number_, rules_json, names});
            lines_.push_back(line);
        }
        ++match_number_;
    }

    /// So many matches, the first seat's strategy going round the quick ones, the others' one further a seat and match.
    void play_mixed(const RuleSet& rules, int matches) {
        for (int i = 0; i < matches; ++i) {
            std::vector<std::string> names;
            for (int seat = 0; seat < rules.players; ++seat) {
                const auto place = static_cast<std::size_t>(i + seat * (1 + i / 4));
                names.push_back(quick_strategies[place % quick_strategies.size()]);
            }
            play(rules, names);
        }
    }

    void play_random(const RuleSet& rules, int matches) {
        const std::vector<std::string> names(static_cast<std::size_t>(rules.players), "random");
        for (int i = 0; i < matches; ++i) {
            play(rules, names);
        }
    }

    /// The records, each with its line feed.
    const std::vector<std::string>& lines() const { return lines_; }
    std::uint64_t matches() const { return match_number_; }

private:
    Strategy& strategy(const std::string& name) {
        std::unique_ptr<Strategy>& made = made_[name];
        if (!made) {
            const StrategyType& type = *table_.find(name);
            OptionValues options = type.standard_options();
            if (name == "monte-carlo") {
                options.set("determinizations", std::int64_t{5});
            }
            if (type.sees_all) {
                options.set("positions", std::int64_t{1'000});
            }
            made = type.make(options, table_);
        }
        return *made;
    }

    Dealer dealer_;
    StrategyTable table_ = StrategyTable::builtin();
    std::map<std::string, std::unique_ptr<Strategy>> made_;
    std::uint64_t match_number_ = 0;
    std::vector<std::string> lines_;
};

/// One text of all lines.
inline std::string joined_lines(std::span<const std::string> lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line;
    }
    return text;
}

} // namespace balak::testing
