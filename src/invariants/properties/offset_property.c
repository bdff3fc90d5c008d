/* offset_property.c - where the sender sits relative to the receiver, in graphs that are images.
 *
 * The nodes of such a graph are pixels (graph/pixel_grid.h).
 *
 * This property looks at node numbers, so it is no invariant; it is what a convolution does. */
#include "base/mem.h"
#include "graph/pixel_grid.h"
#include "invariants/properties/pair_rows.h"

#include <inttypes.h>

enum { MAX_SIDE = 255, NO_VALUE = UINT16_MAX };

static bool inside(const sg_pixel_grid *g, int64_t x, int64_t y)
{
    return x >= 0 && x < g->width && y >= 0 && y < g->height;
}

/* Pairs being written. */
typedef struct offset_writer {
    sg_pair_rows rows;
    sg_key *key; /* [n_values] */
    uint32_t n_values;
    uint16_t *number; /* [height][width] of an offset's value, or NO_VALUE */
} offset_writer;

static sg_key key_of(int64_t dx, int64_t dy)
{
    const int64_t shift = INT64_C(1) << 31;
    return sg_key_of(SG_TAG_OFFSET,
                     (uint64_t[]){(uint64_t)(dx + shift), (uint64_t)(dy + shift)}, 2);
}

static void write_pair(offset_writer *out, uint32_t place, uint32_t sender, int64_t dx,
                       int64_t dy)
{
    uint16_t *number = &out->number[place];
    if (*number == NO_VALUE) {
        *number = (uint16_t)out->n_values;
        out->key[out->n_values++] = key_of(dx, dy);
    }
    sg_pair_rows_add(&out->rows, sender, *number);
}

static size_t smaller(int64_t a, uint32_t b)
{
    return a < b ? (size_t)a : b;
}

/* The most senders that a pixel can have. */
static size_t most_in_window(const sg_pixel_grid *g, const sg_property_parameters *p)
{
    return smaller(g->width, p->width) * smaller(g->height, p->height);
}

/* The senders in the window around pixel (x, y), row by row and so in ascending order. */
static sg_status write_row(offset_writer *out, const sg_pixel_grid *g,
                           const sg_property_parameters *p, int64_t x, int64_t y, sg_error *err)
{
    sg_status status = SG_OK;
    const int64_t right = p->width / 2, down = p->height / 2;
    uint32_t place = 0;
    SG_TRY(sg_pair_rows_begin(&out->rows, (uint32_t)(y * g->width + x),
                              (uint32_t)most_in_window(g, p), err));
    for (int64_t dy = -down; dy <= down; dy++)
        for (int64_t dx = -right; dx <= right; dx++, place++) {
            if (p->mask != NULL && p->mask[place] == 0) continue;
            if (!inside(g, x + dx, y + dy)) continue;
            write_pair(out, place, (uint32_t)((y + dy) * g->width + x + dx), dx, dy);
        }
done:
    return status;
}

static sg_status find_offsets(sg_pairs *pairs, const sg_property *property,
                              const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_parameters *p = &property->parameters;
    const size_t n = graph->n_nodes, window = (size_t)p->width * p->height;
    offset_writer out = {0};
    sg_pixel_grid g = {0};
    SG_REQUIRE(
        sg_pixel_grid_find(&g, graph), SG_EINVAL,
        "offset: graph %u is not an image: its nodes must be the pixels of a rectangle, row by "
        "row, and be joined to their 4 or 8 neighbors; use distance instead",
        graph->number);
    const size_t n_most = n * most_in_window(&g, p);
    SG_REQUIRE(n_most <= UINT32_MAX, SG_ELIMIT,
               "offset: graph %u has more than 2^32 pairs of nodes; use a smaller window",
               graph->number);
    SG_TRY(sg_pair_rows_prepare_for(&out.rows, graph, n_most, scratch, err));
    SG_TAKE(out.key, scratch, window);
    SG_TAKE(out.number, scratch, window);
    for (size_t i = 0; i < window; i++) out.number[i] = NO_VALUE;
    for (int64_t y = 0; y < g.height; y++)
        for (int64_t x = 0; x < g.width; x++) SG_TRY(write_row(&out, &g, p, x, y, err));
    *pairs = sg_pair_rows_finish(&out.rows);
    pairs->key = out.key;
    pairs->n_values = out.n_values;
done:
    return status;
}

/* An odd number at *text. */
static bool read_side(uint32_t *side, const char **text)
{
    uint32_t sum = 0;
    const char *p = *text;
    for (; *p >= '0' && *p <= '9' && sum <= MAX_SIDE; p++)
        sum = sum * 10 + (uint32_t)(*p - '0');
    *text = p;
    *side = sum;
    return sum % 2 == 1 && sum <= MAX_SIDE;
}

/* "WxH" and the blanks behind it. */
static bool read_window(sg_property_parameters *p, const char **text)
{
    if (!read_side(&p->width, text) || *(*text)++ != 'x' || !read_side(&p->height, text))
        return false;
    if (**text != ' ' && **text != '\0') return false;
    while (**text == ' ') (*text)++;
    return true;
}

/* Rows of 0 and 1 joined by '/'; there must be a 1. */
static bool read_mask(uint8_t *mask, const sg_property_parameters *p, const char *text)
{
    bool any = false;
    for (uint32_t y = 0; y < p->height; y++) {
        if (y > 0 && *text++ != '/') return false;
        for (uint32_t x = 0; x < p->width; x++, text++) {
            if (*text != '0' && *text != '1') return false;
            mask[y * p->width + x] = *text == '1';
            any = any || *text == '1';
        }
    }
    while (*text == ' ') text++;
    return any && *text == '\0';
}

static sg_status parse_window(sg_property_parameters *parameters, const char *text,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_property_parameters read = {0};
    const char *p = text;
    uint8_t *mask = NULL;
    SG_REQUIRE(read_window(&read, &p), SG_EINVAL,
               "found \"%.40s\"; WxH with odd numbers from 1 to %d is needed, like 3x3", text,
               MAX_SIDE);
    if (*p != '\0') {
        SG_ALLOC(mask, (size_t)read.width * read.height);
        SG_REQUIRE(
            read_mask(mask, &read, p), SG_EINVAL,
            "found the mask \"%.80s\"; %u rows of %u digits 0 or 1, not all 0, joined by "
            "'/' are needed, like 111/101/111",
            p, read.height, read.width);
    }
    read.mask = mask;
    mask = NULL;
    *parameters = read;
done:
    sg_free(mask);
    return status;
}

static sg_status list_offsets(sg_value_names *names, const sg_property *property, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_parameters *p = &property->parameters;
    const int64_t right = p->width / 2, down = p->height / 2;
    uint32_t place = 0;
    for (int64_t dy = -down; dy <= down; dy++)
        for (int64_t dx = -right; dx <= right; dx++, place++) {
            if (p->mask != NULL && p->mask[place] == 0) continue;
            SG_TRY(sg_value_names_put(names, key_of(dx, dy).key, (sg_value_rank){{dy, dx}}, err,
                                      "offset %+" PRId64 ",%+" PRId64, dx, dy));
        }
done:
    return status;
}

const sg_property_kind sg_property_offset = {
    .name = "offset",
    .usage = "offset WxH or offset WxH MASK",
    .about =
        "where the sender sits in a window around the receiver, for graphs that are images: "
        "pixels row by row, joined to 4 or 8 neighbors; MASK has a 1 for each place that "
        "counts, row by row, like 111/101/111",
    .example = "offset 3x3",
    .parse = parse_window,
    .find = find_offsets,
    .list = list_offsets,
};
