"""What comes from outside is read strictly, and shown as nothing but text."""

import contextlib
import json
import os
import unittest

from balak_runs import TIME_LIMIT
from saved_runs import SavedRunTest, read

MATCH = ("match", "random", "greedy-heavy", "--matches", "40", "--threads", "1")


class ReadingTest(SavedRunTest):
    def setUp(self):
        super().setUp()
        os.remove("c.json")


class Text(ReadingTest):
    """Row 16: what comes from outside is shown and does nothing. Row 17: it is cut between characters."""
    UNSEEN = ("\u009b31m", "\u007f", "\u202e", "\u200b", "\ufeff", "\x1b[31m", "\u2028")

    def test_names_that_cannot_be_told_apart_are_refused(self):
        for name in (*(f"a{unseen}b" for unseen in self.UNSEEN), "a ", " a", "a  b", "a\u00a0b", "\u3000"):
            for config in ({"strategies": ["random", {"type": "random", "name": name}], "rules": "block"},
                           {"strategies": ["random", "greedy-heavy"], "rules": {"preset": "block", "name": name}}):
                self.write("c.json", config)
                self.assertIn("expected a name: a text without control characters",
                              self.ends(2, "tournament", "c.json"))
        self.write("c.json", {"strategies": ["random", {"type": "random", "name": "玩 Ñandú"}], "rules": "block",
                              "matches": 2, "output": {"results": "o.json"}})
        self.assertIn("玩 Ñandú", self.good("tournament", "c.json"))

    def test_no_character_from_outside_reaches_a_terminal_as_more_than_text(self):
        self.good(*MATCH, "--output", "o.json", "--records", "r.jsonl")
        results, records = read("o.json").decode(), read("r.jsonl").decode()
        for unseen in self.UNSEEN:
            seen = [self.balak(f"x{unseen}"), self.balak("tournament", f"x{unseen}.json"),
                    self.balak("match", f"x{unseen}", "random"), self.balak(*MATCH, "--records", f"x{unseen}/r.jsonl"),
                    self.balak(*MATCH, "--output", f"x{unseen}.json"), self.balak("compare", f"x{unseen}.json")]
            escaped = json.dumps(unseen)[1:-1]
            self.write("other.json", results.replace("greedy-heavy", "x" + escaped))
            self.write("other.jsonl", records.replace("greedy-heavy", "x" + escaped))
            seen += [self.balak("compare", "other.json"), self.balak("check", "other.jsonl"),
                     self.balak("replay", "other.jsonl", "--limit", "1"), self.balak("replay", f"x{unseen}.jsonl")]
            for run in seen:
                for text in (run.out, run.err):
                    for character in unseen:
                        if not character.isascii() or not character.isprintable():
                            self.assertNotIn(character, text)

    def test_a_long_name_is_cut_between_characters(self):
        self.good(*MATCH, "--records", "r.jsonl")
        for length in (14, 40, 41):
            self.write("long.jsonl", read("r.jsonl").decode().replace("greedy-heavy", "玩" * length))
            shown = self.good("replay", "long.jsonl", "--limit", "1")
            self.assertNotIn("\ufffd", shown)
            self.assertIn("玩" * min(length, 40) + " ", shown)


class WhatIsRead(ReadingTest):
    """Rows 18, 19, 21, 22, 23: what is read."""

    def refuses_config(self, sentence, text):
        self.write("c.json", text)
        self.assertIn(f"balak: c.json: {sentence}", self.ends(2, "tournament", "c.json"))

    def test_integers(self):
        base = ('{"rules": "block", "strategies": ["random", "greedy-heavy"], "output": {"results": ""}, '
                '"matches": 2, %s}')
        for good in ('"seed": -0', '"seed": 5.0', '"threads": 1.0', '"anchor": {"name": "random", "elo": -0}',
                     '"seed": 18446744073709551615'):
            self.write("c.json", base % good)
            self.good("tournament", "c.json")
        for value in ("18446744073709551615", "9223372036854775808", "5.5", "1e300", "-9223372036854775808"):
            self.write("c.json", base % f'"anchor": {{"name": "random", "elo": {value}}}')
            self.assertIn("expected an integer from -100000 to 100000", self.ends(2, "tournament", "c.json"))
        self.refuses_config("seed is 18446744073709551616, expected an integer", base % '"seed": 18446744073709551616')
        self.refuses_config("rules.x[1] is 123456789012345678901, expected an integer",
                            '{"rules": {"x": [1, 123456789012345678901]}}')

    def test_a_zero_byte(self):
        self.good(*MATCH, "--output", "o.json")
        config = b'{"rules": "block", "strategies": ["random", "greedy-heavy"]}'
        self.write("c.json", config + b"\n\0 }}} garbage")
        self.refuses("c.json: is not valid JSON: line 2: there is a zero byte", "tournament", "c.json")
        self.write("o.json", read("o.json") + b"\0")
        self.refuses("there is a zero byte", "compare", "o.json")
        self.refuses("there is a zero byte", "merge", "o.json")

    def test_balaks_own_files_may_be_as_long_as_they_get(self):
        """Row 7."""
        self.good(*MATCH, "--output", "o.json")
        blanks = b" " * (65 << 20)
        self.write("o.json", read("o.json") + blanks)
        self.good("compare", "o.json")
        self.write("c.json", b"{}" + blanks)
        self.refuses("c.json: is longer than 64 MiB", "tournament", "c.json")
        self.refuses("/dev/zero: is longer than 64 MiB", "compare", "/dev/zero")

    def test_filters_of_the_bench_cannot_blow_up(self):
        self.refuses("is no regular expression", "bench", "--list", "(" * 20_000)
        self.refuses("no benchmark has a name that", "bench", "--list", "(((((.*)*)*)*)*)*z$^")
        self.good("bench", "--list", "deal")

    def test_the_least_difference_of_an_sprt_is_allowed(self):
        for h0, h1 in ((1, 1.001), (0, 0.001), (-0.0005, 0.0005), (999.999, 1000)):
            self.good("match", "random", "greedy-heavy", "--matches", "2", "--stop", f"sprt:h0={h0},h1={h1}")
        self.refuses("by 0.001 at least", "match", "random", "greedy-heavy", "--stop", "sprt:h0=1,h1=1.0009")

    def test_an_estimate_that_is_not_there_says_why(self):
        out = self.good("match", "random", "greedy-heavy", "--matches", "2000", "--stop", "sprt:h0=0,h1=500",
                        "--output", "o.json")
        self.assertIn("; not corrected for stopping: its hypotheses are so far apart", out)
        (pairing,) = self.json("o.json")["statistics"][0]["pairings"]
        self.assertIsNone(pairing["stop"]["corrected"])
        self.assertIn("its hypotheses are so far apart", pairing["stop"]["not_corrected_because"])

    def test_records(self):
        self.good(*MATCH, "--records", "r.jsonl")
        self.write("empty.jsonl", "")
        run = self.balak("check", "r.jsonl", "empty.jsonl")
        self.assertEqual((run.code, run.err), (1, "balak: empty.jsonl: there is no record in it\n"))
        self.write("long.jsonl", " " * (17 << 20))
        self.refuses("long.jsonl: line 1 is longer than 16 MiB", "check", "long.jsonl")
        # What is looked for is found once: the rest is not read, be it endless.
        reading, writing = os.pipe()
        with self.start("replay", "-", "--match", "0", "--round", "0", stdin=reading) as process:
            os.close(reading)
            with contextlib.suppress(BrokenPipeError):
                os.write(writing, read("r.jsonl"))
            out, _ = process.communicate(timeout=TIME_LIMIT)
        os.close(writing)
        self.assertIn("match 0, round 0", out)


if __name__ == "__main__":
    unittest.main()
