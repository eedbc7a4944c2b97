#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/play.hpp"
#include "cli/record_file.hpp"
#include "cli/record_output.hpp"
#include "cli/signals.hpp"
#include "cli/target.hpp"
#include "cli/terminal.hpp"
#include "cli/text_table.hpp"
#include "cli/threads.hpp"
#include "cli/user_error.hpp"
#include "io/config.hpp"
#include "io/limits.hpp"
#include "io/place.hpp"
#include "io/shown.hpp"
#include "study/judgement_lines.hpp"
#include "study/review.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

namespace balak::cli {
namespace {

constexpr std::uint64_t most_worlds = 1'000'000;

/// What is in a file of judgements that was begun before.
struct Begun {
    study::KnownChoices known;
    WrittenRecords written; ///< whole lines
};

/// Reads it, if there is one. Throws UserError if it is none, or was judged in another way.
Begun read_begun(const std::string& name, const study::JudgeSettings& settings) {
    Begun begun;
    if (!io::place_of(name).is_file()) {
        return begun;
    }
    std::ifstream file(name, std::ios::binary);
    io::Digest digest;
    std::string line;
    for (std::size_t number = 1; std::getline(file, line) && !file.eof(); ++number) {
        const std::string place = fmt::format("{}: line {}", name, number);
        if (number > 1) {
            begun.known.add(study::read_judgement(line, place));
        } else if (study::read_judgement_heading(line, place) != settings) {
            throw UserError(fmt::format("{}: was judged with other settings; name another file with --output, or judge "
                                        "anew with --restart",
                                        name));
        }
        line += '\n';
        begun.written.bytes += line.size();
        digest.add(line);
    }
    begun.written.digest = digest.text();
    return begun;
}

/// One line on the terminal that says how far it has come.
class Progress {
public:
    void show(std::size_t rounds, std::size_t choices) {
        const auto now = Clock::now();
        if (!terminal_ || now < next_) {
            return;
        }
        next_ = now + std::chrono::milliseconds(200);
        shown_ = true;
        const double seconds = std::chrono::duration<double>(now - start_).count();
        put_in_place(fmt::format("{} rounds, {} choices judged  {:.0f} choices/s", rounds, choices,
                                 static_cast<double>(choices) / std::max(seconds, 0.001)));
    }
    void clear() const {
        if (shown_) {
            put_in_place("");
        }
    }

private:
    using Clock = std::chrono::steady_clock;

    bool terminal_ = isatty(STDERR_FILENO) != 0;
    bool shown_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_ = start_;
};

std::string number_text(double value, bool points) {
    return points ? fmt::format("{:.2f}", value) : fmt::format("{:.2f} %", 100 * value);
}

std::string name_text(const std::string& name) {
    constexpr std::size_t longest = 40;
    return io::plain_beginning(name, longest);
}

std::string review_text(const study::Review& review, bool points) {
    Table table;
    table.add({"strategy", "choices", points ? "points lost a choice" : "chance lost a choice", "mistakes"});
    for (const study::Review::OfStrategy& strategy : review.strategies()) {
        std::string loss = number_text(strategy.loss.mean, points);
        if (strategy.loss.interval) {
            loss += fmt::format(" ± {:.2f}", (points ? 1 : 100) * (strategy.loss.interval->high - strategy.loss.mean));
        }
        table.add({name_text(strategy.name), fmt::format("{}", strategy.choices), loss,
                   fmt::format("{} ({:.1f} %)", strategy.mistakes,
                               100 * static_cast<double>(strategy.mistakes) / static_cast<double>(strategy.choices))});
    }
    if (review.worst().empty()) {
        return table.text();
    }
    Table worst;
    worst.add({"worst moves", "match", "round", "turn", "seat", "laid", "better", "loss"});
    for (const study::JudgedChoice& choice : review.worst()) {
        worst.add({name_text(choice.strategy), choice.match.str(), fmt::format("{}", choice.round),
                   fmt::format("{}", choice.turn), fmt::format("{}", choice.seat), choice.played,
                   choice.moves[static_cast<std::size_t>(choice.judgement.best)],
                   fmt::format("{} ± {:.2f}", number_text(choice.judgement.again->loss, points),
                               (points ? 1.96 : 196) * choice.judgement.again->error)});
    }
    return table.text() + '\n' + worst.text();
}

/// The number of --error. Throws UserError.
double error_option(const po::variables_map& values, double standard) {
    const auto text = text_option(values, "error");
    if (!text) {
        return standard;
    }
    double value = 0;
    const char* const end = text->data() + text->size();
    const auto parsed = std::from_chars(text->data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end || !(value >= 0) || value > 1000) {
        throw UserError(fmt::format("--error is {}, expected a number from 0 to 1000", io::quoted(*text)));
    }
    return value;
}

study::JudgeSettings settings_of(const po::variables_map& values, const StrategyTable& strategies) {
    // Checked as those of the strategy are.
    const OptionValues read =
        io::named_entrant(fmt::format("monte-carlo:objective={},rollout={}", *text_option(values, "objective"),
                                      *text_option(values, "rollout")),
                          strategies, "analyse")
            .options;
    study::JudgeSettings settings;
    settings.objective = read.text("objective");
    settings.rollout = read.text("rollout");
    settings.worlds = static_cast<std::size_t>(*integer_option(values, "worlds", 4, most_worlds));
    settings.error = error_option(values, settings.objective == "points" ? 1 : 0.02);
    settings.most_worlds = std::max(settings.most_worlds, settings.worlds);
    settings.seed = *integer_option(values, "seed", 0, std::numeric_limits<std::uint64_t>::max());
    return settings;
}

} // namespace

int analyse(const std::vector<std::string>& arguments) {
    const Page page{
        "balak analyse", "FILE [options]",
        "Judges every choice of recorded games by what the seat could see: what each legal move is worth, and what\n"
        "the one that was laid has lost. The best move is found in one half of the worlds and its loss measured in\n"
        "the other, and the reverse; a mistake is a loss that is more than chance, in fresh worlds too. The "
        "judgements\n"
        "go to FILE.judged.jsonl, where another call goes on with them (docs/analysing.md). The file - is standard\n"
        "input."};
    po::options_description options("Options");
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    options.add_options()("output", text("FILE"), "where the judgements go, and are gone on with")(
        "restart", "throw the judgements that are there away")("seat", text("S"), "only choices of this seat")(
        "strategy", text("NAME"), "only choices of this strategy, as the records name it")(
        "worlds", text("N")->default_value("200"), "worlds to judge each choice in, at least")(
        "error", text("E"),
        "as many worlds as it takes for this standard error of the loss (1 point, or 0.02 of a chance), 20,000 at "
        "most; 0: "
        "--worlds are enough")("objective", text("NAME")->default_value("points"),
                               "what is lost: points of the round, win (the chance to win it) or match")(
        "rollout", text("NAME")->default_value("tile-counting"), "the simple strategy by which all seats play on")(
        "seed", text("N")->default_value("0"), "another seed draws other worlds")(
        "threads", text("N")->default_value("0"), "threads to judge on; 0: one for each core");
    add_target_option(options);
    const auto values = parse(page, arguments, options, {{"file", -1}});
    if (!values) {
        return 0;
    }
    StrategyTable strategies = StrategyTable::builtin();
    strategies.play_on(target_option(*values));
    const auto name = only_argument(*values, "file", "file");
    if (!name) {
        throw UserError("a file of records is expected: balak analyse FILE");
    }
    const study::JudgeSettings settings = settings_of(*values, strategies);
    study::Wanted wanted{std::nullopt, text_option(*values, "strategy")};
    if (const auto seat = integer_option(*values, "seat", 0, max_seats - 1)) {
        wanted.seat = static_cast<int>(*seat);
    }
    const auto threads = *integer_option(*values, "threads", 0, io::limits::threads);
    if (*name == "-" && values->count("output") == 0) {
        throw UserError("the records come from standard input: name a file for the judgements with --output FILE");
    }
    const std::string output = text_option(*values, "output")
                                   .value_or(std::filesystem::path(*name).replace_extension(".judged.jsonl").string());
    if (output.empty() || (*name != "-" && io::is_same_file(*name, output))) {
        throw UserError(output.empty() ? "--output is \"\", expected the path of a file"
                                       : fmt::format("{}: the judgements would overwrite the records", output));
    }
    RecordFile file(*name, false);
    stop_waiting_on_signals();
    const std::atomic<bool>& stop = stop_requested();
    const Begun begun = values->count("restart") == 0 ? read_begun(output, settings) : Begun();
    std::optional<RecordOutput> lines;
    if (begun.written.bytes > 0) {
        lines.emplace(output, stop, begun.written);
    } else {
        lines.emplace(output, stop);
    }

    Progress progress;
    study::Review review;
    std::size_t rounds = 0;
    std::size_t choices = 0;
    const auto next = [&]() -> std::optional<io::Record> {
        std::optional<io::Judged> judged = file.next();
        if (judged && !judged->faults.empty()) {
            const io::Fault& fault = judged->faults.front();
            throw UserError(
                fmt::format("{}: line {} is no good record: {} ({})", file.name(), fault.line, fault.what, fault.rule));
        }
        return judged ? std::move(judged->record) : std::nullopt;
    };
    const auto done = [&](const study::JudgedRound& round) {
        std::string text = rounds == 0 && begun.written.bytes == 0 ? study::judgement_heading(settings) : "";
        for (std::size_t i = 0; i < round.choices.size(); ++i) {
            text += round.known[i] ? "" : study::judgement_line(round.choices[i]);
        }
        lines->write(text);
        review.add(round);
        ++rounds;
        choices += round.choices.size();
        progress.show(rounds, choices);
    };
    study::analyse(settings, strategies, available_threads(static_cast<int>(threads)), wanted, begun.known, next, done,
                   stop, file.name());
    progress.clear();
    if (rounds == 0 && !stop.load()) {
        throw UserError(fmt::format("{}: there is no record in it", file.name()));
    }
    if (rounds > 0) {
        lines->finish();
        lines->sync();
    }
    const bool stdout_is_taken = io::place_of(output).is_stdout();
    put(stdout_is_taken ? stderr : stdout,
        fmt::format("{} choices in {} rounds, all seats playing on like {}\n{}{}", choices, rounds, settings.rollout,
                    choices > 0 ? review_text(review, settings.objective == "points") : "",
                    stdout_is_taken ? "" : fmt::format("Judgements: {}\n", output)));
    if (stop.load()) {
        say("interrupted; the same command goes on");
        return interrupted_status;
    }
    return 0;
}

} // namespace balak::cli
