#include "cli/game_at_terminal.hpp"

#include "bots/messages.hpp"
#include "cli/advice_text.hpp"
#include "cli/chain_picture.hpp"
#include "cli/line_input.hpp"
#include "cli/play.hpp"
#include "cli/signals.hpp"
#include "cli/terminal.hpp"
#include "io/output_file.hpp"
#include "io/shown.hpp"
#include "io/strict_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace balak::cli {
namespace {

using study::Game;

/// Tells a person of a game, and asks.
class TableSide {
public:
    TableSide(Game& game, Seat person, study::Adviser& adviser, std::string records)
        : game_(game), rules_(game.match().rules()), person_(person), adviser_(adviser), records_(std::move(records)),
          stop_(stop_requested()), input_(stop_) {
        for (const Seat seat : seats(rules_.players)) {
            name_width_ = std::max(name_width_, who(seat).size());
        }
    }

    /// Plays the match to its end, or to where the person leaves. Returns the exit code.
    int play() {
        while (!game_.over()) {
            begin_round();
            while (!game_.play_on()) {
                tell_events();
                if (!choose()) {
                    return leave();
                }
                // What was taken back may lead into a round before this one: it is played on in any case.
            }
            tell_events();
            end_round();
        }
        tell_match();
        return 0;
    }

private:
    /// `seat 1 monte-carlo`, or `you`.
    std::string who(Seat seat) const {
        constexpr std::size_t longest = 30;
        return seat == person_
                   ? "you"
                   : fmt::format("seat {} {}", seat.number(), io::plain_beginning(game_.player(seat).name, longest));
    }
    /// A side by its seats.
    std::string side_name(Side side) const {
        std::string name;
        for (const Seat seat : seats(rules_.players)) {
            if (rules_.side_of(seat) == side) {
                name += (name.empty() ? "" : " and ") + who(seat);
            }
        }
        return name;
    }
    std::string score_text() const {
        std::string text;
        for (const Side side : sides(rules_.side_count())) {
            text +=
                fmt::format("{}{} {}", side.number() == 0 ? "" : ", ", side_name(side), game_.match().score()[side]);
        }
        return text;
    }
    static void print_wrapped(const std::string& text) { print("{}", wrapped(text, text_width())); }

    void begin_round() {
        if (!game_.between_rounds()) {
            return;
        }
        game_.begin_round();
        told_ = 0;
        chosen_ = balak::Table::max_events;
        print_wrapped(fmt::format("Round {}. Score: {}.", game_.match().round() + 1, score_text()));
        if (game_.round().table().has_starter) {
            print("  {} is laid as the starter\n", to_string(game_.round().table().starter));
        }
    }

    /// What has happened since this was last told.
    void tell_events() {
        const balak::Table& table = game_.round().table();
        const std::span<const Tile> drawn = game_.round().boneyard().drawn();
        std::size_t draws = 0;
        std::string did;
        bool opening = !table.has_starter;
        Seat seat = table.opener;
        for (std::size_t i = 0; i < table.events().size(); ++i) {
            const Event event = table.events()[i];
            if (event.kind() == Event::Kind::draw) {
                const Tile tile = drawn[draws++];
                // Others' draws are hidden: they are counted.
                did += seat == person_ ? fmt::format("{} {}", did.empty() ? "drew" : "", to_string(tile)) : "+";
                continue;
            }
            if (i >= told_) {
                tell_turn(seat, did, event, opening, i != chosen_);
            }
            did.clear();
            opening = opening && event.kind() == Event::Kind::pass;
            seat = seat.next(rules_.players);
        }
        if (!did.empty() && told_ < table.events().size()) {
            print_turn(seat, did);
        }
        told_ = table.events().size();
    }

    void tell_turn(Seat seat, const std::string& draws, Event event, bool opening, bool forced) const {
        std::string text;
        if (!draws.empty()) {
            text = seat == person_ ? draws + ", "
                                   : fmt::format("drew {} tile{}, ", draws.size(), draws.size() == 1 ? "" : "s");
        }
        if (event.kind() == Event::Kind::pass) {
            text += "passed";
        } else {
            const End end = event.kind() == Event::Kind::play_left ? End::left : End::right;
            text += fmt::format("laid {}{}", bots::text_of({event.tile(), end}, opening),
                                seat == person_ && forced ? ", the only move" : "");
        }
        print_turn(seat, text);
    }

    /// What a seat did, beside its name.
    void print_turn(Seat seat, const std::string& text) const {
        constexpr std::size_t narrowest = 20;
        const std::string name = fmt::format("  {:<{}}  ", who(seat), name_width_);
        const std::size_t width = text_width();
        std::string lines = wrapped(text, width > name.size() + narrowest ? width - name.size() : narrowest);
        for (std::size_t end = lines.find('\n'); end + 1 < lines.size(); end = lines.find('\n', end + 1)) {
            lines.insert(end + 1, name.size(), ' ');
        }
        print("{}{}", name, lines);
    }

    /// Lets the person choose. Returns false if he leaves.
    bool choose() {
        show_choice();
        for (;;) {
            const Observation seen = game_.question();
            const auto line = input_.read(fmt::format("Move (1-{}, ? hint, u take back, q quit): ", seen.legal.size()));
            if (!line || *line == "q" || *line == "quit") {
                return false;
            }
            const std::string word = trimmed(*line);
            if (word == "?" || word == "??") {
                hint(seen, word == "??");
            } else if (word == "u") {
                take_back();
            } else if (const auto move = read_move(word, seen)) {
                chosen_ = seen.table.event_count;
                game_.answer(*move);
                return true;
            }
        }
    }

    static std::string trimmed(const std::string& text) {
        const std::size_t first = text.find_first_not_of(" \t\r");
        return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
    }

    void show_choice() {
        const Observation seen = game_.question();
        print("\n{}\n", table_text(seen, text_width()));
        std::string moves;
        for (int rank = 0; rank < seen.legal.size(); ++rank) {
            // A blank that lines are not broken at is another byte until they are made.
            moves += fmt::format("{}{}:\x01{}", rank == 0 ? "" : "  ", rank + 1,
                                 bots::text_of(seen.legal.nth(rank), bots::is_opening(seen.table)));
        }
        moves = wrapped(moves, text_width());
        std::ranges::replace(moves, '\x01', ' ');
        print("{}", moves);
    }

    std::optional<Move> read_move(const std::string& word, const Observation& seen) const {
        const bool digits =
            !word.empty() && word.size() <= 2 && word.find_first_not_of("0123456789") == std::string::npos;
        const int number = digits ? std::stoi(word) : 0;
        if (number >= 1 && number <= seen.legal.size()) {
            return seen.legal.nth(number - 1);
        }
        const auto move = study::named_move(word, seen);
        if (!move && !word.empty()) {
            print("{} is no move: expected a number from 1 to {}, or a move as {}\n", io::shown(word),
                  seen.legal.size(), bots::text_of(seen.legal.nth(0), bots::is_opening(seen.table)));
        }
        return move;
    }

    void hint(const Observation& seen, bool with_places) {
        const auto advice = adviser_.advise(seen, &stop_);
        if (!advice) {
            return;
        }
        print("{}", moves_text(*advice, adviser_.settings(), seen));
        if (with_places) {
            print("{}", places_text(*advice, seen));
        }
    }

    void take_back() {
        if (!game_.take_back()) {
            print("There is nothing to take back.\n");
            return;
        }
        save();
        told_ = game_.round().table().events().size();
        print("Taken back, in round {}.\n", game_.match().round() + 1);
        show_choice();
    }

    void end_round() {
        const Round round = game_.round();
        const RoundResult result = game_.end_round();
        save();
        print("\n");
        if (round.table().started) {
            print("{}\n", chain_of(round.table()).draw(text_width(), 4));
        }
        std::string text = result.ending == Ending::out ? fmt::format("{} went out{}", who(*result.last_seat),
                                                                      result.capicu ? " with a capicu" : "")
                                                        : "the round is blocked";
        text += result.winner ? fmt::format(": the round goes to {}.", side_name(*result.winner))
                              : ": nobody wins the round.";
        text[0] = text[0] == 'y' ? 'Y' : text[0] == 's' ? 'S' : 'T';
        text += " Points:";
        for (const Side side : sides(rules_.side_count())) {
            text += fmt::format("{} {}", side.number() == 0 ? "" : ",", result.points[side]);
        }
        text += ". Left in hand:";
        for (const Seat seat : seats(rules_.players)) {
            text += fmt::format("{} {}: {}", seat.number() == 0 ? "" : ";", who(seat),
                                round.hands()[seat].empty() ? "nothing" : tiles_text(round.hands()[seat]));
        }
        print_wrapped(text + ".");
        print("\n");
    }

    void tell_match() const {
        const auto winner = game_.match().winner();
        const std::string rounds =
            fmt::format("{} round{}", game_.match().round(), game_.match().round() == 1 ? "" : "s");
        print_wrapped(fmt::format("The match is over after {}: {}. Score: {}.", rounds,
                                  winner ? side_name(*winner) + (*winner == rules_.side_of(person_) ? " win" : " wins")
                                         : "a draw",
                                  score_text()));
        print("Records: {}\n", records_.name());
    }

    /// Says where what was played is. Returns the exit code.
    int leave() const {
        if (stop_.load()) {
            print("\n");
        }
        const std::size_t rounds = game_.complete_rounds();
        if (rounds == 0) {
            print("Left in the first round: there is nothing to keep.\n");
        } else {
            print("Left after {} round{}, kept in {}\n", rounds, rounds == 1 ? "" : "s", records_.name());
        }
        return stop_.load() ? interrupted_status : 0;
    }

    void save() const {
        if (game_.complete_rounds() > 0) {
            records_.write(game_.records());
        } else {
            std::error_code none;
            std::filesystem::remove(records_.place().path, none); // that of a round that was taken back
        }
    }

    Game& game_;
    const RuleSet& rules_;
    Seat person_;
    study::Adviser& adviser_;
    io::OutputFile records_;
    const std::atomic<bool>& stop_;
    LineInput input_;
    std::size_t name_width_ = 0;
    std::size_t told_ = 0;                          // events of the round
    std::size_t chosen_ = balak::Table::max_events; // the event that is the person's last choice
};

} // namespace

int play_at_terminal(study::Game& game, Seat person, study::Adviser& adviser, const std::string& records) {
    return TableSide(game, person, adviser, records).play();
}

} // namespace balak::cli
