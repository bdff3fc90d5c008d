"""Which graphs or nodes train, which validate and which test.

>>> import sharegnn as sg
>>> data = sg.make("CSL")
>>> split = sg.hold_out(data, 0.2)
>>> len(split.train), len(split.validation), len(split.test)
(120, 30, 0)
"""
from __future__ import annotations

import ctypes
from typing import Any, NamedTuple, Optional, Sequence

import numpy as np

from . import _structs
from ._library import Array, Handle, Watch, address, call, lib, new, opened, path_text, utf8
from .data import Dataset


class _Parts(NamedTuple):
    train: Array
    validation: Array
    test: Array


class Split(_Parts):
    """The numbers of the graphs, or of the nodes where the data has classes or targets of nodes, of a fold.

    ``cv=[(s.train, s.test) for s in sg.open_splits(path, data)]`` gives the folds to scikit-learn.
    """

    #: sentences about what was found when the data was divided: duplicates, contradictions, scaffolds
    notes: tuple[str, ...] = ()


def _folds(splits: Handle) -> list[Split]:
    notes: list[str] = []
    while (text := lib.sg_splits_note(splits, len(notes))) is not None:
        notes.append(text.decode(errors="replace"))
    parts = (_structs.SG_TRAIN, _structs.SG_VALIDATION, _structs.SG_TEST)
    made = [Split(*(_part(splits, fold, part) for part in parts)) for fold in range(lib.sg_splits_folds(splits))]
    for split in made:
        split.notes = tuple(notes)
    return made


def _part(splits: Handle, fold: int, part: int) -> Array:
    n = ctypes.c_uint32()
    place = lib.sg_splits_part(ctypes.byref(n), splits, fold, part)
    found = (ctypes.c_uint32 * n.value).from_address(place) if place and n.value else []
    return np.array(found, dtype=np.uint32)


def open_splits(path: Any, data: Dataset) -> list[Split]:
    """The folds of a file of splits, checked against the data."""
    return _folds(opened(lib.sg_splits_close, lib.sg_splits_open_for, path_text(path, "path"), data._handle))


def splits_of(data: Dataset, seed: int = 42) -> Split:
    """The parts that the data itself says.  Where nothing validates, a tenth of what trains does."""
    return _folds(opened(lib.sg_splits_close, lib.sg_splits_of_data, data._handle, seed))[0]


def hold_out(data: Dataset, share: float, seed: int = 42) -> Split:
    """A share of the graphs or nodes, class by class, to validate with; all others train."""
    if isinstance(share, (bool, str)) or not isinstance(share, (int, float, np.number)) or not 0 < share < 1:
        raise ValueError(f"share: {share!r} is no share between 0 and 1")
    return _folds(opened(lib.sg_splits_close, lib.sg_splits_hold_out, data._handle, float(share), seed))[0]


def divide(
    data: Dataset, rule: str, folds: int, shares: Optional[Sequence[float]], seed: int, path: Any = None
) -> Any:
    """What :meth:`Dataset.split` does."""
    # One fold by the usual shares is what the library does unasked; columns and files refuse to be asked for it.
    options = new(_structs.sg_split_options, rule=utf8(rule), n_folds=folds if folds != 1 else 0, seed=seed)
    if shares is not None:
        given = [float(share) for share in shares]
        if len(given) != 3:
            raise ValueError(f"shares: those of train, validation and test are needed, not {len(given)} numbers")
        options.share[:] = given
    with Watch():
        splits = opened(lib.sg_splits_close, lib.sg_splits_divide, data._handle, options)
    if path is not None:
        call(lib.sg_splits_write, splits, path_text(path, "path"))
    made = _folds(splits)
    return made[0] if folds <= 1 and len(made) == 1 else made


def groups(data: Dataset, rule: str) -> Array:
    """What :meth:`Dataset.groups` does."""
    found = np.zeros(data.n_items, dtype=np.uint32)
    with Watch():
        call(lib.sg_splits_groups, address(found), data._handle, utf8(rule))
    numbers: Array = np.where(found == _structs.UINT32_MAX, -1, found.astype(np.int64))
    return numbers
