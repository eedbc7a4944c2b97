#!/usr/bin/env python3
"""Writes the tables of pages that tell of results, between the lines `<!-- NAME -->` and `<!-- end of NAME -->`.

    python3 results/tables.py            writes results/README.md and docs/strategies.md
    python3 results/tables.py --check    writes nothing, and exits with 1 if a page is not what it would write

The results are those of `balak tournament configs/ladder-*.json`; the times of choices, results/choices.json, are what
`balak bench choice/ --json > results/choices.json` prints.
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RULES = {
    "playboard-2": "playboard, 2", "playboard-3": "playboard, 3", "playboard-4": "playboard, 4",
    "la-plaza-1v1": "la-plaza-1v1", "la-plaza-pairs": "la-plaza-pairs", "four-rounds": "four-rounds", "block": "block",
}
AGAINST = "doubles-first"  # whom the table of strengths compares with
CEILING = "clairvoyant"
STRONG = ("tile-counting", "ismcts", "monte-carlo", "monte-carlo-belief", CEILING)


def table(head, rows):
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])


class Ladder:
    """The results of one ladder, pairing by pairing from either side."""

    def __init__(self, rules):
        self.results = json.loads((HERE / f"ladder-{rules}.json").read_text(encoding="utf-8"))
        self.names = [entry["name"] for entry in self.results["config"]["strategies"]]
        self.pairings = {}
        for pairing in self.results["statistics"][0]["pairings"]:
            points, rate = pairing["points_per_round"], pairing["win_rate"]["mean"]
            half = (points["ci95"][1] - points["ci95"][0]) / 2
            self.pairings[pairing["a"], pairing["b"]] = (points["mean"], half, rate)
            self.pairings[pairing["b"], pairing["a"]] = (-points["mean"], half, 1 - rate)

    def table(self):
        def cell(row, column):
            if row == column:
                return ""
            mean, half, rate = self.pairings[row, column]
            return f"{mean:+.2f} ± {half:.2f}, {100 * rate:.0f} %"

        return table(["", *self.names], [[row, *(cell(row, column) for column in self.names)] for row in self.names])


def milliseconds(rules, strategy):
    """The mean time of a choice as text; a dash where it was not measured."""
    for measured in json.loads((HERE / "choices.json").read_text(encoding="utf-8"))["benchmarks"]:
        if measured["name"].startswith(f"choice/{rules}/{strategy}/"):
            return f"{measured['real_time'] / 1e6:.2g}"
    return "-"


def strengths(ladders):
    """What the strong strategies win against one simple strategy, and the share of what the ceiling wins."""
    rows = []
    for name in STRONG:
        row = [f"`{name}`"]
        for ladder in ladders.values():
            mean, half, _ = ladder.pairings[name, AGAINST]
            share = "" if name == CEILING else f", {100 * mean / ladder.pairings[CEILING, AGAINST][0]:.0f} %"
            row.append(f"{mean:.1f} ± {half:.1f}{share}")
        rows.append(row)
    if (HERE / "choices.json").exists():
        for name in ("ismcts", "monte-carlo"):
            rows.append([f"ms a choice: `{name}`", *(milliseconds(rules, name) for rules in ladders)])
    return table([f"over `{AGAINST}`, points a round", *RULES.values()], rows)


def filled(page, tables):
    """The page with its tables in place; every table must have its place, and every place a table."""
    text = page.read_text(encoding="utf-8")
    missing = set(tables)

    def fill(match):
        missing.remove(match[1])
        return f"<!-- {match[1]} -->\n\n{tables[match[1]]}\n\n<!-- end of {match[1]} -->"

    text = re.sub(r"<!-- ([\w-]+) -->\n.*?<!-- end of \1 -->",
                  lambda match: fill(match) if match[1] in tables else match[0], text, flags=re.DOTALL)
    if missing:
        sys.exit(f"{page.name} has no place for the table {', '.join(sorted(missing))}")
    return text


def main():
    ladders = {rules: Ladder(rules) for rules in RULES}
    pages = {
        HERE / "README.md": {f"ladder-{rules}": ladder.table() for rules, ladder in ladders.items()},
        HERE.parent / "docs" / "strategies.md": {"strengths": strengths(ladders)},
    }
    stale = []
    for page, tables in pages.items():
        text = filled(page, tables)
        if text != page.read_text(encoding="utf-8"):
            stale.append(page.name)
            if "--check" not in sys.argv[1:]:
                page.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv[1:]:
        sys.exit(f"{' and '.join(stale)} do not show what the results say: run python3 results/tables.py")


if __name__ == "__main__":
    main()
