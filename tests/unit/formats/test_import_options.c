/* test_import_options.c - settings behind a name: those of all files, of formats, and wrong ones. */
#include "formats/import_options.h"

#include "support/check.h"
#include "support/folder.h"

static void settings_are_read(void **state)
{
    (void)state;
    sg_import_options o = {0};
    check_ok(sg_import_options_parse(
        &o, "smiles=S%20x&target=a&target=b&id=&words=3&bonds=kekule", &err));
    assert_ptr_equal(o.format, &sg_format_smiles);
    assert_string_equal(o.column, "S x");
    assert_true(o.has_target && o.target.n == 2 && o.n_words == 3);
    assert_string_equal(o.id, "");
    assert_null(o.split);
    assert_string_equal(sg_import_value(&o, "bonds"), "kekule");
    assert_null(sg_import_value(&o, "other"));
    assert_null(sg_import_value(NULL, "bonds"));
    sg_import_options_free(&o);
    check_ok(sg_import_options_parse(&o, "image=28x14&bonds=kekule&bonds=aromatic", &err));
    assert_ptr_equal(o.format, &sg_format_images);
    assert_true(o.width == 28 && o.height == 14);
    assert_string_equal(sg_import_value(&o, "bonds"), "aromatic");
    sg_import_options_free(&o);
}

static void wrong_settings_are_refused(void **state)
{
    (void)state;
    sg_import_options o = {0};
    check_fails(
        sg_import_options_parse(&o, "smile", &err), SG_EINVAL,
        "settings: there is no \"smile\"; did you mean smiles? smiles, molfile, text, image, "
        "graph6, sparse6, json-lines, edges, target, id, split, max-rejects, bounds, columns, bonds, "
        "form, salts, charges, valence, isotopes, stereo, attributes, graph, words, min-count, directed "
        "and self-loops are possible");
    check_fails(
        sg_import_options_parse(&o, "smiles&text", &err), SG_EINVAL,
        "settings: only one of smiles, molfile, text, image, graph6, sparse6, json-lines and edges is "
        "possible");
    check_fails(sg_import_options_parse(&o, "bonds=3", &err), SG_EINVAL,
                "settings: bonds=3; aromatic and kekule are possible");
    check_fails(sg_import_options_parse(&o, "image=28", &err), SG_EINVAL, "WxH is needed");
    check_fails(sg_import_options_parse(&o, "words=x", &err), SG_EINVAL, "a whole number");
    assert_null(o.format);
}

static sg_status parse_once(void *context, sg_error *err)
{
    sg_import_options o = {0};
    (void)context;
    const sg_status status =
        sg_import_options_parse(&o, "smiles=a&target=b&id=c&split=d&bonds=kekule", err);
    sg_import_options_free(&o);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(parse_once, NULL) > 5);
}

/* Every setting is listed once; those of one format know their words. */
static void settings_are_listed(void **state)
{
    (void)state;
    size_t n = 0, n_of_lines = 0;
    for (sg_import_setting s; (s = sg_import_setting_at(n)).key != NULL; n++) {
        for (size_t i = 0; i < n; i++)
            assert_string_not_equal(sg_import_setting_at(i).key, s.key);
        n_of_lines += s.of_lines;
        if (strcmp(s.key, "bonds") != 0) continue;
        assert_true(s.of_lines);
        assert_string_equal(s.word[0], "aromatic");
        assert_string_equal(s.word[1], "kekule");
        assert_null(s.word[2]);
    }
    assert_int_equal(n, 27);
    assert_int_equal(n_of_lines, 7);
    assert_null(sg_import_setting_at(n + 5).key);
}

static void settings_of_one_format_are_told_apart(void **state)
{
    static const char *const OTHERS[] = {"smiles",       "target=",    "id=a",
                                         "split=a",      "words=3",    "max-rejects=5%",
                                         "bounds=value", "columns=all"};
    sg_import_options o = {0};
    (void)state;
    assert_true(sg_import_options_are_own(&o));
    check_ok(sg_import_options_parse(&o, "bonds=kekule", &err));
    assert_true(sg_import_options_are_own(&o));
    sg_import_options_free(&o);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        check_ok(sg_import_options_parse(&o, OTHERS[i], &err));
        assert_false(sg_import_options_are_own(&o));
        sg_import_options_free(&o);
    }
}

static void settings_of_other_formats_are_refused(void **state)
{
    (void)state;
    const sg_format *json = sg_format_find("json-lines"), *smiles = sg_format_find("smiles");
    sg_import_options o = {0};
    check_ok(sg_import_options_parse(&o, "form=normal&bonds=kekule", &err));
    check_ok(sg_import_options_check_lines(&o, smiles, &err));
    check_fails(sg_import_options_check_lines(&o, json, &err), SG_EINVAL,
                "settings: bonds=kekule is for another format than json-lines");
    sg_import_options_free(&o);
    check_ok(sg_import_options_parse(&o, "form=normal&directed=yes", &err));
    check_ok(sg_import_options_check_lines(&o, json, &err));
    check_fails(sg_import_options_check_lines(&o, smiles, &err), SG_EINVAL,
                "and smiles has none with directions");
    sg_import_options_free(&o);
}

static void settings_begin_behind_the_last_mark(void **state)
{
    (void)state;
    assert_null(sg_import_settings_of("a.csv"));
    assert_null(sg_import_settings_of(""));
    assert_string_equal(sg_import_settings_of("a.csv?target=y&id=z"), "target=y&id=z");
    assert_string_equal(sg_import_settings_of("what?.csv?text"), "text");
    assert_string_equal(sg_import_settings_of("a.csv?"), "");
    (void)make_folder(state);
    check_write(folder, "what?.csv", "a\n");
    assert_null(sg_import_settings_of(path_of("what?.csv"))); /* such a file exists */
    assert_string_equal(sg_import_settings_of(path_of("what?.csv?text")), "text");
    (void)remove_folder(state);
}

static void forms_say_how_molecules_are_read(void **state)
{
    (void)state;
    check_ok(sg_import_form_check("form=normal&salts=strip", &err));
    check_fails(sg_import_form_check("form=3", &err), SG_EINVAL,
                "form=3; normal and as-written are possible");
    check_fails(sg_import_form_check("form=normal&target=y", &err), SG_EINVAL,
                "may only say how molecules are read");
}

SG_TESTS(cmocka_unit_test(settings_of_other_formats_are_refused),
         cmocka_unit_test(forms_say_how_molecules_are_read),
         cmocka_unit_test(settings_begin_behind_the_last_mark),
         cmocka_unit_test(settings_are_listed),
         cmocka_unit_test(settings_of_one_format_are_told_apart),
         cmocka_unit_test(settings_are_read), cmocka_unit_test(wrong_settings_are_refused),
         cmocka_unit_test(survives_failing_allocations))
