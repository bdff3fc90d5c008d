"""How much memory and work calls of this thread may take.

>>> import sharegnn as sg
>>> with sg.limits(memory="1 GB"):
...     data = sg.make("CSL")
>>> try:
...     with sg.limits(memory=1000):
...         data = sg.make("CSL")
... except MemoryError:
...     print("more than 1000 bytes")
more than 1000 bytes
"""
from __future__ import annotations

import contextlib
import re
from typing import Iterator, Union

from . import _structs
from ._library import lib, new, opened

_UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12, "kib": 2**10, "mib": 2**20, "gib": 2**30}


def _bytes(memory: Union[None, int, str]) -> int:
    if memory is None or isinstance(memory, int):
        number = memory or 0
    else:
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*", memory)
        if found is None or found[2].lower() not in _UNITS:
            raise ValueError(f"memory: {memory!r} is no amount; write 2000000, '500 MB' or '2 GB'")
        number = int(float(found[1]) * _UNITS[found[2].lower()])
    if not 0 <= number < 2**64:
        raise ValueError(f"memory: {memory!r} is no amount")
    return number


@contextlib.contextmanager
def limits(memory: Union[None, int, str] = None, steps: int = 0) -> Iterator[None]:
    """Bound what all calls of this thread take, until the block ends.

    `memory` is in bytes, or a text such as "2 GB", in addition to what the library holds now; a call that needs more
    raises MemoryError.  `steps` bounds the search in one graph; a `budget` of a call overrides it.  Limits nest.
    """
    if not 0 <= steps < 2**64:
        raise ValueError(f"steps: {steps} is no number of steps")
    bound = new(_structs.sg_limits, memory=_bytes(memory), steps=steps)
    account = opened(lib.sg_account_close, lib.sg_account_open, bound)
    try:
        yield
    finally:
        account.close()


def memory_left() -> int:
    """Bytes that this process can still get.

    >>> memory_left() > 0
    True
    """
    return int(lib.sg_memory_left())
