"""Heads as small objects, for those who would rather not write them as texts.

Every function gives a part of an expression, and ``str`` of it is what the library reads:

>>> str(Head(wl(2), distance(0, 6)))
'wl:2 @ distance 0..6'
>>> str(Head(wl(2), distance(0, 6), copies=2, bias=degree()))
'wl:2 @ distance 0..6 x2 bias degree'
>>> str(Head(degree(), edge(), sender=label()))
'label -> degree @ edge'
>>> str(Head(wl(2), edge(), decay=0.01))
'wl:2 @ edge decay 0.01'
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Union


@dataclass(frozen=True)
class Expression:
    """A labeling or a pair property; any text of docs/invariants.md will do."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __add__(self, other: Any) -> "Expression":
        """Both labels together: ``cycles(10) + label()``."""
        return Expression(f"{self}+{other}")


Part = Union[str, Expression]


@dataclass(frozen=True)
class Head:
    """A head of an encoder: labels of receivers, a pair property and, if others, labels of senders."""

    receiver: Part
    pair: Part
    sender: Optional[Part] = None
    copies: int = 1
    at_least: int = 0
    at_most: int = 0
    bias: Optional[Part] = None
    weight: Optional[int] = None
    decay: Optional[float] = None

    def __str__(self) -> str:
        words = [f"{self.sender} -> {self.receiver}" if self.sender is not None else str(self.receiver)]
        words.append(f"@ {self.pair}")
        if self.copies != 1:
            words.append(f"x{self.copies}")
        if self.at_least:
            words.append(f"at-least {self.at_least}")
        if self.at_most:
            words.append(f"at-most {self.at_most}")
        if self.bias is not None:
            words.append(f"bias {self.bias}")
        if self.weight is not None:
            words.append(f"weight {self.weight}")
        if self.decay is not None:
            words.append(f"decay {float(self.decay)!r}")
        return " ".join(words)


def wl(rounds: int) -> Expression:
    """Rounds of Weisfeiler and Leman."""
    return Expression(f"wl:{rounds}")


def wl_edges(rounds: int) -> Expression:
    """The same with labels of edges."""
    return Expression(f"wl-edges:{rounds}")


def cycles(longest: int) -> Expression:
    """The cycles that a node lies on."""
    return Expression(f"cycles:{longest}")


def degree() -> Expression:
    """The number of neighbors."""
    return Expression("degree")


def label() -> Expression:
    """The label of a node in the data."""
    return Expression("label")


def distance(first: int, last: Optional[int] = None) -> Expression:
    """Pairs of nodes by their distance, from `first` to `last`."""
    return Expression(f"distance {first}" if last is None else f"distance {first}..{last}")


def edge() -> Expression:
    """Pairs of neighbors, by the label of their edge."""
    return Expression("edge")
