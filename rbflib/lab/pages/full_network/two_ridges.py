"""Ridge and kernel ridge with the same γ and λ: the share that each keeps of every direction."""

import numpy as np

from rbflib.basis import design_matrix
from rbflib.datasets import make_wave
from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider, PenaltySlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, X_TEST, mark_samples, mean_squared_errors, wave_axes
from rbflib.lab.kit.notes import any_width
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.network import RBFNetwork


class TwoRidgesScene(Scene):
    """Ridge on the weights beside kernel ridge, at the same λ."""

    drawn = ("largest difference of the fits", "E_out, ridge", "E_out, kernel ridge")

    def __init__(self):
        self.figure = style.new_figure()
        title, look = "Share kept of each direction", {"xlim": (1e-8, 30), "xscale": "log"}
        kept = style.add_axes(self.figure, style.LEAD, title, leads=True, **look)
        kept.set(xlabel="eigenvalue s of Z", ylim=(-0.03, 1.05))
        look = style.METHOD_STYLE["ridge"] | {"ms": 4, "label": "ridge: s²/(s² + λ)"}
        self.kept_ridge = moving(kept.plot([], [], **look))
        look = style.METHOD_STYLE["kernel ridge"] | {"ms": 4, "label": "kernel ridge: s/(s + λ)"}
        self.kept_kernel = moving(kept.plot([], [], **look))
        style.add_key(kept)
        axes = wave_axes(self.figure, (5.7, 0.6, 3.3, 3.52), "The two fits", keyed=True)
        self.samples = mark_samples(axes)
        style.add_key(axes)
        self.ridge = moving(axes.plot([], [], **style.line_of("ridge")))
        self.kernel_ridge = moving(axes.plot([], [], **style.line_of("kernel ridge")))

    def update(self, gamma, alpha, noise, draw):
        X, y = make_wave(20, noise, random_state=SEED + draw)
        s, V = np.linalg.eigh(design_matrix(X, X, gamma))
        s = np.maximum(s, 1e-16)
        with any_width():
            ridge = FullRBFRegressor(gamma, alpha).fit(X, y).network_
        # (Z + λI)⁻¹y; at λ = 0 both models are the same equation, Zβ = y.
        weights = ridge.weights if alpha == 0 else V @ ((V.T @ y) / (s + alpha))
        kernel_ridge = RBFNetwork(X, weights, gamma=gamma)
        h, k = ridge(X_TEST), kernel_ridge(X_TEST)
        kept_ridge, kept_kernel = s**2 / (s**2 + alpha), s / (s + alpha)
        self.ridge.set_data(X_TEST[:, 0], np.clip(h, -99, 99))
        self.kernel_ridge.set_data(X_TEST[:, 0], np.clip(k, -99, 99))
        self.samples.set_data(X[:, 0], y)
        self.kept_ridge.set_data(s, kept_ridge)
        self.kept_kernel.set_data(s, kept_kernel)
        return {
            "largest difference of the fits": np.abs(h - k).max(),
            "E_out, ridge": mean_squared_errors(ridge, X, y, noise)[1],
            "E_out, kernel ridge": mean_squared_errors(kernel_ridge, X, y, noise)[1],
            "df, ridge": kept_ridge.sum(),
            "df, kernel ridge": kept_kernel.sum(),
        }

    def code(self, gamma, alpha, noise, draw):
        kernel_ridge = f"KernelRidge(alpha={alpha}, kernel='rbf', gamma={gamma}).fit(X, y)"
        if alpha == 0:
            kernel_ridge = "ridge  # without a penalty both solve Zβ = y"
        return f"""
            import numpy as np
            from sklearn.kernel_ridge import KernelRidge
            from rbflib import FullRBFRegressor, design_matrix, make_wave, wave

            X, y = make_wave(20, noise={noise}, random_state={SEED + draw})
            ridge = FullRBFRegressor(gamma={gamma}, alpha={alpha}).fit(X, y)
            kernel_ridge = {kernel_ridge}
            x = np.linspace(0, 1, 200)[:, None]
            h, k = ridge.predict(x), kernel_ridge.predict(x)
            s = np.maximum(np.linalg.eigvalsh(design_matrix(X, X, gamma={gamma})), 1e-16)
            print("largest difference of the fits:", np.abs(h - k).max())
            print("E_out, ridge:", np.mean((h - wave(x)) ** 2) + {noise}**2)
            print("E_out, kernel ridge:", np.mean((k - wave(x)) ** 2) + {noise}**2)
            print("df, ridge:", np.sum(s**2 / (s**2 + {alpha})))
            print("df, kernel ridge:", np.sum(s / (s + {alpha})))
        """


@explorer(page="full_network")
def two_ridges():
    """Page 02: the lecture's ridge and kernel ridge at the same λ."""
    controls = {
        "gamma": LogSlider("γ", 100, 0.5, 4),
        "alpha": PenaltySlider(0.1),
        "noise": LinearSlider("noise", 0.2, 0.0, 0.6, 0.05),
        "draw": draw_slider("samples"),
    }
    presets = {
        "λ = 0: the same": {"alpha": 0.0},
        "λ small": {"alpha": 1e-3},
        "λ = 1": {"alpha": 1.0},
        "λ large": {"alpha": 10.0},
        "Z close to I": {"gamma": 10**3.7, "alpha": 1.0},
    }
    return Explorer(TwoRidgesScene, controls, presets)
