#include "recount.hpp"

#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "balak/round.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace balak::testing {
namespace {

using tournament::Format;
using tournament::Tournament;
using Seating = std::vector<std::size_t>;

/// All seatings of one entrant among several of another.
void add_one_among(std::vector<Seating>& seatings, std::size_t one, std::size_t others, std::size_t side_count) {
    for (std::size_t place = 0; place < side_count; ++place) {
        Seating seating(side_count, others);
        seating[place] = one;
        seatings.push_back(seating);
    }
}

/// All rotations of a table of different entrants, in the circular order whose turn it is with this deal.
void add_rotations(std::vector<Seating>& seatings, Seating table, std::uint64_t deal) {
    std::uint64_t orders = 1;
    for (std::uint64_t factor = 2; factor < table.size(); ++factor) {
        orders *= factor;
    }
    for (std::uint64_t skipped = 0; skipped < deal % orders; ++skipped) {
        std::next_permutation(table.begin() + 1, table.end());
    }
    for (std::size_t rotation = 0; rotation < table.size(); ++rotation) {
        seatings.push_back(table);
        std::ranges::rotate(table, table.begin() + 1);
    }
}

std::vector<Seating> seatings_of(const Tournament& tournament, std::size_t side_count, std::uint64_t deal) {
    const std::size_t entrants = tournament.entrants.size();
    std::vector<Seating> seatings;
    if (tournament.format == Format::free_for_all) {
        // Every set of entrants, as a number with a bit for each.
        for (unsigned set = 0; set < 1U << entrants; ++set) {
            Seating table;
            for (std::size_t who = 0; who < entrants; ++who) {
                if ((set >> who & 1) != 0) {
                    table.push_back(who);
                }
            }
            if (table.size() == side_count) {
                add_rotations(seatings, table, deal);
            }
        }
        return seatings;
    }
    for (std::size_t b = 1; b < entrants; ++b) {
        for (std::size_t a = 0; a < (tournament.format == Format::gauntlet ? 1 : b); ++a) {
            add_one_among(seatings, a, b, side_count);
            if (side_count > 2) {
                add_one_among(seatings, b, a, side_count);
            }
        }
    }
    return seatings;
}

PlayedRound written_down(const RuleSet& rules, const Round& round, const RoundResult& result) {
    PlayedRound played;
    played.opener = static_cast<std::size_t>(rules.side_of(round.table().opener).number());
    if (result.winner) {
        played.winner = static_cast<std::size_t>(result.winner->number());
    }
    for (const Side side : sides(rules.side_count())) {
        played.points.push_back(result.points[side]);
    }
    played.blocked = result.ending == Ending::blocked;
    played.capicu = result.capicu;
    for (const Event event : round.table().events()) {
        ++(event.kind() == Event::Kind::draw   ? played.draws
           : event.kind() == Event::Kind::pass ? played.passes
                                               : played.plays);
    }
    return played;
}

/// The mean points of the sides that count.
template <class Counts>
double mean_where(const std::vector<double>& points, Counts counts) {
    double sum = 0;
    int count = 0;
    for (std::size_t side = 0; side < points.size(); ++side) {
        if (counts(side)) {
            sum += points[side];
            ++count;
        }
    }
    return sum / count;
}

/// The part of a match that each side wins.
std::vector<double> parts_won(const PlayedMatch& match) {
    const std::vector<double> deciding = match.deciding();
    const double best = std::ranges::max(deciding);
    const auto tied = static_cast<double>(std::ranges::count(deciding, best));
    std::vector<double> parts;
    for (const double points : deciding) {
        parts.push_back(points == best ? 1 / tied : 0);
    }
    return parts;
}

bool shut_out(const RuleSet& rules, const PlayedMatch& match) {
    std::vector<double> others = match.score();
    if (rules.scoring == Scoring::penalty || !match.winner()) {
        return false;
    }
    others[*match.winner()] = 0;
    return std::ranges::count(others, 0) == std::ssize(others);
}

tournament::Int128 whole(double number) {
    return std::llround(number);
}

/// Sums by the name of what is summed.
class Sums {
public:
    void add(const std::string& name, double amount) { sums_[name] += amount; }
    void write(CountList list) const {
        for (const auto& [name, sum] : sums_) {
            list.add(name, whole(sum));
        }
    }

private:
    std::map<std::string, double> sums_;
};

/// What the matches of a deal came to, for whom this is about.
struct OfDeal {
    double shares = 0;
    double margin = 0;
    double rounds = 0;
};

void add_deals(Sums& sums, const std::vector<OfDeal>& deals) {
    for (const OfDeal& deal : deals) {
        sums.add("deals", 1);
        sums.add("shares", deal.shares);
        sums.add("margin", deal.margin);
        sums.add("rounds", deal.rounds);
    }
}

void add_products(Sums& sums, const std::vector<OfDeal>& deals) {
    for (const OfDeal& deal : deals) {
        sums.add("shares squared", deal.shares * deal.shares);
        sums.add("margin squared", deal.margin * deal.margin);
        sums.add("rounds squared", deal.rounds * deal.rounds);
        sums.add("margin times rounds", deal.margin * deal.rounds);
    }
}

/// Counts one pairing, from a's side.
class PairingCount {
public:
    PairingCount(const Tournament& tournament, const RuleSet& rules, std::size_t a, std::size_t b, BinWidths widths)
        : rules_(rules), a_(a), b_(b), widths_(widths),
          scale_(tournament.format == Format::free_for_all ? 1 : rules.side_count() - 1),
          tables_(tournament.format == Format::free_for_all && rules.side_count() > 2) {}

    Sums count(const std::vector<PlayedMatch>& matches, std::uint64_t deal_count) {
        for (const char* name :
             {"matches", "wins", "draws", "losses", "match margin squared", "round margin squared"}) {
            sums_.add(name, 0);
        }
        for (const char* name :
             {"rounds won", "blocked won", "capicu", "shut-outs", "opened by a won", "opened by b won"}) {
            for (const char* who : {" a", " b", " nobody"}) {
                sums_.add(std::string(name) + who, 0);
            }
        }
        for (int side = 0; side < max_seats; ++side) {
            for (const char* name : {" matches", " shares", " margin"}) {
                sums_.add("side " + std::to_string(side) + name, 0);
            }
        }
        for (const char* opened : {"opened by a ", "opened by b "}) {
            sums_.add(std::string(opened) + "rounds", 0);
            sums_.add(std::string(opened) + "margin", 0);
        }
        std::vector<OfDeal> deals(deal_count);
        for (const PlayedMatch& match : matches) {
            if (std::ranges::count(match.seating, a_) > 0 && std::ranges::count(match.seating, b_) > 0) {
                count_match(match, deals.at(match.deal));
            }
        }
        add_deals(sums_, deals);
        add_products(sums_, deals);
        return sums_;
    }

private:
    /// Of a over b, in points times the scale.
    double margin(const PlayedMatch& match, const std::vector<double>& points) const {
        return scale_ * (mean_where(points, [&](std::size_t side) { return match.seating[side] == a_; }) -
                         mean_where(points, [&](std::size_t side) { return match.seating[side] == b_; }));
    }

    /// ` a` for a side of a, and so on.
    std::string who(const PlayedMatch& match, std::optional<std::size_t> side) const {
        return !side ? " nobody" : match.seating[*side] == a_ ? " a" : match.seating[*side] == b_ ? " b" : " nobody";
    }

    void add_to_bin(const std::string& name, double margin, std::int64_t width) {
        const double bin = std::round(margin / scale_ / static_cast<double>(width));
        const auto middle = static_cast<std::int64_t>(std::clamp(bin, -20.0, 20.0)) * width;
        sums_.add(name + ' ' + std::to_string(middle), 1);
    }

    void count_match(const PlayedMatch& match, OfDeal& deal) {
        const double won_by = margin(match, match.score());
        const std::vector<double> parts = parts_won(match);
        double part = 0;
        for (std::size_t side = 0; side < parts.size(); ++side) {
            if (match.seating[side] != a_) {
                continue;
            }
            part += parts[side];
            const std::string place = "side " + std::to_string(side);
            const double others = mean_where(match.score(), [&](std::size_t other) { return other != side; });
            sums_.add(place + " matches", 1);
            sums_.add(place + " shares", 12 * parts[side]);
            sums_.add(place + " margin", (match.score()[side] - others) * (rules_.side_count() - 1));
        }
        const std::string winner = who(match, match.winner());
        std::string outcome = winner == " a" ? "wins" : winner == " b" ? "losses" : "draws";
        if (tables_) {
            const double ahead = margin(match, match.deciding());
            part = ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5;
            outcome = ahead > 0 ? "wins" : ahead < 0 ? "losses" : "draws";
        }
        sums_.add("matches", 1);
        sums_.add(outcome, 1);
        sums_.add("match margin squared", won_by * won_by);
        add_to_bin("match margins", won_by, widths_.match);
        if (shut_out(rules_, match)) {
            sums_.add("shut-outs" + winner, 1);
        }
        deal.shares += 12 * part;
        deal.margin += won_by;
        for (const PlayedRound& round : match.rounds) {
            count_round(match, round);
            deal.rounds += 1;
        }
    }

    void count_round(const PlayedMatch& match, const PlayedRound& round) {
        const double won_by = margin(match, round.points);
        const std::string winner = who(match, round.winner);
        sums_.add("round margin squared", won_by * won_by);
        add_to_bin("round margins", won_by, widths_.round);
        sums_.add("rounds won" + winner, 1);
        if (round.blocked) {
            sums_.add("blocked won" + winner, 1);
        }
        if (round.capicu) {
            sums_.add("capicu" + winner, 1);
        }
        const std::string opener = who(match, round.opener);
        if (opener != " nobody") {
            sums_.add("opened by" + opener + " rounds", 1);
            sums_.add("opened by" + opener + " margin", won_by);
            sums_.add("opened by" + opener + " won" + winner, 1);
        }
    }

    const RuleSet& rules_;
    std::size_t a_;
    std::size_t b_;
    BinWidths widths_;
    int scale_;
    bool tables_; // of several pairings: who of the two scored more wins
    Sums sums_;
};

/// One entrant over all its matches. Where only two entrants play it is one match for each, however many seats it has.
Sums count_entrant(std::size_t who, const std::vector<PlayedMatch>& matches, std::uint64_t deal_count) {
    Sums sums;
    for (const char* name : {"matches", "wins", "draws", "losses"}) {
        sums.add(name, 0);
    }
    std::vector<OfDeal> deals(deal_count);
    for (const PlayedMatch& match : matches) {
        const auto own = [&](std::size_t side) { return match.seating[side] == who; };
        if (std::ranges::count(match.seating, who) == 0) {
            continue;
        }
        const std::vector<double> score = match.score();
        const std::vector<double> parts = parts_won(match);
        const double others = mean_where(score, [&](std::size_t side) { return !own(side); });
        OfDeal& deal = deals.at(match.deal);
        deal.margin += static_cast<double>(score.size() - 1) * (mean_where(score, own) - others);
        deal.rounds += static_cast<double>(match.rounds.size());
        for (std::size_t side = 0; side < parts.size(); ++side) {
            deal.shares += own(side) ? 12 * parts[side] : 0;
        }
        sums.add("matches", 1);
        sums.add(!match.winner() ? "draws" : own(*match.winner()) ? "wins" : "losses", 1);
    }
    add_deals(sums, deals);
    return sums;
}

Sums count_table(const RuleSet& rules, const std::vector<PlayedMatch>& matches) {
    Sums sums;
    for (const PlayedMatch& match : matches) {
        sums.add("matches", 1);
        sums.add("drawn matches", match.winner() ? 0 : 1);
        sums.add("shut-outs", shut_out(rules, match) ? 1 : 0);
        for (const PlayedRound& round : match.rounds) {
            sums.add("rounds", 1);
            sums.add("turns", round.plays + round.passes);
            sums.add("passes", round.passes);
            sums.add("tiles drawn", round.draws);
            sums.add("blocked", round.blocked ? 1 : 0);
            sums.add("nobody won", round.winner ? 0 : 1);
            sums.add("opener won", round.winner == round.opener ? 1 : 0);
            sums.add("capicu", round.capicu ? 1 : 0);
        }
    }
    return sums;
}

} // namespace

std::vector<double> PlayedMatch::score() const {
    std::vector<double> score(seating.size(), 0);
    for (const PlayedRound& round : rounds) {
        for (std::size_t side = 0; side < score.size(); ++side) {
            score[side] += round.points[side];
        }
    }
    return score;
}

std::vector<double> PlayedMatch::deciding() const {
    if (!round_decides) {
        return score();
    }
    std::vector<double> won(seating.size(), 0);
    if (rounds.front().winner) {
        won[*rounds.front().winner] = 1;
    }
    return won;
}

std::optional<std::size_t> PlayedMatch::winner() const {
    const std::vector<double> points = deciding();
    const auto best = std::ranges::max_element(points);
    if (std::ranges::count(points, *best) > 1) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(best - points.begin());
}

std::vector<PlayedMatch> play_all(const Tournament& tournament, const RuleSet& rules, std::uint64_t deals) {
    const StrategyTable table = StrategyTable::builtin();
    std::vector<std::unique_ptr<Strategy>> players;
    for (const tournament::Entrant& entrant : tournament.entrants) {
        players.push_back(table.find(entrant.type)->make(entrant.options, table));
    }
    std::vector<PlayedMatch> matches;
    for (std::uint64_t number = 0; number < deals; ++number) {
        for (const Seating& seating : seatings_of(tournament, static_cast<std::size_t>(rules.side_count()), number)) {
            PlayedMatch played{number, seating, {}, rules.match.rounds == 1 && rules.scoring != Scoring::penalty};
            PerSeat<Strategy*> seated;
            for (const Seat seat : seats(rules.players)) {
                seated[seat] = players[seating[static_cast<std::size_t>(rules.side_of(seat).number())]].get();
            }
            Match match(rules);
            while (!match.over()) {
                const Deal deal =
                    Dealer(tournament.seed).deal(rules, number, static_cast<std::uint32_t>(match.round()));
                const Opening opening = match.opening(deal);
                Round round(rules, deal, opening);
                play_out(round, seated, deal.random, match.score(), match.round());
                played.rounds.push_back(written_down(rules, round, round.result()));
                match.add(opening.seat, round.result());
            }
            matches.push_back(std::move(played));
        }
    }
    return matches;
}

Counts recount(const Tournament& tournament, const RuleSet& rules, std::uint64_t deals,
               const std::vector<PlayedMatch>& matches, BinWidths widths) {
    Counts counts;
    const CountList all(counts, "");
    Sums table = count_table(rules, matches);
    table.add("deals", static_cast<double>(deals));
    table.write(all);
    std::size_t pairing = 0;
    for (std::size_t a = 0; a < tournament.entrants.size(); ++a) {
        count_entrant(a, matches, deals).write(all.under("entrant " + std::to_string(a)));
        for (std::size_t b = a + 1; b < tournament.entrants.size(); ++b) {
            if (tournament.format != Format::gauntlet || a == 0) {
                PairingCount count(tournament, rules, a, b, widths);
                count.count(matches, deals).write(all.under("pairing " + std::to_string(pairing++)));
            }
        }
    }
    return counts;
}

} // namespace balak::testing
