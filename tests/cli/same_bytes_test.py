"""Statistics depend on the config alone: the same bytes for any number of threads and for every run."""

import unittest

from balak_runs import BalakTest

QUICK = ["random", "greedy-heavy", "doubles-first", "tile-counting"]
MONTE_CARLO = {"type": "monte-carlo", "determinizations": 4}


class SameBytes(BalakTest):
    def statistics(self, threads, *arguments):
        self.good("tournament", "config.json", "--output", "results.json", "--threads", threads, *arguments)
        return self.statistics_text("results.json")

    def check(self, **config):
        self.write("config.json", config)
        one_thread = self.statistics(1)
        self.assertGreater(len(one_thread), 1000)
        for threads in (2, 7, 1):
            self.assertEqual(self.statistics(threads), one_thread, f"{threads} threads")
        self.assertNotEqual(self.statistics(2, "--seed", 99), one_thread)

    def test_a_round_robin_for_two(self):
        self.check(rules="playboard", strategies=QUICK, matches=1500)

    def test_pairings_of_three(self):
        self.check(rules="playboard", players=3, strategies=QUICK, matches=1500)

    def test_pairings_of_four(self):
        self.check(rules="playboard", players=4, strategies=QUICK, matches=1000)

    def test_a_gauntlet_of_partnerships_under_several_rules(self):
        self.check(rules=["la-plaza-pairs", "la-plaza-pairs+blocker-wins+capicu-25", "la-plaza-pairs+long"],
                   format="gauntlet", strategies=QUICK, matches=400)

    def test_a_free_for_all_of_two(self):
        self.check(rules="la-plaza-1v1", format="free-for-all", strategies=QUICK, matches=600)

    def test_a_free_for_all_of_three(self):
        self.check(rules="playboard", players=3, format="free-for-all", strategies=QUICK, matches=1000)

    def test_a_free_for_all_of_four_under_several_rules(self):
        self.check(rules=["playboard", "playboard+short"], players=4, format="free-for-all",
                   strategies=QUICK + [{"type": "random", "name": "luck"}], matches=400)

    def test_single_rounds(self):
        self.check(rules=["playboard", "four-rounds", "block"], unit="round", strategies=QUICK, matches=6000)

    def test_a_run_that_stops_once_it_is_decided(self):
        for stop in ({"rule": "sprt", "h0": 0, "h1": 60}, {"rule": "confidence-sequence", "measure": "win-rate"}):
            self.check(rules=["playboard", "la-plaza-pairs"], strategies=QUICK[:3], matches=20000, stop=stop)
            for one in self.json("results.json")["statistics"]:
                self.assertLess(one["totals"]["deals"], 10000, "it did stop")

    def test_monte_carlo_for_two(self):
        self.check(rules="four-rounds", strategies=[MONTE_CARLO, "random", "doubles-first"], matches=100)

    def test_monte_carlo_in_pairs(self):
        self.check(rules="la-plaza-pairs+short", strategies=[MONTE_CARLO, "tile-counting"], matches=16)

    def test_monte_carlo_for_three_round_by_round(self):
        wins = MONTE_CARLO | {"name": "wins", "objective": "win", "rollout": "random"}
        self.check(rules="playboard", players=3, format="free-for-all", unit="round",
                   strategies=[MONTE_CARLO, wins, "random"], matches=60)

    def test_every_way_to_search(self):
        believing = MONTE_CARLO | {"name": "believing", "belief": "mixture", "objective": "match"}
        self.check(rules=["playboard", "block"], strategies=[
            believing, "ismcts:iterations=40", {"type": "clairvoyant", "positions": 500, "rollouts": 3}, MONTE_CARLO],
            matches=12)

    def test_a_strategy_that_takes_part_elsewhere_changes_nothing(self):
        """Deals and luck are keyed by the seed and the deal, not by who else there is."""
        self.write("config.json", {"rules": "block", "strategies": ["random", "greedy-heavy"], "matches": 500})
        self.good("tournament", "config.json", "--output", "few.json")
        self.write("config.json", {"rules": "block", "strategies": ["random", "greedy-heavy", "tile-counting"],
                                   "matches": 500})
        self.good("tournament", "config.json", "--output", "more.json")
        few = self.json("few.json")["statistics"][0]["pairings"]
        self.assertEqual(few, self.json("more.json")["statistics"][0]["pairings"][:1])


if __name__ == "__main__":
    unittest.main()
