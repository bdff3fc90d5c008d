"""Which graphs or nodes train, which validate and which test.

>>> import sharegnn as sg
>>> data = sg.make("CSL")
>>> split = sg.hold_out(data, 0.2)
>>> len(split.train), len(split.validation), len(split.test)
(120, 30, 0)
"""
from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

from . import _structs
from ._library import Array, Handle, lib, opened, utf8
from .data import Dataset


class Split(NamedTuple):
    """The numbers of the graphs, or of the nodes where the data has classes or targets of nodes, of a fold.

    ``cv=[(s.train, s.test) for s in sg.open_splits(path, data)]`` gives the folds to scikit-learn.
    """

    train: Array
    validation: Array
    test: Array


def _folds(splits: Handle) -> list[Split]:
    return [
        Split(*(_part(splits, fold, part) for part in (_structs.SG_TRAIN, _structs.SG_VALIDATION, _structs.SG_TEST)))
        for fold in range(lib.sg_splits_folds(splits))
    ]


def _part(splits: Handle, fold: int, part: int) -> Array:
    n = ctypes.c_uint32()
    place = lib.sg_splits_part(ctypes.byref(n), splits, fold, part)
    found = (ctypes.c_uint32 * n.value).from_address(place) if place and n.value else []
    return np.array(found, dtype=np.uint32)


def open_splits(path: Any, data: Dataset) -> list[Split]:
    """The folds of a file of splits, checked against the data."""
    return _folds(opened(lib.sg_splits_close, lib.sg_splits_open_for, utf8(path), data._handle))


def splits_of(data: Dataset, seed: int = 42) -> Split:
    """The parts that the data itself says.  Where nothing validates, a tenth of what trains does."""
    return _folds(opened(lib.sg_splits_close, lib.sg_splits_of_data, data._handle, seed))[0]


def hold_out(data: Dataset, share: float, seed: int = 42) -> Split:
    """A share of the graphs or nodes, class by class, to validate with; all others train."""
    return _folds(opened(lib.sg_splits_close, lib.sg_splits_hold_out, data._handle, float(share), seed))[0]
