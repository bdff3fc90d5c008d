/* byte_graphs.h - small graphs from any bytes, as texts of two formats, for targets that compare.
 *
 * The bytes say how many graphs there are, their nodes, labels and edges; missing bytes are zeros.  A byte
 * of edges never leads out of its graph, so every input is a data set.
 */
#ifndef SG_TESTS_FUZZ_BYTE_GRAPHS_H
#define SG_TESTS_FUZZ_BYTE_GRAPHS_H

#include "fuzz/fuzz.h"

#include "base/text.h"
#include "formats/tu_reader.h"
#include "support/text_bundle.h"

typedef struct byte_source {
    const uint8_t *at, *end;
} byte_source;

static inline uint8_t byte_next(byte_source *source)
{
    return source->at < source->end ? *source->at++ : 0;
}

enum { BYTE_GRAPHS = 4, BYTE_NODES = 12, BYTE_EDGES = 30 };

typedef struct byte_graph {
    uint32_t n_nodes, n_edges;
    uint8_t label[BYTE_NODES];
    uint8_t end[BYTE_EDGES][2], edge_label[BYTE_EDGES];
} byte_graph;

typedef struct byte_graphs {
    byte_graph graph[BYTE_GRAPHS];
    uint32_t n;
    bool has_labels, has_edge_labels;
} byte_graphs;

/* Edges with labels are there once: what a second mention means is each format's own matter. */
static inline bool byte_edge_is_new(const byte_graph *g, uint8_t u, uint8_t v)
{
    for (uint32_t e = 0; e < g->n_edges; e++)
        if ((g->end[e][0] == u && g->end[e][1] == v) ||
            (g->end[e][0] == v && g->end[e][1] == u))
            return false;
    return u != v;
}

static inline void byte_graphs_read(byte_graphs *all, byte_source *source)
{
    const uint8_t flags = byte_next(source);
    *all = (byte_graphs){.n = 1 + flags % BYTE_GRAPHS,
                         .has_labels = (flags & 16) != 0,
                         .has_edge_labels = (flags & 32) != 0};
    for (uint32_t i = 0; i < all->n; i++) {
        byte_graph *g = &all->graph[i];
        g->n_nodes = 1 + byte_next(source) % BYTE_NODES;
        for (uint32_t v = 0; v < g->n_nodes; v++) g->label[v] = byte_next(source) % 5;
        for (uint32_t wanted = byte_next(source) % BYTE_EDGES; wanted > 0; wanted--) {
            const uint8_t u = (uint8_t)(byte_next(source) % g->n_nodes),
                          v = (uint8_t)(byte_next(source) % g->n_nodes);
            if (!byte_edge_is_new(g, u, v)) continue;
            g->edge_label[g->n_edges] = (uint8_t)((u + v) % 3);
            g->end[g->n_edges][0] = u;
            g->end[g->n_edges++][1] = v;
        }
    }
}

#define BYTE_ADD(...) FUZZ_CHECK(sg_text_add(text, NULL, __VA_ARGS__) == SG_OK)

/* A line of JSON per graph. */
static inline void byte_graphs_json(sg_text *text, const byte_graphs *all)
{
    for (uint32_t i = 0; i < all->n; i++) {
        const byte_graph *g = &all->graph[i];
        BYTE_ADD("{\"nodes\":");
        if (!all->has_labels) BYTE_ADD("%u", g->n_nodes);
        for (uint32_t v = 0; all->has_labels && v < g->n_nodes; v++)
            BYTE_ADD("%c%d", v == 0 ? '[' : ',', g->label[v]);
        BYTE_ADD("%s,\"edges\":[", all->has_labels ? "]" : "");
        for (uint32_t e = 0; e < g->n_edges; e++) {
            BYTE_ADD("%s[%d,%d", e == 0 ? "" : ",", g->end[e][0], g->end[e][1]);
            if (all->has_edge_labels) BYTE_ADD(",%d", g->edge_label[e]);
            BYTE_ADD("]");
        }
        BYTE_ADD("],\"target\":%u}\n", i % 2);
    }
}

/* The files of TU Dortmund's format, as of text_bundle.h. */
static inline void byte_graphs_tu(sg_text *text, const byte_graphs *all)
{
    uint32_t first[BYTE_GRAPHS + 1] = {1};
    for (uint32_t i = 0; i < all->n; i++) first[i + 1] = first[i] + all->graph[i].n_nodes;
    for (int part = 0; part < 2; part++) {
        if (part == 1 && !all->has_edge_labels) continue;
        BYTE_ADD("== %s\n", part == 0 ? "A" : "edge_labels");
        for (uint32_t i = 0; i < all->n; i++)
            for (uint32_t e = 0; e < 2 * all->graph[i].n_edges; e++) {
                const byte_graph *g = &all->graph[i];
                const uint32_t u = first[i] + g->end[e / 2][e % 2],
                               v = first[i] + g->end[e / 2][1 - e % 2];
                if (part == 0)
                    BYTE_ADD("%u, %u\n", u, v);
                else
                    BYTE_ADD("%d\n", g->edge_label[e / 2]);
            }
    }
    BYTE_ADD("== graph_indicator\n");
    for (uint32_t i = 0; i < all->n; i++)
        for (uint32_t v = 0; v < all->graph[i].n_nodes; v++) BYTE_ADD("%u\n", i + 1);
    if (all->has_labels) BYTE_ADD("== node_labels\n");
    for (uint32_t i = 0; all->has_labels && i < all->n; i++)
        for (uint32_t v = 0; v < all->graph[i].n_nodes; v++)
            BYTE_ADD("%d\n", all->graph[i].label[v]);
    BYTE_ADD("== graph_labels\n");
    for (uint32_t i = 0; i < all->n; i++) BYTE_ADD("%u\n", i % 2);
}

#undef BYTE_ADD

/* The graphs as a data set, by way of the TU reader. */
static inline void byte_graphs_open(sg_dataset *data, const byte_graphs *all)
{
    sg_text text = {0};
    text_bundle files;
    sg_bundle bundle = {0};
    byte_graphs_tu(&text, all);
    text_bundle_split(&files, text.data, text.size);
    FUZZ_CHECK(sg_bundle_from_memory(&bundle, "X", files.file, files.n_files, NULL) == SG_OK);
    FUZZ_CHECK(sg_tu_read(data, &bundle, 1, NULL) == SG_OK);
    sg_bundle_close(&bundle);
    sg_text_free(&text);
}

#endif
