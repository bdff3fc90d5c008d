"""Graphs as columns: what becomes of every input before the library makes a data set of it.

:class:`Columns` holds the arrays of ``sg_graph_arrays`` under the same names; :func:`build` hands them over.
"""
from __future__ import annotations

import ctypes
from dataclasses import dataclass, field, replace
from typing import Any, Optional

import numpy as np

from . import _structs
from ._arrays import Words, are_missing, are_targets, are_words, names_of, none_missing, plain, real, whole
from ._library import Array, Handle, address, lib, new, opened, utf8
from .errors import OutOfMemoryError


@dataclass
class Sparse:
    """Attributes of nodes of which most are 0, as compressed rows."""

    row: Array
    column: Array
    value: Array

    @staticmethod
    def of(matrix: Any, n: int, what: str) -> "Sparse":
        """Those of a sparse matrix of scipy with n rows; nothing becomes dense."""
        if len(matrix.shape) != 2 or matrix.shape[0] != n:
            raise ValueError(f"{what}: a matrix of shape {matrix.shape}, but there are {n} nodes")
        if matrix.shape[1] >= 2**28:
            raise ValueError(f"{what}: {matrix.shape[1]} columns are too many; there may be 2^28 - 1")
        rows = matrix.tocsr()
        if rows is matrix and not rows.has_canonical_format:
            rows = matrix.copy()
        rows.sum_duplicates()
        if rows.dtype.kind not in "biuf":
            raise TypeError(f"{what}: real numbers are needed, not {rows.dtype}")
        with np.errstate(over="ignore"):
            value = np.ascontiguousarray(rows.data, np.float32)
        if not np.isfinite(value).all():
            node = int(np.searchsorted(rows.indptr, np.flatnonzero(~np.isfinite(value))[0], side="right")) - 1
            raise ValueError(f"{what}: an entry of node {node} is not a finite number")
        return Sparse(np.ascontiguousarray(rows.indptr, np.uint64), np.ascontiguousarray(rows.indices, np.uint32), value)

    @staticmethod
    def joined(parts: "list[Sparse]") -> "Sparse":
        """One behind the other."""
        first = np.cumsum([0, *(int(p.row[-1]) for p in parts)])
        rows = [p.row[:-1] + np.uint64(f) for p, f in zip(parts, first)]
        return Sparse(np.concatenate([*rows, first[-1:].astype(np.uint64)]), np.concatenate([p.column for p in parts]),
                      np.concatenate([p.value for p in parts]))  # fmt: skip


@dataclass
class Columns:
    """The arrays of many graphs; nodes are numbered through."""

    graph_offset: Array
    name: Optional[str] = None
    edge: Optional[Array] = None
    arc_offset: Optional[Array] = None
    neighbor: Optional[Array] = None
    node_label: Optional[Array] = None
    node_attribute: Optional[Array] = None
    edge_label: Optional[Array] = None
    edge_attribute: Optional[Array] = None
    graph_class: Optional[Array] = None
    class_word: Optional[Words] = None
    target: Optional[Array] = None
    target_name: Optional[Words] = None
    graph_id: Optional[Words] = None
    node_id: Optional[Words] = None
    node_label_name: dict[int, str] = field(default_factory=dict)
    edge_label_name: dict[int, str] = field(default_factory=dict)
    part: Optional[Array] = None
    node_class: Optional[Array] = None
    node_class_word: Optional[Words] = None
    node_target: Optional[Array] = None
    node_part: Optional[Array] = None
    node_label_word: Optional[Words] = None
    edge_label_word: Optional[Words] = None
    form: Optional[str] = None
    is_directed: bool = False  # the edges were arcs, whose directions are dropped
    directed: bool = False  # arcs stay as they are
    self_loops: bool = False  # they stay, too
    sparse: Optional[Sparse] = None  # attributes of nodes
    node_attribute_name: Optional[list[str]] = None  # of the columns
    edge_attribute_name: Optional[list[str]] = None
    keep: tuple[Any, ...] = ()

    @property
    def n_graphs(self) -> int:
        """How many graphs there are."""
        return len(self.graph_offset) - 1

    @property
    def n_nodes(self) -> int:
        """How many nodes all graphs have together."""
        return int(self.graph_offset[-1])

    def with_y(
        self, y: Any, as_targets: Optional[bool] = None, names: Optional[list[str]] = None, of_nodes: bool = False
    ) -> "Columns":
        """The same graphs with other classes or targets, of graphs or of nodes; `as_targets` None: as they look."""
        made = replace(self, graph_class=None, class_word=None, target=None, target_name=None,
                       node_class=None, node_class_word=None, node_target=None)  # fmt: skip
        if y is None:
            return made
        values = plain(y, "y")
        names = names if names is not None else names_of(y)
        what, n = ("nodes", self.n_nodes) if of_nodes else ("graphs", self.n_graphs)
        if values.ndim == 0 or len(values) != n:
            found = "a single value" if values.ndim == 0 else f"{len(values)} values"
            raise ValueError(f"y: it has {found}, but there are {n} {what}")
        if as_targets is None:
            as_targets = are_targets(values, of_nodes)
        if as_targets or values.ndim == 2:
            table = real(values.reshape(len(values), -1), "y", missing=True)
            setattr(made, "node_target" if of_nodes else "target", table)
            made.target_name = Words.of(names, "target_names")
            missing = np.isnan(table).all(axis=1)
        else:
            missing = are_missing(values) if of_nodes else np.zeros(n, bool)
            if not of_nodes:
                none_missing(values, "y", "graph")
            made._set_classes(values, missing, of_nodes)
        made._move_parts(missing, of_nodes)
        return made

    def _set_classes(self, values: Array, missing: Array, of_nodes: bool) -> None:
        if are_words(values):
            words = np.where(missing, "", values) if missing.any() else values
            setattr(self, "node_class_word" if of_nodes else "class_word", Words(words, "y"))
            return
        if missing.any():
            numbers = np.full(len(values), _structs.SG_NO_NODE_CLASS, dtype=np.int64)
            numbers[~missing] = whole(values[~missing].astype(float), "y", np.int64)
        else:
            numbers = whole(values, "y", np.int64)
        setattr(self, "node_class" if of_nodes else "graph_class", numbers)

    def _move_parts(self, missing: Array, of_nodes: bool) -> None:
        """Parts of graphs become parts of their nodes; a node without a value is in none."""
        if not of_nodes:
            self.node_part = None
            return
        if self.part is not None:
            self.node_part = np.repeat(self.part, np.diff(self.graph_offset.astype(np.int64)))
            self.part = None
        if self.node_part is not None:
            self.node_part = np.ascontiguousarray(np.where(missing, _structs.SG_NO_PART, self.node_part), dtype=np.uint8)


def joined(parts: list[Columns]) -> Columns:
    """Data sets as one; all have the same columns, and compressed rows.  Classes and targets are left out."""
    first = np.cumsum([0, *(p.n_nodes for p in parts)])
    arcs = np.cumsum([0, *(len(_present(p.neighbor)) for p in parts)])
    if max(first[-1], arcs[-1]) > 2**32 - 2:
        raise ValueError(f"graphs: {first[-1]} nodes with {arcs[-1] // 2} edges are too many")
    made = Columns(
        _shifted([p.graph_offset for p in parts], first),
        arc_offset=_shifted([_present(p.arc_offset) for p in parts], arcs),
        neighbor=np.concatenate([_present(p.neighbor) + np.uint32(f) for p, f in zip(parts, first)]),
        keep=tuple(parts),
    )
    for name in ("node_label", "node_attribute", "edge_label", "edge_attribute", "node_label_word", "edge_label_word",
                 "graph_id", "node_id", "part", "node_part"):  # fmt: skip
        # Graphs without nodes or edges need no columns for them.
        empty = {"node": np.diff(first) == 0, "edge": np.diff(arcs) == 0}.get(name[:4], np.zeros(len(parts), bool))
        if name == "node_id" and any(p.node_id is not None for p in parts):
            for p in parts:
                p.node_id = p.node_id or _node_numbers(p)
        values = [getattr(p, name) for p, has_none in zip(parts, empty) if not has_none]
        if all(v is None for v in values):
            continue
        if any(v is None for v in values):
            raise ValueError(f"graphs: some of them have {name}s, others have none")
        if not isinstance(values[0], Words) and len({v.shape[1:] for v in values}) > 1:
            raise ValueError(f"graphs: they have different numbers of {name}s")
        setattr(made, name, Words.joined(values) if isinstance(values[0], Words) else np.concatenate(values))
    sparse = [p.sparse for p in parts if p.n_nodes > 0]
    if any(s is not None for s in sparse):
        if any(s is None for s in sparse):
            raise ValueError("graphs: some of them have sparse attributes, others have none")
        made.sparse = Sparse.joined([s for s in sparse if s is not None])
    if len({(p.directed, p.self_loops) for p in parts}) > 1:
        raise ValueError("graphs: some of them are directed or keep self-loops, others do not")
    made.directed, made.self_loops = parts[0].directed, parts[0].self_loops
    for name in ("node_attribute_name", "edge_attribute_name"):
        setattr(made, name, _same_names([getattr(p, name) for p in parts], name))
    for names in ("node_label_name", "edge_label_name"):
        setattr(made, names, {k: v for p in parts for k, v in getattr(p, names).items()})
    forms = {p.form for p in parts}
    if len(forms) > 1:
        raise ValueError(f"graphs: their molecules were read in different ways: {', '.join(map(str, sorted(map(str, forms))))}")
    made.form = forms.pop()
    return made


def _same_names(found: list[Optional[list[str]]], name: str) -> Optional[list[str]]:
    """What columns are called in all data sets that say it; None where none does."""
    known = [names for names in found if names is not None]
    for other in known[1:]:
        if other != known[0]:
            raise ValueError(f"graphs: {name}s: {known[0]} and {other}; all graphs need the same columns in the same order")
    return known[0] if known else None


def _node_numbers(c: Columns) -> Words:
    """Nodes without names are called by their numbers in their graphs."""
    sizes = np.diff(c.graph_offset.astype(np.int64))
    return Words([str(v) for n in sizes.tolist() for v in range(n)], "node_ids")


def _present(array: Optional[Array]) -> Array:
    return np.zeros(0, np.uint32) if array is None else array


def _shifted(offsets: list[Array], first: Array) -> Array:
    """Offsets of several stretches as those of one."""
    parts = [o[:-1].astype(np.int64) + f for o, f in zip(offsets, first)]
    whole_offsets: Array = np.concatenate([*parts, [first[-1]]]).astype(np.uint32)
    return whole_offsets


def _names(names: dict[int, str]) -> Any:
    made = (_structs.sg_label_name * len(names))()
    for place, (number, name) in zip(made, names.items()):
        place.label, place.name = number, utf8(name)
    return made


def _check_memory(c: Columns) -> None:
    """Refuse more nodes than the machine has room for, before they are counted out."""
    if c.n_nodes < 2**24:
        return
    needed, left = 16 * c.n_nodes, int(lib.sg_memory_left())
    if needed > left:
        raise OutOfMemoryError(f"graphs: {c.n_nodes} nodes take more than {needed >> 20} MiB, but there are only {left >> 20} MiB")


def build(c: Columns, borrow: bool = False) -> Handle:
    """Make a data set of columns.  Where it borrows them, the handle keeps them."""
    _check_memory(c)
    node_names, edge_names = _names(c.node_label_name), _names(c.edge_label_name)
    n_edges = len(c.edge) if c.edge is not None else 0
    arrays = new(
        _structs.sg_graph_arrays,
        name=utf8(c.name),
        n_graphs=c.n_graphs,
        graph_offset=address(c.graph_offset),
        n_edges=n_edges,
        edge=address(c.edge),
        arc_offset=address(c.arc_offset),
        neighbor=address(c.neighbor),
        node_label_name=node_names or None,
        n_node_label_names=len(node_names),
        edge_label_name=edge_names or None,
        n_edge_label_names=len(edge_names),
        part=address(c.part),
        node_class=address(c.node_class),
        node_part=address(c.node_part),
        form=utf8(c.form),
        graph_class=address(c.graph_class),
        ownership=_structs.SG_BORROWED if borrow else _structs.SG_COPIED,
        directed=c.directed,
        self_loops=c.self_loops,
    )
    if c.sparse is not None:
        arrays.sparse_row, arrays.sparse_column = address(c.sparse.row), address(c.sparse.column)
        arrays.sparse_value = address(c.sparse.value)
    for name in ("node_label", "node_attribute", "edge_label", "edge_attribute", "target", "node_target"):
        array = getattr(c, name)
        if array is not None and array.shape[1] > 0:
            setattr(arrays, name, address(array))
            setattr(arrays, f"n_{name}s", array.shape[1])
    for name in ("class_word", "node_class_word", "target_name", "graph_id", "node_id", "node_label_word", "edge_label_word"):
        words = getattr(c, name)
        if words is not None:
            setattr(arrays, name, words.address)
    texts: list[Words] = []  # alive until the library has copied them
    for name in ("node_attribute_name", "edge_attribute_name"):
        names = Words.of(getattr(c, name), name)
        if names is not None:
            setattr(arrays, name, names.address)
            texts.append(names)
    kept = (c,) if borrow else ()
    return opened(lib.sg_data_close, lib.sg_data_from_arrays, ctypes.byref(arrays), keep=kept)
