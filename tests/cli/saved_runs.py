"""Runs that are interrupted, killed or divided: what their tests share."""

import os
import time

from balak_runs import TIME_LIMIT, BalakTest

CONFIG = {
    "rules": ["playboard", "la-plaza-pairs+short"],
    "strategies": ["random", "doubles-first", "tile-counting"],
    "matches": 301,
    "seed": 5,
    "output": {"results": "run.json", "records": "run.jsonl", "record_matches": 70},
}


def read(name):
    with open(name, "rb") as file:
        return file.read()


def part(name, key):
    """The text of `config` or `statistics` in a results file."""
    text = read(name).decode()
    following = {"config": "statistics", "statistics": "run"}[key]
    return text[text.index(f'\n  "{key}":') : text.index(f'\n  "{following}":')]


def saving_every(seconds):
    """The environment of a balak that writes checkpoints so often."""
    return dict(os.environ, BALAK_CHECKPOINT_SECONDS=str(seconds))


class SavedRunTest(BalakTest):
    """Each test is in a folder of its own, with a config."""

    config = CONFIG

    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        self.write_config()

    def write_config(self, **changes):
        self.write("c.json", {"name": "run", **self.config, **changes})

    def ends(self, code, *arguments, seconds=5, **options):
        """Runs balak, which must end with this exit code. Returns what it said."""
        run = self.balak(*arguments, env=saving_every(seconds), **options)
        self.assertEqual(run.code, code, run.out + run.err)
        return run.err

    def refuses(self, sentence, *arguments):
        self.assertIn(sentence, self.ends(2, *arguments))

    def killed(self, file, *arguments):
        """Runs balak until there is a file, and kills it."""
        with self.start(*arguments, env=saving_every(0)) as process:
            self.wait_for(file, process)
            process.kill()

    def wait_for(self, file, process):
        """Waits until there is a file, or the process has ended."""
        end = time.monotonic() + TIME_LIMIT
        while process.poll() is None and not os.path.exists(file):
            self.assertLess(time.monotonic(), end, "waited in vain")
            time.sleep(0.0005)
