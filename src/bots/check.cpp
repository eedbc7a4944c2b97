#include "bots/check.hpp"

#include "io/strict_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace balak::bots {
namespace {

constexpr int questions_of_a_preset = 100;
constexpr int questions_of_a_drawn_rule_set = 20;

/// The stages of a check, each with a sentence of its own.
class Checker {
public:
    Checker(const Trial& trial, const std::function<void(const Finding&)>& tell)
        : trial_(trial), tell_(tell), presets_(exercise_rules(0)), first_(make_exercise(presets_.front(), 40)) {}

    int run(int drawn_rules) {
        if (!starts()) {
            return faults_;
        }
        judge("answers questions one by one, and keeps none back", [&] { return one_by_one(); });
        judge("copes with fields and messages that it does not know", [&] { return strange(); });
        judge("ends within a second when it is told to quit", [&] { return ending(&Session::quit); });
        judge("ends within a second when its input ends", [&] { return ending(&Session::end_input); });
        judge(fmt::format("plays by every preset, with up to {} questions at once", ready_.at_once),
              [&] { return many(presets_, questions_of_a_preset); });
        auto drawn = exercise_rules(drawn_rules);
        drawn.erase(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(presets_.size()));
        judge(fmt::format("plays by {} rule sets drawn from all", drawn.size()),
              [&] { return many(drawn, questions_of_a_drawn_rule_set); });
        if (ready_.reproducible) {
            judge("chooses the same when it is asked again, in another order and in a new process",
                  [&] { return again(); });
        } else {
            tell_({Finding::Kind::remark, "does not say that it is reproducible: runs with it cannot be resumed or "
                                          "sharded unless that is allowed"});
        }
        tell_({Finding::Kind::remark, fmt::format("its slowest answer took {} ms, of {} ms that it may take",
                                                  slowest_.count() / 1000, trial_.move_ms)});
        return faults_;
    }

private:
    /// `look` returns what is wrong, or an empty text.
    template <class Look>
    bool judge(const std::string& good, Look look) {
        const std::string wrong = look();
        faults_ += wrong.empty() ? 0 : 1;
        tell_(wrong.empty() ? Finding{Finding::Kind::good, good} : Finding{Finding::Kind::fault, wrong});
        return wrong.empty();
    }

    static std::string under(const std::string& wrong, const RuleSet& rules) {
        return wrong.empty() ? "" : fmt::format("{}, under the rules {}", wrong, describe(rules));
    }

    bool starts() {
        Session session(trial_, presets_.front());
        std::string wrong = session.start();
        ready_ = session.ready();
        const auto shown = [](const std::string& text) { return text.empty() ? "" : " " + io::shown(text); };
        return judge(fmt::format("is ready:{}{}, takes up to {} questions at once, {}",
                                 ready_.name.empty() ? " no name" : shown(ready_.name), shown(ready_.version),
                                 ready_.at_once,
                                 ready_.reproducible ? "says that it is reproducible" : "is not reproducible"),
                     [&] { return wrong; });
    }

    /// Starts a process, asks it all questions of an exercise, and ends it.
    std::string play(const Exercise& exercise, const Session::Manner& manner, std::vector<Move>& moves,
                     std::string (Session::*end)()) {
        Session session(trial_, exercise.rules);
        moves.assign(exercise.questions.size(), Move());
        std::string wrong = session.start(manner.strange);
        if (wrong.empty()) {
            wrong = session.ask(exercise.questions, manner, moves);
        }
        if (wrong.empty() && end != nullptr) {
            wrong = (session.*end)();
        }
        slowest_ = std::max(slowest_, session.slowest());
        return under(wrong, exercise.rules);
    }

    std::string one_by_one() {
        std::vector<Move> moves;
        return play(first_, {}, moves, nullptr);
    }

    std::string strange() {
        std::vector<Move> moves;
        const std::string wrong = play(first_, {.strange = true}, moves, nullptr);
        return wrong.empty() ? "" : wrong + ", where there were fields and messages that it does not know";
    }

    std::string ending(std::string (Session::*end)()) {
        std::vector<Move> moves;
        return play({first_.rules, {}}, {}, moves, end);
    }

    std::string many(const std::vector<RuleSet>& all, int questions) {
        for (const RuleSet& rules : all) {
            std::vector<Move> moves;
            std::string wrong = play(make_exercise(rules, questions), {.at_once = ready_.at_once}, moves, nullptr);
            if (!wrong.empty()) {
                return wrong;
            }
        }
        return "";
    }

    std::string again() {
        for (const RuleSet& rules : presets_) {
            Exercise exercise = make_exercise(rules, questions_of_a_preset);
            std::vector<Move> first;
            std::vector<Move> second;
            std::string wrong = play(exercise, {.at_once = ready_.at_once}, first, nullptr);
            std::ranges::reverse(exercise.questions);
            std::ranges::reverse(first);
            if (wrong.empty()) {
                wrong = play(exercise, {.first_id = 1'000'001}, second, nullptr);
            }
            if (!wrong.empty()) {
                return wrong;
            }
            const auto [one, other] = std::ranges::mismatch(first, second);
            if (one != first.end()) {
                const Question& question = exercise.questions[static_cast<std::size_t>(one - first.begin())];
                return under(fmt::format("says that it is reproducible, but chose {} and then, asked again in another "
                                         "order by a new process, {} ({})",
                                         text_of(*one, question.opening), text_of(*other, question.opening),
                                         question.place()),
                             rules);
            }
        }
        return "";
    }

    const Trial& trial_;
    const std::function<void(const Finding&)>& tell_;
    std::vector<RuleSet> presets_;
    Exercise first_;
    Ready ready_;
    int faults_ = 0;
    std::chrono::microseconds slowest_{0};
};

} // namespace

int check_bot(const Trial& trial, int drawn_rules, const std::function<void(const Finding&)>& tell) {
    return Checker(trial, tell).run(drawn_rules);
}

} // namespace balak::bots
