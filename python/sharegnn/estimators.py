"""GraphClassifier and GraphRegressor, for all that scikit-learn does with estimators.

>>> import sharegnn as sg
>>> from sklearn.model_selection import cross_val_score
>>> data = sg.make("CSL")
>>> clf = sg.GraphClassifier("cycles:10 @ distance 0..2", "cycles:10", epochs=20, learning_rate=0.1)
>>> cross_val_score(clf, data, data.y, cv=3).mean()
1.0
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ._arrays import are_words, as_words, none_missing, plain, real, yes_or_no
from ._estimator import Classifier, Regressor, item_weights, no_values, some_known, with_targets
from ._library import Array
from .data import Dataset
from .inputs import as_dataset


class GraphClassifier(Classifier):
    """Classes of graphs, or with a `y` of several columns yes and no for each of them.

    `encoder` and `decoder` say what the network is made of ("wl:2 @ distance 0..6", "wl:2"; a list is several
    layers), or `layers` lists all layers as in experiment files. Without them the data chooses, as docs/choice.md
    says; `choice_` tells what and why. An encoder alone gets the decoder "wl:2". `validation` is the share of the
    graphs, or their numbers, that choose the best epoch; where the data chooses, a tenth of 50 graphs or more.
    `scale` is the unit in which targets of regression are learned: "standard" (None, too), "std" or "none".
    `vocabulary` "all" gives weights to labels and pairs of validation graphs, too. `learning_rate_of` and
    `weight_decay_of` are those of some layers: ``{0: 0.001}``.
    `batch_nodes` is the number of nodes of a mini-batch, where nodes are predicted; 0: whole graphs.
    `shards` divides batches into parts whose gradients are added along a tree, as in a training over several processes; None: one.
    `random_state` 42 is the seed of the program. The other settings are those of docs/models.md; None means the
    default of the choice, the optimizer or the task.

    >>> import sharegnn as sg
    >>> clf = sg.GraphClassifier("wl:1 @ distance 0..1", "wl:1", epochs=5)
    >>> clf.fit(["CCO", "CCN", "CCCO", "CCCN"], ["O", "N", "O", "N"]).predict_proba(["CCO"]).shape
    (1, 2)
    >>> clf.classes_.tolist()
    ['N', 'O']
    """

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> "GraphClassifier":
        """Fit to graphs and their classes; without `y`, to the classes of the data set."""
        data = _graphs(X, y, "NodeClassifier")
        values = plain(data.y if y is None else y, "y")
        if values.ndim == 0:
            raise no_values(data, "classes")
        if values.ndim == 2 and values.shape[1] == 1:
            values = values[:, 0]
        if len(values) != len(data) or values.ndim > 2:
            found = f"{len(values)} values" if values.ndim < 3 else f"{values.ndim} dimensions"
            raise ValueError(f"y: it has {found}, but there are {len(data)} graphs, with a class or a row of 0 and 1 for each")
        if values.ndim == 2:
            return self._fit_labels(data, y, values, sample_weight)
        if values.dtype.kind in "OUS":
            none_missing(values, "y", "graph")
            values = as_words(values, "y") if are_words(values) else np.array(values.tolist())
        if values.dtype.kind == "f" and not (np.isfinite(values) & (values == np.floor(values))).all():
            raise ValueError("y: classes are whole numbers or words, none missing; GraphRegressor predicts other numbers")
        self.classes_ = np.unique(values)
        if len(self.classes_) < 2:
            raise ValueError(f"y: there is only one class, {self.classes_[0]!r}")
        if not _has_classes(data, values):
            data = data.with_y(values, as_targets=False)
        weight = item_weights(sample_weight, self.class_weight, values, self.classes_)
        self._train(data, "classification", weight)
        return self

    def _fit_labels(self, data: Dataset, y: Any, values: Array, sample_weight: Any) -> "GraphClassifier":
        if self.class_weight is not None:
            raise ValueError("class_weight: it is for one column of classes; use sample_weight")
        targets = some_known(yes_or_no(values, "y"))
        data = with_targets(data, y, targets)
        self.classes_ = np.arange(targets.shape[1])
        self._train(data, "multilabel", item_weights(sample_weight, None, values, self.classes_))
        return self


def _graphs(X: Any, y: Any, of_nodes: str) -> Dataset:
    """The graphs to fit to; where `y` is missing, they must have classes or targets of their own."""
    data = as_dataset(X)
    if y is None and data.item == "node":
        raise ValueError(f"y: the data has classes or targets of nodes, which {of_nodes} learns; give those of graphs")
    return data


def _has_classes(data: Dataset, values: Array) -> bool:
    """Whether the data set has these very classes already, and no others."""
    own, classes = data.y, data.classes
    if data.item != "graph" or own is None or classes is None or len(classes) != len(np.unique(own)):
        return False
    if are_words(values) != are_words(own) or values.dtype.kind == "b":
        return False
    return bool((own == values).all())


class GraphRegressor(Regressor):
    """Numbers that belong to graphs, one or several; NaN in `y` is a missing target.

    The settings are those of :class:`GraphClassifier`.

    >>> import sharegnn as sg
    >>> reg = sg.GraphRegressor("label @ distance 0..1", "label", epochs=100, learning_rate=0.1)
    >>> reg.fit(["C", "CC", "CCC", "CCCC"], [1.0, 2.0, 3.0, 4.0]).predict(["CCC"]).shape
    (1,)
    """

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> "GraphRegressor":
        """Fit to graphs and their targets; without `y`, to those of the data set."""
        if self.class_weight is not None:
            raise ValueError("class_weight: regression has no classes; use sample_weight")
        data = _graphs(X, y, "NodeRegressor")
        own = data.targets if data.targets is not None else data.y
        values = plain(own if y is None else y, "y")
        if values.ndim == 0 or (y is None and own is None):
            raise no_values(data, "targets")
        targets = real(values, "y", missing=True)
        if len(targets) != len(data) or targets.ndim > 2:
            found = f"{len(targets)} values" if targets.ndim < 3 else f"{targets.ndim} dimensions"
            raise ValueError(f"y: it has {found}, but there are {len(data)} graphs, with a value or a row for each")
        some_known(targets)
        self._one_column = targets.ndim == 1 or (y is None and targets.shape[1] == 1)
        table = targets.reshape(len(targets), -1)
        data = with_targets(data, y, table)
        self._train(data, "regression", item_weights(sample_weight, None, values, np.zeros(0)))
        return self
