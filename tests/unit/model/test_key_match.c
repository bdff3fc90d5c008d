/* test_key_match.c - the same labels and triples in two vocabularies, against loops over all
 * pairs. */
#include "model/key_match.h"

#include "base/mem.h"
#include "support/check.h"

static sg_label_vocabulary labels(uint64_t *key, uint32_t n)
{
    return (sg_label_vocabulary){.key = key, .n_labels = n};
}

static void check_labels(uint64_t *mine, uint32_t n, uint64_t *theirs, uint32_t n_theirs,
                         const uint32_t *expected)
{
    uint32_t *place = NULL;
    const sg_label_vocabulary my = labels(mine, n), their = labels(theirs, n_theirs);
    check_ok(sg_match_labels(&place, &my, &their, &err));
    for (uint32_t i = 0; i < n; i++) assert_int_equal(place[i], expected[i]);
    sg_free(place);
}

static void labels_by_hand(void **state)
{
    (void)state;
    const uint32_t no = SG_NO_MATCH;
    check_labels((uint64_t[]){7, 5, 9}, 3, (uint64_t[]){9, 8, 7, 6}, 4,
                 (const uint32_t[]){2, no, 0});
    check_labels((uint64_t[]){7, 5}, 2, NULL, 0, (const uint32_t[]){no, no});
    check_labels(NULL, 0, (uint64_t[]){1, 2}, 2, NULL);
    check_labels(NULL, 0, NULL, 0, NULL);
    check_labels((uint64_t[]){0, UINT64_MAX, 1}, 3, (uint64_t[]){UINT64_MAX, 0}, 2,
                 (const uint32_t[]){1, 0, no});
    /* Where a file has a label twice, the first one counts. */
    check_labels((uint64_t[]){4, 4}, 2, (uint64_t[]){3, 4, 4}, 3, (const uint32_t[]){1, 1});
}

static void labels_of_all_sizes(void **state)
{
    (void)state;
    enum { N = 300 };
    sg_rng rng = check_rng("labels");
    for (int round = 0; round < 50; round++) {
        uint64_t mine[N], theirs[N];
        uint32_t expected[N];
        const uint32_t n = sg_rng_below(&rng, N), m = sg_rng_below(&rng, N);
        /* Distinct keys: a random start and step. */
        const uint64_t step = 1 + sg_rng_below(&rng, 4);
        for (uint32_t i = 0; i < m; i++) theirs[i] = 1000 + (uint64_t)(m - i) * step;
        for (uint32_t i = 0; i < n; i++) {
            mine[i] = 1000 + (uint64_t)sg_rng_below(&rng, 4 * N);
            expected[i] = SG_NO_MATCH;
            for (uint32_t k = 0; k < m; k++)
                if (theirs[k] == mine[i]) expected[i] = k;
        }
        check_labels(mine, n, theirs, m, expected);
    }
}

/* ---- Triples ---------------------------------------------------------------------------------- */

enum { MOST = 200 };

/* Triples in arrays of their own. */
typedef struct triples {
    uint64_t receiver[MOST], sender[MOST], value[MOST];
    uint32_t n;
} triples;

static sg_weight_keys keys_of(triples *t)
{
    return (sg_weight_keys){t->receiver, t->sender, t->value, t->n};
}

static bool same_triple(const triples *a, uint32_t i, const triples *b, uint32_t k)
{
    return a->receiver[i] == b->receiver[k] && a->sender[i] == b->sender[k] &&
           a->value[i] == b->value[k];
}

static void check_triples(triples *mine, triples *theirs)
{
    uint32_t *place = NULL;
    const sg_weight_keys my = keys_of(mine), their = keys_of(theirs);
    check_ok(sg_match_triples(&place, &my, &their, &err));
    for (uint32_t i = 0; i < mine->n; i++) {
        uint32_t expected = SG_NO_MATCH;
        for (uint32_t k = 0; k < theirs->n; k++)
            if (same_triple(mine, i, theirs, k)) expected = k;
        assert_int_equal(place[i], expected);
    }
    sg_free(place);
}

static void triples_by_hand(void **state)
{
    (void)state;
    /* Differences in each of the three; my last one is their first. */
    triples mine = {{1, 1, 1, 2, UINT64_MAX}, {2, 2, 3, 2, 0}, {3, 4, 3, 3, 7}, 5},
            theirs = {{UINT64_MAX, 1, 2}, {0, 2, 2}, {7, 4, 9}, 3}, none = {.n = 0};
    const sg_weight_keys my = keys_of(&mine), their = keys_of(&theirs);
    uint32_t *place = NULL;
    check_ok(sg_match_triples(&place, &my, &their, &err));
    const uint32_t no = SG_NO_MATCH, expected[] = {no, 1, no, no, 0};
    assert_memory_equal(place, expected, sizeof expected);
    sg_free(place);
    check_triples(&theirs, &mine);
    check_triples(&mine, &mine);
    check_triples(&mine, &none);
    check_triples(&none, &mine);
    check_triples(&none, &none);
}

/* Distinct triples of few keys, so that many meet, whichever side is larger. */
static void draw_triples(triples *t, sg_rng *rng)
{
    const uint32_t wanted = sg_rng_below(rng, MOST);
    for (t->n = 0; t->n < wanted; t->n++) {
        bool is_new = false;
        while (!is_new) {
            t->receiver[t->n] = sg_rng_below(rng, 9);
            t->sender[t->n] = sg_rng_below(rng, 9);
            t->value[t->n] = sg_rng_below(rng, 9);
            is_new = true;
            for (uint32_t k = 0; k < t->n; k++) is_new = is_new && !same_triple(t, t->n, t, k);
        }
    }
}

static void triples_of_all_sizes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("triples");
    for (int round = 0; round < 100; round++) {
        triples mine, theirs;
        draw_triples(&mine, &rng);
        draw_triples(&theirs, &rng);
        check_triples(&mine, &theirs);
    }
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static sg_status match_both(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    triples t = {{1, 2}, {3, 4}, {5, 6}, 2};
    const sg_weight_keys keys = keys_of(&t);
    const sg_label_vocabulary known = labels((uint64_t[]){7, 8}, 2);
    uint32_t *by_label = NULL, *by_triple = NULL;
    SG_TRY(sg_match_labels(&by_label, &known, &known, err));
    SG_TRY(sg_match_triples(&by_triple, &keys, &keys, err));
done:
    sg_free(by_label);
    sg_free(by_triple);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(match_both, NULL) > 4);
}

SG_TESTS(cmocka_unit_test(labels_by_hand), cmocka_unit_test(labels_of_all_sizes),
         cmocka_unit_test(triples_by_hand), cmocka_unit_test(triples_of_all_sizes),
         cmocka_unit_test(out_of_memory))
