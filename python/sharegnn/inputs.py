"""Where data sets come from: files, generators, SMILES, graphs of other packages, arrays."""
from __future__ import annotations

import ctypes
import difflib
import itertools
import os
import warnings
from typing import Any, Iterable, Optional, Sequence, Union

import numpy as np

from . import _adjacency, _chemistry, _convert, _kinds, _structs
from ._arrays import Words, columns as as_columns, names_of, plain, real, whole
from ._columns import Columns, Sparse, build, joined
from ._convert import Keys
from ._library import Array, Watch, a_kind, call, lib, new, opened, path_text, read, text_of, threads, utf8
from .data import Dataset
from ._merged import warn_of_merged
from .errors import FormatError, NotFoundError
from .graph import Graph
from .nodes import Nodes
from .reading import warn_of_rejects

_PARTS = {"train": 0, "validation": 1, "test": 2, "none": 3}


def load(name: Any, folder: Any = None, n_jobs: Optional[int] = None, form: Optional[str] = None) -> Dataset:
    """Open a data set: a name, a zip or folder in TU Dortmund's format, or a file of molecules, texts,
    images or graphs: ``molecules.smi``, ``table.csv?smiles=COLUMN&target=COLUMN``, ``graphs.jsonl``.  Several targets
    are ``target=A&target=B``.

    Names are looked for in `folder`, else ``$SHAREGNN_DATA``, ``./data``, ``~/.cache/sharegnn``; data sets that the
    library generates (see :func:`sources`) are made in memory where no file has them.  `form` says how molecules are
    read, as settings of docs/molecules.md: ``"form=as-written"``, ``"salts=strip&charges=neutral"``.

    Rows of a table that cannot be read are left out, with a warning, up to 1 % of them (``"table.csv?max-rejects=5%"``
    allows more); ``rejects`` of the data set says which and why.
    """
    options = new(_structs.sg_data_options, folder=utf8(folder), n_threads=threads(n_jobs), form=utf8(form))
    try:
        with Watch():
            data = Dataset(opened(lib.sg_data_close, lib.sg_data_open, path_text(name, "name"), ctypes.byref(options)))
    except NotFoundError as failure:
        if isinstance(name, str) and folder is None and any(s["name"] == name and s["generated"] for s in sources()):
            return make(name)
        hint = _how_to_get(name)
        if hint is None:
            raise
        more = NotFoundError(f"{failure}; {hint}")
        more.where = failure.where
        raise more from None
    warn_of_rejects(data)
    return data


def _how_to_get(name: Any) -> Optional[str]:
    """What to do where a data set is not there; None: it is a path, whose name says enough."""
    if not isinstance(name, str) or not name.replace("_", "").replace("-", "").isalnum():
        return None
    known = [s["name"] for s in sources()]
    close = difflib.get_close_matches(name, known, 1, 0.8) if name not in known else []
    meant = f"did you mean {close[0]!r}?  " if close else ""
    return f"{meant}sharegnn.download({name!r}), or `sharegnn data get {name}`, fetches it from TU Dortmund's collection"


def download(name: str, folder: Any = None, replace: bool = False, address: Optional[str] = None) -> Dataset:
    """Fetch a data set of TU Dortmund's collection (https://chrsmrrs.github.io/datasets), and open it.

    It is kept in `folder`, else ``$SHAREGNN_DATA`` or ``./data``, where :func:`load` finds it; one that is there is not
    fetched again unless `replace`.  `address` is that of another collection.  The library of a wheel cannot download.
    """
    home = text_of(lib.sg_data_home) if folder is None else folder
    os.makedirs(home, exist_ok=True)
    options = new(_structs.sg_get_options, replace=replace)
    setattr(options, "from", utf8(address))
    with Watch():
        try:
            call(lib.sg_data_get, path_text(name, "name"), utf8(home), ctypes.byref(options))
        except FileExistsError:
            pass
    return load(name, home)


def make(name: str, seed: int = 0, folder: Any = None, replace: bool = False) -> Dataset:
    """Generate a data set of the paper in memory: CSL, Snowflakes, RingTransfer1, ...

    With `folder` it is written there, too, with its splits, where experiments find it.

    >>> make("CSL").shape
    (150,)
    """
    with Watch():
        if folder is not None:
            call(lib.sg_data_make, None, path_text(name, "name"), utf8(folder), seed, replace)
        return Dataset(opened(lib.sg_data_close, lib.sg_data_generate, path_text(name, "name"), seed))


def sources() -> list[dict[str, Any]]:
    """The data sets that the library knows by name.

    >>> [s["name"] for s in sources() if s["generated"]][0] in {s["name"] for s in sources()}
    True
    """
    found = []
    for i in range(lib.sg_data_source_count()):
        s = read(_structs.sg_data_source, lib.sg_data_source_at, i)
        found.append({"name": s.name.decode(), "about": s.about.decode(), "generated": bool(s.generated),
                      "graphs": int(s.n_graphs)})  # fmt: skip
    return found


def from_smiles(
    smiles: Iterable[str],
    y: Any = None,
    ids: Optional[Sequence[Any]] = None,
    name: str = "smiles",
    kekule: bool = False,
    n_jobs: Optional[int] = None,
    form: Optional[str] = None,
    invalid: str = "raise",
) -> Dataset:
    """Molecules from SMILES, read by the library in parallel.

    All ways to write a molecule give one graph; `form` says otherwise, as settings of docs/molecules.md
    (``"form=as-written"``, ``"salts=strip&charges=neutral"``).  With ``invalid="skip"`` molecules that cannot be read
    are left out, also from `y` and `ids`; a warning and ``skipped`` of the data set name them.

    >>> from_smiles(["CCO", "c1ccccc1"], y=[0, 1])
    <Dataset smiles: 2 graphs, 4.5 nodes (3 .. 6), 4.0 edges (2 .. 6), 4 node labels, 2 edge labels, 2 classes>
    """
    if isinstance(smiles, (str, set, frozenset, dict)) or not hasattr(smiles, "__iter__"):
        raise TypeError(f"smiles: {a_kind(smiles)}; a list of SMILES is needed, also for one molecule: ['CCO']")
    if hasattr(smiles, "columns"):
        smiles = _only_column(smiles, "smiles")
    lines = smiles.tolist() if hasattr(smiles, "tolist") else list(smiles)
    if not lines:
        raise ValueError("smiles: there are no molecules")
    if invalid not in ("raise", "skip"):
        raise ValueError(f"invalid: {invalid!r} is neither 'raise' nor 'skip'")
    settings = "&".join([*([form] if form else []), *(["bonds=kekule"] if kekule else [])]) or None
    if invalid == "skip":
        return _readable(lines, y, ids, name, settings, threads(n_jobs))
    data = Dataset(_chemistry.of_smiles(lines, settings, threads(n_jobs), name=name), name)
    return _finished(data._as_columns(), y, ids, name, data) if y is not None or ids is not None else data


def _readable(
    lines: list[Any], y: Any, ids: Optional[Sequence[Any]], name: str, form: Optional[str], n_threads: int
) -> Dataset:
    """The molecules that can be read."""
    bad: dict[int, str] = {}
    written = [line if isinstance(line, str) and "\0" not in line else "" for line in lines]
    data = Dataset(_chemistry.of_smiles(written, form, n_threads, bad, name), name)
    for values, what in ((y, "y"), (ids, "ids")):
        if values is not None and len(values) != len(lines):
            raise ValueError(f"{what}: it has {len(values)} values, but there are {len(lines)} SMILES")
    if bad:
        data.skipped = {i: why if written[i] else f"SMILES {i}: {lines[i]!r} is no molecule" for i, why in bad.items()}
        first = next(iter(data.skipped.values()))
        warnings.warn(f"{len(bad)} of {len(lines)} SMILES cannot be read and are skipped: {first}", stacklevel=3)
    if y is None and ids is None:
        return data
    stays = [i for i in range(len(lines)) if i not in bad]
    own_y = None if y is None else y.iloc[stays] if hasattr(y, "iloc") else plain(y, "y")[stays]
    own_ids = None if ids is None else [list(ids)[i] for i in stays]
    made = _finished(data._as_columns(), own_y, own_ids, name, data)
    made.skipped = data.skipped
    return made


def _finished(
    c: Columns, y: Any, ids: Optional[Sequence[Any]], name: Optional[str], borrow: Any = None, node_y: Any = None
) -> Dataset:
    if y is not None and node_y is not None:
        raise ValueError("node_y: classes and targets belong to graphs (y) or to nodes (node_y), not to both")
    for given, of_nodes in ((y, False), (node_y, True)):
        if given is not None:
            values = flat_values(given, c.graph_offset, "node_y") if of_nodes else plain(given, "y")
            c = c.with_y(values, names=names_of(given), of_nodes=of_nodes)
    if ids is not None:
        if not hasattr(ids, "__len__"):
            raise TypeError(f"ids: a list of names is needed, not {a_kind(ids)}")
        if len(ids) != c.n_graphs:
            raise ValueError(f"ids: there are {len(ids)}, but {c.n_graphs} graphs")
        c.graph_id = Words.of(list(ids), "ids")
    c.name = name
    data = Dataset(build(c, borrow=borrow is not None), name)
    warn_of_merged(c, data)
    return data


def flat_values(values: Any, graph_offset: Array, name: str) -> Array:
    """Values of nodes: one array, or one for each graph."""
    n_graphs = len(graph_offset) - 1
    if isinstance(values, (list, tuple)) and len(values) == n_graphs and all(isinstance(v, (list, tuple, np.ndarray)) for v in values):
        sizes = np.diff(graph_offset.astype(np.int64))
        if (sizes == [len(v) for v in values]).all():
            return np.concatenate([plain(v, name) for v in values])
        g = int(np.flatnonzero(sizes != [len(v) for v in values])[0])
        raise ValueError(f"{name}: there are {len(values[g])} values for graph {g}, which has {sizes[g]} nodes")
    return plain(values, name)


def from_graphs(
    graphs: Iterable[Any],
    y: Any = None,
    ids: Optional[Sequence[Any]] = None,
    name: Optional[str] = None,
    *,
    node_label: str = "label",
    edge_label: str = "label",
    node_attributes: Union[str, Sequence[str]] = "attributes",
    edge_attributes: Union[str, Sequence[str]] = "attributes",
    form: Optional[str] = None,
    node_y: Any = None,
) -> Dataset:
    """Graphs of one kind as a data set: networkx graphs, RDKit molecules, SMILES, objects with `edge_index`,
    tuples ``(edges, node_labels, edge_labels, node_attributes, edge_attributes)``, dictionaries with these names, or
    adjacency matrices, dense (numpy) or sparse (scipy), which may stand for the edges in tuples and dictionaries, too.

    `y` are classes (whole numbers or words) or targets (numbers; NaN is missing).  The names say under which key
    networkx graphs keep labels and attributes, several names of attributes are columns side by side; `form` says how molecules are read, as :func:`from_smiles` has it.
    `node_y` are classes or targets of nodes in place of `y`: an array per graph, one for all nodes, or the name under
    which networkx graphs keep them.

    >>> import networkx
    >>> from_graphs([networkx.cycle_graph(5), networkx.path_graph(3)], y=["ring", "path"]).classes.tolist()
    ['path', 'ring']
    >>> from_graphs([np.ones((3, 3)) - np.eye(3)])[0].edges.tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    if isinstance(graphs, (dict, str, set, frozenset)) or not hasattr(graphs, "__iter__"):
        raise TypeError(f"graphs: {a_kind(graphs)}; a list of graphs is needed, also for one graph: [graph]")
    found = list(_only_column(graphs, "graphs") if hasattr(graphs, "columns") else graphs)
    if not found:
        raise ValueError("graphs: there are none")
    node_key = node_y if isinstance(node_y, str) else None
    if node_key is not None:
        node_y = _kinds.all_node_values(found, node_key)
    named = any(v is not None for v in (y, ids, node_y))
    if isinstance(found[0], (str, Graph, Dataset)):
        made = concat(found) if not isinstance(found[0], str) else from_smiles(found, name=name or "smiles", form=form)
        return _finished(made._as_columns(), y, ids, name or made.name, made, node_y) if named else made
    if _chemistry.is_rdkit(found[0]):
        return _finished(_molecules(found, form), y, ids, name or "molecules", None, node_y)
    keys = Keys(node_label, edge_label, node_attributes, edge_attributes, node_y=node_key)
    return _finished(_kinds.of_list(found, keys), y, ids, name, None, node_y)


def _molecules(found: list[Any], form: Optional[str]) -> Columns:
    """RDKit molecules with the nodes in the order of their atoms, and otherwise as their SMILES."""
    texts, orders = _chemistry.smiles_of_rdkit(found)
    return _chemistry.renumbered(Dataset(_chemistry.of_smiles(texts, form))._as_columns(), orders)


def concat(parts: Sequence[Union[Graph, Dataset]]) -> Dataset:
    """Graphs and data sets one behind the other as one data set.

    >>> data = make("CSL")
    >>> len(concat([data[:3], data[7]]))
    4
    """
    if not hasattr(parts, "__iter__") or any(not isinstance(p, (Graph, Dataset)) for p in parts):
        odd = next((p for p in parts if not isinstance(p, (Graph, Dataset))), None) if hasattr(parts, "__iter__") else parts
        raise TypeError(f"graphs: {a_kind(odd)} is neither a Graph nor a Dataset; from_graphs makes them")
    if not parts:
        raise ValueError("graphs: there are none")
    owners = [p.data if isinstance(p, Graph) else p for p in parts]
    if all(o is owners[0] for o in owners) and all(isinstance(p, Graph) for p in parts):
        return owners[0]._select(np.array([p.number for p in parts if isinstance(p, Graph)]))
    whole_parts = [p.data._select(np.array([p.number])) if isinstance(p, Graph) else p for p in parts]
    c = joined([part._as_columns() for part in whole_parts])
    ys = [part.y for part in whole_parts]
    if len({part.item for part in whole_parts}) > 1:
        raise ValueError("graphs: some of them have classes or targets of nodes, others of graphs")
    if all(y is not None for y in ys):
        y = np.concatenate([plain(v, "y") for v in ys])
        as_targets = all(part.targets is not None for part in whole_parts)
        c = c.with_y(y, as_targets, of_nodes=whole_parts[0].item == "node")
    return Dataset(build(c), whole_parts[0].name)


def from_arrays(
    graph_offset: Any,
    edges: Any = None,
    node_labels: Any = None,
    edge_labels: Any = None,
    *,
    node_attributes: Any = None,
    edge_attributes: Any = None,
    arc_offset: Any = None,
    neighbor: Any = None,
    y: Any = None,
    ids: Optional[Sequence[Any]] = None,
    part: Any = None,
    name: Optional[str] = None,
    copy: bool = True,
    node_y: Any = None,
    node_part: Any = None,
    directed: bool = False,
    self_loops: bool = False,
    node_ids: Optional[Sequence[Any]] = None,
) -> Dataset:
    """Graphs from flat arrays, the fastest way in.

    Graph g has the nodes ``graph_offset[g]`` up to ``graph_offset[g + 1]``; `edges` are rows of two such numbers, or
    `arc_offset` and `neighbor` are compressed rows.  Where `copy` is False the data set uses arrays of the right
    types in place; they must not change as long as it lives.

    `node_attributes` may be a sparse matrix of scipy with a row per node; it is never made dense, and a layer
    `sparse` multiplies it by a matrix.  `directed` keeps arcs as they are, `self_loops` keeps those.

    Where attributes are a DataFrame, the names of its columns are kept: a model refuses data whose columns have other
    names.  `node_ids` are what the nodes are called, for predictions and explanations.

    `node_y` are classes or targets of all nodes in place of `y`; NaN, None and "" are missing.  `part` and
    `node_part` say what graphs or nodes are for: "train", "validation", "test" or "none".

    >>> import numpy as np
    >>> data = from_arrays([0, 3, 5], [(0, 1), (1, 2), (3, 4)], node_labels=[1, 1, 2, 1, 2], y=[0, 1])
    >>> data[1].node_labels.ravel()
    array([1, 2], dtype=int32)
    """
    offset = whole(graph_offset, "graph_offset", np.uint32)
    if offset.ndim != 1 or len(offset) == 0:
        raise ValueError("graph_offset: one number more than there are graphs is needed")
    if offset[0] != 0 or (np.diff(offset.astype(np.int64)) < 0).any():
        raise ValueError("graph_offset: it must ascend from 0")
    c = Columns(offset, name=name)
    n_rows = 0
    if edges is not None:
        c.edge = whole(_convert.edge_rows(edges, "edges"), "edges", np.uint32)
        n_rows = len(c.edge)
    if (arc_offset is None) != (neighbor is None) or (arc_offset is not None and edges is not None):
        raise ValueError("edges: either edges, or arc_offset and neighbor")
    if arc_offset is not None:
        c.arc_offset = whole(arc_offset, "arc_offset", np.uint32)
        c.neighbor = whole(neighbor, "neighbor", np.uint32)
        n_rows = len(c.neighbor)
        if len(c.arc_offset) != c.n_nodes + 1 or c.arc_offset[-1] != n_rows:
            raise ValueError(f"arc_offset: {c.n_nodes + 1} numbers that end with {n_rows} are needed")
    for rows, what, n in ((node_labels, "node", c.n_nodes), (edge_labels, "edge", n_rows)):
        if rows is not None:
            _convert.put_labels(c, as_columns(plain(rows, f"{what}_labels"), n, f"{what}_labels", what), f"{what}_label")
    c.directed, c.self_loops = bool(directed), bool(self_loops)
    if _adjacency.is_sparse(node_attributes):
        c.sparse, node_attributes = Sparse.of(node_attributes, c.n_nodes, "node_attributes"), None
    for rows, what, n in ((node_attributes, "node", c.n_nodes), (edge_attributes, "edge", n_rows)):
        if rows is not None:
            made = as_columns(real(rows, f"{what}_attributes"), n, f"{what}_attributes", what)
            setattr(c, f"{what}_attribute", made)
            setattr(c, f"{what}_attribute_name", names_of(rows) if made.shape[1] > 0 else None)
    if part is not None:
        c.part = _parts(part, c.n_graphs, "part")
    if node_part is not None:
        c.node_part = _parts(node_part, c.n_nodes, "node_part")
    if node_ids is not None:
        c.node_id = Words([str(i) for i in node_ids], "node_ids")
        if len(c.node_id) != c.n_nodes:
            raise ValueError(f"node_ids: {c.n_nodes} names are needed, one for each node, not {len(c.node_id)}")
    return _finished(c, y, ids, name, None if copy else c, node_y)


def _parts(part: Any, n: int, what: str) -> Array:
    values = plain(part, what)
    if values.dtype.kind in "UO":
        wrong = [v for v in values if v not in _PARTS]
        if wrong:
            raise ValueError(f"{what}: {wrong[0]!r} is none of {', '.join(_PARTS)}")
        values = np.array([_PARTS[v] for v in values])
    made = whole(values, what, np.uint8)
    if made.shape != (n,) or (made > 3).any():
        raise ValueError(f"{what}: {n} numbers 0 .. 3 are needed")
    return made


def as_dataset(graphs: Any, name: str = "X", form: Optional[str] = None) -> Dataset:
    """Whatever an estimator is given as a data set: many graphs in a list, or one graph.

    A tuple that begins with edges, and a dictionary, are one graph.  `form` says how molecules are read.
    """
    if isinstance(graphs, Dataset):
        return graphs
    if isinstance(graphs, Graph):
        return graphs.data._select(np.array([graphs.number]))
    if isinstance(graphs, str):
        return _one_molecule(graphs, form)
    if isinstance(graphs, (set, frozenset)):
        raise TypeError(f"{name}: a set has no order, so nothing says which target belongs to which graph; give a list")
    if hasattr(graphs, "columns") and hasattr(graphs, "iloc"):
        graphs = _only_column(graphs, name)
    if isinstance(graphs, np.ndarray) and graphs.ndim == 0:
        graphs = [graphs.item()]
    if graphs is None or isinstance(graphs, (bytes, int, float, os.PathLike)):
        raise TypeError(f"{name}: graphs are needed, not {type(graphs).__name__}; sharegnn.load opens files")
    if _is_one_graph(graphs):
        return from_graphs([graphs], form=form)
    if isinstance(graphs, np.ndarray) and graphs.ndim == 2 and graphs.shape[1] == 1:
        graphs = graphs[:, 0]
    found = list(itertools.chain(graphs))
    if not found:
        raise ValueError(f"{name}: there are no graphs")
    return from_graphs(found, form=form)


def _one_molecule(text: str, form: Optional[str]) -> Dataset:
    try:
        return from_smiles([text], form=form)
    except FormatError as failure:
        name = text.split("?")[0]
        if os.path.exists(name) or os.path.splitext(name)[1] in (".csv", ".smi", ".jsonl", ".zip", ".sdf", ".txt"):
            raise FormatError(f"{failure}; a text is a SMILES here, sharegnn.load({text!r}) opens files") from None
        raise


def as_nodes(graphs: Any, form: Optional[str] = None) -> Nodes:
    """Whatever an estimator of nodes is given: nodes, or graphs with all their nodes."""
    return graphs if isinstance(graphs, Nodes) else as_dataset(graphs, form=form).nodes


def _is_one_graph(graphs: Any) -> bool:
    if isinstance(graphs, dict) or _chemistry.is_rdkit(graphs) or _adjacency.is_sparse(graphs):
        return True
    if isinstance(graphs, np.ndarray) and graphs.dtype.kind in "iubf":
        return _adjacency.is_square(graphs)
    if isinstance(graphs, tuple):
        return len(graphs) > 0 and isinstance(graphs[0], (list, np.ndarray))
    return any(recognizes(graphs) for recognizes, _ in _kinds.KINDS[:2])


def _only_column(table: Any, name: str) -> Any:
    """The graphs of a DataFrame that has nothing else."""
    if len(table.columns) != 1:
        words = ", ".join(map(str, table.columns))
        raise ValueError(f"{name}: a table with the columns {words}; give the one with the graphs, as in table['smiles']")
    return table.iloc[:, 0]
