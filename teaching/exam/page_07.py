"""Questions of page 07: random hidden layers, the pseudoinverse, error against nodes."""

from fractions import Fraction as F
from functools import cache
from itertools import permutations
from math import ceil, log10

import numpy as np

from rbflib import make_wave, wave
from rbflib.elm import draw_hidden_layer
from rbflib.lab.kit.template import drawn
from teaching.exam.drawing import LINES, MUTED, PALE, drawing, letters


def times(n, row):
    """A row (N,) times a whole number, as a term of a sum."""
    size = "" if abs(n) == 1 else f"{abs(n)}\\,"
    return f"{'-' if n < 0 else '+'}{size}({','.join(map(str, row))})"


@drawn(
    columns=[*permutations(((1, 0), (1, 1), (0, 1))), *permutations(((1, 0), (1, -1), (0, 1)))],
    u=range(-4, 6),
    v=range(-4, 6),
)
def shortest(columns=((1, 0), (1, 1), (0, 1)), u=2, v=-1):
    rows = first, second = tuple(zip(*columns, strict=True))
    shared = sum(x * y for x, y in columns)
    beta = tuple(u * x + v * y for x, y in columns)
    t = 2 * u + shared * v, 2 * v + shared * u
    other = tuple({(1, 0): t[0], (0, 1): t[1]}.get(column, 0) for column in columns)
    fits = [tuple(h * b for h, b in zip(row, beta, strict=True) if h) for row in rows]
    matrix = r"\\".join("&".join(map(str, row)) for row in rows)
    combined = (times(u, first) + times(v, second)).removeprefix("+")
    squares, other_length = tuple(b**2 for b in beta), t[0] ** 2 + t[1] ** 2
    return locals() | {"length": sum(squares)} if u and v and other != beta else None


@drawn(a=range(-4, 7), b=range(-4, 7), e=(-3, -2, -1, 1, 2, 3), lam=(1, 2, 3))
def normal_equations(a=2, b=1, e=1, lam=1):
    targets, fit, error = (a + e, a + b - e, b + e), (a, a + b, b), 3 * e**2
    p, q, d = 2 * a + b, a + 2 * b, 2 + lam
    det, of_unit = d**2 - 1, "" if lam == 1 else lam
    ridge = F(d * p - q, det), F(d * q - p, det)
    return locals() if a and b and p and q else None


NODES = np.array([0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.5, 2, 3, 4])  # for each sample
NOISE, DRAWS, AT = 0.3, 50, np.linspace(0, 1, 200)[:, None]
DATA = (
    (20, 4), (15, 12), (20, 2), (20, 6), (20, 7), (20, 8), (20, 17), (20, 23), (25, 3), (25, 6),
    (25, 14), (25, 22),
)  # fmt: skip


@cache
def node_curves(n, seed):
    """Numbers of nodes, and the median errors on new samples without and with a penalty."""
    X, T = make_wave(n, noise=NOISE, random_state=seed)
    samples, at = ((x - X.mean()) / X.std() for x in (X, AT))
    nodes, errors = [round(n * share) for share in NODES], []
    for L in nodes:
        layers = [
            draw_hidden_layer("tanh", L, 1, np.random.RandomState(draw)) for draw in range(DRAWS)
        ]
        H, H_at = (np.stack([np.tanh(x @ a.T + b) for a, b in layers]) for x in (samples, at))
        U, s, Vt = np.linalg.svd(H, full_matrices=False)
        rounding = np.finfo(float).eps * max(n, L) * s[:, :1]
        for alpha in (0.0, 0.1):
            kept = s / np.where(s > rounding, s**2 + alpha, np.inf) * np.einsum("dnk,n->dk", U, T)
            fit = np.einsum("dql,dkl,dk->dq", H_at, Vt, kept, optimize=True)
            errors.append(np.median(np.mean((fit - wave(AT)) ** 2, axis=1)) + NOISE**2)
    return nodes, np.reshape(errors, (-1, 2)).T


@drawn(data=DATA, free="AB")
def peak(data=DATA[0], free="A"):
    penalized = "AB".replace(free, "")
    nodes, (errors, others) = node_curves(*data)
    best, n_samples, highest = nodes[errors.argmin()], nodes[errors.argmax()], float(errors.max())
    _, best_error, next_error, twice_error, *_ = errors
    digits, power = f"{highest:.1e}".split("e")
    powers = round(2 * log10(highest / NOISE**2)) / 2
    return locals() | {
        "next_best": nodes[2], "digits": float(digits), "power": int(power),
        "about": int(float(f"{highest:.2g}")), "worse": round(twice_error / best_error),
        "highest_ridge": ceil(100 * others.max()) / 100,
    }  # fmt: skip


@drawing((6.5, 3.5), [""], (5.4, 2.6), 0.75, xlabel="nodes L", ylabel="error on new samples")
def draw_peak(axes, numbers):
    nodes, curves = node_curves(*numbers["data"])
    named = zip("AB", curves if numbers["free"] == "A" else curves[::-1], strict=True)
    for (name, curve), look, size in zip(named, LINES, (6, 3.5), strict=False):
        axes.plot(nodes, curve, **look | {"ms": size, "mfc": "white"})
        letters(axes, [(nodes[-1], curve[-1])], name, (6, -3))
    axes.axhline(NOISE**2, color=MUTED, ls="-.", lw=1.2)
    letters(axes, [(nodes[0], NOISE**2)], ["noise"], (0, -13), MUTED)
    axes.set(xscale="log", yscale="log", ylim=(0.03, None))
    axes.set_xticks(nodes, map(str, nodes))
    axes.set_xticks([], minor=True)
    axes.grid(color=PALE)


@drawn(k=range(3, 11), nodes=("L", 10, 20, 40, 50))
def average_of_machines(k=5, nodes="L"):
    total = f"{k}L" if nodes == "L" else k * nodes
    return locals()


@drawn(claimed=range(2, 13))
def share(claimed=2):
    return {"claimed": claimed, "sigma": F(1, claimed)}
