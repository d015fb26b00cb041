"""Six similarities to one center; only the first four are radial."""

from functools import partial

import numpy as np

from rbflib.basis import BASES
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.similarity import polynomial, tanh_neuron

# Title of each panel: the functions φ(γ‖x − μ‖²) by their name in BASES, with r = ‖x − μ‖, …
RADIAL = {
    "gaussian": "Gaussian\nexp(−γr²)",
    "inverse_quadratic": "Inverse quadratic\n1 / (1 + γr²)",
    "inverse_multiquadric": "Inverse multiquadric\n1 / √(1 + γr²)",
    "truncated": "Truncated\n[√γ r ≤ 1] (1 − √γ r)²",
}
# … and the functions of the inner product x·μ.
NOT_RADIAL = {
    "polynomial": "Polynomial\n(1 + x·μ)²",
    "tanh_neuron": "Neuron\ntanh(γ x·μ + 1)",
}


def gallery(X, mu, gamma):
    """Similarity of the points X (N, 2) to one center mu (1, 2), for every panel: name -> (N,)."""
    s = gamma * ((X - mu) ** 2).sum(axis=1)
    radial = {name: BASES[name](s) for name in RADIAL}
    return radial | {
        "polynomial": polynomial(X, mu)[:, 0],
        "tanh_neuron": tanh_neuron(X, mu, gamma)[:, 0],
    }


class SimilaritiesScene(Scene):
    """Six similarities to one center, as maps over the plane."""

    hint = "drag the center of the Gaussian"

    probe = np.array([[1.0, 0.0]])

    def __init__(self):
        self.figure = style.new_figure()
        limits = {"xlim": (-2.6, 2.6), "ylim": (-1.8, 1.8), "aspect": "equal"}
        limits |= {"xticks": range(-2, 3)}
        self.panels, self.centers, self.rings = {}, [], []
        for i, (name, title) in enumerate((RADIAL | NOT_RADIAL).items()):
            row, column = divmod(i, 3)
            place = (0.6 + 3.0 * column, 2.67 - 2.35 * row, 2.3, 1.59)
            axes = style.add_axes(self.figure, place, title, **limits)
            self.panels[name] = Pixels(axes)
            moving(axes.plot(*self.probe[0], "*", color=style.INK, mec="white", ms=15))
            center = axes.plot([], [], "D", color=style.CENTER, mec="white", ms=9)
            self.centers.append(moving(center))
            self.rings.append(moving(axes.plot([], [], color=style.INK, lw=0.8)))
        x, y = self.panels["gaussian"].grid()
        self.grid = np.stack(np.meshgrid(x, y), axis=-1)
        angle = np.append(np.linspace(0, 2 * np.pi, 60), np.nan)
        circle = np.stack([np.cos(angle), np.sin(angle)])
        self.circles = np.concatenate([0.6 * circle, 1.2 * circle, 1.8 * circle], axis=1)

    def update(self, x, y, gamma):
        mu = np.array([[x, y]])
        for name, z in gallery(self.grid.reshape(-1, 2), mu, gamma).items():
            z = z.reshape(self.grid.shape[:2])
            if name == "tanh_neuron":  # the only one with negative values
                self.panels[name].set_values(z, partial(style.surface_colors, step=0.2, limit=1))
            else:
                self.panels[name].set_values(z / max(1, z.max()), style.similarity_colors)
        for center, rings in zip(self.centers, self.rings, strict=True):
            center.set_data(*mu.T)
            rings.set_data(*(mu.T + self.circles))
        at_star = gallery(self.probe, mu, gamma)
        return {f"{name.replace('_', ' ')} at ★": value[0] for name, value in at_star.items()}

    def code(self, x, y, gamma):
        return f"""
            import numpy as np

            star, mu, gamma = np.array([1.0, 0.0]), np.array([{x}, {y}]), {gamma}
            s = gamma * np.sum((star - mu) ** 2)
            print("gaussian at ★:", np.exp(-s))
            print("inverse quadratic at ★:", 1 / (1 + s))
            print("inverse multiquadric at ★:", 1 / np.sqrt(1 + s))
            print("truncated at ★:", max(0, 1 - np.sqrt(s)) ** 2)
            print("polynomial at ★:", (1 + star @ mu) ** 2)
            print("tanh neuron at ★:", np.tanh(gamma * star @ mu + 1))
        """

    def handles(self, **state):
        axes = self.panels["gaussian"].axes
        return [Handle.of("the center", axes, state, "x", "y", 0.1)]


@explorer(page="gaussian_svm")
def similarities():
    """Page 01: which similarities are radial."""
    controls = {
        "x": LinearSlider("center x₁", 0.5, -2.5, 2.5, 0.1),
        "y": LinearSlider("center x₂", 0.5, -1.7, 1.7, 0.1),
        "gamma": LogSlider("γ", 1.0, -1.5, 3),
    }
    presets = {
        "Center at 0": {"x": 0, "y": 0, "gamma": 1},
        "Center far out": {"x": 2, "y": 1, "gamma": 1},
        "Wide": {"gamma": 0.1},
        "Almost the indicator": {"gamma": 1000},
    }
    return Explorer(SimilaritiesScene, controls, presets)
