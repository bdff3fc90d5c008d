/* splits_api.c - splits behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "data/nodes/item_splits.h"
#include "formats/splits/split_rule.h"
#include "formats/splits_file.h"

#include <string.h>

sg_status sg_splits_write(const sg_splits *splits, const char *path, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(splits);
    SG_REQUIRE_PATH(path);
    sg_watch *watch = sg_watch_leave_stopped();
    const sg_status status = sg_splits_file_write(splits, path, err);
    sg_watch_resume(watch);
    return status;
}

sg_status sg_splits_open(sg_splits **splits, const char *path, uint32_t n_items, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(splits);
    SG_REQUIRE_PATH(path);
    sg_status status = SG_OK;
    sg_splits *opened = NULL;
    SG_ALLOC(opened, 1);
    SG_TRY(sg_splits_read(opened, path, n_items, err));
    opened->n_items = n_items;
    *splits = opened;
    opened = NULL;
done:
    sg_free(opened);
    return status;
}

sg_status sg_splits_hold_out(sg_splits **splits, const sg_dataset *data, double share,
                             uint64_t seed, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(splits);
    SG_REQUIRE_ARGUMENT(data);
    sg_status status = SG_OK;
    sg_splits *made = NULL;
    SG_ALLOC(made, 1);
    SG_TRY(sg_item_splits_set_aside(made, data, share, seed, err));
    made->n_items = sg_item_count(data);
    made->fingerprint = sg_dataset_fingerprint(data);
    *splits = made;
    made = NULL;
done:
    sg_free(made);
    return status;
}

sg_status sg_splits_open_for(sg_splits **splits, const char *path, const sg_dataset *data,
                             sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(splits);
    SG_REQUIRE_PATH(path);
    SG_REQUIRE_ARGUMENT(data);
    sg_status status = SG_OK;
    sg_splits *opened = NULL;
    SG_ALLOC(opened, 1);
    SG_TRY(sg_splits_read_for(opened, path, data, err));
    opened->n_items = sg_item_count(data);
    *splits = opened;
    opened = NULL;
done:
    sg_free(opened);
    return status;
}

sg_status sg_splits_of_data(sg_splits **splits, const sg_dataset *data, uint64_t seed,
                            sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(splits);
    SG_REQUIRE_ARGUMENT(data);
    sg_status status = SG_OK;
    sg_splits *made = NULL;
    const sg_split_rule rule = {.kind = SG_SPLIT_COLUMN};
    const sg_split_plan plan = {.seed = seed};
    SG_ALLOC(made, 1);
    SG_TRY(sg_split_make(made, data, &rule, &plan, err));
    made->fingerprint = sg_dataset_fingerprint(data);
    *splits = made;
    made = NULL;
done:
    sg_free(made);
    return status;
}

sg_status sg_splits_divide(sg_splits **splits, const sg_dataset *data,
                           const sg_split_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(splits);
    SG_REQUIRE_ARGUMENT(data);
    sg_split_options own;
    SG_TAKE_OPTIONS(own, options, seed);
    sg_status status = SG_OK;
    sg_splits *made = NULL;
    sg_split_rule rule = {0};
    const bool has_shares = own.share[0] != 0 || own.share[1] != 0 || own.share[2] != 0;
    sg_split_plan plan = {.n_folds = own.n_folds, .seed = own.seed};
    memcpy(plan.share, has_shares ? own.share : sg_usual_shares, sizeof plan.share);
    SG_TRY(sg_split_rule_read(&rule, own.rule != NULL ? own.rule : "random", err));
    const bool is_said = rule.kind == SG_SPLIT_FILE || rule.kind == SG_SPLIT_COLUMN;
    SG_REQUIRE(!is_said || own.n_folds == 0, SG_EINVAL,
               "options->n_folds: the rule \"%.60s\" says the folds itself", own.rule);
    SG_REQUIRE(!is_said || !has_shares, SG_EINVAL,
               "options->share: the rule \"%.60s\" says the parts itself", own.rule);
    SG_ALLOC(made, 1);
    SG_TRY(sg_split_make(made, data, &rule, &plan, err));
    if (rule.kind != SG_SPLIT_FILE) made->fingerprint = sg_dataset_fingerprint(data);
    *splits = made;
    made = NULL;
done:
    sg_free(made);
    return status;
}

sg_status sg_splits_groups(uint32_t *group, const sg_dataset *data, const char *rule,
                           sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(group);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(rule);
    sg_status status = SG_OK;
    sg_split_rule read = {0};
    uint32_t *made = NULL, n_groups = 0;
    SG_TRY(sg_split_rule_read(&read, rule, err));
    SG_REQUIRE(read.kind == SG_SPLIT_RANDOM || read.kind == SG_SPLIT_SCAFFOLD, SG_EINVAL,
               "rule: %.40s has no groups; random and scaffold have", rule);
    SG_TRY(sg_split_groups(&made, &n_groups, NULL, data, read.kind, err));
    for (uint32_t i = 0; i < sg_item_count(data); i++) group[i] = made[i];
done:
    sg_free(made);
    return status;
}

const char *sg_splits_note(const sg_splits *splits, uint32_t i)
{
    if (splits == NULL) return NULL;
    return sg_names_or_null(&splits->note, i);
}

void sg_splits_close(sg_splits *splits)
{
    if (splits == NULL) return;
    sg_splits_free(splits);
    sg_free(splits);
}

uint32_t sg_splits_folds(const sg_splits *splits)
{
    if (splits == NULL) return 0;
    return splits->n_folds;
}

const uint32_t *sg_splits_part(uint32_t *n, const sg_splits *splits, uint32_t fold,
                               sg_part part)
{
    if (n == NULL) return NULL;
    *n = 0;
    if (splits == NULL) return NULL;
    if (fold >= splits->n_folds || part >= SG_N_PARTS) return NULL;
    const sg_index_list *list = &splits->fold[fold].part[part];
    *n = list->n;
    return list->index;
}
