/* test_table_layout.c - which column is what. */
#include "formats/tables/table_layout.h"

#include "base/mem.h"
#include "support/check.h"

/* A layout of a table, with settings. */
typedef struct found {
    sg_table_layout layout;
    sg_reading reading;
} found;

static void found_free(found *f)
{
    sg_table_layout_free(&f->layout);
    sg_reading_free(&f->reading);
}

static sg_status find(found *f, const char *settings, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    char bytes[800] = {0};
    bool some = false;
    sg_import_options options = {0};
    sg_table_survey survey = {0};
    *f = (found){0};
    strcpy(bytes, text);
    sg_csv csv = sg_csv_of("t.csv", bytes, strlen(text), ',');
    SG_TRY(sg_import_options_parse(&options, settings, err));
    SG_TRY(sg_table_survey_make(&survey, "t.csv", text, strlen(text), ',', &options, err));
    SG_TRY(sg_csv_next(&some, &csv, err));
    SG_TRY(sg_table_layout_find(&f->layout, &f->reading, &csv, &survey, &options, err));
done:
    sg_table_survey_free(&survey);
    sg_import_options_free(&options);
    sg_csv_free(&csv);
    return status;
}

static const char BACE[] = "mol,CID,Class,Model,pIC50\n"
                           "CCO,B1,1,Train,9.1\nc1ccccc1,B2,0,Test,8.1\nCCN,B3,1,Train,7\n";
static const char TOX[] = "NR-AR,NR-ER,SR-p53,mol_id,canonical_smiles,name\n"
                          "0,1,,T1,CCO,ethanol\n1,0,0,T2,CCN,bad\n";

static void molecules_are_found_by_content(void **state)
{
    (void)state;
    found f;
    check_ok(find(&f, "", BACE, &err));
    assert_int_equal(f.layout.content, 0);
    assert_int_equal(f.layout.id, 1);
    assert_int_equal(f.layout.n_targets, 1);
    assert_int_equal(f.layout.target[0], 2);
    assert_int_equal(f.layout.kind[0], SG_TARGET_NUMBERS);
    assert_true(f.layout.split == SIZE_MAX);
    assert_int_equal(f.reading.note.n, 3);
    assert_string_equal(sg_names_at(&f.reading.note, 0),
                        "the column \"mol\" has the molecules: its cells look so");
    assert_string_equal(sg_names_at(&f.reading.note, 2),
                        "the column \"Class\" is the target because it is called so; 1 other "
                        "column could be it (target=COLUMN)");
    assert_string_equal(
        sg_names_at(&f.reading.note, 1),
        "the column \"Model\" looks like a split and is not used; split=Model uses it");
    assert_int_equal(f.reading.candidate.n, 0);
    found_free(&f);
    check_ok(find(&f, "split=Model&id=&target=pIC50", BACE, &err));
    assert_int_equal(f.layout.split, 3);
    assert_true(f.layout.id == SIZE_MAX);
    assert_int_equal(f.layout.target[0], 4);
    found_free(&f);
    check_ok(find(&f, "target=", TOX, &err));
    assert_int_equal(f.layout.content, 4);
    assert_int_equal(f.layout.id, 3);
    assert_int_equal(f.reading.candidate.n, 0);
    found_free(&f);
}

static void targets_may_have_stars(void **state)
{
    (void)state;
    found f;
    check_ok(find(&f, "target=nr-*&target=SR*3&target=NR-AR", TOX, &err));
    assert_int_equal(f.layout.n_targets, 3);
    assert_int_equal(f.layout.target[2], 2);
    found_free(&f);
    check_fails(find(&f, "target=X*", TOX, &err), SG_EINVAL, "no column is like \"X*\"");
    found_free(&f);
    check_fails(find(&f, "target=*a*b*c*d", TOX, &err), SG_EINVAL, "at most three *");
    found_free(&f);
}

static void candidates_are_listed(void **state)
{
    (void)state;
    found f;
    check_ok(find(&f, "", TOX, &err));
    assert_int_equal(f.layout.n_targets, 0);
    assert_int_equal(f.reading.candidate.n, 2);
    assert_string_equal(sg_names_at(&f.reading.candidate, 1), "NR-ER");
    assert_string_equal(sg_names_at(&f.reading.looks, 1), "0 and 1");
    found_free(&f);
}

static void words_and_other_splits(void **state)
{
    (void)state;
    found f;
    check_ok(find(&f, "", "smiles,split,class\nC,0,a\nCC,1,b\n", &err));
    assert_true(f.layout.split == SIZE_MAX);
    assert_int_equal(f.layout.kind[0], SG_TARGET_WORDS);
    assert_string_equal(sg_names_at(&f.reading.note, 0),
                        "the column \"split\" is not used: its cells are not train, "
                        "validation and test");
    found_free(&f);
    check_fails(find(&f, "", "a,b\n1,2\n", &err), SG_EINVAL, "no column is called smiles");
    found_free(&f);
}

static sg_status find_and_free(void *context, sg_error *err)
{
    (void)context;
    found f;
    const sg_status status = find(&f, "target=N*", TOX, err);
    found_free(&f);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(find_and_free, NULL) > 10);
}

SG_TESTS(cmocka_unit_test(molecules_are_found_by_content),
         cmocka_unit_test(targets_may_have_stars), cmocka_unit_test(candidates_are_listed),
         cmocka_unit_test(words_and_other_splits),
         cmocka_unit_test(survives_any_failing_allocation))
