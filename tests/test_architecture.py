"""Rules of the architecture that an import linter cannot check; the layers are its own."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
KIT = ROOT / "rbflib/lab/kit"
FILES = [*KIT.glob("*.py"), *KIT.glob("js/*.js"), *KIT.glob("js/picture/*.js")]
DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
# What other packages keep private, and the reason stands where it is used.
FOREIGN = {"_gamma", "_check_sample_weight"}


def private_of_others(tree):
    """Names with an underscore that a file imports, or uses without defining them."""
    nodes = list(ast.walk(tree))
    own = {node.name for node in nodes if isinstance(node, DEFINITION)}
    attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
    own |= {node.attr for node in attributes if isinstance(node.ctx, ast.Store)}
    used = {node.attr for node in attributes} - own
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            used |= {alias.name for alias in node.names}
    return sorted(n for n in used - FOREIGN if n.startswith("_") and not n.endswith("__"))


def test_a_private_name_is_used_in_its_own_file_only():
    trees = {path: ast.parse(path.read_text("utf-8")) for path in ROOT.glob("rbflib/**/*.py")}
    found = {str(path): private_of_others(tree) for path, tree in trees.items()}
    assert {path: names for path, names in found.items() if names} == {}
    bad = "from rbflib.elm import _draw\nclass A(B):\n    def fit(self): self._check()"
    assert private_of_others(ast.parse(bad)) == ["_check", "_draw"]
    assert private_of_others(ast.parse("class A:\n    def _f(self): self._f()")) == []


def test_no_file_of_the_kit_is_long_and_no_class_has_many_methods():
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    assert max(text.count("\n") for text in texts) <= 250
    nodes = [n for path in KIT.glob("*.py") for n in ast.walk(ast.parse(path.read_text("utf-8")))]
    classes = [node.body for node in nodes if isinstance(node, ast.ClassDef)]
    assert max(sum(isinstance(part, ast.FunctionDef) for part in body) for body in classes) <= 20
