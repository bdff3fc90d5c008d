/* test_structure.c - structural formulas: which strokes and symbols there are, and where. */
#include "draw/structure.h"

#include "support/check.h"

#include <math.h>

/* A regular hexagon with a chain of two atoms at its first corner. */
static sg_point HEXAGON[8];

static sg_layout hexagon(uint32_t n_nodes)
{
    for (int i = 0; i < 6; i++)
        HEXAGON[i] =
            (sg_point){2 + cos(i * 3.14159265358979 / 3), 2 + sin(i * 3.14159265358979 / 3)};
    HEXAGON[6] = (sg_point){4, 2};
    HEXAGON[7] = (sg_point){4.5, 2.866};
    return (sg_layout){.n_nodes = n_nodes, .at = HEXAGON, .width = 5, .height = 4};
}

static const sg_structure_atom CARBON = {.symbol = "C"};

static void an_aromatic_ring(void **state)
{
    (void)state;
    const sg_layout layout = hexagon(6);
    sg_structure_atom atom[6];
    sg_structure_bond bond[6];
    for (uint32_t i = 0; i < 6; i++) {
        atom[i] = CARBON;
        bond[i] = (sg_structure_bond){.from = i, .to = (i + 1) % 6, .look = SG_LOOK_AROMATIC};
    }
    atom[3] = (sg_structure_atom){.symbol = "N", .hydrogens = 1};
    sg_structure s = {0};
    check_ok(sg_structure_draw(&s, &layout, atom, bond, 6, &err));
    assert_int_equal(s.n_strokes, 12);
    assert_int_equal(s.n_symbols, 1); /* carbons are corners */
    assert_int_equal(s.symbol[0].atom, 3);
    assert_int_equal(s.symbol[0].side, SG_SIDE_LEFT);
    uint32_t n_dashed = 0;
    for (size_t i = 0; i < s.n_strokes; i++) {
        const sg_point middle = {(s.stroke[i].from.x + s.stroke[i].to.x) / 2,
                                 (s.stroke[i].from.y + s.stroke[i].to.y) / 2};
        const double apart = hypot(middle.x - 2, middle.y - 2);
        n_dashed += s.stroke[i].is_dashed;
        if (s.stroke[i].is_dashed) assert_true(apart < 0.75); /* inside of the ring */
        assert_true(hypot(s.stroke[i].from.x - 1, s.stroke[i].from.y - 2) >
                    0.2); /* not in the N */
        assert_true(hypot(s.stroke[i].to.x - 1, s.stroke[i].to.y - 2) > 0.2);
    }
    assert_int_equal(n_dashed, 6);
    sg_structure_free(&s);
}

static void bonds_of_a_chain(void **state)
{
    (void)state;
    const sg_layout layout = hexagon(8);
    static const sg_bond_look look[] = {SG_LOOK_SINGLE, SG_LOOK_DOUBLE, SG_LOOK_TRIPLE,
                                        SG_LOOK_QUADRUPLE};
    static const uint32_t n_strokes[] = {1, 2, 3, 4};
    for (int i = 0; i < 4; i++) {
        sg_structure_atom atom[8];
        for (int v = 0; v < 8; v++) atom[v] = CARBON;
        atom[7] = (sg_structure_atom){.symbol = "O", .charge = -1};
        const sg_structure_bond bond = {.from = 6, .to = 7, .look = look[i]};
        sg_structure s = {0};
        check_ok(sg_structure_draw(&s, &layout, atom, &bond, 1, &err));
        assert_int_equal(s.n_strokes, n_strokes[i]);
        assert_int_equal(s.n_symbols, 7); /* six carbons are alone, and the oxygen */
        sg_structure_free(&s);
    }
}

static void symbols_with_hydrogens_and_charges(void **state)
{
    (void)state;
    static const sg_side side[] = {SG_SIDE_RIGHT, SG_SIDE_LEFT, SG_SIDE_ABOVE, SG_SIDE_BELOW};
    const sg_structure_atom atom = {.symbol = "N", .hydrogens = 3, .charge = 1};
    for (int i = 0; i < 4; i++) {
        sg_svg svg = {0};
        sg_svg_begin(&svg, 100, 100, "atom", SG_SVG_ALONE);
        sg_svg_symbol(&svg, (sg_point){50, 50}, 12, &atom, side[i]);
        check_ok(sg_svg_end(&svg, &err));
        assert_non_null(strstr(svg.text.data, ">N<"));
        assert_non_null(strstr(svg.text.data, ">H<"));
        assert_non_null(strstr(svg.text.data, ">3<"));
        assert_non_null(strstr(svg.text.data, ">+<"));
        assert_non_null(strstr(svg.text.data, sg_element_color("N")));
        sg_svg_free(&svg);
    }
    assert_null(sg_element_color("C"));
    assert_non_null(sg_element_color("Xe"));
    assert_string_not_equal(sg_element_color("O"), sg_element_color("N"));
}

/* Letters are beside their center or bond, away from strokes. */
static void letters_of_stereochemistry(void **state)
{
    (void)state;
    const sg_layout layout = hexagon(8);
    sg_structure_atom atom[8];
    sg_structure_bond bond[8];
    for (uint32_t i = 0; i < 8; i++) atom[i] = CARBON;
    for (uint32_t i = 0; i < 6; i++)
        bond[i] = (sg_structure_bond){.from = i, .to = (i + 1) % 6, .look = SG_LOOK_SINGLE};
    atom[0].hand = 'R';
    bond[6] = (sg_structure_bond){.from = 0, .to = 6, .look = SG_LOOK_SINGLE};
    bond[7] = (sg_structure_bond){.from = 6, .to = 7, .look = SG_LOOK_DOUBLE, .geometry = 'E'};
    sg_structure s = {0};
    check_ok(sg_structure_draw(&s, &layout, atom, bond, 8, &err));
    assert_int_equal(s.n_marks, 2);
    const sg_stereo_mark *hand = &s.mark[0], *geometry = &s.mark[1];
    assert_int_equal(hand->letter, 'R');
    assert_true(hand->from == 0 && hand->to == 0);
    check_near(hypot(hand->at.x - 3, hand->at.y - 2), 0.34, 1e-9, 0);
    for (size_t i = 0; i < s.n_strokes; i++) {
        const sg_stroke *stroke = &s.stroke[i];
        for (int k = 0; k <= 10; k++) {
            const double x = stroke->from.x + k * (stroke->to.x - stroke->from.x) / 10,
                         y = stroke->from.y + k * (stroke->to.y - stroke->from.y) / 10;
            assert_true(hypot(x - hand->at.x, y - hand->at.y) > 0.2);
            assert_true(hypot(x - geometry->at.x, y - geometry->at.y) > 0.2);
        }
    }
    assert_int_equal(geometry->letter, 'E');
    assert_true(geometry->from == 6 && geometry->to == 7);
    sg_structure_free(&s);
}

static sg_status draw_ring(void *context, sg_error *err)
{
    (void)context;
    const sg_layout layout = hexagon(6);
    sg_structure_atom atom[6];
    sg_structure_bond bond[6];
    for (uint32_t i = 0; i < 6; i++) {
        atom[i] = CARBON;
        bond[i] = (sg_structure_bond){.from = i, .to = (i + 1) % 6, .look = SG_LOOK_DOUBLE};
    }
    sg_structure s = {0};
    const sg_status status = sg_structure_draw(&s, &layout, atom, bond, 6, err);
    sg_structure_free(&s);
    return status;
}

static void runs_out_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(draw_ring, NULL) > 3);
}

SG_TESTS(cmocka_unit_test(an_aromatic_ring), cmocka_unit_test(bonds_of_a_chain),
         cmocka_unit_test(symbols_with_hydrogens_and_charges),
         cmocka_unit_test(letters_of_stereochemistry), cmocka_unit_test(runs_out_of_memory))
