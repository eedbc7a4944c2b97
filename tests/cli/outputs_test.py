"""What a run writes stays whole, and what is not its own stays as it is: closed descriptors, readers who leave, limits,
two runs at once, links, and files that only look like the run's."""

import json
import os
import resource
import signal
import socket
import stat
import subprocess
import time
import unittest

from balak_runs import AS_FILES_SAY, AS_OTHER_USER, BALAK, TIME_LIMIT
from saved_runs import SavedRunTest, part, read, saving_every

MATCH = ("match", "random", "greedy-heavy", "--matches", "40", "--threads", "1")
LONG = ("match", "random", "greedy-heavy", "--matches", "100000000", "--threads", "1")


def closing(*descriptors):
    """For a child: closes these before balak begins."""
    def close():
        for descriptor in descriptors:
            os.close(descriptor)
    return close


class OutputTest(SavedRunTest):
    def setUp(self):
        super().setUp()
        os.remove("c.json")

    def run_until(self, file, *arguments, how=signal.SIGINT, **options):
        """Runs balak until a file has something in it, then sends a signal. Returns its end."""
        with self.start(*arguments, env=saving_every(0), **options) as process:
            end = time.monotonic() + TIME_LIMIT
            while process.poll() is None and not (os.path.exists(file) and os.path.getsize(file) > 0):
                self.assertLess(time.monotonic(), end, "waited in vain")
                time.sleep(0.001)
            process.send_signal(how)
            out, err = process.communicate(timeout=TIME_LIMIT)
        return process.returncode, out, err

    def check_records(self, name):
        self.assertIn(" 0 violations", self.good("check", name))


class Resuming(OutputTest):
    """Row 1: only the run's own records are gone on with."""
    RUN = (*LONG, "--output", "r.json", "--record-matches", "100000000")

    def setUp(self):
        super().setUp()
        code, _, err = self.run_until("r.json.checkpoint", *self.RUN, "--records", "a.jsonl")
        self.assertEqual(code, 130, err)
        self.assertGreater(json.loads(read("r.json.checkpoint"))["state"]["record_bytes"], 1000)

    def refused(self, name, text):
        self.write(name, text)
        self.refuses(f"{name}: the records cannot be gone on with: these are not the records of the checkpoint, or "
                     "they were changed", *self.RUN, "--records", name, "--resume")
        self.assertEqual(read(name), text)

    def test_into_another_file_is_refused(self):
        self.refused("diary.txt", b"Dear diary\n" * 1_000_000)

    def test_into_edited_records_of_the_same_size_is_refused(self):
        records = read("a.jsonl")
        self.refused("a.jsonl", records.replace(b'"round":0', b'"round":9', 1))

    def test_records_on_no_file_have_no_checkpoint_that_could_not_be_gone_on_with(self):
        self.good(*MATCH, "--output", "n.json", "--records", "/dev/null", env=saving_every(0))
        self.assertFalse(os.path.exists("n.json.checkpoint"))
        self.refuses("--resume cannot go on with records that go to no file", *self.RUN, "--records", "-", "--resume")


class Descriptors(OutputTest):
    """Row 2: no file is ever opened as standard input, output or error."""

    def test_closed_ones_spoil_nothing(self):
        self.good(*MATCH, "--records", "e.jsonl", "--output", "e.json")
        expected = read("e.jsonl"), part("e.json", "statistics")
        for closed in ((0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)):
            run = self.balak(*MATCH, "--records", "r.jsonl", "--output", "r.json", preexec_fn=closing(*closed))
            # That the tables did not arrive is a failure, and all there is.
            self.assertEqual(run.code, 1 if 1 in closed else 0, run.err)
            self.assertEqual((read("r.jsonl"), part("r.json", "statistics")), expected)

    def test_signals_are_not_told_to_a_file(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            code, _, _ = self.run_until("r.jsonl", *LONG, "--records", "r.jsonl", "--record-matches", "100000000",
                                        "--output", "r.json", "--restart", how=how, preexec_fn=closing(2))
            self.assertEqual(code, 130)
            self.check_records("r.jsonl")
            os.remove("r.jsonl")


class Readers(OutputTest):
    """Row 3: a reader who leaves takes nothing with him but what he did not read. Row 13: one who does not come."""

    def gone(self, *arguments, **streams):
        reading, writing = os.pipe()
        os.close(reading)
        try:
            return self.balak(*arguments, **{stream: writing for stream in streams})
        finally:
            os.close(writing)

    def test_results_are_there_whoever_has_gone(self):
        run = self.gone(*MATCH, "--records", "-", "--output", "q.json", stdout=True)
        self.assertEqual(run.code, 1)
        self.assertIn("records cannot be written: Broken pipe", run.err)
        self.assertIn("failure", self.json("q.json")["run"])
        run = self.gone(*MATCH, "--output", "q.json", stdout=True)
        self.assertEqual((run.code, run.err), (1, "balak: standard output cannot be written: Broken pipe\n"))
        self.assertIs(self.json("q.json")["run"]["complete"], True)
        run = self.gone(*MATCH, "--output", "q.json", stdout=True, stderr=True)
        self.assertEqual(run.code, 1)
        self.assertIs(self.json("q.json")["run"]["complete"], True)

    def test_progress_that_nobody_reads_ends_no_run(self):
        reading, writing = os.pipe()
        os.close(reading)
        with self.start(*LONG, "--output", "q.json", stderr=writing) as process:
            os.close(writing)
            time.sleep(10.5)  # so long until a log gets a line
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=TIME_LIMIT)
        self.assertEqual(process.returncode, 130)
        self.assertGreater(self.json("q.json")["statistics"][0]["totals"]["deals"], 0)

    def test_a_pipe_whose_reader_leaves_is_a_failed_write(self):
        os.mkfifo("pipe")
        with self.start(*LONG, "--records", "pipe", "--record-matches", "100000000", "--output", "q.json") as process:
            with open("pipe", "rb") as reader:
                reader.readline()
            _, err = process.communicate(timeout=TIME_LIMIT)
        self.assertEqual(process.returncode, 1)
        self.assertIn("pipe: records cannot be written: Broken pipe", err)
        self.assertIs(self.json("q.json")["run"]["complete"], False)

    def test_other_commands_say_so_too(self):
        self.good(*MATCH, "--output", "q.json", "--records", "q.jsonl")
        for arguments in (("rules",), ("strategies",), ("compare", "q.json"), ("check", "q.jsonl"),
                          ("replay", "q.jsonl"), ("--help",), ("match", "--help"), ("bench", "--list")):
            run = self.gone(*arguments, stdout=True)
            self.assertEqual((run.code, run.err), (1, "balak: standard output cannot be written: Broken pipe\n"))

    def test_the_first_signal_ends_the_wait_for_a_reader_and_earlier_results_stay(self):
        os.mkfifo("pipe")
        self.good(*MATCH, "--output", "q.json", "--records", "q.jsonl")
        kept = read("q.json"), read("q.jsonl")
        code, _, err = self.run_until("q.json.lock", *MATCH, "--records", "pipe", "--output", "q.json")
        self.assertEqual(code, 130)
        self.assertIn("balak: pipe: interrupted before anybody read it\n", err)
        code, out, err = self.run_until("n.jsonl", *MATCH, "--records", "n.jsonl", "--output", "pipe")
        self.assertEqual(code, 1, err)
        self.assertGreater(json.loads(out)["statistics"][0]["totals"]["deals"], 0)
        self.assertEqual((read("q.json"), read("q.jsonl")), kept)

    def test_the_first_signal_ends_the_wait_for_a_reader_who_does_not_read(self):
        os.mkfifo("pipe")
        with self.start(*LONG, "--records", "pipe", "--record-matches", "100000000", "--output", "q.json") as process:
            with open("pipe", "rb") as reader:
                reader.read(1)
                time.sleep(1)
                process.send_signal(signal.SIGINT)
                _, err = process.communicate(timeout=TIME_LIMIT)
        self.assertEqual(process.returncode, 130, err)
        self.assertIs(self.json("q.json")["run"]["complete"], False)


class Limits(OutputTest):
    """Row 4: a file that may not grow is a failed write, and nothing half written stays."""

    def test_a_limit_of_the_size_of_files(self):
        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

        run = self.balak(*MATCH, "--output", "o.json", preexec_fn=limited)
        self.assertEqual(run.code, 1)
        self.assertIn("o.json: cannot be written: File too large; the results go to standard output instead", run.err)
        self.assertIs(json.loads(run.out)["run"]["complete"], True)
        self.assertEqual([name for name in self.files() if name.endswith((".tmp", ".lock"))], [])
        run = self.balak(*MATCH, "--records", "r.jsonl", "--output", "-", preexec_fn=limited)
        self.assertEqual(run.code, 1)
        self.assertIn("r.jsonl: records cannot be written: File too large", run.err)
        # No half record stays at the end.
        self.check_records("r.jsonl") if os.path.getsize("r.jsonl") > 0 else None

    def test_threads_that_cannot_be_made_are_done_without(self):
        """Row 5."""
        expected = self.balak(*MATCH, "--output", "-").out
        run = self.balak(*MATCH[:-1], "8", "--output", "-", under=[*AS_OTHER_USER, "prlimit", "--nproc=3"])
        self.assertEqual(run.code, 0, run.err)
        self.assertRegex(run.err, r"balak: only \d of 8 threads can be made \(Resource temporarily unavailable\)")
        self.assertEqual(json.loads(run.out)["statistics"], json.loads(expected)["statistics"])


class TwoRuns(OutputTest):
    """Row 6: one run at a time on a file."""

    def test_the_second_run_is_refused_and_says_who_writes(self):
        os.mkdir("d")
        os.symlink("d/o.json", "link.json")
        with self.start(*LONG, "--records", "r.jsonl", "--output", "d/o.json") as first:
            self.wait_for("r.jsonl", first)
            who = f"process {first.pid} on {socket.gethostname()}"
            for name, other in (("d/o.json", ("--output", "d/o.json")), ("link.json", ("--output", "link.json")),
                                ("r.jsonl", ("--records", "r.jsonl", "--output", "else.json"))):
                self.refuses(f"{name}: another run is writing to it ({who})".replace("link.json", "d/o.json"), *MATCH,
                             *other)
            self.assertEqual(read("d/o.json.lock").decode().splitlines()[0], "balak runs here: " + who)
            first.send_signal(signal.SIGINT)
            first.communicate(timeout=TIME_LIMIT)
        self.check_records("r.jsonl")

    def test_a_lock_dies_with_its_process_and_takes_what_was_half_written(self):
        with self.start(*LONG, "--output", "o.json") as process:
            self.wait_for("o.json.lock", process)
            while not read("o.json.lock").endswith(b".tmp\n"):
                time.sleep(0.001)
            process.kill()
        half = read("o.json.lock").decode().splitlines()[1].removeprefix("It writes to: ")
        self.assertTrue(half.startswith("o.json.") and half.endswith(".tmp"), half)
        self.write(half, "half a res")
        self.write("o.json.123.tmp", "my own")
        self.good(*MATCH, "--output", "o.json")
        # Row 15: what only looks like balak's own stays.
        self.assertEqual(self.files(), ["o.json", "o.json.123.tmp"])

    def test_a_lock_that_is_somebody_elses_file_stays_as_it_is(self):
        for text in ("my own\n", ""):
            self.write("o.json.lock", text)
            self.good(*MATCH, "--output", "o.json")
            self.assertEqual(read("o.json.lock").decode(), text)
        os.remove("o.json.lock")
        os.symlink("o.json", "o.json.lock")
        self.refuses("its lock goes to o.json.lock, which is no file", *MATCH, "--output", "o.json")


class NothingPlayed(OutputTest):
    """Row 11: a run that played nothing leaves everything."""

    def test_ctrl_c_at_any_moment_leaves_good_results_or_better(self):
        self.good(*MATCH, "--records", "r.jsonl", "--output", "o.json")
        kept = read("o.json"), read("r.jsonl")
        for number in range(40):
            with self.start(*LONG, "--records", "r.jsonl", "--output", "o.json", "--restart") as process:
                time.sleep(number * 0.001)
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=TIME_LIMIT)
            self.assertIn(process.returncode, (130, -signal.SIGINT))
            results = self.json("o.json")
            if (read("o.json"), read("r.jsonl")) != kept:
                self.assertGreater(results["statistics"][0]["totals"]["deals"], 0)
                self.check_records("r.jsonl")

    def test_a_match_that_cannot_be_won(self):
        rules = {"preset": "playboard", "max_pip": 1, "hand_size": 1, "starter": "random-non-double"}
        self.write("c.json", {"rules": rules, "strategies": ["random", "greedy-heavy"], "matches": 4,
                              "output": {"results": "o.json", "records": "r.jsonl"}})
        self.write("o.json", "earlier")
        self.write("r.jsonl", "earlier")
        self.assertIn("o.json: nothing was played, it stays as it was", self.ends(1, "tournament", "c.json"))
        self.assertEqual((read("o.json"), read("r.jsonl")), (b"earlier", b"earlier"))


class OneFileTwice(OutputTest):
    """Row 12: no file is written as two things, or read and written."""

    def test_a_link_to_what_is_not_there_yet(self):
        os.symlink("s.json", "s2.json")
        self.refuses("s.json: results and records cannot both go there", *MATCH, "--output", "s.json", "--records",
                     "s2.json")
        self.assertEqual(self.files(), ["s2.json"])

    def test_a_hard_link_of_the_config(self):
        self.write("c.json", {"rules": "block", "strategies": ["random", "greedy-heavy"], "matches": 2})
        os.link("c.json", "hard.json")
        kept = read("c.json")
        for option in ("--records", "--output"):
            for name in ("c.json", "./c.json", "hard.json"):
                self.refuses(f"{name}: the output would overwrite the config", "tournament", "c.json", option, name)
        self.assertEqual(read("c.json"), kept)

    def test_links_without_an_end(self):
        os.symlink("b", "a")
        os.symlink("a", "b")
        for option in ("--output", "--records"):
            self.refuses("a: cannot be written: its links have no end", *MATCH, option, "a")
        self.assertTrue(os.path.islink("a") and os.path.islink("b"))

    def test_locks_and_checkpoints(self):
        for option, other, name in (("--output", "--records", "x.lock"), ("--records", "--output", "x.lock"),
                                    ("--output", "--records", "x.checkpoint")):
            self.refuses(f"{name}: ", *MATCH, option, "x", other, name) if other == "--records" else \
                self.refuses("a lock of the run goes there", *MATCH, option, "x", other, name)

    def test_what_restart_throws_away_is_a_checkpoint(self):
        self.write("o.json.checkpoint", "my own")
        self.refuses("o.json.checkpoint: it is no checkpoint of balak", *MATCH, "--output", "o.json", "--restart")
        self.assertEqual(read("o.json.checkpoint"), b"my own")


class StandardOutputByName(OutputTest):
    """Row 14: /dev/stdout and /dev/fd/1 are `-`."""

    def test_a_log_is_appended_to(self):
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            self.write("log.txt", "earlier\n")
            with open("log.txt", "a", encoding="utf-8") as log:
                run = self.balak(*MATCH, "--output", name, stdout=log)
            self.assertEqual(run.code, 0, run.err)
            text = read("log.txt").decode()
            self.assertTrue(text.startswith("earlier\n"))
            self.assertIs(json.loads(text.removeprefix("earlier\n"))["run"]["complete"], True)
            self.assertIn("pairing, seen from the first", run.err)

    def test_records_and_comparisons_too(self):
        self.good(*MATCH, "--output", "o.json", "--records", "r.jsonl")
        with open("log.txt", "w", encoding="utf-8") as log:
            self.balak(*MATCH, "--records", "/dev/stdout", stdout=log)
            self.balak("compare", "o.json", "--format", "json", "--output", "/dev/stdout", stdout=log)
        text = read("log.txt")
        self.assertTrue(text.startswith(read("r.jsonl")))
        json.loads(text.removeprefix(read("r.jsonl")))

    def test_the_file_behind_a_stream_is_no_other_output(self):
        for stream in ("stdout", "stderr"):
            with open("log.txt", "w", encoding="utf-8") as log:
                run = self.balak(*MATCH, "--output", "log.txt", **{stream: log})
            self.assertEqual(run.code, 2)

    def test_another_descriptor_is_written_to_where_it_stands(self):
        with open("log.txt", "w", encoding="utf-8") as log:
            log.write("earlier\n")
            log.flush()
            self.good(*MATCH, "--output", f"/dev/fd/{log.fileno()}", pass_fds=[log.fileno()])
        self.assertIs(json.loads(read("log.txt").decode().removeprefix("earlier\n"))["run"]["complete"], True)


class ModeAndOwner(OutputTest):
    """Row 15: a results file that is replaced keeps its mode and owner."""

    def test_they_are_kept(self):
        for mode in (0o600, 0o640, 0o664):
            self.write("o.json", "old")
            os.chmod("o.json", mode)
            if os.geteuid() == 0:
                os.chown("o.json", 65534, 65534)
            before = os.stat("o.json")
            self.good(*MATCH, "--output", "o.json")
            after = os.stat("o.json")
            self.assertEqual((stat.S_IMODE(after.st_mode), after.st_uid, after.st_gid),
                             (mode, before.st_uid, before.st_gid))

    def test_a_new_file_has_what_the_user_wants(self):
        self.good(*MATCH, "--output", "o.json", "--records", "r.jsonl", umask=0o027)
        self.assertEqual({stat.S_IMODE(os.stat(name).st_mode) for name in ("o.json", "r.jsonl")}, {0o640})

    def test_a_file_that_may_not_be_written_is_not_replaced(self):
        self.write("o.json", "old")
        os.chmod("o.json", 0o400)
        self.assertIn("o.json: cannot be written: Permission denied",
                      self.ends(2, *MATCH, "--output", "o.json", under=AS_FILES_SAY))
        self.assertEqual((self.folder / "o.json").read_text(), "old")


class Shards(OutputTest):
    """Row 9: as many shards as there may be. Row 10: be it one."""

    def test_one_of_one_is_a_shard(self):
        self.good(*MATCH, "--output", "w.json", "--records", "w.jsonl")
        self.good(*MATCH, "--shard", "1/1", "--output", "s.json", "--records", "s.jsonl")
        self.good("merge", "s.json", "--output", "m.json", "--records", "m.jsonl")
        self.assertEqual(part("m.json", "statistics"), part("w.json", "statistics"))
        self.assertEqual(read("m.jsonl"), read("w.jsonl"))

    def test_more_shards_than_files_may_be_open(self):
        self.good(*MATCH, "--output", "w.json", "--records", "w.jsonl")
        for number in range(1, 21):
            self.good(*MATCH, "--shard", f"{number}/20", "--output", f"{number}.json", "--records", f"{number}.jsonl")

        def few():
            resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))

        self.good("merge", *(f"{number}.json" for number in range(1, 21)), "--output", "m.json", "--records", "m.jsonl",
                  preexec_fn=few)
        self.assertEqual(part("m.json", "statistics"), part("w.json", "statistics"))
        self.assertEqual(read("m.jsonl"), read("w.jsonl"))

    def test_records_that_were_edited_are_not_merged(self):
        self.good(*MATCH, "--shard", "1/1", "--output", "s.json", "--records", "s.jsonl")
        self.write("s.jsonl", read("s.jsonl").replace(b'"round":0', b'"round":9', 1))
        self.write("m.jsonl", "earlier")
        self.refuses("s.jsonl: these are not the records of the shard, or they were changed", "merge", "s.json",
                     "--records", "m.jsonl")
        self.assertEqual(read("m.jsonl"), b"earlier")

    def test_a_shard_of_another_schema_is_refused(self):
        """Row 20."""
        self.good(*MATCH, "--shard", "1/1", "--output", "s.json")
        self.write("s.json", read("s.json").replace(b"balak.results/1", b"balak.results/9"))
        self.refuses("results of another version of balak", "merge", "s.json")



if __name__ == "__main__":
    unittest.main()
