"""A prediction on a class server: what is sent, and that nothing is sent elsewhere."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from rbflib.lab import predict
from rbflib.lab.kit import ballot


class Service(BaseHTTPRequestHandler):
    """Keeps what it gets, and gives the answer that a test sets."""

    def do_PUT(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.got.append((self.path, self.headers["Authorization"], body))
        status, answer = self.server.answer
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_parts):
        """Not on the screen."""


@pytest.fixture
def service(monkeypatch):
    server = HTTPServer(("127.0.0.1", 0), Service)
    server.got, server.answer = [], (200, {"state": "before"})
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    monkeypatch.setenv("RBFLIB_CLASS", f"http://127.0.0.1:{server.server_port}/q")
    monkeypatch.setenv("JUPYTERHUB_API_TOKEN", "anna's")
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def asked():
    return predict("it rises", "it falls", about="hypothesis wide")


def test_choice_is_sent_without_a_name(service):
    shown = asked()
    assert shown.poll == ballot.ASKED
    shown.committed = 1
    shown.ballot.sent.result()
    assert service.got == [("/q/vote/hypothesis%20wide", "token anna's", {"choice": 1})]
    assert shown.poll == ballot.SENT


def test_who_abstains_sends_no_choice_also_on_another_day(service):
    shown = asked()
    shown.abstains = True
    shown.ballot.sent.result()
    again = asked()
    assert again.abstains
    again.committed = 0
    assert [body for *_, body in service.got] == [{"choice": None}]
    assert again.poll == ballot.KEPT


def test_server_that_is_gone_is_said_and_the_prediction_stays(monkeypatch):
    monkeypatch.setenv("RBFLIB_CLASS", "http://127.0.0.1:9/q")
    shown = asked()
    shown.committed = 1
    shown.ballot.sent.result()
    assert shown.poll == ballot.SILENT
    assert asked().committed == 1


def test_without_a_class_server_predictions_are_as_ever(service, monkeypatch):
    monkeypatch.delenv("RBFLIB_CLASS")
    asked().committed = 1
    assert service.got == []
