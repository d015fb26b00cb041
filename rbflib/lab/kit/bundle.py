"""What runs in the browser: `make js` makes `static/` of the modules and style sheets in `js/`."""

import zlib
from base64 import b64encode
from pathlib import Path

STATIC = Path(__file__).parent / "static"


def bundled(name):
    """Text of a script or style sheet: a path would have the widget watch the file, and keep it."""
    return (STATIC / name).read_text(encoding="utf-8")


def packed(name):
    """A script that unpacks the one of this name: each widget of a saved page holds its own."""
    script = b64encode(zlib.compress((STATIC / name).read_bytes(), 9)).decode()
    return bundled("unpack.js").replace("PACKED", script)
