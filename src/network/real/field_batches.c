/* field_batches.c - a network for every batch; opening it takes less than going through its layers. */
#include "network/real/field_batches.h"

#include "base/mem.h"

struct SG_R(sg_field_batches) {
    sg_threads *threads;
    sg_network_spec whole;
    sg_narrow_spec narrow;
    sg_real *parameter;
    SG_R(sg_network) *network; /* of the last batch, or NULL */
    uint64_t step;
    sg_error fault;
};

void SG_R(sg_field_batches_close)(SG_R(sg_field_batches) *f)
{
    if (f == NULL) return;
    SG_R(sg_network_close)(f->network);
    sg_narrow_spec_close(&f->narrow);
    sg_free(f->parameter);
    sg_free(f);
}

sg_status SG_R(sg_field_batches_open)(SG_R(sg_field_batches) **fields,
                                      const sg_network_spec *spec, sg_threads *threads,
                                      sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_field_batches) *f = NULL;
    sg_network_outline outline = {0};
    SG_REQUIRE(spec->item == SG_ITEM_NODE, SG_EINVAL,
               "batch-nodes: the model predicts graphs; batches of nodes are for models that "
               "predict nodes");
    SG_TRY(sg_narrow_spec_check(spec, err));
    SG_TRY(sg_network_outline_make(&outline, spec, err));
    SG_ALLOC(f, 1);
    SG_ALLOC(f->parameter, outline.n_parameters);
    f->threads = threads;
    f->whole = *spec;
    f->whole.parameters = f->parameter;
    f->whole.by_fields = false;
    SG_TRY(sg_narrow_spec_open(&f->narrow, spec, err));
    *fields = f;
    f = NULL;
done:
    sg_network_outline_free(&outline);
    SG_R(sg_field_batches_close)(f);
    return status;
}

const sg_network_spec *SG_R(sg_field_batches_whole)(const SG_R(sg_field_batches) *fields)
{
    return &fields->whole;
}

static sg_status open_batch(SG_R(sg_field_batches) *f, const uint32_t *item, uint32_t n,
                            sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_network_close)(f->network);
    f->network = NULL;
    SG_TRY(sg_narrow_spec_fill(&f->narrow, item, n, f->parameter, err));
    SG_TRY(SG_R(sg_network_open)(&f->network, &f->narrow.spec, f->threads, err));
done:
    return status;
}

SG_R(sg_network) *SG_R(sg_field_batches_forward)(const sg_real **out, SG_R(sg_field_batches) *f,
                                                 const uint32_t *item, uint32_t n)
{
    if (f->fault.status != SG_OK || open_batch(f, item, n, &f->fault) != SG_OK) return NULL;
    SG_R(sg_network_set_step)(f->network, f->step++);
    *out = SG_R(sg_network_forward)(f->network, f->narrow.item, n, true);
    return f->network;
}

uint64_t SG_R(sg_field_batches_step)(const SG_R(sg_field_batches) *fields)
{
    return fields->step;
}

void SG_R(sg_field_batches_set_step)(SG_R(sg_field_batches) *fields, uint64_t step)
{
    fields->step = step;
}

sg_status SG_R(sg_field_batches_fault)(const SG_R(sg_field_batches) *fields, sg_error *err)
{
    if (fields->fault.status == SG_OK) return SG_OK;
    if (err != NULL) *err = fields->fault;
    return fields->fault.status;
}
