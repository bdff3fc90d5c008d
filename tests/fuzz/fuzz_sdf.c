/* fuzz_sdf.c - an SD file: rows of a table, and the molecules in them. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "formats/import_options.h"
#include "formats/molecules/sdf_rows.h"
#include "formats/table_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    sg_import_options options = {0};
    sg_sdf_rows rows = {0};
    sg_dataset data = {0};
    sg_error err = {0};
    const long live = sg_mem_live();
    FUZZ_CHECK(sg_import_options_parse(&options, "max-rejects=100%&columns=all", &err) ==
               SG_OK);
    sg_status status = sg_sdf_rows_make(&rows, (const char *)bytes, size, &err);
    if (status == SG_OK) {
        FUZZ_CHECK(strlen(rows.csv.data) == rows.csv.size);
        status = sg_table_read_from(&data, "x", "x.sdf", rows.csv.data, rows.csv.size,
                                    rows.line, &options, &err);
    }
    if (status == SG_OK)
        FUZZ_CHECK(data.reading.n_rows == rows.n &&
                   data.reading.n_rejects + data.graph.n_graphs == rows.n);
    if (status != SG_OK) FUZZ_CHECK(err.text[0] != '\0' && data.name == NULL);
    sg_dataset_free(&data);
    sg_sdf_rows_free(&rows);
    sg_import_options_free(&options);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
