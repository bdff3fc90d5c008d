"""Invariants as tools of their own: labels of nodes, triples of pairs, comparisons.

>>> import sharegnn as sg
>>> data = sg.make("CSL")
>>> labels = sg.labels(data, "cycles:10")
>>> labels.n_labels, labels.shape
(10, (6150,))
>>> sg.compare_labels(data, "degree", "cycles:10")
Relation(first=1, second=10, joint=10, first_refines=False, second_refines=True)
>>> sg.triples(data, "cycles:10", "distance 0..2")
Triples(n_triples=30, n_values=3, n_pairs=76260)
"""
from __future__ import annotations

from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _structs
from ._library import Array, Handle, Watch, lib, new, opened, read, threads, utf8, view
from .data import Dataset, as_dataset


class Labels(np.ndarray[Any, np.dtype[np.uint32]]):
    """The label of every node, an array of the library without a copy, with what the labels are.

    Labels are dense numbers, the most frequent first; the content key of a label is the same in every data set.
    """

    handle: Optional[Handle]
    keys: Array
    counts: Array
    expression: str

    def __array_finalize__(self, parent: Any) -> None:
        self.handle = getattr(parent, "handle", None)
        self.keys = getattr(parent, "keys", np.zeros(0, np.uint64))
        self.counts = getattr(parent, "counts", np.zeros(0, np.uint64))
        self.expression = getattr(parent, "expression", "")

    @property
    def n_labels(self) -> int:
        """How many different labels there are."""
        return len(self.keys)


class Relation(NamedTuple):
    """How two labelings relate; numbers of labels, and which is finer."""

    first: int
    second: int
    joint: int
    first_refines: bool
    second_refines: bool


class Triples(NamedTuple):
    """How many different triples a head has, which is its number of weights."""

    n_triples: int
    n_values: int
    n_pairs: int


class Invariant(NamedTuple):
    """A kind of labeling or pair property."""

    usage: str
    about: str
    example: str


def labels(
    graphs: Any,
    expression: Any,
    n_jobs: Optional[int] = None,
    budget: int = 0,
    cache: Any = None,
) -> Labels:
    """Label all nodes: "wl:3", "cycles:10+label", "degree limit 50".

    `budget` bounds the search steps of a graph; `cache` is a folder that keeps results.
    """
    data = as_dataset(graphs)
    with Watch() as watch:
        options = new(
            _structs.sg_label_options,
            n_threads=threads(n_jobs),
            budget=budget,
            cache=utf8(cache),
            observer=watch.observer,
        )
        handle = opened(lib.sg_labels_close, lib.sg_labels_open, data._handle, utf8(str(expression)), options)
    v = read(_structs.sg_labels_arrays, lib.sg_labels_view, handle)
    found = view(handle, v.label, (int(v.n_nodes),), np.uint32)
    made = (found if found is not None else np.zeros(0, np.uint32)).view(Labels)
    made.handle, made.expression = handle, str(expression)
    for name, address in (("keys", v.key), ("counts", v.count)):
        array = view(handle, address, (int(v.n_labels),), np.uint64)
        setattr(made, name, array if array is not None else np.zeros(0, np.uint64))
    return made


def _labels_of(data: Dataset, which: Any, n_jobs: Optional[int]) -> Labels:
    if isinstance(which, Labels) and which.handle is not None:
        return which
    return labels(data, which, n_jobs)


def compare_labels(graphs: Any, first: Any, second: Any, n_jobs: Optional[int] = None) -> Relation:
    """Which of two labelings, expressions or results of :func:`labels`, is finer on these graphs."""
    data = as_dataset(graphs)
    a, b = _labels_of(data, first, n_jobs), _labels_of(data, second, n_jobs)
    r = read(_structs.sg_labels_relation, lib.sg_labels_compare, a.handle, b.handle)
    return Relation(a.n_labels, b.n_labels, int(r.n_joint), bool(r.first_refines), bool(r.second_refines))


def triples(graphs: Any, receiver: Any, pair: Any, sender: Any = None, n_jobs: Optional[int] = None) -> Triples:
    """Count the triples (label of receiver, label of sender, value of the pair) of a head."""
    data = as_dataset(graphs)
    to = _labels_of(data, receiver, n_jobs)
    by: Union[Labels, Any] = to if sender is None else _labels_of(data, sender, n_jobs)
    size = read(
        _structs.sg_triples_size,
        lib.sg_triples_measure,
        data._handle,
        to.handle,
        by.handle,
        utf8(str(pair)),
        threads(n_jobs),
    )
    return Triples(int(size.n_triples), int(size.n_values), int(size.n_pairs))


def _kinds(count: Any, at: Any) -> list[Invariant]:
    found = []
    for i in range(count()):
        kind = read(_structs.sg_invariant_kind, at, i)
        found.append(Invariant(kind.usage.decode(), kind.about.decode(), kind.example.decode()))
    return found


def labelings() -> list[Invariant]:
    """All labelings.

    >>> any(kind.example.startswith("wl") for kind in labelings())
    True
    """
    return _kinds(lib.sg_labeling_count, lib.sg_labeling_at)


def properties() -> list[Invariant]:
    """All pair properties.

    >>> any("distance" in kind.usage for kind in properties())
    True
    """
    return _kinds(lib.sg_property_count, lib.sg_property_at)


