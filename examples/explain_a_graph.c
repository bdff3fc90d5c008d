/* explain_a_graph.c - why does the model say so?  Train a model to find triangles in paths, explain what
 * it says about one graph, node by node and message by message, and draw that as an SVG picture.
 *
 *     cc explain_a_graph.c $(pkg-config --cflags --libs sharegnn) -o explain_a_graph
 *     ./explain_a_graph triangle.svg
 */
#include <sharegnn.h>
#include <stdio.h>

enum { N_GRAPHS = 40, MOST_NODES = 4 + N_GRAPHS };

/* Paths of 4 nodes and more; every second one gets an edge that closes a triangle at its beginning. */
static bool make_graphs(sg_dataset **data, sg_error *err)
{
    sg_data_builder *builder = NULL;
    bool good = sg_data_builder_open(&builder, "triangles", err) == SG_OK;
    for (uint32_t g = 0; good && g < N_GRAPHS; g++) {
        uint32_t edge[MOST_NODES][2] = {{0, 2}}; /* the first edge is the one that closes it */
        const uint32_t n_nodes = 4 + g / 2, offset[] = {0, n_nodes};
        const int64_t has_triangle = g % 2;
        for (uint32_t v = 1; v < n_nodes; v++) {
            edge[v][0] = v - 1;
            edge[v][1] = v;
        }
        const sg_graph_arrays graph = {.struct_size = sizeof graph,
                                       .n_graphs = 1,
                                       .graph_offset = offset,
                                       .n_edges = has_triangle ? n_nodes : n_nodes - 1,
                                       .edge = has_triangle ? edge[0] : edge[1],
                                       .graph_class = &has_triangle};
        good = sg_data_builder_add(builder, &graph, err) == SG_OK;
    }
    good = good && sg_data_builder_finish(data, builder, err) == SG_OK;
    sg_data_builder_close(builder);
    return good;
}

/* Say what decided: nodes, and the message that contributes most. */
static void print(const sg_explanation *why, const sg_explainer *explainer)
{
    const sg_head_explanation *head = &why->layer[0].head[0];
    uint32_t node = 0, message = 0;
    char name[100] = "a message that the model has not seen";
    for (uint32_t v = 1; v < why->n_nodes; v++)
        if (why->node[v] > why->node[node]) node = v;
    for (uint32_t m = 1; m < head->n_messages; m++)
        if (head->message[m].contribution > head->message[message].contribution) message = m;
    if (head->message[message].weight != SG_NONE)
        (void)sg_explainer_weight_name(name, sizeof name, explainer, head->head,
                                       head->message[message].weight);
    printf("graph %u: class %u\n", (unsigned)why->graph, (unsigned)why->output);
    printf("node %u decides most, it is %s the triangle\n", (unsigned)node,
           node < 3 ? "in" : "outside of");
    printf("message that decides most: %s\n", name);
}

int main(int argc, char **argv)
{
    sg_error err = {.text = "usage: explain_a_graph PICTURE.svg"};
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    sg_explainer *explainer = NULL;
    sg_explanation why = {.struct_size = sizeof why};
    char *svg = NULL;
    const char *encoder = "cycles:3 @ distance 0..1";
    const sg_model_options design = {.struct_size = sizeof design,
                                     .encoder = &encoder,
                                     .n_encoders = 1,
                                     .decoder = "cycles:3"};
    const sg_picture_options picture = {.struct_size = sizeof picture, .by_contribution = true};
    const bool good = argc == 2 && make_graphs(&data, &err) &&
                      sg_model_build(&model, data, &design, &err) == SG_OK &&
                      sg_model_train(NULL, model, data, NULL, &err) == SG_OK &&
                      sg_explainer_open(&explainer, model, data, NULL, &err) == SG_OK &&
                      sg_explainer_graph(&why, explainer, 5, SG_PREDICTED, &err) == SG_OK &&
                      sg_explainer_picture(&svg, explainer, &why, &picture, &err) == SG_OK &&
                      sg_picture_write(argv[1], svg, &err) == SG_OK;
    if (good)
        print(&why, explainer);
    else
        fprintf(stderr, "%s\n", err.text);
    sg_text_release(svg);
    sg_explanation_free(&why);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
    return good ? 0 : 1;
}
