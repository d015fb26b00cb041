"""The reader's cost at work: of several machines, the cheapest one decides."""

from functools import cache

import numpy as np

from rbflib.datasets import make_moons
from rbflib.lab.grader.at_work import PLANE, WorkScene
from rbflib.lab.kit.controls import LogSlider
from rbflib.lab.kit.plane import PlaneDrawing
from rbflib.svm import network_from_svc

TRAINED_WITH = 10.0 ** np.arange(-1.5, 3.1, 0.5)
X, Y = make_moons(60, noise=0.3, random_state=7)


@cache
def machines(gamma):
    """The network of each machine, its weight of every sample (N,), and the table K (N, N)."""
    from sklearn.svm import SVC  # late: with it come most parts of scikit-learn

    trained = [SVC(gamma=gamma, C=C).fit(X, Y) for C in TRAINED_WITH]
    weights = np.zeros((len(trained), len(X)))
    for beta, svc in zip(weights, trained, strict=True):
        beta[svc.support_] = svc.dual_coef_[0]
    K = np.exp(-gamma * ((X[:, None] - X) ** 2).sum(axis=2))
    return [network_from_svc(svc) for svc in trained], weights, K


CONTROLS = {"gamma": LogSlider("γ", 1.0, -1, 1.5), "C": LogSlider("C", 1.0, -1, 3)}


class CheapestMachine(WorkScene):
    """Machines trained with different C, judged by the cost with the C of the slider."""

    controls = CONTROLS
    axes_options = PLANE

    def panel(self, axes):
        drawing = PlaneDrawing(axes, "SVM")
        drawing.show_samples(X, Y)
        return drawing

    def draw(self, panel, function, gamma, C):
        networks, weights, K = machines(gamma)
        pairs = zip(networks, weights, strict=True)
        costs = [float(function(K, beta, network.bias, Y, C)) for network, beta in pairs]
        cheapest = int(np.argmin(costs))
        panel.show_network(networks[cheapest])
        return {"cheapest: trained with C": TRAINED_WITH[cheapest], "its cost": costs[cheapest]}
