import numpy as np
from numpy.testing import assert_allclose
from scipy.special import expit

from rbflib.numerics.functions import cosine, exp_minus, logistic


def test_exp_minus_is_exact_up_to_707_and_0_beyond():
    s = np.r_[0.0, np.geomspace(1e-20, 707, 500)]
    assert (exp_minus(s) == np.exp(-s)).all()
    assert (exp_minus(np.r_[s, 708.0, 1e300, np.inf])[-3:] == 0).all()
    assert (exp_minus(np.r_[s, np.inf])[:-1] == np.exp(-s)).all()
    assert exp_minus(np.empty((0, 3))).shape == (0, 3)


def test_logistic_is_exact_in_its_tails_and_never_overflows():
    z = np.r_[-1e300, np.linspace(-700, 700, 2801), 1e300]
    assert_allclose(logistic(z), expit(z), rtol=1e-14)
    single = z[1:-1].astype(np.float32)
    assert_allclose(logistic(single), expit(z[1:-1]), rtol=1e-5, atol=1e-38)


def test_cosine_is_that_of_numpy_at_poles_of_the_tangent_too():
    z = np.r_[np.linspace(-50, 50, 10_001), np.pi * np.arange(-9, 10), 1e6]
    assert_allclose(cosine(z), np.cos(z), atol=1e-14)
    single = z.astype(np.float32)
    assert cosine(single).dtype == np.float32
