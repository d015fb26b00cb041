"""How the benchmarks measure: side by side in one run, shortest time, ratios only."""

import time
import tracemalloc
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

MOST_ROUNDS = 15
SECONDS_EACH = 5.0


@dataclass(frozen=True)
class Task:
    """Something that rbflib does, beside others that do the same.

    Attributes
    ----------
    name : str
    ours : callable
        Takes no arguments, like the peers.
    peers : dict of str to (callable, float)
        A peer's name, its action, and the goal: the largest ratio of our time to its time.
    grow : callable
        From a size N to our action at that size, its data made beforehand.
    sizes : tuple of int
    theory : str
        The exponent of N that theory gives.
    why : str
        What a profile says where a goal is missed.
    """

    name: str
    ours: Callable
    peers: dict
    grow: Callable | None = None
    sizes: tuple = ()
    theory: str = ""
    why: str = field(default="")


def shortest_times(actions):
    """Seconds of each action in its best round: (name -> action) -> (name -> seconds).

    The actions take turns, so that a slow spell of the machine meets all of them. Whatever else
    runs there only adds time: the shortest is the nearest to the truth.
    """
    times = {name: [] for name in actions}
    for _ in range(MOST_ROUNDS):
        for name, action in actions.items():
            if sum(times[name]) < SECONDS_EACH:
                times[name].append(seconds(action))
    return {name: min(measured) for name, measured in times.items()}


def seconds(action):
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # peers have theirs, about versions to come
        action()
    return time.perf_counter() - start


def ratios(task):
    """Our time over each peer's: (name -> ratio)."""
    actions = {"ours": task.ours} | {name: action for name, (action, _) in task.peers.items()}
    times = shortest_times(actions)
    return {name: times["ours"] / times[name] for name in task.peers}


def growth_exponent(task):
    times = shortest_times({N: task.grow(N) for N in task.sizes})
    return growth_exponent_of(task.sizes, [times[N] for N in task.sizes])


def growth_exponent_of(sizes, times):
    """The slope of log time over log N."""
    return np.polyfit(np.log(sizes), np.log(times), 1)[0]


def extra_megabytes(action):
    """Most memory that NumPy and Python hold at a time beyond what they held before."""
    tracemalloc.start()
    action()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6
