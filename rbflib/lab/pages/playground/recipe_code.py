"""A recipe as Python code that runs alone and prints the numbers shown."""

from rbflib.lab.pages.playground.recipe import columns_of, learner_of, samples_of
from rbflib.lab.pages.playground.settings import DATA_SEED, N_TEST, REAL_DATA, TOY_DATA


def code_of(recipe):
    """Statements that reproduce a recipe: run in order, they print E_in and E_out."""
    learner, arguments, _ = learner_of(recipe)
    written = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    prepare, sources, n = _code_of_samples(recipe)
    here = type(learner).__name__
    is_svc = here == "SVC"
    predicted = "network_from_svc(model)(X)" if is_svc else "model.predict(X)"
    names = sorted([*sources["rbflib"], "network_from_svc" if is_svc else here])
    imports = ["import numpy as np"]
    imports += [f"from sklearn.datasets import {name}" for name in sources["sklearn"]]
    imports += ["from sklearn.svm import SVC"] if is_svc else []
    e_out = [f'print("E_out:", wrong[{n}:].mean())'] if len(samples_of(recipe).y_test) else []
    return [
        *imports,
        f"from rbflib import {', '.join(names)}",
        *prepare,
        f"model = {here}({written})",
        f"model.fit(X[:{n}], y[:{n}])",
        f"wrong = np.where({predicted} > 0, 1, -1) != y",
        f'print("E_in:", wrong[:{n}].mean())',
        *e_out,
    ]


def _code_of_samples(recipe):
    """Statements that make X and y, training samples first; what they import; how many train."""
    data = recipe["data"]
    sources = {"rbflib": [], "sklearn": []}
    lines, n = ["X, y = np.empty((0, 2)), np.empty(0)"], 0
    if data in TOY_DATA:
        n, name = recipe["n_train"], TOY_DATA[data].__name__
        sources["rbflib"] = [name]
        size = f"{n + N_TEST}, noise={recipe['noise']}, random_state={DATA_SEED}"
        lines = [f"X, y = {name}({size})"]
    elif data in REAL_DATA:
        n, name = REAL_DATA[data].n_train, REAL_DATA[data].load.__name__
        sources["sklearn"] = [name]
        lines = [
            f"table = {name}()",
            f"order = np.random.default_rng({DATA_SEED}).permutation(len(table.data))",
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
        n += sum(s.role == "train" for s in recipe.added)
    return lines, sources, n
