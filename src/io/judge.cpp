#include "io/judge.hpp"

#include "io/recorded_rules.hpp"
#include "io/replayer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace balak::io {
namespace {

using Complaints = std::vector<Complaint>;

std::string text_of(bool flag) {
    return flag ? "true" : "false";
}

std::string text_of(const std::string& text) {
    return shown(text);
}

std::string text_of(const Integer& number) {
    return number.str();
}

template <class T>
std::string text_of(const std::optional<T>& value) {
    return value ? text_of(*value) : "null";
}

template <class T>
std::string text_of(const std::vector<T>& values) {
    std::string text;
    for (const T& value : values) {
        text += (text.empty() ? "" : ", ") + text_of(value);
    }
    return fmt::format("[{}]", text);
}

/// Complains where a field does not say what is true.
template <class T>
void compare(std::string_view field, const T& recorded, const T& truth, std::string_view rule, Complaints& complaints) {
    if (recorded != truth) {
        complaints.push_back(
            {fmt::format("{} is {}, must be {}", field, text_of(recorded), text_of(truth)), std::string(rule)});
    }
}

template <class Index>
std::optional<Integer> number_of(std::optional<Index> index) {
    return index ? std::optional<Integer>(index->number()) : std::nullopt;
}

std::vector<Integer> points_of(const RuleSet& rules, const RoundResult& result) {
    std::vector<Integer> points;
    for (const Side side : sides(rules.side_count())) {
        points.emplace_back(result.points[side]);
    }
    return points;
}

void check_result(const Record& record, const RuleSet& rules, const RoundResult& result, Complaints& complaints) {
    const bool out = result.ending == Ending::out;
    std::vector<Integer> pips;
    for (const Seat seat : seats(rules.players)) {
        pips.emplace_back(result.pips[seat]);
    }
    compare("ending", record.ending, std::string(out ? "out" : "blocked"), "RULES shared 5 and 6", complaints);
    compare("last_seat", record.last_seat, number_of(result.last_seat), "RECORD last_seat", complaints);
    compare("capicu", record.capicu, result.capicu, "RULES shared 8", complaints);
    compare("winner", record.winner, number_of(result.winner), out ? "RULES shared 6" : "RULES blocked: who wins",
            complaints);
    compare("pips", record.pips, pips, "RULES vocabulary: pips", complaints);
    compare("points", record.points, points_of(rules, result),
            rules.scoring == Scoring::penalty ? "RULES score"
            : out                             ? "RULES going out scores"
                                              : "RULES blocked: score",
            complaints);
}

/// Replays the moves. Gives the result of the round if they are a whole round by the rules.
std::optional<RoundResult> replay(const Record& record, const RuleSet& rules, const Deal& deal, Opening opening,
                                  Complaints& complaints) {
    Replayer replayer(rules, deal, opening);
    std::optional<Complaint> complaint;
    for (const std::string& token : record.moves) {
        complaint = replayer.take(token);
        if (complaint) {
            break;
        }
    }
    if (!complaint) {
        complaint = replayer.end();
    }
    if (!complaint) {
        return replayer.result();
    }
    complaints.push_back(std::move(*complaint));
    return std::nullopt;
}

std::string opening_reason(const RuleSet& rules, bool first, Opening due, const Deal& deal) {
    if (!first && rules.opening.later_rounds == LaterRounds::winner) {
        return "laid the last tile of the round before";
    }
    if (!first && rules.opening.later_rounds == LaterRounds::alternate) {
        return "comes after the opener of the round before";
    }
    TileSet best = deal.hands[due.seat] & doubles;
    best = best.empty() ? deal.hands[due.seat] : best;
    return fmt::format("holds {}", to_string(best.heaviest()));
}

} // namespace

std::string to_string(const Fault& fault) {
    const auto number = [](const std::optional<Integer>& value) { return value ? value->str() : "?"; };
    return fmt::format("match {} round {}{}: {} ({})", number(fault.match), number(fault.round),
                       fault.move ? fmt::format(" move {}", *fault.move) : "", fault.what, fault.rule);
}

Judged Judge::judge(std::string_view line) {
    Judged judged;
    ++lines_;
    std::optional<Integer> match;
    std::optional<Integer> round;
    Complaints complaints;

    if (!line.ends_with('\n')) {
        complaints.push_back({"the line does not end in a line feed", "RECORD"});
    } else if (line.ends_with("\r\n")) {
        complaints.push_back({"the line ends in a carriage return and a line feed", "RECORD"});
    }
    const std::size_t begin = line.find_first_not_of(" \t\r\n");
    Value value;
    if (begin == std::string_view::npos) {
        complaints.push_back({"the line is empty", "RECORD"});
    } else if (const std::string refusal = read_json(line.substr(begin), value); !refusal.empty()) {
        complaints.push_back({"the line is no JSON that a record may have: " + refusal, "RECORD"});
    } else if (auto* object = std::get_if<Value::Object>(&value.data); object == nullptr) {
        complaints.push_back({"the line is no JSON object", "RECORD"});
    } else {
        ++rounds_;
        match = read_count(*object, "match");
        round = read_count(*object, "round");
        judged.record = read_record(std::move(*object), complaints);
        if (judged.record) {
            judge_record(*judged.record, complaints);
        } else if (match) {
            forget(*match);
        }
    }
    for (Complaint& complaint : complaints) {
        judged.faults.push_back(
            {lines_, match, round, complaint.move, std::move(complaint.what), std::move(complaint.rule)});
    }
    return judged;
}

/// The score after a round, and whether it ends the match.
struct Judge::Score {
    std::vector<Integer> total;
    bool over;

    /// Judges points and score. Where the round could not be replayed (no `result`) its own points are believed, where
    /// the round before is not known its own score.
    Score(const Record& record, const RuleSet& rules, const Running* before, const std::optional<RoundResult>& result,
          Complaints& complaints)
        : total(record.score) {
        const auto side_count = static_cast<std::size_t>(rules.side_count());
        std::vector<Integer> gained = result ? points_of(rules, *result) : record.points;
        if (gained.size() != side_count || total.size() != side_count) {
            complaints.push_back(
                {fmt::format("points and score must have {} numbers, one a side", side_count), "RECORD score"});
            for (auto* numbers : {&gained, &total}) {
                if (numbers->size() != side_count) {
                    numbers->assign(side_count, 0);
                }
            }
        }
        if (record.round == 0 || before != nullptr) {
            total = std::move(gained);
            for (std::size_t side = 0; record.round != 0 && side < side_count; ++side) {
                total[side] += before->score[side];
            }
            compare("score", record.score, total, "RULES match", complaints);
        }
        const auto best = std::ranges::max_element(total);
        over = rules.match.rounds > 0 ? record.round + 1 >= rules.match.rounds : *best >= rules.match.target;
        std::optional<Integer> winner;
        if (over && rules.round_decides_match()) {
            winner = result ? number_of(result->winner) : record.winner;
        } else if (over && std::ranges::count(total, *best) == 1) {
            winner = best - total.begin();
        }
        compare("match_over", record.match_over, over, "RULES match", complaints);
        compare("match_winner", record.match_winner, winner, "RULES match", complaints);
    }
};

void Judge::judge_record(const Record& record, Complaints& complaints) {
    const auto add = [&](const Complaints& more) { complaints.insert(complaints.end(), more.begin(), more.end()); };
    const KnownRules& known = known_rules(record.rules);
    add(known.complaints);
    if (!known.rules) {
        forget(record.match);
        return;
    }
    const RuleSet& rules = *known.rules;
    add(known.preset_complaints);
    if (record.strategies.size() != static_cast<std::size_t>(rules.players)) {
        complaints.push_back(
            {fmt::format("{} strategies are named for {} seats", record.strategies.size(), rules.players),
             "RECORD strategies"});
    }

    const Running* before = round_before(record, rules, complaints);
    const bool first = record.round == 0;
    std::optional<RoundResult> result;
    const std::optional<Deal> deal = read_deal(rules, record, complaints);
    if (deal && record.opener >= rules.players) {
        complaints.push_back({fmt::format("the opener {} is no seat", record.opener.str()), "RECORD opener"});
    } else if (deal) {
        Opening opening{Seat(static_cast<int>(record.opener)), std::nullopt};
        const bool known_opener = first
                                      ? rules.opening.first_round != FirstRound::lot
                                      : before != nullptr || rules.opening.later_rounds == LaterRounds::highest_double;
        if (known_opener) {
            const Opening due = first               ? first_opening(rules, *deal)
                                : before != nullptr ? later_opening(rules, *deal, before->opener, before->last_seat)
                                                    : opening_by_tile(rules, deal->hands);
            if (due.seat == opening.seat) {
                opening = due;
            } else {
                complaints.push_back({fmt::format("seat {} opens, but seat {} {}", opening.seat.number(),
                                                  due.seat.number(), opening_reason(rules, first, due, *deal)),
                                      "RULES who opens, with what"});
            }
        }
        result = replay(record, rules, *deal, opening, complaints);
        if (result) {
            check_result(record, rules, *result, complaints);
        }
    }
    Score score(record, rules, before, result, complaints);

    // What the next round of the match builds on.
    if (score.over || finished_.contains(record.match)) {
        running_.erase(record.match);
        finished_[record.match] = record.round;
    } else if (!result) {
        running_[record.match].reset();
    } else {
        running_[record.match] =
            Running{record.round,      known.rules,           record.strategies, Seat(static_cast<int>(record.opener)),
                    result->last_seat, std::move(score.total)};
    }
}

const Judge::KnownRules& Judge::known_rules(const Value::Object& text) {
    if (!rules_ || rules_->text != text) {
        rules_.emplace();
        rules_->text = text;
        if (const std::optional<RuleSet> rules = read_rules(text, rules_->complaints)) {
            rules_->rules = std::make_shared<const RuleSet>(*rules);
            rules_->preset_complaints = presets_ ? preset_complaints(*rules) : Complaints();
        }
    }
    return *rules_;
}

/// The match as its round before left it; null in a first round, and where that is not known.
const Judge::Running* Judge::round_before(const Record& record, const RuleSet& rules, Complaints& complaints) const {
    if (const auto finished = finished_.find(record.match); finished != finished_.end()) {
        complaints.push_back({fmt::format("the match ended with round {}", finished->second.str()), "RULES match"});
        return nullptr;
    }
    const auto running = running_.find(record.match);
    if (running == running_.end()) {
        if (record.round != 0) {
            complaints.push_back({"the match does not begin with round 0", "RECORD round"});
        }
        return nullptr;
    }
    if (!running->second) {
        return nullptr;
    }
    const Running& before = *running->second;
    if (record.round != before.round + 1) {
        complaints.push_back(
            {fmt::format("the round before it in its match is {}", before.round.str()), "RECORD round"});
        return nullptr;
    }
    if (record.strategies != before.strategies) {
        complaints.push_back({"the strategies have changed within the match", "RECORD strategies"});
    }
    if (rules != *before.rules) {
        complaints.push_back({"the rules have changed within the match", "RECORD rules"});
        return nullptr;
    }
    return &before;
}

/// A record could not be used: the next round of its match is judged without it.
void Judge::forget(const Integer& match) {
    if (!finished_.contains(match)) {
        running_[match].reset();
    }
}

std::vector<Fault> Judge::incomplete(const Forfeits& forfeits) const {
    std::vector<Fault> faults;
    for (const auto& [match, running] : running_) {
        const auto forfeit = forfeits.find(match);
        if (forfeit == forfeits.end() || !running || running->round + 1 != forfeit->second) {
            faults.push_back({lines_, match, running ? std::optional(running->round) : std::nullopt, std::nullopt,
                              "the match breaks off", "RULES match"});
        }
    }
    std::set<Integer> numbers;
    for (const auto& [match, rounds] : forfeits) {
        if (finished_.contains(match)) {
            faults.push_back({lines_, match, std::nullopt, std::nullopt,
                              "the match was forfeited, but its records are complete", "RULES match"});
        }
        // One that broke in its first round has no record.
        if (rounds == 0) {
            numbers.insert(match);
        }
    }
    for (const auto& [match, running] : running_) {
        numbers.insert(match);
    }
    for (const auto& [match, round] : finished_) {
        numbers.insert(match);
    }
    // The numbers are distinct, so there is no gap where the first is 0 and the last one less than their count.
    if (!numbers.empty() && (*numbers.begin() != 0 || *numbers.rbegin() != numbers.size() - 1)) {
        faults.push_back({lines_, std::nullopt, std::nullopt, std::nullopt,
                          "the matches are not numbered from 0 without a gap", "RECORD match"});
    }
    return faults;
}

} // namespace balak::io
