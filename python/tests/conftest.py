"""What the tests share: small data, the program, the folder with real data."""
from __future__ import annotations

import os
import pathlib

import pytest

import sharegnn as sg

collect_ignore = ["wheel_works.py"]
ROOT = pathlib.Path(__file__).resolve().parents[2]


def shared() -> pathlib.Path:
    """The folder with the real data sets."""
    return pathlib.Path(os.environ.get("SHAREGNN_SHARED", ROOT.parent / "shared")) / "data"


@pytest.fixture(scope="session")
def program() -> str:
    """The command line program of the same build."""
    path = os.environ.get("SHAREGNN_PROGRAM", str(ROOT / "build" / "sharegnn"))
    if not os.path.exists(path):
        pytest.skip(f"the program {path} is not built")
    return path


@pytest.fixture(scope="session")
def mutag() -> sg.Dataset:
    """A real data set."""
    path = shared() / "MUTAG.zip"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    return sg.load(path)


@pytest.fixture(scope="session")
def csl() -> sg.Dataset:
    """A generated data set, 150 graphs of 10 classes."""
    return sg.make("CSL")


SMILES = ["CCO", "CCN", "c1ccccc1O", "CC(=O)[O-]", "C[N+](C)(C)C", "C#N", "c1ccncc1", "OCC(O)CO", "CCCC", "CC=O"]
