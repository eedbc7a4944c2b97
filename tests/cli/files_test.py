"""Where output goes: standard output, links, devices, and places that take no more."""

import json
import os
import pathlib
import resource
import signal
import stat
import subprocess
import unittest

from balak_runs import BalakTest

MATCH = ("match", "random", "greedy-heavy", "--matches", "40", "--threads", "1")
# Some hundred kilobytes of records.
MANY_RECORDS = ("match", "random", "greedy-heavy", "--matches", "400", "--records", "records.jsonl",
                "--record-matches", "400")


def limited_to(size):
    """For a child: no file may grow beyond so many bytes, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def device(folder, name):
    """The device /dev/NAME. Root gets a node of its own: a fault in balak must not replace the machine's."""
    if os.geteuid() != 0:
        return pathlib.Path("/dev") / name
    node = folder / name
    os.mknod(node, stat.S_IFCHR | 0o666, os.stat(f"/dev/{name}").st_rdev)
    return node


class StandardOutput(BalakTest):
    def test_results_there_are_alone_and_the_tables_go_to_stderr(self):
        plain = self.good(*MATCH)
        run = self.balak(*MATCH, "--output", "-")
        self.assertEqual(run.code, 0)
        self.assertIs(json.loads(run.out)["run"]["complete"], True)
        table = lambda text: [line for line in text.splitlines() if "rounds/s" not in line]
        self.assertEqual(table(run.err), table(plain))
        self.assertEqual(self.files(), [])

    def test_a_config_can_send_results_there(self):
        self.write("config.json", {"rules": "block", "strategies": ["random", "greedy-heavy"], "matches": 2,
                                   "output": {"results": "-"}})
        run = self.balak("tournament", "config.json")
        self.assertEqual(run.code, 0)
        self.assertEqual(json.loads(run.out)["schema"], "balak.results/1")
        self.assertEqual(self.files(), ["config.json"])

    def test_records_there_are_alone_too(self):
        run = self.balak(*MATCH, "--records", "-", "--output", "results.json")
        self.assertEqual(run.code, 0)
        self.assertIn("Results: results.json\n", run.err)
        self.assertIn(" 40 matches, 0 violations\n", self.good("check", "--complete", "-", given=run.out))
        self.good(*MATCH, "--records", "records.jsonl")
        self.assertEqual(self.records("records.jsonl"), [json.loads(line) for line in run.out.splitlines()])

    def test_a_reader_who_has_gone_takes_no_results_with_him(self):
        read, write = os.pipe()
        os.close(read)
        with open(write, "w", encoding="utf-8") as nobody:
            run = self.balak(*MATCH, "--output", "results.json", stdout=nobody)
        self.assertNotEqual(run.code, 0)
        self.assertIs(self.json("results.json")["run"]["complete"], True)

    def test_a_full_one_is_a_failure_and_takes_no_results_with_it(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            run = self.balak(*MATCH, "--output", "results.json", stdout=full)
            self.assertEqual(run.code, 1)
            self.assertRegex(run.err, r"\Abalak: [^\n]*No space left on device\n\Z")
            self.assertIs(self.json("results.json")["run"]["complete"], True)
            run = self.balak(*MATCH, "--output", "-", stdout=full)
            self.assertEqual(run.code, 1)
            self.assertIn("No space left on device", run.err)


    def test_records_that_cannot_be_written_leave_earlier_results(self):
        self.good(*MATCH, "--output", "results.json")
        earlier = (self.folder / "results.json").read_bytes()
        run = self.balak(*MATCH, "--output", "results.json", "--records", "/dev/full")
        self.assertEqual((run.code, run.out), (1, ""))
        self.assertRegex(run.err, r"balak: /dev/full: records cannot be written: No space left on device\n")
        self.assertEqual((self.folder / "results.json").read_bytes(), earlier)

    def test_records_do_not_go_where_the_checkpoint_does(self):
        run = self.balak(*MATCH, "--output", "a.json", "--records", "./a.json.checkpoint")
        self.assertEqual(run.code, 2)
        self.assertIn("./a.json.checkpoint: the checkpoint of the run goes there", run.err)


class LinksAndDevices(BalakTest):
    def results(self, name):
        self.good(*MATCH, "--output", name)

    def test_a_link_stays_and_what_it_leads_to_is_replaced(self):
        (self.folder / "elsewhere").mkdir()
        real = self.write("elsewhere/real.json", "old")
        (self.folder / "further.json").symlink_to("elsewhere/real.json")
        (self.folder / "link.json").symlink_to("further.json")
        self.results("link.json")
        self.assertEqual(os.readlink(self.folder / "link.json"), "further.json")
        self.assertEqual(os.readlink(self.folder / "further.json"), "elsewhere/real.json")
        self.assertFalse(real.is_symlink())
        self.assertEqual(self.json("elsewhere/real.json")["schema"], "balak.results/1")
        self.assertEqual(self.files(), ["elsewhere/real.json", "further.json", "link.json"])

    def test_a_link_to_nothing_yet_leads_to_the_new_file(self):
        (self.folder / "link.json").symlink_to("new.json")
        self.results("link.json")
        self.assertEqual(os.readlink(self.folder / "link.json"), "new.json")
        self.assertEqual(self.json("new.json")["schema"], "balak.results/1")

    def test_an_old_file_is_replaced_as_a_whole(self):
        old = self.write("results.json", "x" * 10**6)
        with open(old, encoding="utf-8") as reader:
            self.results("results.json")
            # Who has the old file open still reads it all.
            self.assertEqual(len(reader.read()), 10**6)
        self.assertEqual(self.json("results.json")["schema"], "balak.results/1")
        self.assertEqual(self.files(), ["results.json"])

    def test_a_device_stays_a_device(self):
        null = device(self.folder, "null")
        self.results(null)
        self.good(*MATCH, "--records", null, "--output", null)
        (self.folder / "link").symlink_to(null)
        self.results("link")
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertTrue(stat.S_ISCHR(os.lstat(null).st_mode))

    def test_a_pipe_is_written_to(self):
        os.mkfifo(self.folder / "pipe")
        reader = subprocess.Popen(["cat", self.folder / "pipe"], stdout=subprocess.PIPE, encoding="utf-8")
        self.addCleanup(reader.kill)
        self.results("pipe")
        text, _ = reader.communicate(timeout=60)
        self.assertEqual(json.loads(text)["schema"], "balak.results/1")


class FullDisk(BalakTest):
    def check_results_on_stdout(self, run, complaint):
        """The results could not be written where they should go: they are all that standard output has."""
        self.assertEqual(run.code, 1)
        self.assertRegex(run.err, complaint)
        self.assertIs(json.loads(run.out)["run"]["complete"], True)
        self.assertIn("pairing, seen from the first", run.err)

    def test_results_on_a_full_device_go_to_standard_output_instead(self):
        full = device(self.folder, "full")
        run = self.balak(*MATCH, "--output", full)
        self.check_results_on_stdout(run, rf"\Abalak: {full}: cannot be written: No space left on device; the results "
                                          r"go to standard output instead\n")

    def test_results_that_do_not_fit_on_the_disk_leave_the_old_ones(self):
        self.write("results.json", "old")
        run = self.balak(*MATCH, "--output", "results.json", preexec_fn=lambda: limited_to(1000), restore_signals=False)
        self.check_results_on_stdout(run, r"\Abalak: results.json: cannot be written: File too large; the results "
                                          r"go to standard output instead\n")
        self.assertEqual((self.folder / "results.json").read_text(encoding="utf-8"), "old")
        self.assertEqual(self.files(), ["results.json"])

    def check_failed_records(self, run, complaint):
        self.assertEqual(run.code, 1)
        self.assertRegex(run.err, complaint)
        results = self.json("results.json")
        self.assertIs(results["run"]["complete"], False)
        self.assertTrue(run.err.startswith("balak: " + results["run"]["failure"] + "\n"), run.err)
        (statistics,) = results["statistics"]
        self.assertEqual(statistics["pairings"][0]["deals"], statistics["totals"]["deals"])
        self.assertLess(statistics["totals"]["deals"], 200)
        return results

    def test_records_on_a_full_device_end_the_run_and_the_results_say_why(self):
        full = device(self.folder, "full")
        run = self.balak(*MATCH, "--records", full, "--output", "results.json")
        self.check_failed_records(run, rf"\Abalak: {full}: records cannot be written: No space left on device\n\Z")

    def test_records_that_do_not_fit_on_the_disk_do_so_too_and_what_was_complete_is_kept(self):
        run = self.balak(*MANY_RECORDS, "--output", "results.json", preexec_fn=lambda: limited_to(100_000),
                         restore_signals=False)
        results = self.check_failed_records(
            run, r"\Abalak: records.jsonl: records cannot be written: File too large\n"
                 r"balak: what was played is kept in results.json.checkpoint; --resume goes on with it\n\Z")
        self.assertGreater(results["statistics"][0]["totals"]["deals"], 0)

    def test_a_stderr_that_takes_nothing_changes_no_exit_code(self):
        def without_stderr():
            os.close(2)

        self.assertEqual(self.balak("wibble", preexec_fn=without_stderr).code, 2)
        run = self.balak(*MATCH, "--output", "results.json", preexec_fn=without_stderr)
        self.assertEqual(run.code, 0)

    def test_a_match_that_nobody_can_win_ends_with_a_sentence(self):
        self.write("config.json", {
            "rules": {"preset": "playboard", "max_pip": 1, "hand_size": 1, "starter": "random-non-double"},
            "strategies": ["random", "greedy-heavy"], "matches": 4, "output": {"results": "results.json"}})
        run = self.balak("tournament", "config.json")
        self.assertEqual(run.code, 1)
        self.assertIn("nobody reaches the target of 100", run.err)


if __name__ == "__main__":
    unittest.main()
