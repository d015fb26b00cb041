"""The lecture's statements and questions, and the page section that shows each."""

import csv
from pathlib import Path

ITEMS = Path(__file__).parent / "data/lecture_map.csv"


def lecture_items():
    """One dict a statement: id, what the lecture says, page, section."""
    with ITEMS.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter=";"))


class LectureMap:
    """The table that `lecture_map` shows: Markdown with a link to every section."""

    def __init__(self, items):
        self.items = items

    def __repr__(self):
        return f"{len(self.items)} statements and questions of the lecture, each on its page."

    def _repr_markdown_(self):
        rows = ["| item | what the lecture says | shown on |", "|---|---|---|"]
        for item in self.items:
            link = section_link(item["page"], item["section"])
            rows.append(f"| {item['id']} | {item['what the lecture says']} | {link} |")
        return "\n".join(rows)


def section_link(page, section):
    """A Markdown link to a section of a page, as JupyterLab names its headings."""
    return f"[{page[:2]} · {section}]({page}.ipynb#{section.replace(' ', '-')})"


def lecture_map():
    """Every statement of the lecture, and where to find it."""
    return LectureMap(lecture_items())
