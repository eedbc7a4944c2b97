#!/usr/bin/env python3
"""Lets another compiler look at every source file, warnings as errors, without making anything.

Usage: .ci/compile_with.py BUILD COMPILER PATTERN [OPTION...]
Takes the commands of BUILD/compile_commands.json for the files whose path PATTERN (a regular expression) finds, with
COMPILER instead of theirs, without -march, and with the OPTIONs besides.
"""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys


def look_at(entry, compiler, options):
    words = shlex.split(entry["command"])
    words = words[next(i for i, word in enumerate(words) if word.startswith("-")):words.index("-o")]
    words = [word for word in words if not word.startswith("-march=")]
    return subprocess.run([compiler, *words, *options, "-Werror", "-fsyntax-only", entry["file"]], cwd=entry["directory"],
                          capture_output=True, text=True)


def main():
    build, compiler, pattern, *options = sys.argv[1:]
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = [entry for entry in json.load(file) if re.search(pattern, entry["file"])]
    if not entries:
        sys.exit(f"no file in {build} has a path that {pattern} finds")
    failed = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for entry, run in zip(entries, pool.map(lambda entry: look_at(entry, compiler, options), entries)):
            if run.returncode != 0:
                failed.append(entry["file"])
                print(run.stderr)
    print(f"{compiler}: {len(entries)} files looked at, {len(failed)} refused")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
