"""The answers to transfer questions whose state can be computed: in at least 80% of the draws.

What can be found by hand is in the question's own explanation.
"""

import warnings

import numpy as np
import pytest
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.datasets import load_sample_image

from rbflib import (
    ELMRegressor,
    FullRBFRegressor,
    OLSRegressor,
    RBFNetwork,
    RBFNetworkClassifier,
    make_moons,
    make_trap,
    make_wave,
    orthogonal_least_squares,
    wave,
)
from rbflib.lab.quizzes import parts
from tests.pages.conftest import opened

DRAWS = 20


def over(name, preset=None, **values):
    """Result -> its values over the draws of an explorer in a state."""
    return opened(name, preset, **values).draws(DRAWS)


def share(happened):
    return np.mean(happened) >= 0.8


def h_of_narrow_bumps():
    return (
        abs(RBFNetwork([[-1.0], [0.0], [1.0]], [1.4, 0.6, -0.8], gamma=1e4)([[0.0]])[0] - 0.6)
        < 1e-9
    )


def few_bumps_of_a_wide_machine():
    ten = over("svm_bumps", "Few, wide bumps", bumps=10)["E_in"]
    whole = over("svm_bumps", "Few, wide bumps")["E_in"]
    return share(ten > 3 * whole) and np.mean(ten >= 0.5) > 0.5


def weights_of_more_samples():
    more, few = (over("interpolation", "Narrow bumps", n_samples=n) for n in (40, 20))
    return share(more["largest |β|"] > few["largest |β|"])


def no_penalty_beats_the_noise():
    return share(over("overfitting", "Smallest E_out")["smallest E_out (+)"] > 0.3**2)


def noise_at_no_penalty():
    """The part of E_out that is due to the noise: E_out minus that without any."""
    at, due = np.linspace(0, 1, 200)[:, None], []
    for noise in (0.2, 0.4):
        errors = []
        for seed in range(DRAWS):
            X, y = make_wave(20, noise=noise, random_state=seed)
            fits = [FullRBFRegressor(100.0).fit(X, t).predict(at) for t in (y, wave(X))]
            errors.append(np.mean((fits[0] - fits[1]) ** 2))
        due.append(np.mean(errors))
    return abs(due[1] / due[0] - 4) < 0.01 and wave(at).shape == (200,)


def wider_bumps_with_a_penalty():
    narrow, wide = (opened("thirty_draws", alpha=0.1, gamma=g).numbers for g in (100.0, 1.0))
    return wide["variance"] < narrow["variance"] and wide["bias²"] > narrow["bias²"]


def narrow_votes_and_weights():
    found = over("votes_and_weights", "Exact", gamma=1000.0, alpha=0.0)
    return share(np.abs(found["solved: E_out"] - found["votes: E_out"]) < 0.03)


def a_penalty_on_few_bumps():
    alone, both = (over("fewer_centers", n_centers=10, alpha=a)["E_out"] for a in (0.0, 1.0))
    return share((both < 1.5 * alone) & (both > 0.67 * alone))


def flipped_labels():
    ratio = opened("bayes_or_neighbor", "Far apart", flipped=0.3).numbers["one neighbor / Bayes"]
    return abs(ratio - 1.4) < 0.02


def the_other_class_is_rare():
    errors = {
        at: opened("best_threshold", prior=0.1, threshold=at).numbers["error of the threshold"]
        for at in (-1.1, 0.0, 1.1)
    }
    return min(errors, key=errors.get) == -1.1


def lloyd_from_the_first_pair():
    X = np.array([[0.0], [1], [10], [11], [20], [21]])
    end = SklearnKMeans(3, init=X[[0, 1, 2]], n_init=1, tol=0).fit(X)
    return sorted(end.cluster_centers_.ravel()) == [0, 1, 15.5]


def one_start_in_each_cloud():
    drawn = np.random.default_rng(0).integers(0, 4, (100_000, 4))
    return abs(np.mean([len({*row}) == 4 for row in drawn.tolist()]) - 1 / 11) < 0.005


def the_cut_at_three():
    t = np.linspace(-3, 3, 2001)
    groups, halves = np.var(t), np.var(t[t > 0]) + 1
    return halves < groups


def gray_levels():
    gray = load_sample_image("flower.jpg")[::8, ::8].mean(axis=2).reshape(-1, 1)
    errors = [SklearnKMeans(k, n_init=3, random_state=0).fit(gray).inertia_ ** 0.5 for k in (8, 16)]
    return 1.7 < errors[0] / errors[1] < 2.3


def a_penalty_on_narrow_bumps():
    thirty = over("network_plane", "Thirty bumps", alpha=1.0)["E_out"]
    return share(thirty > 1.5 * over("network_plane")["E_out"])


def many_centers_with_much_noise():
    ten, fifteen = (
        over("full_or_few", n_centers=m, noise=0.6)["M centers: E_out"] for m in (10, 15)
    )
    return np.median(fifteen) > np.median(ten)


def few_and_wide_cell():
    found = over("error_surface", "Too few")
    return share(np.abs(found["E_cv"] / found["E_in"] - 1) < 0.35)


def crowded_stretch():
    rng, found = np.random.default_rng(0), []
    for _ in range(DRAWS):
        x = np.concatenate([rng.uniform(0, 1, 800), rng.uniform(1, 2, 100)])[:, None]
        centers = SklearnKMeans(30, n_init=3, random_state=0).fit(x).cluster_centers_
        found.append(np.mean(centers < 1))
    return abs(np.mean(found) - 2 / 3) < 0.04


def narrowest_bumps_in_the_race():
    X, y = make_trap(400, noise=0, random_state=0)
    return np.all(X[orthogonal_least_squares(np.eye(400), y, max_terms=24).selected] > 0)


def three_terms_in_the_trap():
    taken = opened("greedy_trap", "Close together", n_terms=3).numbers["greedy takes"]
    places = {float(x) for x in taken.replace("−", "-").split(", ")}
    return not {-1.0, 1.0} <= places


def twelve_samples_and_nodes():
    X, t = make_wave(12, noise=0.2, random_state=0)
    at = np.linspace(0, 1, 200)[:, None]
    spread = {}
    for nodes in (4, 12, 24):
        with warnings.catch_warnings(action="ignore"):  # of weights that are huge
            machines = [ELMRegressor(nodes, "tanh", random_state=s).fit(X, t) for s in range(30)]
        fits = [machine.predict(at) for machine in machines]
        spread[nodes] = np.median(np.ptp(fits, axis=0))
    return max(spread, key=spread.get) == 12


def noise_at_the_peak():
    low, high = (
        opened("error_against_nodes", "As many as samples", noise=n).numbers["median E_out"]
        for n in (0.2, 0.4)
    )
    return 3.5 < high / low < 4.2


def a_proper_width():
    better = opened("random_or_chosen", "Five centers", gamma=5.0).numbers
    return better["draws better than k-means"] == 0


def a_city_and_its_neighbors():
    error = {
        d: int(opened("city_map", "Ten around London", d=d).numbers["mean error in km"])
        for d in (2, 3, 9)
    }
    return min(error, key=error.get) == 2


def digits_in_many_dimensions():
    near = opened("digits_map", "All ten", d=19).numbers["nearest by both"]
    return int(near.split(" ")[0]) > 15


def narrow_and_exact():
    narrow, wide = (over("playground", "Full, exact", gamma=g)["E_out"] for g in (100.0, 1.0))
    return share(wide > 1.5 * narrow)


def classes_exchanged():
    X, y = make_moons(100, random_state=0)
    first, second = (OLSRegressor(8, gamma=1.0).fit(X, s * y).selected_ for s in (1, -1))
    return np.array_equal(first, second)


def a_larger_penalty():
    found = []
    for seed in range(DRAWS):
        X, y = make_moons(100, random_state=seed)
        sure = []
        for alpha in (0.01, 1.0):
            model = RBFNetworkClassifier(
                10, gamma=1.0, alpha=alpha, output="logistic", random_state=0
            )
            sure.append(np.mean(np.abs(model.fit(X, y).predict_proba(X)[:, 1] - 0.5)))
        found.append(sure[1] < sure[0])
    return share(found)


COMPUTED = {
    "hypothesis": h_of_narrow_bumps,
    "svm_bumps": few_bumps_of_a_wide_machine,
    "interpolation": weights_of_more_samples,
    "error_against_penalty": no_penalty_beats_the_noise,
    "overfitting": noise_at_no_penalty,
    "thirty_draws": wider_bumps_with_a_penalty,
    "votes_and_weights": narrow_votes_and_weights,
    "fewer_centers": a_penalty_on_few_bumps,
    "bayes_or_neighbor": flipped_labels,
    "best_threshold": the_other_class_is_rare,
    "kmeans_walk": lloyd_from_the_first_pair,
    "many_starts": one_start_in_each_cloud,
    "ways_to_fail": the_cut_at_three,
    "palette": gray_levels,
    "network_plane": a_penalty_on_narrow_bumps,
    "full_or_few": many_centers_with_much_noise,
    "error_surface": few_and_wide_cell,
    "density_trap": crowded_stretch,
    "center_race narrow bumps": narrowest_bumps_in_the_race,
    "greedy_trap": three_terms_in_the_trap,
    "random_layer": twelve_samples_and_nodes,
    "error_against_nodes": noise_at_the_peak,
    "random_or_chosen": a_proper_width,
    "city_map": a_city_and_its_neighbors,
    "digits_map": digits_in_many_dimensions,
    "playground zero error": narrow_and_exact,
    "playground fewest centers": classes_exchanged,
    "calibration": a_larger_penalty,
}


@pytest.mark.parametrize("name", COMPUTED)
def test_answer_to_the_transfer_question_is_what_is_computed(name):
    assert parts(name)["questions"]
    assert COMPUTED[name]()
