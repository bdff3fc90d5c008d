"""What kinds of graphs there are in a list, and what their nodes have."""
from __future__ import annotations

from typing import Any, Callable

from ._arrays import plain
from ._columns import Columns
from ._convert import Keys, is_arrays, is_pyg, of_arrays, of_pyg
from ._library import a_kind
from ._networkx import is_networkx, of_networkx

Converter = Callable[[list[Any], Keys], Columns]

# What graphs are, by the first one of a list.
KINDS: list[tuple[Callable[[Any], bool], Converter]] = [
    (is_pyg, of_pyg),
    (is_networkx, of_networkx),
    (is_arrays, of_arrays),
]


def node_values(graph: Any, name: str) -> list[Any]:
    """What a networkx graph, or an object with `edge_index`, keeps of its nodes under a name; None is missing."""
    if is_networkx(graph):
        return [values.get(name) for _, values in graph.nodes(data=True)]
    if hasattr(graph, "edge_index") and getattr(graph, name, None) is not None:
        return list(plain(getattr(graph, name), name))
    raise ValueError(f"node_y: a {type(graph).__name__} has no values of nodes that are called {name!r}")


def all_node_values(graphs: list[Any], name: str) -> list[list[Any]]:
    """The same of many graphs; a name that no node has is a mistake."""
    found = [node_values(graph, name) for graph in graphs]
    if any(v is not None for values in found for v in values):
        return found
    there = sorted({str(k) for g in graphs if is_networkx(g) for _, values in g.nodes(data=True) for k in values})
    has = f"they have {', '.join(there)}" if there else "they have nothing"
    raise ValueError(f"node_y: no node has {name!r}; {has}")


def of_list(graphs: list[Any], keys: Keys) -> Columns:
    """The columns of a list of graphs of one kind."""
    for recognizes, convert in KINDS:
        if recognizes(graphs[0]):
            return convert(graphs, keys)
    raise TypeError(
        f"graph 0: {a_kind(graphs[0])} is no graph; graphs are networkx graphs, RDKit molecules, SMILES,"
        " objects with edge_index, tuples (edges, node_labels), or adjacency matrices"
    )
