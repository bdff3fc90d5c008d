"""Graphs as columns: tuples of arrays, adjacency matrices, objects like those of PyTorch Geometric.

Each kind of graph has a function here that says what it recognizes, and one that turns a list of such graphs into
:class:`Columns`.  Graphs are undirected: an edge may be there in one direction or in both.
"""
from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Callable, NamedTuple, Optional, Sequence, TypeVar, Union

import numpy as np

from . import _adjacency
from ._arrays import Words, are_words, plain, real, whole
from ._columns import Columns
from ._library import Array

MOST = 2**32 - 2
T = TypeVar("T")


class Keys(NamedTuple):
    """What labels and attributes are called in graphs that have names for them."""

    node_label: str = "label"
    edge_label: str = "label"
    node_attributes: Union[str, Sequence[str]] = "attributes"
    edge_attributes: Union[str, Sequence[str]] = "attributes"
    y: str = "y"
    node_y: Optional[str] = None


def offsets(sizes: Sequence[int] | Array) -> Array:
    """Where each of some stretches begins, and where the last one ends."""
    total = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(np.asarray(sizes, dtype=np.int64), out=total[1:])
    if total[-1] > MOST:
        raise ValueError(f"graphs: {total[-1]} nodes are too many; {MOST} at most")
    return total.astype(np.uint32)


def edge_rows(edges: Any, name: str) -> Array:
    """Edges as rows of two nodes; two rows of nodes (an edge_index) are turned.

    >>> edge_rows([[0, 1, 2], [1, 2, 0]], "edges").tolist()
    [[0, 1], [1, 2], [2, 0]]
    """
    array = plain(edges, name)
    if array.size == 0:
        return np.zeros((0, 2), np.int64)
    if array.ndim != 2 or (array.shape[1] != 2 and array.shape[0] != 2):
        more = "; weights of edges are edge_attributes" if array.ndim == 2 and array.shape[1] == 3 else ""
        raise ValueError(f"{name}: edges are rows of two nodes, but this has the shape {array.shape}{more}")
    return array if array.shape[1] == 2 else array.T


def _joined(parts: list[Array], name: str) -> Array:
    """Arrays one behind the other; they need the same number of columns."""
    widths = {p.shape[1:] for p in parts if len(p)}
    if len(widths) > 1:
        raise ValueError(f"{name}: graphs have different numbers of columns: {sorted(widths)}")
    width = widths.pop() if widths else parts[0].shape[1:]
    return np.concatenate([p.reshape((len(p), *width)) for p in parts]) if parts else np.zeros(0)


def named(parts: list[Any], convert: Callable[[list[Any]], T]) -> T:
    """What becomes of parts of all graphs; a failure names the graph that it is about, where it is one."""
    try:
        return convert(parts)
    except ValueError as failure:
        for i, part in enumerate(parts):
            try:
                convert([part])
            except ValueError as own:
                raise ValueError(f"graph {i}: {own}") from None
        raise failure


def enough(n: int, edges: Array, i: int) -> int:
    """The number of nodes that edges need, where nothing else says it; far too many are a mistake."""
    if n > 65536 and n > 100 * len(edges):
        raise ValueError(
            f"graph {i}: an edge has the node {n - 1}, but there are only {len(edges)} edges and no labels of nodes; nodes"
            f" are numbered from 0.  Number them anew (numpy.unique(edges, return_inverse=True)), or say that there are so"
            f" many: {{'edges': edges, 'n_nodes': {n}}}"
        )
    return n


def put_labels(columns: Columns, values: Array, name: str) -> None:
    """Put labels, numbers or words, where they belong."""
    if are_words(values):
        setattr(columns, f"{name}_word", Words(values.reshape(len(values)), name))
    else:
        made = whole(values, name, np.int32)
        setattr(columns, name, made.reshape(len(made), -1))


def numbered(edges: list[Array], sizes: Array) -> Array:
    """Edges of single graphs in the numbers of all graphs."""
    counts = np.array([len(e) for e in edges], dtype=np.int64)
    flat = named(edges, lambda rows: whole(np.concatenate(rows) if rows else np.zeros((0, 2)), "edges", np.int64))
    of = np.repeat(np.arange(len(edges)), counts)
    wrong = (flat < 0) | (flat >= np.asarray(sizes, np.int64)[of][:, None])
    if wrong.any():
        at = int(np.flatnonzero(wrong.any(axis=1))[0])
        graph = int(of[at])
        raise ValueError(
            f"graph {graph}: the edge {tuple(flat[at].tolist())} is not among its {int(sizes[graph])} nodes"
        )
    first = offsets(sizes)[:-1].astype(np.int64)
    shifted: Array = (flat + first[of][:, None]).astype(np.uint32)
    return shifted


# ---- Tuples and dictionaries of arrays ----------------------------------------------------------------

_MEMBERS = ("edges", "node_labels", "edge_labels", "node_attributes", "edge_attributes")


def is_arrays(graph: Any) -> bool:
    return isinstance(graph, (tuple, dict, np.ndarray, list)) or _adjacency.is_sparse(graph)


def _member(graphs: list[Any], place: int) -> list[Any]:
    """One member of all graphs; None where a graph has none."""
    name = _MEMBERS[place]
    found = []
    for graph in graphs:
        if isinstance(graph, dict):
            found.append(graph.get(name))
        elif isinstance(graph, tuple):
            found.append(graph[place] if place < len(graph) else None)
        else:
            found.append(graph if place == 0 else None)
    return found


def _all_or_none(values: list[Any], name: str) -> bool:
    """Whether graphs have something; it is refused where only some have."""
    missing = sum(v is None for v in values)
    if missing not in (0, len(values)):
        at = next(i for i, v in enumerate(values) if v is None)
        raise ValueError(f"graph {at}: it has no {name}, but other graphs have")
    return missing == 0 and len(values) > 0


def _check_arrays(graphs: list[Any]) -> None:
    for i, graph in enumerate(graphs):
        if not is_arrays(graph):
            raise TypeError(f"graph {i}: {type(graph).__name__} is not a tuple of arrays, as graph 0 is")
        if isinstance(graph, dict) and not set(graph) <= {*_MEMBERS, "n_nodes"}:
            unknown = sorted(set(graph) - {*_MEMBERS, "n_nodes"})
            raise ValueError(f"graph {i}: what is {unknown[0]!r}? There are n_nodes, {', '.join(_MEMBERS)}")
        if isinstance(graph, tuple) and not 1 <= len(graph) <= len(_MEMBERS):
            raise ValueError(f"graph {i}: a graph is (edges, node_labels, edge_labels, ...)")


def _sizes(graphs: list[Any], edges: list[Array], rows: list[Optional[list[Array]]]) -> Array:
    """The number of nodes of each graph: n_nodes, else labels or attributes, else the largest node."""
    known = next((r for r in rows if r is not None), None)
    sizes = np.zeros(len(graphs), np.int64)
    for i, graph in enumerate(graphs):
        if isinstance(graph, dict) and graph.get("n_nodes") is not None:
            sizes[i] = int(whole(graph["n_nodes"], f"graph {i}: n_nodes", np.int64))
        elif known is not None:
            sizes[i] = len(known[i])
        elif len(edges[i]):
            sizes[i] = enough(_last(edges[i], i) + 1, edges[i], i)
    if (sizes < 0).any():
        raise ValueError(f"graph {int(np.flatnonzero(sizes < 0)[0])}: a negative number of nodes")
    return sizes


def _last(edges: Array, i: int) -> int:
    """The largest node of a graph's edges."""
    try:
        return int(whole(edges, "edges", np.int64).max())
    except ValueError as failure:
        hint = "" if edges.dtype.kind not in "UO" else "; nodes are numbers from 0 (networkx graphs may have names)"
        raise ValueError(f"graph {i}: {failure}{hint}") from None


def _row_lists(graphs: list[Any], place: int) -> Optional[list[Array]]:
    name = _MEMBERS[place]
    values = _member(graphs, place)
    if not _all_or_none(values, name):
        return None
    rows = [plain(v, f"graph {i}: {name}") for i, v in enumerate(values)]
    for i, row in enumerate(rows):
        if row.ndim == 0 or row.ndim > 2:
            raise ValueError(f"graph {i}: {name} need a row for each of them, not the shape {row.shape}")
    return rows


def _same_length(rows: Optional[list[Array]], sizes: Array, name: str, what: str) -> None:
    lengths = np.array([len(r) for r in rows or []], dtype=np.int64)
    if rows is not None and (lengths != sizes).any():
        at = int(np.flatnonzero(lengths != sizes)[0])
        raise ValueError(f"graph {at}: it has {int(lengths[at])} {name}, but {int(sizes[at])} {what}")


def of_arrays(graphs: list[Any], _keys: Keys) -> Columns:
    """Graphs as tuples (edges, node_labels, edge_labels, ...) or dictionaries with these names."""
    _check_arrays(graphs)
    graphs = _adjacency.edges_of(graphs, _member(graphs, 0))
    edges = [edge_rows([] if e is None else e, f"graph {i}: edges") for i, e in enumerate(_member(graphs, 0))]
    labels, edge_labels = _row_lists(graphs, 1), _row_lists(graphs, 2)
    attributes, edge_attributes = _row_lists(graphs, 3), _row_lists(graphs, 4)
    sizes = _sizes(graphs, edges, [labels, attributes])
    n_edges = np.array([len(e) for e in edges], dtype=np.int64)
    _same_length(labels, sizes, "node_labels", "nodes")
    _same_length(attributes, sizes, "node_attributes", "nodes")
    _same_length(edge_labels, n_edges, "edge_labels", "edges")
    _same_length(edge_attributes, n_edges, "edge_attributes", "edges")
    columns = Columns(offsets(sizes), edge=numbered(edges, sizes))
    for rows, what in ((labels, "node"), (edge_labels, "edge")):
        if rows is not None:
            _labels_of(columns, rows, what)
    if attributes is not None:
        columns.node_attribute = _attributes(attributes, "node_attributes")
    if edge_attributes is not None:
        columns.edge_attribute = _attributes(edge_attributes, "edge_attributes")
    return columns


def _labels_of(columns: Columns, rows: list[Array], what: str) -> None:
    """Labels of the nodes or edges of all graphs."""
    scratch = Columns(columns.graph_offset)
    name = f"{what}_labels"
    are = [are_words(row) for row in rows]
    if any(are) and not all(w or len(row) == 0 for w, row in zip(are, rows)):
        odd = next(i for i, (w, row) in enumerate(zip(are, rows)) if w != are[0] and len(row))
        raise ValueError(f"graph {odd}: its {name} are {'words' if are[odd] else 'numbers'}, those of graph 0 are not")
    named(rows, lambda parts: put_labels(scratch, _joined(parts, name), f"{what}_label"))
    for member in (f"{what}_label", f"{what}_label_word"):
        setattr(columns, member, getattr(scratch, member))


def _attributes(rows: list[Array], name: str) -> Array:
    made = named(rows, lambda parts: real(_joined(parts, name), name))
    return made.reshape(len(made), -1)


# ---- PyTorch Geometric --------------------------------------------------------------------------------


def with_own_y(columns: Columns, y: list[Any]) -> Columns:
    if not y or any(v is None for v in y):
        return columns
    values = np.array([np.asarray(plain(v, "y")).reshape(-1) for v in y]) if not isinstance(y[0], str) else np.array(y)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    return columns.with_y(values, as_targets=values.dtype.kind == "f")


def is_pyg(graph: Any) -> bool:
    return hasattr(graph, "edge_index")


def _pyg_rows(graphs: list[Any], member: str) -> Optional[list[Array]]:
    values = [getattr(graph, member, None) for graph in graphs]
    return [plain(v, f"graph {i}: {member}") for i, v in enumerate(values)] if _all_or_none(values, member) else None


def _put_features(columns: Columns, rows: Optional[list[Array]], what: str, member: str, labeled: bool) -> None:
    """One whole number or a one-hot row per thing is its label, if it has no other; anything else are attributes."""
    if rows is None:
        return
    values = _joined([r.reshape(len(r), -1) if r.ndim != 2 else r for r in rows], member)
    is_whole = values.dtype.kind in "iub"
    if not is_whole:
        values = real(values, member)
    if labeled:
        setattr(columns, f"{what}_attribute", real(values, member))
    elif values.shape[1] == 1 and is_whole:
        put_labels(columns, values, f"{what}_label")
    elif values.shape[1] > 1 and ((values == 0) | (values == 1)).all() and (values.sum(axis=1) == 1).all():
        put_labels(columns, values.argmax(axis=1).astype(np.int32), f"{what}_label")
    else:
        setattr(columns, f"{what}_attribute", real(values, member))


def of_pyg(graphs: list[Any], keys: Keys) -> Columns:
    """Objects like torch_geometric.data.Data: edge_index, x, edge_attr, y, num_nodes; or batches of them."""
    for i, graph in enumerate(graphs):
        if not is_pyg(graph):
            raise TypeError(f"graph {i}: {type(graph).__name__} has no edge_index, as graph 0 has")
    batched = [getattr(graph, "batch", None) is not None for graph in graphs]
    if any(batched):
        whole_batches = [_pyg_batch(g) if is_batch else [g] for g, is_batch in zip(graphs, batched)]
        return of_pyg([graph for batch in whole_batches for graph in batch], keys)
    edges = [plain(graph.edge_index, f"graph {i}: edge_index") for i, graph in enumerate(graphs)]
    for i, e in enumerate(edges):
        if e.size and (e.ndim != 2 or e.shape[0] != 2):
            raise ValueError(f"graph {i}: edge_index needs two rows, but has the shape {e.shape}")
    edges = [e.reshape(2, -1).T for e in edges]
    sizes = np.array([_pyg_size(g, e, i) for i, (g, e) in enumerate(zip(graphs, edges))], dtype=np.int64)
    n_edges = np.array([len(e) for e in edges])
    columns = Columns(offsets(sizes), edge=numbered(edges, sizes))
    for member, what, lengths, things in (("x", "node", sizes, "nodes"), ("edge_attr", "edge", n_edges, "edges")):
        rows, labels = _pyg_rows(graphs, member), _pyg_rows(graphs, f"{what}_labels")
        _same_length(rows, lengths, f"rows in {member}", things)
        _same_length(labels, lengths, f"{what}_labels", things)
        _put_features(columns, rows, what, member, labels is not None)
        if labels is not None:
            _labels_of(columns, labels, what)
    return with_own_y(columns, [getattr(graph, "y", None) for graph in graphs])


def _pyg_size(graph: Any, edges: Array, i: int) -> int:
    for member in ("x", "node_labels"):
        rows = getattr(graph, member, None)
        if rows is not None:
            return len(rows)
    n = getattr(graph, "num_nodes", None)
    if n is not None:
        return int(n)
    return enough(_last(edges, i) + 1, edges, i) if len(edges) else 0


def _pyg_batch(batch: Any) -> list[Any]:
    """The graphs of an object like torch_geometric.data.Batch, whose `batch` says which graph a node is in."""
    of = whole(batch.batch, "batch", np.int64)
    if of.ndim != 1 or (np.diff(of) < 0).any() or (len(of) and of[0] < 0):
        raise ValueError("batch: the numbers of graphs must ascend from 0")
    n = getattr(batch, "num_graphs", None)
    n_graphs = int(n) if n is not None else int(of[-1]) + 1 if len(of) else 0
    if not 0 <= n_graphs <= len(of) + 1_000_000:
        raise ValueError(f"batch: {n_graphs} graphs have only {len(of)} nodes")
    nodes = np.searchsorted(of, np.arange(n_graphs + 1))
    index = plain(batch.edge_index, "edge_index").reshape(2, -1)
    if index.size and (index.min() < 0 or index.max() >= len(of)):
        raise ValueError(f"edge_index: there are {len(of)} nodes, but an edge has the node {index.max()}")
    edge_graph = of[whole(index[0], "edge_index", np.int64)]
    order = np.argsort(edge_graph, kind="stable")
    edges = np.searchsorted(edge_graph[order], np.arange(n_graphs + 1))
    made = []
    for g in range(n_graphs):
        chosen, rows = order[edges[g] : edges[g + 1]], np.arange(nodes[g], nodes[g + 1])
        members: dict[str, Any] = {"edge_index": index[:, chosen].astype(np.int64) - nodes[g]}
        members["num_nodes"] = int(nodes[g + 1] - nodes[g])
        for name, pick in (("x", rows), ("node_labels", rows), ("edge_attr", chosen), ("edge_labels", chosen)):
            values = getattr(batch, name, None)
            members[name] = None if values is None else plain(values, name)[pick]
        y = getattr(batch, "y", None)
        members["y"] = None if y is None else plain(y, "y").reshape(n_graphs, -1)[g]
        made.append(SimpleNamespace(**members))
    return made
