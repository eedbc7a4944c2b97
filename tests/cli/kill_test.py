"""Kills runs with SIGKILL at random moments, goes on with each, and compares the end with a run that nobody killed.

BALAK_KILLS says how often (10), BALAK_SEED which moments (1).
"""

import os
import random
import signal
import subprocess
import unittest

from balak_runs import TIME_LIMIT
from saved_runs import SavedRunTest, part, read, saving_every

KILLS = int(os.environ.get("BALAK_KILLS", "10"))
SEED = int(os.environ.get("BALAK_SEED", "1"))
LONGEST_LIFE = 0.5  # seconds from the start to the kill
CHECKPOINT_SECONDS = 0.03  # so few that many kills hit a checkpoint that is being written


class Kills(SavedRunTest):
    config = {
        "rules": ["playboard", {"preset": "la-plaza-1v1", "name": "second"}],
        "strategies": ["random", "doubles-first", "tile-counting"],
        "matches": max(2000, 750 * KILLS),  # about as long as all the lives
        "seed": 11,
        "output": {"results": "run.json", "records": "run.jsonl", "record_matches": 3000},
    }

    def run_for(self, seconds, *arguments):
        """Runs balak, and kills it if it has not ended by then. Returns whether it did not end by itself."""
        with self.start("tournament", "c.json", *arguments, env=saving_every(CHECKPOINT_SECONDS)) as process:
            try:
                _, err = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                _, err = process.communicate()
        if process.returncode != -signal.SIGKILL:
            self.assertEqual(process.returncode, 0, err)
            self.assertNotIn("balak:", err)  # a long run says how far it is
        return process.returncode == -signal.SIGKILL

    def test_a_run_that_is_killed_again_and_again_comes_to_the_same_end(self):
        self.assertFalse(self.run_for(TIME_LIMIT))
        expected, records = part("run.json", "statistics"), read("run.jsonl")
        moments = random.Random(SEED)
        killed = resumed = 0
        while killed < KILLS:
            os.remove("run.json")
            while not os.path.exists("run.json"):
                options = ["--resume"] if os.path.exists("run.json.checkpoint") else []
                resumed += len(options)
                life = moments.uniform(0, LONGEST_LIFE) if killed < KILLS else TIME_LIMIT
                killed += self.run_for(life, "--threads", moments.choice([1, 2, 5]), *options)
            if os.path.exists("run.json.checkpoint"):
                # Killed between the results and the end: what is there goes on to the same end once more.
                self.assertFalse(self.run_for(TIME_LIMIT, "--resume"))
            self.assertEqual(part("run.json", "statistics"), expected)
            self.assertEqual(read("run.jsonl"), records)
            # Killed at its very end a run leaves its locks, which the next one takes.
            self.assertEqual([file for file in self.files() if not file.endswith(".lock")],
                             ["c.json", "run.json", "run.jsonl"])
        self.assertFalse(self.run_for(TIME_LIMIT))
        self.assertEqual(self.files(), ["c.json", "run.json", "run.jsonl"])
        self.assertGreater(resumed, KILLS // 4)
        print(f"{killed} kills, {resumed} times gone on: all ended the same")


if __name__ == "__main__":
    unittest.main()
