"""A reader's code behind a picture: run apart, on copies, with a limit; its faults in words."""

import time

from rbflib.lab.grader import sandbox


class FunctionError(Exception):
    """What the reader's code did at a state, in words."""


class ReadersCode:
    """A function as `code(*args)`, which gives its value; or FunctionError.

    It runs in a process that stays (see `sandbox`). What cannot be copied there runs in this one,
    where an interrupt ends it. A state may take `limit` seconds; `more` says how to raise that.
    `remarks` are what it has printed at this state, and where it runs: remark -> "".
    """

    def __init__(self, function, limit, more=""):
        self.function, self.limit, self.more = function, limit, more
        self.call = sandbox.kept(function, limit)

    def begin(self):
        """A state begins."""
        if self.call.start() == "unread":
            self.call = sandbox.Here(self.function, "something")
        self.end, self.remarks = time.monotonic() + self.limit, {}
        if held := self.call.held:
            remark = f"{held} cannot be copied to a process of its own, so there is no limit: only "
            self.remarks[f"{remark}Interrupt ends this function"] = ""

    def outcome(self, args):
        outcome = self.call(args, max(self.end - time.monotonic(), 0.01))
        if outcome.printed:
            self.remarks[f"It prints: {outcome.printed.rstrip()}"] = ""
        if outcome.kind != "value":
            raise FunctionError(self._faults[outcome.kind](outcome))
        return outcome

    def __call__(self, *args):
        return self.outcome(args).value

    @property
    def _faults(self):
        return {
            "endless": lambda _: f"takes more than {self.limit:g} seconds{self.more}",
            "error": lambda error: "raises " + ", ".join(filter(None, [error.words, error.place])),
            "nothing": lambda _: "returns nothing",
            "strange": lambda outcome: f"returned {outcome.words}",
            "crash": lambda _: "ends the Python process that it runs in",
            "unstarted": lambda _: "could not be started in a Python process of its own",
        }
