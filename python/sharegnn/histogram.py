"""Counts of labels as features, for any classifier of scikit-learn.

>>> import sharegnn as sg
>>> from sklearn.pipeline import make_pipeline
>>> from sklearn.ensemble import RandomForestClassifier
>>> data = sg.make("CSL")
>>> forest = make_pipeline(sg.LabelHistogram("cycles:10"), RandomForestClassifier(20)).fit(data, data.y)
>>> forest.score(data, data.y)
1.0
"""
from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy as np

from ._library import Array
from ._sklearn import BaseEstimator, NotFittedError, TransformerMixin
from .data import Dataset, as_dataset
from .errors import MissingPackageError
from .invariants import labels


class LabelHistogram(TransformerMixin, BaseEstimator):
    """How often each label occurs in each graph, as a sparse matrix with a row per graph.

    `labeling` is an expression, or a list of them whose counts stand side by side: ``["wl:0", "wl:1", "wl:2"]`` are the
    features of the Weisfeiler-Leman subtree kernel.  Columns are the labels that the graphs of `fit` have; labels are
    known by their content keys, so new graphs fall into the same columns, and labels that were not there are left out.
    With `normalize` a row sums to 1.

    >>> import sharegnn as sg
    >>> LabelHistogram(["wl:0", "wl:1"]).fit_transform(["CCO", "CC"]).toarray().sum(axis=1)
    array([6., 4.])
    """

    def __init__(
        self,
        labeling: Union[str, Sequence[Any]] = "wl:3",
        *,
        normalize: bool = False,
        min_count: int = 1,
        budget: int = 0,
        n_jobs: Optional[int] = None,
    ) -> None:
        self.labeling = labeling
        self.normalize = normalize
        self.min_count = min_count
        self.budget = budget
        self.n_jobs = n_jobs

    def _expressions(self) -> list[str]:
        many = isinstance(self.labeling, (list, tuple))
        return [str(e) for e in (self.labeling if many else [self.labeling])]

    def fit(self, X: Any, y: Any = None) -> "LabelHistogram":
        """Learn which labels there are."""
        self._learn(as_dataset(X))
        return self

    def _learn(self, data: Dataset) -> list[tuple[Array, Array]]:
        computed = []
        self.keys_: list[Array] = []
        for expression in self._expressions():
            found = labels(data, expression, self.n_jobs, self.budget)
            self.keys_.append(np.sort(found.keys[found.counts >= self.min_count]))
            computed.append((np.asarray(found), np.asarray(found.keys)))
        self.n_features_out_ = sum(len(k) for k in self.keys_)
        return computed

    def transform(self, X: Any) -> Any:
        """Count labels."""
        if getattr(self, "keys_", None) is None:
            raise NotFittedError("This LabelHistogram instance is not fitted yet; call fit first")
        data = as_dataset(X)
        found = [labels(data, e, self.n_jobs, self.budget) for e in self._expressions()]
        return self._count(data, [(np.asarray(f), np.asarray(f.keys)) for f in found])

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """Both at once; labels are computed only once."""
        data = as_dataset(X)
        return self._count(data, self._learn(data))

    def _count(self, data: Dataset, computed: list[tuple[Array, Array]]) -> Any:
        try:
            from scipy import sparse
        except ImportError:
            raise MissingPackageError("LabelHistogram needs the package scipy") from None
        blocks = []
        for known, (label, keys) in zip(self.keys_, computed):
            place = np.searchsorted(known, keys)
            is_known = np.zeros(len(keys), bool)
            inside = place < len(known)
            is_known[inside] = known[place[inside]] == keys[inside]
            # Nodes stand in the order of their graphs, so the columns of all nodes are compressed rows already.
            column = np.where(is_known, place, len(known)).astype(np.int32)[label]
            rows = (np.ones(len(column)), column, data.graph_offset.astype(np.int32))
            all_known = bool(is_known.all())
            block = sparse.csr_matrix(rows, shape=(len(data), len(known) + (not all_known)))
            block.sum_duplicates()
            blocks.append(block if all_known else block[:, : len(known)])
        counts = sparse.hstack(blocks, format="csr") if len(blocks) > 1 else blocks[0]
        if self.normalize:
            total = np.asarray(counts.sum(axis=1)).ravel()
            counts = sparse.diags(1 / np.maximum(total, 1)) @ counts
        return counts

    def get_feature_names_out(self, _input: Any = None) -> Array:
        """The expression and the content key of every column."""
        names = [f"{e}:{int(k):016x}" for e, keys in zip(self._expressions(), self.keys_) for k in keys]
        return np.array(names, dtype=object)
