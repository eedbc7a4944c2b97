/*
 * A bot as a shared library: all that one must know to write one, in C11 or in any language that can export a C
 * function.
 *
 * The library exports one function, `balak_bot`, which returns a struct that describes the bot. balak loads the library
 * (`balak match library:./mybot.so greedy-heavy`), makes a player of it for each seat and thread, and asks the player
 * wherever its seat has two legal moves at least. Draws, passes and forced moves happen by themselves.
 *
 * The library runs inside of balak and is trusted: what it breaks, it breaks for both. One that is not trusted is
 * played from outside: `balak match "command:balak bot serve library:./theirs.so" greedy-heavy`.
 *
 * A tile is a number from 0 to 27, its place in this order: by pips, of equal pips by the higher half.
 *
 *      0 0-0    7 3-1   14 5-1   21 6-2
 *      1 1-0    8 4-0   15 6-0   22 5-4
 *      2 1-1    9 3-2   16 4-3   23 6-3
 *      3 2-0   10 4-1   17 5-2   24 5-5
 *      4 2-1   11 5-0   18 6-1   25 6-4
 *      5 3-0   12 3-3   19 4-4   26 6-5
 *      6 2-2   13 4-2   20 5-3   27 6-6
 *
 * A set of tiles is a mask: bit t is tile t, so the highest bit of a hand is its heaviest tile. A seat is a number from
 * 0 in the order of turns. A side is a seat, or in a partnership 0 for the seats 0 and 2, 1 for the seats 1 and 3. In
 * arrays by seat or side the places beyond the table's are 0.
 *
 * Versions: fields are only ever added at the end of BalakRules and BalakQuestion, which balak makes; any other change
 * makes a new BALAK_BOT_VERSION. balak refuses a library of another version.
 */
#ifndef BALAK_BOT_H
#define BALAK_BOT_H

/* It is C, not C++. NOLINTBEGIN(modernize-*,readability-identifier-naming) */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BALAK_BOT_VERSION 1
#define BALAK_TILES 28
#define BALAK_SEATS 4

/* The halves of a tile by its number: BALAK_HIGH[tile] - '0'. */
#define BALAK_HIGH "0112232343453456456456565666"
#define BALAK_LOW "0010102102103210321432435456"

/* What a move or an event is: a code in one byte. */
#define BALAK_TILE(code) ((code)&31)   /* the tile, of moves and of plays */
#define BALAK_KIND(code) ((code) >> 5) /* one of these: */
enum {
    BALAK_DRAW = 0,  /* a tile drawn: the code is 0, whichever tile it was */
    BALAK_LEFT = 1,  /* a tile laid at the left end; so is the opening tile */
    BALAK_RIGHT = 2, /* a tile laid at the right end */
    BALAK_PASS = 3
};

/*
 * The rules: every option of `balak rules`, in that order. A flag is 0 or 1; a choice is the place of its name in the
 * option's list there, from 0.
 */
typedef struct BalakRules {
    int32_t players;
    int32_t partnership;
    int32_t max_pip;
    int32_t hand_size;
    int32_t boneyard_reserve;
    int32_t draw;    /* 0 until-playable, 1 none */
    int32_t starter; /* 0 none, 1 random-non-double */
    int32_t opening_first_round;
    int32_t opening_later_rounds;
    int32_t opening_tile;
    int32_t out_score;
    int32_t out_bonus;
    int32_t block_winner;
    int32_t block_tie;
    int32_t block_score;
    int32_t scoring; /* 0 winner-takes, 1 penalty */
    int32_t capicu_bonus;
    int32_t match_target; /* 0 where the match has a number of rounds */
    int32_t match_rounds; /* 0 where the match has a target */
} BalakRules;

/* What the seat to move knows: nothing else may decide its move. Good until `choose` returns. */
typedef struct BalakQuestion {
    int32_t round;              /* of the match, from 0 */
    int32_t turn;               /* plays and passes of the round so far */
    int32_t seat;               /* the seat that is asked */
    int32_t opener;             /* the seat that took the first turn of the round */
    int32_t score[BALAK_SEATS]; /* of the match, by side, before the round */
    uint32_t hand;              /* the seat's tiles now */
    uint32_t dealt;             /* the tiles that it was dealt */
    uint32_t laid;              /* all tiles on the table */
    uint32_t laid_by[BALAK_SEATS];
    int32_t starter;             /* the tile laid before the first turn, or -1 */
    int32_t left;                /* the number at the left end, or -1 while no tile lies on the table */
    int32_t right;               /* the number at the right end, or -1 */
    int32_t boneyard;            /* tiles left in the boneyard */
    int32_t drawable;            /* of which may be drawn */
    int32_t held[BALAK_SEATS];   /* tiles in each hand */
    uint32_t lacks[BALAK_SEATS]; /* bit n: the seat has certainly no tile with the number n */
    uint32_t random[2];          /* two uniform words of the seat's own, the same whenever this deal is played */
    int32_t move_count;          /* at least 2 */
    int32_t event_count;
    int32_t draw_count;
    /* The legal moves, as codes. Those at the left come first, each from the lightest tile up. Where both ends show the
     * same number a tile is laid at the left. */
    uint8_t moves[BALAK_TILES];
    /* The tiles that the seat itself drew, in order: one for each of its own draws among the events. */
    uint8_t draws[BALAK_TILES];
    /* The codes of all that happened in the round, in order. The seat is implied: the opener first, and the next one
     * after each play or pass; who draws stays to move. */
    const uint8_t* events;
} BalakQuestion;

typedef struct BalakBot {
    int32_t version; /* BALAK_BOT_VERSION; if it is another one nothing else is read */
    /* What results call the bot: UTF-8, at most 200 bytes, no control characters; NULL: no name. */
    const char* name;
    const char* release;
    /* 1 if a choice depends on nothing but the rules, the options and the question; 0 if it also does on earlier
     * questions, on time or on chance of the bot's own. Only reproducible bots can be resumed and sharded. */
    int32_t reproducible;

    /*
     * Makes a player. `options` is the JSON object that the config gives, `{}` if none. Both arguments are good until
     * it returns. Returns NULL if the rules or options cannot be played, with a sentence in `why`, an array of
     * `why_size` bytes that is empty before, ended by a zero byte.
     */
    void* (*make)(const BalakRules* rules, const char* options, char* why, size_t why_size);

    /*
     * Returns the place in `question->moves` of the move that the player chooses, from 0. What is no place there ends
     * the run. A player is never asked by two threads at a time; two players may be. It must not throw.
     */
    int32_t (*choose)(void* player, const BalakQuestion* question);

    /* Frees what `make` made. */
    void (*drop)(void* player);
} BalakBot;

#define BALAK_EXPORT __attribute__((visibility("default")))

/* The function that the library exports. The struct stays as it is until the program ends. */
BALAK_EXPORT const BalakBot* balak_bot(void);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-*,readability-identifier-naming) */
#endif
