"""Data sets: many graphs with their labels, attributes, classes and targets.

>>> import sharegnn as sg
>>> triangle = ([(0, 1), (1, 2), (2, 0)], [6, 6, 7])
>>> path = ([(0, 1)], [6, 8])
>>> data = sg.from_graphs([triangle, path], y=[1, 0])
>>> data
<Dataset: 2 graphs, 2.5 nodes (2 .. 3), 2.0 edges (1 .. 3), 3 node labels, 2 classes>
>>> data.y
array([1, 0])
>>> data[0].edges.tolist()
[[0, 1], [0, 2], [1, 2]]
>>> len(data[[1, 0, 1]])
3
"""
from __future__ import annotations

import ctypes
import itertools
import os
from functools import cached_property
from typing import Any, Iterable, Iterator, Optional, Sequence, Union, overload

import numpy as np

from . import _convert, _structs
from ._arrays import Words, columns as as_columns, plain, real, whole
from ._columns import Columns, build
from ._convert import Keys
from ._library import Array, Handle, Watch, address, call, lib, new, opened, read, text_of, threads, utf8, view
from .errors import MissingPackageError


class Dataset:
    """Many graphs, numbered through as one large graph.

    It indexes like an array of graphs: ``data[3]`` is a :class:`Graph`; ``data[10:20]``, ``data[mask]`` and
    ``data[[5, 3]]`` are data sets.  ``shape`` is ``(n,)``, so that scikit-learn splits it as it is.  Arrays are
    views without copies, and read-only.
    """

    ndim = 1

    def __init__(self, handle: Handle, name: Optional[str] = None) -> None:
        self._handle = handle
        self._sizes = read(_structs.sg_data_size, lib.sg_data_sizes, handle)
        self._view = read(_structs.sg_data_arrays, lib.sg_data_view, handle)
        #: SMILES that could not be read and were left out: their numbers, and why
        self.skipped: dict[int, str] = {}
        self.name: str = name if name is not None else (lib.sg_data_name(handle) or b"").decode()

    # ---- Sizes ----

    def __len__(self) -> int:
        return int(self._sizes.n_graphs)

    @property
    def shape(self) -> tuple[int]:
        """The number of graphs, as scikit-learn wants it."""
        return (len(self),)

    @property
    def n_nodes(self) -> int:
        """The nodes of all graphs."""
        return int(self._sizes.n_nodes)

    @property
    def n_edges(self) -> int:
        """The edges of all graphs, each counted once."""
        return int(self._sizes.n_arcs) // 2

    @property
    def nbytes(self) -> int:
        """The memory that the data set occupies."""
        return int(self._sizes.n_bytes)

    @property
    def fingerprint(self) -> int:
        """A hash of the content, the same on every machine."""
        return int(lib.sg_data_fingerprint(self._handle))

    # ---- Arrays, without copies ----

    def _array(self, name: str, shape: tuple[int, ...], dtype: Any) -> Optional[Array]:
        return view(self._handle, getattr(self._view, name), shape, dtype)

    @cached_property
    def graph_offset(self) -> Array:
        """[graphs + 1] the first node of each graph."""
        found = self._array("graph_offset", (len(self) + 1,), np.uint32)
        return found if found is not None else np.zeros(1, np.uint32)

    @cached_property
    def arc_offset(self) -> Array:
        """[nodes + 1] where the neighbors of each node begin."""
        found = self._array("arc_offset", (self.n_nodes + 1,), np.uint32)
        return found if found is not None else np.zeros(self.n_nodes + 1, np.uint32)

    @cached_property
    def neighbor(self) -> Array:
        """[arcs] the neighbors of all nodes; every edge is there twice."""
        found = self._array("neighbor", (int(self._sizes.n_arcs),), np.uint32)
        return found if found is not None else np.zeros(0, np.uint32)

    @cached_property
    def node_labels(self) -> Optional[Array]:
        """[nodes][columns] the labels of nodes; None where there are none."""
        return self._array("node_label", (self.n_nodes, int(self._sizes.n_node_labels)), np.int32)

    @cached_property
    def node_attributes(self) -> Optional[Array]:
        """[nodes][columns] the attributes of nodes."""
        return self._array("node_attribute", (self.n_nodes, int(self._sizes.n_node_attributes)), np.float64)

    @cached_property
    def edge_labels(self) -> Optional[Array]:
        """[arcs][columns] the labels of edges, in both directions."""
        shape = (int(self._sizes.n_arcs), int(self._sizes.n_edge_labels))
        return self._array("edge_label", shape, np.int32)

    @cached_property
    def edge_attributes(self) -> Optional[Array]:
        """[arcs][columns] the attributes of edges, in both directions."""
        shape = (int(self._sizes.n_arcs), int(self._sizes.n_edge_attributes))
        return self._array("edge_attribute", shape, np.float64)

    @cached_property
    def class_number(self) -> Optional[Array]:
        """[graphs] the number of each graph's class, from 0."""
        return self._array("graph_class", (len(self),), np.uint32)

    @cached_property
    def targets(self) -> Optional[Array]:
        """[graphs][columns] the targets; NaN is a missing one."""
        return self._array("target", (len(self), int(self._sizes.n_targets)), np.float64)

    @cached_property
    def part(self) -> Optional[Array]:
        """[graphs] what each graph is for: 0 training, 1 validation, 2 test, 3 nothing."""
        return self._array("part", (len(self),), np.uint8)

    # ---- Names ----

    @cached_property
    def classes(self) -> Optional[Array]:
        """The names of the classes: whole numbers or words."""
        n = int(self._sizes.n_classes)
        if n == 0:
            return None
        words = [lib.sg_data_class_word(self._handle, c) for c in range(n)]
        if all(w is not None for w in words):
            return np.array([w.decode() for w in words])
        return self._array("class_name", (n,), np.int64)

    @cached_property
    def target_names(self) -> list[str]:
        """The names of the columns of targets."""
        found = [lib.sg_data_target_name(self._handle, c) for c in range(int(self._sizes.n_targets))]
        return [name.decode() if name else str(c) for c, name in enumerate(found)]

    @cached_property
    def ids(self) -> Array:
        """What the graphs are called, or their numbers."""
        found = [lib.sg_data_graph_id(self._handle, g) for g in range(len(self))]
        if all(i is None for i in found):
            return np.arange(len(self))
        return np.array([str(g) if i is None else i.decode() for g, i in enumerate(found)], dtype=object)

    @property
    def form(self) -> Optional[str]:
        """How molecules were read, as settings of docs/molecules.md; None: as they were written."""
        found = lib.sg_data_form(self._handle)
        return None if found is None else str(found.decode())

    def node_label_name(self, number: int) -> Optional[str]:
        """What a label of nodes is called, where the data says so."""
        found = lib.sg_data_node_label_name(self._handle, int(number))
        return None if found is None else str(found.decode())

    def edge_label_name(self, number: int) -> Optional[str]:
        """What a label of edges is called, where the data says so."""
        found = lib.sg_data_edge_label_name(self._handle, int(number))
        return None if found is None else str(found.decode())

    @property
    def y(self) -> Optional[Array]:
        """What there is to predict: classes, or targets (one column as a plain array)."""
        classes, numbers = self.classes, self.class_number
        if classes is not None and numbers is not None:
            return classes[numbers]
        targets = self.targets
        if targets is None:
            return None
        return targets[:, 0] if targets.shape[1] == 1 else targets

    # ---- Choosing ----

    @overload
    def __getitem__(self, key: int) -> "Graph": ...

    @overload
    def __getitem__(self, key: Union[slice, Sequence[int], Array]) -> "Dataset": ...

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, tuple) and len(key) == 1:
            key = key[0]
        if isinstance(key, (int, np.integer)) and not isinstance(key, bool):
            number = int(key) + (len(self) if key < 0 else 0)
            if not 0 <= number < len(self):
                raise IndexError(f"there is no graph {key}; there are {len(self)}")
            return Graph(self, number)
        if isinstance(key, slice):
            return self._select(np.arange(len(self), dtype=np.int64)[key])
        chosen = plain(key, "index")
        if chosen.ndim != 1:
            raise IndexError(f"an index with {chosen.ndim} dimensions chooses no graphs")
        if chosen.dtype.kind == "b":
            if len(chosen) != len(self):
                raise IndexError(f"the mask has {len(chosen)} values, but there are {len(self)} graphs")
            return self._select(np.flatnonzero(chosen))
        numbers = whole(chosen, "index", np.int64)
        numbers = np.where(numbers < 0, numbers + len(self), numbers)
        if ((numbers < 0) | (numbers >= len(self))).any():
            wrong = chosen[(numbers < 0) | (numbers >= len(self))][0]
            raise IndexError(f"there is no graph {wrong}; there are {len(self)}")
        return self._select(numbers)

    def _select(self, numbers: Array) -> "Dataset":
        chosen = np.ascontiguousarray(numbers, dtype=np.uint32)
        handle = opened(lib.sg_data_close, lib.sg_data_select, self._handle, address(chosen), len(chosen))
        return Dataset(handle, self.name)

    def __iter__(self) -> Iterator["Graph"]:
        return (Graph(self, i) for i in range(len(self)))

    # ---- Changing ----

    def _as_columns(self) -> Columns:
        """The arrays of the data set as they are handed to the library."""
        made = Columns(self.graph_offset, name=self.name, arc_offset=self.arc_offset, neighbor=self.neighbor)
        made.keep = (self._handle,)
        made.node_attribute, made.edge_attribute = self.node_attributes, self.edge_attributes
        made.part = self.part
        _take_labels(made, self, "node")
        _take_labels(made, self, "edge")
        made.form = self.form
        if self.ids.dtype == object:
            made.graph_id = Words(self.ids, "ids")
        return made

    def with_y(self, y: Any, as_targets: bool = False, target_names: Optional[list[str]] = None) -> "Dataset":
        """The same graphs with other classes or targets; nothing of the graphs is copied.

        >>> import sharegnn as sg
        >>> data = sg.from_smiles(["CCO", "CC"])
        >>> data.with_y([0.5, float("nan")], as_targets=True).y
        array([0.5, nan])
        """
        return Dataset(build(self._as_columns().with_y(y, as_targets, target_names), borrow=True), self.name)

    def __getstate__(self) -> dict[str, Any]:
        c = self._as_columns()
        arrays = ("graph_offset", "arc_offset", "neighbor", "node_label", "node_attribute", "edge_label")
        state = {name: _copy(getattr(c, name)) for name in (*arrays, "edge_attribute", "part")}
        for name in ("node", "edge"):
            state[f"{name}_names"] = getattr(c, f"{name}_label_name")
            state[f"{name}_words"] = _words(self, name)
        ids = self.ids if self.ids.dtype == object else None
        return {**state, "ids": ids, "name": self.name, "y": _copy(self.y), "target_names": self.target_names,
                "as_targets": self.classes is None, "form": self.form}  # fmt: skip

    def __setstate__(self, state: dict[str, Any]) -> None:
        c = Columns(state["graph_offset"], name=state["name"])
        for name in ("arc_offset", "neighbor", "node_attribute", "edge_attribute", "part"):
            setattr(c, name, state[name])
        for name in ("node", "edge"):
            words = state[f"{name}_words"]
            if words is not None:
                setattr(c, f"{name}_label_word", Words(words, name))
            else:
                setattr(c, f"{name}_label", state[f"{name}_label"])
                setattr(c, f"{name}_label_name", state[f"{name}_names"])
        if state["ids"] is not None:
            c.graph_id = Words(state["ids"], "ids")
        c.form = state["form"]
        c = c.with_y(state["y"], state["as_targets"], state["target_names"] or None)
        self.__init__(build(c), state["name"])  # type: ignore[misc]

    # ---- Showing and writing ----

    def summary(self, n_jobs: Optional[int] = None) -> dict[str, Any]:
        """The row of the paper's data set tables.

        >>> import sharegnn as sg
        >>> sg.make("CSL").summary()["diameter"]["max"]
        10
        """
        with Watch():
            s = read(_structs.sg_data_summary, lib.sg_data_summarize, self._handle, threads(n_jobs))
        row: dict[str, Any] = {"graphs": int(s.n_graphs)}
        for name in ("nodes", "edges", "diameter"):
            r = getattr(s, name)
            row[name] = {"max": int(r.max), "avg": float(r.avg), "min": int(r.min)}
        return {**row, "node_labels": int(s.node_labels), "classes": int(s.classes), "components": int(s.components)}

    def repairs(self) -> dict[str, int]:
        """What was done to make the graphs simple and undirected."""
        r = read(_structs.sg_graph_repairs, lib.sg_data_repairs, self._handle)
        return {"self_loops": int(r.self_loops), "duplicates": int(r.duplicates), "one_way": int(r.one_way)}

    def __repr__(self) -> str:
        words = [f"{len(self)} graph{'s' * (len(self) != 1)}"]
        if len(self):
            nodes = np.diff(self.graph_offset.astype(np.int64))
            edges = np.diff(self.arc_offset[self.graph_offset].astype(np.int64)) // 2
            for name, n in (("nodes", nodes), ("edges", edges)):
                words.append(f"{n.mean():.1f} {name} ({n.min()} .. {n.max()})")
        if self.node_labels is not None:
            n_labels = len(np.unique(self.node_labels[:, 0]))
            words.append(f"{n_labels} node label{'s' * (n_labels != 1)}")
        if self.classes is not None:
            words.append(f"{len(self.classes)} class{'es' * (len(self.classes) != 1)}")
        if self.targets is not None:
            words.append(f"{self.targets.shape[1]} target{'s' * (self.targets.shape[1] != 1)}")
        name = f" {self.name}" if self.name not in ("", "arrays") else ""
        return f"<Dataset{name}: {', '.join(words)}>"

    def to_networkx(self) -> list[Any]:
        """The graphs as networkx graphs, with `label` and `attributes` of nodes and edges."""
        return [graph.to_networkx() for graph in self]

    def to_pyg(self) -> list[Any]:
        """The graphs as torch_geometric.data.Data; :meth:`Graph.pyg_members` says what becomes what."""
        try:
            import torch
            from torch_geometric.data import Data
        except ImportError:
            raise MissingPackageError("to_pyg needs the packages torch and torch_geometric") from None
        return [Data(**{k: torch.as_tensor(v) for k, v in g.pyg_members().items()}) for g in self]

    def to_json(self, path: Any) -> None:
        """Write the graphs as JSON lines, which :func:`load` reads again."""
        with open(path, "w", encoding="utf-8") as file:
            for g in range(len(self)):
                file.write(text_of(lib.sg_data_graph_json, self._handle, g))

    def write(self, folder: Any, name: Optional[str] = None, replace: bool = False) -> None:
        """Write FOLDER/NAME/ in TU Dortmund's format."""
        call(lib.sg_data_write, self._handle, utf8(folder), utf8(name or self.name), replace)


def _copy(array: Optional[Array]) -> Optional[Array]:
    return None if array is None else np.array(array)


def _words(data: Dataset, what: str) -> Optional[Array]:
    """The labels of nodes or edges where they are words."""
    values = data.node_labels if what == "node" else data.edge_labels
    if values is None or values.shape[1] != 1 or len(values) == 0:
        return None
    distinct, which = np.unique(values[:, 0], return_inverse=True)
    word = lib.sg_data_node_label_word if what == "node" else lib.sg_data_edge_label_word
    found = [word(data._handle, int(v)) for v in distinct]
    if any(w is None for w in found):
        return None
    words: Array = np.array([w.decode() for w in found])[which]
    return words


def _take_labels(c: Columns, data: Dataset, what: str) -> None:
    values = data.node_labels if what == "node" else data.edge_labels
    if values is None:
        return
    words = _words(data, what)
    if words is not None:
        setattr(c, f"{what}_label_word", Words(words, what))
        return
    setattr(c, f"{what}_label", values)
    name = data.node_label_name if what == "node" else data.edge_label_name
    names = {int(v): name(int(v)) for v in np.unique(values[:, 0])}
    setattr(c, f"{what}_label_name", {v: n for v, n in names.items() if n is not None})


class Graph:
    """One graph of a data set; its arrays are views, but for the numbers of nodes, which begin at 0."""

    def __init__(self, data: Dataset, number: int) -> None:
        self.data = data
        self.number = number
        self._nodes = slice(int(data.graph_offset[number]), int(data.graph_offset[number + 1]))
        self._arcs = slice(int(data.arc_offset[self._nodes.start]), int(data.arc_offset[self._nodes.stop]))

    @property
    def n_nodes(self) -> int:
        """The number of nodes."""
        return int(self._nodes.stop - self._nodes.start)

    @property
    def n_edges(self) -> int:
        """The number of edges."""
        return int(self._arcs.stop - self._arcs.start) // 2

    @property
    def arcs(self) -> Array:
        """[arcs][2] every edge in both directions."""
        ends = self.data.neighbor[self._arcs].astype(np.int64) - self._nodes.start
        degrees = np.diff(self.data.arc_offset[self._nodes.start : self._nodes.stop + 1].astype(np.int64))
        return np.stack([np.repeat(np.arange(self.n_nodes), degrees), ends], axis=1)

    @property
    def edges(self) -> Array:
        """[edges][2] every edge once, the smaller node first."""
        arcs = self.arcs
        return arcs[arcs[:, 0] < arcs[:, 1]]

    def _rows(self, name: str, of_edges: bool) -> Optional[Array]:
        values: Optional[Array] = getattr(self.data, name)
        if values is None or not of_edges:
            return None if values is None else values[self._nodes]
        arcs = self.arcs
        return values[self._arcs][arcs[:, 0] < arcs[:, 1]]

    @property
    def node_labels(self) -> Optional[Array]:
        """[nodes][columns]"""
        return self._rows("node_labels", False)

    @property
    def node_attributes(self) -> Optional[Array]:
        """[nodes][columns]"""
        return self._rows("node_attributes", False)

    @property
    def edge_labels(self) -> Optional[Array]:
        """[edges][columns]"""
        return self._rows("edge_labels", True)

    @property
    def edge_attributes(self) -> Optional[Array]:
        """[edges][columns]"""
        return self._rows("edge_attributes", True)

    @property
    def y(self) -> Any:
        """The class or the targets of the graph."""
        y = self.data.y
        return None if y is None else y[self.number]

    @property
    def id(self) -> Any:
        """What the graph is called, or its number."""
        return self.data.ids[self.number]

    def __repr__(self) -> str:
        of = f" of {self.data.name}" if self.data.name not in ("", "arrays") else ""
        return f"<Graph {self.number}{of}: {self.n_nodes} nodes, {self.n_edges} edges>"

    def pyg_members(self) -> dict[str, Any]:
        """The members of an object like torch_geometric.data.Data.

        `x` and `edge_attr` are labels, or attributes where there are any; labels are then `node_labels` and
        `edge_labels`.  Classes are numbers from 0.
        """
        made: dict[str, Any] = {"edge_index": np.ascontiguousarray(self.arcs.T), "num_nodes": self.n_nodes}
        edges = (_slice(self.data.edge_labels, self._arcs), _slice(self.data.edge_attributes, self._arcs))
        for member, what, (labels, attributes) in (
            ("x", "node", (self.node_labels, self.node_attributes)),
            ("edge_attr", "edge", edges),
        ):
            if attributes is not None:
                made[member] = attributes.astype(np.float32)
            if labels is not None:
                made[member if attributes is None else f"{what}_labels"] = labels.astype(np.int64)
        if self.data.class_number is not None:
            made["y"] = self.data.class_number[self.number : self.number + 1].astype(np.int64)
        elif self.data.targets is not None:
            made["y"] = self.data.targets[self.number : self.number + 1].astype(np.float32)
        return made

    def to_networkx(self) -> Any:
        """The graph for networkx."""
        try:
            import networkx
        except ImportError:
            raise MissingPackageError("to_networkx needs the package networkx") from None
        made = networkx.Graph()
        data = _dictionaries(self.data, "node", self.n_nodes, self.node_labels, self.node_attributes)
        made.add_nodes_from(enumerate(data))
        edges = self.edges.tolist()
        data = _dictionaries(self.data, "edge", len(edges), self.edge_labels, self.edge_attributes)
        made.add_edges_from((u, v, d) for (u, v), d in zip(edges, data))
        if self.y is not None:
            made.graph["y"] = self.y.item() if self.y.ndim == 0 else self.y
        return made


def _slice(array: Optional[Array], rows: slice) -> Optional[Array]:
    return None if array is None else array[rows]


def _dictionaries(
    data: Dataset, what: str, n: int, labels: Optional[Array], attributes: Optional[Array]
) -> list[dict[str, Any]]:
    """What networkx keeps of every node or edge."""
    rows: list[dict[str, Any]] = [{} for _ in range(n)]
    if labels is not None:
        word = lib.sg_data_node_label_word if what == "node" else lib.sg_data_edge_label_word
        values = labels[:, 0].tolist() if labels.shape[1] == 1 else labels.tolist()
        for row, value in zip(rows, values):
            found = word(data._handle, value) if isinstance(value, int) else None
            row["label"] = value if found is None else found.decode()
    if attributes is not None:
        for row, numbers in zip(rows, attributes.tolist()):
            row["attributes"] = numbers
    return rows
