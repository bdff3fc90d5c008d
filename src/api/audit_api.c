/* audit_api.c - duplicates behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "data/audit.h"
#include "data/dataset_hold.h"

sg_status sg_audit_open(sg_audit **audit, const sg_dataset *data,
                        const sg_audit_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(audit);
    SG_REQUIRE_ARGUMENT(data);
    sg_audit_options chosen;
    SG_TAKE_OPTIONS(chosen, options, observer);
    SG_REQUIRE_OBSERVER(chosen, "options");
    sg_status status = SG_OK;
    sg_audit_limits limits = {.budget = chosen.budget, .observer = chosen.observer};
    sg_audit *opened = NULL;
    SG_ALLOC(opened, 1);
    SG_TRY(sg_threads_open(&limits.threads, chosen.n_threads, err));
    SG_TRY(sg_audit_make(opened, data, &limits, err));
    opened->hold = sg_dataset_hold_take(data);
    *audit = opened;
    opened = NULL;
done:
    sg_threads_close(limits.threads);
    sg_audit_close(opened);
    return status;
}

void sg_audit_close(sg_audit *audit)
{
    if (audit == NULL) return;
    sg_dataset_hold *hold = audit->hold;
    sg_audit_free(audit);
    sg_free(audit);
    sg_dataset_hold_release(hold);
}

sg_status sg_audit_numbers(sg_audit_counts *counts, const sg_audit *audit, sg_error *err)
{
    SG_REQUIRE_RESULT(counts, undecided);
    SG_REQUIRE_ARGUMENT(audit);
    sg_struct_write(counts, &audit->counts, sizeof audit->counts);
    return SG_OK;
}

const sg_duplicates *sg_audit_groups(size_t *n, const sg_audit *audit)
{
    if (n == NULL) return NULL;
    *n = audit == NULL ? 0 : audit->counts.n_groups;
    return audit == NULL ? NULL : audit->group;
}

sg_status sg_audit_leak(sg_fold_leak *leak, const sg_audit *audit, const sg_splits *splits,
                        uint32_t fold, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_RESULT(leak, validation_in_train);
    SG_REQUIRE_ARGUMENT(audit);
    SG_REQUIRE_ARGUMENT(splits);
    const sg_dataset *data = audit->data;
    if (splits->n_items != 0 && splits->n_items != sg_item_count(data))
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "splits: they are for %u items, but the audit is of the %s of "
                            "%s, which has %u",
                            splits->n_items, sg_items_word(data->items.kind),
                            data->name != NULL ? data->name : "", sg_item_count(data));
    if (splits->fingerprint != 0 && splits->fingerprint != sg_dataset_fingerprint(data))
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "splits: they were made from other data than %s, of which the "
                            "audit is",
                            data->name != NULL ? data->name : "");
    if (fold >= splits->n_folds)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "splits: there is no fold %u; there are %u, numbered from 0", fold,
                            splits->n_folds);
    sg_fold_leak made = {0};
    const sg_status status = sg_audit_fold(&made, audit, &splits->fold[fold], err);
    if (status == SG_OK) sg_struct_write(leak, &made, sizeof made);
    return status;
}
