"""A class: the built book for its students, and what they predict, counted without names.

    python -m book.classroom [--host 0.0.0.0] [--port 8000] [--folder build/book] [--state FILE]

    GET  any file                 the book; its pages say that there is a class
    PUT  class/vote/QUESTION      {"browser": "a random id", "choice": 1}, or null to withdraw it
    GET  teacher                  the teacher's page, which asks for the rest with the key
    GET  class/questions          every question of the book, and its counts once they are revealed
    PUT  class/question/QUESTION  {"state": "after"}, {"revealed": true}
    PUT  class/new                {}: no counts, and all questions wait
    GET  class/csv/QUESTION       one line per browser: before, after
    GET  class/qr?link=ADDRESS    a QR code, as SVG

A question has four states: waiting, before (the explorer), after (it), over. A choice that comes
before the teacher opens the question counts as before. Choices are numbers: no text of a student
is accepted.
"""

import argparse
import asyncio
import csv
import hmac
import io
import json
import os
import re
import socket
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

import segno
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler, StaticFileHandler

from book.votes import MOST, STATES, Votes, questions_of

HERE = Path(__file__).parent
BUILT = HERE.parent / "build"
STATE = BUILT / "classroom/votes.sqlite"
MAX_BODY = 1000  # bytes of a request
MAX_LINK = 300  # characters
PER_BROWSER = 10, 1  # a burst of requests, then so many per second
PER_ADDRESS = 300, 50  # a whole class may share one address
HASHED = re.compile(r"[.-][0-9a-f]{12,}([./]|$)")  # in names of files that never change
YEAR = 365 * 24 * 3600
# What a system may not know, or know otherwise.
TYPES = {".js": "text/javascript", ".webp": "image/webp", ".ipynb": "application/x-ipynb+json"}
TYPES |= {".wasm": "application/wasm", ".woff": "font/woff", ".woff2": "font/woff2"}


class RateLimit:
    """Per name, a burst of requests and then so many per second (a token bucket)."""

    def __init__(self, burst, per_second, clock=time.monotonic):
        self.burst, self.per_second, self.clock = burst, per_second, clock
        self._left = {}  # name -> (requests left, when)

    def allows(self, name):
        now = self.clock()
        if len(self._left) > 10_000:  # forget who has not asked for long
            full = now - self.burst / self.per_second
            self._left = {n: (left, when) for n, (left, when) in self._left.items() if when > full}
        left, when = self._left.get(name, (self.burst, now))
        left = min(self.burst, left + self.per_second * (now - when))
        self._left[name] = (left - (left >= 1), now)
        return left >= 1


class BookHandler(StaticFileHandler):
    """The built book. Its pages get a line that says where the class is."""

    async def get(self, path, include_body=True):
        path += "index.html" if path.endswith("/") or not path else ""
        if not path.endswith(".html"):
            await super().get(path, include_body)
            return
        self.path = self.parse_url_path(path)
        place = self.get_absolute_path(self.root, self.path)
        self.absolute_path = self.validate_absolute_path(self.root, place)
        if self.absolute_path is None:  # a folder: the reader is sent there
            return
        mark = f'<meta name="rbflib-class" content="./{"../" * path.count("/")}">'
        text = Path(self.absolute_path).read_text(encoding="utf-8")
        self.set_extra_headers(path)
        self.finish(text.replace("<head>", f"<head>{mark}", 1))

    def validate_absolute_path(self, root, absolute_path):
        try:
            return super().validate_absolute_path(root, absolute_path)
        except (OSError, ValueError) as error:  # no file may have such a name
            raise HTTPError(404) from error

    def compute_etag(self):
        """Of the file as it is now: the book may be built again while it is served."""
        file = os.stat(self.absolute_path)
        return f'"{file.st_mtime_ns:x}-{file.st_size:x}"'

    def get_cache_time(self, path, modified, mime_type):
        return YEAR if HASHED.search(path) else 0

    def set_extra_headers(self, path):
        if not HASHED.search(path):
            self.set_header("Cache-Control", "no-cache")  # kept, and asked for whether it is new

    def get_content_type(self):
        return TYPES.get(Path(self.absolute_path).suffix) or super().get_content_type()


class Refused(HTTPError):
    def __init__(self, code, words):
        super().__init__(code, words)
        self.words = words


class Handler(RequestHandler):
    """What all requests of the class share: who asks, the limits, and JSON as the answer."""

    for_teacher = True

    def initialize(self, votes, questions, browsers, addresses):
        self.votes, self.questions = votes, questions
        self.browsers, self.addresses = browsers, addresses

    def set_default_headers(self):
        self.set_header("Cache-Control", "no-store")

    def prepare(self):
        key = self.request.headers.get("Authorization", "").removeprefix("Bearer ")
        self.is_teacher = hmac.compare_digest(key.encode(), self.votes.key.encode())
        if not self.is_teacher and not self.addresses.allows(self.request.remote_ip):
            raise Refused(429, "Too many requests come from this address. Wait a little.")
        if len(self.request.body) > MAX_BODY:
            raise Refused(413, f"The request is longer than {MAX_BODY} bytes.")
        if not set(self.path_args) <= set(self.questions):
            raise Refused(404, "There is no such question in this book.")
        if self.for_teacher and not self.is_teacher:
            raise Refused(403, "This needs the teacher's link with its key.")

    def body(self):
        try:
            body = json.loads(self.request.body)
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            raise Refused(400, "The request is no JSON object.")
        return body

    def status_of(self, name):
        question, (state, revealed) = self.questions[name], self.votes.state(name)
        counts = self.votes.counts(name, len(question.choices))
        status = question._asdict() | {"name": name, "state": state, "revealed": revealed}
        status["answers"] = {when: sum(n) for when, n in counts.items()}
        return status | ({"counts": counts} if revealed else {})

    def write_error(self, status_code, **details):
        error = details.get("exc_info", [None, None])[1]
        self.finish({"words": getattr(error, "words", f"{self._reason}.")})


class VoteHandler(Handler):
    for_teacher = False

    def put(self, name):
        body = self.body()
        browser, choice = body.get("browser"), body.get("choice", -1)
        if not isinstance(browser, str) or not re.fullmatch(r"[\w-]{16,64}", browser, re.ASCII):
            raise Refused(400, "The browser has no id.")
        if not self.browsers.allows(browser):
            raise Refused(429, "Too many requests. Wait a few seconds.")
        number = type(choice) is int and 0 <= choice < len(self.questions[name].choices)
        if not number and choice is not None:
            raise Refused(400, "There is no such choice.")
        state, _ = self.votes.state(name)
        if state == "over":
            raise Refused(409, "This question is over.")
        if not self.votes.put(name, browser, choice):
            raise Refused(409, f"This question has {MOST} answers, and takes no more.")
        self.finish({"state": state})


class QuestionsHandler(Handler):
    def get(self):
        self.finish({"questions": [self.status_of(name) for name in self.questions]})


class QuestionHandler(Handler):
    def put(self, name):
        state, revealed = self.votes.state(name)
        body = self.body()
        state, revealed = body.get("state", state), body.get("revealed", revealed)
        if state not in STATES or not isinstance(revealed, bool):
            raise Refused(400, f"The state of a question is one of {', '.join(STATES)}.")
        self.votes.set_state(name, state, revealed)
        self.finish(self.status_of(name))


class NewHandler(Handler):
    def put(self):
        self.votes.begin_anew()
        self.finish({})


class CsvHandler(Handler):
    def get(self, name):
        choices = self.questions[name].choices
        table = io.StringIO()
        write = csv.writer(table).writerow
        write(["before", "after"])
        for pair in self.votes.changes(name):
            write([choices[c] if c in range(len(choices)) else "" for c in pair])
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.finish(table.getvalue())


class QrHandler(Handler):
    def get(self):
        link = self.get_query_argument("link", "")
        if not link.startswith(("http://", "https://")) or len(link) > MAX_LINK:
            raise Refused(400, "This is no link.")
        self.set_header("Content-Type", "image/svg+xml")
        segno.make(link, micro=False).save(picture := io.BytesIO(), "svg", scale=4, light="white")
        self.finish(picture.getvalue())


class TeacherHandler(RequestHandler):
    def get(self):
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("Content-Security-Policy", "frame-ancestors 'none'")
        self.finish((HERE / "classroom.html").read_text(encoding="utf-8"))


def application(folder, votes, clock=time.monotonic):
    """The book in a folder, and its class."""
    parts = {
        "votes": votes,
        "questions": questions_of(Path(folder).glob("_sources/*.ipynb")),
        "browsers": RateLimit(*PER_BROWSER, clock),
        "addresses": RateLimit(*PER_ADDRESS, clock),
    }
    routes = [(r"/class/vote/([^/]+)", VoteHandler, parts)]
    routes += [(r"/class/question/([^/]+)", QuestionHandler, parts)]
    routes += [(r"/class/questions", QuestionsHandler, parts), (r"/class/new", NewHandler, parts)]
    routes += [(r"/class/csv/([^/]+)", CsvHandler, parts), (r"/class/qr", QrHandler, parts)]
    routes += [("/teacher", TeacherHandler), ("/(.*)", BookHandler, {"path": str(folder)})]
    return Application(routes, log_function=lambda _handler: None)  # addresses contain the key


def serve(app, sockets):
    """The server, listening; what is far too large is refused before it is read."""
    limits = {"max_body_size": 10 * MAX_BODY, "max_header_size": 20_000}
    server = HTTPServer(app, **limits, idle_connection_timeout=120, body_timeout=10)
    server.add_sockets(sockets)
    return server


def name_of(host):
    """How other computers call this one, where it listens at all of its addresses."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as nothing_is_sent:
        try:
            nothing_is_sent.connect(("192.0.2.1", 9))
            return nothing_is_sent.getsockname()[0]
        except OSError:
            return socket.gethostname()


# What the teacher reads at the start.
ALONE = "Only this computer can open them. To let the room in, start with --host 0.0.0.0."
ROOM = "Every computer that reaches this one can open them."
WORDS = """Students  {link}
Teacher   {link}teacher?key={key}

{reach}
The firewall must let port {port} through. Or put a tunnel or any https proxy in front: its
address then takes the place of {link} in both links.
Ctrl+C ends the class; its votes stay."""


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m book.classroom", description="Serve a class.")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0: all addresses")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--folder", type=Path, default=BUILT / "book", help="the built book")
    parser.add_argument("--state", type=Path, default=STATE, help="keeps votes and key of a class")
    given = parser.parse_args(arguments)
    folder, state = given.folder.resolve(), given.state.resolve()
    if not (folder / "index.html").exists():
        parser.error(f"There is no book in {folder}. `make book` builds it.")
    if state.is_relative_to(folder):
        parser.error(f"{state} would be served with the book. Choose a --state elsewhere.")
    try:
        votes = Votes(state)
    except (OSError, sqlite3.Error) as error:
        parser.error(f"{state} cannot be used for votes ({error}). Choose another --state.")

    try:
        sockets = bind_sockets(given.port, given.host)
    except OSError as error:
        parser.error(f"Nothing can listen at {given.host}, port {given.port} ({error}).")
    port = sockets[0].getsockname()[1]
    reach = ALONE if given.host in ("127.0.0.1", "::1", "localhost") else ROOM
    link = f"http://{name_of(given.host)}:{port}/"

    async def run():
        serve(application(folder, votes), sockets)
        print(WORDS.format(link=link, key=votes.key, port=port, reach=reach), flush=True)
        await asyncio.Event().wait()

    with suppress(KeyboardInterrupt):
        asyncio.run(run())
    print()


if __name__ == "__main__":
    main()
