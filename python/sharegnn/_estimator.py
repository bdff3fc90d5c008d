"""What all estimators have in common: settings, training, files."""
from __future__ import annotations

import difflib
import os
import re
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from ._arrays import are_missing, are_words, names_of, plain, real
from ._frames import frame
from ._library import Array
from ._progress import Bar
from ._sklearn import BaseEstimator, ClassifierMixin, NotFittedError, RegressorMixin
from .data import Dataset
from .choice import choose
from .inputs import as_dataset
from ._design import Design, Training
from .model import Model, build, open_model
from .nodes import Nodes
from .splits import hold_out, splits_of

# The settings of a training, as docs/models.md has them.
_SETTINGS = (
    "epochs", "learning_rate", "batch_size", "patience", "optimizer", "weight_decay", "decoupled", "momentum", "beta1",
    "beta2", "epsilon", "schedule", "init", "bias_init", "loss", "metric", "clip", "average", "precision", "freeze",
    "share", "calibrate", "threshold", "learning_rate_of", "weight_decay_of", "batch_nodes", "shards",
)  # fmt: skip

# So many items, and a model that is chosen gets a tenth of them to choose its best epoch with.
_ENOUGH = 50


def no_values(data: Dataset, what: str) -> ValueError:
    """What to do where data has no classes or targets."""
    named = [f"{column} ({looks})" for column, looks in list(data.candidates.items())[:5]]
    which = f"; these columns may be meant: {', '.join(named)}" if named else ""
    return ValueError(f"y: the data has no {what}; give them, or name their column when you load a table:"
                      f" load('table.csv?target=COLUMN'){which}")  # fmt: skip


class Estimator(BaseEstimator):
    """What both estimators have in common: settings, training, files."""

    def __init__(
        self,
        encoder: Any = None,
        decoder: Any = None,
        *,
        layers: Optional[Sequence[Any]] = None,
        input: Union[None, str, Sequence[str]] = None,
        noise: float = 0.0,
        scale: Optional[str] = None,
        epochs: Optional[int] = None,
        learning_rate: Optional[float] = None,
        batch_size: Optional[int] = None,
        validation: Any = None,
        patience: Optional[int] = None,
        optimizer: Optional[str] = None,
        weight_decay: Optional[float] = None,
        decoupled: Optional[bool] = None,
        momentum: Optional[float] = None,
        beta1: Optional[float] = None,
        beta2: Optional[float] = None,
        epsilon: Optional[float] = None,
        schedule: Optional[str] = None,
        init: Optional[str] = None,
        bias_init: str = "constant 0",
        loss: Optional[str] = None,
        metric: Optional[str] = None,
        clip: float = 0.0,
        average: Optional[float] = None,
        precision: str = "float",
        freeze: Optional[Sequence[int]] = None,
        share: float = 1.0,
        calibrate: Optional[str] = None,
        threshold: Optional[str] = None,
        learning_rate_of: Optional[Mapping[int, float]] = None,
        weight_decay_of: Optional[Mapping[int, float]] = None,
        batch_nodes: int = 0,
        shards: Optional[int] = None,
        vocabulary: str = "train",
        start_from: Union[None, Model, str, "os.PathLike[str]"] = None,
        start_layers: Optional[Sequence[int]] = None,
        class_weight: Union[None, str, Mapping[Any, float]] = None,
        budget: int = 0,
        random_state: Any = 42,
        n_jobs: Optional[int] = None,
        verbose: Optional[bool] = None,
    ) -> None:
        self.encoder = encoder
        self.decoder = decoder
        self.layers = layers
        self.input = input
        self.noise = noise
        self.scale = scale
        self.epochs = epochs
        self.learning_rate = learning_rate
        self.batch_size = batch_size
        self.validation = validation
        self.patience = patience
        self.optimizer = optimizer
        self.weight_decay = weight_decay
        self.decoupled = decoupled
        self.momentum = momentum
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.schedule = schedule
        self.init = init
        self.bias_init = bias_init
        self.loss = loss
        self.metric = metric
        self.clip = clip
        self.average = average
        self.precision = precision
        self.freeze = freeze
        self.share = share
        self.calibrate = calibrate
        self.threshold = threshold
        self.learning_rate_of = learning_rate_of
        self.weight_decay_of = weight_decay_of
        self.batch_nodes = batch_nodes
        self.shards = shards
        self.vocabulary = vocabulary
        self.start_from = start_from
        self.start_layers = start_layers
        self.class_weight = class_weight
        self.budget = budget
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    # ---- Fitting ----

    def _seed(self) -> int:
        state = self.random_state
        if state is None:
            return int(np.random.randint(2**31))
        if hasattr(state, "randint"):
            return int(state.randint(2**31))
        if hasattr(state, "integers"):
            return int(state.integers(2**31))
        if isinstance(state, bool) or not isinstance(state, (int, np.integer)):
            raise ValueError(f"random_state: {state!r} is no seed, no RandomState and no Generator")
        seed = int(state)
        if not 0 <= seed < 2**64:
            raise ValueError(f"random_state: {state} is no seed; 0 .. 2^64-1 are")
        return seed

    def _start(self) -> Optional[Model]:
        if self.start_from is None or isinstance(self.start_from, Model):
            return self.start_from
        return open_model(self.start_from)

    def _chooses(self, start: Optional[Model]) -> bool:
        """Whether the data chooses the model, because nothing else does."""
        nothing = self.layers is None and self.encoder is None and self.decoder is None and start is None
        if nothing and (self.input is not None or self.noise):
            raise ValueError("input, noise: they go with layers, or an encoder and a decoder; give these, too")
        return nothing

    def _design(self, task: str, start: Optional[Model]) -> Design:
        typed = self.layers is None
        like = start is not None and typed and self.encoder is None and self.decoder is None
        # An encoder alone has a decoder all the same.
        decoder = "wl:2" if self.decoder is None and self.encoder is not None else self.decoder
        return Design(
            encoder=self.encoder if typed else None,
            decoder=decoder if typed else None,
            layers=self.layers,
            input=self.input,
            noise=self.noise,
            scale=self.scale,
            task=task,
            from_model=start if like else None,
        )

    def _hold_out(
        self, data: Dataset, seed: int, items: Optional[Array], chooses: bool
    ) -> tuple[Optional[Array], Optional[Array]]:
        """The items that train, of all or of some, and those that choose the best epoch."""
        wanted = self.validation
        if wanted is None and chooses and data.n_items >= _ENOUGH:
            parts = self._hold_out_of(data, seed, items, 0.1)
            return parts if len(parts[0]) and len(parts[1]) else (items, None)
        return (items, None) if wanted is None else self._hold_out_of(data, seed, items, wanted)

    def _hold_out_of(self, data: Dataset, seed: int, items: Optional[Array], wanted: Any) -> tuple[Array, Array]:
        everything = np.arange(data.n_items, dtype=np.uint32)
        if isinstance(wanted, (int, float)):
            if not 0 < wanted < 1:
                raise ValueError(f"validation: {wanted!r} is no share between 0 and 1")
            split = hold_out(data, float(wanted), seed)
            parts = [split.train, split.validation]
        else:
            chosen = plain(wanted, "validation")
            if chosen.dtype.kind not in "biu" or (chosen.dtype.kind != "b" and not np.isin(chosen, everything).all()):
                raise ValueError(
                    f"validation: {wanted!r} is neither a share, nor a mask, nor numbers of {data.item}s from 0 to "
                    f"{data.n_items - 1}"
                )
            mask = chosen if chosen.dtype.kind == "b" else np.isin(everything, chosen)
            if mask.shape != everything.shape:
                raise ValueError(
                    f"validation: the mask has {len(mask)} values, but there are {data.n_items} {data.item}s"
                )
            parts = [everything[~mask], everything[mask]]
        if items is not None:
            parts = [part[np.isin(part, items)] for part in parts]
        return parts[0], parts[1]

    def _train(
        self, data: Dataset, task: str, weight: Optional[Array], items: Optional[Array] = None, by_parts: bool = False
    ) -> None:
        """Build and train on all items, some, or those of the data's parts; what was trained when Ctrl-C came is kept."""
        seed, start = self._seed(), self._start()
        chooses = self._chooses(start)
        train, validation = splits_of(data, seed)[:2] if by_parts else self._hold_out(data, seed, items, chooses)
        if self.patience and validation is None:
            raise ValueError(
                f"patience: without validation {data.item}s no epoch is better than another; set validation"
            )
        design = self._design(task, start)
        self.choice_ = choose(data, task, validation is not None) if chooses else None
        if self.choice_ is not None:
            design = Design(chosen=self.choice_.description, task=task, scale=self.scale)
        if self.vocabulary not in ("train", "all"):
            raise ValueError(f"vocabulary: {self.vocabulary!r} is neither 'train' nor 'all'")
        model = build(data, design, self.n_jobs, self.budget, train if self.vocabulary == "train" else None)
        settings = self._settings(chooses)
        bar = Bar(self._most_epochs(), self.verbose)
        history: list[dict[str, Any]] = []

        def epoch(row: dict[str, Any]) -> None:
            history.append({k: v for k, v in row.items() if not k.startswith("test_")})
            bar.update(row["epoch"], f"loss {row['train_loss']:.4g}")

        training = Training(settings, seed, validation, train, start, self.start_layers, weight, self.n_jobs, epoch)
        training.description = design.chosen
        try:
            best = model.train(data, training)
            self.best_epoch_ = best["epoch"]
        finally:
            bar.close()
            if history:
                self._finish(model, history)
                self._fitted_to = data

    def _settings(self, chooses: bool) -> dict[str, Any]:
        """What is said about the training; the rest is that of the choice, or of the library."""
        settings = {name: getattr(self, name) for name in _SETTINGS}
        settings["clip"] = settings["clip"] or None
        if settings["average"] == 0 and not chooses:
            settings["average"] = None
        return settings

    def _most_epochs(self) -> int:
        """For the bar."""
        if self.epochs is None:
            found = re.search(r"epochs: (\d+)", self.choice_.description) if self.choice_ is not None else None
            return int(found[1]) if found else 200
        return int(self.epochs) if isinstance(self.epochs, (int, float, np.number)) else 0

    def _finish(self, model: Model, history: list[dict[str, Any]]) -> None:
        model.handle._kept = ()
        self.model_ = model
        self.history_ = history
        if getattr(self, "best_epoch_", None) is None:
            self.best_epoch_ = max(row["epoch"] for row in history if row["best"])

    # ---- What a fitted estimator has ----

    def _fitted(self) -> Model:
        model = getattr(self, "model_", None)
        if model is None:
            raise NotFittedError(f"This {type(self).__name__} instance is not fitted yet; call fit first")
        return model  # type: ignore[no-any-return]

    def __sklearn_is_fitted__(self) -> bool:
        return getattr(self, "model_", None) is not None

    @property
    def epochs_(self) -> Any:
        """The epochs of the training as a table."""
        self._fitted()
        return frame(self.history_)

    def save(self, path: Any) -> None:
        """Write the model to a file, which the program and :func:`sharegnn.open_model` read."""
        self._fitted().save(path)

    def weights(self, graphs: Any = None) -> Any:
        """The weights by their names, see :class:`sharegnn.weights.Weights`.  Labels are named after `graphs`, or after
        those of `fit`, which a pickle does not have."""
        return self._fitted().weights(getattr(self, "_fitted_to", None) if graphs is None else graphs)

    def __getstate__(self) -> dict[str, Any]:
        own = getattr(super(), "__getstate__", None)
        state = dict(own() if own is not None else self.__dict__)
        state.pop("_fitted_to", None)
        return state

    def explain(
        self, graphs: Any, graph: int = 0, output: Union[int, str, None] = None, node: Union[int, str, None] = None
    ) -> Any:
        """Why the model predicts what it predicts for one graph, or for a node of it; a notebook shows a picture."""
        return self._fitted().explain(graphs, graph, output, node)

    def rank(self, graphs: Any, top: int = 0) -> Any:
        """The triples that matter most for these graphs, as a table."""
        return self._fitted().rank(graphs, top)

    def trust(self, graphs: Any) -> Any:
        """How much of each graph the model knows, as a table: `trust` is the share of its labels and pairs that have a
        weight, 0 to 1; the other columns are the numbers behind it."""
        return frame(self._fitted().trust(graphs, self.n_jobs))

    def _more_tags(self) -> dict[str, Any]:
        return {"no_validation": True, "allow_nan": True, "X_types": ["graphs"], "multioutput": True}


class Classifier(ClassifierMixin, Estimator):
    """What predicts classes."""

    classes_: Array

    def predict_proba(self, X: Any) -> Array:
        """Probabilities of the classes in `classes_`, or of yes for every column."""
        model = self._fitted()
        score = model.scores(X, self.n_jobs, self.budget)
        classes = model.classes
        if classes is None:
            return score
        order = np.argsort(classes)
        return score if (order == np.arange(len(order))).all() else score[:, order]

    def predict_log_proba(self, X: Any) -> Array:
        """Logarithms of the probabilities."""
        with np.errstate(divide="ignore"):
            logarithms: Array = np.log(self.predict_proba(X))
        return logarithms

    def decision_function(self, X: Any) -> Array:
        """How sure the model is: log odds for two classes, logarithms of probabilities for more."""
        score = self.predict_log_proba(X)
        if score.shape[1] != 2 or self._fitted().task != "classification":
            return score
        odds: Array = score[:, 1] - score[:, 0]
        return odds

    def predict(self, X: Any) -> Array:
        """The most probable classes, or 0 and 1 for every column."""
        model = self._fitted()
        said = model.said(model.scores(X, self.n_jobs, self.budget))
        if model.classes is None:
            return said
        return np.asarray(self.classes_[said[:, np.argsort(model.classes)].argmax(axis=1)])


    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """The share of right answers.  With several columns an answer is right if all of its labels are; missing labels
        (NaN) are left out.  Without `y` the graphs have their own.

        scikit-learn refuses a `y` with NaN wherever it looks at it; ``cross_val_score(model, data.with_y(y), cv=5)`` works,
        as the graphs take their labels with them.
        """
        guess, truth = self.predict(X), own_values(X, y)
        if guess.ndim == 2:
            table = as_table(real(truth, "y", missing=True), guess)
            known = ~np.isnan(table)
            right, counts = ((guess == table) | ~known).all(axis=1), known.any(axis=1)
        else:
            flat = as_table(truth, guess)[:, 0]
            counts = ~are_missing(flat)
            words = np.where(counts, flat, "").astype(str) if are_words(flat) else flat
            right = np.array([one == other for one, other in zip(guess.tolist(), words.tolist())], bool)
        weight = weights_of(sample_weight, len(right))
        return float(np.average(right[counts], weights=weight[counts])) if counts.any() else float("nan")


def own_values(X: Any, y: Any) -> Array:
    """The true values of graphs or nodes: `y`, or what they have themselves."""
    if y is None:
        y = getattr(X if isinstance(X, (Dataset, Nodes)) else as_dataset(X), "y")
        if y is None:
            raise ValueError("y: the graphs have no classes or targets of their own; give them")
    return plain(y, "y")


def as_table(truth: Array, guess: Array) -> Array:
    """True values as a table with a row and as many columns as were predicted for each graph or node."""
    width = 1 if guess.ndim == 1 else guess.shape[1]
    given = truth.reshape(-1, 1) if truth.ndim < 2 else truth
    if given.shape != (len(guess), width):
        raise ValueError(f"y: {len(guess)} x {width} values are needed, one row for each prediction, not {' x '.join(map(str, given.shape))}")
    return given


def weights_of(sample_weight: Any, n: int) -> Array:
    """A weight for each prediction that is scored."""
    if sample_weight is None:
        return np.ones(n)
    weight = real(sample_weight, "sample_weight")
    if weight.shape != (n,):
        raise ValueError(f"sample_weight: {n} numbers are needed, one for each prediction, not the shape {weight.shape}")
    if not (weight >= 0).all():
        raise ValueError("sample_weight: weights must not be negative")
    return weight


class Regressor(RegressorMixin, Estimator):
    """What predicts numbers."""

    _one_column: bool

    def predict(self, X: Any) -> Array:
        """The values of the targets."""
        score = self._fitted().scores(X, self.n_jobs, self.budget)
        return score[:, 0] if self._one_column else score

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """R², the mean over all targets; missing ones are left out.  Without `y` the graphs have their own."""
        guess = self.predict(X)
        table = as_table(real(own_values(X, y), "y", missing=True), guess)
        guess, weight = guess.reshape(table.shape), weights_of(sample_weight, len(table))
        return float(np.mean([r_squared(table[:, c], guess[:, c], weight) for c in range(table.shape[1])]))


def some_known(targets: Array) -> Array:
    """Targets of which at least one is there."""
    if targets.size and np.isnan(targets).all():
        raise ValueError("y: all values are missing, so there is nothing to learn")
    return targets


def with_targets(data: Dataset, y: Any, table: Array) -> Dataset:
    """The data set with these targets, which are called as `y` calls them; itself where it has them already."""
    names = names_of(y)
    if data.item == "graph" and data.targets is not None and np.array_equal(data.targets, table, equal_nan=True):
        if names is None or names == data.target_names:
            return data
    return data.with_y(table, as_targets=True, target_names=names)


def item_weights(sample: Any, by_class: Any, values: Array, classes: Array) -> Optional[Array]:
    """How much each graph counts."""
    weight = None
    if sample is not None:
        weight = real(sample, "sample_weight").ravel()
        if len(weight) != len(values):
            raise ValueError(f"sample_weight: it has {len(weight)} values, but there are {len(values)} graphs")
        if (weight < 0).any() or not weight.any():
            raise ValueError("sample_weight: weights are not negative, and one of them is positive")
    if by_class is None:
        return weight
    number = np.searchsorted(classes, values)
    if not isinstance(by_class, (str, Mapping)):
        raise ValueError(f"class_weight: a {type(by_class).__name__}; 'balanced' or a dictionary of classes and weights is needed")
    if isinstance(by_class, str):
        if by_class != "balanced":
            raise ValueError(f"class_weight: {by_class!r} is not 'balanced'")
        factor = len(values) / (len(classes) * np.bincount(number, minlength=len(classes)))
    else:
        factor = _class_factors(by_class, classes.tolist())
    return factor[number] if weight is None else weight * factor[number]


def _class_factors(by_class: Mapping[Any, float], classes: list[Any]) -> Array:
    """The weight of every class, 1 where nothing is said.  As in scikit-learn there may be weights of classes that are
    not there, as a fold may lack one, but not while others have none: then it is a mistake."""
    unknown = [c for c in by_class if c not in classes]
    if unknown and any(c not in by_class for c in classes):
        close = difflib.get_close_matches(str(unknown[0]), [str(c) for c in classes], 1)
        hint = f"; did you mean {next(c for c in classes if str(c) == close[0])!r}?" if close else ""
        shown = ", ".join(repr(c) for c in classes[:10]) + (", ..." if len(classes) > 10 else "")
        raise ValueError(f"class_weight: there is no class {unknown[0]!r}; the classes are {shown}{hint}")
    factor = real([by_class.get(c, 1.0) for c in classes], "class_weight")
    if (factor < 0).any():
        raise ValueError(f"class_weight: {factor[factor < 0][0]:g} is negative")
    return factor


def r_squared(truth: Array, guess: Array, weight: Array) -> float:
    known = ~np.isnan(truth)
    if not known.any():
        return float("nan")
    t, g, w = truth[known], guess[known], weight[known]
    spread = float((w * (t - np.average(t, weights=w)) ** 2).sum())
    missed = float((w * (t - g) ** 2).sum())
    return 1.0 - missed / spread if spread > 0 else float(missed == 0)
