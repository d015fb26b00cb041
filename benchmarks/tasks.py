"""The tasks, each with its peers and goals. A function makes the data and returns the task."""

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

    return Task(
        "exact interpolation, fit, N = 2000, D = 2",
        ours(2000),
        {"SciPy RBFInterpolator": (scipy, 0.6), "bare Cholesky": (cholesky, 1.3)},
        ours,
        (1000, 2000, 4000),
        "3, with a part of 2 for Z",
        "Eight tenths of the time is the factorization. The estimate of the condition number, "
        "without which a wrong answer would pass for a right one, takes a tenth. The rest is the "
        "upper half of Z and the two triangular systems.",
    )


def ridge_fit(N):
    def ours(N):
        X, y = surface(N)
        return lambda: FullRBFRegressor(gamma=2.0, alpha=0.1).fit(X, y)

    X, y = surface(N)
    return Task(
        f"ridge, fit, N = {N:,}, D = 2",
        ours(N),
        {"KernelRidge": (lambda: KernelRidge(kernel="rbf", gamma=2.0, alpha=0.1).fit(X, y), 2.5)},
        ours,
        (1000, 2000, 4000),
        "3",
        "Both take one Cholesky factorization; on top of it come some twenty steps of conjugate "
        "gradients, each with four triangular systems.",
    )


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

    return Task(
        "predict 10,000 points on 2,000 centers, D = 2",
        ours(10_000),
        {
            "SciPy RBFInterpolator": (lambda: peer(X), 0.45),
            "bare exp of that many numbers": (bare_exponentials, 1.8),
        },
        ours,
        (5_000, 10_000, 20_000),
        "1",
        "A third of the time are the exponentials, a third the distances. The rest is passes over "
        "the block: the sign, the factor γ, the sum.",
    )


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
    return Task(
        f"SVM decision of 4,000 points, {network.n_centers:,} support vectors, D = 10",
        ours(4000),
        {"libsvm decision_function": (lambda: svc.decision_function(points), 0.3)},
        ours,
        (2000, 4000, 8000),
        "1",
    )


def neighbors_of_many_features():
    def ours(N):
        X = np.random.default_rng(0).standard_normal((N, 26))
        model = NearestNeighborRegressor(5).fit(X, X[:, 0])
        return lambda: model.predict(X[:5000] + 0.1)

    X = np.random.default_rng(0).standard_normal((20_000, 26))
    peer = KNeighborsRegressor(5, algorithm="brute").fit(X, X[:, 0])
    return Task(
        "5 nearest neighbors of 5,000 queries, 20,000 × 26",
        ours(20_000),
        {"scikit-learn, brute force": (lambda: peer.predict(X[:5000] + 0.1), 1.5)},
        ours,
        (5_000, 10_000, 20_000),
        "1",
        "Half of the time is the matrix product, in float32.",
    )


def neighbors_of_few_values():
    def ours(N):
        X = np.random.default_rng(0).integers(0, 2, (N, 1)) * 1.0
        model = NearestNeighborRegressor(5).fit(X, X[:, 0])
        return lambda: model.predict(X[:200])

    X = np.random.default_rng(0).integers(0, 2, (100_000, 1)) * 1.0
    return Task(
        "5 nearest neighbors of 200 queries, 100,000 samples of 2 values",
        ours(100_000),
        {
            "our brute force": (lambda: nearest_by_brute_force(X[:200], X, 5), 2.0),
            "bare argmin": (lambda: cdist(X[:200], X, "sqeuclidean").argmin(axis=1), 2.0),
        },
        ours,
        (50_000, 100_000, 200_000),
        "0",
    )


def kernel_regression():
    def ours(N):
        X, y = surface(N)
        model = NadarayaWatsonRegressor(gamma=50.0).fit(X, y)
        return lambda: model.predict(X)

    X, y = surface(2000)

    def statsmodels():
        KernelReg(y, X, var_type="cc", reg_type="lc", bw=[0.1, 0.1]).fit(X)

    return Task(
        "Nadaraya-Watson, N = 2000, at all samples",
        ours(2000),
        {"statsmodels KernelReg": (statsmodels, 0.1)},
        ours,
        (8000, 16_000, 32_000),
        "2",
    )


def kmeans_large():
    def ours(N):
        X = np.random.default_rng(0).standard_normal((N, 10))
        return lambda: [step.cost for step in lloyd(X, X[:50], max_iter=30)]

    X = np.random.default_rng(0).standard_normal((20_000, 10))

    def peer():
        PeerKMeans(50, init=X[:50], n_init=1, max_iter=30, tol=0, algorithm="lloyd").fit(X)

    return Task(
        "k-means, 20,000 × 10, k = 50, 30 iterations, every cost recorded",
        ours(20_000),
        {"scikit-learn Lloyd, same start": (peer, 1.5)},
        ours,
        (10_000, 20_000, 40_000),
        "1",
        "Half of the time is the rough table: product, least number and what is within its limit. "
        "The rest is means, and exact distances and costs of every half step, where the peer has "
        "one compiled pass.",
    )


def kmeans_huge():
    def ours(N):
        X = np.random.default_rng(0).standard_normal((N, 10))
        return lambda: [step.cost for step in lloyd(X, X[:50], max_iter=10)]

    X = np.random.default_rng(0).standard_normal((1_000_000, 10))

    def peer():
        PeerKMeans(50, init=X[:50], n_init=1, max_iter=10, tol=0, algorithm="lloyd").fit(X)

    return Task(
        "k-means, 10⁶ × 10, k = 50, 10 iterations, every cost recorded",
        ours(1_000_000),
        {"scikit-learn Lloyd, same start": (peer, 1.2)},
        ours,
        (250_000, 500_000, 1_000_000),
        "1",
        "As for 20,000 samples: exact distances, means and costs of every half step.",
    )


def kmeans_small():
    def ours(N):
        X = surface(N)[0]
        return lambda: [step.cost for step in lloyd(X, X[:7], max_iter=10)]

    X = surface(300)[0]

    def peer():
        PeerKMeans(7, init=X[:7], n_init=1, tol=0, algorithm="lloyd").fit(X)

    return Task(
        "k-means, N = 300, k = 7, to convergence, all steps recorded",
        lambda: list(lloyd(X, X[:7])),
        {"scikit-learn": (peer, 1.2)},
        ours,
        (4_000, 8_000, 16_000),
        "1, at 10 iterations",
        "A half step costs about 60 µs, nearly all of it the calls of some twenty NumPy functions "
        "on short arrays. The peer's loop is compiled and records nothing.",
    )


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

    return Task(
        "OLS, 50 of 1,000 candidates, N = 1000",
        ours(1000),
        {
            "100 bare matrix-vector products": (products, 3),
            "sysidentpy FROLS": (lambda: peer.error_reduction_ratio(Z, y[:, None], 50), 0.02),
            "naive selection": (lambda: naive_forward_selection(Z, y, 50), 0.01),
        },
        ours,
        (1000, 2000, 4000),
        "2",
        "More than half of the time is the one product Zᵀq of each step, 8 MB of candidates read "
        "from memory 50 times; these products alone take more than 0.03 of FROLS. The rest is the "
        "second orthogonalization, which keeps the ratios right to the last digit, and some twenty "
        "calls on short vectors per step.",
    )


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
NEARLY_DEPENDENT = {
    "rbf": "The 500 wide bumps",
    "polynomial": "500 cubics, which span only 286 dimensions,",
}
WHY_DEPENDENT = (
    "{} are so nearly dependent that normal equations would leave less than a quarter of the "
    "digits. That is seen after the first rows, and the QR factorization takes over. What comes on "
    "top of it is the hidden layer, and the singular values of R, which say what is rounding."
)
WHY_ELM = {
    "sigmoid": "Normal equations would lose half of the digits here: one step of refinement gives "
    "them back, and makes the hidden layer a second time. hpelm takes no such step.",
    **dict.fromkeys(
        ["fourier", "wavelet"],
        "The passes over the block of nodes take some four tenths of the time: the linear "
        "product, squares, a quotient or a product. The rest is the product HᵀH.",
    ),
    "complex": "The complex product, the modulus and the division take more than half of the time. "
    "The rest is the product HᵀH, which runs at the speed of syrk.",
}


def extreme_learning(activation):
    def ours(N):
        X, y = surface(N, 10)
        return lambda: ELMRegressor(500, activation, random_state=0).fit(X, y)

    X, y = surface(20_000, 10)
    H = np.random.default_rng(0).standard_normal((20_000, 500))
    node, block = NODES[activation], np.empty((500, 500))
    dependent = activation in NEARLY_DEPENDENT

    def baseline():
        for start in range(0, 20_000, 500):
            node(H[start : start + 500], out=block)
        if dependent:
            np.linalg.qr(H, mode="r")
        else:
            linalg.blas.dsyrk(1.0, H.T)

    def hpelm():
        model = ELM(10, 1)
        model.add_neurons(500, "sigm")
        model.train(X, y[:, None], "r")

    peers = {f"bare {node.__name__} and {'QR' if dependent else 'syrk'}": (baseline, 1.5)}
    if activation == "sigmoid":
        peers["hpelm"] = (hpelm, 1)
    why = WHY_DEPENDENT.format(NEARLY_DEPENDENT[activation]) if dependent else ""
    return Task(
        f"ELM, 20,000 × 500, {activation}",
        ours(20_000),
        peers,
        ours,
        (10_000, 20_000, 40_000),
        "1",
        why or WHY_ELM.get(activation, ""),
    )


def two_stages():
    def ours(N):
        X, y = surface(N, 10)
        return lambda: RBFNetworkRegressor(500, centers="random", random_state=0).fit(X, y)

    X, y = surface(400_000, 10)
    return Task(
        "RBF network, 400,000 × 10, 500 random centers",
        ours(400_000),
        {"ELMRegressor, 500 nodes": (lambda: ELMRegressor(500, random_state=0).fit(X, y), 1.5)},
        ours,
        (100_000, 200_000, 400_000),
        "1",
    )


def scaling():
    def ours(N):
        table = cdist(*[surface(N, 3)[0]] * 2)
        return lambda: ClassicalMDS(metric="precomputed").fit(table)

    table = cdist(*[surface(2000, 3)[0]] * 2)
    return Task(
        "classical MDS of a table, N = 2000, 2 components",
        ours(2000),
        {"scikit-learn ClassicalMDS": (lambda: PeerMDS(2, metric="precomputed").fit(table), 0.05)},
        ours,
        (1000, 2000, 4000),
        "2",
        "Half of the time is the 50 products with the matrix, 20 of them for the smallest "
        "eigenvalue, which tells whether the distances are Euclidean at all. The rest is reading "
        "the table: checks of its values and symmetry, squares, means.",
    )


def all_tasks():
    """The tasks one after the other, so that one's data is gone before the next's is made."""
    for make in (
        interpolation_fit,
        prediction,
        svm_decision,
        neighbors_of_many_features,
        neighbors_of_few_values,
        kernel_regression,
        kmeans_large,
        kmeans_huge,
        kmeans_small,
        orthogonal_selection,
    ):
        yield make()
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
