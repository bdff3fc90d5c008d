"""Warnings of what is lost where edges become undirected and simple."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Optional

import numpy as np

from ._columns import Columns
from ._library import Array
from .errors import frames_inside

if TYPE_CHECKING:
    from .data import Dataset


def warn_of_merged(c: Columns, data: "Dataset") -> None:
    """Warn of arcs that became edges, and of repeated edges with other labels, of which the first counts.

    An edge that is given in both directions may have a label for each of them."""
    if c.edge is None or len(c.edge) <= data.n_edges and not c.is_directed:
        return  # every edge was given once
    if c.is_directed and data.repairs()["one_way"]:
        _warn(f"graphs: {data.repairs()['one_way']} arcs of directed graphs have no arc back; graphs are undirected here,"
              " so they became edges")  # fmt: skip
    words = c.edge_label_word.pointers if c.edge_label_word is not None else None
    for rows, what in ((c.edge_label, "labels"), (words, "labels"), (c.edge_attribute, "attributes")):
        found = _contradiction(c.edge, rows)
        if found is not None:
            first, n = found
            graph = int(np.searchsorted(c.graph_offset, c.edge[first][0], side="right")) - 1
            start = int(c.graph_offset[graph])
            ends = tuple((c.edge[first].astype(np.int64) - start).tolist())
            _warn(f"graph {graph}: the edge {ends} is there several times with different {what}; graphs are simple here, so the"
                  f" first one counts ({n} edge{'s' * (n != 1)} of all graphs)")  # fmt: skip


def _contradiction(edge: Array, rows: Optional[Array]) -> Optional[tuple[int, int]]:
    """A row of an edge that another row contradicts, and how many rows contradict the one before."""
    if rows is None or len(edge) < 2:
        return None
    table = rows.reshape(len(edge), -1)
    first, second = edge[:, 0].astype(np.uint64), edge[:, 1].astype(np.uint64)
    key = first << np.uint64(32) | second
    order = np.argsort(key, kind="stable")
    same = key[order][1:] == key[order][:-1]
    differ = same & (table[order][1:] != table[order][:-1]).any(axis=1) & (first != second)[order][1:]
    at = np.flatnonzero(differ)
    return None if len(at) == 0 else (int(order[at[0]]), len(at))


def _warn(text: str) -> None:
    warnings.warn(text, stacklevel=frames_inside() + 1)
