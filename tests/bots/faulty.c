/* A library with a fault: which, FAULT says. */
#include "balak/bot.h"

#include <stdlib.h>
#include <string.h>

enum {
    OTHER_VERSION = 1,
    NO_MAKE,
    NO_CHOOSE,
    NO_DROP,
    RETURNS_NULL,
    BAD_NAME,
    MAKES_NULL,
    MAKES_NULL_SILENTLY,
    CHOOSES_TOO_HIGH,
    CHOOSES_NEGATIVE,
    CRASHES,
    REMEMBERS
};

static void* make(const BalakRules* rules, const char* options, char* why, size_t why_size) {
    (void)rules;
    if (FAULT == MAKES_NULL) {
        strncpy(why, strcmp(options, "{}") == 0 ? "I do not play without\noptions" : "I do not play that", why_size);
    }
    return FAULT == MAKES_NULL || FAULT == MAKES_NULL_SILENTLY ? NULL : calloc(1, sizeof(int));
}

static int32_t choose(void* player, const BalakQuestion* question) {
    int* const count = player;
    switch (FAULT) {
    case CHOOSES_TOO_HIGH:
        return question->move_count;
    case CHOOSES_NEGATIVE:
        return -1;
    case CRASHES:
        abort();
    case REMEMBERS:
        return ++*count % question->move_count;
    default:
        return 0;
    }
}

#ifdef NO_FUNCTION
#define balak_bot another_name
BALAK_EXPORT const BalakBot* another_name(void);
#endif

const BalakBot* balak_bot(void) {
    static const BalakBot bot = {FAULT == OTHER_VERSION ? 99 : BALAK_BOT_VERSION,
                                 FAULT == BAD_NAME ? "a\033[2Jb" : "faulty",
                                 NULL,
                                 1,
                                 FAULT == NO_MAKE ? NULL : make,
                                 FAULT == NO_CHOOSE ? NULL : choose,
                                 FAULT == NO_DROP ? NULL : free};
    return FAULT == RETURNS_NULL ? NULL : &bot;
}
