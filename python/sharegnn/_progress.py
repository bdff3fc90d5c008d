"""How far a training is, on a terminal or in a notebook."""
from __future__ import annotations

import sys
import time
from typing import Any, Optional


def is_watched() -> bool:
    """Whether somebody looks on: a terminal or a notebook."""
    return "ipykernel" in sys.modules or bool(getattr(sys.stderr, "isatty", lambda: False)())


class Bar:
    """A bar with text behind it: tqdm's where it is there, else a line that is written again."""

    def __init__(self, total: int, show: Optional[bool], what: str = "epochs") -> None:
        self._total = total
        self._what = what
        self._shown = is_watched() if show is None else bool(show)
        self._last = 0.0
        self._tqdm: Any = None
        if self._shown:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self._tqdm = tqdm(total=total, unit=what.rstrip("s"), leave=False)

    def update(self, done: int, text: str) -> None:
        """Say how far it is, a few times per second."""
        now = time.monotonic()
        if not self._shown or (now - self._last < 0.2 and done < self._total):
            return
        self._last = now
        if self._tqdm is not None:
            self._tqdm.n = done
            self._tqdm.set_postfix_str(text)
            return
        filled = 20 * done // max(1, self._total)
        line = f"\r[{'#' * filled}{'.' * (20 - filled)}] {done}/{self._total} {self._what}  {text}"
        sys.stderr.write(line.ljust(78))
        sys.stderr.flush()

    def close(self) -> None:
        """Leave the line clean."""
        if self._tqdm is not None:
            self._tqdm.close()
        elif self._shown and self._last:
            sys.stderr.write("\r" + " " * 78 + "\r")
            sys.stderr.flush()
