"""balak report: what the page says is what the results say. tests/browser looks at it in a browser."""

import html.parser
import json
import os
import re
import time
import unittest

from balak_runs import SOURCE, BalakTest

CONFIG = {
    "name": "try",
    "rules": ["playboard", {"preset": "playboard", "name": "house", "capicu_bonus": 25}],
    "strategies": ["random", {"name": "bot", "type": "doubles-first"}, "greedy-heavy"],
    "matches": 200,
    "seed": 3,
}
# What a page may not take for more than a name.
ODD_NAMES = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{{lead}}&amp;\"'", "=1+1",
             "שלום"]


class Page(html.parser.HTMLParser):
    """Headings, sentences, tables and charts of a page, without a browser."""

    VOID = {"meta"}

    def __init__(self, text):
        super().__init__()
        self.open, self.texts, self.tables, self.charts, self.tags = [], [], [], [], []
        self.lead = self.title = ""
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append((tag, attributes))
        if tag not in self.VOID:
            self.open.append((tag, attributes))
        if tag == "table":
            self.tables.append({"columns": [], "rows": []})
        elif tag == "tr":
            self.row = []
            if "tbody" in [name for name, _ in self.open]:
                self.tables[-1]["rows"].append(self.row)
        elif tag in ("td", "th") and "tbody" in [name for name, _ in self.open]:
            self.row.append({"text": "", "value": None})
        elif tag == "data":
            self.row[-1]["value"] = json.loads(attributes["value"])
        elif tag == "div" and attributes.get("class") == "plot":
            self.charts.append({"kind": attributes["data-chart"], "text": self.texts[-1]})

    def handle_endtag(self, tag):
        last, _ = self.open.pop()
        assert last == tag, f"{last} is closed by {tag}"

    def handle_data(self, text):
        tag, attributes = self.open[-1] if self.open else ("", {})
        names = [name for name, _ in self.open]
        if tag == "script":
            if attributes.get("type") == "application/json" and "id" not in attributes:
                self.charts[-1] |= json.loads(text)
        elif tag == "caption":
            self.tables[-1]["caption"] = text
        elif "thead" in names:
            self.tables[-1]["columns"].append(text)
        elif "tbody" in names and text.strip():
            self.row[-1]["text"] += text
        elif text.strip() and tag != "style":
            self.texts.append(text)
            if attributes.get("class") == "lead":
                self.lead = text
            if tag == "title":
                self.title = text


class ReportTest(BalakTest):
    def play(self, file, *arguments, **config):
        self.write("config.json", CONFIG | config)
        self.good("tournament", "config.json", "--output", file, *arguments)
        return self.json(file)

    def page(self, *arguments):
        text = self.good("report", *arguments, "--output", "-")
        self.text = text
        return Page(text)


class Figures(ReportTest):
    def check_estimate(self, chart_row, estimate):
        self.assertEqual([chart_row[key] for key in ("mean", "low", "high")], [estimate["mean"], *estimate["ci95"]])

    def test_tables_and_charts_have_the_numbers_of_the_results(self):
        results = self.play("a.json")
        page = self.page("a.json")
        self.assertEqual(page.title, "try")
        tables, charts = iter(page.tables), iter(page.charts)
        for statistics in results["statistics"]:
            ladder, pairings, bins = next(tables), next(tables), next(tables)
            drawn = [next(charts) for _ in range(2 + 2 * len(statistics["pairings"]))]
            self.check_ladder(ladder, drawn[0], statistics)
            self.check_pairings(pairings, drawn[1], statistics)
            self.check_spreads(bins, drawn[2:], statistics)
        self.check_design(next(tables), charts, results)
        changes = json.loads(self.good("compare", "a.json", "--format", "json"))
        self.check_change(next(tables), charts, changes["changes"][0])
        self.assertEqual([list(tables), list(charts)], [[], []])

    def check_ladder(self, table, chart, statistics):
        self.assertEqual(chart["kind"], "intervals")
        self.assertEqual(chart["signals"]["even"], statistics["strategies"][0]["even_win_rate"])
        for row, drawn, entry in zip(table["rows"], chart["rows"], statistics["strategies"], strict=True):
            by_column = dict(zip(table["columns"], row, strict=True))
            self.assertEqual([row[0]["text"], drawn["name"], by_column["group"]["text"]],
                             [entry["name"], entry["name"], "".join(entry["groups"])])
            self.check_estimate(drawn, entry["win_rate"])
            for column, value in {"matches": entry["matches"], "won": entry["wins"], "drawn": entry["draws"],
                                  "lost": entry["losses"], "win rate": entry["win_rate"]["mean"], "Elo": entry["elo"],
                                  "points a round": entry["points_per_round"]["mean"],
                                  "points a match": entry["points_per_match"]["mean"],
                                  "Nash share": entry["nash_share"]}.items():
                self.assertEqual(by_column[column]["value"], value, column)
            low, high = entry["win_rate"]["ci95"]
            mean, reach = re.fullmatch(r"([\d.]+) % ± ([\d.]+)", by_column["win rate"]["text"]).groups()
            self.assertAlmostEqual(float(mean), 100 * entry["win_rate"]["mean"], delta=0.06)
            self.assertAlmostEqual(float(reach), 50 * (high - low), delta=0.06)

    def check_pairings(self, table, chart, statistics):
        self.assertEqual(chart["kind"], "matrix")
        self.assertEqual(chart["signals"]["names"], [entry["name"] for entry in statistics["strategies"]])
        cells = {(cell["row"], cell["column"]): cell for cell in chart["rows"]}
        self.assertEqual(len(cells), 2 * len(statistics["pairings"]))
        for row, pairing in zip(table["rows"], statistics["pairings"], strict=True):
            a, b = pairing["a"], pairing["b"]
            self.assertEqual(row[0]["text"], f"{a} - {b}")
            self.assertEqual([cell["value"] for cell in row[1:]],
                             [pairing["wins"], pairing["draws"], pairing["losses"], pairing["win_rate"]["mean"],
                              pairing["p_holm"]["win_rate"], pairing["points_per_round"]["mean"],
                              pairing["p_holm"]["points_per_round"], pairing["points_per_match"]["mean"],
                              pairing["duplication_gain"]])
            self.assertEqual(cells[a, b]["value"], pairing["win_rate"]["mean"])
            self.assertAlmostEqual(cells[b, a]["value"], 1 - pairing["win_rate"]["mean"])
            self.assertEqual(cells[a, b]["label"].startswith("≈"), not pairing["separated"])

    def check_spreads(self, table, charts, statistics):
        pairings = {f"{pairing['a']} against {pairing['b']}": pairing for pairing in statistics["pairings"]}
        count = 0
        for chart in charts:
            head, kind = re.match(r"(.*), points a (match|round): ", chart["text"]).groups()
            spread = pairings[head][f"points_per_{kind}"]
            bins, width = spread["histogram"]["bins"], spread["histogram"]["bin_width"]
            self.assertEqual([[(row["low"] + row["high"]) / 2, row["count"]] for row in chart["rows"]], bins)
            self.assertTrue(all(row["high"] - row["low"] == width for row in chart["rows"]))
            self.assertEqual(chart["signals"]["mean"], spread["mean"])
            for middle, number in bins:
                self.assertEqual([cell["value"] for cell in table["rows"][count][2:]], [middle, number])
                count += 1
        self.assertEqual(count, len(table["rows"]))

    def check_design(self, table, charts, results):
        keys = list(results["statistics"][0]["design"])
        for row, statistics in zip(table["rows"], results["statistics"], strict=True):
            self.assertEqual([cell["value"] for cell in row[1:]], [statistics["design"][key]["mean"] for key in keys])
        for key in keys:
            for row, statistics in zip(next(charts)["rows"], results["statistics"], strict=True):
                self.check_estimate(row, statistics["design"][key])

    def check_change(self, table, charts, change):
        figures = list(change["design"].values())
        figures += [figure for pairing in change["pairings"] for figure in pairing["figures"].values()]
        for row, figure in zip(table["rows"], figures, strict=True):
            self.assertEqual([cell["value"] for cell in row[2:7]],
                             [figure["one"], figure["other"], figure["difference"]["mean"], figure["p_value"],
                              figure["p_holm"]])
            self.assertEqual(row[7]["text"], "real" if figure["real"] else "not shown")
        for key in change["pairings"][0]["figures"]:
            for row, pairing in zip(next(charts)["rows"], change["pairings"], strict=True):
                self.check_estimate(row, pairing["figures"][key]["difference"])
                self.assertEqual(row["real"], pairing["figures"][key]["real"])
        rows = next(charts)["rows"] + next(charts)["rows"]
        self.assertEqual(len(rows), len(change["design"]))

    def test_several_files_are_compared_as_one_family(self):
        for name, seed in (("a.json", 3), ("b.json", 4), ("c.json", 5)):
            self.play(name, "--seed", str(seed), rules="playboard")
        page = self.page("a.json", "b.json", "c.json")
        changes = [table for table in page.tables if table["caption"].startswith("What changed from a.json")]
        self.assertEqual([table["caption"] for table in changes],
                         ["What changed from a.json to b.json.", "What changed from a.json to c.json."])
        p_values, adjusted = [], []
        for table in changes:
            for row in table["rows"]:
                by_column = dict(zip(table["columns"], row))
                p_values.append(by_column["p"]["value"])
                adjusted.append(by_column["p (Holm)"]["value"])
        order = sorted(range(len(p_values)), key=lambda place: p_values[place])
        least = 0
        for rank, place in enumerate(order):
            least = max(least, min(1, (len(order) - rank) * p_values[place]))
            self.assertAlmostEqual(adjusted[place], least, 12)
        self.assertIn(f"Of {len(p_values)} figures that are compared, 0 changed by more than chance.", page.lead)


class Words(ReportTest):
    def test_the_first_sentence_says_what_won_and_whether_that_is_real(self):
        self.play("a.json", rules="playboard", strategies=["random", "tile-counting"])
        self.assertRegex(self.page("a.json").lead, r"\Atile-counting beats random: .* That is real\.")
        self.play("a.json", rules="playboard", strategies=["random", "greedy-heavy"], matches=10)
        self.assertRegex(self.page("a.json").lead, r"\A[\w-]+ and [\w-]+ are not separated: ")
        self.play("a.json", rules="playboard", strategies=["random", "tile-counting", "greedy-heavy"])
        self.assertRegex(self.page("a.json").lead, r"\Atile-counting wins: it takes .* % ± .* of its matches and "
                         r"is the better one against each of the 2 others that it met\. That is real")
        self.play("a.json", rules="playboard", strategies=["random", "tile-counting", {"name": "twin",
                                                                                       "type": "tile-counting"}])
        self.assertRegex(self.page("a.json").lead, r"leads with .*, but it is not shown that it is better than ")
        self.play("a.json", rules="playboard", strategies=["random", "clairvoyant", "tile-counting"], matches=40)
        self.assertRegex(self.page("a.json").lead, r"\Aclairvoyant, which sees all hands, .* Among those that see only "
                                                   r"what a player may see: tile-counting ")
        self.play("a.json", rules="playboard", matches=2)
        self.assertIn("fewer than two deals", self.page("a.json").lead)
        self.play("a.json", strategies=["random", "greedy-heavy", "tile-counting"])
        self.assertRegex(self.page("a.json").lead, r"\Atile-counting wins both ladders of this page, and each time "
                         r"that is real\. Of \d+ figures that are compared, \d+ changed")

    def test_what_a_reader_must_know_is_on_the_page_and_on_the_terminal(self):
        self.play("a.json", rules="playboard")
        self.play("b.json", "--stop", "confidence-sequence:width=50", rules="playboard")
        self.play("c.json", rules="playboard", players=3)
        run = self.balak("report", "a.json", "b.json", "c.json")
        self.assertEqual(run.code, 0)
        warnings = [line.removeprefix("balak: ") for line in run.err.splitlines()]
        self.assertEqual(len(warnings), 2)
        self.assertIn("a stopping rule was free to end the run", warnings[0] + warnings[1])
        self.assertIn("a.json and c.json are not comparable", warnings[0] + warnings[1])
        page = Page((self.folder / "report.html").read_text(encoding="utf-8"))
        self.assertEqual(run.out, page.lead + "\n")
        for warning in warnings:
            self.assertIn(warning, page.texts)

    def test_every_chart_and_table_has_a_text(self):
        self.play("a.json")
        page = self.page("a.json")
        self.assertTrue(all(len(chart["text"]) > 60 for chart in page.charts))
        self.assertTrue(all(len(table["caption"]) > 20 for table in page.tables))
        ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
        self.assertEqual(len(ids), len(set(ids)))
        for _, attributes in page.tags:
            for reference in (attributes.get("aria-labelledby"), attributes.get("href", "#charts")[1:]):
                self.assertIn(reference, [None, *ids])


class Safety(ReportTest):
    def test_names_are_texts_whatever_is_in_them(self):
        self.play("a.json", rules="playboard", name="\x1b[31m\u202e<h1>", matches=20,
                  strategies=[{"name": name, "type": "random"} for name in ODD_NAMES])
        plain = self.play("b.json", rules="playboard", matches=20,
                          strategies=[{"name": f"r{i}", "type": "random"} for i in range(len(ODD_NAMES))])
        odd = self.page("a.json")
        self.assertEqual(odd.title, r"\u001B[31m\u202E<h1>")
        self.assertNotRegex(self.text, r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066\u2067]")
        tags = [tag for tag, _ in odd.tags]
        self.assertEqual(tags, [tag for tag, _ in self.page("b.json").tags])
        shown = {row[0]["text"] for row in odd.tables[0]["rows"]}
        self.assertEqual(shown, set(ODD_NAMES[:-1]) | {"\u2068שלום\u2069"})
        self.assertEqual(set(odd.charts[0]["rows"][i]["name"] for i in range(len(ODD_NAMES))), shown)
        self.assertEqual(len(plain["statistics"][0]["strategies"]), len(ODD_NAMES))
        # The terminal is told the same.
        self.assertNotRegex(self.good("report", "a.json"), r"[\x00-\x09\x0b-\x1f\x7f\u202e]")

    def test_names_that_cannot_be_told_apart_are_refused(self):
        results = self.play("a.json", rules="playboard")
        self.write("a.json", json.dumps(results).replace('"bot"', r'"b\u0007\u202eot"'))
        self.refuses(r'name is "b\u0007\u202Eot", expected a name', "a.json")

    def test_a_page_needs_nothing_from_elsewhere(self):
        self.play("a.json", rules="playboard")
        page = self.page("a.json")
        for tag, attributes in page.tags:
            self.assertNotIn(tag, ("link", "img", "iframe", "object", "base", "form"))
            self.assertNotIn("src", attributes)
            self.assertRegex(attributes.get("href", "#"), r"\A#")
        self.assertNotIn("sourceMappingURL", self.text)
        policy = [attributes["content"] for _, attributes in page.tags if attributes.get("http-equiv")]
        self.assertEqual(policy, ["default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"])

    def refuses(self, sentence, *arguments):
        before = self.files()
        run = self.balak("report", *arguments)
        self.assertEqual((run.code, run.out), (2, ""), run.err)
        self.assertRegex(run.err, r"\Abalak: [^\n]*[^\n.]\n\Z")
        self.assertIn(sentence, run.err)
        self.assertEqual(self.files(), before)

    def test_what_is_no_results_file_is_refused(self):
        results = self.play("a.json", rules="playboard")
        self.refuses("it is no results file of balak", "config.json")
        self.refuses("the output would overwrite the results", "a.json", "--output", "./a.json")
        self.refuses("results files are expected, 0 given")
        self.refuses("cannot be written", "a.json", "--output", "config.json/page.html")
        spoiled = [
            ("statistics[0]: the key \"strategies\" is missing", lambda part: part.pop("strategies")),
            ("strategies[0].win_rate.mean", lambda part: part["strategies"][0]["win_rate"].update(mean="high")),
            ("design: the key \"skill\" is missing", lambda part: part["design"].pop("skill")),
            ("expected more points than in the bin before",
             lambda part: part["pairings"][0]["points_per_round"]["histogram"]["bins"].reverse()),
            ("a pair: the middle of a bin and its count",
             lambda part: part["pairings"][0]["points_per_round"]["histogram"]["bins"].append([1])),
            ("strategies is [], expected a list of at least two", lambda part: part["strategies"].clear()),
        ]
        for sentence, spoil in spoiled:
            with self.subTest(sentence):
                changed = json.loads(json.dumps(results))
                spoil(changed["statistics"][0])
                self.write("b.json", changed)
                self.refuses(sentence, "b.json")


class Size(ReportTest):
    def test_every_shipped_ladder_has_a_page_of_less_than_2_mb(self):
        for results in sorted((SOURCE / "results").glob("ladder-*.json")):
            with self.subTest(results.name):
                start = time.monotonic()
                page = self.page(results)
                self.assertLess(time.monotonic() - start, 10)
                self.assertLess(len(self.text.encode()), 2_000_000)
                (statistics,) = json.loads(results.read_text(encoding="utf-8"))["statistics"]
                self.assertEqual(len(page.charts), 2 + min(24, len(statistics["pairings"])))

    def test_the_largest_results_have_a_page_of_less_than_30_mb(self):
        # A hundred is the most; that takes a minute, and only the long test does it.
        count = int(os.environ.get("BALAK_STRATEGIES", 30))
        strategies = [{"name": f"strategy number {i} of a hundred", "type": "random"} for i in range(count)]
        self.play("many.json", rules=["playboard", "block"], strategies=strategies, matches=4)
        page = self.page("many.json")
        self.assertLess(len(self.text.encode()), 30_000_000)
        self.assertEqual(len(page.tables[0]["rows"]), count)
        self.assertEqual(len(page.tables[1]["rows"]), count * (count - 1) // 2)

    def test_many_rule_sets_have_a_page_of_less_than_30_mb(self):
        rules = [{"preset": "playboard", "name": f"rules number {i}", "capicu_bonus": i % 50} for i in range(500)]
        self.play("many.json", rules=rules, strategies=["random", "greedy-heavy", "doubles-first"], matches=4)
        run = self.balak("report", "many.json")
        self.assertIn("500 rule sets are here, 40 have a section of their own", run.err)
        text = (self.folder / "report.html").read_text(encoding="utf-8")
        self.assertLess(len(text.encode()), 30_000_000)
        page = Page(text)
        (side_by_side,) = [table for table in page.tables if table["caption"].startswith("What the rules are like")]
        self.assertEqual(len(side_by_side["rows"]), 400)
        self.assertIn("100 more rows are left out here; the results file has them.", page.texts)


if __name__ == "__main__":
    unittest.main()
