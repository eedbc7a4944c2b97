"""SIMD targets: listed, chosen by option and environment, named in the results, and the same statistics on each."""

import os
import pathlib
import re
import subprocess
import unittest

from balak_runs import BALAK, BalakTest

QUICK = ["random", "greedy-heavy", "doubles-first", "tile-counting"]
VARIABLE = "BALAK_TARGET"


def environment(target):
    """The environment with this target named, or none."""
    others = {name: value for name, value in os.environ.items() if name != VARIABLE}
    return others if target is None else others | {VARIABLE: target}


class Targets(BalakTest):
    def targets(self):
        """The targets of this machine, the best one first, `plain` last."""
        listed = self.good("bench", "--targets", env=environment(None))
        return re.findall(r"^  (\S+) ", listed, re.MULTILINE)

    def sliced(self):
        return self.targets()[:-1]

    def play(self, *arguments, target=None, **config):
        """Plays a config and returns the statistics as they stand in the results, and what they say of the run."""
        self.write("config.json", config)
        self.good("tournament", "config.json", "--output", "results.json", *arguments, env=environment(target))
        return self.statistics_text("results.json"), self.json("results.json")["run"]

    def check_same(self, some_in_slices=True, **config):
        """The statistics must be the same bytes on every target; each must have run."""
        expected, run = self.play("--target", "plain", **config)
        self.assertEqual((run["target"], run["rounds_in_slices"]), ("plain", 0))
        counts = set()
        for target in self.sliced():
            statistics, run = self.play("--target", target, "--threads", 2, **config)
            self.assertEqual(statistics, expected, target)
            self.assertEqual(run["target"], target if some_in_slices else "plain")
            counts.add(run["rounds_in_slices"])
        self.assertEqual(len(counts), 1, counts)
        self.assertEqual(counts.pop() > 0, some_in_slices)

    def test_they_are_listed(self):
        targets = self.targets()
        self.assertEqual(targets[-1], "plain")
        self.assertGreaterEqual(len(targets), 2, "the portable one is always there")
        self.assertEqual(len(set(targets)), len(targets))
        for target in targets:
            listed = self.good("bench", "--targets", "--target", target)
            self.assertEqual(re.findall(r"^  (\S+) .*\(this one is used\)$", listed, re.MULTILINE), [target])
            self.assertEqual(self.good("bench", "--targets", env=environment(target)), listed)

    def test_the_best_one_is_used_unless_another_is_named(self):
        config = {"rules": "block", "strategies": QUICK[:2], "matches": 20}
        best, last = self.targets()[0], self.targets()[-2]
        for arguments, variable, expected in [([], None, best), ([], last, last), ([], "plain", "plain"),
                                              (["--target", best], last, best), (["--target", "plain"], best, "plain")]:
            _, run = self.play(*arguments, target=variable, **config)
            self.assertEqual(run["target"], expected)
        self.good("match", *QUICK[:2], "--matches", 20, "--output", "match.json", "--target", last)
        run = self.json("match.json")["run"]
        self.assertEqual(run["target"], last)
        self.assertGreater(run["rounds_in_slices"], 20)

    def test_a_name_that_is_no_target_is_answered_by_those_of_this_machine(self):
        self.write("config.json", {"rules": "block", "strategies": QUICK[:2], "matches": 20})
        names = [f'"{name}"' for name in self.targets()]
        listed = f"expected a target of this machine: {', '.join(names[:-1])} or {names[-1]}"
        for command in (["match", "random", "greedy-heavy"], ["tournament", "config.json"], ["bench", "deal"],
                        ["bench", "--targets"], ["bench", "--verify"]):
            run = self.balak(*command, "--target", "mmx")
            self.assertEqual((run.code, run.out, run.err), (2, "", f'balak: --target is "mmx", {listed}\n'))
            for wrong in ("mmx", ""):
                run = self.balak(*command, env=environment(wrong))
                self.assertEqual((run.code, run.out, run.err),
                                 (2, "", f'balak: BALAK_TARGET in the environment is "{wrong}", {listed}\n'))
            self.assertEqual(self.files(), ["config.json"])
        run = self.balak("match", "random", "greedy-heavy", "--target", "plian")
        self.assertEqual(run.err, f'balak: --target is "plian", {listed}, did you mean "plain"?\n')

    def test_a_round_robin_for_two(self):
        self.check_same(rules="playboard", strategies=QUICK + ["tile-counting:pip=0,block=63"], matches=400)

    def test_pairings_of_three_and_four(self):
        for players in (3, 4):
            self.check_same(rules="playboard", players=players, strategies=QUICK, matches=240)

    def test_partnerships_under_several_rules(self):
        self.check_same(rules=["la-plaza-pairs", "la-plaza-pairs+blocker-wins+capicu-25",
                               {"preset": "la-plaza-pairs", "opening": {"tile": "free"}, "max_pip": 5,
                                "hand_size": 4, "boneyard_reserve": 2, "draw": "until-playable"}],
                        strategies=QUICK, matches=200)

    def test_single_rounds_and_penalties(self):
        self.check_same(rules=["four-rounds", "block", "la-plaza-1v1+losing-side"], unit="round", strategies=QUICK,
                        matches=2000)

    def test_a_free_for_all(self):
        self.check_same(rules="playboard", players=3, format="free-for-all", strategies=QUICK, matches=120)

    def test_a_table_with_monte_carlo_and_one_that_slices_play(self):
        self.check_same(rules="four-rounds", strategies=["monte-carlo:determinizations=8", *QUICK[:2]], matches=12)
        self.check_same(rules="block", matches=4,
                        strategies=["monte-carlo:determinizations=40,belief=mixture,objective=match", *QUICK[:2]])

    def test_roll_outs_alone_are_said_to_run_on_a_target(self):
        config = {"rules": "four-rounds", "strategies": ["monte-carlo:determinizations=8", "random"], "matches": 6}
        expected, run = self.play("--target", "plain", **config)
        self.assertEqual(run["target"], "plain")
        for target in self.sliced():
            statistics, run = self.play("--target", target, **config)
            self.assertEqual(statistics, expected)
            self.assertEqual((run["target"], run["rounds_in_slices"]), (target, 0))

    def test_other_hands_and_boneyards(self):
        self.check_same(rules=[{"preset": "playboard", "hand_size": 1}, {"preset": "playboard", "hand_size": 13}],
                        strategies=QUICK, matches=100)

    def test_luck_is_measured_by_the_plain_engine_and_that_is_said(self):
        self.check_same(False, rules="playboard", strategies=QUICK, matches=300, adjust=True)

    def test_recorded_matches_are_played_by_the_plain_engine_and_said_so(self):
        config = {"rules": "block", "strategies": QUICK[:2], "matches": 40}
        _, run = self.play("--records", "games.jsonl", "--record-matches", 40, **config)
        self.assertEqual((run["target"], run["rounds_in_slices"]), ("plain", 0))

    def test_parts_on_different_targets_are_one_run(self):
        best, last = self.sliced()[0], self.sliced()[-1]
        config = {"rules": "playboard", "strategies": QUICK, "matches": 120}
        whole, run = self.play(**config)
        for number, target in enumerate((best, last), 1):
            self.good("tournament", "config.json", "--shard", f"{number}/2", "--target", target,
                      "--output", f"part-{number}.json")
        self.good("merge", "part-1.json", "part-2.json", "--output", "merged.json")
        self.assertEqual(self.statistics_text("merged.json"), whole)
        merged = self.json("merged.json")["run"]
        self.assertEqual(merged["target"], "+".join(sorted({best, last})))
        self.assertEqual(merged["rounds_in_slices"], run["rounds_in_slices"])


class Verification(BalakTest):
    def test_a_comparison_says_what_was_the_same(self):
        out = self.good("bench", "--verify", "--rounds", 50)
        rows = re.findall(r"^  (\S+) +(\d+) +([\d,]+) +([\d,]+) +([\d,]+) +([\d,]+) +([\d,]+)$", out, re.MULTILINE)
        self.assertEqual([row[0] for row in rows], ["playboard-2", "playboard-3", "playboard-4", "la-plaza-1v1",
                                                    "la-plaza-pairs", "four-rounds", "block", "all"])
        self.assertEqual([row[1] for row in rows], ["16"] * 7 + ["112"])
        self.assertEqual([row[2] for row in rows], ["800"] * 7 + ["5,600"])
        self.assertTrue(all(int(cell.replace(",", "")) > 0 for row in rows for cell in row[1:]))
        self.assertIn("by each of the targets below, deal by deal the same:\n", out)

    def test_a_filter_and_a_target_narrow_it(self):
        out = self.good("bench", "--verify", "block/random-tile", "--rounds", 10, "--target", "word64")
        self.assertRegex(out, r"(?m)^  all +1 +10 ")
        self.assertEqual(re.findall(r"^  (\S+) +\d+ rounds in a word, ", out, re.MULTILINE), ["word64"])


class SideBySide(BalakTest):
    """bench/compare.sh."""

    SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "bench" / "compare.sh"

    def compare(self, *arguments):
        return subprocess.run(["bash", self.SCRIPT, *map(str, arguments)], cwd=self.folder, encoding="utf-8",
                              capture_output=True, check=False)

    def test_it_measures_in_turn_and_prints_ratios(self):
        run = self.compare(BALAK, "word64", 1, 0.01)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        rows = re.findall(r"^  (\S+) +([\d.]+) +([\d.]+) +([\d.]+)$", run.stdout, re.MULTILINE)
        self.assertEqual(len(rows), 4 * 4 + 3)
        for name, base, measured, ratio in rows:
            self.assertAlmostEqual(float(measured) / float(base), float(ratio), delta=0.011 * float(ratio) + 0.006,
                                   msg=name)

    def test_wrong_arguments_are_refused_before_anything_is_printed(self):
        for arguments, complaint in [([BALAK, "mmx"], "mmx is no target of the slices"),
                                     ([BALAK, "plain"], "plain is no target of the slices"),
                                     ([BALAK, "word64", 0], "TIMES is 0"), ([BALAK, "word64", "x"], "TIMES is x"),
                                     ([BALAK, "word64", 1, 0], "SECONDS is 0"),
                                     ([BALAK, "word64", 1, "long"], "SECONDS is long"),
                                     (["./nothing"], "./nothing is not a program"), (["-x"], "-x is not a program"),
                                     ([BALAK, "word64", 1, 1, 1], "too many arguments")]:
            run = self.compare(*arguments)
            self.assertEqual((run.returncode, run.stdout), (2, ""), arguments)
            self.assertTrue(run.stderr.startswith(f"bench/compare.sh: {complaint}"), run.stderr)


if __name__ == "__main__":
    unittest.main()
