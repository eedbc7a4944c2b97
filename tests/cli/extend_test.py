"""Adding to a run: with --extend the statistics are those of the whole run, byte for byte."""

import json
import os
import signal
import sys
import unittest

from balak_runs import BALAK, TIME_LIMIT
from bot_runs_test import MOCK
from saved_runs import SavedRunTest, part, read, saving_every

PAIR = ["doubles-first", "greedy-heavy"]


class Extend(SavedRunTest):
    def results(self, name, *arguments, **config):
        """Plays a config to a file of results. Returns its statistics as they stand there."""
        config = {"rules": ["block", "playboard"], "matches": 200, "seed": 5} | config
        self.write("c.json", config | {"output": {"results": name}})
        self.good("tournament", "c.json", *arguments)
        return part(name, "statistics")

    def extends(self, before, now, taken):
        """What was played before and then extended is what is played at once. `taken`: matches that were not played."""
        self.results("before.json", **before)
        whole = self.results("whole.json", **now)
        for threads in (1, 2, 5):
            extended = self.results("extended.json", "--extend", "before.json", "--threads", threads, **now)
            self.assertEqual(extended, whole)
            self.assertEqual(self.json("extended.json")["run"]["matches_before"], taken)
        # So are its counts: it can be extended as the whole run can.
        self.assertEqual(self.json("extended.json")["counts"]["state"]["tallies"],
                         self.json("whole.json")["counts"]["state"]["tallies"])

    def test_one_more_strategy(self):
        self.extends({"strategies": PAIR}, {"strategies": [*PAIR, "random"]}, 400)

    def test_a_strategy_in_the_place_of_another(self):
        self.extends({"strategies": ["random", *PAIR]}, {"strategies": ["tile-counting", *PAIR]}, 400)

    def test_more_matches(self):
        self.extends({"strategies": PAIR}, {"strategies": PAIR, "matches": 1234}, 400)

    def test_more_of_everything(self):
        self.extends({"strategies": ["random", *PAIR], "rules": ["playboard", "la-plaza-pairs"]},
                     {"strategies": ["tile-counting", {"type": "random", "name": "chance"}, *PAIR], "matches": 777,
                      "rules": ["block", "la-plaza-pairs", "playboard"]}, 1200)

    def test_a_searching_strategy(self):
        searcher = {"type": "monte-carlo", "determinizations": 4}
        self.extends({"strategies": [searcher, "random"], "matches": 20, "rules": "playboard"},
                     {"strategies": [searcher, "greedy-heavy", "random"], "matches": 30, "rules": "playboard"}, 20)

    def test_a_gauntlet(self):
        self.extends({"strategies": PAIR, "format": "gauntlet"},
                     {"strategies": [*PAIR, "random", "tile-counting"], "format": "gauntlet", "matches": 300}, 400)

    def test_tables_of_three_and_four(self):
        for players in (3, 4):
            self.extends({"strategies": PAIR, "rules": "playboard", "players": players, "unit": "round"},
                         {"strategies": ["random", *PAIR], "rules": "playboard", "players": players, "unit": "round",
                          "matches": 500}, self.matches_of(players, 200))

    def matches_of(self, players, matches):
        """Rounded up to whole deals, in each of which every side is alone once and each of the others."""
        legs = 2 * players
        return (matches + legs - 1) // legs * legs

    def test_a_free_for_all_goes_on(self):
        table = {"strategies": ["random", *PAIR], "rules": "playboard", "players": 3, "format": "free-for-all"}
        self.extends(table, table | {"matches": 500}, 201)
        self.write("c.json", table | {"strategies": [*PAIR, "random", "tile-counting"], "seed": 5,
                                      "output": {"results": "x.json"}})
        self.refuses("no pairing of this run was played there", "tournament", "c.json", "--extend", "before.json")

    def test_luck_and_its_adjustment(self):
        self.extends({"strategies": PAIR, "adjust": True}, {"strategies": [*PAIR, "random"], "adjust": True,
                                                            "matches": 400}, 400)

    def test_the_results_may_be_extended_in_their_place_again_and_again(self):
        whole = self.results("whole.json", strategies=[*PAIR, "random"], matches=600)
        self.results("r.json", strategies=PAIR)
        self.results("r.json", "--extend", "r.json", strategies=PAIR, matches=600)
        self.assertEqual(self.results("r.json", "--extend", "r.json", strategies=[*PAIR, "random"], matches=600), whole)
        self.good("match", *PAIR, "--matches", "50", "--seed", "5", "--output", "m.json")
        self.good("match", *PAIR, "--matches", "90", "--seed", "5", "--output", "m.json", "--extend", "m.json")
        self.good("match", *PAIR, "--matches", "90", "--seed", "5", "--output", "n.json")
        self.assertEqual(part("m.json", "statistics"), part("n.json", "statistics"))

    def test_what_was_merged_is_extended_too(self):
        whole = self.results("whole.json", strategies=[*PAIR, "random"])
        for shard in (1, 2):
            self.results(f"{shard}.json", "--shard", f"{shard}/2", "--output", f"{shard}.json", strategies=PAIR)
        self.good("merge", "1.json", "2.json", "--output", "merged.json")
        self.assertEqual(self.results("e.json", "--extend", "merged.json", strategies=[*PAIR, "random"]), whole)

    def test_interrupted_it_goes_on(self):
        now = {"strategies": [*PAIR, "tile-counting"], "matches": 100_000, "rules": "playboard"}
        self.results("before.json", strategies=PAIR, matches=50_000, rules="playboard")
        whole = self.results("whole.json", **now)
        self.write("c.json", {"seed": 5, "output": {"results": "e.json"}} | now)
        with self.start("tournament", "c.json", "--extend", "before.json", env=saving_every(0)) as process:
            self.wait_for("e.json.checkpoint", process)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=TIME_LIMIT)
        self.assertIn(process.returncode, (0, 130))
        self.assertNotIn("counts", self.json("e.json") if process.returncode else {})
        self.refuses('"extends" is', "tournament", "c.json", "--resume") if process.returncode else None
        self.good("tournament", "c.json", "--extend", "before.json", "--resume")
        self.assertEqual(part("e.json", "statistics"), whole)

    def bot(self, mode, **more):
        return {"name": "mock", "type": "command", "command": [sys.executable, "-B", str(MOCK), mode], **more}

    def test_bots(self):
        bots = [self.bot("honest"), "random"]
        small = {"matches": 20, "rules": "block"}
        self.extends(small | {"strategies": bots}, small | {"strategies": [*bots, "greedy-heavy"], "matches": 30}, 20)
        served = {"name": "served", "type": "command", "command": [BALAK, "bot", "serve", "random"]}
        self.extends(small | {"strategies": [served, "greedy-heavy"]},
                     small | {"strategies": [served, *bots, "greedy-heavy"]}, 20)
        self.results("before.json", **small, strategies=[self.bot("default"), "random"])
        self.write("c.json", small | {"seed": 5, "strategies": [self.bot("default"), "random", "greedy-heavy"],
                                      "output": {"results": "x.json"}})
        self.refuses("--allow-irreproducible", "tournament", "c.json", "--extend", "before.json")
        self.good("tournament", "c.json", "--extend", "before.json", "--allow-irreproducible")
        self.assertEqual(self.json("x.json")["run"]["matches_before"], 20)

    def test_what_cannot_be_extended(self):
        self.results("before.json", strategies=PAIR)
        run = {"rules": ["block", "playboard"], "matches": 200, "seed": 5, "strategies": PAIR,
               "output": {"results": "x.json"}}
        for sentence, changes, arguments in (
                ("its seed is 5, here it is 6", {"seed": 6}, ()),
                ('its "unit" is another one', {"unit": "round"}, ()),
                ("luck is measured in one of them only", {"adjust": True}, ()),
                ("a stopping rule looks at all pairings",
                 {"rules": "block", "stop": {"rule": "sprt", "h0": 0, "h1": 9}}, ()),
                ("no pairing of this run was played there", {"strategies": ["random", "tile-counting"]}, ()),
                ("no pairing of this run was played there", {"strategies": PAIR[::-1]}, ()),
                ("no pairing of this run was played there", {"rules": "la-plaza-pairs"}, ()),
                ("it has 200 matches of each pairing, more than the 100 of this run; --matches 200",
                 {"matches": 100}, ()),
                ("the run is played in parts", {}, ("--shard", "1/2")),
                ("records are wanted", {}, ("--records", "r.jsonl"))):
            with self.subTest(sentence):
                self.write("c.json", run | changes)
                self.refuses(sentence, "tournament", "c.json", "--extend", "before.json", *arguments)
                self.assertFalse(os.path.exists("x.json"))
        self.write("c.json", run)
        results = self.json("before.json")
        for sentence, changed in (("its counts are not in it", {k: v for k, v in results.items() if k != "counts"}),
                                  ("torn or was changed", results | {"counts": results["counts"] | {"checksum": "0"}}),
                                  ("it cannot be extended: ", results | {"config": results["config"] | {"seed": 6}}),
                                  ("it is no results file", {"schema": "other"}), ("is not valid JSON", "{")):
            with self.subTest(sentence):
                self.write("bad.json", changed if isinstance(changed, str) else json.dumps(changed))
                self.refuses(sentence, "tournament", "c.json", "--extend", "bad.json")
                self.assertFalse(os.path.exists("x.json"))
        self.results("small.json", strategies=PAIR, output={"results": "small.json"})
        self.write("c.json", run | {"output": {"results": "small.json", "counts": False}})
        self.good("tournament", "c.json")
        self.assertNotIn("counts", self.json("small.json"))
        self.refuses('unless its config says "counts": false', "tournament", "c.json", "--extend", "small.json")
        self.assertGreater(len(read("small.json")), 100)


if __name__ == "__main__":
    unittest.main()
