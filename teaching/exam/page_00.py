"""Questions of page 00: the one hypothesis."""

import numpy as np

from rbflib import RBFNetwork


def two_bumps():
    network = RBFNetwork([[-1.0], [1.0]], [2.0, -4.0], bias=1.0, gamma=np.log(2))
    at_0, at_1, far = network(np.array([[0.0], [1.0], [100.0]]))
    return {"at_0": at_0, "at_1": at_1, "far": far}


def centimeters():
    return {"factor": 1 / 100**2}
