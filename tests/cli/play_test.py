"""balak play: a person at a terminal, who here is a script behind a pseudo-terminal."""

import fcntl
import json
import os
import random
import re
import select
import signal
import struct
import subprocess
import termios
import time
import unittest

from balak_runs import BALAK, TIME_LIMIT, USER_ENVIRONMENT, BalakTest

PROMPT = re.compile(r"Move \(1-(\d+), \? hint, u take back, q quit\): ")
ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>78])")
QUICK = ("--worlds", "50")  # hints that take no time


class Terminal:
    """balak behind a pseudo-terminal of 80 columns."""

    def __init__(self, folder, *arguments, term="dumb"):
        self.ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 80, 0, 0))
        self.theirs = theirs  # kept open to look at its modes
        self.process = subprocess.Popen([BALAK, "play", *map(str, arguments)], cwd=folder, stdin=theirs, stdout=theirs,
                                        stderr=theirs, start_new_session=True, close_fds=True,
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
                                        env=USER_ENVIRONMENT | {"TERM": term, "NO_COLOR": "1"})
        self.shown = ""  # all of it
        self.fresh = ""  # since the last answer

    def read(self, seconds):
        """Reads what comes in so many seconds at most. False if nothing does."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.ours, 65536).decode("utf-8", "replace")
        except OSError:
            return False
        self.shown += part
        self.fresh += part
        return True

    def until_asked(self):
        """Waits for the prompt. Returns the number of moves, or None once balak has ended."""
        until = time.monotonic() + TIME_LIMIT
        while time.monotonic() < until:
            if found := PROMPT.search(ESCAPE.sub("", self.fresh)):
                return int(found[1])
            if not self.read(0.05) and self.process.poll() is not None and not self.read(0.05):
                return None
        raise AssertionError(f"no prompt came: {self.fresh!r}")

    def type(self, text):
        self.fresh = ""
        os.write(self.ours, text.encode())

    def end(self):
        """What it ends with."""
        code = self.process.wait(timeout=60)
        while self.read(0.05):
            pass
        return code

    def echoes(self):
        """Whether the terminal is as a shell needs it."""
        flags = termios.tcgetattr(self.theirs)[3]
        return bool(flags & termios.ECHO) and bool(flags & termios.ICANON)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


class Play(BalakTest):
    def terminal(self, *arguments, **options):
        terminal = Terminal(self.folder, *arguments, **options)
        self.addCleanup(terminal.close)
        return terminal

    def play_to_the_end(self, terminal, seed):
        """Plays a match with moves drawn by a seed, hints and moves taken back among them. Returns what was shown."""
        dice = random.Random(seed)
        backs = 0
        while (moves := terminal.until_asked()) is not None:
            choice = dice.random()
            if choice < 0.05:
                terminal.type("?\r")
            elif choice < 0.1:
                terminal.type("u\r")
                backs += 1
            elif choice < 0.2:
                # By its name.
                listed = re.findall(r"(?<!\w)\d+: (\d-\d[<>]?)", ESCAPE.sub("", terminal.shown))
                terminal.type(dice.choice(listed[-moves:]) + "\r")
            else:
                terminal.type(f"{dice.randint(1, moves)}\r")
        return backs

    def check_match(self, terminal, rounds, rules, seat):
        """The match is told of to its end, and its records are good."""
        self.assertEqual(terminal.end(), 0)
        text = ESCAPE.sub("", terminal.shown).replace("\r", "")
        self.assertRegex(text, rf"The match is over after {len(rounds)}\s+round")
        self.assertIn("Records: ", text)
        for line in text.split("\n"):
            self.assertLessEqual(len(line), 80, line)
        self.assertTrue(terminal.echoes())
        self.assertTrue(rounds[-1]["match_over"])
        self.assertEqual([one["round"] for one in rounds], list(range(len(rounds))))
        self.assertEqual({one["match"] for one in rounds}, {0})
        self.assertEqual(rounds[0]["rules"], json.loads(self.good("rules", *rules)))
        self.assertEqual([name == "you" for name in rounds[0]["strategies"]].index(True), seat)

    def test_a_match_in_every_preset_to_its_end(self):
        cases = [(("playboard",), ("greedy-heavy",), 0), (("playboard", "--players", "3"), ("tile-counting",), 1),
                 (("playboard", "--players", "4"), ("greedy-heavy", "random", "doubles-first"), 3),
                 (("la-plaza-1v1",), ("tile-counting",), 1), (("la-plaza-pairs",), ("tile-counting",), 2),
                 (("four-rounds",), ("doubles-first",), 0), (("block",), ("clairvoyant",), 0),
                 (("la-plaza-pairs+short+capicu-25+losing-side",), ("greedy-heavy", "tile-counting", "random"), 1)]
        shown, backs = "", 0
        for number, (rules, strategies, seat) in enumerate(cases):
            with self.subTest(rules):
                terminal = self.terminal(*strategies, "--rules", *rules, "--seat", seat, "--seed", number, "--records",
                                         f"{number}.jsonl", *QUICK, term=("dumb", "xterm-256color")[number % 2])
                backs += self.play_to_the_end(terminal, number)
                rounds = self.records(f"{number}.jsonl")
                self.check_match(terminal, rounds, rules, seat)
                # Of named strategies each has its seat.
                if len(strategies) > 1:
                    self.assertEqual([name for name in rounds[0]["strategies"] if name != "you"], list(strategies))
                self.good("check", f"{number}.jsonl", "--complete")
                self.assertIn("you", self.good("replay", f"{number}.jsonl"))
                self.good("suggest", f"{number}.jsonl", *QUICK)
                shown += terminal.shown
        presets = {one["name"] for number in range(len(cases)) for one in [self.records(f"{number}.jsonl")[0]["rules"]]}
        self.assertEqual(presets, set(re.findall(r"(?m)^  (\S+) ", self.good("rules").split("\n\n")[0])))
        for words in ("drew ", "passed", "Taken back", "So many worlds", "Lay ",
                      "the only move", "blocked", "went out", "starter"):
            self.assertIn(words, shown)
        self.assertGreater(backs, 5)

    def test_without_colour_and_without_a_terminal_it_is_plain_text(self):
        answers = "1\n" * 400
        first = self.good("play", "greedy-heavy", "--rules", "block+short", "--seed", "3", given=answers)
        self.assertRegex(first, r"\A[^\x00-\x09\x0b-\x1f\x7f]*\Z")
        self.assertIn("The match is over", first)
        for line in first.splitlines():
            self.assertLessEqual(len(line), 80, line)
        self.good("check", "play.jsonl", "--complete")
        # The same seed and the same moves make the same match; another file is taken.
        self.good("play", "greedy-heavy", "--rules", "block+short", "--seed", "3", given=answers)
        self.assertEqual(self.files(), ["play-2.jsonl", "play.jsonl"])
        self.assertEqual(self.records("play-2.jsonl"), self.records("play.jsonl"))
        # Without a seed nobody knows the deals.
        self.good("play", "greedy-heavy", "--rules", "block+short", given=answers)
        self.assertNotEqual(self.records("play-3.jsonl")[0]["hands"], self.records("play.jsonl")[0]["hands"])

    def test_the_input_ends_or_the_player_quits(self):
        for given in ("1\n", "1\nq\n", "", "q"):
            out = self.good("play", "random", "--seed", "1", given=given)
            self.assertTrue(out.endswith("Left in the first round: there is nothing to keep.\n"), out)
        self.assertEqual(self.files(), [])
        out = self.good("play", "random", "--seed", "1", "--rules", "block", given="1\n" * 10 + "q\n")
        kept = re.search(r"Left after (\d+) rounds?, kept in play\.jsonl\n\Z", out)
        self.assertEqual(len(self.records("play.jsonl")), int(kept[1]))
        self.good("check", "play.jsonl")

    def test_a_round_is_taken_back_with_its_record(self):
        script = "1\n" * 10
        run = lambda given, file: self.good("play", "greedy-heavy", "--rules", "block", "--seed", "4", "--records", file,
                                            given=given)
        run(script, "straight.jsonl")
        kept = self.records("straight.jsonl")
        self.assertGreaterEqual(len(kept), 2)
        # Back to the first choice, and forth again: everybody plays the same.
        run(script + "u\n" * 10 + script, "back.jsonl")
        self.assertEqual(self.records("back.jsonl"), kept)
        out = run(script + "u\n" * 11, "none.jsonl")
        self.assertIn("There is nothing to take back.", out)
        self.assertIn("Taken back, in round 1.", out)
        self.assertEqual(self.files(), ["back.jsonl", "straight.jsonl"])

    def test_what_is_no_move_gets_a_sentence(self):
        out = self.good("play", "random", "--seed", "1", given="wibble\n0\n99\n6-6<\n7-7\n\n \n" + "x" * 10000 +
                        "\n\x1b[31m\n\u00e9\u0085\n" + "q\n")
        self.assertEqual(out.count(" is no move: expected a number from 1 to "), 8)
        self.assertRegex(out, r"\A[^\x00-\x09\x0b-\x1f\x7f]*\Z")

    def test_ctrl_c_ends_it_politely(self):
        for term in ("dumb", "xterm"):
            terminal = self.terminal("random", "--seed", "1", "--rules", "block", "--records", f"{term}.jsonl", term=term)
            for _ in range(12):
                terminal.until_asked()
                terminal.type("1\r")
            terminal.until_asked()
            terminal.type("\x03")
            self.assertEqual(terminal.end(), 130)
            self.assertRegex(ESCAPE.sub("", terminal.shown), r"Left after \d+ rounds?, kept in \w+\.jsonl")
            self.assertTrue(terminal.echoes())
            self.good("check", f"{term}.jsonl")

    def test_ctrl_c_ends_a_long_hint(self):
        terminal = self.terminal("random", "--seed", "1", "--worlds", "1000000", "--target", "plain")
        terminal.until_asked()
        terminal.type("?\r")
        terminal.read(0.3)
        began = time.monotonic()
        os.killpg(terminal.process.pid, signal.SIGINT)
        self.assertEqual(terminal.end(), 130)
        self.assertLess(time.monotonic() - began, 20)
        self.assertIn("there is nothing to keep", terminal.shown)

    def test_lines_are_edited_at_a_terminal(self):
        terminal = self.terminal("random", "--seed", "1", term="xterm")
        terminal.until_asked()
        while terminal.echoes():  # libedit takes the keys over just after the prompt
            time.sleep(0.01)
        terminal.type("99\x7f\x7f1\x01\x04\x05" + "1\r")  # to the beginning, one off, to the end
        self.assertIsNotNone(terminal.until_asked())
        self.assertNotIn("is no move", terminal.shown)
        terminal.type("\x04")  # Ctrl-D on an empty line
        self.assertEqual(terminal.end(), 0)

    def test_bots_play_as_strategies_do(self):
        script = "1\n" * 300
        run = lambda strategy, file: self.good("play", strategy, "--rules", "la-plaza-pairs+short", "--seed", "6",
                                               "--records", file, given=script, env=USER_ENVIRONMENT)
        run("tile-counting", "inside.jsonl")
        run("command:balak bot serve tile-counting", "outside.jsonl")
        inside, outside = self.records("inside.jsonl"), self.records("outside.jsonl")
        self.assertTrue(inside[-1]["match_over"])
        for record in inside + outside:
            del record["strategies"]
        self.assertEqual(inside, outside)

    def test_a_bot_that_breaks_the_protocol_is_named(self):
        for bot, words in (("command:false", "ended"), ("command:nothing-there", "cannot be started: ")):
            run = self.balak("play", bot, given="1\n")
            self.assertEqual(run.code, 1)
            self.assertRegex(run.err, rf"\Abalak: {re.escape(bot)} [^\n]*{words}[^\n]*\n\Z")

    def test_wrong_words_get_a_sentence(self):
        self.write("there.jsonl", "mine\n")
        for arguments, sentence in (
                ((), "play: 0 strategies are given for 1 other seat, expected one for all: balak play STRATEGY"),
                (("random", "random"), "play: 2 strategies are given for 1 other seat"),
                (("random", "random", "--rules", "la-plaza-pairs"),
                 "play: 2 strategies are given for 3 other seats, expected one for all, or one for each"),
                (("wibble",), 'play: there is no strategy "wibble", expected '),
                (("random", "--rules", "chess"), '--rules: there are no rules "chess"'),
                (("random", "--seat", "2"), '--seat is "2", expected an integer from 0 to 1'),
                (("random", "--records", "there.jsonl"), "there.jsonl: is there already, name another file"),
                (("random", "--records", "-"), '--records is "-", expected the path of a file'),
                (("random", "--name", "\x1b[1m"), '--name is "\\u001b[1m", expected a name'),
                (("random", "--worlds", "0"), '--worlds is "0"'),
                (("random", "--objective", "fame"), 'play: monte-carlo: objective is "fame"')):
            run = self.balak("play", *arguments, given="q\n")
            self.assertEqual((run.code, run.out), (2, ""), arguments)
            self.assertTrue(run.err.startswith(f"balak: {sentence}"), run.err)
        self.assertEqual((self.folder / "there.jsonl").read_text(), "mine\n")


if __name__ == "__main__":
    unittest.main()
