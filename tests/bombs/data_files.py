"""Files with graphs that are small and ask for much, in every format that the program reads."""
from __future__ import annotations

import json
import pathlib
import random
import struct
import zipfile
import zlib

SHAPES = ["star", "path", "ring", "clique", "broom", "two stars", "random"]


def edges_of(kind: str, n: int, rng: random.Random) -> list[tuple[int, int]]:
    if kind == "star":
        return [(0, i) for i in range(1, n)]
    if kind == "path":
        return [(i, i + 1) for i in range(n - 1)]
    if kind == "ring":
        return [(i, (i + 1) % n) for i in range(n)]
    if kind == "clique":
        n = min(n, 300)
        return [(i, j) for i in range(n) for j in range(i)]
    if kind == "broom":
        return [(i, i + 1) for i in range(n // 2)] + [(0, i) for i in range(n // 2 + 1, n)]
    if kind == "two stars":
        return [(0, i) for i in range(2, n)] + [(1, i) for i in range(2, n)]
    return [(rng.randrange(n), rng.randrange(n)) for _ in range(2 * n)]


def drawn(rng: random.Random, least: float, most: float) -> int:
    """A number between powers of ten."""
    return int(10 ** rng.uniform(least, most))


def write_json(path: pathlib.Path, n: int, edges: list[tuple[int, int]], copies: int) -> None:
    lines = [json.dumps({"nodes": n, "edges": edges, "target": word}, separators=(",", ":")) + "\n" for word in "ab"]
    path.write_text("".join(lines[i % 2] for i in range(copies)))


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(bytes((width + 1) * height), 9)
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def six_bits(n: int) -> str:
    """A number of nodes as graph6 and sparse6 write it."""
    return "~~" + "".join(chr(63 + (n >> shift & 63)) for shift in range(30, -1, -6))


def molfile(n_atoms: int, bonds: list[tuple[int, int]], claimed: str) -> str:
    atoms = "    0.0000    0.0000    0.0000 C   0  0\n" * n_atoms
    return (f"x\n  y\n\n{claimed}  0  0  0  0  0  0  0  0999 V2000\n{atoms}"
            + "".join(f"{u + 1:3d}{v + 1:3d}  1  0\n" for u, v in bonds) + "M  END\n$$$$\n")


# Each of these writes below `folder` and gives the word that the program is told.


def claim(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "claim.jsonl"
    path.write_text(json.dumps({"nodes": rng.choice([4194304, 4194305, 10**6, 10**9, 2**32, 10**18]), "target": 1}) + "\n")
    return str(path)


def many_claims(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "claims.jsonl"
    line = json.dumps({"nodes": rng.randrange(1, drawn(rng, 1, 6.6)), "target": "T"}) + "\n"
    path.write_text("".join(line.replace("T", "ab"[i % 2]) for i in range(rng.randrange(2, 200))))
    return str(path)


def sparse(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "sparse.s6"
    path.write_text("".join(":" + six_bits(rng.randrange(1, 1 << 24)) + "\n" for _ in range(rng.randrange(1, 50))))
    return str(path)


def dense(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "dense.g6"
    n = rng.choice([0, 1, drawn(rng, 1, 3.2), 4194304, 1 << 30, (1 << 36) - 1])
    bits = n * (n - 1) // 2
    path.write_text(six_bits(n) + rng.choice("?~_") * min((bits + 5) // 6, rng.choice([0, 10, 200000])) + "\n")
    return str(path)


def graph(folder: pathlib.Path, rng: random.Random) -> str:
    n = drawn(rng, 2, 4.8)
    path = folder / "graph.jsonl"
    write_json(path, n, edges_of(rng.choice(SHAPES), n, rng), 1)
    return str(path)


def graphs(folder: pathlib.Path, rng: random.Random) -> str:
    n = drawn(rng, 2, 3.6)
    path = folder / "graphs.jsonl"
    write_json(path, n, edges_of(rng.choice(SHAPES), n, rng), rng.randrange(2, 40))
    return str(path)


def classes(folder: pathlib.Path, rng: random.Random) -> str:
    """Every graph has a class of its own, or many targets."""
    path = folder / "classes.jsonl"
    n = drawn(rng, 2, 3.7)
    if rng.random() < 0.5:
        lines = [json.dumps({"nodes": 2, "edges": [[0, 1]], "target": f"c{i}"}) for i in range(n)]
    else:
        lines = [json.dumps({"nodes": 2, "edges": [[0, 1]], "target": [0.5] * n}) for _ in range(4)]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def labels(folder: pathlib.Path, rng: random.Random) -> str:
    """Labels and attributes of nodes that are all different, far apart, or many in a row."""
    path = folder / "labels.jsonl"
    n = drawn(rng, 1, 4)
    kinds: list[dict[str, object]] = [
        {"nodes": [i * 400000 % 2**31 for i in range(n)]}, {"nodes": [f"w{i}" for i in range(n)]},
        {"nodes": [list(range(n))] * 3}, {"nodes": 3, "attributes": [[0.5] * n] * 3},
        {"nodes": 3, "node_targets": [[0.5] * n] * 3}, {"nodes": 2, "edges": [[0, 1, 2**31 - 1]] * n}]
    path.write_text((json.dumps({**rng.choice(kinds), "target": 1}) + "\n") * rng.randrange(1, 4))
    return str(path)


def smiles(folder: pathlib.Path, rng: random.Random) -> str:
    n = drawn(rng, 2, 4.7)
    path = folder / "molecule.smi"
    line = rng.choice(["[U]" + "(C)" * (n - 1), "C" * n, "C1" + "C" * n + "1", ".".join("C" * n), "(" * n, "C%99" * n,
                       "c1ccccc1" * (n // 8), "C" + "=C" * n, "[" * n, "C12" + "C1C2" * (n // 4)])
    path.write_text(line + "\n")
    return str(path)


def molecules(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "molecules.sdf"
    n = rng.choice([3, 200, 999])
    shape = edges_of(rng.choice(["star", "path", "ring"]), n, rng)[:999]
    claimed = rng.choice([f"{n:3d}{len(shape):3d}", "999999", "-99-99", "999  0"])
    path.write_text(molfile(n, shape, claimed) * rng.randrange(1, 20) + "> <y>\n" + "1" * rng.choice([1, 100000]) + "\n")
    return str(path)


def archive(folder: pathlib.Path, rng: random.Random) -> str:
    n = drawn(rng, 2, 4.7)
    path = folder / "graph.zip"
    edges = edges_of(rng.choice(SHAPES), n, rng)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("graph/graph_A.txt", "".join(f"{u + 1}, {v + 1}\n{v + 1}, {u + 1}\n" for u, v in edges if u != v))
        file.writestr("graph/graph_graph_indicator.txt", "1\n" * n + "".join(f"{i}\n" for i in range(2, 12)))
        file.writestr("graph/graph_graph_labels.txt", "0\n1\n" * 5 + "0\n")
    return str(path)


def repeated_arcs(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "arcs.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("arcs/arcs_A.txt", "1, 2\n" * drawn(rng, 4, 7))
        file.writestr("arcs/arcs_graph_indicator.txt", "1\n1\n")
    return str(path)


def lying_archive(folder: pathlib.Path, rng: random.Random) -> str:
    """Sizes and places in the directory of an archive say something else than its entries."""
    path = folder / "lying.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("lying/lying_A.txt", "1, 2\n")
        file.writestr("lying/lying_graph_indicator.txt", "1\n1\n")
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    for place in rng.sample([10, 20, 24, 28, 30, 42], rng.randrange(1, 4)):
        data[at + place:at + place + 4] = struct.pack("<I", rng.choice([0, 1, 2**20, 2**31, 2**32 - 1]))
    path.write_bytes(data)
    return str(path)


def files(folder: pathlib.Path, rng: random.Random) -> str:
    """The files of TU Dortmund, one of which claims much."""
    path = folder / "T"
    path.mkdir()
    n = drawn(rng, 1, 4)
    big = rng.choice([10**5, 10**7, 2**31 - 1, 2**32 - 1, 10**18])
    content = {"A": "1, 2\n2, 1\n", "graph_indicator": "1\n1\n2\n", "graph_labels": "0\n1\n"}
    claims: list[dict[str, str]] = [
        {"graph_indicator": f"1\n1\n{big}\n"}, {"A": f"1, {big}\n"}, {"node_sparse": f"{big}\n0:1\n\n1:1\n"},
        {"node_sparse": f"9\n{big}:1\n\n1:1\n"}, {"node_labels": ", ".join(["1"] * n) + "\n"},
        {"node_attributes": (", ".join(["1"] * n) + "\n") * 3}, {"graph_labels": f"{big}\n{-big}\n"},
        {"graph_attributes": (", ".join(["1"] * n) + "\n") * 2}, {"edge_labels": f"{big}\n0\n"},
        {"graph_labels": "0\n" * n}, {"node_label_words": f"{big} x\n", "node_labels": f"{big}\n0\n0\n"}]
    content |= rng.choice(claims)
    for name, text in content.items():
        (path / f"T_{name}.txt").write_text(text)
    return str(path)


def tables(folder: pathlib.Path, rng: random.Random) -> str:
    """A table of nodes and a table of edges."""
    n = drawn(rng, 1, 4)
    head = rng.choice(["id,class", "id,class,attributes", "id,class,graph"])
    cell = {"id,class": "", "id,class,attributes": f",{rng.choice([3, 10**6, 2**32 - 1, 10**18])}:1", "id,class,graph": ",g"}[head]
    wide = rng.choice([0, 0, drawn(rng, 1, 4)])
    few = 3 if wide > 100 else n
    (folder / "nodes.csv").write_text(head + "".join(f",a{i}" for i in range(wide)) + "\n" + "".join(
        f"v{i},{i % 3}{cell}{',1' * wide}\n" for i in range(few)))
    edges = edges_of(rng.choice(SHAPES), few, rng)
    (folder / "edges.csv").write_text("source,target\n" + "".join(f"v{u},v{v}\n" for u, v in edges))
    return f"{folder}/nodes.csv?edges={folder}/edges.csv"


def picture(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "pictures"
    path.mkdir()
    width, height = rng.randrange(1, 4097), rng.randrange(1, 4097)
    if rng.random() < 0.6:
        (path / "one.png").write_bytes(png(width, height))
    else:
        kind = rng.choice(["P5", "P6", "P2", "P3"])
        big = rng.choice([f"{width} {height}", "65535 65535", "4294967295 4294967295", "1 99999999999999999999"])
        (path / "one.ppm").write_text(f"{kind} {big} {rng.choice([255, 65535, 0])}\n" + "0 " * rng.randrange(1000))
    return f"{path}?image"


def idx(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "train-images-idx3-ubyte"
    sizes = [rng.choice([1, 28, 1000, 2**20, 2**31 - 1, 2**32 - 1]) for _ in range(3)]
    path.write_bytes(struct.pack(">IIII", 0x803, *sizes) + bytes(rng.choice([0, 784, 100000])))
    (folder / "train-labels-idx1-ubyte").write_bytes(struct.pack(">II", 0x801, sizes[0]) + bytes(min(sizes[0], 1000)))
    return str(path)


def text(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "text.txt"
    n = drawn(rng, 2, 4.5)
    words = [f"w{rng.randrange(n)}" for _ in range(n)] if rng.random() < 0.5 else ["a"] * n
    path.write_text(" ".join(words) + "\n")
    return f"{path}?text"


def table(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "table.csv"
    n = drawn(rng, 1, 4)
    path.write_text("smiles,y\n" + ("[U]" + "(C)" * n + ",1\n") * rng.randrange(1, 10))
    return str(path)


def wide_table(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "wide.csv"
    n = drawn(rng, 2, 5)
    path.write_text("smiles" + ",y" * n + "\n" + ("C" + ",1" * rng.choice([n, 1]) + "\n") * rng.randrange(1, 4))
    side = rng.choice([1, 100, 65535, 2**31])
    return rng.choice([str(path), f"{path}?smiles=smiles&target=y", f"{path}?image={side}x{side}", f"{path}?smiles=0&target=1"])


def nested(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "nested.jsonl"
    depth = rng.randrange(1, 200000)
    path.write_text('{"nodes":' + "[" * depth + "]" * depth + "}\n")
    return str(path)


def long_line(folder: pathlib.Path, rng: random.Random) -> str:
    path = folder / "long.jsonl"
    path.write_text('{"nodes":[' + ",".join(["1"] * rng.randrange(1, 200000)) + '],"target":1}\n')
    return str(path)


KINDS = [claim, many_claims, sparse, dense, graph, graphs, classes, labels, smiles, molecules, archive, repeated_arcs, lying_archive,
         files, tables, picture, idx, text, table, wide_table, nested, long_line]
SQUARES = [graph, graphs, smiles, archive, text, table]  # of which pairs grow with the square
