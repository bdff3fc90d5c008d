"""One graph of a data set: its arrays, and what it is for networkx and PyTorch Geometric.

>>> import sharegnn as sg
>>> ethanol = sg.from_smiles(["CCO"])[0]
>>> ethanol
<Graph 0 of smiles: 3 nodes, 2 edges>
>>> ethanol.edges.tolist()
[[0, 1], [1, 2]]
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import _structs
from ._library import Array, lib
from .errors import MissingPackageError

if TYPE_CHECKING:
    from .data import Dataset


class Graph:
    """One graph of a data set; its arrays are views, but for the numbers of nodes, which begin at 0."""

    def __init__(self, data: "Dataset", number: int) -> None:
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

    @property
    def _items(self) -> Any:
        """Where classes and targets of the graph, or of its nodes, are."""
        return self._nodes if self.data.item == "node" else self.number

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
        """The class or the targets of the graph, or of all its nodes."""
        y = self.data.y
        return None if y is None else y[self._items]

    @property
    def node_ids(self) -> Array:
        """[nodes] what the nodes are called, or their numbers."""
        return self.data.node_ids[self._nodes]

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
        `edge_labels`.  Classes are numbers from 0; -1 is a node without a class.
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
        rows = self._nodes if self.data.item == "node" else slice(self.number, self.number + 1)
        if self.data.class_number is not None:
            number = self.data.class_number[rows].astype(np.int64)
            made["y"] = np.where(number == _structs.SG_NO_CLASS, -1, number)
        elif self.data.targets is not None:
            made["y"] = self.data.targets[rows].astype(np.float32)
        return made

    def _of_arcs(self, name: str) -> Optional[Array]:
        return _slice(getattr(self.data, name), self._arcs)

    @property
    def is_symmetric(self) -> bool:
        """Whether every edge has the same labels and attributes in both directions.

        >>> import sharegnn as sg
        >>> one_way = {"edges": [(0, 1), (1, 0)], "edge_labels": [5, 6]}
        >>> sg.from_graphs([one_way])[0].is_symmetric
        False
        """
        arcs = self.arcs
        back = np.lexsort((arcs[:, 0], arcs[:, 1]))  # arcs are sorted, so this is where their opposites are
        columns = (self._of_arcs("edge_labels"), self._of_arcs("edge_attributes"))
        return all(rows is None or bool((rows[back] == rows).all()) for rows in columns)

    def to_networkx(self) -> Any:
        """The graph for networkx; nodes are numbers, and have an `id` where they have names of their own.  Labels that
        have names, as those of atoms and bonds have, are there as `label` and `name`.  Where edges have different
        labels or attributes in their two directions, it is a DiGraph."""
        try:
            import networkx
        except ImportError:
            raise MissingPackageError("to_networkx needs the package networkx") from None
        both_ways = not self.is_symmetric
        made = networkx.DiGraph() if both_ways else networkx.Graph()
        data = _dictionaries(self.data, "node", self.n_nodes, self.node_labels, self.node_attributes)
        if self.y is not None and self.data.item == "node":
            for row, value in zip(data, self.y.tolist()):
                row["y"] = value
        if self.data.has_node_ids:
            for row, name in zip(data, self.node_ids):
                row["id"] = name
        made.add_nodes_from(enumerate(data))
        edges = (self.arcs if both_ways else self.edges).tolist()
        labels, attributes = (self._of_arcs(n) if both_ways else getattr(self, n) for n in ("edge_labels", "edge_attributes"))
        data = _dictionaries(self.data, "edge", len(edges), labels, attributes)
        made.add_edges_from((u, v, d) for (u, v), d in zip(edges, data))
        if self.y is not None and self.data.item == "graph":
            made.graph["y"] = self.y.item() if self.y.ndim == 0 else self.y
        return made


def _slice(array: Optional[Array], rows: slice) -> Optional[Array]:
    return None if array is None else array[rows]


def _dictionaries(
    data: "Dataset", what: str, n: int, labels: Optional[Array], attributes: Optional[Array]
) -> list[dict[str, Any]]:
    """What networkx keeps of every node or edge."""
    rows: list[dict[str, Any]] = [{} for _ in range(n)]
    if labels is not None:
        word = lib.sg_data_node_label_word if what == "node" else lib.sg_data_edge_label_word
        name = data.node_label_name if what == "node" else data.edge_label_name
        values = labels[:, 0].tolist() if labels.shape[1] == 1 else labels.tolist()
        for row, value in zip(rows, values):
            found = word(data._handle, value) if isinstance(value, int) else None
            row["label"] = value if found is None else found.decode()
            called = name(value) if isinstance(value, int) and found is None else None
            if called is not None:
                row["name"] = called
    if attributes is not None:
        for row, numbers in zip(rows, attributes.tolist()):
            row["attributes"] = numbers
    return rows
