"""Readable names of labels and triples, after the graphs that have them.

A label of `wl` is what a node sees: its own label and, in parentheses, what its neighbors see with one round less.
``"CH3(CH2(CH3,OH))"`` is the first carbon of ethanol after two rounds.
"""
from __future__ import annotations

import collections
import ctypes
import re
from typing import Optional

import numpy as np

from ._library import Array, address, call, lib, view
from .counts import Counts, count, is_head
from .data import Dataset

# Longer names, and those of more rounds, say nothing to anybody.
LONGEST, MOST_ROUNDS = 120, 8


def key_texts(keys: Array) -> list[str]:
    """Content keys in words where they have some ("distance 3"), else in hexadecimal digits."""
    own = np.ascontiguousarray(keys, dtype=np.uint64)
    room = np.zeros((len(own), 32), np.uint8)
    if len(own):
        call(lib.sg_keys_text, room.ctypes.data, address(own), len(own))
    return [bytes(row).split(b"\0", 1)[0].decode() for row in room]


def _first_nodes(label: Array, n_labels: int) -> Array:
    """A node of each label."""
    first = np.zeros(n_labels, np.int64)
    first[label[::-1]] = np.arange(len(label) - 1, -1, -1)
    return first


class Namer:
    """Names of the nodes of a data set, and of labels by nodes that have them."""

    def __init__(self, data: Dataset) -> None:
        self._data = data
        self._row: list[int] = data.arc_offset.tolist()
        self._neighbor: list[int] = data.neighbor.tolist()
        self._node = self._words("node", data.node_labels, data.n_nodes)
        self._edge: Optional[list[str]] = None
        self._known: dict[tuple[int, int, bool], Optional[str]] = {}

    def _words(self, what: str, labels: Optional[Array], n: int) -> list[str]:
        """What the data calls the labels of all nodes or edges; "o" and nothing where there are none."""
        if labels is None:
            return ["o" if what == "node" else ""] * n
        name = self._data.node_label_name if what == "node" else self._data.edge_label_name
        distinct, which = np.unique(labels, return_inverse=True)
        words = [name(int(value)) or str(value) for value in distinct]
        return [",".join(words[i] for i in row) for row in which.reshape(labels.shape).tolist()]

    def node(self, v: int) -> str:
        """The label of a node in the data."""
        return self._node[v]

    def seen(self, v: int, rounds: int, with_edges: bool) -> Optional[str]:
        """What a node sees in some rounds of `wl`, or of `wl-edges`; None where that is too long."""
        if rounds == 0:
            return self._node[v]
        if (v, rounds, with_edges) not in self._known:
            self._known[v, rounds, with_edges] = self._look(v, rounds, with_edges)
        return self._known[v, rounds, with_edges]

    def _look(self, v: int, rounds: int, with_edges: bool) -> Optional[str]:
        if with_edges and self._edge is None:
            self._edge = self._words("edge", self._data.edge_labels, len(self._neighbor))
        parts, length = [], 0
        for arc in range(self._row[v], self._row[v + 1]):
            inner = self.seen(self._neighbor[arc], rounds - 1, with_edges)
            if inner is None:
                return None
            parts.append(f"{self._edge[arc]} {inner}".strip() if with_edges and self._edge is not None else inner)
            length += len(parts[-1])
            if length > LONGEST:
                return None
        return f"{self._node[v]}({','.join(sorted(parts))})"

    def _is_mixed(self, label: Array, first: Array) -> Array:
        """Which labels nodes have whose labels in the data differ."""
        mixed = np.zeros(len(first), bool)
        own = self._data.node_labels
        if own is not None:
            mixed[label[(own != own[first[label]]).any(axis=1)]] = True
        return mixed

    def labels(self, expression: str, label: Array, keys: Array) -> list[str]:
        """A name for every label of a labeling, by its content key; no two have the same one."""
        words = key_texts(keys)
        rounds = re.fullmatch(r"(wl|wl-edges):(\d+)", expression.strip())
        first = _first_nodes(label, len(keys))
        mixed = self._is_mixed(label, first)
        has_labels = self._data.node_labels is not None
        made = []
        for number, v in enumerate(first.tolist()):
            name: Optional[str] = None
            if rounds is not None and int(rounds[2]) <= MOST_ROUNDS:
                name = self.seen(v, int(rounds[2]), rounds[1] == "wl-edges")
            elif expression.strip() == "label" and has_labels:
                name = self.node(v)
            elif re.fullmatch(r"[0-9a-f]{16}", words[number]) is None:
                name = words[number]
            if name is None:
                name = f"#{words[number]}" if mixed[number] or not has_labels else f"{self.node(v)} #{words[number]}"
            made.append(name)
        return _unique(made, words)


def _unique(names: list[str], words: list[str]) -> list[str]:
    """Names with their content keys where several are the same."""
    often = collections.Counter(names)
    return [name if often[name] == 1 else f"{name} #{word}" for name, word in zip(names, words)]


def expression_names(data: Dataset, expressions: list[str]) -> dict[str, str]:
    """Names of all labels that nodes of the data have, by their content keys in hexadecimal digits.

    >>> import sharegnn as sg
    >>> sorted(expression_names(sg.from_smiles(["CO"]), ["label"]).values())
    ['CH3', 'OH']
    """
    namer = Namer(data)
    names: dict[str, str] = {}
    for expression in expressions:
        found = count(data, [expression])
        place = ctypes.cast(found.arrays.label, ctypes.POINTER(ctypes.c_void_p))[0]
        label = view(found.handle, place, (int(found.arrays.n_nodes),), np.uint32)
        if label is not None:
            names.update(zip((f"{key:016x}" for key in found.key.tolist()), namer.labels(expression, label, found.key)))
    return names


def labelings_of(head: str) -> list[str]:
    """The labelings of a head, or the one that a text is.

    >>> labelings_of("degree -> wl:2 @ distance 0..6 x2"), labelings_of("wl:1")
    (['degree', 'wl:2'], ['wl:1'])
    """
    return [part.strip() for part in head.split("@", 1)[0].split("->")]


def column_names(data: Dataset, expressions: list[str], counts: Counts) -> list[str]:
    """Names of the columns of counts, labelings or the triples of a head, each with its expression."""
    namer = Namer(data)
    if is_head(expressions[0]):
        return [f"{expressions[0]}: {name}" for name in _triples(data, namer, expressions[0], counts)]
    names = []
    places = ctypes.cast(counts.arrays.label, ctypes.POINTER(ctypes.c_void_p))
    for b, expression in enumerate(expressions):
        own = slice(int(counts.block[b]), int(counts.block[b + 1]))
        label = view(counts.handle, places[b], (int(counts.arrays.n_nodes),), np.uint32)
        if label is not None:
            names += [f"{expression}: {name}" for name in namer.labels(expression, label, counts.key[own])]
    return names


def _triples(data: Dataset, namer: Namer, head: str, counts: Counts) -> list[str]:
    """Names of triples: sender -> receiver, value of the pair."""
    labelings, pair = head.split("@", 1)
    sender, _, receiver = labelings.rpartition("->")
    keys = {n: view(counts.handle, getattr(counts.arrays, f"{n}_key"), (len(counts.key),), np.uint64) for n in ("receiver", "sender", "value")}
    names: dict[str, dict[int, str]] = {}
    for which, expression in (("receiver", receiver.strip()), ("sender", sender.strip() or receiver.strip())):
        found = count(data, [expression])
        place = ctypes.cast(found.arrays.label, ctypes.POINTER(ctypes.c_void_p))[0]
        label = view(found.handle, place, (int(found.arrays.n_nodes),), np.uint32)
        texts = [] if label is None else namer.labels(expression, label, found.key)
        names[which] = dict(zip(found.key.tolist(), texts))
    value = keys["value"] if keys["value"] is not None else np.zeros(0, np.uint64)
    distinct = np.unique(value)
    words = dict(zip(distinct.tolist(), key_texts(distinct)))
    made = []
    for r, s, v in zip(*(([] if keys[n] is None else keys[n].tolist()) for n in ("receiver", "sender", "value"))):  # type: ignore[union-attr]
        at = f" at {words[v]}" if re.fullmatch(r"[0-9a-f]{16}", words[v]) is None else f", {pair.strip().split()[0]} #{words[v]}"
        made.append(f"{names['sender'].get(s, '?')} -> {names['receiver'].get(r, '?')}{at}")
    return _unique(made, key_texts(counts.key))
