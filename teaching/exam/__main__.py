"""Write the exam bank, the papers and the oral questions to build/exam, as HTML and as PDF.

python -m teaching.exam                    the bank and its two papers
python -m teaching.exam --seed "A TEXT"    two papers that nobody has seen, to a folder of their own
"""

import argparse
import sys
from pathlib import Path

from teaching.exam import document
from teaching.exam.bank import BANK
from teaching.exam.papers import PAPERS, fingerprint, secret_papers
from teaching.printing import print_all

OUT = Path(__file__).parents[2] / "build/exam"


def files(papers=PAPERS):
    """Name of a file -> its text, of papers and their answers."""
    made = {}
    for paper in papers:
        made[f"{paper.key}.html"] = document.paper(paper)
        made[f"{paper.key}_answers.html"] = document.paper_answers(paper)
    return made


def bank_files():
    """Name of a file -> its text, of all there is without a seed."""
    return {"bank.html": document.bank(BANK), "oral.html": document.oral(), **files()}


def build(folder, texts):
    """Write the files into a folder; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m teaching.exam", description="Write exams.")
    parser.add_argument("--seed", help="a secret text, from which numbers and questions are drawn")
    seed = parser.parse_args(arguments).seed
    if seed is None:
        print_all(build(OUT, bank_files()))
        return None
    try:
        papers = secret_papers(seed)
    except ValueError as error:
        return str(error)
    print_all(build(OUT / fingerprint(seed), files(papers)))
    return None


if __name__ == "__main__":
    sys.exit(main())
