/* choice_rows.c - which model for which data.
 *
 * Rows are tried from first to last, the special ones first; those at the end hold for all data.  Rows were compared on
 * validation graphs alone; docs/choice.md has the numbers, and names those that have not been compared. */
#include "choice/choice_rows.h"

/* Pairs that a training keeps in memory without hesitation. */
#define PLENTY 100000000

#define TRAIN_CLASSES                                                                          \
    "{ learning-rate: 0.003, batch-size: 64, epochs: 100, patience: 25, average: 0.99 }"
#define TRAIN_DEEP                                                                              \
    "{ optimizer: adamw, weight-decay: 0.05, learning-rate: 0.002, schedule: cosine min 1e-5, " \
    "batch-size: 32, epochs: 60, average: 0.99, init: lower-upper }"

/* Three rounds of messages between neighbors by one kind of layer, for nodes with attributes or edges with
 * labels or attributes. */
#define ROUNDS_OF(layer)                                                                       \
    "  - standardize: {}\n"                                                                    \
    "  - linear: { outputs: 48, activation: relu }\n"                                          \
    "  - block:\n"                                                                             \
    "      depth: 3\n"                                                                         \
    "      layers:\n"                                                                          \
    "        - " layer "\n"                                                                    \
    "        - norm: { affine: true }\n"                                                       \
    "  - pool: { kind: $pool }\n"                                                              \
    "  - dropout: { rate: 0.3 }\n"                                                             \
    "  - linear: { outputs: $outputs }\n"

/* A tower for the sparse attributes of nodes and one for what else they have, side by side. */
#define SPARSE_BESIDE_INPUT                                                                    \
    "  - sparse: { outputs: 32, columns: $columns, gather: gcn, scale: rows, dropout: 0.5, "   \
    "activation: relu }\n"                                                                     \
    "  - branch: {}\n"                                                                         \
    "  - standardize: {}\n"                                                                    \
    "  - gcn: { outputs: 32, activation: relu }\n"                                             \
    "  - concat: [0, 3]\n"                                                                     \
    "  - dropout: { rate: 0.5 }\n"                                                             \
    "  - gcn: { outputs: $outputs }\n"
#define TRAIN_SPARSE_BESIDE_INPUT                                                              \
    "{ learning-rate: 0.01, weight-decay-of: { 0: 0.0005, 3: 0.0005 }, epochs: 200 }"

/* One round of messages with a head, and nodes pooled by a label. */
#define ENCODER_DECODER(head, label)                                                           \
    "  - encoder: { heads: [\"" head "\"], activation: tanh }\n"                               \
    "  - dropout: { rate: 0.3 }\n"                                                             \
    "  - decoder: { heads: [\"" label "\"], outputs: $outputs, bias: true, pool: $pool }\n"

static const sg_choice_row ROWS[] = {
    /* ---- Nodes ---- */
    {.name = "nodes with sparse attributes, edges with attributes",
     .why = "most attributes of the nodes are 0, and edges have attributes: two rounds of "
            "messages that know the edges, over all that nodes have",
     .tasks = SG_FOR_ALL_TASKS,
     .nodes = true,
     .needs = SG_FACT_SPARSE | SG_FACT_EDGE_ATTRIBUTES,
     .input = "$seen",
     .layers = "  - sparse: { outputs: 32, columns: $columns, scale: rows, dropout: 0.5, "
               "activation: relu }\n"
               "  - branch: {}\n"
               "  - standardize: {}\n"
               "  - concat: [0, 2]\n"
               "  - gine: { outputs: 32, edge-attributes: $edges, activation: relu }\n"
               "  - dropout: { rate: 0.5 }\n"
               "  - gine: { outputs: 32, edge-attributes: $edges, activation: relu }\n"
               "  - linear: { outputs: $outputs }\n",
     .train = "{ learning-rate: 0.01, weight-decay-of: { 0: 0.0005 }, epochs: 200 }"},
    {.name = "nodes with sparse and dense attributes",
     .why = "most attributes of the nodes are 0, others are not: each node averages both of "
            "its neighbors, then the two together",
     .tasks = SG_FOR_ALL_TASKS,
     .nodes = true,
     .needs = SG_FACT_SPARSE | SG_FACT_ATTRIBUTES,
     .input = "$known",
     .layers = SPARSE_BESIDE_INPUT,
     .train = TRAIN_SPARSE_BESIDE_INPUT},
    {.name = "nodes with sparse attributes and labels",
     .why = "most attributes of the nodes are 0, and they have labels: each node averages both "
            "of its neighbors, then the two together",
     .tasks = SG_FOR_ALL_TASKS,
     .nodes = true,
     .needs = SG_FACT_SPARSE | SG_FACT_NODE_LABELS,
     .input = "$known",
     .layers = SPARSE_BESIDE_INPUT,
     .train = TRAIN_SPARSE_BESIDE_INPUT},
    {.name = "nodes with sparse attributes",
     .why = "most attributes of the nodes are 0, as the words of a document are: each node "
            "averages its neighbors' twice",
     .tasks = SG_FOR_ALL_TASKS,
     .nodes = true,
     .needs = SG_FACT_SPARSE,
     .layers = "  - sparse: { outputs: 32, columns: $columns, gather: gcn, scale: rows, "
               "dropout: 0.5, activation: relu }\n"
               "  - dropout: { rate: 0.5 }\n"
               "  - gcn: { outputs: $outputs }\n",
     .train = "{ learning-rate: 0.01, weight-decay-of: { 0: 0.0005 }, epochs: 200 }",
     .space = "sparse"},
    {.name = "nodes, edges with attributes",
     .why = "edges have attributes: two rounds of messages that know them",
     .tasks = SG_FOR_ALL_TASKS,
     .nodes = true,
     .needs = SG_FACT_EDGE_ATTRIBUTES,
     .input = "$seen",
     .layers = "  - standardize: {}\n"
               "  - linear: { outputs: 32, activation: relu }\n"
               "  - gine: { outputs: 32, edge-attributes: $edges, activation: relu }\n"
               "  - gine: { outputs: 32, edge-attributes: $edges, activation: relu }\n"
               "  - linear: { outputs: $outputs }\n",
     .train = "{ learning-rate: 0.01, epochs: 150 }"},
    {.name = "nodes with attributes",
     .why = "nodes have attributes: two rounds of messages between neighbors, with layers "
            "between them",
     .tasks = SG_FOR_ALL_TASKS,
     .nodes = true,
     .needs = SG_FACT_ATTRIBUTES,
     .input = "$known",
     .layers = "  - standardize: {}\n"
               "  - linear: { outputs: 16, activation: tanh }\n"
               "  - encoder: { heads: [\"none @ distance 0..1 x2\"] }\n"
               "  - linear: { outputs: 32, activation: tanh }\n"
               "  - encoder: { heads: [\"none @ distance 0..1 x2\"] }\n"
               "  - linear: { outputs: $outputs }\n",
     .train = "{ learning-rate: 0.02, epochs: 150, init: normal 0.2 0.2 }"},
    {.name = "nodes",
     .why = "nodes have no attributes: what they are follows from the graph two steps around "
            "them",
     .tasks = SG_FOR_ALL_TASKS,
     .nodes = true,
     .most_near_pairs = PLENTY,
     .layers = "  - encoder: { heads: [\"wl:1 @ distance 0..2 x8\"], activation: tanh }\n"
               "  - linear: { outputs: $outputs }\n",
     .train = "{ learning-rate: 0.01, epochs: 200, init: he }",
     .space = "nodes"},
    {.name = "nodes, many neighbors",
     .why =
         "nodes have no attributes and too many pairs two steps apart: what they are follows "
         "from their neighbors",
     .tasks = SG_FOR_ALL_TASKS,
     .nodes = true,
     .layers = "  - encoder: { heads: [\"degree @ distance 0..1 x8\"], activation: tanh }\n"
               "  - linear: { outputs: $outputs }\n",
     .train = "{ learning-rate: 0.01, epochs: 200, init: he }"},

    /* ---- Graphs of a special form ---- */
    {.name = "images",
     .why =
         "every graph is a grid of pixels of one size: 3 x 3 kernels, then weights that know "
         "the place of a pixel",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_IMAGES,
     .input = "attributes",
     .layers =
         "  - encoder: { heads: [\"none @ offset 3x3 x16 bias none\"], activation: relu }\n"
         "  - decoder: { heads: [\"index\"], outputs: 32, bias: true, pool: sum, "
         "activation: relu }\n"
         "  - dropout: { rate: 0.5 }\n"
         "  - linear: { outputs: $outputs }\n",
     .train = "{ learning-rate: 0.001, batch-size: 16, epochs: 40, average: 0.99, "
              "init: lower-upper }"},
    {.name = "texts",
     .why =
         "every graph is a line of words, of which there are hundreds: a weight per word, and "
         "one per pair of words that stand side by side at least twice",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_TEXTS,
     .layers =
         "  - encoder: { heads: [\"label @ offset 3x1 101\"], activation: identity, "
         "at-least: 2 }\n"
         "  - residual: {}\n"
         "  - dropout: { rate: 0.5 }\n"
         "  - decoder: { heads: [\"label\"], outputs: $outputs, bias: true, pool: sum }\n",
     .train = "{ learning-rate: 0.002, batch-size: 64, epochs: 30, patience: 8, average: 0.99, "
              "init: constant 0 }"},

    /* ---- Structural formulas ---- */
    {.name = "structures",
     .why = "molecules that were read as structural formulas: three rounds of messages along "
            "bonds between atoms that know their element, hydrogens, charge, rings and "
            "neighbors, and the mean over all atoms",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_STRUCTURES | SG_FACT_NODE_LABELS,
     .input = "[labels, labels ring, labels degree]",
     .layers = "  - linear: { outputs: 64, activation: relu }\n"
               "  - block:\n"
               "      depth: 3\n"
               "      layers:\n"
               "        - gine: { outputs: 64 }\n"
               "        - batch-norm: {}\n"
               "        - activation: { kind: relu }\n"
               "  - pool: { kind: mean }\n"
               "  - linear: { outputs: 32, activation: relu }\n"
               "  - linear: { outputs: $outputs }\n",
     .train = "{ optimizer: adamw, weight-decay: 0.01, learning-rate: 0.003, "
              "schedule: cosine, batch-size: 32, epochs: 60, average: 0.98, $judge }",
     .space = "structures"},

    /* ---- Graphs whose edges have attributes ---- */
    {.name = "edges with attributes",
     .why =
         "edges have attributes, such as weights or lengths: three rounds of messages between "
         "neighbors that know them",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_EDGE_ATTRIBUTES,
     .input = "$seen",
     .layers = ROUNDS_OF("gine: { outputs: 48, edge-attributes: $edges, activation: relu }"),
     .train = TRAIN_DEEP},

    /* ---- Sparse graphs with labels, such as molecules ---- */
    {.name = "molecules, classes, bonds",
     .why =
         "small degrees, labels of nodes and of edges, as molecules have: pairs are known by "
         "the edges on their shortest paths, nodes by their neighborhood",
     .tasks = SG_FOR_CLASSES,
     .needs = SG_FACT_RICH_LABELS | SG_FACT_EDGE_LABELS | SG_FACT_BOUNDED_DEGREES,
     .most_pairs = PLENTY,
     .layers = "  - encoder: { heads: [\"wl:1 @ path 0..6\"], activation: tanh }\n"
               "  - dropout: { rate: 0.3 }\n"
               "  - decoder: { heads: [\"label\"], outputs: classes, bias: true, pool: mean, "
               "activation: tanh }\n",
     .train = TRAIN_CLASSES,
     .space = "labels"},
    {.name = "molecules, classes",
     .why = "small degrees and labels of nodes, as molecules have: pairs are known by distance "
            "and number of shortest paths, nodes by two rounds of their neighborhood",
     .tasks = SG_FOR_CLASSES,
     .needs = SG_FACT_RICH_LABELS | SG_FACT_BOUNDED_DEGREES,
     .most_pairs = PLENTY,
     .layers =
         "  - encoder: { heads: [\"wl:2 @ path 0..10\"], at-least: 2, activation: tanh }\n"
         "  - dropout: { rate: 0.3 }\n"
         "  - decoder: { heads: [\"wl:2\"], outputs: classes, bias: true, pool: mean, "
         "activation: tanh }\n",
     .train = TRAIN_CLASSES,
     .space = "labels"},
    {.name = "molecules, numbers",
     .why = "small degrees and labels of nodes, as molecules have, and numbers to predict: two "
            "blocks of messages along paths and between ring atoms, added up over all nodes",
     .tasks = SG_FOR_NUMBERS,
     .needs = SG_FACT_RICH_LABELS | SG_FACT_BOUNDED_DEGREES,
     .input = "labels",
     .layers =
         "  - linear: { outputs: 48, activation: leaky-relu }\n"
         "  - block:\n"
         "      depth: 2\n"
         "      drop-path: 0.1\n"
         "      layers:\n"
         "        - encoder: { heads: [\"label @ path 0..3 x2\", \"ring @ distance 0..6\"], "
         "at-least: 5, bias: label }\n"
         "        - linear: { outputs: 48, activation: leaky-relu }\n"
         "        - norm: { affine: true }\n"
         "        - dropout: { rate: 0.1 }\n"
         "  - pool: { kind: sum }\n"
         "  - linear: { outputs: 48, activation: leaky-relu }\n"
         "  - linear: { outputs: $outputs }\n",
     .train = TRAIN_DEEP,
     .space = "deep"},

    /* ---- Graphs with attributes ---- */
    {.name = "attributes, edges with labels",
     .why = "nodes have attributes and edges have labels: three rounds of messages between "
            "neighbors that know the labels",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_ATTRIBUTES | SG_FACT_EDGE_LABELS,
     .input = "$seen",
     .layers = ROUNDS_OF("gine: { outputs: 48, activation: relu }"),
     .train = TRAIN_DEEP},
    {.name = "attributes and labels",
     .why =
         "nodes have attributes and labels: both begin, and three rounds of messages between "
         "neighbors follow",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_ATTRIBUTES | SG_FACT_NODE_LABELS,
     .input = "[labels, attributes]",
     .layers = ROUNDS_OF("gin: { outputs: 48, activation: relu }"),
     .train = TRAIN_DEEP},
    {.name = "attributes",
     .why = "nodes have attributes: three rounds of messages between neighbors",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_ATTRIBUTES,
     .input = "attributes",
     .layers = ROUNDS_OF("gin: { outputs: 48, activation: relu }"),
     .train = TRAIN_DEEP},

    /* ---- Other graphs with labels ---- */
    {.name = "edges with labels, far",
     .why = "edges have labels, and all pairs of a graph fit into memory: nodes are known by "
            "the labels of their edges and neighbors, pairs by their distance",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_EDGE_LABELS,
     .most_pairs = PLENTY,
     .most_degree = 6,
     .layers = ENCODER_DECODER("wl-edges:1 @ distance 0..6", "wl-edges:1"),
     .train = TRAIN_CLASSES,
     .space = "labels"},
    {.name = "edges with labels, near",
     .why = "edges have labels, and graphs are large or dense: a weight for every label of an "
            "edge and the labels of the nodes that it joins",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_EDGE_LABELS,
     .layers = ENCODER_DECODER("label @ edge", "label"),
     .train = TRAIN_CLASSES},
    {.name = "labels, far",
     .why = "nodes have labels, and all pairs of a graph fit into memory: pairs are known by "
            "their distance, nodes by their neighborhood",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_NODE_LABELS,
     .most_pairs = PLENTY,
     .most_degree = 6,
     .layers = ENCODER_DECODER("wl:1 @ distance 0..6", "wl:1"),
     .train = TRAIN_CLASSES,
     .space = "labels"},
    {.name = "labels, near",
     .why = "nodes have labels, and graphs are large or dense: pairs at most two steps apart",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_NODE_LABELS,
     .most_near_pairs = PLENTY,
     .layers = ENCODER_DECODER("label @ distance 0..2", "label"),
     .train = TRAIN_CLASSES},
    {.name = "labels, neighbors",
     .why = "nodes have labels, and there are too many pairs two steps apart: neighbors alone",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_NODE_LABELS,
     .layers = ENCODER_DECODER("label @ distance 0..1", "label"),
     .train = TRAIN_CLASSES},

    /* ---- Graphs that are nothing but graphs ---- */
    {.name = "form alone, small degrees",
     .why = "nodes have neither labels nor attributes and few neighbors: they are known by the "
            "cycles through them",
     .tasks = SG_FOR_ALL_TASKS,
     .needs = SG_FACT_BOUNDED_DEGREES,
     .most_near_pairs = PLENTY,
     .layers =
         "  - encoder: { heads: [\"cycles:10+degree @ distance 0..2\"], activation: tanh }\n"
         "  - decoder: { heads: [\"cycles:10+degree\"], outputs: $outputs, bias: true, "
         "pool: $pool }\n",
     .train = "{ learning-rate: 0.01, batch-size: 64, epochs: 200, patience: 50 }"},
    {.name = "form alone, cliques",
     .why =
         "nodes have neither labels nor attributes and many neighbors, as in social networks: "
         "they are known by their degree, triangles, squares and cliques",
     .tasks = SG_FOR_ALL_TASKS,
     .most_near_pairs = PLENTY,
     .most_degree = 30,
     .layers = ENCODER_DECODER("patterns:triangle,square+degree @ distance 0..2", "cliques:4"),
     .train = TRAIN_CLASSES,
     .space = "form"},
    {.name = "form alone, near",
     .why =
         "nodes have neither labels nor attributes and very many neighbors: they are known by "
         "their degree",
     .tasks = SG_FOR_ALL_TASKS,
     .most_near_pairs = PLENTY,
     .layers = ENCODER_DECODER("degree @ distance 0..2", "degree"),
     .train = TRAIN_CLASSES},
    {.name = "form alone, neighbors",
     .why = "nodes have neither labels nor attributes, and there are too many pairs two steps "
            "apart: degrees and neighbors alone",
     .tasks = SG_FOR_ALL_TASKS,
     .layers = ENCODER_DECODER("degree @ distance 0..1", "degree"),
     .train = TRAIN_CLASSES}};

enum { N_ROWS = sizeof ROWS / sizeof *ROWS };

const sg_choice_row *sg_choice_row_at(size_t i)
{
    return i < N_ROWS ? &ROWS[i] : NULL;
}

static bool fits(const sg_choice_row *row, const sg_data_facts *facts)
{
    return (row->tasks >> facts->task & 1) != 0 &&
           row->nodes == (facts->item == SG_ITEM_NODE) &&
           (facts->has & row->needs) == row->needs && (facts->has & row->lacks) == 0 &&
           (row->most_pairs == 0 || facts->n_pairs <= row->most_pairs) &&
           (row->most_near_pairs == 0 || facts->n_near_pairs <= row->most_near_pairs) &&
           (row->most_degree == 0 || facts->mean_degree <= row->most_degree);
}

const sg_choice_row *sg_choice_row_for(const sg_data_facts *facts)
{
    size_t i = 0;
    while (i + 1 < N_ROWS && !fits(&ROWS[i], facts)) i++;
    return &ROWS[i];
}
