"""Draw the figures of this folder and write its contact sheet, README.md.

python figures/build.py

Every explorer as its page opens with it, the pictures of the lecture, and k-means moving.
"""

from io import BytesIO
from pathlib import Path

import numpy as np
from contact_sheet import LECTURE, contact_sheet
from PIL import Image

from rbflib.lab import EXPLORERS, kmeans_walk

FIGURES = Path(__file__).parent


def draw(name):
    """The first frame of an explorer, as small PNG bytes."""
    return EXPLORERS[name]().small_png()


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
    scene = explorer.scene
    scene.figure.set_dpi(70)
    pictures, milliseconds = [], []
    for step, now in enumerate(scene.steps):
        places = [(-0.84, 80), (-0.5, 80), (-0.16, 80)] if now.phase == "update" else []
        for before, rest in [*places, (0, 600)]:
            scene.draw_at(step + before)
            pictures.append(Image.fromarray(scene.render().copy()).convert("RGB"))
            milliseconds.append(rest)
    milliseconds[0] = milliseconds[-1] = 1500
    file = BytesIO()
    options = {"append_images": pictures[1:], "duration": milliseconds, "loop": 0, "quality": 50}
    pictures[0].save(file, "WEBP", save_all=True, **options)
    return file.getvalue()


def pictures():
    """Every file of this folder that is drawn: path -> function that returns its bytes."""
    explorers = {FIGURES / f"{name}.png": lambda name=name: draw(name) for name in EXPLORERS}
    lecture = {
        FIGURES / f"lecture/{name}.png": lambda drawing=drawing: to_png(drawing.figure())
        for name, drawing in LECTURE.items()
    }
    return explorers | lecture | {FIGURES / "kmeans_walk.webp": draw_walk}


if __name__ == "__main__":
    (FIGURES / "lecture").mkdir(exist_ok=True)
    for path, drawing in pictures().items():
        path.write_bytes(drawing())
    (FIGURES / "README.md").write_text(contact_sheet(), encoding="utf-8")
