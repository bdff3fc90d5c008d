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

from functools import cached_property
from typing import Any, Iterator, Optional, Sequence, Union, overload

import numpy as np

from . import _state, _structs, reading
from ._arrays import plain, whole
from ._columns import Columns, Sparse, build
from ._library import Array, Handle, Watch, a_kind, address, call, lib, new, opened, path_text, read, text_of, threads, utf8, view
from .errors import MissingPackageError
from .graph import Graph
from .nodes import Nodes


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
    def item(self) -> str:
        """What classes and targets belong to: "graph" or "node"."""
        return "node" if self._sizes.item == _structs.SG_ITEM_NODE else "graph"

    @property
    def n_items(self) -> int:
        """The number of graphs, or of nodes where classes and targets belong to nodes."""
        return int(self._sizes.n_items)

    @property
    def nodes(self) -> Nodes:
        """All nodes as something that scikit-learn splits: ``cross_val_score(model, data.nodes, data.y)``."""
        return Nodes(self, np.arange(self.n_nodes, dtype=np.int64))

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
    def _sparse(self) -> Optional[Sparse]:
        row = self._array("sparse_row", (self.n_nodes + 1,), np.uint64)
        if row is None:
            return None
        n = int(row[-1])
        column, value = self._array("sparse_column", (n,), np.uint32), self._array("sparse_value", (n,), np.float32)
        nothing = np.zeros(0, np.float32)
        return Sparse(row, nothing.astype(np.uint32) if column is None else column, nothing if value is None else value)

    @property
    def sparse_attributes(self) -> Any:
        """[nodes][columns] the sparse attributes of nodes as a matrix of scipy; None where there are none.

        >>> import numpy as np, scipy.sparse, sharegnn as sg
        >>> words = scipy.sparse.csr_matrix([[0, 2.0, 0], [1, 0, 0]])
        >>> sg.from_arrays([0, 2], [(0, 1)], node_attributes=words).sparse_attributes.toarray().tolist()
        [[0.0, 2.0], [1.0, 0.0]]
        """
        from .counts import sparse_rows

        s = self._sparse
        if s is None:
            return None
        return sparse_rows(s.value, s.column, s.row, int(s.column.max()) + 1 if len(s.column) else 0)

    @property
    def is_directed(self) -> bool:
        """Whether arcs are kept as they are."""
        return bool(self._sizes.is_directed)

    @property
    def keeps_self_loops(self) -> bool:
        """Whether self-loops are kept."""
        return bool(self._sizes.has_self_loops)

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

    def _of_items(self, of_graphs: str, of_nodes: str, shape: tuple[int, ...], dtype: Any) -> Optional[Array]:
        return self._array(of_nodes if self.item == "node" else of_graphs, (self.n_items, *shape), dtype)

    @cached_property
    def class_number(self) -> Optional[Array]:
        """[items] the number of each class, from 0; 2^32-1 for a node without a class."""
        return self._of_items("graph_class", "node_class", (), np.uint32)

    @cached_property
    def targets(self) -> Optional[Array]:
        """[items][columns] the targets; NaN is a missing one."""
        return self._of_items("target", "node_target", (int(self._sizes.n_targets),), np.float64)

    @cached_property
    def part(self) -> Optional[Array]:
        """[items] what each is for: 0 training, 1 validation, 2 test, 3 nothing."""
        return self._of_items("part", "node_part", (), np.uint8)

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
    def node_attribute_names(self) -> Optional[list[str]]:
        """What the columns of `node_attributes` are called; None where nobody has said it."""
        return self._names_of_columns(lib.sg_data_node_attribute_name, self.node_attributes)

    @cached_property
    def edge_attribute_names(self) -> Optional[list[str]]:
        """What the columns of `edge_attributes` are called; None where nobody has said it."""
        return self._names_of_columns(lib.sg_data_edge_attribute_name, self.edge_attributes)

    def _names_of_columns(self, name: Any, table: Optional[Array]) -> Optional[list[str]]:
        found = [name(self._handle, c) for c in range(0 if table is None else table.shape[1])]
        return [n.decode() for n in found] if found and all(n is not None for n in found) else None

    @cached_property
    def ids(self) -> Array:
        """What the graphs are called, or their numbers."""
        found = [lib.sg_data_graph_id(self._handle, g) for g in range(len(self))]
        if all(i is None for i in found):
            return np.arange(len(self))
        return np.array([str(g) if i is None else i.decode() for g, i in enumerate(found)], dtype=object)

    @property
    def has_node_ids(self) -> bool:
        """Whether the nodes have names of their own, as those of networkx graphs and of tables have."""
        return self.n_nodes > 0 and lib.sg_data_node_id(self._handle, 0) is not None

    @cached_property
    def node_ids(self) -> Array:
        """What the nodes are called, or their numbers in their graphs."""
        sizes = np.diff(self.graph_offset.astype(np.int64))
        numbers = np.arange(self.n_nodes) - np.repeat(self.graph_offset[:-1].astype(np.int64), sizes)
        if not self.has_node_ids:
            return numbers
        found = [lib.sg_data_node_id(self._handle, v) for v in range(self.n_nodes)]
        return np.array([str(n) if i is None else i.decode() for n, i in zip(numbers, found)], dtype=object)

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
        """What there is to predict: classes, or targets (one column as a plain array).

        There is a value for every graph, or for every node where these have classes or targets.  NaN, or None
        among words, is a missing one.
        """
        classes, numbers = self.classes, self.class_number
        if classes is not None and numbers is not None:
            return _classes_of(classes, numbers)
        targets = self.targets
        if targets is None:
            return None
        return targets[:, 0] if targets.shape[1] == 1 else targets

    # ---- How it was read ----

    @property
    def rejects(self) -> Any:
        """The rows of a table or lines of a file that were left out as a table: row, line, column, id and reason."""
        return reading.rejects(self)

    @property
    def notes(self) -> list[str]:
        """Sentences about what was found in a table without being told."""
        return reading.notes(self)

    @property
    def table(self) -> Any:
        """All cells of a table that was loaded with ``columns=all``, a row per graph."""
        return reading.table(self)

    @property
    def candidates(self) -> dict[str, str]:
        """Columns of a table that was loaded without a target which may be one, and what they look like."""
        return reading.candidates(self)

    @property
    def task(self) -> "reading.TaskGuess":
        """The task that the program would take the data for, and why.

        >>> import sharegnn as sg
        >>> sg.make("CSL").task.task
        'classification'
        """
        return reading.task_of(self)

    # ---- Choosing ----

    def split(
        self,
        rule: str = "random",
        folds: int = 1,
        shares: Optional[Sequence[float]] = None,
        seed: int = 42,
        path: Any = None,
    ) -> Any:
        """Divide the graphs, or the nodes that have classes or targets, into those that train, validate and test.

        `rule` is "random" (class by class; graphs that are the same stay together), "scaffold" (so do molecules with the
        same ring systems), "column NAME" (as the table says, loaded with ``split=NAME``) or "file PATH".  `shares` of
        those that train, validate and test are 0.8, 0.1 and 0.1 if absent; columns and files say shares and folds
        themselves.  One fold is a :class:`sharegnn.Split`; several are a list, and every graph is tested once.  With `path` they are
        written to a file that the program reads, too.

        >>> import sharegnn as sg
        >>> train, validation, test = sg.make("CSL").split()
        >>> len(train), len(validation), len(test)
        (120, 15, 15)
        >>> sum(len(fold.test) for fold in sg.make("CSL").split(folds=3))
        150
        """
        from .splits import divide

        return divide(self, rule, folds, shares, seed, path)

    def groups(self, rule: str = "scaffold") -> Array:
        """[items] numbers of the groups that "scaffold" or "random" keeps together, for splitters of scikit-learn that
        take groups; -1 for nodes without a class or target.

        >>> import sharegnn as sg
        >>> sg.from_smiles(["c1ccccc1", "CCO", "Cc1ccccc1"], y=[1, 0, 1]).groups("scaffold").tolist()
        [0, 1, 0]
        """
        from .splits import groups

        return groups(self, rule)

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
        if chosen.ndim == 0:
            raise IndexError(f"graphs are chosen by a number, a slice, a mask or a list of numbers, not by {a_kind(key)}")
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
        return _state.columns_of(self)

    def with_y(self, y: Any, as_targets: Optional[bool] = None, target_names: Optional[list[str]] = None) -> "Dataset":
        """The same graphs with other classes or targets; nothing of the graphs is copied.

        Words and whole numbers are classes, also whole numbers that are floats, as scikit-learn's `type_of_target` has
        it; other numbers are targets.  `as_targets` says otherwise.

        >>> import sharegnn as sg
        >>> data = sg.from_smiles(["CCO", "CC"])
        >>> data.with_y([0.5, float("nan")]).y
        array([0.5, nan])
        >>> data.with_y([1.0, 2.0]).classes, data.with_y([1.0, 2.0], as_targets=True).targets.ravel()
        (array([1, 2]), array([1., 2.]))
        """
        return Dataset(build(self._as_columns().with_y(y, as_targets, target_names), borrow=True), self.name)

    def with_node_y(self, y: Any, as_targets: Optional[bool] = None, target_names: Optional[list[str]] = None) -> "Dataset":
        """The same graphs with classes or targets of nodes, a value for every node of all graphs.

        NaN, None and empty words are missing.  Nothing of the graphs is copied.

        >>> import sharegnn as sg
        >>> data = sg.from_smiles(["CCO", "CC"]).with_node_y(["end", "middle", "end", "end", None])
        >>> data.item, data.y.tolist()
        ('node', ['end', 'middle', 'end', 'end', None])
        """
        made = self._as_columns().with_y(y, as_targets, target_names, of_nodes=True)
        return Dataset(build(made, borrow=True), self.name)

    def __getstate__(self) -> dict[str, Any]:
        return _state.state_of(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(build(_state.columns_of_state(state)), state["name"])  # type: ignore[misc]

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
        if self.edge_labels is not None:
            n_labels = len(np.unique(self.edge_labels[:, 0]))
            words.append(f"{n_labels} edge label{'s' * (n_labels != 1)}")
        for what, columns in (("node", self.node_attributes), ("edge", self.edge_attributes)):
            if columns is not None:
                words.append(f"{columns.shape[1]} attribute{'s' * (columns.shape[1] != 1)} of {what}s")
        of = " of nodes" if self.item == "node" else ""
        if self.classes is not None:
            words.append(f"{len(self.classes)} class{'es' * (len(self.classes) != 1)}{of}")
        if self.targets is not None:
            words.append(f"{self.targets.shape[1]} target{'s' * (self.targets.shape[1] != 1)}{of}")
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
        call(lib.sg_data_write, self._handle, path_text(folder, "folder"), utf8(name or self.name), replace)


def _classes_of(classes: Array, numbers: Array) -> Array:
    """Names of classes by their numbers; missing ones as NaN or None."""
    known_ones = numbers != _structs.SG_NO_CLASS
    if known_ones.all():
        return np.asarray(classes[numbers])
    are_numbers = classes.dtype.kind != "U"
    made: Array = np.full(len(numbers), np.nan if are_numbers else None, dtype=float if are_numbers else object)
    made[known_ones] = classes[numbers[known_ones]]
    return made
