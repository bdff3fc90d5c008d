"""Arrays of Python as arrays of the library, checked: right type, right shape, right range.

Everything that a user hands over goes through :func:`whole`, :func:`real` or :func:`words`, so that a wrong
dtype, a fraction among labels, a NaN or a number that is too large is refused with a sentence.
"""
from __future__ import annotations

import ctypes
from typing import Any, Optional

import numpy as np

from ._library import Array, a_kind, utf8


def plain(values: Any, name: str) -> Array:
    """Whatever there is as a numpy array: lists, tensors, Series."""
    if values.__class__ is np.ndarray:
        return values  # type: ignore[no-any-return]
    if isinstance(values, (dict, set, frozenset)):
        raise TypeError(f"{name}: a list or an array is needed, not {a_kind(values)}")
    if hasattr(values, "__next__"):
        values = list(values)
    if isinstance(values, np.ma.MaskedArray):
        if values.mask.any():
            raise ValueError(f"{name}: some of its values are masked; fill them, or leave them out")
        values = values.data
    for method in ("detach", "cpu", "numpy"):
        if hasattr(values, method) and not isinstance(values, np.ndarray):
            values = getattr(values, method)()
    try:
        with np.testing.suppress_warnings() as ignored:
            ignored.filter(np.VisibleDeprecationWarning)
            made = np.asarray(values)
    except ValueError as failure:
        raise ValueError(f"{name}: it is ragged; all rows need the same length ({failure})") from None
    if made.dtype.kind == "U" and not hasattr(values, "dtype"):
        made = _unless_mixed(values, made)
    if made.dtype == object and made.ndim > 0 and made.size > 0 and isinstance(made.flat[0], (list, tuple, np.ndarray)):
        raise ValueError(f"{name}: it is ragged; all rows need the same length")
    return made


def _unless_mixed(values: Any, words: Array) -> Array:
    """Texts as they are; where numpy made texts of other things, such as NaN, the things themselves."""
    things = np.empty(words.shape, dtype=object)
    things[...] = np.array(values, dtype=object)
    return words if all(isinstance(v, str) for v in things.flat) else things


def whole(values: Any, name: str, dtype: Any) -> Array:
    """Whole numbers of any kind as a contiguous array of `dtype`.

    >>> whole([1.0, 2.0], "labels", np.int32)
    array([1, 2], dtype=int32)
    >>> whole([1.5], "labels", np.int32)
    Traceback (most recent call last):
    ...
    ValueError: labels: 1.5 at position 0 is not a whole number
    """
    array = plain(values, name)
    wanted = np.dtype(dtype)
    if array.dtype == wanted:
        return np.ascontiguousarray(array)
    if array.size == 0:
        return np.zeros(array.shape, wanted)
    if array.dtype.kind == "O":
        array = _numbers_of_objects(array, name)
    if array.dtype.kind == "f":
        with np.errstate(invalid="ignore"):
            wrong = ~(np.isfinite(array) & (array == np.floor(array)))
        if wrong.any():
            at = int(np.flatnonzero(wrong.ravel())[0])
            raise ValueError(f"{name}: {array.ravel()[at]} at position {at} is not a whole number")
    elif array.dtype.kind not in "iub":
        raise ValueError(f"{name}: whole numbers are needed, not {array.dtype}")
    if array.dtype.kind != "b":
        bounds = np.iinfo(wanted)
        low, high = array.min(), array.max()
        if low < bounds.min or high > bounds.max:
            worst = low if low < bounds.min else high
            raise ValueError(f"{name}: {worst} is not within {bounds.min} .. {bounds.max}")
    return np.ascontiguousarray(array, dtype=wanted)


def _numbers_of_objects(array: Array, name: str) -> Array:
    if any(isinstance(v, (str, bytes)) or v is None for v in array.flat):
        raise ValueError(f"{name}: whole numbers are needed, not texts or None")
    try:
        return np.array([int(v) if int(v) == v else float(v) for v in array.flat]).reshape(array.shape)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: whole numbers are needed") from None


def real(values: Any, name: str, missing: bool = False) -> Array:
    """Numbers as a contiguous array of double; NaN only where `missing` says so.

    >>> real([[1, 2]], "attributes")
    array([[1., 2.]])
    >>> real([float("nan")], "attributes")
    Traceback (most recent call last):
    ...
    ValueError: attributes: nan at position 0 is not finite
    """
    array = plain(values, name)
    if array.dtype.kind == "c":
        raise ValueError(f"{name}: numbers are needed, not complex ones")
    if array.dtype.kind == "O" and missing:
        array = np.array([np.nan if v is None or type(v).__name__ == "NAType" else v for v in array.flat]).reshape(array.shape)
    if array.dtype.kind not in "iubf":
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError):
            raise ValueError(f"{name}: numbers are needed, not {array.dtype}") from None
    array = np.ascontiguousarray(array, dtype=np.float64)
    wrong = np.isinf(array) if missing else ~np.isfinite(array)
    if wrong.any():
        at = int(np.flatnonzero(wrong.ravel())[0])
        raise ValueError(f"{name}: {array.ravel()[at]} at position {at} is not finite")
    return array


def yes_or_no(values: Any, name: str) -> Array:
    """Columns of labels: 0, 1 or missing.

    >>> yes_or_no([[0, 5]], "y")
    Traceback (most recent call last):
    ...
    ValueError: y: 5 in column 1 is neither 0 nor 1, nor missing; several columns are several labels, each of them yes or no
    """
    array = real(values, name, missing=True)
    wrong = np.argwhere(~(np.isnan(array) | (array == 0) | (array == 1)))
    if len(wrong):
        raise ValueError(
            f"{name}: {array[tuple(wrong[0])]:g} in column {wrong[0][1]} is neither 0 nor 1, nor missing; several columns are"
            " several labels, each of them yes or no"
        )
    return array


def columns(array: Array, n: int, name: str, what: str) -> Array:
    """An array with a row for each of n things, as rows and columns."""
    made = array.reshape(len(array), -1) if array.ndim > 1 else array.reshape(-1, 1)
    if array.ndim > 2:
        raise ValueError(f"{name}: it has {array.ndim} dimensions; a row per {what} is needed")
    if array.ndim == 0 or len(array) != n:
        found = "a single number" if array.ndim == 0 else f"{len(array)} rows"
        raise ValueError(f"{name}: it has {found}, but there are {n} {what}s")
    return made


def names_of(y: Any) -> Optional[list[str]]:
    """What the columns of a DataFrame, or a Series, are called; None where they have no names but numbers.

    >>> import pandas
    >>> names_of(pandas.DataFrame({"NR-AR": [1.0], "NR-ER": [0.0]})), names_of(pandas.Series([1.0])), names_of([1.0])
    (['NR-AR', 'NR-ER'], None, None)
    """
    if hasattr(y, "columns") and hasattr(y, "iloc"):
        names = list(y.columns)
    else:
        names = [y.name] if hasattr(y, "iloc") and getattr(y, "name", None) is not None else []
    return [str(name) for name in names] if any(isinstance(name, str) for name in names) else None


def are_words(values: Array) -> bool:
    """Whether values are texts."""
    if values.dtype.kind == "O":
        return any(isinstance(v, str) for v in values.flat)
    return values.dtype.kind in "US"


def are_missing(values: Array) -> Array:
    """Which values say nothing: NaN, None, pandas' NA, empty words.

    >>> are_missing(np.array(["a", "", None], dtype=object))
    array([False,  True,  True])
    """
    if values.dtype.kind == "f":
        return np.isnan(values)
    if values.dtype.kind in "US":
        return np.asarray(values == values.dtype.type())
    if values.dtype.kind != "O":
        return np.zeros(len(values), bool)
    return np.array([v is None or type(v).__name__ in ("NAType", "NaTType") or v == "" or v != v for v in values], dtype=bool)


def are_targets(values: Array, of_nodes: bool = False) -> bool:
    """Whether values are numbers to be predicted, and no classes, by the rule of scikit-learn's type_of_target: some
    of them are no whole numbers.  Classes of nodes may be missing, those of graphs may not.

    >>> values = np.array([0.0, 1.0, np.nan])
    >>> are_targets(values), are_targets(values, of_nodes=True), are_targets(values[:2])
    (True, False, False)
    """
    if values.dtype.kind != "f" or values.ndim != 1:
        return values.dtype.kind == "f"
    present = values[~np.isnan(values)] if of_nodes else values
    return not bool(np.isfinite(present).all() and (present == np.floor(present)).all())


def none_missing(values: Array, name: str, what: str) -> None:
    """Refuse missing values, and say how to leave out what lacks them.

    >>> none_missing(np.array(["a", None], dtype=object), "y", "graph")
    Traceback (most recent call last):
    ...
    ValueError: y: None at position 1 is no class; leave out the graphs without one, or give all of them a word
    """
    missing = are_missing(values) if values.ndim == 1 else np.zeros(0, bool)
    if missing.any():
        at = int(np.flatnonzero(missing)[0])
        raise ValueError(
            f"{name}: {values[at]!r} at position {at} is no class; leave out the {what}s without one, or give all of them a word"
        )


def as_words(values: Array, name: str) -> Array:
    """Texts, all of them; something else among them is refused."""
    wrong = [i for i, v in enumerate(values) if not isinstance(v, str)]
    if wrong:
        raise ValueError(f"{name}: {values[wrong[0]]!r} at position {wrong[0]} is no text, but others are")
    return values.astype(str)


class Words:
    """Texts as an array of pointers, each different text once."""

    def __init__(self, values: Any, name: str) -> None:
        array = plain(values, name)
        if array.ndim != 1:
            raise ValueError(f"{name}: texts need one dimension")
        texts = as_words(array, name) if array.dtype.kind == "O" else array.astype(str)
        distinct, which = np.unique(texts, return_inverse=True)
        self._texts = [ctypes.create_string_buffer(utf8(str(t)) or b"") for t in distinct]
        places = np.array([ctypes.addressof(t) for t in self._texts], dtype=np.uintp)
        self.pointers: Array = np.ascontiguousarray(places[which]) if len(which) else np.zeros(0, np.uintp)

    @classmethod
    def of(cls, values: Optional[list[Any]], name: str) -> Optional["Words"]:
        """The same, or None."""
        return None if values is None else cls([str(v) for v in values], name)

    @classmethod
    def joined(cls, parts: list["Words"]) -> "Words":
        """Texts one behind the other."""
        made = cls([], "")
        made._texts = [text for part in parts for text in part._texts]
        made.pointers = np.concatenate([part.pointers for part in parts])
        return made

    def __len__(self) -> int:
        return len(self.pointers)

    @property
    def address(self) -> Any:
        """For a member of a struct."""
        return ctypes.cast(int(self.pointers.ctypes.data), ctypes.POINTER(ctypes.c_char_p))
