#include "tournament/lane_player.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace balak::tournament {

LanePlayer::LanePlayer(const RuleSet& rules, const Dealer& dealer, std::vector<std::optional<batch::Simple>> in_lanes)
    : rules_(&rules), dealer_(&dealer), in_lanes_(std::move(in_lanes)),
      playable_(batch::current_target() != nullptr && batch::can_play(rules)), draws_(batch::draws_tiles(rules)) {
    batch_.rules = &rules;
    batch_.boneyard_size = rules.boneyard_size();
}

bool LanePlayer::can_play(const Leg& leg) const {
    bool all = playable_;
    for (const Side side : sides(rules_->side_count())) {
        all = all && in_lanes_[leg.entrants[side]].has_value();
    }
    return all;
}

void LanePlayer::play(const DealRange& deals, std::span<const Leg> legs, int most_rounds, Tally& tally) {
    matches_.assign(legs.size() * deals.count, {Match(*rules_), {}});
    deals_.resize(deals.count);
    boneyards_.resize(deals.count);
    wanted_.assign(deals.count, true);
    for (int round = 0; round < most_rounds && make_deals(deals, round); ++round) {
        wanted_.assign(deals.count, false);
        for (std::size_t leg = 0; leg < legs.size(); ++leg) {
            if (can_play(legs[leg])) {
                play_round(legs[leg], &matches_[leg * deals.count], tally);
            }
        }
    }
}

/// Makes the deals of a round, of those that are wanted. Returns whether there is any.
bool LanePlayer::make_deals(const DealRange& deals, int round) {
    bool any = false;
    for (std::size_t offset = 0; offset < deals_.size(); ++offset) {
        if (!wanted_[offset]) {
            continue;
        }
        any = true;
        Deal& deal = deals_[offset];
        deal = dealer_->deal(*rules_, deals.number(offset), static_cast<std::uint32_t>(round));
        if (draws_) {
            const auto size = static_cast<std::size_t>(deal.boneyard_size);
            boneyards_[offset] = batch::BoneyardTable(std::span(deal.boneyard).first(size));
        }
    }
    return any;
}

/// Plays the next round of the matches of a leg, one for each deal.
void LanePlayer::play_round(const Leg& leg, LaneMatch* matches, Tally& tally) {
    for (auto& starts : starts_) {
        starts.clear();
    }
    for (std::uint32_t offset = 0; offset < deals_.size(); ++offset) {
        LaneMatch& match = matches[offset];
        if (match.match.over()) {
            continue;
        }
        const Opening opening = match.match.opening(deals_[offset]);
        // Where the opener lays any tile of the hand that is done before the lanes begin.
        const Seat first =
            rules_->starter == Starter::none ? opening.seat.next(rules_->players) : opening.seat;
        starts_[static_cast<std::size_t>(first.number())].push_back({&match, offset, opening});
    }
    for (int seat = 0; seat < rules_->players; ++seat) {
        if (!starts_[static_cast<std::size_t>(seat)].empty()) {
            play_starts(leg, seat, tally);
        }
    }
    for (std::size_t offset = 0; offset < deals_.size(); ++offset) {
        wanted_[offset] = wanted_[offset] || !matches[offset].match.over();
    }
}

/// Plays rounds in which this seat is the first to move in the lanes.
void LanePlayer::play_starts(const Leg& leg, int first_seat, Tally& tally) {
    const std::vector<Start>& starts = starts_[static_cast<std::size_t>(first_seat)];
    const int players = rules_->players;
    batch_.first_seat = first_seat;
    for (int i = 0; i < players; ++i) {
        const Side side = rules_->side_of(Seat((first_seat + i) % players));
        batch_.strategies[static_cast<std::size_t>(i)] = *in_lanes_[leg.entrants[side]];
    }
    batch_.boneyards = boneyards_.data();
    positions_.resize(starts.size());
    outcomes_.resize(starts.size());
    scores_.resize(starts.size());
    for (std::size_t row = 0; row < starts.size(); ++row) {
        write_position(row, first_seat, starts[row]);
    }
    const batch::Kernels& kernels = batch::current_target()->kernels;
    if (rules_->starter == Starter::none && !starts.front().opening.tile) {
        kernels.open(batch_, positions_);
    }
    kernels.play(batch_, positions_, outcomes_);
    kernels.score(*rules_, outcomes_, scores_);
    for (std::size_t row = 0; row < outcomes_.size; ++row) {
        const Start& start = starts[outcomes_.id[row]];
        std::optional<Seat> last_seat;
        const PlayedRound round = played_round(row, first_seat, start, last_seat);
        start.match->match.add(round.opener, round.points, last_seat);
        tally.add_round(leg, start.match->count, round);
    }
}

void LanePlayer::write_position(std::size_t row, int first_seat, const Start& start) {
    const Deal& deal = deals_[start.offset];
    const int players = rules_->players;
    TileSet laid;
    std::uint32_t ends = 0;
    const std::optional<Tile> on_table = deal.starter ? deal.starter : start.opening.tile;
    if (on_table) {
        laid = *on_table;
        ends = static_cast<std::uint32_t>(on_table->high() | on_table->low() << 8);
    }
    const TileSet laid_by_opener = deal.starter ? TileSet() : laid;
    positions_.id[row] = static_cast<std::uint32_t>(row);
    positions_.ends[row] = ends;
    positions_.turn[row] = laid_by_opener.empty() ? 0 : 1;
    for (int i = 0; i < players; ++i) {
        const auto place = static_cast<std::size_t>(i);
        const TileSet hand = deal.hands[Seat((first_seat + i) % players)];
        positions_.hand[place][row] = (hand - laid_by_opener).bits();
        positions_.laid_by[place][row] = i == players - 1 ? laid_by_opener.bits() : 0;
        positions_.lacks[place][row] = 0;
    }
    positions_.laid[row] = laid.bits();
    positions_.key[0][row] = deal.random.first;
    positions_.key[1][row] = deal.random.second;
    if (draws_) {
        const batch::BoneyardTable& boneyard = boneyards_[start.offset];
        positions_.boneyard[row] = start.offset;
        positions_.places[row] = (1U << batch_.boneyard_size) - 1;
        positions_.yard[row] = boneyard.tiles().bits();
        for (std::size_t i = 0; i < boneyard.suits.size(); ++i) {
            positions_.suits[i][row] = boneyard.suits[i];
        }
    }
}

/// The outcome in a row.
PlayedRound LanePlayer::played_round(std::size_t row, int first_seat, const Start& start,
                                     std::optional<Seat>& last_seat) const {
    const int players = rules_->players;
    const int side_count = rules_->side_count();
    const std::uint32_t ending = outcomes_.ending[row];
    const std::uint32_t verdict = scores_.verdict[row];
    PlayedRound round;
    round.opener = start.opening.seat;
    round.turns = static_cast<int>(ending & 0xFF);
    round.blocked = (verdict >> 3 & 1) != 0;
    round.capicu = (verdict >> 4 & 1) != 0;
    if (draws_) {
        round.tiles_drawn = batch_.boneyard_size - std::popcount(outcomes_.places[row]);
    }
    int held = 0;
    for (int i = 0; i < players; ++i) {
        held += std::popcount(outcomes_.hand[static_cast<std::size_t>(i)][row]);
    }
    const int laid = players * rules_->hand_size + round.tiles_drawn - held;
    round.passes = round.turns - laid;
    for (int i = 0; i < side_count; ++i) {
        round.points[Side((first_seat + i) % side_count)] =
            static_cast<int>(scores_.points[static_cast<std::size_t>(i)][row]);
    }
    if (const int winner = static_cast<int>(verdict & 7); winner < side_count) {
        round.winner = Side((first_seat + winner) % side_count);
    }
    if (laid > 0) {
        last_seat = Seat((first_seat + static_cast<int>(ending >> 8 & 3)) % players);
    }
    return round;
}

} // namespace balak::tournament
