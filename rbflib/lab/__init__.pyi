from collections.abc import Callable

from rbflib.lab.exercises import check, hint, solution
from rbflib.lab.explore import explore
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.predict import predict
from rbflib.lab.pages.comparison.table import comparison_table
from rbflib.lab.pages.playground.open_table import open_table
from rbflib.lab.pages.playground.table import Table
from rbflib.lab.progress import progress
from rbflib.lab.quizzes import quiz

def playground(
    X: object = None, y: object = None, models: dict[str, object] | None = None
) -> Explorer: ...

EXPLORERS: dict[str, Callable[[], Explorer]]

# Every explorer, by its name.
def __getattr__(name: str) -> Callable[[], Explorer]: ...

__all__ = [
    "EXPLORERS",
    "Explorer",
    "Table",
    "check",
    "comparison_table",
    "explore",
    "hint",
    "open_table",
    "predict",
    "progress",
    "quiz",
    "solution",
]
