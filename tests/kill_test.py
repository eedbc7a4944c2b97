"""Kills runs with SIGKILL at random moments, goes on with each, and compares the end with a run that nobody killed.

Usage: kill_test.py BALAK KILLS [SEED]
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

CONFIG = {
    "rules": ["playboard", {"preset": "la-plaza-1v1", "name": "second"}],
    "strategies": ["random", "doubles-first", "tile-counting"],
    "matches": 150000,
    "seed": 11,
    "output": {"results": "run.json", "records": "run.jsonl", "record_matches": 3000},
}
# So short that many kills hit a checkpoint that is being written.
ENVIRONMENT = dict(os.environ, BALAK_CHECKPOINT_SECONDS="0.03")
LONGEST_LIFE = 0.5  # seconds from the start to the kill


def read(name):
    with open(name, "rb") as file:
        return file.read()


def statistics(name):
    """The text of the statistics in a results file."""
    text = read(name).decode()
    return text[text.index('\n  "statistics":'):text.index('\n  "run":')]


def start(balak, threads, *options):
    return subprocess.Popen([balak, "tournament", "kill.json", "--threads", str(threads), *options],
                            env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def finish(process):
    """Waits for a run that nobody kills."""
    _, errors = process.communicate()
    if process.returncode != 0:
        sys.exit(f"a run ended with exit code {process.returncode}: {errors}")


def main():
    balak, kills = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    moments = random.Random(seed)
    # A short script wants the run to be about as short.
    CONFIG["matches"] = max(2000, CONFIG["matches"] * kills // 200)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("kill.json", "w", encoding="utf-8") as file:
            json.dump(CONFIG, file)
        began = time.monotonic()
        finish(start(balak, 0))
        print(f"without a kill: {time.monotonic() - began:.1f} s")
        expected, expected_records = statistics("run.json"), read("run.jsonl")
        assert expected_records.count(b"\n") > 3000 and not os.path.exists("run.json.checkpoint")

        killed = runs = resumed = 0
        while True:
            os.remove("run.json")
            while not os.path.exists("run.json"):
                options = ["--resume"] if os.path.exists("run.json.checkpoint") else []
                resumed += len(options)
                process = start(balak, moments.choice([1, 2, 5]), *options)
                if killed < kills:
                    try:
                        process.wait(moments.uniform(0, LONGEST_LIFE))
                    except subprocess.TimeoutExpired:
                        process.send_signal(signal.SIGKILL)
                    if process.wait() == -signal.SIGKILL:
                        killed += 1
                        process.stderr.close()
                        continue
                finish(process)
            runs += 1
            if os.path.exists("run.json.checkpoint"):
                # Killed between the results and the end: what is there goes on to the same end once more.
                finish(start(balak, 2, "--resume"))
            assert statistics("run.json") == expected, f"the statistics of run {runs} differ after {killed} kills"
            assert read("run.jsonl") == expected_records, f"the records of run {runs} differ after {killed} kills"
            left = sorted(set(os.listdir()) - {"kill.json", "run.json", "run.jsonl"})
            assert not left, f"left in the folder: {left}"
            if killed >= kills:
                break
        assert resumed > kills // 4, f"only {resumed} runs were gone on with"
        print(f"{killed} kills in {runs} runs, {resumed} times gone on: all ended the same "
              f"({time.monotonic() - began:.0f} s, seed {seed})")


main()
