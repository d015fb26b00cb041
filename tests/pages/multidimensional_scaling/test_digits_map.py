"""New digits on a finished map, against principal components and brute force."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.distance import cdist, pdist
from sklearn.decomposition import PCA
from sklearn.neighbors import KNeighborsClassifier

from rbflib.lab.pages.multidimensional_scaling.digits_map import N_NEW, digit_samples


def shown_percent(text):
    return float(text.removesuffix(" %"))


def test_new_digits_and_their_errors_are_those_of_principal_components(explorer):
    explorer.set(digits="0 1 2 3 4 5 6 7 8 9", n_fitted=150, d=6)
    samples, labels = digit_samples("0 1 2 3 4 5 6 7 8 9")
    X, y = samples[N_NEW : N_NEW + 150], labels[N_NEW : N_NEW + 150]
    X_new, y_new = samples[:N_NEW], labels[:N_NEW]
    peer = PCA(2).fit(X)
    expected, drawn = peer.transform(X_new), explorer.scene.rings.get_xydata()
    assert_allclose(drawn * np.sign((drawn * expected).sum(axis=0)), expected, atol=1e-8)
    dots = np.concatenate([glyphs.get_xydata() for glyphs in explorer.scene.fitted])
    assert np.sum(dots**2) == pytest.approx(np.sum(peer.transform(X) ** 2))
    peer = PCA(6).fit(X)
    Z, placed = peer.transform(X), peer.transform(X_new)
    true, seen = cdist(X_new, X), cdist(placed, Z)
    numbers = explorer.numbers
    same = np.sum(true.argmin(axis=1) == seen.argmin(axis=1))
    assert numbers["nearest on the map is nearest by pixels"] == f"{same} of {N_NEW}"
    stress = np.sqrt(np.sum((true - seen) ** 2) / np.sum(true**2))
    assert numbers["stress of the new"] == pytest.approx(stress)
    new_to_fitted = 100 * np.sum(seen**2) / np.sum(true**2)
    assert shown_percent(numbers["new to fitted"]) == pytest.approx(new_to_fitted, abs=0.051)
    kept = 100 * np.sum(pdist(Z) ** 2) / np.sum(pdist(X) ** 2)
    assert shown_percent(numbers["squared distance kept"]) == pytest.approx(kept, abs=0.051)
    assert explorer.scene.kept.get_ydata()[5] == pytest.approx(kept / 100)
    assert explorer.scene.kept_new.get_ydata()[5] == pytest.approx(new_to_fitted / 100)
    for name, fitted, new in [
        ("label of the nearest is right: on the map", Z, placed),
        ("by pixels", X, X_new),
    ]:
        right = KNeighborsClassifier(1).fit(fitted, y).score(new, y_new)
        assert numbers[name] == f"{round(N_NEW * right)} of {N_NEW}"
