import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.style import context
from matplotlib.text import Text

from rbflib import RBFNetwork
from rbflib.lab.kit.settings import OURS
from rbflib.lab.plot import drawing, plot_curves, plot_network
from tests.color_checks import contrast

LINE = RBFNetwork([[0.0], [1.0]], [1.0, -1.0])
PLANE = RBFNetwork([[0.0, 0.0], [1.0, 1.0]], [1.0, -1.0])


def shown_samples(picture):
    """What is drawn under the name of samples, in pixels (N, 2); all inside the axes."""
    [axes] = picture.figure.axes
    picture._repr_mimebundle_()
    [samples] = [line for line in axes.lines if line.get_label() == "samples"]
    assert "samples" in [text.get_text() for text in axes.get_legend().get_texts()]
    assert all(handle.get_visible() for handle in axes.get_legend().legend_handles)
    points = samples.get_transform().transform(samples.get_xydata())
    assert all(axes.bbox.contains(*point) for point in points)
    return points, axes.transData.transform


@pytest.mark.parametrize("network", [LINE, PLANE], ids=["line", "plane"])
def test_samples_without_targets_are_shown(network):
    D = network.centers.shape[1]
    X = np.random.default_rng(0).uniform(-1.8, 1.8, (7, D))
    points, to_pixels = shown_samples(plot_network(network, X))
    assert points[:, :D] == pytest.approx(to_pixels(X[:, [0, -1]])[:, :D])


def test_targets_are_the_heights_of_samples_on_a_line():
    X, y = np.array([[-1.0], [0.5]]), np.array([3.0, -2.0])
    points, to_pixels = shown_samples(plot_network(LINE, X, y))
    assert points == pytest.approx(to_pixels(np.c_[X, y]))


def test_title_of_an_explorer_s_state_stands_above_its_key():
    figure = drawing("o7_greedy_trap").figure
    figure.canvas.draw()
    axes = figure.axes[0]
    [title] = [x for x in axes.findobj(Text) if x.get_text() == axes.get_title(loc="left")]
    low, high = title.get_window_extent().intervaly
    assert (low + high) / 2 > axes.get_legend().get_window_extent().y1


def test_unknown_drawing_is_said():
    with pytest.raises(ValueError, match=r"There is no drawing 'no_such'. There are .*e5_"):
        drawing("no_such")


def test_names_of_curves_are_drawn_as_they_are_and_letters_without_a_font_are_said(monkeypatch):
    monkeypatch.setitem(OURS, "font.family", ["sans-serif"])
    picture = plot_curves([1, 2], {"$0-$5_$": [1, 2], "_訓": [3, 2]}, "誤 $_$", "$y_{$", "題")
    with pytest.warns(UserWarning, match=r"No font here has 訓, 題, 誤\. ") as caught:
        picture._repr_mimebundle_()
    assert len(caught) == 1
    texts = picture.figure.findobj(Text)
    drawn = {text._preprocess_math(text.get_text())[0] for text in texts}
    assert {"$0-$5_$", " _訓", "誤 $_$", "$y_{$", "題"} <= drawn


def test_curves_beside_one_with_a_method_s_look_have_other_dashes():
    picture = plot_curves([1, 2], {n: [1, 2] for n in ("true", "kernel regression", "lines")})
    assert len({line.get_linestyle() for line in picture.figure.axes[0].lines}) == 3


# Pictures that follow the reader's settings.
FOLLOWING = {
    "curves": lambda: plot_curves([1, 2], {"E_in": [1, 2], "fit": [3, 2]}, "x", "y", "of x"),
    "line": lambda: plot_network(LINE, np.array([[-1.0], [0.5]]), [3.0, -2.0], "a line"),
    "plane": lambda: plot_network(PLANE, np.eye(2), np.array([1, -1]), "a plane"),
}
EACH = pytest.mark.parametrize("plot", FOLLOWING.values(), ids=FOLLOWING)


@EACH
def test_words_and_curves_of_a_plot_can_be_seen_on_the_reader_s_dark_ground(plot):
    with context("dark_background"):
        figure = plot().figure
    figure.canvas.draw()
    ground, [axes] = to_hex(figure.get_facecolor()), figure.axes
    assert ground == "#000000"
    words = [text.get_color() for text in figure.findobj(Text) if text.get_text()]
    assert min(contrast(to_hex(color), ground) for color in words) > 4.5
    on_the_ground = [] if plot is FOLLOWING["plane"] else axes.get_lines()
    assert all(contrast(to_hex(line.get_color()), ground) > 3 for line in on_the_ground)
