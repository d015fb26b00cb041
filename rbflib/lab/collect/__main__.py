"""One table of a class, of the progress files in a folder.

    python -m rbflib.lab.collect FOLDER                  files of the course file in or above FOLDER
    python -m rbflib.lab.collect FOLDER --course FILE    files of the course of this course file
    python -m rbflib.lab.collect FOLDER -o OTHER         tables to another folder
    python -m rbflib.lab.collect FOLDER --until 2026-12-01T12:00    what was done by then
    python -m rbflib.lab.collect FOLDER --anonymous      items.csv with numbers in place of names

It writes class.csv, one row per student; questions.csv, one row per answer of each question;
items.csv, one row per answer of each student; and learned.html, what the class has learned.
Files of one student count as one. A file that cannot be used is named with the reason, and the
others are collected. Nothing leaves this computer.
"""

import argparse
import sys
from datetime import datetime, time
from pathlib import Path

from rbflib.lab.collect.items import item_table
from rbflib.lab.collect.learned import page
from rbflib.lab.collect.students import LEARNED, TABLES, collect
from rbflib.lab.collect.tables import class_table, question_table, write
from rbflib.lab.course import find_course, read_course
from rbflib.lab.record.course_file import NAME


def _end(text):
    """A time, of a day its last, in the time zone of this computer if it has none."""
    day = len(text.strip()) <= len("2026-12-01")
    end = datetime.fromisoformat(text.strip())
    return (datetime.combine(end, time.max) if day else end).astimezone()


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m rbflib.lab.collect", description="Make one table of a class."
    )
    parser.add_argument("folder", type=Path, help="with the progress files, also below it")
    parser.add_argument("--course", type=Path, help=f"the course file, else {NAME} in FOLDER")
    parser.add_argument("-o", "--output", type=Path, help="a folder for the tables, else FOLDER")
    parser.add_argument("--until", type=_end, help="count what was done by a date, or its time")
    parser.add_argument("--anonymous", action="store_true", help="numbers for names in items.csv")
    options = parser.parse_args(arguments)
    folder, output = options.folder, options.output or options.folder
    if not folder.is_dir():
        return f"There is no folder {folder}. Name the one with the progress files."
    course = read_course(options.course) if options.course else find_course(folder)
    if course.key is None:
        return f"{' '.join(course.faults)} Without its key no signature can be checked."
    students, remarks = collect(folder, course, options.until)
    for sentence in [*course.faults, *remarks]:
        print(sentence)
    if not students:
        return f"There is no progress file in {folder} that can be used. No table is written."
    try:
        output.mkdir(parents=True, exist_ok=True)
        items = item_table(students, options.anonymous)
        for name, rows in zip(
            TABLES, (class_table(students), question_table(students), items), strict=True
        ):
            write(output / name, rows)
        (output / LEARNED).write_text(page(items), encoding="utf-8")
    except OSError as error:
        return f"The tables cannot be written to {output}: {error.strerror}. Is one of them open?"
    if not course.key:
        print("There is no key of a course, so whoever changed a file could sign it again.")
    elif others := sum(student.signed != {"course"} for student in students):
        print(f"{others} not signed with the key of the course: see the column “signed”.")
    count = "1 student" if len(students) == 1 else f"{len(students)} students"
    print(f"{count}: {', '.join(TABLES)} and {LEARNED} in {output}.")
    return 0


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.stderr.reconfigure(errors="backslashreplace")
    sys.exit(main())
