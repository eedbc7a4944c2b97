"""Interrupted runs that go on, and runs in shards: the end is the same, byte for byte, and nothing is lost."""

import os
import resource
import signal
import time
import unittest

from balak_runs import TIME_LIMIT
from saved_runs import SavedRunTest, part, read

SLOW = {
    "rules": "playboard",
    "strategies": ["random", "monte-carlo:determinizations=20"],
    "matches": 700,
    "output": {"results": "run.json", "records": "run.jsonl", "record_matches": 700},
}
RUN = ("tournament", "c.json")


class Resuming(SavedRunTest):
    config = SLOW

    def whole(self, *arguments):
        """Plays the run without an interruption and remembers what came out."""
        self.good(*RUN, "--output", "whole.json", "--records", "whole.jsonl", *arguments)
        return part("whole.json", "statistics"), read("whole.jsonl")

    def interrupt(self, *arguments, how=signal.SIGINT):
        """Sends a run a signal once records come. Returns what it said."""
        with self.start(*RUN, *arguments) as process:
            end = time.monotonic() + TIME_LIMIT
            while not (os.path.exists("run.jsonl") and os.path.getsize("run.jsonl") > 0):
                self.assertLess(time.monotonic(), end, "waited in vain")
                time.sleep(0.002)
            process.send_signal(how)
            _, err = process.communicate(timeout=TIME_LIMIT)
        self.assertEqual(process.returncode, 130, err)
        return err

    def test_an_interrupted_run_goes_on_to_the_same_end_on_any_number_of_threads(self):
        expected = self.whole()
        for how, threads in ((signal.SIGINT, "1"), (signal.SIGTERM, "5"), (signal.SIGHUP, "2")):
            self.assertIn("--resume goes on with it", self.interrupt("--threads", "2", how=how))
            self.assertIs(self.json("run.json")["run"]["complete"], False)
            self.good(*RUN, "--resume", "--threads", threads)
            self.assertEqual((part("run.json", "statistics"), read("run.jsonl")), expected)
            self.assertEqual(self.files(), ["c.json", "run.json", "run.jsonl", "whole.json", "whole.jsonl"])
            os.remove("run.jsonl")

    def test_a_sequential_test_goes_on_to_the_same_decision(self):
        # Undecided until the last deal, so that it cannot end before it is interrupted.
        stop = ("--stop", "sprt:h0=0,h1=0.01")
        expected = self.whole(*stop)
        self.interrupt("--threads", "2", *stop)
        self.good(*RUN, "--resume", "--threads", "5", *stop)
        self.assertEqual((part("run.json", "statistics"), read("run.jsonl")), expected)
        self.assertGreater(self.json("run.json")["statistics"][0]["pairings"][0]["stop"]["looks"], 10)

    def test_a_match_resumes_too(self):
        arguments = ["match", "random", "monte-carlo:determinizations=20", "--matches", "1500", "--output", "run.json"]
        self.good(*arguments)
        expected = part("run.json", "statistics")
        self.killed("run.json.checkpoint", *arguments)
        self.good(*arguments, "--resume")
        self.assertEqual(part("run.json", "statistics"), expected)

    def test_a_checkpoint_is_never_overwritten_unasked(self):
        self.interrupt()
        kept, records = read("run.json.checkpoint"), read("run.jsonl")
        self.refuses("--resume goes on with it, --restart throws it away", *RUN)
        self.refuses('"seed" is 1 there and 2 here', *RUN, "--resume", "--seed", "2")
        self.refuses('"record_matches" is 700 there and 10 here', *RUN, "--resume", "--record-matches", "10")
        self.write_config(strategies=["random", "tile-counting"])
        self.refuses('"strategies[1].name" is "monte-carlo:determinizations=20" there and "tile-counting" here',
                     *RUN, "--resume")
        self.assertEqual((read("run.json.checkpoint"), read("run.jsonl")), (kept, records))
        self.good(*RUN, "--restart", "--matches", "100")
        self.assertFalse(os.path.exists("run.json.checkpoint"))

    def test_a_torn_or_foreign_checkpoint_is_refused_and_stays(self):
        self.interrupt()
        whole, records = read("run.json.checkpoint"), read("run.jsonl")
        for text, sentence in ((whole[:-100], "it is torn, or no checkpoint of balak"),
                               (whole.replace(b'"stopped": false', b'"stopped": true', 1), "its checksum does not fit"),
                               (b'{"a": 1}', "it is no checkpoint of balak"), (b"", "it is torn")):
            self.write("run.json.checkpoint", text)
            self.refuses(sentence, *RUN, "--resume")
            self.assertEqual((read("run.json.checkpoint"), read("run.jsonl")), (text, records))

    def test_records_that_are_not_those_of_the_checkpoint_are_refused(self):
        self.interrupt()
        os.truncate("run.jsonl", 10)
        self.refuses("run.jsonl: the records cannot be gone on with: it has 10 bytes", *RUN, "--resume")
        os.remove("run.jsonl")
        self.refuses("run.jsonl: the records cannot be gone on with: No such file", *RUN, "--resume")
        self.assertFalse(os.path.exists("run.jsonl"))

    def test_without_a_checkpoint_it_says_so_and_begins(self):
        self.assertIn("there is no checkpoint run.json.checkpoint; the run starts from the beginning",
                      self.ends(0, *RUN, "--matches", "100", "--resume"))

    def test_a_full_disk_keeps_what_was_good(self):
        expected = self.whole()
        self.interrupt()
        kept = read("run.json.checkpoint")

        def full_disk():
            # No file may grow beyond this: a write fails, as on a full disk.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

        said = self.ends(1, *RUN, "--resume", seconds=0, preexec_fn=full_disk, restore_signals=False)
        self.assertIn("run.json.checkpoint: the checkpoint cannot be written: File too large", said)
        self.assertIn("records cannot be written: File too large", said)
        self.assertIn("run.json: cannot be written", said)
        self.assertEqual(read("run.json.checkpoint"), kept)
        self.good(*RUN, "--resume")
        self.assertEqual((part("run.json", "statistics"), read("run.jsonl")), expected)

    def test_devices_have_no_checkpoint_and_a_folder_that_cannot_be_written_is_refused(self):
        self.ends(1, *RUN, "--matches", "100", "--output", "/dev/full", seconds=0)
        self.assertFalse(os.path.exists("/dev/full.checkpoint"))
        self.good(*RUN, "--matches", "100", "--output", "/dev/null", "--records", "/dev/null")
        self.refuses("/proc/run.json: cannot be written", *RUN, "--output", "/proc/run.json")


class Shards(SavedRunTest):
    def play_shards(self, count):
        for number in range(1, count + 1):
            self.good(*RUN, "--shard", f"{number}/{count}")

    def test_three_merged_are_one_run(self):
        self.good(*RUN)
        expected = [part("run.json", "config"), part("run.json", "statistics"), read("run.jsonl")]
        os.remove("run.json")
        os.remove("run.jsonl")
        self.play_shards(3)
        shards = [f"run.{number}-of-3.json" for number in (2, 3, 1)]
        self.good("merge", *shards, "--output", "run.json", "--records", "run.jsonl")
        self.assertEqual([part("run.json", "config"), part("run.json", "statistics"), read("run.jsonl")], expected)
        # The tables need no file.
        self.assertIn("tile-counting", self.good("merge", *shards))

    def test_one_is_killed_and_resumed(self):
        self.good(*RUN, "--output", "whole.json")
        self.play_shards(2)
        expected = part("run.2-of-2.json", "statistics")
        self.killed("run.2-of-2.json.checkpoint", *RUN, "--shard", "2/2")
        self.good(*RUN, "--shard", "2/2", "--resume")
        self.assertEqual(part("run.2-of-2.json", "statistics"), expected)
        self.good("merge", "run.1-of-2.json", "run.2-of-2.json", "--output", "run.json")
        self.assertEqual(part("run.json", "statistics"), part("whole.json", "statistics"))

    def test_a_match_with_house_rules_in_shards(self):
        match = ["match", "random", "random", "--rules", "la-plaza-pairs+short+capicu-25", "--matches", "90"]
        self.good(*match, "--output", "whole.json")
        for number in (1, 2):
            self.good(*match, "--shard", f"{number}/2", "--output", f"{number}.json")
        self.good("merge", "1.json", "2.json", "--output", "both.json")
        self.assertEqual(part("both.json", "statistics"), part("whole.json", "statistics"))

    def test_merge_refuses_what_is_no_whole(self):
        self.play_shards(3)
        self.good(*RUN)
        a, b, c = (f"run.{number}-of-3.json" for number in (1, 2, 3))
        self.refuses("shard 3/3 is missing: 2 of 3 are there", "merge", a, b, "--output", "x.json")
        self.refuses(f"shard 2/3 is there twice: {b} and {b}", "merge", a, b, c, b)
        self.refuses("run.json: it is no shard", "merge", a, b, "run.json")
        self.refuses("c.json: it is no results file of balak", "merge", a, b, "c.json")
        self.good(*RUN, "--shard", "3/3", "--seed", "6", "--output", "other.json", "--records", "o")
        self.refuses('other.json: it is of another run than run.1-of-3.json: "seed" is 5 there and 6 here', "merge", a,
                     b, "other.json")
        self.write("changed.json", read(c).replace(b'"record_bytes": ', b'"record_bytes": 1', 1))
        self.refuses("its checksum does not fit", "merge", a, b, "changed.json")
        with open("run.2-of-3.jsonl", "ab") as file:
            file.write(b"x")
        self.refuses("run.2-of-3.jsonl: it has", "merge", a, b, c, "--records", "all.jsonl")
        self.assertFalse(os.path.exists("x.json"))

    def test_merge_overwrites_no_shard_and_no_records_before_all_is_there(self):
        self.play_shards(2)
        shards = ["run.1-of-2.json", "run.2-of-2.json"]
        os.symlink(shards[0], "link.json")
        kept = {name: read(name) for name in [*shards, "run.1-of-2.jsonl", "run.2-of-2.jsonl"]}
        for option in ("--output", "--records"):
            for name in [*kept, "./run.1-of-2.json", "link.json"]:
                self.refuses(f"{name}: it belongs to a shard and would be overwritten", "merge", *shards, option, name)
        self.assertEqual({name: read(name) for name in kept}, kept)
        self.write("earlier.jsonl", b"earlier\n")
        os.remove("run.2-of-2.jsonl")
        self.refuses("run.2-of-2.jsonl: the records of a shard cannot be read", "merge", *shards, "--records",
                     "earlier.jsonl")
        self.assertEqual(read("earlier.jsonl"), b"earlier\n")

    def test_what_is_no_shard_is_refused(self):
        for text in ("0/3", "4/3", "1/0", "1", "a/b", "1/2/3", "-1/2"):
            self.refuses("expected I/N, part I (from 1 to N) of N", *RUN, f"--shard={text}")


if __name__ == "__main__":
    unittest.main()
