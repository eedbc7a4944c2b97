"""balak suggest: what it says of positions, and why it refuses those that cannot be.

The refusals are kept in impossible.txt, to be read as a user would. After a change of wording or of a case:
    BALAK=build/release/balak python3 tests/cli/suggest_test.py --update
and read the difference.
"""

import json
import os
import pathlib
import re
import sys
import unittest

from balak_runs import BalakTest

SNAPSHOT = pathlib.Path(__file__).with_name("impossible.txt")
HEADING = """What balak suggest says to positions that cannot be.
tests/cli/suggest_test.py has the cases and says how to update this file.
"""
# Seat 0 has opened with 6-6 and laid 5-1; the other one had to draw twice.
HAND = "6-1 5-2 4-4 3-0 2-1"
PLAYED = "6-6 6-5< 5-1< + + 6-2>"
PAIRS = ("--rules", "la-plaza-pairs")
# Seat 2 is to move; seat 1 has passed at 1 and 0.
PAIRS_HAND = "6-1 3-3 5-2 5-1 4-2 1-0"
PAIRS_PLAYED = "6-6 6-4< 6-2> 4-1< 2-0> pass"


def position(title, hand, played, *more):
    return title, ("--hand", hand, "--played", played, *more)


def pairs(title, hand, played, *more):
    return title, (*PAIRS, "--seat", "2", "--hand", hand, "--played", played, *more)


FOUR_ROUNDS = ("6-1 5-2 4-4 3-0 2-1 6-6 0-0", "", "--rules", "four-rounds")

IMPOSSIBLE = [
    # What cannot be a hand.
    position("a tile twice in the hand", "6-1 5-2 4-4 3-0 6-1", PLAYED),
    position("a tile that there is not", "7-1 5-2 4-4 3-0 2-1", PLAYED),
    position("too many tiles in the hand", HAND + " 0-0", PLAYED),
    position("a tile of the hand that the other seat has laid", "6-2 5-2 4-4 3-0 2-1", PLAYED),
    position("an own tile that is still in the hand", "5-1 5-2 4-4 3-0 2-1", PLAYED),
    position("a tile drawn and then neither held nor laid", "5-3 5-4 4-3 1-0 2-0", "6-6 6-5< +1-1 5-1< 6-4>"),
    # What cannot have been laid.
    position("a tile laid twice", HAND, "6-6 6-5< 5-1< + + 6-6>"),
    position("a tile that fits no end", HAND, "6-6 6-5< 5-1< + + 4-3>"),
    position("a tile that fits both ends, without a mark", "5-3 4-4 3-0 2-1 1-1", "6-6 6-5< 5-4< 6-4"),
    position("the right end where both are the same", HAND, "6-6 6-5> 5-1< + + 6-2>"),
    position("an opening tile with a mark", HAND, "6-6< 6-5< 5-1< + + 6-2>"),
    position("an opening although a higher double was dealt", "6-6 5-2 4-4 3-0 2-1", "3-3 3-1< 3-2> 6-1<"),
    position("a word that is no move", HAND, "6-6 6-5< jump + + 6-2>"),
    # What cannot have been drawn or passed.
    position("a pass while tiles may be drawn", HAND, "6-6 6-5< 5-1< pass"),
    position("a draw although a tile of the hand fits", HAND + " 1-1", "6-6 6-5< +1-1 5-1< 6-2>"),
    position("a draw under rules without any", HAND, PLAYED, "--rules", "block"),
    position("a tile that another seat drew", HAND, "6-6 6-5< 5-1< +4-3 + 6-2>"),
    position("an own draw that is not told", "6-1 4-4 3-0 2-1 0-0 1-1", "6-6 6-5< + 5-4< 6-2>"),
    position("a tile drawn twice", "4-4 3-3 3-0 2-1 2-2 0-0 1-1", "6-6 6-5< +1-1 +1-1 +5-4 5-4< 6-2>"),
    position("a pass before any tile was laid", HAND + " 0-0", "pass 6-5< 5-1< + + 6-2>"),
    pairs("an own pass although a tile of the hand fits", PAIRS_HAND + " 6-2", "6-6 6-4< pass 4-1< 6-0> pass"),
    # Whose turn it cannot be.
    position("an opener with whom it is another's turn", HAND, PLAYED, "--opener", "1"),
    position("a seat that is not at the table", HAND, PLAYED, "--seat", "2"),
    position("a seat that can lay nothing", "5-5 4-4 3-0 4-3 3-3", "6-6 6-5< 5-1< 6-2>"),
    pairs("a round that all have passed", "3-3 4-2 5-2 5-5 3-2 2-2", "6-6 6-4< 6-0> 4-1< pass pass pass pass"),
    position("a move after somebody has gone out", "", "6-6 6-5< 5-1< 6-2> 2-1> 1-0< 0-0< 3-1> 3-3> 3-2> 2-2> 4-2> "
             "4-4> 4-3>"),
    # What cannot be the match.
    position("a score before the first round", HAND, PLAYED, "--score", "10 0", "--round", "0"),
    position("a score that had ended the match", HAND, PLAYED, "--score", "100 20"),
    position("a score of three sides", HAND, PLAYED, "--score", "10 20 30"),
    position("a score that is no number", HAND, PLAYED, "--score", "10 many"),
    position("a round after the last", *FOUR_ROUNDS, "--starter", "5-1", "--round", "4"),
    position("a score without the number of the round", *FOUR_ROUNDS, "--starter", "5-1", "--score=-12 -5"),
    # What cannot be the starter.
    position("no starter where the rules have one", *FOUR_ROUNDS),
    position("a starter where the rules have none", HAND, PLAYED, "--starter", "5-4"),
    position("a starter that is a double", *FOUR_ROUNDS, "--starter", "5-5"),
    position("a starter that is in the hand", *FOUR_ROUNDS, "--starter", "6-1"),
    position("two starters", *FOUR_ROUNDS, "--starter", "5-1 5-3"),
    # What the other seats cannot have held.
    pairs("a seat that passed, and then laid what had fitted", "3-0 5-5 2-2 1-0 6-2",
          "6-6 6-4< 6-1> pass 4-0< 3-1> 3-2> 4-2> 5-0< 5-3<"),
    position("a seat that drew, and then laid what had fitted", "5-2 4-4 3-0 6-3", PLAYED + " 2-1> 6-1<"),
    position("a double that would have opened", "6-1 5-2 4-3 3-0 2-1", "5-5 5-4< 6-5> 4-0< 6-6>", "--rules",
             "playboard+no-draw"),
    position("more tiles in a hand than can be there", "3-2 6-1 5-5", "6-6 pass 6-5< pass 5-4< pass 4-3< pass", "--rules",
             "block"),
    pairs("more tiles in two hands than can be there", "6-1 5-2 4-4 3-0 2-1 1-1", "6-6 6-5< pass pass"),
    pairs("a tile that nobody can hold", "2-1 3-3 4-4 0-0 1-1", "6-6 6-5< pass pass 6-2> pass pass pass"),
]


def weight(tile):
    """In the order in which balak lists tiles."""
    high, low = map(int, tile.split("-"))
    return high + low, high


class Impossible(BalakTest):
    def test_each_gets_a_sentence_of_its_own(self):
        sections, sentences = [HEADING], set()
        for title, arguments in IMPOSSIBLE:
            run = self.balak("suggest", *arguments)
            with self.subTest(title):
                self.assertEqual((run.code, run.out), (2, ""))
                self.assertRegex(run.err, r"\Abalak: [^\n]*[^\n.]\n\Z")
                self.assertNotIn("there is no deal that leads to them", run.err)  # which says nothing of why
                # Not the same words with other numbers.
                words = re.sub(r"\d", "9", run.err)
                self.assertNotIn(words, sentences)
                sentences.add(words)
            words = " ".join(f'"{word}"' if " " in word or not word else word for word in arguments)
            sections.append(f"{title}\n    $ balak suggest {words}\n    {run.err}")
        self.assertGreaterEqual(len(sentences), 30)
        text = "\n".join(sections)
        if os.environ.get("BALAK_UPDATE_SNAPSHOTS") == "1":
            SNAPSHOT.write_text(text, encoding="utf-8")
        self.assertEqual(SNAPSHOT.read_text(encoding="utf-8"), text)


class Suggestions(BalakTest):
    def moves(self, page):
        """The moves in their order, with the figures beside them."""
        lines = page.splitlines()
        first = next(i for i, line in enumerate(lines) if line.split()[:2] == ["move", "points"])
        return [line.split() for line in lines[first + 1:] if line.startswith("  ")][:lines[first + 1:].index(
            next(line for line in lines[first + 1:] if line.startswith("Lay ")))]

    def advice(self, *arguments):
        return json.loads(self.good("suggest", "--json", *arguments))

    def test_a_page_for_people_fits_a_narrow_terminal(self):
        page = self.good("suggest", "--hand", HAND, "--played", PLAYED)
        for line in page.splitlines():
            self.assertLessEqual(len(line), 80, line)
            self.assertRegex(line, r"\A[^\x00-\x1f\x7f]*\Z")
        self.assertIn("    [1-5][5-6]|[6-2]\n", page)
        self.assertEqual({move[0] for move in self.moves(page)}, {"6-1<", "5-2>", "2-1<", "2-1>"})
        self.assertIn(f"Lay {self.moves(page)[0][0]}", page)
        # What seat 1 cannot hold lies in the boneyard: it drew while 1 and 6 were the ends.
        self.assertRegex(page, r"(?m)^  6-4 +- +100\.0$")
        self.assertRegex(page, r"(?m)^  5-5 +58\.3 +41\.7$")

    def test_json_says_the_same_and_more(self):
        page = self.good("suggest", "--hand", HAND, "--played", PLAYED)
        advice = self.advice("--hand", HAND, "--played", PLAYED)
        self.assertEqual((advice["schema"], advice["worlds"], advice["rollout"], advice["objective"], advice["belief"]),
                         ("balak.advice/1", 10000, "tile-counting", "points", "none"))
        self.assertEqual([move["move"] for move in advice["moves"]], [move[0] for move in self.moves(page)])
        for move, shown in zip(advice["moves"], self.moves(page)):
            self.assertEqual(shown[1], f"{move['points']['mean']:+.2f}")
            self.assertEqual(shown[4], f"{100 * move['round']['mean']:.1f}")
            for figure in ("points", "round", "match", "behind"):
                low, high = move[figure]["ci95"]
                self.assertLessEqual(low, move[figure]["mean"])
                self.assertGreaterEqual(high, move[figure]["mean"])
        self.assertTrue(advice["unseen_exact"])
        self.assertEqual(len(advice["unseen"]), 19)
        for tile in advice["unseen"]:
            self.assertAlmostEqual(sum(tile["seats"]) + tile["boneyard"], 1)
            self.assertEqual(tile["seats"][0], 0)
        self.assertAlmostEqual(sum(tile["seats"][1] for tile in advice["unseen"]), 7)

    def test_more_worlds_make_narrower_intervals_and_a_seed_others(self):
        width = lambda advice: (lambda ci: ci[1] - ci[0])(advice["moves"][0]["points"]["ci95"])
        few = self.advice("--hand", HAND, "--played", PLAYED, "--worlds", "1000")
        many = self.advice("--hand", HAND, "--played", PLAYED, "--worlds", "100000")
        self.assertAlmostEqual(width(few) / width(many), 10, delta=1)
        self.assertEqual(few, self.advice("--hand", HAND, "--played", PLAYED, "--worlds", "1000"))
        other = self.advice("--hand", HAND, "--played", PLAYED, "--worlds", "1000", "--seed", "7")
        self.assertNotEqual(few["moves"], other["moves"])
        self.assertEqual(few["unseen"], other["unseen"])
        plain = self.advice("--hand", HAND, "--played", PLAYED, "--worlds", "1000", "--target", "plain")
        self.assertEqual(few, plain)

    def test_the_position_is_typed_or_comes_back_from_the_json(self):
        typed = self.advice(*PAIRS, "--seat", "2", "--hand", PAIRS_HAND, "--played", PAIRS_PLAYED, "--worlds", "500")
        self.write("position.json", typed["position"])
        self.assertEqual(self.advice("position.json", "--worlds", "500"), typed)
        # Rules by name, and only what is needed; the question of a bot is one, too.
        bare = {key: typed["position"][key]
                for key in ("round", "seat", "score", "dealt", "opener", "events", "random")}
        self.write("bare.json", bare | {"rules": "la-plaza-pairs"})
        self.assertEqual(self.advice("bare.json", "--worlds", "500"), typed)
        self.write("bare.json", bare | {"rules": {"preset": "la-plaza-pairs", "match": {"target": 100}}})
        self.assertEqual(self.advice("bare.json", "--worlds", "500"), typed)
        rules = typed["position"].pop("rules")
        hello = {"type": "hello", "protocol": 1, "program": "test", "rules": rules, "options": {}, "move_ms": 0}
        self.write("bot.question", json.dumps(hello) + "\n" + json.dumps(typed["position"]) + "\n")
        typed["position"]["rules"] = rules
        self.assertEqual(self.advice("bot.question", "--worlds", "500"), typed)

    def test_what_is_lazily_typed_is_the_same(self):
        exact = self.advice("--hand", HAND, "--played", PLAYED, "--worlds", "200")
        lazy = self.advice("--hand", "1-6, 2-5, 4-4, 0-3, 1-2", "--played", "6-6,5-6,1-5,+,+,2-6", "--score", "0:0",
                           "--worlds", "200")
        self.assertEqual(lazy, exact)

    def test_the_last_turn_of_a_record_or_any_other(self):
        for rules in ("playboard", "la-plaza-1v1", "la-plaza-pairs+capicu-25", "four-rounds", "block"):
            with self.subTest(rules):
                self.good("match", "random", "greedy-heavy", "--rules", rules, "--matches", "4", "--records", "g.jsonl")
                rounds = self.records("g.jsonl")
                last = self.advice("g.jsonl", "--worlds", "100")["position"]
                self.assertEqual(last["dealt"], sorted(rounds[-1]["hands"][last["seat"]], key=weight))
                self.assertEqual(last["score"], [score - points for score, points in
                                                 zip(rounds[-1]["score"], rounds[-1]["points"])])
                own = [token for token in rounds[-1]["moves"]]
                told = [what if what != "+" else "+..." for _, what in last["events"]]
                self.assertEqual([one[0] if one[0] == "+" else one for one in told],
                                 [one[0] if one[0] == "+" else one for one in own[:len(told)]])
                first = self.advice("g.jsonl", "--match", "1", "--round", "0", "--turn", "0", "--worlds", "100")
                found = next(one for one in rounds if (one["match"], one["round"]) == (1, 0))
                self.assertEqual(first["position"]["seat"], found["opener"])
                self.assertEqual(first["position"]["starter"], found["starter"])

    def test_beliefs_move_the_chances(self):
        plain = self.advice("--hand", HAND, "--played", PLAYED)
        for belief in ("model", "mixture"):
            weighed = self.advice("--hand", HAND, "--played", PLAYED, "--belief", belief)
            self.assertFalse(weighed["unseen_exact"])
            self.assertNotEqual(weighed["unseen"], plain["unseen"])
            for tile, other in zip(weighed["unseen"], plain["unseen"]):
                self.assertAlmostEqual(tile["seats"][1], other["seats"][1], delta=0.25)

    def test_a_single_move_and_a_last_tile_are_told_of(self):
        page = self.good("suggest", "--hand", "6-6 5-4 4-3 3-2 2-1 1-0 0-0", "--played", "")
        self.assertIn("Lay 6-6: there is no other move.", page)
        self.assertIn("(no tile is laid)", page)
        last = self.good("suggest", "--rules", "block", "--hand", "3-2", "--played",
                         "6-6 6-5< 5-1< 6-2> 2-1> 1-0< 0-0< 3-1> 3-3> pass 3-0< pass")
        self.assertRegex(last, r"(?m)^  3-2[<>] .* 100\.0 % ± 0\.0 ")

    def test_wrong_files_and_options_get_a_sentence(self):
        self.write("empty.json", "")
        self.write("list.json", [])
        self.write("hello.json", {"type": "hello"})
        self.write("rules.json", {"rules": "playbord"})
        self.write("bare.json", {"rules": "playboard"})
        self.write("none.json", {"type": "choose"})
        self.good("match", "random", "random", "--matches", "2", "--records", "g.jsonl")
        bad = self.records("g.jsonl")[:1]
        bad[0]["points"][0] += 1
        self.write("bad.jsonl", json.dumps(bad[0], separators=(",", ":")) + "\n")
        typed = ("--hand", HAND, "--played", PLAYED)
        for arguments, sentence in (
                ((), "suggest: a position is expected: --hand with --played, or a file"),
                (("nothing.json",), "nothing.json: cannot be read: No such file or directory"),
                (("empty.json",), "empty.json: "),
                (("list.json",), "list.json: the document is [], expected a `choose` message with \"rules\""),
                (("hello.json",), "hello.json: expected two lines: `hello` and `choose`"),
                (("none.json",), 'none.json: the field "rules" is missing: the name of rules, or their options'),
                (("rules.json",), 'rules.json: rules: there are no rules "playbord"'),
                (("bare.json",), 'bare.json: the field "round" is missing'),
                (("bare.json", "--hand", HAND), "suggest: --hand is given, but the position is in a file"),
                (("bare.json", "--rules", "block"), "suggest: --rules is given, but the rules are in the file"),
                (("bare.json", "--turn", "3"), "suggest: --turn is given, but the file has one position"),
                ((*typed, "--turn", "3"), "suggest: --turn is given, but no file of records"),
                (("g.jsonl", "--match", "9"), "g.jsonl: there is no round of match 9 in it"),
                (("g.jsonl", "--turn", "200"), "g.jsonl: match 1, round "),
                (("bad.jsonl",), "bad.jsonl: line 1 is no good record: "),
                ((*typed, "--worlds", "0"), '--worlds is "0", expected an integer from 1 to 1000000'),
                ((*typed, "--objective", "pints"), 'suggest: monte-carlo: objective is "pints", expected "points", '
                                                   '"win" or "match", did you mean "points"?'),
                ((*typed, "--rollout", "monte-carlo"), 'suggest: monte-carlo: rollout is "monte-carlo", expected '),
                ((*typed, "--seed", "-1"), '--seed is "-1", expected an integer from 0 to 4294967295')):
            with self.subTest(arguments):
                run = self.balak("suggest", *arguments)
                self.assertEqual((run.code, run.out), (2, ""))
                self.assertTrue(run.err.startswith(f"balak: {sentence}"), run.err)
                self.assertRegex(run.err, r"\Abalak: [^\n]*\n\Z")


if __name__ == "__main__":
    if "--update" in sys.argv:
        sys.argv.remove("--update")
        os.environ["BALAK_UPDATE_SNAPSHOTS"] = "1"
    unittest.main()
