"""Leave-one-out errors of linear fits for many penalties, from one decomposition.

Where H takes the targets to the fit, the fit without sample n misses it by

    e_n = (y_n − h(x_n)) / (1 − H_nn)

In a full network a sample takes its center along. With A = Z² + λI, β = ZA⁻¹y and g = A⁻¹y,

    e_n = (q_n β_n + λ t_n g_n) / (q_n² + λ t_n²),    q_n = (ZA⁻¹)_nn,    t_n = (A⁻¹)_nn

which is β_n / (Z⁻¹)_nn at λ = 0. Source: Allen, "The relationship between variable selection and
data augmentation and a method for prediction" (1974); Rippa, "An algorithm for selecting a good
value for the parameter c in radial basis function interpolation" (1999).
"""

import numpy as np
from scipy import linalg

from rbflib.numerics.checks import check_finite
from rbflib.numerics.linear import EPS, rank, triangle

# The penalties λ that alpha="loo" tries.
ALPHAS = 10.0 ** np.arange(-10, 4.5, 0.5)

# Of a leverage H_nn nearer to 1 than this, no digit of 1 − H_nn is left but for what λ adds.
FULL_LEVERAGE = 1e-10


def choose_alpha(alpha, errors, unit=1.0) -> float:
    """λ itself, or for "loo" that of ALPHAS, times `unit`, of least error; errors: (G,) -> (G,)."""
    if not isinstance(alpha, str) or alpha != "loo":
        return check_finite("alpha (λ)", alpha, 0, 'a finite number, 0 or more, or "loo"')
    found = errors(ALPHAS)
    if not np.isfinite(found).any():
        raise ValueError('alpha="loo" leaves out one sample after the other: give two or more.')
    return float(unit * ALPHAS[np.nanargmin(found)])


def loo_errors(problem, alphas):
    """Weighted means of e_n² (G,), summed over outputs, for penalties (G,)."""
    # The hidden layer stays as it is, and a sample is left out with its whole weight.
    problem = problem._replace(y=problem.y.reshape(len(problem.y), -1))
    blocks, first = problem.weighted_blocks()[0], int(problem.fit_intercept)
    alphas, total_weight = np.asarray(alphas, dtype=float), problem.weight.sum()
    R, Qty = triangle(blocks())
    U, sigma, Vt = linalg.svd(R[first:, first:], full_matrices=False)
    r = rank(sigma, (len(problem.X), problem.n_columns), problem.rounding)
    V, c = Vt[:r].T / sigma[:r], U[:, :r].T @ Qty[first:]
    taken = alphas[:, None] / (sigma[:r] ** 2 + alphas[:, None])  # what λ takes of each direction
    total = np.zeros(len(alphas))
    for Z, t in blocks():
        free = np.ones(len(Z))  # 1 − H_nn at λ = 0
        if first:
            root, means = Z[:, :1], R[0] / R[0, 0]
            free -= root[:, 0] ** 2 / total_weight
            Z, t = Z[:, 1:] - root * means[1:], t - root * (Qty[0] / R[0, 0])
        u = Z @ V
        free -= (u**2).sum(axis=1)
        missed = np.where(free[:, None] > FULL_LEVERAGE, t - u @ c, 0)
        free = np.where(free > FULL_LEVERAGE, free, 0) + taken @ (u**2).T  # (G, block)
        e = missed + np.einsum("nr,gr,rk->gnk", u, taken, c, optimize=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            total += ((e**2).sum(axis=2) / free**2).sum(axis=1)
    return np.where(np.isnan(total), np.inf, total) / total_weight


def full_loo_errors(Z, y, alphas):
    """Means of e_n² (G,) for a full network with the similarities Z (N, N) among its samples."""
    y = y.reshape(len(y), -1)
    values, V = linalg.eigh(Z)
    c, V2, found = V.T @ y, V**2, []
    for alpha in np.maximum(alphas, (len(Z) * EPS * np.abs(values).max()) ** 2):
        d = 1 / (values**2 + alpha)
        t, q = (V2 @ np.column_stack([d, values * d])).T[:, :, None]
        g, beta = V @ (d * c.T).T, V @ (values * d * c.T).T
        e = (q * beta + alpha * t * g) / (q**2 + alpha * t**2)
        found.append((e**2).sum() / len(y))
    return np.array(found)
