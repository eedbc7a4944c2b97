"""Interrupted runs, shards and several processes, from the command line.

Usage: long_runs_test.py BALAK [--mpirun MPIRUN] [UNITTEST OPTIONS]
"""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BALAK = os.path.abspath(sys.argv.pop(1))
MPIRUN = None
if "--mpirun" in sys.argv:
    place = sys.argv.index("--mpirun")
    MPIRUN = sys.argv[place + 1]
    del sys.argv[place:place + 2]

CONFIG = {
    "rules": ["playboard", "la-plaza-pairs+short"],
    "strategies": ["random", "doubles-first", "tile-counting"],
    "matches": 301,
    "seed": 5,
    "output": {"results": "run.json", "records": "run.jsonl", "record_matches": 70},
}
SLOW = {
    "rules": "playboard",
    "strategies": ["random", "monte-carlo:determinizations=20"],
    "matches": 1500,
    "output": {"results": "run.json", "records": "run.jsonl", "record_matches": 1500},
}


def read(name):
    with open(name, "rb") as file:
        return file.read()


def part(name, key):
    """The text of `config` or `statistics` in a results file."""
    text = read(name).decode()
    following = {"config": "statistics", "statistics": "run"}[key]
    return text[text.index(f'\n  "{key}":'):text.index(f'\n  "{following}":')]


class InAFolder(unittest.TestCase):
    """Each test has a folder of its own, with a config."""

    config = CONFIG

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        self.write_config()

    def write_config(self, **changes):
        with open("c.json", "w", encoding="utf-8") as file:
            json.dump({"name": "run", **self.config, **changes}, file)

    def balak(self, *arguments, status=0, before=(), seconds="5", **others):
        """Runs balak and returns what it printed to both streams."""
        environment = dict(os.environ, BALAK_CHECKPOINT_SECONDS=seconds)
        done = subprocess.run([*before, BALAK, *arguments], env=environment, capture_output=True, text=True,
                              timeout=300, **others)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def refuses(self, sentence, *arguments):
        self.assertIn(sentence, self.balak(*arguments, status=2))

    def interrupt(self, *arguments, how=signal.SIGINT):
        """Starts balak, sends it a signal once records come, and returns what it printed."""
        process = subprocess.Popen([BALAK, "tournament", "c.json", *arguments], stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        end = time.monotonic() + 60
        while not (os.path.exists("run.jsonl") and os.path.getsize("run.jsonl") > 0) and time.monotonic() < end:
            time.sleep(0.002)
        process.send_signal(how)
        text, _ = process.communicate()
        self.assertEqual(process.returncode, 130, text)
        return text


class Resuming(InAFolder):
    config = SLOW

    def whole(self):
        """Plays the run without an interruption and remembers what came out."""
        self.balak("tournament", "c.json", "--output", "whole.json", "--records", "whole.jsonl")
        return part("whole.json", "statistics"), read("whole.jsonl")

    def test_an_interrupted_run_goes_on_to_the_same_end_on_any_number_of_threads(self):
        expected = self.whole()
        for how, threads in ((signal.SIGINT, "1"), (signal.SIGTERM, "5")):
            text = self.interrupt("--threads", "2", how=how)
            self.assertIn("--resume goes on with it", text)
            self.assertFalse(json.loads(read("run.json"))["run"]["complete"])
            self.balak("tournament", "c.json", "--resume", "--threads", threads)
            self.assertEqual((part("run.json", "statistics"), read("run.jsonl")), expected)
            self.assertEqual(sorted(os.listdir()), ["c.json", "run.json", "run.jsonl", "whole.json", "whole.jsonl"])
            os.remove("run.jsonl")

    def test_a_match_resumes_too(self):
        arguments = ["match", "random", "monte-carlo:determinizations=20", "--matches", "1500", "--output", "run.json"]
        self.balak(*arguments)
        expected = part("run.json", "statistics")
        process = subprocess.Popen([BALAK, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=dict(os.environ, BALAK_CHECKPOINT_SECONDS="0"))
        while not os.path.exists("run.json.checkpoint"):
            time.sleep(0.001)
        process.kill()
        process.wait()
        self.balak(*arguments, "--resume")
        self.assertEqual(part("run.json", "statistics"), expected)

    def test_a_checkpoint_is_never_overwritten_unasked(self):
        self.interrupt()
        kept, records = read("run.json.checkpoint"), read("run.jsonl")
        self.refuses("--resume goes on with it, --restart throws it away", "tournament", "c.json")
        self.refuses('"seed" is 1 there and 2 here', "tournament", "c.json", "--resume", "--seed", "2")
        self.refuses('"record_matches" is 1500 there and 10 here', "tournament", "c.json", "--resume",
                     "--record-matches", "10")
        self.refuses("exclude each other", "tournament", "c.json", "--resume", "--restart")
        self.write_config(strategies=["random", "tile-counting"])
        self.refuses('"strategies[1].name" is "monte-carlo:determinizations=20" there and "tile-counting" here', "tournament", "c.json",
                     "--resume")
        self.assertEqual((read("run.json.checkpoint"), read("run.jsonl")), (kept, records))
        self.balak("tournament", "c.json", "--restart", "--matches", "100")
        self.assertFalse(os.path.exists("run.json.checkpoint"))

    def test_a_torn_or_foreign_checkpoint_is_refused_and_stays(self):
        self.interrupt()
        whole, records = read("run.json.checkpoint"), read("run.jsonl")
        for text, sentence in ((whole[:-100], "it is torn, or no checkpoint of balak"),
                               (whole.replace(b'"stopped": false', b'"stopped": true', 1), "its checksum does not fit"),
                               (b'{"a": 1}', "it is no checkpoint of balak"), (b"", "it is torn")):
            with open("run.json.checkpoint", "wb") as file:
                file.write(text)
            self.refuses(sentence, "tournament", "c.json", "--resume")
            self.assertEqual((read("run.json.checkpoint"), read("run.jsonl")), (text, records))

    def test_records_that_are_not_those_of_the_checkpoint_are_refused(self):
        self.interrupt()
        os.truncate("run.jsonl", 10)
        self.refuses("run.jsonl: the records cannot be gone on with: it has 10 bytes", "tournament", "c.json",
                     "--resume")
        os.remove("run.jsonl")
        self.refuses("run.jsonl: the records cannot be gone on with: No such file", "tournament", "c.json", "--resume")
        self.assertFalse(os.path.exists("run.jsonl"))

    def test_without_a_checkpoint_it_says_so_and_begins(self):
        self.assertIn("there is no checkpoint run.json.checkpoint; the run starts from the beginning",
                      self.balak("tournament", "c.json", "--matches", "100", "--resume"))
        self.refuses("--resume needs a results file", "match", "random", "random", "--resume")

    def test_a_full_disk_keeps_what_was_good(self):
        expected = self.whole()
        self.interrupt()
        kept = read("run.json.checkpoint")

        def full_disk():
            # No file may grow beyond this: a write fails, as on a full disk.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

        text = self.balak("tournament", "c.json", "--resume", status=1, seconds="0", preexec_fn=full_disk)
        self.assertIn("run.json.checkpoint: the checkpoint cannot be written: File too large", text)
        self.assertIn("records cannot be written: File too large", text)
        self.assertIn("run.json: cannot be written", text)
        self.assertEqual(read("run.json.checkpoint"), kept)
        self.balak("tournament", "c.json", "--resume")
        self.assertEqual((part("run.json", "statistics"), read("run.jsonl")), expected)

    def test_devices_and_folders_that_cannot_be_written(self):
        text = self.balak("tournament", "c.json", "--matches", "100", "--output", "/dev/full", status=1)
        self.assertIn("/dev/full: cannot be written: No space left on device", text)
        self.assertIn('"statistics"', text)
        self.assertFalse(os.path.exists("/dev/full.checkpoint"))
        text = self.balak("tournament", "c.json", "--matches", "100", "--records", "/dev/full", status=1)
        self.assertIn("/dev/full: records cannot be written: No space left on device", text)
        self.refuses("/proc/run.json: cannot be written", "tournament", "c.json", "--output", "/proc/run.json")
        self.balak("tournament", "c.json", "--matches", "100", "--output", "/dev/null", "--records", "/dev/null")


class Shards(InAFolder):
    def play_shards(self, count, *options):
        for number in range(1, count + 1):
            self.balak("tournament", "c.json", "--shard", f"{number}/{count}", *options)

    def test_three_merged_are_one_run(self):
        self.balak("tournament", "c.json")
        expected = [part("run.json", "config"), part("run.json", "statistics"), read("run.jsonl")]
        os.remove("run.json")
        os.remove("run.jsonl")
        self.play_shards(3)
        shards = [f"run.{number}-of-3.json" for number in (2, 3, 1)]
        self.balak("merge", *shards, "--output", "run.json", "--records", "run.jsonl")
        self.assertEqual([part("run.json", "config"), part("run.json", "statistics"), read("run.jsonl")], expected)
        # The tables need no file.
        self.assertIn("tile-counting", self.balak("merge", *shards))

    def test_a_shard_is_interrupted_and_resumed(self):
        self.balak("tournament", "c.json", "--output", "whole.json")
        self.play_shards(2)
        done = read("run.2-of-2.json")
        process = subprocess.Popen([BALAK, "tournament", "c.json", "--shard", "2/2"], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, env=dict(os.environ, BALAK_CHECKPOINT_SECONDS="0"))
        while process.poll() is None and not os.path.exists("run.2-of-2.json.checkpoint"):
            time.sleep(0.0005)
        process.kill()
        process.wait()
        self.balak("tournament", "c.json", "--shard", "2/2", "--resume")
        self.assertEqual(part("run.2-of-2.json", "statistics").encode(),
                         done[done.index(b'\n  "statistics":'):done.index(b'\n  "run":')])
        self.balak("merge", "run.1-of-2.json", "run.2-of-2.json", "--output", "run.json")
        self.assertEqual(part("run.json", "statistics"), part("whole.json", "statistics"))

    def test_a_match_with_house_rules_in_shards(self):
        words = ["match", "random", "random", "--rules", "la-plaza-pairs+short+capicu-25", "--matches", "90"]
        self.balak(*words, "--output", "whole.json")
        for number in (1, 2):
            self.balak(*words, "--shard", f"{number}/2", "--output", f"{number}.json")
        self.balak("merge", "1.json", "2.json", "--output", "both.json")
        self.assertEqual(part("both.json", "statistics"), part("whole.json", "statistics"))
        self.refuses("--shard needs a results file", *words, "--shard", "1/2")

    def test_merge_refuses_what_is_no_whole(self):
        self.play_shards(3)
        self.balak("tournament", "c.json")
        a, b, c = (f"run.{number}-of-3.json" for number in (1, 2, 3))
        self.refuses("shard 3/3 is missing: 2 of 3 are there", "merge", a, b, "--output", "x.json")
        self.refuses(f"shard 2/3 is there twice: {b} and {b}", "merge", a, b, c, b)
        self.refuses("run.json: it is no shard", "merge", a, b, "run.json")
        self.refuses("c.json: it is no results file of balak", "merge", a, b, "c.json")
        self.balak("tournament", "c.json", "--shard", "3/3", "--seed", "6", "--output", "other.json", "--records", "o")
        self.refuses('other.json: it is of another run than run.1-of-3.json: "seed" is 5 there and 6 here', "merge", a,
                     b, "other.json")
        with open(c, "rb") as file:
            text = file.read()
        with open("changed.json", "wb") as file:
            file.write(text.replace(b'"record_bytes": ', b'"record_bytes": 1', 1))
        self.refuses("its checksum does not fit", "merge", a, b, "changed.json")
        with open("run.2-of-3.jsonl", "ab") as file:
            file.write(b"x")
        self.refuses("run.2-of-3.jsonl: it has", "merge", a, b, c, "--records", "all.jsonl")
        self.assertFalse(os.path.exists("x.json"))

    def test_a_shard_that_is_none_is_refused(self):
        for text in ("0/3", "4/3", "1/0", "1", "a/b", "1/2/3", "-1/2"):
            self.refuses("expected I/N, part I (from 1 to N) of N", "tournament", "c.json", f"--shard={text}")


@unittest.skipUnless(MPIRUN, "this balak is built without MPI")
class Processes(InAFolder):
    def mpi(self, count, *arguments, **others):
        return self.balak(*arguments, before=(MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", str(count)),
                          **others)

    def test_three_processes_are_one_run(self):
        self.balak("tournament", "c.json")
        expected = [part("run.json", "config"), part("run.json", "statistics"), read("run.jsonl")]
        for count in (1, 3):
            os.remove("run.json")
            os.remove("run.jsonl")
            self.mpi(count, "tournament", "c.json")
            self.assertEqual([part("run.json", "config"), part("run.json", "statistics"), read("run.jsonl")], expected)
            self.assertEqual(sorted(os.listdir()), ["c.json", "run.json", "run.jsonl"])

    def test_what_one_process_refuses_ends_them_all(self):
        with open("run.2-of-3.json.checkpoint", "w", encoding="utf-8"):
            pass
        text = self.mpi(3, "tournament", "c.json", status=2)
        self.assertIn("run.2-of-3.json.checkpoint: an earlier run was interrupted", text)
        self.assertFalse(os.path.exists("run.json"))

    def test_killed_processes_go_on(self):
        self.write_config(matches=6000)
        self.balak("tournament", "c.json")
        expected = part("run.json", "statistics"), read("run.jsonl")
        os.remove("run.json")
        process = subprocess.Popen([MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", "3", BALAK, "tournament",
                                    "c.json"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=dict(os.environ, BALAK_CHECKPOINT_SECONDS="0.01"))
        end = time.monotonic() + 60
        while not os.path.exists("run.2-of-3.json.checkpoint") and time.monotonic() < end:
            time.sleep(0.002)
        process.kill()
        process.wait()
        time.sleep(1)  # the processes notice that mpirun is gone
        self.mpi(3, "tournament", "c.json", "--resume")
        self.assertEqual((part("run.json", "statistics"), read("run.jsonl")), expected)


if __name__ == "__main__":
    unittest.main()
