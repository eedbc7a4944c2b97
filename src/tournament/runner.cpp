// The deals of a tournament flow through a pipeline: they are handed out in order, played in parallel, and committed in
// order again, so that what is counted is always the deals from 0 to some number, whichever thread was quicker.
#include "tournament/runner.hpp"

#include "tournament/chunk_size.hpp"
#include "tournament/deal_player.hpp"
#include "tournament/plan.hpp"

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

/// Whether all matches are played in slices, but for recorded ones.
bool all_in_slices(const Plan& plan) {
    const SlicePlayer slices(plan.rules, plan.tournament.seed, in_slices(plan), plan.strategies.target());
    return std::ranges::all_of(plan.schedule.legs, [&](const Leg& leg) { return slices.can_play(leg); });
}

/// Plays a tournament under one rule set, from the deal on that the outcome has come to.
class RuleSetRun {
public:
    RuleSetRun(const Plan& plan, int threads, Outcome& outcome)
        : plan_(plan), threads_(threads), first_deal_(plan.options.shard.first(plan.deals)),
          end_deal_(plan.options.shard.end(plan.deals)), outcome_(outcome),
          players_([&plan] { return DealPlayer(plan); }), chunk_size_(least_in_chunk()) {
        if (outcome_.tallies.size() == plan.rule_set) {
            outcome_.tallies.push_back(plan.played != nullptr ? plan.played->tally : empty_tally());
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
            idle_.push(&chunks_.emplace_back(empty_tally({0, 0})));
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
    Tally empty_tally(BlockRange range = {}) const {
        return {plan_.rules, plan_.schedule, plan_.tournament.adjust, range};
    }
    /// Blocks are as slow half empty as full, and players who answer later are slow until all are busy. So many deals
    /// see to that. But each thread must get some.
    std::uint64_t least_in_chunk() const {
        constexpr std::uint64_t matches = 1024;
        const std::uint64_t deals = std::max<std::uint64_t>(64, matches / plan_.schedule.legs_per_deal);
        std::uint64_t filling = all_in_slices(plan_) ? deals * plan_.schedule.arrangements() : 1;
        if (plan_.outside != nullptr) {
            filling = 8 * plan_.outside->matches_at_once() / plan_.schedule.legs_per_deal;
        }
        const std::uint64_t for_each_thread = (end_deal_ - first_deal_) / static_cast<std::uint64_t>(threads_);
        return std::max<std::uint64_t>(1, std::min(for_each_thread, filling));
    }
    /// The matches of players who answer later are kept until their chunk is counted.
    std::uint64_t most_in_chunk() const {
        constexpr std::uint64_t matches = 16'384;
        const std::uint64_t most = matches / plan_.schedule.legs_per_deal + 1;
        return plan_.outside != nullptr ? std::max(most, least_in_chunk()) : plan_.deals;
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
        chunk->count = std::min({chunk_size_.next(), most_in_chunk(), end_deal_ - next_deal_});
        if (plan_.played != nullptr && next_deal_ < plan_.played->deals) {
            // All deals of a chunk have the same legs.
            chunk->count = std::min(chunk->count, plan_.played->deals - next_deal_);
        }
        if (plan_.options.stopping_rule) {
            // A chunk ends where the rule looks.
            chunk->count = std::min(chunk->count, plan_.options.stopping_rule->next_look(next_deal_) - next_deal_);
        }
        next_deal_ += chunk->count;
        return chunk;
    }

    Chunk* play(Chunk* chunk) {
        const Clock::time_point start = Clock::now();
        chunk->clear();
        try {
            players_.local().play(*chunk);
        } catch (...) {
            chunk->clear();
            chunk->failure = std::current_exception();
        }
        if (chunk->failure) {
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
        if (chunk.tally.deals() > 0) {
            keep(chunk);
        }
        if (chunk.failure) {
            std::rethrow_exception(chunk.failure);
        }
    }

    void keep(const Chunk& chunk) {
        if (!chunk.records.empty()) {
            plan_.options.write_records(chunk.records);
        }
        if (!chunk.notes.empty() && plan_.options.write_notes) {
            plan_.options.write_notes(chunk.notes);
        }
        tally().merge(chunk.tally);
        outcome_.forfeits.insert(outcome_.forfeits.end(), chunk.forfeits.begin(), chunk.forfeits.end());
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
    if (options.played != nullptr && options.resumed == nullptr) {
        for (const std::optional<Played>& played : *options.played) {
            if (played) {
                const TableTally table = played->tally.table();
                outcome.matches_before += static_cast<std::uint64_t>(table.matches);
                outcome.rounds_before += static_cast<std::uint64_t>(table.rounds);
            }
        }
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
            std::unique_ptr<Outside> outside;
            if (options.outside) {
                outside = options.outside(i, outcome.threads);
                plan.outside = outside.get();
            }
            if (options.played != nullptr && (*options.played)[i]) {
                plan.played = &*(*options.played)[i];
            }
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
