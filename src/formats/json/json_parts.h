/* json_parts.h - what the files that read a graph's object share.
 */
#ifndef SG_FORMATS_JSON_JSON_PARTS_H
#define SG_FORMATS_JSON_JSON_PARTS_H

#include "formats/json/json_graph.h"
#include "text/json_reader.h"

/* A node that is in a part. */
typedef struct sg_listed_node {
    uint32_t node;
    uint8_t part;
    sg_place place;
} sg_listed_node;

typedef struct sg_graph_reader {
    sg_json json;
    sg_record *record;
    sg_text word;   /* a decoded text         */
    uint32_t width; /* attributes of the nodes so far; they must agree */
    bool has_width;
    bool divided, masked; /* its nodes are in parts; by a word for each of them */
    sg_place divided_at;
    sg_listed_node *listed; /* [n_listed] */
    size_t n_listed, listed_capacity;
} sg_graph_reader;

/* Say that something else was found, and what is needed. */
sg_status sgi_json_wrong(const sg_json_token *token, const char *needed, sg_error *err);

/* What a string token means, zero-terminated in reader->word. */
sg_status sgi_json_decode(sg_graph_reader *reader, const sg_json_token *token, sg_error *err);

/* A target or a list of them, which `token` begins, as it is written. */
sg_status sgi_json_targets(sg_names *target, sg_graph_reader *reader, sg_json_token token,
                           sg_error *err);

/* The values of "node_targets" or "node_classes", and of "node_split". */
sg_status sgi_json_read_node_targets(sg_graph_reader *reader, sg_error *err);
sg_status sgi_json_read_node_classes(sg_graph_reader *reader, sg_error *err);
sg_status sgi_json_read_node_parts(sg_graph_reader *reader, sg_error *err);

/* Give nodes their parts, now that all of them are there.  Fails with SG_EFORMAT where a node of a list
 * is not there or in two lists. */
sg_status sgi_json_divide_nodes(sg_graph_reader *reader, sg_error *err);

#endif
