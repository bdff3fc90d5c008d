/* test_cluster.c - messages among ranks that are threads of this process. */
#include "cluster/cluster.h"
#include "cluster/rank_shards.h"

#include "support/check.h"
#include "support/fake_ranks.h"

enum { MOST = 9 };

/* What every rank found, for the thread of the test to look at. */
typedef struct findings {
    bool good[MOST];
    uint32_t failing; /* the rank that has a failure of its own; MOST: none, MOST + 1: all */
    sg_status status[MOST];
    char text[MOST][200];
} findings;

static void check_all(const findings *f, uint32_t n)
{
    for (uint32_t r = 0; r < n; r++)
        if (!f->good[r]) fail_msg("rank %u of %u", r, n);
}

static void hear_rank_0(sg_cluster *cluster, void *context)
{
    findings *f = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    sg_text text = {0};
    f->good[rank] = true;
    for (int round = 0; round < 3; round++) {
        char wanted[40];
        (void)snprintf(wanted, sizeof wanted, "round %d", round);
        text.size = 0;
        (void)sg_text_add(&text, NULL, "%s", rank == 0 ? wanted : "another text");
        sg_cluster_broadcast(cluster, &text);
        f->good[rank] =
            f->good[rank] && text.size == strlen(wanted) && strcmp(text.data, wanted) == 0;
    }
    sg_text_free(&text);
}

static void all_ranks_hear_rank_0(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= MOST; n++) {
        findings f = {0};
        run_ranks(n, hear_rank_0, &f);
        check_all(&f, n);
    }
}

static void tell_rank_0(sg_cluster *cluster, void *context)
{
    findings *f = context;
    const uint32_t rank = sg_cluster_rank(cluster), size = sg_cluster_size(cluster);
    sg_text all[MOST] = {{0}};
    char bytes[MOST];
    memset(bytes, (int)rank, sizeof bytes);
    sg_cluster_gather(rank == 0 ? all : NULL, cluster, bytes, rank);
    f->good[rank] = true;
    for (uint32_t r = 0; rank == 0 && r < size; r++) {
        f->good[0] =
            f->good[0] && all[r].size == r && (r == 0 || all[r].data[r - 1] == (char)r);
        sg_text_free(&all[r]);
    }
}

static void rank_0_hears_all_ranks(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= MOST; n++) {
        findings f = {0};
        run_ranks(n, tell_rank_0, &f);
        check_all(&f, n);
    }
}

/* Ranks 0 and 1 exchange, and take what others send in any order. */
static void send_and_take(sg_cluster *cluster, void *context)
{
    findings *f = context;
    const uint32_t rank = sg_cluster_rank(cluster), size = sg_cluster_size(cluster);
    const uint64_t own = rank;
    uint64_t other = UINT64_MAX, sum = 0;
    uint32_t from = 0, n = 0;
    sg_text text = {0};
    if (rank < 2) {
        sg_cluster_exchange(&other, sizeof other, cluster, 1 - rank, &own, sizeof own);
        f->good[rank] = other == 1 - rank;
    } else {
        f->good[rank] = true;
        sg_cluster_send(cluster, 0, &own, sizeof own);
    }
    while (rank == 0 && n < size - 2) {
        if (!sg_cluster_take(&text, &from, cluster)) continue;
        memcpy(&other, text.data, sizeof other);
        f->good[0] = f->good[0] && other == from;
        sum += other;
        n++;
    }
    if (rank == 0)
        f->good[0] = f->good[0] && sum == (uint64_t)size * (size - 1) / 2 - 1 &&
                     !sg_cluster_take(&text, &from, cluster);
    sg_text_free(&text);
}

static void messages_are_exchanged_and_taken(void **state)
{
    (void)state;
    for (uint32_t n = 2; n <= MOST; n++) {
        findings f = {0};
        run_ranks(n, send_and_take, &f);
        check_all(&f, n);
    }
}

static void agree(sg_cluster *cluster, void *context)
{
    findings *f = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    sg_error err = {0};
    sg_status own = SG_OK;
    if (f->failing == rank || f->failing == MOST + 1)
        own = sg_error_set(&err, SG_EIO, SG_WHERE, "the disk is full");
    f->status[rank] = rank % 2 == 0 ? sg_cluster_agree(cluster, own, &err)
                                    : sg_cluster_settle(cluster, own, &err);
    f->good[rank] = sg_cluster_has_failed(cluster) == (f->failing != MOST);
    memcpy(f->text[rank], err.text, sizeof f->text[rank]);
    f->text[rank][sizeof f->text[rank] - 1] = '\0';
}

static void all_ranks_know_of_a_failure(void **state)
{
    (void)state;
    const uint32_t n = 4, failing[] = {0, 2, MOST, MOST + 1};
    const char *const text[] = {"the disk is full", "rank 2 of 4: the disk is full", "",
                                "the disk is full"};
    for (size_t i = 0; i < 4; i++) {
        findings f = {.failing = failing[i]};
        run_ranks(n, agree, &f);
        check_all(&f, n);
        for (uint32_t r = 0; r < n; r++) {
            assert_int_equal(f.status[r], failing[i] == MOST ? SG_OK : SG_EIO);
            assert_string_equal(f.text[r], text[i]);
        }
    }
}

static void compare(sg_cluster *cluster, void *context)
{
    findings *f = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    sg_error err = {0};
    f->status[rank] =
        sg_cluster_same(cluster, rank == f->failing ? 7 : 5, "reads other data", &err);
    memcpy(f->text[rank], err.text, sizeof f->text[rank]);
    f->text[rank][sizeof f->text[rank] - 1] = '\0';
}

static void different_ranks_are_refused(void **state)
{
    (void)state;
    findings f = {.failing = 1};
    run_ranks(3, compare, &f);
    for (uint32_t r = 0; r < 3; r++) {
        assert_int_equal(f.status[r], SG_EINVAL);
        assert_string_equal(f.text[r], "rank 1 of 3: it reads other data than rank 0");
    }
    f = (findings){.failing = MOST};
    run_ranks(3, compare, &f);
    for (uint32_t r = 0; r < 3; r++) assert_int_equal(f.status[r], SG_OK);
}

static void one_process_needs_no_others(void **state)
{
    (void)state;
    sg_text text = {0}, all[1] = {{0}};
    uint32_t from = 0;
    sg_error failure = {0};
    assert_true(sg_cluster_is_first(NULL));
    assert_int_equal(sg_cluster_rank(NULL), 0);
    assert_int_equal(sg_cluster_size(NULL), 1);
    assert_true(sg_cluster_threads(NULL) >= 1);
    check_ok(sg_text_add(&text, &err, "alone"));
    sg_cluster_broadcast(NULL, &text);
    sg_cluster_gather(all, NULL, "ab", 2);
    assert_string_equal(text.data, "alone");
    assert_string_equal(all[0].data, "ab");
    assert_false(sg_cluster_take(&text, &from, NULL));
    assert_int_equal(sg_cluster_agree(NULL, SG_EIO, &failure), SG_EIO);
    assert_int_equal(sg_cluster_same(NULL, 5, "differs", &failure), SG_OK);
    assert_false(sg_cluster_has_failed(NULL));
    sg_cluster_abort(NULL);
    sg_text_free(&text);
    sg_text_free(&all[0]);
}

/* A message may be received from a rank while others wait. */
static void receive_in_order(sg_cluster *cluster, void *context)
{
    findings *f = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    sg_text text = {0};
    f->good[rank] = true;
    if (rank > 0) sg_cluster_send(cluster, 0, &rank, sizeof rank);
    for (uint32_t r = sg_cluster_size(cluster) - 1; rank == 0 && r > 0; r--) {
        sg_cluster_receive(&text, cluster, r);
        f->good[0] = f->good[0] && memcmp(text.data, &r, sizeof r) == 0;
    }
    sg_text_free(&text);
}

static void a_rank_is_waited_for(void **state)
{
    (void)state;
    findings f = {0};
    run_ranks(5, receive_in_order, &f);
    check_all(&f, 5);
}

/* Rank r has r numbers of an array. */
static void gather_numbers(sg_cluster *cluster, void *context)
{
    findings *f = context;
    const uint32_t rank = sg_cluster_rank(cluster), size = sg_cluster_size(cluster);
    uint32_t number[MOST * MOST] = {0}, n = 0;
    size_t begin[MOST + 1] = {0};
    bool met[MOST] = {false};
    for (uint32_t r = 0; r < size; r++) begin[r + 1] = begin[r] + r * sizeof *number;
    for (uint32_t i = 0; i < rank; i++) number[begin[rank] / sizeof *number + i] = 100 + rank;
    sg_rank_gather(number, cluster, begin);
    f->good[rank] = true;
    for (uint32_t r = 0; r < size; r++)
        for (uint32_t i = 0; i < r; i++, n++)
            f->good[rank] = f->good[rank] && number[n] == 100 + r;
    for (uint32_t round = 0; round < size; round++) met[sg_rank_partner(cluster, round)] = true;
    for (uint32_t r = 0; r < size; r++) f->good[rank] = f->good[rank] && met[r];
}

static void all_ranks_get_all_of_an_array(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= MOST; n++) {
        findings f = {0};
        run_ranks(n, gather_numbers, &f);
        check_all(&f, n);
    }
}

/* Two messages to every other rank, which arrive in their order while everybody computes. */
static void begin_messages(sg_cluster *cluster, void *context)
{
    findings *f = context;
    const uint32_t rank = sg_cluster_rank(cluster), size = sg_cluster_size(cluster);
    uint32_t out[MOST][2] = {{0}}, in[MOST][2] = {{0}};
    f->good[rank] = true;
    for (int again = 0; again < 3; again++) {
        for (uint32_t r = 0; r < size; r++) {
            for (uint32_t k = 0; k < 2 && r != rank; k++) {
                out[r][k] = 100 * rank + 10 * r + k;
                sg_cluster_begin_receive(cluster, r, &in[r][k], sizeof in[r][k]);
                sg_cluster_begin_send(cluster, r, &out[r][k], sizeof out[r][k]);
                sg_cluster_go_on(cluster);
            }
        }
        if (size > 1) sg_cluster_finish(cluster);
        for (uint32_t r = 0; r < size; r++)
            for (uint32_t k = 0; k < 2 && r != rank; k++)
                f->good[rank] = f->good[rank] && in[r][k] == 100 * r + 10 * rank + k;
    }
}

static void messages_move_while_ranks_compute(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= MOST; n++) {
        findings f = {0};
        run_ranks(n, begin_messages, &f);
        check_all(&f, n);
    }
}

SG_TESTS(cmocka_unit_test(messages_move_while_ranks_compute),
         cmocka_unit_test(all_ranks_get_all_of_an_array),
         cmocka_unit_test(all_ranks_hear_rank_0), cmocka_unit_test(rank_0_hears_all_ranks),
         cmocka_unit_test(messages_are_exchanged_and_taken),
         cmocka_unit_test(all_ranks_know_of_a_failure),
         cmocka_unit_test(different_ranks_are_refused),
         cmocka_unit_test(one_process_needs_no_others), cmocka_unit_test(a_rank_is_waited_for))
