/* test_encoder.c - small questions that the encoder's files ask each other. */
#include "layers/encoder/encoder.h"

#include "support/check.h"

static void senders_are_listed_or_all_nodes_in_order(void **state)
{
    (void)state;
    const uint32_t index[3] = {4, 5, 6};
    const uint16_t sender[3] = {7, 0, 65535};
    const sg_pair_row listed = {index, sender, 3, 0}, all = {index, NULL, 3, 0};
    for (uint32_t p = 0; p < 3; p++) {
        assert_int_equal(sg_sender_of(listed, p), sender[p]);
        assert_int_equal(sg_sender_of(all, p), p);
    }
}

static void lanes_hold_states_of_2_to_32_numbers(void **state)
{
    (void)state;
    for (uint32_t k = 0; k <= 70; k++) assert_int_equal(sg_in_lanes(k), k >= 2 && k <= 32);
    assert_false(sg_in_lanes(UINT32_MAX));
}

SG_TESTS(cmocka_unit_test(senders_are_listed_or_all_nodes_in_order),
         cmocka_unit_test(lanes_hold_states_of_2_to_32_numbers))
