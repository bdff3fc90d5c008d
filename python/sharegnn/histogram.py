"""Counts of labels and triples as features, for any classifier of scikit-learn.

>>> import sharegnn as sg
>>> from sklearn.pipeline import make_pipeline
>>> from sklearn.ensemble import RandomForestClassifier
>>> data = sg.make("CSL")
>>> forest = make_pipeline(sg.LabelHistogram("cycles:10"), RandomForestClassifier(20)).fit(data, data.y)
>>> forest.score(data, data.y)
1.0
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence, Union

import numpy as np

from ._library import Array
from ._names import column_names
from ._sklearn import BaseEstimator, NotFittedError, TransformerMixin
from .counts import Counts, count, is_head, sparse_rows
from .data import Dataset
from .inputs import as_dataset


class LabelHistogram(TransformerMixin, BaseEstimator):
    """How often each label occurs in each graph, as a sparse matrix with a row per graph.

    `labeling` is an expression, or a list of them whose counts are side by side: ``["wl:0", "wl:1", "wl:2"]`` are the
    features of the Weisfeiler-Leman subtree kernel, and all rounds are computed together.  A head such as
    ``"wl:1 @ distance 0..3"`` counts its triples.  Columns are the labels that the graphs of `fit` have; labels are
    known by their content keys, so new graphs fall into the same columns, and labels that were not there are left out.
    With `normalize` a row sums to 1.

    >>> import sharegnn as sg
    >>> LabelHistogram(["wl:0", "wl:1"]).fit_transform(["CCO", "CC"]).toarray().sum(axis=1)
    array([6., 4.])
    >>> LabelHistogram("label @ distance 0..1").fit_transform(["CCO", "CC"]).toarray().sum(axis=1)
    array([7., 4.])
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

    def _groups(self) -> list[list[str]]:
        """Expressions that are computed together: labelings that follow each other, or one head."""
        many = isinstance(self.labeling, (list, tuple))
        groups: list[list[str]] = []
        for expression in map(str, self.labeling if many else [self.labeling]):
            if groups and not is_head(expression) and not is_head(groups[-1][-1]):
                groups[-1].append(expression)
            else:
                groups.append([expression])
        if not groups:
            raise ValueError("labeling: at least one is needed")
        return groups

    def _counted(self, data: Dataset) -> list[Counts]:
        return [count(data, group, self.n_jobs, self.budget) for group in self._groups()]

    def _learn(self, data: Dataset, counted: list[Counts]) -> None:
        self._named_by: Optional[tuple[Dataset, list[Counts]]] = (data, counted)
        self.blocks_: list[_Columns] = []
        for group, counts in zip(self._groups(), counted):
            for b, expression in enumerate(group):
                own = slice(int(counts.block[b]), int(counts.block[b + 1]))
                self.blocks_.append(_Columns(expression, counts.key[own][counts.total[own] >= self.min_count]))
        self.n_features_out_ = sum(len(block.keys) for block in self.blocks_)

    def fit(self, X: Any, y: Any = None) -> "LabelHistogram":
        """Learn which labels there are."""
        data = as_dataset(X)
        self._learn(data, self._counted(data))
        return self

    def transform(self, X: Any) -> Any:
        """Count labels."""
        if getattr(self, "blocks_", None) is None:
            raise NotFittedError("This LabelHistogram instance is not fitted yet; call fit first")
        return self._matrix(self._counted(as_dataset(X)))

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """Both at once; labels are computed only once."""
        data = as_dataset(X)
        counted = self._counted(data)
        self._learn(data, counted)
        return self._matrix(counted)

    def _matrix(self, counted: list[Counts]) -> Any:
        parts, first = [], 0
        for counts in counted:
            blocks = self.blocks_[first : first + len(counts.block) - 1]
            parts.append(_known(counts, blocks))
            first += len(blocks)
        made = parts[0]
        if len(parts) > 1:
            from scipy import sparse

            made = sparse.hstack(parts, format="csr")
        if self.normalize:
            total = np.asarray(made.sum(axis=1)).ravel()
            made.data /= np.repeat(np.maximum(total, 1), np.diff(made.indptr))
        return made

    def get_feature_names_out(self, _input: Any = None) -> Array:
        """The expression and the name of every column, after the graphs of `fit`: "wl:1: CH2(CH3,OH)" is a node with the
        label CH2 whose neighbors have the labels CH3 and OH.  What is too long, or has no words, is shown by its
        content key in hexadecimal digits.

        >>> sorted(LabelHistogram(["label", "wl:1"]).fit(["CCO"]).get_feature_names_out())[2:4]
        ['label: OH', 'wl:1: CH2(CH3,OH)']
        >>> sorted(LabelHistogram("label @ distance 1").fit(["CO"]).get_feature_names_out())[0]
        'label @ distance 1: CH3 -> OH at distance 1'
        """
        if getattr(self, "blocks_", None) is None:
            raise NotFittedError("This LabelHistogram instance is not fitted yet; call fit first")
        self._name_columns()
        return np.array(self._names, dtype=object)

    def _name_columns(self) -> None:
        """Names need the graphs, and take longer than counting: they are made when somebody asks."""
        if getattr(self, "_named_by", None) is None:
            return
        data, counted = self._named_by  # type: ignore[misc]
        self._names: list[str] = []
        for group, counts in zip(self._groups(), counted):
            names = column_names(data, group, counts)
            self._names += [name for name, total in zip(names, counts.total.tolist()) if total >= self.min_count]
        self._named_by = None

    def __getstate__(self) -> dict[str, Any]:
        self._name_columns()
        own = getattr(super(), "__getstate__", None)
        return dict(own() if own is not None else self.__dict__)


@dataclass(frozen=True)
class _Columns:
    """The columns of one labeling or head, by the content keys of labels or triples."""

    expression: str
    keys: Array

    def places(self, keys: Array) -> Array:
        """Where keys are among the columns; -1: nowhere."""
        if len(keys) == len(self.keys) and (keys == self.keys).all():
            return np.arange(len(keys))
        if len(self.keys) == 0:
            return np.full(len(keys), -1)
        order = np.argsort(self.keys)
        near = order[np.minimum(np.searchsorted(self.keys, keys, sorter=order), len(order) - 1)]
        found: Array = np.where(self.keys[near] == keys, near, -1)
        return found


def _known(counts: Counts, blocks: list[_Columns]) -> Any:
    """The counts in the columns that were learned; others are left out."""
    parts, first = [], 0
    for b, block in enumerate(blocks):
        place = block.places(counts.key[int(counts.block[b]) : int(counts.block[b + 1])])
        parts.append(np.where(place < 0, -1, place + first))
        first += len(block.keys)
    column_of = np.concatenate(parts) if parts else np.zeros(0, np.int64)
    if len(column_of) == first and (column_of == np.arange(first)).all():
        return counts.matrix()
    column = column_of[counts.column]
    stays = column >= 0
    row = np.concatenate([[0], np.cumsum(stays)])[counts.row.astype(np.int64)]
    return sparse_rows(counts.count[stays].astype(np.float64), column[stays], row, first)
