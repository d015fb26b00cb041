"""Two columns made orthogonal, against a QR factorization and least squares."""

import numpy as np
import pytest

from rbflib.lab.pages.orthogonal_least_squares.gram_schmidt import gram_schmidt_parts
from tests.pages.orthogonal_least_squares.energy_left import share_left


def test_parts_of_two_columns_are_those_of_a_qr_factorization(rng):
    for _ in range(20):
        first, second, target = rng.normal(size=(3, 3))
        parts = gram_schmidt_parts(first, second, target)
        Q, R = np.linalg.qr(np.column_stack([first, second]))
        q1, q2 = parts.q
        assert np.column_stack([q1, q2]) == pytest.approx(Q * np.diag(R))
        assert parts.alpha == pytest.approx(R[0, 1] / R[0, 0])
        assert parts.g @ parts.q == pytest.approx(Q @ (Q.T @ target))
        assert parts.err == pytest.approx((Q.T @ target) ** 2 / (target @ target))


def test_parallel_column_has_no_part():
    parts = gram_schmidt_parts(np.array([1.1, 0.3, 0]), np.array([3.3, 0.9, 0]), np.ones(3))
    assert parts.q[1].tolist() == [0, 0, 0]
    assert parts.g[1] == parts.err[1] == 0


@pytest.mark.parametrize("first", ["φ₁", "φ₂"])
def test_shadow_and_weights_are_those_of_least_squares(explorer, first):
    explorer.set(x1=1.5, y1=-0.4, x2=0.3, y2=1.1, xt=-0.6, yt=0.9, height=-0.3, first=first)
    Phi = np.array([[1.5, 0.3], [-0.4, 1.1], [0, 0]])
    target = np.array([-0.6, 0.9, -0.3])
    w = np.linalg.lstsq(Phi, target)[0]
    numbers = explorer.numbers
    assert [numbers["weight of φ₁"], numbers["of φ₂"]] == pytest.approx(w)
    assert numbers["left"] == pytest.approx(share_left(Phi, target))
    assert numbers["err₁"] + numbers["err₂"] + numbers["left"] == pytest.approx(1)
    taken = Phi[:, [0 if first == "φ₁" else 1]]
    assert numbers["err₁"] == pytest.approx(1 - share_left(taken, target))
    for view, arrows in explorer.scene.views:
        assert arrows["shadow"].get_xydata()[0] == pytest.approx(Phi @ w @ view)
    ends = [(piece.get_x(), piece.get_width()) for piece in explorer.scene.bar.pieces]
    assert ends == pytest.approx(
        np.array([(0, numbers["err₁"]), (numbers["err₁"], numbers["err₂"])])
    )
