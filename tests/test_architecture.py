"""Rules of the architecture that an import linter cannot check; the layers are its own."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
KIT = ROOT / "rbflib/lab/kit"
FILES = [*KIT.glob("*.py"), *KIT.glob("js/*.js"), *KIT.glob("js/picture/*.js")]


def test_no_private_name_is_imported():
    """That none is used as an attribute, ruff checks."""
    trees = [ast.parse(path.read_text("utf-8")) for path in ROOT.glob("rbflib/**/*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    imports = [node.names for node in nodes if isinstance(node, ast.ImportFrom)]
    names = {alias.name for aliases in imports for alias in aliases}
    # scikit-learn has no public function for it.
    assert {name for name in names if name.startswith("_")} == {"_check_sample_weight"}


def test_no_file_of_the_kit_is_long_and_no_class_has_many_methods():
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    assert max(text.count("\n") for text in texts) <= 250
    nodes = [n for path in KIT.glob("*.py") for n in ast.walk(ast.parse(path.read_text("utf-8")))]
    classes = [node.body for node in nodes if isinstance(node, ast.ClassDef)]
    assert max(sum(isinstance(part, ast.FunctionDef) for part in body) for body in classes) <= 20
