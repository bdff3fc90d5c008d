/* test_refused_texts.c - empty texts, texts of another kind and numbers that cannot be are refused where they come
 * in, and what was not measured is not trusted. */
#include "unit/api/six_paths.inc"

#include "support/folder.h"

#include <unistd.h>

/* A message that begins with an empty path would name nothing. */
static void paths_are_not_empty(void **state)
{
    (void)state;
    sg_dataset *data = paths(NULL);
    sg_model *model = NULL;
    sg_splits *splits = NULL;
    sg_results *results = NULL;
    char *text = NULL;
    const sg_run_options nowhere = {.struct_size = sizeof nowhere, .folder = ""},
                         somewhere = {.struct_size = sizeof somewhere,
                                      .folder = path_of("run")};
    const sg_search_options search = {.struct_size = sizeof search, .folder = ""};
    check_ok(sg_splits_hold_out(&splits, data, 0.5, 1, &err));
    check_fails(sg_splits_write(splits, "", &err), SG_EINVAL, "path: it is empty");
    sg_splits_close(splits);
    splits = NULL;
    check_fails(sg_splits_open(&splits, "", N, &err), SG_EINVAL, "path: it is empty");
    check_fails(sg_splits_open_for(&splits, "", data, &err), SG_EINVAL, "path: it is empty");
    check_fails(sg_model_open(&model, "", &err), SG_EINVAL, "path: it is empty");
    check_fails(sg_data_write(data, "", "x", false, &err), SG_EINVAL, "folder: it is empty");
    check_fails(sg_data_write_rejects(data, "", &err), SG_EINVAL, "path: it is empty");
    check_fails(sg_data_read_targets(data, "", false, &err), SG_EINVAL, "path: it is empty");
    check_fails(sg_data_relabel(data, "", &err), SG_EINVAL, "path: it is empty");
    check_fails(sg_data_name_elements(data, "", &err), SG_EINVAL, "path: it is empty");
    check_fails(sg_data_make(NULL, "CSL", "", 0, false, &err), SG_EINVAL,
                "folder: it is empty");
    check_fails(sg_data_get("MUTAG", "", NULL, &err), SG_EINVAL, "folder: it is empty");
    check_fails(sg_picture_write("", "<svg/>", &err), SG_EINVAL, "path: it is empty");
    check_fails(sg_results_open(&results, "", &err), SG_EINVAL, "folder: it is empty");
    check_fails(sg_run(&text, "", &somewhere, &err), SG_EINVAL, "path: it is empty");
    check_fails(sg_run(&text, "x.yml", &nowhere, &err), SG_EINVAL,
                "options->folder: it is empty");
    check_fails(sg_search(&text, "CSL", &search, &err), SG_EINVAL,
                "options->folder: it is empty");
    assert_true(splits == NULL && model == NULL && results == NULL && text == NULL);
    sg_data_close(data);
}

/* A description is a map for trainings, too, whether or not it says `train`. */
static void descriptions_are_maps(void **state)
{
    (void)state;
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data);
    const sg_model_size size = sg_model_sizes_of(model);
    sg_training_outline outline = {.struct_size = sizeof outline};
    const sg_training_options training = {.struct_size = sizeof training, .description = "x"},
                              empty = {.struct_size = sizeof empty, .settings = ""};
    static const char why[] = "description:1:1: the document: \"x\" is not a map";
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EFORMAT, why);
    check_fails(sg_training_preview(&outline, &training, &size, &err), SG_EFORMAT, why);
    check_fails(sg_training_preview(&outline, &empty, &size, &err), SG_EFORMAT,
                "settings:1:1: the document is empty; write at least one line such as \"key: "
                "value\"");
    sg_model_close(model);
    sg_data_close(data);
}

/* What a training refuses for its settings alone, a preview refuses as well. */
static void previews_refuse_what_trainings_refuse(void **state)
{
    (void)state;
    static const struct {
        sg_training_options training;
        const char *why;
    } of[] = {{{.warm_up = 1000000}, "training->warm_up: it lasts 1000000 epochs, but the"},
              {{.batch_nodes = 1}, "training->batch_nodes: the model predicts graphs"},
              {{.rate = SG_RATE_COSINE, .learning_rate = 0.1, .rate_lowest = 0.2},
               "training->rate_lowest: 0.2 is above the learning rate, 0.1"}};
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data);
    const sg_model_size size = sg_model_sizes_of(model);
    sg_training_outline outline = {.struct_size = sizeof outline};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        sg_training_options training = of[i].training;
        check_untrainable(data, training, of[i].why);
        training.struct_size = sizeof training;
        training.n_epochs = 2;
        check_fails(sg_training_preview(&outline, &training, &size, &err), SG_EINVAL,
                    of[i].why);
    }
    const sg_training_options steps = {
        .struct_size = sizeof steps, .n_epochs = 2, .warm_up = 9, .warm_up_in_steps = true};
    check_ok(sg_training_preview(&outline, &steps, &size, &err)); /* the data decides */
    sg_model_close(model);
    sg_data_close(data);
}

static void losses_to_stop_at_are_losses(void **state)
{
    (void)state;
    const double enough[] = {NAN, INFINITY, -1};
    sg_dataset *data = paths(NULL);
    sg_pair_trials *trials = NULL;
    for (int i = 0; i < 3; i++) {
        const sg_pair_trial_options options = {.struct_size = sizeof options,
                                               .description =
                                                   "layers: [decoder: {heads: [degree]}]",
                                               .n_seeds = 1,
                                               .enough = enough[i]};
        check_fails(sg_pair_trials_run(&trials, data, &options, &err), SG_EINVAL,
                    "options->enough: ");
        assert_null(trials);
    }
    sg_data_close(data);
}

/* A small file takes little memory, however many items there may be. */
static void splits_take_what_their_file_needs(void **state)
{
    (void)state;
    const sg_limits limits = {.struct_size = sizeof limits, .memory = 1 << 20};
    sg_account *account = NULL;
    sg_splits *splits = NULL;
    uint32_t n = 0;
    check_write(folder, "s.json",
                "[{\"test\": [0, 9], \"model_selection\": [{\"train\": [3, 1], "
                "\"validation\": [2]}]}]");
    check_write(folder, "twice.json",
                "[{\"test\": [0, 9], \"model_selection\": [{\"train\": [3, 9], "
                "\"validation\": [2]}]}]");
    check_ok(sg_account_open(&account, &limits, &err));
    check_ok(sg_splits_open(&splits, path_of("s.json"), UINT32_MAX, &err));
    const uint32_t *test = sg_splits_part(&n, splits, 0, SG_TEST);
    assert_true(n == 2 && test[1] == 9);
    sg_splits_close(splits);
    check_fails(sg_splits_open(&splits, path_of("twice.json"), UINT32_MAX, &err), SG_EFORMAT,
                "graph 9 is in \"test\" already");
    sg_account_close(account);
}

/* Nothing speaks for what nobody looked at. */
static void what_was_not_measured_is_not_trusted(void **state)
{
    (void)state;
    const sg_trust nothing = {0}, known = {.n_labels = 3, .n_nodes = 3};
    assert_true(sg_trust_share(&nothing) == 0);
    assert_true(sg_trust_share(&known) == 1);
}

/* A builder without graphs can still get some. */
static void builders_wait_for_graphs(void **state)
{
    (void)state;
    static const uint32_t offset[] = {0, 2}, edge[] = {0, 1};
    const sg_graph_arrays graph = {.struct_size = sizeof graph,
                                   .n_graphs = 1,
                                   .graph_offset = offset,
                                   .n_edges = 1,
                                   .edge = edge};
    sg_data_builder *builder = NULL;
    sg_dataset *data = NULL;
    check_ok(sg_data_builder_open(&builder, NULL, &err));
    check_fails(sg_data_builder_finish(&data, builder, &err), SG_EINVAL,
                "builder: it has no graphs; add one at least");
    check_ok(sg_data_builder_add(builder, &graph, &err));
    check_ok(sg_data_builder_finish(&data, builder, &err));
    sg_data_builder_close(builder);
    sg_data_close(data);
}

/* Both messages say what works. */
static void models_of_nodes_have_layers(void **state)
{
    (void)state;
    static const uint32_t offset[] = {0, 2}, edge[] = {0, 1};
    static const int64_t node_class[] = {0, 1};
    static const char *const encoder[] = {"degree @ distance 0..1"};
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 1,
                                    .graph_offset = offset,
                                    .n_edges = 1,
                                    .edge = edge,
                                    .node_class = node_class};
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    check_refused(data,
                  (sg_model_options){.encoder = encoder, .n_encoders = 1, .decoder = "degree"},
                  "decoder: the items of the data are nodes, and encoders with a decoder "
                  "predict graphs; give layers instead, the last one of nodes, such as linear");
    check_refused(data, (sg_model_options){.encoder = encoder, .n_encoders = 1},
                  "encoder: the items of the data are nodes");
    const sg_model_options layers = {
        .struct_size = sizeof layers,
        .description = "layers: [{encoder: {heads: [degree @ edge]}}, {linear: {}}]"};
    check_ok(sg_model_build(&model, data, &layers, &err));
    sg_model_close(model);
    sg_data_close(data);
}

static void names_have_their_number(void **state)
{
    (void)state;
    static const uint32_t offset[] = {0, 2};
    static const int32_t label[] = {1, 2};
    static const sg_label_name name[] = {{1, "C"}};
    sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                              .n_graphs = 1,
                              .graph_offset = offset,
                              .node_label = label,
                              .node_label_name = name};
    sg_dataset *data = NULL;
    check_fails(sg_data_from_arrays(&data, &arrays, &err), SG_EINVAL,
                "n_node_label_names: 0; say how many there are");
    arrays.node_label_name = NULL;
    arrays.edge_label_name = name;
    check_fails(sg_data_from_arrays(&data, &arrays, &err), SG_EINVAL, "n_edge_label_names: 0");
    assert_null(data);
}

/* Classes have probabilities. */
static void scores_of_classes_are_probabilities(void **state)
{
    (void)state;
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 1};
    static const uint32_t item[N] = {0, 1, 2, 3, 4, 5};
    double score[N * 2];
    sg_interval set[N * 2];
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data);
    const sg_held_out held_out = {
        .struct_size = sizeof held_out, .n_items = N, .item = item, .score = score};
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_model_predict(score, model, data, NULL, &err));
    score[3] += 5;
    check_fails(sg_model_calibrate(model, data, &held_out, &err), SG_EINVAL,
                "held_out->score[3]: ");
    score[3] -= 5;
    check_ok(sg_model_calibrate(model, data, &held_out, &err));
    score[1] = -0.5;
    check_fails(sg_model_intervals(set, model, score, NULL, NULL, N, 0.5, &err), SG_EINVAL,
                "score[1]: -0.5 is not a probability");
    sg_model_close(model);
    sg_data_close(data);
}

static void pictures_are_of_explanations(void **state)
{
    (void)state;
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 1};
    sg_explanation explanation = {.struct_size = sizeof explanation};
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data);
    sg_explainer *explainer = NULL;
    char *svg = NULL;
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_explainer_open(&explainer, model, data, NULL, &err));
    check_fails(sg_explainer_picture(&svg, explainer, &explanation, NULL, &err), SG_EINVAL,
                "explanation: it is empty; sg_explainer_graph and sg_explainer_node fill it");
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

/* What a search would ignore, and times that are none. */
static void searches_say_nothing_in_vain(void **state)
{
    (void)state;
    static const struct {
        sg_search_options options;
        const char *why;
    } of[] = {{{.fold = 3}, "options->fold: options->splits is NULL, so there is no fold 3"},
              {{.seconds = NAN}, "options->seconds: nan is no time to search"},
              {{.seconds = -1}, "options->seconds: -1 is no time to search"},
              {{.resume = true, .replace = true}, "options->resume: options->replace is set"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        sg_search_options options = of[i].options;
        options.struct_size = sizeof options;
        options.folder = path_of("search");
        check_fails(sg_search(NULL, "CSL", &options, &err), SG_EINVAL, of[i].why);
    }
    assert_int_equal(n_entries(folder), 0);
}

/* Names that differ in capitals alone, files of no known format, names that no folder should have, and what is no
 * file. */
static void files_are_told_apart(void **state)
{
    (void)state;
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 1},
                              nowhere = {.struct_size = sizeof nowhere,
                                         .n_epochs = 1,
                                         .checkpoint = "/dev/null"};
    sg_dataset *data = NULL;
    check_fails(sg_data_generate(&data, "csl", 0, &err), SG_ENOTFOUND, "CSL");
    check_write(folder, "newb.c", "int x;");
    assert_int_equal(chdir(folder), 0);
    check_fails(sg_data_open(&data, "newb.c", NULL, &err), SG_ENOTFOUND,
                "newb.c: there is such a file, but its name does not say which format it has");
    assert_int_equal(chdir("/"), 0);
    data = paths(NULL);
    check_fails(sg_data_write(data, folder, "x\ny", true, &err), SG_EINVAL,
                "data set name: it has a newline");
    sg_model *model = build(data);
    check_fails(sg_model_train(NULL, model, data, &nowhere, &err), SG_EIO,
                "/dev/null: not a plain file; give the path of one");
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_fails(sg_model_save(model, folder, &err), SG_EIO, "not a plain file");
    sg_model_close(model);
    sg_data_close(data);
}

/* A program of a later version has larger results: what is behind those of this version does not matter. */
static void larger_results_need_not_be_cleared(void **state)
{
    (void)state;
    struct {
        sg_data_size size;
        uint64_t later;
    } larger = {.size = {.struct_size = sizeof larger}, .later = 77};
    sg_dataset *data = paths(NULL);
    check_ok(sg_data_sizes(&larger.size, data, &err));
    assert_int_equal(larger.size.n_graphs, N);
    assert_int_equal(larger.later, 77);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test_setup_teardown(paths_are_not_empty, make_folder, remove_folder),
         cmocka_unit_test_setup_teardown(files_are_told_apart, make_folder, remove_folder),
         cmocka_unit_test_setup_teardown(searches_say_nothing_in_vain, make_folder,
                                         remove_folder),
         cmocka_unit_test(builders_wait_for_graphs),
         cmocka_unit_test(models_of_nodes_have_layers),
         cmocka_unit_test(names_have_their_number),
         cmocka_unit_test(scores_of_classes_are_probabilities),
         cmocka_unit_test(pictures_are_of_explanations),
         cmocka_unit_test(larger_results_need_not_be_cleared),
         cmocka_unit_test(descriptions_are_maps),
         cmocka_unit_test(previews_refuse_what_trainings_refuse),
         cmocka_unit_test(losses_to_stop_at_are_losses),
         cmocka_unit_test_setup_teardown(splits_take_what_their_file_needs, make_folder,
                                         remove_folder),
         cmocka_unit_test(what_was_not_measured_is_not_trusted))
