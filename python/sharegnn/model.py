"""Models: layers with weights, built for data, trained, saved, opened; estimators wrap them.

>>> import sharegnn as sg
>>> data = sg.make("CSL")
>>> clf = sg.GraphClassifier("cycles:10 @ distance 0,1", "cycles:10", epochs=3).fit(data)
>>> clf.model_
<Model for classification: 2 layers, 10 outputs, 130 weights>
>>> import tempfile, os
>>> path = os.path.join(tempfile.mkdtemp(), "csl.safetensors")
>>> clf.save(path)
>>> bool((sg.open_model(path).predict(data) == clf.predict(data)).all())
True
"""
from __future__ import annotations

import contextlib
import ctypes
import os
import tempfile
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, Optional, Union

import numpy as np

from . import _structs
from ._arrays import whole
from ._design import Design, Training, plain_words
from ._gate import Gate
from ._library import Array, Handle, Watch, address, call, lib, new, opened, path_text, read, texts, threads, utf8
from ._memory_file import MemoryFile
from ._trust import known_share, read_trust, warn_of_unknown
from .data import Dataset
from .inputs import as_dataset
from .nodes import Nodes

if TYPE_CHECKING:
    from .explanations import Explainer, Explanation, Ranking
    from .weights import Weights

TASKS = ("classification", "regression", "multilabel")


def build(
    data: Dataset,
    design: Design,
    n_jobs: Optional[int] = None,
    budget: int = 0,
    known: Optional[Array] = None,
) -> "Model":
    """An untrained model for data like this, with weights for what the `known` items have (None: all items).

    It keeps the data until it is trained.
    """
    description = design.description()
    if description is not None and design.encoder is not None:
        raise ValueError("layers: either an encoder and a decoder, or layers")
    if design.task is not None and design.task not in TASKS:
        raise ValueError(f"task: {design.task!r} is none of {', '.join(TASKS)}")
    encoders = texts(design.encoders())
    typed = description is None
    known = _numbers(known)
    with Watch():
        labels = new(_structs.sg_label_options, n_threads=threads(n_jobs), budget=budget)
        options = new(
            _structs.sg_model_options,
            encoder=encoders if len(encoders) > 0 else None,
            n_encoders=len(encoders),
            decoder=utf8(None if design.decoder is None or not typed else str(design.decoder)),
            description=utf8(description),
            task=0 if design.task is None else 1 + TASKS.index(design.task),
            labels=ctypes.pointer(labels),
            features=utf8(design.features() if typed else None),
            noise=design.noise if typed else 0.0,
            known_item=address(known),
            n_known_items=0 if known is None else len(known),
            scale=utf8(design.scale),
        )
        if design.from_model is not None:
            setattr(options, "from", design.from_model.handle.pointer)
        arguments = (data._handle, ctypes.byref(options))
        with plain_words():
            handle = opened(lib.sg_model_close, lib.sg_model_build, *arguments, keep=(data._handle,))
    return Model(handle)


class Model:
    """A network with its weights; it predicts any graphs."""

    def __init__(self, handle: Handle) -> None:
        self.handle = handle
        self.gate = Gate("a model")
        size = read(_structs.sg_model_size, lib.sg_model_sizes, handle)
        self.task: str = TASKS[size.task]
        self.n_layers = int(size.n_layers)
        self.n_outputs = int(size.n_outputs)
        self.n_weights = int(size.n_weights)
        #: what it predicts: "graph", or "node" where no layer pools nodes
        self.item: str = "node" if size.item == _structs.SG_ITEM_NODE else "graph"

    def __repr__(self) -> str:
        return (
            f"<Model for {self.task}{' of nodes' * (self.item == 'node')}: {self.n_layers} layers, {self.n_outputs} outputs, {self.n_weights} weights>"
        )

    @property
    def form(self) -> str:
        """How molecules are read for this model, as settings of docs/molecules.md."""
        return str(lib.sg_model_form(self.handle).decode())

    def _data(self, graphs: Any) -> Dataset:
        """Graphs to predict; molecules are read as those were that the model was built for."""
        return graphs.data if isinstance(graphs, Nodes) else as_dataset(graphs, form=self.form)

    @property
    def classes(self) -> Optional[Array]:
        """Classification: the class of every output."""
        if self.task != "classification":
            return None
        words = [lib.sg_model_class_word(self.handle, o) for o in range(self.n_outputs)]
        if all(w is not None for w in words):
            return np.array([w.decode() for w in words])
        return np.array([lib.sg_model_class(self.handle, o) for o in range(self.n_outputs)], dtype=np.int64)

    @property
    def target_names(self) -> list[str]:
        """Regression and several labels: what the outputs are called."""
        found = [lib.sg_model_target(self.handle, o) for o in range(self.n_outputs)]
        return [f.decode() if f else str(o) for o, f in enumerate(found)]

    # ---- Training ----

    def train(self, data: Dataset, training: Training) -> dict[str, Any]:
        """Train; returns the best epoch.  Ctrl-C keeps its weights and raises KeyboardInterrupt."""
        options = new(
            _structs.sg_training_options,
            settings=utf8(training.text() or None),
            description=utf8(training.description),
            seed=training.seed,
            n_threads=threads(training.n_jobs),
        )
        parts = [_numbers(training.train), _numbers(training.validation)]
        for p, part in enumerate(parts):
            options.item[p] = address(part)
            options.n_items[p] = 0 if part is None else len(part)
        weight = training.item_weight
        if weight is not None:
            weight = np.ascontiguousarray(weight, dtype=np.float64)
            options.item_weight = address(weight)
        layers = _numbers(training.from_layers)
        if training.from_model is not None:
            setattr(options, "from", training.from_model.handle.pointer)
            options.from_layers, options.n_from_layers = address(layers), 0 if layers is None else len(layers)
        best = _structs.sg_epoch()
        with self.gate.changing(), Watch() as watch:
            told = _epoch_callback(training.epoch, watch)
            options.epoch = told
            with plain_words():
                call(lib.sg_model_train, ctypes.byref(best), self.handle, data._handle, ctypes.byref(options))
        return epoch_row(best)

    # ---- Prediction ----

    def scores(self, graphs: Any, n_jobs: Optional[int] = None, budget: int = 0) -> Array:
        """[items][outputs] probabilities of classes or labels, or values of targets.

        A model of nodes gives a row for every node: of all graphs, or those that are chosen (`data.nodes[...]`).
        A :class:`sharegnn.LowTrustWarning` names graphs of which the model knows less than half.
        """
        nodes = graphs if isinstance(graphs, Nodes) else None
        data = self._data(graphs)
        if nodes is not None and self.item != "node":
            raise ValueError("X: the model predicts graphs, not nodes; give the data set")
        score = np.empty((data.n_nodes if self.item == "node" else len(data), self.n_outputs))
        everything = np.arange(len(score), dtype=np.uint32)
        with self.gate.using(), Watch():
            with self._prediction(data, n_jobs, budget) as prediction:
                call(lib.sg_prediction_run, address(score), prediction, address(everything), len(everything))
                known = known_share(read_trust(prediction, len(data)))
        warn_of_unknown(known, data)
        return score if nodes is None else np.asarray(score[nodes.numbers])

    def predict_proba(self, graphs: Any, n_jobs: Optional[int] = None) -> Array:
        """Probabilities of classes or labels."""
        if self.task == "regression":
            raise AttributeError("a model for regression has no probabilities")
        return self.scores(graphs, n_jobs)

    def predict(self, graphs: Any, n_jobs: Optional[int] = None) -> Array:
        """Classes, values of targets, or 0 and 1 for every label."""
        score = self.scores(graphs, n_jobs)
        classes = self.classes
        if classes is not None:
            return np.asarray(classes[self.said(score).argmax(axis=1)])
        if self.task == "multilabel":
            return self.said(score)
        return score[:, 0] if self.n_outputs == 1 else score

    @property
    def thresholds(self) -> Array:
        """[outputs] the probability above which a label, or one of two classes, is said; 0.5 unless chosen otherwise."""
        return np.array([lib.sg_model_threshold(self.handle, c) for c in range(self.n_outputs)])

    @property
    def temperatures(self) -> Array:
        """[outputs] what outputs are divided by before they become probabilities; 1 unless calibrated."""
        return np.array([lib.sg_model_temperature(self.handle, c) for c in range(self.n_outputs)])

    def said(self, score: Array) -> Array:
        """1 for the class, or for every label, that is said of each row of probabilities; else 0."""
        if self.task == "multilabel":
            return np.asarray(score > self.thresholds, dtype=np.int64)
        best = (score / self.thresholds).argmax(axis=-1)
        return np.asarray(np.arange(self.n_outputs) == best[..., None], dtype=np.int64)

    def trust(self, graphs: Any, n_jobs: Optional[int] = None) -> Array:
        """[graphs] how much of each graph the model knows: `trust` is the share of its labels and pairs that have a
        weight, 0 to 1, and less where labels or sizes are new, as in docs/predicting.md; the other columns are the
        numbers behind it.  What a model does not know counts as zero.

        >>> import sharegnn as sg
        >>> model = sg.GraphRegressor("label @ distance 0..1", "label", epochs=2).fit(["CCO", "CC"], [0.5, 1.5]).model_
        >>> model.trust(["CCO", "NN"])["trust"]
        array([1., 0.])
        """
        data = self._data(graphs)
        with self.gate.using(), Watch(), self._prediction(data, n_jobs) as prediction:
            found = read_trust(prediction, len(data))
        made = np.zeros(len(found), np.dtype([("trust", np.float64), *found.dtype.descr]))
        made["trust"] = known_share(found)
        for name in found.dtype.names or ():
            made[name] = found[name]
        return made

    def states(self, graphs: Any, layer: Optional[int] = None, n_jobs: Optional[int] = None) -> Array:
        """The state behind a layer, a row per node or, behind a decoder or pool, per graph; None: the input."""
        data = self._data(graphs)
        number = _structs.SG_INPUT_STATE if layer is None else int(layer)
        everything = np.arange(len(data), dtype=np.uint32)
        which = (number, address(everything), len(everything))
        with self.gate.using(), Watch(), self._prediction(data, n_jobs) as prediction:
            size = read(_structs.sg_state_size, lib.sg_prediction_state_size, prediction, *which)
            state = np.empty((int(size.n_rows), int(size.width)))
            call(lib.sg_prediction_states, address(state), state.size, prediction, *which)
        return state

    @contextlib.contextmanager
    def _prediction(self, data: Dataset, n_jobs: Optional[int], budget: int = 0) -> Iterator[Handle]:
        """The model on some graphs, until the block ends."""
        labels = new(_structs.sg_label_options, n_threads=threads(n_jobs), budget=budget)
        arguments = (self.handle, data._handle, ctypes.byref(labels))
        prediction = opened(lib.sg_prediction_close, lib.sg_prediction_open, *arguments, keep=arguments[:2])
        try:
            yield prediction
        finally:
            prediction.close()

    # ---- Looking inside ----

    def weights(self, graphs: Any = None) -> "Weights":
        """The weights by their names, with what each of them is for; labels are named after `graphs`."""
        from .weights import Weights

        data = None if graphs is None else self._data(graphs)
        with self.gate.using():
            return Weights(self, data)

    def set_weights(self, values: Union[Array, Mapping[str, Any]]) -> None:
        """Set all weights, from one array, or some of them by the names of their tensors."""
        from .weights import set_weights

        with self.gate.changing():
            set_weights(self, values)

    def explainer(self, graphs: Any, n_jobs: Optional[int] = None) -> "Explainer":
        """What explains predictions for these graphs."""
        from .explanations import Explainer

        return Explainer(self, self._data(graphs), n_jobs)

    def explain(
        self, graphs: Any, graph: int = 0, output: Union[int, str, None] = None, node: Union[int, str, None] = None
    ) -> "Explanation":
        """Why the model predicts what it predicts for one graph, or for a node of it where it predicts nodes.

        `output` None: the predicted class.
        """
        if isinstance(graphs, Nodes):
            graph, node = graphs.first()
        return self.explainer(graphs).explain(graph, output, node)

    def rank(self, graphs: Any, top: int = 0) -> "Ranking":
        """The triples that matter most for these graphs."""
        return self.explainer(graphs).rank(top=top)

    # ---- Files ----

    def save(self, path: Any) -> None:
        """Write the model to a file in the safetensors format."""
        with self.gate.using():
            call(lib.sg_model_save, self.handle, path_text(path, "path"))

    def to_bytes(self) -> bytes:
        """What :meth:`save` writes."""
        with tempfile.TemporaryDirectory(prefix="sharegnn-") as folder:
            path = os.path.join(folder, "model.safetensors")
            self.save(path)
            with open(path, "rb") as file:
                return file.read()

    @classmethod
    def from_bytes(cls, content: bytes) -> "Model":
        """The model that :meth:`to_bytes` wrote."""
        with MemoryFile(content) as path:
            return open_model(path)

    def __getstate__(self) -> bytes:
        return self.to_bytes()

    def __setstate__(self, state: bytes) -> None:
        self.__init__(Model.from_bytes(state).handle)  # type: ignore[misc]


def open_model(path: Any) -> Model:
    """Open a model file, or the best model of a run's folder."""
    return Model(opened(lib.sg_model_close, lib.sg_model_open, path_text(path, "path")))


def _numbers(values: Optional[Iterable[int]]) -> Optional[Array]:
    return None if values is None else whole(np.asarray(values), "numbers", np.uint32)


def epoch_row(epoch: Any) -> dict[str, Any]:
    """An epoch as a row of a table."""
    row: dict[str, Any] = {"epoch": int(epoch.epoch), "best": bool(epoch.best)}
    row["learning_rate"] = float(epoch.learning_rate)
    for p, part in enumerate(("train", "validation", "test")):
        row[f"{part}_loss"] = float(epoch.loss[p])
        row[f"{part}_metric"] = float(epoch.metric[p])
    return {**row, "seconds": float(epoch.seconds)}


def _epoch_callback(told: Optional[Callable[[dict[str, Any]], None]], watch: Watch) -> Any:
    kind: Any = dict(_structs.sg_training_options._fields_)["epoch"]

    def epoch(_context: Any, row: Any) -> bool:
        try:
            if told is not None:
                told(epoch_row(row.contents))
        except BaseException as failure:  # pylint: disable=broad-except
            watch.failure = failure
        return not watch.interrupted and watch.failure is None

    return kind(epoch)
