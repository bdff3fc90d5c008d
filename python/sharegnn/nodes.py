"""Nodes of a data set as things to learn and predict.

>>> import sharegnn as sg
>>> data = sg.from_smiles(["CCO", "CC"]).with_node_y([0, 1, 0, 0, 0])
>>> data.nodes
<Nodes: 5 of 5 in 2 graphs>
>>> data.nodes[[1, 4]].y.tolist()
[1, 0]
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Optional

import numpy as np

from ._arrays import plain, whole
from ._library import Array

if TYPE_CHECKING:
    from .data import Dataset


class Nodes:
    """Some nodes of a data set, which they stay in: a model sees their whole graphs.

    It indexes like an array, so that scikit-learn's splitters take it as it is.  ``numbers`` counts nodes through
    all graphs.
    """

    ndim = 1

    def __init__(self, data: "Dataset", numbers: Array) -> None:
        self.data = data
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def shape(self) -> tuple[int]:
        """The number of nodes, as scikit-learn wants it."""
        return (len(self),)

    @property
    def graph(self) -> Array:
        """[nodes] the graph of each node: groups for splitters that keep graphs whole."""
        found: Array = np.searchsorted(self.data.graph_offset, self.numbers, side="right") - 1
        return found

    @property
    def y(self) -> Optional[Array]:
        """The classes or targets of these nodes."""
        if self.data.item != "node" or self.data.y is None:
            return None
        return np.asarray(self.data.y[self.numbers])

    @property
    def ids(self) -> Array:
        """What the nodes are called."""
        return np.asarray(self.data.node_ids[self.numbers])

    def __getitem__(self, key: Any) -> "Nodes":
        if isinstance(key, tuple) and len(key) == 1:
            key = key[0]
        if isinstance(key, slice):
            return Nodes(self.data, self.numbers[key])
        chosen = np.atleast_1d(plain(key, "index"))
        if chosen.ndim != 1:
            raise IndexError(f"an index with {chosen.ndim} dimensions chooses no nodes")
        if chosen.dtype.kind == "b" and len(chosen) != len(self):
            raise IndexError(f"the mask has {len(chosen)} values, but there are {len(self)} nodes")
        where = chosen if chosen.dtype.kind == "b" else whole(chosen, "index", np.int64)
        return Nodes(self.data, self.numbers[where])

    def __iter__(self) -> Iterator["Nodes"]:
        return (self[i] for i in range(len(self)))

    def first(self) -> tuple[int, int]:
        """The graph of the first of these nodes, and its number there."""
        if len(self) == 0:
            raise IndexError("there are no nodes")
        graph = int(self.graph[0])
        return graph, int(self.numbers[0]) - int(self.data.graph_offset[graph])

    def __repr__(self) -> str:
        name = f" of {self.data.name}" if self.data.name not in ("", "arrays", "smiles") else ""
        n = len(self.data)
        return f"<Nodes{name}: {len(self)} of {self.data.n_nodes} in {n} graph{'s' * (n != 1)}>"
