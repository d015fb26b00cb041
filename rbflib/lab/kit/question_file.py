"""Questions from a page's questions.md, with the numbers of its numbers.py.

    ## key · choice   a question: a choice, a number or an order; its text follows
    - [x] …           the right answer; what is indented below it says why it is right
    - [ ] …           a wrong one, and below it why; a comment, <!-- name -->, names its method
    - [ ] any other   of a number: the feedback to every other number
    2. …              an item of an order with its place, and below it why it has this place
    > …               the heading of the section to reread

What follows the items of an order says why the right one is right. After the kind may stand "in
order", if choices have an order of their own, or "within 0.05", if so far from the answer is still
right. A question whose heading comes again has another text for its second seed.

The function of numbers.py with the question's key gives its numbers. A wrong answer that is
computed is named by its place: [[not_squared]]. Of an order, the function says by what its items
are sorted: `by`, a tuple in the order of the file.
"""

import re
from itertools import pairwise
from types import ModuleType

from rbflib.lab.kit.question import Choice, Number, Order
from rbflib.lab.kit.template import PLACE, Template, fill, nothing, value_of

HEAD = re.compile(r"(?m)^## ([\w.]+) · (.+)\n")
ITEM = re.compile(r"(?m)^(?:- \[(?P<right>[x ])\]|(?P<place>\d+)\.) (?P<text>.*(?:\n  .*)*)\n?")
METHOD = re.compile(r" *<!-- (.+?) -->")
ANY_OTHER = "any other"
TOLERANCE, GAP = 0.005, 2  # of a number; tolerances between two answers


class NotRead(Exception):
    """Which question of which file cannot be read, and why."""


def templates_of(path, numbers, maker):
    """Key -> Template of the questions in a file.

    Parameters
    ----------
    path : Path
    numbers : module
        With a function for each question that has numbers.
    maker : callable
        Of (where, key, heading, text): the function that makes the question of its numbers.
    """
    found = {}
    file = f"{path.parent.name}/{path.name}"
    _, *parts = HEAD.split(path.read_text(encoding="utf-8"))
    for key, heading, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        found.setdefault(key, []).append(maker(f"{file} ## {key}", key, heading, text))
    return {key: Template(key, tuple(m), function_of(numbers, key)) for key, m in found.items()}


def function_of(numbers: ModuleType, key):
    """The function with the numbers of a question; keys of an exam begin with their page."""
    return getattr(numbers, key.rpartition(".")[2], nothing)


def maker(where, key, heading, text):
    """What makes a quiz question of its numbers: a function, checked as far as it can be."""
    kind, *options = heading.split(" · ")
    if kind not in KINDS:
        raise NotRead(f"{where} is a {kind!r}, and not one of {', '.join(KINDS)}.")
    items = list(ITEM.finditer(text))
    if not items:
        raise NotRead(f"{where} has no answers: lines that begin with - [x], - [ ] or 1.")
    if lost := "".join(text[a.end() : b.start()].strip() for a, b in pairwise(items)):
        raise NotRead(f"{where}: {lost[:40]!r} belongs to no answer. Two spaces before it?")
    if kind != "order" and (numbered := next((i[0] for i in items if i["place"]), "")):
        raise NotRead(f"{where}, a {kind}, has the numbered answer {numbered[:40]!r}.")
    answers = [(i["right"] or i["place"], *_texts(i["text"])) for i in items]
    right = sum(mark == "x" for mark, *_ in answers)
    others = sum(answer == ANY_OTHER for _, answer, _ in answers)
    if (right, others) != (kind != "order", kind == "number"):
        raise NotRead(
            f"{where}, a {kind}, has {right} right answers (- [x]) and {others} “any other”."
        )
    before, sign, after = text[items[-1].end() :].partition("> ")
    if not sign:
        raise NotRead(f"{where} does not say what to reread, in a line that begins with >.")
    texts = {"ask": text[: items[0].start()], "why": before, "reread": after}
    texts = {name: joined(of) for name, of in texts.items()}

    def make(values):
        common = {"key": key} | {name: fill(of, values, where) for name, of in texts.items()}
        return KINDS[kind](common, answers, options, values, where)

    return make


def _texts(text):
    answer, _, why = text.partition("\n")
    return joined(answer), joined(why)


def joined(text):
    """The text on one line."""
    return " ".join(text.split())


def method_of(answer):
    """The name of the way to an answer: that of a comment, of its place, or the answer itself."""
    found = METHOD.search(answer) or PLACE.fullmatch(answer)
    return found[1] if found else answer


def _choice(common, answers, options, values, where):
    def filled(text):
        return fill(METHOD.sub("", text), values, where)

    texts = {filled(answer): (mark, why, method_of(answer)) for mark, answer, why in answers}
    if len(texts) < len(answers):
        return None
    [(right, why)] = [(text, why) for text, (mark, why, _) in texts.items() if mark == "x"]
    return Choice(
        **common | {"why": filled(why)},
        answer=right,
        choices={text: "" if text == right else filled(why) for text, (_, why, _) in texts.items()},
        in_order="in order" in options,
        methods={text: method for text, (*_, method) in texts.items()},
    )


def _number(common, answers, options, values, where):
    def number(answer):
        text = METHOD.sub("", answer)
        place = PLACE.fullmatch(text)
        return plain(value_of(place[1] if place else text, values, where))

    [why] = [why for mark, _, why in answers if mark == "x"]
    [otherwise] = [why for _, answer, why in answers if answer == ANY_OTHER]
    listed = [answer for answer in answers if answer[1] != ANY_OTHER]
    numbers = {number(answer): (mark, why, method_of(answer)) for mark, answer, why in listed}
    tolerance = next((float(option.removeprefix("within ")) for option in options), TOLERANCE)
    gaps = [b - a for a, b in pairwise(sorted(numbers))]
    if len(numbers) < len(listed) or min(gaps, default=1) <= GAP * tolerance:
        return None
    [right] = [x for x, (mark, *_) in numbers.items() if mark == "x"]
    return Number(
        **common | {"why": fill(why, values, where)},
        answer=right,
        wrong={x: fill(why, values, where) for x, (_, why, _) in numbers.items() if x != right},
        otherwise=fill(otherwise, values, where),
        tolerance=tolerance,
        methods={f"{x:.6g}": method for x, (*_, method) in numbers.items()},
    )


def plain(x):
    """A number without a type of its own."""
    return int(x) if x == int(x) else float(x)


def _order(common, answers, _options, values, where):
    by = values.get("by", tuple(int(place) for place, *_ in answers))
    listed = [(fill(answer, values, where), fill(why, values, where)) for _, answer, why in answers]
    order = sorted(range(len(by)), key=by.__getitem__)
    if len({*by}) < len(by) or len(dict(listed)) < len(by) or order == [*range(len(by))]:
        return None  # a tie, two equal items, or nothing to be put in order
    return Order(
        **common,
        items=dict(listed[i] for i in order),
        shown=tuple(map(order.index, range(len(by)))),
    )


KINDS = {"choice": _choice, "number": _number, "order": _order}
