/* test_text_graph.c - tokens, and texts as paths. */
#include "formats/text_graph.h"

#include "base/mem.h"
#include "formats/line_reader.h"
#include "support/check.h"

static void check_tokens(const char *text, const char *expected)
{
    sg_record record = {0};
    char found[512] = "";
    size_t n = 0;
    check_ok(sg_text_graph_parse(&record, text, strlen(text), (sg_place){"x", 1, 1}, &err));
    for (uint32_t v = 0; v < record.n_nodes; v++) {
        assert_int_equal(record.node[v], SG_RECORD_WORD(v));
        n += (size_t)snprintf(found + n, sizeof found - n, "%s%s", v > 0 ? "|" : "",
                              sg_names_at(&record.node_word, v));
    }
    assert_string_equal(found, expected);
    assert_int_equal(record.n_edges, record.n_nodes > 0 ? record.n_nodes - 1 : 0);
    for (uint32_t e = 0; e < record.n_edges; e++) {
        assert_int_equal(record.edge[e].from, e);
        assert_int_equal(record.edge[e].to, e + 1);
    }
    sg_record_free(&record);
}

static void cuts_texts(void **state)
{
    (void)state;
    check_tokens("", "");
    check_tokens(" \t\n", "");
    check_tokens("Hello", "hello");
    check_tokens("Hello, World!", "hello|,|world|!");
    check_tokens("it 's a self-loop; don't", "it|'|s|a|self-loop|;|don't");
    check_tokens("end- -begin 'q'", "end|-|-|begin|'|q|'");
    check_tokens("x_1 3.5 a@b", "x_1|3|.|5|a|@|b");
    check_tokens("...", ".|.|.");
}

static void knows_other_letters(void **state)
{
    (void)state;
    check_tokens("\xc3\x9c"
                 "BER Stra\xc3\x9f"
                 "e",
                 "\xc3\xbc"
                 "ber|stra\xc3\x9f"
                 "e");
    check_tokens("\xc5\xbd\xc3\x81K \xc4\xbe\xc4\xbd", "\xc5\xbe\xc3\xa1k|\xc4\xbe\xc4\xbe");
    check_tokens("\xce\x91\xce\xa9 \xd0\x9f\xd0\x81", "\xce\xb1\xcf\x89|\xd0\xbf\xd1\x91");
    check_tokens("a\xc2\xa0"
                 "b\xe3\x80\x80"
                 "c",
                 "a|b|c");
    check_tokens(
        "\xe2\x80\x9cquote\xe2\x80\x9d it\xe2\x80\x99s \xe2\x80\x94 \xf0\x9f\x98\x80",
        "\xe2\x80\x9c|quote|\xe2\x80\x9d|it\xe2\x80\x99s|\xe2\x80\x94|\xf0\x9f\x98\x80");
    check_tokens("\xe6\x97\xa5\xe6\x9c\xac\xe3\x80\x82",
                 "\xe6\x97\xa5\xe6\x9c\xac|\xe3\x80\x82");
}

static void refuses_other_bytes(void **state)
{
    (void)state;
    sg_record record = {0};
    check_fails(sg_text_graph_parse(&record, "ab \xff", 4, (sg_place){"x", 2, 5}, &err),
                SG_EFORMAT, "x:2:8: text: found byte 255; texts must be UTF-8");
    sg_record_free(&record);
}

static sg_status read_texts(sg_dataset *data, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_reader reader = {.format = &sg_format_text};
    sg_record_collector collector = {0};
    SG_TRY(sg_lines_collect(&collector, &reader, "x.txt", text, strlen(text), err));
    SG_TRY(sg_line_finish(data, &collector, &reader, "x", "x.txt", err));
done:
    sg_record_collector_free(&collector);
    return status;
}

static void limits_words(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(read_texts(&data, "b a a\nc c a d\n", &err));
    check_ok(sg_text_limit_words(&data, 0, 1, &err));
    assert_int_equal(data.node_name.name.n, 4);
    assert_string_equal(sg_names_at(&data.node_name.name, 0), "a");
    assert_string_equal(sg_names_at(&data.node_name.name, 1), "c");
    assert_string_equal(sg_names_at(&data.node_name.name, 2), "b");
    check_ok(sg_text_limit_words(&data, 0, 2, &err));
    assert_int_equal(data.node_name.name.n, 3);
    const int32_t expected[] = {2, 0, 0, 1, 1, 0, 2};
    for (int v = 0; v < 7; v++) assert_int_equal(data.node_label.value[v], expected[v]);
    assert_string_equal(sg_label_names_find(&data.node_name, 2), "*");
    assert_non_null(data.node_name.content);
    check_ok(sg_text_limit_words(&data, 1, 0, &err));
    assert_string_equal(sg_label_names_find(&data.node_name, 1), "*");
    assert_int_equal(data.node_name.name.n, 2);
    sg_dataset_free(&data);
    /* the word itself may be a star */
    check_ok(read_texts(&data, "* * a\n", &err));
    check_ok(sg_text_limit_words(&data, 1, 0, &err));
    assert_int_equal(data.node_name.name.n, 1);
    assert_int_equal(data.node_label.value[2], 0);
    sg_dataset_free(&data);
}

/* JSON lines may have words and numbers, and a folder may name some of its labels only. */
static void limits_words_alone(void **state)
{
    (void)state;
    for (int32_t other = 4; other <= 7; other += 3) {
        int32_t label[] = {5, 6, other};
        sg_dataset data = {.graph.n_nodes = 3, .node_label = {label, 1}};
        check_ok(sg_label_names_add(&data.node_name, 5, "a", 1, &err));
        check_ok(sg_label_names_add(&data.node_name, 6, "b", 1, &err));
        check_ok(sg_label_names_make_words(&data.node_name, &err));
        check_fails(sg_text_limit_words(&data, 1, 0, &err), SG_EINVAL, "is a number");
        assert_int_equal(label[0], 5);
        sg_label_names_free(&data.node_name);
    }
}

static sg_status read_and_limit(void *context, sg_error *err)
{
    sg_dataset data = {0};
    (void)context;
    sg_status status = read_texts(&data, "b a a\nc c a d\n", err);
    if (status == SG_OK) status = sg_text_limit_words(&data, 2, 0, err);
    sg_dataset_free(&data);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(read_and_limit, NULL) > 15);
}

SG_TESTS(cmocka_unit_test(cuts_texts), cmocka_unit_test(knows_other_letters),
         cmocka_unit_test(refuses_other_bytes), cmocka_unit_test(limits_words),
         cmocka_unit_test(limits_words_alone), cmocka_unit_test(survives_without_memory))
