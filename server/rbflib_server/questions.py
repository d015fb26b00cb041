"""What the class predicts: a small service of the hub that counts choices without names.

    PUT  vote/QUESTION       {"choice": 1}, or null to withdraw it          the class
    GET  question/QUESTION   its state; its counts once they are revealed   teachers
    PUT  question/QUESTION   {"state": "after"}, {"revealed": true}         teachers
    GET  csv/QUESTION        one line per person: before, after             teachers

A question has four states: waiting, before (the explorer), after (it), over. A choice that comes
before a teacher opens the question counts as before. Choices are numbers: no text of a student is
accepted.
"""

import ast
import csv
import hmac
import io
import json
import logging
import os
import re
import sqlite3
import time
from collections import Counter
from contextlib import closing
from typing import NamedTuple
from urllib.parse import urlsplit

from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.log import enable_pretty_logging
from tornado.web import Application, HTTPError, RequestHandler

log = logging.getLogger("questions")
STATES = ("waiting", "before", "after", "over")
MAX_BODY = 1000  # bytes of a request
DATABASE_TIMEOUT = 0.5  # seconds; meanwhile the whole class waits
TOKEN_TTL = 300  # seconds until the hub is asked again whose a token is
TABLES = """
CREATE TABLE IF NOT EXISTS question (name PRIMARY KEY, state, revealed);
CREATE TABLE IF NOT EXISTS vote (question, person, round, choice,
    PRIMARY KEY (question, person, round));
"""


class Question(NamedTuple):
    page: str
    choices: tuple[str, ...]


def questions_of(notebooks):
    """Name -> Question of every `predict(…, about=NAME)` in the code of notebooks."""
    found = {}
    for path in notebooks:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                for name, choices in _predictions("".join(cell["source"])):
                    found[name] = Question(path.name[:2], choices)
    return found


def _predictions(code):
    try:
        tree = ast.parse(code)
    except SyntaxError:  # a magic of IPython
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "predict":
            about = [k.value.value for k in node.keywords if k.arg == "about"]
            if about:
                yield about[0], tuple(choice.value for choice in node.args)


class Votes:
    """Choices in a SQLite file, one per person, question and round.

    A person is a keyed hash of name and question: a student who changes a choice is counted once,
    and no table says who it was, or that the same student answered another question.
    """

    def __init__(self, path, key):
        self.path, self.key = path, key
        with closing(self._open()) as file, file:
            file.execute("PRAGMA journal_mode = WAL")
            file.executescript(TABLES)

    def state(self, question):
        rows = self._query("SELECT state, revealed FROM question WHERE name = ?", question)
        state, revealed = rows[0] if rows else ("waiting", 0)
        return state, bool(revealed)

    def set_state(self, question, state, revealed):
        self._query("INSERT OR REPLACE INTO question VALUES (?, ?, ?)", question, state, revealed)

    def put(self, question, name, choice):
        """Store a choice, or delete it where it is None; False when the question is over."""
        state, _ = self.state(question)
        if state == "over":
            return False
        place = (question, self._person(question, name), "after" if state == "after" else "before")
        if choice is None:
            self._query("DELETE FROM vote WHERE question = ? AND person = ? AND round = ?", *place)
        else:
            self._query("INSERT OR REPLACE INTO vote VALUES (?, ?, ?, ?)", *place, choice)
        return True

    def counts(self, question, n_choices):
        """Round -> how many made each choice."""
        rows = self._query("SELECT round, choice FROM vote WHERE question = ?", question)
        counted = Counter(rows)
        return {r: [counted[r, i] for i in range(n_choices)] for r in ("before", "after")}

    def changes(self, question):
        """(before, after) of every person, None where one is missing; not in order of time."""
        rows = self._query("SELECT person, round, choice FROM vote WHERE question = ?", question)
        persons = {}
        for person, when, choice in rows:
            persons.setdefault(person, {})[when] = choice
        pairs = [(made.get("before"), made.get("after")) for made in persons.values()]
        return sorted(pairs, key=str)

    def _person(self, question, name):
        return hmac.digest(self.key, f"{question} {name}".encode(), "sha256")[:16]

    def _open(self):
        return sqlite3.connect(self.path, timeout=DATABASE_TIMEOUT)

    def _query(self, sql, *values):
        with closing(self._open()) as file, file:
            return file.execute(sql, values).fetchall()


class RateLimit:
    """Per name, a burst of requests and then so many per second (a token bucket)."""

    def __init__(self, burst, per_second, clock=time.monotonic):
        self.burst, self.per_second, self.clock = burst, per_second, clock
        self._left = {}  # name -> (requests left, when)

    def allows(self, name):
        now = self.clock()
        left, when = self._left.get(name, (self.burst, now))
        left = min(self.burst, left + self.per_second * (now - when))
        self._left[name] = (left - (left >= 1), now)
        return left >= 1


class TokenOwners:
    """Whose a token is, by the hub; None for a token that it does not know."""

    def __init__(self, ask, clock=time.monotonic):
        self.ask, self.clock = ask, clock
        # One limit for all tokens that are new here: forged ones do not keep the hub busy.
        self.limit = RateLimit(100, 10, clock)
        self._cache = {}  # token -> (name, until)

    async def __call__(self, token):
        name, until = self._cache.get(token, (None, 0))
        if self.clock() < until:
            return name
        if not token or not self.limit.allows("new"):
            return None
        name = await self.ask(token)
        if name:
            self._cache[token] = name, self.clock() + TOKEN_TTL
        return name


class Handler(RequestHandler):
    """What all requests share: the user, the rate limit, the question."""

    def initialize(self, votes, questions, teachers, owner_of, limit):
        self.votes, self.questions, self.teachers = votes, questions, teachers
        self.owner_of, self.limit = owner_of, limit

    async def prepare(self):
        token = self.request.headers.get("Authorization", "").removeprefix("token ")
        self.name = await self.owner_of(token)
        if self.name is None:
            self.refuse(403, "This token does not belong to the class.")
        if self.name not in self.teachers and not self.limit.allows(self.name):
            self.refuse(429, "Too many requests.")
        if self.path_args[0] not in self.questions:
            self.refuse(404, f"There is no such question. There are {', '.join(self.questions)}.")

    def teachers_only(self):
        if self.name not in self.teachers:
            self.refuse(403, "Only teachers may do this.")

    def refuse(self, code, reason):
        log.warning("%s %s refused: %s", self.request.method, self.request.path, reason)
        raise HTTPError(code, reason=reason)

    def body(self):
        try:
            body = json.loads(self.request.body)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            self.refuse(400, "The request is no JSON object.")
        return body

    def write_error(self, status_code, **details):
        error = details["exc_info"][1]
        locked = f"The class server cannot use its database of answers ({error})."
        self.finish({"words": locked if isinstance(error, sqlite3.Error) else self._reason})

    def check_xsrf_cookie(self):
        """Requests are authenticated by a token, never by a cookie."""

    def log_exception(self, kind, error, trace):
        if not isinstance(error, HTTPError):  # refusals have been logged
            super().log_exception(kind, error, trace)


class VoteHandler(Handler):
    def put(self, name):
        choice = self.body().get("choice", -1)
        number = type(choice) is int and 0 <= choice < len(self.questions[name].choices)
        if not number and choice is not None:
            self.refuse(400, "There is no such choice.")
        if not self.votes.put(name, self.name, choice):
            self.refuse(409, "This question is over.")
        self.finish({"state": self.votes.state(name)[0]})


class QuestionHandler(Handler):
    def get(self, name):
        self.teachers_only()
        question = self.questions[name]
        state, revealed = self.votes.state(name)
        counts = self.votes.counts(name, len(question.choices))
        answer = {"page": question.page, "choices": question.choices}
        answer |= {"state": state, "revealed": revealed}
        answer["answers"] = {when: sum(n) for when, n in counts.items()}
        if revealed:
            answer["counts"] = counts
        self.finish(answer)

    def put(self, name):
        self.teachers_only()
        state, revealed = self.votes.state(name)
        body = self.body()
        state, revealed = body.get("state", state), body.get("revealed", revealed)
        if state not in STATES or not isinstance(revealed, bool):
            self.refuse(400, f"The state of a question is one of {', '.join(STATES)}.")
        self.votes.set_state(name, state, revealed)
        self.get(name)


class CsvHandler(Handler):
    def get(self, name):
        self.teachers_only()
        choices = self.questions[name].choices
        table = io.StringIO()
        write = csv.writer(table).writerow
        write(["before", "after"])
        for pair in self.votes.changes(name):
            write(["" if choice is None else choices[choice] for choice in pair])
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.finish(table.getvalue())


def application(prefix, **parts):
    """The service under a prefix. `parts` are what Handler takes."""
    routes = [("vote", VoteHandler), ("question", QuestionHandler), ("csv", CsvHandler)]
    name = r"([^/]{1,80})"
    base = re.escape(prefix.rstrip("/"))
    return Application([(f"{base}/{route}/{name}", kind, parts) for route, kind in routes])


def serve(app, port, ip="127.0.0.1"):
    """Listen; larger requests are refused before they are read."""
    server = HTTPServer(app, max_body_size=MAX_BODY, max_header_size=20_000)
    server.listen(port, ip)
    return server


def key_of(path):
    """The key of the persons' hashes: random, generated once."""
    if not path.exists():
        with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
            file.write(os.urandom(32))
    return path.read_bytes()


def main():
    from jupyterhub.services.auth import HubAuth

    from rbflib_server import course

    enable_pretty_logging()
    ours = course.read(os.environ["RBFLIB_CLASS_FILE"])
    hub = HubAuth()

    async def ask(token):
        user = await hub.user_for_token(token, use_cache=False, sync=False)
        allowed = user and hub.check_scopes(hub.access_scopes, user)
        return user["name"] if allowed else None

    at = urlsplit(os.environ["JUPYTERHUB_SERVICE_URL"])
    parts = {
        "votes": Votes(ours.home / "votes.sqlite", key_of(ours.home / "votes.key")),
        "questions": questions_of(ours.notebooks()),
        "teachers": set(ours.teachers),
        "owner_of": TokenOwners(ask),
        "limit": RateLimit(10, 1),
    }
    serve(application(os.environ["JUPYTERHUB_SERVICE_PREFIX"], **parts), at.port, at.hostname)
    IOLoop.current().start()


if __name__ == "__main__":
    main()
