"""What a class predicts: its questions, and its votes in a file."""

import hmac
import secrets
import sqlite3

import nbformat

from book.page import calls_in, predicted

STATES = ("waiting", "before", "after", "over")
MOST = 2000  # browsers that one question counts in a round
# With NORMAL no answer waits for the disk: only a power failure may lose the last votes.
TABLES = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS secret (name PRIMARY KEY, value);
CREATE TABLE IF NOT EXISTS question (name PRIMARY KEY, state, revealed);
CREATE TABLE IF NOT EXISTS vote (question, person, round, choice,
    PRIMARY KEY (question, person, round)) WITHOUT ROWID;
"""
PAIRS = """
SELECT MAX(choice) FILTER (WHERE round = 'before'), MAX(choice) FILTER (WHERE round = 'after')
FROM vote WHERE question = ? GROUP BY person ORDER BY 1, 2
"""


def questions_of(notebooks):
    """Name -> question of every `predict(…, about=NAME)` in the code of notebooks."""
    found = {}
    for path in sorted(notebooks):
        cells = nbformat.read(path, as_version=4).cells
        title = cells[0].source.splitlines()[0].lstrip("# ")
        for call in (calls["predict"] for calls in map(calls_in, cells) if "predict" in calls):
            choices, name, answer = predicted(call)
            found[name] = {"name": name, "page": path.stem, "title": title, "choices": choices}
            found[name]["answer"] = answer
    return found


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

    def state(self, question):
        rows = self._query("SELECT state, revealed FROM question WHERE name = ?", question)
        state, revealed = rows[0] if rows else ("waiting", 0)
        return state, bool(revealed)

    def set_state(self, question, state, revealed):
        self._query("INSERT OR REPLACE INTO question VALUES (?, ?, ?)", question, state, revealed)

    def begin_anew(self):
        """Forget all counts and close all questions; the links stay."""
        self._query("DELETE FROM vote")
        self._query("DELETE FROM question")

    def put(self, question, browser, choice):
        """Store a choice in the round that is open, or delete it where it is None.

        False where there are as many as are counted.
        """
        when = "after" if self.state(question)[0] == "after" else "before"
        person = hmac.digest(self.key.encode(), f"{question} {browser}".encode(), "sha256")[:16]
        place = question, person, when
        if choice is None:
            self._query("DELETE FROM vote WHERE question = ? AND person = ? AND round = ?", *place)
            return True
        others = "SELECT COUNT(*) FROM vote WHERE question = ? AND person != ? AND round = ?"
        [(n,)] = self._query(others, *place)
        if n < MOST:
            self._query("INSERT OR REPLACE INTO vote VALUES (?, ?, ?, ?)", *place, choice)
        return n < MOST

    def counts(self, question, n_choices):
        """Round -> how many made each choice."""
        rows = self._query("SELECT round, choice FROM vote WHERE question = ?", question)
        return {r: [rows.count((r, i)) for i in range(n_choices)] for r in ("before", "after")}

    def pairs(self, question):
        """(before, after) of every person, None where one is missing; not in order of time."""
        return self._query(PAIRS, question)

    def _query(self, sql, *values):
        return self.file.execute(sql, values).fetchall()
