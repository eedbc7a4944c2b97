/* A domino bot in C, as a shared library of balak. balak/bot.h says what there is to know. */
#include "balak/bot.h"

#include <stdlib.h>

/* What a player keeps for its rules: room for whatever you work out in advance. */
typedef struct Player {
    BalakRules rules;
} Player;

static void* make(const BalakRules* rules, const char* options, char* why, size_t why_size) {
    Player* player = malloc(sizeof *player);
    (void)options;
    (void)why;
    (void)why_size;
    if (player != NULL) {
        player->rules = *rules;
    }
    return player;
}

/* Returns the place of the move in question->moves. Here: the heaviest tile, at the left end if it fits both. */
static int32_t choose(void* player, const BalakQuestion* question) {
    int32_t best = 0;
    (void)player;
    for (int32_t i = 1; i < question->move_count; ++i) {
        if (BALAK_TILE(question->moves[i]) > BALAK_TILE(question->moves[best])) {
            best = i;
        }
    }
    return best;
}

const BalakBot* balak_bot(void) {
    static const BalakBot bot = {BALAK_BOT_VERSION, "mybot", "1", 1, make, choose, free};
    return &bot;
}
