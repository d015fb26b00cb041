"""How far the distances on a map are from those that it was made from."""

import numpy as np

from rbflib.lab.kit import style

TOLERANCE = 0.05  # a distance is kept if the map changes it by no more than this share

# Distances that the map changes.
SHORT = {"color": style.GROUP_COLORS[1], "ls": "--"}
LONG = {"color": style.GROUP_COLORS[0], "ls": ":"}


def worst_pair(given, seen):
    """Number of the pair whose distance is the most wrong, as an array (1,); (0,) if all are right.

    The first among equals.
    """
    change = (np.abs(seen - given) / given.max()).round(9)
    return np.array([change.argmax()] if change.any() else [], int)


def measure(given, seen, names):
    """How well the distances seen on a map (P,) keep the given ones (P,), P pairs of names."""
    distorted = np.sum(np.abs(seen - given) > TOLERANCE * given)
    return {
        "squared distance on the map": f"{100 * np.sum(seen**2) / np.sum(given**2):.1f}%",
        "stress": np.sqrt(np.sum((seen - given) ** 2) / np.sum(given**2)),
        "pairs distorted": f"{distorted} of {len(given)}",
        "worst pair": worst_in_words(given, seen, names, ".2f"),
    }


def worst_in_words(given, seen, names, form):
    pair = worst_pair(given, seen)
    if not len(pair):
        return "none"
    ends = np.transpose(np.triu_indices(len(names), 1))[pair[0]]
    lengths = [format(distances[pair[0]], form) for distances in (given, seen)]
    return f"{'–'.join(names[end] for end in ends)}, {' drawn as '.join(lengths)}"
