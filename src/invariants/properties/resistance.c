/* resistance.c - the effective resistance between two nodes, each edge being one ohm.
 *
 * Resistances are fractions, and equal ones must have equal keys whatever the numbers of the nodes
 * are, so nothing may be rounded.  They are computed in two prime fields of 61 and 62 bits instead: a
 * fraction is one number in each field, the same on every way to it.  (L + J)^-1 exists for the
 * Laplacian L of a connected graph and the matrix J of ones; with its elements g the resistance of v
 * and w is g(v,v) + g(w,w) - 2 g(v,w).
 *
 * Reference: Klein, Randic, J. Math. Chem. 12 (1993), 81-95. */
#include "invariants/properties/keyed_rows.h"
#include "invariants/properties/near_values.h"

#include <inttypes.h>
#include <string.h>

enum { N_FIELDS = 2, MAX_NODES = 1000 };

/* The prime 2^bits - gap. */
typedef struct field {
    int bits;
    uint64_t gap;
} field;

static const field fields[N_FIELDS] = {{61, 1}, {62, 57}};

static uint64_t prime_of(field f)
{
    return ((uint64_t)1 << f.bits) - f.gap;
}

static uint64_t reduce(field f, uint64_t x)
{
    return x >= prime_of(f) ? x - prime_of(f) : x;
}

/* 2^bits is `gap` in the field, so high bits are folded onto low ones. */
static uint64_t times(field f, uint64_t a, uint64_t b)
{
    const uint64_t low_bits = ((uint64_t)1 << f.bits) - 1;
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    for (int i = 0; i < 2; i++) product = (product & low_bits) + (product >> f.bits) * f.gap;
    return reduce(f, (uint64_t)product);
}

static uint64_t minus(field f, uint64_t a, uint64_t b)
{
    return a >= b ? a - b : a + (prime_of(f) - b);
}

static uint64_t inverse(field f, uint64_t a)
{
    uint64_t result = 1;
    for (uint64_t left = prime_of(f) - 2; left != 0; left >>= 1) {
        if ((left & 1) != 0) result = times(f, result, a);
        a = times(f, a, a);
    }
    return result;
}

/* L + J, where J joins the nodes of each component. */
static void fill(uint64_t *m, field f, const sg_near_pairs *reach, const sg_one_graph *graph)
{
    const size_t n = graph->n_nodes;
    memset(m, 0, n * n * sizeof *m);
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t p = reach->row[v]; p < reach->row[v + 1]; p++)
            m[v * n + reach->node[p]] = 1;
        m[v * n + v] += graph->arc_offset[v + 1] - graph->arc_offset[v];
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            uint64_t *at = &m[v * n + (graph->neighbor[a] - graph->first)];
            *at = minus(f, *at, 1);
        }
    }
}

/* Row r minus `factor` times row k. */
static void subtract_row(uint64_t *row, const uint64_t *from, uint64_t factor, field f,
                         size_t n)
{
    for (size_t j = 0; j < n; j++)
        if (from[j] != 0) row[j] = minus(f, row[j], times(f, factor, from[j]));
}

/* Invert in place, without pivoting: over the rationals L + J is positive definite, so all pivots
 * differ from 0 there, and in a field they are 0 by bad luck alone.  False: that happened. */
static bool invert(uint64_t *m, field f, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        uint64_t *row = m + k * n;
        if (row[k] == 0) return false;
        const uint64_t scale = inverse(f, row[k]);
        row[k] = 1;
        for (size_t j = 0; j < n; j++) row[j] = times(f, row[j], scale);
        for (size_t i = 0; i < n; i++) {
            const uint64_t factor = m[i * n + k];
            if (i == k || factor == 0) continue;
            m[i * n + k] = 0;
            subtract_row(m + i * n, row, factor, f, n);
        }
    }
    return true;
}

typedef struct resistances {
    uint64_t *inverse[N_FIELDS]; /* [n_nodes][n_nodes] */
    size_t n;
} resistances;

static sg_status prepare(resistances *r, const sg_property *property, const sg_one_graph *graph,
                         sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_near_pairs reach = {0};
    const uint64_t n = r->n = graph->n_nodes;
    SG_REQUIRE(graph->n_nodes <= MAX_NODES, SG_ELIMIT,
               "resistance: graph %u has %u nodes, more than %d", graph->number, graph->n_nodes,
               MAX_NODES);
    SG_TRY(sg_property_spend(property, graph, n * n * n, err));
    SG_TRY(sg_near_pairs_find(&reach, graph, SG_WITHIN_REACH, scratch, err));
    for (int i = 0; i < N_FIELDS; i++) {
        SG_TAKE(r->inverse[i], scratch, r->n * r->n);
        fill(r->inverse[i], fields[i], &reach, graph);
        SG_REQUIRE(invert(r->inverse[i], fields[i], r->n), SG_ELIMIT,
                   "resistance: graph %u has a number of spanning trees that is a multiple of "
                   "%" PRIu64 ", for which resistances cannot be computed here",
                   graph->number, prime_of(fields[i]));
    }
done:
    return status;
}

static uint64_t resistance_of(const resistances *r, int i, uint32_t v, uint32_t w)
{
    const uint64_t *g = r->inverse[i];
    const uint64_t vw = minus(fields[i], g[v * r->n + v], g[v * r->n + w]);
    const uint64_t wv = minus(fields[i], g[w * r->n + w], g[w * r->n + v]);
    return reduce(fields[i], vw + wv);
}

static sg_key key_of(const resistances *r, uint32_t v, uint32_t w)
{
    return sg_key_of(SG_TAG_RESISTANCE,
                     (uint64_t[]){resistance_of(r, 0, v, w), resistance_of(r, 1, v, w)},
                     N_FIELDS);
}

static sg_status find_resistances(sg_pairs *pairs, const sg_property *property,
                                  const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    resistances r = {0};
    sg_near_pairs near = {0};
    sg_key *key = NULL;
    SG_TRY(prepare(&r, property, graph, scratch, err));
    SG_TRY(sg_near_pairs_find(&near, graph, sg_within_reach(property->parameters.within),
                              scratch, err));
    SG_TAKE(key, scratch, near.n_pairs);
    for (uint32_t v = 0; v < graph->n_nodes; v++)
        for (uint32_t p = near.row[v]; p < near.row[v + 1]; p++)
            key[p] = key_of(&r, v, near.node[p]);
    SG_TRY(sg_near_values_write(pairs, property, graph, &near, key, scratch, err));
done:
    return status;
}

/* The fraction a/b with small a and b that is x in the first field, by the extended Euclidean
 * algorithm; false: there is none.  There is one for every third x by chance, so the second field, in
 * which the fraction is y, must agree. */
static bool find_fraction(uint64_t *a, uint64_t *b, uint64_t x, uint64_t y)
{
    const uint64_t most = (uint64_t)1 << 30;
    int64_t s = 0, next_s = 1;
    uint64_t rest = prime_of(fields[0]), next = x;
    while (next >= most) {
        const uint64_t quotient = rest / next, left = rest % next;
        const int64_t s_left = s - (int64_t)quotient * next_s;
        rest = next;
        next = left;
        s = next_s;
        next_s = s_left;
    }
    *a = next;
    *b = (uint64_t)(next_s < 0 ? -next_s : next_s);
    return next_s > 0 && *b < most && times(fields[1], *b, y) == *a;
}

static sg_status name_resistance(sg_value_names *names, const sg_property *property,
                                 const sg_value_example *example, sg_error *err)
{
    sg_status status = SG_OK;
    const double milliohm = 1e6;
    resistances r = {0};
    uint64_t a = 0, b = 1;
    SG_TRY(prepare(&r, property, example->graph, example->scratch, err));
    const uint32_t v = example->receiver, w = example->sender;
    if (!find_fraction(&a, &b, resistance_of(&r, 0, v, w), resistance_of(&r, 1, v, w)))
        goto done;
    const sg_value_rank rank = {{(int64_t)(milliohm * (double)a / (double)b), 0}};
    SG_TRY(b == 1 ? sg_value_names_put(names, example->key, rank, err, "resistance %" PRIu64, a)
                  : sg_value_names_put(names, example->key, rank, err,
                                       "resistance %" PRIu64 "/%" PRIu64, a, b));
done:
    return status;
}

const sg_property_kind sg_property_resistance = {
    .name = "resistance",
    .usage = "resistance or resistance within DISTANCES",
    .about = "the effective resistance between two nodes, each edge being one ohm, exactly",
    .example = "resistance within 3",
    .measure = "resistance",
    .parse = sg_parse_within,
    .find = find_resistances,
    .name_value = name_resistance,
};
