"""The page of balak report in a real browser."""

import base64
import re
import time
import unittest

from browser import BrowserTest, contrast
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

CONFIG = {
    "name": "try",
    "rules": ["playboard", {"preset": "playboard", "name": "house", "capicu_bonus": 25}],
    "strategies": ["random", {"name": "bot", "type": "doubles-first"}, "greedy-heavy", "tile-counting"],
    "matches": 200,
    "seed": 3,
}
# Names that a page could take for more than names, and one that is long.
ODD_NAMES = ["</script><script>window.taken = 1</script>", "<img src=x onerror='window.taken = 1'>", "{{lead}}&amp;\"'",
             "שלום עולם", "datum.mean + 1", "x" * 120]


class ReportTest(BrowserTest):
    def make(self, *arguments, **config):
        """Plays a config, and makes report.html of it. Returns the results."""
        results = self.results_of(CONFIG | config)
        self.good("report", "results.json", *arguments)
        return results

    def setUp(self):
        super().setUp()
        self.size(1200)
        self.media()

    def visible(self, element):
        return self.script("return arguments[0].checkVisibility()", element)

    def drawn(self):
        """Of each chart its kind, its rows, and how many marks of which sort there are."""
        return self.script("""
            return [...document.querySelectorAll(".plot")].map(plot => {
                const {rows} = JSON.parse(plot.nextElementSibling.textContent);
                return {kind: plot.dataset.chart, rows: rows, text: plot.textContent,
                        symbols: plot.querySelectorAll("g.mark-symbol.role-mark > path").length,
                        rects: plot.querySelectorAll("g.mark-rect.role-mark > path").length};
            });""")


class Charts(ReportTest):
    def test_every_chart_is_drawn_without_an_error_or_a_request(self):
        self.make()
        address = self.open("report.html")
        self.check_quiet(address)
        charts = self.drawn()
        # A ladder, a matrix and histograms for each rule set, nine figures side by side, five charts of the change.
        self.assertEqual(len(charts), 2 * (2 + 2 * 6) + 9 + 5)
        for chart in charts:
            self.assertEqual(chart["symbols" if chart["kind"] == "intervals" else "rects"], len(chart["rows"]))
            self.assertGreater(len(chart["rows"]), 0)
            self.assertNotIn("NaN", chart["text"])

    def test_marks_stand_where_the_numbers_are(self):
        results = self.make()
        self.open("report.html")
        ladder = results["statistics"][0]["strategies"]
        dots, lines = self.script("""
            const plot = document.querySelector(".plot");
            const box = mark => mark.getBoundingClientRect();
            const rules = [...plot.querySelectorAll("g.mark-rule.role-mark")];
            return [[...plot.querySelectorAll("g.mark-symbol.role-mark > path")].map(
                        mark => (box(mark).left + box(mark).right) / 2),
                    [...rules[1].children].map(mark => [box(mark).left, box(mark).right])];""")
        means = [row["win_rate"]["mean"] for row in ladder]
        scale = (dots[0] - dots[-1]) / (means[0] - means[-1])
        place = lambda share: dots[0] + (share - means[0]) * scale
        for dot, line, row in zip(dots, lines, ladder, strict=True):
            self.assertAlmostEqual(dot, place(row["win_rate"]["mean"]), delta=0.6)
            for end, share in zip(line, row["win_rate"]["ci95"]):
                self.assertAlmostEqual(end, place(share), delta=2)  # a line is two or three pixels wide

    def test_tables_have_the_numbers_of_the_results(self):
        results = self.make()
        self.open("report.html")
        shown = self.script("""
            return [...document.querySelector("table").tBodies[0].rows].map(row => [...row.cells].map(
                cell => cell.querySelector("data") ? Number(cell.querySelector("data").value) : cell.textContent));""")
        for row, entry in zip(shown, results["statistics"][0]["strategies"], strict=True):
            self.assertEqual(row, [entry["name"], "".join(entry["groups"]), entry["matches"], entry["wins"],
                                   entry["draws"], entry["losses"], entry["win_rate"]["mean"], entry["elo"],
                                   entry["points_per_round"]["mean"], entry["points_per_match"]["mean"],
                                   entry["nash_share"]])

    def test_every_chart_and_every_scrolling_table_says_what_it_is(self):
        self.make()
        self.open("report.html")
        for role, count in (("img", 42), ("region", 8)):
            elements = self.browser.find_elements(By.CSS_SELECTOR, f"[role={role}]")
            self.assertEqual(len(elements), count)
            elements = [element for element in elements if self.visible(element)]  # not those that are folded up
            self.assertTrue(all(len(element.accessible_name) > 20 for element in elements))


class Use(ReportTest):
    def test_tables_sort_by_keyboard(self):
        self.make()
        self.open("report.html")
        for _ in range(40):
            self.browser.switch_to.active_element.send_keys(Keys.TAB)
            if self.browser.switch_to.active_element.text == "lost":
                break
        button = self.browser.switch_to.active_element
        self.assertEqual((button.tag_name, button.text), ("button", "lost"))
        column = lambda: [int(value) for value in self.script("""
            return [...arguments[0].closest("table").tBodies[0].rows].map(row => row.cells[5].firstChild.value);
            """, button)]
        heading = button.find_element(By.XPATH, "..")
        before = column()
        button.send_keys(Keys.ENTER)
        self.assertEqual((column(), heading.get_attribute("aria-sort")), (sorted(before, reverse=True), "descending"))
        button.send_keys(Keys.SPACE)
        self.assertEqual((column(), heading.get_attribute("aria-sort")), (sorted(before), "ascending"))
        # Texts sort by their letters; of one table only one column is sorted.
        table = button.find_element(By.XPATH, "ancestor::table")
        table.find_element(By.CSS_SELECTOR, "th button").send_keys(Keys.ENTER)
        names = [cell.text for cell in table.find_elements(By.CSS_SELECTOR, "tbody th")]
        self.assertEqual(names, sorted(names))
        self.assertEqual(len(table.find_elements(By.CSS_SELECTOR, "[aria-sort]")), 1)

    def test_contents_and_folded_tables_open_by_keyboard(self):
        self.make()
        self.open("report.html")
        links = self.browser.find_elements(By.CSS_SELECTOR, "nav a")
        self.assertEqual(len(links), 4)
        links[-1].send_keys(Keys.ENTER)
        top = self.script("return document.querySelector(location.hash).getBoundingClientRect().top")
        self.assertLess(top, 900)
        folded = self.browser.find_element(By.TAG_NAME, "details")
        self.assertFalse(self.visible(folded.find_element(By.TAG_NAME, "table")))
        folded.find_element(By.TAG_NAME, "summary").send_keys(Keys.ENTER)
        self.assertTrue(self.visible(folded.find_element(By.TAG_NAME, "table")))

    def test_without_javascript_the_tables_are_there(self):
        self.make()
        self.command("Emulation.setScriptExecutionDisabled", value=True)
        self.addCleanup(self.command, "Emulation.setScriptExecutionDisabled", value=False)
        self.browser.get((self.folder / "report.html").as_uri())
        self.assertIn("need JavaScript", self.browser.find_element(By.TAG_NAME, "noscript").text)
        tables = self.browser.find_elements(By.CSS_SELECTOR, "table")
        self.assertEqual([self.visible(table) for table in tables].count(True), 6)
        self.assertIn("tile-counting", tables[0].text)
        self.assertIn("real", self.browser.find_element(By.CSS_SELECTOR, ".lead").text)


class Looks(ReportTest):
    def overflow(self):
        """Elements that reach beyond the window, and charts beyond their place."""
        return self.script("""
            const wide = [...document.querySelectorAll("body *:not(.scroll *)")].filter(element =>
                element.getBoundingClientRect().right > document.documentElement.clientWidth + 1);
            const charts = [...document.querySelectorAll(".plot svg")].filter(svg =>
                svg.getBoundingClientRect().width > svg.parentElement.clientWidth + 1 ||
                svg.getBoundingClientRect().width < 0.8 * svg.parentElement.clientWidth);
            return [wide.map(element => element.outerHTML.slice(0, 200)), charts.length,
                    document.documentElement.scrollWidth - document.documentElement.clientWidth];""")

    def test_it_fits_on_telephones_and_wide_screens(self):
        self.make()
        for width in (360, 1600):
            self.size(width)
            self.open("report.html")
            self.assertEqual(self.overflow(), [[], 0, 0], width)

    def test_charts_follow_the_width_of_the_window(self):
        self.make()
        self.size(1600)
        self.open("report.html")
        self.size(360)
        time.sleep(1)
        self.assertEqual(self.overflow(), [[], 0, 0])

    def test_texts_can_be_read_in_light_and_in_dark(self):
        self.make()
        grounds = []
        for scheme in ("light", "dark"):
            self.media(scheme=scheme)
            self.open("report.html")
            ground, *inks = self.script("""
                const style = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
                return [style("body", "backgroundColor"), style("body", "color"), style("figcaption", "color"),
                        style("nav a", "color"), style("td", "color"), style(".plot .role-axis-label text", "fill"),
                        style(".plot .role-axis-title text", "fill"), style("footer", "color")];""")
            self.assertTrue(all(contrast(ground, ink) >= 4.5 for ink in inks), (ground, inks))
            mark = self.script("""return getComputedStyle(document.querySelector(
                ".plot g.mark-symbol.role-mark path")).stroke;""")
            self.assertGreaterEqual(contrast(ground, mark), 3)
            cells = self.script("""
                const plot = document.querySelector(".plot[data-chart=matrix]");
                const fills = marks => [...plot.querySelectorAll(marks)].map(mark => getComputedStyle(mark).fill);
                return [fills("g.mark-rect.role-mark path"), fills("g.mark-text.role-mark text")];""")
            for fill, ink in zip(*cells, strict=True):
                self.assertGreaterEqual(contrast(fill, ink), 4.5)
            grounds.append(ground)
        self.assertEqual(grounds[0], "rgb(255, 255, 255)")
        self.assertLess(contrast(grounds[1], "rgb(0, 0, 0)"), 1.5)

    def test_it_prints_light_on_paper(self):
        self.make()
        self.media(scheme="dark")
        self.open("report.html")
        pdf = base64.b64decode(self.command("Page.printToPDF", printBackground=False)["data"])
        self.assertTrue(pdf.startswith(b"%PDF-"))
        pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
        self.assertTrue(4 <= pages <= 25, pages)
        self.media("print", "dark")
        self.assertEqual(self.script("return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        self.assertEqual(self.script("return getComputedStyle(document.body).color"), "rgb(0, 0, 0)")
        self.assertEqual(self.script("return getComputedStyle(document.querySelector('nav')).display"), "none")


class Safety(ReportTest):
    def test_odd_names_are_shown_as_texts(self):
        self.make(rules="playboard", name="<h1>\x07\u202eevil", matches=40,
                  strategies=[{"name": name, "type": "random"} for name in ODD_NAMES])
        for width in (360, 1200):
            self.size(width)
            self.check_quiet(self.open("report.html"))
            self.assertIsNone(self.script("return window.taken ?? null"))
            self.assertEqual(self.browser.title, r"<h1>\u0007\u202Eevil")
            self.assertEqual(self.script("return document.querySelectorAll('img, h1 *').length"), 0)
            names = self.script("return [...document.querySelector('table').tBodies[0].rows].map(row => "
                                "row.cells[0].textContent.replace(/[\u2068\u2069]/g, ''))")
            self.assertEqual(sorted(names), sorted(ODD_NAMES))
            self.assertEqual(self.script("const page = document.documentElement; "
                                         "return page.scrollWidth - page.clientWidth"), 0)
        labels = self.script("return [...document.querySelectorAll('.plot')[0].querySelectorAll("
                             "'.role-axis-label text')].map(text => text.textContent)")
        self.assertTrue(any("שלום עולם" in label for label in labels))
        self.assertTrue(any(label.startswith("</script>") for label in labels))
        self.assertIn("datum.mean + 1", labels)


class Size(ReportTest):
    def check_opens(self, name):
        self.check_quiet(self.open(name, seconds=60))
        seconds = self.script("return performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000
        self.assertLess(seconds, 10)  # then it can be read and scrolled; charts are drawn meanwhile

    def test_the_largest_results_open_in_10_seconds(self):
        strategies = [{"name": f"strategy number {i} of a hundred", "type": "random"} for i in range(100)]
        self.make(strategies=strategies, rules=["playboard", "block"], matches=4)
        self.check_opens("report.html")
        rules = [{"preset": "playboard", "name": f"rules number {i}", "capicu_bonus": i % 50} for i in range(300)]
        self.results_of(CONFIG | {"rules": rules, "matches": 4})
        self.assertEqual(self.balak("report", "results.json").code, 0)
        self.check_opens("report.html")


if __name__ == "__main__":
    unittest.main()
