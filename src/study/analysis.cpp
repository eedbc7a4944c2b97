#include "study/analysis.hpp"

#include "bots/messages.hpp"
#include "io/input_error.hpp"
#include "study/recorded_round.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <iterator>
#include <utility>

namespace balak::study {
namespace {

/// The key of the worlds of a choice. The seed is another one than that of any run is likely to be: a strategy that
/// searches must not be judged in the worlds that it has chosen by.
RoundKey world_key(std::uint64_t seed, const io::Integer& match, int round, int turn) {
    constexpr std::uint64_t apart = 0x6A09E667F3BCC908; // the fraction of the square root of 2
    const auto number = (match % (io::Integer(1) << 56)).convert_to<std::uint64_t>();
    const auto words = random_block(seed ^ apart, Purpose::strategy, number, static_cast<std::uint32_t>(round),
                                    static_cast<std::uint32_t>(turn));
    const SeatKey key{words[0], words[1]};
    return {{key, key, key, key}};
}

/// Judges round after round.
class RoundJudge {
public:
    RoundJudge(const JudgeSettings& settings, const StrategyTable& strategies, const Wanted& wanted,
               const KnownChoices& known, const std::string& place)
        : settings_(settings), wanted_(wanted), known_(known), place_(place), judge_(settings, strategies) {}

    JudgedRound judge(const io::Record& record) {
        const std::string place = fmt::format("{}: match {}, round {}", place_, record.match.str(), record.round.str());
        const RecordedRound recorded = read_round(record, place);
        JudgedRound judged;
        std::size_t known = 0;
        Round round(recorded.rules, recorded.deal, recorded.opening);
        for (const Move play : recorded.plays) {
            if (round.legal_moves().size() > 1) {
                const Observation seen =
                    round.observe(world_key(settings_.seed, record.match, recorded.number, round.table().turn),
                                  recorded.score, recorded.number);
                JudgedChoice choice = choice_of(record, seen, play);
                const JudgedChoice* const before = known_.find(record.match, choice.round, choice.turn);
                if (before != nullptr) {
                    require_same(*before, choice, place);
                    ++known;
                }
                if (is_wanted(choice)) {
                    choice.judgement = before != nullptr ? before->judgement : judge_.judge(seen, play);
                    judged.choices.push_back(std::move(choice));
                    judged.known.push_back(before != nullptr);
                }
            }
            round.play(play);
        }
        if (known != known_.count(record.match, recorded.number)) {
            fail_other_game(place);
        }
        return judged;
    }

private:
    static JudgedChoice choice_of(const io::Record& record, const Observation& seen, Move play) {
        const int seat = seen.seat.number();
        JudgedChoice choice{
            record.match, seen.round, seen.table.turn, seat, record.strategies.at(static_cast<std::size_t>(seat)), {},
            {},           {}};
        const bool opening = bots::is_opening(seen.table);
        for (int rank = 0; rank < seen.legal.size(); ++rank) {
            choice.moves.push_back(bots::text_of(seen.legal.nth(rank), opening));
        }
        choice.played = bots::text_of(play, opening);
        return choice;
    }
    bool is_wanted(const JudgedChoice& choice) const {
        return (!wanted_.seat || *wanted_.seat == choice.seat) &&
               (!wanted_.strategy || *wanted_.strategy == choice.strategy);
    }
    static void require_same(const JudgedChoice& before, const JudgedChoice& choice, const std::string& place) {
        if (before.moves != choice.moves || before.played != choice.played || before.strategy != choice.strategy ||
            before.seat != choice.seat) {
            fail_other_game(place);
        }
    }
    [[noreturn]] static void fail_other_game(const std::string& place) {
        throw io::InputError(fmt::format("{}: the judgements that are there are of another game", place));
    }

    const JudgeSettings& settings_;
    const Wanted& wanted_;
    const KnownChoices& known_;
    const std::string& place_;
    ChoiceJudge judge_;
};

} // namespace

void KnownChoices::add(JudgedChoice choice) {
    const std::tuple key(choice.match, choice.round, choice.turn);
    choices_.insert_or_assign(key, std::move(choice));
}

std::size_t KnownChoices::count(const io::Integer& match, int round) const {
    return static_cast<std::size_t>(
        std::distance(choices_.lower_bound({match, round, 0}), choices_.lower_bound({match, round + 1, 0})));
}

const JudgedChoice* KnownChoices::find(const io::Integer& match, int round, int turn) const {
    const auto found = choices_.find({match, round, turn});
    return found == choices_.end() ? nullptr : &found->second;
}

void analyse(const JudgeSettings& settings, const StrategyTable& strategies, int threads, const Wanted& wanted,
             const KnownChoices& known, const std::function<std::optional<io::Record>()>& next,
             const std::function<void(const JudgedRound&)>& done, const std::atomic<bool>& stop,
             const std::string& place) {
    namespace tbb = oneapi::tbb;
    const auto count = static_cast<std::size_t>(threads > 0 ? threads : tbb::info::default_concurrency());
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, count);
    tbb::task_arena arena(static_cast<int>(count));
    tbb::enumerable_thread_specific<RoundJudge> judges(
        [&] { return RoundJudge(settings, strategies, wanted, known, place); });
    const auto read =
        tbb::make_filter<void, io::Record>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& flow) {
            std::optional<io::Record> record;
            if (!stop.load()) {
                record = next();
            }
            if (!record) {
                flow.stop();
            }
            return std::move(record).value_or(io::Record());
        });
    const auto judge = tbb::make_filter<io::Record, JudgedRound>(
        tbb::filter_mode::parallel, [&](const io::Record& record) { return judges.local().judge(record); });
    const auto tell = tbb::make_filter<JudgedRound, void>(tbb::filter_mode::serial_in_order, done);
    arena.execute([&] { tbb::parallel_pipeline(4 * count, read & judge & tell); });
}

} // namespace balak::study
