"""Cells of a page, run as a kernel runs them: by IPython, in one namespace."""

import os
import re
import sys
from base64 import b64encode
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from html import escape
from io import TextIOBase

from IPython.core.completer import provisionalcompleter
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.error import UsageError
from IPython.core.history import HistoryManager
from IPython.core.interactiveshell import InteractiveShell
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

MOST = 3_000_000  # characters that a cell may show, a picture's included
PART = 200  # counted besides for each output, and for each time that a text goes on
MOST_CALLS = 20  # of an endless recursion
MATH = {True: r"\[{}\]", False: r"\({}\)"}  # for MathJax: in a line of its own, or not
MARKDOWN = MarkdownIt("commonmark").enable("table")
NO_SOURCE = "'Could not get source, probably due dynamically evaluated source code.'\n"
MARKDOWN.normalizeLink = lambda url: re.sub(r"\.ipynb(?=#|$)", ".html", url)  # pages of the book
HistoryManager.enabled = False
dollarmath_plugin(
    MARKDOWN,
    double_inline=True,
    renderer=lambda text, how: MATH[how["display_mode"]].format(escape(text)),
)


class Output:
    """What a cell shows, sent as it comes. `cell` is the one that runs."""

    def __init__(self, send):
        self.send, self.cell, self.room = send, None, MOST

    @contextmanager
    def of(self, cell):
        """What is printed and displayed meanwhile is this cell's."""
        self.cell, self.room = cell, MOST
        stdout, stderr = Stream("stdout", self), Stream("stderr", self)
        with redirect_stdout(stdout), redirect_stderr(stderr):
            yield

    def show(self, data, metadata=None, **options):
        data = {k: b64encode(x).decode() if isinstance(x, bytes) else x for k, x in data.items()}
        if "text/markdown" in data and "text/html" not in data:
            data = data | {"text/html": MARKDOWN.render(data["text/markdown"])}
        size = sum(len(x) for x in data.values() if isinstance(x, str))
        if size > self.room:  # its plain text can be cut
            return self.print("stdout", data.get("text/plain", ""))
        self.room -= size + PART
        shown = {"data": data, "metadata": metadata or {}} | options
        return self.send({"kind": "shown", "cell": self.cell} | shown)

    def clear(self, wait):
        self.send({"kind": "cleared", "cell": self.cell, "wait": wait})

    def print(self, name, text):
        if not text or self.room <= 0:
            return
        shown = text[: self.room]
        self.room -= len(text) + PART
        more = "" if self.room > 0 else "\n… and more."
        self.send({"kind": "printed", "cell": self.cell, "name": name, "text": shown + more})


class Stream(TextIOBase):
    """stdout or stderr of a cell."""

    encoding = "utf-8"

    def __init__(self, name, output):
        self.name, self.output = name, output

    def write(self, text):
        self.output.print(self.name, text)
        return len(text)


class Publisher(DisplayPublisher):
    """Display messages go to the page."""

    output = None

    def publish(self, data, metadata=None, *, transient=None, update=False, **_options):
        display = (transient or {}).get("display_id", "")
        self.output.show(data, metadata, display=display, update=update)

    def clear_output(self, wait=False):
        self.output.clear(wait)


class ResultHook(DisplayHook):
    """The last value of a cell goes to the page."""

    def write_output_prompt(self):
        pass

    def write_format_data(self, format_dict, md_dict=None):
        self.shell.display_pub.output.show(format_dict, md_dict)


def _no_input(_prompt=""):
    raise UsageError("A page cannot ask while a cell runs: write the value into the cell.")


class Shell(InteractiveShell):
    """IPython without a terminal, a history and a system."""

    colors = "neutral"

    def __init__(self, output):
        super().__init__(display_pub_class=Publisher, displayhook_class=ResultHook)
        self.display_pub.output = output
        self.output = output
        self.Completer.use_jedi = False  # the book does not bring it
        self.builtin_trap.auto_builtins["input"] = _no_input
        self.set_custom_exc((RecursionError,), Shell._show_first_calls)

    def enable_gui(self, gui=None):
        pass

    def ask_exit(self):
        raise UsageError("Python goes on as long as its page; Stop begins anew.")

    def _showtraceback(self, etype, evalue, stb):
        text = self.InteractiveTB.stb2text(stb).replace(NO_SOURCE, "")
        self.output.print("stderr", text + "\n")

    def _show_first_calls(self, etype, evalue, tb, tb_offset=None):
        """Of a thousand calls IPython would read the source half a minute long."""
        last = tb
        for _ in range(MOST_CALLS):
            last = last.tb_next or last
        last.tb_next = None
        self.showtraceback((etype, evalue, tb), tb_offset)

    def system(self, _command):
        raise UsageError("A page has no shell: ! and some % do not work here.")

    def names(self, code):
        """The end of the code that names replace, and the names."""
        with provisionalcompleter():
            found = list(self.Completer.completions(code, len(code)))
        start = found[0].start if found else len(code)
        return code[start:], [x.text for x in found if x.start == start]

    def run(self, cell, code):
        """Whether the code ended without an exception."""
        sys.path_importer_cache.pop(os.getcwd(), None)  # modules may have been written there
        with self.output.of(cell):
            return self.run_cell(code, store_history=True).success
