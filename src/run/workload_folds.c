/* workload_folds.c - which items train, select and test. */
#include "run/workload_parts.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "data/audit.h"
#include "data/nodes/item_splits.h"
#include "data/share.h"
#include "formats/import_options.h"
#include "formats/splits/split_rule.h"
#include "formats/splits_file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Splits ----------------------------------------------------------------------------------- */

enum { MOST_KINDS = 8, LONGEST_KIND = 64 };

/* Folders of splits, sorted. */
typedef struct kinds {
    char name[MOST_KINDS][LONGEST_KIND];
    size_t n;
} kinds;

static int compare_kinds(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Which folders below `splits` have a file for this data. */
static sg_status find_kinds(kinds *found, const char *splits, const char *data, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    DIR *folder = opendir(splits);
    for (const struct dirent *entry;
         folder != NULL && found->n < MOST_KINDS && (entry = readdir(folder)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.' || length >= LONGEST_KIND) continue;
        path.size = 0;
        SG_TRY(sg_text_add(&path, err, "%s/%s/%s_splits.json", splits, entry->d_name, data));
        if (!sg_path_exists(path.data)) continue;
        memcpy(found->name[found->n++], entry->d_name, length + 1);
    }
    qsort(found->name, found->n, sizeof *found->name, compare_kinds);
done:
    if (folder != NULL) (void)closedir(folder);
    sg_text_free(&path);
    return status;
}

/* Say which splits there are instead of those at `path`. */
static sg_status miss_splits(const sg_workload *w, const char *splits, const char *path,
                             sg_error *err)
{
    sg_status status = SG_OK;
    kinds found = {.n = 0};
    sg_text list = {0};
    SG_TRY(find_kinds(&found, splits, w->data.name, err));
    for (size_t i = 0; i < found.n; i++)
        SG_TRY(sg_text_add(&list, err, "%s%s", i > 0 ? ", " : "", found.name[i]));
    status =
        found.n > 0
            ? sg_error_set(err, SG_ENOTFOUND, SG_WHERE, "%s: no such file; %s has splits: %s",
                           path, w->data.name, list.data)
            : sg_error_set(err, SG_ENOTFOUND, SG_WHERE,
                           "%s: no such file; %s has no splits; protocol: k-fold makes its own",
                           path, w->data.name);
done:
    sg_text_free(&list);
    return status;
}

/* Splits stand beside the data: FOLDER/splits/PROTOCOL/NAME_splits.json. */
static sg_status read_splits(sg_workload *w, const char *data_path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text splits = {0}, path = {0};
    const char *settings = sg_import_settings_of(data_path);
    size_t folder = settings != NULL ? (size_t)(settings - data_path) - 1 : strlen(data_path);
    while (folder > 0 && data_path[folder - 1] != '/') folder--;
    SG_TRY(sg_text_add(&splits, err, "%.*ssplits", (int)folder, data_path));
    SG_TRY(sg_text_add(&path, err, "%s/%s/%s_splits.json", splits.data, w->experiment->splits,
                       w->data.name));
    if (!sg_path_exists(path.data)) SG_TRY(miss_splits(w, splits.data, path.data, err));
    SG_TRY(sg_splits_read_for(&w->splits, path.data, &w->data, err));
    for (uint32_t f = 0; f < w->splits.n_folds; f++)
        SG_REQUIRE(w->splits.fold[f].part[SG_TRAIN].n > 0, SG_EFORMAT,
                   "%s: fold %u has no training items", path.data, f);
done:
    sg_text_free(&path);
    sg_text_free(&splits);
    return status;
}

/* The data set itself may say which items train and test. */
static sg_status take_splits(sg_workload *w, sg_error *err)
{
    sg_rng rng = sg_rng_stream(w->experiment->seed, (uint64_t[]){0x7a27}, 1);
    return sg_item_splits_of_parts(&w->splits, &w->data, &rng, err);
}

/* Say how many molecules have an equal one in another fold, which stratified folds do not prevent. */
static sg_status note_equal_molecules(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    sg_audit audit = {0};
    sg_threads *threads = NULL;
    uint32_t *fold_of = NULL, n_apart = 0;
    char text[200];
    if (w->data.form == NULL || w->data.items.kind != SG_ITEM_GRAPH) goto done;
    SG_ALLOC(fold_of, w->data.graph.n_graphs);
    for (uint32_t f = 0; f < w->splits.n_folds; f++) {
        const sg_index_list *test = &w->splits.fold[f].part[SG_TEST];
        for (uint32_t i = 0; i < test->n; i++) fold_of[test->index[i]] = f;
    }
    SG_TRY(sg_threads_open(&threads, 0, err));
    SG_TRY(sg_audit_make(&audit, &w->data, &(sg_audit_limits){.threads = threads}, err));
    for (uint32_t i = 0; i < audit.counts.n_groups; i++) {
        bool apart = false;
        for (uint32_t k = 1; k < audit.group[i].n; k++)
            apart =
                apart || fold_of[audit.group[i].graph[k]] != fold_of[audit.group[i].graph[0]];
        if (apart) n_apart += audit.group[i].n;
    }
    (void)snprintf(text, sizeof text,
                   "%u of %u molecules have an equal one in another fold, so that they are "
                   "tested with what was trained on; split: random keeps equal ones together",
                   n_apart, w->data.graph.n_graphs);
    if (n_apart > 0) SG_TRY(sg_names_add(&w->splits.note, text, strlen(text), err));
done:
    sg_free(fold_of);
    sg_audit_free(&audit);
    sg_threads_close(threads);
    return status;
}

static sg_status make_splits(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    sg_rng rng = sg_rng_stream(w->experiment->seed, (uint64_t[]){0x5711}, 1);
    SG_TRY(sg_item_splits_make(&w->splits, &w->data, w->experiment->n_folds, &rng, err));
    SG_TRY(note_equal_molecules(w, err));
done:
    return status;
}

static sg_status divide(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_experiment *e = w->experiment;
    sg_split_rule rule = {0};
    sg_split_plan plan = {.n_folds = e->n_folds, .seed = e->seed};
    memcpy(plan.share, sg_usual_shares, sizeof plan.share);
    SG_TRY(sg_split_rule_read(&rule, e->split, err));
    if (e->shares != NULL) SG_TRY(sg_split_shares_read(plan.share, e->shares, err));
    SG_TRY(sg_split_make(&w->splits, &w->data, &rule, &plan, err));
done:
    return status;
}

/* The inner folds of one fold: its training and validation items, cut anew. */
static sg_status make_inner(sg_fold *inner, const sg_workload *w, uint32_t f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_fold *fold = &w->splits.fold[f];
    const uint32_t n = fold->part[SG_TRAIN].n + fold->part[SG_VALIDATION].n;
    sg_splits made = {0};
    uint32_t *item = NULL;
    SG_ALLOC(item, n);
    memcpy(item, fold->part[SG_TRAIN].index, fold->part[SG_TRAIN].n * sizeof *item);
    if (fold->part[SG_VALIDATION].n > 0)
        memcpy(item + fold->part[SG_TRAIN].n, fold->part[SG_VALIDATION].index,
               fold->part[SG_VALIDATION].n * sizeof *item);
    sg_rng rng = sg_rng_stream(w->experiment->seed, (uint64_t[]){0x1227, f}, 2);
    SG_TRY(sg_item_splits_among(&made, &w->data, item, n, w->n_inner, &rng, err));
    for (uint32_t i = 0; i < w->n_inner; i++) {
        inner[i] = made.fold[i];
        made.fold[i] = (sg_fold){0};
    }
done:
    sg_free(item);
    sg_splits_free(&made);
    return status;
}

sg_status sgi_workload_open_splits(sg_workload *w, const char *data_path, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_protocol protocol = w->experiment->protocol;
    const bool made = protocol == SG_PROTOCOL_K_FOLD || protocol == SG_PROTOCOL_NESTED;
    w->n_inner = 1;
    const bool taken = protocol == SG_PROTOCOL_FIXED && w->data.items.part != NULL;
    SG_TRY(w->experiment->split != NULL ? divide(w, err)
           : made                       ? make_splits(w, err)
           : taken                      ? take_splits(w, err)
                                        : read_splits(w, data_path, err));
    if (protocol == SG_PROTOCOL_FIXED)
        SG_REQUIRE(w->splits.n_folds == 1, SG_EINVAL,
                   "protocol: fixed: the split file has %u folds, and 1 is needed; fair is for "
                   "several",
                   w->splits.n_folds);
    if (protocol != SG_PROTOCOL_NESTED) goto done;
    w->n_inner = w->experiment->n_inner_folds;
    SG_ALLOC(w->inner.fold, (size_t)w->splits.n_folds * w->n_inner);
    for (uint32_t f = 0; f < w->splits.n_folds; f++) {
        SG_TRY(make_inner(w->inner.fold + (size_t)f * w->n_inner, w, f, err));
        w->inner.n_folds += w->n_inner;
    }
done:
    return status;
}

/* ---- Folds ------------------------------------------------------------------------------------ */

uint32_t sgi_workload_count_folds(const sg_workload *w)
{
    return w->splits.n_folds + w->inner.n_folds;
}

const sg_fold *sgi_workload_fold_at(const sg_workload *w, uint32_t f)
{
    return f < w->splits.n_folds ? &w->splits.fold[f] : &w->inner.fold[f - w->splits.n_folds];
}

uint32_t sgi_workload_fold_number(const sg_workload *w, const sg_fold *fold)
{
    uint32_t f = 0;
    while (sgi_workload_fold_at(w, f) != fold) f++;
    return f;
}

const sg_fold *sg_workload_fold(const sg_workload *workload, bool for_selection, uint32_t fold)
{
    return for_selection && workload->n_inner > 1 ? &workload->inner.fold[fold]
                                                  : &workload->splits.fold[fold];
}

static uint64_t hash_list(uint64_t before, const sg_index_list *list)
{
    uint64_t hash = sg_hash_words((uint64_t[]){before, list->n}, 2);
    for (uint32_t i = 0; i < list->n; i++)
        hash = sg_hash_words((uint64_t[]){hash, list->index[i]}, 2);
    return hash;
}

uint64_t sg_workload_splits_fingerprint(const sg_workload *w)
{
    uint64_t hash = sg_hash_words((uint64_t[]){w->splits.n_folds, w->n_inner}, 2);
    for (uint32_t f = 0; f < w->splits.n_folds; f++) {
        const sg_fold *fold = &w->splits.fold[f];
        for (int p = 0; p < SG_N_PARTS; p++) hash = hash_list(hash, &fold->part[p]);
    }
    return hash;
}

/* ---- Shares of training items ---------------------------------------------------------------- */

/* The order is decided by the experiment's seed and the fold, so that shares of one configuration are
 * parts of those of another. */
sg_status sgi_workload_order_shares(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    bool wanted = false;
    for (uint32_t c = 0; c < w->n_configurations; c++)
        wanted = wanted || w->configuration[c].train.share < 1;
    if (!wanted) goto done;
    SG_ALLOC(w->share, sgi_workload_count_folds(w));
    for (uint32_t f = 0; f < sgi_workload_count_folds(w); f++) {
        const sg_index_list *list = &sgi_workload_fold_at(w, f)->part[SG_TRAIN];
        sg_rng rng = sg_rng_stream(w->experiment->seed, (uint64_t[]){SG_SHARE_STREAM, f}, 2);
        SG_ALLOC(w->share[f], list->n);
        SG_TRY(sg_share_order(w->share[f], list->index, list->n, w->data.items.item_class, &rng,
                              err));
    }
done:
    return status;
}
