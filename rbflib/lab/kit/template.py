r"""Questions that can be asked again: texts in Markdown, numbers from a function.

In a text, [[b]] stands for what the function calls `b`, and [[b**2]] for an expression of it. A
fraction is written with at most two decimals or as 1/3, in a formula as \tfrac{1}{3}; a tuple with
commas. After a colon stands another form: a format such as .2f, / for a fraction, + for a number
with its sign, or one of `FORMS`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from inspect import signature
from itertools import islice
from math import prod
from random import Random
from typing import Any

PLACE = re.compile(r"\[\[(?=[^\]]*[a-zA-Z])([^:\n]+?)(?::([^\]]+))?\]\](?!\])")
FORMULA = re.compile(r"(\$+[^$]+\$+)")
WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
ORDINALS = "- first second third fourth fifth sixth seventh eighth ninth tenth".split()  # noqa: SIM905
PARTS = dict(enumerate(["third", "quarter", *ORDINALS[5:]], start=3))
KNOWN = {"sum": sum, "abs": abs, "min": min, "max": max, "len": len, "F": Fraction}
LOOKED_AT, SECRET = 20_000, 1000  # values tried for a question; those a text can choose from


class NotFilled(Exception):
    """Which place of which question cannot be filled, and why."""


def drawn(**values: Sequence[Any]):
    """Say of each argument of a function of numbers which values it may take.

    Its defaults are the numbers of the page. It returns name -> number for the texts, or None
    where the question should not be asked with these values.
    """

    def decorate(function):
        page = {name: p.default for name, p in signature(function).parameters.items()}
        if unlike := page.keys() ^ values.keys():
            raise TypeError(f"{function.__name__}: no values or no default for {sorted(unlike)}.")
        function.values, function.page = values, page
        return function

    return decorate


def nothing():
    """The numbers of a question without any."""
    return {}


@dataclass(frozen=True)
class Template:
    """A question with a seed."""

    key: str
    # Each of the numbers by name: the question, or None where two of its answers would be equal.
    # They are more than one where there is another text for the same question.
    makes: tuple[Callable[[dict[str, Any]], Any], ...]
    numbers: Callable[..., dict[str, Any] | None] = nothing  # `drawn`, if it has arguments
    _found: list = field(default_factory=list, init=False, repr=False, compare=False)

    def made(self, seed=0):
        """The question of a seed: 0 is the page's.

        Seeds from 1 on have different values until all are used up. A text is a secret seed.
        """
        if isinstance(seed, str):
            bits = int.from_bytes(sha256(f"{seed} {self.key}".encode()).digest()[:8], "big")
            seed = 1 + bits % max(1, self.count(SECRET))
        found = [self._of_page(), *self.others(seed)] if seed else [self._of_page()]
        make, values = found[seed % len(found)]
        return make(values)

    def values(self, seed=0):
        """The numbers of a seed."""
        return self._of_page()[1] if not seed else self.others(seed)[seed - 1][1]

    def count(self, most):
        """How many other questions there are, up to `most`."""
        return len(self.others(most))

    def others(self, n):
        """(make, values) of the seeds 1 to n, or as many as there are."""
        self._found.extend(islice(self._rest, max(0, n - len(self._found))))
        return self._found[:n]

    def _of_page(self):
        return self.makes[0], self.numbers(**getattr(self.numbers, "page", {})) or {}

    @cached_property
    def _rest(self):
        return self._candidates()

    def _candidates(self):
        yield from ((make, self._of_page()[1]) for make in self.makes[1:])
        values = getattr(self.numbers, "values", {})
        size = len(self.makes) * prod(map(len, values.values()))
        for number in Random(self.key).sample(range(size), min(size, LOOKED_AT)):
            rest, text = divmod(number, len(self.makes))
            chosen = {}
            for name, among in values.items():
                rest, place = divmod(rest, len(among))
                chosen[name] = among[place]
            if chosen == getattr(self.numbers, "page", {}):
                continue
            numbers, make = self.numbers(**chosen), self.makes[text]
            if numbers is not None and make(numbers) is not None:
                yield make, numbers


def fill(text, numbers, where=""):
    """The text with numbers in its places; `where` names its question in an error."""
    parts = FORMULA.split(text)
    for i, part in enumerate(parts):
        parts[i] = PLACE.sub(lambda place, tex=i % 2: _filled(place, numbers, tex, where), part)
    return "".join(parts)


def value_of(expression, numbers, where=""):
    """The value of an expression of the numbers."""
    try:
        return eval(expression, {"__builtins__": {}, **KNOWN, **numbers})
    except Exception as error:
        raise NotFilled(f"{where}: [[{expression}]] cannot be filled: {error}.") from error


def _filled(place, numbers, is_formula, where):
    value = value_of(place[1], numbers, where)
    try:
        return written(value, place[2] or "", is_formula)
    except (TypeError, ValueError, LookupError) as error:
        raise NotFilled(f"{where}: {place[0]} cannot be written: {error}.") from error


def written(value, form="", is_formula=False):
    """A value as it stands in a text, or in a formula."""
    if isinstance(value, str):
        return value
    if form.lower() in FORMS:
        text = FORMS[form.lower()](value)
        return text if form.islower() else text[0].upper() + text[1:]
    if form == "and":
        *first, last = (written(x, "", is_formula) for x in value)
        return f"{', '.join(first)} and {last}"
    if form == "sum":
        first, *rest = value
        texts = [written(first, "", is_formula), *(written(x, "+", is_formula) for x in rest)]
        return "".join(texts)
    if isinstance(value, tuple):
        return ("," if is_formula else ", ").join(written(x, form, is_formula) for x in value)
    text = _number(value, form, is_formula)
    return text if is_formula else text.replace("-", "−")


def _number(value, form, is_formula):
    if isinstance(value, float) and form in ("", "+"):
        return format(round(value, 9) + 0.0, f"{form}g")
    if form not in ("", "+", "/"):
        return format(round(float(value), 9) + 0.0, form)
    ratio = Fraction(float(value)).limit_denominator(1000) if form == "/" else Fraction(value)
    sign, (above, below) = "-" if ratio < 0 else form.strip("/"), abs(ratio).as_integer_ratio()
    if below == 1:
        return f"{sign}{above}"
    if form != "/" and 100 % below == 0:
        return f"{sign}{above / below:.2f}".rstrip("0")
    return rf"{sign}\tfrac{{{above}}}{{{below}}}" if is_formula else f"{sign}{above}/{below}"


def word(n):
    """A number in words, up to twelve."""
    return WORDS[n] if n < len(WORDS) else str(n)


def ordinal(n):
    return ORDINALS[n]


def times(n):
    """Twice, three times."""
    return "twice" if n == 2 else f"{word(n)} times"


def share(x):
    """Half, a quarter, two thirds."""
    above, below = Fraction(x).as_integer_ratio()
    if below == 2:
        return "half"
    if above > 1:
        return f"{WORDS[above]} {PARTS[below]}s"
    return f"{'an' if below == 8 else 'a'} {PARTS[below]}"


def part(n):
    """Half, a third, a quarter."""
    return share(Fraction(1, n))


FORMS = {"word": word, "ordinal": ordinal, "times": times, "share": share, "part": part}
