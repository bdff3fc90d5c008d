/* test_struct_size.c - structs of older and newer programs. */
#include "base/struct_size.h"
#include "support/check.h"

typedef struct grown {
    size_t struct_size;
    uint64_t first, second, third;
} grown;

static const grown MADE = {sizeof(grown), 1, 2, 3};

static void the_shorter_struct_decides(void **state)
{
    (void)state;
    for (size_t known = 1; known <= 3; known++)
        for (size_t theirs = 1; theirs <= 3; theirs++) {
            grown to = {(theirs + 1) * sizeof(size_t), 7, 7, 7};
            const size_t size = to.struct_size;
            check_ok(sg_struct_give(&to, &MADE, (known + 1) * sizeof(size_t), "to", &err));
            const uint64_t value[3] = {to.first, to.second, to.third};
            assert_int_equal(to.struct_size, size);
            for (size_t i = 0; i < 3; i++)
                assert_int_equal(value[i], i >= theirs ? 7 : i >= known ? 0 : i + 1);
        }
}

static void a_struct_without_size_is_refused(void **state)
{
    (void)state;
    grown to = {0, 7, 7, 7};
    check_fails(sg_struct_give(&to, &MADE, sizeof MADE, "to", &err), SG_EINVAL,
                "to->struct_size: it is 0");
    to.struct_size = sizeof(size_t);
    check_fails(sg_struct_give(&to, &MADE, sizeof MADE, "to", &err), SG_EINVAL,
                "to->struct_size: it is 8");
    assert_int_equal(to.first, 7);
}

SG_TESTS(cmocka_unit_test(the_shorter_struct_decides),
         cmocka_unit_test(a_struct_without_size_is_refused))
