#include "tournament/verification.hpp"

#include "balak/match.hpp"
#include "core/worlds.hpp"
#include "slices/roll_outs.hpp"
#include "tournament/single_rounds.hpp"
#include "tournament/slice_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace balak::tournament {
namespace {

using slices::Target;

/// `points of side 1: 12 plain, 13 there`
std::string difference(const RoundEnd& plain, const RoundEnd& there) {
    const auto told = [](const std::string& what, auto one, auto other) {
        return one == other ? std::string() : fmt::format("{}: {} plain, {} there", what, one, other);
    };
    std::string text = told("turns", plain.turns, there.turns);
    const auto add = [&](std::string more) { text = text.empty() ? std::move(more) : text; };
    add(told("tiles drawn", plain.drawn, there.drawn));
    for (std::size_t i = 0; i < max_seats; ++i) {
        add(told(fmt::format("hand of seat {} as a tile mask", i), plain.hands[i], there.hands[i]));
    }
    add(told("blocked", plain.blocked, there.blocked));
    add(told("last seat", plain.last_seat, there.last_seat));
    add(told("capicu", plain.capicu, there.capicu));
    add(told("winner", plain.winner, there.winner));
    for (std::size_t i = 0; i < max_seats; ++i) {
        add(told(fmt::format("points of side {}", i), plain.points[i], there.points[i]));
    }
    return text;
}

/// A deal with what the plain engine makes of it.
struct PlainRound {
    DealtRound start;
    RoundEnd end;
};

PlainRound play_plain(const RuleSet& rules, const PerSeat<Strategy*>& strategies, const Dealer& dealer,
                      std::uint64_t number) {
    PlainRound played;
    played.start.deal = dealer.deal(rules, number, 0);
    const std::uint64_t half = number / 2;
    const auto players = static_cast<std::uint64_t>(rules.players);
    played.start.opening = number % 2 == 0
                               ? first_opening(rules, played.start.deal)
                               : later_opening(rules, played.start.deal, Seat(static_cast<int>(half % players)),
                                               Seat(static_cast<int>(half / players % players)));
    Round round(rules, played.start.deal, played.start.opening);
    play_out(round, strategies, played.start.deal.random);
    played.end = end_of(round);
    return played;
}

std::string seating(const RuleSet& rules, const PerSeat<const BothWays*>& players) {
    std::string text;
    for (const Seat seat : seats(rules.players)) {
        text += fmt::format("{}{} in seat {}", seat.number() == 0 ? "" : ", ", players[seat]->name, seat.number());
    }
    return text;
}

/// The places of the counts of two tallies that differ.
std::string difference(const Tally& plain, const Tally& there) {
    std::string text;
    std::size_t number = 0;
    Tally::each_count(
        [&](const auto& one, const auto& other) {
            if (one != other && text.empty()) {
                text = fmt::format("count {} of the tally: {} plain, {} there", number, Int128{one}, Int128{other});
            }
            ++number;
        },
        plain, there);
    return text;
}

/// A match that the plain engine has played, and what was counted of it.
struct PlainMatch {
    Match match;
    MatchCount count;
};

/// What tells two matches apart.
std::string difference(const RuleSet& rules, const PlainMatch& plain, const MatchCount& count) {
    std::string text;
    const auto compare = [&](std::string_view what, int one, int other) {
        if (one != other && text.empty()) {
            text = fmt::format("{}: {} plain, {} there", what, one, other);
        }
    };
    std::optional<Side> last_winner; // where the match is one round
    for (const Side one : sides(rules.side_count())) {
        last_winner = count.rounds.won[one] > 0 ? one : last_winner;
    }
    const Match match(rules, count.score, count.rounds.played, last_winner);
    compare("whether it is over", plain.match.over() ? 1 : 0, match.over() ? 1 : 0);
    compare("rounds played", plain.match.round(), count.rounds.played);
    compare("rounds", plain.count.rounds.played, count.rounds.played);
    compare("turns", plain.count.turns, count.turns);
    compare("passes", plain.count.passes, count.passes);
    compare("tiles drawn", plain.count.tiles_drawn, count.tiles_drawn);
    compare("blocked rounds", plain.count.rounds.blocked, count.rounds.blocked);
    compare("rounds that nobody won", plain.count.rounds.nobody_won(), count.rounds.nobody_won());
    compare("rounds won by the opener", plain.count.rounds.opener_won, count.rounds.opener_won);
    compare("capicu", plain.count.rounds.capicu, count.rounds.capicu);
    compare("opener", plain.count.opener.number(), count.opener.number());
    for (const Side one : sides(rules.side_count())) {
        compare("score", plain.match.score()[one], count.score[one]);
        compare("score counted", plain.count.score[one], count.score[one]);
        compare("rounds won", plain.count.rounds.won[one], count.rounds.won[one]);
        compare("score halfway", plain.count.halfway[one], count.halfway[one]);
    }
    if (text.empty()) {
        const auto side = [](std::optional<Side> one) { return one ? one->number() : -1; };
        compare("winner", side(plain.match.winner()), side(match.winner()));
    }
    return text;
}

} // namespace

BothWays both_ways(const StrategyTable& table, std::string_view name, const OptionValues& options) {
    const StrategyType* type = table.find(name);
    if (type == nullptr || type->in_slices == nullptr) {
        throw std::invalid_argument(fmt::format("no strategy \"{}\" can be played in slices", name));
    }
    return {std::string(name), type->make(options, table), type->in_slices(options)};
}

BothWays both_ways(const StrategyTable& table, std::string_view name) {
    const StrategyType* type = table.find(name);
    return both_ways(table, name, type == nullptr ? OptionValues() : type->standard_options());
}

std::vector<BothWays> all_both_ways(const StrategyTable& table) {
    std::vector<BothWays> all;
    for (const StrategyType& type : table.types()) {
        if (type.in_slices != nullptr) {
            all.push_back(both_ways(table, type.name));
        }
    }
    return all;
}

VerifiedTable VerifiedTable::alternating(const RuleSet& rules, const BothWays& first, const BothWays& second) {
    VerifiedTable table{rules, {}};
    for (const Seat seat : seats(rules.players)) {
        table.players[seat] = seat.number() % 2 == 0 ? &first : &second;
    }
    return table;
}

Verification::Verification(std::vector<const Target*> targets, std::uint64_t seed)
    : targets_(std::move(targets)), seed_(seed), seconds_(targets_.size()) {}

Verification::Verification(std::uint64_t seed)
    : Verification({slices::targets().begin(), slices::targets().end()}, seed) {}

std::string Verification::rounds(const VerifiedTable& table, std::uint64_t first, std::uint64_t count) {
    constexpr std::uint64_t at_once = 4096; // their state stays in the cache
    const RuleSet& rules = table.rules;
    PerSeat<Strategy*> strategies;
    PerSeat<SliceForm> in_slices;
    for (const Seat seat : seats(rules.players)) {
        strategies[seat] = table.players[seat]->plain.get();
        in_slices[seat] = table.players[seat]->sliced;
    }
    const Dealer dealer(seed_);
    SingleRounds sliced(rules, in_slices);
    std::vector<DealtRound> starts;
    std::vector<RoundEnd> ends;
    for (std::uint64_t begin = first; begin != first + count;) {
        const std::uint64_t number = std::min(at_once, first + count - begin);
        starts.clear();
        ends.clear();
        for (std::uint64_t i = 0; i < number; ++i) {
            const PlainRound played = play_plain(rules, strategies, dealer, begin + i);
            starts.push_back(played.start);
            ends.push_back(played.end);
        }
        sliced.prepare(starts);
        for (std::size_t t = 0; t < targets_.size(); ++t) {
            const Target& target = *targets_[t];
            const auto sentence = [&](std::size_t round, const std::string& what) {
                return fmt::format("{}, deal {} of seed {}, {}, target {}: {}", describe(rules), begin + round, seed_,
                                   seating(rules, table.players), target.name, what);
            };
            seconds_[t] += sliced.play(target);
            for (std::size_t round = 0; round < starts.size(); ++round) {
                if (!(sliced.end(round) == ends[round])) {
                    return sentence(round, difference(ends[round], sliced.end(round)));
                }
            }
        }
        counts_.rounds += number;
        begin += number;
    }
    return "";
}

std::string Verification::matches(const RuleSet& rules, const BothWays& one, const BothWays& other, std::uint64_t first,
                                  std::uint64_t deals) {
    const Schedule schedule = make_schedule(Format::round_robin, rules, 2);
    const std::array players{&one, &other};
    const int most_rounds = rules.match.rounds > 0 ? rules.match.rounds : 10'000 + 100 * rules.match.target;
    const Dealer dealer(seed_);
    const std::uint64_t arrangements = schedule.arrangements();
    for (std::uint64_t arrangement = 0; arrangement < arrangements; ++arrangement) {
        const DealRange range{first + arrangement, arrangements, (deals + arrangements - 1) / arrangements};
        const std::span<const Leg> legs = schedule.legs_of(range.first);
        Tally plain_tally(rules, schedule);
        std::vector<PlainMatch> plain; // by deal, then by leg
        for (std::uint64_t offset = 0; offset < range.count; ++offset) {
            for (const Leg& leg : legs) {
                PerSeat<Strategy*> strategies;
                for (const Seat seat : seats(rules.players)) {
                    strategies[seat] = players[leg.entrants[rules.side_of(seat)]]->plain.get();
                }
                PlainMatch& played = plain.emplace_back(PlainMatch{Match(rules), {}});
                Match& match = played.match;
                while (!match.over() && match.round() < most_rounds) {
                    const Deal deal =
                        dealer.deal(rules, range.number(offset), static_cast<std::uint32_t>(match.round()));
                    const Opening opening = match.opening(deal);
                    Round round(rules, deal, opening);
                    play_out(round, strategies, deal.random, match.score(), match.round());
                    const RoundResult result = round.result();
                    match.add(opening.seat, result);
                    plain_tally.add_round(leg, played.count, played_round(round, result));
                }
                counts_.rounds_of_matches += static_cast<std::uint64_t>(match.round());
                plain_tally.add_match(leg, played.count);
            }
            plain_tally.end_deal(range.number(offset));
        }
        counts_.matches += plain.size();

        for (const Target* target : targets_) {
            SlicePlayer sliced(rules, seed_, {one.sliced, other.sliced}, target);
            Tally tally(rules, schedule);
            sliced.play(range, legs, std::vector<bool>(legs.size(), true), most_rounds, tally);
            for (std::uint64_t offset = 0; offset < range.count; ++offset) {
                for (std::size_t leg = 0; leg < legs.size(); ++leg) {
                    const MatchCount& there = sliced.match(offset, leg);
                    const std::string what = difference(rules, plain[offset * legs.size() + leg], there);
                    if (!what.empty()) {
                        return fmt::format("{}, deal {} of seed {}, a match of {} and {}, leg {}, target {}: {}",
                                           describe(rules), range.number(offset), seed_, one.name, other.name, leg,
                                           target->name, what);
                    }
                    tally.add_match(legs[leg], there);
                }
                tally.end_deal(range.number(offset));
            }
            if (const std::string what = difference(plain_tally, tally); !what.empty()) {
                return fmt::format("{}, {} deals of seed {} from {} on, matches of {} and {}, target {}: {}",
                                   describe(rules), range.count, seed_, range.first, one.name, other.name, target->name,
                                   what);
            }
        }
    }
    return "";
}

namespace {

/// Compares roll-outs at each of its choices and goes on by another strategy.
class RollOutWatcher final : public Strategy {
public:
    RollOutWatcher(const BothWays& rollout, Strategy& goes_on, std::span<const Target* const> targets,
                   Verification::Counts& counts)
        : rollout_(&rollout), goes_on_(&goes_on), targets_(targets), counts_(&counts),
          plain_searchers_(searchers(rollout, nullptr)) {
        for (const Target* target : targets) {
            in_slices_.emplace_back(rollout.sliced, *target);
            searchers_.push_back(searchers(rollout, target));
        }
    }

    Move choose(const Observation& seen) override {
        if (found_.empty()) {
            compare(seen);
        }
        return goes_on_->choose(seen);
    }

    /// What differs, and where.
    const std::string& found() const { return found_; }

private:
    static constexpr int worlds = 3;
    using Searchers = std::vector<std::unique_ptr<Strategy>>;

    /// Monte-carlo by two objectives.
    static Searchers searchers(const BothWays& rollout, const Target* target) {
        StrategyTable table = StrategyTable::builtin();
        table.play_on(target);
        const StrategyType& type = *table.find("monte-carlo");
        Searchers made;
        for (const char* objective : {"points", "win"}) {
            OptionValues options = type.standard_options();
            options.set("determinizations", std::int64_t{7});
            options.set("solve", std::int64_t{0});
            options.set("rollout", rollout.name);
            options.set("objective", std::string(objective));
            made.push_back(type.make(options, table));
        }
        return made;
    }

    struct Ending {
        PerSide<int> points;
        std::optional<Side> winner;
    };

    void compare(const Observation& seen) {
        const RuleSet& rules = seen.rules;
        sampler_.prepare(seen);
        TurnRandom random = seen.random();
        std::vector<World> sampled;
        std::vector<RoundKey> keys;
        std::vector<Ending> plain;
        PerSeat<Strategy*> players;
        for (const Seat seat : seats(rules.players)) {
            players[seat] = rollout_->plain.get();
        }
        for (int i = 0; i < worlds; ++i) {
            const World& world = sampled.emplace_back(sampler_.sample(random));
            const RoundKey key = keys.emplace_back(random.key());
            for (int choice = 0; choice < seen.legal.size(); ++choice) {
                Round round(seen, world.hands, world.boneyard());
                round.play(seen.legal.nth(choice));
                play_out(round, players, key, seen.score, seen.round);
                const RoundResult result = round.result();
                plain.push_back({result.points, result.winner});
            }
        }
        std::vector<Move> moves;
        for (const auto& searcher : plain_searchers_) {
            moves.push_back(searcher->choose(seen));
        }
        if (!slices::RollOuts::can_play(seen)) {
            return;
        }
        for (std::size_t t = 0; t < targets_.size(); ++t) {
            play_in_slices(seen, sampled, keys, plain, t);
            for (std::size_t i = 0; i < moves.size() && found_.empty(); ++i) {
                if (!(searchers_[t][i]->choose(seen) == moves[i])) {
                    found_ = fmt::format("turn {}, target {}: monte-carlo chooses otherwise by its objective {}",
                                         seen.table.turn, targets_[t]->name, i);
                }
            }
        }
        counts_->roll_outs += plain.size();
        counts_->choices += moves.size();
    }

    void play_in_slices(const Observation& seen, const std::vector<World>& sampled, const std::vector<RoundKey>& keys,
                        const std::vector<Ending>& plain, std::size_t t) {
        slices::RollOuts& in_slices = in_slices_[t];
        in_slices.start(seen);
        for (std::size_t i = 0; i < sampled.size(); ++i) {
            in_slices.add_world(sampled[i], keys[i]);
        }
        const auto choices = static_cast<std::size_t>(seen.legal.size());
        std::vector<Move> moves;
        for (std::size_t choice = 0; choice < choices; ++choice) {
            moves.push_back(seen.legal.nth(static_cast<int>(choice)));
        }
        std::size_t count = 0;
        in_slices.play(
            moves, [&](std::size_t choice, std::size_t world, const PerSide<int>& points, std::optional<Side> winner) {
                ++count;
                const Ending& other = plain[world * choices + choice];
                if ((winner != other.winner || !(points == other.points)) && found_.empty()) {
                    found_ = fmt::format("turn {}, target {}: the roll-out of move {} in world {} ends otherwise",
                                         seen.table.turn, targets_[t]->name, choice, world);
                }
            });
        if (count != plain.size() && found_.empty()) {
            found_ = fmt::format("turn {}, target {}: {} roll-outs of {} have ended", seen.table.turn,
                                 targets_[t]->name, count, plain.size());
        }
    }

    const BothWays* rollout_;
    Strategy* goes_on_;
    std::span<const Target* const> targets_;
    Verification::Counts* counts_;
    std::vector<slices::RollOuts> in_slices_; // by target
    WorldSampler sampler_;
    Searchers plain_searchers_;
    std::vector<Searchers> searchers_; // by target
    std::string found_;
};

} // namespace

std::string Verification::roll_outs(const RuleSet& rules, const BothWays& rollout, std::uint64_t first,
                                    std::uint64_t deals) {
    const Dealer dealer(seed_);
    const std::unique_ptr<Strategy> random = StrategyTable::builtin().make("random");
    RollOutWatcher watcher(rollout, *random, targets_, counts_);
    PerSeat<Strategy*> players;
    for (const Seat seat : seats(rules.players)) {
        players[seat] = &watcher;
    }
    for (std::uint64_t number = first; number < first + deals; ++number) {
        const Deal deal = dealer.deal(rules, number, 0);
        Round round(rules, deal, first_opening(rules, deal));
        play_out(round, players, deal.random);
        if (!watcher.found().empty()) {
            return fmt::format("{}, deal {} of seed {}, roll-outs by {}, {}", describe(rules), number, seed_,
                               rollout.name, watcher.found());
        }
    }
    return "";
}

} // namespace balak::tournament
