"""balak analyse: choices of recorded games judged, file by file, and gone on with."""

import json
import re
import signal
import time
import unittest

from balak_runs import BalakTest

QUICK = ("--worlds", "40", "--error", "0")


class Analyse(BalakTest):
    def setUp(self):
        super().setUp()
        self.good("match", "random", "tile-counting", "--matches", "12", "--records", "g.jsonl", "--threads", "1")

    def judged(self, name="g.judged.jsonl"):
        lines = (self.folder / name).read_text(encoding="utf-8").split("\n")[:-1]
        return json.loads(lines[0]), [json.loads(line) for line in lines[1:]]

    def analyse(self, *arguments, **options):
        return self.good("analyse", *arguments, **options)

    def test_every_choice_of_every_seat_is_judged_once(self):
        page = self.analyse("g.jsonl", *QUICK)
        heading, choices = self.judged()
        self.assertEqual(heading, {"schema": "balak.judgements/1", "objective": "points", "worlds": 40, "error": 0.0,
                                   "most_worlds": 20000, "rollout": "tile-counting", "seed": 0})
        rounds = {(one["match"], one["round"]): one for one in self.records("g.jsonl")}
        self.assertEqual(page.splitlines()[0],
                         f"{len(choices)} choices in {len(rounds)} rounds, all seats playing on like tile-counting")
        places = [(one["match"], one["round"], one["turn"]) for one in choices]
        self.assertEqual(len(set(places)), len(places))
        for one in choices:
            record = rounds[one["match"], one["round"]]
            turns = [move for move in record["moves"] if not move.startswith("+")]
            self.assertEqual(turns[one["turn"]], one["played"])
            self.assertEqual(record["strategies"][one["seat"]], one["strategy"])
            self.assertEqual((record["opener"] + one["turn"]) % 2, one["seat"])
            names = [move["move"] for move in one["moves"]]
            self.assertGreaterEqual(len(names), 2)
            self.assertIn(one["played"], names)
            worths = {move["move"]: move["worth"] for move in one["moves"]}
            self.assertEqual(worths[one["best"]], max(worths.values()))
            self.assertEqual(one["again"] is not None, one["loss"] > 0 and one["loss"] > 1.96 * one["error"])
            self.assertEqual(one["mistake"], one["again"] is not None and one["again"]["loss"] > 0 and
                             one["again"]["loss"] > 1.96 * one["again"]["error"])
        # Every turn with a choice is there: suggest finds the last one of the file.
        last = json.loads(self.good("suggest", "g.jsonl", "--json", "--worlds", "10"))["position"]
        self.assertEqual((choices[-1]["turn"], choices[-1]["seat"]), (last["turn"], last["seat"]))
        self.assertEqual([move["move"] for move in choices[-1]["moves"]], last["moves"])

    def test_the_summary_is_that_of_the_lines(self):
        page = self.analyse("g.jsonl", "--worlds", "100", "--error", "0")
        _, choices = self.judged()
        for name in ("random", "tile-counting"):
            own = [one for one in choices if one["strategy"] == name]
            mistakes = [one for one in own if one["mistake"]]
            mean = sum(one["loss"] for one in own) / len(own)
            shown = re.search(rf"(?m)^  {name} +(\d+) +(-?[\d.]+) ± [\d.]+ +(\d+) \(([\d.]+) %\)$", page)
            self.assertEqual((int(shown[1]), int(shown[3])), (len(own), len(mistakes)))
            self.assertAlmostEqual(float(shown[2]), mean, delta=0.0051)
        worst = sorted((one for one in choices if one["mistake"]), key=lambda one: -one["again"]["loss"])[:10]
        listed = page.split("worst moves")[1].splitlines()[1:11]
        self.assertEqual([line.split()[1:7] for line in listed],
                         [[str(one["match"]), str(one["round"]), str(one["turn"]), str(one["seat"]), one["played"],
                           one["best"]] for one in worst])
        self.assertLess(max(map(len, page.splitlines())), 120)
        self.assertIn("Judgements: g.judged.jsonl", page)

    def test_the_same_bytes_on_any_number_of_threads_and_targets(self):
        pages = [self.analyse("g.jsonl", *QUICK, "--output", f"{number}.jsonl", *options).replace(f"{number}.jsonl", "")
                 for number, options in enumerate((("--threads", "1"), ("--threads", "4"), ("--target", "plain")))]
        self.assertEqual(set(pages), {pages[0]})
        files = [(self.folder / f"{number}.jsonl").read_bytes() for number in range(3)]
        self.assertEqual(set(files), {files[0]})

    def test_what_is_judged_is_gone_on_with(self):
        page = self.analyse("g.jsonl", *QUICK)
        whole = (self.folder / "g.judged.jsonl").read_bytes()
        # Broken off anywhere, in the middle of a line too.
        for end in (len(whole) // 2, len(whole) // 3, len(whole) - 1, whole.index(b"\n") + 1, 10, 0):
            self.write("g.judged.jsonl", whole[:end])
            self.assertEqual(self.analyse("g.jsonl", *QUICK), page)
            self.assertEqual((self.folder / "g.judged.jsonl").read_bytes(), whole)
        # Nothing is judged twice, and other settings are not mixed in.
        self.assertEqual(self.analyse("g.jsonl", *QUICK), page)
        run = self.balak("analyse", "g.jsonl", "--worlds", "44", "--error", "0")
        self.assertEqual((run.code, run.err), (2, "balak: g.judged.jsonl: was judged with other settings; name another file "
                                               "with --output, or judge anew with --restart\n"))
        self.assertEqual((self.folder / "g.judged.jsonl").read_bytes(), whole)
        self.analyse("g.jsonl", "--worlds", "44", "--error", "0", "--restart")
        self.assertEqual(self.judged()[0]["worlds"], 44)

    def test_judgements_of_other_games_are_not_taken(self):
        self.analyse("g.jsonl", *QUICK)
        kept = (self.folder / "g.judged.jsonl").read_bytes()
        self.good("match", "random", "tile-counting", "--matches", "12", "--seed", "9", "--records", "g.jsonl")
        run = self.balak("analyse", "g.jsonl", *QUICK)
        self.assertEqual(run.code, 2)
        self.assertRegex(run.err, r"\Abalak: g\.jsonl: match \d+, round \d+: the judgements that are there are of another "
                         r"game\n\Z")
        self.assertEqual((self.folder / "g.judged.jsonl").read_bytes(), kept)

    def test_one_seat_or_one_strategy(self):
        self.analyse("g.jsonl", *QUICK)
        _, every = self.judged()
        self.analyse("g.jsonl", *QUICK, "--seat", "1", "--output", "seat.jsonl")
        self.assertEqual(self.judged("seat.jsonl")[1], [one for one in every if one["seat"] == 1])
        self.analyse("g.jsonl", *QUICK, "--strategy", "random", "--output", "random.jsonl")
        self.assertEqual(self.judged("random.jsonl")[1], [one for one in every if one["strategy"] == "random"])
        page = self.analyse("g.jsonl", *QUICK, "--strategy", "nobody", "--output", "nobody.jsonl")
        self.assertIn("0 choices in ", page)

    def test_chances_can_be_lost_instead_of_points(self):
        for objective in ("win", "match"):
            page = self.analyse("g.jsonl", *QUICK, "--objective", objective, "--output", f"{objective}.jsonl")
            self.assertIn("chance lost a choice", page)
            heading, choices = self.judged(f"{objective}.jsonl")
            self.assertEqual(heading["objective"], objective)
            for one in choices:
                for move in one["moves"]:
                    self.assertTrue(0 <= move["worth"] <= 1)
        self.assertEqual(self.judged("win.jsonl")[0]["error"], 0)
        self.analyse("g.jsonl", "--worlds", "40", "--objective", "win", "--output", "usual.jsonl", "--seat", "0")
        self.assertEqual(self.judged("usual.jsonl")[0]["error"], 0.02)
        for one in self.judged("usual.jsonl")[1]:
            self.assertTrue(one["error"] <= 0.02 or one["worlds"] == 20000)

    def test_any_rules_and_standard_input(self):
        for rules in ("la-plaza-pairs", "four-rounds", "la-plaza-1v1+capicu-30", "block"):
            self.good("match", "random", "greedy-heavy", "--rules", rules, "--matches", "4", "--records", "r.jsonl")
            text = (self.folder / "r.jsonl").read_text(encoding="utf-8")
            self.analyse("-", *QUICK, "--output", "piped.jsonl", "--restart", given=text)
            self.analyse("r.jsonl", *QUICK, "--restart")
            self.assertEqual(self.judged("piped.jsonl"), self.judged("r.judged.jsonl"))

    def test_ctrl_c_keeps_what_is_judged(self):
        with self.start("analyse", "g.jsonl", "--worlds", "20000", "--target", "plain", "--threads", "1") as process:
            until = time.monotonic() + 60
            while time.monotonic() < until and not (self.folder / "g.judged.jsonl").exists():
                time.sleep(0.01)
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=120)
        self.assertEqual((process.returncode, err), (130, "balak: interrupted; the same command goes on\n"))
        _, choices = self.judged()
        self.assertIn(f"{len(choices)} choices in ", out)
        self.assertEqual([one for one in choices if one["worlds"] != 20000], [])

    def test_names_of_strangers_are_text(self):
        name = "\x1b[31mred\u202e<script>\u0085"
        lines = self.records("g.jsonl")
        for record in lines:
            record["strategies"] = [name if one == "random" else one for one in record["strategies"]]
        self.write("n.jsonl", "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in lines))
        page = self.analyse("n.jsonl", *QUICK)
        self.assertRegex(page, r"\A[^\x00-\x09\x0b-\x1f\x7f\x80-\x9f]*\Z")
        self.assertIn(name, {one["strategy"] for one in self.judged("n.judged.jsonl")[1]})

    def test_wrong_input_gets_a_sentence(self):
        bad = self.records("g.jsonl")
        bad[1]["points"][0] += 1
        self.write("bad.jsonl", "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in bad))
        self.write("empty.jsonl", "")
        self.write("config.jsonl", "{}\n")
        self.write("other.jsonl", '{"schema":"balak.results/1"}\n')
        for arguments, sentence in (
                ((), "a file of records is expected: balak analyse FILE"),
                (("nothing.jsonl",), "nothing.jsonl: cannot be read: No such file or directory"),
                (("-",), "the records come from standard input: name a file for the judgements with --output FILE"),
                (("empty.jsonl",), "empty.jsonl: there is no record in it"),
                (("config.jsonl",), "config.jsonl: line 1 is no good record: the field \"match\" is missing"),
                (("bad.jsonl", *QUICK), "bad.jsonl: line 2 is no good record: "),
                (("g.jsonl", "--output", "g.jsonl"), "g.jsonl: the judgements would overwrite the records"),
                (("g.jsonl", "--output", "other.jsonl"), 'other.jsonl: line 1: the field "objective" is missing'),
                (("g.jsonl", "--output", ""), '--output is "", expected the path of a file'),
                (("g.jsonl", "--worlds", "3"), '--worlds is "3", expected an integer from 4 to 1000000'),
                (("g.jsonl", "--error", "small"), '--error is "small", expected a number from 0 to 1000'),
                (("g.jsonl", "--objective", "fame"), 'analyse: monte-carlo: objective is "fame"'),
                (("g.jsonl", "--seat", "4"), '--seat is "4", expected an integer from 0 to 3')):
            run = self.balak("analyse", *arguments)
            self.assertEqual((run.code, run.out), (2, ""), arguments)
            self.assertTrue(run.err.startswith(f"balak: {sentence}"), (arguments, run.err))
            self.assertRegex(run.err, r"\Abalak: [^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
