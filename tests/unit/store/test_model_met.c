/* test_model_met.c - what a model remembers of its training, in a file, and files that lie about it. */
#include "support/check.h"

#include "base/mem.h"
#include "store/model_met.h"

#include <math.h>
#include <string.h>

static uint64_t nodes[] = {10, 20, (uint64_t)1 << 32 | 7}, edges[] = {1, 4};
static double targets[] = {-1, 2};
static const sg_experience MET = {{3, 50}, nodes, 3, edges, 2, targets, 1};

static sg_status write_and_read(sg_model *read, const sg_experience *met, sg_error *error)
{
    char *folder = check_folder(), path[1200];
    (void)snprintf(path, sizeof path, "%s/met", folder);
    sg_tensors_writer writer = {0};
    sg_tensors file = {0};
    const sg_model model = {.met = *met};
    check_ok(sg_model_met_add(&writer, &model, &err));
    check_ok(sg_tensors_write(&writer, path, &err));
    check_ok(sg_tensors_open(&file, path, 0, &err));
    read->outputs.task = SG_REGRESSION;
    read->outputs.n = 1;
    const sg_status status = sg_model_met_read(read, &file, path, error);
    sg_tensors_free(&file);
    sg_tensors_writer_free(&writer);
    check_folder_remove(folder);
    return status;
}

static void a_file_keeps_it(void **state)
{
    (void)state;
    sg_model read = {0};
    check_ok(write_and_read(&read, &MET, &err));
    assert_memory_equal(read.met.size, MET.size, sizeof MET.size);
    assert_int_equal(read.met.n_node_labels, 3);
    assert_memory_equal(read.met.node_label, nodes, sizeof nodes);
    assert_int_equal(read.met.n_edge_labels, 2);
    assert_memory_equal(read.met.edge_label, edges, sizeof edges);
    assert_int_equal(read.met.n_targets, 1);
    assert_memory_equal(read.met.target, targets, sizeof targets);
    sg_experience_free(&read.met);
    /* Nothing remembered is nothing written. */
    check_ok(write_and_read(&read, &(sg_experience){0}, &err));
    assert_true(read.met.size[1] == 0 && read.met.node_label == NULL);
}

static void files_that_lie(void **state)
{
    (void)state;
    sg_model read = {0};
    uint64_t twice[] = {10, 10};
    double infinite[] = {0, INFINITY}, two[] = {0, 1, 2, 3};
    sg_experience met = MET;
    met.size[0] = 51;
    check_fails(write_and_read(&read, &met, &err), SG_EFORMAT, "\"met.sizes\" does not ascend");
    met = MET;
    met.node_label = twice;
    met.n_node_labels = 2;
    check_fails(write_and_read(&read, &met, &err), SG_EFORMAT,
                "\"met.node_labels\" does not ascend");
    met = MET;
    met.target = infinite;
    check_fails(write_and_read(&read, &met, &err), SG_EFORMAT, "number out of range");
    met.target = two;
    met.n_targets = 2;
    check_fails(write_and_read(&read, &met, &err), SG_EFORMAT, "another type or shape");
    assert_true(read.met.node_label == NULL && read.met.size[1] == 0);
}

SG_TESTS(cmocka_unit_test(a_file_keeps_it), cmocka_unit_test(files_that_lie))
