"""Tables: pandas where it is there."""
from __future__ import annotations

from typing import Any

from .errors import MissingPackageError


def frame(rows: Any, **options: Any) -> Any:
    """A DataFrame."""
    try:
        import pandas
    except ImportError:
        raise MissingPackageError("tables need the package pandas") from None
    return pandas.DataFrame(rows, **options)


class Picture(str):
    """A picture as an SVG text, which notebooks show."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: Any) -> None:
        """Write it to a file; with the ending .png in pixels, with .pdf as a page, where librsvg is there."""
        from ._library import call, lib, path_text, utf8

        call(lib.sg_picture_write, path_text(path, "path"), utf8(str(self)))
