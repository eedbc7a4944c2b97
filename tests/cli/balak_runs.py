"""Running balak from tests: the program that the environment variable BALAK names, in a folder of its own."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from typing import NamedTuple

# Tests run in a folder of their own, so a path from here is made a whole one.
BALAK = shutil.which(os.environ.get("BALAK", "balak")) or "balak"
BALAK = os.path.abspath(BALAK) if os.sep in BALAK else BALAK
SOURCE = pathlib.Path(__file__).resolve().parents[2]
# Far more than any test takes on a slow machine with sanitizers: it only ends what hangs.
TIME_LIMIT = 300
# What a run that takes long says of itself; on a machine that has other work to do each may.
PROGRESS = re.compile(r"^ *\d+ %  .*\n", re.MULTILINE)
# For commands that a user would type: this balak and the Python of the tests come first.
USER_ENVIRONMENT = os.environ | {
    "PATH": os.pathsep.join([os.path.dirname(BALAK), os.path.dirname(sys.executable), os.environ["PATH"]])}

# Commands to run a command under. Root may write every file and have as many threads as it likes, others may not; but
# another user may not see the folder that balak is in, were it not for this capability.
ROOT = os.geteuid() == 0
AS_FILES_SAY = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"] if ROOT else []
AS_OTHER_USER = ["setpriv", "--reuid=65533", "--regid=65533", "--clear-groups", "--inh-caps=+dac_override",
                 "--ambient-caps=+dac_override"] if ROOT else []


def marked(mark):
    """The living processes that were started with MARK=`mark` in their environment, as the system tells of them."""
    found = []
    for process in pathlib.Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                if f"MARK={mark}".encode() in (process / "environ").read_bytes().split(b"\0"):
                    found.append((process / "stat").read_text())
            except (FileNotFoundError, PermissionError, ProcessLookupError):
                pass  # It has ended, or it is somebody else's.
    return found


def left_alive(mark, seconds):
    """What `marked` still finds after so long, at most; it waits no longer than until there is nothing."""
    end = time.monotonic() + seconds
    while (alive := marked(mark)) and time.monotonic() < end:
        time.sleep(0.02)
    return alive


class Run(NamedTuple):
    code: int  # minus the signal's number where one ended it
    out: str
    err: str


class BalakTest(unittest.TestCase):
    """A test with an empty folder, in which balak runs."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="balak-cli-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, content):
        """Writes a file: bytes, text, or anything else as JSON."""
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def start(self, *arguments, under=(), **options):
        """Starts balak without waiting for it, `under` another command. No terminal, whatever the test itself runs in."""
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        return subprocess.Popen([*under, BALAK, *map(str, arguments)], cwd=self.folder, encoding="utf-8", **options)

    def balak(self, *arguments, given=None, **options):
        """Runs balak to its end; `given` is its standard input."""
        if given is not None:
            options["stdin"] = subprocess.PIPE
        with self.start(*arguments, **options) as process:
            try:
                out, err = process.communicate(given, timeout=TIME_LIMIT)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        return Run(process.returncode, out, err)

    def good(self, *arguments, **options):
        """Runs balak, which must succeed and have nothing to complain about. Returns its standard output."""
        run = self.balak(*arguments, **options)
        self.assertEqual((run.code, PROGRESS.sub("", run.err)), (0, ""), arguments)
        return run.out

    def results_of(self, config, *arguments):
        """Plays a config and returns its results."""
        self.write("config.json", config)
        self.good("tournament", "config.json", "--output", "results.json", *arguments)
        return self.json("results.json")

    def json(self, name):
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def statistics_text(self, name):
        """What stands under `statistics` in a results file, as it stands there."""
        text = (self.folder / name).read_text(encoding="utf-8")
        begin = text.index('\n  "statistics": ')
        return text[begin : text.index('\n  "run": ', begin)]

    def records(self, name):
        """The rounds in a record file."""
        return [json.loads(line) for line in (self.folder / name).read_text(encoding="utf-8").splitlines()]

    def files(self):
        """All files in the folder, by relative path."""
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if not path.is_dir())
