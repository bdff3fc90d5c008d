/* pattern.c - reading patterns and putting their nodes in order. */
#include "invariants/labelings/pattern.h"

#include "base/nearest.h"

#include <string.h>

static const struct {
    const char *name, *edges;
} NAMED[] = {
    {"edge", "0-1"},
    {"triangle", "0-1.1-2.2-0"},
    {"square", "0-1.1-2.2-3.3-0"},
    {"star", "0-1.0-2.0-3"},
    {"tailed-triangle", "0-1.1-2.2-0.2-3"},
};

enum { N_NAMED = sizeof NAMED / sizeof *NAMED };

static void join(sg_pattern *pattern, unsigned i, unsigned j)
{
    pattern->adjacent[i] |= (uint8_t)(1U << j);
    pattern->adjacent[j] |= (uint8_t)(1U << i);
}

uint64_t sg_pattern_code(const sg_pattern *pattern)
{
    uint64_t code = (uint64_t)pattern->n_nodes << 16;
    for (unsigned j = 1; j < pattern->n_nodes; j++)
        for (unsigned i = 0; i < j; i++)
            if (sg_pattern_joined(pattern, i, j)) code |= 1ULL << (j * (j - 1) / 2 + i);
    return code;
}

/* The pattern with node old[i] called i; old[] has all numbers, used or not. */
static sg_pattern renumbered(const sg_pattern *pattern, const uint8_t *old)
{
    sg_pattern out = {.n_nodes = pattern->n_nodes};
    for (unsigned i = 0; i < SG_PATTERN_MAX_NODES; i++)
        for (unsigned j = 0; j < SG_PATTERN_MAX_NODES; j++)
            if (sg_pattern_joined(pattern, old[i], old[j]))
                out.adjacent[i] |= (uint8_t)(1U << j);
    return out;
}

/* Try all orders that begin with old[0 .. n) and keep the best in *best. */
static void try_orders(sg_pattern *best, const sg_pattern *pattern, uint8_t *old, unsigned n)
{
    for (unsigned i = n; i < pattern->n_nodes; i++) {
        const uint8_t first = old[n], chosen = old[i];
        old[n] = chosen;
        old[i] = first;
        try_orders(best, pattern, old, n + 1);
        old[n] = first;
        old[i] = chosen;
    }
    if (n < pattern->n_nodes) return;
    const sg_pattern other = renumbered(pattern, old);
    if (sg_pattern_code(&other) < sg_pattern_code(best)) *best = other;
}

static sg_pattern in_best_order(const sg_pattern *pattern)
{
    sg_pattern best = *pattern;
    uint8_t old[SG_PATTERN_MAX_NODES] = {0, 1, 2, 3, 4, 5};
    try_orders(&best, pattern, old, 0);
    return best;
}

static bool is_connected(const sg_pattern *pattern)
{
    unsigned reached = 1;
    for (unsigned round = 1; round < pattern->n_nodes; round++)
        for (unsigned i = 0; i < pattern->n_nodes; i++)
            if ((reached >> i & 1) != 0) reached |= pattern->adjacent[i];
    return reached == (1U << pattern->n_nodes) - 1;
}

/* The node called `digit`, made now if it is new; false where there are too many. */
static bool node_called(unsigned *node, sg_pattern *pattern, char *names, char digit)
{
    for (*node = 0; *node < pattern->n_nodes; ++*node)
        if (names[*node] == digit) return true;
    if (pattern->n_nodes == SG_PATTERN_MAX_NODES) return false;
    names[pattern->n_nodes++] = digit;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "0-1.1-2.2-0" */
static sg_status read_edges(sg_pattern *pattern, const char *text, size_t length, sg_error *err)
{
    sg_status status = SG_OK;
    char names[SG_PATTERN_MAX_NODES] = {0};
    for (size_t at = 0; at < length; at += 4) {
        const char *edge = text + at;
        const size_t left = length - at;
        unsigned i = 0, j = 0;
        SG_REQUIRE(left >= 3 && is_digit(edge[0]) && edge[1] == '-' && is_digit(edge[2]) &&
                       (left == 3 || (edge[3] == '.' && left > 4)),
                   SG_EINVAL, "found \"%.*s\"; edges are written 0-1.1-2.2-0",
                   left < 20 ? (int)left : 20, edge);
        SG_REQUIRE(node_called(&i, pattern, names, edge[0]) &&
                       node_called(&j, pattern, names, edge[2]),
                   SG_EINVAL, "a pattern has at most %d nodes; \"%.3s\" brings one more",
                   SG_PATTERN_MAX_NODES, edge);
        SG_REQUIRE(i != j, SG_EINVAL, "\"%.3s\" joins a node with itself", edge);
        SG_REQUIRE(!sg_pattern_joined(pattern, i, j), SG_EINVAL,
                   "the edge \"%.3s\" is there twice", edge);
        join(pattern, i, j);
    }
    SG_REQUIRE(is_connected(pattern), SG_EINVAL,
               "\"%.*s\" is not connected; count its parts as patterns of their own",
               length < 60 ? (int)length : 60, text);
done:
    return status;
}

/* Whether the text is `name` and a number from `lowest` up to the most nodes. */
static bool read_family(unsigned *k, const char *text, size_t length, const char *name,
                        unsigned lowest)
{
    const size_t n = strlen(name);
    if (length != n + 1 || memcmp(text, name, n) != 0 || !is_digit(text[n])) return false;
    *k = (unsigned)(text[n] - '0');
    return *k >= lowest && *k <= SG_PATTERN_MAX_NODES;
}

static sg_status fail_unknown(const char *text, size_t length, sg_error *err)
{
    char wanted[32] = "";
    if (length < sizeof wanted) memcpy(wanted, text, length);
    sg_nearest nearest = {.wanted = wanted};
    for (size_t i = 0; i < N_NAMED; i++) sg_nearest_offer(&nearest, NAMED[i].name);
    const int shown = length < sizeof wanted ? (int)length : (int)sizeof wanted;
    if (nearest.name != NULL)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "unknown pattern \"%.*s\"; did you mean %s?", shown, text,
                            nearest.name);
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "unknown pattern \"%.*s\"; allowed are edge, triangle, square, star, "
                        "tailed-triangle, clique2 to clique6, cycle3 to cycle6, or edges",
                        shown, text);
}

sg_status sg_pattern_parse(sg_pattern *pattern, const char *text, size_t length, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pattern p = {0};
    const char *edges = length > 0 && is_digit(text[0]) ? text : NULL;
    size_t edges_length = length;
    unsigned k = 0;
    for (size_t i = 0; i < N_NAMED; i++)
        if (strlen(NAMED[i].name) == length && memcmp(text, NAMED[i].name, length) == 0) {
            edges = NAMED[i].edges;
            edges_length = strlen(edges);
        }
    if (edges != NULL) {
        SG_TRY(read_edges(&p, edges, edges_length, err));
    } else if (read_family(&k, text, length, "cycle", 3)) {
        p.n_nodes = (uint8_t)k;
        for (unsigned i = 0; i < k; i++) join(&p, i, (i + 1) % k);
    } else if (read_family(&k, text, length, "clique", 2)) {
        p.n_nodes = (uint8_t)k;
        for (unsigned i = 0; i < k; i++)
            p.adjacent[i] = (uint8_t)(((1U << k) - 1) & ~(1U << i));
    } else {
        SG_TRY(fail_unknown(text, length, err));
    }
    *pattern = in_best_order(&p);
done:
    return status;
}

const char *sg_pattern_name(const sg_pattern *pattern)
{
    static const struct {
        const char *written, *name;
    } known[] = {
        {"edge", "edge"},           {"triangle", "triangle"},
        {"square", "square"},       {"star", "star"},
        {"cycle5", "cycle of 5"},   {"tailed-triangle", "tailed triangle"},
        {"clique4", "clique of 4"}, {"cycle6", "cycle of 6"},
        {"clique5", "clique of 5"}, {"clique6", "clique of 6"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sg_pattern other = {0};
        const char *text = known[i].written;
        if (sg_pattern_parse(&other, text, strlen(text), NULL) == SG_OK &&
            sg_pattern_code(&other) == sg_pattern_code(pattern))
            return known[i].name;
    }
    return "pattern";
}
