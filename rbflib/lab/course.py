"""The course that the pages are used in: the file rbflib-course.toml beside them.

    course = "Machine Learning Techniques"
    key = "a few words that nobody guesses"
    solutions_from = 2026-12-01
    class = "http://192.168.1.5:8000"

`course` is written into the files that progress().save(…) makes, and `key` signs them. `class` is
where predictions are counted (kit/ballot.py). Until the date, solution(…) shows nothing. A table
gives each page a date of its own:

    [solutions_from]
    "02" = 2026-12-01
    "03" = 2026-12-08

A page that the table does not name is open. The file is looked for in the folder of the notebook,
then in the folders above it. While something in it is wrong, all solutions stay closed.

It closes nothing to someone who reads the source of rbflib, where all solutions are.
"""

import tomllib
from dataclasses import dataclass, field
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path

from rbflib.lab.pages import PAGES
from rbflib.lab.record.course_file import find_course_file, is_address

KEYS = ("course", "key", "solutions_from", "class")


@dataclass
class Course:
    """What a course file says; without one, nothing.

    Attributes
    ----------
    name : str
    key : str or None
        "" without a course, None where the file does not give it in a form that can be read.
    dates : dict of str to date or datetime
        Number of a page, or "" for all pages -> when its solutions open.
    faults : list of str
        What is wrong in the file, each in a sentence that says what to do.
    """

    name: str = ""
    key: str | None = ""
    dates: dict[str, date] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def closed(self, page):
        """Why the solutions of a page are closed at this moment, in a sentence; "" if open."""
        if self.faults:
            faults = " ".join(self.faults)
            return f"{faults} Until that is corrected, all solutions are closed."
        opens = self.dates.get(page, self.dates.get(""))
        if opens is None or _has_come(opens):
            return ""
        name = f"the course {self.name!r}" if self.name else "this course"
        return f"In {name}, the solutions of page {page} are open from {opens} on."


def find_course(folder=None):
    """The course of a folder: of the first course file in it or above it.

    Parameters
    ----------
    folder : path, optional
        The current one, which is that of the notebook.
    """
    path = find_course_file(folder)
    return read_course(path) if path else Course()


def read_course(path):
    """The course of a file, with what is wrong in it."""
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        fault = f"The course file {path} cannot be read ({error.strerror}). Make it readable."
        return Course(key=None, faults=[fault])
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, or nested too deeply
        fault = f"The course file {path} is not valid TOML in UTF-8: {error}. Correct that place."
        return Course(key=None, faults=[fault])
    faults = [_unknown(key) for key in content if key not in KEYS]
    texts = {key: content.get(key, "") for key in ("course", "key")}
    for key, text in texts.items():
        if not isinstance(text, str):
            faults.append(f'Its `{key}` is {text!r}. Write a text in quotes, as in {key} = "…".')
    if not is_address(content.get("class", "http://")):
        faults.append('Its `class` is no address, such as class = "http://192.168.1.5:8000".')
    dates = _read_dates(content.get("solutions_from", {}), faults)
    name, key = (text if isinstance(text, str) else None for text in texts.values())
    if faults:
        faults.insert(0, f"Something in the course file {path} is wrong.")
    return Course(name or "", key, dates, faults)


def _unknown(key):
    like = get_close_matches(key, KEYS, n=1)
    meant = f"Did you mean `{like[0]}`?" if like else f"Its keys are {', '.join(KEYS)}."
    return f"It has no key `{key}`. {meant}"


def _read_dates(given, faults):
    """Page, or "" for all -> date. What is no date or no page is added to the faults."""
    dates = {}
    for page, value in (given if isinstance(given, dict) else {"": given}).items():
        where = f'"{page}" of `solutions_from`' if page else "`solutions_from`"
        number = page.zfill(2) if page else ""
        opens = _as_date(value)
        if page and number not in _page_numbers():
            faults.append(f"{where} is no page. Pages are numbered 00 to {len(PAGES) - 1:02d}.")
        elif opens is None:
            faults.append(f"{where} is {value!r}, and that is no date. Write it as 2026-12-01.")
        else:
            dates[number] = opens
    return dates


def _page_numbers():
    return {f"{n:02d}" for n in range(len(PAGES))}


def _as_date(value):
    """A date, with a time or not, also of a text such as "2026-12-01"; None if it is none."""
    if isinstance(value, date):
        return value
    try:
        return datetime.fromisoformat(value) if len(value) > 10 else date.fromisoformat(value)
    except (TypeError, ValueError):
        return None


def _has_come(opens):
    """Whether the date has come; one without a time zone is in that of this computer."""
    if not isinstance(opens, datetime):
        return opens <= date.today()
    return opens <= datetime.now(opens.tzinfo)
