// All choices of many recorded rounds, judged.
#pragma once

#include "balak/strategy.hpp"
#include "io/record_reader.hpp"
#include "study/judgement.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace balak::study {

/// A choice of a recorded round.
struct JudgedChoice {
    io::Integer match;
    int round = 0;
    int turn = 0; ///< plays and passes of the round before it
    int seat = 0;
    std::string strategy;
    std::vector<std::string> moves; ///< the legal ones, by rank
    std::string played;
    Judgement judgement;
};

/// Which choices are judged; by default all.
struct Wanted {
    std::optional<int> seat;
    std::optional<std::string> strategy;
};

/// Choices that are judged already.
class KnownChoices {
public:
    void add(JudgedChoice choice);
    /// The choice of this match, round and turn, or null.
    const JudgedChoice* find(const io::Integer& match, int round, int turn) const;
    /// The choices of a round.
    std::size_t count(const io::Integer& match, int round) const;

private:
    std::map<std::tuple<io::Integer, int, int>, JudgedChoice> choices_;
};

/// A judged round.
struct JudgedRound {
    std::vector<JudgedChoice> choices; ///< in the order of turns
    std::vector<bool> known;           ///< whether each was known before
};

/// Judges the choices of records on so many threads, 0: one for each core. `next` hands out one record after the other,
/// nothing at the end; `done` takes the rounds, in the order of the records. Both are called by one thread at a time.
/// The result is a function of the records and settings. Nothing is handed out any more once `stop` is set.
///
/// Throws io::InputError, whose text begins with `place`, for a record that balak cannot play, and for one in which
/// what is known is of another game; and what `next` and `done` throw.
void analyse(const JudgeSettings& settings, const StrategyTable& strategies, int threads, const Wanted& wanted,
             const KnownChoices& known, const std::function<std::optional<io::Record>()>& next,
             const std::function<void(const JudgedRound&)>& done, const std::atomic<bool>& stop,
             const std::string& place);

} // namespace balak::study
