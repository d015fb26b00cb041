"""Centers chosen one by one, against trials of every candidate."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import make_wave, naive_forward_selection
from rbflib.lab.kit.line import SEED
from rbflib.lab.pages.orthogonal_least_squares.choose_centers import N_WAVE, choices
from tests.pages.orthogonal_least_squares.energy_left import share_left


@pytest.mark.parametrize(("gamma", "noise"), [(100.0, 0.2), (1000.0, 0.0), (10.0, 0.5)])
def test_bars_before_a_choice_are_the_errors_that_trials_would_save(gamma, noise):
    X, y = make_wave(N_WAVE, noise, random_state=SEED)
    Z = rbf_kernel(X, X, gamma)
    record = choices(gamma, noise)
    for k in range(7):
        chosen = list(record.path.selected[:k])
        left = share_left(Z[:, chosen], y) if k else 1.0
        assert record.left[k] == pytest.approx(left, abs=1e-9)
        saved = [left - share_left(Z[:, [*chosen, i]], y) for i in range(N_WAVE)]
        free = np.setdiff1d(np.arange(N_WAVE), chosen)
        assert record.next_err[k][free] == pytest.approx(np.array(saved)[free], abs=1e-7)
        assert not record.next_err[k][chosen].any()
        assert record.next_err[k].argmax() == record.path.selected[k]


def test_choice_explorer_draws_the_fit_and_stops_below_rho(explorer):
    explorer.set(most=30, rho=0.1, gamma=100, noise=0.2)
    X, y = make_wave(N_WAVE, 0.2, random_state=SEED)
    Z = rbf_kernel(X, X, explorer.state["gamma"])
    selected, err = naive_forward_selection(Z, y, tol=explorer.state["rho"])
    assert explorer.numbers["chosen"] == len(selected)
    assert explorer.numbers["left"] == pytest.approx(1 - err.sum())
    assert explorer.numbers["next"] == "none, stop"
    scene = explorer.scene
    assert scene.centers.get_xdata().tolist() == X[selected, 0].tolist()
    x, h = scene.drawing.curve.get_data()
    weights = np.linalg.lstsq(Z[:, selected], y)[0]
    assert h == pytest.approx(rbf_kernel(x[:, None], X[selected], 100) @ weights, abs=1e-8)
    widths = [piece.get_width() for piece in scene.bar.pieces[: len(err)]]
    assert widths == pytest.approx(err)
    assert len(scene.winner.get_xdata()) == 0
