"""Write the quizzes of the pages for a learning platform.

python -m rbflib.lab.export                      all, to quizzes/moodle.xml and quizzes/qti.zip
python -m rbflib.lab.export --page 02            of one page
python -m rbflib.lab.export --format moodle      in one format, moodle or qti
python -m rbflib.lab.export --order matching     for Moodle before 4.4: see `moodle`
python -m rbflib.lab.export --variants 20        question banks: each question 20 times, with other
                                                 numbers, for platforms that draw one for a student
python -m rbflib.lab.export -o FOLDER            to another folder
"""

import argparse
import sys
from pathlib import Path

from rbflib.lab.export import moodle, qti
from rbflib.lab.quizzes import LAST_SEED, QUIZZES, variants


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m rbflib.lab.export", description="Write the quizzes for a learning platform."
    )
    parser.add_argument("--page", help="such as 02; all by default")
    parser.add_argument("--format", choices=["moodle", "qti"], help="both by default")
    parser.add_argument(
        "--order",
        choices=moodle.ORDERS,
        default=moodle.ORDERS[0],
        help="Moodle's type for questions that ask for an order",
    )
    parser.add_argument(
        "--variants", type=int, default=1, choices=range(1, LAST_SEED + 2), metavar="N",
        help=f"of each question, with other numbers; at most {LAST_SEED + 1}",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, default=Path("quizzes"), help="a folder")
    options = parser.parse_args(arguments)
    page = options.page and options.page.zfill(2)
    if page and page not in QUIZZES:
        return f"There is no quiz of page {options.page!r}. There are {', '.join(QUIZZES)}."
    more = options.variants - 1
    quizzes = {
        n: [q for first in of for q in (first, *variants(f"{n} {first.key}", more).values())]
        for n, of in QUIZZES.items()
        if page in (None, n)
    }
    formats = {
        "moodle": ("moodle.xml", lambda: moodle.quiz_xml(quizzes, options.order).encode()),
        "qti": ("qti.zip", lambda: qti.package(quizzes)),
    }
    count = sum(map(len, quizzes.values()))
    try:
        options.output.mkdir(parents=True, exist_ok=True)
        for name, made in formats.values() if not options.format else [formats[options.format]]:
            (options.output / name).write_bytes(made())
            print(f"{options.output / name}: {count} questions.")
    except OSError as error:
        return f"{options.output} cannot be written: {error.strerror}. Choose another with -o."
    return 0


if __name__ == "__main__":
    sys.exit(main())
