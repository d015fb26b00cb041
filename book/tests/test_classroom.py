"""A class: what is counted, what is refused, and what a student's and the teacher's page show."""

import csv
import json
import random
import re
import shutil
import subprocess
import sys
from contextlib import closing, contextmanager
from datetime import datetime
from http.client import HTTPConnection
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from book import classroom, votes
from book.tests.browser.bookshelf import Book
from rbflib.lab import EXPLORERS, predict
from rbflib.lab.quizzes import PREDICTIONS

ROOT = Path(__file__).parents[2]
ASKED, OTHER = "interpolation", "overfitting"
CHOICES = ["they become larger", "they become smaller", "they hardly change"]
TITLE, UNCLEAR = "# 02 · The full network\n\n## 1 Votes\n\n## 2 Inverse", "least clear 02"
QUESTION = "**Predict, then move.** What becomes of *weights*? Commit to an answer, then move."
ANNA, BO, CY = (f"{name}-0123456789abcdef" for name in ("anna", "bo", "cy"))
PAGE = """<!DOCTYPE html><link rel=icon href=data:><div></div><script type=module>
import { mountWidget } from "../_static/widgets.js";
import { followClass } from "../_static/classroom.js";
mountWidget(document.querySelector("div"), %s);
followClass();
</script>"""


@pytest.fixture
def folder(tmp_path):
    """A small book: one notebook, and in a folder a page with its prediction."""
    folder = tmp_path / "book"
    shutil.copytree(ROOT / "book/static", folder / "_static")
    shutil.copytree(ROOT / "rbflib/lab/kit/static", folder / "_static/kit")
    shutil.copy(ROOT / "rbflib/lab/kit/js/element.js", folder / "_static")
    (folder / "_sources").mkdir()
    cells = [nbformat.v4.new_markdown_cell(text) for text in (TITLE, QUESTION)]
    for name in (ASKED, OTHER):
        code = f"predict({str(CHOICES)[1:-1]}, about={name!r}, answer={CHOICES[0]!r})"
        cells.append(nbformat.v4.new_code_cell(code))
    nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "_sources/02_full.ipynb")
    traits = {"choices": CHOICES, "committed": -1, "poll": ""}
    shown = {"kind": "prediction", "key": f"prediction {ASKED}", "traits": traits}
    (folder / "_sources/page.html").write_text(PAGE % json.dumps(shown))
    return folder


class Class:
    """What students and their teacher ask of a class."""

    def __init__(self, students, teacher):
        self.address, self.key = students.removesuffix("/go"), teacher.partition("?key=")[2]

    def ask(self, method, path, body=None, **headers):
        """(status, text, headers) of the answer."""
        body = body if isinstance(body, bytes) else json.dumps(body)
        with closing(HTTPConnection(self.address.removeprefix("http://"), timeout=10)) as asked:
            asked.request(method, f"/{path}", body, headers)
            answer = asked.getresponse()
            return answer.status, answer.read().decode(), answer.headers

    def vote(self, browser, choice):
        vote = {"browser": browser, "choice": choice}
        return self.ask("PUT", f"class/vote/{ASKED}", vote)[0]

    def teach(self, path="questions", **body):
        """What the teacher gets, or sets."""
        key, method = f"Bearer {self.key}", "PUT" if body else "GET"
        status, text, _ = self.ask(method, f"class/{path}", body, Authorization=key)
        assert status == 200
        return json.loads(text)

    def put(self, **body):
        """The status of the question, once it is set."""
        return self.teach(f"question/{ASKED}", **body)


@contextmanager
def started(folder, tmp_path, *more, by=("-m", "book.classroom")):
    """A class as the command starts it."""
    command = [sys.executable, *by, "--port=0", *more]
    command += [f"--folder={folder}", f"--state={tmp_path / 'votes.sqlite'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            yield Class(*(process.stdout.readline().split()[1] for _ in range(2)))
        finally:
            process.kill()


@pytest.fixture
def lesson(folder, tmp_path, request):
    with started(folder, tmp_path, *getattr(request, "param", [])) as lesson:
        yield lesson


@pytest.fixture
def tab(chromium, lesson):
    """A browser of its own, in which nothing goes wrong."""
    with closing(chromium.new_context()) as context:
        yield (tab := Book(context.new_page(), lesson.address))
        tab.assert_no_faults()


def test_file_has_one_choice_per_browser_and_round_and_links_no_answers(tmp_path):
    path = tmp_path / "votes.sqlite"
    with closing((kept := votes.Votes(path)).file):
        for answer in [(ASKED, ANNA, 1), (ASKED, BO, 0), (ASKED, BO, 2), (OTHER, ANNA, 1)]:
            kept.put(*answer)
        kept.set_state(ASKED, "after", False)
    with closing((again := votes.Votes(path)).file):
        again.put(ASKED, BO, 1)
        assert again.counts(ASKED, 3) == {"before": [0, 1, 1], "after": [0, 1, 0]}
        assert again.pairs(ASKED) == [(1, None), (2, 1)]
        for browser in (BO, CY):
            again.put(ASKED, browser, None)
        assert again.pairs(ASKED) == [(1, None), (2, None)]
        persons = again.file.execute("SELECT DISTINCT person FROM vote").fetchall()
    assert again.key == kept.key
    assert len(persons) == 3
    assert ANNA not in str(persons)
    assert sys.platform == "win32" or path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("limit", ["MOST", "PER_QUESTION"])
def test_question_takes_no_more_browsers_than_it_counts(tmp_path, monkeypatch, limit):
    monkeypatch.setattr(votes, limit, 1)
    answers = [(ANNA, 1), (BO, 1), (CY, None), (ANNA, 2)]
    with closing((kept := votes.Votes(tmp_path / "votes.sqlite")).file):
        assert [kept.put(ASKED, *answer) for answer in answers] == [True, False, True, True]
        assert kept.pairs(ASKED) == [(2, None)]


def test_questions_of_the_pages_are_those_of_the_explorers():
    asked = votes.questions_of((ROOT / "notebooks").glob("*.ipynb"))
    predicted = {name for name, question in asked.items() if "#prediction-" in question["address"]}
    assert predicted == {*PREDICTIONS}
    again = {name.partition(", ")[0] for name in asked if name.endswith(", another state")}
    assert {name.split()[0] for name in again} <= set(EXPLORERS)
    assert len(again) >= 40
    assert len(asked) == len(predicted) + len(again) + 11
    state = asked["kmeans_walk, another state"]
    assert state["answer"] in state["choices"]
    assert "#" not in state["address"]  # it is answered in the bar
    for question in asked.values():
        assert question["text"]
        assert not re.search(r"\*\*|&lt;/?a\b", question["text"]), question["text"]


def test_rate_is_so_many_for_each_name_in_each_period():
    now = 1
    limit = classroom.RateLimit(3, lambda: now)
    assert [limit.allows("a") for _ in range(5)] == [True] * 3 + [False] * 2
    assert limit.allows("b")
    now += classroom.PERIOD
    assert limit.allows("a")


def test_address_has_a_rate_and_the_teacher_has_none(folder, tmp_path):
    few = "from book import classroom as c; c.PER_ADDRESS, c.PERIOD = 2, 1e9; c.main()"
    with started(folder, tmp_path, by=("-c", few)) as lesson:
        assert [lesson.ask("GET", "class/questions")[0] for _ in range(3)] == [403, 403, 429]
        lesson.teach()


VOTE = {"browser": ANNA, "choice": 1}
WRONG = [{"browser": f"{ANNA}{x}", "choice": x} for x in (3, -1, "up", 1.0, True)]
WRONG += [VOTE | {"browser": browser} for browser in (1, "a", "ä" * 20, "a" * 65)]
WRONG += [b"no JSON", b"[1]", b"\xff", b"[" * 999]
REFUSED = [
    (403, "GET", "questions", None),
    (403, "PUT", f"question/{ASKED}", {"revealed": True}),
    (403, "PUT", "new", {}),
    (403, "PUT", f"clear/{ASKED}", {}),
    (403, "GET", "csv", None),
    (403, "GET", "qr?link=http://a", None),
    (404, "PUT", "vote/nothing", VOTE),
    (405, "POST", f"vote/{ASKED}", VOTE),
    (409, "PUT", f"vote/{OTHER}", VOTE),
    *((400, "PUT", f"vote/{ASKED}", body) for body in WRONG),
    (413, "PUT", f"vote/{ASKED}", b"x" * 1001),
]


def test_what_is_refused_changes_nothing_and_is_answered_in_a_sentence(lesson):
    lesson.teach(f"question/{OTHER}", state="over")
    before = lesson.teach()
    for code, method, path, body in REFUSED:
        for key in ("", f"Bearer {lesson.key}x", "Bearer ä"):
            answer = lesson.ask(method, f"class/{path}", body, Authorization=key)
            assert answer[0] == code, (path, body)
            assert json.loads(answer[1])["words"].endswith(".")
    ours, path = {"Authorization": f"Bearer {lesson.key}"}, f"class/question/{ASKED}"
    assert lesson.ask("PUT", path, {"state": "up"}, **ours)[0] == 400
    assert lesson.teach() == before


def test_far_too_large_request_is_refused_and_the_server_goes_on(lesson):
    # Its length alone tells: what was sent and is not read would reset the connection.
    length = {"Content-Length": "10000000"}
    assert lesson.ask("PUT", f"class/vote/{ASKED}", b"", **length)[0] == 400
    assert lesson.vote(ANNA, 1) == 200


def test_random_requests_break_nothing_and_refused_ones_change_nothing(lesson):
    draw = random.Random(0)
    words = ["class", "vote", ASKED, "question", "csv", "questions", "qr", "teacher", "%ff", "%00"]
    words += [
        "now",
        "..",
        "",
        "?link=http://a",
        "?key=a",
        "_sources",
        "_static",
        "%2e%2e",
        "a" * 300,
    ]
    values = [None, 0, 2, -1, 1e400, True, "\ud800", "x" * 20, ANNA, [1], {"choice": 1}, 10**30]
    codes, ours = set(), {"Authorization": f"Bearer {lesson.key}"}

    def stored():
        return lesson.teach(), lesson.ask("GET", "class/csv", **ours)[1]

    for _ in range(600):
        method = draw.choice(["GET", "PUT", "PUT", "POST", "DELETE", "HEAD", "OPTIONS"])
        path = "/".join(draw.choices(words, k=draw.randint(1, 4)))
        path = draw.choice([path, f"class/{draw.choice(words[1:6])}/{draw.choice(words[2:9])}"])
        names = draw.choices(["browser", "choice", "state", "revealed"], k=draw.randint(0, 4))
        body = {name: draw.choice(values) for name in names}
        body = draw.choice([body, body, VOTE, draw.randbytes(draw.randint(0, 1500))])
        before = stored()
        code, _, _ = lesson.ask(method, path, body, **draw.choice([ours, ours, {}]))
        codes.add(code)
        assert code < 500, (method, path, body)
        assert code == 200 or stored() == before
    assert {200, 400, 403, 404, 405, 413} <= codes


def test_files_are_served_as_they_are_now_and_none_from_elsewhere(lesson, folder):
    known = ""
    for text in ("one", "two"):  # the book is built again
        (folder / "index.html").write_text(text)
        code, shown, headers = lesson.ask("GET", "", **{"If-None-Match": known})
        assert (code, shown, headers["Cache-Control"]) == (200, text, "no-cache")
        known = headers["Etag"]
        assert lesson.ask("GET", "", **{"If-None-Match": known})[0] == 304
    assert lesson.ask("GET", "_static/widgets.js")[2]["Content-Type"] == "text/javascript"
    assert lesson.ask("GET", "../votes.sqlite")[0] == 403


def test_readers_in_jupyterlab_join(lesson, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rbflib-course.toml").write_text(f'class = "{lesson.address}"')
    shown = predict(*CHOICES, about=ASKED)
    shown.committed = 2
    shown.ballot.sent.result()
    assert lesson.put(revealed=False)["counts"]["before"] == [0, 0, 1]


def commit(tab):
    tab.read("_sources/page")
    tab.get_by_label(CHOICES[1]).check()
    tab.get_by_role("button", name="Commit").click()


def test_without_a_class_nothing_is_sent_or_shown(tab):
    tab.route("**/class.js", lambda asked: asked.fulfill(path=ROOT / "book/static/class.js"))
    commit(tab)
    expect(tab.get_by_text("You say")).to_be_visible()
    expect(tab.get_by_label("Keep mine out of it")).to_have_count(0)
    assert "/class/" not in str(tab.requests)


def test_student_predicts_abstains_and_joins_again(tab, lesson):
    def is_told(words, counted):
        expect(tab.get_by_text(words)).to_be_visible()
        assert lesson.put(revealed=True)["counts"]["before"] == [0, counted, 0]

    commit(tab)
    is_told("Sent to your class, without your name.", 1)
    out = tab.get_by_label("Keep mine out of it")
    tab.reload()
    is_told("Sent to your class, without your name.", 1)
    out.check()
    is_told("Not sent to your class.", 0)
    tab.reload()
    expect(out).to_be_checked()
    out.uncheck()
    is_told("Sent to your class, without your name.", 1)
    lesson.put(state="over")
    tab.get_by_role("button", name="Take it back").click()
    is_told("This question is over.", 1)
    tab.failed.clear()


def test_vote_that_was_not_sent_is_sent_later_and_counts_for_its_round(tab, lesson):
    lesson.put(state="before")
    with tab.expect_response("**/class/now"):
        tab.read("_sources/page")
    tab.route("**/class/**", lambda asked: asked.abort())
    tab.get_by_label(CHOICES[1]).check()
    tab.get_by_role("button", name="Commit").click()
    expect(tab.get_by_text("it will be sent when your class answers")).to_be_visible()
    tab.reload()
    expect(tab.get_by_text("it will be sent when your class answers")).to_be_visible()
    assert lesson.put(state="after")["counts"]["before"] == [0, 0, 0]
    tab.unroute("**/class/**")
    tab.evaluate("dispatchEvent(new Event('online'))")
    expect(tab.get_by_text("Sent to your class, without your name.")).to_be_visible()
    assert lesson.put(state="after")["counts"] == {"before": [0, 1, 0], "after": [0, 0, 0]}
    tab.failed.clear()


def test_class_is_led_to_the_question_that_is_open(tab, lesson, folder):
    def look():
        with tab.expect_response("**/class/now"):
            tab.evaluate("dispatchEvent(new Event('online'))")

    page = (folder / "_sources/page.html").read_text().replace("../_static", "./_static")
    page = page.replace("<div>", "<p style=height:3000px></p><div>")
    (folder / "02_full.html").write_text(page)
    assert lesson.ask("GET", "go")[2]["Location"] == "./"
    lesson.put(state="before")
    tab.goto(f"{lesson.address}/go")  # who comes late
    place, bar = tab.get_by_text("Your prediction"), tab.locator(".rbflib-class")
    expect(place).to_be_in_viewport()
    look()
    expect(bar).to_be_hidden()
    tab.evaluate("scrollTo(0, 0)")
    lesson.put(state="after")
    look()
    expect(bar.get_by_role("status")).to_have_text("Your class votes again:")
    bar.get_by_role("link", name="go there").press("Enter")
    expect(place).to_be_in_viewport()
    look()
    expect(bar).to_be_hidden()
    lesson.teach("question/least%20clear%2002", state="before")
    look()
    # With its letter on the teacher's page.
    bar.get_by_label(votes.UNCLEAR).select_option("B 2 Inverse")
    expect(bar.get_by_role("status")).to_contain_text("Sent to your class")
    [*_, unclear] = lesson.teach()["questions"]
    assert unclear["counts"]["before"] == [0, 1]
    lesson.teach("question/least%20clear%2002", state="over")
    look()
    expect(bar).to_be_hidden()


@pytest.mark.parametrize("lesson", [["--votes-only"]], indirect=True)
def test_class_may_have_votes_only(lesson, folder):
    (folder / "_static/engine").mkdir()
    (folder / "_static/engine/image-1").touch()
    assert lesson.ask("GET", "_static/engine/image-1")[0] == 404
    assert "HAS_PYTHON = false" in lesson.ask("GET", "_static/class.js")[1]
    assert lesson.vote(ANNA, 1) == 200


def test_teacher_leads_through_a_question_with_the_keyboard(tab, lesson):
    def press(name, words=""):
        tab.get_by_role("button", name=name, exact=True).press("Enter")
        expect(tab.get_by_role("status")).to_contain_text(words)

    commit(tab)
    expect(tab.get_by_text("Sent to your class")).to_be_visible()
    tab.goto(f"{lesson.address}/teacher?key={lesson.key}")
    press(ASKED, "Not open yet.")
    answers = tab.locator("#answers")
    expect(answers).to_have_text("Answers: 1 before, 0 after.")
    expect(tab.get_by_text("What becomes of weights?")).to_be_visible()
    expect(tab.get_by_text("Browsers here: 1.")).to_be_visible()
    assert lesson.key not in tab.url
    expect(tab.get_by_role("link", name=f"{lesson.address}/go")).to_be_visible()
    assert tab.get_by_alt_text("QR code").evaluate("image => image.naturalWidth") > 50
    row = tab.get_by_role("row", name=CHOICES[1]).element_handle()
    tab.keyboard.press("Tab")  # from the question
    expect(tab.get_by_role("button", name="Open", exact=True)).to_be_focused()
    for browser in (BO, CY):
        lesson.vote(browser, 0)
    expect(answers).to_have_text("Answers: 3 before, 0 after.")
    press("Open", "Open: first round.")
    press("Ask again", "Open: second round.")
    lesson.vote(BO, 1)
    assert tab.locator("td i:visible").count() == 0
    press("Reveal", "The bars are shown.")
    expect(tab.get_by_role("row", name=CHOICES[1])).to_contain_text("1 before1 after")
    expect(tab.get_by_role("row", name=CHOICES[0])).to_contain_text("✓ right")
    assert row.evaluate("row => row.isConnected")
    press("Hide", "Open: second round.")
    tab.goto(f"{lesson.address}/teacher?private")
    expect(answers).to_have_text("Answers: 3 before, 1 after.")  # too few for a share
    lesson.vote(CY, 0)
    expect(answers).to_have_text("Answers: 3 before, 2 after. 50% right: let neighbors argue.")
    expect(tab.get_by_role("row", name=CHOICES[1])).to_contain_text("1 before1 after")
    press("Close", "Closed.")
    with tab.expect_download() as download:
        press("Download")
    _, anna, bo = csv.DictReader(download.value.path().read_text("utf-8-sig").splitlines())
    times = [datetime.fromisoformat(anna.pop(name)) for name in ("opened", "asked again", "closed")]
    assert times == sorted(times)
    assert list(anna.values()) == ["02_full", ASKED, CHOICES[0], *CHOICES[:2], "1", "0"]
    assert list(bo.values())[-4:] == [CHOICES[1], "", "0", ""]
    tab.on("dialog", lambda dialog: dialog.accept())
    press("Clear this question", "Not open yet.")
    expect(answers).to_have_text("Answers: 0 before, 0 after.")
    lesson.teach(f"question/{OTHER}", state="before")
    expect(tab.get_by_role("heading", name=OTHER)).to_be_visible()  # it follows
    press("New class", "Not open yet.")
    assert {question["state"] for question in lesson.teach()["questions"]} == {"waiting"}
    tab.read("_sources/page")
    expect(tab.get_by_role("button", name="Commit")).to_be_visible()


def test_command_says_what_is_missing(folder, tmp_path, capsys):
    wrong = [[tmp_path], [folder, "--state", folder / "votes"], [folder, "--state", tmp_path]]
    for options in wrong:
        with pytest.raises(SystemExit):  # at once: this is no address of this computer
            classroom.main(["--host=192.0.2.1", "--folder", *map(str, options)])
    said = capsys.readouterr().err
    for words in ("`make book` builds it", "would be served with the book", "No class can start"):
        assert words in said
