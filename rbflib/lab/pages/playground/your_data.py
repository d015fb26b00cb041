"""The playground for a reader's table and models: a plane or a curve, by menus of the columns."""

import warnings
from functools import lru_cache

import numpy as np
from sklearn.feature_selection import f_classif, f_regression

from rbflib.lab.grader.readers_code import ReadersCode
from rbflib.lab.grader.results import Trial
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving
from rbflib.lab.kit.controls import Choice, Switch
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.report import lines
from rbflib.lab.kit.scene import NotDrawn, Scene
from rbflib.lab.kit.table import MOST_CLASSES, TableError
from rbflib.lab.kit.your_data import Opens
from rbflib.lab.pages.playground.settings import SETTINGS, settings_of_model
from rbflib.lab.pages.playground.your_models import (
    FOR_CLASSES,
    FOR_NUMBERS,
    ModelError,
    baseline,
    check_models,
    fit,
    learner_of,
)
from rbflib.mds import ClassicalMDS

CURVE, PLANE, MAP = "one feature and its target", "two features", "classical MDS of all"
FOR_MAP = 300  # training samples that the map is made from; the others are placed on it
UNEQUAL = 10  # times the spread of another feature: then distances hardly see that one
CLASS_MARKS = "os^vPXh*Dp"
PLACE, BESIDE = (0.85, 0.6, 4.0, 3.35), (6.5, 0.6, 2.5, 3.35)
LIMIT = 20.0  # seconds of a reader's model
STEP = 2  # cells of the picture for one prediction


class YourScene(Scene):
    """Training samples, and what a model predicts between them."""

    hint = "open table: a CSV file from your disk, sent nowhere"
    drawn = ("E_in", "E_out", "E_out of a constant")
    titles_stay = False

    def __init__(self, table, models, limit):
        self.table, self.models, self.shown, self.tried = table, models, None, {}
        self.limit, self.apart = limit, lru_cache(maxsize=2)(self._apart)  # a process each
        self.samples_of = lru_cache(maxsize=8)(self._samples_of)
        self.fitted = lru_cache(maxsize=64)(self._fitted)
        self.figure = style.new_figure()
        look = {"xlabel": "error", "keyed": True}
        self.beside = style.add_axes(self.figure, BESIDE, "Models tried here", **look)
        self.errors = {
            name: moving(self.beside.plot([], [], ls="", mfc=mfc, mec=style.INK, **look))
            for name, mfc, look in [
                ("E_in", "white", {"marker": "o", "ms": 10, "label": "E_in"}),
                ("E_out", style.INK, {"marker": "s", "ms": 5, "label": "E_out"}),
            ]
        }
        style.add_key(self.beside)
        self.axes = axes = style.add_axes(self.figure, PLACE)
        self.surface = Pixels(axes, cell=2 * STEP)
        self.curve = moving(axes.plot([], [], **style.line_of("network"), label="prediction"))
        self.dots = [moving(axes.plot([], [], ls="", ms=6)) for _ in range(MOST_CLASSES)]
        self.points = moving(axes.scatter([], [], s=28, edgecolors=style.INK, linewidths=0.6))
        look = {"mfc": "none", "mec": style.CENTER, "mew": 1.6, "label": "centers"}
        self.centers = moving(axes.plot([], [], "o", ms=11, **look))

    def update(self, model, **values):
        """The samples, then the model on them; NotDrawn says what is wrong with either."""
        drawn = (self.surface, self.curve, self.centers)
        for artist in (*drawn, *self.dots, self.points):
            artist.set_visible(False)
        try:
            samples = self.samples_of(values["target"], values["draw"])
            view = View(samples, **values)
            self._show_samples(samples, view)
            fitted = self.fitted(model, tuple(sorted(values.items())))
            numbers = self._show_model(samples, view, fitted)
            self._show_errors(view, model, fitted)
        except (TableError, ModelError) as error:
            raise NotDrawn(str(error)) from error
        return numbers | dict.fromkeys([*samples.notes, *view.notes, *fitted.remarks], "")

    def _show_samples(self, samples, view):
        points, y = view.points[: samples.n_train], samples.y[: samples.n_train]
        if samples.has_classes:
            for dots, name in zip(self.dots, np.unique(samples.y), strict=False):
                dots.set_data(*points[y == name].T)
                dots.set_visible(True)
        else:
            self.points.set_offsets(points)
            curve = view.kind == CURVE
            shades = style.similarity_colors(view.share(y)) / 255
            self.points.set_facecolors(style.INK if curve else shades)
            self.points.set_visible(True)
        if self.shown != view.key:
            self.shown = view.key
            self.axes.set(xlim=view.xlim, ylim=view.ylim, xlabel=view.labels[0])
            self.axes.set_ylabel(view.labels[1])
            self._show_key(samples, view)

    def _show_key(self, samples, view):
        names = np.unique(samples.y) if samples.has_classes else []
        for dots, name, look in zip(self.dots, names, looks(len(names)), strict=False):
            dots.set(mec="white", mew=0.7, label=_short(str(name)), zorder=4, **look)
        handles = self.dots[: len(names)]
        if view.kind == CURVE:
            self.points.set_label("training samples")
            handles = [self.points, self.curve]
        elif not samples.has_classes:
            self.points.set_label(f"{_short(samples.target)}: the darker, the larger")
            handles = [self.points]
        for artist in (*handles, self.centers):
            artist.set_visible(True)  # an entry of the key is, as its artist was
        style.add_key(self.axes, *handles, self.centers, rows=3)
        for artist in (self.curve, self.centers):
            artist.set_visible(False)

    def _show_model(self, samples, view, fitted):
        if view.kind == CURVE:
            self.curve.set_data(np.linspace(*view.xlim, 200), fitted.on_grid)
            self.curve.set_visible(True)
        else:
            self._show_surface(samples, view, fitted.on_grid)
            if len(fitted.centers):
                self.centers.set_data(*view.from_input(fitted.centers).T)
                self.centers.set_visible(True)
        train = samples.n_train
        return _errors_of(samples, fitted) | {
            "seconds": fitted.seconds,
            "samples": f"{train} to train, {len(samples.y) - train} to test",
        }

    def _show_errors(self, view, model, fitted):
        """Each model as it was last, on this view of the samples."""
        if self.tried.get("view") != view.key:
            self.tried = {"view": view.key}
        self.tried[model] = fitted
        names = [name for name in self.tried if name != "view"]
        rows = np.arange(len(names))
        of_all = [self.tried[name] for name in names]
        self.errors["E_in"].set_data([fitted.e_in for fitted in of_all], rows)
        self.errors["E_out"].set_data([fitted.e_out for fitted in of_all], rows)
        largest = max(max(fitted.e_in, fitted.e_out) for fitted in of_all)
        limits = {
            "xlim": (-0.03, max(1.08 * min(largest, 2), 0.3)),
            "ylim": (max(len(names), 3), -1),
        }
        self.beside.set(**limits, yticks=rows, yticklabels=[_short(name) for name in names])

    def measure(self, model, **values):
        samples = self._samples_of(values["target"], values["draw"])
        view = View(samples, **values)
        return _errors_of(samples, self._fit(model, values, samples, view, view.inputs[:1]))

    def _samples_of(self, target, draw):
        return self.table.predicting(target).drawn(draw).samples

    def _fitted(self, model, key):
        values = dict(key)
        samples = self.samples_of(values["target"], values["draw"])
        view = View(samples, **values)
        return self._fit(model, values, samples, view, view.as_input(self._grid(view)))

    def _fit(self, model, values, samples, view, grid):
        if model in self.models:
            trial = self.apart(model)
        else:
            trial = Trial(learner_of(model, values, samples, self.models, view.inputs)[0])
        return fit(model, trial, samples, view.inputs, grid)

    def _apart(self, model):
        more = f". Give it more, such as playground(…, limit={10 * self.limit:g})"
        return ReadersCode(Trial(self.models[model]), self.limit, more)

    def _grid(self, view):
        """The points of the picture at which a model is asked."""
        if view.kind == CURVE:
            return np.linspace(*view.xlim, 200)[:, None]
        return np.stack(np.meshgrid(*self.surface.grid()), axis=-1).reshape(-1, 2)

    def _show_surface(self, samples, view, on_grid):
        x, y = self.surface.grid()
        given = on_grid.reshape(len(y), len(x))
        if samples.has_classes:
            names = np.unique(samples.y)
            pale = [style.lighter(look["color"], 0.4) for look in looks(len(names))]
            colors = style.as_rgba(pale)[np.searchsorted(names, given).clip(0, len(names) - 1)]
            self.surface.set_colors(np.ascontiguousarray(colors))
        else:
            self.surface.set_values(view.share(given.astype(float)), style.similarity_colors)
        self.surface.set_visible(True)

    def code(self, model, **values):
        samples = self.samples_of(values["target"], values["draw"])
        view = View(samples, **values)
        learner, arguments = learner_of(model, values, samples, self.models, view.inputs)
        kind, made, imports = type(learner).__name__, f"models[{model!r}]  # yours", []
        if arguments is not None:
            imports = [f"from {'sklearn.svm' if kind == 'SVC' else 'rbflib'} import {kind}"]
            made = f"{kind}({', '.join(f'{k}={x!r}' for k, x in arguments.items())})"
        squares = "(y_used - predicted) ** 2 / y_used[:n].var()"
        return lines(
            "from rbflib.lab import Table",
            *imports,
            self.table.predicting(values["target"]).drawn(values["draw"]).code,
            "samples = table.samples",
            "n, y_used = samples.n_train, samples.y",
            *view.code,
            f"model = {made}",
            "predicted = model.fit(X_used[:n], y_used[:n]).predict(X_used)",
            f"wrong = {'y_used != predicted' if samples.has_classes else squares}",
            'print("E_in:", wrong[:n].mean())',
            'print("E_out:", wrong[n:].mean())',
        )


def _errors_of(samples, fitted):
    constant = {"E_out of a constant": baseline(samples)}
    return {"E_in": fitted.e_in, "E_out": fitted.e_out} | constant


class View:
    """Which coordinates of the samples are drawn, and which of them a model gets."""

    def __init__(self, samples, picture, horizontal, vertical, standardize, **_settings):
        self.kind = picture if not (samples.has_classes and picture == CURVE) else PLANE
        names, n, X = list(samples.names), samples.n_train, samples.X
        chosen = {CURVE: [horizontal], PLANE: [horizontal, vertical], MAP: names}[self.kind]
        for name in chosen:
            if name not in names:
                why = "is to be predicted" if name == samples.target else "is left out"
                raise TableError(f"{name} {why}. Choose another feature.")
        self.columns = [names.index(name) for name in chosen]
        X = X[:, self.columns]
        spread = X[:n].std(axis=0)
        spread[spread == 0] = 1.0
        self.standardize = standardize
        self.shift, self.scale = (X[:n].mean(axis=0), spread) if standardize else (0.0, 1.0)
        self.inputs = (X - self.shift) / self.scale
        self.points = X
        self.notes = [] if standardize else _unequal(chosen, spread)
        if self.kind == MAP:
            fitted = ClassicalMDS(2).fit(self.inputs[: min(n, FOR_MAP)])
            self.points = self.inputs = fitted.transform(self.inputs)
            self.shift, self.scale, chosen = 0.0, 1.0, ["MDS 1", "MDS 2"]
        if self.kind == CURVE:
            self.points = np.column_stack([X, samples.y])
            chosen = [horizontal, samples.target]
        self.labels = [_short(name, 40) for name in chosen]
        (self.xlim, self.ylim) = map(_limits, self.points.T)
        self.range = None if samples.has_classes else _limits(samples.y)
        self.key = (self.kind, samples.target, *chosen, standardize)

    def as_input(self, points):
        return (points - self.shift) / self.scale

    def from_input(self, inputs):
        return inputs * self.scale + self.shift

    def share(self, y):
        """Numbers as shares of their range."""
        low, high = self.range
        return np.clip((y - low) / (high - low), 0, 1)

    @property
    def code(self):
        parts = ["X_used = samples.X" + ("" if self.kind == MAP else f"[:, {self.columns}]")]
        if self.standardize:
            parts.append("X_used = (X_used - X_used[:n].mean(axis=0)) / X_used[:n].std(axis=0)")
        if self.kind == MAP:
            parts += [
                "from rbflib import ClassicalMDS",
                f"X_used = ClassicalMDS(2).fit(X_used[:min(n, {FOR_MAP})]).transform(X_used)",
            ]
        return parts


def _limits(values):
    low, high = values.min(), values.max()
    margin = 0.05 * (high - low) or 1.0
    return low - margin, high + margin


def _unequal(names, spread):
    small, large = spread.argmin(), spread.argmax()
    ratio = spread[large] / spread[small]
    if ratio < UNEQUAL:
        return []
    return [
        f"{names[large]} varies {ratio:.2g} times as much as {names[small]}, so distances hardly "
        f"depend on {names[small]}: turn standardize on"
    ]


def looks(n_classes):
    """Color and marker of each class: of two, those of −1 and +1."""
    if n_classes == 2:
        return [{k: style.CLASS_STYLE[s][k] for k in ("marker", "color")} for s in (-1, 1)]
    pairs = zip(CLASS_MARKS, style.GROUP_COLORS, strict=False)
    return [{"marker": marker, "color": color} for marker, color in pairs][:n_classes]


def _two_best(samples):
    """The two features, of those with most, that tell most about the target on their own."""
    n, score = samples.n_train, f_classif if samples.has_classes else f_regression
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        strength = np.nan_to_num(score(samples.X[:n], samples.y[:n])[0])
    best = np.argsort(-strength, kind="stable")[:2]
    names = [samples.names[i] for i in (sorted(best) if samples.has_classes else best)]
    return names[0], names[-1]


def _short(text, most=18):
    return style.literal(text if len(text) <= most else f"{text[: most - 1]}…")


class YourPlayground(Explorer):
    """The playground with a reader's table and models; only menus in use are shown."""

    def __init__(self, table, models, choose_target, limit=LIMIT):
        self._own, self._limit = {} if models is None else models, limit
        check_models(self._own)
        controls = self._controls_for(table, choose_target)
        super().__init__(lambda: YourScene(table, self._own, limit), controls, opens=Opens())

    def take(self, table):
        """Show this table in place of the one before, and all its columns."""
        controls = self._controls_for(table, choose_target=True)
        self.make_scene = lambda: YourScene(table, self._own, self._limit)
        self.forget_scene()
        self.use(controls, {}, {})
        self.set(**self.start_state)

    def _controls_for(self, table, choose_target):
        samples, models = table.samples, self._own
        if samples.has_classes and len(samples.names) < 2:
            words = f"A plane needs two features, and there is only {samples.names[0]}"
            raise TableError(". ".join([words, *samples.notes]) + ".")
        ours = FOR_CLASSES if samples.has_classes else FOR_NUMBERS
        features = list(table.columns) if choose_target else list(samples.names)
        first = _two_best(samples)
        pictures = [PLANE, MAP] if len(samples.names) > 2 or choose_target else [PLANE]
        with_curve = choose_target or not samples.has_classes
        pictures = [CURVE, *pictures] if with_curve else pictures
        start = CURVE if not samples.has_classes else PLANE
        settings = dict.fromkeys(s for name in ours for s in settings_of_model(name))
        self.choose_target = choose_target
        return {
            "target": Choice("predict", list(table.columns), table.target),
            "picture": Choice("picture", pictures, start),
            "horizontal": Choice("horizontal", features, first[0]),
            "vertical": Choice("vertical", features, first[1]),
            "standardize": Switch("standardize", True),
            "model": Choice("model", [*models, *ours], next(iter(models), next(iter(ours)))),
            **{name: SETTINGS[name] for name in settings},
            "draw": SETTINGS["draw"],
        }

    @property
    def in_use(self):
        state = self.state
        shown = {
            "target": self.choose_target,
            "picture": len(self.controls["picture"].marks) > 1,
            "horizontal": state["picture"] != MAP,
            "vertical": state["picture"] == PLANE,
        } | dict.fromkeys(["standardize", "model", "draw"], True)
        of_model = () if state["model"] in self._own else settings_of_model(state["model"])
        return [name for name in self.controls if shown.get(name, name in of_model)]
