/* fuzz_relabel.c - the text of a file with new labels. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "formats/relabel_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    sg_relabeling relabeling = {0};
    sg_error err = {0};
    const long live = sg_mem_live();
    char *text = sg_alloc(size + 1, 1);
    if (text == NULL) return 0;
    if (size > 0) memcpy(text, bytes, size);
    if (sg_relabeling_parse(&relabeling, "memory", text, &err) == SG_OK) {
        for (size_t i = 1; i < relabeling.n; i++)
            FUZZ_CHECK(relabeling.entry[i - 1].from < relabeling.entry[i].from);
    } else {
        FUZZ_CHECK(err.text[0] != '\0' && relabeling.entry == NULL);
    }
    sg_relabeling_free(&relabeling);
    sg_free(text);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
