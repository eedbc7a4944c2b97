"""Runs with bots: every kind of fault with `stop` and with `forfeit`, and everything else that knows bots.

With BALAK_ALL_FAULTS every kind of fault is played, without it one of each sort.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

from balak_runs import BALAK, SOURCE, TIME_LIMIT, BalakTest, left_alive

MOCK = SOURCE / "tests" / "bots" / "mock.py"
BOTS = pathlib.Path(os.environ.get("BALAK_BOTS", "."))
SERVES = subprocess.run([BALAK, "bot", "--help"], capture_output=True, check=False).returncode == 0
PRESETS = ("playboard", "block", "la-plaza-1v1", "la-plaza-pairs", "four-rounds")

# What a mock does wrong at its 20th question, and what the sentence of the run says of it.
FAULTS = {
    "half-line": "has not answered in 500 ms",
    "ends-in-line": "ended by itself with exit code 0",
    "silent": "has not answered in 500 ms",
    "sleeps": "has not answered in 500 ms",
    "stops-reading": "has not answered in 500 ms",
    "stops-itself": "has not answered in 500 ms",
    "floods": "has not answered in 500 ms",
    "closes-input": "has not answered in 500 ms",
    "long-line": "line",
    "bad-utf8": "wrote what is no JSON object",
    "nul-bytes": "wrote what is no JSON object",
    "escapes": "wrote what is no JSON object",
    "escaped-move": "",
    "bom": "wrote what is no JSON object",
    "empty-line": "wrote what is no JSON object",
    "text": "wrote what is no JSON object",
    "array": "wrote what is no JSON object",
    "illegal-move": "",
    "misspelt-move": "",
    "pass": "",
    "no-move": "",
    "twice-answered": "answered",
    "future-id": "id",
    "huge-id": "id",
    "text-id": "id",
    "no-id": "id",
    "ready-again": "ready",
    "dies": "ended by itself with exit code 3",
    "dies-written-to": "ended by itself with exit code 4",
    "killed-by-signal": "was ended by signal 11",
    "closes-output": "closed its standard output",
    "leaves-child": "ended by itself with exit code 0",
}
FEW_FAULTS = ("escapes", "illegal-move", "dies")
ALL = "BALAK_ALL_FAULTS" in os.environ
if not ALL:
    FAULTS = {mode: FAULTS[mode] for mode in FEW_FAULTS}
# Of these nothing is ever played.
NEVER_READY = {
    "never-ready": "was not ready in 500 ms",
    "half-ready": "was not ready in 500 ms",
    "floods-at-once": "",
    "banner": "wrote what is no JSON object",
    "answers-early": "ready",
    "bad-ready": "at_once",
    "bad-name": "name",
    "dies-at-start": "ended by itself with exit code 3",
    "dies-at-hello": "ended by itself with exit code 3",
}
# A fault of time may come to another question next time.
BY_CLOCK = "has not answered"


def mock(mode, question="", **more):
    """A mock whose fault shows at a question, from 1. It may take long on a machine that has other work to do."""
    return {"name": "mock", "type": "command",
            "command": [sys.executable, "-B", str(MOCK), *f"{mode} {question}".split()],
            "move_ms": 500 if FAULTS.get(mode, "").startswith(BY_CLOCK) else 20000, "start_ms": 20000, **more}


class BotRunTest(BalakTest):
    def setUp(self):
        super().setUp()
        self.mark = f"balak-{os.getpid()}-{self.id()}"
        self.addCleanup(self.nothing_is_left, 3)

    def start(self, *arguments, **options):
        """Balak carries the mark too: the guard of a bot that has only just been started is still a copy of balak."""
        return super().start(*arguments, **{"env": os.environ | {"MARK": self.mark}} | options)

    def nothing_is_left(self, seconds=0.3):
        self.assertEqual(left_alive(self.mark, seconds), [])

    def config(self, bot, *, rules="playboard", others=("random",), name="c.json", **more):
        bot = {"environment": {"MARK": self.mark}, **bot}
        config = {"rules": rules, "strategies": [bot, *others], "matches": 40, "seed": 3, "threads": 2,
                  "output": {"results": "r.json"}, **more}
        self.write(name, config)
        return config

    def run_config(self, code, *arguments):
        run = self.balak("tournament", "c.json", *arguments)
        self.assertEqual(run.code, code, run.err + run.out)
        self.nothing_is_left()
        return run


class Faults(BotRunTest):
    def test_a_fault_stops_the_run_with_a_sentence_and_keeps_the_question(self):
        for mode, sentence in FAULTS.items():
            with self.subTest(mode):
                self.config(mock(mode, 20))
                for left in ("r.json", "r.json.question"):
                    (self.folder / left).unlink(missing_ok=True)
                run = self.run_config(1, "--restart")
                said = run.err.splitlines()[0]
                self.assertRegex(said, r'balak: the bot "mock" \(match \d+, round \d+, turn \d+, seat \d\) ')
                self.assertIn(sentence, said)
                self.assertTrue(all(c.isprintable() for c in said), said)
                self.assertIn("r.json.question", said)
                hello, question = (self.folder / "r.json.question").read_text().splitlines()
                self.assertEqual(json.loads(hello)["type"], "hello")
                self.assertEqual(json.loads(question)["type"], "choose")
                if (self.folder / "r.json").exists():
                    self.assertFalse(self.json("r.json")["run"]["complete"])

    def test_a_bot_that_is_not_ready_plays_nothing(self):
        for mode, sentence in NEVER_READY.items() if ALL else [("dies-at-start", NEVER_READY["dies-at-start"])]:
            with self.subTest(mode):
                self.config(mock(mode, start_ms=500 if "500" in sentence else 20000))
                run = self.run_config(1)
                self.assertRegex(run.err, r'^balak: the bot "mock" ')
                self.assertIn(sentence, run.err)
                self.assertFalse((self.folder / "r.json").exists())
        self.config({**mock("x"), "command": ["/no/such/program"]})
        self.assertIn("cannot be started: No such file or directory", self.run_config(1).err)

    def test_the_last_lines_of_standard_error_are_told(self):
        self.config(mock("dies", 20))
        self.assertIn('its standard error ends with "Traceback: it went wrong"', self.run_config(1).err)

    def test_memory_is_limited(self):
        self.config(mock("eats-memory", 20, memory_mb=300))
        self.assertIn("ended by itself with exit code 1", self.run_config(1).err)

    def forfeits(self, mode, question, **config):
        """Plays a mock that forfeits; returns the statistics of its rule set and of the mock in it."""
        (self.folder / "r.json").unlink(missing_ok=True)
        self.config(mock(mode, question, on_fault="forfeit", restarts=1000), **config)
        self.run_config(0)
        results = self.json("r.json")
        statistics = results["statistics"][0]
        ladder = next(one for one in statistics["strategies"] if one["name"] == "mock")
        return results, statistics, ladder

    def test_a_fault_loses_the_match_and_the_bot_is_started_again(self):
        for mode, sentence in FAULTS.items():
            with self.subTest(mode):
                results, statistics, ladder = self.forfeits(mode, 5, matches=6, unit="round", threads=1)
                self.assertGreater(sum(ladder["faults"].values()), 0)
                self.assertEqual(statistics["pairings"][0]["forfeits"]["a"], sum(ladder["faults"].values()))
                self.assertEqual(results["run"]["bots"][0]["restarts"], sum(ladder["faults"].values()))
                if sentence.startswith(BY_CLOCK):
                    self.assertFalse(results["run"]["reproducible"])
                else:
                    self.assertTrue(results["run"]["reproducible"])

    def test_at_tables_of_three_and_four_too(self):
        others = ("random", "greedy-heavy", "doubles-first")
        tables = [{"rules": "la-plaza-pairs", "format": "round-robin", "others": others[:1]}]
        for seats in (3, 4):
            tables += [{"rules": "playboard", "players": seats, "format": "round-robin", "others": others[:1]},
                       {"rules": "playboard", "players": seats, "format": "free-for-all", "others": others[:seats - 1]}]
        # Three kinds of faults meet every table, each of the others meets one.
        cases = [(mode, table) for mode in ("illegal-move", "dies", "silent") for table in tables]
        cases += [(mode, tables[i % len(tables)]) for i, mode in enumerate(FAULTS)]
        for mode, table in cases if ALL else [("illegal-move", tables[2])]:
            with self.subTest((mode, table)):
                _, _, ladder = self.forfeits(mode, 3, matches=12, unit="round", **table)
                self.assertGreater(sum(ladder["faults"].values()), 0)
                self.assertGreater(ladder["losses"], 0)

    def test_after_so_many_restarts_the_run_stops(self):
        self.config(mock("dies", 5, on_fault="forfeit", restarts=3))
        self.assertIn("it was started again 3 times before", self.run_config(1).err)

    def test_records_break_off_where_the_results_say_so(self):
        self.config(mock("dies", 100, on_fault="forfeit", restarts=1000), threads=1,
                    output={"results": "r.json", "records": "r.jsonl"})
        self.run_config(0)
        self.assertGreater(len(self.json("r.json")["run"]["forfeits"]), 0)
        self.assertEqual(self.balak("check", "r.jsonl").code, 0)
        self.assertEqual(self.balak("check", "r.jsonl", "--complete").code, 1)
        self.assertEqual(self.balak("check", "r.jsonl", "--complete", "--results", "r.json").code, 0)


class Runs(BotRunTest):
    SERVED = ("greedy-heavy", "doubles-first", "tile-counting", "random") if ALL else ("random",)

    def served(self, strategy, **more):
        return {"name": "served", "type": "command", "command": [BALAK, "bot", "serve", strategy], **more}

    @unittest.skipUnless(SERVES, "this balak serves no strategies")
    def test_a_served_strategy_has_the_figures_of_the_strategy_in_every_preset(self):
        for strategy in self.SERVED:
            other = "random" if strategy == "doubles-first" else "doubles-first"
            self.write("plain-config.json", {
                "rules": list(PRESETS), "strategies": [{"name": "served", "type": strategy}, other],
                "matches": 30, "seed": 5, "output": {"results": "plain.json"}})
            self.good("tournament", "plain-config.json")
            plain = self.json("plain.json")["statistics"]
            for threads in (1, 2, 5) if ALL else (2,):
                with self.subTest((strategy, threads)):
                    self.config(self.served(strategy), rules=list(PRESETS), others=[other],
                                matches=30, seed=5, threads=threads)
                    self.run_config(0)
                    results = self.json("r.json")
                    self.assertTrue(results["run"]["reproducible"])
                    served = results["statistics"]
                    for rules in served:
                        for one in rules["strategies"]:
                            self.assertEqual(one.pop("faults", {}), {})
                            one["type"] = strategy if one["name"] == "served" else one["type"]
                        for pairing in rules["pairings"]:
                            self.assertEqual(pairing.pop("forfeits"), {"a": 0, "b": 0})
                    self.assertEqual(served, plain)

    def test_a_run_goes_on_or_is_divided_only_if_the_bots_are_reproducible(self):
        self.config(mock("default"))
        run = self.balak("tournament", "c.json", "--shard", "1/2")
        self.assertEqual(run.code, 2)
        self.assertIn("--allow-irreproducible", run.err)
        self.nothing_is_left()
        self.run_config(0, "--shard", "1/2", "--allow-irreproducible")
        self.config(mock("honest"))
        self.run_config(0)
        whole = self.statistics_text("r.json")
        for shard in (1, 2):
            self.run_config(0, "--shard", f"{shard}/2")
        self.good("merge", "r.1-of-2.json", "r.2-of-2.json", "--output", "merged.json")
        self.assertEqual(self.statistics_text("merged.json"), whole)
        self.assertEqual(self.json("merged.json")["run"]["bots"][0]["version"], "1")

    def test_results_tell_what_a_bot_is_and_how_long_it_takes(self):
        self.config(mock("honest"))
        self.run_config(0)
        [bot] = self.json("r.json")["run"]["bots"]
        self.assertEqual((bot["strategy"], bot["name"], bot["version"], bot["reproducible"], bot["restarts"]),
                         ("mock", "mock", "1", True, 0))
        self.assertGreater(bot["choices"], 100)
        self.assertLess(0, bot["seconds_a_choice"]["median"])
        self.assertLessEqual(bot["seconds_a_choice"]["median"], bot["seconds_a_choice"]["p99"])
        self.config(mock("default"))
        self.assertIn("intervals hold only for players without memory", self.run_config(0).out)
        self.assertFalse(self.json("r.json")["run"]["reproducible"])

    def test_a_log_keeps_every_line_and_notes_go_to_a_file_of_their_own(self):
        self.config(mock("notes"), output={"results": "r.json", "records": "r.jsonl", "notes": "n.jsonl",
                                           "record_matches": 6})
        self.run_config(0, "--log", "log.txt")
        log = (self.folder / "log.txt").read_text().splitlines()
        self.assertTrue(all(re.match(r"[0-9.]+ mock seat [01] #[01] [<>] \{", line) for line in log))
        self.assertEqual({json.loads(line.split(" > ", 1)[1])["type"] for line in log if " > " in line},
                         {"hello", "choose", "quit"})
        notes = [json.loads(line) for line in (self.folder / "n.jsonl").read_text().splitlines()]
        self.assertEqual(list(notes[0]), ["match", "round", "turn", "seat", "note"])
        self.assertEqual(sorted({note["match"] for note in notes}), list(range(6)))
        rounds = {(record["match"], record["round"]) for record in self.records("r.jsonl")}
        self.assertLessEqual({(note["match"], note["round"]) for note in notes}, rounds)
        self.good("check", "r.jsonl", "--complete")

    def test_notes_and_the_log_are_files_of_their_own(self):
        self.config(mock("notes"), output={"results": "r.json", "records": "r.jsonl", "notes": "n.jsonl"})
        for option, name, sentence in (
                ("--log", "r.jsonl", "records and the log cannot both go there"),
                ("--log", "c.json", "the output would overwrite the config"),
                ("--log", "r.json.checkpoint", "the checkpoint of the run goes there; name another file for the log"),
                ("--log", "n.jsonl.lock", "a lock of the run goes there"),
                ("--log", "no/x", "cannot be written"),
                ("--notes", "r.json", "results and notes cannot both go there"),
                ("--notes", "./r.jsonl", "records and notes cannot both go there")):
            with self.subTest((option, name)):
                self.write("no", "a file")
                before = {file: (self.folder / file).read_bytes() for file in self.files()}
                run = self.balak("tournament", "c.json", option, name)
                self.assertEqual(run.code, 2, run.err)
                self.assertIn(sentence, run.err)
                self.assertEqual({file: (self.folder / file).read_bytes() for file in self.files()}, before)

    def test_a_run_goes_on_after_its_own_notes_alone(self):
        self.config(mock("notes"), matches=20000, threads=2,
                    output={"results": "r.json", "records": "r.jsonl", "notes": "n.jsonl"})
        environment = os.environ | {"MARK": self.mark, "BALAK_CHECKPOINT_SECONDS": "0"}
        with self.start("tournament", "c.json", env=environment) as process:
            end = time.monotonic() + TIME_LIMIT
            while not (self.folder / "r.json.checkpoint").exists() and time.monotonic() < end:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=TIME_LIMIT)
        notes = (self.folder / "n.jsonl").read_bytes()
        self.assertGreater(len(notes), 0)
        edited = notes.replace(b'"seat":0', b'"seat":1', 1)
        (self.folder / "n.jsonl").write_bytes(edited)
        run = self.balak("tournament", "c.json", "--resume", "--allow-irreproducible")
        self.assertEqual(run.code, 2, run.err)
        self.assertIn("n.jsonl", run.err)
        self.assertEqual((self.folder / "n.jsonl").read_bytes(), edited)

    def test_match_takes_bots_and_says_what_is_wrong_with_them(self):
        bot = f"command:{sys.executable} -B '{MOCK}' honest"
        self.good("match", bot, "greedy-heavy", "--matches", "10")
        run = self.balak("match", "command:'python3", "random")
        self.assertEqual(run.code, 2)
        self.assertIn("cannot be read", run.err)
        run = self.balak("match", "library:./none.so", "random")
        self.assertEqual(run.code, 2, run.err)
        run = self.balak("match", "monte-carlo:rollout=command:x", "random")
        self.assertEqual(run.code, 2)
        self.assertIn("is a bot", run.err)

    def test_a_library_plays_like_the_strategy_that_it_is(self):
        if not (BOTS / "example_c.so").exists():
            self.skipTest("the examples are not built")
        self.config({"name": "lib", "type": "library", "path": str(BOTS / "example_c.so")})
        bot = self.json("c.json")
        del bot["strategies"][0]["environment"]
        self.write("c.json", bot)
        statistics = []
        for threads in (1, 2, 5):
            self.run_config(0, "--threads", threads)
            statistics.append(self.statistics_text("r.json"))
        self.assertEqual(len(set(statistics)), 1)
        [told] = self.json("r.json")["run"]["bots"]
        self.assertRegex(told["digest"], "^[0-9a-f]{32}$")

    def test_stopping_rules_and_compare_work(self):
        self.config(mock("honest"), others=["greedy-heavy"], matches=400,
                    stop={"rule": "sprt", "h0": 0, "h1": 300})
        self.run_config(0)
        self.config(mock("honest"), others=["greedy-heavy"], name="c.json", matches=60)
        self.run_config(0, "--output", "a.json")
        self.run_config(0, "--output", "b.json", "--seed", "4")
        self.assertIn("mock", self.good("compare", "a.json", "b.json"))


if __name__ == "__main__":
    unittest.main()
