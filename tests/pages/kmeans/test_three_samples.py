"""Exercise 4.4: three samples on a line, two centers."""

import numpy as np
import pytest

from rbflib import lloyd


@pytest.mark.parametrize(("x", "last_alone"), [(1.1, 0), (1.9, 0), (2.1, 0), (2.9, 0), (3.1, 1)])
def test_the_middle_sample_changes_its_set_beyond_three(x, last_alone):
    X = np.array([[0.0], [1.0], [x]])
    end = list(lloyd(X, X[:2]))[-1]
    assert end.labels.tolist() == ([0, 0, 1] if last_alone else [0, 1, 1])
    costs = {0: (x - 1) ** 2 / 2, 1: 0.5}
    assert np.sum((X - end.centers[end.labels]) ** 2) == pytest.approx(costs[last_alone])
    assert (costs[last_alone] > min(costs.values())) == (2 < x < 3)
