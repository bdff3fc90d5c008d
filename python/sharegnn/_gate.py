"""Many threads may use something at the same time, or one may change it: calls release the GIL, so that it does not help.

>>> gate = Gate("this thing")
>>> with gate.using(), gate.using():
...     pass
>>> with gate.changing(), gate.using():
...     pass
Traceback (most recent call last):
...
RuntimeError: this thing cannot be used while the same thread changes it
"""
from __future__ import annotations

import contextlib
import threading
from typing import Iterator, Optional


class Gate:
    """Lets in any number of users, or one that changes the thing; others wait."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._condition = threading.Condition()
        self._n_users = 0
        self._changer: Optional[int] = None

    def _wait_for_changer(self) -> None:
        if self._changer == threading.get_ident():
            raise RuntimeError(f"{self._name} cannot be used while the same thread changes it")
        self._condition.wait_for(lambda: self._changer is None)

    @contextlib.contextmanager
    def using(self) -> Iterator[None]:
        """Inside of it nothing changes."""
        with self._condition:
            self._wait_for_changer()
            self._n_users += 1
        try:
            yield
        finally:
            with self._condition:
                self._n_users -= 1
                self._condition.notify_all()

    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """Inside of it nobody else uses the thing."""
        with self._condition:
            self._wait_for_changer()
            self._changer = threading.get_ident()
            try:
                self._condition.wait_for(lambda: self._n_users == 0)
            except BaseException:
                self._changer = None
                self._condition.notify_all()
                raise
        try:
            yield
        finally:
            with self._condition:
                self._changer = None
                self._condition.notify_all()
