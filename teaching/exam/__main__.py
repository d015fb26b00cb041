"""Write the exam bank, the papers and the oral questions as HTML files, and as PDF.

    python -m teaching.exam              into build/exam
    python -m teaching.exam FOLDER       into another folder
    python -m teaching.exam --no-pdf     HTML only

PDF files need Chromium; without it they are left out, and a sentence says so.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from teaching.exam import document
from teaching.exam.papers import PAPERS

OUT = Path(__file__).parents[2] / "build/exam"


def files():
    """Name of a file -> its text."""
    made = {"bank": document.bank(), "oral": document.oral()}
    for paper in PAPERS:
        made[paper.key] = document.paper(paper)
        made[f"{paper.key}_answers"] = document.paper_answers(paper)
    return {f"{name}.html": text for name, text in made.items()}


def print_to_pdf(chromium, path):
    """Print an HTML file to a PDF file beside it."""
    options = ["--headless", "--no-pdf-header-footer", f"--print-to-pdf={path.with_suffix('.pdf')}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")  # Chromium refuses to run as root with one
    subprocess.run([chromium, *options, path.as_uri()], check=True, capture_output=True)


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m teaching.exam", description="Write the exam bank and the papers."
    )
    parser.add_argument("folder", nargs="?", type=Path, default=OUT)
    parser.add_argument("--no-pdf", action="store_true", help="write HTML files only")
    options = parser.parse_args(arguments)
    folder, made = options.folder.resolve(), files()
    chromium = None if options.no_pdf else shutil.which("chromium")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in made.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        return f"{folder}: {error.strerror}. Choose another folder for the files."
    if chromium:
        try:
            for path in (folder / name for name in made):
                print_to_pdf(chromium, path)
        except subprocess.CalledProcessError:
            return f"Chromium could not print {path}. Print the HTML files in a browser instead."
    elif not options.no_pdf:
        print("Chromium was not found, so there are no PDF files. Print the HTML files instead.")
    print(f"The exam bank and the papers are in {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
