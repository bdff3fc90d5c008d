/* test_read_ahead.c - the thread that reads ahead gives the same bytes and the same errors. */
#include "text/read_ahead.h"

#include "base/mem.h"
#include "support/check.h"

/* A source of bytes 0, 1, 2, ..., that may fail where it should end. */
typedef struct counter {
    size_t position, size;
    size_t most; /* bytes given at a time */
    bool fails;
} counter;

static sg_status count_up(size_t *n, void *context, void *buffer, size_t room, sg_error *err)
{
    counter *c = context;
    const size_t left = c->size - c->position, most = room < c->most ? room : c->most;
    if (left == 0 && c->fails)
        return sg_error_set(err, SG_EFORMAT, SG_WHERE, "counter: broken at %zu", c->position);
    *n = left < most ? left : most;
    for (size_t i = 0; i < *n; i++)
        ((unsigned char *)buffer)[i] = (unsigned char)((c->position + i) * 7 % 251);
    c->position += *n;
    return SG_OK;
}

/* Read all bytes in steps of `step`; returns what the end was like. */
static sg_status read_all(size_t *total, counter *c, size_t step, sg_error *err)
{
    sg_read_ahead *ahead = NULL;
    unsigned char buffer[1000];
    sg_status status = sg_read_ahead_open(&ahead, count_up, c, err);
    size_t n = 1;
    *total = 0;
    while (status == SG_OK && n > 0) {
        status = sg_read_ahead_next(&n, ahead, buffer, step, err);
        for (size_t i = 0; i < n; i++) assert_int_equal(buffer[i], (*total + i) * 7 % 251);
        *total += n;
    }
    if (ahead != NULL) { /* the end stays the end */
        n = 1;
        assert_int_equal(sg_read_ahead_next(&n, ahead, buffer, step, NULL), status);
        assert_int_equal(n, 0);
    }
    sg_read_ahead_close(ahead);
    return status;
}

static void gives_all_bytes_in_order(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 524287, 524288, 524289, 3000000};
    static const size_t steps[] = {17, 1000};
    for (size_t i = 0; i < 6; i++)
        for (size_t k = 0; k < 4; k++) {
            counter c = {.size = sizes[i], .most = k % 2 == 0 ? 5000 : 1 << 20};
            size_t total = 0;
            check_ok(read_all(&total, &c, steps[k / 2], &err));
            assert_int_equal(total, sizes[i]);
        }
}

static void reports_an_error_behind_the_bytes_before_it(void **state)
{
    (void)state;
    counter none = {.size = 0, .most = 100, .fails = true};
    counter some = {.size = 300000, .most = 1 << 20, .fails = true};
    size_t total = 7;
    check_fails(read_all(&total, &none, 100, &err), SG_EFORMAT, "counter: broken at 0");
    assert_int_equal(total, 0);
    check_fails(read_all(&total, &some, 1000, &err), SG_EFORMAT, "counter: broken at 300000");
    assert_int_equal(total, 300000);
}

static void may_be_closed_at_any_time(void **state)
{
    (void)state;
    for (size_t n_reads = 0; n_reads < 50; n_reads++) {
        counter c = {.size = 10000000, .most = 1 << 20};
        sg_read_ahead *ahead = NULL;
        char buffer[100000];
        size_t n = 0;
        check_ok(sg_read_ahead_open(&ahead, count_up, &c, &err));
        for (size_t i = 0; i < n_reads; i++)
            check_ok(sg_read_ahead_next(&n, ahead, buffer, sizeof buffer, &err));
        sg_read_ahead_close(ahead);
    }
    sg_read_ahead_close(NULL);
}

static sg_status open_and_read(void *context, sg_error *err)
{
    counter c = {.size = 1000, .most = 100};
    size_t total = 0;
    (void)context;
    return read_all(&total, &c, 100, err);
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    assert_int_equal(check_out_of_memory(open_and_read, NULL), 1);
}

SG_TESTS(cmocka_unit_test(gives_all_bytes_in_order),
         cmocka_unit_test(reports_an_error_behind_the_bytes_before_it),
         cmocka_unit_test(may_be_closed_at_any_time), cmocka_unit_test(survives_lack_of_memory))
