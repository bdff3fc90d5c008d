/* test_table_survey.c - what is in the columns of a table. */
#include "formats/tables/table_survey.h"

#include "base/mem.h"
#include "support/check.h"

static const char TABLE[] = "mol,y,flag,kind,part,n,none\n"
                            "CCO,1.5,0,a,train,3,\n"
                            "c1ccccc1,>4.5,1,b,Train,4,\n"
                            "CCN,\"1,000.5\",0,a,test,5,\n"
                            "CC=O,NA,1,a,val,6,\n"
                            "short,row\n"
                            "CCC,-,1,b,test,7,\n"
                            "\"broken\"x,1,2,3,4,5,\n"
                            "CCCC,-2,0,a,train,8,\n";

static sg_status look(sg_table_survey *survey, const char *text, sg_error *err)
{
    const sg_import_options options = {0};
    return sg_table_survey_make(survey, "t.csv", text, strlen(text), ',', &options, err);
}

static void columns_are_told_apart(void **state)
{
    (void)state;
    sg_table_survey s = {0};
    char looks[SG_LOOKS];
    check_ok(look(&s, TABLE, &err));
    assert_int_equal(s.n_columns, 7);
    assert_int_equal(s.n_rows, 6);
    assert_true(sg_column_is_recognized(&s.column[0]));
    assert_false(sg_column_may_be_target(&s.column[0]));
    assert_string_equal(sg_column_looks(looks, &s.column[0]), "smiles");
    assert_true(sg_column_is_numeric(&s.column[1]));
    assert_int_equal(s.column[1].n_bounds, 1);
    assert_true(s.column[1].min == -2 && s.column[1].max == 1000.5);
    assert_string_equal(sg_column_looks(looks, &s.column[1]),
                        "numbers from -2 to 1000, 4 different, 2 empty, 1 no number");
    assert_string_equal(sg_column_looks(looks, &s.column[2]), "0 and 1");
    assert_false(sg_column_is_numeric(&s.column[3]));
    assert_true(sg_column_may_be_target(&s.column[3]));
    assert_string_equal(sg_column_looks(looks, &s.column[3]), "the words a, b");
    assert_true(sg_column_is_split(&s.column[4]));
    assert_false(sg_column_is_split(&s.column[3]));
    assert_string_equal(sg_column_looks(looks, &s.column[5]),
                        "whole numbers from 3 to 8, 6 different");
    assert_string_equal(sg_column_looks(looks, &s.column[6]), "nothing, 6 empty");
    assert_false(sg_column_may_be_target(&s.column[6]));
    sg_table_survey_free(&s);
}

static void one_odd_cell_does_not_make_words(void **state)
{
    (void)state;
    sg_table_survey s = {0};
    sg_text text = {0};
    char looks[SG_LOOKS];
    check_ok(sg_text_add(&text, &err, "y,w\n"));
    for (int i = 0; i < 600; i++) check_ok(sg_text_add(&text, &err, "%d.5,word%d\n", i, i));
    check_ok(sg_text_add(&text, &err, "odd,>4\n"));
    check_ok(look(&s, text.data, &err));
    assert_true(sg_column_is_numeric(&s.column[0]));
    assert_int_equal(s.column[0].n_distinct, SG_MOST_DISTINCT + 1);
    assert_string_equal(sg_column_looks(looks, &s.column[0]),
                        "numbers from 0.5 to 599.5, 1 no number");
    assert_false(sg_column_is_numeric(&s.column[1]));
    assert_string_equal(sg_column_looks(looks, &s.column[1]), "words, as word0");
    sg_table_survey_free(&s);
    sg_text_free(&text);
    check_ok(look(&s, "", &err));
    assert_int_equal(s.n_columns, 0);
}

static sg_status look_and_free(void *context, sg_error *err)
{
    (void)context;
    sg_table_survey s = {0};
    const sg_status status = look(&s, TABLE, err);
    sg_table_survey_free(&s);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(look_and_free, NULL) > 8);
}

SG_TESTS(cmocka_unit_test(columns_are_told_apart),
         cmocka_unit_test(one_odd_cell_does_not_make_words),
         cmocka_unit_test(survives_any_failing_allocation))
