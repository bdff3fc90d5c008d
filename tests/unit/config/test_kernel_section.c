/* test_kernel_section.c - graph kernels in short become layers and costs. */
#include "config/kernel_section.h"

#include "config/network_section.h"
#include "experiment_trees.h"
#include "support/folder.h"

static const char *const SAID[][2] = {
    {"model: {kernel: vertex-histogram, C: 1}",
     "layers: [decoder: {heads: [label], pool: sum}]\ntrain: {svm: 1}"},
    {"model: {kernel: wl-subtree, rounds: 2, svm: linear, C: [0.1, 1]}\ntrain: {seed: 1}",
     "train: {seed: 1, svm: [0.1, 1]}\n"
     "layers: [decoder: {heads: [label, 'wl:1', 'wl:2'], pool: sum}, add: {}]"},
    {"model: {kernel: wl-subtree, labels: degree, rounds: 1, divide: true, C: 2}",
     "layers: [decoder: {heads: [degree, wl:1/degree], pool: mean}, add: {}]\ntrain: {svm: 2}"},
    {"model: {kernel: shortest-path, distance: 4, classes: 3, C: 2}",
     "layers: [encoder: {heads: [label @ distance 0..4 x3]}, pool: {kind: sum}]\n"
     "train: {svm: 2}"},
    /* What a run has written down. */
    {"model: {kernel: vertex-histogram, C: 1}\ntrain: {svm: [1]}",
     "train: {svm: [1]}\nlayers: [decoder: {heads: [label], pool: sum}]"},
    {"layers: []", "layers: []"}};

static void kernels_are_spelled_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++) {
        sg_tree tree = tree_of(SAID[i][0]);
        check_ok(sg_kernel_spell_out(tree.root, "k.yml", &err));
        check_tree(tree.root, SAID[i][1]);
        sg_tree_free(&tree);
    }
}

static void costs_have_a_default(void **state)
{
    (void)state;
    sg_tree tree = tree_of("model: {kernel: vertex-histogram}");
    check_ok(sg_kernel_spell_out(tree.root, "k.yml", &err));
    check_tree(tree.root, "layers: [decoder: {heads: [label], pool: sum}]\n"
                          "train: {svm: [0.001, 0.01, 0.1, 1, 10, 100]}");
    sg_tree_free(&tree);
}

static const char *const WRONG[][2] = {
    {"model: {}", "k.yml:1:8: model: a kernel is needed, as in kernel: wl-subtree"},
    {"model: wl-subtree", "k.yml:1:8: model"},
    {"model: {kernel: wl}", "model.kernel: \"wl\" is none of the choices"},
    {"model: {kernel: wl-subtree, svm: kernel}",
     "model.svm: \"kernel\" is none of the choices"},
    {"model: {kernel: wl-subtree, round: 2}", "unknown key \"round\""},
    {"model: {kernel: wl-subtree, rounds: 21}", "model.rounds: "},
    {"model: {kernel: wl-subtree, labels: lable}", "k.yml:1:37: model.labels: "},
    {"model: {kernel: shortest-path, classes: 1}", "model.classes: "},
    {"model: {kernel: wl-subtree}\nlayers: []", "model: there are also layers"}};

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        sg_tree tree = tree_of(WRONG[i][0]);
        check_fails(sg_kernel_spell_out(tree.root, "k.yml", &err), SG_EFORMAT, WRONG[i][1]);
        sg_tree_free(&tree);
    }
    assert_int_equal(sg_mem_live(), live);
}

SG_TESTS(cmocka_unit_test(kernels_are_spelled_out), cmocka_unit_test(costs_have_a_default),
         cmocka_unit_test(what_is_wrong_is_said))
