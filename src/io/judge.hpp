// Judging game records by the rules, whoever wrote them. What must have happened is what balak's own engine does.
#pragma once

#include "balak/round.hpp"
#include "balak/rules.hpp"
#include "io/record_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace balak::io {

/// Something in a file of records that is against the rules.
struct Fault {
    std::size_t line = 0;            ///< from 1
    std::optional<Integer> match;    ///< where it is known
    std::optional<Integer> round;    ///< where it is known
    std::optional<std::size_t> move; ///< from 1, where the fault is about a move
    std::string what;
    std::string rule; ///< the place in docs/rules.md or docs/records.md that says so
};

/// `match 3 round 0 move 7: what (rule)`; what is not known is `?`.
std::string to_string(const Fault& fault);

/// One line, judged.
struct Judged {
    std::optional<Record> record; ///< where the line holds one that has all fields
    std::vector<Fault> faults;
};

/// Judges the records of one run, line by line in order. The rounds of one match come in order; those of several
/// matches may be mixed. After a fault it goes on with what is still certain.
///
/// It calls faults what no sane record has but docs/records.md does not forbid: bonuses, reserves, targets and numbers
/// of rounds beyond a thousand million, integers beyond 300 digits, and texts with half a surrogate pair.
class Judge {
public:
    /// `presets`: a rule set must have the values of the preset that it is named after.
    explicit Judge(bool presets = false) : presets_(presets) {}

    /// The next line, with the line feed that ends it.
    Judged judge(std::string_view line);
    /// Matches that were lost by faults of bots, with their complete rounds: what results say of a run.
    using Forfeits = std::map<Integer, Integer>;
    /// Faults of the run as a whole: a match that breaks off where none was forfeited, a gap in the numbers of the
    /// matches, a forfeited match that has other rounds.
    std::vector<Fault> incomplete(const Forfeits& forfeits = {}) const;

    /// Records read so far, good or bad.
    std::size_t rounds() const { return rounds_; }
    /// Matches that they belong to.
    std::size_t matches() const { return running_.size() + finished_.size(); }

private:
    /// A match between two of its rounds.
    struct Running {
        Integer round; ///< the last one
        std::shared_ptr<const RuleSet> rules;
        std::vector<std::string> strategies;
        Seat opener;
        std::optional<Seat> last_seat;
        std::vector<Integer> score;
    };
    /// The rule set of a rules object, and what is wrong with it. Runs repeat theirs, so the last one is kept.
    struct KnownRules {
        Value::Object text;
        std::shared_ptr<const RuleSet> rules; ///< null if they cannot be understood
        std::vector<Complaint> complaints;
        std::vector<Complaint> preset_complaints;
    };
    struct Score;

    void judge_record(const Record& record, std::vector<Complaint>& complaints);
    const KnownRules& known_rules(const Value::Object& text);
    const Running* round_before(const Record& record, const RuleSet& rules, std::vector<Complaint>& complaints) const;
    void forget(const Integer& match);

    bool presets_;
    std::size_t lines_ = 0;
    std::size_t rounds_ = 0;
    std::map<Integer, std::optional<Running>> running_; ///< nothing: what the next round builds on is not known
    std::map<Integer, Integer> finished_;               ///< match -> its last round
    std::optional<KnownRules> rules_;
};

} // namespace balak::io
