/* fuzz_splits.c - two bytes for the number of graphs, then the text of a splits file. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "formats/splits_file.h"

/* Every index is in range and in one list of the fold, once. */
static void check_list(const sg_index_list *list, uint8_t *seen, uint32_t n_graphs)
{
    for (uint32_t i = 0; i < list->n; i++) {
        FUZZ_CHECK(list->index[i] < n_graphs);
        FUZZ_CHECK(seen[list->index[i]]++ == 0);
    }
}

static void check_folds(const sg_splits *splits, uint32_t n_graphs)
{
    FUZZ_CHECK(splits->n_folds > 0);
    for (uint32_t i = 0; i < splits->n_folds; i++) {
        static uint8_t seen[UINT16_MAX];
        for (uint32_t g = 0; g < n_graphs; g++) seen[g] = 0;
        for (int p = 0; p < SG_N_PARTS; p++)
            check_list(&splits->fold[i].part[p], seen, n_graphs);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2) return 0;
    const uint32_t n_graphs = (uint32_t)(bytes[0] | bytes[1] << 8) % UINT16_MAX;
    sg_splits splits = {0};
    sg_error err = {0};
    const long live = sg_mem_live();
    if (sg_splits_parse(&splits, "memory.json", (const char *)bytes + 2, size - 2, n_graphs,
                        &err) == SG_OK)
        check_folds(&splits, n_graphs);
    else
        FUZZ_CHECK(err.text[0] != '\0' && splits.fold == NULL);
    sg_splits_free(&splits);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
