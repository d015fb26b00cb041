"""All explorers of the pages without a browser: every control, every corner, every preset."""

import gc
import tracemalloc
from io import BytesIO

import numpy as np
import pytest
from matplotlib import pyplot
from PIL import Image

from rbflib.lab import EXPLORERS
from tests.color_checks import borrowed_class_colors, faint, too_much_alike
from tests.each_explorer import NAMES, first_of_each_page
from tests.pointer_events import answers, inbox, send

# At its ends γ is as small or as large as this.
OF_A_WIDTH = ("The similarity matrix is numerically singular", "At gamma=")
# And wide bumps are as much alike as this.
OF_ROUNDING = {
    "bias_on_off": "The design matrix has the numerical rank",
    "center_race": "Rounding decides here.",
    "density_trap": "Rounding decides here.",
    "error_surface": "The design matrix has the numerical rank",
    "playground": "The design matrix has the numerical rank",
    "random_or_chosen": "OLS ends at",
}

# States of presets that are decided by rounding.
NOTED = {("interpolation", "Singular in practice"), ("center_race", "Wide bumps")}


def test_every_explorer_has_the_name_of_its_file():
    assert sorted(EXPLORERS) == sorted(NAMES)


def assert_drawn(explorer):
    """A picture and words, without a warning other than those of a width, or of its rounding."""
    assert Image.open(BytesIO(explorer.frame)).size[0] > 300
    _, *notes = explorer.summary.split("Note: ")
    expected = (*OF_A_WIDTH, OF_ROUNDING.get(explorer.name, OF_A_WIDTH[0]))
    assert all(note.startswith(expected) for note in notes), explorer.summary
    assert len(notes) <= 1, explorer.summary
    assert "nan" not in explorer.summary
    shown = [explorer.controls[name] for name in explorer.in_use]
    assert all(control.label in explorer.summary for control in shown if control.shown)


@pytest.fixture(scope="module", params=NAMES)
def built(request):
    """An explorer and the values at which it comes; its tests follow each other and share it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rbflib.lab.kit.scene_widget.MOST_SCENES", 100)
        explorer = EXPLORERS[request.param]()
        yield explorer, explorer.all_values


@pytest.fixture
def explorer(built):
    explorer, start = built
    explorer.set(**start)
    return explorer


# For what takes long and is the work of the kit, the same for all scenes.
FIRST_OF_EACH_PAGE = pytest.mark.parametrize("built", list(first_of_each_page()), indirect=True)


def assert_corner_is_drawn(explorer, high):
    """Controls numbered in `high` stand at their upper ends, the others at their lower ones."""
    ends = [(control.marks[0], control.marks[-1]) for control in explorer.controls.values()]
    values = [pair[i in high] for i, pair in enumerate(ends)]
    explorer.set(**dict(zip(explorer.controls, values, strict=True)))
    assert_drawn(explorer)


@FIRST_OF_EACH_PAGE
def test_corners_are_drawn_as_one_control_after_the_other_goes_up(explorer):
    assert_drawn(explorer)
    for n_high in range(len(explorer.controls) + 1):
        assert_corner_is_drawn(explorer, range(n_high))


@pytest.mark.thorough
def test_corners_are_drawn_in_any_order(explorer):
    n = len(explorer.controls)
    for corner in np.random.default_rng(n).permutation(2**n)[:20]:
        assert_corner_is_drawn(explorer, [i for i in range(n) if corner >> i & 1])


def test_a_note_stands_in_no_first_state_and_in_presets_of_rounding_only(explorer):
    assert "Note: " not in explorer.summary
    for preset in explorer.presets:
        explorer.restore(preset)
        assert ("Note: " in explorer.summary) == ((explorer.name, preset) in NOTED), preset


def test_colors_mean_one_thing_and_are_clear(explorer):
    figure = explorer.scene.figure
    assert borrowed_class_colors(figure) == []
    assert faint(figure) == []
    assert [too_much_alike(axes) for axes in figure.axes] == [[]] * len(figure.axes)


def test_traits_have_the_names_of_their_controls(explorer):
    assert list(explorer.trait_of.values()) == list(explorer.all_controls)


def test_titles_lie_on_no_tick_label(explorer):
    for axes in explorer.scene.figure.axes:
        labels = [*axes.xaxis.get_ticklabels(), *axes.yaxis.get_ticklabels()]
        boxes = [text.get_window_extent() for text in labels if text.get_text()]
        title = axes._left_title
        on = title.get_window_extent().count_overlaps(boxes) if title.get_text() else 0
        assert on == 0, title


@FIRST_OF_EACH_PAGE
def test_each_control_changes_picture_and_words(explorer):
    start = explorer.all_values
    for name, control in explorer.controls.items():
        if name == "all_cells":  # ten seconds; tests/pages/rbf_network moves it
            continue
        explorer.set(**start)
        frame, summary = explorer.frame, explorer.summary
        low, *_, high = control.marks
        explorer.set(**{name: low if getattr(explorer, name) != low else high})
        assert explorer.frame != frame, name
        assert explorer.summary != summary, name


@pytest.mark.thorough
@pytest.mark.parametrize("built", NAMES[::4], indirect=True)
def test_hundred_moves_leave_memory_artists_and_figures_as_they_were(explorer):
    # The first control goes from end to end, a list only where there is nothing else.
    name, control = min(explorer.controls.items(), key=lambda item: item[1].kind == "choice")

    def after(moves):
        for value in moves // 2 * [control.marks[0], control.marks[-1]]:
            explorer.set(**{name: value})
        gc.collect()
        artists = len(explorer.scene.figure.findobj())
        return tracemalloc.get_traced_memory()[0], len(gc.get_objects()), artists

    after(60)  # Python keeps memory of small objects for the next ones: this fills its stores
    tracemalloc.start()  # makes every allocation slow
    memory, objects, artists = after(20)
    more_memory, more_objects, same_artists = after(20)
    tracemalloc.stop()
    assert same_artists == artists
    assert more_objects - objects < 10
    assert more_memory - memory < 40_000
    assert pyplot.get_fignums() == []


def handles_of(explorer):
    return explorer.scene.handles(**explorer.all_values)


def test_every_handle_is_in_its_picture_and_arrow_keys_move_it(explorer):
    """By a step, where it stands; and each has a name of its own."""
    start, handles = explorer.all_values, handles_of(explorer)
    assert len({handle.name for handle in handles}) == len(handles)
    for handle in handles:
        explorer.set(**start)
        assert handle.axes.bbox.contains(*handle.pixel), handle.name
        right, up = (2 * int(step > 0) for step in handle.step)
        send(explorer, "nudge", name=handle.name, right=right, up=up)
        assert explorer.all_values != start, handle.name


def test_dragged_handle_comes_nearer_to_the_pointer(explorer):
    start, names = explorer.all_values, [handle.name for handle in handles_of(explorer)]
    for number, name in enumerate(names):
        explorer.set(**start)
        before = handles_of(explorer)[number]
        pixel = before.axes.transAxes.transform((0.6, 0.4))
        u, v = pixel / before.axes.figure.bbox.size
        send(explorer, "drag", name=name, u=u, v=v)
        after = handles_of(explorer)[number].pixel
        assert np.hypot(*(after - pixel)) <= np.hypot(*(before.pixel - pixel)) + 2, name


@FIRST_OF_EACH_PAGE
def test_pointer_anywhere_is_answered(explorer, monkeypatch):
    got, names = inbox(explorer, monkeypatch), [handle.name for handle in handles_of(explorer)]
    for u, v in [(0.25, 0.5), (0.75, 0.5), (0.5, 0.99), (-3, 9)]:
        for message in [{"kind": "click"}, *({"kind": "drag", "name": name} for name in names[:2])]:
            got.clear()
            send(explorer, **message, u=u, v=v)
            assert len(answers(got)) == 1
            assert "cannot be drawn" not in answers(got)[0]["words"]
