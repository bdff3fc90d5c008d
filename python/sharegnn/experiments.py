"""Experiments: run files or dictionaries, and read what runs have written as tables.

>>> import sharegnn as sg, tempfile, os
>>> home = tempfile.mkdtemp()
>>> data = sg.make("CSL", folder=home)
>>> experiment = {
...     "data": "CSL", "task": "classification", "protocol": "fair", "splits": "synthetic", "runs": 1,
...     "layers": [{"encoder": {"heads": ["cycles:10 @ distance 0,1"]}},
...                {"decoder": {"heads": ["cycles:10"], "outputs": "classes"}}],
...     "train": {"epochs": 3},
... }
>>> results = sg.run(experiment, os.path.join(home, "run"), data_folder=home)
>>> len(results.folds)
5
"""
from __future__ import annotations

import ctypes
import json
import os
import re
import tempfile
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from . import _structs
from ._frames import Picture, frame
from ._design import written_value
from ._library import Array, Watch, a_kind, call, lib, new, opened, path_text, read, text_of, texts, threads, utf8
from ._progress import Bar
from .clusters import Cluster
from .errors import FormatError
from .model import Model, epoch_row, open_model

FIGURES = ("curves", "loss", "confusion", "scatter", "heat-map", "threshold", "occurrences", "weights", "roc",
           "precision", "calibration", "residuals")
_STAGES = ("selecting", "evaluating")
_PARTS = ("train", "validation", "test", "none")


def run(
    experiment: Union[str, "os.PathLike[str]", Mapping[str, Any]],
    folder: Any = None,
    *,
    set: Union[None, Mapping[str, Any], Sequence[str]] = None,
    data_folder: Any = None,
    resume: bool = False,
    replace: bool = False,
    n_jobs: Optional[int] = None,
    verbose: Optional[bool] = None,
    cluster: Optional[Cluster] = None,
) -> "Results":
    """Run an experiment, a file or a dictionary with the same members, and open its results.

    `folder` is where the run is written (default: runs/NAME); `set` changes members: ``{"train.epochs": 5}``.  Ctrl-C
    stops the run; with `resume` it goes on.  `cluster` are the processes that share the trainings.
    """
    if not isinstance(experiment, (Mapping, str, os.PathLike)):
        raise TypeError(f"experiment: a file or a dictionary is needed, not {a_kind(experiment)}")
    if isinstance(experiment, Mapping):
        with tempfile.TemporaryDirectory(prefix="sharegnn-") as home:
            path = os.path.join(home, "experiment.yml")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(experiment, file, default=written_value)
            name = str(experiment.get("data", "experiment"))
            try:
                return run(path, folder or os.path.join("runs", os.path.basename(name)), set=set,
                           data_folder=data_folder, resume=resume, replace=replace, n_jobs=n_jobs,
                           verbose=verbose, cluster=cluster)  # fmt: skip
            except FormatError as failure:
                # Nobody has seen the file, so its lines say nothing.
                raise FormatError(re.sub(re.escape(path) + r":\d+:\d+:", "experiment:", str(failure))) from None
    where = os.fspath(folder or os.path.join("runs", os.path.splitext(os.path.basename(os.fspath(experiment)))[0]))
    os.makedirs(os.path.dirname(os.path.abspath(where)), exist_ok=True)
    changes = [f"{k}={_value(v)}" for k, v in set.items()] if isinstance(set, Mapping) else list(set or [])
    options = new(
        _structs.sg_run_options,
        folder=utf8(where),
        data_folder=utf8(data_folder),
        set=texts(changes),
        n_set=len(changes),
        n_threads=threads(n_jobs) if cluster is None or n_jobs is not None else cluster.threads,
        resume=resume,
        replace=replace,
    )
    if cluster is not None:
        options.cluster = cluster._joined().pointer
    bar = Bar(0, verbose, "jobs")
    try:
        with Watch() as watch:
            told = _event_callback(bar, watch)
            options.event = told
            call(lib.sg_run, None, utf8(experiment), ctypes.byref(options))
    finally:
        bar.close()
    return Results(where)


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=written_value)


def _event_callback(bar: Bar, watch: Watch) -> Any:
    kind: Any = dict(_structs.sg_run_options._fields_)["event"]

    def event(_context: Any, row: Any) -> bool:
        try:
            e = row.contents
            if e.n_jobs:
                bar._total = int(e.n_jobs)
                bar.update(int(e.n_done), e.stage.decode() if e.stage else "")
        except BaseException as failure:  # pylint: disable=broad-except
            watch.failure = failure
        return not watch.interrupted and watch.failure is None

    return kind(event)


class Results:
    """What the folder of a run holds; tables are DataFrames, and a notebook shows an overview."""

    def __init__(self, folder: Any) -> None:
        self._handle = opened(lib.sg_results_close, lib.sg_results_open, path_text(folder, "folder"))
        self.folder = os.fspath(folder)
        self._overview = read(_structs.sg_result_overview, lib.sg_results_overview, self._handle)

    @property
    def overview(self) -> dict[str, Any]:
        """The run as a whole."""
        o = self._overview
        made: dict[str, Any] = {}
        for name in ("data", "protocol", "metric", "model"):
            value = getattr(o, name)
            made[name] = value.decode() if value else None
        for name in ("n_configurations", "n_folds", "n_runs", "weights_total"):
            made[name] = int(getattr(o, name))
        made["is_complete"] = bool(o.is_complete)
        for name in ("test_mean", "test_std", "validation_mean", "validation_std", "train_mean", "best_epoch_mean",
                     "seconds_per_epoch", "seconds_total"):  # fmt: skip
            made[name] = float(getattr(o, name))
        return made

    @property
    def summary(self) -> dict[str, Any]:
        """summary.json of a run that is complete."""
        return dict(json.loads(self._overview.summary)) if self._overview.summary else {}

    def _job_list(self) -> list[Any]:
        n = ctypes.c_size_t()
        jobs = lib.sg_results_jobs(ctypes.byref(n), self._handle)
        return [jobs[i] for i in range(n.value)]

    @property
    def jobs(self) -> Any:
        """A row per training."""
        rows = []
        for j in self._job_list():
            row = {"stage": _STAGES[j.stage], "configuration": j.configuration, "fold": j.fold, "run": j.run,
                   "seed": j.seed, "done": bool(j.is_done), "epochs": j.n_epochs,
                   "best_epoch": j.best_epoch}  # fmt: skip
            for p, part in enumerate(_PARTS[:3]):
                row[f"{part}_metric"], row[f"{part}_loss"] = j.metric[p], j.loss[p]
            rows.append({**row, "seconds": j.seconds, "model": j.model.decode() if j.model else None})
        return frame(rows)

    @property
    def folds(self) -> Any:
        """A row per fold: its test metric and configuration; empty before the end."""
        o = self._overview
        if not o.is_complete:
            return frame({"fold": [], "test": [], "configuration": []})
        n = int(o.n_folds)
        return frame({"fold": np.arange(n), "test": _numbers(o.fold, n, np.float64),
                      "configuration": _numbers(o.chosen, n, np.uint32)})  # fmt: skip

    @property
    def configurations(self) -> Any:
        """A row per point of the grid, with its values."""
        n, m = ctypes.c_size_t(), ctypes.c_size_t()
        axes = lib.sg_results_axes(ctypes.byref(m), self._handle)
        names = [axes[a].decode() for a in range(m.value)]
        found = lib.sg_results_configurations(ctypes.byref(n), self._handle)
        rows = []
        for i in range(n.value):
            c = found[i]
            row: dict[str, Any] = {name: c.value[a].decode() for a, name in enumerate(names)}
            rows.append({**row, "metric": c.metric, "loss": c.loss, "rank": c.rank, "chosen": c.n_chosen,
                         "weights": c.weights_total})  # fmt: skip
        return frame(rows)

    def _of_jobs(self, function: Any, pointer: Any, row: Any) -> Any:
        rows = []
        for i, job in enumerate(self._job_list()):
            place, n = pointer(), ctypes.c_size_t()
            call(function, ctypes.byref(place), ctypes.byref(n), self._handle, i)
            head = {"stage": _STAGES[job.stage], "configuration": job.configuration, "fold": job.fold, "run": job.run}
            rows += [{**head, **row(place[k])} for k in range(n.value)]
        return frame(rows)

    @property
    def epochs(self) -> Any:
        """A row per epoch of every training."""
        return self._of_jobs(lib.sg_results_epochs, ctypes.POINTER(_structs.sg_epoch), epoch_row)

    @property
    def predictions(self) -> Any:
        """A row per graph that a training's model predicted: the outputs of the network."""
        kind = ctypes.POINTER(_structs.sg_result_prediction)
        return self._of_jobs(lib.sg_results_predictions, kind, _prediction_row)

    def model(self) -> Model:
        """The best model that the run saved."""
        return open_model(self.folder)

    def figure(self, kind: str = "curves", head: int = 0, data_folder: Any = None) -> Picture:
        """A figure of the run."""
        if kind not in FIGURES:
            raise ValueError(f"kind: {kind!r} is none of {', '.join(FIGURES)}")
        options = new(_structs.sg_report_options, data_folder=utf8(data_folder), n_threads=threads(None))
        number = FIGURES.index(kind)
        return Picture(text_of(lib.sg_figure_draw, self._handle, number, head, ctypes.byref(options)))

    def report(self, path: Any, data_folder: Any = None) -> "Report":
        """Write the run as one HTML page that needs nothing else."""
        with Watch():
            options = new(_structs.sg_report_options, data_folder=utf8(data_folder), n_threads=threads(None))
            call(lib.sg_report_write, path_text(path, "path"), self._handle, ctypes.byref(options))
        return Report(os.fspath(path))

    def __repr__(self) -> str:
        o = self.overview
        state = f"{o['test_mean']:.4g} +- {o['test_std']:.2g} {o['metric']}" if o["is_complete"] else "not complete"
        return f"<Results of {o['data']}: {state}, {o['n_folds']} folds, {o['n_runs']} runs>"

    def _repr_html_(self) -> str:
        return str(frame([self.overview]).T._repr_html_()) + str(self.folds._repr_html_())


@dataclass(frozen=True)
class Report:
    """A page; a notebook shows it in a frame of its own."""

    path: str

    def _repr_html_(self) -> str:
        import html

        with open(self.path, encoding="utf-8") as file:
            page = html.escape(file.read(), quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="700"></iframe>'


def _numbers(place: Any, n: int, dtype: Any) -> Array:
    if not place:
        return np.zeros(0, dtype)
    return np.frombuffer(ctypes.string_at(place, n * np.dtype(dtype).itemsize), dtype).copy()


def _prediction_row(p: Any) -> dict[str, Any]:
    outputs = _numbers(p.output, p.n_outputs, np.float64)
    return {"part": _PARTS[p.part], "graph": int(p.item), **{f"output_{o}": v for o, v in enumerate(outputs)}}


@dataclass(frozen=True)
class Comparison:
    """Two runs on the same folds, pair by pair."""

    first: Array
    second: Array
    difference: float
    t: float
    p: float
    corrected_t: float
    corrected_p: float
    by_fold: bool


def compare(first: Union[Results, Any], second: Union[Results, Any]) -> Comparison:
    """Compare two complete runs, results or folders, with paired tests."""
    a = first if isinstance(first, Results) else Results(first)
    b = second if isinstance(second, Results) else Results(second)
    c = read(_structs.sg_comparison, lib.sg_results_compare, a._handle, b._handle)
    try:
        n = int(c.n_pairs)
        return Comparison(_numbers(c.first, n, np.float64), _numbers(c.second, n, np.float64), float(c.difference),
                          float(c.t), float(c.p), float(c.corrected_t), float(c.corrected_p),
                          bool(c.by_fold))  # fmt: skip
    finally:
        lib.sg_comparison_free(ctypes.byref(c))


def open_results(folder: Any) -> Results:
    """Open the folder of a run, which may still go on."""
    return Results(folder)
