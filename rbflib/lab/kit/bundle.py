"""What runs in the browser: `make js` makes `static/` of the modules and style sheets in `js/`."""

import zlib
from base64 import b64encode
from pathlib import Path

STATIC = Path(__file__).parent / "static"
MODULE = """const packed = Uint8Array.from(atob("{}"), (letter) => letter.charCodeAt(0));
const script = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
const headers = {{ "Content-Type": "text/javascript" }};
const address = URL.createObjectURL(await new Response(script, {{ headers }}).blob());
const {{ default: widget }} = await import(address);
URL.revokeObjectURL(address);
export default widget;
"""


def style(name):
    """Text of a style sheet: a path would have the widget watch the file, and keep it."""
    return (STATIC / f"{name}.css").read_text(encoding="utf-8")


def script(name):
    """Text of a module that unpacks a script: each widget of a saved page holds one."""
    packed = zlib.compress((STATIC / f"{name}.js").read_bytes(), 9)
    return MODULE.format(b64encode(packed).decode())
