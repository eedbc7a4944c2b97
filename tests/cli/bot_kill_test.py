"""Kills runs with four bots with SIGKILL at random moments: no bot is alive two seconds later, and each run that is
gone on with ends in the same bytes.

BALAK_KILLS says how often (5), BALAK_SEED which moments (1).
"""

import os
import random
import subprocess
import sys
import unittest

from balak_runs import TIME_LIMIT, left_alive
from bot_runs_test import MOCK
from saved_runs import SavedRunTest, part, read, saving_every

KILLS = int(os.environ.get("BALAK_KILLS", "5"))
SEED = int(os.environ.get("BALAK_SEED", "1"))
# One that ends as it should, one that is deaf to everything, one that leaves a child behind.
MODES = ("honest", "ignores-quit", "leaves-child-at-end", "leaves-grandchild")


class BotKills(SavedRunTest):
    # Balak carries it too: the guard of a bot that has only just been started is still a copy of balak.
    mark = f"balak-{os.getpid()}-kills"

    def write_bot(self, mode):
        self.write_config(rules="playboard", strategies=["doubles-first", {
            "name": "mock", "type": "command", "command": [sys.executable, "-B", str(MOCK), mode],
            "environment": {"MARK": self.mark}}],
            matches=120 * max(1, KILLS // 10), seed=11, threads=2,
            output={"results": "run.json", "records": "run.jsonl", "record_matches": 100})

    def run_for(self, seconds, *arguments):
        """Runs balak, and kills it if it has not ended by then. Returns whether it did not end by itself."""
        with self.start("tournament", "c.json", *arguments, env=saving_every(0.03) | {"MARK": self.mark}) as process:
            try:
                _, err = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                self.assertEqual(left_alive(self.mark, 2), [], "alive two seconds after the end")
                return True
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(left_alive(self.mark, 0), [])
        return False

    def test_no_bot_outlives_a_run_that_is_killed_and_the_run_goes_on(self):
        moments = random.Random(SEED)
        self.write_bot("honest")
        self.assertFalse(self.run_for(TIME_LIMIT))
        expected, records = part("run.json", "statistics"), read("run.jsonl")
        killed = 0
        while killed < KILLS:
            os.remove("run.json")
            while not os.path.exists("run.json"):
                resume = ["--resume"] if os.path.exists("run.json.checkpoint") else []
                life = moments.uniform(0, 1.5) if killed < KILLS else TIME_LIMIT
                killed += self.run_for(life, *resume)
            if os.path.exists("run.json.checkpoint"):
                self.assertFalse(self.run_for(TIME_LIMIT, "--resume"))
            self.assertEqual(part("run.json", "statistics"), expected)
            self.assertEqual(read("run.jsonl"), records)
        # Those that will not go play runs of their own: they are no less reproducible, but they are other commands.
        for mode in MODES[1:]:
            self.write_bot(mode)
            for _ in range(max(1, KILLS // 20)):
                self.run_for(moments.uniform(0.2, 1.5), "--restart")
        print(f"{killed} kills: no bot outlived one, all runs ended the same")


if __name__ == "__main__":
    unittest.main()
