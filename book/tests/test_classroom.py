"""A class: what is counted, what is refused, and what a student's and the teacher's page show."""

import asyncio
import http.client
import json
import random
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tornado.netutil import bind_sockets

from book import classroom, votes
from book.page import widget
from rbflib.lab import EXPLORERS, predict

ROOT = Path(__file__).parents[2]
ASKED, OTHER = "interpolation", "overfitting"
CHOICES = ["they become larger", "they become smaller", "they hardly change"]
ANNA, BO = "anna-0123456789abcdef", "bo-0123456789abcdefgh"


class Class:
    """A server in a thread, whose clock stands still."""

    def __init__(self, folder, state):
        self.folder, self.state, self.now = folder, state, 0.0
        ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.run(ready)))
        self.thread.start()
        assert ready.wait(10)
        self.address = f"http://127.0.0.1:{self.port}"

    async def run(self, ready):
        kept, sockets = votes.Votes(self.state), bind_sockets(0, "127.0.0.1")
        app = classroom.application(self.folder, kept, lambda: self.now)
        server = classroom.serve(app, sockets)
        self.key, self.port = kept.key, sockets[0].getsockname()[1]
        self.loop, self.ended = asyncio.get_running_loop(), asyncio.Event()
        ready.set()
        await self.ended.wait()
        server.stop()
        await server.close_all_connections()
        kept.file.close()

    def end(self):
        self.loop.call_soon_threadsafe(self.ended.set)
        self.thread.join()

    def ask(self, method, path, body=None, **headers):
        """(status, body, headers) of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        body = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, f"/{path}", body, headers)
        answer = connection.getresponse()
        found = answer.status, answer.read().decode(), answer.headers
        connection.close()
        return found

    def vote(self, browser, choice, question=ASKED):
        body = {"browser": browser, "choice": choice}
        return self.ask("PUT", f"class/vote/{quote(question)}", body)[0]

    def teach(self, method="GET", path="questions", body=None):
        key = f"Bearer {self.key}"
        status, text, _ = self.ask(method, f"class/{path}", body, Authorization=key)
        assert status == 200
        return text

    def put(self, **body):
        return json.loads(self.teach("PUT", f"question/{ASKED}", body))

    def status(self):
        """Of the question, with its counts."""
        return self.put(revealed=True)

    def lines(self):
        return self.teach(path=f"csv/{ASKED}").splitlines()


@pytest.fixture
def folder(tmp_path):
    """A small book: a title page, one notebook, and a page with a prediction."""
    folder = tmp_path / "book"
    shutil.copytree(ROOT / "book/static", folder / "_static")
    for name in ("predict.js", "quiz.js", "predict.css"):
        (folder / "_static/kit").mkdir(exist_ok=True)
        shutil.copy(ROOT / "rbflib/lab/kit/static" / name, folder / "_static/kit")
    (folder / "_sources").mkdir()
    shutil.copy(ROOT / "notebooks/02_full_network.ipynb", folder / "_sources")
    (folder / "part").mkdir()
    for name in ("index.html", "part/a.html"):
        (folder / name).write_text("<html><head><title>A</title></head></html>")
    traits = {"choices": CHOICES, "committed": -1, "poll": "", "stills": 0}
    script = 'import { mountWidget } from "./_static/widgets.js";'
    script += 'mountWidget(document.querySelector("[data-widget]"));'
    (folder / "page.html").write_text(
        "<!DOCTYPE html><html><head><link rel=icon href=data:></head><body>"
        + widget("prediction", f"prediction {ASKED}", traits, "text")
        + f"<script type=module>{script}</script></body></html>"
    )
    return folder


@pytest.fixture
def lesson(folder, tmp_path):
    lesson = Class(folder, tmp_path / "votes.sqlite")
    yield lesson
    lesson.end()


def test_one_vote_per_browser_which_can_be_changed_and_withdrawn(lesson):
    for browser, choice in [(ANNA, 0), (BO, 0), (BO, 2), (ANNA, 0)]:
        assert lesson.vote(browser, choice) == 200
    assert lesson.status()["counts"] == {"before": [1, 0, 1], "after": [0, 0, 0]}
    lesson.vote(ANNA, None)
    assert lesson.status()["counts"]["before"] == [0, 0, 1]


def test_counts_are_hidden_until_they_are_revealed(lesson):
    lesson.vote(ANNA, 0)
    hidden = lesson.put(revealed=False)
    assert hidden["answers"] == {"before": 1, "after": 0}
    assert "counts" not in hidden
    assert "counts" not in lesson.teach()
    assert "counts" in lesson.status()


def test_second_round_leaves_the_first_as_it_was(lesson):
    lesson.put(state="before")
    lesson.vote(ANNA, 0)
    lesson.vote(BO, 1)
    lesson.put(state="after")
    lesson.vote(ANNA, 1)
    assert lesson.status()["counts"] == {"before": [1, 1, 0], "after": [0, 1, 0]}
    assert lesson.lines() == ["before,after", f"{CHOICES[0]},{CHOICES[1]}", f"{CHOICES[1]},"]


VOTE = {"browser": ANNA, "choice": 1}
WRONG = [VOTE | {"choice": choice} for choice in (3, -1, "up", 1.0, True)]
WRONG += [VOTE | {"browser": browser} for browser in (1, "a", "ä" * 20, "a" * 65)]
WRONG += [b"no JSON", b"[1]", b"\xff", b"[" * 999]


@pytest.mark.parametrize(
    ("code", "method", "path", "body"),
    [
        (403, "GET", "questions", None),
        (403, "PUT", f"question/{ASKED}", {"revealed": True}),
        (403, "GET", f"csv/{ASKED}", None),
        (403, "GET", "qr?link=http://a", None),
        (404, "PUT", "vote/nothing", VOTE),
        (405, "POST", f"vote/{ASKED}", VOTE),
        (409, "PUT", f"vote/{OTHER}", VOTE),
        *((400, "PUT", f"vote/{ASKED}", body) for body in WRONG),
        (413, "PUT", f"vote/{ASKED}", b"x" * 1001),
    ],
)
def test_what_is_refused_changes_nothing_and_is_answered_in_a_sentence(
    lesson, code, method, path, body
):
    lesson.teach("PUT", f"question/{OTHER}", {"state": "over"})
    before = lesson.teach()
    for key in ("", "Bearer ", f"Bearer {lesson.key}x", "Bearer ä"):
        answer = lesson.ask(method, f"class/{path}", body, Authorization=key)
        assert answer[0] == code
        assert json.loads(answer[1])["words"].endswith(".")
    assert lesson.teach() == before


def test_far_too_large_request_is_refused_and_the_server_goes_on(lesson):
    # Its length alone tells: what was sent and is not read would reset the connection.
    length = {"Content-Length": "20000"}
    assert lesson.ask("PUT", f"class/vote/{ASKED}", b"", **length)[0] == 400
    assert lesson.vote(ANNA, 1) == 200


def test_browsers_and_addresses_have_rates_and_the_teacher_has_none(lesson):
    assert [lesson.vote(ANNA, 1) for _ in range(12)] == [200] * 10 + [429] * 2
    assert lesson.vote(BO, 1) == 200
    lesson.now = 2
    assert [lesson.vote(ANNA, 1) for _ in range(3)] == [200, 200, 429]
    many = [lesson.vote(f"browser-{n:020}", 1) for n in range(310)]
    assert many[0] == 200
    assert many[-1] == 429
    assert lesson.status()["answers"]["before"] == many.count(200) + 2


def test_question_takes_no_more_browsers_than_it_counts(lesson, monkeypatch):
    monkeypatch.setattr(votes, "MOST", 1)
    assert [lesson.vote(ANNA, 1), lesson.vote(BO, 1)] == [200, 409]


def test_votes_and_links_survive_a_restart(lesson):
    lesson.vote(ANNA, 0)
    again = Class(lesson.folder, lesson.state)
    again.vote(ANNA, 2)
    assert again.key == lesson.key
    assert again.status()["counts"]["before"] == [0, 0, 1]
    again.end()
    assert sys.platform == "win32" or lesson.state.stat().st_mode & 0o077 == 0


def test_file_does_not_link_the_answers_of_a_browser(lesson):
    kept = votes.Votes(lesson.state)
    for question in (ASKED, OTHER):
        kept.put(question, ANNA, 1)
    persons = kept.file.execute("SELECT DISTINCT person FROM vote").fetchall()
    kept.file.close()
    assert len(persons) == 2
    assert ANNA not in str(persons)


def test_random_requests_break_nothing_and_refused_ones_change_nothing(lesson):
    draw = random.Random(0)
    words = ["class", "vote", ASKED, "question", "csv", "questions", "qr", "teacher", "%ff", "%00"]
    words += ["..", "", "?link=http://a", "?key=a", "index.html", "_static", "%2e%2e", "a" * 300]
    values = [None, 0, 2, -1, 1e400, True, "\ud800", "x" * 20, ANNA, [1], {"choice": 1}, 10**30]
    names = ["browser", "choice", "state", "revealed", "link"]
    codes = set()
    for n in range(600):
        lesson.now = n
        method = draw.choice(["GET", "PUT", "PUT", "POST", "DELETE", "HEAD", "OPTIONS"])
        path = "/".join(draw.choices(words, k=draw.randint(1, 4)))
        if draw.random() < 0.5:
            path = f"class/{draw.choice(words[1:6])}/{draw.choice([ASKED, 'x', '%ff'])}"
        body = {draw.choice(names): draw.choice(values) for _ in range(draw.randint(0, 4))}
        body = draw.choice([None, body, body, VOTE, draw.randbytes(draw.randint(0, 1500))])
        before = lesson.lines(), lesson.teach()
        key = draw.choice(["", "Bearer", "Basic a:b", draw.randbytes(9).hex()])
        code, _, _ = lesson.ask(method, path, body, Authorization=key)
        codes.add(code)
        assert code < 500, (method, path, body)
        assert code == 200 or (lesson.lines(), lesson.teach()) == before
    assert {200, 400, 403, 404, 405, 413} <= codes


def test_pages_say_where_the_class_is_and_files_are_as_they_were(lesson):
    for path, place in [("", "./"), ("index.html", "./"), ("part/a.html", "./../")]:
        status, text, headers = lesson.ask("GET", path)
        assert (status, headers["Cache-Control"]) == (200, "no-cache")
        assert f'<head><meta name="rbflib-class" content="{place}">' in text
        known = {"If-None-Match": headers["Etag"]}
        assert lesson.ask("GET", path, **known)[0] == 304
    (lesson.folder / "_static/files-0123456789ab").write_text("files")
    _, text, headers = lesson.ask("GET", "_static/files-0123456789ab")
    assert text == "files"
    assert "31536000" in headers["Cache-Control"]
    _, text, headers = lesson.ask("GET", "_static/widgets.js")
    assert text == (ROOT / "book/static/widgets.js").read_text(encoding="utf-8")
    assert headers["Content-Type"] == "text/javascript"
    assert lesson.ask("GET", "../votes.sqlite")[0] == 403


def test_questions_of_the_pages_are_those_of_the_explorers():
    asked = votes.questions_of((ROOT / "notebooks").glob("*.ipynb"))
    assert {name.split()[0] for name in asked} <= set(EXPLORERS)
    assert len(asked) > 20
    assert (asked[ASKED].page, asked[ASKED].choices) == ("02_full_network", CHOICES)


def test_readers_in_jupyterlab_join_the_class(lesson, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rbflib-course.toml").write_text(f'class = "{lesson.address}"')
    shown = predict(*CHOICES, about=ASKED)
    shown.committed = 2
    shown.ballot.sent.result()
    assert lesson.status()["counts"]["before"] == [0, 0, 1]


@pytest.fixture
def tab(chromium):
    """A browser of its own, with what has gone wrong in it."""
    context = chromium.new_context()
    page = context.new_page()
    page.faults, page.sent = [], []
    page.on("console", lambda line: line.type == "error" and page.faults.append(line.text))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("request", lambda asked: asked.method != "GET" and page.sent.append(asked.url))
    yield page
    context.close()
    assert page.faults == []


def test_student_predicts_abstains_and_joins_again(tab, lesson):
    tab.goto(f"{lesson.address}/page.html")
    poll = tab.get_by_text("your class", exact=False).first
    tab.get_by_label(CHOICES[1]).check()
    tab.get_by_role("button", name="Commit").click()
    expect(poll).to_have_text("Sent to your class, without your name.")
    assert lesson.status()["counts"]["before"] == [0, 1, 0]
    tab.get_by_label("Keep mine out of it").check()
    expect(poll).to_have_text("Not sent to your class.")
    assert lesson.status()["answers"]["before"] == 0
    tab.reload()
    expect(tab.get_by_label("Keep mine out of it")).to_be_checked()
    tab.get_by_label("Keep mine out of it").uncheck()
    expect(poll).to_have_text("Sent to your class, without your name.")
    assert lesson.status()["answers"]["before"] == 1
    lesson.put(state="over")
    tab.get_by_role("button", name="Take it back").click()
    expect(tab.get_by_text("This question is over.")).to_be_visible()
    tab.faults.clear()  # Chromium reports every refusal


def test_without_a_class_nothing_is_sent_or_shown(tab, lesson):
    text = (lesson.folder / "page.html").read_text().replace("<head>", "<head >")
    (lesson.folder / "page.html").write_text(text)
    tab.goto(f"{lesson.address}/page.html")
    tab.get_by_label(CHOICES[1]).check()
    tab.get_by_role("button", name="Commit").click()
    expect(tab.get_by_text("You say")).to_be_visible()
    assert tab.get_by_label("Keep mine out of it").count() == 0
    assert tab.sent == []


def test_teacher_leads_through_a_question_with_the_keyboard(tab, lesson):
    def press(name):
        tab.get_by_role("button", name=name, exact=True).press("Enter")

    lesson.vote(ANNA, 1)
    tab.goto(f"{lesson.address}/teacher?key={lesson.key}")
    press(ASKED)
    expect(tab.get_by_role("status")).to_contain_text("Not open yet. Answers: 1 before, 0 after.")
    assert lesson.key not in tab.url
    press("Open")
    lesson.vote(BO, 0)
    expect(tab.get_by_role("status")).to_contain_text("Answers: 2 before")
    press("Ask again")
    expect(tab.get_by_role("status")).to_contain_text("Open: second round.")
    lesson.vote(BO, 1)
    assert tab.locator("td i").count() == 0
    press("Reveal")
    expect(tab.get_by_role("row", name=CHOICES[1])).to_contain_text("1 before1 after")
    press("Close")
    expect(tab.get_by_role("status")).to_contain_text("Closed.")
    with tab.expect_download() as download:
        press("Download")
    assert download.value.path().read_text().splitlines() == lesson.lines()
    expect(tab.get_by_role("link", name=f"{lesson.address}/")).to_be_visible()
    assert tab.get_by_alt_text("QR code").evaluate("image => image.naturalWidth") > 50


def test_new_class_begins_without_counts_and_without_the_teachers_answers(tab, lesson):
    lesson.vote(ANNA, 1)
    lesson.put(state="over", revealed=True)
    tab.goto(f"{lesson.address}/page.html")
    tab.get_by_label(CHOICES[1]).check()
    tab.get_by_role("button", name="Commit").click()
    tab.goto(f"{lesson.address}/teacher?key={lesson.key}")
    tab.faults.clear()  # the question was over
    tab.on("dialog", lambda dialog: dialog.accept())
    tab.get_by_role("button", name=ASKED, exact=True).click()
    tab.get_by_role("button", name="New class").click()
    expect(tab.get_by_text("Not open yet. Answers: 0 before, 0 after.")).to_be_visible()
    tab.goto(f"{lesson.address}/page.html")
    expect(tab.get_by_role("button", name="Commit")).to_be_visible()


def test_command_prints_both_links_or_says_what_is_missing(folder, tmp_path, capsys):
    command = [sys.executable, "-m", "book.classroom", "--port", "0", "--folder", folder]
    command += ["--state", tmp_path / "votes.sqlite"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as started:
        students, teacher = (started.stdout.readline().split()[1] for _ in range(2))
        started.kill()
    assert teacher.startswith(f"{students}teacher?key=")
    for wrong in (["--folder", tmp_path], ["--folder", folder, "--state", folder / "votes"]):
        with pytest.raises(SystemExit):
            classroom.main([*map(str, wrong)])
    assert "`make book` builds it" in (said := capsys.readouterr().err)
    assert "would be served with the book" in said
