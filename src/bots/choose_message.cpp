#include "bots/choose_message.hpp"

#include "bots/messages.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <limits>
#include <string>

namespace balak::bots {
namespace {

constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();

/// Reads the fields of a message one by one.
class FieldReader {
public:
    explicit FieldReader(const io::Node& message) : message_(message) {
        if (!message.is_object()) {
            message.expected("an object");
        }
    }

    bool has(const char* key) const { return message_.has(key); }
    io::Node required(const char* key) const {
        if (!message_.has(key)) {
            message_.fail(fmt::format("the field \"{}\" is missing", key));
        }
        return message_.at(key);
    }
    std::int64_t number(const char* key) const { return required(key).integer(-any, any); }
    std::vector<io::Node> list(const char* key, std::string_view what) const {
        const io::Node node = required(key);
        if (!node.is_array()) {
            node.expected(what);
        }
        return node.items();
    }
    std::vector<std::int64_t> numbers(const char* key) const {
        std::vector<std::int64_t> all;
        for (const io::Node& item : list(key, "a list of numbers")) {
            all.push_back(item.integer(-any, any));
        }
        return all;
    }
    std::vector<Tile> tiles(const char* key) const {
        std::vector<Tile> all;
        for (const io::Node& item : list(key, "a list of tiles")) {
            all.push_back(tile(item));
        }
        return all;
    }
    static Tile tile(const io::Node& node) {
        const std::optional<Tile> read = Tile::parse(node.text("a tile"));
        if (!read) {
            node.expected("a tile, as \"6-1\"");
        }
        return *read;
    }
    static Token token(const io::Node& node) {
        const std::optional<Token> read = read_token(node.text("what a seat did"));
        if (!read) {
            node.expected("\"6-1<\", \"6-1>\", \"6-1\" for the opening tile, \"+\", \"+6-1\" or \"pass\"");
        }
        return *read;
    }

private:
    const io::Node& message_;
};

std::uint64_t read_random(const io::Node& node) {
    const std::string text = node.text("16 hexadecimal digits");
    std::uint64_t words = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), words, 16);
    if (text.size() != 16 || read.ec != std::errc() || read.ptr != text.data() + text.size()) {
        node.expected("16 hexadecimal digits");
    }
    return words;
}

/// What follows from the rest.
void read_consequences(const FieldReader& fields, ChooseMessage& message) {
    for (const auto& [key, field] : {std::pair("turn", &message.turn), std::pair("boneyard", &message.boneyard),
                                     std::pair("drawable", &message.drawable)}) {
        if (fields.has(key)) {
            *field = fields.number(key);
        }
    }
    if (fields.has("hand")) {
        message.hand = fields.tiles("hand");
    }
    if (fields.has("held")) {
        message.held = fields.numbers("held");
    }
    if (fields.has("ends")) {
        message.ends.emplace();
        if (!fields.required("ends").value().is_null()) {
            *message.ends = fields.numbers("ends");
        }
    }
    if (fields.has("moves")) {
        message.moves.emplace();
        for (const io::Node& item : fields.list("moves", "a list of moves")) {
            message.moves->push_back(FieldReader::token(item));
        }
    }
}

/// Goes through a line of the usual form. After the first thing that is not there it reads nothing more.
class Cursor {
public:
    explicit Cursor(std::string_view line) : rest_(line) {}

    bool good() const { return good_; }
    bool ended() const { return rest_.empty() || rest_ == "\r"; }
    void expect(std::string_view text) {
        good_ = good_ && rest_.starts_with(text);
        rest_.remove_prefix(good_ ? text.size() : rest_.size());
    }
    bool take(std::string_view text) {
        if (!rest_.starts_with(text)) {
            return false;
        }
        rest_.remove_prefix(text.size());
        return true;
    }
    template <class T>
    void number(T& value) {
        const auto read = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        good_ = good_ && read.ec == std::errc();
        rest_.remove_prefix(static_cast<std::size_t>(read.ptr - rest_.data()));
    }
    /// A text without escapes, up to its end.
    std::string_view text() {
        expect("\"");
        const std::size_t end = std::min(rest_.find('"'), rest_.size());
        const std::string_view text = rest_.substr(0, end);
        rest_.remove_prefix(end);
        expect("\"");
        return text;
    }
    /// `[a,b]` of what `read_item` reads.
    template <class ReadItem>
    void list(ReadItem read_item) {
        expect("[");
        if (take("]")) {
            return;
        }
        do {
            read_item();
        } while (good_ && take(","));
        expect("]");
    }
    template <class T>
    void numbers(std::vector<T>& all) {
        all.clear();
        list([&] { number(all.emplace_back()); });
    }
    void tile(Tile& tile) {
        const std::optional<Tile> read = Tile::parse(text());
        good_ = good_ && read;
        tile = read.value_or(Tile());
    }
    void tiles(std::vector<Tile>& all) {
        all.clear();
        list([&] { tile(all.emplace_back()); });
    }
    void token(Token& token) {
        const std::optional<Token> read = read_token(text());
        good_ = good_ && read;
        token = read.value_or(Token());
    }
    void random(std::uint64_t& words) {
        const std::string_view digits = text();
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), words, 16);
        good_ = good_ && digits.size() == 16 && read.ec == std::errc() && read.ptr == digits.data() + digits.size();
    }

private:
    std::string_view rest_;
    bool good_ = true;
};

template <class T>
T& engaged(std::optional<T>& optional) {
    return optional ? *optional : optional.emplace();
}

} // namespace

std::optional<Token> read_token(std::string_view text) {
    using Kind = Token::Kind;
    if (text == "pass") {
        return Token{Kind::pass, {}};
    }
    if (text == "+") {
        return Token{Kind::other_draw, {}};
    }
    Kind kind = Kind::open;
    if (text.starts_with('+')) {
        kind = Kind::own_draw;
        text.remove_prefix(1);
    } else if (text.ends_with('<') || text.ends_with('>')) {
        kind = text.ends_with('<') ? Kind::left : Kind::right;
        text.remove_suffix(1);
    }
    const std::optional<Tile> tile = Tile::parse(text);
    return tile ? std::optional(Token{kind, *tile}) : std::nullopt;
}

std::string text_of(const Token& token) {
    using Kind = Token::Kind;
    switch (token.kind) {
    case Kind::pass:
        return "pass";
    case Kind::other_draw:
        return "+";
    case Kind::own_draw:
        return "+" + to_string(token.tile);
    case Kind::open:
    case Kind::left:
    case Kind::right:
        break;
    }
    return to_string(token.tile) + (token.kind == Kind::open ? "" : token.kind == Kind::left ? "<" : ">");
}

ChooseMessage read_choose(const io::Node& node) {
    const FieldReader fields(node);
    ChooseMessage message;
    if (fields.has("id")) {
        message.id = static_cast<std::uint64_t>(fields.required("id").integer(1, static_cast<std::int64_t>(last_id)));
    }
    if (fields.has("match")) {
        message.match = fields.required("match").unsigned_64();
    }
    message.round = fields.number("round");
    message.seat = fields.number("seat");
    message.score = fields.numbers("score");
    message.dealt = fields.tiles("dealt");
    if (fields.has("starter") && !fields.required("starter").value().is_null()) {
        message.starter = FieldReader::tile(fields.required("starter"));
    }
    message.opener = fields.number("opener");
    for (const io::Node& event : fields.list("events", "a list of events")) {
        if (!event.is_array() || event.value().size() != 2) {
            event.expected("a seat and what it did");
        }
        const std::vector<io::Node> parts = event.items();
        message.events.push_back({parts[0].integer(-any, any), FieldReader::token(parts[1])});
    }
    if (fields.has("random")) {
        message.random = read_random(fields.required("random"));
    }
    read_consequences(fields, message);
    return message;
}

bool read_usual_choose(std::string_view line, ChooseMessage& message) {
    Cursor cursor(line);
    cursor.expect(R"({"type":"choose","id":)");
    cursor.number(message.id);
    cursor.expect(R"(,"match":)");
    cursor.number(message.match);
    cursor.expect(R"(,"round":)");
    cursor.number(message.round);
    cursor.expect(R"(,"turn":)");
    cursor.number(engaged(message.turn));
    cursor.expect(R"(,"seat":)");
    cursor.number(message.seat);
    cursor.expect(R"(,"score":)");
    cursor.numbers(message.score);
    cursor.expect(R"(,"hand":)");
    cursor.tiles(engaged(message.hand));
    cursor.expect(R"(,"dealt":)");
    cursor.tiles(message.dealt);
    cursor.expect(R"(,"starter":)");
    message.starter.reset();
    if (!cursor.take("null")) {
        cursor.tile(message.starter.emplace());
    }
    cursor.expect(R"(,"opener":)");
    cursor.number(message.opener);
    cursor.expect(R"(,"events":)");
    message.events.clear();
    cursor.list([&] {
        ChooseMessage::Event& event = message.events.emplace_back();
        cursor.expect("[");
        cursor.number(event.seat);
        cursor.expect(",");
        cursor.token(event.token);
        cursor.expect("]");
    });
    cursor.expect(R"(,"ends":)");
    message.ends.emplace();
    if (!cursor.take("null")) {
        cursor.numbers(message.ends->emplace());
    }
    cursor.expect(R"(,"held":)");
    cursor.numbers(engaged(message.held));
    cursor.expect(R"(,"boneyard":)");
    cursor.number(engaged(message.boneyard));
    cursor.expect(R"(,"drawable":)");
    cursor.number(engaged(message.drawable));
    cursor.expect(R"(,"moves":)");
    engaged(message.moves).clear();
    cursor.list([&] { cursor.token(message.moves->emplace_back()); });
    cursor.expect(R"(,"random":)");
    cursor.random(message.random);
    cursor.expect("}");
    return cursor.good() && cursor.ended() && message.id >= 1 && message.id <= last_id;
}

} // namespace balak::bots
