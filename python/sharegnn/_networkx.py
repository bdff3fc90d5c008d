"""networkx graphs as columns.

What nodes and edges keep under the names of :class:`Keys` becomes labels and attributes, and so does `weight` of edges,
which is networkx's own name for a number of an edge.  A warning names what else they have and is not used.
"""
from __future__ import annotations

import warnings
from typing import Any, Optional

import numpy as np

from ._arrays import Words, plain, real
from ._columns import Columns
from ._convert import Keys, numbered, offsets, put_labels, with_own_y
from .errors import frames_inside

_DEFAULTS = {
    "node_label": "label", "edge_label": "label", "node_attribute": "attributes", "edge_attribute": "attributes",
}  # fmt: skip
WEIGHT = "weight"
OWN = {"name", "id", "y"}  # what Dataset.to_networkx writes beside labels and attributes


def is_networkx(graph: Any) -> bool:
    return hasattr(graph, "nodes") and hasattr(graph, "edges") and hasattr(graph, "adj")


def of_networkx(graphs: list[Any], keys: Keys) -> Columns:
    """networkx graphs of any kind; labels and attributes are those of their nodes and edges."""
    sizes, edges, node_rows, edge_data = [], [], [], []
    names: list[list[Any]] = []
    for i, graph in enumerate(graphs):
        if not is_networkx(graph):
            raise TypeError(f"graph {i}: {type(graph).__name__} is no networkx graph, as graph 0 is")
        nodes = graph.nodes(data=True)
        place = {node: v for v, (node, _) in enumerate(nodes)}
        pairs = list(graph.edges(data=True))
        sizes.append(len(place))
        edges.append(np.array([(place[u], place[v]) for u, v, _ in pairs], np.int64).reshape(-1, 2))
        node_rows.append([data for _, data in nodes])
        edge_data.append([data for _, _, data in pairs])
        names.append(list(place))
    columns = Columns(offsets(sizes), edge=numbered(edges, np.array(sizes, dtype=np.int64)))
    _take(columns, node_rows, keys.node_label, "node_label")
    _take(columns, edge_data, keys.edge_label, "edge_label")
    _take(columns, node_rows, keys.node_attributes, "node_attribute")
    _take(columns, edge_data, keys.edge_attributes, "edge_attribute")
    used: set[Any] = {keys.node_label, *_names(keys.node_attributes, "node_attribute"), keys.node_y} | OWN
    _warn_of_unused(node_rows, used, "nodes", "node_label=... or node_attributes=")
    used = {keys.edge_label, *_names(keys.edge_attributes, "edge_attribute")} | OWN
    if _take_weights(columns, edge_data):
        used.add(WEIGHT)
    _warn_of_unused(edge_data, used, "edges", "edge_label=... or edge_attributes=")
    columns.is_directed = any(graph.is_directed() for graph in graphs)
    if any(own != list(range(len(own))) for own in names):
        columns.node_id = Words([str(node).replace("\0", "") for own in names for node in own], "nodes")
    y = [graph.graph.get(keys.y) for graph in graphs]
    return with_own_y(columns, y)


def _names(key: Any, name: str) -> list[str]:
    """The name, or the names, under which things are kept."""
    names = [key] if isinstance(key, str) else list(key) if isinstance(key, (list, tuple)) else []
    if not names or any(not isinstance(n, str) for n in names):
        raise TypeError(f"{name}s: a name or a list of names is needed, not {key!r}")
    return names


def _take(columns: Columns, rows: list[list[dict[str, Any]]], key: Any, name: str) -> None:
    """Take what all nodes or edges have under a key, or under several of them."""
    is_label = name.endswith("label")
    if is_label and not isinstance(key, str):
        raise TypeError(f"{name}: a name is needed, not {key!r}")
    parts = [_values(rows, one, name) for one in _names(key, name)]
    found = [part for part in parts if part is not None]
    if not found:
        return
    if is_label:
        try:
            put_labels(columns, plain(found[0], name), name)
        except ValueError as failure:
            what = name.split("_")[0]
            hint = f"; such numbers are attributes: {what}_attributes={key!r}" if "is not a whole number" in str(failure) else ""
            raise ValueError(f"{failure}{hint}") from None
        return
    tables = [real(plain(part, name), name) for part in found]
    setattr(columns, name, np.concatenate([t.reshape(len(t), -1) for t in tables], axis=1))
    # A vector under one name has columns without names.
    if all(t.ndim == 1 for t in tables):
        setattr(columns, f"{name}_name", [one for one, part in zip(_names(key, name), parts) if part is not None])


def _values(rows: list[list[dict[str, Any]]], key: str, name: str) -> Optional[list[Any]]:
    """What all nodes or edges have under a key; None where none has it and nobody asked for it."""
    values = [row.get(key) for of_graph in rows for row in of_graph]
    present = sum(v is not None for v in values)
    if present == 0:
        if key != _DEFAULTS[name] and values:
            there = sorted({str(k) for of_graph in rows for row in of_graph for k in row})
            has = f"they have {', '.join(there)}" if there else "they have nothing"
            raise ValueError(f"{name}: no {name.split('_')[0]} has {key!r}; {has}")
        return None
    if present < len(values):
        graph = next(i for i, of_graph in enumerate(rows) for row in of_graph if row.get(key) is None)
        raise ValueError(f"graph {graph}: not all of its {name.split('_')[0]}s have {key!r}, but others do")
    return values


def _take_weights(columns: Columns, rows: list[list[dict[str, Any]]]) -> bool:
    """Take the weights of edges as their attribute, where nothing else is said of edges and all have one.  Whatever numbers
    they are: what a weight means must not depend on the other graphs of a list."""
    values = [row.get(WEIGHT) for of_graph in rows for row in of_graph]
    has_own = columns.edge_label is not None or columns.edge_label_word is not None
    if has_own or columns.edge_attribute is not None or not values or any(v is None for v in values):
        return False
    try:
        weight = real(plain(values, WEIGHT), WEIGHT)
    except ValueError:
        return False
    if weight.ndim != 1:
        return False
    columns.edge_attribute = weight.reshape(-1, 1)
    columns.edge_attribute_name = [WEIGHT]
    return True


def _warn_of_unused(rows: list[list[dict[str, Any]]], used: set[Any], what: str, how: str) -> None:
    """Name what nodes or edges have and nobody asked for."""
    unused = sorted({str(key) for of_graph in rows for row in of_graph for key in row if key not in used})
    if unused:
        warnings.warn(
            f"graphs: {what} have {', '.join(map(repr, unused[:5]))}{', ...' * (len(unused) > 5)}, which is not used;"
            f" sharegnn.from_graphs(graphs, {how}{unused[0]!r}) uses it",
            stacklevel=frames_inside() + 1,
        )
