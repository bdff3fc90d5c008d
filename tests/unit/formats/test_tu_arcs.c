/* test_tu_arcs.c - the files of arcs and of the graphs of nodes. */
#include "unit/formats/tu_columns.inc"

/* ---- Arcs ---------------------------------------------------------------------------------- */

static void reads_arcs(void **state)
{
    (void)state;
    const uint32_t expected[] = {0, 1, 1, 0, 11, 344, 0, 0, 1, 0};
    static const char *const forms[] = {
        "1, 2\n2, 1\n12, 345\n1, 1\n2, 1\n", "1,2\n2,1\n12,345\n1,1\n2,1",
        "1, 2\r\n2, 1\r\n12, 345\r\n1, 1\r\n2, 1\r\n", "1 2\n2\t1\n12  345\n1 ,1\n2,\t1\n\n\n",
        " 1, 2\n2, 1 \n+12, 00345\n1,  1\n2, 1\n \n"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) check_arcs(forms[i], 5, expected);
    check_arcs("", 0, NULL);
    check_arcs("\r\n\n", 0, NULL);
    check_arcs("4294967295, 1\n", 1, (uint32_t[]){4294967294, 0});
    check_arcs("1, 4294967295\n", 1, (uint32_t[]){0, 4294967294});
    check_arcs("1, 12345678\n1, 123456789\n", 2, (uint32_t[]){0, 12345677, 0, 123456788});
    check_arcs("12345678, 1\n12345678, 2\n", 2, (uint32_t[]){12345677, 0, 12345677, 1});
}

/* Lists in order take a shorter way than others; where the order ends, nothing may get lost. */
static void reads_arcs_whatever_their_order(void **state)
{
    (void)state;
    sg_rng rng = check_rng("reads_arcs_whatever_their_order");
    for (int round = 0; round < 3000; round++) {
        enum { MOST = 40 };
        uint32_t expected[2 * MOST], u = 0, v = 0;
        const uint32_t n = sg_rng_below(&rng, MOST), step = 1 + sg_rng_below(&rng, 200);
        sg_text text = {0};
        for (uint32_t i = 0; i < n; i++) {
            static const char *const separators[] = {", ", ",", " ", ",  "};
            if (sg_rng_below(&rng, 3) == 0) { /* the next node */
                u += 1 + sg_rng_below(&rng, step);
                v = 0;
            }
            v += 1 + sg_rng_below(&rng, step);
            if (sg_rng_below(&rng, 30) == 0) u = sg_rng_below(&rng, 2000);
            if (sg_rng_below(&rng, 30) == 0) v = sg_rng_below(&rng, 2000);
            if (sg_rng_below(&rng, 60) == 0) u = 5000000 + sg_rng_below(&rng, 99000000);
            expected[2 * i] = u;
            expected[2 * i + 1] = v;
            const uint32_t form = sg_rng_below(&rng, 20);
            check_ok(sg_text_add(&text, &err, "%u%s%u%s", u + 1,
                                 separators[form < 4 ? form : 0], v + 1,
                                 form == 5 ? " \r\n" : "\n"));
        }
        check_arcs(text.data != NULL ? text.data : "", n, expected);
        sg_text_free(&text);
    }
}

static void arcs_join_nodes_of_one_graph(void **state)
{
    (void)state;
    static const uint32_t offset[] = {0, 2, 5};
    for (int ordered = 0; ordered < 2; ordered++) {
        sg_arc_list arcs = {0};
        if (!ordered) check_ok(sg_arc_list_make_pairs(&arcs, &err));
        check_ok(sg_arc_list_add(&arcs, 0, 1, &err));
        check_ok(sg_arc_list_add(&arcs, 3, 4, &err));
        check_ok(sg_tu_check_arcs(&arcs, offset, 2, "x_A.txt", &err));
        check_ok(sg_arc_list_add(&arcs, 4, 1, &err));
        check_fails(sg_tu_check_arcs(&arcs, offset, 2, "x_A.txt", &err), SG_EFORMAT,
                    "x_A.txt:3: nodes 5 and 2 belong to different graphs (2 and 1)");
        arcs.to[2] = 5;
        check_fails(sg_tu_check_arcs(&arcs, offset, 2, "x_A.txt", &err), SG_EFORMAT,
                    "x_A.txt:3: node 6, but there are 5 nodes");
        sg_arc_list_free(&arcs);
    }
}

static void refuses_malformed_arcs(void **state)
{
    (void)state;
    static const char two[] = "two node numbers from 1 to 4294967295 are needed";
    check_refused(ARCS, "1, 2\n0, 1\n", "memory/x.txt:2:1: found \"0\"; two node numbers");
    check_refused(ARCS, "1, 2\n1, 0\n", "memory/x.txt:2:4: found \"0\"");
    check_refused(ARCS, "-1, 2\n", "memory/x.txt:1:1: found \"-1\"");
    check_refused(ARCS, "1, -2\n", "memory/x.txt:1:4: found \"-2\"");
    check_refused(ARCS, "1, 4294967296\n", "memory/x.txt:1:4: found \"4294967296\"");
    check_refused(ARCS, "99999999999999999999, 1\n", "memory/x.txt:1:1: found \"9999");
    check_refused(ARCS, "1, 2\n1\n", "memory/x.txt:2:2: nothing here");
    check_refused(ARCS, "1, 2\n1,\n", "memory/x.txt:2:2: nothing here");
    check_refused(ARCS, "1, 2, 3\n", "memory/x.txt:1:7: found \"3\"");
    check_refused(ARCS, "1, 2,\n", two);
    check_refused(ARCS, "1,,2\n", "memory/x.txt:1:3: nothing here");
    check_refused(ARCS, "a, b\n", "memory/x.txt:1:1: found \"a\"");
    check_refused(ARCS, "1, b\n", "memory/x.txt:1:4: found \"b\"");
    check_refused(ARCS, "1.5, 2\n", "memory/x.txt:1:1: found \"1.5\"");
    check_refused(ARCS, "1-2\n", "memory/x.txt:1:1: found \"1-2\"");
    check_refused(ARCS, "1, 2\n\n2, 1\n", "memory/x.txt:2: an empty line between others");
    check_refused(ARCS, "\n1, 2\n", "memory/x.txt:1: an empty line between others");
    check_refused(ARCS, "1, 2\n1, 3\n1, x\n", "memory/x.txt:3:4: found \"x\"");
    check_refused(ARCS, "1, 2\n3, 4\n3, 0\n", "memory/x.txt:3:4: found \"0\"");
    check_refused_bytes(ARCS, "1,\0002\n", 5, SG_EFORMAT, "memory/x.txt:1:3: found \"?2\"");
}

/* ---- Runs ---------------------------------------------------------------------------------- */

static void check_runs(const char *text, uint32_t n_nodes, size_t n_runs,
                       const sg_node_run *expected)
{
    result r = read_text(RUNS, text);
    assert_int_equal(r.n_nodes, n_nodes);
    assert_int_equal(r.n_rows, n_runs);
    for (size_t i = 0; i < n_runs; i++) {
        assert_int_equal(r.runs[i].graph, expected[i].graph);
        assert_int_equal(r.runs[i].first_node, expected[i].first_node);
    }
    free_result(&r);
}

static void reads_runs(void **state)
{
    (void)state;
    const sg_node_run expected[] = {{0, 0}, {1, 2}, {4, 5}};
    static const char *const forms[] = {"1\n1\n2\n2\n2\n5\n", "1\r\n1\r\n2\r\n2\r\n2\r\n5\r\n",
                                        "1 \n 1\n2\n+2\n002\n5", "1\n1\n2\n2\n2\n5\n\n\n",
                                        "01\n01\n02\n02\n2\n5 \n \n"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        check_runs(forms[i], 6, 3, expected);
    check_runs("", 0, 0, NULL);
    check_runs("\n\n", 0, 0, NULL);
    check_runs("4294967294\n4294967294\n", 2, 1, (sg_node_run[]){{4294967293, 0}});
    check_runs("1234567\n1234567\n12345678\n12345678\n12345678\n", 5, 2,
               (sg_node_run[]){{1234566, 0}, {12345677, 2}});
    check_runs("1\n11\n11\n111\n", 4, 3, (sg_node_run[]){{0, 0}, {10, 1}, {110, 3}});
}

static void refuses_malformed_runs(void **state)
{
    (void)state;
    check_refused(RUNS, "0\n", "memory/x.txt:1:1: found \"0\"; one graph number from 1");
    check_refused(RUNS, "0\n0\n1\n1\n", "memory/x.txt:1:1: found \"0\"");
    check_refused(RUNS, "1\n0\n", "memory/x.txt:2:1: found \"0\"");
    check_refused(RUNS, "1\n-1\n", "memory/x.txt:2:1: found \"-1\"");
    check_refused(RUNS, "1\n4294967295\n", "memory/x.txt:2:1: found \"4294967295\"");
    check_refused(RUNS, "1\n2\n1\n", "memory/x.txt:3: graph 1 after graph 2; nodes must be");
    check_refused(RUNS, "1\n2\n2\n01\n", "memory/x.txt:4: graph 1 after graph 2");
    check_refused(RUNS, "1\n1 1\n", "memory/x.txt:2:3: found \"1\"");
    check_refused(RUNS, "1,2\n", "memory/x.txt:1:3: found \"2\"");
    check_refused(RUNS, "one\n", "memory/x.txt:1:1: found \"one\"");
    check_refused(RUNS, "1\n1.0\n", "memory/x.txt:2:1: found \"1.0\"");
    check_refused(RUNS, "1\n\n1\n", "memory/x.txt:2: an empty line between others");
    check_refused(RUNS, "1\n,\n", "memory/x.txt:2:1: nothing here");
}

SG_TESTS(cmocka_unit_test(reads_arcs), cmocka_unit_test(reads_arcs_whatever_their_order),
         cmocka_unit_test(arcs_join_nodes_of_one_graph),
         cmocka_unit_test(refuses_malformed_arcs), cmocka_unit_test(reads_runs),
         cmocka_unit_test(refuses_malformed_runs))
