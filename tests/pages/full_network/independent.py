import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import LeaveOneOut, cross_val_predict

from rbflib import make_wave, wave
from tests.independent import numbers_in


def two_samples(question):
    """By an LU factorization."""
    s, y, z = numbers_in(question.ask)[:3]
    Z = np.array([[1, s], [s, 1]])
    right, equal_targets = np.linalg.solve(Z, [y, z])[0], np.linalg.solve(Z, [y, y])[0]
    multiplied = multiplied_opposite = (Z @ [y, z])[0]
    vote, similarity_times_target = y, s * y
    return locals()


def condition(question):
    """By the eigenvalues of Z - I, which are exact where Z is nearly I."""
    count = {"Ten": 10, "Fifteen": 15, "Twenty": 20}[question.ask.split()[0]]

    def condition_of(item):
        [number] = numbers_in(item)
        end, gamma = (1, number) if "γ" in item else (number, 10)
        x = np.linspace(0, end, count)[:, None]
        s = np.linalg.eigvalsh(rbf_kernel(x, gamma=gamma) - np.eye(count))
        assert 1 + s[0] > 1e-14 * s[-1]
        return np.log1p(s[-1]) - np.log1p(s[0])

    return sorted(question.items, key=condition_of)


def zero_error():
    """From the weights of an LU factorization, on the samples of 20 draws."""
    t = np.linspace(0, 1, 200)[:, None]
    missed = {50: [], 1000: []}
    for draw in range(20):
        X, y = make_wave(20, noise=0.3, random_state=draw)
        for gamma, errors in missed.items():
            beta = np.linalg.solve(rbf_kernel(X, gamma=gamma), y)
            assert np.abs(rbf_kernel(X, gamma=gamma) @ beta - y).max() < 1e-6
            errors.append(np.mean((rbf_kernel(t, X, gamma) @ beta - wave(t)) ** 2))
    wide = np.array(missed[50]) > np.array(missed[1000])
    assert min(missed[1000]) > 0
    return ["that of the wide bumps is larger"] if wide.all() else []


def mean_of_fits():
    """Means of twenty fives against a hundred other fits."""
    t, fits = np.linspace(0, 1, 200)[:, None], []
    for draw in range(200):
        X, y = make_wave(20, noise=0.3, random_state=draw)
        fits.append(rbf_kernel(t, X, 300) @ np.linalg.solve(rbf_kernel(X, gamma=300), y))
    one, five = np.array(fits[:100]), np.reshape(fits[100:], (20, 5, 200)).mean(axis=1)
    less = 0.1 < np.var(five, axis=0).mean() / np.var(one, axis=0).mean() < 0.3
    apart = np.mean((one.mean(axis=0) - five.mean(axis=0)) ** 2)
    same = apart < 2 * np.var(one, axis=0).mean() * (1 / 100 + 1 / 100)
    return ["less variance, the same bias"] if less and same else []


def two_ridges(question):
    texts = [text for text in question.choices if text.startswith("s = ")]
    low, _, high = [text for _, text in sorted((numbers_in(text)[0], text) for text in texts)]
    s, lam = np.concatenate([numbers_in(text) for text in texts]), 0.5
    Z = np.diag(s)
    ridge = np.diag(Z @ np.linalg.solve(Z.T @ Z + lam * np.eye(3), Z.T))
    kernel_ridge = np.diag(Z @ np.linalg.inv(Z + lam * np.eye(3)))
    sign = -1 if "kernel ridge keeps more" in question.ask else 1
    more = sign * (ridge - kernel_ridge)
    [right] = [text for text, x in zip(texts, more, strict=True) if x > 1e-12]
    return {"right": right, "below_1": low, "above_1": high}


def leave_one_out(Z, y, lam):
    """By fitting N times."""
    ridge = Ridge(alpha=lam, fit_intercept=False, solver="svd")
    return y - cross_val_predict(ridge, Z, y, cv=LeaveOneOut())


def ridge_with_bias(Z, y, lam):
    model = Ridge(alpha=lam, solver="svd").fit(Z, y)  # its intercept is not penalized
    return np.append(model.intercept_, model.coef_)


def same_size_other_weights(calm, wild):
    x = np.arange(10)[:, None] / 9
    s, V = np.linalg.eigh(rbf_kernel(x, gamma=20))
    sizes = [np.abs(y).max() for y in (calm, wild)]
    largest = [np.abs(V / s @ V.T @ y).max() for y in (calm, wild)]
    return min(sizes) >= 0.9 and max(sizes) <= 1 + 1e-9 and largest[0] <= 2 and largest[1] >= 500


def bias_and_variance(lambdas):
    """By scikit-learn's ridge; the variance by the mean of the squares."""
    x, curves = np.linspace(0, 1, 100)[:, None], []
    for lam in lambdas:
        model, fits = Ridge(alpha=lam, fit_intercept=False, solver="svd"), []
        for seed in range(30):
            X, y = make_wave(30, noise=0.3, random_state=seed)
            fits.append(model.fit(rbf_kernel(X, gamma=100), y).predict(rbf_kernel(x, X, 100)))
        mean, mean_square = np.mean(fits, axis=0), np.mean(np.square(fits), axis=0)
        curves.append([np.mean((mean - wave(x)) ** 2), np.mean(mean_square - mean**2)])
    return np.transpose(curves)


QUIZ = {f.__name__: f for f in (zero_error, mean_of_fits)}
SEEDED = {f.__name__: f for f in (two_samples, condition, two_ridges)}
EXERCISES = {"2.1": leave_one_out, "2.2": ridge_with_bias}
CONSTRUCTIONS = {"2.3": same_size_other_weights}
CURVES = {"2.6": bias_and_variance}
