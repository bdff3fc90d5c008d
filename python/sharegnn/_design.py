"""What a model is made of and how it is trained, in the words of experiment files."""
from __future__ import annotations

import contextlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Optional, Sequence, Union

import numpy as np

from ._library import Array, a_kind
from .errors import FormatError, InvalidError

if TYPE_CHECKING:
    from .model import Model


def written_value(value: Any) -> Any:
    """What JSON has no word for: numbers and arrays of numpy as plain ones, heads and paths as texts.

    >>> json.dumps({"epochs": np.int64(5), "rates": np.array([0.1, 0.2])}, default=written_value)
    '{"epochs": 5, "rates": [0.1, 0.2]}'
    """
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    if isinstance(value, (set, frozenset)):
        raise TypeError("a set has no order; write a list")
    return list(value) if isinstance(value, range) else str(value)


@dataclass(frozen=True)
class Design:
    """What a model is made of: encoders and a decoder, or all its layers."""

    encoder: Any = None
    decoder: Any = None
    layers: Optional[Sequence[Any]] = None
    input: Union[None, str, Sequence[str]] = None
    noise: float = 0.0
    task: Optional[str] = None
    scale: Optional[str] = None
    from_model: Optional["Model"] = None
    chosen: Optional[str] = None  # a description instead of all that

    def encoders(self) -> list[str]:
        """One text per layer; the heads of a layer are separated by semicolons."""
        if self.encoder is None:
            return []
        layers = self.encoder if isinstance(self.encoder, (list, tuple)) else [self.encoder]
        return [" ; ".join(map(str, e)) if isinstance(e, (list, tuple)) else str(e) for e in layers]

    def features(self) -> Optional[str]:
        """What the first layer sees: ones, labels LABEL, attributes, or several of them."""
        if self.input is None or isinstance(self.input, str):
            return self.input
        return " ; ".join(map(str, self.input))

    def description(self) -> Optional[str]:
        """All layers as a description; JSON is YAML, too."""
        if self.layers is None:
            return self.chosen
        if isinstance(self.layers, (str, bytes, Mapping)) or not hasattr(self.layers, "__iter__"):
            raise TypeError(f"layers: a list of layers is needed, not {a_kind(self.layers)}")
        made: dict[str, Any] = {"layers": [_layer(layer) for layer in self.layers]}
        if self.input is not None:
            made["input"] = self.input if isinstance(self.input, str) else list(map(str, self.input))
        if self.noise:
            made["noise"] = self.noise
        return json.dumps(made)


def _layer(layer: Any) -> dict[str, Any]:
    """A layer as experiment files have it; heads may be objects."""
    if not isinstance(layer, dict) or len(layer) == 0:
        raise ValueError(f"layers: {layer!r} is no layer; write {{'encoder': {{'heads': [...]}}}}")
    made: dict[str, Any] = json.loads(json.dumps(layer, default=written_value))
    return made


@dataclass
class Training:
    """How a model is trained: settings of `train` in experiment files, and which graphs."""

    settings: Mapping[str, Any]
    seed: int = 42
    validation: Optional[Array] = None
    train: Optional[Array] = None
    from_model: Optional["Model"] = None
    from_layers: Optional[Sequence[int]] = None
    item_weight: Optional[Array] = None
    n_jobs: Optional[int] = None
    epoch: Optional[Callable[[dict[str, Any]], None]] = None
    description: Optional[str] = None  # whose `train` holds where the settings say nothing

    def text(self) -> str:
        """The settings as YAML, a line each."""
        return "\n".join(f"{k.replace('_', '-')}: {_word(v)}" for k, v in self.settings.items() if v is not None)


@contextlib.contextmanager
def plain_words() -> Iterator[None]:
    """Texts of failures without lines of a file that nobody has written: "train.batch-size" is batch_size."""
    try:
        yield
    except (FormatError, InvalidError) as failure:
        found = re.match(r"(?:(?:settings|description):\d+:\d+: (?:train\.([\w-]+))?|options->(\w+))(.*)", str(failure), re.S)
        if found is None:
            raise
        option = "input" if found[2] == "features" else found[2]
        plain = InvalidError((option or (found[1] or "").replace("-", "_")) + found[3])
        plain.where = failure.where
        raise plain from None


def _word(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, np.ndarray)):
        return json.dumps([int(v) for v in value])
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_word(k)}: {_word(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        number = float(value)
        return str(int(number)) if number.is_integer() and abs(number) < 2**53 else repr(number)
    return str(value)
