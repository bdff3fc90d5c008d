"""Data sets of every kind, made from fixed seeds, and links to real ones."""
import json, os

from recording.program import FOLDS, GENERATED, ROOT


# ---- Data ----------------------------------------------------------------------------------------


class Chance:
    """A generator that will always be the same."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def graphs(seed, n_graphs):
    """Connected graphs with rings: labels of nodes, labeled edges, attributes."""
    chance = Chance(seed)
    for _ in range(n_graphs):
        n = 5 + chance.below(12)
        edges = {(max(0, v - 1 - chance.below(3)), v): 1 + chance.below(3) for v in range(1, n)}
        for _ in range(1 + chance.below(4)):
            u, v = sorted((chance.below(n), chance.below(n)))
            if u != v:
                edges.setdefault((u, v), 1 + chance.below(3))
        label = [chance.below(4) for _ in range(n)]
        attributes = [[(chance.below(33) - 16) / 8, chance.below(9) / 4] for _ in range(n)]
        yield label, [[u, v, kind] for (u, v), kind in sorted(edges.items())], attributes


def write_graphs(program, name, seed, n_graphs, target):
    lines = []
    for i, (label, edges, attributes) in enumerate(graphs(seed, n_graphs)):
        nodes = [{"label": l, "attributes": a} for l, a in zip(label, attributes)]
        lines.append(json.dumps({"nodes": nodes, "edges": edges, "target": target(i, label, edges),
                                 "id": f"g{i}"}))
    program.write(name, "\n".join(lines) + "\n")


SMILES = """CCO c1ccccc1O CC(C)C C1CC1 CC(=O)O CCN c1ccncc1 CC#N O=C=O CS(=O)(=O)Cl C1CCCCC1 c1ccc2ccccc2c1
CC(=O)Nc1ccccc1 C[N+](C)(C)C [O-][N+](=O)c1ccccc1 ClCCl FC(F)(F)c1ccccc1 OCC(O)CO CC(C)=CCCC(C)=CC=O NCC(=O)O
C1CC2CCC1C2 c1ccsc1 c1cc[nH]c1 BrCCBr CCCCCCCC OC1CCCCC1N CCOC(=O)C CC(=O)C O=C1CCCN1 c1ccc(cc1)-c1ccccc1""".split()
WORDS = "good bad film plot actor scene long short fine dull story light dark loud calm".split()


def make_data(program):
    """Data of every kind, written here, and the paper's generated ones."""
    def value(label, edges):
        return sum(label) / 4 - len(edges) / 8

    write_graphs(program, "classes.jsonl", 1, 60, lambda i, l, e: (sum(l) + len(e)) % 3)
    write_graphs(program, "two.jsonl", 2, 48, lambda i, l, e: len(e) % 2)
    write_graphs(program, "values.jsonl", 3, 60, lambda i, l, e: [value(l, e), None if i % 7 == 3 else l.count(0)])
    write_graphs(program, "value.jsonl", 4, 60, lambda i, l, e: value(l, e) + 0.125)
    write_graphs(program, "flags.jsonl", 5, 60, lambda i, l, e: [int(l[0] > 1), None if i % 5 == 1 else len(e) % 2,
                                                                int(0 in l)])
    write_graphs(program, "new.jsonl", 6, 20, lambda i, l, e: (sum(l) + len(e)) % 3)
    lines = []
    for i, (label, edges, _) in enumerate(graphs(7, 40)):
        lines.append(json.dumps({"nodes": [WORDS[l] for l in label], "edges": [edge[:2] for edge in edges],
                                 "target": "even" if len(edges) % 2 == 0 else "odd"}))
    program.write("words.jsonl", "\n".join(lines) + "\n")
    chance = Chance(8)
    program.write("molecules.csv", "smiles,id,kind,weight\n" + "".join(
        f"{s},m{i},{'ring' if '1' in s else 'chain'},{len(s) / 4}\n" for i, s in enumerate(SMILES)))
    program.write("new.smi", "".join(f"{s}C new{i}\n" for i, s in enumerate(SMILES[:12])) + "C1CC broken\n")
    texts = ["text,label,split"]
    for i in range(80):
        words = [WORDS[chance.below(len(WORDS))] for _ in range(4 + chance.below(8))]
        texts.append(f"{' '.join(words)}.,{'yes' if 'good' in words or 'fine' in words else 'no'},"
                     + ("test" if i % 4 == 0 else "train"))
    program.write("texts.csv", "\n".join(texts) + "\n")
    images = [",".join(f"p{p}" for p in range(30)) + ",label"]
    for i in range(60):
        kind = i % 3
        pixels = [chance.below(4) + (9 if (p % 6 if kind == 0 else p // 6) == 2 and kind < 2 else 0) for p in range(30)]
        images.append(",".join(map(str, pixels)) + f",{kind}")
    program.write("images.csv", "\n".join(images) + "\n")
    program.write("relabel.txt", "0 6\n1 7\n2 8 # oxygen\n3 -\n")
    for name in GENERATED:
        program.run("data", "make", name, "--out", program.data)


def link_data(program):
    """The real data, by links, with the first folds of their splits; False where there are none."""
    source = os.environ.get("SHAREGNN_DATA") or os.path.join(os.path.dirname(ROOT), "shared", "data")
    if not os.path.isdir(source):
        return False
    for name in sorted(os.listdir(source)):
        if name.split(".")[0] in GENERATED or name in ("splits", "README.md"):
            continue
        os.symlink(os.path.join(os.path.abspath(source), name), os.path.join(program.data, name))
    for folder, _, names in os.walk(os.path.join(source, "splits")):
        for name in names:
            path = os.path.join(program.data, "splits", os.path.basename(folder), name)
            if not os.path.exists(path) and name.endswith("_splits.json"):
                with open(os.path.join(folder, name)) as file:
                    folds = json.load(file)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w") as file:
                    json.dump(folds[:FOLDS], file)
    return True
