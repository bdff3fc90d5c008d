"""How often labels and triples occur in each graph, as the library counts them."""
from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import Any, ContextManager, Optional, Sequence

import numpy as np

from . import _structs
from ._library import Array, Handle, Watch, lib, new, opened, read, texts, threads, utf8, view
from .data import Dataset
from .errors import MissingPackageError


@dataclass(frozen=True)
class Counts:
    """How often labels or triples occur in each graph: compressed rows, which are the library's memory."""

    handle: Handle
    row: Array
    column: Array
    count: Array
    key: Array
    total: Array
    block: Array
    arrays: Any

    @property
    def n_graphs(self) -> int:
        """How many rows there are."""
        return len(self.row) - 1

    def matrix(self) -> Any:
        """The counts as a sparse matrix of scipy."""
        return sparse_rows(self.count.astype(np.float64), self.column, self.row, len(self.key))


def is_head(expression: str) -> bool:
    """Whether an expression is a head, which has triples, and no labeling."""
    return "@" in expression


def count(data: Dataset, expressions: Sequence[str], n_jobs: Optional[int] = None, budget: int = 0) -> Counts:
    """Count labels of several labelings, which are computed together, or the triples of one head."""
    with watched(data, expressions):
        options = new(_structs.sg_label_options, n_threads=threads(n_jobs), budget=budget)
        if is_head(expressions[0]):
            handle = opened(lib.sg_counts_close, lib.sg_triple_counts_open, data._handle, utf8(expressions[0]), options)
        else:
            words = texts(list(expressions))
            handle = opened(lib.sg_counts_close, lib.sg_label_counts_open, data._handle, words, len(words), options)
    v = read(_structs.sg_counts_arrays, lib.sg_counts_view, handle)
    row = _view(handle, v.row, int(v.n_graphs) + 1, np.uint64)
    n_entries, n_columns = int(row[-1]), int(v.n_columns)
    return Counts(
        handle,
        row,
        _view(handle, v.column, n_entries, np.uint32),
        _view(handle, v.count, n_entries, np.uint32),
        _view(handle, v.key, n_columns, np.uint64),
        _view(handle, v.total, n_columns, np.uint64),
        _view(handle, v.block, int(v.n_blocks) + 1, np.uint32),
        v,
    )


def watched(data: Dataset, expressions: Sequence[str]) -> ContextManager[Any]:
    """A watch, but for labels that take a moment: asking would cost a third of the time."""
    if _is_quick(data, expressions):
        return contextlib.nullcontext()
    return Watch()


def _is_quick(data: Dataset, expressions: Sequence[str]) -> bool:
    rounds = [re.fullmatch(r"(?:none|label|degree|wl:(\d+)|wl-edges:(\d+))", e) for e in expressions]
    if not all(rounds):
        return False
    most = max(int(r[1] or r[2] or 0) for r in rounds if r is not None)
    return (most + len(expressions)) * (data.n_nodes + 2 * data.n_edges) < 10_000_000


def _view(handle: Handle, place: Any, n: int, dtype: Any) -> Array:
    found = view(handle, place, (n,), dtype)
    return found if found is not None else np.zeros(n, dtype)


def sparse_rows(values: Array, column: Array, row: Array, n_columns: int) -> Any:
    """A sparse matrix of compressed rows."""
    try:
        from scipy import sparse
    except ImportError:
        raise MissingPackageError("counts need the package scipy") from None
    dtype = np.int32 if max(len(column), n_columns) < 2**31 else np.int64
    shape = (len(row) - 1, n_columns)
    return sparse.csr_matrix((values, column.astype(dtype), row.astype(dtype)), shape=shape)
