"""A new user's path: "Your first bot in five minutes" of docs/bots.md, step by step as it is written there."""

import re
import resource
import subprocess
import unittest

from balak_runs import SOURCE, USER_ENVIRONMENT, BalakTest

SECTION = re.compile(r"^## Your first bot in five minutes\n(.*?)^## ", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def cpu_seconds():
    """Of all children that have ended. Unlike a clock it does not tell what else the machine has to do."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class FirstBot(BalakTest):
    def run_line(self, line):
        done = subprocess.run(["sh", "-c", line], cwd=self.folder, env=USER_ENVIRONMENT, text=True, capture_output=True,
                              timeout=300, check=False)
        self.assertEqual(done.returncode, 0, (line, done.stdout, done.stderr))
        return done.stdout

    def win_rate(self, table):
        """Of the first strategy in the ladder that is the bot."""
        row = next(line for line in table.splitlines() if "mybot" in line and "%" in line)
        return float(re.search(r"([\d.]+) %", row).group(1))

    def test_each_step_does_what_is_said(self):
        blocks = BLOCK.findall(SECTION.search((SOURCE / "docs/bots.md").read_text(encoding="utf-8")).group(1))
        self.assertEqual([language for language, _ in blocks], ["sh", "sh", "sh", "python", "sh"])
        new, check, match, change, again = (text for _, text in blocks)
        self.run_line(new)
        self.assertIn("No fault was found.", self.run_line(check))
        before = cpu_seconds()
        first = self.win_rate(self.run_line(match))
        bot = self.folder / "mybot/bot.py"
        lines = bot.read_text(encoding="utf-8").splitlines(keepends=True)
        places = [i for i, line in enumerate(lines) if line.startswith('    return max(question["moves"]')]
        self.assertEqual(len(places), 1)
        lines[places[0]] = change
        bot.write_text("".join(lines), encoding="utf-8")
        second = self.win_rate(self.run_line(again))
        # Two matches of 200, each with processes for two seats: the limit is for one.
        self.assertLess((cpu_seconds() - before) / 2, 10)
        # It was worse than the strategy that it now is.
        self.assertLess(first, second)
        self.assertAlmostEqual(second, 50, delta=5)


if __name__ == "__main__":
    unittest.main()
