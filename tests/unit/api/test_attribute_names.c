/* test_attribute_names.c - models know what the attributes are called that they look at. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/folder.h"

#include <stdio.h>

enum { N_NODES = 4 };

static const char EDGES[] = "source,target,weight,length\na,b,1,5\nb,c,2,6\nc,d,3,7\n";
static const char TURNED_EDGES[] = "source,target,length,weight\na,b,5,1\nb,c,6,2\nc,d,7,3\n";

static sg_dataset *open_tables(const char *header, const char *edges)
{
    char nodes[200], source[600];
    sg_dataset *data = NULL;
    (void)snprintf(nodes, sizeof nodes, "%s\na,x,1,2\nb,y,3,4\nc,x,5,6\nd,y,7,8\n", header);
    check_write(folder, "nodes.csv", nodes);
    check_write(folder, "edges.csv", edges);
    (void)snprintf(source, sizeof source, "%s?edges=edges.csv", path_of("nodes.csv"));
    check_ok(sg_data_open(&data, source, NULL, &err));
    return data;
}

static const char GINE[] = "input: attributes\n"
                           "layers: [{gine: {outputs: 2, edge-attributes: 2}}, "
                           "{linear: {outputs: classes}}]\n"
                           "train: {epochs: 1}";
static const char WEIGHED[] =
    "layers: [{encoder: {heads: [none @ edge], weight: 1}}, {linear: {outputs: classes}}]\n"
    "train: {epochs: 1}";
static const char BLIND[] =
    "layers: [{encoder: {heads: [degree @ edge]}}, {linear: {outputs: classes}}]\n"
    "train: {epochs: 1}";

/* A model of a description, trained, written and read again. */
static sg_model *trained(const sg_dataset *data, const char *text)
{
    const sg_model_options how = {.struct_size = sizeof how, .description = text};
    const sg_training_options training = {
        .struct_size = sizeof training, .description = text, .n_threads = 1};
    sg_model *model = NULL;
    check_ok(sg_model_build(&model, data, &how, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_model_save(model, path_of("m.model"), &err));
    sg_model_close(model);
    check_ok(sg_model_open(&model, path_of("m.model"), &err));
    return model;
}

static void predicts(const sg_model *model, const sg_dataset *data)
{
    double score[N_NODES][2];
    check_ok(sg_model_predict(score[0], model, data, NULL, &err));
}

static void refuses(sg_model *model, const sg_dataset *data, const char *why)
{
    double score[N_NODES][2];
    sg_explainer *explainer = NULL;
    check_fails(sg_model_predict(score[0], model, data, NULL, &err), SG_EINVAL, why);
    check_fails(sg_explainer_open(&explainer, model, data, NULL, &err), SG_EINVAL, why);
    const sg_training_options training = {
        .struct_size = sizeof training, .n_epochs = 1, .n_threads = 1};
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EINVAL, why);
}

static void columns_in_another_order_are_refused(void **state)
{
    (void)state;
    sg_dataset *data = open_tables("id,class,height,age", EDGES),
               *turned = open_tables("id,class,age,height", EDGES),
               *turned_edges = open_tables("id,class,height,age", TURNED_EDGES);
    sg_model *model = trained(data, GINE);
    predicts(model, data);
    refuses(model, turned,
            "attribute 0 of nodes was called \"height\" in its training data, but in nodes it "
            "is \"age\"");
    refuses(model, turned_edges,
            "attribute 0 of edges was called \"weight\" in its training data, but in nodes it "
            "is \"length\"");
    sg_model_close(model);

    model = trained(data, WEIGHED); /* it does not look at nodes */
    predicts(model, turned);
    refuses(model, turned_edges, "attribute 0 of edges was called \"weight\"");
    sg_model_close(model);

    model = trained(data, BLIND);
    predicts(model, turned);
    predicts(model, turned_edges);
    sg_model_close(model);
    sg_data_close(data);
    sg_data_close(turned);
    sg_data_close(turned_edges);
}

/* In TU files the names stand beside the numbers, and parts of data have them, too. */
static void names_are_kept(void **state)
{
    (void)state;
    sg_dataset *data = open_tables("id,class,height,age", EDGES),
               *turned = open_tables("id,class,age,height", EDGES), *again = NULL;
    sg_model *model = trained(data, GINE);
    check_ok(sg_data_write(data, folder, "right", false, &err));
    check_ok(sg_data_open(&again, path_of("right"), NULL, &err));
    predicts(model, again);
    sg_data_close(again);
    check_ok(sg_data_write(turned, folder, "wrong", false, &err));
    check_ok(sg_data_open(&again, path_of("wrong"), NULL, &err));
    refuses(model, again, "but in wrong it is \"age\"");
    sg_data_close(again);
    check_ok(sg_data_select(&again, turned, (uint32_t[]){0}, 1, &err));
    refuses(model, again, "it is \"age\"");
    sg_data_close(again);
    check_write(folder, "wrong/wrong_node_attribute_names.txt", "age\n");
    check_fails(sg_data_open(&again, path_of("wrong"), NULL, &err), SG_EFORMAT,
                "another number of lines is needed");
    sg_model_close(model);
    sg_data_close(data);
    sg_data_close(turned);
}

/* Lines of JSON have no names, and go by their order. */
static void data_without_names_is_predicted(void **state)
{
    static const char *const LINE[] = {
        "{\"nodes\": [{\"attributes\": [1, 2]}, {\"attributes\": [3, 4]}], \"edges\": [[0, 1]]}"};
    static const char GIN[] =
        "input: attributes\nlayers: [{gin: {outputs: classes}}]\ntrain: {epochs: 1}";
    const sg_line_array_options lines = {.struct_size = sizeof lines, .format = "json-lines"};
    (void)state;
    sg_dataset *data = open_tables("id,class,height,age", EDGES), *line = NULL;
    sg_model *model = trained(data, GIN);
    check_ok(sg_data_from_lines(&line, LINE, 1, &lines, &err));
    predicts(model, line);
    sg_data_close(line);
    sg_model_close(model);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_in_another_order_are_refused),
        cmocka_unit_test(names_are_kept),
        cmocka_unit_test(data_without_names_is_predicted),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
