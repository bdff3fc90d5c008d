"""Failures of the library as exceptions.

Every exception of this module is an :class:`Error` and also the exception of Python that fits, so that
``except FileNotFoundError`` works as well as ``except sharegnn.Error``.

>>> import sharegnn as sg
>>> try:
...     sg.load("no-such-data-set")
... except FileNotFoundError as failure:
...     print(isinstance(failure, sg.Error))
True
"""
from __future__ import annotations

import os
import sys

from . import _structs


class Error(Exception):
    """A failure of the library; its text says what is wrong, and with what."""

    #: the check in the library that failed, for reports of bugs
    where: str = ""


class InvalidError(Error, ValueError):
    """An argument makes no sense."""


class FormatError(Error, ValueError):
    """The content of a file or a text is malformed."""


class LimitError(Error, OverflowError, ValueError):
    """A budget or bound would be exceeded."""


class OutOfMemoryError(Error, MemoryError):
    """There is not enough memory."""


class SystemError_(Error, OSError):
    """The operating system or a server refused."""


class NotFoundError(Error, FileNotFoundError):
    """There is no such data set or file."""


class ExistsError(Error, FileExistsError):
    """The output is already there."""


class CanceledError(Error):
    """A computation was stopped."""


class VersionError(Error, ImportError):
    """The shared library is missing, or is not the one that this package was made for."""


class MissingPackageError(Error, ImportError):
    """Another Python package is needed for this."""


class LowTrustWarning(UserWarning):
    """A model predicts graphs of which it knows less than half."""


_OF_STATUS: dict[int, type[Error]] = {
    _structs.SG_EINVAL: InvalidError,
    _structs.SG_ENOMEM: OutOfMemoryError,
    _structs.SG_EIO: SystemError_,
    _structs.SG_EFORMAT: FormatError,
    _structs.SG_ENOTFOUND: NotFoundError,
    _structs.SG_EEXIST: ExistsError,
    _structs.SG_ELIMIT: LimitError,
    _structs.SG_ECANCELED: CanceledError,
}


def of_status(status: int, text: str, where: str = "") -> Error:
    """The exception for a status of the library."""
    made = _OF_STATUS.get(status, Error)(text or f"the library failed with status {status}")
    made.where = where
    return made


def frames_inside() -> int:
    """How many callers belong to this package, so that a warning names the line of the user."""
    n, frame = 1, sys._getframe(1)
    here = os.path.dirname(__file__)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(here):
        frame, n = frame.f_back, n + 1
    return n - 1
