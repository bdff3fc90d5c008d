/* scaffold.c - leaves are taken off until there are none, then atoms at double bonds come back. */
#include "chem/scaffold.h"

#include "base/mem.h"
#include "chem/molecule.h"
#include "data/record_collector.h"

/* Hydrogens that take the place of a bond, by its label (docs/data.md): aromatic bonds are never cut. */
static const int32_t ORDER[] = {0, 1, 2, 3, 1, 4};

typedef struct cutter {
    const sg_dataset *data;
    uint32_t *degree; /* [nodes of the largest graph] among those that are left */
    uint32_t *leaf;   /* to be taken off */
    uint32_t *number; /* in the scaffold, or NOT_LEFT */
    uint8_t *state;   /* of atoms */
    sg_record record;
    sg_record_collector collector;
} cutter;

/* Scaffolds have no stereochemistry. */
static int32_t bond_of(const cutter *c, uint32_t arc)
{
    return sg_bond_label_flat(c->data->edge_label.value[arc]);
}

enum { CUT, CORE, BESIDE }; /* off; on rings and between them; at a double bond */

static void cutter_free(cutter *c)
{
    sg_free(c->degree);
    sg_free(c->leaf);
    sg_free(c->number);
    sg_free(c->state);
    sg_record_free(&c->record);
    sg_record_collector_free(&c->collector);
}

static sg_status cutter_open(cutter *c, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &c->data->graph;
    uint32_t most = 0;
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint32_t n = graph->graph_offset[g + 1] - graph->graph_offset[g];
        if (n > most) most = n;
    }
    SG_ALLOC(c->degree, most);
    SG_ALLOC(c->leaf, most);
    SG_ALLOC(c->number, most);
    SG_ALLOC(c->state, most);
done:
    return status;
}

/* The core of graph g: what is left when all leaves are off, and what then are leaves. */
static void find_core(cutter *c, uint32_t first, uint32_t n)
{
    const sg_graph *graph = &c->data->graph;
    uint32_t n_leaves = 0;
    for (uint32_t v = 0; v < n; v++) {
        c->degree[v] = graph->arc_offset[first + v + 1] - graph->arc_offset[first + v];
        c->state[v] = CORE;
        if (c->degree[v] > 1) continue;
        c->state[v] = CUT;
        c->leaf[n_leaves++] = v;
    }
    while (n_leaves > 0) {
        const uint32_t v = first + c->leaf[--n_leaves];
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t w = graph->neighbor[a] - first;
            if (c->state[w] == CUT || --c->degree[w] > 1) continue;
            c->state[w] = CUT;
            c->leaf[n_leaves++] = w;
        }
    }
}

/* Atoms that a double bond joins to the core. */
static void add_double_bonds(cutter *c, uint32_t first, uint32_t n)
{
    const sg_graph *graph = &c->data->graph;
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t a = graph->arc_offset[first + v];
             c->state[v] == CORE && a < graph->arc_offset[first + v + 1]; a++) {
            const uint32_t w = graph->neighbor[a] - first;
            if (c->state[w] == CUT && bond_of(c, a) == SG_BOND_DOUBLE) c->state[w] = BESIDE;
        }
}

/* The atoms that are left, with hydrogens for cut bonds, and the bonds between them. */
static sg_status write_record(cutter *c, uint32_t first, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &c->data->graph;
    sg_record *record = &c->record;
    uint32_t n_left = 0;
    sg_record_clear(record);
    for (uint32_t v = 0; v < n; v++)
        if (c->state[v] != CUT) c->number[v] = n_left++;
    SG_TRY(sg_record_labeled_nodes(record, n_left, err));
    for (uint32_t v = 0; v < n; v++) {
        if (c->state[v] == CUT) continue;
        int32_t label = sg_atom_label_flat(c->data->node_label.value[first + v]);
        for (uint32_t a = graph->arc_offset[first + v]; a < graph->arc_offset[first + v + 1];
             a++) {
            const uint32_t w = graph->neighbor[a] - first;
            const int32_t bond = bond_of(c, a);
            if (c->state[w] == CUT) label += ORDER[bond];
            if (c->state[w] == CUT || w < v) continue;
            SG_TRY(sg_record_edge(record, c->number[v], c->number[w], err));
            record->edge[record->n_edges - 1].label = bond;
        }
        record->node[c->number[v]] = label;
    }
    record->has_node_labels = record->has_edge_labels = true;
done:
    return status;
}

static sg_status check_molecules(const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(data->node_label.n_columns == 1 && data->node_name.content == NULL &&
                   (data->edge_label.n_columns == 1 || data->graph.n_arcs == 0),
               SG_EINVAL, "scaffolds: %s has no molecules", data->name);
    for (uint32_t a = 0; a < data->graph.n_arcs; a++)
        SG_REQUIRE(data->edge_label.value[a] > 0 && data->edge_label.value[a] < SG_BOND_KINDS,
                   SG_EINVAL, "scaffolds: %s has an edge label %d, which is no bond",
                   data->name, data->edge_label.value[a]);
done:
    return status;
}

sg_status sg_scaffolds_make(sg_dataset *scaffolds, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    cutter c = {.data = data};
    sg_dataset made = {0};
    SG_TRY(check_molecules(data, err));
    SG_TRY(cutter_open(&c, err));
    for (uint32_t g = 0; g < data->graph.n_graphs; g++) {
        const uint32_t first = data->graph.graph_offset[g],
                       n = data->graph.graph_offset[g + 1] - first;
        find_core(&c, first, n);
        add_double_bonds(&c, first, n);
        SG_TRY(write_record(&c, first, n, err));
        SG_TRY(sg_record_collector_add(&c.collector, &c.record, 0, err));
    }
    SG_TRY(sg_record_collector_finish(&made, &c.collector, data->name, data->name, err));
    *scaffolds = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    cutter_free(&c);
    return status;
}
