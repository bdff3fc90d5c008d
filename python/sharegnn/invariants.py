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

import ctypes
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Optional, Union, overload

import numpy as np

from . import _structs
from ._frames import frame
from ._library import Array, Handle, Watch, lib, new, opened, read, threads, utf8, view
from .counts import Counts, count, is_head, watched
from ._names import Namer, key_texts
from .data import Dataset
from .inputs import as_dataset


class Labels(np.ndarray[Any, np.dtype[np.uint32]]):
    """The label of every node, an array of the library without a copy, with what the labels are.

    Labels are dense numbers, the most frequent first; the content key of a label is the same in every data set.
    """

    handle: Optional[Handle]
    keys: Array
    counts: Array
    expression: str
    source: Optional[tuple[Dataset, Array]]  # the graphs, and the labels of all their nodes

    def __array_finalize__(self, parent: Any) -> None:
        self.handle = getattr(parent, "handle", None)
        self.keys = getattr(parent, "keys", np.zeros(0, np.uint64))
        self.counts = getattr(parent, "counts", np.zeros(0, np.uint64))
        self.expression = getattr(parent, "expression", "")
        self.source = getattr(parent, "source", None)

    @classmethod
    def of(
        cls,
        data: Dataset,
        found: Optional[Array],
        keys: Optional[Array],
        counts: Optional[Array],
        expression: str,
        handle: Optional[Handle],
    ) -> "Labels":
        """Labels with what they are."""
        array = found if found is not None else np.zeros(0, np.uint32)
        made = array.view(cls)
        made.source = (data, array)
        made.handle, made.expression = handle, expression
        made.keys = keys if keys is not None else np.zeros(0, np.uint64)
        made.counts = counts if counts is not None else np.zeros(0, np.uint64)
        return made

    @property
    def n_labels(self) -> int:
        """How many different labels there are."""
        return len(self.keys)

    @property
    def names(self) -> list[str]:
        """What the labels are, by their numbers, after the graphs that have them: "degree 2", "CH2(CH3,OH)".  What is too
        long, or has no words, is shown by its content key in hexadecimal digits.

        >>> found = labels([[(0, 1), (1, 2)]], "degree")
        >>> [found.names[label] for label in found]
        ['degree 1', 'degree 2', 'degree 1']
        """
        if self.source is None:
            return key_texts(self.keys)
        return Namer(self.source[0]).labels(self.expression, self.source[1], self.keys)

    @property
    def table(self) -> Any:
        """A row per label: its name, how many nodes have it, and its content key."""
        return frame({"name": self.names, "count": self.counts, "key": self.keys})


class Relation(NamedTuple):
    """How two labelings relate; numbers of labels, and which is finer."""

    first: int
    second: int
    joint: int
    first_refines: bool
    second_refines: bool


@dataclass(frozen=True)
class Triples:
    """How many different triples a head has, which is its number of weights; `counts` and `table` have them all."""

    n_triples: int
    n_values: int
    n_pairs: int
    head: str = field(default="", repr=False)
    _data: Optional[Dataset] = field(default=None, repr=False, compare=False)
    _n_jobs: Optional[int] = field(default=None, repr=False, compare=False)

    @cached_property
    def _counted(self) -> Counts:
        if self._data is None:
            raise ValueError("triples: without graphs there is nothing to count")
        return count(self._data, [self.head], self._n_jobs)

    @property
    def counts(self) -> Any:
        """How often each graph has each triple, as a sparse matrix with a row per graph."""
        return self._counted.matrix()

    @property
    def table(self) -> Any:
        """A row per triple: content keys of the receiver's and sender's label and of the pair, and how often it occurs."""
        v, n = self._counted.arrays, len(self._counted.key)
        keys = {name: view(self._counted.handle, getattr(v, f"{name}_key"), (n,), np.uint64) for name in ("receiver", "sender", "value")}
        return frame({**keys, "count": self._counted.total})


class Invariant(NamedTuple):
    """A kind of labeling or pair property."""

    usage: str
    about: str
    example: str


@overload
def labels(  # type: ignore[misc]
    graphs: Any, expression: Union[list[Any], tuple[Any, ...]], n_jobs: Optional[int] = None, budget: int = 0, cache: Any = None
) -> list[Labels]: ...


@overload
def labels(graphs: Any, expression: Any, n_jobs: Optional[int] = None, budget: int = 0, cache: Any = None) -> Labels: ...


def labels(
    graphs: Any,
    expression: Any,
    n_jobs: Optional[int] = None,
    budget: int = 0,
    cache: Any = None,
) -> Union[Labels, list[Labels]]:
    """Label all nodes: "wl:3", "cycles:10+label", "degree limit 50".

    `budget` bounds the search steps of a graph; `cache` is a folder that keeps results.  A list of expressions gives a
    list; rounds of one refinement are computed together, and then nothing is cached.

    >>> [found.n_labels for found in labels(["CCO", "c1ccccc1"], ["wl:0", "wl:1", "wl:2"])]
    [4, 4, 4]
    """
    data = as_dataset(graphs)
    if isinstance(expression, (list, tuple)):
        return _many_labels(data, [str(e) for e in expression], n_jobs, budget)
    with watched(data, [str(expression)]):
        options = new(_structs.sg_label_options, n_threads=threads(n_jobs), budget=budget, cache=utf8(cache))
        handle = opened(lib.sg_labels_close, lib.sg_labels_open, data._handle, utf8(str(expression)), options)
    v = read(_structs.sg_labels_arrays, lib.sg_labels_view, handle)
    found = view(handle, v.label, (int(v.n_nodes),), np.uint32)
    keys = view(handle, v.key, (int(v.n_labels),), np.uint64)
    counts = view(handle, v.count, (int(v.n_labels),), np.uint64)
    return Labels.of(data, found, keys, counts, str(expression), handle)


def _many_labels(data: Dataset, expressions: list[str], n_jobs: Optional[int], budget: int) -> list[Labels]:
    if not expressions:
        return []
    heads = [e for e in expressions if is_head(e)]
    if heads:
        raise ValueError(f"labels: {heads[0]!r} is a head, which labels no nodes; triples counts its triples")
    counted = count(data, expressions, n_jobs, budget)
    made = []
    for b, expression in enumerate(expressions):
        own = slice(int(counted.block[b]), int(counted.block[b + 1]))
        place = ctypes.cast(counted.arrays.label, ctypes.POINTER(ctypes.c_void_p))[b]
        found = view(counted.handle, place, (int(counted.arrays.n_nodes),), np.uint32)
        made.append(Labels.of(data, found, counted.key[own], counted.total[own], expression, None))
    return made


def _labels_of(data: Dataset, which: Any, n_jobs: Optional[int]) -> Labels:
    if isinstance(which, Labels):
        return which if which.handle is not None else labels(data, which.expression, n_jobs)
    return labels(data, str(which), n_jobs)


def compare_labels(graphs: Any, first: Any, second: Any, n_jobs: Optional[int] = None) -> Relation:
    """Which of two labelings, expressions or results of :func:`labels`, is finer on these graphs."""
    data = as_dataset(graphs)
    a, b = _labels_of(data, first, n_jobs), _labels_of(data, second, n_jobs)
    r = read(_structs.sg_labels_relation, lib.sg_labels_compare, a.handle, b.handle)
    return Relation(a.n_labels, b.n_labels, int(r.n_joint), bool(r.first_refines), bool(r.second_refines))


def triples(graphs: Any, receiver: Any, pair: Any, sender: Any = None, n_jobs: Optional[int] = None) -> Triples:
    """Count the triples (label of receiver, label of sender, value of the pair) of a head.

    >>> import sharegnn as sg
    >>> found = sg.triples(["CCO", "CC"], "label", "distance 0..1")
    >>> found.n_triples, found.counts.shape
    (8, (2, 8))
    """
    data = as_dataset(graphs)
    to = _labels_of(data, receiver, n_jobs)
    by: Union[Labels, Any] = to if sender is None else _labels_of(data, sender, n_jobs)
    arguments = (data._handle, to.handle, by.handle, utf8(str(pair)), threads(n_jobs))
    with Watch():
        size = read(_structs.sg_triples_size, lib.sg_triples_measure, *arguments)
    text = f"{to.expression} @ {pair}" if sender is None else f"{by.expression} -> {to.expression} @ {pair}"
    return Triples(int(size.n_triples), int(size.n_values), int(size.n_pairs), text, data, n_jobs)


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


