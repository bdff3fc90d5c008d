"""Why a model predicts what it predicts: messages, nodes and triples as tables, and pictures.

>>> import sharegnn as sg
>>> clf = sg.GraphClassifier("label @ distance 0..2", "label", epochs=20, learning_rate=0.1)
>>> clf = clf.fit(["CCO", "CCN", "CCCO", "CCCN"], [1, 0, 1, 0])
>>> why = clf.explain("CCO")
>>> sorted(why.messages.columns)[:4]
['contribution', 'head', 'layer', 'receiver']
>>> abs(why.value - why.layers.rest[0] - why.layers.contribution[0] - why.layers.gap[0]) < 1e-9
True
>>> why.svg().startswith("<svg") or "<svg" in why.svg()
True
"""
from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _structs
from ._frames import Picture, frame
from ._library import Array, Watch, a_kind, address, call, lib, new, opened, text_of, threads, written
from .data import Dataset

if TYPE_CHECKING:
    from .model import Model

NONE = _structs.SG_NONE
_CREDITS = ("half", "receiver", "sender")


def _copy(place: Any, n: int, dtype: Any) -> Array:
    """A copy of n numbers that the library has."""
    if not place or n == 0:
        return np.zeros(0, dtype)
    kind = np.dtype(dtype)
    return np.frombuffer(ctypes.string_at(place, n * kind.itemsize), dtype=kind).copy()


class Explainer:
    """A model on graphs, ready to explain them."""

    def __init__(self, model: "Model", data: Dataset, n_jobs: Optional[int] = None) -> None:
        self.model, self.data = model, data
        labels = new(_structs.sg_label_options, n_threads=threads(n_jobs))
        self._labels = labels
        options = new(_structs.sg_explainer_options, labels=ctypes.pointer(labels))
        arguments = (model.handle, data._handle, ctypes.byref(options))
        with model.gate.using(), Watch():
            self.handle = opened(lib.sg_explainer_close, lib.sg_explainer_open, *arguments, keep=arguments[:2])
        n = ctypes.c_size_t()
        heads = lib.sg_explainer_heads(ctypes.byref(n), self.handle)
        self._heads = [heads[i] for i in range(n.value)]
        self._values = [[h.value[v].decode() for v in range(h.n_values)] for h in self._heads]

    @property
    def heads(self) -> Any:
        """The heads of the model as a table."""
        return frame([{"layer": h.layer, "head": h.number, "kind": h.kind.decode(), "text": h.text.decode(),
                       "weights": h.n_weights} for h in self._heads])  # fmt: skip

    def weight_name(self, head: int, weight: int) -> str:
        """What a weight is for: "C(wl:2 #17) -> N at distance 3"."""
        return written(lib.sg_explainer_weight_name, self.handle, head, weight)

    def node_name(self, graph: int, node: int) -> str:
        """What a node is called."""
        return written(lib.sg_explainer_node_name, self.handle, graph, node)

    def weight_table(self, head: int) -> Any:
        """The weights of an encoder's head: triple, value, how often it occurs in the graphs."""
        h = self._heads[head]
        n = h.n_weights
        if h.decodes:
            raise ValueError(f"head {head} belongs to a {h.kind.decode()}, which has no triples")
        which = _copy(h.weight_value, n, np.uint32)
        return frame({"name": [self.weight_name(head, w) for w in range(n)], "weight": _copy(h.weight, n, np.float64),
                      "pair": [self._values[head][v] for v in which],
                      "occurrences": _copy(h.occurrences, n, np.uint64)})  # fmt: skip

    def explain(
        self, graph: int = 0, output: Union[int, str, None] = None, node: Union[int, str, None] = None
    ) -> "Explanation":
        """Explain an output of a graph, or of a node of it where the model predicts nodes.

        `output` is the number of a class or target, or its name; None: the predicted class, or the first target.
        `node` is the number of a node in its graph, or its name in ``data.node_ids``.
        """
        if isinstance(graph, bool) or not isinstance(graph, (int, np.integer)):
            raise TypeError(f"graph: the number of a graph is needed, not {a_kind(graph)}")
        number = int(graph) + len(self.data) if graph < 0 else int(graph)
        if not 0 <= number < len(self.data):
            raise IndexError(f"there is no graph {graph}; there are {len(self.data)}")
        if self.model.item == "node" and node is None:
            raise ValueError("node: the model predicts nodes; say which one is to be explained, or give data.nodes[...]")
        if self.model.item != "node" and node is not None:
            raise ValueError("node: the model predicts graphs, not nodes")
        chosen = None if node is None else self._node_number(number, node)
        return Explanation(self, number, self._output_number(output), chosen)

    def _node_number(self, graph: int, node: Any) -> int:
        """Which node of a graph is meant by a number or a name."""
        ids = self.data[graph].node_ids
        if isinstance(node, str):
            found = np.flatnonzero(ids.astype(str) == node)
            if len(found) == 0:
                raise ValueError(
                    f"node: graph {graph} has no node {node!r}; it has {len(ids)}, numbered from 0 or called by their ids"
                )
            return int(found[0])
        if isinstance(node, bool) or not isinstance(node, (int, np.integer)):
            raise TypeError(f"node: the number or the name of a node is needed, not {a_kind(node)}")
        if not 0 <= node < len(ids):
            raise IndexError(f"there is no node {node} in graph {graph}; it has {len(ids)}")
        return int(node)

    def _output_number(self, output: Union[int, str, None]) -> int:
        """Which output is meant by a number or a name."""
        if output is None:
            return int(_structs.SG_PREDICTED)
        if not isinstance(output, str):
            return int(output)
        classes = self.model.classes
        names = [str(c) for c in classes] if classes is not None else list(self.model.target_names)
        if output not in names:
            raise ValueError(f"output: there is no {output!r}; there are {', '.join(names)}")
        return names.index(output)

    def rank(self, graphs: Any = None, output: Optional[int] = None, top: int = 0, steps: int = 0) -> "Ranking":
        """Rank the triples by what they contribute to the outputs of all graphs, or of some."""
        chosen = None if graphs is None else np.ascontiguousarray(graphs, dtype=np.uint32)
        which = np.array([0 if output is None else output], dtype=np.uint32)
        with self.model.gate.using(), Watch():
            options = new(
                _structs.sg_ranking_options,
                graph=address(chosen),
                n_graphs=0 if chosen is None else len(chosen),
                output=None if output is None else address(which),
                top=top,
                steps=steps,
            )
            ranking = new(_structs.sg_ranking)
            call(lib.sg_explainer_rank, ctypes.byref(ranking), self.handle, ctypes.byref(options))
        try:
            return Ranking(self, ranking)
        finally:
            lib.sg_ranking_free(ctypes.byref(ranking))


class Explanation:
    """One output of one graph, and what contributed to it; a notebook shows the picture."""

    def __init__(self, explainer: Explainer, graph: int, output: int, node: Optional[int] = None) -> None:
        self.explainer, self.graph, self.node = explainer, graph, node
        self._struct = new(_structs.sg_explanation)
        with explainer.model.gate.using():
            if node is None:
                call(lib.sg_explainer_graph, ctypes.byref(self._struct), explainer.handle, graph, output)
            else:
                call(lib.sg_explainer_node, ctypes.byref(self._struct), explainer.handle, graph, node, output)
        self._finalizer = weakref.finalize(self, _free, self._struct, explainer.handle)
        s = self._struct
        self.output = int(s.output)
        self.value = float(s.value)
        self.n_nodes = int(s.n_nodes)
        self.outputs = _copy(ctypes.cast(s.outputs, ctypes.c_void_p).value, s.n_outputs, np.float64)
        self.scores = _copy(ctypes.cast(s.score, ctypes.c_void_p).value, s.n_outputs, np.float64)

    def __repr__(self) -> str:
        classes = self.explainer.model.classes
        names = self.explainer.model.target_names
        of = f"class {classes[self.output]}" if classes is not None else f"target {names[self.output]}"
        what = f"graph {self.graph}" if self.node is None else f"node {self.node} of graph {self.graph}"
        return f"<Explanation of {what}: {of}, value {self.value:.4g}, {self.n_nodes} nodes>"

    def _ids(self) -> Optional[Array]:
        """What the nodes are called, apart from their labels."""
        data = self.explainer.data
        return data[self.graph].node_ids if data.has_node_ids else None

    def _names(self) -> list[str]:
        return [self.explainer.node_name(self.graph, v) for v in range(self.n_nodes)]

    @property
    def nodes(self) -> Any:
        """A row per node: its label as `name`, and what it contributes to the decoder or pool, sends and receives.

        `id` is what the node is called where it has a name of its own, as nodes of networkx graphs have.
        """
        ids = self._ids()
        rows: dict[str, Any] = {"node": np.arange(self.n_nodes), **({} if ids is None else {"id": ids})}
        rows.update(name=self._names(), contribution=_copy(self._struct.node, self.n_nodes, float))
        for i in range(self._struct.n_layers):
            layer = self._struct.layer[i]
            if not layer.decodes:
                rows[f"sent_{layer.layer}"] = _copy(layer.sent, self.n_nodes, float)
                rows[f"received_{layer.layer}"] = _copy(layer.received, self.n_nodes, float)
        return frame(rows)

    @property
    def layers(self) -> Any:
        """A row per layer: output = rest + contribution + gap."""
        rows = []
        for i in range(self._struct.n_layers):
            layer = self._struct.layer[i]
            total = sum(layer.head[h].contribution for h in range(layer.n_heads))
            rows.append({"layer": layer.layer, "kind": layer.kind.decode(), "rest": layer.rest, "contribution": total,
                         "gap": layer.gap, "exact": bool(layer.exact)})  # fmt: skip
        return frame(rows)

    @property
    def messages(self) -> Any:
        """A row per message: receiver, sender, triple, weight (strength) and contribution; `receiver_id` and `sender_id`
        where nodes have names of their own."""
        parts = []
        names = np.array(self._names() or [""], dtype=object)
        for i in range(self._struct.n_layers):
            layer = self._struct.layer[i]
            for h in range(0 if layer.decodes else layer.n_heads):
                parts.append(self._head_messages(layer, layer.head[h], names))
        if not parts:
            return frame([])
        import pandas

        return pandas.concat(parts, ignore_index=True)

    def _head_messages(self, layer: Any, head: Any, names: Array) -> Any:
        place = ctypes.cast(head.message, ctypes.c_void_p).value
        m = _copy(place, head.n_messages, np.dtype(_structs.sg_explained_message))
        number = int(head.head)
        known = {int(w): self.explainer.weight_name(number, int(w)) for w in np.unique(m["weight"]) if w != NONE}
        values = self.explainer._values[number]
        ids = self._ids()
        own = {} if ids is None else {"receiver_id": ids[m["receiver"]], "sender_id": ids[m["sender"]]}
        return frame({
            "layer": np.full(len(m), layer.layer), "head": np.full(len(m), self.explainer._heads[number].number),
            "receiver": m["receiver"], "sender": m["sender"], **own, "receiver_name": names[m["receiver"]],
            "sender_name": names[m["sender"]], "value": [None if v == NONE else values[v] for v in m["value"]],
            "triple": [known.get(int(w)) for w in m["weight"]], "strength": m["strength"],
            "contribution": m["contribution"]})  # fmt: skip

    @property
    def triples(self) -> Any:
        """A row per triple, the largest contribution first."""
        messages = self.messages
        if len(messages) == 0:
            return messages
        known = messages[messages.triple.notna()]
        grouped = known.groupby(["layer", "head", "triple"], sort=False)
        table = grouped.agg(strength=("strength", "first"), messages=("contribution", "size"),
                            contribution=("contribution", "sum")).reset_index()  # fmt: skip
        return table.sort_values("contribution", key=abs, ascending=False, kind="stable").reset_index(drop=True)

    def svg(
        self,
        top: Optional[int] = None,
        layer: Optional[int] = None,
        head: Optional[int] = None,
        by_contribution: bool = False,
        arrows: bool = False,
        credit: str = "half",
    ) -> Picture:
        """The graph with what its nodes contribute.

        Molecules are structural formulas with a halo around every atom; `credit` says who gets the contribution of a
        message, "half" to each end, "receiver" or "sender" (docs/explaining.md).  Other graphs, and molecules with `arrows`, `head`,
        `top` or `by_contribution`, show the `top` largest messages of every head as arrows.
        """
        if credit not in _CREDITS:
            raise ValueError(f"credit: {credit!r} is none of {', '.join(_CREDITS)}")
        chosen = np.array([layer or 0, head or 0], dtype=np.uint32)
        options = new(_structs.sg_picture_options, top=top or 0, by_contribution=by_contribution, arrows=arrows)
        options.credit = _CREDITS.index(credit)
        options.layer = None if layer is None else chosen.ctypes.data
        options.head = None if head is None else chosen.ctypes.data + 4
        arguments = (self.explainer.handle, ctypes.byref(self._struct), ctypes.byref(options))
        return Picture(text_of(lib.sg_explainer_picture, *arguments))

    def _repr_svg_(self) -> str:
        return self.svg()


def _free(struct: Any, _explainer: Any) -> None:
    """Release an explanation before its explainer."""
    lib.sg_explanation_free(ctypes.byref(struct))


class Ranking:
    """Triples by their influence on the outputs of many graphs; `table` is a DataFrame."""

    def __init__(self, explainer: Explainer, ranking: Any) -> None:
        self.n_graphs = int(ranking.n_graphs)
        self.largest_gap = float(ranking.largest_gap)
        rows = []
        for i in range(ranking.n_weights):
            w = ranking.weight[i]
            head = explainer._heads[w.head]
            rows.append({"layer": head.layer, "head": head.number, "triple": explainer.weight_name(w.head, w.weight),
                         "influence": w.influence, "contribution": w.contribution, "graphs": w.n_graphs,
                         "messages": w.n_messages,
                         "most_in": [g for g in w.graph if g != NONE]})  # fmt: skip
        self.rows = rows

    @property
    def table(self) -> Any:
        """A row per triple."""
        return frame(self.rows)

    def _repr_html_(self) -> str:
        return str(self.table._repr_html_())

    def __repr__(self) -> str:
        return f"<Ranking of {len(self.rows)} triples by {self.n_graphs} graphs; .table has them>"
