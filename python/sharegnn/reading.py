"""How a table was read: rows that were left out, what was found without being told, the cells as they are written.

>>> import sharegnn as sg, tempfile, os
>>> path = os.path.join(tempfile.mkdtemp(), "table.csv")
>>> _ = open(path, "w").write("smiles,y\\nCCO,1.5\\nC1CC,2.5\\nCC,3.5\\n")
>>> import warnings
>>> with warnings.catch_warnings(record=True) as said:
...     data = sg.load(path + "?target=y&max-rejects=1")
>>> len(data), data.rejects[["line", "column"]].values.tolist()
(2, [[3, 'smiles']])
"""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _structs
from ._frames import frame
from ._library import lib, read

if TYPE_CHECKING:
    from .data import Dataset


class TaskGuess(NamedTuple):
    """The task that data is for where nobody says another, and why."""

    task: str
    is_doubtful: bool
    reason: str
    remedy: str


def rejects(data: "Dataset") -> Any:
    """A row per row of the table that was left out, with the cells as they are written where all columns were kept."""
    columns = _column_names(data)
    rows: dict[str, list[Any]] = {name: [] for name in ("row", "line", "column", "id", "reason", *columns)}
    for i in range(min(int(lib.sg_data_reject_count(data._handle)), 2**20)):
        reject = read(_structs.sg_data_reject, lib.sg_data_reject_at, data._handle, i)
        for name in ("row", "line"):
            rows[name].append(int(getattr(reject, name)))
        for name in ("column", "id", "reason"):
            rows[name].append((getattr(reject, name) or b"").decode(errors="replace"))
        for c, name in enumerate(columns):
            rows[name].append((lib.sg_data_reject_cell(data._handle, i, c) or b"").decode(errors="replace"))
    return frame(rows)


def notes(data: "Dataset") -> list[str]:
    """Sentences about what was found without being told."""
    found: list[str] = []
    while (text := lib.sg_data_note(data._handle, len(found))) is not None:
        found.append(text.decode(errors="replace"))
    return found


def table(data: "Dataset") -> Any:
    """The cells of all graphs as they are written."""
    columns = _column_names(data)
    if not columns:
        raise ValueError("table: the cells are kept by a data set that is loaded with columns=all, load('table.csv?columns=all'), not by parts or pickles of it")
    return frame({
        name: [(lib.sg_data_cell(data._handle, g, c) or b"").decode(errors="replace") for g in range(len(data))]
        for c, name in enumerate(columns)
    })  # fmt: skip


def _column_names(data: "Dataset") -> list[str]:
    n = int(lib.sg_data_column_count(data._handle))
    return [(lib.sg_data_column_name(data._handle, c) or b"").decode(errors="replace") for c in range(n)]


def candidates(data: "Dataset") -> dict[str, str]:
    """Columns of a table that may be what someone wants to predict, and what they look like."""
    found: dict[str, str] = {}
    for i in range(1000):
        try:
            one = read(_structs.sg_data_candidate, lib.sg_data_candidate_at, data._handle, i)
        except ValueError:
            break
        found[one.column.decode(errors="replace")] = one.looks.decode(errors="replace")
    return found


def task_of(data: "Dataset") -> TaskGuess:
    """The task that the data is for where nobody says another."""
    guess = read(_structs.sg_data_task_guess, lib.sg_data_task, data._handle)
    word = lib.sg_task_word(guess.task).decode()
    return TaskGuess(word, bool(guess.is_doubtful), guess.reason.decode(), guess.remedy.decode())


def warn_of_rejects(data: "Dataset") -> None:
    """Say how many rows were left out."""
    n = int(lib.sg_data_reject_count(data._handle))
    if n > 0:
        first = read(_structs.sg_data_reject, lib.sg_data_reject_at, data._handle, 0)
        rows = int(lib.sg_data_row_count(data._handle))
        warnings.warn(
            f"{n} of {rows} rows of {data.name} cannot be read and {'is' if n == 1 else 'are'} left out, see rejects; line"
            f" {first.line}: {first.reason.decode(errors='replace')}",
            stacklevel=3,
        )
