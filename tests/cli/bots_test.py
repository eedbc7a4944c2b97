"""Bots by balak's own commands: new, serve, check and ask."""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

from balak_runs import BALAK, SOURCE, USER_ENVIRONMENT, BalakTest

BOTS = pathlib.Path(os.environ.get("BALAK_BOTS", "."))


class Served:
    """A served strategy that is talked to line by line."""

    def __init__(self, folder, *words):
        self.process = subprocess.Popen([BALAK, "bot", "serve", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=folder, encoding="utf-8")

    def say(self, message):
        self.process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
        self.process.stdin.flush()

    def hear(self):
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()

    def end(self):
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


class Serve(BalakTest):
    def hello(self, rules="playboard", **more):
        shown = json.loads(self.good("rules", rules))
        return {"type": "hello", "protocol": 1, "program": "test", "rules": shown, "options": {}, "move_ms": 0} | more

    # Seat 0 can lay 5-4 and 5-3 at the left end.
    QUESTION = {"type": "choose", "id": 1, "match": 2, "round": 0, "seat": 0, "score": [0, 0], "starter": None,
                "dealt": ["6-6", "5-4", "5-3", "4-3", "1-0", "2-0", "3-0"], "opener": 0,
                "events": [[0, "6-6"], [1, "+"], [1, "6-5<"]], "random": "0123456789abcdef"}

    def served(self, *words):
        served = Served(self.folder, *words)
        self.addCleanup(served.close)
        return served

    def test_a_strategy_answers_at_once_and_quits(self):
        bot = self.served("greedy-heavy")
        bot.say(self.hello())
        ready = bot.hear()
        self.assertEqual((ready["type"], ready["name"], ready["at_once"], ready["reproducible"]),
                         ("ready", "greedy-heavy", 64, True))
        bot.say(self.QUESTION)
        self.assertEqual(bot.hear(), {"id": 1, "move": "5-4<"})
        bot.say({"type": "weather"})
        bot.say(self.QUESTION | {"id": 2})
        self.assertEqual(bot.hear(), {"id": 2, "move": "5-4<"})
        bot.say({"type": "quit"})
        self.assertEqual(bot.process.wait(timeout=10), 0)

    def test_its_options_come_from_the_command_and_from_hello(self):
        bot = self.served("monte-carlo:determinizations=20")
        bot.say(self.hello(options={"solve": 0}))
        self.assertEqual(bot.hear()["at_once"], 1)
        bot.say(self.QUESTION)
        self.assertIn(bot.hear()["move"], ("5-4<", "5-3<"))
        self.assertEqual(bot.end(), (0, "", ""))
        bot = self.served("tile-counting")
        bot.say(self.hello(options={"scarse": 3}))
        self.assertEqual(bot.end(), (2, "", 'balak: hello: options: unknown key "scarse", did you mean "scarce"?\n'))

    def test_a_line_that_breaks_the_protocol_ends_it_with_a_sentence(self):
        for lines, sentence in (
                (["wibble"], 'a line is no JSON object: "wibble"'),
                ([self.hello(), self.QUESTION | {"seat": 1}],
                 "choose: events[0]: the tile 6-6 is in the own hand"),
                ([self.hello(protocol=2)], "hello: protocol is 2, expected 1: the version that this balak speaks")):
            bot = self.served("random")
            for line in lines:
                bot.say(line)
            code, out, err = bot.end()
            self.assertEqual((code, err), (2, f"balak: {sentence}\n"))

    def test_an_impossible_history_does_not_harm_one_that_searches(self):
        # Seat 1 opened with 5-5, so it was not dealt 6-6, nor has it drawn; but it lays it.
        impossible = self.QUESTION | {"dealt": ["6-5", "6-4", "6-3", "1-0", "2-0", "3-0", "4-0"], "opener": 1,
                                      "events": [[1, "5-5"], [0, "6-5<"], [1, "6-6<"]]}
        for strategy in ("monte-carlo", "ismcts"):
            bot = self.served(strategy)
            bot.say(self.hello())
            bot.say(impossible)
            code, _, err = bot.end()
            self.assertEqual((code, err), (2, "balak: choose: events[2]: seat 1 cannot have laid 6-6: if it was "
                                              "dealt, it would have decided who opens, before 5-5\n"))

    def test_a_library_is_served(self):
        bot = self.served(f"library:{BOTS / 'example_c.so'}")
        bot.say(self.hello())
        self.assertEqual(bot.hear()["name"], "mybot")
        bot.say(self.QUESTION)
        self.assertEqual(bot.hear(), {"id": 1, "move": "5-4<"})

    def test_what_cannot_be_served_is_refused(self):
        for words, sentence in (
                ([], "serve: a strategy is expected: balak bot serve STRATEGY"),
                (["clairvoyant"], 'serve: "clairvoyant" sees all hands, but the protocol shows what one seat sees'),
                (["library:./nothing.so"], "./nothing.so: cannot be read: No such file or directory")):
            self.assertEqual(self.balak("bot", "serve", *words), (2, "", f"balak: {sentence}\n"))


class New(BalakTest):
    def test_bots_of_all_languages_are_written_and_none_is_written_over(self):
        for language, name in (("python", "bot.py"), ("javascript", "bot.js"), ("c", "bot.c"), ("cpp", "bot.cpp")):
            self.assertIn("README.md", self.good("bot", "new", language, f"my {language}"))
            example = SOURCE / "examples" / "bots" / language
            for file in (name, "README.md"):
                self.assertEqual((self.folder / f"my {language}" / file).read_bytes(), (example / file).read_bytes())
            self.assertLessEqual(len((example / name).read_text().splitlines()), 40)
            run = self.balak("bot", "new", language, f"my {language}")
            self.assertEqual((run.code, run.out), (2, ""))
            self.assertIn("is there already, expected a new folder or an empty one", run.err)
        self.assertEqual((self.folder / "my c/balak/bot.h").read_bytes(),
                         (SOURCE / "include/balak/bot.h").read_bytes())

    def test_wrong_words_are_refused(self):
        self.assertEqual(self.balak("bot", "new", "pyton", "x"), (2, "", 'balak: new: there is no bot in "pyton", '
                         'expected "python", "javascript", "c" or "cpp", did you mean "python"?\n'))
        self.assertEqual(self.balak("bot", "new", "c").code, 2)
        self.assertEqual(self.balak("bot", "wibble").err, 'balak: bot: there is no verb "wibble", expected "new", '
                         '"check", "ask" or "serve"\n')
        self.assertEqual(self.files(), [])


class Readmes(BalakTest):
    """The README.md of each new bot is followed: what its commands say is so."""

    def test_they_say_what_is_so(self):
        for language in ("python", "javascript", "c", "cpp"):
            if language == "javascript" and not shutil.which("node"):
                continue
            self.good("bot", "new", language, language)
            text = (self.folder / language / "README.md").read_text(encoding="utf-8")
            block = text.split("```sh\n")[1].split("```")[0]
            for line in block.splitlines():
                line = line.split("  # ")[0]
                line += " --rules 5" if " check " in line else " --matches 20" if " match " in line else ""
                done = subprocess.run(["sh", "-c", line], cwd=self.folder / language, env=USER_ENVIRONMENT, text=True,
                                      capture_output=True, timeout=120, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""), (language, line, done.stdout))


if __name__ == "__main__":
    unittest.main()
