"""NodeClassifier and NodeRegressor: classes and numbers that belong to nodes.

>>> import sharegnn as sg
>>> from sklearn.model_selection import cross_val_score
>>> data = sg.from_smiles(["CCO", "CCCO", "CCCCO", "CCN"] * 5)
>>> degree = [len(graph.arcs[graph.arcs[:, 0] == v]) for graph in data for v in range(graph.n_nodes)]
>>> clf = sg.NodeClassifier("degree @ distance 0..1 x4", epochs=50, learning_rate=0.1)
>>> cross_val_score(clf, data.nodes, degree, cv=3).mean()
1.0
"""
from __future__ import annotations

import inspect
from typing import Any, Optional, Sequence

import numpy as np

from ._arrays import are_missing, are_words, names_of, plain, real, yes_or_no
from ._estimator import Classifier, Estimator, Regressor, item_weights, no_values, some_known
from ._library import Array
from .data import Dataset
from .inputs import as_nodes, flat_values
from ._design import Design
from .model import Model
from .nodes import Nodes

_TRAIN_AND_VALIDATION = (0, 1)  # of Dataset.part


class _NodeEstimator(Estimator):
    """A network without a decoder: encoders, and a linear layer with the outputs of every node."""

    def __init__(
        self,
        encoder: Any = None,
        *,
        layers: Optional[Sequence[Any]] = None,
        **settings: Any,
    ) -> None:
        super().__init__(encoder, None, layers=layers, **settings)

    def _settings(self, chooses: bool) -> dict[str, Any]:
        settings = super()._settings(chooses)
        if settings["init"] is None and not chooses:
            settings["init"] = "he"
        return settings

    def _design(self, task: str, start: Optional[Model]) -> Design:
        layers = self.layers
        if layers is None and self.encoder is not None:
            many = self.encoder if isinstance(self.encoder, (list, tuple)) else [self.encoder]
            heads = [list(map(str, e)) if isinstance(e, (list, tuple)) else [str(e)] for e in many]
            last = {"linear": {"outputs": "classes" if task == "classification" else "targets"}}
            layers = [*({"encoder": {"heads": h, "activation": "tanh"}} for h in heads), last]
        return Design(
            layers=layers,
            input=self.input,
            noise=self.noise,
            scale=self.scale,
            task=task,
            from_model=start if layers is None else None,
        )

    def _fit(self, nodes: Nodes, data: Dataset, task: str, known: Array, weight: Optional[Array], own: bool) -> None:
        """Train on the nodes that have a value; where the data has parts and its own values, on these."""
        everything = None
        if weight is not None:
            everything = np.zeros(data.n_nodes)
            everything[nodes.numbers] = weight
        divided = own and len(nodes) == data.n_nodes and data.part is not None
        if divided and isinstance(self.validation, (int, float)):
            raise ValueError(
                f"validation: the data set says which nodes train, validate and test, and {self.validation!r} says "
                "something else; leave one of them out, or fit to some of the nodes, as in data.nodes[train]"
            )
        if divided and data.part is not None and self.validation is not None:  # who names the nodes that validate does not mean to train on tests
            known = known & np.isin(data.part[nodes.numbers], _TRAIN_AND_VALIDATION)
        by_parts = divided and self.validation is None
        self._train(data, task, everything, nodes.numbers[known].astype(np.uint32), by_parts)


def _signature() -> inspect.Signature:
    """All settings but the decoder, with the defaults of nodes."""
    own = inspect.signature(_NodeEstimator.__init__).parameters
    every = inspect.signature(Estimator.__init__).parameters
    return inspect.Signature([own.get(name, p) for name, p in every.items() if name != "decoder"])


setattr(_NodeEstimator.__init__, "__signature__", _signature())


def _values(X: Any, y: Any, what: str) -> tuple[Nodes, Array]:
    """The nodes to fit to, and a value for each of them."""
    nodes = as_nodes(X)
    values = plain(nodes.y, "y") if y is None else flat_values(y, nodes.data.graph_offset, "y")
    if values.ndim == 0:
        raise no_values(nodes.data, f"{what} of nodes")
    if len(values) != len(nodes):
        raise ValueError(f"y: it has {len(values)} values, but there are {len(nodes)} nodes")
    return nodes, values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values


def _with_values(nodes: Nodes, values: Array, as_targets: bool, names: Optional[list[str]] = None) -> Dataset:
    """The data set with values of these nodes, and none of the others."""
    shape = (nodes.data.n_nodes, *values.shape[1:])
    full: Array = np.full(shape, np.nan) if values.dtype.kind in "iubf" else np.full(shape, None, dtype=object)
    full[nodes.numbers] = values
    return nodes.data.with_node_y(full, as_targets, names)


class NodeClassifier(Classifier, _NodeEstimator):
    """Classes of nodes, or with a `y` of several columns yes and no for each of them.

    `X` is a data set, graphs, or some nodes (``data.nodes[train]``): training sees their whole graphs, and the
    classes of these nodes alone.  `y` has a class for each of them; NaN, None and "" are missing.  `encoder` says
    what the network is made of, before a linear layer; a list is several layers, or `layers` lists all of them.
    Without them the data chooses (docs/choice.md).
    Where the data set says what nodes are for, fitting to it without `y` obeys.

    >>> import sharegnn as sg
    >>> clf = sg.NodeClassifier("label @ distance 0..1 x4", epochs=100, learning_rate=0.1)
    >>> clf = clf.fit(["CCO", "CO", "CCCO"], [["no", "yes", "no"], ["yes", "no"], ["no", "no", "yes", "no"]])
    >>> clf.predict("CCCCO").tolist()
    ['no', 'no', 'no', 'yes', 'no']
    """

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> "NodeClassifier":
        """Fit to nodes and their classes; without `y`, to those of the data set."""
        nodes, values = _values(X, y, "classes")
        if values.ndim == 2:
            return self._fit_labels(nodes, y, values, sample_weight)
        missing = are_missing(values)
        present = values[~missing].astype(str) if are_words(values) else values[~missing]
        if present.dtype.kind == "f":
            if not (present == np.floor(present)).all():
                raise ValueError("y: classes are whole numbers or words; NodeRegressor predicts other numbers")
            present = present.astype(np.int64)
        elif present.dtype.kind == "O":
            present = present.astype(np.int64)
        data, own = nodes.data, _has_classes(nodes, present, missing)
        if not own:
            data = _with_values(nodes, values, False)
        self.classes_ = np.sort(plain(data.classes, "classes")) if own else np.unique(present)
        if len(self.classes_) < 2:
            raise ValueError("y: at least two classes are needed")
        weight = np.zeros(len(nodes))
        found = item_weights(None if sample_weight is None else plain(sample_weight, "sample_weight")[~missing],
                             self.class_weight, present, self.classes_)  # fmt: skip
        weight[~missing] = 1.0 if found is None else found
        self._fit(nodes, data, "classification", ~missing, None if found is None else weight, own and y is None)
        return self

    def _fit_labels(self, nodes: Nodes, y: Any, values: Array, sample_weight: Any) -> "NodeClassifier":
        if self.class_weight is not None:
            raise ValueError("class_weight: it is for one column of classes; use sample_weight")
        targets = some_known(yes_or_no(values, "y"))
        data, own = _with_targets(nodes, y, targets)
        self.classes_ = np.arange(targets.shape[1])
        weight = item_weights(sample_weight, None, values, self.classes_)
        self._fit(nodes, data, "multilabel", ~np.isnan(targets).all(axis=1), weight, own)
        return self


def _has_classes(nodes: Nodes, present: Array, missing: Array) -> bool:
    """Whether the nodes have these very classes in the data set."""
    own = nodes.y
    if own is None or nodes.data.classes is None or not (are_missing(own) == missing).all():
        return False
    if are_words(present) != are_words(own):
        return False
    return bool((own[~missing] == present).all())


def _with_targets(nodes: Nodes, y: Any, targets: Array) -> tuple[Dataset, bool]:
    """The data set with these targets, called as `y` calls them, and whether they are its own."""
    table = targets.reshape(len(targets), -1)
    own = nodes.data.targets if nodes.data.item == "node" else None
    if own is not None and np.array_equal(own[nodes.numbers], table, equal_nan=True):
        return nodes.data, True
    return _with_values(nodes, table, True, names_of(y)), False


class NodeRegressor(Regressor, _NodeEstimator):
    """Numbers that belong to nodes, one or several; NaN in `y` is a missing target.

    `X` and the settings are those of :class:`NodeClassifier`.

    >>> import sharegnn as sg
    >>> reg = sg.NodeRegressor("degree @ distance 0..1 x4", epochs=100, learning_rate=0.1)
    >>> reg.fit(["CCO", "CCC"], [1.0, 2.0, 1.0, 1.0, 2.0, 1.0]).predict("CCCC").shape
    (4,)
    """

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> "NodeRegressor":
        """Fit to nodes and their targets; without `y`, to those of the data set."""
        if self.class_weight is not None:
            raise ValueError("class_weight: regression has no classes; use sample_weight")
        nodes, values = _values(X, y, "targets")
        targets = some_known(real(values, "y", missing=True))
        self._one_column = targets.ndim == 1
        data, own = _with_targets(nodes, y, targets)
        known = ~np.isnan(targets.reshape(len(targets), -1)).all(axis=1)
        weight = item_weights(sample_weight, None, values, np.zeros(0))
        self._fit(nodes, data, "regression", known, weight, own and y is None)
        return self
