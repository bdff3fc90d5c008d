/* check.c - helpers of all tests. */
#include "support/check.h"

#include "base/file.h"
#include "base/mem.h"

#include <ftw.h>
#include <unistd.h>

long check_out_of_memory(sg_status (*body)(void *context, sg_error *err), void *context)
{
    for (long k = 0;; k++) {
        const long live_before = sg_mem_live();
        sg_error err = {0};
        sg_mem_fail_at(k);
        const sg_status status = body(context, &err);
        sg_mem_fail_at(-1);
        if (sg_mem_live() != live_before)
            fail_msg("allocation %ld failed and %ld blocks leaked", k,
                     sg_mem_live() - live_before);
        if (status == SG_OK) return k;
        if (status != SG_ENOMEM)
            fail_msg("allocation %ld failed and gave status %d: %s", k, (int)status, err.text);
    }
}

sg_rng check_rng(const char *name)
{
    const char *text = getenv("SG_TEST_SEED");
    const uint64_t seed = text != NULL ? strtoull(text, NULL, 10) : 1;
    printf("%s: SG_TEST_SEED=%llu\n", name, (unsigned long long)seed);
    uint64_t word = 0;
    for (const char *p = name; *p != '\0'; p++) word = word * 131 + (unsigned char)*p;
    return sg_rng_stream(seed, &word, 1);
}

int check_times(int n)
{
    const char *text = getenv("SG_TEST_THIN");
    const long thin = text != NULL ? strtol(text, NULL, 10) : 1;
    if (thin <= 1) return n;
    return n > thin ? (int)(n / thin) : 1;
}

const char *check_shared(const char *relative)
{
    static char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", SG_TEST_SHARED, relative);
    if (access(path, R_OK) != 0) {
        printf("SKIPPED: needs %s, which is not on this machine\n", path);
        skip();
    }
    return path;
}

char *check_folder(void)
{
    char path[] = "/tmp/sharegnn-test-XXXXXX";
    assert_non_null(mkdtemp(path));
    char *copy = strdup(path);
    assert_non_null(copy);
    return copy;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    return remove(path);
}

void check_folder_remove(char *folder)
{
    (void)nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(folder);
}

void check_write(const char *folder, const char *name, const char *content)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    check_ok(sg_folder_make(path, &err));
    *slash = '/';
    check_ok(sg_file_write(path, content, strlen(content), &err));
}
