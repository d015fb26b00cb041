"""What the browser runs was made of the modules beside it, and by nobody's hand."""

import ast
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from rbflib.lab.kit.bundle import bundled
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.predict import Prediction
from rbflib.lab.kit.quiz import Quiz

KIT = Path(__file__).parents[2] / "rbflib" / "lab" / "kit"
SUMS = Path("static", "SHA256SUMS")
JS = [*KIT.glob("js/*.js"), *KIT.glob("js/picture/*.js")]
WIDGETS = {"explorer": Explorer, "quiz": Quiz, "predict": Prediction}


def stale(kit):
    """Files that are not what they were when the bundles were made, missing and new ones too."""
    made = dict(line.split()[::-1] for line in (kit / SUMS).read_text().splitlines())
    files = (path for folder in ("js", "js/picture", "static") for path in (kit / folder).iterdir())
    found = [path for path in files if path.suffix in {".js", ".mjs", ".css"}]
    names = {path.relative_to(kit).as_posix(): path for path in found}
    now = {name: sha256(path.read_bytes()).hexdigest() for name, path in names.items()}
    return sorted(name for name, _ in made.items() ^ now.items())


def test_bundles_are_made_of_their_sources():
    assert stale(KIT) == [], "`make js` makes the bundles again"


@pytest.mark.parametrize("name", ["js/picture/frame.js", "js/explorer.css", "static/quiz.js"])
def test_a_stale_bundle_is_found(tmp_path, name):
    for folder in ("js", "static"):
        shutil.copytree(
            KIT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("node_modules")
        )
    assert stale(tmp_path) == []
    path = tmp_path / name
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert set(stale(tmp_path)) == {name}
    path.unlink()
    assert stale(tmp_path) == [name]
    path.with_name(f"new{path.suffix}").touch()
    assert set(stale(tmp_path)) == {name, f"{Path(name).parent.as_posix()}/new{path.suffix}"}


@pytest.mark.parametrize(("name", "widget"), WIDGETS.items())
def test_each_widget_runs_its_bundle(name, widget):
    assert widget._esm == bundled(f"{name}.js")
    assert widget._css == bundled(f"{name}.css")
    assert "export{" in widget._esm
    assert str(KIT) not in widget._esm


def test_no_file_of_the_kit_is_long_and_no_class_has_many_methods():
    texts = [path.read_text(encoding="utf-8") for path in [*KIT.glob("*.py"), *JS]]
    assert max(text.count("\n") for text in texts) <= 250
    nodes = [n for path in KIT.glob("*.py") for n in ast.walk(ast.parse(path.read_text("utf-8")))]
    classes = [node.body for node in nodes if isinstance(node, ast.ClassDef)]
    assert max(sum(isinstance(part, ast.FunctionDef) for part in body) for body in classes) <= 20
