"""The weights of a model as numpy arrays, out and in.

>>> import sharegnn as sg
>>> clf = sg.GraphClassifier("cycles:10 @ distance 0,1", "cycles:10", epochs=3).fit(sg.make("CSL"))
>>> weights = clf.model_.weights()
>>> list(weights)
['layers.0.heads.0.weight', 'layers.1.heads.0.weight', 'layers.1.bias']
>>> first = weights["layers.0.heads.0.weight"]
>>> first.value.shape, first.axes[0].text
((20,), 'cycles:10 @ distance 0,1')
>>> " -> " in first.name(0) and " at distance" in first.name(0)
True
>>> reg = sg.GraphRegressor("wl:1 @ distance 1", "wl:1", epochs=2).fit(["CCO", "CC"], [0.5, 1.5])
>>> sorted(reg.weights()["layers.0.heads.0.weight"].frame().name)[0]
'CH2(CH3,OH) -> CH3(CH2) at distance 1'
"""
from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _structs
from ._arrays import real
from ._frames import frame
from ._names import expression_names, labelings_of
from ._library import Array, Handle, address, call, lib, opened, read, view, written

from .data import Dataset

if TYPE_CHECKING:
    from .model import Model

_KINDS = ("input", "output", "head", "label", "triple")


@dataclass(frozen=True)
class Axis:
    """What an axis of a tensor counts through: inputs, outputs, heads, labels or triples by content key."""

    kind: str
    size: int
    text: Optional[str]
    label: Optional[Array]
    receiver: Optional[Array]
    sender: Optional[Array]
    pair: Optional[Array]


@dataclass(frozen=True, repr=False)
class Tensor:
    """A named stretch of the weights."""

    tensor_name: str
    part: str
    layer: int
    head: Optional[int]
    axes: tuple[Axis, ...]
    value: Array
    number: int
    _of: "Weights"

    def __repr__(self) -> str:
        axes = " x ".join(f"{a.size} {a.kind}s" + (f" ({a.text})" if a.text else "") for a in self.axes)
        return f"<Tensor {self.tensor_name}: {axes}>"

    def name(self, i: int) -> str:
        """What weight `i`, counted through all axes, is for."""
        return self._of._named(written(lib.sg_weights_name, self._of._handle, self.number, i))

    def frame(self) -> Any:
        """A table with a row per weight: its place, its name and its value."""
        flat = self.value.ravel()
        rows: dict[str, Any] = {}
        places = np.unravel_index(np.arange(len(flat)), self.value.shape)
        for axis, place in zip(self.axes, places):
            if axis.kind == "triple" and axis.receiver is not None:
                rows["receiver"], rows["sender"] = axis.receiver[place], axis.sender[place]  # type: ignore[index]
                rows["pair"] = axis.pair[place]  # type: ignore[index]
            elif axis.kind == "label" and axis.label is not None:
                rows["label"] = axis.label[place]
            else:
                rows[axis.kind] = place
        return frame({**rows, "name": [self.name(i) for i in range(len(flat))], "value": flat})


class Weights(Mapping[str, Tensor]):
    """The tensors of a model by their names in model files; values are views that cannot be written.

    Labels are named after the graphs that the model was fitted to, or after `graphs`: "CH2(CH3,OH) -> OH at distance 1".
    Those that these do not have, and all where there are no graphs, are shown by their content keys.
    """

    def __init__(self, model: "Model", graphs: Optional[Dataset] = None) -> None:
        self._graphs = graphs
        self._handle: Handle = opened(lib.sg_weights_close, lib.sg_weights_open, model.handle, keep=(model.handle,))
        self._tensors = {}
        for number in range(lib.sg_weights_count(self._handle)):
            tensor = self._read(number)
            self._tensors[tensor.tensor_name] = tensor

    def _read(self, number: int) -> Tensor:
        t = read(_structs.sg_weight_tensor, lib.sg_weights_tensor, self._handle, number)
        axes = tuple(self._axis(number, a) for a in range(t.n_axes))
        shape = tuple(a.size for a in axes)
        place = lib.sg_weights_view(ctypes.byref(ctypes.c_uint64()), self._handle, number)
        value = view(self._handle, place, shape, np.float64)
        return Tensor(
            t.name.decode(),
            t.part.decode(),
            int(t.layer),
            None if t.head == _structs.UINT32_MAX else int(t.head),
            axes,
            value if value is not None else np.full(shape, np.nan),
            number,
            self,
        )

    @cached_property
    def _words(self) -> dict[str, str]:
        """Names of labels by their content keys in hexadecimal digits; computed when somebody asks for a name."""
        if self._graphs is None:
            return {}
        heads = {a.text for t in self._tensors.values() for a in t.axes if a.kind in ("label", "triple") and a.text}
        return expression_names(self._graphs, sorted({labeling for head in heads for labeling in labelings_of(head)}))

    def _named(self, text: str) -> str:
        """A name of the library with words in place of content keys."""
        return re.sub(r"\b[0-9a-f]{16}\b", lambda key: self._words.get(key[0], key[0]), text)

    def _axis(self, tensor: int, number: int) -> Axis:
        a = read(_structs.sg_weight_axis, lib.sg_weights_axis, self._handle, tensor, number)
        keys = [view(self._handle, getattr(a, k), (a.size,), np.uint64) for k in ("label", "receiver", "sender", "pair")]
        return Axis(_KINDS[a.kind], int(a.size), a.text.decode() if a.text else None, *keys)

    def __getitem__(self, name: str) -> Tensor:
        return self._tensors[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tensors)

    def __len__(self) -> int:
        return len(self._tensors)

    def __repr__(self) -> str:
        return "<Weights: " + ", ".join(f"{t.tensor_name} {list(t.value.shape)}" for t in self.values()) + ">"

    def flat(self) -> Array:
        """A copy of all weights, one tensor behind the other."""
        return np.concatenate([t.value.ravel() for t in self.values()]) if self._tensors else np.zeros(0)


def set_weights(model: "Model", values: Union[Array, Mapping[str, Any]]) -> None:
    """Set all weights from an array, or tensors by their names."""
    weights = Weights(model)
    handle = weights._handle
    if not isinstance(values, Mapping):
        flat = real(values, "weights").ravel()
        call(lib.sg_weights_set, model.handle, handle, _structs.SG_ALL_TENSORS, address(flat), flat.size)
        return
    chosen = []
    for name, value in values.items():
        if name not in weights:
            raise ValueError(f"weights: there is no {name!r}; there are {', '.join(weights)}")
        array = real(value, name)
        if array.shape != weights[name].value.shape:
            raise ValueError(f"{name}: it has the shape {weights[name].value.shape}, not {array.shape}")
        chosen.append((weights[name].number, np.array(array)))
    for number, array in chosen:
        call(lib.sg_weights_set, model.handle, handle, number, address(array), array.size)
