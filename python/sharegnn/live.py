"""Graphs that change: edits, and predictions that follow them.

>>> import sharegnn as sg
>>> clf = sg.GraphClassifier("label @ distance 0..2", "label", epochs=20, learning_rate=0.1)
>>> clf = clf.fit(["CCO", "CCN", "CCCO", "CCCN"], ["alcohol", "amine", "alcohol", "amine"])
>>> live = sg.Live(clf, ["CCO"])
>>> before = live.predict_proba(0)
>>> live.set_node(2, label=sg.from_smiles(["CCN"])[0].node_labels[2, 0])
>>> live.predict(0)
'amine'
>>> live.undo()
0
>>> bool((live.predict_proba(0) == before).all())
True
"""
from __future__ import annotations

import ctypes
from typing import Any, Optional

import numpy as np

from . import _structs
from ._arrays import real, whole
from ._gate import Gate
from ._library import Array, Watch, a_kind, address, call, lib, new, opened, read, utf8
from .data import Dataset
from .model import Model


class Live:
    """A copy of some graphs that can be edited, and a model that predicts them as they are now.

    `model` is a fitted estimator or a :class:`Model` that predicts graphs.  An edit computes anew only what it can
    reach.  Nodes keep their numbers when others are removed.  Every edit names its graph; the default is the first.
    """

    def __init__(self, model: Any, graphs: Any, budget: int = 0) -> None:
        if not isinstance(model, Model) and not hasattr(model, "_fitted"):
            raise TypeError(f"model: a fitted estimator or a Model is needed, not {a_kind(model)}")
        self.model: Model = model if isinstance(model, Model) else model._fitted()
        data = self.model._data(graphs)
        self._n_labels = {"node": int(data._sizes.n_node_labels), "edge": int(data._sizes.n_edge_labels)}
        self._n_attributes = {"node": int(data._sizes.n_node_attributes), "edge": int(data._sizes.n_edge_attributes)}
        self._alone = Gate("a live data set")
        options = new(_structs.sg_label_options, budget=budget)
        arguments = (self.model.handle, data._handle, ctypes.byref(options))
        with self.model.gate.using():
            self._handle = opened(lib.sg_live_close, lib.sg_live_open, *arguments, keep=(self.model.handle,))

    def _sizes(self) -> Any:
        return read(_structs.sg_live_size, lib.sg_live_sizes, self._handle)

    def __len__(self) -> int:
        return int(self._sizes().n_graphs)

    def __repr__(self) -> str:
        s = self._sizes()
        return f"<Live: {s.n_graphs} graph{'s' * (s.n_graphs != 1)}, {s.n_nodes} nodes, {s.n_edges} edges>"

    @property
    def n_undo(self) -> int:
        """How many edits can be taken back."""
        return int(self._sizes().n_undo)

    @property
    def is_local(self) -> bool:
        """Whether edits compute no more than they reach; `reason` says why not."""
        return bool(self._sizes().is_local)

    @property
    def reason(self) -> str:
        """Why an edit computes its graph anew; "" where it does not."""
        return str(self._sizes().reason.decode())

    # ---- Edits ----

    def _row(self, values: Any, n: int, what: str, dtype: Any) -> Optional[Array]:
        if values is None:
            return None
        row = whole(values, what, dtype) if dtype is np.int32 else real(values, what)
        row = np.atleast_1d(row)
        if row.shape != (n,):
            raise ValueError(f"{what}: {row.size} numbers, but the data has {n}")
        return row

    def _edit(self, kind: int, of: str, graph: int, node: int, other: int, label: Any, attributes: Any) -> int:
        labels = self._row(label, self._n_labels[of], "label", np.int32)
        numbers = self._row(attributes, self._n_attributes[of], "attributes", np.float64)
        for value, what in ((graph, "graph"), (node, "node"), (other, "node")):
            if not 0 <= int(value) < 2**32:
                raise ValueError(f"{what}: there is none with the number {value}")
        change = new(_structs.sg_live_change, kind=kind, graph=int(graph), node=int(node), other=int(other))
        change.label, change.attribute = address(labels), address(numbers)
        made = ctypes.c_uint32()
        with self._alone.changing(), self.model.gate.using(), Watch():
            call(lib.sg_live_edit, ctypes.byref(made), self._handle, ctypes.byref(change))
        return int(made.value)

    def add_edge(self, u: int, v: int, graph: int = 0, label: Any = None, attributes: Any = None) -> None:
        """Join two nodes of a graph."""
        self._edit(_structs.SG_LIVE_ADD_EDGE, "edge", graph, u, v, label, attributes)

    def remove_edge(self, u: int, v: int, graph: int = 0) -> None:
        """Part two nodes of a graph."""
        self._edit(_structs.SG_LIVE_REMOVE_EDGE, "edge", graph, u, v, None, None)

    def add_node(self, graph: int = 0, label: Any = None, attributes: Any = None) -> int:
        """Add a node; its number."""
        return self._edit(_structs.SG_LIVE_ADD_NODE, "node", graph, 0, 0, label, attributes)

    def remove_node(self, node: int, graph: int = 0) -> None:
        """Remove a node with its edges."""
        self._edit(_structs.SG_LIVE_REMOVE_NODE, "node", graph, node, 0, None, None)

    def set_node(self, node: int, graph: int = 0, label: Any = None, attributes: Any = None) -> None:
        """Give a node another label or other attributes; None leaves them as they are."""
        self._edit(_structs.SG_LIVE_SET_NODE, "node", graph, node, 0, label, attributes)

    def edit(self, text: str) -> int:
        """An edit as `sharegnn watch` reads it: ``{"add":"edge","nodes":[0,5]}``; the graph that it changed."""
        graph = ctypes.c_uint32()
        line = utf8(text) or b""
        with self._alone.changing(), self.model.gate.using(), Watch():
            call(lib.sg_live_edit_json, ctypes.byref(graph), None, self._handle, line, len(line), None)
        return int(graph.value)

    def undo(self) -> int:
        """Take back the last edit; the graph that it was made in."""
        graph = ctypes.c_uint32()
        with self._alone.changing(), self.model.gate.using(), Watch():
            call(lib.sg_live_undo, ctypes.byref(graph), self._handle)
        return int(graph.value)

    # ---- Predictions ----

    def scores(self, graph: int = 0) -> Array:
        """[outputs] probabilities of classes or labels, or values of targets, of a graph as it is now."""
        score = np.empty(self.model.n_outputs)
        if not 0 <= int(graph) < len(self):
            raise IndexError(f"there is no graph {graph}; there are {len(self)}")
        with self._alone.changing(), self.model.gate.using(), Watch():
            call(lib.sg_live_predict, address(score), self._handle, int(graph))
        return score

    def predict_proba(self, graph: int = 0) -> Array:
        """Probabilities of classes or labels, in the order of ``model.classes``."""
        if self.model.task == "regression":
            raise AttributeError("a model for regression has no probabilities")
        return self.scores(graph)

    def predict(self, graph: int = 0) -> Any:
        """The class, the value of the target or targets, or 0 and 1 for every label."""
        score, classes = self.scores(graph), self.model.classes
        if classes is not None:
            return classes[self.model.said(score).argmax()].item()
        if self.model.task == "multilabel":
            return self.model.said(score)
        return float(score[0]) if len(score) == 1 else score

    def dataset(self) -> Dataset:
        """The graphs as they are now; nodes are numbered without gaps."""
        return Dataset(opened(lib.sg_data_close, lib.sg_live_data, self._handle))
