"""Predictions that a class counts: sent without a name, and only where the course names a class.

The class is a server (`python -m book.classroom`), and the course file has its address:

    class = "http://192.168.1.5:8000"
"""

import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from threading import Timer
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from rbflib.lab.record import store

SECONDS = 5  # for an answer
PAUSE = 5  # seconds until what was not sent is sent again
ASKED = "Your class is asked too. What you commit to is sent without your name."
SENT = "Sent to your class, without your name."
KEPT = "Not sent to your class."
SILENT = "Not sent yet: it will be sent when your class answers."

# One worker: the last choice arrives last. A page does not wait for it.
_post = ThreadPoolExecutor(max_workers=1)


class Ballot:
    """Sends the choice that a prediction commits to, and says on the page what was sent.

    The class at this address is asked under the name of what the prediction is about.
    """

    def __init__(self, prediction, question, address):
        self.prediction = prediction
        self.address = f"{address.rstrip('/')}/class/vote/{quote(question, safe='')}"
        self.unsent = f"unsent {question}"
        prediction.abstains = store.recall("class").get("abstains", False)
        prediction.poll = KEPT if prediction.abstains else ASKED
        prediction.observe(self._send, names=["committed", "abstains"])
        self.sent = _post.submit(self._send_again)

    def _send(self, change):
        out, choice = self.prediction.abstains, self.prediction.committed
        if change["name"] == "abstains":
            store.keep("class", "abstains", out)
        elif out:
            return
        if out or choice < 0:
            choice = None  # withdraws what was sent before
        self.sent = _post.submit(self._deliver, choice)

    def _send_again(self):
        kept = store.recall("class")
        if self.unsent in kept:
            self._deliver(kept[self.unsent]["choice"])

    def _deliver(self, choice):
        body = json.dumps({"browser": _id(), "choice": choice}).encode()
        words = KEPT if self.prediction.abstains else ASKED if choice is None else SENT
        comes_again = False
        try:
            with urlopen(Request(self.address, body, method="PUT"), timeout=SECONDS):
                pass
        except HTTPError as error:
            words, comes_again = _reason(error), error.code == 429 or error.code >= 500
        except (OSError, HTTPException, ValueError):  # ValueError: the address is none
            words, comes_again = SILENT, True
        self.prediction.poll = words
        if not comes_again:
            if self.unsent in store.recall("class"):
                store.keep("class", self.unsent, None)
            return
        store.keep("class", self.unsent, {"choice": choice})  # None withdraws what was sent
        timer = Timer(PAUSE, _post.submit, [self._send_again])
        timer.daemon = True
        timer.start()


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
