"""Write the exam bank, the papers and the oral questions to build/exam, as HTML and as PDF.

python -m teaching.exam
"""

from pathlib import Path

from teaching.exam import document
from teaching.exam.papers import PAPERS
from teaching.printing import print_all

OUT = Path(__file__).parents[2] / "build/exam"


def files():
    """Name of a file -> its text."""
    made = {"bank": document.bank(), "oral": document.oral()}
    for paper in PAPERS:
        made[paper.key] = document.paper(paper)
        made[f"{paper.key}_answers"] = document.paper_answers(paper)
    return {f"{name}.html": text for name, text in made.items()}


def build(folder):
    """Write the files into a folder; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {folder / name: text for name, text in files().items()}
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return list(texts)


if __name__ == "__main__":
    print_all(build(OUT))
