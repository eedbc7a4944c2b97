#include "tournament/slice_player.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace balak::tournament {

SlicePlayer::SlicePlayer(const RuleSet& rules, std::uint64_t seed, std::vector<std::optional<SliceForm>> in_slices,
                         const slices::Target* target)
    : rules_(&rules), in_slices_(std::move(in_slices)), target_(target),
      opener_is_first_(rules.starter != Starter::none), counts_pairs_(PairRounds::can_count(rules)),
      forced_(rules.opening.tile == OpeningTile::forced && !opener_is_first_), goal_(rules), order_(rules),
      points_(rules) {
    order_.seed = seed;
    block_.rules = &rules;
    block_.boneyard_size = rules.boneyard_size();
    for (const Side side : sides(rules.side_count())) {
        for (std::uint32_t kind = 0; kind < slices::Verdict::kind_count; ++kind) {
            const slices::Verdict verdict(kind);
            kinds_[side][kind] = one_round(verdict.winner(), verdict.blocked(), verdict.capicu(), side);
        }
    }
}

bool SlicePlayer::can_play(const Leg& leg) const {
    bool all = target_ != nullptr;
    for (const Side side : sides(rules_->side_count())) {
        all = all && in_slices_[leg.entrants[side]].has_value();
    }
    return all;
}

void SlicePlayer::play(const DealRange& deals, std::span<const Leg> legs, const std::vector<bool>& wanted,
                       int most_rounds, Tally& tally) {
    deal_count_ = deals.count;
    leg_count_ = 0;
    legs_.resize(std::max(legs_.size(), legs.size()));
    order_.keys = false;
    matches_.assign(legs.size() * deals.count, {});
    for (std::size_t leg = 0; leg < legs.size(); ++leg) {
        if (!wanted[leg]) {
            continue;
        }
        LegMatches& added = legs_[leg_count_++];
        added.leg = &legs[leg];
        added.matches = &matches_[leg * deals.count];
        for (Offsets& offsets : added.going_on) {
            offsets.clear(deals.count);
        }
        for (std::uint32_t offset = 0; offset < deals.count; ++offset) {
            added.going_on[0].add(offset, 1);
        }
        added.rounds = {};
        for (const Side side : sides(rules_->side_count())) {
            order_.keys = order_.keys || in_slices_[legs[leg].entrants[side]]->draws_numbers;
        }
    }
    if (leg_count_ == 0) {
        return;
    }
    deals_.resize(deals.count);
    const auto playing = std::span(legs_).first(leg_count_);
    for (int round = 0; round < most_rounds; ++round) {
        order_.round = static_cast<std::uint32_t>(round);
        order_.openers = opened_by_tile(round);
        order_deals(deals);
        if (order_.rows.empty()) {
            break;
        }
        target_->deal(order_, deals_);
        for (LegMatches& matches : playing) {
            play_round(matches, round, tally);
        }
    }
    for (const LegMatches& matches : playing) {
        if (counts_pairs_) {
            tally.add_rounds(*matches.leg, matches.rounds);
        }
    }
}

/// Orders all deals for the first round, and for a later one those of the round before that are still wanted. Then none
/// is.
void SlicePlayer::order_deals(const DealRange& deals) {
    if (order_.round == 0) {
        order_.numbers.resize(deals.count);
        order_.rows.resize(deals.count);
        for (std::uint32_t offset = 0; offset < deals.count; ++offset) {
            order_.numbers[offset] = deals.number(offset);
            order_.rows[offset] = offset;
        }
        wanted_.assign(deals.count, 0);
        return;
    }
    std::size_t size = 0;
    for (std::size_t i = 0; i < order_.rows.size(); ++i) {
        const std::uint32_t row = order_.rows[i];
        order_.numbers[size] = order_.numbers[i];
        order_.rows[size] = row;
        size += std::exchange(wanted_[row], std::uint8_t{0});
    }
    order_.numbers.resize(size);
    order_.rows.resize(size);
}

/// Whether a tile decides who opens this round.
bool SlicePlayer::opened_by_tile(int round) const {
    return round == 0 ? rules_->opening.first_round != FirstRound::lot
                      : rules_->opening.later_rounds == LaterRounds::highest_double;
}

/// Who opens where this seat is place 0.
Seat SlicePlayer::opener(Seat first) const {
    return opener_is_first_ ? first : Seat((first.number() + rules_->players - 1) % rules_->players);
}

/// Moves the matches that go on to `starts_`.
void SlicePlayer::find_starts(LegMatches& matches, int round) {
    const bool by_tile = opened_by_tile(round);
    if (by_tile || round == 0) {
        std::array<Seat, max_seats> firsts;
        for (const Seat seat : seats(rules_->players)) {
            firsts[static_cast<std::size_t>(seat.number())] = first_to_move(seat);
        }
        for (Offsets& offsets : starts_) {
            offsets.clear(deal_count_);
        }
        for (const Offsets& offsets : matches.going_on) {
            for (const std::uint32_t offset : offsets.all()) {
                const std::uint32_t seat = by_tile ? deals_.by_tile[offset] & 3 : deals_.lot[offset];
                starts_[static_cast<std::size_t>(firsts[seat].number())].add(offset, 1);
            }
        }
    } else {
        std::swap(starts_, matches.going_on);
    }
    for (Offsets& offsets : matches.going_on) {
        offsets.clear(deal_count_);
    }
}

/// Plays the next round of the matches of a leg that go on.
void SlicePlayer::play_round(LegMatches& matches, int round, Tally& tally) {
    find_starts(matches, round);
    block_.start = opener_is_first_                   ? slices::Start::starter
                   : opened_by_tile(round) && forced_ ? slices::Start::forced
                                                      : slices::Start::free;
    for (const Seat first : seats(rules_->players)) {
        const std::span<const std::uint32_t> offsets = starts_[static_cast<std::size_t>(first.number())].all();
        if (offsets.empty()) {
            continue;
        }
        if (round == 0) {
            const Side side = rules_->side_of(opener(first));
            for (const std::uint32_t offset : offsets) {
                matches.matches[offset].opener = side;
            }
        }
        play_starts(matches, first, tally);
    }
}

/// Plays rounds in which this seat is place 0, a block at a time.
void SlicePlayer::play_starts(LegMatches& matches, Seat first, Tally& tally) {
    const std::span<const std::uint32_t> all = starts_[static_cast<std::size_t>(first.number())].all();
    const int players = rules_->players;
    block_.first_seat = first.number();
    bool keys = false;
    for (int i = 0; i < players; ++i) {
        const Side side = rules_->side_of(Seat((first.number() + i) % players));
        SliceForm& form = block_.forms[static_cast<std::size_t>(i)];
        form = *in_slices_[matches.leg->entrants[side]];
        keys = keys || form.draws_numbers;
    }
    for (std::size_t begin = 0; begin < all.size(); begin += slices::block_rounds) {
        const auto offsets = all.subspan(begin, std::min(slices::block_rounds, all.size() - begin));
        load_block(deals_, offsets, keys, block_);
        target_->play(block_, ends_);
        counts_pairs_ ? count_ends<true>(matches, first, offsets, tally)
                      : count_ends<false>(matches, first, offsets, tally);
    }
}

template <bool counts_pairs>
void SlicePlayer::count_ends(LegMatches& matches, Seat first, std::span<const std::uint32_t> offsets, Tally& tally) {
    const Seat opener = this->opener(first);
    const Side opening_side = rules_->side_of(opener);
    const auto& kinds = kinds_[opening_side];
    // Where no tile decides the next round is opened by the next seat, or by who laid the last tile; if nobody laid
    // any, by the opener again.
    const bool alternate = rules_->opening.later_rounds == LaterRounds::alternate;
    const Seat alternating = first_to_move(opener.next(rules_->players));
    std::array<std::uint8_t, max_seats + 1> next{}; // by who laid the last tile, behind that for nobody
    for (const Seat seat : seats(rules_->players)) {
        next[static_cast<std::size_t>(seat.number())] =
            static_cast<std::uint8_t>((alternate ? alternating : first_to_move(seat)).number());
    }
    next[max_seats] = static_cast<std::uint8_t>((alternate ? alternating : first).number());
    const MatchGoal goal = goal_;
    // Bytes are written in the loop, after which the compiler would read again whatever is not a local variable.
    std::uint8_t* const wanted = wanted_.data();
    MatchCount* const counts = matches.matches;
    Offsets* const going_on = matches.going_on.data();
    PairRounds::Opened& together = matches.rounds.opened_by(opening_side);
    const std::size_t rows = offsets.size();
    for (std::size_t row = 0; row < rows; ++row) {
        const std::uint32_t offset = offsets[row];
        // Matches come nearly in order, but there is more of them than a cache holds beside the deals.
        __builtin_prefetch(&counts[offsets[std::min(row + 12, rows - 1)]], 1);
        const slices::Verdict verdict(ends_.verdict[row]);
        const SideNumbers points = points_.of(verdict, ends_.amount[row]);
        MatchCount& count = counts[offset];
        const SideNumbers score = count.add(goal, kinds[verdict.kind()], points);
        count.turns += verdict.turns();
        count.passes += verdict.passes();
        count.tiles_drawn += verdict.tiles_drawn();
        if (counts_pairs) {
            together.add(verdict, points[0] - points[1]);
        } else {
            tally.add_round(*matches.leg, {.opener = opener,
                                           .turns = verdict.turns(),
                                           .passes = verdict.passes(),
                                           .tiles_drawn = verdict.tiles_drawn(),
                                           .blocked = verdict.blocked(),
                                           .capicu = verdict.capicu(),
                                           .winner = verdict.winner(),
                                           .points = per_side(points)});
        }
        const auto goes_on = static_cast<std::uint8_t>(!goal.is_over(score, count.rounds.played));
        const std::size_t end = verdict.nobody_laid() ? max_seats : static_cast<std::size_t>(verdict.last_seat());
        going_on[next[end]].add(offset, goes_on);
        wanted[offset] |= goes_on;
    }
}

} // namespace balak::tournament
