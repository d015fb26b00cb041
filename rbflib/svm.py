"""A Gaussian support vector machine, read as a radial basis function network.

    g(x) = sign( Σ_SV α_n y_n exp(−γ‖x − x_n‖²) + b )

The centers are the support vectors, the weights are α_n y_n, and M is the number of support
vectors. Nothing is fitted here: the numbers are already in the machine.
"""

from typing import TYPE_CHECKING

from scipy.sparse import issparse

from rbflib.network import RBFNetwork
from rbflib.numerics.checks import check_gaussian_svc

if TYPE_CHECKING:
    from sklearn.svm import SVC  # a large package for one name


def network_from_svc(svc: "SVC") -> RBFNetwork:
    """The network whose output is the decision value of a fitted Gaussian SVC for two classes.

    Its centers are the support vectors; positive means svc.classes_[1]. Raises TypeError,
    NotFittedError or ValueError if svc is not an SVC, is not fitted, or has another kernel or more
    than two classes. Lecture items s1, s2.
    """
    check_gaussian_svc(svc)
    centers, weights = svc.support_vectors_, svc.dual_coef_[0]
    if issparse(centers):
        centers, weights = centers.toarray(), svc.dual_coef_.toarray()[0]
    # `_gamma` is the number that gamma="scale" or "auto" came to; scikit-learn keeps no public one.
    return RBFNetwork(centers, weights, svc.intercept_[0], gamma=svc._gamma)  # noqa: SLF001
