"""Molecules as graphs: SMILES, which the library reads, and RDKit's molecules, which become SMILES."""
from __future__ import annotations

import ctypes
import re
from dataclasses import replace
from typing import Any, Optional, Sequence

import numpy as np

from . import _structs
from ._columns import Columns
from ._library import Array, Handle, Watch, lib, new, opened, utf8
from .errors import FormatError

# ---- RDKit --------------------------------------------------------------------------------------------


def is_rdkit(graph: Any) -> bool:
    """Whether it is a molecule of RDKit."""
    return hasattr(graph, "GetAtoms") and hasattr(graph, "GetBonds")


def smiles_of_rdkit(graphs: list[Any]) -> tuple[list[str], list[Array]]:
    """RDKit molecules as SMILES, and for each the numbers of its atoms in the order of the text.

    Only atoms that become nodes are among them: hydrogens belong to their neighbors.
    """
    from rdkit.Chem import MolToSmiles

    texts, orders = [], []
    for i, molecule in enumerate(graphs):
        if molecule is None or not is_rdkit(molecule):
            raise TypeError(f"graph {i}: {type(molecule).__name__} is no RDKit molecule, as graph 0 is")
        texts.append(MolToSmiles(molecule, canonical=False))
        order = molecule.GetProp("_smilesAtomOutputOrder") if molecule.GetNumAtoms() else "[]"
        orders.append(np.array(order.strip("[],").split(",") if order.strip("[],") else [], dtype=np.int64))
        if molecule.GetNumAtoms() != molecule.GetNumHeavyAtoms():
            stays = np.array([not _is_part_of_neighbor(atom) for atom in molecule.GetAtoms()])
            number = np.cumsum(stays) - 1
            orders[-1] = number[orders[-1][stays[orders[-1]]]]
    return texts, orders


def _is_part_of_neighbor(atom: Any) -> bool:
    """Whether an atom is a hydrogen that its neighbor counts."""
    if atom.GetAtomicNum() != 1 or atom.GetDegree() != 1 or atom.GetFormalCharge() != 0:
        return False
    return int(atom.GetNeighbors()[0].GetAtomicNum()) != 1


def renumbered(columns: Columns, orders: list[Array]) -> Columns:
    """Graphs whose nodes get other numbers: node j of graph g becomes ``orders[g][j]``.

    A graph with another number of nodes stays as it is.
    """
    sizes = np.diff(columns.graph_offset.astype(np.int64))
    lengths = np.array([len(order) for order in orders])
    kept = [o if n == len(o) else np.arange(n) for n, o in zip(sizes, orders)] if (lengths != sizes).any() else orders
    number = np.concatenate(kept) + np.repeat(columns.graph_offset[:-1].astype(np.int64), sizes)
    if columns.arc_offset is None or columns.neighbor is None or (number == np.arange(len(number))).all():
        return columns
    first = np.repeat(np.arange(len(number)), np.diff(columns.arc_offset.astype(np.int64)))
    once = first < columns.neighbor
    edge = np.stack([number[first[once]], number[columns.neighbor[once]]], axis=1).astype(np.uint32)
    made = replace(columns, arc_offset=None, neighbor=None, edge=edge)
    for name, rows in (("node_label", np.argsort(number)), ("edge_label", once)):
        values = getattr(columns, name)
        setattr(made, name, None if values is None else np.ascontiguousarray(values[rows]))
    return made


# ---- SMILES -------------------------------------------------------------------------------------------


class Lines:
    """Texts as an array of C texts, all of them in one block of memory."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._text = ("\0".join(lines) + "\0").encode("utf-8", "surrogatepass")
        block = np.frombuffer(self._text, np.uint8)
        ends = np.flatnonzero(block == 0)
        if len(ends) != len(lines):
            i = next(i for i, line in enumerate(lines) if "\0" in line)
            raise FormatError(f"SMILES {i}: {lines[i]!r} contains the character 0")
        places = np.zeros(len(lines), np.uintp)
        places[1:] = ends[:-1] + 1
        self.pointers: Array = places + np.uintp(block.ctypes.data)

    @property
    def address(self) -> Any:
        """For an argument."""
        return ctypes.cast(int(self.pointers.ctypes.data), ctypes.POINTER(ctypes.c_char_p))


def of_smiles(
    smiles: Sequence[str],
    form: Optional[str] = None,
    n_threads: int = 0,
    refused: Optional[dict[int, str]] = None,
    name: str = "smiles",
) -> Handle:
    """Molecules from texts.  Where `refused` is given, those that cannot be read are left out and put there."""
    try:
        lines = Lines(smiles)
    except TypeError:
        i = next(i for i, s in enumerate(smiles) if not isinstance(s, str))
        raise TypeError(f"SMILES {i}: {smiles[i]!r} is no text, but a {type(smiles[i]).__name__}") from None
    options = new(_structs.sg_line_array_options, n_threads=n_threads, form=utf8(form), name=utf8(name))
    if refused is not None:
        told: Any = dict(_structs.sg_line_array_options._fields_)["refused"]
        options.refused = told(lambda _, line, why: _note(refused, smiles, line, why))
    with Watch():
        try:
            return opened(lib.sg_data_close, lib.sg_data_from_lines, lines.address, len(smiles), ctypes.byref(options))
        except FormatError as failure:
            raise FormatError(_in_words(str(failure), smiles)) from None


def _note(refused: dict[int, str], smiles: Sequence[str], line: int, why: Any) -> bool:
    refused[int(line)] = _in_words(why.contents.text.decode(errors="replace"), smiles)
    return True


def _short(text: str) -> str:
    """The beginning of a text that is too long for a message."""
    return text if len(text) <= 80 else text[:77] + "..."


def _in_words(text: str, smiles: Sequence[str]) -> str:
    """What is wrong with a line, with its text."""
    place = re.match(r"line\[(\d+)\](?:, column (\d+))?: (.*)", text, re.S)
    if place is None:
        return text
    at = f" at column {place[2]}" if place[2] else ""
    return f"SMILES {place[1]} ({_short(smiles[int(place[1])])!r}){at}: {place[3]}"
