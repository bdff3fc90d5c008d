"""How much of graphs a model knows, and the warning where that is little."""
from __future__ import annotations

import ctypes
import warnings

import numpy as np

from . import _structs
from ._library import Array, Handle, address, call, lib
from .data import Dataset
from .errors import LowTrustWarning, frames_inside


def read_trust(prediction: Handle, n_graphs: int) -> Array:
    found = np.zeros(n_graphs, np.dtype(_structs.sg_trust))
    place = ctypes.cast(address(found) or 0, ctypes.POINTER(_structs.sg_trust))
    call(lib.sg_prediction_trust, place, prediction)
    return found


def known_share(trust: Array) -> Array:
    """sg_trust_share of each: the share of labels and pairs that have a weight, less for new labels and sizes."""
    unknown, total = (trust[f"{word}_labels"] + trust[f"{word}_pairs"] for word in ("unknown", "n"))
    old = 0.5 * (1.0 - trust["new_nodes"] / np.maximum(trust["n_nodes"], 1))
    known = (1.0 - unknown / np.maximum(total, 1)) * np.where(trust["new_nodes"] > 0, old, 1.0)
    share: Array = known * (1.0 - trust["new_size"])
    return share


def warn_of_unknown(known: Array, data: Dataset) -> None:
    """Name graphs of which a model knows less than half."""
    few = np.flatnonzero(known < 0.5)
    if len(few) == 0:
        return
    names = [str(g) if data.ids.dtype != object else f"{g} ({data.ids[g]})" for g in few[:5].tolist()]
    them = "it" if len(few) == 1 else "them"
    warnings.warn(
        f"the model knows less than half of {len(few)} graph{'s' * (len(few) != 1)}: {', '.join(names)}"
        f"{', ...' * (len(few) > 5)}; its predictions for {them} say little, see trust",
        LowTrustWarning,
        stacklevel=frames_inside() + 1,
    )
