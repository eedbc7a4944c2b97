"""What the documentation shows is tried: each line of a ```sh block that begins with `balak ` is run.

Lines run in the order in which they stand, those of one document in one folder that has configs/ and nothing else; a
later line may use what an earlier one wrote. Names with a * stand for the files that fit, as in a shell, and a batch
system's variables for the first job of an array. A line must succeed, or end with the exit code in a comment at its end:

    balak match random     # exits 2

Help pages are tried too: lines that begin with `Example: balak `.
"""

import glob
import re
import shlex
import unittest

from balak_runs import SOURCE, USER_ENVIRONMENT, BalakTest

LINE = re.compile(r"^balak .*?(?:\s+#\s*(?:exits (?P<code>\d+)\b)?.*)?$")
SECONDS_A_LINE = 60
VARIABLES = {"$SLURM_ARRAY_TASK_ID": "1"}


def shell_blocks(markdown):
    """The text of each ```sh block."""
    return re.findall(r"^[ \t]*```sh\n(.*?)^[ \t]*```$", markdown, re.MULTILINE | re.DOTALL)


def commands(markdown):
    """The commands to run, as pairs of arguments and expected exit code."""
    found = []
    for block in shell_blocks(markdown):
        for line in block.replace("\\\n", " ").splitlines():
            line = line.strip()
            if match := LINE.match(line):
                found.append((shlex.split(line, comments=True)[1:], int(match["code"] or 0)))
    return found


def documents():
    """Every document that users read."""
    found = [path for folder in (SOURCE, SOURCE / "docs", SOURCE / "strategies", SOURCE / "configs", SOURCE / "bench")
             for path in sorted(folder.glob("*.md"))]
    return [path for path in found if commands(path.read_text(encoding="utf-8"))]


SAMPLE = """
Some text with `balak wibble`, and a block that is no shell:

```text
balak wibble
```

```sh
./run.sh                   # no balak line
balak rules playboard      # shows it
balak match random greedy-heavy --matches 2 \\
    --records "games of today.jsonl"
balak check 'games of today.jsonl' --complete
balak match random         # exits 2
```

  ```sh
  balak --version
  ```
"""


class Documentation(BalakTest):
    def setUp(self):
        super().setUp()
        (self.folder / "configs").symlink_to(SOURCE / "configs")

    def expanded(self, arguments):
        """Arguments as a shell would hand them on."""
        for argument in arguments:
            for variable, value in VARIABLES.items():
                argument = argument.replace(variable, value)
            fitting = sorted(glob.glob(argument, root_dir=self.folder)) if "*" in argument else []
            yield from fitting or [argument]

    def run_all(self, lines):
        for arguments, code in lines:
            arguments = list(self.expanded(arguments))
            with self.subTest(" ".join(arguments)):
                # A pipeline or a redirection is no argument.
                self.assertFalse({"|", ">", "<", "&&", ";"} & set(arguments), "only plain commands can be tried")
                with self.start(*arguments, env=USER_ENVIRONMENT) as process:
                    try:
                        out, err = process.communicate(timeout=SECONDS_A_LINE)
                    finally:
                        process.kill()
                self.assertEqual(process.returncode, code, out + err)

    def test_commands_are_found(self):
        self.assertEqual(commands(SAMPLE), [
            (["rules", "playboard"], 0),
            (["match", "random", "greedy-heavy", "--matches", "2", "--records", "games of today.jsonl"], 0),
            (["check", "games of today.jsonl", "--complete"], 0),
            (["match", "random"], 2),
            (["--version"], 0),
        ])

    def test_a_sample_runs(self):
        self.run_all(commands(SAMPLE))
        self.assertIn("games of today.jsonl", self.files())

    def test_help_pages_show_examples_that_run(self):
        names = re.findall(r"^  (\w+) +\w", self.good("--help"), re.MULTILINE)
        examples = [line for name in names for line in self.good(name, "--help").splitlines()
                    if line.startswith("Example: balak ")]
        self.assertTrue(examples)
        self.run_all([(shlex.split(line.removeprefix("Example: "))[1:], 0) for line in examples])

    def test_the_documents_show_commands_that_run(self):
        self.assertIn(SOURCE / "README.md", documents())
        for document in documents():
            with self.subTest(document.name):
                self.run_all(commands(document.read_text(encoding="utf-8")))
                self.doCleanups()
                self.setUp()


if __name__ == "__main__":
    unittest.main()
