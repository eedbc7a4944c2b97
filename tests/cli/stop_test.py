"""Ctrl-C: the first one stops a run in order, the second one at once."""

import json
import os
import signal
import time
import unittest

from balak_runs import TIME_LIMIT, BalakTest

ENDLESS = 10**12


class Stop(BalakTest):
    def wait_for(self, is_there, process):
        """Waits until something is so."""
        end = time.monotonic() + TIME_LIMIT
        while not is_there():
            self.assertIsNone(process.poll(), "balak ended by itself")
            self.assertLess(time.monotonic(), end, "waited in vain")
            time.sleep(0.01)

    def interrupted(self, config, records_before, sent=signal.SIGINT):
        """Plays a config, and interrupts it once it has recorded so many bytes. Returns the results."""
        self.write("config.json", config | {"matches": ENDLESS, "output": {"records": "records.jsonl"}})
        recorded = self.folder / "records.jsonl"
        with self.start("tournament", "config.json", "--output", "results.json", "--threads", "2",
                        "--record-matches", ENDLESS) as process:
            self.wait_for(lambda: recorded.exists() and recorded.stat().st_size >= records_before, process)
            process.send_signal(sent)
            out, err = process.communicate(timeout=TIME_LIMIT)
        self.assertEqual(process.returncode, 130)
        self.assertRegex(err, r"\A\n?Stopping after the deals that are being played; once more to quit at once\.\n"
                              r"balak: interrupted; what was complete is reported\n"
                              r"balak: what was played is kept in results.json.checkpoint; --resume goes on with it\n\Z")
        self.assertIn("Results: results.json\n", out)
        results = self.json("results.json")
        self.assertIs(results["run"]["complete"], False)
        self.assertEqual(results["config"]["matches"], ENDLESS)
        self.assertEqual(self.files(), ["config.json", "records.jsonl", "results.json", "results.json.checkpoint"])
        return results

    def check(self, legs, records_before=10**6, **config):
        """The statistics must be those of a run of exactly as many deals; a pairing has `legs` matches a deal."""
        results = self.interrupted(config, records_before)
        statistics = self.statistics_text("results.json")
        (one,) = results["statistics"]
        deals = one["totals"]["deals"]
        self.assertGreater(deals, 0)
        for pairing in one["pairings"]:
            self.assertEqual((pairing["deals"], pairing["matches"]), (deals, legs * deals))
        self.good("tournament", "config.json", "--output", "whole.json", "--matches", legs * deals,
                  "--records", "again.jsonl", "--record-matches", ENDLESS)
        self.assertEqual(self.statistics_text("whole.json"), statistics)
        self.assertIs(self.json("whole.json")["run"]["complete"], True)
        # Records, too, are those of whole deals.
        self.assertEqual((self.folder / "records.jsonl").read_bytes(), (self.folder / "again.jsonl").read_bytes())
        return results

    def test_a_round_robin_stops_with_the_same_deals_for_every_pairing(self):
        self.check(2, rules="playboard", strategies=["random", "greedy-heavy", "doubles-first"])
        self.assertIn(" 0 violations", self.good("check", "--complete", "records.jsonl"))

    def test_a_gauntlet_of_four(self):
        self.check(8, rules="playboard", players=4, format="gauntlet",
                   strategies=["tile-counting", "random", "greedy-heavy"])

    def test_a_free_for_all_of_three(self):
        self.check(6, rules="playboard", players=3, format="free-for-all",
                   strategies=["random", "greedy-heavy", "doubles-first", "tile-counting"])

    def test_monte_carlo(self):
        self.check(2, records_before=20_000, rules="la-plaza-1v1",
                   strategies=["random", "monte-carlo:determinizations=5"])

    def test_rule_sets_that_were_not_begun_are_left_out(self):
        results = self.interrupted({"rules": ["block", "playboard"], "strategies": ["random", "greedy-heavy"]}, 10**5)
        self.assertEqual(len(results["config"]["rules"]), 2)
        self.assertEqual(len(results["statistics"]), 1)

    def test_a_request_to_terminate_stops_in_order_too(self):
        self.interrupted({"rules": "block", "strategies": ["random", "greedy-heavy"]}, 1, sent=signal.SIGTERM)

    def test_results_on_standard_output_are_whole(self):
        with self.start("match", "random", "greedy-heavy", "--matches", ENDLESS, "--output", "-",
                        "--records", "records.jsonl") as process:
            recorded = self.folder / "records.jsonl"
            self.wait_for(lambda: recorded.exists() and recorded.stat().st_size > 0, process)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=TIME_LIMIT)
        self.assertEqual(process.returncode, 130)
        self.assertIs(json.loads(out)["run"]["complete"], False)

    def test_the_second_time_it_quits_at_once(self):
        # A single deal of these takes minutes.
        slow = "monte-carlo:determinizations=1000000,stop=0"
        with self.start("match", slow, slow, "--rules", "la-plaza-pairs", "--output", "results.json") as process:
            self.wait_for(lambda: self.catches_interrupts(process), process)
            self.wait_for(lambda: self.has_worked(process), process)  # not before the first deal
            process.send_signal(signal.SIGINT)
            text = ""
            while "once more to quit at once" not in text:
                text += process.stderr.readline()
            self.assertIsNone(process.poll())
            begin = time.monotonic()
            process.send_signal(signal.SIGINT)
            process.wait(timeout=TIME_LIMIT)
        self.assertEqual(process.returncode, -signal.SIGINT)  # a shell says 130
        self.assertLess(time.monotonic() - begin, 10)
        # What the next run would remove.
        self.assertLessEqual(set(self.files()), {"results.json.lock"})

    @staticmethod
    def has_worked(process):
        """Whether it has used a fifth of a second of processor time."""
        with open(f"/proc/{process.pid}/stat", encoding="ascii") as status:
            fields = status.read().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12]) >= os.sysconf("SC_CLK_TCK") / 5

    @staticmethod
    def catches_interrupts(process):
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            caught = next(line.split()[1] for line in status if line.startswith("SigCgt:"))
        return bool(int(caught, 16) >> (signal.SIGINT - 1) & 1)


if __name__ == "__main__":
    unittest.main()
