#!/usr/bin/env python3
"""Referee for recorded games of double-six dominoes.

    python3 referee.py [--complete] [--presets] FILE.jsonl [FILE.jsonl ...]      ('-' reads standard input)

Reads game records (JSON Lines, see docs/records.md), replays every round and judges it by docs/rules.md. It shares no code with
any engine. It prints one line a violation,

    FILE:LINE match M round R: what is wrong (rule)

and then `N rounds, M matches, V violations`. The exit status is 0 only when V is 0 and N is above 0.

Every file is a run of its own. The rounds of one match come in order; the rounds of several matches may be mixed.
A match may break off: with --complete it may not, and the matches must be numbered 0, 1, 2 ... without a gap.
With --presets a rule set that bears the name of a preset must also have the values that RULES.md gives that preset
(the target of the la-plaza presets is free).


THE `rules` OBJECT

`opening`, `out`, `block` and `match` are objects inside it; `opening.tile` below is the key `tile` of the object
`opening`. Every option must be there, also where another option leaves it without effect (`max_pip` alone may be
absent); no other key may be there.
What is not in this table cannot be interpreted, and that is a violation.

option                value                what it means
--------------------  -------------------  ---------------------------------------------------------------------------
name                  text, not empty      name of the preset. It decides nothing here (but see --presets).
players               2, 3, 4              number of seats.
partnership           true                 needs 4 players. Side 0 is seats 0 and 2, side 1 is seats 1 and 3.
                      false                every seat is a side, with the seat's number.
max_pip               1 to 6               the set: all tiles up to this number (6: the double-six set, 28 tiles). The one
                                           option that may be absent: then it is 6.
hand_size             1 or more            tiles dealt to each seat. players * hand_size, plus 1 for a starter, is at
                                           most the number of tiles in the set. The boneyard is all the rest.
draw                  "until-playable"     who is stuck draws one tile at a time until one fits, and then plays it. A
                                           tile may be drawn while more than `boneyard_reserve` tiles are left.
                      "none"               nothing is drawn: who is stuck passes. The rest stays out of the round.
boneyard_reserve      0 or more            the last so many tiles are never drawn. No effect with draw "none".
starter               "none"               the opener lays the first tile.
                      "random-non-double"  a tile that is no double lies on the table before the first turn. The
                                           opener's first turn is then a turn like any other: it may be a draw or a
                                           pass, and `opening.tile` has no effect.
opening.first_round   "highest-double"     the holder of the highest double dealt opens. Was no double dealt: the
                                           holder of the heaviest tile dealt (equally heavy: the higher half first).
                      "double-six"         the holder of 6-6 opens. Was 6-6 not dealt: as "highest-double".
                      "lot"                any seat may open.
opening.later_rounds  "highest-double"     as for the first round.
                      "winner"             who laid the last tile of the round before opens: after going out the
                                           player who went out, after a block the blocker, whoever won it and also
                                           when nobody did. Did nobody lay a tile: the opener of the round before.
                      "alternate"          the seat after the opener of the round before.
opening.tile          "forced"             where a tile gave the right to open (highest-double, double-six), that tile
                                           must be laid first. No effect after "lot", "winner", "alternate".
                      "free"               the opener lays any tile.
out.score             "opponents"          going out gives the pips in all hands outside the winner's side.
                      "losing-side"        the same as "opponents" (a partner is no opponent).
                      "all-hands"          the pips in every hand, a partner's included.
out.bonus             0 or more            added for going out, with either `scoring`.
block.winner          "fewest-pips"        a block is won by the side with the fewest pips in its hands.
                      "blocker"            ... by the side that laid the last tile; by nobody if no tile was laid.
block.tie             "fewest-tiles"       of the sides that tie for the fewest pips, the one with the fewest tiles
                                           left wins; if that ties as well, nobody does.
                      "none"               a tie for the fewest pips: nobody wins. No effect with "blocker".
block.score           "others-minus-own"   a won block gives the pips of all hands outside the winner's side minus the
                                           pips of the winner's side, but never less than 0.
                      "all-hands"          the pips in every hand, the winner's own included.
                      "losing-side"        the pips of all hands outside the winner's side.
scoring               "winner-takes"       the winning side takes `out.score` or `block.score`; all others get 0, and
                                           where nobody wins all get 0.
                      "penalty"            every side gets minus the pips left in its own hands. `out.score` and
                                           `block.score` have no effect. The round is won as always (by who went out,
                                           or by `block.winner` and `block.tie`), but a won block is worth nothing.
capicu_bonus          0 or more            added to the side that goes out with a capicu, with either `scoring`.
match.target          1 or more            the match ends with the round in which a side reaches so many points; that
                                           side wins it. Needs scoring "winner-takes".
match.rounds          1 or more            the match has so many rounds. The highest score wins; if that ties, nobody.
                                           Exactly one of `match.target` and `match.rounds` is given; the other one is
                                           absent or null.

Three things follow for every rule set. A capicu is going out with a tile that is no double and fits both ends while
they show different numbers; an opening tile is none. The rules and the strategies stay the same through a match.
`last_seat` is null if nobody laid a tile (a round with a starter, blocked from the start).
"""

import json
import marshal
import sys
from itertools import chain

# ---------------------------------------------------------------------------------------------------------------------
# The presets of RULES.md, in the terms of the table
# ---------------------------------------------------------------------------------------------------------------------


def preset(name, players=None):
    """The rule set that RULES.md gives a preset (players: only `playboard` has a choice); None for another name."""
    if name == "playboard":
        players = 2 if players is None else players
        return {
            "name": "playboard", "players": players, "partnership": False,
            "hand_size": 7 if players == 2 else 5, "boneyard_reserve": 0,
            "draw": "until-playable", "starter": "none",
            "opening": {"first_round": "highest-double", "later_rounds": "highest-double", "tile": "forced"},
            "out": {"score": "opponents", "bonus": 0},
            "block": {"winner": "fewest-pips", "tie": "fewest-tiles", "score": "others-minus-own"},
            "scoring": "winner-takes", "capicu_bonus": 0, "match": {"target": 100},
        }
    if name == "la-plaza-1v1":
        return {
            "name": "la-plaza-1v1", "players": 2, "partnership": False, "hand_size": 7, "boneyard_reserve": 0,
            "draw": "until-playable", "starter": "none",
            "opening": {"first_round": "lot", "later_rounds": "winner", "tile": "free"},
            "out": {"score": "all-hands", "bonus": 0},
            "block": {"winner": "fewest-pips", "tie": "none", "score": "all-hands"},
            "scoring": "winner-takes", "capicu_bonus": 0, "match": {"target": 100},
        }
    if name == "la-plaza-pairs":
        return {
            "name": "la-plaza-pairs", "players": 4, "partnership": True, "hand_size": 7, "boneyard_reserve": 0,
            "draw": "none", "starter": "none",
            "opening": {"first_round": "double-six", "later_rounds": "winner", "tile": "forced"},
            "out": {"score": "all-hands", "bonus": 0},
            "block": {"winner": "fewest-pips", "tie": "none", "score": "all-hands"},
            "scoring": "winner-takes", "capicu_bonus": 0, "match": {"target": 100},
        }
    if name == "four-rounds":
        return {
            "name": "four-rounds", "players": 2, "partnership": False, "hand_size": 7, "boneyard_reserve": 2,
            "draw": "until-playable", "starter": "random-non-double",
            "opening": {"first_round": "lot", "later_rounds": "alternate", "tile": "free"},
            "out": {"score": "opponents", "bonus": 5},
            "block": {"winner": "fewest-pips", "tie": "none", "score": "others-minus-own"},
            "scoring": "penalty", "capicu_bonus": 0, "match": {"rounds": 4},
        }
    return None


# Options that have no effect in a preset, or that it leaves free: --presets does not look at them.
FREE_IN_PRESET = {
    "playboard": (),
    "la-plaza-1v1": ("opening.tile", "match.target"),
    "la-plaza-pairs": ("boneyard_reserve", "match.target"),
    "four-rounds": ("opening.tile", "out.score", "block.score"),
}

# ---------------------------------------------------------------------------------------------------------------------
# Tiles and tokens. A hand is an integer with one bit for each tile.
# ---------------------------------------------------------------------------------------------------------------------

TILES = [(high, low) for high in range(7) for low in range(high + 1)]
TILE_NAMES = ["%d-%d" % tile for tile in TILES]
# SET[n]: the tiles of the set whose highest number is n.
SET = [frozenset(name for name, tile in zip(TILE_NAMES, TILES) if tile[0] <= number) for number in range(7)]
BIT = {name: 1 << index for index, name in enumerate(TILE_NAMES)}
WEIGHT = {name: high + low for name, (high, low) in zip(TILE_NAMES, TILES)}
HALVES = dict(zip(TILE_NAMES, TILES))

# FITS[left][right]: all tiles that fit a chain with these ends.
SHOWING = [sum(BIT[name] for name in TILE_NAMES if number in HALVES[name]) for number in range(7)]
FITS = [[SHOWING[left] | SHOWING[right] for right in range(7)] for left in range(7)]

# The right to open goes to the first of these tiles that was dealt: the doubles from 6-6 down, then the others from
# the heaviest down, of equally heavy ones the one with the higher half first.
OPENING_ORDER = sorted(TILE_NAMES, key=lambda name: (HALVES[name][0] != HALVES[name][1], -WEIGHT[name],
                                                     -HALVES[name][0]))
OPENING_RANK = {name: rank for rank, name in enumerate(OPENING_ORDER)}

DOUBLES = frozenset(name for name in TILE_NAMES if HALVES[name][0] == HALVES[name][1])

LEFT, RIGHT, DRAW, PASS, OPEN = range(5)


def _tokens():
    """token -> (kind, tile, bit, weight, turn), where turn[n] is the end that the tile makes of an end n, or -1."""
    tokens = {"pass": (PASS, None, 0, 0, None)}
    for name, (high, low) in HALVES.items():
        turn = [-1] * 7
        turn[high] = low
        turn[low] = high
        rest = (name, BIT[name], WEIGHT[name], tuple(turn))
        tokens[name] = (OPEN,) + rest
        tokens[name + "<"] = (LEFT,) + rest
        tokens[name + ">"] = (RIGHT,) + rest
        tokens["+" + name] = (DRAW,) + rest
    return tokens


TOKENS = _tokens()


def tiles_in(hand):
    """The names of the tiles in a hand given as bits."""
    return [name for name in TILE_NAMES if hand & BIT[name]]


# ---------------------------------------------------------------------------------------------------------------------
# The rules object
# ---------------------------------------------------------------------------------------------------------------------


class Foul(Exception):
    """A violation: what is wrong, and the rule that says so."""

    def __init__(self, what, rule):
        Exception.__init__(self, what)
        self.what = what
        self.rule = rule


# For every option a test of its value, and the values in words.
def _number(least, most=None):
    def test(value):
        return type(value) is int and value >= least and (most is None or value <= most)
    words = "an integer, %d or more" % least if most is None else "an integer from %d to %d" % (least, most)
    return test, words


def _choice(*values):
    def test(value):
        return type(value) is str and value in values
    return test, " or ".join('"%s"' % value for value in values)


OPTIONS = {
    "name": (lambda value: type(value) is str and value.strip() != "", "a text that is not empty"),
    "players": _number(2, 4),
    "partnership": (lambda value: type(value) is bool, "true or false"),
    "max_pip": _number(1, 6),
    "hand_size": _number(1, 14),
    "boneyard_reserve": _number(0),
    "draw": _choice("none", "until-playable"),
    "starter": _choice("none", "random-non-double"),
    "opening.first_round": _choice("highest-double", "double-six", "lot"),
    "opening.later_rounds": _choice("highest-double", "winner", "alternate"),
    "opening.tile": _choice("forced", "free"),
    "out.score": _choice("opponents", "all-hands", "losing-side"),
    "out.bonus": _number(0),
    "block.winner": _choice("fewest-pips", "blocker"),
    "block.tie": _choice("fewest-tiles", "none"),
    "block.score": _choice("others-minus-own", "all-hands", "losing-side"),
    "scoring": _choice("winner-takes", "penalty"),
    "capicu_bonus": _number(0),
    "match.target": _number(1),
    "match.rounds": _number(1),
}
GROUPS = ("opening", "out", "block", "match")
OPTIONS_RULE = "options table of referee.py"


def flatten(rules):
    """The rules object with the names of the table as keys. Raises Foul where a group is no object."""
    flat = {}
    for key, value in rules.items():
        if key in GROUPS:
            if type(value) is not dict:
                raise Foul("rules: %s must be an object" % key, OPTIONS_RULE)
            for inner, inner_value in value.items():
                flat[key + "." + inner] = inner_value
        else:
            # A key that has the dot in it is not the nested form; the mark keeps it from passing for one.
            flat[key + " (no object)" if "." in key else key] = value
    for key in ("match.target", "match.rounds"):
        if key in flat and flat[key] is None:
            del flat[key]
    return flat


class Rules:
    """A rule set that has been read and understood. Raises Foul if it cannot be."""

    def __init__(self, raw):
        if type(raw) is not dict:
            raise Foul("rules must be an object", "RECORD")
        flat = flatten(raw)
        flat.setdefault("max_pip", 6)
        for option in flat:
            if option not in OPTIONS:
                raise Foul("rules: unknown option %s" % json.dumps(option), OPTIONS_RULE)
        for option, (test, words) in OPTIONS.items():
            if option not in flat:
                if option not in ("match.target", "match.rounds"):
                    raise Foul("rules: option %s is missing" % option, OPTIONS_RULE)
            elif not test(flat[option]):
                raise Foul("rules: %s is %s, must be %s" % (option, json.dumps(flat[option]), words), OPTIONS_RULE)

        self.flat = flat
        self.players = flat["players"]
        self.partnership = flat["partnership"]
        self.tiles = SET[flat["max_pip"]]
        self.hand_size = flat["hand_size"]
        self.draws = flat["draw"] == "until-playable"
        self.reserve = flat["boneyard_reserve"]
        self.has_starter = flat["starter"] == "random-non-double"
        self.first_round = flat["opening.first_round"]
        self.later_rounds = flat["opening.later_rounds"]
        self.forced = flat["opening.tile"] == "forced"
        self.out_score = flat["out.score"]
        self.out_bonus = flat["out.bonus"]
        self.block_winner = flat["block.winner"]
        self.block_tie = flat["block.tie"]
        self.block_score = flat["block.score"]
        self.penalty = flat["scoring"] == "penalty"
        self.capicu_bonus = flat["capicu_bonus"]
        self.target = flat.get("match.target")
        self.rounds = flat.get("match.rounds")

        if self.partnership and self.players != 4:
            raise Foul("rules: a partnership needs 4 players", OPTIONS_RULE)
        if self.players * self.hand_size + self.has_starter > len(self.tiles):
            raise Foul("rules: %d hands of %d tiles are more than the set has" % (self.players, self.hand_size),
                       OPTIONS_RULE)
        if (self.target is None) == (self.rounds is None):
            raise Foul("rules: exactly one of match.target and match.rounds must be given", OPTIONS_RULE)
        if self.penalty and self.rounds is None:
            raise Foul("rules: scoring \"penalty\" needs match.rounds", OPTIONS_RULE)

        self.preset_faults = self.compare_with_preset()
        self.boneyard_size = len(self.tiles) - self.players * self.hand_size - self.has_starter
        # The side of each seat, and the seat after each seat.
        self.side_of = [seat % 2 if self.partnership else seat for seat in range(self.players)]
        self.sides = 2 if self.partnership else self.players
        self.after = [(seat + 1) % self.players for seat in range(self.players)]

    def compare_with_preset(self):
        """Where a rule set differs from the preset that it is named after."""
        name = self.flat["name"]
        wanted = preset(name, self.players)
        if wanted is None:
            return ["%s is the name of no preset" % json.dumps(name)]
        wanted = flatten(wanted)
        wanted.setdefault("max_pip", 6)
        faults = []
        for option in OPTIONS:
            if option in FREE_IN_PRESET[name]:
                continue
            if self.flat.get(option) != wanted.get(option):
                faults.append("%s is %s, in the preset %s it is %s" % (
                    option, json.dumps(self.flat.get(option)), name, json.dumps(wanted.get(option))))
        return faults


# ---------------------------------------------------------------------------------------------------------------------
# One round
# ---------------------------------------------------------------------------------------------------------------------


class Result:
    """What a round came to."""

    __slots__ = ("ending", "last_seat", "winner", "pips", "points", "capicu")


def replay(rules, hands, starter, boneyard, opener, forced_tile, moves):
    """Replay the moves and return the Result. Raises Foul at the first move that the rules forbid.

    hands are lists of tile names; forced_tile is the tile that must be laid first, or None.
    """
    held = [sum(map(BIT.__getitem__, hand)) for hand in hands]
    pips = [sum(map(WEIGHT.__getitem__, hand)) for hand in hands]
    players = rules.players
    after = rules.after
    drawn = 0
    may_draw = max(0, len(boneyard) - rules.reserve) if rules.draws else 0
    passes = 0
    seat = opener
    last_seat = None
    capicu = False
    finished = False
    number = 0  # of the move, from 1: for the messages

    def foul(what, rule):
        return Foul("move %d %s of seat %d: %s" % (number, json.dumps(token), seat, what), rule)

    if starter is None:
        # The opening tile.
        if not moves:
            raise Foul("there are no moves", "RECORD moves")
        number, token = 1, moves[0]
        if token not in TOKENS:
            raise foul("no such token", "RECORD moves")
        kind, tile, bit, weight, _ = TOKENS[token]
        if kind == DRAW or kind == PASS:
            raise foul("the opener must lay a tile", "RULES shared 1")
        if kind != OPEN:
            raise foul("the opening tile is written without an end", "RECORD moves")
        if not held[seat] & bit:
            raise foul("the tile is not in the hand", "RULES shared 1")
        if forced_tile is not None and tile != forced_tile:
            raise foul("must open with %s" % forced_tile, "RULES who opens, with what")
        left, right = HALVES[tile]
        held[seat] ^= bit
        pips[seat] -= weight
        last_seat = seat
        finished = not held[seat]
        seat = after[seat]
        play = moves[1:]
    else:
        left, right = HALVES[starter]
        play = moves

    if not finished:
        for number, token in enumerate(play, number + 1):
            if token not in TOKENS:
                raise foul("no such token", "RECORD moves")
            kind, tile, bit, weight, turn = TOKENS[token]
            if kind <= RIGHT:
                hand = held[seat]
                if not hand & bit:
                    raise foul("the tile is not in the hand", "RULES shared 1")
                new_end = turn[left if kind == LEFT else right]
                if new_end < 0:
                    raise foul("the tile does not fit there, the ends are %d and %d" % (left, right),
                               "RULES shared 1")
                if hand == bit:
                    # The last tile. A capicu is no double and fits both ends, which show different numbers.
                    high, low = HALVES[tile]
                    capicu = high != low and left != right and turn[left] >= 0 and turn[right] >= 0
                if kind == LEFT:
                    left = new_end
                else:
                    if left == right:
                        raise foul("both ends show %d, so it is written with <" % left, "RULES shared 3")
                    right = new_end
                held[seat] = hand ^ bit
                pips[seat] -= weight
                last_seat = seat
                passes = 0
                if hand == bit:
                    finished = True
                    break
                seat = after[seat]
            elif kind == DRAW:
                if held[seat] & FITS[left][right]:
                    raise foul("may not draw, can play %s" % ", ".join(tiles_in(held[seat] & FITS[left][right])),
                               "RULES shared 1 and 4")
                if drawn >= may_draw:
                    if not rules.draws:
                        raise foul("nothing is drawn in this rule set", "RULES shared 4")
                    raise foul("no tile may be drawn any more, %d left" % (len(boneyard) - drawn), "RULES shared 4")
                if boneyard[drawn] != tile:
                    raise foul("the next tile of the boneyard is %s" % boneyard[drawn], "RECORD boneyard")
                drawn += 1
                held[seat] |= bit
                pips[seat] += weight
            elif kind == PASS:
                if held[seat] & FITS[left][right]:
                    raise foul("may not pass, can play %s" % ", ".join(tiles_in(held[seat] & FITS[left][right])),
                               "RULES shared 1")
                if drawn < may_draw:
                    raise foul("may not pass, must draw first", "RULES shared 4")
                passes += 1
                if passes == players:
                    break
                seat = after[seat]
            else:
                raise foul("no end is named, only the opening tile has none", "RECORD moves")

    if not finished and passes < players:
        raise Foul("the moves stop before the round has ended", "RULES shared 5 and 6")
    if number < len(moves):
        number, token = number + 1, moves[number]
        raise Foul("move %d %s comes after the end of the round" % (number, json.dumps(token)),
                   "RULES shared 6" if finished else "RULES shared 5")

    result = Result()
    result.ending = "out" if finished else "blocked"
    result.last_seat = last_seat
    result.pips = pips
    result.capicu = capicu
    result.winner = rules.side_of[last_seat] if finished else block_winner(rules, last_seat, pips, held)
    result.points = points(rules, result)
    return result


def by_side(rules, numbers):
    """The sum for each side of a number for each seat."""
    return [numbers[0] + numbers[2], numbers[1] + numbers[3]] if rules.partnership else numbers


def block_winner(rules, last_seat, pips, held):
    """The side that wins a blocked round, or None."""
    if rules.block_winner == "blocker":
        return None if last_seat is None else rules.side_of[last_seat]
    side_pips = by_side(rules, pips)
    fewest = min(side_pips)
    best = [side for side in range(rules.sides) if side_pips[side] == fewest]
    if len(best) > 1 and rules.block_tie == "fewest-tiles":
        tiles = by_side(rules, [bin(hand).count("1") for hand in held])
        fewest_tiles = min([tiles[side] for side in best])
        best = [side for side in best if tiles[side] == fewest_tiles]
    return best[0] if len(best) == 1 else None


def points(rules, result):
    """The points that the round gives to each side."""
    side_pips = by_side(rules, result.pips)
    out = result.ending == "out"
    winner = result.winner
    if rules.penalty:
        gained = [-pips for pips in side_pips]
    else:
        gained = [0] * rules.sides
        if winner is not None:
            own = side_pips[winner]
            everyone = sum(side_pips)
            how = rules.out_score if out else rules.block_score
            if how == "all-hands":
                gained[winner] = everyone
            elif how == "others-minus-own":
                gained[winner] = max(0, everyone - own - own)
            else:  # "opponents" and "losing-side"
                gained[winner] = everyone - own
    if out:
        gained[winner] += rules.out_bonus
        if result.capicu:
            gained[winner] += rules.capicu_bonus
    return gained


def opening_by_tile(hands):
    """(seat, tile) of the right to open: highest double dealt, else heaviest tile dealt."""
    best = [min(map(OPENING_RANK.__getitem__, hand)) for hand in hands]
    rank = min(best)
    return best.index(rank), OPENING_ORDER[rank]


# ---------------------------------------------------------------------------------------------------------------------
# The fields of a record
# ---------------------------------------------------------------------------------------------------------------------


def _is_count(value):
    return type(value) is int and value >= 0


def _is_int_or_null(value):
    return value is None or type(value) is int


def _is_list_of(kind):
    only = {kind}
    return lambda value: type(value) is list and only.issuperset(map(type, value))


def _is_hands(value):
    return type(value) is list and all(map(_is_list_of(str), value))


FIELDS = {
    "match": (_is_count, "an integer, 0 or more"),
    "round": (_is_count, "an integer, 0 or more"),
    "rules": (lambda value: type(value) is dict, "an object"),
    "strategies": (_is_list_of(str), "an array of strings"),
    "hands": (_is_hands, "an array of arrays of tiles"),
    "starter": (lambda value: value is None or type(value) is str, "a tile or null"),
    "boneyard": (_is_list_of(str), "an array of tiles"),
    "opener": (_is_count, "an integer, 0 or more"),
    "moves": (_is_list_of(str), "an array of strings"),
    "ending": (lambda value: type(value) is str, "a string"),
    "last_seat": (_is_int_or_null, "an integer or null"),
    "winner": (_is_int_or_null, "an integer or null"),
    "pips": (_is_list_of(int), "an array of integers"),
    "points": (_is_list_of(int), "an array of integers"),
    "score": (_is_list_of(int), "an array of integers"),
    "capicu": (lambda value: type(value) is bool, "true or false"),
    "match_over": (lambda value: type(value) is bool, "true or false"),
    "match_winner": (_is_int_or_null, "an integer or null"),
}
FIELD_NAMES = frozenset(FIELDS)

STRING = {str}
INTEGER = {int}
LIST = {list}
STRING_OR_NULL = {str, type(None)}
INTEGER_OR_NULL = {int, type(None)}


def well_typed(record):
    """Whether a record has all its fields, no others, and all of the right type.

    The same as `not field_faults(record)`, which has the words, but quicker.
    """
    return (record.keys() == FIELD_NAMES
            and type(record["match"]) is type(record["round"]) is type(record["opener"]) is int
            and record["match"] >= 0 and record["round"] >= 0 and record["opener"] >= 0
            and type(record["rules"]) is dict
            and type(record["ending"]) is str
            and type(record["capicu"]) is type(record["match_over"]) is bool
            and type(record["starter"]) in STRING_OR_NULL
            and type(record["last_seat"]) in INTEGER_OR_NULL
            and type(record["winner"]) in INTEGER_OR_NULL
            and type(record["match_winner"]) in INTEGER_OR_NULL
            and type(record["strategies"]) is type(record["hands"]) is type(record["boneyard"])
            is type(record["moves"]) is type(record["pips"]) is type(record["points"]) is type(record["score"]) is list
            and LIST.issuperset(map(type, record["hands"]))
            and STRING.issuperset(map(type, chain(record["strategies"], record["boneyard"], record["moves"],
                                                  *record["hands"])))
            and INTEGER.issuperset(map(type, chain(record["pips"], record["points"], record["score"]))))


def field_faults(record):
    """The fields that are missing, unknown or of a wrong type."""
    faults = []
    for name, (test, words) in FIELDS.items():
        if name not in record:
            faults.append(("the field %s is missing" % name, "RECORD"))
        elif not test(record[name]):
            faults.append(("%s must be %s" % (name, words), "RECORD " + name))
    for name in record:
        if name not in FIELD_NAMES:
            faults.append(("unknown field %s" % json.dumps(name), "RECORD"))
    return faults


def deal_faults(rules, hands, starter, boneyard):
    """What is wrong with the deal of a round."""
    faults = []
    if len(hands) != rules.players:
        faults.append(("there are %d hands for %d players" % (len(hands), rules.players), "RECORD hands"))
    for seat, hand in enumerate(hands):
        if len(hand) != rules.hand_size:
            faults.append(("seat %d was dealt %d tiles instead of %d" % (seat, len(hand), rules.hand_size),
                           "RULES hand size"))
    if rules.has_starter:
        if starter is None:
            faults.append(("there is no starter", "RULES start of a round"))
        elif starter in DOUBLES:
            faults.append(("the starter %s is a double" % starter, "RULES start of a round"))
    elif starter is not None:
        faults.append(("this rule set has no starter", "RECORD starter"))
    if len(boneyard) != rules.boneyard_size:
        faults.append(("the boneyard has %d tiles instead of %d" % (len(boneyard), rules.boneyard_size),
                       "RULES boneyard"))
    seen = set()
    for name in [name for hand in hands for name in hand] + ([] if starter is None else [starter]) + boneyard:
        if name not in rules.tiles:
            faults.append(("%s is no tile of this set" % json.dumps(name), "RECORD tiles"))
        elif name in seen:
            faults.append(("the tile %s is there twice" % name, "RULES the set of 28 tiles"))
        seen.add(name)
    missing = sorted(rules.tiles - seen)
    if missing:
        faults.append(("the deal lacks %s" % ", ".join(missing), "RULES the set of 28 tiles"))
    return faults


# ---------------------------------------------------------------------------------------------------------------------
# A run: many matches
# ---------------------------------------------------------------------------------------------------------------------


class Match:
    """What the referee must remember of a match between two of its rounds."""

    __slots__ = ("round", "rules", "strategies", "opener", "last_seat", "score")


class Referee:
    """Judges the records of one run, in order."""

    def __init__(self, presets=False):
        self.presets = presets
        # The matches under way: number -> Match, or None if the record before could not be used.
        self.running = {}
        # The matches that are over: number -> their last round.
        self.finished = {}
        # The rule sets that were read before: rules object as bytes -> Rules, or the Foul it gave.
        self.understood = {}

    def judge(self, record):
        """All violations of one record, as pairs (what is wrong, rule)."""
        if type(record) is not dict:
            return [("the line is no JSON object", "RECORD")]
        faults = []
        if not well_typed(record):
            faults = field_faults(record)
            if not all(name in record and test(record[name]) for name, (test, _) in FIELDS.items()):
                # A field is missing or of a wrong type, so the round cannot be judged.
                if _is_count(record.get("match")):
                    self.forget(record["match"])
                return faults
        try:
            rules = self.rules(record["rules"])
        except Foul as foul:
            faults.append((foul.what, foul.rule))
            self.forget(record["match"])
            return faults
        if self.presets:
            faults.extend([("rules: " + what, "RULES presets") for what in rules.preset_faults])
        if len(record["strategies"]) != rules.players:
            faults.append(("there are %d strategies for %d seats" % (len(record["strategies"]), rules.players),
                           "RECORD strategies"))

        before = self.round_before(record, rules, faults)
        result = self.play(record, rules, before, faults)
        if result is not None:
            check_result(record, rules, result, faults)
        elif record["ending"] not in ("out", "blocked"):
            faults.append(("ending is %s, must be out or blocked" % json.dumps(record["ending"]), "RECORD ending"))
        total, over = check_score(record, rules, before, result, faults)
        self.remember(record, rules, result, total, over)
        return faults

    def rules(self, raw):
        """The Rules of a rules object. Raises Foul if it cannot be understood."""
        # marshal keeps the types apart: true is not 1.
        key = marshal.dumps(raw, 2)
        known = self.understood.get(key)
        if known is None:
            if len(self.understood) >= 1000:
                self.understood.clear()
            try:
                known = Rules(raw)
            except Foul as foul:
                known = foul
            self.understood[key] = known
        if type(known) is Foul:
            raise known
        return known

    def round_before(self, record, rules, faults):
        """The Match as the round before left it; None in a first round, and where that is not known."""
        number = record["match"]
        round_number = record["round"]
        if number in self.finished:
            faults.append(("the match was over with round %d" % self.finished[number], "RULES match"))
            return None
        if number not in self.running:
            if round_number != 0:
                faults.append(("the match begins with round %d" % round_number, "RECORD round"))
            return None
        before = self.running[number]
        if before is None:
            return None
        if round_number != before.round + 1:
            faults.append(("follows round %d of its match" % before.round, "RECORD round"))
            return None
        if record["strategies"] != before.strategies:
            faults.append(("the strategies are not those of the round before", "RECORD strategies"))
        if rules is not before.rules and rules.flat != before.rules.flat:
            faults.append(("the rules are not those of the round before", "RECORD rules"))
            return None
        return before

    def play(self, record, rules, before, faults):
        """Check the deal and the opener and replay the moves. Gives the Result, or None if there is none."""
        hands = record["hands"]
        starter = record["starter"]
        boneyard = record["boneyard"]
        opener = record["opener"]
        dealt = [name for hand in hands for name in hand]
        dealt += boneyard
        if starter is not None:
            dealt.append(starter)
        if (len(dealt) != len(rules.tiles) or set(dealt) != rules.tiles or len(hands) != rules.players
                or [1 for hand in hands if len(hand) != rules.hand_size] or (starter is not None) != rules.has_starter
                or (starter is not None and starter in DOUBLES)):
            faults.extend(deal_faults(rules, hands, starter, boneyard))
            return None
        if opener >= rules.players:
            faults.append(("the opener %d is no seat" % opener, "RECORD opener"))
            return None

        forced_tile = None
        how = rules.first_round if record["round"] == 0 else rules.later_rounds
        if how == "highest-double" or how == "double-six":
            seat, tile = opening_by_tile(hands)
            if opener != seat:
                faults.append(("seat %d opens, but seat %d holds %s" % (opener, seat, tile),
                               "RULES who opens, with what"))
            elif rules.forced and starter is None:
                forced_tile = tile
        elif how == "winner" and before is not None:
            seat = before.opener if before.last_seat is None else before.last_seat
            if opener != seat:
                faults.append(("seat %d opens, but seat %d laid the last tile of the round before" % (opener, seat),
                               "RULES who opens, with what"))
        elif how == "alternate" and before is not None:
            seat = rules.after[before.opener]
            if opener != seat:
                faults.append(("seat %d opens, but after seat %d seat %d does" % (opener, before.opener, seat),
                               "RULES who moves first"))
        try:
            return replay(rules, hands, starter, boneyard, opener, forced_tile, record["moves"])
        except Foul as foul:
            faults.append((foul.what, foul.rule))
            return None

    def remember(self, record, rules, result, total, over):
        """Keep what the next round of the match must know."""
        number = record["match"]
        if over or number in self.finished:
            self.running.pop(number, None)
            self.finished[number] = record["round"]
            return
        if result is None:
            # Who opens the next round is not known for certain.
            self.running[number] = None
            return
        match = Match()
        match.round = record["round"]
        match.rules = rules
        match.strategies = record["strategies"]
        match.opener = record["opener"]
        match.last_seat = result.last_seat
        match.score = total
        self.running[number] = match

    def forget(self, number):
        """A record could not be used: the next round of its match is judged without it."""
        if number not in self.finished:
            self.running[number] = None

    def count(self):
        """How many matches there were."""
        return len(self.running) + len(self.finished)

    def incomplete(self):
        """For --complete: what is wrong with the run as a whole, as (match, round, what is wrong, rule)."""
        faults = []
        for number in sorted(self.running):
            match = self.running[number]
            faults.append((number, "?" if match is None else match.round, "the match breaks off", "RULES match"))
        numbers = set(self.running).union(self.finished)
        if numbers and (min(numbers) != 0 or max(numbers) != len(numbers) - 1):
            faults.append(("?", "?", "the matches are not numbered 0, 1, 2 ... without a gap", "RECORD match"))
        return faults


def compare(record, field, truth, rule, faults):
    """Note a fault where a field does not say what is true."""
    if record[field] != truth:
        faults.append(("%s is %s, must be %s" % (field, json.dumps(record[field]), json.dumps(truth)), rule))


def check_result(record, rules, result, faults):
    """Compare what the record says of the round with what it came to."""
    out = result.ending == "out"
    compare(record, "ending", result.ending, "RULES shared 5 and 6", faults)
    compare(record, "last_seat", result.last_seat, "RECORD last_seat", faults)
    compare(record, "capicu", result.capicu, "RULES honours: capicu", faults)
    compare(record, "winner", result.winner, "RULES shared 6" if out else "RULES blocked: who wins", faults)
    compare(record, "pips", result.pips, "RULES pips", faults)
    compare(record, "points", result.points,
            "RULES four-rounds score" if rules.penalty else "RULES going out scores" if out else "RULES blocked: score",
            faults)


def check_score(record, rules, before, result, faults):
    """Compare the score and the end of the match. Gives the score after the round and whether the match is over.

    Where the round could not be replayed its own points are taken, where the round before is not known its own score.
    """
    gained = record["points"] if result is None else result.points
    total = record["score"]
    if len(gained) != rules.sides or len(total) != rules.sides:
        faults.append(("points and score need a number for each of %d sides" % rules.sides, "RECORD score"))
        gained = [0] * rules.sides if len(gained) != rules.sides else gained
        total = [0] * rules.sides if len(total) != rules.sides else total
    if record["round"] == 0:
        total = gained
        compare(record, "score", total, "RULES match: score", faults)
    elif before is not None:
        total = [had + got for had, got in zip(before.score, gained)]
        compare(record, "score", total, "RULES match: score", faults)
    best = max(total)
    over = record["round"] + 1 >= rules.rounds if rules.target is None else best >= rules.target
    match_winner = total.index(best) if over and total.count(best) == 1 else None
    if over and rules.rounds == 1 and not rules.penalty:
        # RULES shared 9: the round may have been won for 0 points.
        match_winner = record["winner"] if result is None else result.winner
    compare(record, "match_over", over, "RULES match", faults)
    compare(record, "match_winner", match_winner, "RULES match", faults)
    return total, over


# ---------------------------------------------------------------------------------------------------------------------
# Reading
# ---------------------------------------------------------------------------------------------------------------------


def _no_double_key(pairs):
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key is there twice")
    return made


def _no_fraction(text):
    raise ValueError("%s is no integer" % text)


DECODER = json.JSONDecoder(object_pairs_hook=_no_double_key, parse_float=_no_fraction, parse_constant=_no_fraction)


def judge_lines(lines, referee):
    """Yields (line number, match, round, what is wrong, rule), and (line number, None, None, None, None) for each
    record that was read, good or bad."""
    for line_number, line in enumerate(lines, 1):
        record = None
        try:
            if line[-1:] != b"\n":
                yield line_number, "?", "?", "the line does not end in a line feed", "RECORD"
            elif line[-2:] == b"\r\n":
                yield line_number, "?", "?", "the line ends in a carriage return and a line feed", "RECORD"
            text = line.decode("utf-8").strip(" \t\r\n")
            if not text:
                yield line_number, "?", "?", "the line is empty", "RECORD"
                continue
            record = DECODER.decode(text)
            if type(record) is dict:
                yield line_number, None, None, None, None
            faults = referee.judge(record)
        except (ValueError, RecursionError) as error:
            faults = [("the line is not well-formed: %s" % error, "RECORD")]
        if faults:
            match = round_number = "?"
            if type(record) is dict:
                match = record["match"] if _is_count(record.get("match")) else "?"
                round_number = record["round"] if _is_count(record.get("round")) else "?"
            for what, rule in faults:
                yield line_number, match, round_number, what, rule


def main(arguments):
    presets = "--presets" in arguments
    complete = "--complete" in arguments
    files = [argument for argument in arguments if argument not in ("--presets", "--complete")]
    unknown = [argument for argument in files if argument.startswith("-") and argument != "-"]
    if unknown or not files:
        print("usage: referee.py [--complete] [--presets] FILE.jsonl [FILE.jsonl ...]      ('-' reads standard input)",
              file=sys.stderr)
        return 2

    rounds = matches = violations = 0
    for name in files:
        referee = Referee(presets)
        line_number = 0
        try:
            stream = sys.stdin.buffer if name == "-" else open(name, "rb")
            with stream:
                for line_number, match, round_number, what, rule in judge_lines(stream, referee):
                    if what is None:
                        rounds += 1
                        continue
                    violations += 1
                    print("%s:%d match %s round %s: %s (%s)" % (name, line_number, match, round_number, what, rule))
        except OSError as error:
            violations += 1
            print("%s:%d match ? round ?: cannot be read: %s (RECORD)" % (name, line_number, error.strerror))
        if complete:
            for match, round_number, what, rule in referee.incomplete():
                violations += 1
                print("%s:%d match %s round %s: %s (%s)" % (name, line_number, match, round_number, what, rule))
        matches += referee.count()
    print("%d rounds, %d matches, %d violations" % (rounds, matches, violations))
    return 0 if violations == 0 and rounds > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
