"""Long computations that leave the page alive: in slices, with a bar, and a button to stop them."""

import asyncio
from time import perf_counter

import ipywidgets as widgets

from rbflib.lab.kit.threads import one_thread

SLICE = 0.02  # seconds of work, after which the page may answer
PAUSE = 0.003  # seconds for that: a message passes several hands on its way in and out
REPORT = 0.2  # seconds between two pictures of the work so far


class Work:
    """A list of items to be done one by one, while sliders and buttons go on answering.

    In a notebook the work is a task of the kernel's event loop. Without a running loop, as in
    plain Python, `start` does all of it before it returns.

    Parameters
    ----------
    items : sequence
        In the order in which they are done.
    do : callable
        do(item) does one item, in a few milliseconds.
    begin : callable, optional
        begin() is called before the first item, and before the first item once more if the work
        is started again after its end.

    Attributes
    ----------
    done : int
        How many items are done.
    running : bool
    widget : ipywidgets.HBox
        Button, bar and words.
    show : callable
        show() is called now and then, and at the end, to draw what has been done.
    """

    def __init__(self, items, do, begin=None):
        self.items = list(items)
        self.do = do
        self.begin = begin or (lambda: None)
        self.show = lambda: None
        self.done = 0
        self.running = False
        self._slices = None
        self.button = widgets.Button()
        self.button.on_click(lambda _button: self.stop() if self.running else self.start())
        self.bar = widgets.IntProgress(max=len(self.items))
        self.words = widgets.Label()
        self.widget = widgets.HBox([self.button, self.bar, self.words])
        self._tell()

    def start(self):
        """Go on where the work stands; from the first item if it has ended."""
        if self.running:
            return
        if self.done in (0, len(self.items)):
            self.done = 0
            self.begin()
        self.running = True
        if self._slices is not None:
            return  # stopped a moment ago, and started again before the stop was noticed
        self._slices = self._work()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            for _ in self._slices:
                pass
        else:
            self.task = loop.create_task(self._between_messages())

    def stop(self):
        """Stop after the item at hand; `start` goes on from there."""
        self.running = False
        self._tell()

    async def _between_messages(self):
        for _ in self._slices:
            await asyncio.sleep(PAUSE)

    def _work(self):
        """Do the items; yield after every slice of time."""
        reported = 0.0
        try:
            while self.running and self.done < len(self.items):
                self._one_slice()
                if perf_counter() - reported > REPORT:
                    self._report()
                    reported = perf_counter()
                yield
        except Exception as error:
            self.stop()
            self.words.value = f"This cannot be computed: {error}"
            raise
        else:
            self.running = False
            self._report()
        finally:
            self._slices = None

    def _one_slice(self):
        end = perf_counter() + SLICE
        with one_thread():
            while self.done < len(self.items) and perf_counter() < end:
                self.do(self.items[self.done])
                self.done += 1

    def _report(self):
        self._tell()
        self.show()

    def _tell(self):
        """Button, bar and words say how far the work is."""
        n = len(self.items)
        self.bar.value = self.done
        self.words.value = f"{self.done} of {n}"
        if self.running:
            self.button.description = "Stop"
        else:
            self.button.description = {0: "Compute", n: "Compute again"}.get(self.done, "Go on")
