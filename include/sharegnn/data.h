/* data.h - data sets: many graphs with their labels, attributes, classes and targets.
 *
 * A data set comes from a file (sg_data_open), from arrays of the program (sg_data_from_arrays, or
 * sg_data_builder_add for one graph at a time), or from a generator (sources.h).  All graphs are
 * numbered through as one large graph without copies: sg_data_view hands out its arrays.  Graphs
 * are simple and undirected unless the arrays, or the settings of a name, say otherwise; what reading did
 * to make them so is counted (sg_data_repairs).
 *
 * Example: a triangle and a path, with classes:
 *
 *     const uint32_t graph_offset[] = {0, 3, 5}; // nodes 0 1 2 and 3 4
 *     const uint32_t edge[] = {0, 1, 1, 2, 2, 0, 3, 4};
 *     const int64_t graph_class[] = {1, 0};
 *     const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
 *                                     .n_graphs = 2,
 *                                     .graph_offset = graph_offset,
 *                                     .n_edges = 4,
 *                                     .edge = edge,
 *                                     .graph_class = graph_class};
 *     sg_dataset *mine = NULL;
 *     if (sg_data_from_arrays(&mine, &arrays, &err) == SG_OK) {
 *         printf("%u graphs, %u arcs\n", sg_data_sizes_of(mine).n_graphs, sg_data_sizes_of(mine).n_arcs);
 *         printf("node 4 has the neighbor %u\n",
 *                sg_data_view_of(mine).neighbor[sg_data_view_of(mine).arc_offset[4]]);
 *     }
 *     sg_data_close(mine);
 *
 * Complexity: opening and copying take time and memory proportional to the content, apart from
 * sorting the neighbors of each node; sizes, views and names take constant time.
 *
 * Threads: see sharegnn.h.  Threads may share a data set that none of them changes.
 */
#ifndef SHAREGNN_DATA_H
#define SHAREGNN_DATA_H

#include "sharegnn/cluster.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a data set is found and read. */
typedef struct sg_data_options {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    const char *folder; /* where data sets are found; NULL: $SHAREGNN_DATA, ./data,
                           ~/.cache/sharegnn, whichever has the data set first        */
    uint32_t n_threads; /* 0: one per core                                            */
    const char
        *form; /* settings that count where `name` does not say others.  How molecules are
                           read: "form=as-written", or sg_model_form of the model that is to
                           predict them; NULL: in normal form (docs/molecules.md).  How many rows
                           may be left out: "max-rejects=5%" (reading.h)              */
} sg_data_options;

/* Open the data set `name`: FOLDER/name/ or FOLDER/name.zip in TU Dortmund's text format, or the
 * path of such a folder or zip.  Or a file with molecules, texts, images or graphs: molecules.smi,
 * graphs.jsonl, "table.csv?smiles=COLUMN&target=COLUMN" (docs/data.md has all of it).  The graphs
 * become simple and undirected unless the settings after '?' say otherwise (see sg_data_repairs).
 * *data is released with sg_data_close; `name` and `options` are not kept.
 * Fails with SG_ENOTFOUND, SG_EFORMAT, SG_EINVAL (settings after '?'), SG_EIO, SG_ELIMIT,
 * SG_ECANCELED (a watch of types.h, also in every function below that takes long) or SG_ENOMEM. */
SG_API sg_status sg_data_open(sg_dataset **data, const char *name,
                              const sg_data_options *options, sg_error *err);

/* Open the part of a data set that is this rank's: some consecutive graphs, perhaps none.  *data is
 * released with sg_data_close; `name` and `options` are those of sg_data_open.  All ranks call it with the
 * same arguments, and together they have all graphs; a NULL `cluster` is one rank, which has all.  Of a
 * file with a graph in every line (SMILES, JSON lines, graph6, texts) a rank reads only its own lines; of
 * other formats it reads all and keeps its part.  sg_labels_open_shared and sg_triples_measure_shared
 * count what all parts have; everything else sees a data set of these graphs alone, whose classes and ids
 * are numbered among themselves.
 * Fails like sg_data_open, or with SG_EINVAL (the ranks find different data), on all ranks. */
SG_API sg_status sg_data_open_part(sg_dataset **data, const char *name,
                                   const sg_data_options *options, sg_cluster *cluster,
                                   sg_error *err);

/* Copy the graphs graph[0 .. n), one at least, in this order, into a data set of their own: *chosen is
 * released with sg_data_close and needs `data` no longer.  A graph may be copied more than once.  Labels,
 * attributes, targets, parts and ids go with the graphs; the name of the data set, all classes with their
 * numbers, and the words and names of labels stay as they are, also those that no chosen graph has.  Time
 * and memory are proportional to the graphs that are copied.
 * Fails with SG_EINVAL (no such graph; n is 0), SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_data_select(sg_dataset **chosen, const sg_dataset *data,
                                const uint32_t *graph, uint32_t n, sg_error *err);

/* Release a data set; NULL is fine.  Models that were built for it and are not trained yet, predictions,
 * explainers and audits keep its memory while they need it. */
SG_API void sg_data_close(sg_dataset *data);

/* ---- From arrays ------------------------------------------------------------------------ */

/* What a label is called. */
typedef struct sg_label_name {
    int32_t label;
    const char *name;
} sg_label_name;

/* Whose memory the arrays of a data set are. */
typedef enum sg_ownership {
    SG_COPIED,   /* the data set has copies; the arrays may go as soon as the call returns */
    SG_BORROWED, /* the data set uses the arrays in place where it can, see sg_graph_arrays  */
    SG_N_OWNERSHIPS
} sg_ownership;

/* Graphs as arrays.  Nodes are numbered through: graph g has the nodes graph_offset[g] up to
 * graph_offset[g + 1], and edges use these numbers.  There is one graph at least; graphs may have no
 * nodes.  Every array may be NULL, which means that the graphs have none of it; only graph_offset must be
 * there.  A number of columns may be 0 where the array is given, and then means 1.
 *
 * Edges are pairs of nodes, or compressed rows (arc_offset and neighbor), not both.  Where n_edges is 0,
 * there are none, whatever `edge` is: a graph may have no edges.  Graphs are undirected: an edge may be
 * given in one direction or in both.  Self-loops are dropped, of repeated edges the first one stays,
 * and missing directions are added with the label of the direction that is there; sg_data_repairs has
 * the numbers.
 *
 * Where `directed` is true, `edge` and `neighbor` are arcs from the first node to the second, and no
 * reverse arc is added.  Where `self_loops` is true, arcs from a node to itself stay.  Of repeated arcs
 * the labels of the first one stay; in directed graphs their attributes are added up, in undirected ones
 * the attributes that come first count for both directions of an edge.  Labelings and pair properties
 * that are for simple and undirected graphs alone refuse such data (docs/nodes.md).
 *
 * A row of edge_label, edge_label_word and edge_attribute belongs to a row of `edge`, or to an entry
 * of `neighbor`.
 *
 * All texts are UTF-8.
 *
 * Labels are numbers, which may have names for people (node_label_name), or words.  A word means the
 * same in every data set; its number, which sg_data_view shows, is only that of this data set: words
 * are numbered from 0 as they come.
 *
 * With SG_BORROWED these arrays are used in place, and sg_data_view shows the very same pointers:
 * graph_offset, node_label, node_attribute, target and part always; arc_offset and neighbor where the
 * rows are clean already (the neighbors of a node ascend, no self-loops, both directions of every
 * edge); edge_label and edge_attribute where the rows are clean, or where the rows of `edge` are in
 * this order, and attributes of edges are the same in both directions.  Everything else is copied.
 * The caller keeps the arrays, and does not change or free them before sg_data_close and before what
 * was made for the data set (models, predictions, explainers, audits) is closed.  The library never
 * writes to them and never frees them. */
typedef struct sg_graph_arrays {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    const char *name;   /* of the data set; NULL: "arrays"                          */
    uint32_t n_graphs;  /* 1 or more                                                 */
    const uint32_t *graph_offset; /* [n_graphs + 1] from 0 to the number of nodes, ascending  */
    size_t n_edges;
    const uint32_t *edge;       /* [n_edges][2]                                             */
    const uint32_t *arc_offset; /* [n_nodes + 1] from 0, ascending: where the neighbors of a
                                     node begin                                               */
    const uint32_t *neighbor;   /* [arc_offset[n_nodes]] in any order                       */
    const int32_t *node_label;  /* [n_nodes][n_node_labels]                                 */
    uint32_t n_node_labels;
    const double *node_attribute; /* [n_nodes][n_node_attributes] finite                      */
    uint32_t n_node_attributes;
    const int32_t *edge_label; /* [n_edges][n_edge_labels]                                 */
    uint32_t n_edge_labels;
    const double *edge_attribute; /* [n_edges][n_edge_attributes] finite                      */
    uint32_t n_edge_attributes;
    const int64_t *graph_class; /* [n_graphs] any whole numbers                             */
    const char *const *class_word; /* [n_graphs] the class of a graph as a word, in place of
                                      graph_class                                             */
    const double *target;          /* [n_graphs][n_targets]; NaN: missing                     */
    uint32_t n_targets;
    const char *const *target_name; /* [n_targets]; only where there are targets         */
    const char *const *graph_id;    /* [n_graphs]                                        */
    const sg_label_name *node_label_name; /* [n_node_label_names] for people, in any order    */
    size_t n_node_label_names;
    const sg_label_name *edge_label_name; /* [n_edge_label_names]                             */
    size_t n_edge_label_names;
    const uint8_t *part; /* [n_graphs] an sg_part: what the graph is for; SG_NO_PART: nothing */
    const char *const *node_label_word; /* [n_nodes] the label of a node as a word, in place of
                                           node_label                                         */
    const char *const *edge_label_word; /* [n_edges] likewise, in place of edge_label         */
    sg_ownership ownership; /* 0: SG_COPIED                                            */
    uint32_t
        n_node_targets; /* where there is node_target; target_name is [n_node_targets] then */
    const char *form; /* how molecules were read, see sg_data_form; NULL: nothing is known    */
    /* What is to be predicted for nodes, in place of graph_class, class_word, target and part.  Any of
     * these makes the nodes the items of the data set. */
    const int64_t *node_class; /* [n_nodes]; SG_NO_NODE_CLASS: the node has none              */
    const char *const *node_class_word; /* [n_nodes] in place of node_class; NULL or "": none */
    const double *node_target;          /* [n_nodes][n_node_targets]; NaN: missing            */
    const uint8_t *node_part; /* [n_nodes] an sg_part: what it is for; SG_NO_PART: nothing    */
    const char *const *node_id; /* [n_nodes] what the nodes are called, see sg_data_node_id   */
    bool directed;   /* arcs stay as they are, see above                                   */
    bool self_loops; /* arcs from a node to itself stay                                   */
    /* Attributes of nodes of which most are 0, as compressed rows; they are copied as they are, never made
     * dense.  A layer `sparse` multiplies them by a matrix. */
    const uint64_t *sparse_row; /* [n_nodes + 1] from 0, ascending: first entry of a node; NULL:
                                      there are none                                         */
    const uint32_t
        *sparse_column;        /* [sparse_row[n_nodes]] below 2^28, ascending within a node   */
    const float *sparse_value; /* [sparse_row[n_nodes]] finite; NULL: all are 1          */
    /* What the columns of attributes are called.  A model remembers the names of those that it looks at, and
     * refuses data whose columns have other names; NULL: columns go by their order. */
    const char *const *node_attribute_name; /* [n_node_attributes]                       */
    const char *const *edge_attribute_name; /* [n_edge_attributes]                       */
} sg_graph_arrays;

/* Make a data set from arrays, which are copied unless their `ownership` says otherwise; *data is
 * released with sg_data_close.  It is the same data set, to its fingerprint, as if the graphs had been
 * read from files.
 * Fails with SG_EINVAL, and the text names the array and the index ("edge[17]: node 9 is not in
 * graph 3, which has the nodes 4 .. 8"); with SG_ELIMIT (2^32-2 nodes or arcs at most) or
 * SG_ENOMEM.
 * Time and memory are proportional to the nodes and to the arrays, apart from sorting the edges of each node:
 * graphs without edges take 4 bytes per node. */
SG_API sg_status sg_data_from_arrays(sg_dataset **data, const sg_graph_arrays *arrays,
                                     sg_error *err);

/* A data set that is made one graph at a time.  A builder belongs to one thread at a time.
 *
 * Example: ten paths, each a node longer than the one before:
 *
 *     uint32_t edge[10][2];
 *     sg_dataset *paths = NULL;
 *     sg_data_builder *builder = NULL;
 *     bool good = sg_data_builder_open(&builder, "paths", &err) == SG_OK;
 *     for (uint32_t n = 0; good && n < 10; n++) {
 *         const uint32_t offset[] = {0, n + 2};
 *         const sg_graph_arrays path = {.struct_size = sizeof path,
 *                                       .n_graphs = 1,
 *                                       .graph_offset = offset,
 *                                       .n_edges = n + 1,
 *                                       .edge = edge[0]};
 *         edge[n][0] = n;
 *         edge[n][1] = n + 1;
 *         good = sg_data_builder_add(builder, &path, &err) == SG_OK;
 *     }
 *     if (good && sg_data_builder_finish(&paths, builder, &err) == SG_OK)
 *         printf("%u graphs, %u nodes\n", sg_data_sizes_of(paths).n_graphs,
 *                sg_data_sizes_of(paths).n_nodes);
 *     sg_data_builder_close(builder);
 *     sg_data_close(paths);
 */
typedef struct sg_data_builder sg_data_builder;

/* Begin without graphs.  *builder is released with sg_data_builder_close.  `name` is that of the data set,
 * in UTF-8, and is copied; NULL: "arrays".  Fails with SG_EINVAL or SG_ENOMEM. */
SG_API sg_status sg_data_builder_open(sg_data_builder **builder, const char *name,
                                      sg_error *err);

/* Add the graphs of `arrays`, one or several; their nodes are numbered from 0 again.  The arrays
 * are copied, whatever their `ownership` says.  All graphs must have the same columns; a graph without
 * nodes or edges needs none for these.  The `name` in the arrays is ignored.
 * Fails with SG_EINVAL as sg_data_from_arrays does, and the builder is then unchanged; with
 * SG_ELIMIT or SG_ENOMEM, and the builder can then only be closed. */
SG_API sg_status sg_data_builder_add(sg_data_builder *builder, const sg_graph_arrays *arrays,
                                     sg_error *err);

/* Turn the graphs into a data set: *data is released with sg_data_close.  The builder can only be closed
 * afterwards, also where it fails; where it has no graphs (SG_EINVAL), it is unchanged.
 * Fails with SG_EINVAL (no graphs; a label with two names), SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_data_builder_finish(sg_dataset **data, sg_data_builder *builder,
                                        sg_error *err);

/* Release a builder; NULL is fine. */
SG_API void sg_data_builder_close(sg_data_builder *builder);

/* ---- From lines --------------------------------------------------------------------------- */

/* How lines in memory become graphs. */
typedef struct sg_line_array_options {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    const char *format; /* that the lines have, one that has_lines (sg_data_format_at);
                           NULL: "smiles"                                                   */
    const char
        *form; /* settings of the format: "form=as-written&bonds=kekule", or sg_model_form;
                           those of another format but `form` are refused; NULL: none        */
    const char *name;   /* of the data set; NULL: "lines"                                   */
    uint32_t n_threads; /* 0: one per core                                                  */

    /* What is to be predicted, a row per line; a row whose line is left out is left out, too. */
    const int64_t *graph_class; /* [n] any whole numbers; NULL: none                        */
    const double *target;       /* [n][n_targets]; NaN: missing; NULL: none                 */
    uint32_t n_targets;         /* 0 with a target means 1                                  */

    /* Called for every line that cannot be read, in their order, by the thread that called
     * sg_data_from_lines: `line` counts from 0, and why->text says what is wrong, as in
     * "line[17], column 4: ...".  True: the line is left out; false: sg_data_from_lines fails with
     * this error.  NULL: it fails with the first such line. */
    bool (*refused)(void *context, size_t line, const sg_error *why);
    void *context; /* passed to `refused` */
} sg_line_array_options;

/* Make a data set from line[0 .. n), a graph each, in a format that has lines: SMILES, JSON, graph6,
 * text.  It is the data set that sg_data_open makes of a file with these lines, but that an empty line is
 * refused and not skipped, so that graph i is line i where none is left out.  In SMILES what follows a
 * blank is the id of the graph.  A newline at the end of a line does not belong to it; one within a line
 * makes it a line that cannot be read.  The lines are UTF-8.  They are copied; all threads read them.
 *
 *   data     out; released with sg_data_close
 *   options  may be NULL
 *
 * Fails with SG_EINVAL (the format or its settings; line[i] is NULL; a name that is no UTF-8; classes or
 * targets for lines that have their own; n is 0), SG_EFORMAT (a line cannot be read, or none is left),
 * SG_ELIMIT (2^32-2 nodes or arcs at most), SG_ECANCELED or SG_ENOMEM.
 * Time and memory are proportional to the lines.
 *
 * Example: two molecules and a number to learn for each:
 *
 *     const char *smiles[] = {"CCO ethanol", "c1ccccc1 benzene"};
 *     const double solubility[] = {1.1, -1.6};
 *     const sg_line_array_options how = {
 *         .struct_size = sizeof how, .name = "two", .target = solubility};
 *     sg_dataset *molecules = NULL;
 *     if (sg_data_from_lines(&molecules, smiles, 2, &how, &err) == SG_OK)
 *         printf("%s has %u atoms\n", sg_data_graph_id(molecules, 0),
 *                sg_data_view_of(molecules).graph_offset[1]);
 *     sg_data_close(molecules);
 */
SG_API sg_status sg_data_from_lines(sg_dataset **data, const char *const *line, size_t n,
                                    const sg_line_array_options *options, sg_error *err);

/* ---- What is in a data set ---------------------------------------------------------------- */

/* The name of a data set; borrowed until sg_data_close; NULL for NULL. */
SG_API const char *sg_data_name(const sg_dataset *data);

/* How molecules were read, as settings: "form=normal"; borrowed until sg_data_close; NULL where they are as
 * they were written, where there are none, and for NULL.  Models keep it (sg_model_form). */
SG_API const char *sg_data_form(const sg_dataset *data);

/* How much there is of everything; 0 = the data set has none. */
typedef struct sg_data_size {
    size_t struct_size;                 /* sizeof of this struct, set by the caller */
    uint32_t n_graphs, n_nodes, n_arcs; /* an undirected edge is two arcs                 */
    uint32_t n_node_labels;             /* columns of node labels, usually 0 or 1         */
    uint32_t n_node_attributes;         /* columns                                        */
    uint32_t n_edge_labels;             /* columns, usually 0 or 1                        */
    uint32_t n_edge_attributes;         /* columns                                        */
    uint32_t n_classes;
    uint32_t n_targets;  /* columns of regression targets                  */
    size_t n_bytes;      /* memory the data set occupies, borrowed arrays included */
    sg_item_kind item;   /* what classes and targets belong to                     */
    uint32_t n_items;    /* graphs or nodes                                        */
    bool is_directed;    /* arcs are as they were given                            */
    bool has_self_loops; /* arcs from a node to itself were kept                  */
} sg_data_size;

/* How large `data` is: *size is the caller's.  Takes constant time.  Fails with SG_EINVAL. */
SG_API sg_status sg_data_sizes(sg_data_size *size, const sg_dataset *data, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_data_size sg_data_sizes_of(const sg_dataset *data)
{
    sg_data_size size;
    memset(&size, 0, sizeof size);
    size.struct_size = sizeof size;
    (void)sg_data_sizes(&size, data, NULL);
    return size;
}

/* The arrays of a data set, all graphs numbered through (a disjoint union).  Borrowed until
 * sg_data_close; NULL where the data set has none. */
typedef struct sg_data_arrays {
    size_t struct_size;           /* sizeof of this struct, set by the caller */
    const uint32_t *graph_offset; /* [n_graphs + 1] first node of a graph                 */
    const uint32_t *arc_offset;   /* [n_nodes + 1] first arc of a node                    */
    const uint32_t *neighbor;     /* [n_arcs] ascending within a node                     */
    const int32_t *node_label;    /* [n_nodes][n_node_labels]                             */
    const double *node_attribute; /* [n_nodes][n_node_attributes]                         */
    const int32_t *edge_label;    /* [n_arcs][n_edge_labels]                              */
    const double *edge_attribute; /* [n_arcs][n_edge_attributes]                          */
    const uint32_t *graph_class;  /* [n_graphs] 0 .. n_classes-1                          */
    const int64_t *class_name;    /* [n_classes] the label in the file                    */
    const double *target;         /* [n_graphs][n_targets]; NaN = missing                 */
    const uint8_t *part;          /* [n_graphs] an sg_part                                */
    /* Where items are nodes: in place of graph_class, target and part, which are NULL. */
    const uint32_t *node_class;    /* [n_nodes] 0 .. n_classes-1, or SG_NO_CLASS             */
    const double *node_target;     /* [n_nodes][n_targets]; NaN = missing                    */
    const uint8_t *node_part;      /* [n_nodes] an sg_part                                   */
    const uint64_t *sparse_row;    /* [n_nodes + 1] first sparse attribute of a node         */
    const uint32_t *sparse_column; /* [sparse_row[n_nodes]] ascending within a node       */
    const float *sparse_value;     /* [sparse_row[n_nodes]]                               */
} sg_data_arrays;

/* The arrays of `data`: *view is the caller's, the arrays are borrowed.  Takes constant time.  Threads may
 * read them side by side.  Fails with SG_EINVAL. */
SG_API sg_status sg_data_view(sg_data_arrays *view, const sg_dataset *data, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_data_arrays sg_data_view_of(const sg_dataset *data)
{
    sg_data_arrays view;
    memset(&view, 0, sizeof view);
    view.struct_size = sizeof view;
    (void)sg_data_view(&view, data, NULL);
    return view;
}

/* What things are called, where the data set says so, else NULL: the label of a node or edge, a
 * label or class that is a word, a column of targets, a graph, a node.  A label that is a word has it as its
 * name, too.  A `label` is its number in the arrays; class_number, `column`, `graph` and `node` (through all
 * graphs) count from 0; NULL also where there is no such one.
 * Borrowed until sg_data_close or the next function that changes the data set. */
SG_API const char *sg_data_node_label_name(const sg_dataset *data, int32_t label);
SG_API const char *sg_data_edge_label_name(const sg_dataset *data, int32_t label);
SG_API const char *sg_data_node_label_word(const sg_dataset *data, int32_t label);
SG_API const char *sg_data_edge_label_word(const sg_dataset *data, int32_t label);
SG_API const char *sg_data_class_word(const sg_dataset *data, uint32_t class_number);
SG_API const char *sg_data_target_name(const sg_dataset *data, uint32_t column);
SG_API const char *sg_data_node_attribute_name(const sg_dataset *data, uint32_t column);
SG_API const char *sg_data_edge_attribute_name(const sg_dataset *data, uint32_t column);
SG_API const char *sg_data_graph_id(const sg_dataset *data, uint32_t graph);
SG_API const char *sg_data_node_id(const sg_dataset *data, uint32_t node);

/* A graph as one line of JSON, newline included, which sg_data_open reads again from a file.jsonl;
 * *text is released with sg_text_release.  `graph` counts from 0.  Fails with SG_EINVAL (no such
 * graph; several labels per node; attributes of edges), SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_data_graph_json(char **text, const sg_dataset *data, uint32_t graph,
                                    sg_error *err);

/* What opening did to make the graphs simple and undirected: *repairs is the caller's.  Fails with
 * SG_EINVAL. */
SG_API sg_status sg_data_repairs(sg_graph_repairs *repairs, const sg_dataset *data,
                                 sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_graph_repairs sg_data_repairs_of(const sg_dataset *data)
{
    sg_graph_repairs repairs;
    memset(&repairs, 0, sizeof repairs);
    repairs.struct_size = sizeof repairs;
    (void)sg_data_repairs(&repairs, data, NULL);
    return repairs;
}

/* A hash of the content, the same on every machine; 0 for NULL.  Two data sets with the same
 * content, whatever their names, have the same one.  Takes time proportional to the content. */
SG_API uint64_t sg_data_fingerprint(const sg_dataset *data);

/* The row of the paper's data set tables, computed on `n_threads` threads (0: one per core); *summary is the
 * caller's.
 * Time O(sum over graphs of nodes * arcs).  Fails with SG_EINVAL, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_data_summarize(sg_data_summary *summary, const sg_dataset *data,
                                   uint32_t n_threads, sg_error *err);

/* ---- Changing and writing ----------------------------------------------------------------- */

/* Replace classes and targets by those in the text file at `path`: a line per item, numbers separated by
 * commas or blanks, ? or nothing between commas where one is missing.  A single column of whole numbers
 * gives classes, unless `as_targets`; anything else gives targets.  `data` changes, so that no other
 * thread may use it meanwhile, and views of it are taken anew.
 * Fails with SG_EINVAL (an untrained model that was built for `data`, a prediction, an explainer or an
 * audit still uses it), SG_ENOTFOUND, SG_EIO, SG_EFORMAT or SG_ENOMEM; the data set is then unchanged. */
SG_API sg_status sg_data_read_targets(sg_dataset *data, const char *path, bool as_targets,
                                      sg_error *err);

/* Give the nodes the labels that the text file at `path` says: a line per label, the number in the data
 * and the new one, or - where the nodes that have it are to be left out; # begins a comment.  Data sets
 * with the same numbering can then share models.  `data` changes, so that no other thread may use it
 * meanwhile, and views of it are taken anew.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_EINVAL (a label that nothing is said about; data in
 * use, as above) or SG_ENOMEM; the data set is then unchanged. */
SG_API sg_status sg_data_relabel(sg_dataset *data, const char *path, sg_error *err);

/* Say which atoms and bonds the labels are, by the text file at `path`: a line per label of nodes, the
 * number and an atom (`8 NH3+`), and per label of edges (`bond 2 double`); # begins a comment.  Pictures
 * of such graphs are structural formulas; nothing else changes.  `data` changes, so that no other thread
 * may use it meanwhile.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_EINVAL (labels that are words or have several columns;
 * data in use, as above), SG_ELIMIT or SG_ENOMEM; the data set is then unchanged. */
SG_API sg_status sg_data_name_elements(sg_dataset *data, const char *path, sg_error *err);

/* Write `data` to folder/name/ in TU format, whole or not at all; an existing one is replaced if
 * `replace`, else SG_EEXIST.  `folder` is made if it is missing.  Also fails with SG_EINVAL (a name with
 * '/' or a control character; what the format cannot hold), SG_EIO, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_data_write(const sg_dataset *data, const char *folder, const char *name,
                               bool replace, sg_error *err);

/* A format of data sets, for help texts. */
typedef struct sg_data_format {
    size_t struct_size;    /* sizeof of this struct, set by the caller */
    const char *name;      /* "smiles"; NULL: there are no more formats                      */
    const char *about;     /* "a SMILES per line; what follows a blank is the id"            */
    const char *ending[4]; /* of its files: ".smi"; NULL: no more                            */
    const char *setting;   /* the word after a '?' that says so: 'FILE?smiles'; NULL: none  */
    bool is_folder;        /* the setting is for folders                                     */
    bool has_lines;        /* it has a graph per line                                        */
    bool is_written;       /* sg_data_graph_line writes it                                   */
    bool is_guessed;       /* its lines begin as no others: a feed recognizes them           */
} sg_data_format;

/* Format i, from 0: *format is the caller's, all texts are static.  Fails with SG_EINVAL, also after the
 * last one. */
SG_API sg_status sg_data_format_at(sg_data_format *format, size_t i, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_data_format sg_data_format_of(size_t i)
{
    sg_data_format format;
    memset(&format, 0, sizeof format);
    format.struct_size = sizeof format;
    (void)sg_data_format_at(&format, i, NULL);
    return format;
}

/* A setting after the '?' of a name of data, 'FILE?bonds=kekule', for help texts and programs that
 * make such names. */
typedef struct sg_data_setting {
    size_t struct_size;  /* sizeof of this struct, set by the caller */
    const char *key;     /* "bonds"; NULL: there are no more settings                        */
    const char *word[4]; /* that the value may be; NULL: no more; none: any other value     */
    bool of_lines;       /* a format of lines has it, so a feed takes it too                 */
} sg_data_setting;

/* Setting i, from 0: *setting is the caller's, all texts are static.  Fails with SG_EINVAL, also after
 * the last one. */
SG_API sg_status sg_data_setting_at(sg_data_setting *setting, size_t i, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_data_setting sg_data_setting_of(size_t i)
{
    sg_data_setting setting;
    memset(&setting, 0, sizeof setting);
    setting.struct_size = sizeof setting;
    (void)sg_data_setting_at(&setting, i, NULL);
    return setting;
}

/* As sg_data_graph_json for graph number `graph` of `data`, in the format with this name, one that
 * is_written; *text is released with sg_text_release.  Fails like sg_data_graph_json, or with SG_EINVAL (no
 * such format, or one that is not written). */
SG_API sg_status sg_data_graph_line(char **text, const sg_dataset *data, uint32_t graph,
                                    const char *format, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
