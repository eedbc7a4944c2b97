"""What balak tells about itself: help, versions and lists."""

import json
import os
import re
import unittest

from balak_runs import SOURCE, BalakTest


class Pages(BalakTest):
    def commands(self):
        page = self.good("--help")
        names = re.findall(r"^  (\w+) +\w", page, re.MULTILINE)
        self.assertEqual(names, ["tournament", "match", "merge", "compare", "report", "export", "rules", "strategies",
                                 "schema", "replay", "check", "analyse", "play", "suggest", "bot", "bench"])
        return names

    def check_page(self, text):
        self.assertTrue(text.endswith("\n"))
        for line in text.splitlines():
            self.assertLessEqual(len(line), 120, line)
            self.assertRegex(line, r"\A[^\x00-\x1f\x7f]*\Z")

    def test_help_lists_the_commands(self):
        page = self.good("--help")
        self.check_page(page)
        self.assertEqual(self.good("-h"), page)
        self.assertEqual(self.good("help"), page)
        for code in ("0 done", "1 the run failed", "2 the input was wrong", "130 interrupted"):
            self.assertIn(code, page)

    def test_without_arguments_help_goes_to_stderr_and_nothing_is_done(self):
        run = self.balak()
        self.assertEqual((run.code, run.out, run.err), (2, "", self.good("--help")))

    def test_version_is_that_of_the_project(self):
        project = (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
        version = re.search(r"project\(balak VERSION ([\d.]+)", project)[1]
        self.assertEqual(self.good("--version"), f"balak {version}\n")

    def test_every_command_has_a_page(self):
        for command in self.commands():
            with self.subTest(command):
                page = self.good(command, "--help")
                self.check_page(page)
                self.assertTrue(page.startswith(f"Usage: balak {command}"), page)
                self.assertEqual(self.good(command, "-h"), page)
                # Also among other arguments, and then nothing else is done.
                self.assertEqual(self.good(command, "--help", "wibble"), page)
        self.assertEqual(self.files(), [])

    def test_the_pages_name_the_options_that_override_a_config(self):
        for command in ("tournament", "match"):
            page = self.good(command, "--help")
            for option in ("--threads", "--seed", "--matches", "--stop", "--output", "--records", "--record-matches",
                           "--resume", "--restart", "--shard"):
                self.assertRegex(page, rf"(?m)^ +{option} ")

    def test_a_page_that_cannot_be_printed_is_a_failure(self):
        for arguments in (["--help"], ["--version"], ["match", "--help"], ["rules"], ["strategies", "random"]):
            with self.subTest(arguments), open("/dev/full", "w", encoding="utf-8") as full:
                run = self.balak(*arguments, stdout=full)
                self.assertEqual(run.code, 1)
                self.assertRegex(run.err, r"\Abalak: [^\n]*No space left on device\n\Z")


class Lists(BalakTest):
    def schema(self):
        return json.loads((SOURCE / "configs" / "balak.schema.json").read_text(encoding="utf-8"))

    def names(self, definition):
        """Names with their summaries."""
        return [(one["const"], one["description"])
                for one in self.schema()["definitions"][definition]["anyOf"] if "const" in one]

    def test_rules_lists_presets_house_rules_and_options(self):
        page = self.good("rules")
        for name, summary in self.names("rulesName"):
            self.assertRegex(page, rf"(?m)^  {name} +{re.escape(summary)}$")
        options = self.schema()["definitions"]["rulesObject"]["properties"]
        for name, option in options.items():
            for member in option.get("properties", {"": option}):
                if name not in ("preset", "name"):
                    self.assertRegex(page, rf"(?m)^  {re.escape(name + '.' * bool(member) + member)} ")
        for house in ("losing-side", "blocker-wins", "capicu-25", "capicu-30", "short", "long", "to-500", "no-draw"):
            self.assertRegex(page, rf"(?m)^  {house} ")

    def test_the_json_of_any_rules_can_be_pasted_into_a_config(self):
        names = [name for name, _ in self.names("rulesName")] + ["la-plaza-pairs+short+capicu-25"]
        for name in names:
            with self.subTest(name):
                rules = json.loads(self.good("rules", name))
                self.assertEqual(rules["name"], name.split("+")[0])
                config = {"strategies": ["random", "greedy-heavy"], "matches": 2}
                play = lambda one: self.results_of(config | {"rules": one})
                pasted = play({"preset": "playboard"} | rules)
                self.assertEqual(pasted["statistics"], play(name)["statistics"])

    def test_rules_for_another_number_of_players(self):
        for players in (2, 3, 4):
            self.assertEqual(json.loads(self.good("rules", "playboard", "--players", players))["players"], players)

    def test_strategies_lists_types_and_options(self):
        page = self.good("strategies")
        for name, summary in self.names("strategyName"):
            self.assertIn(f"{name}: {summary}\n", page)
        for strategy in self.schema()["definitions"]["strategy"]["anyOf"][1:]:
            if strategy["title"] in ("command", "library"):  # bots, whose options are the config's
                continue
            for option in set(strategy["properties"]) - {"type", "name"}:
                self.assertRegex(page, rf"(?m)^  {option} ")

    def test_strategies_says_who_cheats(self):
        page = self.good("strategies")
        self.assertRegex(page, r"(?m)^clairvoyant: .*\n  It cheats: it sees all hands and the boneyard\. ")
        self.assertEqual(page.count("It cheats"), 1)

    def test_the_json_of_any_strategy_can_be_pasted_into_a_config(self):
        for name in [name for name, _ in self.names("strategyName")] + ["monte-carlo:determinizations=3,objective=win"]:
            with self.subTest(name):
                strategy = json.loads(self.good("strategies", name))
                self.assertEqual(strategy["name"], name)
                config = {"rules": "block", "strategies": [strategy, {"type": "random", "name": "other"}], "matches": 2}
                self.assertEqual(self.results_of(config)["config"]["strategies"][0], strategy)


class Terminals(BalakTest):
    """A terminal gets a line of progress that is drawn over; anything else gets plain text."""

    ARGUMENTS = ("match", "monte-carlo:determinizations=20", "random", "--matches", "500", "--threads", "1")

    def test_no_decoration_without_a_terminal(self):
        run = self.balak(*self.ARGUMENTS)
        self.assertEqual((run.code, run.err), (0, ""))
        self.assertRegex(run.out, r"\A[^\x00-\x09\x0b-\x1f\x7f]*\Z")

    def test_progress_on_a_terminal_is_drawn_over_and_wiped(self):
        ours, theirs = os.openpty()
        with self.start(*self.ARGUMENTS, stderr=theirs) as process:
            os.close(theirs)
            out = process.stdout.read()
        shown = b""
        try:
            while part := os.read(ours, 65536):
                shown += part
        except OSError:  # the other side is closed
            pass
        os.close(ours)
        self.assertEqual(process.returncode, 0)
        lines = shown.decode().split("\r\x1b[K")
        self.assertEqual((lines[0], lines[-1]), ("", ""))
        self.assertGreater(len(lines), 2, "no progress was shown")
        for line in lines[1:-1]:
            self.assertRegex(
                line, r"\A *\d+ %  [\d.]+( k| M)? matches  [\d.]+( k| M)? rounds/s  [\d:]+ left  playboard")
        # Numbers only grow.
        shares = [int(line.split("%")[0]) for line in lines[1:-1]]
        self.assertEqual(shares, sorted(shares))
        self.assertNotIn("\x1b", out)


if __name__ == "__main__":
    unittest.main()
