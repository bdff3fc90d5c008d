/* test_path_states.c - what shortest paths have in common, step by step. */
#include "invariants/properties/path_states.h"

#include "support/check.h"

static sg_path_states prepare(uint32_t n_kinds, sg_scratch *scratch)
{
    sg_path_states states = {0};
    check_ok(sg_path_states_prepare(&states, n_kinds, 3, scratch, &err));
    return states;
}

static uint32_t step(sg_path_states *states, uint32_t from, uint32_t kind)
{
    uint32_t to = UINT32_MAX;
    check_ok(sg_path_states_step(&to, states, from, kind, &err));
    return to;
}

static void check_words(const sg_path_states *states, uint32_t s, uint32_t n,
                        const uint64_t *expected)
{
    assert_int_equal(states->state[s].n_words, n);
    assert_memory_equal(states->state[s].word, expected, n * sizeof *expected);
}

static void a_step_adds_an_edge(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    sg_path_states states = prepare(8, &scratch);
    assert_int_equal(states.n_states, 1);
    check_words(&states, SG_PATH_START, 2, (uint64_t[]){0, 1});
    const uint32_t one = step(&states, SG_PATH_START, 1), two = step(&states, one, 6);
    check_words(&states, one, 4, (uint64_t[]){1, 1, 1, 1});
    check_words(&states, two, 6, (uint64_t[]){2, 1, 1, 1, 6, 1});
    assert_int_equal(states.state[two].value, UINT32_MAX); /* for the caller */
    /* The order of the edges does not matter, and known steps are not new. */
    assert_int_equal(step(&states, step(&states, SG_PATH_START, 6), 1), two);
    const uint32_t n = states.n_states;
    assert_int_equal(step(&states, one, 6), two);
    assert_int_equal(step(&states, SG_PATH_START, 1), one);
    assert_int_equal(states.n_states, n);
    check_words(&states, step(&states, one, 1), 4, (uint64_t[]){2, 1, 1, 2});
    sg_scratch_free(&scratch);
}

static void paths_meet(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    sg_path_states states = prepare(3, &scratch);
    const uint32_t a = step(&states, SG_PATH_START, 0), b = step(&states, SG_PATH_START, 2);
    uint32_t met = 0, other = 0, alone = 0;
    /* A square with edges of kinds 0, 1 on one side and 2, 0 on the other. */
    check_ok(sg_path_states_join(&states, a, 1, &err));
    check_ok(sg_path_states_join(&states, b, 0, &err));
    check_ok(sg_path_states_joined(&met, &states, &err));
    check_words(&states, met, 8, (uint64_t[]){2, 2, 0, 2, 1, 1, 2, 1});
    check_ok(sg_path_states_join(&states, b, 0, &err)); /* in the other order */
    check_ok(sg_path_states_join(&states, a, 1, &err));
    check_ok(sg_path_states_joined(&other, &states, &err));
    assert_int_equal(met, other);
    check_ok(sg_path_states_join(&states, a, 1, &err)); /* one way is a step */
    check_ok(sg_path_states_joined(&alone, &states, &err));
    assert_int_equal(alone, step(&states, a, 1));
    /* All paths go on: two more edges of kind 1 on two paths. */
    check_words(&states, step(&states, met, 1), 8, (uint64_t[]){3, 2, 0, 2, 1, 3, 2, 1});
    sg_scratch_free(&scratch);
}

static void kinds_may_not_matter(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    sg_path_states states = prepare(0, &scratch);
    const uint32_t one = step(&states, SG_PATH_START, 0);
    check_words(&states, one, 2, (uint64_t[]){1, 1});
    check_words(&states, step(&states, one, 0), 2, (uint64_t[]){2, 1});
    sg_scratch_free(&scratch);
}

static void there_may_be_many_states(void **state)
{
    (void)state;
    enum { N = 900 };
    sg_scratch scratch = {0};
    sg_path_states states = prepare(N, &scratch);
    uint32_t first[N];
    for (uint32_t k = 0; k < N; k++) {
        first[k] = step(&states, SG_PATH_START, k);
        assert_int_equal(first[k], k + 1); /* each is new */
    }
    for (uint32_t k = 0; k < N; k++) {
        assert_int_equal(step(&states, SG_PATH_START, k), first[k]);
        check_words(&states, first[k], 4, (uint64_t[]){1, 1, k, 1});
    }
    assert_int_equal(states.n_states, N + 1);
    sg_scratch_free(&scratch);
}

static void counts_end_at_2_to_the_64(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    sg_path_states states = prepare(1, &scratch);
    uint32_t at = step(&states, SG_PATH_START, 0);
    /* Two edges side by side again and again: 2^n paths, each of n + 1 edges. */
    for (int i = 0; i < 58; i++) {
        check_ok(sg_path_states_join(&states, at, 0, &err));
        check_ok(sg_path_states_join(&states, at, 0, &err));
        check_ok(sg_path_states_joined(&at, &states, &err));
    }
    check_words(&states, at, 4,
                (uint64_t[]){59, (uint64_t)1 << 58, 0, 59 * ((uint64_t)1 << 58)});
    check_ok(sg_path_states_join(&states, at, 0, &err));
    check_fails(sg_path_states_join(&states, at, 0, &err), SG_ELIMIT,
                "graph 3 has 2^64 or more shortest paths between two nodes");
    sg_scratch_free(&scratch);
}

static sg_status take_steps(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    sg_scratch scratch = {0};
    sg_path_states states = {0};
    uint32_t to = 0;
    SG_TRY(sg_path_states_prepare(&states, 3000, 0, &scratch, err));
    for (uint32_t k = 0; k < 3000; k++)
        SG_TRY(sg_path_states_step(&to, &states, SG_PATH_START, k, err));
    SG_TRY(sg_path_states_join(&states, to, 1, err));
    SG_TRY(sg_path_states_joined(&to, &states, err));
done:
    sg_scratch_free(&scratch);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(take_steps, NULL) > 1);
}

SG_TESTS(cmocka_unit_test(a_step_adds_an_edge), cmocka_unit_test(paths_meet),
         cmocka_unit_test(kinds_may_not_matter), cmocka_unit_test(there_may_be_many_states),
         cmocka_unit_test(counts_end_at_2_to_the_64), cmocka_unit_test(memory_may_run_out))
