#include "bots/library.hpp"

#include "bots/messages.hpp"
#include "io/input_error.hpp"
#include "io/reader.hpp"
#include "io/strict_json.hpp"

#define XXH_INLINE_ALL
#include <dlfcn.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <xxhash.h>

#include <array>
#include <cstring>

namespace balak::bots {
namespace {

// A library reads events as they are.
static_assert(sizeof(Event) == 1 && std::is_trivially_copyable_v<Event>);
static_assert(max_seats == BALAK_SEATS && tile_count == BALAK_TILES);

std::uint8_t code_of(Move move) {
    return static_cast<std::uint8_t>(move.tile.bit() | (move.end == End::left ? BALAK_LEFT : BALAK_RIGHT) << 5);
}

/// A player of a library, as a strategy.
class LibraryPlayer final : public Strategy {
public:
    LibraryPlayer(std::string path, const BalakBot& bot, void* player)
        : path_(std::move(path)), bot_(&bot), player_(player) {}
    LibraryPlayer(const LibraryPlayer&) = delete;
    LibraryPlayer& operator=(const LibraryPlayer&) = delete;
    ~LibraryPlayer() override { bot_->drop(player_); }

    Move choose(const Observation& seen) override {
        ask_library(seen, question_);
        const int chosen = bot_->choose(player_, &question_);
        if (chosen < 0 || chosen >= seen.legal.size()) {
            throw IllegalMove(fmt::format("the library {} chose move {} of {} (round {}, turn {}, seat {})", path_,
                                          chosen, seen.legal.size(), seen.round, seen.table.turn, seen.seat.number()));
        }
        return seen.legal.nth(chosen);
    }

private:
    std::string path_;
    const BalakBot* bot_;
    void* player_;
    BalakQuestion question_{};
};

std::string digest_of(const std::string& bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// A name that a library gives itself. Throws where it cannot be shown.
std::string checked_name(const std::string& path, const char* what, const char* text) {
    if (text == nullptr) {
        return "";
    }
    std::string name(text, strnlen(text, longest_name + 1));
    if (!is_name(name)) {
        throw io::InputError(fmt::format("{}: its {} is {}, expected {}", path, what, io::shown(name), name_rule()));
    }
    return name;
}

} // namespace

Library::Library(const std::string& path) : path_(path) {
    digest_ = digest_of(io::read_file(path));
    // A name without a slash would be looked for in the system's folders.
    const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        throw io::InputError(fmt::format("{}: cannot be loaded as a library: {}", path, dlerror()));
    }
    using Describe = const BalakBot* (*)();
    void* const symbol = dlsym(handle, "balak_bot");
    if (symbol == nullptr) {
        throw io::InputError(fmt::format("{}: exports no function `balak_bot` (see balak/bot.h)", path));
    }
    bot_ = reinterpret_cast<Describe>(symbol)();
    if (bot_ == nullptr) {
        throw io::InputError(fmt::format("{}: `balak_bot` returns NULL, expected a struct BalakBot", path));
    }
    if (bot_->version != BALAK_BOT_VERSION) {
        throw io::InputError(fmt::format("{}: is of version {} of the library interface, this balak has version {}",
                                         path, bot_->version, BALAK_BOT_VERSION));
    }
    for (const auto& [function, is_there] :
         {std::pair("make", bot_->make != nullptr), std::pair("choose", bot_->choose != nullptr),
          std::pair("drop", bot_->drop != nullptr)}) {
        if (!is_there) {
            throw io::InputError(fmt::format("{}: has no function `{}`", path, function));
        }
    }
    name_ = checked_name(path, "name", bot_->name);
    release_ = checked_name(path, "release", bot_->release);
}

std::unique_ptr<Strategy> Library::make(const RuleSet& rules, const io::Json& options) const {
    const BalakRules plain = library_rules(rules);
    const std::string text = options.dump(-1, ' ', false, io::Json::error_handler_t::replace);
    std::array<char, 500> why{};
    void* const player = bot_->make(&plain, text.c_str(), why.data(), why.size());
    if (player == nullptr) {
        why.back() = '\0';
        throw io::InputError(fmt::format("{}: does not play: {}", path_,
                                         why.front() == '\0' ? "it says no reason" : io::shown(why.data())));
    }
    return std::make_unique<LibraryPlayer>(path_, *bot_, player);
}

BalakRules library_rules(const RuleSet& rules) {
    // The fields are the options, in order.
    std::array<std::int32_t, sizeof(BalakRules) / sizeof(std::int32_t)> values{};
    std::size_t count = 0;
    for (const RuleOption& option : rule_options()) {
        values.at(count++) = static_cast<std::int32_t>(option.get(rules));
    }
    BalakRules plain;
    std::memcpy(&plain, values.data(), sizeof plain);
    return plain;
}

void ask_library(const Observation& seen, BalakQuestion& question) {
    const Table& table = seen.table;
    question.round = seen.round;
    question.turn = table.turn;
    question.seat = seen.seat.number();
    question.opener = table.opener.number();
    question.hand = seen.hand.bits();
    question.dealt = seen.dealt.bits();
    question.laid = table.laid.bits();
    question.starter = table.has_starter ? table.starter.bit() : -1;
    question.left = table.started ? table.left : -1;
    question.right = table.started ? table.right : -1;
    question.boneyard = table.boneyard;
    question.drawable = table.drawable;
    for (std::size_t i = 0; i < BALAK_SEATS; ++i) {
        question.score[i] = seen.score.values[i];
        question.laid_by[i] = table.laid_by.values[i].bits();
        question.held[i] = table.held.values[i];
        question.lacks[i] = table.lacks.values[i].bits();
    }
    TurnRandom random = seen.random();
    question.random[0] = random.word();
    question.random[1] = random.word();
    question.move_count = seen.legal.size();
    std::size_t count = 0;
    for (const Tile tile : seen.legal.left) {
        question.moves[count++] = code_of({tile, End::left});
    }
    for (const Tile tile : seen.legal.right) {
        question.moves[count++] = code_of({tile, End::right});
    }
    question.event_count = table.event_count;
    question.draw_count = 0;
    if (table.draws > 0) {
        for (const Tile tile : seen.draws()) {
            question.draws[question.draw_count++] = static_cast<std::uint8_t>(tile.bit());
        }
    }
    question.events = reinterpret_cast<const std::uint8_t*>(table.event.data());
}

} // namespace balak::bots
