"""Adjacency matrices as graphs: square arrays of numpy, and sparse matrices of scipy.

An entry that is not 0 is an edge.  Entries other than 0 and 1 say more about it: whole numbers are labels, such as the
orders of bonds, and other numbers are attributes.
"""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._arrays import plain, real
from ._library import Array


def is_sparse(graph: Any) -> bool:
    """Whether it is a sparse matrix or array of scipy."""
    return hasattr(graph, "tocoo") and hasattr(graph, "shape")


def is_square(edges: Any) -> bool:
    """Whether it is an adjacency matrix: an array with as many rows as columns, and not two of them, which may be two
    edges.  Lists are edges.

    >>> is_square(np.zeros((3, 3))), is_square(np.array([[0, 1], [1, 2]])), is_square([(0, 1, 1), (1, 2, 1), (2, 0, 1)])
    (True, False, False)
    """
    if is_sparse(edges):
        return True
    shape: tuple[int, ...] = getattr(edges, "shape", ())
    return len(shape) == 2 and shape[0] == shape[1] and shape[0] != 2


def edges_of(graphs: list[Any], members: list[Any]) -> list[Any]:
    """Graphs whose adjacency matrices, where they have such, became edges.

    `members` are the edges of the graphs as they are given.  Where one of them can only be a matrix, all of them are.
    """
    if not any(is_square(e) for e in members):
        return graphs
    found = [_entries(matrix, i) for i, matrix in enumerate(members)]
    values = [value for _, _, value in found]
    is_plain = all((v == 1).all() for v in values)
    made: list[Any] = []
    for graph, (n, edges, value) in zip(graphs, found):
        own: dict[str, Any] = {"edges": edges, "n_nodes": n}
        if not is_plain:
            own["edge_attributes"] = value
        made.append(_with_members(graph, own, len(made)))
    return made


def _entries(matrix: Any, i: int) -> tuple[int, Array, Array]:
    """The number of nodes, the edges, and the numbers that stand for them."""
    if matrix is None:
        raise ValueError(f"graph {i}: it has no adjacency matrix, but other graphs have")
    if is_sparse(matrix):
        shape = matrix.shape
        rows = matrix.tocsr().tocoo()  # of several entries for one place the sum counts, as scipy has it
        row, column, value = rows.row, rows.col, real(rows.data, f"graph {i}: adjacency matrix")
        there = value != 0
        row, column, value = row[there], column[there], value[there]
    else:
        dense = plain(matrix, f"graph {i}: adjacency matrix")
        shape = dense.shape
        if dense.ndim == 2:
            dense = real(dense, f"graph {i}: adjacency matrix")
            row, column = np.nonzero(dense)
            value = dense[row, column]
        if shape == (3, 3) and not (dense == dense.T).all():
            raise ValueError(
                f"graph {i}: is this an adjacency matrix, or are these three edges with weights?  Give a sparse matrix of"
                " scipy, or rows of two nodes and the weights as edge_attributes"
            )
    if len(shape) != 2 or shape[0] != shape[1]:
        others = "" if is_sparse(matrix) else "; other graphs of the list have adjacency matrices"
        raise ValueError(f"graph {i}: an adjacency matrix is square, but this has the shape {tuple(shape)}{others}")
    return int(shape[0]), np.stack([row, column], axis=1).astype(np.int64), value


def _with_members(graph: Any, own: dict[str, Any], i: int) -> dict[str, Any]:
    """A graph with edges in place of its matrix, and with its labels and attributes."""
    made: dict[str, Any] = {}
    if isinstance(graph, dict):
        made = dict(graph)
    elif isinstance(graph, tuple) and not is_square(graph):
        names = ("edges", "node_labels", "edge_labels", "node_attributes", "edge_attributes")
        made = {name: value for name, value in zip(names, graph) if value is not None}
    for name, value in own.items():
        given: Optional[Any] = made.get(name)
        if name == "n_nodes" and given is not None and int(given) != value:
            raise ValueError(f"graph {i}: n_nodes is {given}, but the adjacency matrix has {value} rows")
        if name.startswith("edge_") and given is not None:
            raise ValueError(f"graph {i}: {name} are the entries of the adjacency matrix; give a matrix of 0 and 1, or no {name}")
        made[name] = value
    return made
