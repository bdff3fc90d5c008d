/* audit_and_split.c - a split that does not lie: find graphs that a data set has more than once, count
 * those on both sides of a split, keep one of each, and split again.
 *
 *     cc audit_and_split.c $(pkg-config --cflags --libs sharegnn) -o audit_and_split
 */
#include <sharegnn.h>
#include <stdio.h>

enum { N_GRAPHS = 60, N_SIZES = 20, MOST_NODES = 3 + N_SIZES };

/* Rings of 3 nodes and more, each size three times, with nodes in another order each time; the class
 * says whether a ring is large, and is wrong once. */
static bool make_graphs(sg_dataset **data, sg_error *err)
{
    sg_data_builder *builder = NULL;
    bool good = sg_data_builder_open(&builder, "rings", err) == SG_OK;
    for (uint32_t g = 0; good && g < N_GRAPHS; g++) {
        uint32_t edge[MOST_NODES][2];
        const uint32_t n_nodes = 3 + g % N_SIZES, offset[] = {0, n_nodes};
        const int64_t is_large = g == 0 || n_nodes > 12;
        for (uint32_t v = 0; v < n_nodes; v++) { /* the last node is the first, second, third */
            edge[v][0] = (v + g / N_SIZES) % n_nodes;
            edge[v][1] = (v + 1 + g / N_SIZES) % n_nodes;
        }
        const sg_graph_arrays ring = {.struct_size = sizeof ring,
                                      .n_graphs = 1,
                                      .graph_offset = offset,
                                      .n_edges = n_nodes,
                                      .edge = edge[0],
                                      .graph_class = &is_large};
        good = sg_data_builder_add(builder, &ring, err) == SG_OK;
    }
    good = good && sg_data_builder_finish(data, builder, err) == SG_OK;
    sg_data_builder_close(builder);
    return good;
}

/* Hold out a fifth, and say how much of that has a duplicate among the graphs to train on. */
static bool print_leak(const sg_audit *audit, const sg_dataset *data, sg_error *err)
{
    sg_splits *splits = NULL;
    sg_fold_leak leak = {.struct_size = sizeof leak};
    uint32_t n = 0;
    const bool good = sg_splits_hold_out(&splits, data, 0.2, 42, err) == SG_OK &&
                      sg_audit_leak(&leak, audit, splits, 0, err) == SG_OK;
    sg_splits_part(&n, splits, 0, SG_VALIDATION);
    if (good)
        printf("%u graphs, %u held out, %u of these are also trained on\n",
               (unsigned)sg_data_sizes_of(data).n_graphs, (unsigned)n,
               (unsigned)leak.validation_in_train);
    sg_splits_close(splits);
    return good;
}

/* Copy the data without graphs that contradict each other, and with one of each other group. */
static bool clean(sg_dataset **kept, const sg_audit *audit, const sg_dataset *data,
                  sg_error *err)
{
    bool dropped[N_GRAPHS] = {false};
    uint32_t graph[N_GRAPHS], n = 0;
    size_t n_groups = 0;
    const sg_duplicates *group = sg_audit_groups(&n_groups, audit);
    for (size_t i = 0; i < n_groups; i++)
        for (uint32_t k = group[i].contradict ? 0 : 1; k < group[i].n; k++)
            dropped[group[i].graph[k]] = true;
    for (uint32_t g = 0; g < N_GRAPHS; g++)
        if (!dropped[g]) graph[n++] = g;
    return sg_data_select(kept, data, graph, n, err) == SG_OK;
}

int main(void)
{
    sg_error err = {0};
    sg_dataset *data = NULL, *kept = NULL;
    sg_audit *before = NULL, *after = NULL;
    bool good = make_graphs(&data, &err) && sg_audit_open(&before, data, NULL, &err) == SG_OK;
    if (good)
        printf("%u groups of duplicates, %u of them contradict themselves\n",
               (unsigned)sg_audit_numbers_of(before).n_groups,
               (unsigned)sg_audit_numbers_of(before).n_contradictions);
    good = good && print_leak(before, data, &err) && clean(&kept, before, data, &err) &&
           sg_audit_open(&after, kept, NULL, &err) == SG_OK && print_leak(after, kept, &err);
    if (!good) fprintf(stderr, "%s\n", err.text);
    sg_audit_close(after);
    sg_audit_close(before);
    sg_data_close(kept);
    sg_data_close(data);
    return good ? 0 : 1;
}
