"""Bytes under a path that the library can open."""
from __future__ import annotations

import os
import tempfile
from typing import Any, Optional


class MemoryFile:
    """Bytes under a path that the library can open."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._number = -1
        self._folder: Optional[tempfile.TemporaryDirectory[str]] = None

    def __enter__(self) -> str:
        if hasattr(os, "memfd_create") and os.path.isdir("/proc/self/fd"):
            self._number = os.memfd_create("model")
            with os.fdopen(os.dup(self._number), "wb") as file:
                file.write(self._content)
            return f"/proc/self/fd/{self._number}"
        self._folder = tempfile.TemporaryDirectory(prefix="sharegnn-")
        path = os.path.join(self._folder.name, "model")
        with open(path, "wb") as file:
            file.write(self._content)
        return path

    def __exit__(self, *_: Any) -> None:
        if self._number >= 0:
            os.close(self._number)
        if self._folder is not None:
            self._folder.cleanup()
