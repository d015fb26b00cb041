"""What runs in the browser: `make js` makes `static/` of the modules and style sheets in `js/`."""

from pathlib import Path


def bundled(name):
    """Text of a script or style sheet: a path would have the widget watch the file, and keep it."""
    return (Path(__file__).parent / "static" / name).read_text(encoding="utf-8")
