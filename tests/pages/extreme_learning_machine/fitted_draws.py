"""The draws of the page as learners that are fitted one by one."""

from rbflib import ELMRegressor, make_wave
from rbflib.lab.kit.line import SEED
from rbflib.lab.pages.extreme_learning_machine.draws import DRAWS, N_SAMPLES


def fitted_elms(n_hidden, activation="tanh", alpha=0.0, noise=0.2):
    X, y = make_wave(N_SAMPLES, noise, random_state=SEED)
    elms = [
        ELMRegressor(n_hidden, activation, alpha, random_state=draw).fit(X, y)
        for draw in range(1, DRAWS + 1)
    ]
    return X, y, elms
