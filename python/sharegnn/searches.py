"""A search for the model that validates best: labels, pairs, layers and training.

>>> import sharegnn as sg, tempfile, os
>>> folder = os.path.join(tempfile.mkdtemp(), "found")
>>> found = sg.search(sg.make("CSL"), folder, trials=2, space="training", verbose=False)
>>> len(found.trials) >= 2, found.model().task
(True, 'classification')
"""
from __future__ import annotations

import ctypes
import json
import os
from typing import Any, Optional

from . import _structs
from ._library import Watch, lib, new, path_text, text_of, threads, utf8
from ._progress import Bar
from .data import Dataset
from .experiments import Results
from .inputs import as_dataset
from .model import TASKS


def spaces() -> list[str]:
    """The names of the library's spaces.

    >>> "labels" in spaces()
    True
    """
    names: list[str] = []
    while (name := lib.sg_search_space(len(names))) is not None:
        names.append(name.decode())
    return names


class Search(Results):
    """What a search found; `trials` is a DataFrame, `model()` the winner, `best` an experiment that trains it again."""

    @property
    def summary(self) -> dict[str, Any]:
        """search.json: the metric, the best trial and what it reached."""
        with open(os.path.join(self.folder, "search.json"), encoding="utf-8") as file:
            return dict(json.load(file))

    @property
    def best(self) -> str:
        """The winner as an experiment file, which :func:`sharegnn.run` takes."""
        with open(os.path.join(self.folder, "best.yml"), encoding="utf-8") as file:
            return file.read()

    @property
    def trials(self) -> Any:
        """A row per candidate and number of epochs, the best one first."""
        return self.configurations.sort_values("rank", ignore_index=True)

    def __repr__(self) -> str:
        s = self.summary
        return f"<Search on {s['data']}: {s['trials']} trials, {s['metric']} {s['validation']:.4g} in validation>"

    def _repr_html_(self) -> str:
        return str(self.trials._repr_html_())


def search(
    graphs: Any,
    folder: Any,
    space: Any = None,
    *,
    trials: int = 0,
    minutes: float = 1.0,
    task: Optional[str] = None,
    splits: Any = None,
    fold: int = 0,
    folds: int = 0,
    random_state: int = 42,
    at_random: bool = False,
    budget: int = 0,
    resume: bool = False,
    replace: bool = False,
    data_folder: Any = None,
    n_jobs: Optional[int] = None,
    verbose: Optional[bool] = None,
) -> Search:
    """Search for the model that validates best, as ``sharegnn search`` does (docs/search.md).

    `graphs` is what :func:`sharegnn.load` opens, or graphs in memory with their classes or targets, which are written into
    `folder` first.  `space` is one of :func:`spaces` or a file; None: what suits the data.  There are so many `trials`, or
    as many as fit into the `minutes`.  Ctrl-C stops a search; with `resume` it goes on.  `splits` and `fold` name a file
    of splits and a fold whose test graphs measure the winner.
    """
    if task is not None and task not in TASKS:
        raise ValueError(f"task: {task!r} is none of {', '.join(TASKS)}")
    where = os.fsdecode(path_text(folder, "folder"))
    source = graphs if isinstance(graphs, (str, os.PathLike)) else _written(as_dataset(graphs), where, resume or replace)
    options = new(
        _structs.sg_search_options,
        folder=utf8(where),
        data_folder=utf8(data_folder),
        space=utf8(space),
        n_trials=trials,
        seconds=60.0 * minutes,
        splits=utf8(splits),
        fold=fold,
        n_folds=folds,
        seed=random_state,
        n_threads=threads(n_jobs),
        budget=budget,
        task=0 if task is None else 1 + TASKS.index(task),
        at_random=at_random,
        resume=resume,
        replace=replace,
    )
    bar = Bar(trials, verbose, "trials")
    try:
        with Watch() as watch:
            told = _event_callback(bar, watch)
            options.event = told
            text_of(lib.sg_search, path_text(source, "graphs"), ctypes.byref(options))
    finally:
        bar.close()
    return Search(where)


def _written(data: Dataset, folder: str, may_replace: bool) -> str:
    """The file with graphs that were in memory, beside what the search writes."""
    if data.y is None:
        raise ValueError("graphs: they have no classes or targets; give them with from_graphs(graphs, y) or with_y(y)")
    if not may_replace and os.path.exists(os.path.join(folder, "results.sqlite")):
        raise FileExistsError(f"{folder}: it has a search; resume=True goes on with it, replace=True forgets it")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "data.jsonl")
    data.to_json(path)
    return path


def _event_callback(bar: Bar, watch: Watch) -> Any:
    kind: Any = dict(_structs.sg_search_options._fields_)["event"]

    def event(_context: Any, row: Any) -> bool:
        try:
            e = row.contents
            best = f"best {e.metric.decode()} {e.best:.4g}" if e.metric and e.best == e.best else ""
            bar.update(int(e.n_done), best)
        except BaseException as failure:  # pylint: disable=broad-except
            watch.failure = failure
        return not watch.interrupted and watch.failure is None

    return kind(event)
