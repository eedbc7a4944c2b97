#include "tournament/tally.hpp"

#include <algorithm>

namespace balak::tournament {
namespace {

template <class Points>
std::int64_t weighted(const PerSide<int>& weight, const PerSide<Points>& points) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < weight.values.size(); ++i) {
        sum += static_cast<std::int64_t>(weight.values[i]) * points.values[i];
    }
    return sum;
}

/// Counts something that belongs to `side`, as the weights of a comparison see it.
void count_for(Split& split, const PerSide<int>& weight, std::optional<Side> side, std::int64_t times = 1) {
    const int seen = side ? weight[*side] : 0;
    (seen > 0 ? split.a : seen < 0 ? split.b : split.nobody) += times;
}

/// How a match ended, without branches: nobody could foresee them.
template <int side_count>
struct MatchEnd {
    explicit MatchEnd(const PerSide<int>& decides) : deciding(decides), best(decides[Side(0)]) {
        for (const Side side : sides(side_count)) {
            best = std::max(best, deciding[side]);
        }
        for (const Side side : sides(side_count)) {
            first += deciding[side] == best ? 1 : 0;
            everyone += deciding[side];
        }
    }

    bool has_winner() const { return first == 1; }
    bool won_by(Side side) const { return first == 1 && deciding[side] == best; }
    /// Those who tie for the first place divide it equally.
    int share(Side side) const {
        constexpr std::array<int, max_seats + 1> parts{0, full_share, full_share / 2, full_share / 3, full_share / 4};
        return deciding[side] == best ? parts[static_cast<std::size_t>(first)] : 0;
    }

    const PerSide<int>& deciding; ///< who has most of it wins
    int best;
    int first = 0;    ///< sides with that much
    int everyone = 0; ///< of all sides
};

/// Whether the side that won was behind another one halfway.
template <int side_count>
bool is_comeback(const MatchEnd<side_count>& end, const PerSide<int>& halfway) {
    int best = halfway[Side(0)];
    int winners = 0;
    for (const Side side : sides(side_count)) {
        best = std::max(best, halfway[side]);
        winners += end.won_by(side) ? halfway[side] : 0;
    }
    return end.has_winner() && winners < best;
}

template <class Counts>
void add_counts(Counts& into, const Counts& from) {
    Counts::each_count([](auto& sum, const auto& count) { sum += count; }, into, from);
}

// Count by count: as one assignment it would be a call to clear memory, which takes longer than all the adding.
template <class Counts>
void set_to_zero(Counts& counts) {
    Counts::each_count([](auto& count) { count = 0; }, counts);
}

/// The most points by which a round can be won.
std::int64_t most_in_round(const RuleSet& rules) {
    return std::int64_t{rules.tiles().pips()} + rules.out.bonus + rules.capicu_bonus;
}

} // namespace

PerSide<int> forfeit_score(const RuleSet& rules, Side side) {
    PerSide<int> score;
    for (const Side other : sides(rules.side_count())) {
        const bool target = rules.match.rounds == 0;
        score[other] = other == side ? 0 : target ? rules.match.target : static_cast<int>(most_in_round(rules));
    }
    return score;
}

std::int64_t most_in_match(const RuleSet& rules) {
    return rules.match.rounds > 0 ? rules.match.rounds * most_in_round(rules)
                                  : rules.match.target - 1 + most_in_round(rules);
}

DealTotals& DealTotals::operator+=(const DealTotals& other) {
    shares += other.shares;
    margin += other.margin;
    rounds += other.rounds;
    return *this;
}

void DealSums::add(const DealTotals& deal, std::int64_t matches_of_deal) {
    ++deals;
    matches += matches_of_deal;
    sum += deal;
    shares_squared += Int128{deal.shares} * deal.shares;
    margin_squared += Int128{deal.margin} * deal.margin;
    rounds_squared += Int128{deal.rounds} * deal.rounds;
    margin_times_rounds += Int128{deal.margin} * deal.rounds;
}

Histogram::Histogram(std::int64_t most, int scale) {
    // About forty bins, of a width that reads well.
    constexpr std::int64_t bins_a_side = 20;
    std::int64_t unit = 1;
    while (unit * 10 * bins_a_side < most) {
        unit *= 10;
    }
    for (const std::int64_t step : {1, 2, 5, 10}) {
        width_ = unit * step;
        if (width_ * bins_a_side >= most) {
            break;
        }
    }
    scaled_width_ = width_ * scale;
    half_ = bins_a_side;
    counts_.assign(static_cast<std::size_t>(2 * half_ + 1), 0);
}

std::size_t Histogram::bin(std::int64_t scaled_margin) const {
    // Halves round away from 0, so that both sides of a pairing get mirrored bins.
    const std::int64_t distance = (2 * std::abs(scaled_margin) + scaled_width_) / (2 * scaled_width_);
    const std::int64_t place = half_ + (scaled_margin < 0 ? -distance : distance);
    return static_cast<std::size_t>(std::clamp<std::int64_t>(place, 0, 2 * half_));
}

Tally::Tally(const RuleSet& rules, const Schedule& schedule, bool measure_luck, BlockRange range)
    : rules_(&rules), measure_luck_(measure_luck), free_for_all_(schedule.free_for_all),
      arrangements_(schedule.arrangements()), entrants_(schedule.entrants),
      open_tables_(free_for_all_ ? 1 : schedule.pairings.size()), tables_(open_tables_.size(), empty_table_),
      pairings_(schedule.pairings.size(), empty_pairing_), table_entrants_(free_for_all_ ? entrants_ : 0),
      who_(schedule.pairings), open_pairings_(schedule.pairings.size()), open_entrants_(table_entrants_.size()) {
    empty_pairing_.match_margins = Histogram(most_in_match(rules), schedule.scale);
    empty_pairing_.round_margins = Histogram(most_in_round(rules), schedule.scale);
    empty_pairing_.deals_by_shares.assign(schedule.legs_per_pairing * full_share + 1, 0);
    empty_pairing_.luck.resize(measure_luck ? luck_parts : 0);
    for (OpenDeal& open : open_pairings_) {
        open.luck.resize(measure_luck ? luck_measures : 0);
    }
    clear(range);
}

void Tally::OpenDeal::clear() {
    set_to_zero(totals);
    set_to_zero(contest);
    matches = 0;
    std::ranges::fill(luck, 0);
}

void Tally::clear(std::uint64_t first_deal, std::uint64_t deal_count) {
    const std::uint64_t first = first_deal / arrangements_;
    const std::uint64_t end = (first_deal + deal_count + arrangements_ - 1) / arrangements_;
    clear({first % block_count, std::min<std::uint64_t>(end - first, block_count)});
}

void Tally::clear(BlockRange range) {
    deals_ = 0;
    std::ranges::fill(open_tables_, TableTally{});
    // What is copied into what is there allocates nothing.
    empty_table_.blocks.clear(range);
    empty_pairing_.blocks.clear(range);
    empty_pairing_.contests.clear(range);
    std::ranges::fill(tables_, empty_table_);
    std::ranges::fill(pairings_, empty_pairing_);
    std::ranges::fill(table_entrants_, TableEntrant{});
    for (auto* open_deals : {&open_pairings_, &open_entrants_}) {
        std::ranges::for_each(*open_deals, &OpenDeal::clear);
    }
}

PlayedRound played_round(const Round& round, const RoundResult& result) {
    const Table& seen = round.table();
    return {.opener = seen.opener,
            .turns = seen.turn,
            .passes = seen.turn - (seen.laid.size() - (seen.has_starter ? 1 : 0)),
            .tiles_drawn = seen.draws,
            .blocked = result.ending == Ending::blocked,
            .capicu = result.capicu,
            .winner = result.winner,
            .points = result.points};
}

RoundCounts one_round(std::optional<Side> winner, bool blocked, bool capicu, Side opening_side) {
    RoundCounts counts{.played = 1, .blocked = blocked ? 1 : 0, .capicu = capicu ? 1 : 0, .won = {}};
    if (winner) {
        counts.opener_won = *winner == opening_side ? 1 : 0;
        counts.won[*winner] = 1;
    }
    return counts;
}

void MatchCount::add(const RuleSet& rules, const PlayedRound& round) {
    const Side opening_side = rules.side_of(round.opener);
    opener = rounds.played == 0 ? opening_side : opener;
    turns += round.turns;
    passes += round.passes;
    tiles_drawn += round.tiles_drawn;
    // Sides beyond the last have no points.
    add(MatchGoal(rules), one_round(round.winner, round.blocked, round.capicu, opening_side), numbers_of(round.points));
}

bool PairRounds::can_count(const RuleSet& rules) {
    return rules.side_count() == 2 && most_in_round(rules) <= most_margin;
}

void Tally::add_rounds(const Leg& leg, const PairRounds& rounds) {
    const Comparison& comparison = leg.comparisons.front();
    PairingTally& pairing = pairings_[comparison.pairing];
    const PerSide<int>& weight = comparison.weight;
    for (const Side opener : sides(2)) {
        const auto& kinds = rounds.opened_[opener].kinds_;
        const auto& margins = rounds.opened_[opener].margins_;
        PairingTally::Opened& opened = weight[opener] > 0 ? pairing.opened_by_a : pairing.opened_by_b;
        for (std::uint32_t kind = 0; kind < kinds.size(); ++kind) {
            const std::int64_t count = kinds[kind];
            const slices::Verdict verdict(kind);
            const auto winner = verdict.winner();
            count_for(pairing.rounds_won, weight, winner, count);
            count_for(pairing.blocked_won, weight, winner, verdict.blocked() ? count : 0);
            count_for(pairing.capicu, weight, winner, verdict.capicu() ? count : 0);
            count_for(opened.won, weight, winner, count);
            opened.rounds += count;
        }
        for (int margin = -PairRounds::most_margin; margin <= PairRounds::most_margin; ++margin) {
            const int bin = PairRounds::most_margin + margin;
            const std::int64_t count = margins[static_cast<std::size_t>(bin)];
            const std::int64_t seen = std::int64_t{weight[Side(0)]} * margin;
            if (count != 0) {
                opened.margin += seen * count;
                pairing.round_margin_squared += Int128{seen * seen} * count;
                pairing.round_margins.add(seen, count);
            }
        }
    }
}

void Tally::add_luck(const Leg& leg, const RoundLuck& luck) {
    for (const Comparison& comparison : leg.comparisons) {
        auto& sums = open_pairings_[comparison.pairing].luck;
        for (std::size_t i = 0; i < draw_measures; ++i) {
            sums[i] += weighted(comparison.weight, luck.draws[i]);
        }
        sums[draw_measures] += luck.long_suits;
    }
}

void Tally::add_round(const Leg& leg, const PlayedRound& round) {
    const Side opener = rules_->side_of(round.opener);
    for (const Comparison& comparison : leg.comparisons) {
        PairingTally& pairing = pairings_[comparison.pairing];
        const std::int64_t margin = weighted(comparison.weight, round.points);
        pairing.round_margin_squared += Int128{margin} * margin;
        pairing.round_margins.add(margin);
        count_for(pairing.rounds_won, comparison.weight, round.winner);
        if (round.blocked) {
            count_for(pairing.blocked_won, comparison.weight, round.winner);
        }
        if (round.capicu) {
            count_for(pairing.capicu, comparison.weight, round.winner);
        }
        const int opened = comparison.weight[opener];
        if (opened != 0) {
            PairingTally::Opened& counts = opened > 0 ? pairing.opened_by_a : pairing.opened_by_b;
            ++counts.rounds;
            counts.margin += margin;
            count_for(counts.won, comparison.weight, round.winner);
        }
    }
}

void Tally::add_match(const Leg& leg, const MatchCount& count) {
    count_match(leg, count, nullptr);
}

void Tally::add_forfeit(const Leg& leg, const MatchCount& count, const Forfeit& forfeit) {
    const auto kind = static_cast<std::size_t>(forfeit.fault);
    if (free_for_all_) {
        ++table_entrants_[leg.entrants[forfeit.side]].faults[kind];
    }
    for (const Comparison& comparison : leg.comparisons) {
        PairingTally& pairing = pairings_[comparison.pairing];
        const int weight = comparison.weight[forfeit.side];
        count_for(pairing.forfeits, comparison.weight, forfeit.side);
        pairing.faults_of_a[kind] += weight > 0 ? 1 : 0;
        pairing.faults_of_b[kind] += weight < 0 ? 1 : 0;
    }
    count_match(leg, count, &forfeit);
}

void Tally::count_match(const Leg& leg, const MatchCount& count, const Forfeit* forfeit) {
    switch (rules_->side_count()) {
    case 2:
        count_match<2>(leg, count, forfeit);
        break;
    case 3:
        count_match<3>(leg, count, forfeit);
        break;
    default:
        count_match<4>(leg, count, forfeit);
    }
}

template <int side_count>
void Tally::count_match(const Leg& leg, const MatchCount& count, const Forfeit* forfeit) {
    const MatchEnd<side_count> end(forfeit == nullptr ? count.deciding(*rules_) : count.score);
    const PerSide<int>& score = count.score;
    // Won while all others had no points. Where pips left are penalties that says nothing. Of a forfeit neither does.
    const bool played = forfeit == nullptr;
    const bool shut_out = played && end.has_winner() && end.everyone == end.best && rules_->scoring != Scoring::penalty;
    const bool comeback = played && is_comeback<side_count>(end, count.halfway) &&
                          MatchGoal(*rules_).is_halfway(numbers_of(count.halfway), count.rounds.played);
    const std::int64_t rounds = count.rounds.played;
    TableTally& table = open_tables_[free_for_all_ ? 0 : leg.comparisons.front().pairing];
    ++table.matches;
    table.drawn_matches += end.has_winner() ? 0 : 1;
    table.rounds += rounds;
    table.turns += count.turns;
    table.passes += count.passes;
    table.tiles_drawn += count.tiles_drawn;
    table.blocked += count.rounds.blocked;
    table.nobody_won += count.rounds.nobody_won();
    table.opener_won += count.rounds.opener_won;
    table.capicu += count.rounds.capicu;
    table.shut_outs += shut_out ? 1 : 0;
    table.comebacks += comeback ? 1 : 0;

    const auto count_entrant = [&](std::size_t entrant, int share, std::int64_t margin, int won) {
        Outcomes& outcomes = table_entrants_[entrant].outcomes;
        OpenDeal& open = open_entrants_[entrant];
        ++(won > 0 ? outcomes.wins : won < 0 ? outcomes.losses : outcomes.draws);
        ++open.matches;
        open.totals.shares += share;
        open.totals.margin += margin;
        open.totals.rounds += rounds;
    };
    // Of a side: its own points less the mean of the others', times (sides - 1).
    std::int64_t everyone = 0;
    for (const Side side : sides(side_count)) {
        everyone += score[side];
    }
    const auto lead_of = [&](Side side) { return std::int64_t{score[side]} * side_count - everyone; };

    for (const Comparison& comparison : leg.comparisons) {
        PairingTally& pairing = pairings_[comparison.pairing];
        OpenDeal& deal = open_pairings_[comparison.pairing];
        const PerSide<int>& weight = comparison.weight;
        std::int64_t margin = 0;
        std::int64_t ahead = 0; // of what decides the match
        int share = 0;
        int other_share = 0;
        int won = 0;
        int sides_of_a = 0;
        for (const Side side : sides(side_count)) {
            margin += std::int64_t{weight[side]} * score[side];
            ahead += std::int64_t{weight[side]} * end.deciding[side];
            (weight[side] > 0 ? share : other_share) += end.share(side);
            won += end.won_by(side) ? weight[side] : 0;
            deal.contest.rounds_won_by_a += weight[side] > 0 ? count.rounds.won[side] : 0;
            deal.contest.rounds_won_by_b += weight[side] < 0 ? count.rounds.won[side] : 0;
            if (weight[side] > 0) {
                ++sides_of_a;
                PairingTally::Place& place = pairing.by_side[side];
                ++place.matches;
                place.shares += end.share(side);
                place.margin += lead_of(side);
            }
        }
        if (shut_out) {
            ++(won > 0 ? pairing.shut_outs.a : won < 0 ? pairing.shut_outs.b : pairing.shut_outs.nobody);
        }
        if (forfeit != nullptr) {
            // Where two or three others divide the win, who has no part in it has lost all the same.
            won = share == 0 ? -1 : other_share == 0 ? 1 : 0;
        }
        // At a table of several pairings a pairing is won by who of the two is ahead.
        if (free_for_all_) {
            share = ahead > 0 ? full_share : ahead < 0 ? 0 : full_share / 2;
            other_share = full_share - share;
            won = (ahead > 0) - (ahead < 0);
        }
        ++(won > 0 ? pairing.wins : won < 0 ? pairing.losses : pairing.draws);
        pairing.match_margin_squared += Int128{margin} * margin;
        pairing.match_margins.add(margin);
        const bool second = side_count == 2 ? weight[count.opener] < 0 : !free_for_all_ && sides_of_a > 1;
        Outcomes& meeting = deal.contest.meetings[second ? 1 : 0];
        ++(share > 0 && other_share > 0 ? meeting.draws : share > 0 ? meeting.wins : meeting.losses);
        ++deal.matches;
        deal.totals.shares += share;
        deal.totals.margin += margin;
        deal.totals.rounds += rounds;
    }
    if (free_for_all_) {
        for (const Side side : sides(side_count)) {
            const bool lost = end.has_winner() || (forfeit != nullptr && forfeit->side == side);
            const int won = end.won_by(side) ? 1 : lost ? -1 : 0;
            count_entrant(leg.entrants[side], end.share(side), lead_of(side), won);
        }
    }
}

void Tally::end_deal(std::uint64_t number) {
    ++deals_;
    // A block has deals of every arrangement.
    const std::uint64_t number_in_arrangement = number / arrangements_;
    const std::size_t block = number_in_arrangement % block_count;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
        add_counts(tables_[i].all, open_tables_[i]);
        add_counts(tables_[i].blocks[block], open_tables_[i]);
        set_to_zero(open_tables_[i]);
    }
    for (std::size_t i = 0; i < pairings_.size(); ++i) {
        OpenDeal& open = open_pairings_[i];
        // Pairings that are not played with this deal are not counted.
        if (open.matches == 0) {
            continue;
        }
        const DealTotals& totals = open.totals;
        pairings_[i].deals.add(totals, open.matches);
        pairings_[i].blocks[block].add(totals);
        add_counts(pairings_[i].contests[block], open.contest);
        if (measure_luck_) {
            DealValues values{totals.shares, totals.margin, totals.rounds};
            std::ranges::copy(open.luck, values.begin() + estimated);
            pairings_[i].luck[number_in_arrangement % luck_parts].add(values);
        }
        ++pairings_[i].deals_by_shares[static_cast<std::size_t>(totals.shares)];
        open.clear();
    }
    for (std::size_t i = 0; i < table_entrants_.size(); ++i) {
        table_entrants_[i].deals.add(open_entrants_[i].totals, open_entrants_[i].matches);
        open_entrants_[i].clear();
    }
}

void Tally::merge(const Tally& other) {
    each_count([](auto& into, const auto& from) { into += from; }, *this, other);
}

void Tally::merge_pairing(std::size_t pairing, const Tally& other, std::size_t others_pairing) {
    add_counts(tables_[pairing], other.tables_[others_pairing]);
    add_counts(pairings_[pairing], other.pairings_[others_pairing]);
}

TableTally Tally::table() const {
    TableTally sum;
    for (const TableCounts& table : tables_) {
        add_counts(sum, table.all);
    }
    return sum;
}

std::vector<TableTally> Tally::table_blocks() const {
    std::vector<TableTally> sums(block_count);
    for (const TableCounts& table : tables_) {
        for (std::size_t block = 0; block < block_count; ++block) {
            add_counts(sums[block], table.blocks[block]);
        }
    }
    return sums;
}

} // namespace balak::tournament
