"""Data sets taken apart into columns, to be changed, joined or pickled."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from ._arrays import Words
from ._columns import Columns, Sparse
from ._library import Array, lib

if TYPE_CHECKING:
    from .data import Dataset


def columns_of(data: "Dataset") -> Columns:
    """The arrays of the data set as they are handed to the library."""
    made = Columns(data.graph_offset, name=data.name, arc_offset=data.arc_offset, neighbor=data.neighbor)
    made.keep = (data._handle,)
    made.node_attribute, made.edge_attribute = data.node_attributes, data.edge_attributes
    setattr(made, "node_part" if data.item == "node" else "part", data.part)
    _take_labels(made, data, "node")
    _take_labels(made, data, "edge")
    made.form = data.form
    made.directed, made.self_loops = data.is_directed, data.keeps_self_loops
    made.sparse = data._sparse
    made.node_attribute_name, made.edge_attribute_name = data.node_attribute_names, data.edge_attribute_names
    if data.ids.dtype == object:
        made.graph_id = Words(data.ids, "ids")
    if data.has_node_ids:
        made.node_id = Words(data.node_ids, "node_ids")
    return made


def state_of(data: "Dataset") -> dict[str, Any]:
    """All that a data set has, for pickles."""
    c = columns_of(data)
    arrays = ("graph_offset", "arc_offset", "neighbor", "node_label", "node_attribute", "edge_label")
    state = {name: _copy(getattr(c, name)) for name in (*arrays, "edge_attribute", "part", "node_part")}
    for name in ("node", "edge"):
        state[f"{name}_names"] = getattr(c, f"{name}_label_name")
        state[f"{name}_words"] = _words(data, name)
    ids = data.ids if data.ids.dtype == object else None
    state["node_ids"] = data.node_ids if data.has_node_ids else None
    return {**state, "ids": ids, "name": data.name, "y": _copy(data.y), "target_names": data.target_names,
            "directed": data.is_directed, "self_loops": data.keeps_self_loops, "sparse": _copy_sparse(data._sparse),
            "node_attribute_names": data.node_attribute_names, "edge_attribute_names": data.edge_attribute_names,
            "as_targets": data.classes is None, "form": data.form, "item": data.item}  # fmt: skip


def columns_of_state(state: dict[str, Any]) -> Columns:
    """The arrays of what :func:`state_of` kept."""
    c = Columns(state["graph_offset"], name=state["name"])
    for name in ("arc_offset", "neighbor", "node_attribute", "edge_attribute", "part", "node_part"):
        setattr(c, name, state.get(name))
    for name in ("node", "edge"):
        words = state[f"{name}_words"]
        if words is not None:
            setattr(c, f"{name}_label_word", Words(words, name))
        else:
            setattr(c, f"{name}_label", state[f"{name}_label"])
            setattr(c, f"{name}_label_name", state[f"{name}_names"])
    for member, name in (("graph_id", "ids"), ("node_id", "node_ids")):
        if state.get(name) is not None:
            setattr(c, member, Words(state[name], name))
    c.form = state["form"]
    c.directed, c.self_loops = state.get("directed", False), state.get("self_loops", False)
    c.sparse = Sparse(*state["sparse"]) if state.get("sparse") is not None else None
    c.node_attribute_name, c.edge_attribute_name = state.get("node_attribute_names"), state.get("edge_attribute_names")
    of_nodes = state.get("item") == "node"
    return c.with_y(state["y"], state["as_targets"], state["target_names"] or None, of_nodes)


def _copy(array: Optional[Array]) -> Optional[Array]:
    return None if array is None else np.array(array)


def _copy_sparse(sparse: Optional[Sparse]) -> Optional[tuple[Array, Array, Array]]:
    return None if sparse is None else (np.array(sparse.row), np.array(sparse.column), np.array(sparse.value))


def _words(data: "Dataset", what: str) -> Optional[Array]:
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


def _take_labels(c: Columns, data: "Dataset", what: str) -> None:
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
