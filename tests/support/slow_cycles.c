/* slow_cycles.c - from every node, every path that comes back. */
#include "support/slow_cycles.h"

#include "base/mem.h"
#include "formats/tu_reader.h"
#include "support/check.h"
#include "support/golden_counts.h"
#include "support/keys_of.h"

enum { MAX_NODES = 64 };

typedef struct walker {
    bool joined[MAX_NODES][MAX_NODES];
    uint32_t n_nodes;
    uint32_t path[MAX_NODES];
    uint64_t closed[MAX_NODES + 1]; /* paths that came back, by length */
    uint32_t max;
    bool induced;
} walker;

static bool is_on_path(const walker *w, uint32_t length, uint32_t v)
{
    for (uint32_t i = 0; i < length; i++)
        if (w->path[i] == v) return true;
    return false;
}

static bool has_chord(const walker *w, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++)
        for (uint32_t j = i + 2; j < length; j++)
            if (w->joined[w->path[i]][w->path[j]] && !(i == 0 && j == length - 1)) return true;
    return false;
}

static void extend(walker *w, uint32_t length)
{
    const uint32_t last = w->path[length - 1];
    if (length >= 3 && w->joined[last][w->path[0]] && !(w->induced && has_chord(w, length)))
        w->closed[length]++;
    if (length == w->max) return;
    for (uint32_t v = 0; v < w->n_nodes; v++) {
        if (!w->joined[last][v] || is_on_path(w, length, v)) continue;
        w->path[length] = v;
        extend(w, length + 1);
    }
}

void slow_cycles(uint64_t *count, const sg_one_graph *graph, uint32_t min, uint32_t max,
                 bool induced)
{
    const uint32_t n = graph->n_nodes, width = max - min + 1;
    walker w = {.n_nodes = n, .max = max < n ? max : n, .induced = induced};
    assert_true(n <= MAX_NODES);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            w.joined[v][graph->neighbor[a] - graph->first] = true;
    for (uint32_t v = 0; v < n; v++) {
        memset(w.closed, 0, sizeof w.closed);
        w.path[0] = v;
        extend(&w, 1);
        for (uint32_t i = 0; i < width; i++) /* both directions came back */
            count[(size_t)v * width + i] = min + i <= n ? w.closed[min + i] / 2 : 0;
    }
}

sg_key cycles_key(bool induced, uint32_t min, uint32_t max, const uint64_t *count)
{
    const size_t n_counts = (size_t)max - min + 1;
    uint64_t *word = calloc(4 + n_counts, sizeof *word);
    assert_non_null(word);
    word[2] = min;
    word[3] = max;
    memcpy(word + 4, count, n_counts * sizeof *count);
    const sg_key key =
        sg_key_in_place(induced ? SG_TAG_INDUCED_CYCLES : SG_TAG_CYCLES, word, 2 + n_counts);
    free(word);
    return key;
}

static sg_key *label_by_cycles(const sg_graph *graph, bool induced, uint32_t min, uint32_t max)
{
    char expression[64];
    (void)snprintf(expression, sizeof expression, "%scycles:%u-%u", induced ? "induced-" : "",
                   min, max);
    return keys_of(graph, expression);
}

void check_cycles(const sg_graph *graph, bool induced, uint32_t min, uint32_t max)
{
    const size_t width = (size_t)max - min + 1;
    const sg_graph_view view = {.graph = graph};
    sg_key *key = label_by_cycles(graph, induced, min, max);
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(&view, g);
        uint64_t *count = calloc(one.n_nodes * width + 1, sizeof *count);
        assert_non_null(count);
        slow_cycles(count, &one, min, max, induced);
        for (uint32_t v = 0; v < one.n_nodes; v++)
            check_same_key(key[one.first + v],
                           cycles_key(induced, min, max, count + v * width));
        free(count);
    }
    sg_free(key);
}

static void check_golden_cycles(const char *data_path, const char *json_path, bool induced,
                                uint32_t max)
{
    sg_dataset data = {0};
    const size_t width = (size_t)max + 1;
    check_ok(sg_tu_open(&data, data_path, 1, &err));
    uint64_t *count = calloc(data.graph.n_nodes * width, sizeof *count);
    assert_non_null(count);
    golden_counts(count, json_path,
                  induced ? "\"induced_cycles\": {\"max_len\""
                          : "\"simple_cycles\": {\"max_len\"",
                  data.graph.n_nodes, width);
    sg_key *key = label_by_cycles(&data.graph, induced, 3, max);
    for (uint32_t v = 0; v < data.graph.n_nodes; v++)
        check_same_key(key[v], cycles_key(induced, 3, max, count + v * width + 3));
    sg_free(key);
    free(count);
    sg_dataset_free(&data);
}

void check_fixture_cycles(bool induced)
{
    static const char *const names[] = {"CYC", "MOL2", "RT2x3"};
    for (int i = 0; i < 3; i++) {
        char data_path[1024], json_path[1024];
        (void)snprintf(data_path, sizeof data_path, "%s/%s", SG_TEST_FIXTURES, names[i]);
        (void)snprintf(json_path, sizeof json_path, "%s/golden/%s.json", SG_TEST_FIXTURES,
                       names[i]);
        check_golden_cycles(data_path, json_path, induced, 10);
    }
}

void check_shared_cycles(const char *name, bool induced, uint32_t max)
{
    char data_path[1024], relative[64];
    (void)snprintf(relative, sizeof relative, "golden/tu/%s", name);
    (void)snprintf(data_path, sizeof data_path, "%s", check_shared(relative));
    (void)snprintf(relative, sizeof relative, "golden/%s.json", name);
    check_golden_cycles(data_path, check_shared(relative), induced, max);
}
