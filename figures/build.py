"""Draw the figures of this folder and write its contact sheet, README.md.

python figures/build.py

Every explorer as its page opens with it, the pictures of the lecture, k-means moving, and the graph
of the pages for `notebooks/teaching_a_course.md`.
"""

from io import BytesIO
from pathlib import Path

import numpy as np
from contact_sheet import contact_sheet
from PIL import Image
from prerequisites import figure as prerequisites

from rbflib.lab import EXPLORERS, kmeans_walk
from rbflib.lab.kit.frame import png
from rbflib.lab.plot import drawings

FIGURES = Path(__file__).parent


def draw(name):
    """The first frame of an explorer, all of it, as small PNG bytes."""
    explorer = EXPLORERS[name]()
    explorer.finish()
    return png(explorer.scene.render(), optimize=True)


def to_png(figure):
    """PNG bytes of a figure, with a palette: most of its areas are flat."""
    for artist in figure.findobj(lambda artist: artist.get_animated()):
        artist.set_animated(False)
    figure.canvas.draw()
    picture = Image.fromarray(np.asarray(figure.canvas.buffer_rgba())).convert("RGB")
    few_colors = picture.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    file = BytesIO()
    few_colors.save(file, "PNG", optimize=True)
    return file.getvalue()


def draw_walk():
    """The walk of page 04 as an animated WebP: pictures under way, a rest at each half step."""
    explorer = kmeans_walk()
    explorer.restore("k = 4")
    explorer.set(step=100)  # or the last there is
    last = explorer.state["step"]
    explorer.scene.figure.set_dpi(64)
    pictures, milliseconds = [], []
    for step in range(last + 1):
        is_update = step > 0 and step % 2 == 0
        for glide, rest in [*([(0.15, 80), (0.5, 80), (0.85, 80)] if is_update else []), (1, 600)]:
            explorer.set(step=step, glide=glide)
            pictures.append(Image.fromarray(explorer.scene.render().copy()).convert("RGB"))
            milliseconds.append(rest)
    milliseconds[0] = milliseconds[-1] = 1500
    file = BytesIO()
    options = {"append_images": pictures[1:], "duration": milliseconds, "loop": 0, "quality": 28}
    pictures[0].save(file, "WEBP", save_all=True, **options)
    return file.getvalue()


def pictures():
    """Every file of this folder that is drawn: path -> function that returns its bytes."""
    explorers = {FIGURES / f"{name}.png": lambda name=name: draw(name) for name in EXPLORERS}
    lecture = {
        FIGURES / f"lecture/{name}.png": lambda drawing=drawing: to_png(drawing.figure())
        for name, drawing in drawings().items()
    }
    course = FIGURES.parent / "notebooks/prerequisites.png"
    others = {FIGURES / "kmeans_walk.webp": draw_walk, course: lambda: to_png(prerequisites())}
    return explorers | lecture | others


if __name__ == "__main__":
    (FIGURES / "lecture").mkdir(exist_ok=True)
    for path, drawing in pictures().items():
        path.write_bytes(drawing())
    (FIGURES / "README.md").write_text(contact_sheet(), encoding="utf-8")
