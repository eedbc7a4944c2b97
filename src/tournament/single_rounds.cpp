#include "tournament/single_rounds.hpp"

#include "batch/first_positions.hpp"
#include "batch/verdict.hpp"

#include <ctime>
#include <optional>

namespace balak::tournament {
namespace {

/// Of this thread.
double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

} // namespace

RoundEnd end_of(const Round& round) {
    const RoundResult result = round.result();
    RoundEnd end;
    for (const Seat seat : seats(round.rules().players)) {
        end.hands[static_cast<std::size_t>(seat.number())] = round.hands()[seat].bits();
    }
    for (const Side side : sides(round.rules().side_count())) {
        end.points[static_cast<std::size_t>(side.number())] = result.points[side];
    }
    end.turns = round.table().turn;
    end.drawn = round.table().draws;
    end.blocked = result.ending == Ending::blocked ? 1 : 0;
    end.capicu = result.capicu ? 1 : 0;
    end.last_seat = result.last_seat ? result.last_seat->number() : -1;
    end.winner = result.winner ? result.winner->number() : -1;
    return end;
}

SingleRounds::SingleRounds(const RuleSet& rules, const PerSeat<batch::Simple>& strategies)
    : rules_(&rules), strategies_(strategies) {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        groups_[i].first_seat = static_cast<int>(i / 2);
        groups_[i].open = i % 2 != 0;
    }
}

void SingleRounds::prepare(std::span<const DealtRound> rounds) {
    for (Group& group : groups_) {
        group.rounds.clear();
    }
    deals_.resize(rounds.size());
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        const Opening& opening = rounds[i].opening;
        // A starter lies before the opener's turn; an opening tile is the opener's turn.
        const bool starter = rules_->starter != Starter::none;
        const Seat first = starter ? opening.seat : opening.seat.next(rules_->players);
        const bool open = !starter && !opening.tile;
        const int group = 2 * first.number() + (open ? 1 : 0);
        groups_[static_cast<std::size_t>(group)].rounds.push_back(static_cast<std::uint32_t>(i));
        write(i, rounds[i]);
    }
    ends_.resize(rounds.size());
    times_ended_.resize(rounds.size());
}

double SingleRounds::play(const batch::Kernels& kernels) {
    times_ended_.assign(times_ended_.size(), 0);
    stray_ends_ = 0;
    double seconds = 0;
    for (const Group& group : groups_) {
        if (group.rounds.empty()) {
            continue;
        }
        batch::Batch batch;
        batch.rules = rules_;
        batch.first_seat = group.first_seat;
        batch.boneyard_size = rules_->boneyard_size();
        batch.boneyards = deals_.boneyards.data();
        for (int i = 0; i < rules_->players; ++i) {
            batch.strategies[static_cast<std::size_t>(i)] = strategies_[seat_at(group, i)];
        }
        const bool opening_tile = !group.open && rules_->starter == Starter::none;
        write_first_positions(batch, deals_, group.rounds, opening_tile, positions_);
        outcomes_.resize(positions_.size);
        scores_.resize(positions_.size);
        const double start = processor_seconds();
        if (group.open) {
            kernels.open(batch, positions_);
        }
        kernels.play(batch, positions_, outcomes_);
        kernels.score(batch, outcomes_, scores_);
        seconds += processor_seconds() - start;
        for (std::size_t row = 0; row < outcomes_.size; ++row) {
            const std::size_t round = outcomes_.id[row];
            if (round >= ends_.size()) {
                ++stray_ends_;
                continue;
            }
            ends_[round] = end_at(group, row);
            ++times_ended_[round];
        }
    }
    return seconds;
}

void SingleRounds::write(std::size_t row, const DealtRound& round) {
    const Deal& deal = round.deal;
    for (const Seat seat : seats(rules_->players)) {
        deals_.hand[static_cast<std::size_t>(seat.number())][row] = deal.hands[seat].bits();
    }
    deals_.starter[row] = deal.starter ? TileSet(*deal.starter).bits() : 0;
    deals_.by_tile[row] = round.opening.tile ? static_cast<std::uint32_t>(round.opening.tile->bit()) << 2 : 0;
    deals_.key[0][row] = deal.random.first;
    deals_.key[1][row] = deal.random.second;
    if (batch::draws_tiles(*rules_)) {
        const auto size = static_cast<std::size_t>(deal.boneyard_size);
        deals_.boneyards[row] = batch::BoneyardTable(std::span(deal.boneyard).first(size), rules_->players > 2);
    }
}

RoundEnd SingleRounds::end_at(const Group& group, std::size_t row) const {
    const batch::Verdict verdict(scores_.verdict[row]);
    RoundEnd end;
    end.turns = verdict.turns();
    end.drawn = verdict.tiles_drawn();
    end.blocked = verdict.blocked() ? 1 : 0;
    end.capicu = verdict.capicu() ? 1 : 0;
    for (int i = 0; i < rules_->players; ++i) {
        const auto place = static_cast<std::size_t>(i);
        end.hands[static_cast<std::size_t>(seat_at(group, i).number())] = outcomes_.hand[place][row];
    }
    for (std::size_t side = 0; side < static_cast<std::size_t>(rules_->side_count()); ++side) {
        end.points[side] = static_cast<int>(scores_.points[side][row]);
    }
    end.winner = verdict.winner() ? verdict.winner()->number() : -1;
    end.last_seat = verdict.nobody_laid() ? -1 : verdict.last_seat();
    return end;
}

} // namespace balak::tournament
