"""Graph neural networks whose weights are indexed by graph invariants.

>>> import sharegnn as sg
>>> data = sg.make("CSL")
>>> data
<Dataset CSL: 150 graphs, 41.0 nodes (41 .. 41), 82.0 edges (82 .. 82), 1 node label, 10 classes>
>>> clf = sg.GraphClassifier(encoder="cycles:10 @ distance 0..2", decoder="cycles:10", epochs=20, learning_rate=0.1)
>>> clf.fit(data).score(data, data.y)
1.0

The package is thin over libsharegnn, which computes everything.  docs/python.md is the guide.
"""
from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

try:
    import numpy as _numpy  # noqa: F401
except ImportError:
    raise ImportError(
        f"sharegnn needs the package numpy, which {sys.executable} does not have; on Debian run"
        " `apt-get install python3-numpy` and use /usr/bin/python3"
    ) from None

from ._library import library_path, version
from .data import Dataset
from .errors import Error, LowTrustWarning
from .graph import Graph
from .inputs import concat, download, from_arrays, from_graphs, from_smiles, load, make, sources
from .nodes import Nodes

if TYPE_CHECKING:
    from .choice import Choice, choose
    from .clusters import Cluster
    from .estimators import GraphClassifier, GraphRegressor
    from .experiments import Comparison, Results, compare, open_results, run
    from .explanations import Explainer, Explanation, Ranking
    from .heads import Head, cycles, degree, distance, edge, label, wl, wl_edges
    from .histogram import LabelHistogram
    from .invariants import Labels, compare_labels, labelings, labels, properties, triples
    from .accounts import limits, memory_left
    from .live import Live
    from .model import Model, open_model
    from .node_estimators import NodeClassifier, NodeRegressor
    from .plots import plot
    from .searches import Search, search, spaces
    from .splits import Split, hold_out, open_splits, splits_of

__version__ = version()

_WHERE = {
    "Choice": "choice",
    "choose": "choice",
    "Cluster": "clusters",
    "GraphClassifier": "estimators",
    "GraphRegressor": "estimators",
    "Comparison": "experiments",
    "Results": "experiments",
    "compare": "experiments",
    "open_results": "experiments",
    "run": "experiments",
    "Explainer": "explanations",
    "Explanation": "explanations",
    "Ranking": "explanations",
    "Head": "heads",
    "cycles": "heads",
    "degree": "heads",
    "distance": "heads",
    "edge": "heads",
    "label": "heads",
    "wl": "heads",
    "wl_edges": "heads",
    "LabelHistogram": "histogram",
    "Labels": "invariants",
    "compare_labels": "invariants",
    "labelings": "invariants",
    "labels": "invariants",
    "properties": "invariants",
    "triples": "invariants",
    "Model": "model",
    "NodeClassifier": "node_estimators",
    "NodeRegressor": "node_estimators",
    "open_model": "model",
    "plot": "plots",
    "Live": "live",
    "Search": "searches",
    "search": "searches",
    "spaces": "searches",
    "Split": "splits",
    "hold_out": "splits",
    "open_splits": "splits",
    "splits_of": "splits",
    "limits": "accounts",
    "memory_left": "accounts",
}

__all__ = sorted(
    ["Dataset", "Error", "Graph", "LowTrustWarning", "Nodes", "concat", "download", "from_arrays", "from_graphs"]
    + ["from_smiles", "library_path", "load", "make", "sources", "version", *_WHERE]
)


def __getattr__(name: str) -> Any:
    """Load what is rarely needed, and scikit-learn with it, when it is asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module 'sharegnn' has no attribute {name!r}")
    value = getattr(importlib.import_module("." + _WHERE[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
