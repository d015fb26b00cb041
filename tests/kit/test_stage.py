"""From a figure to bytes, without a browser."""

import struct
import zlib
from io import BytesIO

import numpy as np
import pytest
from isal import isal_zlib
from PIL import Image

from rbflib.lab.kit import style
from rbflib.lab.kit.stage import FRAMES_KEPT, Pixels, Scene, Stage, name_of, pack, png, unpack


class BoxScene(Scene):
    """Colors over the unit square, and a title that stands still."""

    def __init__(self):
        self.figure = style.new_figure(4, 3)
        self.axes = style.add_axes(
            self.figure, (0.5, 0.5, 3, 2), title="still", xlim=(0, 3), ylim=(0, 2)
        )
        self.pixels = Pixels(self.axes, cell=1)

    def update(self):
        return {}


@pytest.fixture
def scene():
    return BoxScene()


@pytest.mark.parametrize("compress", [isal_zlib.compress, zlib.compress])
@pytest.mark.parametrize("colors", [1, 2, 256])
def test_frame_keeps_every_pixel(rng, colors, compress):
    pixels = rng.integers(0, colors, (37, 53, 4), dtype=np.uint8)
    assert np.array_equal(unpack(pack(pixels, compress)), pixels)


def test_a_run_ends_with_its_row():
    pixels = np.full((5, 7, 4), 9, np.uint8)
    assert struct.unpack_from("<III", pack(pixels)) == (7, 5, 5)
    pixels[2, 3:] = 8
    assert struct.unpack_from("<III", pack(pixels)) == (7, 5, 6)


def test_png_keeps_every_pixel(rng):
    pixels = rng.integers(0, 256, (37, 53, 4), dtype=np.uint8)
    pixels[:, :, 3] = 255
    decoded = Image.open(BytesIO(png(pixels, optimize=True))).convert("RGBA")
    assert np.array_equal(np.asarray(decoded), pixels)


def test_colors_stand_where_their_data_are(scene):
    x, y = scene.pixels.grid()
    red, green = [255, 0, 0, 255], [0, 255, 0, 255]
    upper_right = (x > 2) & (y[:, None] > 1.5)
    scene.pixels.set_colors(np.where(upper_right[..., None], red, green).astype(np.uint8))
    picture = scene.render()
    for point, color in [((2.5, 1.75), red), ((2.5, 0.25), green), ((0.5, 1.75), green)]:
        column, row = scene.axes.transData.transform(point).astype(int)
        assert picture[picture.shape[0] - 1 - row, column].tolist() == color


def test_colors_fill_axes_of_equal_scales(scene):
    scene.axes.set(aspect="equal", xlim=(0, 2))  # now narrower than its place of 3 x 2 inches
    pixels = Pixels(scene.axes, cell=1)
    x, y = pixels.grid()
    assert (len(x), len(y)) == (2 * style.DPI, 2 * style.DPI)
    assert x[-1] == pytest.approx(2 - 0.5 / style.DPI)
    pixels.set_colors(np.full((len(y), len(x), 4), [255, 0, 0, 255], np.uint8))
    picture = scene.render()
    for place, is_red in [((0.01, 0.5), True), ((0.99, 0.5), True), ((1.01, 0.5), False)]:
        column, row = scene.axes.transAxes.transform(place).astype(int)
        assert (picture[-1 - row, column].tolist() == [255, 0, 0, 255]) is is_red


def test_grid_is_the_middle_of_the_cells(scene):
    x, y = scene.pixels.grid()
    assert len(x) == 3 * style.DPI
    assert len(y) == 2 * style.DPI
    assert x[0] == pytest.approx(0.5 / style.DPI)
    assert y[-1] == pytest.approx(2 - 0.5 / style.DPI)


@pytest.mark.parametrize("scale", [1.06, 1.4, 2, 3])
def test_larger_picture_colors_what_lies_between_the_values(scene, scale):
    pixels = Pixels(scene.axes, cell=2)
    x, y = pixels.grid()
    red, green = np.uint8([255, 0, 0, 255]), np.uint8([0, 255, 0, 255])
    values = np.stack([np.add.outer(y, x), np.subtract.outer(y, x)], axis=-1)

    def colors_of(values):
        inside = (values[..., 0] > 2.2) | (values[..., 1] > 0.7)
        return np.where(inside[..., None], red, green)

    pixels.set_values(values, colors_of)
    large = scene.render_larger(scale)
    dots = scale * style.DPI
    column, row = np.meshgrid(*(np.arange(round(n * dots)) for n in (3, 2)))
    x, y = (column + 0.5) / dots, (row + 0.5) / dots
    truth = colors_of(np.stack([y + x, y - x], axis=-1))
    bottom, left = (round(0.5 * dots),) * 2
    shown = large[::-1][bottom : bottom + len(row), left : left + row.shape[1]]
    inside = (slice(4, -4), slice(4, -4))  # the values end half a cell before the edge
    assert np.array_equal(shown[inside], truth[inside])


def test_still_parts_are_drawn_again_only_when_they_change(scene):
    scene.update()
    drawn = []
    draw = scene.figure.canvas.draw
    scene.figure.canvas.draw = lambda: (drawn.append(1), draw())
    first = scene.render().copy()
    scene.render()
    assert len(drawn) == 1
    scene.axes.set_title("another title", loc="left")
    assert not np.array_equal(scene.render(), first)
    assert len(drawn) == 2


def test_parts_of_a_picture_hold_their_axes_and_labels_from_left_to_right():
    scene = Scene()
    scene.figure = style.new_figure(6, 4)
    right = style.add_axes(scene.figure, (3.5, 0.5, 2, 1), xlabel="x")
    left = style.add_axes(scene.figure, (0.5, 0.5, 2, 3), title="left")
    above = style.add_axes(scene.figure, (4, 2.5, 1.5, 1), title="above the other")
    boxes = np.array(scene.part_boxes()) * (*scene.figure.bbox.size, *scene.figure.bbox.size)
    assert len(boxes) == 2
    for parts, (x0, y0, x1, y1) in zip([[left], [right, above]], boxes, strict=True):
        for extents in (axes.get_tightbbox().extents for axes in parts):
            assert (extents >= (x0, y0, x0, y0)).all()
            assert (extents <= (x1, y1, x1, y1)).all()
    assert boxes[0, 2] < boxes[1, 0]


class SentStage(Stage):
    """Notes what would go to the browser."""

    def __init__(self, **traits):
        self.updates, self.messages = [], []
        super().__init__(**traits)
        self.updates.clear()

    def send_state(self, key=None):
        self.updates.append(self.get_state(key))

    def send(self, content, buffers=None):
        self.messages.append((content, buffers))


def frames(n):
    return [pack(np.full((2, 3, 4), i, np.uint8)) for i in range(n)]


def test_frame_and_words_travel_in_one_message():
    stage, (frame,) = SentStage(), frames(1)
    stage.show(frame, {"words": "words"}, [["dot", 0.1, 0.2]])
    shown = {"said": {"words": "words"}, "handles": [["dot", 0.1, 0.2]], "turn": 1}
    assert stage.updates == [{"frame": frame, **shown}]


def test_what_is_shown_goes_to_the_browser_where_nothing_has_changed():
    stage, (frame,) = SentStage(), frames(1)
    for _ in range(2):
        stage.show(frame, {"words": "words"})
    first, second = stage.updates
    assert second == first | {"turn": 2, "frame": name_of(frame)}


def test_frame_that_the_browser_keeps_goes_by_its_name():
    stage, drawn = SentStage(), frames(FRAMES_KEPT + 1)
    *kept, last = drawn
    for frame in [*kept, kept[0], last, kept[0], kept[1]]:
        stage.show(frame, {})
    first = name_of(kept[0])
    assert [x["frame"] for x in stage.updates] == [*kept, first, last, first, kept[1]]


def test_expected_steps_bring_frames_that_the_browser_does_not_keep():
    stage, (here, new) = SentStage(), frames(2)
    stage.show(here, {})
    step = {"move": ["x", "value", 2], "said": {"words": "words"}, "handles": []}
    stage.expect([step | {"frame": new}, step | {"frame": here}])
    steps = [step | {"frame": name_of(frame)} for frame in (new, here)]
    assert stage.messages == [({"kind": "ready", "steps": steps}, [new])]
    stage.show(new, {})
    assert stage.updates[-1]["frame"] == name_of(new)


def test_browser_that_has_lost_a_frame_gets_all():
    stage, (frame,) = SentStage(hint="drag"), frames(1)
    stage.show(frame, {})
    stage._receive(stage, {"kind": "lost"}, [])
    assert stage.updates[-1]["frame"] == frame
    assert stage.updates[-1]["hint"] == "drag"


def test_frames_of_one_length_have_names_of_their_own():
    pixels = np.zeros((9, 9, 4), np.uint8)
    pixels[2, 2] = pixels[6, 6] = 255
    moved = np.roll(pixels, 1, axis=1)
    assert len({name_of(pack(image)) for image in (pixels, moved, pixels)}) == 2


def test_stage_answers_the_browser(scene):
    seen, sent = [], []
    stage = Stage(on_hand=seen.append)
    stage.send = sent.append
    stage._receive(stage, {"kind": "hello"}, [])
    stage._receive(stage, {"kind": "down", "u": 0.25, "v": 0.5}, [])
    assert seen == [{"kind": "down", "u": 0.25, "v": 0.5}]
    assert sent == [{"kind": "hello"}, {"kind": "settled"}]
