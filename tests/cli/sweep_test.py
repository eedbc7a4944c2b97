"""A sweep: every option that names a file to write, led to everything that can stand there, and every stream broken.
The outcome is always one of: done; or a sentence and exit code 1 or 2. What is not the run's own stays as it was, and
what was computed is somewhere."""

import json
import os
import resource
import shutil
import stat
import unittest

from balak_runs import AS_FILES_SAY
from saved_runs import SavedRunTest, read

CONFIG = {"rules": "block", "strategies": ["random", "greedy-heavy"], "matches": 20, "output": {"results": ""}}


def limited():
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


class Sweep(SavedRunTest):
    def setUp(self):
        super().setUp()
        self.write("c.json", CONFIG)
        self.write("bystander", "not yours")
        self.good("match", "random", "random", "--matches", "20", "--output", "made.json", "--records", "made.jsonl")
        self.good("match", "random", "random", "--matches", "20", "--shard", "1/1", "--output", "shard.json",
                  "--records", "shard.jsonl")
        self.kept = {name: read(name) for name in self.files()}

    def commands(self, name):
        """Every command with an option that names a file to write, and that option with this name."""
        for option in ("--output", "--records"):
            yield "match", "random", "greedy-heavy", "--matches", "20", option, name
            yield "tournament", "c.json", option, name
            yield "merge", "shard.json", option, name
        yield "compare", "made.json", "--output", name
        yield "analyse", "made.jsonl", "--worlds", "4", "--error", "0", "--restart", "--output", name

    def places(self):
        """Names, what makes what is there, and whether writing must succeed (None: it may)."""
        yield "new", lambda: None, True
        yield "deep/er/new", lambda: None, True
        yield "file", lambda: self.write("file", "old"), True
        yield "folder", lambda: os.mkdir("folder"), False
        yield "folder/", lambda: os.mkdir("folder"), False
        yield "bystander/x", lambda: None, False
        yield "link", lambda: os.symlink("to", "link"), True
        yield "a", lambda: (os.symlink("b", "a"), os.symlink("a", "b")), False
        yield "to-folder", lambda: (os.mkdir("folder"), os.symlink("folder", "to-folder")), False
        yield "/dev/null", lambda: None, True
        yield "/dev/full", lambda: None, False
        yield "/proc/nothing", lambda: None, False
        yield "/dev/stdout", lambda: None, True
        yield "/dev/fd/1", lambda: None, True
        yield "-", lambda: None, True
        yield "/dev/fd/77", lambda: None, False
        yield "x" * 300, lambda: None, False
        yield "", lambda: None, None
        yield "c.json", lambda: None, None
        yield "made.json", lambda: None, None
        yield "shard.json", lambda: None, None

    def check(self, command, name, run, must):
        said = (command, name, run.code, run.err[-300:])
        self.assertIn(run.code, (0, 1, 2), said)
        if run.code != 0:
            self.assertRegex(run.err, r"(?m)^balak: \S.*$", said)
        if must is not None:
            self.assertEqual(run.code == 0, must, said)
        for other, text in self.kept.items():
            if other != name:
                self.assertEqual(read(other), text, said)
        self.assertEqual([left for left in self.files() if left.endswith((".tmp", ".lock", ".checkpoint"))], [], said)

    def clean(self):
        for name in os.listdir():
            if name not in self.kept:
                shutil.rmtree(name) if os.path.isdir(name) and not os.path.islink(name) else os.remove(name)
        for name, text in self.kept.items():
            self.write(name, text)

    def test_everything_that_can_stand_there(self):
        for name, make, must in self.places():
            for command in self.commands(name):
                make()
                self.check(command, name, self.balak(*command), must)
                self.clean()

    def test_every_descriptor_closed(self):
        for closed in ((0,), (1,), (2,), (1, 2), (0, 1, 2)):
            for command in self.commands("new"):
                run = self.balak(*command, preexec_fn=lambda: [os.close(number) for number in closed])
                self.assertIn(run.code, (0, 1) if 1 in closed else (0,), (command, closed))
                self.assertGreater(os.path.getsize("new"), 0, (command, closed))
                text = read("new").decode()
                self.assertNotIn("balak: ", text)
                self.clean()

    def test_every_stream_without_a_reader_or_room(self):
        def gone():
            reading, writing = os.pipe()
            os.close(reading)
            return writing

        for streams in (("stdout",), ("stderr",), ("stdout", "stderr")):
            for broken in (gone, lambda: os.open("/dev/full", os.O_WRONLY)):
                for command in self.commands("new"):
                    stream = broken()
                    run = self.balak(*command, **{name: stream for name in streams})
                    os.close(stream)
                    self.assertIn(run.code, (0, 1) if "stdout" in streams else (0,), (command, streams))
                    self.assertGreater(os.path.getsize("new"), 0, (command, streams))
                    self.clean()

    def test_no_room_for_files(self):
        for command in self.commands("new"):
            run = self.balak(*command, preexec_fn=limited)
            self.check(command, "new", run, False)
            if "--output" in command and command[0] not in ("compare", "analyse"):
                self.assertIs(json.loads(run.out)["run"]["complete"], True)
            self.clean()

    def test_what_may_not_be_written(self):
        for command in self.commands("file"):
            self.write("file", "old")
            os.chmod("file", stat.S_IRUSR)
            self.check(command, "file", self.balak(*command, under=AS_FILES_SAY), False)
            self.assertEqual(read("file"), b"old")
            self.clean()


if __name__ == "__main__":
    unittest.main()
