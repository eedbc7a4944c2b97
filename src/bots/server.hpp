// The bot's side of the protocol: a strategy of balak's, or a library, that answers lines.
#pragma once

#include "balak/rules.hpp"
#include "balak/strategy.hpp"
#include "bots/choose_message.hpp"
#include "bots/messages.hpp"
#include "io/reader.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace balak::bots {

/// The rules of a `hello`, written as in records. Throws io::InputError for rules that balak does not play.
RuleSet rules_of_hello(const io::Node& hello);

/// What is served.
struct Served {
    Ready ready;
    /// Makes the player for the rules and options of `hello`. Throws io::InputError if it does not play them.
    std::function<std::unique_ptr<Strategy>(const RuleSet&, const io::Json& options)> make;
    /// Whether impossible events could harm the player, so that they must be looked for (`require_possible`).
    bool thorough = false;
};

/// Answers the lines of a game program.
class Server {
public:
    explicit Server(Served served) : served_(std::move(served)) {}

    /// Takes a line without its line feed, and appends the answer to `out` if it asks for one. Returns false once it
    /// says that there is nothing more to do. Throws io::InputError, a sentence, for a line that breaks the protocol,
    /// and IllegalMove from a library's player.
    bool take(std::string_view line, std::string& out);

private:
    void begin(const io::Node& hello);
    void choose(const ChooseMessage& message, std::string& out);

    Served served_;
    ChooseMessage message_; // its memory is used again
    RuleSet rules_;
    std::unique_ptr<Strategy> player_; // null before `hello`
};

} // namespace balak::bots
