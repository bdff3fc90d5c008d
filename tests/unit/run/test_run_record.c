/* test_run_record.c - how the record of a run begins, and that another run does not go on with it. */
#include "run/run_record.h"
#include "unit/run/tiny_workload.inc"

#define TWO(seed)                                                                              \
    "data: TINY\nprotocol: fair\nseed: " seed "\n" TINY_NETWORK                                \
    "grid: { train.learning-rate: [0.01, 0.05] }\n"

static sg_status open_record(uint64_t *fingerprint, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    tiny_workload t;
    sg_ledger *ledger = NULL;
    SG_TRY(tiny_workload_open(&t, text, err));
    SG_TRY(sg_run_record_open(&ledger, fingerprint, &t.workload, folder, err));
done:
    sg_ledger_close(ledger);
    tiny_workload_close(&t);
    return status;
}

static void check_value(sg_ledger *ledger, const char *key, const char *wanted)
{
    sg_text text = {0};
    check_ok(sg_ledger_value_of(&text, ledger, key, &err));
    assert_string_equal(text.data, wanted);
    sg_text_free(&text);
}

static void experiment_data_and_configurations_are_written_down(void **state)
{
    (void)state;
    uint64_t fingerprint = 0;
    sg_ledger *ledger = NULL;
    sg_ledger_configurations list = {0};
    check_ok(open_record(&fingerprint, TWO("7"), &err));
    assert_true(sg_path_exists(path_of("config.yml")));
    check_ok(sg_ledger_open_read(&ledger, path_of("results.sqlite"), &err));
    check_value(ledger, "data", "TINY");
    check_value(ledger, "protocol", "fair");
    check_value(ledger, "metric", "accuracy");
    check_value(ledger, "folds", "3");
    check_value(ledger, "seed", "7");
    check_ok(sg_ledger_read_configurations(&list, ledger, &err));
    assert_int_equal(list.n, 2);
    for (size_t c = 0; c < 2; c++) {
        const sg_ledger_configuration *row = &list.row[c];
        assert_int_equal(row->n_layers, 2);
        assert_true(row->weights[0] > 0 && row->weights[1] > 0);
        assert_int_equal(row->weights[0] + row->weights[1], row->weights_total);
        assert_true(row->plan_bytes > 0);
    }
    assert_non_null(strstr(list.row[1].yaml, "0.05"));
    sg_ledger_configurations_free(&list);
    sg_ledger_close(ledger);
}

static void the_same_run_goes_on_and_another_does_not(void **state)
{
    (void)state;
    uint64_t first = 0, again = 0, other = 77;
    check_ok(open_record(&first, TWO("7"), &err));
    check_ok(open_record(&again, TWO("7"), &err));
    assert_int_equal(again, first);
    check_fails(open_record(&other, TWO("8"), &err), SG_EEXIST,
                "the run there is of another experiment");
    assert_int_equal(other, 77);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_tiny_folder, remove_folder)

SG_TESTS(IN_FOLDER(experiment_data_and_configurations_are_written_down),
         IN_FOLDER(the_same_run_goes_on_and_another_does_not))
