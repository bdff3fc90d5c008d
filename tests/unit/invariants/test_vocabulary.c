/* test_vocabulary.c - content keys to dense ids. */
#include "base/mem.h"
#include "invariants/vocabulary.h"
#include "support/check.h"
#include "support/check_alloc.h"

static sg_key key_number(uint64_t i)
{
    return sg_key_of(SG_TAG_INDEX, &i, 1);
}

/* The slow twin: how often key[i] occurs, and the rank of a key by frequency, then key. */
static uint64_t count_of(const sg_key *key, const uint64_t *times, size_t n, uint64_t wanted)
{
    uint64_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (key[i].key == wanted) count += times != NULL ? times[i] : 1;
    return count;
}

static void check_vocabulary(const sg_vocabulary *v, const uint32_t *id, const sg_key *key,
                             const uint64_t *times, size_t n)
{
    uint64_t total = 0, expected = 0;
    for (uint32_t k = 0; k < v->n_keys; k++) {
        assert_int_equal(v->count[k], count_of(key, times, n, v->key[k]));
        if (k > 0)
            assert_true(v->count[k] < v->count[k - 1] ||
                        (v->count[k] == v->count[k - 1] && v->key[k] > v->key[k - 1]));
        total += v->count[k];
    }
    for (size_t i = 0; i < n; i++) {
        assert_true(id[i] < v->n_keys);
        assert_true(v->key[id[i]] == key[i].key);
        expected += times != NULL ? times[i] : 1;
    }
    assert_int_equal(total, expected);
}

/* Few and many distinct keys, among them the extreme ones. */
static size_t draw_keys(sg_key *key, sg_rng *rng, size_t max)
{
    const size_t n = sg_rng_below(rng, (uint32_t)max + 1);
    const uint32_t n_distinct = 1 + sg_rng_below(rng, 200);
    for (size_t i = 0; i < n; i++) {
        key[i] = key_number(sg_rng_below(rng, n_distinct));
        if (sg_rng_below(rng, 20) == 0) key[i] = (sg_key){0, 7};
        if (sg_rng_below(rng, 20) == 0) key[i] = (sg_key){UINT64_MAX, 0};
    }
    return n;
}

static void ids_are_by_frequency_then_key(void **state)
{
    (void)state;
    enum { MAX = 300 };
    sg_rng rng = check_rng("order");
    sg_key key[MAX];
    uint32_t id[MAX];
    for (int i = 0; i < 1000; i++) {
        const size_t n = draw_keys(key, &rng, MAX);
        sg_vocabulary v = {0};
        check_ok(sg_vocabulary_build(&v, id, key, n, "test", NULL, &err));
        check_vocabulary(&v, id, key, NULL, n);
        sg_vocabulary_free(&v);
    }
}

static void counted_keys_are_added_up(void **state)
{
    (void)state;
    enum { MAX = 300 };
    sg_rng rng = check_rng("counts");
    sg_key key[MAX];
    uint64_t times[MAX];
    uint32_t id[MAX];
    for (int i = 0; i < 1000; i++) {
        const size_t n = draw_keys(key, &rng, MAX);
        for (size_t k = 0; k < n; k++)
            times[k] = sg_rng_below(&rng, 4) == 0 ? (uint64_t)1 << 40 : sg_rng_below(&rng, 3);
        sg_vocabulary v = {0};
        check_ok(sg_vocabulary_of_counts(&v, id, key, times, n, "test", &err));
        check_vocabulary(&v, id, key, times, n);
        sg_vocabulary_free(&v);
    }
}

static void a_case_by_hand(void **state)
{
    (void)state;
    const sg_key key[] = {{9, 1}, {5, 1}, {7, 1}, {5, 1}, {9, 1}, {3, 1}, {5, 1}};
    uint32_t id[7];
    const uint64_t keys[] = {5, 9, 3, 7}, counts[] = {3, 2, 1, 1};
    const uint32_t ids[] = {1, 0, 3, 0, 1, 2, 0};
    sg_vocabulary v = {0};
    check_ok(sg_vocabulary_build(&v, id, key, 7, "test", NULL, &err));
    assert_int_equal(v.n_keys, 4);
    assert_memory_equal(v.key, keys, sizeof keys);
    assert_memory_equal(v.count, counts, sizeof counts);
    assert_memory_equal(id, ids, sizeof ids);
    sg_vocabulary_free(&v);
    sg_vocabulary_free(&v);
    assert_null(v.key);
}

static void nothing_has_no_ids(void **state)
{
    (void)state;
    sg_vocabulary v = {0};
    check_ok(sg_vocabulary_build(&v, NULL, NULL, 0, "test", NULL, &err));
    assert_int_equal(v.n_keys, 0);
    sg_vocabulary_limit(&v, NULL, 0, 1);
    assert_int_equal(v.n_keys, 0);
    sg_vocabulary_free(&v);
    assert_int_equal(sg_mem_live(), 0);
}

/* Neither the threads nor the order in which keys come change a bit. */
static void threads_and_order_change_nothing(void **state)
{
    (void)state;
    enum { N = 20000 };
    sg_rng rng = check_rng("threads");
    const uint32_t n_threads[] = {2, 3, 8};
    sg_key *key = check_alloc(N, sizeof *key), *moved = check_alloc(N, sizeof *key);
    uint32_t *id = check_alloc(N, sizeof *id), *other = check_alloc(N, sizeof *id),
             *at = check_alloc(N, sizeof *at);
    for (uint32_t i = 0; i < N; i++) {
        key[i] = key_number(sg_rng_below(&rng, 1 + sg_rng_below(&rng, 8000)));
        at[i] = i;
    }
    sg_rng_shuffle(&rng, at, N);
    for (uint32_t i = 0; i < N; i++) moved[at[i]] = key[i];
    sg_vocabulary v = {0};
    check_ok(sg_vocabulary_build(&v, id, key, N, "test", NULL, &err));
    for (int t = 0; t < 3; t++) {
        sg_threads *threads = NULL;
        sg_vocabulary w = {0};
        check_ok(sg_threads_open(&threads, n_threads[t], &err));
        check_ok(sg_vocabulary_build(&w, other, moved, N, "test", threads, &err));
        assert_int_equal(w.n_keys, v.n_keys);
        assert_memory_equal(w.key, v.key, v.n_keys * sizeof *v.key);
        assert_memory_equal(w.count, v.count, v.n_keys * sizeof *v.count);
        for (uint32_t i = 0; i < N; i++) assert_int_equal(other[at[i]], id[i]);
        sg_vocabulary_free(&w);
        sg_threads_close(threads);
    }
    sg_vocabulary_free(&v);
    void *const blocks[] = {key, moved, id, other, at};
    for (int i = 0; i < 5; i++) sg_free(blocks[i]);
}

/* The same key with another check, anywhere, among few or many: never overlooked. */
static void collisions_are_detected(void **state)
{
    (void)state;
    enum { MAX = 300 };
    sg_rng rng = check_rng("collisions");
    sg_key key[MAX];
    uint64_t times[MAX];
    uint32_t id[MAX];
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 3, &err));
    for (int i = 0; i < 300; i++) {
        size_t n = draw_keys(key, &rng, MAX);
        if (n < 2) continue;
        const size_t a = sg_rng_below(&rng, (uint32_t)n);
        const size_t b = (a + 1 + sg_rng_below(&rng, (uint32_t)n - 1)) % n;
        key[b] = (sg_key){key[a].key, key[a].check ^ 1};
        for (size_t k = 0; k < n; k++) times[k] = 1;
        sg_vocabulary v = {0};
        check_fails(sg_vocabulary_build(&v, id, key, n, "wl:9", NULL, &err), SG_ELIMIT,
                    "wl:9: two different contents have the same 64-bit key");
        check_fails(sg_vocabulary_build(&v, id, key, n, "wl:9", threads, &err), SG_ELIMIT,
                    "wl:9");
        check_fails(sg_vocabulary_of_counts(&v, id, key, times, n, "wl:9", &err), SG_ELIMIT,
                    "wl:9");
        assert_null(v.key);
        assert_int_equal(sg_vocabulary_build(&v, id, key, n, "wl:9", NULL, NULL), SG_ELIMIT);
    }
    sg_threads_close(threads);
    assert_int_equal(sg_mem_live(), 0);
}

/* ---- Limits ------------------------------------------------------------------------------- */

static void the_rarest_share_the_last_id(void **state)
{
    (void)state;
    enum { MAX = 300 };
    sg_rng rng = check_rng("limit");
    sg_key key[MAX];
    uint32_t id[MAX], limited[MAX];
    const uint64_t rest = sg_key_of(SG_TAG_REST, NULL, 0).key;
    for (int i = 0; i < 500; i++) {
        const size_t n = draw_keys(key, &rng, MAX);
        const uint32_t limit = 1 + sg_rng_below(&rng, 100);
        sg_vocabulary v = {0}, w = {0};
        check_ok(sg_vocabulary_build(&v, id, key, n, "test", NULL, &err));
        check_ok(sg_vocabulary_build(&w, limited, key, n, "test", NULL, &err));
        sg_vocabulary_limit(&w, limited, n, limit);
        const bool cut = v.n_keys > limit;
        assert_int_equal(w.n_keys, cut ? limit : v.n_keys);
        uint64_t total = 0;
        for (uint32_t k = 0; k < w.n_keys; k++) {
            const bool is_rest = cut && k == limit - 1;
            assert_true(w.key[k] == (is_rest ? rest : v.key[k]));
            if (!is_rest) assert_int_equal(w.count[k], v.count[k]);
            total += w.count[k];
        }
        assert_int_equal(total, n);
        for (size_t k = 0; k < n; k++)
            assert_int_equal(limited[k], cut && id[k] >= limit ? limit - 1 : id[k]);
        sg_vocabulary_free(&v);
        sg_vocabulary_free(&w);
    }
}

static void no_limit_changes_nothing(void **state)
{
    (void)state;
    const sg_key key[] = {{1, 1}, {2, 1}, {2, 1}};
    uint32_t id[3];
    sg_vocabulary v = {0};
    check_ok(sg_vocabulary_build(&v, id, key, 3, "test", NULL, &err));
    sg_vocabulary_limit(&v, id, 3, 0);
    sg_vocabulary_limit(&v, id, 3, 2);
    sg_vocabulary_limit(&v, id, 3, UINT32_MAX);
    assert_int_equal(v.n_keys, 2);
    assert_int_equal(v.key[0], 2);
    assert_int_equal(id[0], 1);
    sg_vocabulary_limit(&v, id, 3, 1);
    assert_int_equal(v.n_keys, 1);
    assert_int_equal(v.count[0], 3);
    assert_int_equal(id[0] + id[1] + id[2], 0);
    sg_vocabulary_free(&v);
}

/* ---- Memory ------------------------------------------------------------------------------- */

typedef struct build_case {
    const sg_key *key;
    uint32_t *id;
    size_t n;
    sg_threads *threads;
} build_case;

static sg_status build_once(void *context, sg_error *err)
{
    const build_case *c = context;
    sg_vocabulary v = {0};
    const sg_status status =
        sg_vocabulary_build(&v, c->id, c->key, c->n, "test", c->threads, err);
    if (status != SG_OK) assert_null(v.key);
    if (status != SG_OK) assert_string_equal(err->text, "out of memory");
    sg_vocabulary_free(&v);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    enum { N = 1000 };
    sg_key key[N];
    uint32_t id[N];
    for (uint64_t i = 0; i < N; i++) key[i] = key_number(i);
    build_case alone = {key, id, N, NULL}, together = {key, id, N, NULL};
    check_ok(sg_threads_open(&together.threads, 3, &err));
    assert_true(check_out_of_memory(build_once, &alone) > 5);
    assert_true(check_out_of_memory(build_once, &together) > 16);
    sg_threads_close(together.threads);
}

/* Things are numbers; a signature is one modulo 5, the key is that of its rest. */
static void sign_rests(sg_key *signature, const void *context, size_t begin, size_t end)
{
    const uint64_t *thing = context;
    for (size_t i = begin; i < end; i++)
        signature[i - begin] = (sg_key){thing[i] % 5 + 1000, thing[i] % 5};
}

static sg_status key_of_rest(sg_key *key, void *context, size_t i, sg_error *err)
{
    (void)err;
    const uint64_t *thing = context;
    *key = key_number(thing[i] % 5);
    return SG_OK;
}

static void things_are_asked_once_for_each_signature(void **state)
{
    (void)state;
    enum { N = 700 };
    sg_rng rng = check_rng("things");
    uint64_t thing[N], *check = NULL, *plain_check = NULL;
    uint32_t id[N], plain_id[N];
    sg_key key[N];
    for (size_t i = 0; i < N; i++) {
        thing[i] = sg_rng_below(&rng, 100);
        key[i] = key_number(thing[i] % 5);
    }
    const sg_signed_things things = {sign_rests, key_of_rest, thing, N};
    for (uint32_t n_threads = 1; n_threads < 4; n_threads++) {
        sg_vocabulary v = {0}, plain = {0};
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, n_threads, &err));
        check_ok(sg_vocabulary_of_things(&v, &check, id, &things, "test", threads, &err));
        check_ok(sg_vocabulary_with_checks(&plain, &plain_check, plain_id, key, N, "test",
                                           threads, &err));
        check_vocabulary(&v, id, key, NULL, N);
        assert_memory_equal(id, plain_id, sizeof id);
        for (uint32_t k = 0; k < v.n_keys; k++) assert_true(check[k] == plain_check[k]);
        sg_vocabulary_free(&v);
        sg_vocabulary_free(&plain);
        sg_free(check);
        sg_free(plain_check);
        sg_threads_close(threads);
    }
}

static void an_earlier_error_is_kept(void **state)
{
    (void)state;
    const sg_key key[] = {{1, 1}, {2, 1}};
    uint32_t id[2];
    sg_vocabulary v = {0};
    sg_error err = {.status = SG_EIO, .text = "first"};
    sg_mem_fail_at(0);
    const sg_status status = sg_vocabulary_build(&v, id, key, 2, "test", NULL, &err);
    sg_mem_fail_at(-1);
    assert_int_equal(status, SG_ENOMEM);
    assert_string_equal(err.text, "first");
}

SG_TESTS(cmocka_unit_test(ids_are_by_frequency_then_key),
         cmocka_unit_test(counted_keys_are_added_up), cmocka_unit_test(a_case_by_hand),
         cmocka_unit_test(nothing_has_no_ids),
         cmocka_unit_test(threads_and_order_change_nothing),
         cmocka_unit_test(collisions_are_detected),
         cmocka_unit_test(the_rarest_share_the_last_id),
         cmocka_unit_test(no_limit_changes_nothing),
         cmocka_unit_test(survives_failing_allocations),
         cmocka_unit_test(things_are_asked_once_for_each_signature),
         cmocka_unit_test(an_earlier_error_is_kept))
