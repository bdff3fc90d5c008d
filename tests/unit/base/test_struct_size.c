/* test_struct_size.c - structs of programs that were compiled with other versions. */
#include "base/struct_size.h"

#include "support/check.h"

#include <string.h>

/* A struct in three versions of the library; ours is the second one. */
typedef struct first_version {
    size_t struct_size;
    uint32_t a;
    uint32_t b;
} first_version;

typedef struct second_version {
    size_t struct_size;
    uint32_t a;
    uint32_t b;
    double c;
} second_version;

typedef struct third_version {
    size_t struct_size;
    uint32_t a;
    uint32_t b;
    double c;
    const char *d;
} third_version;

/* What public functions begin with. */
static sg_status take(second_version *out, const void *options, sg_error *err)
{
    second_version own;
    SG_TAKE_OPTIONS(own, options, b);
    *out = own;
    return SG_OK;
}

static sg_status give(second_version *result, sg_error *err)
{
    const second_version made = {.a = 1, .b = 2, .c = 3};
    SG_REQUIRE_RESULT(result, b);
    sg_struct_write(result, &made, sizeof made);
    return SG_OK;
}

static void reads_what_the_caller_has(void **state)
{
    (void)state;
    second_version own = {.c = 7};
    check_ok(take(&own, &(first_version){sizeof(first_version), 1, 2}, &err));
    assert_int_equal(own.struct_size, sizeof own);
    assert_true(own.a == 1 && own.b == 2 && own.c == 0);
    check_ok(take(&own, &(second_version){sizeof own, 3, 4, 5}, &err));
    assert_true(own.a == 3 && own.b == 4 && own.c == 5);
    check_ok(take(&own, &(third_version){sizeof(third_version), 6, 7, 8, NULL}, &err));
    assert_int_equal(own.struct_size, sizeof own);
    assert_true(own.a == 6 && own.b == 7 && own.c == 8);
    check_ok(take(&own, NULL, &err));
    assert_int_equal(own.struct_size, sizeof own);
    assert_true(own.a == 0 && own.b == 0 && own.c == 0);
}

static void writes_what_the_caller_has(void **state)
{
    (void)state;
    union {
        second_version known;
        struct {
            first_version old;
            unsigned char behind[sizeof(double)];
        } small;
        third_version large;
    } x;
    memset(&x, 0x77, sizeof x);
    x.known.struct_size = sizeof(first_version);
    check_ok(give(&x.known, &err));
    assert_int_equal(x.small.old.struct_size, sizeof(first_version));
    assert_true(x.small.old.a == 1 && x.small.old.b == 2);
    for (size_t i = 0; i < sizeof x.small.behind; i++)
        assert_int_equal(x.small.behind[i], 0x77);
    x.large = (third_version){.struct_size = sizeof x.large};
    check_ok(give(&x.known, &err));
    assert_int_equal(x.large.struct_size, sizeof x.large);
    assert_true(x.large.a == 1 && x.large.b == 2 && x.large.c == 3 && x.large.d == NULL);
    sg_struct_write(NULL, &x, sizeof x);
}

/* Sizes that cannot be; both ways refuse them by the argument's name. */
static void refuses_other_sizes(void **state)
{
    (void)state;
    static const size_t bad[] = {0, sizeof(size_t), sizeof(first_version) - 1, SIZE_MAX};
    second_version own = {.c = 7};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        second_version x = {.struct_size = bad[i]};
        check_fails(take(&own, &x, &err), SG_EINVAL, "options->struct_size: ");
        check_fails(give(&x, &err), SG_EINVAL, "result->struct_size: ");
    }
    third_version later = {.struct_size = sizeof later, .d = "not known"};
    check_fails(take(&own, &later, &err), SG_EINVAL, "options->struct_size: 32; this library");
    check_ok(give((second_version *)(void *)&later, &err)); /* what is behind a result stays */
    assert_string_equal(later.d, "not known");
    check_fails(give(NULL, &err), SG_EINVAL, "result: it is NULL");
    check_fails(sg_struct_check(NULL, 24, 16, "it", &err), SG_EINVAL, "it: it is NULL");
    assert_true(own.c == 7);
}

/* What SG_TAKE_OPTIONS calls; here the caller says how much it knows. */
static void reading_fills_all_that_is_known(void **state)
{
    (void)state;
    const first_version old = {sizeof old, 1, 2};
    const size_t known = sizeof(second_version);
    second_version own;
    memset(&own, 0x77, sizeof own);
    check_ok(sg_struct_read(&own, known, sizeof old, &old, "it", &err));
    assert_true(own.struct_size == known && own.a == 1 && own.b == 2 && own.c == 0);
    memset(&own, 0x77, sizeof own);
    check_ok(sg_struct_read(&own, known, sizeof old, NULL, "it", &err));
    assert_true(own.struct_size == known && own.a == 0 && own.b == 0 && own.c == 0);
    own.c = 7;
    check_fails(sg_struct_read(&own, known, sizeof old + 1, &old, "it", &err), SG_EINVAL,
                "it->struct_size: 16; set it to the sizeof of the struct, which is 24");
    assert_true(own.c == 7);
}

SG_TESTS(cmocka_unit_test(reading_fills_all_that_is_known),
         cmocka_unit_test(reads_what_the_caller_has),
         cmocka_unit_test(writes_what_the_caller_has), cmocka_unit_test(refuses_other_sizes))
