"""A model for data, chosen by looking at it.

>>> import sharegnn as sg
>>> print(sg.choose(sg.make("CSL")).description.splitlines()[0])
layers:
"""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Optional

from . import _structs
from ._library import call, lib, new
from .inputs import as_dataset


@dataclass(frozen=True)
class Choice:
    """What was chosen: layers and training as in experiment files, and why."""

    description: str
    reason: str

    def __str__(self) -> str:
        return f"# {self.reason}\n{self.description}"


def choose(graphs: Any, task: Optional[str] = None, validates: bool = True) -> Choice:
    """The model that suits these graphs, which estimators take where none is named.

    Without validation items (`validates`) training does not stop early.
    """
    from .model import TASKS

    if task is not None and task not in TASKS:
        raise ValueError(f"task: {task!r} is none of {', '.join(TASKS)}")
    data = as_dataset(graphs)
    options = new(
        _structs.sg_choice_options, task=0 if task is None else 1 + TASKS.index(task), without_validation=not validates
    )
    made = [ctypes.c_void_p(), ctypes.c_void_p()]
    try:
        call(lib.sg_data_choose, ctypes.byref(made[0]), ctypes.byref(made[1]), data._handle, ctypes.byref(options))
        texts = [ctypes.string_at(pointer.value or 0).decode() for pointer in made]
    finally:
        for pointer in made:
            lib.sg_text_release(pointer)
    return Choice(texts[0], texts[1])
