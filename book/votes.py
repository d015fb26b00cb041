"""What a class predicts: its questions, and its votes in a file."""

import hmac
import re
import secrets
import sqlite3
import time
from collections import Counter

import nbformat

from book.page import calls_in, predicted
from rbflib.lab.kit.quiz import as_html, as_words
from rbflib.lab.quizzes import PREDICTIONS, parts

STATES = ("waiting", "before", "after", "over")
MOST = 2000  # browsers that one question counts in a round
PER_QUESTION = 400  # of them behind one address: a whole class may share one
UNCLEAR = "Which section of this page was least clear?"
# With NORMAL no answer waits for the disk: only a power failure may lose the last votes.
TABLES = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS secret (name PRIMARY KEY, value);
CREATE TABLE IF NOT EXISTS question (name PRIMARY KEY, state, revealed);
CREATE TABLE IF NOT EXISTS moment (question, state, time, PRIMARY KEY (question, state));
CREATE TABLE IF NOT EXISTS vote (question, person, round, choice,
    PRIMARY KEY (question, person, round)) WITHOUT ROWID;
"""
PAIRS = """
SELECT MAX(choice) FILTER (WHERE round = 'before'), MAX(choice) FILTER (WHERE round = 'after')
FROM vote WHERE question = ? GROUP BY person ORDER BY 1, 2
"""
MOMENTS = """
SELECT state, datetime(time, 'unixepoch', 'localtime') FROM moment WHERE question = ?
"""
LAST = "SELECT question FROM moment WHERE state IN ('before', 'after') ORDER BY time DESC LIMIT 1"


def questions_of(notebooks):
    """Name -> question: each `predict(…, about=NAME)`, its transfer question, and of each page what
    was least clear.
    """
    found = []
    for path in sorted(notebooks):
        cells, asked, headings = nbformat.read(path, as_version=4).cells, "", []
        title = cells[0].source.splitlines()[0].lstrip("# ")
        page = {"page": path.stem, "title": title, "address": f"{path.stem}.html"}
        for cell in cells:
            if cell.cell_type == "markdown":
                asked = as_html(_asked(cell.source))
                headings += map(as_words, re.findall(r"^## (.+)$", cell.source, re.MULTILINE))
            elif call := calls_in(cell).get("predict"):
                choices, name, answer = predicted(call)
                question = page | {"name": name, "text": asked, "choices": choices}
                question["address"] += f"#prediction-{name.replace(' ', '-')}"  # static/widgets.js
                found.append(question | {"answer": answer})
            elif (call := calls_in(cell).get("quiz")) and call.args[0].value in PREDICTIONS:
                name = call.args[0].value
                [question] = parts(name)["questions"].values()
                text = {"name": f"{name}, another state", "text": as_words(question.ask)}
                choices = {"choices": [*question.choices], "answer": question.answer}
                found.append(page | text | choices)
        if found and found[-1]["page"] == path.stem:
            last = {"name": f"least clear {path.stem[:2]}", "text": UNCLEAR, "choices": headings}
            found.append(page | last | {"answer": None})
    return {question["name"]: question for question in found}


def _asked(text):
    """The question of a page's text before a prediction, without the marks of Markdown."""
    found = re.search(r"(?s)\*\*Predict, then move\.\*\* (.+?)\s+Commit to an answer", text)
    return re.sub(r"\[(.+?)\]\(.+?\)|</?a\b[^>]*>|\*+", r"\1", found[1]) if found else ""


class Votes:
    """Choices in a SQLite file, one per browser, question and round, and the teacher's key.

    A person is a keyed hash of question and browser, and rows have no order of time: nothing
    says that two questions were answered in the same browser.
    """

    def __init__(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        self.file = sqlite3.connect(path, isolation_level=None, timeout=1)
        self.file.executescript(TABLES)
        self._query("INSERT OR IGNORE INTO secret VALUES ('key', ?)", secrets.token_urlsafe(16))
        [(self.key,)] = self._query("SELECT value FROM secret WHERE name = 'key'")
        self.new = Counter()  # (question, address) -> browsers that came from there

    def state(self, question):
        rows = self._query("SELECT state, revealed FROM question WHERE name = ?", question)
        state, revealed = rows[0] if rows else ("waiting", 0)
        return state, bool(revealed)

    def set_state(self, question, state, revealed):
        if state != self.state(question)[0]:
            moment = question, state, time.time()
            self._query("INSERT OR REPLACE INTO moment VALUES (?, ?, ?)", *moment)
        self._query("INSERT OR REPLACE INTO question VALUES (?, ?, ?)", question, state, revealed)

    def moments(self, question):
        """State -> when it began, for each state that the question has had."""
        return dict(self._query(MOMENTS, question))

    def last_opened(self):
        """The question that the class was led to last, or None."""
        rows = self._query(LAST)
        return rows[0][0] if rows else None

    def clear(self, question="*"):
        """Forget the counts of one question, or of all, and close it; the links stay."""
        for table, name in (("vote", "question"), ("moment", "question"), ("question", "name")):
            self._query(f"DELETE FROM {table} WHERE {name} GLOB ?", question)
        self.new.clear()

    def put(self, question, browser, choice, address="", when=None):
        """Store a choice in the round that is open, or delete it where it is None.

        A choice that comes late may be of the round `when`, if that has been. Returns False where
        there are as many as are counted.
        """
        is_second = self.state(question)[0] == "after" and when != "before"
        person = hmac.digest(self.key.encode(), f"{question} {browser}".encode(), "sha256")[:16]
        place = question, person, "after" if is_second else "before"
        if choice is None:
            self._query("DELETE FROM vote WHERE question = ? AND person = ? AND round = ?", *place)
            return True
        if not self._has_room(*place, address):
            return False
        self._query("INSERT OR REPLACE INTO vote VALUES (?, ?, ?, ?)", *place, choice)
        return True

    def _has_room(self, question, person, when, address):
        rows = self._query("SELECT person, round FROM vote WHERE question = ?", question)
        if (person, when) in rows:
            return True
        if person not in (known for known, _ in rows):
            self.new[question, address] += 1
            if self.new[question, address] > PER_QUESTION:
                return False
        return sum(r == when for _, r in rows) < MOST

    def counts(self, question, n_choices):
        """Round -> how many made each choice."""
        rows = self._query("SELECT round, choice FROM vote WHERE question = ?", question)
        return {r: [rows.count((r, i)) for i in range(n_choices)] for r in ("before", "after")}

    def pairs(self, question):
        """(before, after) of every person, None where one is missing; not in order of time."""
        return self._query(PAIRS, question)

    def _query(self, sql, *values):
        return self.file.execute(sql, values).fetchall()
