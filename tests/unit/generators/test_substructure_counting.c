/* test_substructure_counting.c - sizes, mix and targets of the random graphs. */
#include "formats/tu_reader.h"
#include "generators/substructure_counting.h"
#include "generators/substructure_counts.h"
#include "support/check.h"

enum { N_GRAPHS = 5000, N_SHAPES = 4 };

static const struct {
    uint32_t n_nodes, n_edges, max_degree;
} shapes[N_SHAPES] = {{10, 20, 6}, {15, 30, 6}, {20, 30, 5}, {30, 45, 5}};

static uint32_t check_shape(const sg_graph *graph, uint32_t g)
{
    const uint32_t first = graph->graph_offset[g], end = graph->graph_offset[g + 1];
    uint32_t s = 0;
    while (s < N_SHAPES && shapes[s].n_nodes != end - first) s++;
    assert_true(s < N_SHAPES);
    assert_int_equal(graph->arc_offset[end] - graph->arc_offset[first], 2 * shapes[s].n_edges);
    for (uint32_t v = first; v < end; v++)
        assert_true(graph->arc_offset[v + 1] - graph->arc_offset[v] <= shapes[s].max_degree);
    return s;
}

/* Holds for the published graphs as well, which is how the recipe was learned. */
static void check_shapes(const sg_dataset *data)
{
    uint32_t n_of_shape[N_SHAPES] = {0};
    assert_int_equal(data->graph.n_graphs, N_GRAPHS);
    assert_int_equal(data->items.n_classes, 0);
    for (uint32_t g = 0; g < N_GRAPHS; g++) n_of_shape[check_shape(&data->graph, g)]++;
    for (uint32_t s = 0; s < N_SHAPES; s++) /* 1250 expected, standard deviation 31 */
        assert_in_range(n_of_shape[s], 1100, 1400);
    for (uint32_t v = 0; v < data->graph.n_nodes; v++)
        assert_int_equal(data->node_label.value[v], 0);
}

/* The targets must be our counts divided by their standard deviation. */
static void check_targets(const sg_dataset *data, double tolerance)
{
    static double count[N_GRAPHS][SG_N_SUBSTRUCTURES];
    assert_int_equal(data->items.target.n_columns, SG_N_SUBSTRUCTURES);
    for (uint32_t g = 0; g < N_GRAPHS; g++) {
        uint64_t found[SG_N_SUBSTRUCTURES];
        sg_substructures_count(found, &data->graph, g);
        for (uint32_t i = 0; i < SG_N_SUBSTRUCTURES; i++) count[g][i] = (double)found[i];
    }
    for (uint32_t i = 0; i < SG_N_SUBSTRUCTURES; i++) {
        double sum = 0, squares = 0; /* whole numbers, so both are exact */
        for (uint32_t g = 0; g < N_GRAPHS; g++) {
            sum += count[g][i];
            squares += count[g][i] * count[g][i];
        }
        const double deviation = sqrt((squares - sum * sum / N_GRAPHS) / (N_GRAPHS - 1));
        for (uint32_t g = 0; g < N_GRAPHS; g++)
            check_near(data->items.target.value[g * SG_N_SUBSTRUCTURES + i],
                       count[g][i] / deviation, tolerance, 0);
    }
}

/* How many of all graphs' nodes have degree d, as a share. */
static void degree_shares(double share[7], const sg_graph *graph)
{
    for (uint32_t d = 0; d < 7; d++) share[d] = 0;
    for (uint32_t v = 0; v < graph->n_nodes; v++)
        share[graph->arc_offset[v + 1] - graph->arc_offset[v]] += 1.0 / graph->n_nodes;
}

static void graphs_follow_the_recipe(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(sg_substructure_counting_make(&data, 5, &err));
    assert_string_equal(data.name, "SubstructureCounting");
    check_shapes(&data);
    check_targets(&data, 1e-12);
    sg_dataset_free(&data);
}

/* Ours and the published graphs look alike: the same shapes, degrees and average counts. */
static void published_graphs_follow_the_same_recipe(void **state)
{
    (void)state;
    sg_dataset ours = {0}, theirs = {0};
    check_ok(sg_tu_open(&theirs, check_shared("data/SubstructureCounting.zip"), 1, &err));
    check_ok(sg_substructure_counting_make(&ours, 764, &err));
    check_shapes(&theirs);
    check_targets(&theirs, 2e-7); /* published in single precision */

    double our_share[7], their_share[7];
    degree_shares(our_share, &ours.graph);
    degree_shares(their_share, &theirs.graph);
    for (uint32_t d = 0; d < 7; d++) check_near(our_share[d], their_share[d], 0, 0.01);

    for (uint32_t i = 0; i < SG_N_SUBSTRUCTURES; i++) {
        double difference = 0; /* of the averages; one standard deviation of it is 0.02 */
        for (uint32_t g = 0; g < N_GRAPHS; g++)
            difference += ours.items.target.value[g * SG_N_SUBSTRUCTURES + i] -
                          theirs.items.target.value[g * SG_N_SUBSTRUCTURES + i];
        check_near(difference / N_GRAPHS, 0, 0, 0.1);
    }
    sg_dataset_free(&theirs);
    sg_dataset_free(&ours);
}

SG_TESTS(cmocka_unit_test(graphs_follow_the_recipe),
         cmocka_unit_test(published_graphs_follow_the_same_recipe))
