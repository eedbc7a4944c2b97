"""`balak bot check` finds each planted fault, and passes the honest bots.

With BALAK_ALL_MOCKS in the environment all bots of tests/bots/mock.py are checked, else some.
"""

import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time
import unittest

from balak_runs import SOURCE, BalakTest

MOCK = SOURCE / "tests" / "bots" / "mock.py"
BOTS = pathlib.Path(os.environ.get("BALAK_BOTS", "."))
ALL = "BALAK_ALL_MOCKS" in os.environ

HONEST = ("honest", "default", "crlf", "unknown-fields", "notes", "reverse-order", "reads-slowly", "floods-stderr",
          "honest-memory", "leaves-child-at-end", "leaves-grandchild")

# What the line of the fault says.
NO_OBJECT = "wrote what is no JSON object: "
LATE = "did not answer in "
FAULTS = {
    "long-note": "wrote a note of more than 1024 bytes",
    "never-ready": "was not ready in ",
    "half-ready": "was not ready in ",
    "half-line": LATE,
    "ends-in-line": "ended by itself with exit code 0",
    "silent": LATE,
    "sleeps": LATE,
    "stops-reading": LATE,
    "stops-itself": LATE,
    "floods": LATE,
    "floods-at-once": "wrote a line of more than 65536 bytes",
    "long-line": "wrote a line of more than 65536 bytes, which begins with ",
    "bad-utf8": NO_OBJECT,
    "nul-bytes": NO_OBJECT,
    "escapes": NO_OBJECT + r'"\u001b[2J\u001b]0;title\u0007\u001b[31mhello"',
    "escaped-move": r'chose the move "\u001b[2J\u202e6-1<", expected ',
    "bom": NO_OBJECT,
    "empty-line": NO_OBJECT + '""',
    "text": NO_OBJECT + '"my move is ',
    "array": NO_OBJECT + '"[',
    "banner": NO_OBJECT + '"Welcome to mock 1.0!"',
    "illegal-move": "chose the move ",
    "misspelt-move": "chose the move ",
    "pass": 'chose the move "pass", expected ',
    "no-move": 'chose the move "", expected ',
    "twice-answered": "answered the id 1 again",
    "future-id": "answered the id 1001, which it was not asked",
    "huge-id": 'wrote an answer without the "id" of a question',
    "text-id": "of a question: ",
    "no-id": "of a question: ",
    "answers-early": "wrote another message before its `ready`: ",
    "ready-twice": "wrote `ready` a second time: ",
    "ready-again": "wrote `ready` a second time: ",
    "bad-ready": "wrote a `ready` whose \"at_once\" is not an integer from 1 to 1024: ",
    "bad-name": "wrote a `ready` whose \"name\" is not a text",
    "dies-at-start": 'ended by itself with exit code 3; the end of its standard error is "mock: no such module"',
    "dies-at-hello": "ended by itself with exit code 3",
    "dies": 'the end of its standard error is "Traceback: it went wrong"',
    "dies-answering": "ended by itself with exit code 0",
    "dies-written-to": "ended by itself with exit code 4",
    "killed-by-signal": "was ended by signal 11",
    "closes-input": LATE,
    "closes-output": "closed its standard output",
    "ignores-quit": "did not end by itself within a second after `quit`",
    "ignores-end": "did not end by itself within a second after the end of its input",
    "leaves-child": "ended by itself with exit code 0",
    "keeps-back": LATE,
    "never-flushes": "but once its input ended: it must flush its output when no input is waiting",
    "one-at-a-time": LATE,
    "remembers": "says that it is reproducible, but chose ",
    "uses-id": "says that it is reproducible, but chose ",
    "dice": "says that it is reproducible, but chose ",
    "strict-fields": "where there were fields and messages that it does not know",
    "strict-types": "where there were fields and messages that it does not know",
    "strict-order": "where there were fields and messages that it does not know",
    "two-players": "under the rules playboard, 3 players",
    "ended-tiles": "chose the move ",
}
NUMBERS = {"keeps-back": 8, "slow-start": 1, "dies": 3}
# Not for a check: what one is there for takes all memory of the machine.
LEFT_OUT = {"eats-memory", "slow-start"}
QUICK = ("escapes", "illegal-move", "dies", "strict-fields")


def modes():
    listed = subprocess.run([sys.executable, "-B", MOCK], capture_output=True, text=True, check=False).stderr
    return set(listed.strip().removeprefix("mock.py: expected a mode: ").split(", "))


def processes(text):
    """The command lines of all processes with this text in them."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if text in words:
            found.append(words)
    return found


class Check(BalakTest):
    def check(self, mode, *options):
        # The name of the folder is in the command, so that its processes can be told from others.
        command = shlex.join([sys.executable, "-B", str(MOCK), mode, str(NUMBERS.get(mode, 1)), str(self.folder)])
        return self.balak("bot", "check", command, "--rules", "3" if ALL else "1", *options)

    def check_all(self, names):
        """Checks so many at a time. Only where it is a limit of time that ends the waiting it is a short one: a machine
        that has much else to do must not look like a fault."""
        def check(mode):
            late = FAULTS.get(mode) == LATE or mode == "never-flushes"
            ready = FAULTS.get(mode) != "was not ready in "
            return self.check(mode, "--move-ms", "1500" if late else "60000",
                              "--start-ms", "60000" if ready else "1500")

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            return zip(names, pool.map(check, names))

    def assert_none_left(self):
        for _ in range(50):
            if not processes(str(self.folder)):
                return
            time.sleep(0.1)
        self.fail(processes(str(self.folder)))

    def test_each_mock_has_a_verdict_here(self):
        self.assertEqual(modes(), set(HONEST) | set(FAULTS) | LEFT_OUT)

    def test_honest_bots_pass(self):
        for mode, run in self.check_all(HONEST if ALL else HONEST[:1]):
            with self.subTest(mode):
                self.assertEqual((run.code, run.err), (0, ""), run.out)
                self.assertTrue(run.out.endswith("No fault was found.\n"), run.out)
                self.assertNotIn("FAULT", run.out)
        self.assert_none_left()

    def test_each_planted_fault_is_found(self):
        for mode, run in self.check_all(list(FAULTS) if ALL else QUICK):
            with self.subTest(mode):
                self.assertEqual((run.code, run.err), (1, ""), run.out)
                faults = [line for line in run.out.splitlines() if line.startswith("FAULT ")]
                self.assertTrue(any(FAULTS[mode] in fault for fault in faults), run.out)
                self.assertTrue(run.out.isascii() and run.out.replace("\n", "").isprintable(), run.out)
        self.assert_none_left()

    def test_libraries_are_checked(self):
        for name, code, words in (("example_c", 0, "No fault was found."), ("example_cpp", 0, "No fault was found."),
                                  ("remembers", 1, "says that it is reproducible, but chose "),
                                  ("crashes", 1, "was ended by signal 6"),
                                  ("chooses_too_high", 1, "chose move 2 of 2"),
                                  ("no_make", 1, "has no function `make`")):
            run = self.balak("bot", "check", f"library:{BOTS / name}.so", "--rules", "3")
            self.assertEqual((run.code, run.err), (code, ""), run.out)
            self.assertIn(words, run.out)

    def test_the_log_has_every_line(self):
        run = self.check("honest", "--log", "talk.log")
        self.assertEqual(run.code, 0)
        lines = (self.folder / "talk.log").read_text(encoding="utf-8").splitlines()
        self.assertTrue(all(re.match(r"\d+\.\d{6} bot [<>] \{", line) for line in lines), lines[:3])
        asked = sum(' > {"type":"choose"' in line or '"type": "choose"' in line for line in lines)
        answered = sum(' < {"id"' in line for line in lines)
        self.assertEqual(asked, answered)
        self.assertGreater(answered, 500)

    def test_a_command_that_cannot_be_run_is_no_bot(self):
        run = self.balak("bot", "check", "./nothing --at all")
        self.assertEqual(run.code, 1)
        self.assertIn("FAULT  cannot be started: No such file or directory", run.out)
        run = self.balak("bot", "check", 'python3 "mybot.py')
        self.assertEqual((run.code, run.out), (2, ""))


class Ask(BalakTest):
    HELLO = '{"type":"hello","protocol":1,"program":"balak","rules":%s,"options":{},"move_ms":1000}\n'
    CHOOSE = ('{"type":"choose","id":7,"match":2,"round":0,"seat":0,"score":[0,0],"starter":null,'
              '"dealt":["6-6","5-4","5-3","4-3","1-0","2-0","3-0"],"opener":0,'
              '"events":[[0,"6-6"],[1,"+"],[1,"6-5<"]],"random":"0123456789abcdef"}\n')

    def test_a_kept_question_is_asked_again(self):
        rules = self.good("rules", "playboard").replace("\n", "")
        self.write("question.jsonl", self.HELLO % rules + self.CHOOSE)
        out = self.good("bot", "ask", "question.jsonl", f"{sys.executable} -B {MOCK} honest")
        self.assertRegex(out, r"^The bot lays 5-[34]< \(match 2, round 0, turn 2, seat 0\), after \d+ ms\.\n$")
        run = self.balak("bot", "ask", "question.jsonl", f"{sys.executable} -B {MOCK} illegal-move")
        self.assertEqual(run.code, 1)
        self.assertIn("expected 5-3< or 5-4< (match 2, round 0, turn 2, seat 0)", run.out)

    def test_what_is_no_question_is_refused(self):
        for text in ("", "{}\n", "{}\n{}\n", self.CHOOSE, self.CHOOSE + self.CHOOSE):
            self.write("question.jsonl", text)
            run = self.balak("bot", "ask", "question.jsonl", "true")
            self.assertEqual((run.code, run.out), (2, ""), text)
            self.assertTrue(run.err.startswith("balak: question.jsonl"), run.err)


if __name__ == "__main__":
    unittest.main()
