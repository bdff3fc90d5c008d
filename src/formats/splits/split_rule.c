/* split_rule.c - from words to groups to folds. */
#include "formats/splits/split_rule.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/wording.h"
#include "chem/scaffold.h"
#include "data/audit.h"
#include "data/nodes/item_splits.h"
#include "formats/splits_file.h"

#include <stdio.h>
#include <string.h>

static const char *const WORDS[SG_N_SPLIT_KINDS] = {[SG_SPLIT_RANDOM] = "random",
                                                    [SG_SPLIT_SCAFFOLD] = "scaffold",
                                                    [SG_SPLIT_COLUMN] = "column",
                                                    [SG_SPLIT_FILE] = "file"};

sg_status sg_split_rule_read(sg_split_rule *rule, const char *text, sg_error *err)
{
    const size_t size = strcspn(text, " ");
    const char *name = text + size + strspn(text + size, " ");
    for (int k = 0; k < SG_N_SPLIT_KINDS; k++) {
        const bool named = k == SG_SPLIT_COLUMN || k == SG_SPLIT_FILE;
        if (strlen(WORDS[k]) != size || strncmp(WORDS[k], text, size) != 0) continue;
        if (named != (name[0] != '\0')) break;
        *rule = (sg_split_rule){(sg_split_kind)k, named ? name : NULL};
        return SG_OK;
    }
    return sg_error_set(
        err, SG_EINVAL, SG_WHERE,
        "split: found \"%.60s\"; random, scaffold, column NAME and file PATH are "
        "possible",
        text);
}

sg_status sg_split_shares_read(double share[SG_N_PARTS], const char *text, sg_error *err)
{
    sg_split_plan plan = {0};
    const char *p = text;
    double sum = 0;
    bool good = true;
    for (int i = 0; i < SG_N_PARTS && good; i++) {
        const size_t size = strcspn(p, "/");
        good =
            sg_number_real(&plan.share[i], p, size) && (p[size] == '/') == (i < SG_N_PARTS - 1);
        sum += plan.share[i];
        p += size + (p[size] == '/');
    }
    if (!good || !(sum > 0))
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "shares: found \"%.60s\"; train/validation/test are needed, as in "
                            "80/10/10",
                            text);
    for (int i = 0; i < SG_N_PARTS && sum > 1.5; i++) plan.share[i] /= 100;
    const sg_status status = sg_split_plan_check(&plan, err);
    if (status == SG_OK) memcpy(share, plan.share, sizeof plan.share);
    return status;
}

/* ---- Groups ----------------------------------------------------------------------------------- */

static sg_status note(sg_names *notes, const char *text, sg_error *err)
{
    return notes != NULL ? sg_names_add(notes, text, strlen(text), err) : SG_OK;
}

/* Graphs that are the same get one number; numbers follow the first graphs. */
static sg_status group_equal(uint32_t *group, uint32_t *n_groups, const sg_audit *audit,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = audit->counts.n_graphs;
    uint32_t *leader = NULL;
    SG_ALLOC(leader, n);
    for (uint32_t g = 0; g < n; g++) leader[g] = g;
    for (uint32_t i = 0; i < audit->counts.n_groups; i++)
        for (uint32_t k = 0; k < audit->group[i].n; k++)
            leader[audit->group[i].graph[k]] = audit->group[i].graph[0];
    *n_groups = 0;
    for (uint32_t g = 0; g < n; g++)
        group[g] = leader[g] == g ? (*n_groups)++ : group[leader[g]];
done:
    sg_free(leader);
    return status;
}

static sg_status note_duplicates(sg_names *notes, const sg_audit_counts *counts, sg_error *err)
{
    char text[200];
    if (counts->duplicated == 0) return SG_OK;
    if (counts->contradicted == 0)
        (void)snprintf(text, sizeof text,
                       "%u of %u graphs are there more than once; equal ones stay in one part",
                       counts->duplicated, counts->n_graphs);
    else
        (void)snprintf(
            text, sizeof text,
            "%u of %u graphs are there more than once; equal ones stay in one part; %u "
            "of them contradict each other in what is to be predicted",
            counts->duplicated, counts->n_graphs, counts->contradicted);
    return note(notes, text, err);
}

static sg_status group_graphs(uint32_t *group, uint32_t *n_groups, sg_names *notes,
                              const sg_dataset *data, sg_split_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    sg_audit audit = {0}, of_scaffolds = {0};
    sg_dataset scaffolds = {0};
    sg_threads *threads = NULL;
    SG_TRY(sg_threads_open(&threads, 0, err));
    const sg_audit_limits limits = {.threads = threads};
    SG_TRY(sg_audit_make(&audit, data, &limits, err));
    SG_TRY(note_duplicates(notes, &audit.counts, err));
    if (kind == SG_SPLIT_SCAFFOLD) {
        char text[120];
        SG_TRY(sg_scaffolds_make(&scaffolds, data, err));
        SG_TRY(sg_audit_make(&of_scaffolds, &scaffolds, &limits, err));
        SG_TRY(group_equal(group, n_groups, &of_scaffolds, err));
        (void)snprintf(text, sizeof text, "%u molecules have %u scaffolds",
                       data->graph.n_graphs, *n_groups);
        SG_TRY(note(notes, text, err));
    } else {
        SG_TRY(group_equal(group, n_groups, &audit, err));
    }
done:
    sg_audit_free(&audit);
    sg_audit_free(&of_scaffolds);
    sg_dataset_free(&scaffolds);
    sg_threads_close(threads);
    return status;
}

/* Nodes of one graph, and of equal graphs, stay together where there are enough graphs; else each is by
 * itself. */
static sg_status group_nodes(uint32_t *group, uint32_t *n_groups, sg_names *notes,
                             const sg_dataset *data, sg_error *err)
{
    enum { ENOUGH = 20 };
    sg_status status = SG_OK;
    const uint32_t *offset = data->graph.graph_offset, n = data->graph.n_graphs;
    uint32_t *of_graph = NULL;
    SG_ALLOC(of_graph, n);
    *n_groups = 0;
    if (n >= ENOUGH)
        SG_TRY(group_graphs(of_graph, n_groups, notes, data, SG_SPLIT_RANDOM, err));
    for (uint32_t g = 0; g < n; g++)
        for (uint32_t v = offset[g]; v < offset[g + 1]; v++)
            group[v] = *n_groups >= ENOUGH ? of_graph[g] : v;
done:
    sg_free(of_graph);
    return status;
}

/* Take items out that say nothing, and number the groups that are left anew. */
static sg_status drop_unknown(uint32_t *group, uint32_t *n_groups, sg_names *notes,
                              const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = sg_item_count(data);
    uint32_t *number = NULL, n_left = 0, n_unknown = 0;
    const bool tells = data->items.item_class != NULL || data->items.target.n_columns > 0;
    const size_t most = (size_t)(n > data->graph.n_graphs ? n : data->graph.n_graphs) + 1;
    char text[120];
    SG_ALLOC(number, most);
    memset(number, 0xff, most * sizeof *number);
    for (uint32_t i = 0; i < n; i++) {
        if (tells && !sg_items_known(&data->items, i)) {
            group[i] = SG_NO_GROUP;
            n_unknown++;
            continue;
        }
        if (number[group[i]] == UINT32_MAX) number[group[i]] = n_left++;
        group[i] = number[group[i]];
    }
    *n_groups = n_left;
    (void)snprintf(text, sizeof text, "%u of %u %s have no class or target and are in no part",
                   n_unknown, n, sg_items_word(data->items.kind));
    if (n_unknown > 0) SG_TRY(note(notes, text, err));
done:
    sg_free(number);
    return status;
}

sg_status sg_split_groups(uint32_t **group, uint32_t *n_groups, sg_names *notes,
                          const sg_dataset *data, sg_split_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *made = NULL;
    const bool nodes = data->items.kind == SG_ITEM_NODE;
    SG_REQUIRE(!nodes || kind != SG_SPLIT_SCAFFOLD, SG_EINVAL,
               "split: scaffolds are for molecules, and in %s nodes are predicted", data->name);
    SG_ALLOC(made, sg_item_count(data));
    if (nodes)
        SG_TRY(group_nodes(made, n_groups, notes, data, err));
    else
        SG_TRY(group_graphs(made, n_groups, notes, data, kind, err));
    SG_TRY(drop_unknown(made, n_groups, notes, data, err));
    *group = made;
    made = NULL;
done:
    sg_free(made);
    return status;
}

/* ---- Parts that somebody else has made --------------------------------------------------------- */

/* Most duplicates across the parts of any fold. */
static sg_status worst_leak(sg_fold_leak *worst, const sg_audit *audit, const sg_splits *splits,
                            sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t f = 0; f < splits->n_folds; f++) {
        sg_fold_leak leak = {.struct_size = sizeof leak};
        SG_TRY(sg_audit_fold(&leak, audit, &splits->fold[f], err));
        if (f == 0 || leak.test_in_train > worst->test_in_train) *worst = leak;
    }
done:
    return status;
}

/* Equal graphs are where somebody has put them; what that does to the test is said. */
static sg_status note_leaks(sg_names *notes, const sg_splits *splits, const sg_dataset *data,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_audit audit = {0};
    sg_fold_leak leak = {0};
    sg_threads *threads = NULL;
    char text[300];
    if (data->items.kind == SG_ITEM_NODE) goto done;
    SG_TRY(sg_threads_open(&threads, 0, err));
    SG_TRY(sg_audit_make(&audit, data, &(sg_audit_limits){.threads = threads}, err));
    SG_TRY(worst_leak(&leak, &audit, splits, err));
    const sg_audit_counts *counts = &audit.counts;
    int size = snprintf(text, sizeof text, "%u of %u graphs are there more than once",
                        counts->duplicated, counts->n_graphs);
    if (counts->contradicted > 0)
        size += snprintf(text + size, sizeof text - (size_t)size,
                         "; %u of them contradict each other in what is to be predicted",
                         counts->contradicted);
    if (leak.test_in_train > 0)
        (void)snprintf(text + size, sizeof text - (size_t)size,
                       "; %u of %u that test are also among those that train%s, which makes "
                       "the test too easy",
                       leak.test_in_train, leak.n_test,
                       splits->n_folds > 1 ? " in one fold" : "");
    if (counts->duplicated > 0) SG_TRY(note(notes, text, err));
done:
    sg_audit_free(&audit);
    sg_threads_close(threads);
    return status;
}

/* ---- Splits ----------------------------------------------------------------------------------- */

static sg_status make_groups(sg_splits *splits, sg_names *notes, const sg_dataset *data,
                             sg_split_kind kind, const sg_split_plan *plan, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *group = NULL, n_groups = 0;
    sg_split_plan own = *plan;
    own.large_first = kind == SG_SPLIT_SCAFFOLD;
    SG_TRY(sg_split_plan_check(plan, err));
    SG_TRY(sg_split_groups(&group, &n_groups, notes, data, kind, err));
    SG_TRY(sg_group_splits_make(splits, group, n_groups, data->items.item_class,
                                sg_item_count(data), &own, err));
done:
    sg_free(group);
    return status;
}

sg_status sg_split_make(sg_splits *splits, const sg_dataset *data, const sg_split_rule *rule,
                        const sg_split_plan *plan, sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits made = {0};
    sg_names notes = {0};
    sg_rng rng = sg_rng_stream(plan->seed, (uint64_t[]){0x7a27}, 1);
    switch (rule->kind) {
    case SG_SPLIT_COLUMN:
        SG_TRY(sg_item_splits_of_parts(&made, data, &rng, err));
        SG_TRY(note_leaks(&notes, &made, data, err));
        break;
    case SG_SPLIT_FILE:
        SG_TRY(sg_splits_read_for(&made, rule->name, data, err));
        SG_TRY(note_leaks(&notes, &made, data, err));
        break;
    default:
        SG_TRY(make_groups(&made, &notes, data, rule->kind, plan, err));
        SG_TRY(sg_item_splits_check(&made, data, err));
        break;
    }
    made.n_items = sg_item_count(data);
    made.note = notes;
    notes = (sg_names){0};
    *splits = made;
    made = (sg_splits){0};
done:
    sg_names_free(&notes);
    sg_splits_free(&made);
    return status;
}
