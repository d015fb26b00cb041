"""The service that counts predictions, without a hub and without a browser."""

import asyncio
import json
import socket
import sqlite3
from contextlib import closing

import pytest
from rbflib_server import course, questions
from tornado.httpclient import AsyncHTTPClient

from rbflib.lab import EXPLORERS

ASKED = {"interpolation": questions.Question("02", ("up", "down", "neither"))}
TOKENS = {"token-a": "anna", "token-b": "bo", "token-t": "ada"}


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def votes(tmp_path):
    return questions.Votes(tmp_path / "votes.sqlite", b"key")


@pytest.fixture
def ask(votes, clock):
    """From a request to (status, answer as text), of a service with two students and a teacher."""

    async def owner(token):
        return TOKENS.get(token)

    async def asked(requests):
        parts = {"votes": votes, "questions": ASKED, "teachers": {"ada"}}
        parts["owner_of"] = questions.TokenOwners(owner, lambda: clock[0])
        parts["limit"] = questions.RateLimit(10, 1, lambda: clock[0])
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = questions.serve(questions.application("/q/", **parts), port)
        answers = []
        for token, method, path, body in requests:
            if body is not None and not isinstance(body, bytes):
                body = json.dumps(body)
            answer = await AsyncHTTPClient().fetch(
                f"http://127.0.0.1:{port}/q/{path}",
                method=method, body=body, headers={"Authorization": f"token {token}"},
                raise_error=False,
            )  # fmt: skip
            answers.append((answer.code, answer.body.decode()))
        server.stop()
        await server.close_all_connections()
        return answers

    return lambda *requests: asyncio.run(asked(requests))


def vote(token, choice):
    return (token, "PUT", "vote/interpolation", {"choice": choice})


def teach(**body):
    return ("token-t", "PUT", "question/interpolation", body)


LOOK = ("token-t", "GET", "question/interpolation", None)


def test_choices_are_counted_and_hidden_until_revealed(ask):
    votes = vote("token-a", 0), vote("token-b", 0), vote("token-b", 2)
    *_, hidden, shown = ask(*votes, LOOK, teach(revealed=True))
    assert "counts" not in json.loads(hidden[1])
    assert json.loads(hidden[1])["answers"] == {"before": 2, "after": 0}
    assert json.loads(shown[1])["counts"]["before"] == [1, 0, 1]


def test_second_round_leaves_the_first_as_it_was(ask):
    *_, shown, table = ask(
        vote("token-a", 0), vote("token-b", 1), teach(state="after"), vote("token-a", 1),
        teach(revealed=True), ("token-t", "GET", "csv/interpolation", None),
    )  # fmt: skip
    assert json.loads(shown[1])["counts"] == {"before": [1, 1, 0], "after": [0, 1, 0]}
    assert table[1].splitlines() == ["before,after", "up,down", "down,"]


def test_withdrawn_choice_leaves_nothing(ask, votes):
    ask(vote("token-a", 1), vote("token-a", None))
    assert votes.changes("interpolation") == []


def test_closed_and_unknown_questions_accept_no_choice(ask):
    unknown = ("token-a", "PUT", "vote/nothing", {"choice": 1})
    codes = [code for code, _ in ask(teach(state="over"), vote("token-a", 1), unknown)]
    assert codes == [200, 409, 404]


@pytest.mark.parametrize(
    "request_",
    [
        ("token-a", "GET", "question/interpolation", None),
        ("token-a", "PUT", "question/interpolation", {"state": "after"}),
        ("token-a", "PUT", "question/interpolation", {"revealed": True}),
        ("token-a", "GET", "csv/interpolation", None),
        ("forged", "PUT", "vote/interpolation", {"choice": 1}),
        ("", "PUT", "vote/interpolation", {"choice": 1}),
    ],
)
def test_students_at_teachers_routes_and_forged_tokens_are_refused(ask, votes, caplog, request_):
    [(code, _)] = ask(request_)
    assert code == 403
    assert "refused" in caplog.text
    assert votes.state("interpolation") == ("waiting", False)
    assert votes.changes("interpolation") == []


@pytest.mark.parametrize("choice", [3, -1, "up", 1.0, True, [1], {"x": 1}])
def test_invalid_choice_is_refused(ask, votes, choice):
    assert ask(vote("token-a", choice))[0][0] == 400
    assert votes.changes("interpolation") == []


@pytest.mark.parametrize("body", [b"no JSON", b"[1]", b"\xff", b"x" * 1_000_000])
def test_invalid_or_large_body_is_refused(ask, body):
    (code, _), (after, _) = ask(("token-a", "PUT", "vote/interpolation", body), vote("token-a", 1))
    assert (code, after) == (400, 200)


def test_rate_limit_is_per_student(ask, clock):
    codes = [code for code, _ in ask(*[vote("token-a", 1)] * 30, vote("token-b", 1))]
    assert codes == [200] * 10 + [429] * 20 + [200]


def test_rate_limit_recovers():
    now = [0.0]
    limit = questions.RateLimit(2, 1, lambda: now[0])
    assert [limit.allows("anna") for _ in range(3)] == [True, True, False]
    now[0] = 1.5
    assert [limit.allows("anna") for _ in range(2)] == [True, False]


def test_hub_is_not_asked_for_every_forged_token():
    asked = []

    async def owner(token):
        asked.append(token)

    async def many():
        owner_of = questions.TokenOwners(owner, lambda: 0.0)
        return [await owner_of(f"forged-{n}") for n in range(1000)]

    assert set(asyncio.run(many())) == {None}
    assert len(asked) == 100


def test_database_has_no_names_and_does_not_link_a_persons_answers(votes):
    for question in ("interpolation", "overfitting"):
        votes.put(question, "anna-the-first", 1)
    assert b"anna" not in votes.path.read_bytes()
    with closing(sqlite3.connect(votes.path)) as file:
        assert len(set(file.execute("SELECT person FROM vote"))) == 2


def test_choices_survive_a_restart(votes):
    votes.put("interpolation", "anna", 1)
    again = questions.Votes(votes.path, votes.key)
    again.put("interpolation", "anna", 2)
    assert again.counts("interpolation", 3)["before"] == [0, 0, 1]


def test_questions_of_the_pages_are_those_of_the_explorers():
    asked = questions.questions_of(course.NOTEBOOKS.glob("*.ipynb"))
    assert {name.split()[0] for name in asked} <= set(EXPLORERS)
    assert len(asked) > 20
    assert asked["interpolation"].page == "02"
    assert asked["interpolation"].choices == (
        "they become larger", "they become smaller", "they hardly change",
    )  # fmt: skip


def test_locked_database_is_reported_at_once(ask, votes, monkeypatch):
    monkeypatch.setattr(questions, "DATABASE_TIMEOUT", 0)
    with closing(sqlite3.connect(votes.path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        [(code, answer)] = ask(vote("token-a", 0))
    assert code == 500
    words = "The class server cannot use its database of answers (database is locked)."
    assert json.loads(answer)["words"] == words
