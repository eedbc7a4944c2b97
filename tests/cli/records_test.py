"""Recorded games: judged good, the same for any number of threads, as many as asked for, numbered without gaps."""

import itertools
import math
import re
import unittest

from balak_runs import BalakTest

NAMES = ["random", "greedy-heavy", "doubles-first", "tile-counting"]


class Records(BalakTest):
    def recorded(self, limit, threads=1, **config):
        """Plays a config and returns the record file as it is."""
        arguments = [] if limit is None else ["--record-matches", limit]
        self.write("config.json", {"strategies": NAMES} | config)
        self.good("tournament", "config.json", "--output", "results.json", "--records", "records.jsonl",
                  "--threads", threads, *arguments)
        return (self.folder / "records.jsonl").read_bytes()

    def check(self, expected, limit, **config):
        """Records with this limit: so many matches, good ones, the same for any number of threads."""
        text = self.recorded(limit, **config)
        for threads in (2, 7):
            self.assertEqual(self.recorded(limit, threads, **config), text, f"{threads} threads")
        verdict = self.good("check", "--complete", "records.jsonl")
        rounds = self.records("records.jsonl")
        self.assertEqual(verdict, f"{len(rounds)} rounds, {expected} matches, 0 violations\n")
        # Numbers: match by match, round by round, from 0 and in order.
        numbers = [match for match, _ in itertools.groupby(rounds, key=lambda one: one["match"])]
        self.assertEqual(numbers, list(range(expected)))
        for _, group in itertools.groupby(rounds, key=lambda one: one["match"]):
            of_match = list(group)
            self.assertEqual([one["round"] for one in of_match], list(range(len(of_match))))
            self.assertEqual([one["match_over"] for one in of_match], [False] * (len(of_match) - 1) + [True])
            self.assertEqual(len({tuple(one["strategies"]) for one in of_match}), 1)
        return rounds

    def matches_by(self, rounds, key):
        """How many matches there are of each kind."""
        kinds = [key(one) for one in rounds if one["round"] == 0]
        return {kind: kinds.count(kind) for kind in kinds}

    def check_each(self, rounds, key, kinds, count):
        self.assertEqual(self.matches_by(rounds, key), {kind: count for kind in kinds})

    @staticmethod
    def who(one):
        return frozenset(one["strategies"])

    @staticmethod
    def sets_of(names, size):
        return [frozenset(some) for some in itertools.combinations(names, size)]

    def test_all_matches_of_a_round_robin(self):
        rounds = self.check(6 * 20, 10**6, rules="playboard", matches=20)
        self.check_each(rounds, self.who, self.sets_of(NAMES, 2), 20)

    def test_as_many_matches_of_each_pairing_as_asked_for(self):
        for limit in (1, 2, 7):
            rounds = self.check(6 * limit, limit, rules="block", matches=20)
            self.check_each(rounds, self.who, self.sets_of(NAMES, 2), limit)

    def test_a_hundred_matches_of_each_pairing_if_nothing_is_said(self):
        rounds = self.check(6 * 100, None, rules="block", unit="round", matches=200)
        self.check_each(rounds, self.who, self.sets_of(NAMES, 2), 100)

    def test_a_gauntlet_of_three(self):
        rounds = self.check(3 * 8, 8, rules="playboard", players=3, format="gauntlet", matches=60)
        self.check_each(rounds, self.who, [frozenset(("random", other)) for other in NAMES[1:]], 8)

    def test_pairings_of_four(self):
        rounds = self.check(6 * 11, 11, rules="playboard", players=4, matches=24)
        self.check_each(rounds, self.who, self.sets_of(NAMES, 2), 11)

    def test_each_table_of_a_free_for_all_of_three(self):
        for limit in (1, 5, 6):
            rounds = self.check(4 * limit, limit, rules="playboard", players=3, format="free-for-all", matches=24)
            self.check_each(rounds, self.who, self.sets_of(NAMES, 3), limit)

    def test_the_table_of_a_free_for_all_of_four(self):
        # Every pairing meets in all 4 rotations of a deal.
        rounds = self.check(12, 10**6, rules="playboard", players=4, format="free-for-all", matches=12)
        self.check_each(rounds, self.who, [frozenset(NAMES)], 12)

    def test_a_free_for_all_of_five_round_by_round(self):
        names = NAMES + ["monte-carlo:determinizations=2"]
        rounds = self.check(math.comb(5, 4) * 3, 3, rules="playboard", players=4, format="free-for-all", unit="round",
                            strategies=names, matches=24)
        self.check_each(rounds, self.who, self.sets_of(names, 4), 3)

    def test_partnerships_sit_crosswise(self):
        rounds = self.check(6 * 4, 4, rules="la-plaza-pairs", matches=10)
        for one in rounds:
            self.assertEqual(one["strategies"][:2], one["strategies"][2:])

    def test_several_rule_sets_are_numbered_on(self):
        rules = ["four-rounds", "la-plaza-1v1+short", {"preset": "block", "name": "tiny", "max_pip": 3, "hand_size": 3}]
        rounds = self.check(3 * 6 * 3, 3, rules=rules, matches=10)
        self.check_each(rounds, lambda one: one["rules"]["name"], ["four-rounds", "la-plaza-1v1", "tiny"], 18)
        order = [one["rules"]["name"] for one in rounds]
        self.assertEqual([name for name, _ in itertools.groupby(order)], ["four-rounds", "la-plaza-1v1", "tiny"])

    def test_several_rule_sets_for_a_gauntlet_and_for_a_free_for_all(self):
        for form, tables in (("gauntlet", 3), ("free-for-all", 4)):
            rounds = self.check(2 * tables * 5, 5, rules=["playboard", "playboard+short"], players=3, format=form,
                                matches=18)
            self.check_each(rounds, lambda one: one["rules"]["match"]["target"], [100, 50], 5 * tables)

    def test_monte_carlo(self):
        self.check(4, 4, rules="la-plaza-1v1", strategies=["monte-carlo:determinizations=3", "random"], matches=4)

    def test_records_change_no_statistics(self):
        self.recorded(10**6, rules="playboard", matches=50)
        with_records = self.statistics_text("results.json")
        self.good("tournament", "config.json", "--output", "results.json")
        self.assertEqual(self.statistics_text("results.json"), with_records)

    def test_a_clone_is_recorded_by_its_name(self):
        clone = {"type": "random", "name": "clone of random"}
        rounds = self.check(2, 2, rules="block", strategies=["random", clone], matches=2)
        self.assertEqual(self.who(rounds[0]), {"random", "clone of random"})

    def test_old_records_are_replaced(self):
        self.write("records.jsonl", "old\n" * 10000)
        self.check(6, 1, rules="block", matches=2)

    def test_a_recorded_round_can_be_found_and_shown(self):
        self.recorded(4, rules="playboard", matches=4)
        text = self.good("replay", "records.jsonl", "--match", 23, "--round", 1)
        self.assertTrue(text.startswith("match 23, round 1: playboard"), text)
        shown = next(one for one in self.records("records.jsonl") if (one["match"], one["round"]) == (23, 1))
        self.assertEqual(re.findall(r"^  +\d+  seat (\d)", text, re.MULTILINE)[0], str(shown["opener"]))

    def test_spoiled_records_are_found_out(self):
        text = self.recorded(1, rules="block", matches=2).decode()
        self.write("records.jsonl", text.replace('"match_over":true', '"match_over":false', 1))
        run = self.balak("check", "--complete", "records.jsonl")
        self.assertEqual((run.code, run.err), (1, ""))
        self.assertNotIn(" 0 violations", run.out)


if __name__ == "__main__":
    unittest.main()
