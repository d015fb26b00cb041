"""A class: the built book for its students, and what they predict, counted without names.

    python -m book.classroom [--host 0.0.0.0] [--port 8000] [--votes-only] [--folder build/book]
                             [--state FILE]

    GET  any file                 the book; its _static/class.js says that there is a class
    GET  go                       leads to the question that was opened last
    PUT  class/now                {"browser": "a random id"}: is there, and asks what is open
    PUT  class/vote/QUESTION      {"browser": "a random id", "choice": 1}, or null to withdraw it;
                                  with "round": "before" where it comes late
    GET  teacher                  the teacher's page, which asks for the rest with the key
    GET  class/questions          every question of the book with its counts, and who is there
    PUT  class/question/QUESTION  {"state": "after"}, {"revealed": true}
    PUT  class/clear/QUESTION     {}: no counts, and the question waits
    PUT  class/new                {}: the same for all questions
    GET  class/csv                one line per question and browser: before, after, and when
    GET  class/qr?link=ADDRESS    a QR code, as SVG

A question has four states: waiting, before (the explorer), after (it), over. A choice that comes
before the teacher opens the question counts as before. Choices are numbers: no text of a student
is accepted.
"""

import argparse
import asyncio
import csv
import hmac
import json
import mimetypes
import re
import socket
import sqlite3
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import segno
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, ErrorHandler, HTTPError, RequestHandler, StaticFileHandler

from book.votes import MOST, PER_QUESTION, STATES, Votes, questions_of

HERE = Path(__file__).parent
BUILT = HERE.parent / "build"
STATE = BUILT / "classroom/votes.sqlite"
HAS_CLASS = "_static/class.js"
MAX_BODY = 1000  # bytes of a request
PERIOD = 60  # seconds
FULL = f"It has {MOST} answers, or {PER_QUESTION} of one address: no more fit."
COLUMNS = "page,question,opened,asked again,closed,answer,before,after,right before,right after"
PER_ADDRESS = 6000  # requests in a period: 300 browsers of one address, which ask every 5 s
THERE = 20  # seconds for which a browser that has asked counts as being there


class RateLimit:
    """So many requests per name in each period."""

    def __init__(self, most, clock=time.monotonic):
        self.most, self.clock = most, clock
        self._period, self._asked = None, Counter()

    def allows(self, name):
        period = self.clock() // PERIOD
        if period != self._period:
            self._period, self._asked = period, Counter()
        self._asked[name] += 1
        return self._asked[name] <= self.most


class BookHandler(StaticFileHandler):
    """The built book, which may be built again while it is served."""

    def compute_etag(self):
        """Of the file as it is now: a date alone may go back, as that of another book."""
        file = Path(self.absolute_path).stat()
        return f'"{file.st_mtime_ns:x}-{file.st_size:x}"'

    def set_extra_headers(self, path):
        self.set_header("Cache-Control", "no-cache")  # kept, and asked for whether it is new


def require(condition, code, reason):
    if not condition:
        raise HTTPError(code, reason=reason)


class HasClassHandler(RequestHandler):
    """Takes the place of the book's own file, which says that there is no class."""

    def get(self):
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "text/javascript")
        has_python = json.dumps(not self.settings["votes_only"])
        self.finish(f"export const HAS_CLASS = true;\nexport const HAS_PYTHON = {has_python};\n")


class GoHandler(RequestHandler):
    def get(self):
        question = self.settings["questions"].get(self.settings["votes"].last_opened())
        self.set_header("Cache-Control", "no-store")
        self.redirect(question["address"] if question else "./")


class TeacherHandler(RequestHandler):
    def get(self):
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("Content-Security-Policy", "frame-ancestors 'none'")
        self.finish((HERE / "classroom.html").read_text(encoding="utf-8"))


class Handler(RequestHandler):
    """What all requests of the class share: who asks, the limits, and JSON as the answer."""

    for_teacher = True

    def set_default_headers(self):
        self.set_header("Cache-Control", "no-store")

    def prepare(self):
        self.votes, self.questions = self.settings["votes"], self.settings["questions"]
        key = self.request.headers.get("Authorization", "").removeprefix("Bearer ")
        is_teacher = hmac.compare_digest(key.encode(), self.votes.key.encode())
        may_ask = is_teacher or self.settings["addresses"].allows(self.request.remote_ip)
        require(may_ask, 429, "Too many requests from this address. Wait a little.")
        require(len(self.request.body) <= MAX_BODY, 413, f"More than {MAX_BODY} bytes are refused.")
        require(set(self.path_args) <= set(self.questions), 404, "This book has no such question.")
        require(is_teacher or not self.for_teacher, 403, "This needs the teacher's link and key.")

    def body(self):
        body = None
        with suppress(ValueError, RecursionError):
            body = json.loads(self.request.body)
        require(isinstance(body, dict), 400, "The request is no JSON object.")
        return body

    def status_of(self, name):
        question, (state, revealed) = self.questions[name], self.votes.state(name)
        counts = self.votes.counts(name, len(question["choices"]))
        return question | {"state": state, "revealed": revealed, "counts": counts}

    def write_error(self, status_code, **details):
        self.finish({"words": f"{self._reason.rstrip('.')}."})


class VoteHandler(Handler):
    for_teacher = False

    def put(self, name):
        body = self.body()
        browser, choice = body.get("browser"), body.get("choice", -1)
        require(is_id(browser), 400, "The browser has no id.")
        is_number = type(choice) is int and 0 <= choice < len(self.questions[name]["choices"])
        require(is_number or choice is None, 400, "There is no such choice.")
        state, _ = self.votes.state(name)
        require(state != "over", 409, "This question is over.")
        vote = name, browser, choice, self.request.remote_ip, body.get("round")
        require(self.votes.put(*vote), 409, FULL)
        self.finish({"state": state})


class NowHandler(Handler):
    """What a page of a student asks every few seconds; `there` has the last moment of each."""

    for_teacher = False

    def put(self):
        there, browser = self.settings["there"], self.body().get("browser")
        if is_id(browser) and (browser in there or len(there) < MOST):
            there[browser] = time.monotonic()
        name = self.votes.last_opened()
        question, (state, _) = self.questions.get(name), self.votes.state(name)
        is_open = question and state != "over"
        self.finish(question | {"state": state, "answer": None} if is_open else {})


class QuestionsHandler(Handler):
    def get(self):
        there, now = self.settings["there"], time.monotonic()
        for browser in [known for known, last in there.items() if now - last > THERE]:
            del there[browser]
        questions = [self.status_of(name) for name in self.questions]
        last = self.questions.get(self.votes.last_opened(), {}).get("name")
        self.finish({"questions": questions, "there": len(there), "last": last})


class QuestionHandler(Handler):
    def put(self, name):
        body, (state, revealed) = self.body(), self.votes.state(name)
        state, revealed = body.get("state", state), body.get("revealed", revealed)
        is_state = state in STATES and isinstance(revealed, bool)
        require(is_state, 400, f"The state of a question is one of {', '.join(STATES)}.")
        self.votes.set_state(name, state, revealed)
        self.finish(self.status_of(name))


class ClearHandler(Handler):
    def put(self, *names):
        self.votes.clear(*names)
        self.finish({})


class CsvHandler(Handler):
    """What a lesson leaves: its votes, in no order of time."""

    def get(self):
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.write("\ufeff")  # so that spreadsheets read UTF-8
        csv.writer(self).writerow(COLUMNS.split(","))
        csv.writer(self).writerows(row for name in self.questions for row in self.rows(name))

    def rows(self, name):
        question, moments = self.questions[name], self.votes.moments(name)
        times = [moments.get(state) for state in STATES[1:]]
        text_of, answer = dict(enumerate(question["choices"])).get, question["answer"]
        for pair in self.votes.pairs(name):
            texts = [text_of(choice) for choice in pair]
            right = [None if None in (text, answer) else int(text == answer) for text in texts]
            yield [question["page"], name, *times, answer, *texts, *right]


class QrHandler(Handler):
    def get(self):
        link = self.get_query_argument("link", "")
        require(re.fullmatch("https?://.{1,300}", link), 400, "This is no link.")
        self.set_header("Content-Type", "image/svg+xml")
        segno.make(link, micro=False).save(self, "svg", scale=4, light="white")


ROUTES = [
    ("/class/vote/([^/]+)", VoteHandler),
    ("/class/question/([^/]+)", QuestionHandler),
    ("/class/questions", QuestionsHandler),
    ("/class/clear/([^/]+)", ClearHandler),
    ("/class/new", ClearHandler),
    ("/class/now", NowHandler),
    ("/class/csv", CsvHandler),
    ("/class/qr", QrHandler),
    ("/go", GoHandler),
    ("/teacher", TeacherHandler),
    (f"/{HAS_CLASS}", HasClassHandler),
]


def is_id(browser):
    return isinstance(browser, str) and re.fullmatch(r"[\w-]{16,64}", browser, re.ASCII)


def serve(folder, votes, sockets, votes_only=False):
    """The book in a folder, and its class, at sockets that listen."""
    mimetypes.add_type("text/javascript", ".js")  # some systems know another type
    files = {"path": str(folder), "default_filename": "index.html"}
    no_python = [("/_static/engine/.*", ErrorHandler, {"status_code": 404})] if votes_only else []
    app = Application(
        [
            *ROUTES,
            *no_python,
            ("/(?!.*%00)(.*)", BookHandler, files),
        ],  # no file has a NUL in its name
        votes=votes,
        questions=questions_of(folder.glob("_sources/*.ipynb")),
        addresses=RateLimit(PER_ADDRESS),
        there={},
        votes_only=votes_only,
        log_function=lambda _handler: None,  # addresses contain the key
    )
    # What is far too large is refused before it is read.
    limits = {"max_body_size": 10 * MAX_BODY, "max_header_size": 20_000}
    server = HTTPServer(app, **limits, idle_connection_timeout=120, body_timeout=10)
    server.add_sockets(sockets)


def name_of(host):
    """How other computers call this one, where it listens at all of its addresses."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as nothing_is_sent, suppress(OSError):
        nothing_is_sent.connect(("192.0.2.1", 9))
        return nothing_is_sent.getsockname()[0]
    return socket.gethostname()


# What the teacher reads at the start.
WORDS = """Students  {link}go
Teacher   {link}teacher?key={key}
Private   {link}teacher?private&key={key}  (counts, for your telephone)

{reach} Or put a tunnel or any https proxy in front:
its address then takes the place of {link} in these links.
Ctrl+C ends the class; its votes stay."""
ALONE = "Only this computer can open them. To let the room in, start with --host 0.0.0.0."
ROOM = "Computers that reach this one can open them, once its firewall lets the port through."


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m book.classroom", description="Serve a class.")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0: all addresses")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--folder", type=Path, default=BUILT / "book", help="the built book")
    parser.add_argument("--state", type=Path, default=STATE, help="keeps votes and key of a class")
    parser.add_argument("--votes-only", action="store_true", help="do not serve Python")
    given = parser.parse_args(arguments)
    folder, state = given.folder.resolve(), given.state.resolve()
    if not (folder / HAS_CLASS).exists():
        parser.error(f"There is no book in {folder}, or an old one. `make book` builds it.")
    if state.is_relative_to(folder):
        parser.error(f"{state} would be served with the book. Choose a --state elsewhere.")
    try:
        votes, sockets = Votes(state), bind_sockets(given.port, given.host)
    except (OSError, sqlite3.Error) as error:
        parser.error(f"No class can start with this --state, --host and --port: {error}.")
    link = f"http://{name_of(given.host)}:{sockets[0].getsockname()[1]}/"
    reach = ALONE if given.host in ("127.0.0.1", "::1", "localhost") else ROOM

    async def run():
        serve(folder, votes, sockets, given.votes_only)
        print(WORDS.format(link=link, key=votes.key, reach=reach), flush=True)
        if reach == ROOM and sys.stdout.isatty():  # for a telephone's camera
            segno.make(f"{link}teacher?private&key={votes.key}").terminal(compact=True)
        await asyncio.Event().wait()

    with suppress(KeyboardInterrupt):
        asyncio.run(run())
    print()


if __name__ == "__main__":
    main()
