// A domino bot in C++, as a shared library of balak. balak/bot.h says what there is to know.
#include "balak/bot.h"

#include <algorithm>

namespace {

struct Player {
    BalakRules rules; // and room for whatever you work out in advance

    // Returns the place of the move in question.moves. Here: the heaviest tile, at the left end if it fits both.
    int32_t choose(const BalakQuestion& question) const {
        const auto* const end = question.moves + question.move_count;
        const auto lighter = [](int one, int other) { return BALAK_TILE(one) < BALAK_TILE(other); };
        return static_cast<int32_t>(std::max_element(question.moves, end, lighter) - question.moves);
    }
};

void* make(const BalakRules* rules, const char* /*options*/, char* /*why*/, size_t /*why_size*/) {
    return new Player{*rules};
}

int32_t choose(void* player, const BalakQuestion* question) {
    return static_cast<Player*>(player)->choose(*question);
}

void drop(void* player) {
    delete static_cast<Player*>(player);
}

} // namespace

const BalakBot* balak_bot() {
    static const BalakBot bot{BALAK_BOT_VERSION, "mybot", "1", 1, make, choose, drop};
    return &bot;
}
