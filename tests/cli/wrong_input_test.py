"""What balak says to wrong input: one clear line on stderr, nothing on stdout, exit code 2, and no file written.

The sentences are kept in wrong_input.txt, to be read as a user would. After a change of wording or of a case:
    BALAK=build/release/balak python3 tests/cli/wrong_input_test.py --update
and read the difference.
"""

import json
import os
import pathlib
import sys
import unittest

from balak_runs import BalakTest

SNAPSHOT = pathlib.Path(__file__).with_name("wrong_input.txt")
HEADING = """What balak says to wrong input: one line on stderr, nothing on stdout, exit code 2, and no file is written.
tests/cli/wrong_input_test.py has the cases and says how to update this file.
"""
GOOD = {"rules": "playboard", "strategies": ["random", "greedy-heavy"]}


def command(title, *arguments):
    return title, arguments, None


def match(title, *arguments):
    return title, ("match", "random", "greedy-heavy", *arguments), None


def against(title, strategy):
    return title, ("match", "random", strategy), None


def config(title, **changes):
    """A good config file with members changed."""
    return title, ("tournament", "config.json"), GOOD | changes


def config_text(title, text):
    return title, ("tournament", "config.json"), text


def rules(title, **options):
    return config(title, rules={"preset": "playboard"} | options)


def strategy(title, second):
    return config(title, strategies=["random", second])


CASES = [
    # Commands and their arguments.
    command("an unknown command", "wibble"),
    command("a misspelt command", "tournamant", "config.json"),
    command("an option without a command", "--seed", "3"),
    command("tournament without a config", "tournament"),
    command("tournament with two configs", "tournament", "one.json", "two.json"),
    command("match without strategies", "match"),
    command("match with one strategy", "match", "random"),
    command("match with three strategies", "match", "random", "random", "random"),
    command("rules with two names", "rules", "block", "playboard"),
    command("players without rules", "rules", "--players", "3"),
    command("strategies with two names", "strategies", "random", "greedy-heavy"),
    command("check without a file", "check"),
    command("check of a file that is not there", "check", "nothing.jsonl"),
    command("replay without a file", "replay"),
    command("replay of a folder", "replay", "folder"),
    command("bench with two filters", "bench", "deal", "round"),
    command("bench for no time", "bench", "--min-time", "0"),
    command("bench of rounds that are not compared", "bench", "--rounds", "9"),
    command("bench of a comparison as JSON", "bench", "--verify", "--json"),
    command("bench of a list as JSON", "bench", "--list", "--json"),
    command("bench of a list that is to be compared", "bench", "--verify", "--list"),
    command("bench of a comparison for a time", "bench", "--verify", "--min-time", "0.5"),
    command("bench of repeated targets", "bench", "--targets", "--repetitions", "3"),
    command("bench of targets that are compared", "bench", "--targets", "--rounds", "9"),
    command("bench of some targets", "bench", "--targets", "avx"),
    command("bench that compares nothing", "bench", "--verify", "chess"),
    command("bench that compares the plain engine with itself", "bench", "--verify", "--target", "plain"),
    match("an unknown option", "--speed", "9"),
    match("an option cut short", "--out", "results.json"),
    match("an option without its value", "--seed"),
    match("an option twice", "--seed", "1", "--seed", "2"),
    # Values of options.
    match("no matches", "--matches", "0"),
    match("negative matches", "--matches=-5"),
    match("huge matches", "--matches", "99999999999999999999"),
    match("half a match", "--matches", "1.5"),
    match("a seed that is no number", "--seed", "lucky"),
    match("a seed beyond 64 bits", "--seed", "18446744073709551616"),
    match("an empty seed", "--seed="),
    match("too many threads", "--threads", "5000"),
    match("one player", "--players", "1"),
    match("players that the rules do not allow", "--rules", "la-plaza-pairs", "--players", "2"),
    match("an unknown unit", "--unit", "game"),
    match("a misspelt unit", "--unit", "rounds"),
    match("unknown rules", "--rules", "texas"),
    match("misspelt rules", "--rules", "la-plaza-pair"),
    match("an unknown house rule", "--rules", "block+wild"),
    match("a misspelt house rule", "--rules", "block+shrot"),
    match("house rules that clash with the preset", "--rules", "four-rounds+short"),
    match("a limit to records, but no records", "--record-matches", "5"),
    match("a stopping rule that is none", "--stop", "soon"),
    match("a misspelt stopping rule", "--stop", "sptr:h0=0,h1=5"),
    match("a test without its hypotheses", "--stop", "sprt"),
    match("hypotheses the wrong way round", "--stop", "sprt:h0=5,h1=0"),
    match("a stopping rule's option without a value", "--stop", "sprt:h0"),
    match("a stopping rule's option of another rule", "--stop", "confidence-sequence:beta=0.1"),
    match("a shard that is none", "--shard", "4/3", "--output", "results.json"),
    match("a shard that cannot be merged", "--shard", "1/3"),
    match("a shard of a run that may stop", "--shard", "1/3", "--stop", "sprt:h0=0,h1=5", "--output", "results.json"),
    match("resuming without results", "--resume"),
    match("resuming and beginning anew", "--resume", "--restart", "--output", "results.json"),
    command("merge without shards", "merge"),
    command("merge of a shard that is not there", "merge", "nothing.json"),
    command("report without results", "report"),
    command("report of results that are not there", "report", "nothing.json"),
    command("report of a folder", "report", "folder"),
    command("report of a file that is no JSON", "report", "file"),
    command("report with an option of compare", "report", "a.json", "--format", "json"),
    ("report of a config", ("report", "config.json"), {"rules": "playboard"}),
    ("report over the results", ("report", "config.json", "--output", "./config.json"), {"schema": "balak.results/1"}),
    command("export without results", "export", "--csv", "folder"),
    command("export without a folder", "export", "a.json"),
    command("export of results that are not there", "export", "nothing.json", "--csv", "folder"),
    ("export of a config", ("export", "config.json", "--csv", "folder"), {"rules": "playboard"}),
    command("compare without results", "compare"),
    command("compare with three results", "compare", "a.json", "b.json", "c.json"),
    command("compare of results that are not there", "compare", "nothing.json"),
    command("compare of a folder", "compare", "folder"),
    command("compare of a file that is no JSON", "compare", "file"),
    command("an unknown page", "compare", "nothing.json", "--format", "html"),
    command("a misspelt page", "compare", "nothing.json", "--format", "markdwon"),
    command("a base for two files", "compare", "nothing.json", "nothing.json", "--base", "block"),
    ("compare of a config", ("compare", "config.json"), GOOD),
    ("compare of results of another version", ("compare", "config.json"), {"schema": "balak.results/99"}),
    ("compare of results without a config", ("compare", "config.json"), {"schema": "balak.results/1"}),
    against("an unknown strategy", "perfect"),
    against("a misspelt strategy", "greedy-hevy"),
    against("a strategy cut short", "monte"),
    against("a strategy with a line break", "ran\ndom"),
    against("a strategy option out of range", "monte-carlo:determinizations=0"),
    against("a strategy option that is no number", "monte-carlo:determinizations=many"),
    against("an unknown strategy option", "monte-carlo:samples=9"),
    against("a strategy option without a value", "monte-carlo:determinizations"),
    against("a strategy option twice", "monte-carlo:objective=win,objective=points"),
    against("a roll-out by a strategy that sees all", "monte-carlo:rollout=clairvoyant"),
    ("luck adjusted for where a strategy sees all", ("match", "random", "clairvoyant", "--adjust"), None),
    against("an option for a strategy without any", "random:luck=9"),
    command("rules that are not there", "rules", "texas"),
    command("rules for a number of players that they do not allow", "rules", "block", "--players", "3"),
    command("a strategy that is not there", "strategies", "greedy"),
    # Where output goes.
    match("results that are a folder", "--output", "folder"),
    match("results in a folder that is not there, by a slash", "--output", "new/"),
    match("results in a folder that is a file", "--output", "file/results.json"),
    match("results in a folder that cannot be made", "--output", "file/below/results.json"),
    match("records without a name", "--records="),
    match("records that are a folder", "--records", "folder"),
    match("records in a folder that is a file", "--records", "file/records.jsonl"),
    match("results and records in one file", "--output", "both", "--records", "./both"),
    match("results and records to standard output", "--output", "-", "--records", "-"),
    config("results that are a folder, in a config", output={"results": "folder"}),
    # Files that are no config.
    command("a config that is not there", "tournament", "nothing.json"),
    command("a config that is a folder", "tournament", "folder"),
    config_text("an empty config", ""),
    config_text("JSON that breaks off", '{"rules": "playboard", "strategies": ["random"'),
    config_text("JSON with a fault in line 2", '{"rules": "playboard",\n "strategies": ["random" "greedy-heavy"]}'),
    config_text("JSON with a comma too many", '{"rules": "playboard",}'),
    config_text("JSON with a comment", '{"rules": "playboard" // two players\n}'),
    config_text("JSON with something after it", '{"rules": "playboard"} {}'),
    config_text("no UTF-8", b'{"rules": "\xff\xfe"}'),
    config_text("a number too large for any computer", '{"matches": 1e999}'),
    config_text("lists without end", "[" * 100000),
    config_text("a key twice", '{"rules": "block", "strategies": ["random"], "rules": "playboard"}'),
    config_text("a key twice, deep inside", '{"rules": [{"preset": "block", "match": {"target": 9, "target": 8}}]}'),
    config_text("a list", "[]"),
    # Keys and values of configs.
    config_text("an empty object", "{}"),
    config_text("no strategies", '{"rules": "playboard"}'),
    config("an unknown key", rulez="block"),
    config("an unknown key inside", output={"result": "results.json"}),
    config("matches in quotes", matches="2000"),
    config("no matches, in a config", matches=0),
    config("a negative seed", seed=-1),
    config("huge threads", threads=10**12),
    config("a misspelt format", format="roundrobin"),
    config("an unknown unit, in a config", unit="game"),
    config("a stopping rule without a name, in a config", stop={"h0": 0, "h1": 5}),
    config("a test that never errs, in a config", stop={"rule": "sprt", "h0": 0, "h1": 5, "alpha": 0}),
    config("an anchor that does not play", anchor={"name": "tile-counting", "elo": 1000}),
    config("a limit to records, but no records, in a config", output={"record_matches": 5}),
    # Rules in configs.
    config("an unknown preset", rules="texas"),
    config("an unknown preset in a list", rules=["block", "texas"]),
    config("no rules in the list", rules=[]),
    config("an object without a preset", rules={"hand_size": 6}),
    config("the same rules twice", rules=["block", "block"]),
    config("players that a preset does not allow", rules="la-plaza-1v1", players=3),
    config("five players", players=5),
    config("players that contradict each other", rules={"preset": "playboard", "players": 2}, players=3),
    rules("a misspelt option", handsize=6),
    rules("an unknown option in a group", opening={"tiles": "free"}),
    rules("an option out of range", hand_size=15),
    rules("an option of the wrong type", partnership="yes"),
    rules("a misspelt choice", block={"winner": "fewest"}),
    rules("a group that is a text", opening="free"),
    rules("a partnership of three", players=3, partnership=True),
    rules("more tiles than there are", players=3, hand_size=10),
    rules("more tiles than a small set has", max_pip=3),
    rules("no tile left for the starter", starter="random-non-double", hand_size=14),
    rules("a target and a number of rounds", match={"target": 100, "rounds": 4}),
    rules("a match without an end", match={}),
    rules("penalties and a target", scoring="penalty"),
    # Strategies in configs.
    config("one strategy", strategies=["random"]),
    config("a strategy twice", strategies=["random", "greedy-heavy", "random"]),
    config("results that would overwrite the config", output={"results": "config.json"}),
    config("too few strategies for a free-for-all", format="free-for-all", players=4),
    config("too many strategies for a free-for-all", format="free-for-all", players=4,
           strategies=[{"type": "random", "name": f"r{i}"} for i in range(40)]),
    config("too many strategies for a round-robin",
           strategies=[{"type": "random", "name": f"r{i}"} for i in range(200)]),
    strategy("a misspelt strategy, in a config", "doubles-frist"),
    strategy("a strategy that is a number", 5),
    strategy("a strategy without a type", {"name": "clever"}),
    strategy("a strategy option out of range, in a config", {"type": "monte-carlo", "determinizations": 0}),
    strategy("a strategy option of the wrong type", {"type": "monte-carlo", "determinizations": "200"}),
    strategy("a misspelt strategy option", {"type": "monte-carlo", "determinisations": 200}),
    strategy("a roll-out that searches itself", {"type": "monte-carlo", "rollout": "monte-carlo"}),
    strategy("an option of another strategy", {"type": "random", "determinizations": 200}),
    strategy("a blank name", {"type": "random", "name": " "}),
]


def shown(content):
    """A config for the snapshot, on one line."""
    if isinstance(content, bytes):
        text = repr(content)[2:-1]
    else:
        text = content if isinstance(content, str) else json.dumps(content)
    text = text.replace("\n", "\\n")
    return text if len(text) <= 110 else text[:100] + " ..."


class WrongInput(BalakTest):
    def section(self, title, arguments, content):
        """Runs a case, and returns its part of the snapshot."""
        (self.folder / "folder").mkdir()
        self.write("file", "not a folder")
        if content is not None:
            self.write("config.json", content)
        before = self.files()
        run = self.balak(*arguments)
        with self.subTest(title):
            self.assertEqual(run.out, "")
            self.assertEqual(run.code, 2)
            self.assertRegex(run.err, r"\Abalak: [^\n]*[^\n.]\n\Z")
            self.assertEqual(self.files(), before)
        lines = [title]
        if content is not None:
            lines.append("    config.json: " + shown(content))
        lines.append("    $ balak " + " ".join(repr(word) if "\n" in word else word for word in arguments))
        lines.append("    " + run.err.rstrip("\n"))
        return "\n".join(lines) + "\n"

    def test_each_is_answered_by_one_clear_line(self):
        self.assertGreaterEqual(len(CASES), 25)
        self.assertEqual(len({title for title, *_ in CASES}), len(CASES), "a title is there twice")
        sections = [HEADING]
        for one in CASES:
            sections.append(self.section(*one))
            self.doCleanups()
            self.setUp()
        text = "\n".join(sections)
        if os.environ.get("BALAK_UPDATE_SNAPSHOTS") == "1":
            SNAPSHOT.write_text(text, encoding="utf-8")
        self.assertEqual(SNAPSHOT.read_text(encoding="utf-8"), text)


if __name__ == "__main__":
    if "--update" in sys.argv:
        sys.argv.remove("--update")
        os.environ["BALAK_UPDATE_SNAPSHOTS"] = "1"
    unittest.main()
