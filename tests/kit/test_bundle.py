import shutil
from hashlib import sha256
from pathlib import Path

KIT = Path(__file__).parents[2] / "rbflib" / "lab" / "kit"
SUMS = Path("static", "SHA256SUMS")


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


def test_a_stale_bundle_is_found(tmp_path):
    for folder in ("js", "static"):
        without = shutil.ignore_patterns("node_modules")
        shutil.copytree(KIT / folder, tmp_path / folder, ignore=without)
    changed, gone, new = "js/picture/frame.js", "js/controls.js", "js/picture/new.js"
    (tmp_path / changed).write_text("")
    (tmp_path / gone).unlink()
    (tmp_path / new).touch()
    assert set(stale(tmp_path)) == {changed, gone, new}
