/* test_small_graphs.c - how many of all connected graphs of up to seven nodes each invariant tells apart;
 * the graphs come from nauty's geng. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/folder.h"
#include "support/nauty.h"

enum { MOST_NODES = 7 };

/* OEIS A001349. */
static const uint32_t n_graphs[MOST_NODES] = {1, 1, 2, 6, 21, 112, 853};

/* Recorded; the weak before the strong. */
typedef struct recorded {
    const char *invariant;
    uint32_t n_classes[MOST_NODES];
} recorded;

static const recorded table[] = {
    {"label", {1, 1, 1, 1, 1, 1, 1}},
    {"degree", {1, 1, 2, 6, 19, 68, 236}},
    {"wl:1", {1, 1, 2, 6, 19, 68, 236}},
    {"wl:3", {1, 1, 2, 6, 21, 109, 832}},
    {"cycles:6", {1, 1, 2, 5, 16, 77, 581}},
    {"closed-walks:8", {1, 1, 2, 6, 21, 112, 853}},
    {"wl:1 @ distance 0..1", {1, 1, 2, 6, 21, 100, 598}},
    {"wl:3 @ distance 0..10", {1, 1, 2, 6, 21, 110, 840}},
    {"label @ cycle-distance 0..200", {1, 1, 2, 6, 17, 59, 216}},
    {"label @ path 0..10", {1, 1, 2, 6, 20, 101, 665}},
    {"label @ walks:6", {1, 1, 2, 6, 21, 112, 853}},
    {"label @ resistance", {1, 1, 2, 6, 21, 112, 853}},
    {"label @ separators", {1, 1, 2, 5, 11, 23, 48}},
    {"marked-wl:3", {1, 1, 2, 6, 21, 112, 853}},
    {"fwl:2", {1, 1, 2, 6, 21, 112, 853}},
    {"label @ fwl:2", {1, 1, 2, 6, 21, 112, 853}},
    {"label @ fwl:4", {1, 1, 2, 6, 21, 112, 853}},
    {"label @ marked-wl:3", {1, 1, 2, 6, 21, 112, 853}},
    {"label @ marked-wl:6", {1, 1, 2, 6, 21, 112, 853}},
    {"label @ marked-wl:10", {1, 1, 2, 6, 21, 112, 853}},
    {"orbit", {1, 1, 2, 6, 21, 112, 853}},
};

static sg_dataset *connected_graphs(uint32_t n_nodes)
{
    sg_dataset *data = NULL;
    char arguments[16];
    (void)snprintf(arguments, sizeof arguments, "-cq %u", n_nodes);
    char *lines = nauty_output("geng", arguments);
    check_write(folder, "connected.g6", lines);
    free(lines);
    check_ok(sg_data_open(&data, path_of("connected.g6"), NULL, &err));
    return data;
}

static void numbers_of_classes(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= MOST_NODES; n++) {
        sg_dataset *data = connected_graphs(n);
        assert_int_equal(sg_data_sizes_of(data).n_graphs, n_graphs[n - 1]);
        for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
            sg_power *power = NULL;
            check_ok(sg_power_open(&power, data, table[i].invariant, NULL, &err));
            const uint32_t n_classes = sg_power_view_of(power).n_classes;
            if (n_classes != table[i].n_classes[n - 1])
                fail_msg("%s, %u nodes: %u classes", table[i].invariant, n, n_classes);
            sg_power_close(power);
        }
        sg_data_close(data);
    }
}

SG_TESTS(cmocka_unit_test_setup_teardown(numbers_of_classes, make_folder, remove_folder))
