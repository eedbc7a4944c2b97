#include "tournament/single_rounds.hpp"

#include <algorithm>
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

SingleRounds::SingleRounds(const RuleSet& rules, const PerSeat<SliceForm>& strategies, bool hands)
    : rules_(&rules), strategies_(strategies), points_(rules) {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        groups_[i].first_seat = static_cast<int>(i / 2);
        groups_[i].open = i % 2 != 0;
    }
    for (const Seat seat : seats(rules.players)) {
        keys_ = keys_ || strategies[seat].draws_numbers;
    }
    block_.rules = &rules;
    block_.boneyard_size = rules.boneyard_size();
    block_.wants_hands = hands;
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
    ends_.assign(rounds.size(), {});
}

double SingleRounds::play(const slices::Target& target) {
    double seconds = 0;
    for (const Group& group : groups_) {
        block_.first_seat = group.first_seat;
        block_.start = rules_->starter != Starter::none ? slices::Start::starter
                       : group.open                     ? slices::Start::free
                                                        : slices::Start::forced;
        for (int i = 0; i < rules_->players; ++i) {
            block_.forms[static_cast<std::size_t>(i)] = strategies_[seat_at(group, i)];
        }
        for (std::size_t begin = 0; begin < group.rounds.size(); begin += slices::block_rounds) {
            const std::size_t count = std::min(slices::block_rounds, group.rounds.size() - begin);
            const auto rows = std::span(group.rounds).subspan(begin, count);
            const double start = processor_seconds();
            load_block(deals_, rows, keys_, block_);
            target.play(block_, ends_of_block_);
            seconds += processor_seconds() - start;
            for (std::size_t row = 0; row < count; ++row) {
                ends_[rows[row]] = end_at(group, row);
            }
        }
    }
    return seconds;
}

void SingleRounds::write(std::size_t row, const DealtRound& round) {
    const Deal& deal = round.deal;
    for (const Seat seat : seats(rules_->players)) {
        const auto number = static_cast<std::size_t>(seat.number());
        deals_.hands[row][number] = deal.hands[seat].bits();
        deals_.keys[number / 2][row][2 * (number % 2)] = deal.random[seat].first;
        deals_.keys[number / 2][row][2 * (number % 2) + 1] = deal.random[seat].second;
    }
    deals_.starter[row] = deal.starter ? TileSet(*deal.starter).bits() : 0;
    const auto ranks = ranks_of(std::span(deal.boneyard).first(static_cast<std::size_t>(deal.boneyard_size)));
    std::copy_n(ranks.begin(), 4, deals_.ranks[row].begin());
    deals_.top_rank[row] = ranks[4];
}

RoundEnd SingleRounds::end_at(const Group& group, std::size_t row) const {
    const slices::Verdict verdict(ends_of_block_.verdict[row]);
    RoundEnd end;
    end.turns = verdict.turns();
    end.drawn = verdict.tiles_drawn();
    end.blocked = verdict.blocked() ? 1 : 0;
    end.capicu = verdict.capicu() ? 1 : 0;
    for (int i = 0; block_.wants_hands && i < rules_->players; ++i) {
        end.hands[static_cast<std::size_t>(seat_at(group, i).number())] =
            ends_of_block_.hand[static_cast<std::size_t>(i)][row];
    }
    end.points = per_side(points_.of(verdict, ends_of_block_.amount[row])).values;
    end.winner = verdict.winner() ? verdict.winner()->number() : -1;
    end.last_seat = verdict.nobody_laid() ? -1 : verdict.last_seat();
    return end;
}

} // namespace balak::tournament
