/* test_kekule.c - matchings against trying everything. */
#include "chem/kekule.h"

#include "chem/elements.h"
#include "support/check.h"

enum { MOST = 11 };

/* Whether atoms `left` (bits) that must, and may, have a partner can be matched: the slow twin. */
static bool can_match(const sg_molecule *m, uint32_t must, uint32_t may)
{
    if (must == 0) return true;
    const uint32_t v = (uint32_t)__builtin_ctz(must);
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        const sg_bond *bond = &m->bond[b];
        if (bond->from != v && bond->to != v) continue;
        const uint32_t u = bond->from == v ? bond->to : bond->from;
        const uint32_t pair = UINT32_C(1) << v | UINT32_C(1) << u;
        if (((must | may) >> u & 1) != 0 && can_match(m, must & ~pair, may & ~pair))
            return true;
    }
    return false;
}

/* Carbons that need a double bond, [cH-] that must not have one, and boron that may. */
static void random_molecule(sg_molecule *m, uint32_t *must, uint32_t *may, sg_rng *rng)
{
    const uint32_t n = 2 + sg_rng_below(rng, MOST - 1);
    *must = *may = 0;
    m->n_atoms = n;
    m->n_bonds = 0;
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t kind = sg_rng_below(rng, 8);
        m->atom[v] = (sg_atom){.element = kind == 1 ? SG_ELEMENT_B : SG_ELEMENT_C,
                               .is_aromatic = true,
                               .in_brackets = true};
    }
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = 0; v < u; v++)
            if (sg_rng_below(rng, 100) < 28)
                m->bond[m->n_bonds++] = (sg_bond){.from = v, .to = u, .kind = SG_BOND_AROMATIC};
    for (uint32_t v = 0; v < n; v++) {
        uint32_t degree = 0;
        for (uint32_t b = 0; b < m->n_bonds; b++)
            degree += m->bond[b].from == v || m->bond[b].to == v;
        if (m->atom[v].element == SG_ELEMENT_B)
            *may |= UINT32_C(1) << v;
        else if (degree <= 3)
            *must |= UINT32_C(1) << v;
    }
}

/* Whether v and u can be partners, beside partners for all of `must`. */
static bool can_pair(const sg_molecule *m, uint32_t must, uint32_t may, uint32_t v, uint32_t u)
{
    const uint32_t pair = UINT32_C(1) << v | UINT32_C(1) << u;
    return can_match(m, must & ~pair, may & ~pair);
}

/* The first neighbor of v that can be its partner; those of `must` first. */
static uint32_t first_partner(const sg_molecule *m, uint32_t must, uint32_t may, uint32_t v)
{
    for (int round = 0; round < 2; round++)
        for (uint32_t b = 0; b < m->n_bonds; b++) {
            const sg_bond *bond = &m->bond[b];
            if (bond->from != v && bond->to != v) continue;
            const uint32_t u = bond->from == v ? bond->to : bond->from;
            if (((round == 0 ? must : may) >> u & 1) != 0 && can_pair(m, must, may, v, u))
                return u;
        }
    fail_msg("atom %u has no partner", v);
    return v;
}

/* Of all matchings it is the first. */
static void check_first(const sg_molecule *m, uint32_t must, uint32_t may)
{
    while (must != 0) {
        const uint32_t v = (uint32_t)__builtin_ctz(must), u = first_partner(m, must, may, v);
        uint32_t b = 0;
        while (m->bond[b].from + m->bond[b].to != v + u ||
               (m->bond[b].from != v && m->bond[b].to != v))
            b++;
        assert_int_equal(m->bond[b].order, 2);
        must &= ~(UINT32_C(1) << v | UINT32_C(1) << u);
        may &= ~(UINT32_C(1) << u);
    }
}

static void check_orders(const sg_molecule *m, uint32_t must, uint32_t may)
{
    uint32_t seen = 0;
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        const sg_bond *bond = &m->bond[b];
        const uint32_t pair = UINT32_C(1) << bond->from | UINT32_C(1) << bond->to;
        if (bond->order != 2) continue;
        assert_int_equal(seen & pair, 0);
        assert_int_equal(pair & ~(must | may), 0);
        seen |= pair;
    }
    assert_int_equal(must & ~seen, 0);
}

static void agrees_with_trying_everything(void **state)
{
    (void)state;
    sg_atom atom[MOST + 1];
    sg_bond bond[MOST * MOST];
    sg_molecule m = {.atom = atom, .bond = bond};
    sg_rng rng = check_rng("agrees_with_trying_everything");
    int n_possible = 0, n_impossible = 0;
    for (int i = 0; i < 20000; i++) {
        uint32_t must = 0, may = 0, stuck = UINT32_MAX;
        random_molecule(&m, &must, &may, &rng);
        const bool possible = can_match(&m, must, may);
        const sg_status status = sg_molecule_kekulize(&stuck, &m, SG_KEKULE_BY_ELEMENT, NULL);
        assert_int_equal(status, possible ? SG_OK : SG_EFORMAT);
        if (possible) {
            check_orders(&m, must, may);
            check_first(&m, must, may);
        } else {
            assert_true(must >> stuck & 1);
        }
        possible ? n_possible++ : n_impossible++;
    }
    assert_true(n_possible > 1000 && n_impossible > 1000);
    m.atom = NULL;
    m.bond = NULL;
    sg_molecule_free(&m);
}

/* A bond is on a cycle if its ends are joined without it. */
static bool is_on_cycle(const sg_molecule *m, uint32_t without)
{
    uint32_t reached = UINT32_C(1) << m->bond[without].from;
    for (uint32_t round = 0; round < m->n_atoms; round++)
        for (uint32_t b = 0; b < m->n_bonds; b++) {
            const uint32_t pair = UINT32_C(1) << m->bond[b].from | UINT32_C(1) << m->bond[b].to;
            if (b != without && (reached & pair) != 0) reached |= pair;
        }
    return (reached >> m->bond[without].to & 1) != 0;
}

static void finds_bridges(void **state)
{
    (void)state;
    sg_atom atom[MOST + 1];
    sg_bond bond[MOST * MOST];
    sg_molecule m = {.atom = atom, .bond = bond};
    sg_rng rng = check_rng("finds_bridges");
    for (int i = 0; i < 3000; i++) {
        uint32_t must = 0, may = 0;
        bool expected[MOST * MOST];
        random_molecule(&m, &must, &may, &rng);
        for (uint32_t b = 0; b < m.n_bonds; b++) m.bond[b].kind = SG_BOND_UNSAID;
        for (uint32_t b = 0; b < m.n_bonds; b++) expected[b] = is_on_cycle(&m, b);
        check_ok(sg_molecule_find_aromatic_bonds(&m, &err));
        for (uint32_t b = 0; b < m.n_bonds; b++)
            assert_int_equal(m.bond[b].kind, expected[b] ? SG_BOND_AROMATIC : SG_BOND_SINGLE);
    }
    m.atom = NULL;
    m.bond = NULL;
    sg_molecule_free(&m);
}

SG_TESTS(cmocka_unit_test(agrees_with_trying_everything), cmocka_unit_test(finds_bridges))
