"""Predictions that a class server counts: sent without a name, and only where there is one.

The class server (the folder `server`) sets RBFLIB_CLASS to the address of its service. Without
that variable nothing here is used, and nothing is sent.
"""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import ProxyHandler, Request, build_opener

from rbflib.lab.kit import memory

SECONDS = 5
ASKED = "Your class is asked too. What you commit to is sent without your name."
SENT = "Sent to your class, without your name."
KEPT = "Not sent to your class."
SILENT = "Not sent: the class server does not answer. Your prediction is kept here."

# One worker: the last choice arrives last. A page does not wait for it.
_post = ThreadPoolExecutor(max_workers=1)


class Refused(Exception):
    """The class server's reason in a sentence."""


def ask(method, path, body=None):
    """The class server's answer, as text; Refused says why there is none."""
    request = Request(
        f"{os.environ['RBFLIB_CLASS']}/{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"token {os.environ.get('JUPYTERHUB_API_TOKEN', '')}"},
    )
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=SECONDS) as answer:
            return answer.read().decode()
    except HTTPError as error:
        raise Refused(_words(error)) from error
    except OSError as error:
        raise Refused(SILENT) from error


def _words(error):
    try:
        return json.load(error)["words"]
    except (OSError, ValueError, TypeError, KeyError):
        return f"The class server says {error.code}."


class Ballot:
    """Sends the choice that a prediction commits to, and says on the page what was sent.

    Parameters
    ----------
    prediction : Prediction
    question : str
        The name under which the class is asked: what the prediction is about.
    """

    def __init__(self, prediction, question):
        self.question, self.prediction = question, prediction
        out = memory.recall("class").get("abstains", False)
        prediction.abstains, prediction.poll = out, KEPT if out else ASKED
        prediction.observe(self._committed, names="committed")
        prediction.observe(self._abstained, names="abstains")

    def _committed(self, _change):
        if not self.prediction.abstains:
            self._send()

    def _abstained(self, change):
        memory.keep("class", "abstains", change["new"])
        self._send()

    def _send(self):
        out, choice = self.prediction.abstains, self.prediction.committed
        if out or choice < 0:
            choice = None  # withdraws what was sent before
        words = KEPT if out else ASKED if choice is None else SENT
        self.sent = _post.submit(self._deliver, choice, words)

    def _deliver(self, choice, words):
        try:
            ask("PUT", f"vote/{quote(self.question)}", {"choice": choice})
        except Refused as refused:
            words = str(refused)
        self.prediction.poll = words
