/* plan.c - from triples to slots. */
#include "plans/plan.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/table.h"
#include "plans/plan_parts.h"

void sg_plan_free(sg_plan *plan)
{
    sg_free(plan->row);
    sg_free(plan->slot);
    sg_free(plan->sender);
    sg_free(plan->far_sender);
    sg_free(plan->factor);
    sg_free(plan->stretch_begin);
    if (plan->sender_label != plan->receiver_label) sg_free(plan->sender_label);
    sg_free(plan->receiver_label);
    sg_free(plan->table);
    sg_free(plan->some_slot);
    sg_plan_pairs_release(plan->pairs);
    *plan = (sg_plan){0};
}

void sg_weight_keys_free(sg_weight_keys *keys)
{
    sg_free(keys->receiver);
    sg_free(keys->sender);
    sg_free(keys->value);
    *keys = (sg_weight_keys){0};
}

sg_status sg_plan_check_graphs(const sg_graph *graph, sg_error *err)
{
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint32_t n = graph->graph_offset[g + 1] - graph->graph_offset[g];
        if (n > SG_NEAR_NODES)
            return sg_error_set(
                err, SG_ELIMIT, SG_WHERE,
                "plan: graph %u has %u nodes; %d are allowed in an implicit plan", g, n,
                (int)SG_NEAR_NODES);
    }
    return SG_OK;
}

bool sg_plan_is_far(const sg_graph *graph)
{
    return sg_graph_largest(graph->graph_offset, graph->n_graphs) > SG_NEAR_NODES;
}

/* Keep the pairs whose triple has a slot.  The triples' arrays are reused: a pair never moves
 * backwards past its place. */
static sg_status keep_pairs(sg_plan *plan, sg_triples *triples, const uint32_t *slot_of,
                            const sg_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    const bool far = sg_plan_is_far(graph);
    const uint32_t n_nodes = graph->n_nodes;
    uint16_t *sender = NULL;
    uint64_t kept = 0;
    if (!far) SG_ALLOC(sender, triples->n_pairs);
    for (uint32_t v = 0; v < n_nodes; v++) {
        const uint64_t begin = triples->row[v], end = triples->row[v + 1];
        SG_TRY(sg_watch_ask(err));
        triples->row[v] = kept;
        for (uint64_t p = begin; p < end; p++) {
            const uint32_t slot = slot_of[triples->triple[p]];
            if (slot == SG_NO_SLOT) continue;
            if (far)
                triples->sender_node[kept] = triples->sender_node[p];
            else
                sender[kept] = (uint16_t)triples->sender_node[p];
            triples->triple[kept++] = slot;
        }
    }
    triples->row[n_nodes] = kept;
    size_t capacity = triples->n_pairs + 1;
    sg_shrink(&triples->triple, &capacity, kept, sizeof *triples->triple);
    capacity = triples->n_pairs + 1;
    if (far)
        sg_shrink(&triples->sender_node, &capacity, kept, sizeof *triples->sender_node);
    else
        sg_shrink(&sender, &capacity, kept, sizeof *sender);
    plan->row = triples->row;
    plan->slot = triples->triple;
    plan->sender = sender;
    if (far) {
        plan->far_sender = triples->sender_node;
        triples->sender_node = NULL;
    }
    plan->n_pairs = kept;
    plan->n_nodes = n_nodes;
    triples->row = NULL;
    triples->triple = NULL;
    sender = NULL;
    sg_triples_free(triples);
done:
    sg_free(sender);
    return status;
}

sg_status sg_plan_find_receivers(sg_plan *plan, const sg_weight_keys *keys, sg_error *err)
{
    sg_status status = SG_OK;
    sg_table known = {0};
    uint32_t id = 0;
    SG_ALLOC(plan->stretch_begin, keys->n_slots + (size_t)1);
    for (uint32_t s = 0; s < keys->n_slots; s++) {
        if (s > 0 && keys->receiver[s] == keys->receiver[s - 1]) continue;
        SG_TRY(sg_table_intern(&id, &known, keys->receiver[s], err));
        SG_REQUIRE(id == plan->n_stretches, SG_EFORMAT,
                   "model: weight %u: the weights of a receiver's label are not together", s);
        plan->stretch_begin[plan->n_stretches++] = s;
    }
    plan->stretch_begin[plan->n_stretches] = keys->n_slots;
    size_t capacity = keys->n_slots + (size_t)1;
    sg_shrink(&plan->stretch_begin, &capacity, plan->n_stretches + (size_t)1,
              sizeof *plan->stretch_begin);
done:
    sg_table_free(&known);
    return status;
}

sg_status sg_plan_number_keys(sg_table *table, const sg_vocabulary *vocabulary, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t id = 0;
    for (uint32_t i = 0; i < vocabulary->n_keys; i++)
        SG_TRY(sg_table_intern(&id, table, vocabulary->key[i], err));
done:
    return status;
}

/* Keys of the triples within the thresholds; slot_of, if not NULL, gets the slot of every triple. */
static sg_status admit_triples(sg_weight_keys *keys, uint32_t *slot_of,
                               const sg_triples *triples, const sg_labels *receiver,
                               const sg_labels *sender, sg_thresholds thresholds, sg_error *err)
{
    sg_status status = SG_OK;
    sg_weight_keys made = {0};
    SG_ALLOC(made.receiver, triples->n_triples);
    SG_ALLOC(made.sender, triples->n_triples);
    SG_ALLOC(made.value, triples->n_triples);
    for (uint32_t t = 0; t < triples->n_triples; t++) {
        SG_TRY(sg_watch_ask_at(t, err));
        if (slot_of != NULL) slot_of[t] = SG_NO_SLOT;
        if (!sg_plan_admits(triples->count[t], thresholds)) continue;
        made.receiver[made.n_slots] = receiver->vocabulary.key[triples->receiver[t]];
        made.sender[made.n_slots] = sender->vocabulary.key[triples->sender[t]];
        made.value[made.n_slots] = triples->values.key[triples->value[t]];
        if (slot_of != NULL) slot_of[t] = made.n_slots;
        made.n_slots++;
    }
    *keys = made;
    made = (sg_weight_keys){0};
done:
    sg_weight_keys_free(&made);
    return status;
}

sg_status sg_weight_keys_of_triples(sg_weight_keys *keys, const sg_triples *triples,
                                    const sg_labels *receiver, const sg_labels *sender,
                                    sg_thresholds thresholds, sg_error *err)
{
    return admit_triples(keys, NULL, triples, receiver, sender, thresholds, err);
}

sg_status sg_plan_make_explicit(sg_plan *plan, sg_weight_keys *keys, sg_triples *triples,
                                const sg_labels *receiver, const sg_labels *sender,
                                sg_thresholds thresholds, const sg_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    sg_plan made = {0};
    sg_weight_keys made_keys = {0};
    uint32_t *slot_of = NULL;
    SG_ALLOC(slot_of, triples->n_triples);
    SG_TRY(admit_triples(&made_keys, slot_of, triples, receiver, sender, thresholds, err));
    const uint32_t n_slots = made_keys.n_slots;
    SG_REQUIRE(
        !sg_plan_is_far(graph) || n_slots <= triples->n_pairs / 2, SG_ELIMIT,
        "plan: %u weights for %llu pairs of graphs with more than %d nodes, so almost none are "
        "shared; use labels that more nodes have (degree, wl:1), or at-least 2",
        n_slots, (unsigned long long)triples->n_pairs, (int)SG_NEAR_NODES);
    made.n_slots = n_slots;
    SG_TRY(sg_plan_find_receivers(&made, &made_keys, err));
    SG_TRY(keep_pairs(&made, triples, slot_of, graph, err));
    *plan = made;
    *keys = made_keys;
    made = (sg_plan){0};
    made_keys = (sg_weight_keys){0};
done:
    sg_free(slot_of);
    sg_weight_keys_free(&made_keys);
    sg_plan_free(&made);
    return status;
}

static sg_status number_slots(sg_table *slots, const sg_weight_keys *keys, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t id = 0;
    for (uint32_t s = 0; s < keys->n_slots; s++) {
        SG_TRY(sg_table_intern(
            &id, slots, sg_triple_key(keys->receiver[s], keys->sender[s], keys->value[s]),
            err));
        SG_REQUIRE(id == s, SG_EFORMAT, "model: weights %u and %u have the same key", id, s);
    }
done:
    return status;
}

sg_status sg_slots_number(sg_table *slots, const sg_weight_keys *keys, sg_error *err)
{
    sg_status status = SG_OK;
    sg_table made = {0};
    sg_plan receivers = {0};
    SG_TRY(number_slots(&made, keys, err));
    SG_TRY(sg_plan_find_receivers(&receivers, keys, err));
    *slots = made;
    made = (sg_table){0};
done:
    sg_table_free(&made);
    sg_plan_free(&receivers);
    return status;
}

sg_status sg_plan_recognize_explicit(sg_plan *plan, const sg_weight_keys *keys,
                                     sg_triples *triples, const sg_labels *receiver,
                                     const sg_labels *sender, const sg_graph *graph,
                                     sg_error *err)
{
    sg_status status = SG_OK;
    sg_plan made = {.n_slots = keys->n_slots};
    uint32_t *slot_of = NULL;
    SG_ALLOC(slot_of, triples->n_triples);
    SG_TRY(sg_plan_find_receivers(&made, keys, err));
    SG_TRY(sg_plan_find_slots(slot_of, &made, keys, triples, receiver, sender, err));
    SG_TRY(keep_pairs(&made, triples, slot_of, graph, err));
    *plan = made;
    made = (sg_plan){0};
done:
    sg_free(slot_of);
    sg_plan_free(&made);
    return status;
}

/* ---- Of whichever kind suits ---------------------------------------------------------------- */

/* Explicit plans are faster where a state is one number per node, and who has few pairs need not
 * save memory; where there are many pairs, the table must be small beside them. */
enum { EXPLICIT_IS_FINE = 32 << 20, MUCH_SMALLER = 4 };

static sg_status choose_kind(bool *implicit, const sg_plan_source *source, sg_error *err)
{
    sg_status status = SG_OK;
    /* Both kinds add up in another order: ranks decide as one process does. */
    const sg_graph *graph =
        source->pairs->whole != NULL ? source->pairs->whole : source->pairs->view.graph;
    const uint64_t n_receivers = source->receiver->vocabulary.n_keys,
                   n_senders = source->sender->vocabulary.n_keys;
    const uint64_t per_pair = sizeof(uint32_t) + sizeof(uint16_t);
    uint64_t most = 0;
    *implicit = source->kind == SG_PLAN_IMPLICIT;
    if (source->kind != SG_PLAN_AUTO || sg_plan_is_far(graph)) goto done;
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint64_t n = graph->graph_offset[g + 1] - graph->graph_offset[g];
        most += n * n * per_pair;
    }
    if (most < EXPLICIT_IS_FINE || n_receivers > UINT16_MAX || n_senders > UINT16_MAX ||
        n_receivers * n_senders * sizeof(uint32_t) > most / MUCH_SMALLER)
        goto done;
    SG_TRY(sg_plan_pairs_expect(source->pairs, err));
    const uint64_t listed = source->pairs->n_expected * per_pair;
    const uint64_t table = n_receivers * n_senders * sizeof(uint32_t) *
                           ((uint64_t)source->pairs->n_values_expected + 1);
    *implicit = listed >= EXPLICIT_IS_FINE && table <= listed / MUCH_SMALLER;
done:
    return status;
}

/* The same, and find the pairs of an implicit plan.  Where those turn out to have more values than
 * the sample had, the plan becomes explicit after all. */
static sg_status prepare_pairs(bool *implicit, const sg_plan_source *source, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(choose_kind(implicit, source, err));
    if (!*implicit) goto done;
    status = sg_plan_pairs_find(source->pairs, source->threads, err);
    if (status != SG_ELIMIT || source->kind == SG_PLAN_IMPLICIT) goto done;
    if (err != NULL) *err = (sg_error){0};
    status = SG_OK;
    *implicit = false;
done:
    return status;
}

sg_status sg_plan_make(sg_plan *plan, sg_weight_keys *keys, const sg_plan_source *source,
                       sg_thresholds thresholds, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan_pairs *pairs = source->pairs;
    sg_triples triples = {0};
    bool implicit = false;
    SG_TRY(prepare_pairs(&implicit, source, err));
    if (implicit) {
        SG_TRY(sg_plan_make_implicit(plan, keys, source, thresholds, err));
        goto done;
    }
    SG_TRY(sg_triples_collect(&triples, source->receiver, source->sender, pairs->property,
                              &pairs->view, source->threads, err));
    SG_TRY(sg_plan_make_explicit(plan, keys, &triples, source->receiver, source->sender,
                                 thresholds, pairs->view.graph, err));
done:
    sg_triples_free(&triples);
    return status;
}

sg_status sg_plan_recognize(sg_plan *plan, const sg_weight_keys *keys,
                            const sg_plan_source *source, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan_pairs *pairs = source->pairs;
    sg_triples triples = {0};
    bool implicit = false;
    SG_TRY(prepare_pairs(&implicit, source, err));
    if (implicit) {
        SG_TRY(sg_plan_recognize_implicit(plan, keys, source, err));
        goto done;
    }
    if (source->slots != NULL) {
        SG_TRY(sg_plan_recognize_indexed(plan, keys->n_slots, source, err));
        goto done;
    }
    SG_TRY(sg_triples_collect(&triples, source->receiver, source->sender, pairs->property,
                              &pairs->view, source->threads, err));
    SG_TRY(sg_plan_recognize_explicit(plan, keys, &triples, source->receiver, source->sender,
                                      pairs->view.graph, err));
done:
    sg_triples_free(&triples);
    return status;
}
