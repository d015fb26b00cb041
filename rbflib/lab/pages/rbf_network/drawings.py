"""Page 05: centers by k-means, widths, weights by least squares, and what comes of them."""

import numpy as np
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC

from rbflib import FullRBFClassifier, NearestNeighborClassifier, RBFNetworkClassifier
from rbflib.lab.kit import style
from rbflib.lab.kit.catalog import picture
from rbflib.lab.kit.layout import FROM_ABOVE, SIDE, row_of_axes, row_of_planes, show_scores
from rbflib.lab.kit.plane import plane_data


@picture("r5")
def projection():
    """The fit is the point of the columns' plane that is nearest to y; the residual stands at right
    angles to both columns.
    """
    titles = ["From the side: the plane of φ₁ and φ₂", "From above"]
    look = {"aspect": "equal", "anchor": "N"}
    figure, (side, above) = row_of_axes(titles, 3.3, 0.3, 0.6, keyed=False, **look)
    target = np.array([2.3, 1.2, 1.6])
    fit = target * [1, 1, 0]
    corners = np.array([[-0.4, -0.5, 0], [3.7, -0.5, 0], [3.7, 2.1, 0], [-0.4, 2.1, 0]])
    looks = {
        "φ₁": (np.array([2.2, 0.3, 0]), style.MUTED),
        "φ₂": (np.array([0.9, 1.5, 0]), style.MUTED),
        "y": (target, style.INK),
        "Zβ": (fit, style.METHOD_STYLE["network"]["color"]),
    }
    arrow = {"angles": "xy", "scale_units": "xy", "scale": 1, "width": 0.012, "zorder": 4}
    for axes, view in ((side, SIDE), (above, FROM_ABOVE)):
        axes.axis("off")
        axes.fill(*(corners @ view).T, fc=style.lighter(style.PALE), ec=style.PALE, zorder=1)
        for name, (vector, color) in looks.items():
            if name == "y" and view is FROM_ABOVE:
                continue
            tip = vector @ view
            axes.quiver(*tip, color=color, **arrow)
            axes.text(tip[0] + 0.12, tip[1] + 0.08, name, color=color)
    side.plot(*(np.array([fit, target]) @ SIDE).T, ":", color=style.INK, lw=2)
    side.text(*(0.5 * (fit + target) @ SIDE + [0.1, 0]), "y − Zβ", color=style.INK)
    corner = np.array([[0.2, 0, 0], [0.2, 0, 0.2], [0, 0, 0.2]]) * [-1, 1, 1] + fit
    side.plot(*(corner @ SIDE).T, color=style.MUTED, lw=1)
    side.set(xlim=(-0.8, 4.8), ylim=(-0.5, 2.6))
    above.text(fit[0] + 0.12, fit[1] - 0.2, "y is above it", color=style.INK)
    return figure


@picture("r13")
def three_models():
    """A Gaussian SVM, an RBF network and a neural network on the same 100 tumors, two features:
    similar boundaries, and about the same error on 400 others.
    """
    X, y, X_test, y_test = plane_data("breast cancer")
    neural = MLPClassifier((20,), solver="lbfgs", alpha=1, max_iter=2000, random_state=0)
    models = {
        "SVM": SVC(),
        "RBF, 10 centers": RBFNetworkClassifier(10, alpha=0.01, random_state=0),
        "Neural, 20 units": neural,
    }
    wrong = [1 - model.fit(X, y).score(X_test, y_test) for model in models.values()]
    titles = [f"{name}: E_out {error:.3f}" for name, error in zip(models, wrong, strict=True)]
    figure, planes = row_of_planes(titles)
    scores = [
        models["SVM"].decision_function,
        models["RBF, 10 centers"].decision_function,
        lambda points: 2 * neural.predict_proba(points)[:, 1] - 1,
    ]
    methods = ["SVM", "k-means", "backpropagation"]
    for axes, score, method in zip(planes, scores, methods, strict=True):
        show_scores(axes, score, X, y, method)
        axes.set(xlabel="log mean radius, scaled", ylabel="log mean texture")
    style.add_key(planes[0])
    return figure


@picture("r20")
def two_centers_to_all():
    """The moons under 2, 4 and 7 k-means centers, a center on every sample with a penalty, and one
    neighbor: with seven centers the error is about that of the last two.
    """
    X, y, X_test, y_test = plane_data("two moons")
    models = {f"{k} centers": RBFNetworkClassifier(k, random_state=0) for k in (2, 4, 7)}
    models["All 100, λ = 1"] = FullRBFClassifier(gamma=2, alpha=1)
    models["Neighbor"] = NearestNeighborClassifier()
    wrong = [1 - model.fit(X, y).score(X_test, y_test) for model in models.values()]
    titles = [f"{name}: {error:.2f}" for name, error in zip(models, wrong, strict=True)]
    look = {"xlim": (-2.6, 2.6), "ylim": (-2.13, 2.13), "xticks": [], "yticks": []}
    figure, planes = row_of_axes(titles, 2.2, margin=0.15, keyed=False, **look)
    methods = ["k-means"] * 3 + ["ridge", "neighbor"]
    for axes, model, method in zip(planes, models.values(), methods, strict=True):
        show_scores(axes, getattr(model, "network_", model.predict), X, y, method)
    return figure
