/* replay.c - a fuzz target without a fuzzer: every file of the given folders, and some thousand
 * changed copies of them, always the same ones.
 *
 *     fuzz_tu tests/fuzz/corpus/tu
 */
#include "fuzz/fuzz.h"

#include "base/rng.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

enum { N_MUTATIONS = 4000, MAX_INPUTS = 1000, MAX_SIZE = 1 << 16 };

typedef struct input {
    char *path;
    uint8_t *bytes;
    size_t size;
} input;

static input inputs[MAX_INPUTS];
static size_t n_inputs;

static void fail(const char *path, const char *what)
{
    (void)fprintf(stderr, "%s: %s\n", path, what);
    exit(1);
}

static void add_file(const char *folder, const char *name)
{
    char path[4096];
    struct stat info;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    if (name[0] == '.' || stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return;
    if (n_inputs == MAX_INPUTS) fail(path, "too many files");
    input *added = &inputs[n_inputs++];
    FILE *file = fopen(path, "rb");
    if (file == NULL) fail(path, "cannot open");
    added->path = strdup(path);
    added->bytes = malloc((size_t)info.st_size + 1);
    added->size = fread(added->bytes, 1, (size_t)info.st_size, file);
    (void)fclose(file);
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const input *)a)->path, ((const input *)b)->path);
}

static void add_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL) fail(path, "cannot open");
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        add_file(path, entry->d_name);
    closedir(folder);
}

/* Run the target on a copy of exactly that size, so that reading past its end gets noticed. */
static void run(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (size > 0) memcpy(copy, bytes, size);
    (void)LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

/* Bytes that are likely to matter to a reader of numbers, texts or archives. */
static const char *const WORDS[] = {"0",
                                    "-1",
                                    "4294967295",
                                    "99999999999999999999",
                                    "1e999",
                                    "?",
                                    ",",
                                    "\n",
                                    "\r\n",
                                    " ",
                                    "[",
                                    "]",
                                    "{",
                                    "}",
                                    "\"",
                                    ":",
                                    "\t",
                                    "nan",
                                    "\xff\xff\xff\xff",
                                    "\xff",
                                    "PK",
                                    "\1",
                                    "2147483648",
                                    "== node_labels\n",
                                    "1\n"};

typedef struct mutant {
    uint8_t bytes[MAX_SIZE];
    size_t size;
} mutant;

/* Replace `n_old` bytes at `at` by `n_new` others, as far as there is room. */
static void splice(mutant *m, size_t at, size_t n_old, const void *bytes, size_t n_new)
{
    if (m->size - n_old + n_new > MAX_SIZE) return;
    memmove(m->bytes + at + n_new, m->bytes + at + n_old, m->size - at - n_old);
    if (n_new > 0) memcpy(m->bytes + at, bytes, n_new);
    m->size = m->size - n_old + n_new;
}

static void mutate(mutant *m, sg_rng *rng)
{
    const size_t at = sg_rng_below(rng, (uint32_t)m->size + 1);
    const size_t left = m->size - at, most = left < 40 ? left : 40;
    const size_t n = sg_rng_below(rng, (uint32_t)most + 1);
    const char *word = WORDS[sg_rng_below(rng, sizeof WORDS / sizeof *WORDS)];
    const input *other = &inputs[sg_rng_below(rng, (uint32_t)n_inputs)];
    uint8_t piece[40];
    switch (sg_rng_below(rng, 7)) {
    case 0: /* flip a bit */
        if (left > 0) m->bytes[at] ^= (uint8_t)(1 << sg_rng_below(rng, 8));
        break;
    case 1: /* any byte */
        if (left > 0) m->bytes[at] = (uint8_t)sg_rng_below(rng, 256);
        break;
    case 2: /* delete */
        splice(m, at, n, NULL, 0);
        break;
    case 3: /* repeat */
        memcpy(piece, m->bytes + at, n);
        splice(m, at, 0, piece, n);
        break;
    case 4: /* insert or overwrite with a word */
        splice(m, at, sg_rng_below(rng, 2) == 0 ? 0 : n, word, strlen(word));
        break;
    case 5: /* a piece of another file */
        if (other->size > 0) {
            const size_t from = sg_rng_below(rng, (uint32_t)other->size);
            const size_t length = other->size - from;
            splice(m, at, n, other->bytes + from, length < 40 ? length : 40);
        }
        break;
    default: /* cut off */
        if (sg_rng_below(rng, 4) == 0) m->size = at;
        break;
    }
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    if (size > 0) data[size / 2] ^= (uint8_t)(1U << most % 8);
    return size;
}

/* Whether a target has its own way is known when the program is linked. */
#pragma weak LLVMFuzzerCustomMutator

static void run_mutations(void)
{
    static mutant m;
    for (uint64_t i = 0; i < N_MUTATIONS; i++) {
        sg_rng rng = sg_rng_stream(1, &i, 1);
        const input *from = &inputs[i % n_inputs];
        m.size = from->size < MAX_SIZE ? from->size : MAX_SIZE;
        memcpy(m.bytes, from->bytes, m.size);
        if (LLVMFuzzerCustomMutator != NULL && i % 2 == 1)
            m.size = LLVMFuzzerCustomMutator(m.bytes, m.size, MAX_SIZE, (unsigned)i);
        else
            for (uint32_t k = 1 + sg_rng_below(&rng, 5); k > 0; k--) mutate(&m, &rng);
        run(m.bytes, m.size);
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) add_folder(argv[i]);
    if (n_inputs == 0) fail(argv[0], "give folders with files to replay");
    qsort(inputs, n_inputs, sizeof *inputs, compare_paths);
    for (size_t i = 0; i < n_inputs; i++) run(inputs[i].bytes, inputs[i].size);
    run_mutations();
    printf("%zu files and %d changed copies of them\n", n_inputs, N_MUTATIONS);
    for (size_t i = 0; i < n_inputs; i++) {
        free(inputs[i].path);
        free(inputs[i].bytes);
    }
    return 0;
}
