#include "bots/kept_question.hpp"
#include "bots/position.hpp"
#include "bots/server.hpp"
#include "bots/session.hpp"
#include "cli/bot.hpp"
#include "cli/bot_trial.hpp"
#include "cli/user_error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace balak::cli {

int bot_ask(const std::vector<std::string>& arguments) {
    const Page page{"balak bot ask", "FILE COMMAND|library:FILE [options]",
                    "Asks a bot a question that a run has kept, the one in which a bot broke the protocol, and shows\n"
                    "what it answers. The file has two lines, `hello` and `choose`.\n"
                    "Exit code 0: it answers with a legal move, 1: it does not."};
    po::options_description options("Options");
    add_trial_options(options);
    const auto values = parse(page, arguments, options, {{"words", -1}});
    if (!values) {
        return 0;
    }
    const auto words =
        values->count("words") > 0 ? (*values)["words"].as<std::vector<std::string>>() : std::vector<std::string>();
    if (words.size() != 2) {
        throw UserError(fmt::format("ask: a file and a bot are expected, {} words given: balak bot ask FILE COMMAND",
                                    words.size()));
    }
    const bots::KeptQuestion kept = bots::read_kept_question(io::read_file(words[0]), words[0]);
    const RuleSet rules = bots::rules_of_hello(io::Node(kept.hello, words[0] + ": hello"));
    const std::string place = words[0] + ": choose";
    const bots::ChooseMessage message = bots::read_choose(io::Node(kept.choose, place));
    const bots::Position position(rules, message, place);
    bots::Trial trial = trial_of(words[1], *values);
    if (values->count("options") == 0 && kept.hello.contains("options")) {
        trial.options = kept.hello["options"];
    }
    const bots::Question question = bots::question_of(position.observation(), message.match);
    bots::Session session(trial, rules);
    std::string wrong = session.start();
    Move move;
    if (wrong.empty()) {
        wrong = session.ask({&question, 1}, {}, {&move, 1});
    }
    if (!wrong.empty()) {
        fmt::print("The bot {}.\n", wrong);
        return 1;
    }
    fmt::print("The bot lays {} ({}), after {} ms.\n", bots::text_of(move, question.opening), question.place(),
               session.slowest().count() / 1000);
    return 0;
}

} // namespace balak::cli
