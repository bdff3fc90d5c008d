/* cycle_counts.c - blocks, rows for the nodes on cycles, and keys of the rows. */
#include "invariants/labelings/cycle_counts.h"

#include "base/observer.h"
#include "invariants/colors/count_words.h"

#include <string.h>

#define NO_ROW UINT32_MAX

enum { MAX_COUNTS = 1 << 26, FRONT = 4 }; /* FRONT: two words for the key, then min and max */

typedef struct counting {
    const sg_labeling *labeling;
    const sg_label_work *work;
    sg_blocks blocks;
    uint32_t *row; /* [n_nodes] NO_ROW: on no cycle that counts */
    uint32_t n_rows;
    uint32_t width;  /* lengths that can occur: up to the largest block */
    uint64_t *count; /* [n_rows][width]                                 */
} counting;

uint32_t sg_cycles_radius(const sg_labeling_parameters *parameters)
{
    return parameters->max / 2;
}

sg_status sg_cycles_parse(sg_labeling_parameters *parameters, const char *text, sg_error *err)
{
    return sg_parse_range(parameters, text, SG_SHORTEST_CYCLE, SG_LONGEST_CYCLE, err);
}

sg_status sg_cycle_counts_take(uint64_t **count, size_t n_rows, size_t width,
                               const sg_labeling *labeling, const sg_label_work *work,
                               sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *taken = NULL;
    SG_REQUIRE(width == 0 || n_rows <= MAX_COUNTS / width, SG_ELIMIT,
               "%s: graph %u has too many nodes on cycles (%u nodes in all) to count them for "
               "%zu lengths; ask for fewer lengths",
               labeling->kind->name, work->graph->number, work->graph->n_nodes, width);
    SG_TAKE(taken, work->scratch, n_rows * width);
    SG_TRY(sg_watch_clear(taken, n_rows * width * sizeof *taken, err));
    *count = taken;
done:
    return status;
}

/* Whether the block may have cycles that count: none are longer than it has nodes, and a ring has
 * only itself. */
static bool counts(const counting *c, uint32_t b)
{
    const sg_labeling_parameters *range = &c->labeling->parameters;
    const uint32_t size = sg_block_size(&c->blocks, b);
    return size >= range->min && (size <= range->max || c->blocks.n_edges[b] > size);
}

/* A row for every node of a block that counts. */
static sg_status give_rows(counting *c, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_labeling_parameters *range = &c->labeling->parameters;
    const sg_blocks *blocks = &c->blocks;
    const uint32_t n = c->work->graph->n_nodes;
    uint32_t longest = 0;
    SG_TAKE(c->row, c->work->scratch, n);
    for (uint32_t v = 0; v < n; v++) c->row[v] = NO_ROW;
    for (uint32_t b = 0; b < blocks->n_blocks; b++) {
        if (!counts(c, b)) continue;
        if (sg_block_size(blocks, b) > longest) longest = sg_block_size(blocks, b);
        for (uint32_t i = blocks->begin[b]; i < blocks->begin[b + 1]; i++) {
            SG_TRY(sg_watch_ask_at(i + 1, err));
            if (c->row[blocks->node[i]] == NO_ROW) c->row[blocks->node[i]] = c->n_rows++;
        }
    }
    if (longest > range->max) longest = range->max;
    c->width = longest >= range->min ? longest - range->min + 1 : 0;
    SG_TRY(sg_cycle_counts_take(&c->count, c->n_rows, c->width, c->labeling, c->work, err));
done:
    return status;
}

static void count_ring(counting *c, uint32_t b)
{
    const uint32_t i = sg_block_size(&c->blocks, b) - c->labeling->parameters.min;
    for (uint32_t k = c->blocks.begin[b]; k < c->blocks.begin[b + 1]; k++)
        c->count[(size_t)c->row[c->blocks.node[k]] * c->width + i]++;
}

static sg_status count_block(counting *c, uint32_t b, sg_cycle_counter counter, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_labeling_parameters *range = &c->labeling->parameters;
    sg_block_graph block = {0};
    SG_TRY(sg_block_cut(&block, &c->blocks, b, c->work->graph, c->work->scratch, err));
    const sg_cycle_request request = {.work = c->work,
                                      .labeling = c->labeling,
                                      .block = &block,
                                      .min = range->min,
                                      .max = range->max < block.n_nodes ? range->max
                                                                        : block.n_nodes,
                                      .row = c->row,
                                      .count = c->count,
                                      .width = c->width};
    SG_TRY(counter(&request, err));
done:
    return status;
}

/* Neighbors in number are often neighbors on a ring and have the same counts: then the last key
 * is the key. */
static sg_status write_keys(sg_key *key, const counting *c, sg_tag tag, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_labeling_parameters *range = &c->labeling->parameters;
    const size_t n_words = 2 + (size_t)(range->max - range->min) + 1;
    const size_t row_bytes = c->width * sizeof(uint64_t);
    uint64_t *word = NULL;
    SG_TAKE(word, c->work->scratch, 2 + n_words);
    memset(word, 0, (2 + n_words) * sizeof *word);
    word[2] = range->min;
    word[3] = range->max;
    const sg_key zero = sg_key_in_place(tag, word, n_words);
    sg_key last = zero;
    for (uint32_t v = 0; v < c->work->graph->n_nodes; v++) {
        SG_TRY(sg_watch_ask_at(v + 1, err));
        key[v] = zero;
        if (c->row[v] == NO_ROW) continue;
        const uint64_t *row = c->count + (size_t)c->row[v] * c->width;
        if (memcmp(word + FRONT, row, row_bytes) != 0) {
            memcpy(word + FRONT, row, row_bytes);
            last = sg_key_in_place(tag, word, n_words);
        }
        key[v] = last;
    }
done:
    return status;
}

static sg_status count_cycles(counting *c, sg_cycle_counter counter, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_blocks_find(&c->blocks, c->work->graph, c->work->scratch, err));
    SG_TRY(give_rows(c, err));
    for (uint32_t b = 0; b < c->blocks.n_blocks; b++) {
        if (!counts(c, b)) continue;
        if (c->blocks.n_edges[b] == sg_block_size(&c->blocks, b))
            count_ring(c, b);
        else
            SG_TRY(count_block(c, b, counter, err));
    }
done:
    return status;
}

sg_status sg_cycles_label(sg_key *key, sg_tag tag, sg_cycle_counter counter,
                          const sg_labeling *labeling, const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    counting c = {.labeling = labeling, .work = work};
    SG_TRY(count_cycles(&c, counter, err));
    SG_TRY(write_keys(key, &c, tag, err));
done:
    return status;
}

sg_status sg_cycles_describe(sg_text *text, const char *what, sg_cycle_counter counter,
                             const sg_labeling *labeling, const sg_label_work *work,
                             uint32_t node, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_labeling_parameters *range = &labeling->parameters;
    const size_t before = text->size;
    counting c = {.labeling = labeling, .work = work};
    SG_TRY(count_cycles(&c, counter, err));
    if (c.row[node] != NO_ROW && c.width > 0) {
        const sg_length_counts counts = {c.count + (size_t)c.row[node] * c.width, 1, range->min,
                                         range->min + c.width - 1, what};
        SG_TRY(sg_count_words_add(text, &counts, "", err));
    }
    if (text->size == before && range->min == range->max)
        SG_TRY(sg_text_add(text, err, "no %s of %u", what, range->min));
    else if (text->size == before)
        SG_TRY(sg_text_add(text, err, "no %s of %u to %u", what, range->min, range->max));
done:
    return status;
}
