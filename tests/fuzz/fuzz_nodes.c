/* fuzz_nodes.c - a table of nodes and, behind a line of dashes, a table of edges. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "formats/tables/node_tables.h"

#include <string.h>

enum { PADDING = 32 };

/* A copy with room behind it. */
static char *copy_of(const uint8_t *bytes, size_t size)
{
    char *text = sg_alloc(size + PADDING, 1);
    FUZZ_CHECK(text != NULL);
    if (size > 0) memcpy(text, bytes, size);
    return text;
}

static void check_nodes(const sg_node_rows *nodes)
{
    FUZZ_CHECK(nodes->n > 0 && nodes->id.n == nodes->n && nodes->n_graphs > 0);
    FUZZ_CHECK(nodes->graph_offset[0] == 0 && nodes->graph_offset[nodes->n_graphs] == nodes->n);
    FUZZ_CHECK(nodes->target.n == nodes->n * nodes->target_name.n);
    FUZZ_CHECK(nodes->sparse.row == NULL || nodes->sparse.n_rows == nodes->n);
    for (uint32_t v = 0; nodes->part != NULL && v < nodes->n; v++)
        FUZZ_CHECK(nodes->part[v] <= SG_NO_PART);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char DASHES[] = "\n---\n";
    const uint8_t *cut = NULL;
    for (size_t i = 0; cut == NULL && i + strlen(DASHES) <= size; i++)
        if (memcmp(bytes + i, DASHES, strlen(DASHES)) == 0) cut = bytes + i;
    const size_t n_nodes = cut != NULL ? (size_t)(cut - bytes) + 1 : size;
    const size_t skipped = n_nodes + strlen(DASHES) - 1,
                 n_edges = cut != NULL ? size - skipped : 0;
    const long live = sg_mem_live();
    const sg_import_options options = {0};
    sg_node_rows nodes = {0};
    sg_edge_rows edges = {0};
    sg_error err = {0};
    char *text = copy_of(bytes, n_nodes);
    char *more = copy_of(cut != NULL ? bytes + skipped : bytes, n_edges);
    sg_status status = sg_node_rows_read(&nodes, "n.csv", text, n_nodes, &options, &err);
    if (status == SG_OK) check_nodes(&nodes);
    if (status == SG_OK)
        status = sg_edge_rows_read(&edges, &nodes, "e.csv", more, n_edges, &err);
    if (status == SG_OK)
        for (uint32_t e = 0; e < edges.n; e++)
            FUZZ_CHECK(edges.end[2 * e] < nodes.n && edges.end[2 * e + 1] < nodes.n);
    FUZZ_CHECK(status == SG_OK || err.text[0] != '\0');
    sg_node_rows_free(&nodes);
    sg_edge_rows_free(&edges);
    sg_free(text);
    sg_free(more);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
