/* slow_pairs.c - one pair at a time. */
#include "support/slow_pairs.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/slow_graph.h"

static uint32_t distance_of(const slow_pair *pair, uint32_t v, uint32_t w)
{
    return pair->distance[(size_t)v * pair->graph->n_nodes + w];
}

/* The arc from v to w, or SLOW_NONE. */
static uint32_t arc_between(const sg_one_graph *graph, uint32_t v, uint32_t w)
{
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
        if (graph->neighbor[a] - graph->first == w) return a;
    return SLOW_NONE;
}

static uint64_t label_word(const sg_one_graph *graph, uint32_t arc, uint32_t column)
{
    return (uint64_t)(int64_t)graph->edge_label[(size_t)arc * graph->n_edge_columns + column];
}

size_t slow_edge(uint64_t word[SLOW_PAIR_WORDS], const slow_pair *pair,
                 const sg_property_parameters *parameters)
{
    const sg_one_graph *graph = pair->graph;
    const uint32_t arc = arc_between(graph, pair->receiver, pair->sender);
    size_t n = 1;
    (void)parameters;
    word[0] = pair->receiver != pair->sender;
    if (pair->receiver == pair->sender) return 1;
    if (arc == SLOW_NONE) return 0;
    for (uint32_t c = 0; graph->edge_label != NULL && c < graph->n_edge_columns; c++)
        word[n++] = label_word(graph, arc, c);
    return n;
}

/* The arcs of all shortest paths, one after the other. */
typedef struct path_walk {
    const slow_pair *pair;
    uint32_t arc[64]; /* of the path so far */
    uint64_t n_paths;
    uint32_t *passed; /* arcs of all paths */
    size_t n_passed, capacity;
} path_walk;

static void walk_on(path_walk *walk, uint32_t at, uint32_t n_arcs)
{
    const sg_one_graph *graph = walk->pair->graph;
    if (at == walk->pair->sender) {
        walk->n_paths++;
        check_ok(sg_grow(&walk->passed, &walk->capacity, walk->n_passed + n_arcs,
                         sizeof *walk->passed, &err));
        for (uint32_t i = 0; i < n_arcs; i++) walk->passed[walk->n_passed++] = walk->arc[i];
        return;
    }
    for (uint32_t a = graph->arc_offset[at]; a < graph->arc_offset[at + 1]; a++) {
        const uint32_t w = graph->neighbor[a] - graph->first, sender = walk->pair->sender;
        if (distance_of(walk->pair, w, sender) + 1 != distance_of(walk->pair, at, sender))
            continue;
        assert_true(n_arcs < 64);
        walk->arc[n_arcs] = a;
        walk_on(walk, w, n_arcs + 1);
    }
}

static int compare_arc_labels(const sg_one_graph *graph, uint32_t a, uint32_t b)
{
    for (uint32_t c = 0; c < graph->n_edge_columns; c++) {
        const int64_t x = (int64_t)label_word(graph, a, c),
                      y = (int64_t)label_word(graph, b, c);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

/* Append (label, occurrences) to the content, the lowest label first. */
static size_t write_histogram(uint64_t *word, size_t n, path_walk *walk)
{
    const sg_one_graph *graph = walk->pair->graph;
    while (walk->n_passed > 0) {
        uint32_t lowest = walk->passed[0];
        uint64_t occurrences = 0;
        size_t n_left = 0;
        for (size_t i = 1; i < walk->n_passed; i++)
            if (compare_arc_labels(graph, walk->passed[i], lowest) < 0)
                lowest = walk->passed[i];
        for (size_t i = 0; i < walk->n_passed; i++)
            if (compare_arc_labels(graph, walk->passed[i], lowest) == 0)
                occurrences++;
            else
                walk->passed[n_left++] = walk->passed[i];
        walk->n_passed = n_left;
        assert_true(n + graph->n_edge_columns < SLOW_PAIR_WORDS);
        for (uint32_t c = 0; c < graph->n_edge_columns; c++)
            word[n++] = label_word(graph, lowest, c);
        word[n++] = occurrences;
    }
    return n;
}

size_t slow_path(uint64_t word[SLOW_PAIR_WORDS], const slow_pair *pair,
                 const sg_property_parameters *parameters)
{
    const uint32_t distance = distance_of(pair, pair->receiver, pair->sender);
    path_walk walk = {.pair = pair};
    size_t n = 2;
    if (distance == SLOW_NONE || !sg_value_counts(parameters, distance)) return 0;
    walk_on(&walk, pair->receiver, 0);
    word[0] = distance;
    word[1] = walk.n_paths;
    if (pair->graph->edge_label != NULL) n = write_histogram(word, n, &walk);
    sg_free(walk.passed);
    return n;
}

/* Is w reached from v without passing `forbidden` or going along the edge between v and w? */
static bool reaches(const sg_one_graph *graph, uint32_t v, uint32_t w, uint32_t forbidden)
{
    bool *seen = sg_alloc(graph->n_nodes, sizeof *seen), changed = true;
    assert_non_null(seen);
    seen[v] = true;
    while (changed) {
        changed = false;
        for (uint32_t u = 0; u < graph->n_nodes; u++)
            for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
                const uint32_t next = graph->neighbor[a] - graph->first;
                if (!seen[u] || seen[next] || next == forbidden) continue;
                if (u == v && next == w) continue;
                seen[next] = changed = true;
            }
    }
    const bool reached = seen[w];
    sg_free(seen);
    return reached;
}

/* Menger: adjacent nodes are on a cycle if they have a way beside their edge; others, if no
 * single node cuts all ways between them. */
static bool on_common_cycle(const sg_one_graph *graph, uint32_t v, uint32_t w)
{
    const uint32_t n = graph->n_nodes;
    if (v == w) {
        for (uint32_t u = 0; u < n; u++)
            if (u != v && on_common_cycle(graph, v, u)) return true;
        return false;
    }
    if (!reaches(graph, v, w, SLOW_NONE)) return false;
    if (arc_between(graph, v, w) != SLOW_NONE) return true;
    for (uint32_t u = 0; u < n; u++)
        if (u != v && u != w && !reaches(graph, v, w, u)) return false;
    return true;
}

size_t slow_cycle_distance(uint64_t word[SLOW_PAIR_WORDS], const slow_pair *pair,
                           const sg_property_parameters *parameters)
{
    const uint32_t distance = distance_of(pair, pair->receiver, pair->sender);
    if (distance == SLOW_NONE || !sg_value_counts(parameters, distance)) return 0;
    word[0] = distance;
    word[1] = on_common_cycle(pair->graph, pair->receiver, pair->sender);
    return 2;
}

static void check_graph(const sg_pairs *pairs, const sg_graph_view *view, uint32_t g,
                        const sg_property *property, sg_tag tag, slow_pair_content *content)
{
    const sg_one_graph one = sg_view_graph(view, g);
    uint32_t *distance = slow_distances(view->graph, g);
    uint32_t p = 0, n_values = 0;
    for (uint32_t v = 0; v < one.n_nodes; v++) {
        assert_int_equal(pairs->row[v], p);
        for (uint32_t w = 0; w < one.n_nodes; w++) {
            uint64_t word[SLOW_PAIR_WORDS + 2];
            const slow_pair pair = {&one, distance, v, w};
            const size_t n_words = content(word + 2, &pair, &property->parameters);
            if (n_words == 0) continue;
            const sg_key key = sg_key_in_place(tag, word, n_words);
            assert_true(p < pairs->row[one.n_nodes]);
            assert_int_equal(pairs->sender[p], w);
            assert_true(pairs->value[p] <= n_values);
            if (pairs->value[p] == n_values) n_values++;
            assert_int_equal(pairs->key[pairs->value[p]].key, key.key);
            assert_int_equal(pairs->key[pairs->value[p]].check, key.check);
            p++;
        }
    }
    assert_int_equal(pairs->row[one.n_nodes], p);
    assert_int_equal(pairs->n_values, n_values);
    for (uint32_t i = 0; i < n_values; i++)
        for (uint32_t j = 0; j < i; j++)
            assert_int_not_equal(pairs->key[i].key, pairs->key[j].key);
    sg_free(distance);
}

void check_pairs(const sg_graph_view *view, const char *expression, sg_tag tag,
                 slow_pair_content *content)
{
    sg_property property = {0};
    sg_scratch scratch = {0};
    check_ok(sg_property_parse(&property, expression, &err));
    for (uint32_t g = 0; g < view->graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(view, g);
        sg_pairs pairs = {0};
        sg_scratch_reset(&scratch);
        check_ok(property.kind->find(&pairs, &property, &one, &scratch, &err));
        check_graph(&pairs, view, g, &property, tag, content);
    }
    sg_scratch_free(&scratch);
    sg_property_free(&property);
}

void check_random_pairs(sg_rng *rng, random_shape shape, const char *const *expression, int n,
                        sg_tag tag, slow_pair_content *content)
{
    for (int i = 0; i < 1000; i++) {
        sg_graph graph = random_graph(rng, shape);
        const sg_graph_view view = {.graph = &graph};
        check_pairs(&view, expression[i % n], tag, content);
        sg_graph_free(&graph);
    }
}

sg_status find_all_pairs(const sg_graph_view *view, const char *expression, sg_error *err)
{
    sg_status status = SG_OK;
    sg_property property = {0};
    sg_scratch scratch = {0};
    SG_TRY(sg_property_parse(&property, expression, err));
    for (uint32_t g = 0; g < view->graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(view, g);
        sg_pairs pairs = {0};
        sg_scratch_reset(&scratch);
        SG_TRY(sg_property_find(&pairs, &property, &one, &scratch, err));
    }
done:
    sg_scratch_free(&scratch);
    sg_property_free(&property);
    return status;
}

typedef struct memory_case {
    const sg_graph_view *view;
    const char *expression;
} memory_case;

static sg_status find_again(void *context, sg_error *err)
{
    const memory_case *c = context;
    return find_all_pairs(c->view, c->expression, err);
}

void check_pairs_memory(const sg_graph_view *view, const char *expression)
{
    memory_case c = {view, expression};
    assert_true(check_out_of_memory(find_again, &c) > 0);
}

void draw_arc_labels(labeled_graph *graph, sg_rng *rng, uint32_t n_labels)
{
    for (uint32_t a = 0; a < graph->graph.n_arcs; a++)
        graph->edge_label[a] = (int32_t)sg_rng_below(rng, n_labels) - 1;
}

/* The key of a pair, {0} where it has none. */
static sg_key key_of_pair(const sg_pairs *pairs, uint32_t receiver, uint32_t sender)
{
    for (uint32_t p = pairs->row[receiver]; p < pairs->row[receiver + 1]; p++)
        if (pairs->sender[p] == sender) return pairs->key[pairs->value[p]];
    return (sg_key){0};
}

static void check_moved(const sg_graph_view *view, const sg_graph_view *moved,
                        const uint32_t *new_id, const sg_property *property)
{
    sg_scratch scratch = {0};
    for (uint32_t g = 0; g < view->graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(view, g), two = sg_view_graph(moved, g);
        const uint32_t *to = new_id + one.first;
        sg_pairs before = {0}, after = {0};
        sg_scratch_reset(&scratch);
        check_ok(property->kind->find(&before, property, &one, &scratch, &err));
        check_ok(property->kind->find(&after, property, &two, &scratch, &err));
        for (uint32_t v = 0; v < one.n_nodes; v++)
            for (uint32_t w = 0; w < one.n_nodes; w++) {
                const sg_key x = key_of_pair(&before, v, w);
                const sg_key y = key_of_pair(&after, to[v] - one.first, to[w] - one.first);
                assert_int_equal(x.key, y.key);
                assert_int_equal(x.check, y.check);
            }
    }
    sg_scratch_free(&scratch);
}

void check_pairs_move(sg_rng *rng, const char *expression, int n_graphs)
{
    sg_property property = {0};
    check_ok(sg_property_parse(&property, expression, &err));
    for (int i = 0; i < n_graphs; i++) {
        labeled_graph one = labeled_graph_draw(rng, (random_shape){3, i % 10 == 0 ? 70 : 12});
        uint32_t new_id[210];
        draw_arc_labels(&one, rng, 1 + sg_rng_below(rng, 6));
        random_permutation(new_id, rng, one.graph.graph_offset, one.graph.n_graphs);
        labeled_graph two = labeled_graph_renumber(&one, new_id);
        const sg_graph_view view = labeled_graph_view(&one), moved = labeled_graph_view(&two);
        check_moved(&view, &moved, new_id, &property);
        labeled_graph_free(&two);
        labeled_graph_free(&one);
    }
    sg_property_free(&property);
}
