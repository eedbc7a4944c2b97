#include "study/typed_position.hpp"

#include "io/input_error.hpp"
#include "io/strict_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

namespace balak::study {
namespace {

using bots::Token;

/// What stands between blanks and any of these separators.
std::vector<std::string> words_of(std::string_view text, std::string_view separators) {
    std::vector<std::string> words;
    bool inside = false;
    for (const char c : text) {
        const bool between = std::string_view(" \t\n\r").find(c) != std::string_view::npos ||
                             separators.find(c) != std::string_view::npos;
        if (!between) {
            inside ? words.back() += c : words.emplace_back(1, c);
        }
        inside = !between;
    }
    return words;
}

/// A tile whose halves may come in any order: `1-6` is `6-1`.
std::string with_high_first(std::string word) {
    const std::size_t dash = word.find('-');
    if (dash != std::string::npos && dash > 0 && dash + 1 < word.size() && word[dash - 1] < word[dash + 1]) {
        std::swap(word[dash - 1], word[dash + 1]);
    }
    return word;
}

class TypedReader {
public:
    TypedReader(const RuleSet& rules, const TypedPosition& typed, std::string_view place, bots::ChooseMessage& message)
        : rules_(rules), typed_(typed), place_(place), message_(message) {}

    void read() {
        if (typed_.seat < 0 || typed_.seat >= rules_.players) {
            fail(fmt::format("seat is {}, expected an integer from 0 to {}", typed_.seat, rules_.players - 1));
        }
        message_.seat = typed_.seat;
        read_match();
        hand_ = tiles("hand", typed_.hand);
        if (typed_.starter) {
            read_starter();
        }
        read_played();
        find_dealt();
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw io::InputError(fmt::format("{}: {}", place_, what)); }

    std::vector<Tile> tiles(const char* field, const std::string& text) const {
        std::vector<Tile> all;
        for (const std::string& word : words_of(text, ",")) {
            const std::optional<Tile> tile = Tile::parse(with_high_first(word));
            if (!tile) {
                fail(fmt::format("{} has {}, expected tiles as 6-1", field, io::shown(word)));
            }
            if (!rules_.tiles().contains(*tile)) {
                fail(fmt::format("{} has {}, which is no tile of the set up to {}-{}", field, to_string(*tile),
                                 rules_.max_pip, rules_.max_pip));
            }
            if (std::ranges::find(all, *tile) != all.end()) {
                fail(fmt::format("{} has the tile {} twice", field, to_string(*tile)));
            }
            all.push_back(*tile);
        }
        return all;
    }

    void read_match() {
        const auto sides = static_cast<std::size_t>(rules_.side_count());
        message_.score.assign(sides, 0);
        if (typed_.score) {
            message_.score.clear();
            for (const std::string& word : words_of(*typed_.score, ",:")) {
                std::int64_t number = 0;
                const char* const end = word.data() + word.size();
                const auto read = std::from_chars(word.data(), end, number);
                if (read.ec != std::errc() || read.ptr != end) {
                    fail(fmt::format("score has {}, expected a number for each side, as 45 30", io::shown(word)));
                }
                message_.score.push_back(number);
            }
        }
        const bool begun = std::ranges::any_of(message_.score, [](std::int64_t points) { return points != 0; });
        if (begun && !typed_.round && rules_.match.rounds > 2) {
            fail(
                fmt::format("round is not given: with a score it is from 1 to {}, and it says how many rounds are left",
                            rules_.match.rounds - 1));
        }
        message_.round = typed_.round.value_or(begun ? 1 : 0);
        if (begun && message_.round == 0) {
            fail(fmt::format("score is {}, but before round 0, the first one, nobody has points", *typed_.score));
        }
        for (const std::int64_t points : message_.score) {
            if (rules_.match.target > 0 && points >= rules_.match.target) {
                fail(fmt::format("score is {}, but {} points had ended the match", *typed_.score, rules_.match.target));
            }
        }
    }

    void read_starter() {
        const std::vector<Tile> starter = tiles("starter", *typed_.starter);
        if (starter.size() != 1) {
            fail(fmt::format("starter has {} tiles, expected one", starter.size()));
        }
        if (std::ranges::find(hand_, starter.front()) != hand_.end()) {
            fail(fmt::format("starter is {}, but that is in the hand", to_string(starter.front())));
        }
        message_.starter = starter.front();
        lay_first(starter.front());
    }

    void read_played() {
        const std::vector<std::string> words = words_of(typed_.played, ",");
        std::vector<Token> tokens;
        int turns = 0;
        for (const std::string& word : words) {
            std::optional<Token> token = bots::read_token(with_high_first(word));
            if (!token) {
                fail(fmt::format(
                    "played: move {} is {}, expected 6-1< (left) or 6-1> (right), 6-6 for the opening tile, "
                    "+, +6-1 or pass",
                    tokens.size() + 1, io::shown(word)));
            }
            turns += token->kind == Token::Kind::own_draw || token->kind == Token::Kind::other_draw ? 0 : 1;
            tokens.push_back(*token);
        }
        // It is the seat's turn now, so who opened follows from how many turns there were.
        const int opener = ((typed_.seat - turns) % rules_.players + rules_.players) % rules_.players;
        if (typed_.opener && *typed_.opener != opener) {
            fail(fmt::format("opener is {}, but then after {} turns it is not the turn of seat {}", *typed_.opener,
                             turns, typed_.seat));
        }
        message_.opener = opener;
        std::int64_t seat = opener;
        for (const Token& token : tokens) {
            const Token whole = with_end(token, message_.events.size() + 1);
            message_.events.push_back({seat, whole});
            follow(whole);
            const bool draws = token.kind == Token::Kind::own_draw || token.kind == Token::Kind::other_draw;
            seat = draws ? seat : (seat + 1) % rules_.players;
        }
    }

    void lay_first(Tile tile) {
        left_ = tile.high();
        right_ = tile.low();
    }

    /// A placement without a mark, where only one end will do.
    Token with_end(Token token, std::size_t number) const {
        if (token.kind != Token::Kind::open || left_ < 0) {
            return token;
        }
        const bool at_left = token.tile.shows(left_);
        const bool at_right = token.tile.shows(right_);
        if (at_left && at_right && left_ != right_) {
            const std::string tile = to_string(token.tile);
            fail(fmt::format("played: move {}: {} fits both ends, {} and {}: write {}< (left) or {}> (right)", number,
                             tile, left_, right_, tile, tile));
        }
        token.kind = at_right && !at_left ? Token::Kind::right : Token::Kind::left;
        return token;
    }

    /// Keeps the ends. What does not fit is left to bots::Position to refuse.
    void follow(const Token& token) {
        if (token.kind == Token::Kind::open) {
            lay_first(token.tile);
        } else if (token.kind == Token::Kind::left || token.kind == Token::Kind::right) {
            int& end = token.kind == Token::Kind::left ? left_ : right_;
            end = end >= 0 && token.tile.shows(end) ? token.tile.other_half(end) : end;
        }
    }

    /// The tiles dealt: the hand with what the seat has laid, without what it has drawn.
    void find_dealt() {
        std::vector<Tile> dealt = hand_;
        std::vector<Tile> drawn;
        int laid = 0;
        for (std::size_t i = 0; i < message_.events.size(); ++i) {
            const auto& [seat, token] = message_.events[i];
            const bool lays =
                token.kind == Token::Kind::open || token.kind == Token::Kind::left || token.kind == Token::Kind::right;
            if (lays && std::ranges::find(hand_, token.tile) != hand_.end()) {
                fail(seat == typed_.seat
                         ? fmt::format(
                               "hand has {}, which the seat itself has laid in move {}: hand is the tiles held now",
                               to_string(token.tile), i + 1)
                         : fmt::format("hand has {}, but seat {} has laid that (move {})", to_string(token.tile), seat,
                                       i + 1));
            }
            if (seat != typed_.seat) {
                continue;
            }
            if (token.kind == Token::Kind::other_draw) {
                fail(fmt::format("move {} (+ of seat {}): an own draw names its tile, as +6-1", i + 1, seat));
            }
            if (lays && std::ranges::find(dealt, token.tile) == dealt.end()) {
                dealt.push_back(token.tile);
                ++laid;
            }
            if (token.kind == Token::Kind::own_draw && std::ranges::find(drawn, token.tile) == drawn.end()) {
                drawn.push_back(token.tile);
            }
        }
        for (const Tile tile : drawn) {
            const auto found = std::ranges::find(dealt, tile);
            if (found == dealt.end()) {
                fail(fmt::format("seat {} has drawn {}, but it is neither in the hand nor laid", typed_.seat,
                                 to_string(tile)));
            }
            dealt.erase(found);
        }
        if (dealt.size() != static_cast<std::size_t>(rules_.hand_size)) {
            const int expected = rules_.hand_size - laid + static_cast<int>(drawn.size());
            fail(fmt::format("hand has {} tile{}, expected {}: {} were dealt, {} laid and {} drawn", hand_.size(),
                             hand_.size() == 1 ? "" : "s", expected, rules_.hand_size, laid, drawn.size()));
        }
        message_.dealt = dealt;
        message_.hand = hand_;
    }

    const RuleSet& rules_;
    const TypedPosition& typed_;
    std::string_view place_;
    bots::ChooseMessage& message_;
    std::vector<Tile> hand_;
    int left_ = -1; // the numbers at the ends; -1 before a tile lies on the table
    int right_ = -1;
};

} // namespace

bots::ChooseMessage read_typed(const RuleSet& rules, const TypedPosition& typed, std::string_view place) {
    bots::ChooseMessage message;
    TypedReader(rules, typed, place, message).read();
    return message;
}

} // namespace balak::study
