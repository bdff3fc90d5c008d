/* test_short_order.c - places of a few numbers against counting the smaller ones one by one. */
#include "invariants/short_order.h"
#include "support/check.h"

static void draw_distinct(int32_t *value, uint32_t n, sg_rng *rng)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = 0;
        value[i] = (int32_t)(uint32_t)sg_rng_next(rng);
        if (i == 0) value[i] = INT32_MIN;
        if (i == 1) value[i] = INT32_MAX;
        while (value[j] != value[i]) j++;
        if (j < i) i--; /* it is there already */
    }
}

static void check_places(const int32_t *place, const int32_t *value, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        int32_t smaller = 0;
        for (uint32_t j = 0; j < n; j++) smaller += value[j] < value[i];
        assert_int_equal(place[i], smaller);
    }
}

static void every_processor_finds_the_places(void **state)
{
    (void)state;
    sg_rng rng = check_rng("places");
    int32_t value[SG_SHORT_ROW] = {0}, place[SG_SHORT_ROW] = {0};
    for (uint32_t n = 0; n <= SG_SHORT_ROW; n++) {
        size_t n_kinds = 0;
        draw_distinct(value, n, &rng);
        sg_short_places(place, value, n);
        check_places(place, value, n);
        while (sg_short_places_variant(n_kinds, place, value, n)) {
            n_kinds++;
            check_places(place, value, n);
            for (uint32_t i = 0; i < SG_SHORT_ROW; i++) place[i] = -1;
        }
        assert_true(n_kinds > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_processor_finds_the_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
