"""Predictions that a class counts: sent without a name, and only where the course names a class.

The class is a server (`python -m book.classroom`), and the course file has its address:

    class = "http://192.168.1.5:8000"
"""

import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from rbflib.lab.record import store

SECONDS = 5
ASKED = "Your class is asked too. What you commit to is sent without your name."
SENT = "Sent to your class, without your name."
KEPT = "Not sent to your class."
SILENT = "Not sent: your class does not answer. Your prediction is kept here."

# One worker: the last choice arrives last. A page does not wait for it.
_post = ThreadPoolExecutor(max_workers=1)


class Ballot:
    """Sends the choice that a prediction commits to, and says on the page what was sent.

    The class at this address is asked under the name of what the prediction is about.
    """

    def __init__(self, prediction, question, address):
        self.prediction = prediction
        self.address = f"{address.rstrip('/')}/class/vote/{quote(question, safe='')}"
        out = store.recall("class").get("abstains", False)
        prediction.abstains, prediction.poll = out, KEPT if out else ASKED
        prediction.observe(self._send, names=["committed", "abstains"])

    def _send(self, change):
        out, choice = self.prediction.abstains, self.prediction.committed
        if change["name"] == "abstains":
            store.keep("class", "abstains", out)
        elif out:
            return
        if out or choice < 0:
            choice = None  # withdraws what was sent before
        words = KEPT if out else ASKED if choice is None else SENT
        body = json.dumps({"browser": _id(), "choice": choice}).encode()
        self.sent = _post.submit(self._deliver, body, words)

    def _deliver(self, body, words):
        try:
            with urlopen(Request(self.address, body, method="PUT"), timeout=SECONDS):
                self.prediction.poll = words
        except HTTPError as error:
            self.prediction.poll = _reason(error)
        except (OSError, HTTPException, ValueError):  # ValueError: the address is none
            self.prediction.poll = SILENT


def _id():
    """A random id, the same for all that this reader sends."""
    known = store.recall("class").get("browser")
    if not known:
        store.keep("class", "browser", known := secrets.token_urlsafe(16))
    return known


def _reason(error):
    with error:
        try:
            return json.load(error)["words"]
        except (OSError, ValueError, TypeError, KeyError):
            return f"Not sent: your class says {error.code}."
