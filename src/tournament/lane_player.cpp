#include "tournament/lane_player.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

namespace balak::tournament {

LanePlayer::LanePlayer(const RuleSet& rules, std::uint64_t seed, std::vector<std::optional<batch::Simple>> in_lanes)
    : rules_(&rules), in_lanes_(std::move(in_lanes)),
      playable_(batch::current_target() != nullptr && batch::can_play(rules)), draws_(batch::draws_tiles(rules)),
      forced_(rules.opening.tile == OpeningTile::forced && rules.starter == Starter::none) {
    batch_.rules = &rules;
    batch_.boneyard_size = rules.boneyard_size();
    order_.rules = &rules;
    order_.seed = seed;
}

bool LanePlayer::can_play(const Leg& leg) const {
    bool all = playable_;
    for (const Side side : sides(rules_->side_count())) {
        all = all && in_lanes_[leg.entrants[side]].has_value();
    }
    return all;
}

void LanePlayer::play(const DealRange& deals, std::span<const Leg> legs, int most_rounds, Tally& tally) {
    deal_count_ = deals.count;
    leg_count_ = 0;
    legs_.resize(std::max(legs_.size(), legs.size()));
    order_.keys = false;
    matches_.assign(legs.size() * deals.count, {});
    for (std::size_t leg = 0; leg < legs.size(); ++leg) {
        if (!can_play(legs[leg])) {
            continue;
        }
        LegMatches& added = legs_[leg_count_++];
        added.leg = &legs[leg];
        added.matches = &matches_[leg * deals.count];
        added.going_on.resize(deals.count);
        std::iota(added.going_on.begin(), added.going_on.end(), 0U);
        for (const Side side : sides(rules_->side_count())) {
            order_.keys = order_.keys || in_lanes_[legs[leg].entrants[side]]->kind == batch::SimpleKind::random;
        }
    }
    if (leg_count_ == 0) {
        return;
    }
    deals_.resize(deals.count);
    wanted_.assign(deals.count, 1);
    for (int round = 0; round < most_rounds; ++round) {
        order_.round = static_cast<std::uint32_t>(round);
        order_.numbers.clear();
        order_.rows.clear();
        for (std::uint32_t offset = 0; offset < deals.count; ++offset) {
            if (wanted_[offset] != 0) {
                order_.numbers.push_back(deals.number(offset));
                order_.rows.push_back(offset);
            }
        }
        if (order_.rows.empty()) {
            break;
        }
        batch::current_target()->kernels.deal(order_, deals_);
        std::ranges::fill(wanted_, std::uint8_t{0});
        for (LegMatches& matches : std::span(legs_).first(leg_count_)) {
            play_round(matches, round, tally);
        }
    }
}

/// Whether a tile decides who opens this round.
bool LanePlayer::opened_by_tile(int round) const {
    return round == 0 ? rules_->opening.first_round != FirstRound::lot
                      : rules_->opening.later_rounds == LaterRounds::highest_double;
}

/// Plays the next round of the matches of a leg that go on.
void LanePlayer::play_round(LegMatches& matches, int round, Tally& tally) {
    // No branch depends on who opens or which matches are over: nobody could foresee it.
    std::array<std::size_t, max_seats> counts{};
    for (int seat = 0; seat < rules_->players; ++seat) {
        starts_[static_cast<std::size_t>(seat)].resize(matches.going_on.size());
    }
    // Where the opener lays a tile of the own hand that is done before the lanes begin.
    const bool opener_moves_first = rules_->starter != Starter::none;
    const auto add = [&](std::uint32_t offset, std::uint32_t opener) {
        const Seat seat(static_cast<int>(opener));
        const Seat first = opener_moves_first ? seat : seat.next(rules_->players);
        const auto number = static_cast<std::size_t>(first.number());
        starts_[number][counts[number]++] = {offset, static_cast<std::uint8_t>(opener)};
    };
    const bool by_tile = opened_by_tile(round);
    for (const std::uint32_t offset : matches.going_on) {
        add(offset, by_tile      ? deals_.by_tile[offset] & 3
                    : round == 0 ? deals_.lot[offset]
                                 : matches.matches[offset].next_opener);
    }
    opening_tile_ = by_tile && forced_;
    for (int seat = 0; seat < rules_->players; ++seat) {
        const auto number = static_cast<std::size_t>(seat);
        starts_[number].resize(counts[number]);
        if (counts[number] > 0) {
            play_starts(matches, seat, tally);
        }
    }
    std::size_t left = 0;
    for (const std::uint32_t offset : matches.going_on) {
        const bool goes_on = !matches.matches[offset].over;
        matches.going_on[left] = offset;
        left += goes_on ? 1 : 0;
        wanted_[offset] |= goes_on ? 1 : 0;
    }
    matches.going_on.resize(left);
}

/// Plays rounds in which this seat is the first to move in the lanes.
void LanePlayer::play_starts(const LegMatches& matches, int first_seat, Tally& tally) {
    const Leg& leg = *matches.leg;
    const std::vector<Start>& starts = starts_[static_cast<std::size_t>(first_seat)];
    const int players = rules_->players;
    batch_.first_seat = first_seat;
    for (int i = 0; i < players; ++i) {
        const Side side = rules_->side_of(Seat((first_seat + i) % players));
        batch_.strategies[static_cast<std::size_t>(i)] = *in_lanes_[leg.entrants[side]];
    }
    batch_.boneyards = deals_.boneyards.data();
    positions_.resize(starts.size());
    outcomes_.resize(starts.size());
    scores_.resize(starts.size());
    write_positions(starts, first_seat);
    const batch::Kernels& kernels = batch::current_target()->kernels;
    if (rules_->starter == Starter::none && !opening_tile_) {
        kernels.open(batch_, positions_);
    }
    kernels.play(batch_, positions_, outcomes_);
    kernels.score(*rules_, outcomes_, scores_);
    if (rules_->partnership) {
        count_outcomes<4, 2>(matches, first_seat, tally);
    } else if (players == 2) {
        count_outcomes<2, 2>(matches, first_seat, tally);
    } else if (players == 3) {
        count_outcomes<3, 3>(matches, first_seat, tally);
    } else {
        count_outcomes<4, 4>(matches, first_seat, tally);
    }
}

template <int players, int side_count>
void LanePlayer::count_outcomes(const LegMatches& matches, int first_seat, Tally& tally) {
    const std::vector<Start>& starts = starts_[static_cast<std::size_t>(first_seat)];
    std::array<const std::uint32_t*, side_count> points;
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[(static_cast<std::size_t>(first_seat) + i) % points.size()] = scores_.points[i].data();
    }
    PairRounds rounds;
    const bool together = side_count == 2 && PairRounds::can_count(*rules_);
    for (std::size_t row = 0; row < outcomes_.size; ++row) {
        const Start& start = starts[outcomes_.id[row]];
        LaneMatch& match = matches.matches[start.offset];
        const PlayedRound round = played_round<players, side_count>(row, first_seat, Seat(start.opener), points);
        if (together) {
            const Side opening_side(start.opener % side_count);
            match.count.template add<side_count>(*rules_, round, opening_side);
            rounds.add(round, opening_side);
        } else {
            tally.add_round(*matches.leg, match.count, round);
        }
        match.next_opener = next_opener(row, first_seat, round);
        match.over = Match::over(*rules_, match.count.score, match.count.rounds);
    }
    if (together) {
        tally.add_rounds(*matches.leg, rounds);
    }
}

/// The starts as rows, those of the seat that is the first to move first.
void LanePlayer::write_positions(const std::vector<Start>& starts, int first_seat) {
    const int players = rules_->players;
    const std::size_t rows = starts.size();
    const auto fill = [&](batch::Column& column, auto value) {
        for (std::size_t row = 0; row < rows; ++row) {
            column[row] = value(starts[row].offset);
        }
    };
    const auto set = [&](batch::Column& column, std::uint32_t value) { std::fill_n(column.begin(), rows, value); };
    // The tile that lies on the table before the lanes begin.
    const auto tile_bit = [&](std::uint32_t offset) {
        return rules_->starter != Starter::none ? static_cast<std::uint32_t>(std::countr_zero(deals_.starter[offset]))
                                                : deals_.by_tile[offset] >> 2;
    };
    const bool laid = opening_tile_ || rules_->starter != Starter::none;
    for (std::size_t row = 0; row < rows; ++row) {
        positions_.id[row] = static_cast<std::uint32_t>(row);
    }
    if (laid) {
        fill(positions_.ends, [&](std::uint32_t offset) {
            const Tile tile = Tile::from_bit(static_cast<int>(tile_bit(offset)));
            return static_cast<std::uint32_t>(tile.high() | tile.low() << 8);
        });
    }
    set(positions_.turn, opening_tile_ ? 1 : 0);
    for (int i = 0; i < players; ++i) {
        const batch::Column& hand = deals_.hand[static_cast<std::size_t>((first_seat + i) % players)];
        batch::Column& column = positions_.hand[static_cast<std::size_t>(i)];
        if (opening_tile_ && i == players - 1) {
            fill(column, [&](std::uint32_t offset) { return hand[offset] & ~(1U << tile_bit(offset)); });
        } else {
            fill(column, [&](std::uint32_t offset) { return hand[offset]; });
        }
    }
    if (draws_) {
        fill(positions_.boneyard, [](std::uint32_t offset) { return offset; });
        set(positions_.places, (1U << batch_.boneyard_size) - 1);
        for (std::size_t row = 0; row < rows; ++row) {
            positions_.put_boneyard(row, deals_.boneyards[starts[row].offset]);
        }
    }
    if (!batch::needs_table(batch_)) {
        return;
    }
    if (laid) {
        fill(positions_.laid, [&](std::uint32_t offset) { return 1U << tile_bit(offset); });
    } else {
        set(positions_.laid, 0);
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(players); ++i) {
        set(positions_.laid_by[i], 0);
        set(positions_.lacks[i], 0);
    }
    if (opening_tile_) {
        std::copy_n(positions_.laid.begin(), rows, positions_.laid_by[static_cast<std::size_t>(players - 1)].begin());
    }
    if (order_.keys) {
        for (std::size_t i = 0; i < positions_.key.size(); ++i) {
            fill(positions_.key[i], [&](std::uint32_t offset) { return deals_.key[i][offset]; });
        }
    }
}

/// The outcome in a row; `points` are columns by side.
template <int players, int side_count>
PlayedRound LanePlayer::played_round(std::size_t row, int first_seat, Seat opener,
                                     const std::array<const std::uint32_t*, side_count>& points) const {
    const std::uint32_t verdict = scores_.verdict[row];
    PlayedRound round;
    round.opener = opener;
    round.turns = static_cast<int>(outcomes_.ending[row] & 0xFF);
    round.blocked = (verdict >> 3 & 1) != 0;
    round.capicu = (verdict >> 4 & 1) != 0;
    int held = 0;
    for (int i = 0; i < players; ++i) {
        held += std::popcount(outcomes_.hand[static_cast<std::size_t>(i)][row]);
    }
    if (draws_) {
        round.tiles_drawn = batch_.boneyard_size - std::popcount(outcomes_.places[row]);
    }
    round.passes = round.turns - (players * rules_->hand_size + round.tiles_drawn - held);
    for (const Side side : sides(side_count)) {
        round.points[side] = static_cast<int>(points[static_cast<std::size_t>(side.number())][row]);
    }
    const int winner = static_cast<int>(verdict & 7);
    if (winner < side_count) {
        round.winner = Side((first_seat + winner) % side_count);
    }
    return round;
}

/// Who opens the round after that of a row, where no tile decides.
std::uint8_t LanePlayer::next_opener(std::size_t row, int first_seat, const PlayedRound& round) const {
    if (rules_->opening.later_rounds == LaterRounds::alternate) {
        return static_cast<std::uint8_t>(round.opener.next(rules_->players).number());
    }
    // Who laid the last tile; where nobody laid any, the opener again.
    int seat = first_seat + static_cast<int>(outcomes_.ending[row] >> 8 & 3);
    seat = seat >= rules_->players ? seat - rules_->players : seat;
    return static_cast<std::uint8_t>(round.turns == round.passes ? round.opener.number() : seat);
}

} // namespace balak::tournament
