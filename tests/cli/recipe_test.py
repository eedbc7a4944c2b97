"""The recipe of strategies/README.md: one file and one line in a copy of the source make a strategy that is everywhere.

The environment variable COPY names the folder for the copy. It is built anew, by ccache where there is one.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import textwrap
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
COPY = pathlib.Path(os.environ["COPY"])
BUILD = COPY / "build" / "release"
NAME = "lightest-first"


def recipe():
    """The file and the line that strategies/README.md tells its reader to add."""
    page = (SOURCE / "strategies" / "README.md").read_text(encoding="utf-8")
    file = re.search(r"Write `(strategies/\w+\.cpp)`", page)[1]
    code = re.search(r"^ *```cpp\n(.*?)^ *```$", page, re.MULTILINE | re.DOTALL)[1]
    line = re.search(r"Add `(BALAK_STRATEGY\(.*\))` to `table\.def`", page)[1]
    return file, textwrap.dedent(code), line


def run(*command, code=0):
    ccache = {"CCACHE_BASEDIR": str(SOURCE)} if SOURCE in COPY.parents else {}
    done = subprocess.run([str(word) for word in command], cwd=COPY, encoding="utf-8", stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env={**os.environ, **ccache, "BALAK": str(BUILD / "balak")})
    if done.returncode != code:
        raise AssertionError(f"{command} ended with {done.returncode}\n{done.stdout[-5000:]}{done.stderr[-5000:]}")
    return done.stdout


def balak(*arguments):
    return run(BUILD / "balak", *arguments)


class ANewStrategy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(COPY, ignore_errors=True)
        shutil.copytree(SOURCE, COPY, ignore=shutil.ignore_patterns("build", ".git", "__pycache__"))
        file, code, line = recipe()
        (COPY / file).write_text(code, encoding="utf-8")
        with open(COPY / "strategies" / "table.def", "a", encoding="utf-8") as table:
            table.write(line + "\n")
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        # As the program was built, so that ccache knows most of it.
        werror = f"-DBALAK_WERROR={os.environ.get('BALAK_WERROR', 'OFF')}"
        run("cmake", "--preset", "release", "-DBALAK_TESTS=ON", werror, *launcher)
        run("cmake", "--build", BUILD, "--target", "balak_cli", "signature")

    def test_is_in_the_schema(self):
        schema = json.loads(balak("schema"))["definitions"]
        self.assertIn(NAME, [one.get("const") for one in schema["strategyName"]["anyOf"]])
        entries = [one["properties"] for one in schema["strategy"]["anyOf"] if "properties" in one]
        objects = {entry["type"]["const"]: entry for entry in entries}
        self.assertIn(NAME, objects)
        self.assertIn(NAME, objects["monte-carlo"]["rollout"]["enum"])

    def test_is_in_the_lists(self):
        self.assertIn(f"\n{NAME}: the lightest legal tile\n", balak("strategies"))
        self.assertEqual(json.loads(balak("strategies", NAME)), {"name": NAME, "type": NAME})

    def test_is_in_the_pages_and_the_shipped_schema_by_one_command(self):
        run("python3", "-B", COPY / "docs" / "generated.py", "--check", code=1)
        run("python3", "-B", COPY / "docs" / "generated.py")
        run("python3", "-B", COPY / "docs" / "generated.py", "--check")
        self.assertIn(f"| `{NAME}` | the lightest legal tile |",
                      (COPY / "docs" / "strategies.md").read_text(encoding="utf-8"))
        self.assertIn(f'"const": "{NAME}"', (COPY / "configs" / "balak.schema.json").read_text(encoding="utf-8"))

    def test_is_in_the_signature_under_every_preset(self):
        rule_sets = len(re.findall(r"^\S.* matches ", run(BUILD / "tests" / "signature"), re.MULTILINE))
        pairings = re.findall(rf"^  [\w-]+ - {NAME}: won", run(BUILD / "tests" / "signature"), re.MULTILINE)
        self.assertGreater(len(pairings), 0)
        # Its pairings with the four simple strategies stand in one of four tables of each preset.
        self.assertEqual(len(pairings), rule_sets)

    def test_plays_a_tournament_and_rolls_out_for_others(self):
        config = {"rules": "playboard", "matches": 20, "output": {"results": "recipe.json"},
                  "strategies": [NAME, "greedy-heavy", f"monte-carlo:determinizations=3,rollout={NAME}"]}
        (COPY / "recipe-config.json").write_text(json.dumps(config), encoding="utf-8")
        balak("tournament", "recipe-config.json")
        results = json.loads((COPY / "recipe.json").read_text(encoding="utf-8"))
        ladder = {row["name"]: row for row in results["statistics"][0]["strategies"]}
        self.assertEqual(ladder[NAME]["matches"], 40)


if __name__ == "__main__":
    unittest.main()
