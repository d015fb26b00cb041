"""Papers of 90 minutes, made of questions of the bank: one task per page, no question twice.

Ten tasks of nine points each, of which the best nine count: whoever runs short of time may leave
one out.
"""

from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from random import Random

from teaching.exam.bank import BANK, TEMPLATES, questions
from teaching.exam.question import KINDS, Question

MINUTES, COUNTED, POINTS = 90, 9, 9
AIDS = "one sheet of A4 in your own handwriting, a ruler, and a pocket calculator without a memory."
SHORTEST = 12  # characters of a secret seed
FEWEST = 3  # questions of each kind in a paper
TOPICS = {
    "01": "Support vector machines",
    "02": "The full network",
    "03": "Nearest neighbors",
    "04": "k-means",
    "05": "Two stages",
    "06": "Orthogonal least squares",
    "07": "Extreme learning machines",
    "08": "Multidimensional scaling",
    "09": "Comparing models",
    "10": "Probabilities and cross-validation",
}


@dataclass(frozen=True)
class Paper:
    """A written examination."""

    key: str  # the name of its files
    title: str
    tasks: tuple[tuple[str, tuple[Question, ...]], ...]  # titles, and their questions

    @property
    def questions(self):
        return [question for _, of_task in self.tasks for question in of_task]


def paper(number, chosen, bank, words=""):
    """A paper of the chosen keys."""
    tasks = tuple((TOPICS[keys[0][:2]], tuple(bank[key] for key in keys)) for keys in chosen)
    return Paper(f"paper_{number}", f"Radial basis function networks, paper {number}{words}", tasks)


# The pairs of each paper, page by page.
PAIRS = """
01.margin 01.dual_coef, 01.score 01.any_labels
02.one_center 02.eye, 02.penalty_curves 02.units_of_targets
03.stairs 03.both_unlikely, 03.overlap 03.axis
04.walk 04.two_units, 04.next_assignment 04.plain_distances
05.bump_and_bias 05.center_gradient, 05.hidden_layers 05.unlabeled
06.bars 06.important_sample, 06.two_columns 06.energy
07.shortest 07.average_of_machines, 07.peak 07.share
08.on_a_line 08.smallest_first, 08.maps 08.axes
09.regions 09.protocol, 09.luck 09.unlike_all
10.corrected 10.which_settings, 10.reliability 10.always_half
"""
CHOSEN = zip(
    *([pair.split() for pair in line.split(",")] for line in PAIRS.split("\n")[1:-1]), strict=True
)
PAPERS = tuple(paper(number, chosen, BANK) for number, chosen in enumerate(CHOSEN, start=1))


def secret_papers(seed):
    """Two papers with numbers and questions that only who knows the seed can make again."""
    if len(seed) < SHORTEST:
        raise ValueError(
            f"A seed has at least {SHORTEST} characters: whoever has the bank can try shorter ones."
        )
    bank, draw = questions(seed), Random(f"papers {seed}")
    tried = (drawn_keys(draw) for _ in range(1000))
    chosen = next(chosen for chosen in tried if all(map(is_mixed, chosen)))
    words = f" · {fingerprint(seed)}"
    return tuple(paper(number, keys, bank, words) for number, keys in enumerate(chosen, start=1))


def fingerprint(seed):
    """Six digits that stand on a paper: by them its answers are found again."""
    return sha256(f"paper {seed}".encode()).hexdigest()[:6]


def drawn_keys(draw):
    """For each page two pairs of keys without a common one, one for each paper.

    Questions whose numbers are drawn come before those whose answers anybody can read.
    """
    both = [pairs_of(page, draw) for page in TOPICS]
    return tuple(zip(*both, strict=True))


def pairs_of(page, draw):
    keys = [key for key in TEMPLATES if key.startswith(page)]
    pairs = [p for p in combinations(keys, 2) if sum(BANK[key].points for key in p) == POINTS]
    apart = [two for two in combinations(pairs, 2) if not {*two[0]} & {*two[1]}]
    draw.shuffle(apart)
    return max(
        apart, key=lambda two: sum(bool(TEMPLATES[k].count(1)) for pair in two for k in pair)
    )


def is_mixed(chosen):
    """Whether all kinds of questions are among the keys of a paper."""
    kinds = Counter(BANK[key].kind for keys in chosen for key in keys)
    return min(kinds[kind] for kind in KINDS) >= FEWEST
