/* commands.c - the table of verbs: everything there is to know about them but what they do. */
#include "commands.h"

/* clang-format off */
#define OPTION_JSON(text) {.name = "json", .help = (text)}

#define OPTION_DATA_DIR                                                              \
    {.name = "data-dir", .metavar = "DIR", .completes = COMPLETE_FOLDERS,            \
     .preset_words = "$SHAREGNN_DATA, ./data, ~/.cache/sharegnn, the first that has it", \
     .help = "where data sets are found"}

#define OPTION_THREADS                                                               \
    {.name = "threads", .metavar = "N", .number = true, .max = 1024, .preset = "0",  \
     .help = "number of threads; 0: one per core; the result is the same for any number"}

#define OPTION_OUT                                                                   \
    {.name = "out", .letter = 'o', .metavar = "DIR", .completes = COMPLETE_FOLDERS,  \
     .preset_now = sg_data_home, .preset_words = "$SHAREGNN_DATA or ./data",         \
     .help = "folder to write to, made if missing"}

#define NO_POSITIONALS (const positional[]){{0}}
#define NO_OPTIONS     (const option[]){{0}}

const verb verbs[] = {
    {.name = "data list",
     .brief = "what can be generated, downloaded, what is already here",
     .about = "List the data sets that can be generated, those that can be downloaded, and "
              "those that are already here, with their paths.",
     .positionals = NO_POSITIONALS,
     .options = (const option[]){
         OPTION_JSON("one JSON object per data set and line"),
         OPTION_DATA_DIR,
         {0}},
     .examples = {
         {"sharegnn data list", "all there is"},
         {"sharegnn data list --json --data-dir ~/graphs", "for scripts, another folder"}},
     .run = command_data_list},

    {.name = "data make",
     .brief = "generate a data set of the paper, with its splits",
     .about = "Generate one of the paper's synthetic data sets in TU Dortmund's text format and "
              "write it to DIR/NAME/, and its splits to DIR/splits/. It is written whole or not "
              "at all. The same seed gives the same files on every machine.",
     .positionals = (const positional[]){
         {.name = "NAME", .completes = COMPLETE_GENERATED,
          .help = "RingTransfer1, RingTransfer2, RingTransfer3, CSL, Snowflakes or "
                  "SubstructureCounting"},
         {0}},
     .options = (const option[]){
         OPTION_OUT,
         {.name = "seed", .metavar = "N", .number = true, .max = UINT32_MAX, .preset = "0",
          .help = "which random graphs; 0: the paper's"},
         {.name = "force", .letter = 'f', .help = "replace an existing data set"},
         OPTION_JSON("one JSON object: name, graphs, path, splits"),
         {0}},
     .examples = {
         {"sharegnn data make RingTransfer1", "the paper's graphs, into the data folder"},
         {"sharegnn data make CSL --out /tmp/graphs --seed 7 --force", "others, elsewhere"}},
     .run = command_data_make},

    {.name = "data get",
     .brief = "download and verify a data set",
     .about = "Download a data set of TU Dortmund's collection to DIR/NAME.zip. A download that "
              "broke off goes on where it stopped. The archive is read and checked completely "
              "before it takes its name.",
     .positionals = (const positional[]){
         {.name = "NAME", .completes = COMPLETE_DOWNLOADED,
          .help = "the collection's name of it: MUTAG, NCI1, ..."},
         {0}},
     .options = (const option[]){
         OPTION_OUT,
         {.name = "from", .metavar = "URL", .preset_words = "TU Dortmund's server",
          .help = "address of the folder that holds NAME.zip"},
         {.name = "force", .letter = 'f', .help = "fetch again what is already there"},
         OPTION_JSON("one JSON object: name, path"),
         {0}},
     .examples = {
         {"sharegnn data get MUTAG", "into the data folder"},
         {"sharegnn data get NCI1 --from http://localhost:8000/graphs", "from another server"}},
     .run = command_data_get},

    {.name = "data info",
     .brief = "one row as in the paper's data set tables",
     .about = "Print a row as in the paper's data set tables for each data set: graphs, nodes, "
              "edges and diameter (largest, mean and smallest), node labels, classes. Nodes and "
              "edges are counted per graph, the diameter per connected component.",
     .positionals = (const positional[]){
         {.name = "DATA", .many = true, .completes = COMPLETE_DATA,
          .help = "names, or paths of folders or zip files"},
         {0}},
     .options = (const option[]){
         OPTION_JSON("one JSON object per data set and line, means with all digits"),
         OPTION_DATA_DIR,
         OPTION_THREADS,
         {0}},
     .examples = {
         {"sharegnn data info RingTransfer1 CSL", "two rows"},
         {"sharegnn data info ~/graphs/NCI1.zip --json", "a path, for scripts"}},
     .run = command_data_info},

    {.name = "labels",
     .brief = "label the nodes of a data set by an invariant",
     .about = "Compute a labeling of all nodes and print how many labels there are and how often "
              "they occur. With --pair, also count the triples (label, label, pair value), which "
              "is the number of weights of an encoder. With --compare, say which of two "
              "labelings is finer.",
     .positionals = (const positional[]){
         {.name = "DATA", .completes = COMPLETE_DATA, .help = "a data set, or its path"},
         {.name = "LABEL", .optional = true, .many = true,
          .help = "with --compare: the two labels to compare"},
         {0}},
     .options = (const option[]){
         {.name = "label", .letter = 'l', .metavar = "LABEL", .preset = "label",
          .help = "the labeling, see below"},
         {.name = "pair", .metavar = "PAIR", .help = "count triples for this pair property"},
         {.name = "compare", .help = "compare the labelings LABEL LABEL"},
         {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
          .help = "write one dense label per node and line, in the order of the data set"},
         {.name = "budget", .metavar = "N", .number = true, .min = 1, .max = UINT64_MAX,
          .preset = "200000000",
          .help = "search steps that one graph may take, before cycles, cliques or patterns "
                  "give up"},
         {.name = "cache", .metavar = "DIR", .completes = COMPLETE_FOLDERS,
          .preset_words = "~/.cache/sharegnn/labels",
          .help = "folder where results that took long are kept, by content"},
         {.name = "no-cache", .help = "neither read nor write the cache"},
         OPTION_JSON("one JSON object: labels, nodes, histogram, triples"),
         OPTION_DATA_DIR,
         OPTION_THREADS,
         {0}},
     .terms_title = "Labels (join them with +; add \"limit N\" to merge the rarest) and pairs",
     .term_at = labels_term_at,
     .examples = {
         {"sharegnn labels NCI1 --label wl:2 --pair 'distance 0..6'", "labels and triples"},
         {"sharegnn labels CSL --compare degree cycles:10", "which one is finer?"}},
     .run = command_labels},

    {.name = "bench",
     .brief = "the project's own benchmark, one JSON line each",
     .about = "Measure how fast the program is on this machine and print one JSON line per "
              "measurement. Every result is checked against a slow and simple twin before it "
              "is timed.",
     .positionals = (const positional[]){
         {.name = "WHAT", .optional = true, .help = "io: reading data sets; invariants: labels and triples; all where not "
                  "given"},
         {0}},
     .options = (const option[]){
         {.name = "data", .metavar = "DATA", .completes = COMPLETE_DATA,
          .preset_words = "each benchmark's own choice", .help = "what to measure with"},
         OPTION_DATA_DIR,
         {.name = "yardstick", .metavar = "PROGRAM", .completes = COMPLETE_FILES,
          .help = "the bare loop to compare with, compiled"},
         OPTION_THREADS,
         {0}},
     .examples = {
         {"sharegnn bench", "everything"},
         {"sharegnn bench io --data-dir ~/graphs", "reading, with data from another folder"}},
     .run = command_bench},

    {.name = "help",
     .brief = "explain a verb",
     .about = "Print what a verb does, its arguments, options, defaults and examples, as "
              "'sharegnn VERB --help' does.",
     .positionals = (const positional[]){
         {.name = "VERB", .optional = true, .many = true, .completes = COMPLETE_VERBS,
          .help = "one or two words: bench, data make; the overview where not given"},
         {0}},
     .options = NO_OPTIONS,
     .examples = {
         {"sharegnn help data make", "one verb"},
         {"sharegnn help data", "all verbs on data"}},
     .run = command_help},

    {0},
};
/* clang-format on */
