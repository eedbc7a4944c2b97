#!/usr/bin/env python3
"""Writes what stands in files but is made from balak's tables: configs/balak.schema.json, and in the pages the parts
between the lines `<!-- balak NAME -->` and `<!-- end of balak NAME -->`, which are what `balak NAME --markdown` prints.

    docs/generated.py [--check]      with --check nothing is written, and it fails if something is stale

The program is build/release/balak, or the one that the environment variable BALAK names.
"""

import os
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("BALAK") or SOURCE / "build" / "release" / "balak"
SCHEMA = SOURCE / "configs" / "balak.schema.json"
LISTS = ("rules", "strategies")  # each must be on some page
PART = re.compile(r"<!-- balak (\w+) -->\n.*?<!-- end of balak \1 -->\n", re.DOTALL)


def balak(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def made():
    """The text that each file should have."""
    texts = {SCHEMA: balak("schema")}
    seen = set()

    def part(match):
        seen.add(match[1])
        return f"<!-- balak {match[1]} -->\n\n{balak(match[1], '--markdown')}\n<!-- end of balak {match[1]} -->\n"

    for page in sorted([*SOURCE.glob("*.md"), *SOURCE.glob("docs/*.md"), *SOURCE.glob("strategies/*.md")]):
        texts[page] = PART.sub(part, page.read_text(encoding="utf-8"))
    if missing := sorted(set(LISTS) - seen):
        sys.exit(f"no page has a place for balak {missing[0]}")
    return texts


def main():
    stale = {file: text for file, text in made().items() if file.read_text(encoding="utf-8") != text}
    if sys.argv[1:] == ["--check"]:
        if stale:
            sys.exit(f"not what the tables say: {', '.join(str(file.relative_to(SOURCE)) for file in stale)}; "
                     "docs/generated.py writes them anew")
        return
    for file, text in stale.items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
