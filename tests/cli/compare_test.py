"""balak compare: what is real in one results file, what changed between two, and what is not comparable.

The figures are worked out again here from the blocks in the results files, which results_test.py checks against records.
"""

import copy
import itertools
import json
import math
import re
import unittest

from balak_runs import BalakTest

CONFIG = {
    "name": "try",
    "rules": ["playboard", {"preset": "playboard", "name": "house", "capicu_bonus": 25}],
    "strategies": ["random", {"name": "bot", "type": "doubles-first"}, "greedy-heavy"],
    "matches": 200,
    "seed": 3,
}
FIGURES = {  # numerator, denominator, and what a match or point is divided by
    "points_per_round": ("margin", "rounds", "margins_of_point"),
    "points_per_match": ("margin", "matches", "margins_of_point"),
    "win_rate": ("shares", "matches", "shares_of_match"),
}
DESIGN = {
    "opener_edge": ("rounds_opener_won", "rounds_decided"),
    "blocked_rate": ("blocked_rounds", "rounds"),
    "turns_per_round": ("turns", "rounds"),
    "tiles_drawn_per_round": ("tiles_drawn", "rounds"),
    "rounds_per_match": ("rounds", "matches"),
    "comeback_rate": ("comebacks", "matches"),
    "skill": ("rounds_better_won", "rounds_either_won"),
    "capicu_rate": ("capicu", "rounds"),
    "shut_out_rate": ("shut_outs", "matches"),
}


def numbers(text):
    return [int(word) for word in text.split()]


def figure(statistics, a, key):
    """Numerators and denominators by block; those of a pairing as pairs of points or shares and what they are of."""
    blocks = statistics["blocks"]
    if key in DESIGN:
        return [numbers(blocks[name]) for name in DESIGN[key]]
    (pairing,) = [one for one in statistics["pairings"] if (one["a"], one["b"]) == a]
    matches_of_deal = pairing["matches"] // statistics["totals"]["deals"]
    lists = {key: numbers(text) for key, text in pairing["blocks"].items()}
    lists["matches"] = [matches_of_deal * deals for deals in numbers(blocks["deals"])]
    top, bottom, unit = FIGURES[key]
    return [[value / blocks[unit] for value in lists[top]], lists[bottom]]


def influence(top, bottom):
    """The ratio, and by how much each block moves it."""
    ratio = math.fsum(top) / math.fsum(bottom)
    return ratio, [(value - ratio * weight) / math.fsum(bottom) for value, weight in zip(top, bottom)]


def change(one, other, played, matched):
    """Mean, error and variance factor of the change of a figure."""
    (before, moved), (after, its_moved) = influence(*one), influence(*other)
    variance = lambda values: math.fsum(value * value for value in values) * played / (played - 1)
    apart = variance(moved) + variance(its_moved)
    together = variance([new - old for old, new in zip(moved, its_moved)])
    return after - before, math.sqrt(together if matched else apart), apart / together if together else None


class CompareTest(BalakTest):
    def play(self, name, *arguments, **config):
        self.write("config.json", CONFIG | config)
        self.good("tournament", "config.json", "--output", name, *arguments)
        return self.json(name)

    def compared(self, *arguments):
        return json.loads(self.good("compare", *arguments, "--format", "json"))

    def refuses(self, sentence, *arguments):
        run = self.balak("compare", *arguments)
        self.assertEqual((run.code, run.out), (2, ""), run.err)
        self.assertRegex(run.err, r"\Abalak: [^\n]*[^\n.]\n\Z")
        self.assertIn(sentence, run.err)


class Figures(CompareTest):
    def check_change(self, found, one, other, shift=0):
        """All figures of a change, from the statistics of both."""
        played = min(sum(deals > 0 for deals in numbers(part["blocks"]["deals"])) for part in (one, other))
        figures = [(found["design"][key], key, None) for key in DESIGN]
        figures += [(pairing["figures"][key], key, (pairing["a"], pairing["b"]))
                    for pairing in found["pairings"] for key in FIGURES]
        self.assertEqual(len(figures), 9 + 3 * len(one["pairings"]))
        for told, key, pairing in figures:
            mean, error, factor = change(figure(one, pairing, key), figure(other, pairing, key), played,
                                         found["matched"])
            with self.subTest(key, pairing=pairing):
                self.assertAlmostEqual(told["difference"]["mean"], mean, 9)
                self.assertAlmostEqual(told["other"] - told["one"], mean, 9)
                self.assertAlmostEqual(told["difference"]["standard_error"], error, 9)
                self.assertEqual(told["real"], told["p_holm"] <= 0.05)
                if found["matched"] and error > 1e-9:
                    self.assertAlmostEqual(told["variance_factor"] / factor, 1, 6)
                if not found["matched"]:
                    self.assertIsNone(told["variance_factor"])
        return [told for told, *_ in figures]

    def check_holm(self, figures):
        p_values = [told["p_value"] for told in figures]
        order = sorted(range(len(p_values)), key=lambda place: p_values[place])
        least = 0
        for rank, place in enumerate(order):
            least = max(least, min(1, (len(order) - rank) * p_values[place]))
            self.assertAlmostEqual(figures[place]["p_holm"], least, 12)

    def test_rule_sets_of_one_file(self):
        results = self.play("a.json")
        page = self.compared("a.json")
        self.assertEqual(page["schema"], "balak.comparison/1")
        self.assertEqual([one["rules"] for one in page["rules"]], ["playboard, 2 players", "house"])
        for rules, statistics in zip(page["rules"], results["statistics"]):
            self.assertEqual(rules["deals"], 100)
            for found, pairing in zip(rules["pairings"], statistics["pairings"], strict=True):
                for key in ("a", "b", "matches", "p_holm", "separated"):
                    self.assertEqual(found[key], pairing[key])
                for key in ("win_rate", "points_per_round"):
                    self.assertEqual(found[key], {name: pairing[key][name] for name in found[key]})
        (found,) = page["changes"]
        self.assertIs(found["matched"], True)
        self.assertEqual(found["differences"], ['capicu_bonus is 0 in "playboard, 2 players" and 25 in "house"'])
        figures = self.check_change(found, *results["statistics"])
        self.assertEqual(page["tests"], len(figures))
        self.check_holm(figures)
        # Another base turns the change around.
        (back,) = self.compared("a.json", "--base", "house")["changes"]
        for key in DESIGN:
            self.assertEqual(back["design"][key]["difference"]["mean"], -found["design"][key]["difference"]["mean"])

    def test_two_files_of_the_same_deals(self):
        one = self.play("a.json")
        other = self.play("b.json", strategies=["random", {"name": "bot", "type": "tile-counting"}, "greedy-heavy"])
        page = self.compared("a.json", "b.json")
        self.assertIn('bot: type is "doubles-first" in a.json and "tile-counting" in b.json', page["differences"])
        figures = []
        for found, before, after in zip(page["changes"], one["statistics"], other["statistics"], strict=True):
            self.assertIs(found["matched"], True)
            self.assertEqual(found["matching"], "Matched by deal: both have played the same 100 deals (seed 3).")
            figures += self.check_change(found, before, after)
            by_pair = {(pairing["a"], pairing["b"]): pairing["figures"] for pairing in found["pairings"]}
            untouched = by_pair["random", "greedy-heavy"]["win_rate"]
            self.assertEqual((untouched["difference"]["mean"], untouched["difference"]["standard_error"]), (0, 0))
            touched = by_pair["random", "bot"]["points_per_round"]
            self.assertIs(touched["real"], True)
            self.assertGreater(touched["variance_factor"], 1)
        self.check_holm(figures)

    def test_two_files_with_more_deals_than_blocks_and_not_as_many(self):
        one = self.play("a.json", rules="playboard", matches=1400)
        other = self.play("b.json", rules="playboard", matches=300)
        (found,) = self.compared("a.json", "b.json")["changes"]
        self.assertEqual(found["matching"], "Matched by deal: both have seed 3, and their first 150 deals are the same; "
                                            "a.json has 550 more.")
        self.check_change(found, one["statistics"][0], other["statistics"][0])

    def test_two_files_of_other_deals(self):
        one = self.play("a.json", rules="playboard")
        other = self.play("b.json", "--seed", "4", rules="playboard")
        (found,) = self.compared("a.json", "b.json")["changes"]
        self.assertIs(found["matched"], False)
        self.assertIn("Not matched: the seeds are 3 and 4", found["matching"])
        self.check_holm(self.check_change(found, one["statistics"][0], other["statistics"][0]))

    def test_tables_of_three_and_single_rounds(self):
        for extra in ({"players": 3}, {"players": 3, "format": "free-for-all"}):
            one = self.play("a.json", rules="playboard", matches=60, **extra)
            other = self.play("b.json", rules={"preset": "playboard", "hand_size": 6}, matches=60, **extra)
            (found,) = self.compared("a.json", "b.json")["changes"]
            self.assertIn("but the rules deal otherwise (hand_size)", found["matching"])
            self.check_change(found, one["statistics"][0], other["statistics"][0])
        self.play("a.json", unit="round")
        page = self.compared("a.json", "a.json")
        self.assertEqual(page["tests"], 2 * (3 * 2 + 7))
        self.assertNotIn("points_per_match", page["changes"][0]["pairings"][0]["figures"])

    def test_what_is_not_in_both_is_left_out_and_said(self):
        self.play("a.json", rules="playboard")
        self.play("b.json", rules="playboard", strategies=["random", "greedy-heavy", "tile-counting"])
        page = self.compared("a.json", "b.json")
        (found,) = page["changes"]
        self.assertEqual([(one["a"], one["b"]) for one in found["pairings"]], [("random", "greedy-heavy")])
        self.assertEqual(found["design"], {})
        self.assertIn("random - bot, bot - greedy-heavy, random - tile-counting", found["notes"][0])
        self.assertIn("bot plays in a.json only", page["differences"])
        self.play("b.json", rules=["block", "playboard"])
        run = self.balak("compare", "a.json", "b.json")
        self.assertEqual(run.code, 0)
        self.assertEqual(run.err, "balak: rule sets that are in one file only are left out: block\n")

    def test_two_rule_sets_in_two_files(self):
        self.play("a.json", rules="playboard")
        self.play("b.json", rules="block")
        (found,) = self.compared("a.json", "b.json")["changes"]
        self.assertEqual((found["one"]["rules"], found["other"]["rules"]), ("playboard, 2 players", "block"))
        self.assertEqual(found["differences"],
                         ['draw is "until-playable" in a.json and "none" in b.json'])
        self.assertIs(found["design"]["blocked_rate"]["real"], True)

    def test_one_deal_says_nothing(self):
        self.play("a.json", matches=2)
        self.assertIn("fewer than two deals", self.good("compare", "a.json"))
        page = self.compared("a.json", "a.json")
        self.assertEqual(page["tests"], 0)
        self.assertIsNone(page["changes"][0]["pairings"][0]["figures"]["win_rate"]["difference"]["ci95"])

    def test_shards_merged_are_compared(self):
        self.play("a.json")
        for number in (1, 2):
            self.play(f"{number}.json", "--shard", f"{number}/2")
        self.refuses("1.json: it is one shard of a run; join all shards first", "a.json", "1.json")
        self.good("merge", "1.json", "2.json", "--output", "b.json")
        page = self.compared("a.json", "b.json")
        self.assertEqual(page["differences"], [])
        self.assertTrue(all(told["p_value"] == 1 for found in page["changes"] for told in found["design"].values()))


class Pages(CompareTest):
    def test_the_text_page_has_a_table_and_sentences(self):
        self.play("a.json")
        self.play("b.json", "--seed", "4")
        one = self.good("compare", "a.json")
        self.assertRegex(one, r"(?m)^  random - bot +\d+\.\d % ± \d+\.\d +< 0\.0001 +-\d")
        self.assertRegex(one, r"(?m)^- bot beats random: \d+\.\d % of the matches \(.*\) and \+\d.* points a round "
                              r"\(.*\)\. That is real\.$")
        self.assertRegex(one, r'(?m)^- random against bot: from "playboard, 2 players" to "house" .* bot is the better one in '
                              r"both\.$")
        two = self.good("compare", "a.json", "b.json")
        self.assertIn("Not matched: the seeds are 3 and 4", two)
        self.assertIn("They differ: seed is 3 in a.json and 4 in b.json.", two)
        self.assertRegex(two, r"(?m)^- \w+ against [\w-]+: no change is shown from a.json to b.json, .* If it is what it "
                              r"looks like, about \d+ deals in each would show it\.")
        for page in (one, two):
            self.assertNotRegex(page, r"[\x00-\x09\x0b-\x1f\x7f]| \n|\n\n\n")
            self.assertTrue(page.endswith(".\n"))
        self.assertEqual(self.good("compare", "a.json", "b.json", "--format", "text"), two)

    def test_the_markdown_page_has_tables_of_equal_rows(self):
        self.play("a.json", strategies=["random", {"name": "a|b*c", "type": "doubles-first"}])
        for arguments in (["a.json"], ["a.json", "a.json"]):
            page = self.good("compare", *arguments, "--format", "markdown")
            self.assertRegex(page, r"\A# ")
            self.assertIn("a\\|b\\*c", page)
            tables = [list(rows) for is_table, rows in
                      itertools.groupby(page.splitlines(), lambda line: line.startswith("|")) if is_table]
            self.assertTrue(tables)
            for rows in tables:
                self.assertRegex(rows[1], r"\A\|---\|(---:\|)+\Z")
                self.assertEqual(len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}), 1)

    def test_a_page_can_go_to_a_file(self):
        self.play("a.json")
        for name in ("text", "json", "markdown"):
            page = self.good("compare", "a.json", "--format", name)
            self.assertEqual(self.good("compare", "a.json", "--format", name, "--output", "new/page"), "")
            self.assertEqual((self.folder / "new/page").read_text(encoding="utf-8"), page)
        before = (self.folder / "a.json").read_bytes()
        self.refuses("./a.json: the output would overwrite the results", "a.json", "--output", "./a.json")
        self.refuses("cannot be written", "a.json", "--output", "config.json/page")
        self.assertEqual((self.folder / "a.json").read_bytes(), before)

    def test_what_cannot_be_printed_is_a_failure(self):
        self.play("a.json")
        with open("/dev/full", "w", encoding="utf-8") as full:
            self.assertEqual(self.balak("compare", "a.json", stdout=full).code, 1)
        run = self.balak("compare", "a.json", "--output", "/dev/full")
        self.assertEqual(run.code, 1)
        self.assertIn("/dev/full: cannot be written", run.err)

    def test_runs_that_are_not_complete_or_may_have_stopped_are_compared_with_a_warning(self):
        results = self.play("a.json", "--stop", "confidence-sequence")
        self.write("b.json", results | {"run": results["run"] | {"complete": False}})
        run = self.balak("compare", "a.json", "b.json")
        self.assertEqual(run.code, 0)
        for sentence in ("a.json: a stopping rule was free to end the run", "b.json: the run is not complete"):
            self.assertIn(f"balak: {sentence}", run.err)
            self.assertIn(f"- {sentence}", run.out)
        page = json.loads(self.balak("compare", "b.json", "--format", "json").out)
        self.assertEqual(len(page["warnings"]), 2)


class Refusals(CompareTest):
    def test_runs_that_are_not_comparable(self):
        self.play("a.json", rules="playboard")
        self.play("b.json", rules="playboard", unit="round")
        self.refuses('a.json and b.json are not comparable: the unit is "match" in the first and "round" in the second',
                     "a.json", "b.json")
        self.play("b.json", rules="playboard", format="gauntlet")
        self.refuses('the format is "round-robin" in the first and "gauntlet" in the second', "a.json", "b.json")
        self.play("b.json", rules="playboard", players=3)
        self.refuses("not comparable: playboard, 2 players seats 2 in 2 sides, playboard, 3 players seats 3 in 3",
                     "a.json", "b.json")
        self.play("b.json", rules="la-plaza-pairs")
        self.refuses("seats 4 in 2", "a.json", "b.json")
        self.play("b.json", rules="playboard", strategies=["random", "tile-counting"])
        self.refuses("no two strategies meet in both: random - bot, random - greedy-heavy, bot - greedy-heavy; "
                     "random - tile-counting", "a.json", "b.json")
        self.play("b.json", rules=["block", "four-rounds"])
        self.refuses('they have no rule set in common: "playboard, 2 players" and "block", "four-rounds"', "a.json",
                     "b.json")

    def test_rule_sets_of_other_tables_are_not_compared_and_said(self):
        self.play("a.json", rules=["playboard", "la-plaza-pairs", "block"])
        run = self.balak("compare", "a.json")
        self.assertEqual(run.code, 0)
        self.assertIn("playboard, 2 players and la-plaza-pairs are not compared: they seat 2 in 2 sides and 4 in 2",
                      run.err)
        self.assertIn('"block", compared with "playboard, 2 players"', run.out)

    def test_files_that_are_no_results(self):
        results = self.play("a.json")
        no_results = "it is no results file of balak"
        for content, sentence in (
                ("", "is empty"), ("{", "is not valid JSON"), (b"\xff\xfe\x00", "is not valid JSON"), ("[]", no_results),
                ("{}", no_results), (CONFIG, no_results), ({"schema": 5}, no_results),
                ({"schema": "balak.checkpoint/1"}, no_results), ({"schema": "balak.comparison/1"}, no_results),
                ("[" * 100000, "nested deeper"), ('{"a": 1e999}', "too large"), ('{"a": 1, "a": 2}', "there twice"),
                (results | {"schema": "balak.results/2"}, "of another version of balak"),
                ({"schema": "balak.results/1"}, 'the key "config" is missing'),
                (results | {"statistics": []}, "no deal was played")):
            self.write("x.json", content)
            for arguments in (["x.json"], ["a.json", "x.json"], ["x.json", "a.json"]):
                self.refuses("x.json: " if "nested" not in sentence else sentence, *arguments)
                self.refuses(sentence, *arguments)
        self.refuses("nothing.json: cannot be read: No such file", "a.json", "nothing.json")
        self.refuses("cannot be read: Is a directory", ".")

    def test_every_member_that_is_read_must_be_there(self):
        results = self.play("a.json", rules="playboard", matches=20)
        for path in (("config",), ("statistics",), ("run",), ("run", "complete"), ("run", "version"), ("config", "seed"),
                     ("config", "unit"), ("config", "format"), ("config", "strategies"), ("config", "rules"),
                     ("config", "strategies", 0, "name"), ("config", "rules", 0, "players"),
                     ("statistics", 0, "rules"), ("statistics", 0, "totals"), ("statistics", 0, "blocks"),
                     ("statistics", 0, "blocks", "deals"), ("statistics", 0, "blocks", "turns"),
                     ("statistics", 0, "pairings"), ("statistics", 0, "pairings", 1, "a"),
                     ("statistics", 0, "pairings", 1, "blocks", "margin"),
                     ("statistics", 0, "pairings", 1, "win_rate", "mean"),
                     ("statistics", 0, "pairings", 1, "p_holm", "win_rate")):
            broken = copy.deepcopy(results)
            place = broken
            for step in path[:-1]:
                place = place[step]
            del place[path[-1]]
            self.write("x.json", broken)
            words = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path[:-1])[1:]
            self.refuses(f"x.json: {words + ': ' if words else ''}the key \"{path[-1]}\" is missing", "x.json")

    def test_parts_that_do_not_fit_together(self):
        results = self.play("a.json", rules="playboard", matches=20)

        def refuses(sentence, change):
            broken = copy.deepcopy(results)
            change(broken["statistics"][0], broken)
            self.write("x.json", broken)
            self.refuses("x.json: statistics[", "x.json")
            self.refuses(sentence, "x.json")

        def blocks(pairing, key, first):
            words = pairing["blocks"][key].split()
            pairing["blocks"][key] = " ".join([first, *words[1:]])

        first = lambda part: part["pairings"][0]
        more = lambda key: lambda part, _: blocks(first(part), key, str(int(first(part)["blocks"][key].split()[0]) + 1))
        refuses("do not come to the pairing's rounds", more("rounds"))
        refuses("do not come to the pairing's points a round", more("margin"))
        refuses("do not come to the pairing's ", more("shares"))
        for text in ("", "1 2 3", "1  2", "a", "1.5", "99999999999999999999", "-1"):
            refuses("expected a text of 256 integers", lambda part, _: blocks(first(part), "rounds", text or " "))
        refuses("expected a text of 256 integers", lambda part, _: first(part)["blocks"].update(rounds=[1, 2]))
        refuses("expected a text of 256 integers",
                lambda part, _: first(part)["blocks"].update(rounds=first(part)["blocks"]["rounds"] + " 0"))
        refuses('expected the name of a strategy of the config', lambda part, _: first(part).update(a="nobody"))
        refuses("expected another strategy", lambda part, _: first(part).update(b=first(part)["a"]))
        refuses("is there twice", lambda part, _: part["pairings"].append(first(part)))
        refuses("expected the same number of matches", lambda part, _: first(part).update(matches=21))
        refuses("do not come to the deals", lambda part, _: part["totals"].update(deals=11))
        refuses("the rules \"playboard, 2 players\" are there twice", lambda part, whole: (
            whole["statistics"].append(part), whole["config"]["rules"].append(whole["config"]["rules"][0])))

    def test_members_of_any_other_type_or_size_are_refused_or_not_read(self):
        # Each value of the file, but those of long lists, is replaced in turn: balak refuses it with one line, or does
        # not need it. It never fails otherwise.
        results = self.play("a.json", rules="playboard", matches=4, strategies=["random", "greedy-heavy"])
        paths = []

        def walk(value, path):
            if path:
                paths.append(path)
            if isinstance(value, dict):
                for key in value:
                    walk(value[key], (*path, key))
            elif isinstance(value, list):
                for place in range(min(len(value), 2)):
                    walk(value[place], (*path, place))

        walk({key: results[key] for key in ("config", "run", "statistics")}, ())
        paths = [path for path in paths if not {"histogram", "by_seat", "by_opener", "design", "ratings"} & set(path[:-1])]
        odd = [None, -1, 1e300, 9007199254740993, "x", "", True, [], {}, [[]]]
        refused = 0
        for number, path in enumerate(paths):
            broken = copy.deepcopy(results)
            place = broken
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = odd[number % len(odd)]
            self.write("x.json", broken)
            run = self.balak("compare", "x.json", "a.json")
            with self.subTest(path, value=odd[number % len(odd)]):
                self.assertIn(run.code, (0, 2))
                if run.code == 2:
                    refused += 1
                    self.assertEqual(run.out, "")
                    self.assertRegex(run.err, r"\Abalak: [^\n]*\n\Z")
        self.assertGreater(refused, 30)
        self.assertGreater(len(paths), 100)


if __name__ == "__main__":
    unittest.main()
