"""Write and print the cards: a page for the teacher, then a sheet of four letters per student.

    python -m teaching.cards.build 30        for 30 students, into build/cards.html and cards.pdf

Each letter has its shape, its color and its pattern: any one of them is enough to tell it.
"""

import argparse
from pathlib import Path

from teaching.printing import print_all

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
MOST = 999  # a number of three digits fits into its corner

# What a quarter of a sheet holds, 105 × 148.5 mm: letter, color, and shape around (52.5, 72).
SHAPES = {
    "A": '<circle cx="52.5" cy="72" r="36"/>',
    "B": '<rect x="18.5" y="38" width="68" height="68"/>',
    "C": '<path d="M16.5 106V72a36 36 0 0 1 72 0v34z"/>',
    "D": '<path d="M16.5 38v34a36 36 0 0 0 72 0v-34z"/>',
}
# The frame behind it: 19 rows of 7 mm, which each letter draws in its own way.
ROWS = {
    "even": "".join(f"M7 {11.25 + 14 * row}h91" for row in range(10)),
    "odd": "".join(f"M7 {18.25 + 14 * row}h91" for row in range(9)),
}
HEIGHTS = {"A": 90, "B": 91, "C": 93, "D": 86}  # of the letters' baselines: in the middle by eye
PLACES = {"A": (0, 0), "B": (105, 0), "C": (0, 148.5), "D": (105, 148.5)}


def build(path, students):
    """Write the cards of so many students."""
    if not 1 <= students <= MOST:
        raise ValueError(f"{students} sheets cannot be numbered: choose from 1 to {MOST}.")
    sheets = "\n".join(sheet(number) for number in range(1, students + 1))
    html = (HERE / "cards.html").read_text(encoding="utf-8")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html.replace("{last}", str(students)).replace("{sheets}", sheets), "utf-8")


def sheet(number):
    quarters = "".join(quarter(letter, number) for letter in SHAPES)
    folds = '<path class="fold" d="M105 0v297M0 148.5h210"/>'
    title = f"Sheet {number}: the letters A, B, C and D"
    return f'<svg viewBox="0 0 210 297" role="img"><title>{title}</title>{quarters}{folds}</svg>'


def quarter(letter, number):
    """A letter in its shape, in a frame of its pattern, and the student's number."""
    x, y = PLACES[letter]
    rows = "".join(f'<path class="{name}" d="{path}"/>' for name, path in ROWS.items())
    return (
        f'<g transform="translate({x} {y})" class="{letter}">'
        f'{rows}<rect class="frame" x="7" y="7.75" width="91" height="133"/>'
        f'<g class="shape">{SHAPES[letter]}</g>'
        f'<text class="letter" x="52.5" y="{HEIGHTS[letter]}">{letter}</text>'
        '<rect class="plate" x="32" y="114" width="41" height="18" rx="5"/>'
        f'<text class="number" x="52.5" y="128">{number}</text></g>'
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the cards.")
    parser.add_argument("students", nargs="?", type=int, default=30)
    students = parser.parse_args().students
    try:
        build(ROOT / "build/cards.html", students)
    except ValueError as error:
        parser.error(str(error))
    print_all([ROOT / "build/cards.html"])
