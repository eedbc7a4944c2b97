"""A run of several processes, as mpirun starts them: the same bytes as one. BALAK_MPIRUN names mpirun."""

import os
import re
import shlex
import subprocess
import time
import unittest

from balak_runs import BALAK, SOURCE, TIME_LIMIT
from saved_runs import SavedRunTest, part, read, saving_every

# As many as the test wants, also where there are fewer cores, and for root too, as in a container.
MPIRUN = [os.environ.get("BALAK_MPIRUN", "mpirun"), "--allow-run-as-root", "--oversubscribe"]


class Processes(SavedRunTest):
    def mpi(self, count, *arguments, code=0):
        run = subprocess.run([*MPIRUN, "-n", str(count), BALAK, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
                             capture_output=True, encoding="utf-8", timeout=TIME_LIMIT, check=False)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout + run.stderr

    def test_three_are_one_run(self):
        self.good("tournament", "c.json")
        expected = [part("run.json", "config"), part("run.json", "statistics"), read("run.jsonl")]
        for count in (1, 3):
            os.remove("run.json")
            os.remove("run.jsonl")
            self.mpi(count, "tournament", "c.json")
            self.assertEqual([part("run.json", "config"), part("run.json", "statistics"), read("run.jsonl")], expected)
            self.assertEqual(self.files(), ["c.json", "run.json", "run.jsonl"])

    def test_what_one_refuses_ends_them_all(self):
        self.write("run.2-of-3.json.checkpoint", "")
        said = self.mpi(3, "tournament", "c.json", code=2)
        self.assertIn("run.2-of-3.json.checkpoint: an earlier run was interrupted", said)
        self.assertFalse(os.path.exists("run.json"))

    def test_killed_they_go_on(self):
        self.write_config(matches=6000)
        self.good("tournament", "c.json")
        expected = part("run.json", "statistics"), read("run.jsonl")
        os.remove("run.json")
        with subprocess.Popen([*MPIRUN, "-n", "3", BALAK, "tournament", "c.json"], cwd=self.folder,
                              env=saving_every(0.01), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            self.wait_for("run.2-of-3.json.checkpoint", process)
            process.kill()
        time.sleep(1)  # the processes notice that mpirun is gone
        self.mpi(3, "tournament", "c.json", "--resume")
        self.assertEqual((part("run.json", "statistics"), read("run.jsonl")), expected)

    def test_the_readme_shows_what_works(self):
        shown = re.findall(r"^mpirun -n (\d+) \S*balak (.*)$", (SOURCE / "docs" / "running.md").read_text(encoding="utf-8"),
                           re.MULTILINE)
        self.assertTrue(shown)
        os.symlink(SOURCE / "configs", "configs")
        for count, arguments in shown:
            self.mpi(count, *shlex.split(arguments))


if __name__ == "__main__":
    unittest.main()
