/* test_tu_columns.c - every kind of column, in every form that is allowed and many that are not. */
#include "unit/formats/tu_columns.inc"

/* ---- Labels -------------------------------------------------------------------------------- */

static void check_labels(const char *text, size_t n_rows, uint32_t n_columns,
                         const int32_t *expected)
{
    result r = read_text(LABELS, text);
    assert_int_equal(r.n_rows, n_rows);
    assert_int_equal(r.labels.n_columns, n_columns);
    if (n_columns == 0) assert_null(r.labels.value);
    for (size_t i = 0; i < n_rows * n_columns; i++)
        assert_int_equal(r.labels.value[i], expected[i]);
    free_result(&r);
}

static void reads_labels(void **state)
{
    (void)state;
    const int32_t three[] = {1, 2, 3};
    static const char *const forms[] = {
        "1\n2\n3\n",  "1\n2\n3",       "1\r\n2\r\n3\r\n",  "1\r\n2\r\n3",  "1 \n2\t\n3  \r\n",
        " 1\n\t2\n3", "1\n2\n3\n\n\n", "1\n2\n3\n \n\r\n", "+1\n002\n3\n", "1\n2\n3\n\t"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        check_labels(forms[i], 3, 1, three);
    check_labels("-1\n0\n2147483647\n-2147483648\n", 4, 1,
                 (int32_t[]){-1, 0, INT32_MAX, INT32_MIN});
    check_labels("1234567\n12345678\n123456789\n", 3, 1,
                 (int32_t[]){1234567, 12345678, 123456789});
    check_labels("", 0, 0, NULL);
    check_labels("\n", 0, 0, NULL);
    check_labels("\n \r\n\n", 0, 0, NULL);
}

static void reads_labels_of_several_columns(void **state)
{
    (void)state;
    const int32_t expected[] = {1, -2, 3, 4, 5, 6};
    static const char *const forms[] = {"1,-2,3\n4,5,6\n", "1, -2, 3\r\n4, 5, 6\r\n",
                                        "1 -2 3\n4 5 6", "1\t-2\t3\n4\t5\t6\n",
                                        " 1 , -2 , 3 \n 4 ,5,  6\n\n"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        check_labels(forms[i], 2, 3, expected);
}

static void refuses_malformed_labels(void **state)
{
    (void)state;
    check_refused(LABELS, "1\n2\nx\n", "memory/x.txt:3:1: found \"x\"; a whole number");
    check_refused(LABELS, "1\n2.5\n", "memory/x.txt:2:1: found \"2.5\"");
    check_refused(LABELS, "1\n2x\n", "memory/x.txt:2:1: found \"2x\"");
    check_refused(LABELS, "1\n0x10\n", "memory/x.txt:2:1: found \"0x10\"");
    check_refused(LABELS, "1\n2147483648\n", "memory/x.txt:2:1: found \"2147483648\"");
    check_refused(LABELS, "-2147483649\n", "memory/x.txt:1:1: found \"-2147483649\"");
    check_refused(LABELS, "99999999999999999999999999999999\n",
                  "memory/x.txt:1:1: found \"9999");
    check_refused(LABELS, "1\n\n2\n", "memory/x.txt:2: an empty line between others");
    check_refused(LABELS, "\n1\n", "memory/x.txt:1: an empty line between others");
    check_refused(LABELS, "1\n2\n \t\r\n\n3\n", "memory/x.txt:3: an empty line between others");
    check_refused(LABELS, "1,2\n3\n", "memory/x.txt:2: 1 values; the lines before have 2");
    check_refused(LABELS, "1\n2,3\n", "memory/x.txt:2: 2 values; the lines before have 1");
    check_refused(LABELS, "1\n2 3\n", "memory/x.txt:2: 2 values; the lines before have 1");
    check_refused(LABELS, "1,\n", "memory/x.txt:1:2: nothing here; a whole number");
    check_refused(LABELS, "1,,2\n", "memory/x.txt:1:3: nothing here; a whole number");
    check_refused(LABELS, ",1\n", "memory/x.txt:1:1: nothing here; a whole number");
    check_refused(LABELS, ",\n", "memory/x.txt:1:1: nothing here");
    check_refused(LABELS, "1\n?\n", "memory/x.txt:2:1: found \"?\"");
    check_refused(LABELS, "1\n-\n", "memory/x.txt:2:1: found \"-\"");
    check_refused(LABELS, "1;2\n", "memory/x.txt:1:1: found \"1;2\"");
    check_refused(LABELS, "12 x\n", "memory/x.txt:1:4: found \"x\"");
    check_refused(LABELS,
                  "\xef\xbb\xbf"
                  "1\n",
                  "memory/x.txt:1:1: found \"???1\"");
    check_refused_bytes(LABELS, "1\n\0\n", 4, SG_EFORMAT, "memory/x.txt:2:1: found \"?\"");
    check_refused_bytes(LABELS, "1\n2\0\n", 5, SG_EFORMAT, "memory/x.txt:2:1: found \"2?\"");
}

/* ---- Values -------------------------------------------------------------------------------- */

/* Expected values; NaN means missing. */
static void check_values(kind k, const char *text, size_t n_rows, uint32_t n_columns,
                         const double *expected)
{
    result r = read_text(k, text);
    assert_int_equal(r.n_rows, n_rows);
    assert_int_equal(r.values.n_columns, n_columns);
    if (n_columns == 0) assert_null(r.values.value);
    for (size_t i = 0; i < n_rows * n_columns; i++) {
        const double value = r.values.value[i];
        assert_true(isnan(expected[i]) ? isnan(value) : value == expected[i]);
    }
    free_result(&r);
}

static void reads_values(void **state)
{
    (void)state;
    const double expected[] = {1, -0.5, 2e-3, 1e10};
    static const char *const forms[] = {"1,-0.5\n2e-3,1e10\n", "1.0, -.5\r\n0.002, 10000000000",
                                        "+1 -0.5\n2E-3\t1e+10\n\n", " 1. ,-5e-1 \n.002 ,1E10"};
    for (size_t i = 0; i < 4; i++) {
        check_values(VALUES, forms[i], 2, 2, expected);
        check_values(TARGETS, forms[i], 2, 2, expected);
    }
    check_values(VALUES, "", 0, 0, NULL);
    check_values(VALUES, "\n\n", 0, 0, NULL);
    check_values(TARGETS, "1e-400\n", 1, 1, (double[]){0});
}

static void reads_missing_targets(void **state)
{
    (void)state;
    const double nan = (double)NAN;
    check_values(TARGETS, "1\n?\n3\n", 3, 1, (double[]){1, nan, 3});
    check_values(TARGETS, "? \r\n?\r\n", 2, 1, (double[]){nan, nan});
    check_values(TARGETS, "1,?,3\n?,?,?\n", 2, 3, (double[]){1, nan, 3, nan, nan, nan});
    check_values(TARGETS, "1,,3\n,,\n", 2, 3, (double[]){1, nan, 3, nan, nan, nan});
    check_values(TARGETS, "1, ,3\n , , \n", 2, 3, (double[]){1, nan, 3, nan, nan, nan});
    check_values(TARGETS, ",2\n3,\r\n", 2, 2, (double[]){nan, 2, 3, nan});
    check_values(TARGETS, "? ? 3\n", 1, 3, (double[]){nan, nan, 3});
}

static void refuses_malformed_values(void **state)
{
    (void)state;
    static const kind both[] = {VALUES, TARGETS};
    for (size_t i = 0; i < 2; i++) {
        const kind k = both[i];
        check_refused(k, "1\nnan\n",
                      "memory/x.txt:2:1: found \"nan\"; a finite decimal number");
        check_refused(k, "1\nNaN\n", "memory/x.txt:2:1: found \"NaN\"");
        check_refused(k, "1\n-inf\n", "memory/x.txt:2:1: found \"-inf\"");
        check_refused(k, "1\n1e999\n", "memory/x.txt:2:1: found \"1e999\"");
        check_refused(k, "1\n0x1p3\n", "memory/x.txt:2:1: found \"0x1p3\"");
        check_refused(k, "1.5, abc\n", "memory/x.txt:1:6: found \"abc\"");
        check_refused(k, "1.5.5\n", "memory/x.txt:1:1: found \"1.5.5\"");
        check_refused(k, "1e\n", "memory/x.txt:1:1: found \"1e\"");
        check_refused(k, "1\n2,3\n", "memory/x.txt:2: 2 values; the lines before have 1");
        check_refused(k, "1,2\n3\n", "memory/x.txt:2: 1 values; the lines before have 2");
        check_refused(k, "1\n\n3\n", "memory/x.txt:2: an empty line between others");
        check_refused(k, "??\n", "memory/x.txt:1:1: found \"??\"");
        check_refused(k, "?1\n", "memory/x.txt:1:1: found \"?1\"");
    }
    check_refused(VALUES, "1\n?\n", "memory/x.txt:2:1: found \"?\"");
    check_refused(VALUES, "1,,3\n", "memory/x.txt:1:3: nothing here");
    check_refused(VALUES, "1,\n", "memory/x.txt:1:2: nothing here");
}

/* ---- Classes ------------------------------------------------------------------------------- */

static void reads_classes(void **state)
{
    (void)state;
    static const char *const forms[] = {"-1\n1\n7\n", "-1\r\n1\r\n7", " -1 \n+1\t\n007\n\n"};
    for (size_t i = 0; i < 3; i++) {
        result r = read_text(CLASSES, forms[i]);
        assert_int_equal(r.n_rows, 3);
        assert_int_equal(r.classes[0], -1);
        assert_int_equal(r.classes[1], 1);
        assert_int_equal(r.classes[2], 7);
        free_result(&r);
    }
    result r = read_text(CLASSES, "9223372036854775807\n-9223372036854775808\n");
    assert_true(r.classes[0] == INT64_MAX && r.classes[1] == INT64_MIN);
    free_result(&r);
    r = read_text(CLASSES, "");
    assert_int_equal(r.n_rows, 0);
    free_result(&r);
}

static void refuses_malformed_classes(void **state)
{
    (void)state;
    check_refused(CLASSES, "1\nyes\n", "memory/x.txt:2:1: found \"yes\"; one whole number");
    check_refused(CLASSES, "1\n1.0\n", "memory/x.txt:2:1: found \"1.0\"");
    check_refused(CLASSES, "1\n1 2\n", "memory/x.txt:2:3: found \"2\"");
    check_refused(CLASSES, "1\n1,\n", "memory/x.txt:2:3: nothing here");
    check_refused(CLASSES, "1\n\n1\n", "memory/x.txt:2: an empty line between others");
    check_refused(CLASSES, "9223372036854775808\n", "memory/x.txt:1:1: found \"92233");
    check_refused(CLASSES, "?\n", "memory/x.txt:1:1: found \"?\"");
}

/* ---- All ----------------------------------------------------------------------------------- */

/* Files of many blocks: rows that straddle the buffer's end, and lines counted right. */
static void reads_files_larger_than_the_buffer(void **state)
{
    (void)state;
    sg_rng rng = check_rng("reads_files_larger_than_the_buffer");
    enum { N = 120000 };
    int32_t *label = malloc(N * sizeof *label);
    uint32_t *arc = malloc(2 * N * sizeof *arc);
    sg_text labels = {0}, arcs = {0}, runs = {0};
    for (size_t i = 0; i < N; i++) {
        const uint32_t odd = sg_rng_below(&rng, 50); /* a row in another form now and then */
        label[i] = (int32_t)sg_rng_below(&rng, i % 1000 < 500 ? 10 : 1000000);
        if (odd == 1) label[i] = -label[i];
        check_ok(sg_text_add(&labels, &err, odd == 2 ? "%d \r\n" : "%d\n", label[i]));
        arc[2 * i] = (uint32_t)i / 3;
        arc[2 * i + 1] = (uint32_t)i / 3 + 1 + (uint32_t)i % 3 * 10;
        check_ok(sg_text_add(&arcs, &err, odd == 3 ? "%u,\t%u\n" : "%u, %u\n", arc[2 * i] + 1,
                             arc[2 * i + 1] + 1));
        check_ok(sg_text_add(&runs, &err, odd == 4 ? "%u \n" : "%u\n", (unsigned)i / 17 + 1));
    }
    check_labels(labels.data, N, 1, label);
    check_arcs(arcs.data, N, arc);
    result r = read_text(RUNS, runs.data);
    assert_int_equal(r.n_nodes, N);
    assert_int_equal(r.n_rows, (N + 16) / 17);
    for (size_t i = 0; i < r.n_rows; i++) {
        assert_int_equal(r.runs[i].graph, i);
        assert_int_equal(r.runs[i].first_node, 17 * i);
    }
    free_result(&r);

    check_ok(sg_text_add(&labels, &err, "x\n"));
    check_ok(sg_text_add(&arcs, &err, "1, x\n"));
    check_ok(sg_text_add(&runs, &err, "x\n"));
    check_refused(LABELS, labels.data, "memory/x.txt:120001:1: found \"x\"");
    check_refused(ARCS, arcs.data, "memory/x.txt:120001:4: found \"x\"");
    check_refused(RUNS, runs.data, "memory/x.txt:120001:1: found \"x\"");
    sg_text_free(&labels);
    sg_text_free(&arcs);
    sg_text_free(&runs);
    free(label);
    free(arc);
}

static void refuses_a_line_of_20_megabytes(void **state)
{
    (void)state;
    const size_t size = 20000000;
    char *text = malloc(size);
    memset(text, '1', size);
    for (int k = 0; k < N_KINDS; k++)
        check_refused_bytes((kind)k, text, size, SG_ELIMIT,
                            "memory/x.txt: a line is longer than");
    free(text);
}

static void refuses_garbage(void **state)
{
    (void)state;
    sg_rng rng = check_rng("refuses_garbage");
    char noise[400];
    for (int round = 0; round < 300; round++) {
        for (size_t i = 0; i < sizeof noise; i++) noise[i] = (char)sg_rng_below(&rng, 256);
        for (int k = 0; k < N_KINDS; k++)
            check_refused_bytes((kind)k, noise, sizeof noise, SG_EFORMAT, "memory/x.txt:");
    }
}

typedef struct memory_case {
    kind k;
    const char *text;
} memory_case;

static sg_status read_case(void *context, sg_error *err)
{
    const memory_case *c = context;
    sg_status status = SG_OK;
    const sg_memory_file file = {"x.txt", c->text, strlen(c->text)};
    sg_bundle bundle = {0};
    sg_stream *stream = NULL;
    result r = {0};
    SG_TRY(sg_bundle_from_memory(&bundle, "memory", &file, 1, err));
    SG_TRY(sg_stream_open(&stream, &bundle, 0, err));
    SG_TRY(read_stream(&r, c->k, stream, err));
done:
    free_result(&r);
    sg_stream_close(stream);
    sg_bundle_close(&bundle);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    sg_text many = {0};
    for (int i = 1; i < 200; i++) check_ok(sg_text_add(&many, &err, "%d, %d\n", i, 400 - i));
    memory_case cases[] = {{LABELS, "1\n2\n"},        {LABELS, many.data},
                           {VALUES, many.data},       {TARGETS, many.data},
                           {ARCS, many.data},         {ARCS, "2, 1\n1, 2\n"},
                           {RUNS, "1\n2\n3\n4\n4\n"}, {CLASSES, "1\n2\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(check_out_of_memory(read_case, &cases[i]) >= 5);
    sg_text_free(&many);
}

SG_TESTS(cmocka_unit_test(reads_labels), cmocka_unit_test(reads_labels_of_several_columns),
         cmocka_unit_test(refuses_malformed_labels), cmocka_unit_test(reads_values),
         cmocka_unit_test(reads_missing_targets), cmocka_unit_test(refuses_malformed_values),
         cmocka_unit_test(reads_classes), cmocka_unit_test(refuses_malformed_classes),
         cmocka_unit_test(reads_files_larger_than_the_buffer),
         cmocka_unit_test(refuses_a_line_of_20_megabytes), cmocka_unit_test(refuses_garbage),
         cmocka_unit_test(survives_lack_of_memory))
