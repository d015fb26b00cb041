"""A recipe as Python code that runs alone and prints the numbers shown."""

from rbflib.lab.kit.plane import N_TEST, SEED, TOY_DATA
from rbflib.lab.pages.playground.recipe import columns_of, learner_of, samples_of
from rbflib.lab.pages.playground.settings import REAL_DATA


def code_of(recipe):
    """Statements that reproduce a recipe: run in order, they print E_in and E_out."""
    data, samples = recipe["data"], samples_of(recipe)
    learner, arguments, _ = learner_of(recipe)
    kind, n = type(learner).__name__, len(samples.y)
    written = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    imports, ours, predicted = ["import numpy as np"], [kind], "model.predict(X)"
    if data in REAL_DATA:
        imports.append(f"from sklearn.datasets import {REAL_DATA[data].load.__name__}")
    if data in TOY_DATA:
        ours.append(TOY_DATA[data].__name__)
    if kind == "SVC":
        imports.append("from sklearn.svm import SVC")
        ours[0], predicted = "network_from_svc", "network_from_svc(model)(X)"
    e_out = [f'print("E_out:", wrong[{n}:].mean())'] if len(samples.y_test) else []
    return [
        *imports,
        f"from rbflib import {', '.join(sorted(ours))}",
        *_code_of_samples(recipe),
        f"model = {kind}({written})",
        f"model.fit(X[:{n}], y[:{n}])",
        f"wrong = np.where({predicted} > 0, 1, -1) != y",
        f'print("E_in:", wrong[:{n}].mean())',
        *e_out,
    ]


def _code_of_samples(recipe):
    """Statements that make X and y, training samples first."""
    data = recipe["data"]
    lines, n = ["X, y = np.empty((0, 2)), np.empty(0)"], 0
    if data in TOY_DATA:
        n = recipe["n_train"]
        size = f"{n + N_TEST}, noise={recipe['noise']}, random_state={SEED + recipe['draw']}"
        lines = [f"X, y = {TOY_DATA[data].__name__}({size})"]
    elif data in REAL_DATA:
        n = REAL_DATA[data].n_train
        lines = [
            f"table = {REAL_DATA[data].load.__name__}()",
            f"order = np.random.default_rng({SEED + recipe['draw']}).permutation(len(table.data))",
            f"X = table.data[order][:, {columns_of(recipe)}]",
            f"X = (X - X[:{n}].mean(axis=0)) / X[:{n}].std(axis=0)",
            "y = np.where(table.target[order] == 1, 1, -1)",
        ]
    if recipe.added:
        for role in ("train", "test"):
            points = [list(s[:3]) for s in recipe.added if s.role == role]
            lines.append(f"{role} = np.array({points}).reshape(-1, 3)")
        lines.append(f"X = np.vstack([X[:{n}], train[:, :2], X[{n}:], test[:, :2]])")
        lines.append(f"y = np.hstack([y[:{n}], train[:, 2], y[{n}:], test[:, 2]])")
    return lines
