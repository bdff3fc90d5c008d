/* pattern_dense.c - backtracking over sets of candidates.
 *
 * For every step still to come there is the set of nodes it may take, given the nodes of the
 * steps before: may_be[i][j] is the set for step j once steps 0 .. i-1 are settled.  Settling
 * step i with node u intersects each of them with the nodes joined to u, or with those apart from
 * it, and is given up when one of them gets empty.  The last step is never settled: the size of
 * its set is all that is needed.  So a star costs as much as the pairs of leaves, not the
 * triples. */
#include "invariants/labelings/pattern_dense.h"

#include "base/bitset.h"

#include <string.h>

enum { STEPS_PER_PAYMENT = 4096, WORDS_PER_STEP = 4, MAX_STEPS = SG_PATTERN_MAX_NODES };

static void fill_rows(sg_dense_search *s, const sg_one_graph *graph)
{
    const uint32_t n = graph->n_nodes, n_words = s->n_words;
    memset(s->row[1], 0, (size_t)n * n_words * sizeof *s->row[1]);
    for (uint32_t v = 0; v < n; v++) {
        uint64_t *joined = s->row[1] + (size_t)v * n_words;
        uint64_t *apart = s->row[0] + (size_t)v * n_words;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            sg_bit_add(joined, graph->neighbor[a] - graph->first);
        for (uint32_t w = 0; w < n_words; w++) apart[w] = ~joined[w];
        sg_bit_remove(apart, v);
    }
}

sg_status sg_dense_search_open(sg_dense_search *search, const sg_labeling *labeling,
                               const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = work->graph->n_nodes;
    sg_dense_search s = {.labeling = labeling, .work = work, .n_words = sg_bit_words(n)};
    SG_TAKE(s.row[0], work->scratch, (size_t)n * s.n_words);
    SG_TAKE(s.row[1], work->scratch, (size_t)n * s.n_words);
    SG_TAKE(s.may_be, work->scratch, (size_t)MAX_STEPS * MAX_STEPS * s.n_words);
    fill_rows(&s, work->graph);
    for (size_t j = 0; j < MAX_STEPS; j++) sg_bits_fill(s.may_be + j * s.n_words, n);
    *search = s;
done:
    return status;
}

/* Take the steps since the last payment from the budget; with long rows they count for more. */
static sg_status pay(sg_dense_search *s, sg_error *err)
{
    const uint64_t steps = s->unpaid * (1 + s->n_words / WORDS_PER_STEP);
    s->unpaid = 0;
    return sg_budget_spend(s->work, s->labeling, steps, err);
}

/* The functions below are compiled twice, with n_words known to be 1 and without. */

static inline uint64_t *set_at(const sg_dense_search *s, uint32_t settled, uint32_t step,
                               uint32_t n_words)
{
    return s->may_be + (size_t)(settled * MAX_STEPS + step) * n_words;
}

static inline const uint64_t *row_for(const sg_dense_search *s, sg_pattern_step later,
                                      uint32_t step, uint32_t u, uint32_t n_words)
{
    return s->row[later.joined >> step & 1] + (size_t)u * n_words;
}

/* Settle `step` with node u; false if a later step has no candidate left. */
static inline bool settle(const sg_dense_search *s, const sg_pattern_plan *plan, uint32_t step,
                          uint32_t u, uint32_t n_words)
{
    for (uint32_t j = step + 1; j < plan->n_steps; j++) {
        const uint64_t *row = row_for(s, plan->step[j], step, u, n_words);
        const uint64_t *in = set_at(s, step, j, n_words);
        uint64_t *out = set_at(s, step + 1, j, n_words), any = 0;
        uint32_t w = 0;
        if ((plan->step[j].above >> step & 1) != 0) {
            for (; w < u / 64; w++) out[w] = 0;
            any = out[w] = in[w] & row[w] & sg_bits_above(u);
            w++;
        }
        for (; w < n_words; w++) any |= out[w] = in[w] & row[w];
        if (any == 0) return false;
    }
    return true;
}

/* The number of candidates of the last step after `step`, the one before, is node u. */
static inline uint64_t count_last(const sg_dense_search *s, sg_pattern_step last, uint32_t step,
                                  uint32_t u, uint32_t n_words)
{
    const uint64_t *row = row_for(s, last, step, u, n_words);
    const uint64_t *in = set_at(s, step, step + 1, n_words);
    uint64_t n = 0;
    uint32_t w = 0;
    if ((last.above >> step & 1) != 0) {
        w = u / 64;
        n = sg_bit_count(in[w] & row[w] & sg_bits_above(u));
        w++;
    }
    for (; w < n_words; w++) n += sg_bit_count(in[w] & row[w]);
    return n;
}

/* The number of ways to take the last two steps, `step` and the one after it. */
static inline uint64_t count_last_two(sg_dense_search *s, sg_pattern_step last, uint32_t step,
                                      uint32_t n_words)
{
    const uint64_t *set = set_at(s, step, step, n_words);
    uint64_t n = 0;
    for (uint32_t w = 0; w < n_words; w++)
        for (uint64_t left = set[w]; left != 0; left &= left - 1) {
            n += count_last(s, last, step, 64 * w + sg_bit_first(left), n_words);
            s->unpaid++;
        }
    return n;
}

/* The candidates of a step that have not been tried yet. */
typedef struct cursor {
    uint64_t left; /* of this word */
    uint32_t word;
} cursor;

static inline bool next_candidate(uint32_t *u, cursor *at, const uint64_t *set,
                                  uint32_t n_words)
{
    while (at->left == 0) {
        if (++at->word >= n_words) return false;
        at->left = set[at->word];
    }
    *u = 64 * at->word + sg_bit_first(at->left);
    at->left &= at->left - 1;
    return true;
}

/* All occurrences with step 0 settled; a plan of at least three steps. */
static inline sg_status count_from_root(uint64_t *count, sg_dense_search *s,
                                        const sg_pattern_plan *plan, uint32_t n_words,
                                        sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t second_last = plan->n_steps - 2U;
    cursor at[MAX_STEPS];
    uint32_t step = 1, u = 0;
    at[1] = (cursor){.left = set_at(s, 1, 1, n_words)[0]};
    while (step > 0) {
        if (step == second_last) {
            *count += count_last_two(s, plan->step[step + 1], step, n_words);
            step--;
        } else if (next_candidate(&u, &at[step], set_at(s, step, step, n_words), n_words)) {
            s->unpaid++;
            if (!settle(s, plan, step, u, n_words)) continue;
            step++;
            at[step] = (cursor){.left = set_at(s, step, step, n_words)[0]};
        } else {
            step--;
        }
        if (s->unpaid >= STEPS_PER_PAYMENT) SG_TRY(pay(s, err));
    }
done:
    return status;
}

static inline sg_status count_all(uint64_t *count, sg_dense_search *s,
                                  const sg_pattern_plan *plan, uint32_t n_words, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t v = 0; v < s->work->graph->n_nodes; v++)
        if (settle(s, plan, 0, v, n_words))
            SG_TRY(count_from_root(&count[v], s, plan, n_words, err));
done:
    return status;
}

static void count_edges(uint64_t *count, const sg_one_graph *graph)
{
    for (uint32_t v = 0; v < graph->n_nodes; v++)
        count[v] += graph->arc_offset[v + 1] - graph->arc_offset[v];
}

sg_status sg_dense_search_count(uint64_t *count, sg_dense_search *search,
                                const sg_pattern_plan *plan, sg_error *err)
{
    sg_status status = SG_OK;
    if (plan->n_steps == 2)
        count_edges(count, search->work->graph);
    else if (search->n_words == 1)
        SG_TRY(count_all(count, search, plan, 1, err));
    else
        SG_TRY(count_all(count, search, plan, search->n_words, err));
    SG_TRY(pay(search, err));
done:
    return status;
}
