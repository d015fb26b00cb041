"""The tasks. A function makes the data and returns the task; names and goals are in tasks.toml."""

import tomllib
from pathlib import Path

import numpy as np
from harness import Task
from hpelm import ELM
from scipy import linalg
from scipy.interpolate import RBFInterpolator
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans as PeerKMeans
from sklearn.kernel_ridge import KernelRidge
from sklearn.manifold import ClassicalMDS as PeerMDS
from sklearn.neighbors import KNeighborsRegressor
from sklearn.svm import SVC
from statsmodels.nonparametric.kernel_regression import KernelReg
from sysidentpy.model_structure_selection import FROLS

from rbflib import (
    ClassicalMDS,
    ELMRegressor,
    FullRBFRegressor,
    NadarayaWatsonRegressor,
    NearestNeighborRegressor,
    RBFNetwork,
    RBFNetworkRegressor,
    design_matrix,
    lloyd,
    naive_forward_selection,
    network_from_svc,
    orthogonal_least_squares,
)
from rbflib.elm import ACTIVATIONS
from rbflib.numerics.distances import BLOCK_SIZE
from rbflib.numerics.search import nearest_by_brute_force

TASKS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def task(facts, ours, grow, *actions, **words):
    """The task of a table of tasks.toml, with an action of each peer there."""
    named = zip(facts["goals"].items(), actions, strict=True)
    peers = {peer: (action, goal) for (peer, goal), action in named}
    name, why = facts["name"].format(**words), facts.get("why", "")
    return Task(name, ours, peers, grow, facts["sizes"], facts["theory"], why)


def surface(N, D=2, seed=0):
    """Noisy samples of a smooth function on a cube: X (N, D), y (N,)."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (N, D))
    return X, np.sin(3 * X[:, 0]) * X[:, 1] + 0.1 * rng.standard_normal(N)


def width_for(N):
    """A γ for N samples in the square, at which bumps overlap and Z is well conditioned."""
    return N / 4


def interpolation_fit():
    def ours(N):
        X, y = surface(N)
        return lambda: FullRBFRegressor(gamma=width_for(N)).fit(X, y)

    X, y = surface(2000)
    epsilon = np.sqrt(width_for(2000))
    Z = design_matrix(X, X, width_for(2000))

    def scipy():
        RBFInterpolator(X, y, kernel="gaussian", epsilon=epsilon, degree=-1)

    def cholesky():
        linalg.lapack.dpotrf(Z.T, lower=True, clean=False)

    return task(TASKS["interpolation"], ours(2000), ours, scipy, cholesky)


def ridge_fit(N):
    def ours(N):
        X, y = surface(N)
        return lambda: FullRBFRegressor(gamma=2.0, alpha=0.1).fit(X, y)

    X, y = surface(N)

    def peer():
        KernelRidge(kernel="rbf", gamma=2.0, alpha=0.1).fit(X, y)

    return task(TASKS["ridge"], ours(N), ours, peer, N=N)


def prediction():
    rng = np.random.default_rng(0)
    centers, weights = rng.uniform(-1, 1, (2000, 2)), rng.standard_normal(2000)
    network = RBFNetwork(centers, weights, gamma=2.0)

    def ours(Q):
        X = surface(Q)[0]
        return lambda: network(X)

    X = surface(10_000)[0]
    peer = RBFInterpolator(centers, weights, kernel="gaussian", epsilon=2**0.5, degree=-1)
    s = -2.0 * cdist(X[: BLOCK_SIZE // 2000], centers, "sqeuclidean")
    out = np.empty_like(s)

    def bare_exponentials():
        for _ in range(len(X) // len(s)):
            np.exp(s, out=out)

    return task(TASKS["prediction"], ours(10_000), ours, lambda: peer(X), bare_exponentials)


def svm_decision():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((3000, 10))
    y = np.sign(np.sin(2 * X[:, 0]) + X[:, 1] + rng.standard_normal(3000))
    svc = SVC(gamma=0.1, C=1.0).fit(X, y)
    network = network_from_svc(svc)

    def ours(Q):
        points = np.random.default_rng(1).standard_normal((Q, 10))
        return lambda: network(points)

    points = np.random.default_rng(1).standard_normal((4000, 10))
    facts, peer = TASKS["svm"], lambda: svc.decision_function(points)
    return task(facts, ours(4000), ours, peer, M=network.n_centers)


def neighbors_of_many_features():
    def ours(N):
        X = np.random.default_rng(0).standard_normal((N, 26))
        model = NearestNeighborRegressor(5).fit(X, X[:, 0])
        return lambda: model.predict(X[:5000] + 0.1)

    X = np.random.default_rng(0).standard_normal((20_000, 26))
    peer = KNeighborsRegressor(5, algorithm="brute").fit(X, X[:, 0])
    return task(TASKS["many features"], ours(20_000), ours, lambda: peer.predict(X[:5000] + 0.1))


def neighbors_of_few_values():
    def ours(N):
        X = np.random.default_rng(0).integers(0, 2, (N, 1)) * 1.0
        model = NearestNeighborRegressor(5).fit(X, X[:, 0])
        return lambda: model.predict(X[:200])

    X = np.random.default_rng(0).integers(0, 2, (100_000, 1)) * 1.0

    def brute_force():
        nearest_by_brute_force(X[:200], X, 5)

    def bare_argmin():
        cdist(X[:200], X, "sqeuclidean").argmin(axis=1)

    return task(TASKS["few values"], ours(100_000), ours, brute_force, bare_argmin)


def kernel_regression():
    def ours(N):
        X, y = surface(N)
        model = NadarayaWatsonRegressor(gamma=50.0).fit(X, y)
        return lambda: model.predict(X)

    X, y = surface(2000)

    def statsmodels():
        KernelReg(y, X, var_type="cc", reg_type="lc", bw=[0.1, 0.1]).fit(X)

    return task(TASKS["kernel regression"], ours(2000), ours, statsmodels)


def kmeans(N, n_steps):
    def ours(N):
        X = np.random.default_rng(0).standard_normal((N, 10))
        return lambda: [step.cost for step in lloyd(X, X[:50], max_iter=n_steps)]

    X = np.random.default_rng(0).standard_normal((N, 10))

    def peer():
        PeerKMeans(50, init=X[:50], n_init=1, max_iter=n_steps, tol=0, algorithm="lloyd").fit(X)

    return task(TASKS[f"k-means of {N}"], ours(N), ours, peer)


def kmeans_small():
    def ours(N):
        X = surface(N)[0]
        return lambda: [step.cost for step in lloyd(X, X[:7], max_iter=10)]

    X = surface(300)[0]

    def peer():
        PeerKMeans(7, init=X[:7], n_init=1, tol=0, algorithm="lloyd").fit(X)

    return task(TASKS["k-means of 300"], lambda: list(lloyd(X, X[:7])), ours, peer)


def orthogonal_selection():
    def ours(N):
        X, y = surface(N)
        Z = design_matrix(X, X, 10.0)
        return lambda: orthogonal_least_squares(Z, y, 50)

    X, y = surface(1000)
    Z = design_matrix(X, X, 10.0)
    peer = FROLS()
    peer.max_lag = 0  # its candidates are columns, not delays

    def products():
        for _ in range(100):
            Z @ y

    def sysidentpy():
        peer.error_reduction_ratio(Z, y[:, None], 50)

    def naive():
        naive_forward_selection(Z, y, 50)

    return task(TASKS["OLS"], ours(1000), ours, products, sysidentpy, naive)


# What a node costs at least: the function of each number, and the factorization of H.
NODES = {
    "sigmoid": np.tanh,
    "tanh": np.tanh,
    "rbf": np.exp,
    "polynomial": np.square,
    "complex": np.sqrt,
    "fourier": np.tan,
    "wavelet": np.exp,
}


def extreme_learning(activation):
    def ours(N):
        X, y = surface(N, 10)
        return lambda: ELMRegressor(500, activation, random_state=0).fit(X, y)

    X, y = surface(20_000, 10)
    H = np.random.default_rng(0).standard_normal((20_000, 500))
    node, block = NODES[activation], np.empty((500, 500))
    facts = TASKS["ELM"] | TASKS["ELM"].get(activation, {})

    def baseline():
        for start in range(0, 20_000, 500):
            node(H[start : start + 500], out=block)
        if facts["factors"] == "QR":
            np.linalg.qr(H, mode="r")
        else:
            linalg.blas.dsyrk(1.0, H.T)

    def hpelm():
        model = ELM(10, 1)
        model.add_neurons(500, "sigm")
        model.train(X, y[:, None], "r")

    facts["goals"] = {f"bare {node.__name__} and {facts['factors']}": 1.5} | facts["goals"]
    peers = (baseline, hpelm)[: len(facts["goals"])]
    return task(facts, ours(20_000), ours, *peers, activation=activation)


def two_stages():
    def ours(N):
        X, y = surface(N, 10)
        return lambda: RBFNetworkRegressor(500, centers="random", random_state=0).fit(X, y)

    X, y = surface(400_000, 10)

    def nodes():
        ELMRegressor(500, random_state=0).fit(X, y)

    return task(TASKS["RBF network"], ours(400_000), ours, nodes)


def scaling():
    def ours(N):
        table = cdist(*[surface(N, 3)[0]] * 2)
        return lambda: ClassicalMDS(metric="precomputed").fit(table)

    table = cdist(*[surface(2000, 3)[0]] * 2)

    def peer():
        PeerMDS(2, metric="precomputed").fit(table)

    return task(TASKS["MDS"], ours(2000), ours, peer)


def all_tasks():
    """The tasks one after the other, so that one's data is gone before the next's is made."""
    for make in (
        interpolation_fit,
        prediction,
        svm_decision,
        neighbors_of_many_features,
        neighbors_of_few_values,
        kernel_regression,
    ):
        yield make()
    yield kmeans(20_000, 30)
    yield kmeans(1_000_000, 10)
    yield kmeans_small()
    yield orthogonal_selection()
    yield from map(ridge_fit, (3000, 6000))
    for activation in ACTIVATIONS:
        yield extreme_learning(activation)
    yield two_stages()
    yield scaling()


def memory_tasks():
    """Rows about memory: a name, our action, a peer's or None, and the goal: MB, or a ratio."""
    rng = np.random.default_rng(0)
    network = RBFNetwork(rng.uniform(-1, 1, (2000, 2)), rng.standard_normal(2000))
    points = rng.uniform(-1, 1, (1_000_000, 2))
    yield "predict 10⁶ points on 2,000 centers, extra MB", lambda: network(points), None, 256
    task = ridge_fit(6000)
    yield f"{task.name}, extra memory", task.ours, task.peers["KernelRidge"][0], 2.5
