"""Finding, loading and calling libsharegnn.

The library is looked for in ``$SHAREGNN_LIBRARY`` (a file), inside of this package, in the build folder
of the source tree that this package stands in, and where the system keeps its libraries.  It is loaded
once, with the version and the layout of its structs checked: a package for another version says so
instead of crashing.

Calls release the GIL.  While a call runs in the main thread Ctrl-C is remembered, and the library is
asked to stop at its next question; see :class:`Watch`.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import pathlib
import signal
import sys
import threading
import weakref
from typing import Any, Callable, Optional, TypeVar

import numpy as np
import numpy.typing as npt

from . import _structs
from .errors import VersionError, of_status

Array = npt.NDArray[Any]
S = TypeVar("S", bound=ctypes.Structure)


def _candidates() -> list[str]:
    """Files that may be the library, the best one first."""
    named = os.environ.get("SHAREGNN_LIBRARY")
    if named:
        return [named]
    here = pathlib.Path(__file__).resolve().parent
    found = [here / "_lib" / "libsharegnn.so.0"]
    if (here.parent.parent / "include" / "sharegnn.h").is_file():
        found.append(here.parent.parent / "build" / "libsharegnn.so.0")
    return [str(path) for path in found if path.is_file()] + ["libsharegnn.so.0"]


def _load() -> ctypes.CDLL:
    failures = []
    for path in _candidates():
        try:
            return ctypes.CDLL(path)
        except OSError as failure:
            failures.append(str(failure))
    raise VersionError(
        "libsharegnn was not found: build it with `make`, install it, or name the file in"
        f" SHAREGNN_LIBRARY ({'; '.join(failures)})"
    )


def _declare(library: ctypes.CDLL) -> None:
    """Tell ctypes what the functions take, and find out whether this is the library of the headers."""
    try:
        library.sg_version_number.restype = ctypes.c_uint32
        version = int(library.sg_version_number())
    except AttributeError:
        raise VersionError(
            f"{library._name}: it has no sg_version_number; this package needs libsharegnn"
            f" {_structs.SG_VERSION}"
        ) from None
    if version // 100 != _structs.SG_VERSION_NUMBER // 100:
        raise VersionError(
            f"{library._name}: it is libsharegnn {version // 10000}.{version // 100 % 100}.{version % 100},"
            f" but this package is for {_structs.SG_VERSION}; install the package of the library's version"
        )
    for name, (result, arguments) in _structs.FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise VersionError(
                f"{library._name}: it has no function {name}; this package needs libsharegnn"
                f" {_structs.SG_VERSION}, built from the same sources"
            ) from None
        function.restype = result
        function.argtypes = arguments


def _library_layout(library: ctypes.CDLL) -> dict[tuple[str, str], tuple[int, int]]:
    """Offset and size of every member of every struct as the library has them; "" is a struct as a whole."""
    n = ctypes.c_size_t()
    row = library.sg_struct_members(ctypes.byref(n))
    found = {}
    for i in range(n.value):
        r = row[i]
        found[r.structure.decode(), (r.name or b"").decode()] = (int(r.offset), int(r.size))
    return found


def _layout_difference(found: dict[tuple[str, str], tuple[int, int]]) -> Optional[str]:
    """How the library's structs differ from this package's, in words; None where they agree.

    A struct that says its own size may have more members at its end in the library: it takes the shorter one.
    """
    for name, struct in _structs.STRUCTS.items():
        size = found.get((name, ""), (0, -1))[1]
        if size < 0:
            return f"it has no struct {name}"
        for member, *_ in struct._fields_:
            own: Any = getattr(struct, member)
            theirs = found.get((name, member))
            if theirs is None:
                return f"its {name} has no member {member}"
            if theirs != (own.offset, own.size):
                return f"its {name}.{member} is at byte {theirs[0]} with {theirs[1]} bytes, not {own.offset} and {own.size}"
        grows = struct._fields_[0][0] == "struct_size" and size > ctypes.sizeof(struct)
        if size != ctypes.sizeof(struct) and not grows:
            return f"its {name} has {size} bytes, not {ctypes.sizeof(struct)}"
    return None


def _check_layout(library: ctypes.CDLL) -> None:
    """Compare the structs of the library with those of this package, all members of all of them."""
    difference = _layout_difference(_library_layout(library))
    if difference is not None:
        raise VersionError(
            f"{library._name}: {difference}; this package needs libsharegnn {_structs.SG_VERSION}, built from the"
            " same sources"
        )


_library = _load()
_declare(_library)
_check_layout(_library)
lib: Any = _library


def library_path() -> str:
    """The file of the shared library, as it was loaded.

    >>> "sharegnn" in library_path()
    True
    """
    return str(_library._name)


def version() -> str:
    """The version of the library.

    >>> version().count(".")
    2
    """
    return str(lib.sg_version().decode())


# ---- Calls --------------------------------------------------------------------------------------------


def call(function: Any, *arguments: Any) -> None:
    """Call a function that returns a status and takes an error last; raise what it fails with."""
    err = _structs.sg_error()
    status = function(*arguments, ctypes.byref(err))
    if status != _structs.SG_OK:
        raise failure_of(status, err)


def failure_of(status: int, err: Any) -> Exception:
    """The exception for a failed call."""
    return of_status(status, err.text.decode(errors="replace"), (err.where or b"").decode())


def new(struct: type[S], **members: Any) -> S:
    """A struct that says its own size."""
    made = struct()
    if struct._fields_[0][0] == "struct_size":
        setattr(made, "struct_size", ctypes.sizeof(struct))
    for name, value in members.items():
        setattr(made, name, value)
    return made


def read(struct: type[S], function: Any, *arguments: Any) -> S:
    """The struct that a function fills in."""
    made = new(struct)
    call(function, ctypes.byref(made), *arguments)
    return made


def utf8(text: Any) -> Optional[bytes]:
    """A text or a path as the library takes it; None stays None."""
    if text is None:
        return None
    name = os.fspath(text)
    encoded = name if isinstance(name, bytes) else str(name).encode("utf-8", "surrogateescape")
    if b"\0" in encoded:
        raise ValueError("a text for the library must not contain the character 0")
    return encoded


def a_kind(value: Any) -> str:
    """What a value is, for messages: "None", "an int", "a list".

    >>> a_kind(5), a_kind(None), a_kind([])
    ('an int', 'None', 'a list')
    """
    kind = type(value).__name__
    return "None" if value is None else f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def path_text(value: Any, name: str) -> bytes:
    """A text or a path that must be there.

    >>> path_text(5, "path")
    Traceback (most recent call last):
    ...
    TypeError: path: a text or a path is needed, not an int
    """
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise TypeError(f"{name}: a text or a path is needed, not {a_kind(value)}")
    encoded = utf8(value)
    if not encoded:
        raise ValueError(f"{name}: it is empty")
    return encoded


def text_of(function: Any, *arguments: Any) -> str:
    """The text that a function hands out, which is released."""
    pointer = ctypes.c_void_p()
    call(function, ctypes.byref(pointer), *arguments)
    try:
        return ctypes.string_at(pointer.value or 0).decode() if pointer.value else ""
    finally:
        lib.sg_text_release(pointer)


def written(function: Callable[..., int], *arguments: Any) -> str:
    """The text that a function writes like snprintf: its room and size come first."""
    room = ctypes.create_string_buffer(256)
    length = function(room, len(room), *arguments)
    if length >= len(room):
        room = ctypes.create_string_buffer(length + 1)
        function(room, len(room), *arguments)
    return room.value.decode()


def texts(values: list[Any]) -> Any:
    """A list of texts as an array of C texts; it must be kept as long as it is used."""
    return (ctypes.c_char_p * len(values))(*[utf8(v) for v in values])


# ---- Handles and memory of the library ----------------------------------------------------------------


class Handle:
    """Something that the library opened, and closes when nothing needs it any longer.

    What is borrowed from a handle (views, explanations, weights) keeps a reference to it.
    """

    __slots__ = ("pointer", "_kept", "_finalizer", "__weakref__")

    def __init__(self, pointer: ctypes.c_void_p, close: Any, *kept: Any) -> None:
        self.pointer = ctypes.c_void_p(pointer.value)
        self._kept = kept
        self._finalizer = weakref.finalize(self, close, ctypes.c_void_p(pointer.value))

    @property
    def _as_parameter_(self) -> ctypes.c_void_p:
        return self.pointer

    def close(self) -> None:
        """Close it now; it must not be used afterwards."""
        self._finalizer()


def opened(close: Any, function: Any, *arguments: Any, keep: tuple[Any, ...] = ()) -> Handle:
    """The handle that a function opens."""
    pointer = ctypes.c_void_p()
    call(function, ctypes.byref(pointer), *arguments)
    return Handle(pointer, close, *keep)


class _Memory:
    """Memory of the library for numpy, which keeps the owner alive."""

    def __init__(self, owner: Any, address: int, shape: tuple[int, ...], dtype: Any) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "version": 3,
            "data": (address, True),
            "shape": shape,
            "typestr": np.dtype(dtype).str,
        }


def view(owner: Any, address: Optional[int], shape: tuple[int, ...], dtype: Any) -> Optional[Array]:
    """An array of the library without a copy, read-only; None where there is none."""
    if not address:
        return None
    return np.asarray(_Memory(owner, address, shape, dtype))


def address(array: Optional[Array]) -> Optional[int]:
    """Where an array is, for a member of a struct; the array must be kept."""
    return None if array is None else int(array.ctypes.data)


# ---- Threads and stopping -----------------------------------------------------------------------------


def threads(n_jobs: Optional[int]) -> int:
    """How many threads a call may use: None means one per core, and one inside of a worker process.

    >>> threads(3)
    3
    """
    if n_jobs is not None and (isinstance(n_jobs, (bool, str)) or n_jobs != int(n_jobs)):
        raise ValueError(f"n_jobs: {n_jobs!r} is not a whole number")
    if n_jobs is not None and n_jobs > 0:
        return min(int(n_jobs), 2**16)
    if n_jobs is not None and n_jobs < 0:
        return max(1, (os.cpu_count() or 1) + 1 + int(n_jobs))
    return 1 if _is_worker() else 0


def _is_worker() -> bool:
    """Whether this is a worker of joblib or multiprocessing, whose siblings have the other cores."""
    processes = sys.modules.get("multiprocessing.process")
    if processes is not None and processes.parent_process() is not None:
        return True
    if "LOKY_WORKER" in os.environ or any("popen_loky" in word for word in sys.orig_argv):
        return True
    thread = threading.current_thread()
    return "joblib" in sys.modules and thread is not threading.main_thread() and thread.daemon


class Watch:
    """Asks after a long computation: shows how far it is, and stops it at Ctrl-C.

    It watches all calls of its thread inside of ``with Watch(progress)``.  The handler of SIGINT is replaced
    meanwhile, because an exception must not leave a callback; a call that was stopped raises KeyboardInterrupt.
    """

    def __init__(self, progress: Optional[Callable[[str, str, int, int], None]] = None) -> None:
        self._progress = progress
        self._old: Any = None
        self._replaced = False
        self.interrupted = False
        self.failure: Optional[BaseException] = None
        callback = dict(_structs.sg_observer._fields_)["progress"]
        self._callback = callback(self._ask)  # type: ignore[operator]
        self._struct = _structs.sg_observer(progress=self._callback)
        self._watch = ctypes.c_void_p()

    def _ask(self, _context: Any, progress: Any) -> bool:
        try:
            if self._progress is not None and not self.interrupted:
                p = progress.contents
                self._progress(p.stage.decode(), p.unit.decode(), int(p.done), int(p.total))
        except BaseException as failure:  # pylint: disable=broad-except
            self.failure = failure
        return not self.interrupted and self.failure is None

    def stop(self, *_: Any) -> None:
        """Remember that Ctrl-C was pressed."""
        self.interrupted = True

    def __enter__(self) -> "Watch":
        call(lib.sg_watch_open, ctypes.byref(self._watch), ctypes.byref(self._struct))
        if threading.current_thread() is threading.main_thread():
            self._old = signal.getsignal(signal.SIGINT)
            if callable(self._old):
                signal.signal(signal.SIGINT, self.stop)
                self._replaced = True
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        lib.sg_watch_close(self._watch)
        if self._replaced:
            signal.signal(signal.SIGINT, self._old)
        if self.failure is not None:
            raise self.failure
        if self.interrupted:
            raise KeyboardInterrupt from None
