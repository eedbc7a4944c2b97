#include "cli/chain_picture.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/record_file.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/recorded_rules.hpp"
#include "io/replayer.hpp"
#include "io/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>

namespace balak::cli {
namespace {

template <class Index>
std::string side_by_side(detail::Count<Index> all, const detail::Indexed<Index, int>& numbers) {
    std::string text;
    for (const Index index : all) {
        text += (text.empty() ? "" : " : ") + std::to_string(numbers[index]);
    }
    return text;
}

std::string score_text(const std::vector<io::Integer>& score) {
    std::string text;
    for (const io::Integer& number : score) {
        text += (text.empty() ? "" : " : ") + number.str();
    }
    return text;
}

/// Tells one record as text, as far as it goes by the rules.
class Story {
public:
    Story(const io::Record& record, const std::vector<io::Fault>& faults, bool each_chain)
        : record_(record), faults_(faults), each_chain_(each_chain), width_(text_width()) {
        for (const std::string& name : record.strategies) {
            names_.push_back(io::plain_beginning(name, 40));
            name_width_ = std::max(name_width_, fmt::formatted_size("{}", names_.back()));
        }
    }

    std::string tell() {
        std::vector<io::Complaint> ignored; // the judge has said it
        const std::optional<RuleSet> rules = io::read_rules(record_.rules, ignored);
        text_ += fmt::format("match {}, round {}{}\n", record_.match.str(), record_.round.str(),
                             rules ? fmt::format(": {}", io::plain(describe(*rules))) : "");
        const std::optional<Deal> deal = rules ? io::read_deal(*rules, record_, ignored) : std::nullopt;
        if (deal && record_.opener < rules->players) {
            tell_deal(*rules, *deal);
            tell_moves(*rules, *deal);
        }
        for (const io::Fault& fault : faults_) {
            text_ += fmt::format("  FAULT in line {}{}: {} ({})\n", fault.line,
                                 fault.move ? fmt::format(", move {}", *fault.move) : "", fault.what, fault.rule);
        }
        return std::move(text_);
    }

private:
    /// `seat 1 greedy-heavy`
    std::string who(Seat seat) const {
        const auto place = static_cast<std::size_t>(seat.number());
        return fmt::format("seat {} {:<{}}", seat.number(), place < names_.size() ? names_[place] : "", name_width_);
    }

    void tell_deal(const RuleSet& rules, const Deal& deal) {
        text_ += '\n';
        for (const Seat seat : seats(rules.players)) {
            text_ +=
                fmt::format("  {}  {}  ({} pips)\n", who(seat), tiles_text(deal.hands[seat]), deal.hands[seat].pips());
        }
        if (deal.starter) {
            text_ += fmt::format("  starter  {}\n", to_string(*deal.starter));
        }
        if (deal.boneyard_size > 0) {
            std::string line = "  boneyard ";
            for (int i = 0; i < deal.boneyard_size; ++i) {
                if (line.size() + 4 > width_) {
                    text_ += line + '\n';
                    line = "           ";
                }
                line += fmt::format(" {}", to_string(deal.boneyard[static_cast<std::size_t>(i)]));
            }
            text_ += line + '\n';
        }
        text_ += '\n';
    }

    void tell_moves(const RuleSet& rules, const Deal& deal) {
        // Whether the opener was right and had to open with some tile, the judge knows.
        io::Replayer replayer(rules, deal, {Seat(static_cast<int>(record_.opener)), std::nullopt});
        std::size_t until = record_.moves.size();
        for (const io::Fault& fault : faults_) {
            until = fault.move ? std::min(until, *fault.move - 1) : until;
        }
        if (deal.starter) {
            chain_.start(*deal.starter);
        }
        for (std::size_t i = 0; i < until; ++i) {
            const Seat seat = replayer.seat();
            const bool opening = !replayer.started();
            if (replayer.take(record_.moves[i])) {
                return;
            }
            tell_move(i + 1, seat, *io::read_token(record_.moves[i]), opening, replayer);
        }
        if (until < record_.moves.size()) {
            text_ += fmt::format("  {:>3}  {}  {}\n", until + 1, who(replayer.seat()), io::shown(record_.moves[until]));
        }
        if (!each_chain_ || !laid_) {
            tell_chain();
        }
        if (until == record_.moves.size() && replayer.over()) {
            tell_result(rules, replayer.result());
        }
    }

    void tell_move(std::size_t number, Seat seat, const io::Token& token, bool opening, const io::Replayer& after) {
        using Kind = io::Token::Kind;
        std::string did = "passes";
        std::string then;
        if (token.kind == Kind::draw) {
            did = fmt::format("draws {}", to_string(token.tile));
            then = fmt::format("{} left in the boneyard", after.boneyard());
        } else if (token.kind != Kind::pass) {
            const End end = token.kind == Kind::right ? End::right : End::left;
            opening ? chain_.start(token.tile) : chain_.lay(token.tile, end);
            laid_ = true;
            did = fmt::format("{} {}{}", opening ? "opens with" : "lays", to_string(token.tile),
                              opening            ? ""
                              : end == End::left ? " left"
                                                 : " right");
            then = fmt::format("ends {} {}, {} in hand", after.left(), after.right(), after.hand(seat).size());
        }
        std::string line = fmt::format("  {:>3}  {}  {:<16}  {}", number, who(seat), did, then);
        line.erase(line.find_last_not_of(' ') + 1);
        text_ += line + '\n';
        if (each_chain_ && token.kind != Kind::draw && token.kind != Kind::pass) {
            tell_chain();
        }
    }

    void tell_chain() { text_ += '\n' + chain_.draw(width_, 4) + '\n'; }

    void tell_result(const RuleSet& rules, const RoundResult& result) {
        const std::string ending =
            result.ending == Ending::out
                ? fmt::format("seat {} goes out{}", result.last_seat->number(), result.capicu ? " with a capicu" : "")
                : fmt::format("the round is blocked{}",
                              result.last_seat ? fmt::format(" by seat {}", result.last_seat->number()) : "");
        text_ += fmt::format("  {}: {} the round\n", ending,
                             result.winner ? fmt::format("side {} wins", result.winner->number()) : "nobody wins");
        text_ += fmt::format("  pips left {}, points {}, score {}\n", side_by_side(seats(rules.players), result.pips),
                             side_by_side(sides(rules.side_count()), result.points), score_text(record_.score));
        if (record_.match_over) {
            text_ += record_.match_winner
                         ? fmt::format("  the match is over: side {} wins it\n", record_.match_winner->str())
                         : "  the match is over: a draw\n";
        }
    }

    const io::Record& record_;
    const std::vector<io::Fault>& faults_;
    bool each_chain_;
    std::size_t width_;
    std::vector<std::string> names_;
    std::size_t name_width_ = 0;
    ChainPicture chain_;
    bool laid_ = false; ///< whether a seat has laid a tile
    std::string text_;
};

/// Numbers as text: `0 to 4, 7`.
std::string ranges(const std::set<io::Integer>& numbers) {
    std::string text;
    int count = 0;
    for (auto it = numbers.begin(); it != numbers.end(); ++count) {
        if (count == 5) {
            return text + ", ...";
        }
        const io::Integer first = *it;
        io::Integer last = first;
        for (++it; it != numbers.end() && *it == last + 1; ++it) {
            last = *it;
        }
        text += (text.empty() ? "" : ", ") + first.str();
        text += last == first ? "" : (last == first + 1 ? ", " : " to ") + last.str();
    }
    return text;
}

/// Says that the round looked for is not there, and which are. Throws UserError.
[[noreturn]] void report_missing(const std::string& file, const std::optional<std::uint64_t>& match,
                                 const std::optional<std::uint64_t>& round, const std::set<io::Integer>& matches,
                                 const std::set<io::Integer>& rounds) {
    if (matches.empty()) {
        throw UserError(fmt::format("{}: there is no record in it", file));
    }
    if (match && !matches.contains(io::Integer(*match))) {
        throw UserError(fmt::format("{}: there is no match {}, only {}", file, *match, ranges(matches)));
    }
    throw UserError(fmt::format("{}: there is no round {}{}, only {}", file, *round,
                                match ? fmt::format(" in match {}", *match) : "", ranges(rounds)));
}

} // namespace

int replay(const std::vector<std::string>& arguments) {
    const Page page{
        "balak replay", "FILE [options]",
        "Shows recorded rounds (JSON Lines) move by move, the chain with its doubles crosswise. The file - is\n"
        "standard input. A faulty record is shown up to the fault. Exit code: 0, or 1 with a fault in what\n"
        "was shown."};
    po::options_description options("Options");
    options.add_options()("match", po::value<std::string>()->value_name("M"), "only this match, from 0");
    options.add_options()("round", po::value<std::string>()->value_name("R"), "only this round of a match, from 0");
    options.add_options()("limit", po::value<std::string>()->value_name("N"), "show so many rounds at most");
    options.add_options()("chains", "draw the chain after every tile laid, not only at the end of a round");
    const auto values = parse(page, arguments, options, {{"file", -1}});
    if (!values) {
        return 0;
    }
    const auto names =
        values->count("file") > 0 ? (*values)["file"].as<std::vector<std::string>>() : std::vector<std::string>();
    if (names.size() != 1) {
        throw UserError(fmt::format("one file of records is expected, {} given: balak replay FILE", names.size()));
    }
    constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
    const auto match = integer_option(*values, "match", 0, any);
    const auto round = integer_option(*values, "round", 0, any);
    // A match has each of its rounds once.
    const auto limit = match && round ? 1 : integer_option(*values, "limit", 1, any).value_or(any);

    RecordFile file(names.front(), false);
    std::set<io::Integer> matches; // that there are
    std::set<io::Integer> rounds;  // of the match looked for
    std::uint64_t shown = 0;
    bool faulty = false;
    while (shown < limit) {
        const std::optional<io::Judged> judged = file.next();
        if (!judged) {
            break;
        }
        if (!judged->record) {
            // Nothing to show but the faults.
            for (const io::Fault& fault : judged->faults) {
                if ((!match || fault.match == io::Integer(*match)) && (!round || fault.round == io::Integer(*round))) {
                    print("FAULT in line {}: {} ({})\n\n", fault.line, fault.what, fault.rule);
                    faulty = true;
                }
            }
            continue;
        }
        const io::Record& record = *judged->record;
        matches.insert(record.match);
        if (match && record.match != *match) {
            continue;
        }
        rounds.insert(record.round);
        if (round && record.round != *round) {
            continue;
        }
        ++shown;
        faulty = faulty || !judged->faults.empty();
        print("{}\n", Story(record, judged->faults, values->count("chains") > 0).tell());
    }
    if (shown == 0 && !faulty) {
        report_missing(file.name(), match, round, matches, rounds);
    }
    return faulty ? 1 : 0;
}

} // namespace balak::cli
