/* test_picture_molecule.c - molecules with halos: what they draw adds up to the output. */
#include "explain/pictures/picture.h"
#include "explain/unknown_nodes.h"

#include "base/text.h"
#include "chem/molecule_look.h"
#include "data/dataset.h"
#include "support/explained_models.h"
#include "support/folder.h"

static const char MODEL[] =
    "layers: [encoder: {heads: [\"wl:1 @ distance 0..2 bias label\"], activation: tanh},"
    " decoder: {heads: [label], outputs: classes, bias: true}]";

/* The sum of an attribute over all elements that have it. */
static double sum_of(const char *svg, const char *name)
{
    double sum = 0;
    char start[64];
    (void)snprintf(start, sizeof start, " %s=\"", name);
    for (const char *at = svg; (at = strstr(at, start)) != NULL; at++)
        sum += strtod(at + strlen(start), NULL);
    return sum;
}

/* Molecules whose atoms and bonds a file names. */
static sg_dataset *named_molecules(void)
{
    sg_dataset *data = explained_molecules();
    check_write(folder, "elements.txt",
                "# atoms\n1 C\n0 H  # hydrogen\n\nbond 1 double\nbond 0 single\n");
    check_ok(sg_data_name_elements(data, path_of("elements.txt"), &err));
    return data;
}

static void halos_add_up(void **state)
{
    (void)state;
    sg_rng rng = check_rng("halos");
    sg_dataset *data = named_molecules();
    sg_model *model = explained_model(data, MODEL, &rng);
    sg_explainer *explainer = explainer_of(model, data);
    sg_explanation e = explained_graph(explainer, 0, SG_PREDICTED);
    static const char *const words[] = {"half each", "the atom that receives it",
                                        "the atom that sends it"};
    for (int rule = 0; rule < 3; rule++) {
        sg_text svg = {0};
        const sg_picture_options options = {.struct_size = sizeof options,
                                            .credit = (sg_credit)rule};
        check_ok(sg_picture_draw(&svg, explainer, &e, &options, &err));
        assert_non_null(strstr(svg.data, "data-panel=\"atoms\""));
        assert_non_null(strstr(svg.data, words[rule]));
        assert_null(strstr(svg.data, "url(#sg-head"));
        check_near(sum_of(svg.data, "data-contribution") + sum_of(svg.data, "data-rest") +
                       sum_of(svg.data, "data-gap"),
                   e.value, 1e-6, 1e-6);
        sg_text_free(&svg);
    }
    double credit[3][16];
    assert_true(e.n_nodes <= 16);
    for (int rule = 0; rule < 3; rule++)
        sg_layer_credit(credit[rule], &e.layer[0], e.n_nodes, (sg_credit)rule);
    for (uint32_t v = 0; v < e.n_nodes; v++)
        check_near(credit[SG_CREDIT_HALF][v],
                   (credit[SG_CREDIT_RECEIVER][v] + credit[SG_CREDIT_SENDER][v]) / 2, 1e-12,
                   1e-12);
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

/* A model whose messages are not told apart shows what its pool gets of every atom. */
static void atoms_of_a_pool_add_up(void **state)
{
    (void)state;
    static const char *const models[] = {
        "input: labels\nlayers:\n  - gin: { outputs: 4 }\n  - pool: { kind: mean }\n"
        "  - linear: { outputs: classes }\n",
        "input: labels\nlayers:\n  - gcn: { outputs: 4 }\n"
        "  - decoder: { heads: [\"label\"], outputs: 3, bias: true }\n"
        "  - linear: { outputs: classes }\n"};
    for (int m = 0; m < 2; m++) {
        sg_rng rng = check_rng("pools");
        sg_dataset *data = named_molecules();
        sg_model *model = explained_model(data, models[m], &rng);
        sg_explainer *explainer = explainer_of(model, data);
        sg_explanation e = explained_graph(explainer, 0, SG_PREDICTED);
        sg_text svg = {0};
        check_ok(sg_picture_draw(&svg, explainer, &e, NULL, &err));
        assert_non_null(strstr(svg.data, "data-panel=\"atoms\""));
        check_near(sum_of(svg.data, "data-contribution") + sum_of(svg.data, "data-rest") +
                       sum_of(svg.data, "data-gap"),
                   e.value, 1e-6, 1e-6);
        sg_text_free(&svg);
        sg_explanation_free(&e);
        sg_explainer_close(explainer);
        sg_model_close(model);
        sg_data_close(data);
    }
}

/* Arrows on request, and where names are no atoms: nothing is guessed. */
static void arrows_and_numbers(void **state)
{
    (void)state;
    sg_rng rng = check_rng("arrows");
    const uint32_t head = 0;
    for (int named = 0; named < 2; named++) {
        sg_dataset *data = named ? named_molecules() : explained_molecules();
        sg_model *model = explained_model(data, MODEL, &rng);
        sg_explainer *explainer = explainer_of(model, data);
        sg_explanation e = explained_graph(explainer, 0, SG_PREDICTED);
        const sg_picture_options options[] = {
            {.struct_size = sizeof *options, .arrows = true},
            {.struct_size = sizeof *options, .top = 2},
            {.struct_size = sizeof *options, .head = &head},
            {.struct_size = sizeof *options, .by_contribution = true},
            {.struct_size = sizeof *options}};
        for (int i = 0; i < 5; i++) {
            sg_text svg = {0};
            check_ok(sg_picture_draw(&svg, explainer, &e, &options[i], &err));
            const bool halos = strstr(svg.data, "data-panel=\"atoms\"") != NULL;
            assert_int_equal(halos, named && i == 4);
            sg_text_free(&svg);
        }
        sg_explanation_free(&e);
        sg_explainer_close(explainer);
        sg_model_close(model);
        sg_data_close(data);
    }
}

/* An atom with a label that the model has not seen is hatched and named, not shown as nothing. */
static void unknown_atoms_are_hatched(void **state)
{
    (void)state;
    sg_rng rng = check_rng("unknown");
    sg_dataset *data = named_molecules();
    sg_dataset *other = NULL;
    check_write(folder, "two.csv", "smiles,y\nCC,1\nCCC(F)N=O,2\n");
    check_ok(sg_data_open(&other, path_of("two.csv?target=y"), NULL, &err));
    uint32_t first = 0;
    sg_dataset *small = NULL;
    check_ok(sg_data_select(&small, other, &first, 1, &err));
    sg_model *model = explained_model(
        small,
        "{task: regression, layers: [encoder: {heads: [\"label @ distance 0..1\"]},"
        " decoder: {heads: [label], outputs: 1}]}",
        &rng);
    sg_explainer *explainer = explainer_of(model, other);
    sg_explanation e = explained_graph(explainer, 1, 0);
    sg_text svg = {0};
    check_ok(sg_picture_draw(&svg, explainer, &e, NULL, &err));
    assert_non_null(strstr(svg.data, "data-unknown=\"true\""));
    assert_non_null(strstr(svg.data, "never met"));
    assert_non_null(strstr(svg.data, ">F<"));
    sg_text_free(&svg);
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(small);
    sg_data_close(other);
    sg_data_close(data);
}

/* A model that pools has no labels but those of its input: an element that is new there is hatched, in every
 * layer, and the others keep the scale. */
static void elements_new_to_the_input_are_hatched(void **state)
{
    (void)state;
    sg_rng rng = check_rng("new element");
    sg_dataset *other = NULL, *small = NULL;
    check_write(folder, "three.csv", "smiles,y\nCC,1\nC[Ge](C)(C)C,2\nCCC,3\n");
    check_ok(sg_data_open(&other, path_of("three.csv?target=y"), NULL, &err));
    const uint32_t known[] = {0, 2};
    check_ok(sg_data_select(&small, other, known, 2, &err));
    sg_model *model =
        explained_model(small,
                        "{task: regression, input: [labels], layers: [linear: {outputs: 3}, "
                        "gine: {outputs: 3}, pool: {kind: mean}, linear: {outputs: 1}]}",
                        &rng);
    sg_explainer *explainer = explainer_of(model, other);
    sg_explanation e = explained_graph(explainer, 1, 0);
    sg_text svg = {0};
    check_ok(sg_picture_draw(&svg, explainer, &e, NULL, &err));
    const char *first = strstr(svg.data, "data-unknown=\"true\"");
    assert_non_null(first);
    assert_null(strstr(first + 1, "data-unknown"));
    assert_non_null(strstr(svg.data, "Hatched: 1"));
    sg_text_free(&svg);
    bool unknown[5];
    check_ok(sg_unknown_nodes(unknown, &e, &e.layer[0], NULL, &err));
    for (uint32_t v = 0; v < 5; v++) assert_int_equal(unknown[v], v == 1);
    /* graphs that were trained with have ethane alone: CH3 is known, and nothing else */
    const bool chosen[] = {true, false, false};
    sg_known_parts met = {0};
    sg_explanation propane = explained_graph(explainer, 2, 0);
    check_ok(sg_known_parts_mark(&met, explainer, chosen, &err));
    check_ok(sg_unknown_nodes(unknown, &propane, &propane.layer[0], &met, &err));
    for (uint32_t v = 0; v < 3; v++) assert_int_equal(unknown[v], v == 1);
    sg_known_parts_free(&met);
    sg_explanation_free(&propane);
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(small);
    sg_data_close(other);
}

/* A formula says what it lacks because the data does not say it. */
static void formulas_say_what_they_lack(void **state)
{
    (void)state;
    sg_dataset *data = named_molecules(), *smiles = NULL, *bare = explained_molecules();
    assert_string_equal(sg_molecule_lacks(data),
                        "The data says no charges and no hydrogens of atoms: none are drawn.");
    check_write(folder, "bare.txt", "1 C\n0 H\n");
    check_ok(sg_data_name_elements(bare, path_of("bare.txt"), &err));
    assert_non_null(strstr(sg_molecule_lacks(bare), "no bond orders"));
    check_write(folder, "one.csv", "smiles,y\nCCO,1\nCC,2\n");
    check_ok(sg_data_open(&smiles, path_of("one.csv?target=y"), NULL, &err));
    assert_string_equal(sg_molecule_lacks(smiles), "");
    sg_data_close(smiles);
    sg_data_close(bare);
    sg_data_close(data);
}

static sg_status draw(void *context, sg_error *err)
{
    const sg_explanation *e = context;
    sg_text svg = {0};
    const sg_status status = sg_picture_draw(&svg, e->explainer, e, NULL, err);
    sg_text_free(&svg);
    return status;
}

static void runs_out_of_memory(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    sg_dataset *data = named_molecules();
    sg_model *model = explained_model(data, MODEL, &rng);
    sg_explainer *explainer = explainer_of(model, data);
    sg_explanation e = explained_graph(explainer, 1, SG_PREDICTED);
    assert_true(check_out_of_memory(draw, &e) > 10);
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(IN_FOLDER(halos_add_up), IN_FOLDER(atoms_of_a_pool_add_up),
         IN_FOLDER(arrows_and_numbers), IN_FOLDER(unknown_atoms_are_hatched),
         IN_FOLDER(elements_new_to_the_input_are_hatched),
         IN_FOLDER(formulas_say_what_they_lack), IN_FOLDER(runs_out_of_memory))
