"""Colors of a graph's atoms after eight rounds of refinement by bonds: equal lists for equal molecules."""


def refined(g):
    label, near = [hash((x,)) for x in g["nodes"]], [[] for _ in g["nodes"]]
    for u, v, bond in g["edges"]:
        near[u].append((bond, v))
        near[v].append((bond, u))
    for _ in range(8):
        label = [hash((x, tuple(sorted((b, label[w]) for b, w in near[v])))) for v, x in enumerate(label)]
    return sorted(label)
