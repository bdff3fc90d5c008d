/* label_cache.c - one file per result, for this machine.
 *
 * Words in the machine's own byte order: magic, key, number of nodes, number of labels, then keys
 * and counts (64 bits) and labels (32 bits), then the hash of everything before. */
#include "store/label_cache.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"

#include <string.h>
#include <time.h>

/* Changes whenever the keys of any labeling change. */
enum { INVARIANTS_VERSION = 1 };

static const uint64_t MAGIC = 0x314c424c47534853ULL; /* "SHSGLBL1" */

static uint64_t hash_array(uint64_t key, const void *data, size_t size)
{
    const uint64_t words[3] = {key, size, size > 0 ? sg_hash_bytes(data, size) : 0};
    return sg_hash_words(words, 3);
}

static uint64_t hash_words_of(uint64_t key, const sg_label_words *words)
{
    key = hash_array(key, &words->first, sizeof words->first);
    return hash_array(key, words->content, words->n * sizeof *words->content);
}

uint64_t sg_label_cache_key(const sg_graph_view *view, const char *expression)
{
    const sg_graph *graph = view->graph;
    const size_t n_nodes = graph->n_nodes, n_arcs = graph->n_arcs;
    uint64_t key = INVARIANTS_VERSION;
    key = hash_array(key, expression, strlen(expression));
    key =
        hash_array(key, graph->graph_offset, (graph->n_graphs + (size_t)1) * sizeof(uint32_t));
    key = hash_array(key, graph->arc_offset, (n_nodes + 1) * sizeof(uint32_t));
    key = hash_array(key, graph->neighbor, n_arcs * sizeof(uint32_t));
    if (sg_arcs_are_special(graph->rules)) key = hash_array(key, "directed", 8);
    const size_t node_columns = view->node_label != NULL ? view->n_node_columns : 0;
    const size_t edge_columns = view->edge_label != NULL ? view->n_edge_columns : 0;
    key = hash_array(key, view->node_label, n_nodes * node_columns * sizeof(int32_t));
    key = hash_array(key, view->edge_label, n_arcs * edge_columns * sizeof(int32_t));
    if (view->node_words.n > 0) key = hash_words_of(key, &view->node_words);
    return view->edge_words.n > 0 ? hash_words_of(key, &view->edge_words) : key;
}

static sg_status cache_path(sg_text *path, const char *folder, uint64_t key, sg_error *err)
{
    return sg_text_add(path, err, "%s/%016llx.labels", folder, (unsigned long long)key);
}

enum { HEADER_WORDS = 4 };

static size_t file_size(size_t n_nodes, size_t n_labels)
{
    return (HEADER_WORDS + 2 * n_labels + 1) * sizeof(uint64_t) + n_nodes * sizeof(uint32_t);
}

/* Whether the label of every node exists: what reads labels uses them as positions. */
static bool labels_exist(const sg_text *file, uint32_t n_nodes, size_t n_labels)
{
    const char *p = file->data + (HEADER_WORDS + 2 * n_labels) * sizeof(uint64_t);
    for (uint32_t v = 0; v < n_nodes; v++) {
        uint32_t label;
        memcpy(&label, p + v * sizeof label, sizeof label);
        if (label >= n_labels) return false;
    }
    return true;
}

/* Whether the bytes are the whole, undamaged result for `key`. */
static bool is_valid(const sg_text *file, uint64_t key, uint32_t n_nodes, uint64_t *n_labels)
{
    uint64_t header[HEADER_WORDS], sum;
    if (file->size < sizeof header + sizeof sum) return false;
    memcpy(header, file->data, sizeof header);
    memcpy(&sum, file->data + file->size - sizeof sum, sizeof sum);
    if (header[0] != MAGIC || header[1] != key || header[2] != n_nodes) return false;
    if (header[3] > n_nodes || file->size != file_size(n_nodes, (size_t)header[3]))
        return false;
    *n_labels = header[3];
    return sum == sg_hash_bytes(file->data, file->size - sizeof sum) &&
           labels_exist(file, n_nodes, (size_t)header[3]);
}

static sg_status unpack(sg_labels *labels, const sg_text *file, uint32_t n_nodes,
                        uint32_t n_labels, sg_error *err)
{
    sg_status status = SG_OK;
    sg_labels made = {.n_nodes = n_nodes};
    const char *p = file->data + HEADER_WORDS * sizeof(uint64_t);
    made.vocabulary.n_keys = n_labels;
    SG_ALLOC(made.label, n_nodes);
    SG_ALLOC(made.vocabulary.key, n_labels);
    SG_ALLOC(made.vocabulary.count, n_labels);
    memcpy(made.vocabulary.key, p, n_labels * sizeof(uint64_t));
    p += n_labels * sizeof(uint64_t);
    memcpy(made.vocabulary.count, p, n_labels * sizeof(uint64_t));
    p += n_labels * sizeof(uint64_t);
    memcpy(made.label, p, n_nodes * sizeof(uint32_t));
    *labels = made;
    made = (sg_labels){0};
done:
    sg_labels_free(&made);
    return status;
}

sg_status sg_label_cache_load(sg_labels *labels, bool *found, const char *folder, uint64_t key,
                              uint32_t n_nodes, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0}, file = {0};
    uint64_t n_labels = 0;
    *found = false;
    SG_TRY(cache_path(&path, folder, key, err));
    const sg_status read =
        sg_file_read(&file, path.data, file_size(n_nodes, n_nodes) + 1, NULL);
    SG_REQUIRE(read != SG_ENOMEM, SG_ENOMEM, "out of memory");
    if (read != SG_OK || !is_valid(&file, key, n_nodes, &n_labels)) goto done;
    SG_TRY(unpack(labels, &file, n_nodes, (uint32_t)n_labels, err));
    *found = true;
done:
    sg_text_free(&file);
    sg_text_free(&path);
    return status;
}

sg_status sg_label_cache_store(const sg_labels *labels, const char *folder, uint64_t key,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0}, file = {0};
    const size_t n_labels = labels->vocabulary.n_keys;
    const uint64_t header[HEADER_WORDS] = {MAGIC, key, labels->n_nodes, n_labels};
    SG_TRY(sg_folder_make(folder, err));
    SG_TRY(cache_path(&path, folder, key, err));
    SG_TRY(sg_text_add_bytes(&file, header, sizeof header, err));
    SG_TRY(sg_text_add_bytes(&file, labels->vocabulary.key, n_labels * sizeof(uint64_t), err));
    SG_TRY(
        sg_text_add_bytes(&file, labels->vocabulary.count, n_labels * sizeof(uint64_t), err));
    SG_TRY(sg_text_add_bytes(&file, labels->label, labels->n_nodes * sizeof(uint32_t), err));
    const uint64_t sum = sg_hash_bytes(file.data, file.size);
    SG_TRY(sg_text_add_bytes(&file, &sum, sizeof sum, err));
    SG_TRY(sg_file_write(path.data, file.data, file.size, err));
done:
    sg_text_free(&file);
    sg_text_free(&path);
    return status;
}

/* ---- Computing ------------------------------------------------------------------------------- */

/* Results that were computed faster than this are not worth a file. */
static const double WORTH_KEEPING = 0.05;

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

sg_status sg_label_cache_compute(sg_labels *labels, const sg_label_expression *expression,
                                 const sg_graph_view *view, const sg_invariant_options *options,
                                 const char *folder, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t key = 0;
    bool found = false;
    if (folder != NULL) {
        key = sg_label_cache_key(view, expression->text);
        SG_TRY(sg_label_cache_load(labels, &found, folder, key, view->graph->n_nodes, err));
        if (found) goto done;
    }
    const double begin = seconds_now();
    SG_TRY(sg_labels_compute(labels, expression, view, options, err));
    /* A cache that cannot be written makes things slower, not wrong. */
    if (folder != NULL && seconds_now() - begin > WORTH_KEEPING)
        (void)sg_label_cache_store(labels, folder, key, NULL);
done:
    return status;
}
