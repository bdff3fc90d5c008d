/* line_part.c - bytes of a rank, its lines, and what all ranks know of them. */
#include "formats/parts/line_part.h"

#include "base/file.h"
#include "base/mem.h"
#include "cluster/rank_shards.h"
#include "formats/import_options.h"
#include "formats/line_reader.h"
#include "text/source.h"

#include <string.h>

/* What a rank tells the others about its lines. */
typedef struct share {
    uint64_t n_graphs, n_nodes, n_edges, n_rows, n_rejects;
    uint32_t item, n_targets, n_attributes, said, directed, loops;
    uint32_t has_node_labels, has_edge_labels, has_parts, has_classes;
} share;

typedef struct part_reader {
    sg_cluster *cluster;
    uint32_t rank, size;
    sg_text text;
    uint64_t file_size;
    uint64_t *n_lines; /* [size] of all ranks */
    share *share;      /* [size]              */
    size_t *place;     /* [size + 1]          */
    sg_reading reading;
    sg_line_reader reader;
    sg_record_collector collector;
} part_reader;

/* ---- Bytes ------------------------------------------------------------------------------------ */

/* The first byte at `place` or behind it that begins a line, or the end of the file. */
static sg_status find_line(uint64_t *begin, const sg_source *source, uint64_t place,
                           sg_error *err)
{
    sg_status status = SG_OK;
    char bytes[4096];
    *begin = place == 0 ? 0 : source->size;
    for (uint64_t at = place - 1; place > 0 && at < source->size;) {
        const uint64_t left = source->size - at;
        const size_t n = left < sizeof bytes ? (size_t)left : sizeof bytes;
        SG_TRY(sg_source_read(bytes, source, at, n, err));
        const char *newline = memchr(bytes, '\n', n);
        at += n;
        if (newline == NULL) continue;
        *begin = at - n + (uint64_t)(newline - bytes) + 1;
        break;
    }
done:
    return status;
}

/* Where the stretch of a rank begins, before lines are looked at. */
static uint64_t cut_at(const sg_source *source, uint32_t rank, uint32_t size)
{
    return source->size / size * rank + source->size % size * rank / size;
}

/* Read the lines that begin in this rank's stretch, and zeros behind them. */
static sg_status read_lines(part_reader *p, const char *path, sg_error *err)
{
    enum { ROOM = 32 };
    sg_status status = SG_OK;
    sg_source source = {0};
    uint64_t begin = 0, end = 0;
    SG_REQUIRE(!sg_path_is_special(path), SG_EINVAL,
               "%s: ranks read parts of plain files, and this is none", path);
    SG_TRY(sg_source_open(&source, path, err));
    p->file_size = source.size;
    SG_TRY(find_line(&begin, &source, cut_at(&source, p->rank, p->size), err));
    SG_TRY(find_line(&end, &source, cut_at(&source, p->rank + 1, p->size), err));
    SG_TRY(sg_grow(&p->text.data, &p->text.capacity, (size_t)(end - begin) + ROOM, 1, err));
    SG_TRY(sg_source_read(p->text.data, &source, begin, (size_t)(end - begin), err));
    p->text.size = (size_t)(end - begin);
    memset(p->text.data + p->text.size, 0, ROOM);
    SG_ALLOC(p->n_lines, p->size);
    SG_ALLOC(p->share, p->size);
    SG_ALLOC(p->place, p->size + (size_t)1);
done:
    sg_source_close(&source);
    return status;
}

static uint64_t count_lines(const sg_text *text)
{
    uint64_t n = 0;
    const char *p = text->data, *end = p + text->size;
    while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
        p++;
        n++;
    }
    return n;
}

/* ---- What ranks tell each other ----------------------------------------------------------------- */

/* Every rank has its own entry of an array: all get all of it. */
static void tell_all(const part_reader *p, void *entry, size_t width)
{
    for (uint32_t r = 0; r <= p->size; r++) p->place[r] = r * width;
    sg_rank_gather(entry, p->cluster, p->place);
}

static share share_of(const part_reader *p)
{
    const sg_record_collector *c = &p->collector;
    return (share){.n_graphs = c->all.n_graphs,
                   .n_nodes = c->all.n_nodes,
                   .n_edges = c->all.arcs.n,
                   .n_rows = p->reading.n_rows,
                   .n_rejects = p->reading.n_rejects,
                   .item = c->all.item,
                   .n_targets = c->n_targets,
                   .n_attributes = c->all.column[SG_COLUMN_NODE_ATTRIBUTE].n_columns,
                   .said = c->node_said,
                   .directed = c->all.arcs.rules.directed,
                   .loops = c->all.arcs.rules.loops,
                   .has_node_labels = c->has_node_labels,
                   .has_edge_labels = c->has_edge_labels,
                   .has_parts = c->has_parts,
                   .has_classes = c->has_classes};
}

/* All ranks together; what graphs have in common is that of the first. */
static share add_shares(const part_reader *p)
{
    share all = {0};
    for (uint32_t r = 0; r < p->size; r++) {
        const share *s = &p->share[r];
        if (all.n_graphs == 0) {
            all.item = s->item;
            all.n_targets = s->n_targets;
            all.said = s->said;
            all.directed = s->directed;
            all.loops = s->loops;
        }
        if (all.n_nodes == 0) all.n_attributes = s->n_attributes;
        all.n_graphs += s->n_graphs;
        all.n_nodes += s->n_nodes;
        all.n_edges += s->n_edges;
        all.n_rows += s->n_rows;
        all.n_rejects += s->n_rejects;
        all.has_node_labels |= s->has_node_labels;
        all.has_edge_labels |= s->has_edge_labels;
        all.has_parts |= s->has_parts;
        all.has_classes |= s->has_classes;
    }
    return all;
}

/* Whether this rank's graphs go together with those before. */
static sg_status check_share(const share *own, const share *all, const char *path,
                             sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(all->n_graphs > 0, SG_EFORMAT, "%s: it is empty; at least one graph is needed",
               path);
    SG_REQUIRE(all->n_nodes < UINT32_MAX - 1 && all->n_graphs < UINT32_MAX - 1, SG_ELIMIT,
               "%s: all graphs together may have 2^32-3 nodes, not more", path);
    if (own->n_graphs == 0) goto done;
    SG_REQUIRE(own->item == all->item && own->said == all->said &&
                   own->n_targets == all->n_targets,
               SG_EFORMAT, "%s: some graphs have %u targets of %s, those before %u of %s", path,
               own->n_targets, sg_items_word((sg_item_kind)own->item), all->n_targets,
               sg_items_word((sg_item_kind)all->item));
    SG_REQUIRE(own->directed == all->directed && own->loops == all->loops, SG_EFORMAT,
               "%s: some graphs are directed or keep self-loops, those before are otherwise",
               path);
    SG_REQUIRE(own->n_nodes == 0 || own->n_attributes == all->n_attributes, SG_EFORMAT,
               "%s: some graphs have %u attributes per node, those before %u", path,
               own->n_attributes, all->n_attributes);
done:
    return status;
}

/* Rows that were left out count for all ranks; one that has some of them names its first. */
static sg_status check_rejects(const part_reader *p, const share *all,
                               const sg_format_input *input, sg_error *err)
{
    sg_reading together = p->reading; /* its texts are borrowed */
    together.n_rows = all->n_rows;
    together.n_rejects = all->n_rejects;
    if (p->reading.n_rejects == 0) return SG_OK;
    return sg_reading_check(
        &together, input->options != NULL ? input->options->max_rejects : (sg_reject_limit){0},
        input->path, err);
}

/* ---- The data set ------------------------------------------------------------------------------- */

/* A column that graphs of other ranks have, where this one has no row for it. */
static sg_status give_column(void *value, uint32_t *n_columns, uint32_t wanted, sg_error *err)
{
    sg_status status = SG_OK;
    double *nothing = NULL;
    if (*n_columns > 0 || wanted == 0) goto done;
    SG_ALLOC(nothing, 1);
    memcpy(value, &nothing, sizeof nothing);
    *n_columns = wanted;
done:
    return status;
}

static sg_status make_empty(sg_dataset *data, const share *all, const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    data->items.kind = (sg_item_kind)all->item;
    data->graph.rules =
        (sg_arc_rules){.directed = all->directed != 0, .loops = all->loops != 0};
    SG_TRY(sg_text_replace(&data->name, name, err));
    SG_ALLOC(data->graph.graph_offset, 1);
    SG_ALLOC(data->graph.arc_offset, 1);
done:
    return status;
}

/* Where all ranks have their nodes. */
static sg_status note_ranks(sg_dataset *data, const part_reader *p, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(data->rank_node, p->size + (size_t)1);
    data->n_ranks = p->size;
    for (uint32_t r = 0; r < p->size; r++) {
        data->rank_node[r + 1] = data->rank_node[r] + (uint32_t)p->share[r].n_nodes;
        if (r < p->rank) data->first_graph += (uint32_t)p->share[r].n_graphs;
    }
done:
    return status;
}

static sg_status make_data(sg_dataset *data, part_reader *p, const sg_format_input *input,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const share all = add_shares(p);
    sg_record_collector *c = &p->collector;
    sg_dataset made = {0};
    SG_TRY(check_rejects(p, &all, input, err));
    SG_TRY(check_share(&p->share[p->rank], &all, input->path, err));
    c->has_node_labels = all.has_node_labels != 0;
    c->has_edge_labels = all.has_edge_labels != 0;
    c->has_parts = all.has_parts != 0;
    c->has_classes = all.has_classes != 0;
    SG_TRY(c->all.n_graphs > 0
               ? sg_line_finish(&made, c, &p->reader, input->name, input->path, err)
               : make_empty(&made, &all, input->name, err));
    SG_TRY(give_column(&made.node_label.value, &made.node_label.n_columns, all.has_node_labels,
                       err));
    SG_TRY(give_column(&made.node_attribute.value, &made.node_attribute.n_columns,
                       all.n_attributes, err));
    SG_TRY(give_column(&made.edge_label.value, &made.edge_label.n_columns,
                       all.n_edges > 0 ? all.has_edge_labels : 0, err));
    SG_TRY(note_ranks(&made, p, err));
    if (p->reading.n_rejects > 0) {
        made.reading = p->reading;
        p->reading = (sg_reading){0};
    }
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}

sg_status sg_lines_read_part(sg_dataset *data, const sg_format *format,
                             const sg_format_input *input, sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    part_reader p = {.cluster = cluster,
                     .rank = sg_cluster_rank(cluster),
                     .size = sg_cluster_size(cluster),
                     .reader = {.format = format, .options = input->options}};
    p.reader.reading = &p.reading;
    status = read_lines(&p, input->path, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    SG_TRY(sg_cluster_same(cluster, p.file_size, "finds a file of another size", err));
    p.n_lines[p.rank] = count_lines(&p.text);
    tell_all(&p, p.n_lines, sizeof *p.n_lines);
    for (uint32_t r = 0; r < p.rank; r++) p.reader.n_lines_before += p.n_lines[r];
    status =
        sg_lines_collect(&p.collector, &p.reader, input->path, p.text.data, p.text.size, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    sg_text_free(&p.text);
    p.share[p.rank] = share_of(&p);
    tell_all(&p, p.share, sizeof *p.share);
    status = make_data(data, &p, input, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
done:
    if (status != SG_OK) sg_dataset_free(data);
    sg_text_free(&p.text);
    sg_free(p.n_lines);
    sg_free(p.share);
    sg_free(p.place);
    sg_reading_free(&p.reading);
    sg_record_collector_free(&p.collector);
    sg_line_reader_free(&p.reader);
    return status;
}
