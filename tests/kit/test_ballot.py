"""A prediction in a class: what is sent, and that nothing is sent elsewhere."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest.mock import Mock

import pytest

from rbflib.lab import predict
from rbflib.lab.kit import ballot
from rbflib.lab.record.course_file import NAME


class Service(BaseHTTPRequestHandler):
    """Keeps what it gets, and gives the answer that a test sets."""

    def do_PUT(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.got.append((self.path, body))
        status, answer = self.server.answer
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_parts):
        """Not on the screen."""


@pytest.fixture
def course(tmp_path, monkeypatch):
    """The course file beside the notebook."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / NAME


@pytest.fixture
def service(course):
    server = HTTPServer(("127.0.0.1", 0), Service)
    server.got, server.answer = [], (200, {"state": "before"})
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    course.write_text(f'class = "http://127.0.0.1:{server.server_port}/q/"')
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def asked():
    return predict("it rises", "it falls", about="hypothesis wide")


def commit(choice):
    """The prediction, when what it has sent is answered."""
    shown = asked()
    shown.committed = choice
    shown.ballot.sent.result()
    return shown


def test_choice_is_sent_without_a_name(service):
    assert asked().poll == ballot.ASKED
    shown = commit(1)
    [(path, body)] = service.got
    assert path == "/q/class/vote/hypothesis%20wide"
    assert set(body) == {"browser", "choice"}
    assert body["choice"] == 1
    assert shown.poll == ballot.SENT


def test_id_is_the_same_on_another_day(service):
    for choice in (1, -1):
        commit(choice)
    first, second = (body["browser"] for _, body in service.got)
    assert first == second
    assert len(first) > 20


def test_refusal_is_shown_in_the_words_of_the_class(service):
    service.answer = (409, {"words": "This question is over."})
    assert commit(1).poll == "This question is over."


def test_who_abstains_sends_no_choice_also_on_another_day(service):
    shown = asked()
    shown.abstains = True
    shown.ballot.sent.result()
    again = asked()
    assert again.abstains
    again.committed = 0
    assert [body["choice"] for _, body in service.got] == [None]
    assert again.poll == ballot.KEPT


@pytest.mark.parametrize("pause", [0.01, 3600])
def test_what_was_not_sent_is_sent_again_by_itself_or_on_another_day(service, monkeypatch, pause):
    service.answer = (503, {"words": "Wait."})
    monkeypatch.setattr(ballot, "PAUSE", pause)
    shown = asked()
    told = threading.Event()
    shown.observe(lambda change: change["new"] == ballot.SENT and told.set(), names="poll")
    shown.committed = 1
    shown.ballot.sent.result()
    assert shown.poll == "Wait."
    service.answer = (200, {})
    if pause > 1:
        again = asked()
        again.ballot.sent.result()
        assert again.poll == ballot.SENT
    else:
        assert told.wait(10)
    assert {body["choice"] for _, body in service.got} == {1}


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "http://", "http://[", "http://a:b"])
def test_class_that_is_gone_is_said_and_the_prediction_stays(course, address, monkeypatch):
    monkeypatch.setattr(ballot, "Timer", Mock())
    course.write_text(f'class = "{address}"')
    assert commit(1).poll == ballot.SILENT
    assert asked().committed == 1


@pytest.mark.parametrize("says", ["", "class = 8000", 'class = "ftp://example.org"', "class"])
def test_without_a_class_predictions_are_as_ever(service, course, says):
    course.write_text(says)
    asked().committed = 1
    assert asked().poll == ""
    assert service.got == []
