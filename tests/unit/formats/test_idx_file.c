/* test_idx_file.c - images with and without a file of labels beside them. */
#include "formats/idx_file.h"

#include "base/file.h"
#include "support/check.h"
#include "support/folder.h"

/* Two images of one row and two columns; labels 3 and 1. */
static const char IMAGES[] = "\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x02\x01\x02\xff\x04";
static const char LABELS[] = "\0\0\x08\x01\0\0\0\x02\x03\x01";

enum { IMAGES_SIZE = sizeof IMAGES - 1, LABELS_SIZE = sizeof LABELS - 1 };

static sg_status read_images(sg_dataset *data, const char *file, sg_error *err)
{
    return sg_idx_read(data, "digits", path_of(file), IMAGES, IMAGES_SIZE, err);
}

static void write_labels(const char *file, size_t size)
{
    check_ok(sg_file_write(path_of(file), LABELS, size, &err));
}

static void check_images(const sg_dataset *data)
{
    assert_string_equal(data->name, "digits");
    assert_int_equal(data->graph.n_graphs, 2);
    assert_int_equal(data->graph.n_nodes, 4);
    assert_int_equal(data->graph.n_arcs, 4); /* the two pixels of an image are joined */
}

static void labels_beside_the_images_are_classes(void **state)
{
    (void)state;
    sg_dataset data = {0};
    write_labels("train-labels-idx1-ubyte", LABELS_SIZE);
    check_ok(read_images(&data, "train-images-idx3-ubyte", &err));
    check_images(&data);
    assert_int_equal(data.items.n_classes, 2);
    assert_int_equal(data.items.class_name[data.items.item_class[0]], 3);
    assert_int_equal(data.items.class_name[data.items.item_class[1]], 1);
    sg_dataset_free(&data);
}

static void images_may_have_no_labels(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"train-images-idx3-ubyte", "pictures.idx"};
    for (int i = 0; i < 2; i++) {
        sg_dataset data = {0};
        write_labels("other-labels-idx1-ubyte", LABELS_SIZE);
        check_ok(read_images(&data, NAMES[i], &err));
        check_images(&data);
        assert_int_equal(data.items.n_classes, 0);
        sg_dataset_free(&data);
    }
}

static void wrong_files_are_refused(void **state)
{
    (void)state;
    sg_dataset data = {0};
    for (size_t size = 0; size < IMAGES_SIZE; size++)
        check_fails(sg_idx_read(&data, "digits", path_of("x.idx"), IMAGES, size, &err),
                    SG_EFORMAT, "x.idx: ");
    write_labels("t-labels-idx1-ubyte", LABELS_SIZE - 1);
    check_fails(read_images(&data, "t-images-idx3-ubyte", &err), SG_EFORMAT,
                "bytes after its header");
    assert_null(data.name); /* untouched */
}

static sg_status read_again(void *context, sg_error *err)
{
    (void)context;
    sg_dataset data = {0};
    const sg_status status = read_images(&data, "train-images-idx3-ubyte", err);
    sg_dataset_free(&data);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    write_labels("train-labels-idx1-ubyte", LABELS_SIZE);
    assert_true(check_out_of_memory(read_again, NULL) > 10);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(IN_FOLDER(labels_beside_the_images_are_classes), IN_FOLDER(images_may_have_no_labels),
         IN_FOLDER(wrong_files_are_refused), IN_FOLDER(memory_may_run_out))
