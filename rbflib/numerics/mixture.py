"""EM that comes to rest, or says that it has not."""

import warnings

from sklearn.exceptions import ConvergenceWarning

# EM stops where a step changes the mean log-likelihood by less. The likelihood is flat at its top:
# where steps gain δ, the means are still some √δ off. Rounding alone makes changes of 1e-13.
SMALLEST_GAIN = 1e-12
MAX_STEPS = 3000


def mixture_at_rest(X, n_components, random_state):
    """A fitted `GaussianMixture`; X (N, D) is centered.

    Warns if one more step of EM would still change the likelihood.
    """
    from sklearn.mixture import GaussianMixture  # late: few fits need it

    variance = X.var() or 1.0  # 1 if all samples are equal: any number would do
    mixture = GaussianMixture(
        n_components,
        tol=SMALLEST_GAIN,
        reg_covar=1e-6 * variance,
        max_iter=MAX_STEPS,
        random_state=random_state,
    )
    with warnings.catch_warnings():
        # Its remedies are parameters that our callers do not have.
        warnings.filterwarnings("ignore", "Best performing initialization", ConvergenceWarning)
        mixture.fit(X)
    if not mixture.converged_:
        warnings.warn(
            f"EM was still moving after {MAX_STEPS} steps: the samples hardly tell "
            f"{n_components} components apart, and the means could as well lie elsewhere. "
            "Choose another number of centers, or the centers of k-means.",
            ConvergenceWarning,
            stacklevel=3,
        )
    return mixture
