/* test_zinc_smiles.c - ZINC's molecules are ZINC's graphs.
 *
 * ZINC's nodes have one of 28 types: element, charge, and the hydrogens of charged atoms; "C H1" marks
 * stereo centers.  Its bonds are single, double and triple: a Kekule structure that somebody chose.
 * So atoms are compared by element, charge and the hydrogens of charged atoms, and bonds outside of
 * aromatic systems as they are.  Of aromatic systems there are several Kekule structures: theirs must
 * have as many double bonds at each atom, which it has in all molecules; and but for six molecules, in
 * docs/data.md, it is the one that bonds=kekule takes, up to isomorphism. */
#include "formats/data_file.h"
#include "formats/line_reader.h"
#include "formats/tu_reader.h"
#include "text/bundle.h"

#include "chem/smiles_reader.h"
#include "support/check.h"
#include "text/lines.h"

enum { MOST = 64 };

typedef struct plain {
    uint32_t n;
    int32_t label[MOST];      /* element, charge, hydrogens of charged atoms          */
    uint8_t bond[MOST][MOST]; /* 0: none                                              */
    uint8_t order[MOST][MOST];
    uint8_t n_double[MOST]; /* double bonds of an atom                              */
    uint32_t degree[MOST];
} plain;

/* The label of a type of ZINC's. */
static int32_t label_of_type(int32_t type)
{
    static const int32_t label[] = {60000,  80000,  70000,  90000,  60000,  160000, 170000,
                                    79900,  70101,  350000, 70103,  70102,  70100,  69900,
                                    159900, 530000, 150000, 80101,  69901,  80100,  160100,
                                    150000, 150000, 59902,  150100, 160101, 59901,  150101};
    assert_in_range(type, 0, 27);
    return label[type];
}

static void plain_of_molecule(plain *p, const sg_molecule *m)
{
    memset(p, 0, sizeof *p);
    p->n = m->n_atoms;
    assert_in_range(p->n, 1, MOST);
    for (uint32_t v = 0; v < p->n; v++) {
        const sg_atom *a = &m->atom[v];
        p->label[v] = sg_atom_label(a->element, a->charge, a->charge != 0 ? a->hydrogens : 0);
    }
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        const sg_bond *bond = &m->bond[b];
        p->bond[bond->from][bond->to] = p->bond[bond->to][bond->from] = bond->kind;
        p->order[bond->from][bond->to] = p->order[bond->to][bond->from] = bond->order;
        p->degree[bond->from]++;
        p->degree[bond->to]++;
        p->n_double[bond->from] = (uint8_t)(p->n_double[bond->from] + (bond->order == 2));
        p->n_double[bond->to] = (uint8_t)(p->n_double[bond->to] + (bond->order == 2));
    }
}

static void plain_of_graph(plain *p, const sg_dataset *data, uint32_t g)
{
    const uint32_t first = data->graph.graph_offset[g];
    memset(p, 0, sizeof *p);
    p->n = data->graph.graph_offset[g + 1] - first;
    assert_in_range(p->n, 1, MOST);
    for (uint32_t v = 0; v < p->n; v++) {
        p->label[v] = label_of_type(data->node_label.value[first + v]);
        for (uint32_t a = data->graph.arc_offset[first + v];
             a < data->graph.arc_offset[first + v + 1]; a++) {
            const uint8_t bond = (uint8_t)data->edge_label.value[a];
            p->bond[v][data->graph.neighbor[a] - first] = bond;
            p->order[v][data->graph.neighbor[a] - first] = bond;
            p->n_double[v] = (uint8_t)(p->n_double[v] + (bond == 2));
            p->degree[v]++;
        }
    }
}

/* Whether bond x of ours can be y of theirs. */
static bool bonds_agree(uint8_t x, uint8_t y)
{
    return x == SG_BOND_AROMATIC ? y == 1 || y == 2 : x == y;
}

/* Match atoms v, v + 1, ... of a, to atoms of b that are not taken; with `exact`, all double bonds are
 * where they are. */
static bool extend(const plain *a, const plain *b, bool exact, uint32_t v, uint32_t *to,
                   uint64_t taken)
{
    if (v == a->n) return true;
    for (uint32_t w = 0; w < b->n; w++) {
        if ((taken >> w & 1) != 0 || a->label[v] != b->label[w]) continue;
        if (a->degree[v] != b->degree[w] || a->n_double[v] != b->n_double[w]) continue;
        bool agree = true;
        for (uint32_t u = 0; agree && u < v; u++)
            agree = exact ? a->order[v][u] == b->order[w][to[u]]
                          : bonds_agree(a->bond[v][u], b->bond[w][to[u]]);
        to[v] = w;
        if (agree && extend(a, b, exact, v + 1, to, taken | UINT64_C(1) << w)) return true;
    }
    return false;
}

static void molecules_are_the_graphs(void **state)
{
    (void)state;
    sg_bundle bundle = {0};
    sg_stream *stream = NULL;
    sg_lines lines = {0};
    sg_dataset data = {0};
    sg_molecule molecule = {0};
    uint32_t g = 0, n_same = 0, n_exact = 0;
    const char *p = NULL, *end = NULL;
    check_ok(sg_bundle_open(&bundle, check_shared("data/ZINC.zip"), &err));
    check_ok(sg_tu_read(&data, &bundle, 0, &err));
    check_ok(
        sg_stream_open(&stream, &bundle, sg_bundle_find(&bundle, "ZINC_smiles.txt"), &err));
    check_ok(sg_lines_open(&lines, stream, &err));
    for (;;) {
        check_ok(sg_lines_next(&p, &end, &lines, &err));
        if (p == end) break;
        while (p < end) {
            const char *newline = memchr(p, '\n', (size_t)(end - p));
            static plain ours, theirs;
            uint32_t to[MOST];
            check_ok(sg_smiles_parse(&molecule, NULL, p, (size_t)(newline - p),
                                     (sg_place){"ZINC_smiles.txt", g + (uint64_t)1, 1}, &err));
            plain_of_molecule(&ours, &molecule);
            plain_of_graph(&theirs, &data, g);
            const bool same = ours.n == theirs.n && extend(&ours, &theirs, false, 0, to, 0);
            n_same += same;
            n_exact += same && extend(&ours, &theirs, true, 0, to, 0);
            if (!same)
                print_message("molecule %u is another graph: %.*s\n", g, (int)(newline - p), p);
            g++;
            p = newline + 1;
        }
    }
    print_message("%u of %u molecules are ZINC's graphs, %u in each bond\n", n_same, g,
                  n_exact);
    assert_int_equal(g, 12000);
    assert_int_equal(n_same, 12000);
    assert_int_equal(n_exact, 11994);
    sg_lines_close(&lines);
    sg_stream_close(stream);
    sg_bundle_close(&bundle);
    sg_molecule_free(&molecule);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(molecules_are_the_graphs))
