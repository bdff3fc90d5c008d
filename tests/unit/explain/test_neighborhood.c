/* test_neighborhood.c - the part of a large graph that a node hears. */
#include "explain/neighborhood.h"

#include "explain/explainer_parts.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

enum { N = 300, CENTER = 150, REACH = 60 };

/* A path of N nodes; node CENTER hears REACH nodes at each side, the nearer ones louder. */
typedef struct path {
    uint32_t graph_offset[2], arc_offset[N + 1], neighbor[2 * N];
    sg_graph graph;
    sg_explainer explainer;
    sg_explained_message message[2 * REACH + 1];
    uint32_t label[N];
    double node[N];
    sg_head_explanation head;
    sg_layer_explanation layer;
    sg_explanation explanation;
} path;

static void make_path(path *p)
{
    uint32_t n_arcs = 0, n = 0;
    memset(p, 0, sizeof *p);
    p->graph_offset[1] = N;
    for (uint32_t v = 0; v < N; v++) {
        p->arc_offset[v] = n_arcs;
        if (v > 0) p->neighbor[n_arcs++] = v - 1;
        if (v + 1 < N) p->neighbor[n_arcs++] = v + 1;
        p->label[v] = v;
    }
    p->arc_offset[N] = n_arcs;
    p->graph = (sg_graph){.n_graphs = 1,
                          .n_nodes = N,
                          .graph_offset = p->graph_offset,
                          .arc_offset = p->arc_offset,
                          .neighbor = p->neighbor};
    p->explainer.view.graph = &p->graph;
    for (uint32_t v = CENTER - REACH; v <= CENTER + REACH; v++) {
        const double far = fabs((double)v - CENTER);
        p->message[n++] = (sg_explained_message){
            .receiver = CENTER, .sender = v, .strength = 1, .contribution = 1 / (1 + far)};
        p->head.contribution += 1 / (1 + far);
    }
    p->head.message = p->message;
    p->head.n_messages = n;
    p->head.receiver_label = p->head.sender_label = p->label;
    p->layer = (sg_layer_explanation){.head = &p->head, .n_heads = 1};
    p->explanation = (sg_explanation){.n_nodes = N,
                                      .explained_node = CENTER,
                                      .node = p->node,
                                      .layer = &p->layer,
                                      .n_layers = 1,
                                      .explainer = &p->explainer};
}

static void the_loudest_nodes_are_kept(void **state)
{
    (void)state;
    static path p;
    sg_neighborhood near = {0}, same = {0};
    char words[SG_HEARD_WORDS];
    make_path(&p);
    assert_true(sg_neighborhood_is_needed(&p.explanation));
    check_ok(sg_neighborhood_find(&near, &p.explainer, &p.explanation, &err));
    assert_int_equal(near.graph.n_nodes, SG_HEARD_NODES);
    assert_int_equal(near.n_heard, 2 * REACH + 1);
    assert_int_equal(near.n_heard_shown, SG_HEARD_NODES);
    assert_int_equal(near.arc_offset[SG_HEARD_NODES], 2 * (SG_HEARD_NODES - 1));
    assert_int_equal(near.node[near.shown.explained_node], CENTER);
    /* what is shown and what is left is the whole */
    const sg_head_explanation *head = &near.shown.layer[0].head[0];
    double sum = near.left[0];
    for (uint32_t m = 0; m < head->n_messages; m++) {
        assert_int_equal(head->message[m].receiver, near.shown.explained_node);
        assert_int_equal(head->sender_label[head->message[m].sender],
                         near.node[head->message[m].sender]);
        sum += head->message[m].contribution;
    }
    check_near(sum, p.head.contribution, 1e-12, 0);
    assert_int_equal(near.n_messages_left + head->n_messages, p.head.n_messages);
    sg_neighborhood_words(words, &near);
    assert_non_null(strstr(words, "Of 121 nodes that the node hears, 40 are drawn"));
    check_ok(sg_neighborhood_same(&same, &near, &p.explainer, &p.explanation, &err));
    assert_memory_equal(same.node, near.node, SG_HEARD_NODES * sizeof *near.node);
    assert_int_equal(same.shown.layer[0].head[0].n_messages, head->n_messages);
    sg_neighborhood_free(&same);
    sg_neighborhood_free(&near);
}

static void all_are_kept_where_there_are_few(void **state)
{
    (void)state;
    static path p;
    sg_neighborhood near = {0};
    char words[SG_HEARD_WORDS];
    make_path(&p);
    p.message[0] = p.message[REACH + 8]; /* eight steps away, with the nodes between */
    p.head.n_messages = 1;
    check_ok(sg_neighborhood_find(&near, &p.explainer, &p.explanation, &err));
    assert_int_equal(near.graph.n_nodes, 9);
    assert_int_equal(near.n_heard_shown, 1);
    sg_neighborhood_words(words, &near);
    assert_non_null(strstr(words, "All 1 nodes"));
    sg_neighborhood_free(&near);
    p.explanation.n_nodes = 50;
    assert_false(sg_neighborhood_is_needed(&p.explanation));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_loudest_nodes_are_kept),
        cmocka_unit_test(all_are_kept_where_there_are_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
