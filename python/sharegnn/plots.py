"""One function for all pictures."""
from __future__ import annotations

import io
from typing import Any

from ._frames import Picture
from .errors import MissingPackageError


def plot(what: Any, kind: str = "curves", **options: Any) -> Picture:
    """Draw an explanation, a figure of a run's results, the epochs of a fitted estimator, or a ranking of triples.

    Notebooks show the picture, and its `save` writes it.  `kind` is a figure of a run, see
    :meth:`sharegnn.Results.figure`.  Epochs and rankings need matplotlib.

    >>> import sharegnn as sg
    >>> clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=5).fit(["CO", "CN", "CCO", "CCN"], [1, 0, 1, 0])
    >>> "<svg" in plot(clf.explain("CO"))
    True
    """
    if hasattr(what, "svg"):
        return Picture(what.svg(**options))
    if hasattr(what, "figure"):
        return Picture(what.figure(kind, **options))
    if hasattr(what, "history_"):
        return _epochs(what.history_)
    if hasattr(what, "rows") and hasattr(what, "largest_gap"):
        return _ranking(what.rows[:20])
    raise TypeError(
        f"plot: {type(what).__name__} is no explanation, no results of a run, no fitted estimator and no ranking"
    )


def _axes(height: float) -> Any:
    """An empty figure of matplotlib that needs no screen, and its axes."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingPackageError("this plot needs the package matplotlib") from None
    figure = Figure(figsize=(6.4, height), layout="constrained")
    return figure, figure.subplots()


def _picture(figure: Any) -> Picture:
    text = io.StringIO()
    figure.savefig(text, format="svg")
    return Picture(text.getvalue())


def _epochs(history: list[dict[str, Any]]) -> Picture:
    figure, axes = _axes(3.6)
    numbers = [row["epoch"] for row in history]
    for part in ("train", "validation"):
        values = [row[f"{part}_loss"] for row in history]
        if any(value == value for value in values):
            axes.plot(numbers, values, label=part)
    axes.set_xlabel("epoch")
    axes.set_ylabel("loss")
    axes.legend()
    return _picture(figure)


def _ranking(rows: list[dict[str, Any]]) -> Picture:
    figure, axes = _axes(1.0 + 0.28 * len(rows))
    names, influences = [row["triple"] for row in rows], [row["influence"] for row in rows]
    axes.barh(range(len(rows)), influences, tick_label=names)
    axes.invert_yaxis()
    axes.set_xlabel("influence")
    return _picture(figure)
