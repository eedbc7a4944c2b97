"""balak export: the tables say what the results say, and no name does harm in them."""

import csv
import math
import re
import unittest

from balak_runs import SOURCE, BalakTest

CONFIG = {
    "name": "try",
    "rules": ["playboard", {"preset": "playboard", "name": "house", "capicu_bonus": 25}],
    "strategies": ["random", {"name": "bot", "type": "doubles-first"}, "greedy-heavy"],
    "matches": 200,
    "seed": 3,
}
FILES = ["design.csv", "ladder.csv", "pairing-blocks.csv", "pairings.csv", "rules-blocks.csv", "spreads.csv"]
# Texts that spreadsheets would take for formulas, and such as try the quoting.
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://x";"y")']
ODD_NAMES = [*FORMULAS, 'a "b", c', "a,b;c", "<b>é שלום", "'quoted'"]


def numbers(text):
    return [int(word) for word in text.split()]


class Export(BalakTest):
    def export(self, config=None):
        """Plays a config and exports it. Returns the results, and the tables as lists of dicts."""
        results = self.results_of(CONFIG | (config or {}))
        self.said = self.good("export", "results.json", "--csv", "tables")
        self.assertEqual(sorted(path.name for path in (self.folder / "tables").iterdir()), FILES)
        return results, {name: self.table(name) for name in FILES}

    def table(self, name):
        with open(self.folder / "tables" / name, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, strict=True))
        for row in rows:
            self.assertNotIn(None, row)  # as many cells as columns
            self.assertNotIn(None, row.values())
        return rows

    def check(self, row, **expected):
        for column, value in expected.items():
            found = row[column]
            if value is None:
                self.assertEqual(found, "", column)
            elif isinstance(value, bool):
                self.assertEqual(found, "TRUE" if value else "FALSE", column)
            elif isinstance(value, (int, float)):
                self.assertEqual(float(found), value, column)
            else:
                self.assertEqual(found, value, column)

    def check_estimate(self, row, name, estimate):
        low, high = estimate["ci95"] or (None, None)
        self.check(row, **{name: estimate["mean"], f"{name}_error": estimate["standard_error"], f"{name}_low": low,
                           f"{name}_high": high})

    def check_all(self, results, tables):
        rest = {name: iter(rows) for name, rows in tables.items()}
        for part in results["statistics"]:
            rules = part["rules"]
            for rank, entry in enumerate(part["strategies"], 1):
                row = next(rest["ladder.csv"])
                self.check(row, rules=rules, rank=rank, strategy=entry["name"], sees_all=entry.get("sees_all", False),
                           groups=" ".join(entry["groups"]), matches=entry["matches"], wins=entry["wins"],
                           draws=entry["draws"], losses=entry["losses"], forfeits=0, nash_share=entry["nash_share"],
                           even_win_rate=entry["even_win_rate"])
                for name in ("win_rate", "points_per_round", "points_per_match"):
                    self.check_estimate(row, name, entry[name])
                self.check_estimate(row, "elo", {"mean": entry["elo"], "standard_error": entry["elo_error"],
                                                 "ci95": entry["elo_ci95"]})
            for figure, estimate in part["design"].items():
                row = next(rest["design.csv"])
                self.check(row, rules=rules, figure=figure)
                self.check_estimate(row, "mean", estimate)
            for pairing in part["pairings"]:
                self.check_pairing(rest, part, pairing)
            for block in range(256):
                row = next(rest["rules-blocks.csv"])
                self.check(row, rules=rules, block=block)
                for name in list(row)[2:]:
                    self.check(row, **{name: numbers(part["blocks"][name])[block]})
        self.assertEqual({name: list(rows) for name, rows in rest.items()}, {name: [] for name in FILES})

    def check_pairing(self, rest, part, pairing):
        who = {"rules": part["rules"], "a": pairing["a"], "b": pairing["b"]}
        row = next(rest["pairings.csv"])
        self.check(row, **who, deals=pairing["deals"], matches=pairing["matches"], rounds=pairing["rounds"],
                   wins=pairing["wins"], draws=pairing["draws"], losses=pairing["losses"],
                   win_rate_p_holm=pairing["p_holm"]["win_rate"], points_per_round_sd=pairing["points_per_round"]["sd"],
                   points_per_round_p_holm=pairing["p_holm"]["points_per_round"], separated=pairing["separated"],
                   points_per_match_sd=pairing["points_per_match"]["sd"], duplication_gain=pairing["duplication_gain"],
                   stop_decision=pairing["stop"]["decision"] if "stop" in pairing else None)
        for name in ("win_rate", "points_per_round", "points_per_match"):
            self.check_estimate(row, name, pairing[name])
        for kind in ("match", "round"):
            histogram = pairing[f"points_per_{kind}"]["histogram"]
            for points, count in histogram["bins"]:
                self.check(next(rest["spreads.csv"]), **who, of=kind, points=points, bin_width=histogram["bin_width"],
                           count=count)
        blocks = {name: numbers(text) for name, text in pairing["blocks"].items()}
        deals = numbers(part["blocks"]["deals"])
        per_deal = pairing["matches"] // pairing["deals"]
        for block in range(256):
            self.check(next(rest["pairing-blocks.csv"]), **who, block=block, deals=deals[block],
                       matches=per_deal * deals[block], rounds=blocks["rounds"][block],
                       wins=blocks["shares"][block] / part["blocks"]["shares_of_match"],
                       points=blocks["margin"][block] / part["blocks"]["margins_of_point"])

    def test_tables_have_the_numbers_of_the_results(self):
        results, tables = self.export()
        self.check_all(results, tables)
        counts = {name: len(rows) for name, rows in tables.items()}
        self.assertEqual(self.said.splitlines(), [f"tables/{name}: {counts[name]} rows" for name in (
            "ladder.csv", "pairings.csv", "spreads.csv", "design.csv", "pairing-blocks.csv", "rules-blocks.csv")])

    def test_what_there_is_none_of_is_empty(self):
        self.check_all(*self.export({"matches": 2, "rules": "block"}))
        self.check_all(*self.export({"stop": {"rule": "sprt", "h0": 0, "h1": 20}, "rules": "block", "players": 2,
                                     "strategies": ["random", "greedy-heavy"]}))
        self.check_all(*self.export({"players": 3, "format": "free-for-all", "rules": "playboard", "matches": 20}))

    def test_sums_of_blocks_are_the_means(self):
        _, tables = self.export()
        for pairing in tables["pairings.csv"]:
            blocks = [row for row in tables["pairing-blocks.csv"]
                      if all(row[name] == pairing[name] for name in ("rules", "a", "b"))]
            total = lambda name: math.fsum(float(row[name]) for row in blocks)
            self.assertAlmostEqual(total("wins") / total("matches"), float(pairing["win_rate"]), 9)
            self.assertAlmostEqual(total("points") / total("rounds"), float(pairing["points_per_round"]), 9)

    def test_no_name_is_a_formula_and_each_comes_back_as_it_was(self):
        _, tables = self.export({"rules": "playboard", "matches": 2,
                                 "strategies": [{"name": name, "type": "random"} for name in ODD_NAMES]})
        found = {row["strategy"] for row in tables["ladder.csv"]}
        self.assertEqual(found, {"'" + name if name in FORMULAS else name for name in ODD_NAMES})
        for name in FILES:
            text = (self.folder / "tables" / name).read_bytes().decode("utf-8")
            self.assertNotIn("\r", text)
            for row in csv.reader(text.splitlines()):
                for cell in row:
                    if cell[:1] in ("=", "+", "-", "@"):
                        float(cell)  # nothing but a negative number begins like that

    def test_every_column_is_documented(self):
        page = (SOURCE / "docs" / "export.md").read_text(encoding="utf-8")
        _, tables = self.export({"rules": "block", "matches": 4})
        for name in FILES:
            described = re.search(rf"^\| `{re.escape(name)}` \|.*$", page, re.MULTILINE)[0]
            names = []
            for column in re.findall(r"`(\w+)`( and its three)?", described.split("|")[3].replace("`match` or `round`", "")):
                names += [column[0]] + [f"{column[0]}_{part}" for part in ("error", "low", "high") if column[1]]
            self.assertEqual(list(tables[name][0]), names, name)

    def test_tables_are_replaced_and_nothing_else_is_touched(self):
        self.export({"rules": "block", "matches": 4})
        before = (self.folder / "tables" / "ladder.csv").read_bytes()
        self.write("tables/notes.txt", "mine")
        self.good("export", "results.json", "--csv", "tables")
        self.assertEqual((self.folder / "tables" / "ladder.csv").read_bytes(), before)
        self.assertEqual((self.folder / "tables" / "notes.txt").read_text(encoding="utf-8"), "mine")
        (self.folder / "results.json").rename(self.folder / "tables" / "design.csv")
        self.refuses("the tables would overwrite the results", "tables/design.csv", "--csv", "tables")

    def refuses(self, sentence, *arguments):
        before = {path: (self.folder / path).read_bytes() for path in self.files()}
        run = self.balak("export", *arguments)
        self.assertEqual((run.code, run.out), (2, ""), run.err)
        self.assertRegex(run.err, r"\Abalak: [^\n]*[^\n.]\n\Z")
        self.assertIn(sentence, run.err)
        self.assertEqual({path: (self.folder / path).read_bytes() for path in self.files()}, before)

    def test_what_cannot_be_exported_is_refused(self):
        self.write("config.json", CONFIG)
        self.refuses("a results file and a folder are expected")
        self.refuses("a results file and a folder are expected", "results.json")
        self.refuses("it is no results file of balak", "config.json", "--csv", "tables")
        self.refuses("one results file at a time", "a.json", "b.json", "--csv", "tables")
        self.results_of(CONFIG | {"rules": "block", "matches": 4})
        self.refuses("config.json", "results.json", "--csv", "config.json")


if __name__ == "__main__":
    unittest.main()
