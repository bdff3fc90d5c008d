/* slow_joins.c - counting by hand. */
#include "support/slow_joins.h"

#include "support/check.h"
#include "support/slow_graph.h"

enum { MOST_NODES = 16 };

static uint32_t distance_between(const slow_pair *pair)
{
    return pair->distance[(size_t)pair->receiver * pair->graph->n_nodes + pair->sender];
}

static bool is_near(const slow_pair *pair, const sg_property_parameters *parameters)
{
    const uint32_t distance = distance_between(pair);
    return distance != SLOW_NONE && distance <= parameters->within;
}

/* ---- Walks and paths ---------------------------------------------------------------------- */

/* Walks that avoid the nodes of a set; a node that is left is one of them if they are paths. */
static uint64_t count_ways(const sg_one_graph *graph, uint32_t v, uint32_t w, uint32_t length,
                           uint32_t avoided, bool as_paths)
{
    uint64_t n = 0;
    if ((avoided >> v & 1) != 0) return 0;
    if (length == 0) return v == w;
    if (as_paths) avoided |= (uint32_t)1 << v;
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
        n += count_ways(graph, graph->neighbor[a] - graph->first, w, length - 1, avoided,
                        as_paths);
    return n;
}

uint64_t slow_count_walks(const sg_one_graph *graph, uint32_t v, uint32_t w, uint32_t length)
{
    assert_true(graph->n_nodes <= MOST_NODES);
    return count_ways(graph, v, w, length, 0, false);
}

static size_t write_ways(uint64_t *word, const slow_pair *pair,
                         const sg_property_parameters *parameters, bool as_paths)
{
    bool any = false;
    assert_true(pair->graph->n_nodes <= MOST_NODES);
    if (!is_near(pair, parameters)) return 0;
    for (uint32_t k = 0; k <= parameters->rounds; k++) {
        word[k] = count_ways(pair->graph, pair->receiver, pair->sender, k, 0, as_paths);
        any |= word[k] > 0;
    }
    return any ? parameters->rounds + 1 : 0;
}

size_t slow_walks(uint64_t word[SLOW_PAIR_WORDS], const slow_pair *pair,
                  const sg_property_parameters *parameters)
{
    return write_ways(word, pair, parameters, false);
}

size_t slow_paths(uint64_t word[SLOW_PAIR_WORDS], const slow_pair *pair,
                  const sg_property_parameters *parameters)
{
    return write_ways(word, pair, parameters, true);
}

/* ---- Resistance --------------------------------------------------------------------------- */

/* Integers all the way (Bareiss); there is always a pivot, because minors of a Laplacian are positive
 * in a connected graph. */
static int64_t determinant(int64_t m[MOST_NODES][MOST_NODES], uint32_t n)
{
    int64_t before = 1;
    for (uint32_t k = 0; k + 1 < n; k++) {
        for (uint32_t i = k + 1; i < n; i++)
            for (uint32_t j = k + 1; j < n; j++)
                m[i][j] = (m[i][j] * m[k][k] - m[i][k] * m[k][j]) / before;
        before = m[k][k];
    }
    return n > 0 ? m[n - 1][n - 1] : 1;
}

/* The Laplacian of the component without one or two of its nodes. */
static int64_t minor_of(const slow_pair *pair, uint32_t without, uint32_t without_too)
{
    const sg_one_graph *graph = pair->graph;
    const uint32_t *from_receiver = pair->distance + (size_t)pair->receiver * graph->n_nodes;
    int64_t m[MOST_NODES][MOST_NODES] = {{0}};
    uint32_t row[MOST_NODES], n = 0;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const bool is_in = from_receiver[v] != SLOW_NONE && v != without && v != without_too;
        row[v] = is_in ? n++ : SLOW_NONE;
    }
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        if (row[v] == SLOW_NONE) continue;
        m[row[v]][row[v]] = graph->arc_offset[v + 1] - graph->arc_offset[v];
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t w = graph->neighbor[a] - graph->first;
            if (row[w] != SLOW_NONE) m[row[v]][row[w]] = -1;
        }
    }
    return determinant(m, n);
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

slow_fraction slow_resistance_of(const slow_pair *pair)
{
    assert_true(pair->graph->n_nodes <= MOST_NODES);
    if (pair->receiver == pair->sender) return (slow_fraction){0, 1};
    const int64_t a = minor_of(pair, pair->receiver, pair->sender);
    const int64_t b = minor_of(pair, pair->receiver, pair->receiver);
    const int64_t divisor = common_divisor(a, b);
    return (slow_fraction){a / divisor, b / divisor};
}

/* a / b modulo a prime: b^(prime - 2) is the inverse of b. */
static uint64_t divide(slow_fraction f, uint64_t prime)
{
    __extension__ typedef unsigned __int128 wide;
    wide result = (uint64_t)f.a % prime, power = (uint64_t)f.b % prime;
    for (uint64_t left = prime - 2; left > 0; left /= 2) {
        if (left % 2 == 1) result = result * power % prime;
        power = power * power % prime;
    }
    return (uint64_t)result;
}

size_t slow_resistance(uint64_t word[SLOW_PAIR_WORDS], const slow_pair *pair,
                       const sg_property_parameters *parameters)
{
    if (!is_near(pair, parameters)) return 0;
    const slow_fraction f = slow_resistance_of(pair);
    word[0] = divide(f, ((uint64_t)1 << 61) - 1);
    word[1] = divide(f, ((uint64_t)1 << 62) - 57);
    return 2;
}

/* ---- Separators --------------------------------------------------------------------------- */

/* Does a way lead from v to w that avoids some nodes and the edge between v and w? */
static bool is_joined(const sg_one_graph *graph, uint32_t v, uint32_t w, uint32_t avoided)
{
    uint32_t seen = (uint32_t)1 << v, before = 0;
    while (seen != before) {
        before = seen;
        for (uint32_t u = 0; u < graph->n_nodes; u++)
            for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
                const uint32_t next = graph->neighbor[a] - graph->first;
                if ((before >> u & 1) == 0 || (avoided >> next & 1) != 0) continue;
                if (!(u == v && next == w)) seen |= (uint32_t)1 << next;
            }
    }
    return (seen >> w & 1) != 0;
}

/* The nodes that are not within a distance of both nodes of a pair. */
static uint32_t far_nodes(const slow_pair *pair, uint32_t within)
{
    const uint32_t n = pair->graph->n_nodes;
    uint32_t far = 0;
    for (uint32_t u = 0; u < n; u++)
        if (pair->distance[n * pair->receiver + u] > within ||
            pair->distance[n * pair->sender + u] > within)
            far |= (uint32_t)1 << u;
    return far;
}

/* The fewest nodes whose removal, with that of the far ones, parts v and w, 3 for more than two, their
 * edge aside. */
static uint32_t smallest_cut(const sg_one_graph *graph, uint32_t v, uint32_t w, uint32_t far)
{
    uint32_t smallest = 3;
    if (!is_joined(graph, v, w, far)) return 0;
    for (uint32_t a = 0; a < graph->n_nodes; a++)
        for (uint32_t b = 0; b <= a; b++) {
            const uint32_t size = a == b ? 1 : 2;
            if (a == v || a == w || b == v || b == w || size >= smallest) continue;
            if (!is_joined(graph, v, w, far | (uint32_t)1 << a | (uint32_t)1 << b))
                smallest = size;
        }
    return smallest;
}

/* Menger: there are as many disjoint paths as the smallest cut has nodes, and the edge. */
size_t slow_separators(uint64_t word[SLOW_PAIR_WORDS], const slow_pair *pair,
                       const sg_property_parameters *parameters)
{
    enum { SAME, CUT, BRIDGE, TWO, THREE };
    assert_true(pair->graph->n_nodes <= MOST_NODES);
    if (!is_near(pair, parameters)) return 0;
    const bool is_edge = distance_between(pair) == 1;
    const uint32_t far = far_nodes(pair, parameters->within);
    const uint32_t n_paths =
        smallest_cut(pair->graph, pair->receiver, pair->sender, far) + (is_edge ? 1 : 0);
    word[0] = pair->receiver == pair->sender ? SAME
              : n_paths == 1                 ? (is_edge ? BRIDGE : CUT)
              : n_paths == 2                 ? TWO
                                             : THREE;
    return 1;
}
