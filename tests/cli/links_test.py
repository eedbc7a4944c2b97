"""Pages: every link among them leads somewhere, headings included."""

import re
import unittest

from balak_runs import SOURCE

FOLDERS = (".", "docs", "strategies", "configs", "bench", "results")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^[ \t]*```.*?^[ \t]*```$", re.MULTILINE | re.DOTALL)


def anchor(heading):
    """A heading's anchor as code hosts make it: lower case, blanks as dashes, punctuation left out."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(text):
    return {anchor(line.lstrip("#")) for line in FENCE.sub("", text).splitlines() if re.match(r"#+ ", line)}


def dead_links(page, text):
    """The links of a page that lead nowhere. Links to other places than files of the repository are not followed."""
    for target in LINK.findall(FENCE.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, heading = target.partition("#")
        there = page.parent / path if path else page
        if not there.exists():
            yield target
        elif heading and heading not in anchors(there.read_text(encoding="utf-8")):
            yield target


class Links(unittest.TestCase):
    def pages(self):
        return [page for folder in FOLDERS for page in sorted((SOURCE / folder).glob("*.md"))]

    def test_every_link_leads_somewhere(self):
        dead = [f"{page.relative_to(SOURCE)}: {target}" for page in self.pages()
                for target in dead_links(page, page.read_text(encoding="utf-8"))]
        self.assertEqual(dead, [])

    def test_every_page_can_be_reached_from_the_readme(self):
        found, todo = set(), [SOURCE / "README.md"]
        while todo:
            page = todo.pop()
            if page in found or page.suffix != ".md":
                continue
            found.add(page)
            for target in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
                if not re.match(r"[a-z]+:|#", target):
                    todo.append((page.parent / target.partition("#")[0]).resolve())
        self.assertEqual([page for page in self.pages() if page.resolve() not in found], [])

    def test_a_dead_link_is_found(self):
        page = SOURCE / "README.md"
        text = "# One heading\n[a](docs/nowhere.md) [b](#one-heading) [c](#other) [d](LICENSE-NONE) [e](https://x.y)"
        self.assertEqual(list(dead_links(page, text)), ["docs/nowhere.md", "#one-heading", "#other", "LICENSE-NONE"])


if __name__ == "__main__":
    unittest.main()
