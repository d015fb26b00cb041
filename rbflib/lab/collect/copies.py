"""What is alike in the records of two students, as sentences: remarks, and no verdicts."""

from collections import Counter
from itertools import combinations
from math import sqrt

FAR = 6  # standard deviations from which on equal wrong answers are remarked


def copies(students):
    """A sentence per two students whose times, or wrong answers, are alike."""
    wrong = Counter(answer for student in students for answer in student.wrong)
    answered = Counter(name for student in students for name in student.done["quiz"])
    chances = {answer: n / answered[answer[0]] for answer, n in wrong.items()}
    return [
        f"{a.title} and {b.title} have {words}"
        for a, b in combinations(students, 2)
        if (words := _same_moments(a, b) or _same_gaps(a, b) or _same_answers(a, b, chances))
    ]


def _same_moments(a, b):
    """Of entries of the same moment, to the microsecond, if they are most of one student's."""
    n = len(a.times & b.times)
    if 2 * n > min(len(a.times), len(b.times)):
        return (
            f"{n} entries of the same moment: one has the work of the other, or both were done on "
            "one computer."
        )
    return ""


def _same_gaps(a, b):
    """Of entries that follow each other as the other's do: their times are shifted."""
    same = a.gaps.keys() & b.gaps.keys()
    if len(same) < 3 or 2 * len(same) <= min(len(a.gaps), len(b.gaps)):
        return ""
    shift = min(abs(a.gaps[gap] - b.gaps[gap]) for gap in same)
    return (
        f"{len(same)} entries at the same intervals, to the microsecond, {shift} apart: the times "
        "of one may be those of the other, shifted."
    )


def _same_answers(a, b, chances):
    """Of wrong answers of both, in one order, if they are far more than chance gives.

    Frary's g2: how many of one student's wrong answers another gives, against the shares of the
    class that give them, in standard deviations.
    """
    both = set(a.wrong) & set(b.wrong)
    alike = [answer for answer in a.wrong if answer in both]
    chance = [chances[answer] for answer in min(a.wrong, b.wrong, key=len)]
    deviation = sqrt(sum(p * (1 - p) for p in chance))
    excess = len(both) - sum(chance)
    if excess <= FAR * deviation or alike != [answer for answer in b.wrong if answer in both]:
        return ""
    return (
        f"{len(both)} equal wrong answers in the same order; by the answers of the class, "
        f"{sum(chance):.0f} were to be expected."
    )
