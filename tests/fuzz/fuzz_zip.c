/* fuzz_zip.c - bytes as a zip archive: every entry is unpacked, then all are read as a data set. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "formats/tu_reader.h"

static const uint64_t MAX_TOTAL = (uint64_t)64 << 20;

/* Unpack an entry; *total counts the bytes of all of them. */
static void read_entry(uint64_t *total, const sg_zip *zip, size_t i)
{
    sg_zip_stream *stream = NULL;
    sg_error err = {0};
    static char buffer[10000];
    uint64_t length = 0;
    size_t n = 1;
    if (sg_zip_stream_open(&stream, zip, i, &err) != SG_OK) {
        FUZZ_CHECK(err.text[0] != '\0' && stream == NULL);
        return;
    }
    while (n > 0 && *total < MAX_TOTAL) {
        if (sg_zip_stream_read(&n, stream, buffer, sizeof buffer, &err) != SG_OK) break;
        FUZZ_CHECK(n <= sizeof buffer);
        length += n;
        *total += n;
    }
    if (n == 0 && err.status == SG_OK) FUZZ_CHECK(length == zip->entry[i].unpacked);
    sg_zip_stream_close(stream);
}

/* Read an archive in memory as a data set; takes the archive over. */
static void read_data_set(sg_zip *zip)
{
    sg_bundle bundle = {.path = sg_text_copy("memory.zip"), .zip = *zip, .is_zip = true};
    sg_dataset data = {0};
    sg_error err = {0};
    bundle.n_files = bundle.zip.n_entries;
    if (bundle.path != NULL && sg_tu_read(&data, &bundle, 1, &err) != SG_OK)
        FUZZ_CHECK(err.text[0] != '\0' && data.name == NULL);
    sg_dataset_free(&data);
    sg_bundle_close(&bundle);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    sg_zip zip = {0};
    sg_error err = {0};
    uint64_t total = 0, claimed = 0;
    const long live = sg_mem_live();
    if (sg_zip_open_memory(&zip, "memory.zip", bytes, size, &err) != SG_OK) {
        FUZZ_CHECK(err.text[0] != '\0' && zip.entry == NULL);
    } else {
        for (size_t i = 0; i < zip.n_entries; i++) {
            claimed += zip.entry[i].unpacked;
            read_entry(&total, &zip, i);
        }
        if (claimed < MAX_TOTAL)
            read_data_set(&zip);
        else
            sg_zip_close(&zip);
    }
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
