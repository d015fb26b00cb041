"""The picture shows what the code predicts."""

import numpy as np
import pytest

from rbflib.lab.pages.playground.settings import MODELS
from tests.pages.playground.try_out import recipe_of, run
from tests.seeds import thorough


@pytest.mark.parametrize("model", [*list(MODELS)[:3], *thorough(*list(MODELS)[3:])])
def test_picture_shows_what_the_code_predicts(explorer, model):
    explorer.set(model=model)
    pane = explorer.scene.now
    surface = pane.surface_of(explorer.recipe)
    fitted = run(recipe_of(model=model))[1]["model"]
    rows, columns = np.arange(1, len(pane.y), 10) // 2 * 2, np.arange(1, len(pane.x), 10) // 2 * 2
    points = np.stack(np.meshgrid(pane.x[columns], pane.y[rows]), axis=-1).reshape(-1, 2)
    expected = fitted.predict(points) > 0
    assert np.array_equal(surface.positive[np.ix_(rows, columns)].ravel(), expected)


def test_share_on_which_two_states_agree(explorer):
    explorer.set(model="kernel regression")
    # The same sums of votes, over another positive number.
    assert explorer.numbers["the two agree, % of the plane"] > 99.5
    explorer.set(data="wine")
    assert "the two agree, % of the plane" not in explorer.numbers
