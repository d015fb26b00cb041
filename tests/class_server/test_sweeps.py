"""A search of hyperparameters on Dask workers gives the table that it gives without."""

import joblib
import numpy as np
import pytest
import sweeps
from dask.distributed import Client
from sklearn.model_selection import GridSearchCV, KFold

from rbflib import RBFNetworkRegressor, make_wave

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.filterwarnings("default::ResourceWarning"),  # sockets of Dask, at its end
]


@pytest.fixture
def client():
    with sweeps.start(2) as cluster, Client(cluster) as client:
        yield client


def search():
    """The search of page 05."""
    x, t = make_wave(60, noise=0.3, random_state=4)
    folds = KFold(5, shuffle=True, random_state=0)
    grid = {"n_centers": [1, 5, 20], "gamma": [10, 100]}
    model = RBFNetworkRegressor(random_state=0)
    found = GridSearchCV(model, grid, cv=folds, scoring="neg_mean_squared_error").fit(x, t)
    return found.cv_results_["mean_test_score"]


def test_search_on_workers_gives_the_same_table(client):
    alone = search()
    with joblib.parallel_config("dask"):
        together = search()
    changes = client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.transition_log))
    assert changes > 30  # it ran there
    np.testing.assert_allclose(together, alone, rtol=1e-12)
