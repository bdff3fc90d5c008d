/* bench_verb.c - what can be measured, and with what. */
#include "bench_verb.h"

#include "common_options.h"

#include <stdio.h>

static bool benchmark_word_at(char *word, size_t size, size_t i)
{
    static const char *const names[] = {"io",    "arrays", "invariants", "train",
                                        "peers", "smiles", "scale",      "live",
                                        "nodes", "search", "cluster"};
    const size_t n = sizeof names / sizeof *names;
    if (i < n) (void)snprintf(word, size, "%s", names[i]);
    return i < n;
}

/* clang-format off */
const verb verb_bench = {
    .name = "bench",
    .brief = "the project's own benchmark, one JSON line each",
    .about = "Measure how fast the program is on this machine and print one JSON line per "
             "measurement. Every result is checked against a slow and simple twin before it "
             "is timed.",
    .positionals = (const positional[]){
        {.name = "WHAT", .optional = true, .word_at = benchmark_word_at,
         .help = "io: reading data sets; arrays: data sets from arrays; invariants: labels and "
                 "triples; train: epochs and predictions; peers: epochs of "
                 "GCN, GraphSAGE, GIN, GAT and GATv2 beside ours; smiles: reading molecules; scale: what a "
                 "graph costs as data sets grow; live: edits of large graphs; nodes: "
                 "epochs over the nodes of one graph; search: what of a search's time goes into epochs; "
                 "cluster: processes of mpirun that share a training or a run, and a simulation of many; "
                 "all where not given"},
        {0}},
    .options = (const option[]){
        {.name = "data", .metavar = "DATA", .completes = COMPLETE_DATA,
         .preset_words = "each benchmark's own choice", .help = "what to measure with"},
        OPTION_DATA_DIR,
        {.name = "yardstick", .metavar = "PROGRAM", .completes = COMPLETE_FILES,
         .help = "the bare loop to compare with, compiled"},
        {.name = "check", .help = "do everything once, with the smallest data: tells whether the "
                                  "benchmarks work, and their times mean little"},
        OPTION_THREADS,
        {0}},
    .examples = {
        {"sharegnn bench", "everything"},
        {"sharegnn bench io --data-dir ~/graphs", "reading, with data from another folder"}},
    .run = command_bench,
};
/* clang-format on */
