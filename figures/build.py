"""Draw the figures of this folder: every explorer as its page opens with it, and k-means moving.

python figures/build.py
"""

from io import BytesIO
from pathlib import Path

from PIL import Image

from rbflib.lab import EXPLORERS, kmeans_walk

FIGURES = Path(__file__).parent


def draw(name):
    """The first frame of an explorer, as small PNG bytes."""
    return EXPLORERS[name]().small_png()


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


if __name__ == "__main__":
    for name in EXPLORERS:
        (FIGURES / f"{name}.png").write_bytes(draw(name))
    (FIGURES / "kmeans_walk.webp").write_bytes(draw_walk())
