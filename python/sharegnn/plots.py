"""One function for all pictures."""
from __future__ import annotations

from typing import Any

from ._frames import Picture


def plot(what: Any, kind: str = "curves", **options: Any) -> Picture:
    """Draw an explanation, or a figure of a run's results; notebooks show it, and `save` writes it.

    >>> import sharegnn as sg
    >>> clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=5).fit(["CO", "CN", "CCO", "CCN"], [1, 0, 1, 0])
    >>> "<svg" in plot(clf.explain("CO"))
    True
    """
    if hasattr(what, "svg"):
        return Picture(what.svg(**options))
    if hasattr(what, "figure"):
        return Picture(what.figure(kind, **options))
    raise TypeError(f"plot: {type(what).__name__} is neither an explanation nor the results of a run")
