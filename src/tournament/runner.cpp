// The deals of a tournament flow through a pipeline: they are handed out in order, played in parallel, and committed in
// order again, so that what is counted is always the deals from 0 to some number, whichever thread was quicker.
#include "tournament/runner.hpp"

#include "slices/uses_slices.hpp"
#include "tournament/chunk_size.hpp"
#include "tournament/slice_player.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>

namespace balak::tournament {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A run of deals that one thread plays, and what they came to.
struct Chunk {
    explicit Chunk(Tally empty) : tally(std::move(empty)) {}

    std::uint64_t first = 0;
    std::uint64_t count = 0;
    double seconds = 0;
    std::uint64_t rounds_in_slices = 0;
    bool roll_outs_in_slices = false; // of its thread, so far
    Tally tally;
    std::string records;
    std::exception_ptr failure;
};

/// What is the same for all threads that play under one rule set.
struct Plan {
    const Tournament& tournament;
    const StrategyTable& strategies;
    const RunOptions& options;
    std::size_t rule_set;
    const RuleSet& rules;
    Schedule schedule;
    std::size_t legs_per_table; ///< legs that count as matches of one pairing or one free-for-all table
    std::uint64_t first_match;  ///< number of the first match recorded under this rule set
    std::uint64_t deals;        ///< of the whole tournament

    /// Rounds after which a match is taken to be one without end.
    int most_rounds() const { return rules.match.rounds > 0 ? rules.match.rounds : 10'000 + 100 * rules.match.target; }
};

/// The slice form of each entrant, or nothing.
std::vector<std::optional<SliceForm>> in_slices(const Plan& plan) {
    std::vector<std::optional<SliceForm>> list;
    for (const Entrant& entrant : plan.tournament.entrants) {
        const auto in_slices = plan.strategies.find(entrant.type)->in_slices;
        // Luck is measured on the way of a round, which slices do not keep.
        const bool possible = in_slices != nullptr && !plan.tournament.adjust;
        list.push_back(possible ? std::optional(in_slices(entrant.options)) : std::nullopt);
    }
    return list;
}

/// Whether all matches are played in slices, but for recorded ones.
bool all_in_slices(const Plan& plan) {
    const SlicePlayer slices(plan.rules, plan.tournament.seed, in_slices(plan), plan.strategies.target());
    return std::ranges::all_of(plan.schedule.legs, [&](const Leg& leg) { return slices.can_play(leg); });
}

/// Plays deals: what one thread needs.
class DealPlayer {
public:
    explicit DealPlayer(const Plan& plan)
        : plan_(&plan), dealer_(plan.tournament.seed),
          slices_(plan.rules, plan.tournament.seed, in_slices(plan), plan.strategies.target()) {
        for (const Entrant& entrant : plan.tournament.entrants) {
            const StrategyType& type = *plan.strategies.find(entrant.type);
            players_.push_back(type.make(entrant.options, plan.strategies));
            if (type.sees_all != (players_.back()->seeing_all() != nullptr)) {
                throw std::logic_error(fmt::format("the strategy \"{}\" {}", type.name,
                                                   type.sees_all ? "should see all, but does not"
                                                                 : "sees all, but its type does not say so"));
            }
            if (const auto* const searcher = dynamic_cast<const slices::UsesSlices*>(players_.back().get())) {
                searchers_.push_back(searcher);
            }
        }
    }
    DealPlayer(const DealPlayer&) = delete;
    DealPlayer& operator=(const DealPlayer&) = delete;

    void play(Chunk& chunk) {
        // Deals with records come first of all, and records are written by the plain engine.
        std::uint64_t number = chunk.first;
        const std::uint64_t end = chunk.first + chunk.count;
        for (; number < end && record_number(number, 0); ++number) {
            deals_.clear();
            for (std::size_t leg = 0; leg < plan_->schedule.legs_per_deal; ++leg) {
                play_leg(number, leg, chunk);
            }
            chunk.tally.end_deal(number);
        }
        const std::uint64_t arrangements = plan_->schedule.arrangements();
        const std::uint64_t at_once = deals_at_once() * arrangements;
        for (; number < end; number += std::min(at_once, end - number)) {
            const std::uint64_t count = std::min(at_once, end - number);
            for (std::uint64_t i = 0; i < std::min(arrangements, count); ++i) {
                play_many({number + i, arrangements, (count - i + arrangements - 1) / arrangements}, chunk);
            }
        }
        chunk.roll_outs_in_slices =
            std::ranges::any_of(searchers_, [](const slices::UsesSlices* one) { return one->has_used_slices(); });
    }

private:
    /// How many deals of each arrangement are best played at a time: enough that blocks are seldom half empty, so few
    /// that their state stays in the cache.
    std::uint64_t deals_at_once() const {
        constexpr std::uint64_t matches = 4096;
        return std::max<std::uint64_t>(64, matches / plan_->schedule.legs_per_deal);
    }

    /// Plays deals of one arrangement: in slices what can be played there, the rest on the plain engine.
    void play_many(const DealRange& deals, Chunk& chunk) {
        const std::span<const Leg> legs = plan_->schedule.legs_of(deals.first);
        slices_.play(deals, legs, plan_->most_rounds(), chunk.tally);
        leg_in_slices_.clear();
        for (const Leg& leg : legs) {
            leg_in_slices_.push_back(slices_.can_play(leg));
        }
        for (std::uint64_t offset = 0; offset < deals.count; ++offset) {
            const std::uint64_t number = deals.number(offset);
            deals_.clear();
            for (std::size_t leg = 0; leg < legs.size(); ++leg) {
                if (!leg_in_slices_[leg]) {
                    play_leg(number, leg, chunk);
                    continue;
                }
                const MatchCount& count = slices_.match(offset, leg);
                if (!Match::over(plan_->rules, count.score, count.rounds.played)) {
                    throw std::runtime_error(place(number, leg) + without_end());
                }
                chunk.tally.add_match(legs[leg], count);
                chunk.rounds_in_slices += static_cast<std::uint64_t>(count.rounds.played);
            }
            chunk.tally.end_deal(number);
        }
    }

    std::string without_end() const {
        return fmt::format("the match goes on without end: nobody reaches the target of {} in {} rounds under the "
                           "rules \"{}\"",
                           plan_->rules.match.target, plan_->most_rounds(), describe(plan_->rules));
    }

    void play_leg(std::uint64_t number, std::size_t leg_number, Chunk& chunk) {
        try {
            play_match(number, leg_number, chunk);
        } catch (const std::exception& error) {
            throw std::runtime_error(place(number, leg_number) + error.what());
        }
    }

    void play_match(std::uint64_t number, std::size_t leg_number, Chunk& chunk) {
        const RuleSet& rules = plan_->rules;
        const Leg& leg = plan_->schedule.legs_of(number)[leg_number];
        PerSeat<Strategy*> strategies;
        for (const Seat seat : seats(rules.players)) {
            strategies[seat] = players_[leg.entrants[rules.side_of(seat)]].get();
        }
        const std::optional<std::uint64_t> recorded = record_number(number, leg_number);
        Match match(rules);
        MatchCount count;
        while (!match.over()) {
            if (match.round() == plan_->most_rounds()) {
                throw std::runtime_error(without_end());
            }
            const Deal& deal = deal_of_round(number, match.round());
            const Opening opening = match.opening(deal);
            Round round(rules, deal, opening);
            play_out(round, strategies, deal.random, match.score(), match.round());
            const RoundResult result = round.result();
            match.add(opening.seat, result);
            chunk.tally.add_round(leg, count, played_round(round, result));
            if (plan_->tournament.adjust) {
                chunk.tally.add_luck(leg, round);
            }
            if (recorded) {
                record(*recorded, leg, deal, round, result, match, chunk.records);
            }
        }
        chunk.tally.add_match(leg, count);
    }

    /// Where something went wrong: the rules, the deal, and who sat in which seat.
    std::string place(std::uint64_t number, std::size_t leg_number) const {
        const Leg& leg = plan_->schedule.legs_of(number)[leg_number];
        std::string text = describe(plan_->rules) + ", deal " + std::to_string(number);
        for (const Seat seat : seats(plan_->rules.players)) {
            text += ", " + plan_->tournament.entrants[leg.entrants[plan_->rules.side_of(seat)]].name + " in seat " +
                    std::to_string(seat.number());
        }
        return text + ": ";
    }

    /// The deal of a round. All legs share it, so it is kept until the next deal.
    const Deal& deal_of_round(std::uint64_t number, int round) {
        while (deals_.size() <= static_cast<std::size_t>(round)) {
            if (deals_.size() == kept_rounds) {
                beyond_ = dealer_.deal(plan_->rules, number, static_cast<std::uint32_t>(round));
                return beyond_;
            }
            deals_.push_back(dealer_.deal(plan_->rules, number, static_cast<std::uint32_t>(deals_.size())));
        }
        return deals_[static_cast<std::size_t>(round)];
    }

    /// The number that a leg has among the recorded matches, if it is recorded: they are numbered without gaps by
    /// deal, then by leg.
    std::optional<std::uint64_t> record_number(std::uint64_t deal, std::size_t leg) const {
        const std::uint64_t wanted = plan_->options.record_matches;
        const std::uint64_t per_table = plan_->legs_per_table;
        const std::uint64_t tables = plan_->schedule.legs_per_deal / per_table;
        const std::uint64_t before = deal * per_table; // matches of each table with earlier deals
        if (before >= wanted) {
            return std::nullopt;
        }
        const std::uint64_t of_deal = std::min(per_table, wanted - before);
        if (leg % per_table >= of_deal) {
            return std::nullopt;
        }
        return plan_->first_match + before * tables + leg / per_table * of_deal + leg % per_table;
    }

    void record(std::uint64_t number, const Leg& leg, const Deal& deal, const Round& round, const RoundResult& result,
                const Match& match, std::string& out) const {
        PerSeat<std::string_view> names;
        for (const Seat seat : seats(plan_->rules.players)) {
            names[seat] = plan_->tournament.entrants[leg.entrants[plan_->rules.side_of(seat)]].name;
        }
        plan_->options.format_record(
            {number, match.round() - 1, plan_->rule_set, plan_->rules, names, deal, round, result, match}, out);
    }

    static constexpr std::size_t kept_rounds = 256;

    const Plan* plan_;
    Dealer dealer_;
    SlicePlayer slices_;
    std::vector<bool> leg_in_slices_; // by leg
    std::vector<std::unique_ptr<Strategy>> players_;
    std::vector<const slices::UsesSlices*> searchers_; // among the players
    std::vector<Deal> deals_ = [] {
        std::vector<Deal> room;
        room.reserve(kept_rounds);
        return room;
    }();
    Deal beyond_;
};

/// Plays a tournament under one rule set, from the deal on that the outcome has come to.
class RuleSetRun {
public:
    RuleSetRun(const Plan& plan, int threads, Outcome& outcome)
        : plan_(plan), threads_(threads), first_deal_(plan.options.shard.first(plan.deals)),
          end_deal_(plan.options.shard.end(plan.deals)), outcome_(outcome),
          players_([&plan] { return DealPlayer(plan); }), chunk_size_(least_in_chunk()) {
        if (outcome_.tallies.size() == plan.rule_set) {
            outcome_.tallies.push_back(empty_tally());
            outcome_.stopped.push_back(false);
            outcome_.stops.emplace_back();
        }
        next_deal_ = committed_deals();
    }

    /// Returns whether all deals were played, or as many as the stopping rule wants.
    bool run() {
        if (stopped()) {
            return true;
        }
        const std::size_t tokens = 4 * static_cast<std::size_t>(threads_);
        for (std::size_t i = 0; i < tokens; ++i) {
            idle_.push(&chunks_.emplace_back(empty_tally()));
        }
        using oneapi::tbb::filter_mode;
        using oneapi::tbb::make_filter;
        oneapi::tbb::parallel_pipeline(
            tokens,
            make_filter<void, Chunk*>(filter_mode::serial_in_order,
                                      [this](oneapi::tbb::flow_control& flow) { return hand_out(flow); }) &
                make_filter<Chunk*, Chunk*>(filter_mode::parallel, [this](Chunk* chunk) { return play(chunk); }) &
                make_filter<Chunk*, void>(filter_mode::serial_in_order, [this](Chunk* chunk) { commit(chunk); }));
        if (failure_) {
            std::rethrow_exception(failure_);
        }
        return stopped() || committed_deals() == end_deal_;
    }

private:
    Tally empty_tally() const {
        return {plan_.rules, plan_.schedule, plan_.tournament.entrants.size(), plan_.tournament.adjust};
    }
    /// Blocks are as slow half empty as full, and so many deals fill them. But each thread must get some.
    std::uint64_t least_in_chunk() const {
        const std::uint64_t filling = 64 * plan_.schedule.arrangements();
        const std::uint64_t for_each_thread = (end_deal_ - first_deal_) / static_cast<std::uint64_t>(threads_);
        return all_in_slices(plan_) ? std::clamp<std::uint64_t>(for_each_thread, 1, filling) : 1;
    }
    Tally& tally() { return outcome_.tallies[plan_.rule_set]; }
    bool stopped() const { return outcome_.stopped[plan_.rule_set]; }
    /// The deal after the last one that is counted.
    std::uint64_t committed_deals() { return first_deal_ + static_cast<std::uint64_t>(tally().deals()); }

    Chunk* hand_out(oneapi::tbb::flow_control& flow) {
        const bool stop = plan_.options.stop != nullptr && plan_.options.stop->load(std::memory_order_relaxed);
        Chunk* chunk = nullptr;
        if (stop || ending_.load(std::memory_order_relaxed) || next_deal_ == end_deal_ || !idle_.try_pop(chunk)) {
            flow.stop();
            return nullptr;
        }
        chunk->first = next_deal_;
        chunk->count = std::min(chunk_size_.next(), end_deal_ - next_deal_);
        if (plan_.options.stopping_rule) {
            // A chunk ends where the rule looks.
            chunk->count = std::min(chunk->count, plan_.options.stopping_rule->next_look(next_deal_) - next_deal_);
        }
        next_deal_ += chunk->count;
        return chunk;
    }

    Chunk* play(Chunk* chunk) {
        const Clock::time_point start = Clock::now();
        chunk->tally.clear();
        chunk->records.clear();
        chunk->rounds_in_slices = 0;
        chunk->roll_outs_in_slices = false;
        chunk->failure = nullptr;
        try {
            players_.local().play(*chunk);
        } catch (...) {
            chunk->failure = std::current_exception();
            ending_.store(true, std::memory_order_relaxed);
        }
        chunk->seconds = seconds_since(start);
        return chunk;
    }

    /// Counts a chunk that was played, unless the run has ended before it.
    void commit(Chunk* chunk) {
        if (!failure_ && !stopped()) {
            try {
                count(*chunk);
            } catch (...) {
                failure_ = std::current_exception();
                ending_.store(true, std::memory_order_relaxed);
            }
        }
        idle_.push(chunk);
    }

    void count(const Chunk& chunk) {
        if (chunk.failure) {
            std::rethrow_exception(chunk.failure);
        }
        if (!chunk.records.empty()) {
            plan_.options.write_records(chunk.records);
        }
        tally().merge(chunk.tally);
        outcome_.rounds_in_slices += chunk.rounds_in_slices;
        if (chunk.rounds_in_slices > 0 || chunk.roll_outs_in_slices) {
            outcome_.targets.emplace(slices::name_of(plan_.strategies.target()));
        }
        chunk_size_.learn(chunk.count, chunk.seconds);
        const std::uint64_t done = committed_deals();
        const auto& rule = plan_.options.stopping_rule;
        if (rule && (done == end_deal_ || done == rule->next_look(done - 1)) &&
            rule->stop(plan_.rule_set, tally(), outcome_.stops[plan_.rule_set])) {
            outcome_.stopped[plan_.rule_set] = true;
            ending_.store(true, std::memory_order_relaxed);
        }
        if (plan_.options.committed) {
            plan_.options.committed(outcome_);
        }
        if (plan_.options.report) {
            plan_.options.report(
                {plan_.rule_set, done - first_deal_, end_deal_ - first_deal_, outcome_.matches(), outcome_.rounds()});
        }
    }

    const Plan& plan_;
    int threads_;
    std::uint64_t first_deal_;
    std::uint64_t end_deal_;
    Outcome& outcome_;
    oneapi::tbb::enumerable_thread_specific<DealPlayer> players_;
    std::deque<Chunk> chunks_;
    oneapi::tbb::concurrent_queue<Chunk*> idle_;
    ChunkSize chunk_size_;
    std::uint64_t next_deal_ = 0;
    std::atomic<bool> ending_ = false; // no more chunks are handed out
    std::exception_ptr failure_;
};

} // namespace

std::uint64_t Outcome::matches() const {
    std::int64_t sum = 0;
    for (const Tally& tally : tallies) {
        sum += tally.table().matches;
    }
    return static_cast<std::uint64_t>(sum);
}

std::uint64_t Outcome::rounds() const {
    std::int64_t sum = 0;
    for (const Tally& tally : tallies) {
        sum += tally.table().rounds;
    }
    return static_cast<std::uint64_t>(sum);
}

Outcome run(const Tournament& tournament, const StrategyTable& strategies, const RunOptions& options) {
    namespace tbb = oneapi::tbb;
    Outcome outcome;
    if (options.resumed != nullptr) {
        outcome = *options.resumed;
        outcome.failure.clear();
    }
    const double seconds_before = outcome.seconds;
    outcome.threads = options.threads > 0 ? options.threads : tbb::info::default_concurrency();
    const auto concurrency = static_cast<std::size_t>(outcome.threads);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, concurrency);
    tbb::task_arena arena(outcome.threads);
    const Clock::time_point start = Clock::now();
    std::uint64_t first_match = 0;
    outcome.complete = true;
    try {
        for (std::size_t i = 0; i < tournament.rules.size() && outcome.complete; ++i) {
            const RuleSet& rules = tournament.rules[i];
            Plan plan{tournament, strategies,  options,
                      i,          rules,       make_schedule(tournament.format, rules, tournament.entrants.size()),
                      0,          first_match, 0};
            plan.deals = plan.schedule.deals(tournament.matches);
            // A pairing's legs are those of one table too, but for a free-for-all, whose tables have a leg a side.
            plan.legs_per_table = tournament.format == Format::free_for_all
                                      ? static_cast<std::size_t>(rules.side_count())
                                      : plan.schedule.legs_per_pairing;
            RuleSetRun rule_set_run(plan, outcome.threads, outcome);
            outcome.complete = arena.execute([&] { return rule_set_run.run(); });
            const std::uint64_t deals =
                outcome.stopped[i] ? static_cast<std::uint64_t>(outcome.tallies[i].deals()) : plan.deals;
            first_match += std::min(options.record_matches, plan.legs_per_table * deals) *
                           (plan.schedule.legs_per_deal / plan.legs_per_table);
        }
    } catch (const std::exception& error) {
        outcome.complete = false;
        outcome.failure = error.what();
    } catch (...) {
        outcome.complete = false;
        outcome.failure = "a strategy failed without a word why";
    }
    outcome.seconds = seconds_before + seconds_since(start);
    return outcome;
}

} // namespace balak::tournament
