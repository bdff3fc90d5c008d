/* test_head_list.c - lists of heads in files. */
#include "layers/head_list.h"

#include "base/text.h"
#include "support/check.h"
#include "text/yaml.h"

/* A text that is called h.yml, and its members. */
typedef struct document {
    sg_tree tree;
    sg_fields fields;
} document;

static void open_document(document *d, const char *text)
{
    *d = (document){0};
    check_ok(sg_yaml_parse(&d->tree, "h.yml", text, strlen(text), &err));
    check_ok(sg_fields_open(&d->fields, d->tree.root, "layers.2.encoder", "h.yml", &err));
}

static void texts_are_handed_out(void **state)
{
    (void)state;
    document d;
    sg_head_list list = {0};
    const char *text = NULL;
    open_document(&d, "heads: [wl:2, 'degree x3', 7]\nbias: label\n");
    check_ok(sg_head_list_open(&list, &d.fields, "wl:2", &err));
    assert_int_equal(list.n, 3);
    assert_int_equal(list.n_copies, 0);
    static const char *const TEXTS[] = {"wl:2", "degree x3", "7"};
    for (size_t h = 0; h < 3; h++) {
        check_ok(sg_head_list_text(&text, &list, h, &err));
        assert_string_equal(text, TEXTS[h]);
    }
    /* The list has been asked for, the bias has not. */
    check_fails(sg_fields_finish(&d.fields, &err), SG_EFORMAT, "unknown key \"bias\"");
    sg_tree_free(&d.tree);
}

static void what_is_no_list_is_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{}", "h.yml:1:1: layers.2.encoder.heads: a list of heads is needed, as in heads: "
               "[\"some head\"]"},
        {"heads: []", "h.yml:1:8: layers.2.encoder.heads: a list of heads is needed"},
        {"heads: wl:2", "h.yml:1:8: "},
        {"heads: {wl: 2}", "h.yml:1:8: "},
        {"heads:", "h.yml:1:"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        document d;
        sg_head_list list = {.n = 99};
        open_document(&d, cases[i][0]);
        check_fails(sg_head_list_open(&list, &d.fields, "some head", &err), SG_EFORMAT,
                    cases[i][1]);
        assert_int_equal(list.n, 99);
        sg_tree_free(&d.tree);
    }
}

static void heads_that_are_no_texts_are_refused(void **state)
{
    (void)state;
    document d;
    sg_head_list list = {0};
    const char *text = NULL;
    open_document(&d, "heads: [wl:2, [wl:3], ~]\n");
    check_ok(sg_head_list_open(&list, &d.fields, "wl:2", &err));
    check_fails(sg_head_list_text(&text, &list, 1, &err), SG_EFORMAT, "h.yml:1:15: heads");
    check_fails(sg_head_list_text(&text, &list, 2, &err), SG_EFORMAT, "h.yml:1:23: heads");
    assert_null(text);
    sg_tree_free(&d.tree);
}

/* ---- Bounds ----------------------------------------------------------------------------------- */

static void open_many(document *d, uint32_t n)
{
    sg_text text = {0};
    check_ok(sg_text_add(&text, &err, "heads: [a"));
    for (uint32_t h = 1; h < n; h++) check_ok(sg_text_add(&text, &err, ",a"));
    check_ok(sg_text_add(&text, &err, "]"));
    open_document(d, text.data);
    sg_text_free(&text);
}

static void so_many_heads_and_no_more(void **state)
{
    (void)state;
    document d;
    sg_head_list list = {0};
    open_many(&d, 4096);
    check_ok(sg_head_list_open(&list, &d.fields, "wl:2", &err));
    assert_int_equal(list.n, 4096);
    sg_tree_free(&d.tree);
    open_many(&d, 4097);
    check_fails(sg_head_list_open(&list, &d.fields, "wl:2", &err), SG_EFORMAT,
                "a list of heads is needed");
    sg_tree_free(&d.tree);
}

static void copies_are_counted(void **state)
{
    (void)state;
    document d;
    sg_head_list list = {0};
    open_document(&d, "heads: [a, b, c]");
    check_ok(sg_head_list_open(&list, &d.fields, "wl:2", &err));
    check_ok(sg_head_list_count(&list, 0, 4000, &err));
    check_ok(sg_head_list_count(&list, 1, 96, &err));
    assert_int_equal(list.n_copies, 4096);
    check_fails(sg_head_list_count(&list, 2, 1, &err), SG_EFORMAT,
                "h.yml:1:15: layers.2.encoder.heads: with all copies they are more than 4096");
    sg_tree_free(&d.tree);
}

static void wrong_heads_have_a_place_or_a_number(void **state)
{
    (void)state;
    document d;
    sg_head_list list = {0};
    const sg_error why = {.status = SG_EINVAL, .text = "why"};
    open_document(&d, "heads: [wl:2, wl:x]\n");
    check_ok(sg_head_list_open(&list, &d.fields, "wl:2", &err));
    check_fails(sg_head_list_fail(&list, 1, &why, &err), SG_EFORMAT,
                "h.yml:1:15: layers.2.encoder: why");
    d.fields.path = NULL;
    check_fails(sg_head_list_fail(&list, 1, &why, &err), SG_EFORMAT,
                "layers.2.encoder.heads.1: why");
    const sg_error memory = {.status = SG_ENOMEM, .text = "out of memory"};
    check_fails(sg_head_list_fail(&list, 1, &memory, &err), SG_ENOMEM, "out of memory");
    sg_tree_free(&d.tree);
}

SG_TESTS(cmocka_unit_test(texts_are_handed_out),
         cmocka_unit_test(wrong_heads_have_a_place_or_a_number),
         cmocka_unit_test(what_is_no_list_is_refused),
         cmocka_unit_test(heads_that_are_no_texts_are_refused),
         cmocka_unit_test(so_many_heads_and_no_more), cmocka_unit_test(copies_are_counted))
