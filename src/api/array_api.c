/* array_api.c - data sets from arrays behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "data/array_check.h"
#include "data/array_collector.h"
#include "data/dataset_hold.h"
#include "formats/import_options.h"

struct sg_data_builder {
    sg_array_collector collector;
    char *name;
    bool finished; /* or something failed half-way: only close is left */
};

static const char DEFAULT_NAME[] = "arrays";

/* The data set of a collector, on the heap. */
static sg_status publish(sg_dataset **data, sg_array_collector *collector, const char *name,
                         sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset made = {0};
    if (collector->form != NULL) SG_TRY(sg_import_form_check(collector->form, err));
    SG_TRY(sg_array_collector_finish(&made, collector, name, err));
    SG_TRY(sg_dataset_publish(data, &made, err));
done:
    sg_dataset_free(&made);
    return status;
}

sg_status sg_data_from_arrays(sg_dataset **data, const sg_graph_arrays *arrays, sg_error *err)
{
    SG_GUARD_ERROR;
    sg_status status = SG_OK;
    sg_array_collector collector = {.may_borrow = true};
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(arrays);
    SG_TRY(sg_array_collector_add(&collector, arrays, err));
    SG_TRY(publish(data, &collector, arrays->name != NULL ? arrays->name : DEFAULT_NAME, err));
done:
    sg_array_collector_free(&collector);
    return status;
}

sg_status sg_data_builder_open(sg_data_builder **builder, const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    sg_data_builder *made = NULL;
    SG_REQUIRE_ARGUMENT(builder);
    SG_TRY(sg_arrays_check_name(name, "name", err));
    SG_ALLOC(made, 1);
    made->name = sg_text_copy(name != NULL ? name : DEFAULT_NAME);
    SG_REQUIRE(made->name != NULL, SG_ENOMEM, "out of memory");
    *builder = made;
    made = NULL;
done:
    sg_free(made);
    return status;
}

sg_status sg_data_builder_add(sg_data_builder *builder, const sg_graph_arrays *arrays,
                              sg_error *err)
{
    SG_GUARD_ERROR;
    sg_status status = SG_OK;
    SG_REQUIRE_ARGUMENT(builder);
    SG_REQUIRE_ARGUMENT(arrays);
    SG_REQUIRE(!builder->finished, SG_EINVAL, "builder: it is finished, or failed before");
    status = sg_array_collector_add(&builder->collector, arrays, err);
    builder->finished = status != SG_OK && status != SG_EINVAL;
done:
    return status;
}

sg_status sg_data_builder_finish(sg_dataset **data, sg_data_builder *builder, sg_error *err)
{
    SG_GUARD_ERROR;
    sg_status status = SG_OK;
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(builder);
    SG_REQUIRE(!builder->finished, SG_EINVAL, "builder: it is finished, or failed before");
    SG_REQUIRE(builder->collector.all.n_graphs > 0, SG_EINVAL,
               "builder: it has no graphs; add one at least");
    builder->finished = true;
    SG_TRY(publish(data, &builder->collector, builder->name, err));
done:
    return status;
}

void sg_data_builder_close(sg_data_builder *builder)
{
    if (builder == NULL) return;
    sg_array_collector_free(&builder->collector);
    sg_free(builder->name);
    sg_free(builder);
}
