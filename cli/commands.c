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

#define OPTION_BUDGET                                                                \
    {.name = "budget", .metavar = "N", .number = true, .min = 1, .max = UINT64_MAX,  \
     .preset = "200000000",                                                          \
     .help = "search steps that one graph may take, before cycles, cliques or patterns give up"}

#define OPTION_RELABEL                                                               \
    {.name = "relabel", .metavar = "FILE", .completes = COMPLETE_FILES,              \
     .help = "other numbers for the node labels: a line per label, the number in the data and " \
             "the new one, or - where its nodes are left out"}

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

    {.name = "data import",
     .brief = "molecules, texts, images or JSON lines as a data set",
     .about = "Read a file with molecules, texts, images or graphs and write it as a data set. "
              "The options say what is in a table, else its header does: a column called smiles or "
              "text; target, label, class or y; id; split. Other verbs take such files where they "
              "are, with the same settings behind a '?': 'FILE.csv?smiles=S&target=y'.",
     .positionals = (const positional[]){
         {.name = "FILE", .completes = COMPLETE_FILES,
          .help = "a file or folder in one of the formats below"},
         {0}},
     .options = (const option[]){
         {.name = "smiles", .metavar = "COLUMN", .help = "molecules are in this column (a name, or a number from 0)"},
         {.name = "text", .metavar = "COLUMN", .help = "texts are in this column; a text is a path of its words"},
         {.name = "image", .metavar = "WxH",
          .help = "all other columns are pixels, row by row; of a folder of images say 'FOLDER?image'"},
         {.name = "json-lines", .help = "each line is a graph in JSON, whatever the file is called"},
         {.name = "target", .letter = 't', .metavar = "COLUMN", .repeated = true,
          .preset_words = "target, label, class or y, if there is one",
          .help = "what to predict, any number of times; empty cells are missing targets"},
         {.name = "id", .metavar = "COLUMN", .preset_words = "id, if there is one",
          .help = "what the graphs are called"},
         {.name = "split", .metavar = "COLUMN", .preset_words = "split, if there is one",
          .help = "train, validation or test"},
         {.name = "bonds", .metavar = "KIND", .preset_words = "aromatic",
          .help = "aromatic bonds stay what they are (aromatic), or become single and double (kekule)"},
         {.name = "words", .metavar = "N", .preset_words = "all",
          .help = "keep the N most frequent words; the others become the word *"},
         {.name = "min-count", .metavar = "N", .preset_words = "1",
          .help = "keep words that occur N times"},
         {.name = "name", .metavar = "NAME", .preset_words = "that of the file",
          .help = "what the data set is called"},
         {.name = "force", .letter = 'f', .help = "replace what is already there"},
         OPTION_OUT,
         OPTION_JSON("one JSON object: name, graphs, classes, targets, folder"),
         {0}},
     .terms_title = "Formats, by the ending of the name or what is behind it",
     .term_at = format_term_at,
     .examples = {
         {"sharegnn data import esol.csv --smiles smiles --target logS --id name", "molecules"},
         {"sharegnn data import digits.csv --image 8x8 --target label -o ~/graphs", "images"}},
     .run = command_data_import},

    {.name = "data export",
     .brief = "a data set as JSON lines",
     .about = "Write a data set with one graph per line: {\"nodes\": [...], \"edges\": [[u, v, "
              "label]...], \"target\": ...}. A file FILE.jsonl of such lines is a data set again.",
     .positionals = (const positional[]){
         {.name = "DATA", .completes = COMPLETE_DATA, .help = "a name, or a path"},
         {0}},
     .options = (const option[]){
         {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
          .preset_words = "standard output", .help = "file to write to"},
         {.name = "format", .metavar = "NAME", .preset = "json-lines",
          .help = "a format with a graph per line"},
         OPTION_DATA_DIR,
         {0}},
     .examples = {
         {"sharegnn data export MUTAG | head -1", "how the first graph looks"},
         {"sharegnn data export molecules.smi -o molecules.jsonl", "from SMILES to JSON lines"}},
     .run = command_data_export},

    {.name = "data audit",
     .brief = "find graphs that are there twice, and across train and test",
     .about = "Find graphs that are the same but for the numbers of their nodes, with all labels "
              "of nodes and edges: by a content key first, then by an exact test. Groups whose "
              "graphs are of different classes, or have different targets, contradict "
              "themselves. With --splits, count for every fold the test graphs that are also "
              "trained on.",
     .positionals = (const positional[]){
         {.name = "DATA", .completes = COMPLETE_DATA, .help = "a data set, or its path"},
         {0}},
     .options = (const option[]){
         {.name = "splits", .metavar = "FILE", .completes = COMPLETE_FILES,
          .help = "look for duplicates across the parts of these folds"},
         {.name = "quiet", .letter = 'q', .help = "only the numbers, not the groups"},
         {.name = "budget", .metavar = "N", .number = true, .min = 1, .max = UINT64_MAX,
          .preset = "100000", .help = "nodes that are tried to compare two graphs"},
         OPTION_JSON("one JSON object: counts, groups, folds"),
         OPTION_DATA_DIR,
         OPTION_THREADS,
         {0}},
     .examples = {
         {"sharegnn data audit MUTAG", "all duplicates"},
         {"sharegnn data audit NCI1 --splits splits/fair/NCI1_splits.json --quiet",
          "what leaks from train to test?"}},
     .run = command_data_audit},

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
         OPTION_BUDGET,
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

    {.name = "run",
     .brief = "run an experiment file: select, train, evaluate, record",
     .about = "Run an experiment: train all configurations of its grid on all folds, select and "
              "evaluate as its protocol says, and write everything to a folder: config.yml (the "
              "experiment with all defaults), results.sqlite (every configuration, fold, run and "
              "epoch), summary.json and models/. Trainings run side by side on all threads; the "
              "results are the same for any number of them. Ctrl-C stops after the epochs that "
              "are running and says how to go on; the exit status is then 130, as for any "
              "program that the signal ends. A run that was stopped or killed at any moment goes "
              "on with --resume, repeats nothing that is done and ends with the same results.",
     .positionals = (const positional[]){
         {.name = "FILE.yml", .completes = COMPLETE_FILES, .help = "the experiment"},
         {0}},
     .options = (const option[]){
         {.name = "out", .letter = 'o', .metavar = "DIR", .completes = COMPLETE_FOLDERS,
          .preset_words = "runs/FILE", .help = "folder of the run, made if missing"},
         {.name = "set", .metavar = "KEY=VALUE", .repeated = true,
          .help = "change a value of the file: train.epochs=5, layers.0.heads.0='wl:1 @ edge', "
                  "grid={}"},
         {.name = "resume", .letter = 'r',
          .help = "go on with the run in the folder; where there is none, begin"},
         {.name = "force", .letter = 'f', .help = "replace the run in the folder"},
         {.name = "quiet", .letter = 'q', .help = "no progress"},
         {.name = "verbose", .letter = 'v', .help = "how the plan of every head is kept"},
         OPTION_JSON("the content of summary.json"),
         OPTION_DATA_DIR,
         OPTION_THREADS,
         {0}},
     .examples = {
         {"sharegnn run experiments/fair/NCI1.yml", "into runs/NCI1"},
         {"sharegnn run NCI1.yml --set train.epochs=5 --set runs=1 --out /tmp/try --force",
          "a short trial, elsewhere"}},
     .run = command_run},

    {.name = "results",
     .brief = "tables of what runs have found",
     .about = "Print what runs have found, a row per run: data, protocol, the metric on test "
              "graphs (mean and standard deviation as the paper has them), best epoch, weights "
              "and times. Other options look inside the runs. A run may be looked at while it is "
              "going on. With --compare, two runs on the same folds are compared fold by fold, "
              "with a test whether the difference may be chance.",
     .positionals = (const positional[]){
         {.name = "DIR", .many = true, .completes = COMPLETE_FOLDERS, .help = "folders of runs"},
         {0}},
     .options = (const option[]){
         {.name = "configurations", .letter = 'c',
          .help = "a row per configuration of the grid, the best first: mean metric on the "
                  "graphs that select"},
         {.name = "jobs", .letter = 'j', .help = "a row per training"},
         {.name = "epochs", .letter = 'e', .help = "a row per epoch of every training"},
         {.name = "targets", .letter = 't', .help = "a row per target of regression runs"},
         {.name = "compare", .help = "compare two runs"},
         {.name = "csv", .help = "comma-separated values with all digits"},
         OPTION_JSON("one JSON object per row and line; per run its whole summary.json"),
         {.name = "latex", .help = "a tabular in the layout of the paper's tables"},
         {0}},
     .examples = {
         {"sharegnn results runs/*", "all runs"},
         {"sharegnn results --compare runs/NCI1 runs/NCI1-random", "is one of them better?"}},
     .run = command_results},

    {.name = "train",
     .brief = "train a model on a data set and write it to a file",
     .about = "Train one model on all graphs of a data set, or on a part of them, and write it to "
              "a file that 'sharegnn predict' and the library can use. The weight of a message "
              "is looked up by the labels of receiver and sender and their pair property; nodes "
              "are pooled by label. The model has the weights of the best epoch: the best on the "
              "validation graphs, the last where there are none. Ctrl-C stops after the current "
              "epoch and saves nothing, unless --keep is given. The file is written whole or not "
              "at all and replaces an existing one.",
     .positionals = (const positional[]){
         {.name = "DATA", .completes = COMPLETE_DATA, .help = "a data set, or its path"},
         {0}},
     .options = (const option[]){
         {.name = "encoder", .letter = 'e', .metavar = "HEAD", .repeated = true,
          .help = "a layer of message passing, see below; several are several layers, one after "
                  "the other"},
         {.name = "decoder", .letter = 'd', .metavar = "LABEL",
          .help = "by which label nodes are pooled, one output per class or target"},
         {.name = "layers", .letter = 'l', .metavar = "FILE", .completes = COMPLETE_FILES,
          .help = "YAML with 'layers' and, if wanted, 'input', 'noise', 'task' and 'train', as in "
                  "experiment files, instead of --encoder and --decoder; options count more than "
                  "its 'train'"},
         {.name = "out", .letter = 'o', .metavar = "MODEL", .completes = COMPLETE_FILES,
          .help = "the file to write"},
         {.name = "from", .metavar = "MODEL", .completes = COMPLETE_FILES,
          .help = "start from the weights of this model, or of a run's best one, wherever labels "
                  "and triples are the same; without --decoder and --layers with layers like "
                  "its own; another task or other classes get a new decoder"},
         {.name = "from-layers", .metavar = "L,L", .preset_words = "all",
          .help = "layers of --from to take weights from: 0,1"},
         {.name = "freeze", .metavar = "L,L", .preset_words = "none",
          .help = "layers whose weights do not move: 0,1"},
         {.name = "task", .metavar = "TASK", .preset_words = "what the data has",
          .help = "classification, regression or multilabel"},
         {.name = "target", .metavar = "FILE", .completes = COMPLETE_FILES,
          .help = "classes or targets instead of the data set's own: a line per graph, numbers "
                  "separated by commas or blanks, ? where one is missing; a single column of "
                  "whole numbers is classes, unless --task says otherwise"},
         OPTION_RELABEL,
         {.name = "column", .metavar = "N", .number = true, .max = UINT32_MAX, .repeated = true,
          .preset_words = "all", .help = "column of targets to predict, from 0"},
         {.name = "epochs", .metavar = "N", .number = true, .min = 1, .max = 1000000,
          .preset = "200", .help = "how often all graphs are seen"},
         {.name = "learning-rate", .metavar = "R", .preset = "0.01", .help = "of the optimizer"},
         {.name = "batch-size", .metavar = "N", .number = true, .min = 1, .max = 1 << 24,
          .preset = "64", .help = "graphs per step: floor(graphs / N) batches, as equal as possible"},
         {.name = "init", .metavar = "INIT", .preset = "constant 0.001",
          .help = "how weights start: constant 0.001, uniform -0.1 0.1, normal 0 1, he or "
                  "lower-upper"},
         {.name = "validation", .metavar = "SHARE", .preset_words = "none",
          .help = "hold out this share of the graphs, of every class alike, to choose the best "
                  "epoch with: 0.1"},
         {.name = "splits", .metavar = "FILE", .completes = COMPLETE_FILES,
          .help = "train on a fold of this file, validate and test with its other graphs"},
         {.name = "fold", .metavar = "N", .number = true, .max = UINT32_MAX, .preset_words = "0",
          .help = "which fold of --splits, from 0"},
         {.name = "patience", .metavar = "N", .number = true, .max = 1000000, .preset = "0",
          .help = "stop after so many epochs without a better one; 0: never"},
         {.name = "set", .metavar = "KEY=VALUE", .repeated = true,
          .help = "any setting of 'train' in experiment files, see below"},
         {.name = "seed", .metavar = "N", .number = true, .max = UINT32_MAX, .preset = "42",
          .help = "of first weights, batches, noise, dropout and --validation"},
         {.name = "keep", .help = "on Ctrl-C, save the best epoch so far and exit as if done"},
         {.name = "quiet", .letter = 'q', .help = "no progress"},
         {.name = "verbose", .letter = 'v',
          .help = "how the plan of every head is kept, and a line per epoch on a terminal, too"},
         OPTION_JSON("one JSON object at the end: weights, best epoch, loss and metric"),
         OPTION_BUDGET,
         OPTION_DATA_DIR,
         OPTION_THREADS,
         {0}},
     .terms_title = "Heads ('sharegnn labels --help' lists LABEL and PAIR), and keys of --set",
     .term_at = train_term_at,
     .examples = {
         {"sharegnn train CSL -e 'cycles:10 @ distance 0..2' -d cycles:10 -o csl.model",
          "one layer, all graphs"},
         {"sharegnn train MUTAG --layers mine.yml --validation 0.1 -o mutag.model",
          "layers from a file; a tenth of the graphs chooses the best epoch"}},
     .run = command_train},

    {.name = "predict",
     .brief = "apply a model to graphs it may never have seen",
     .about = "Predict all graphs of a data set with a model that 'sharegnn train' has written, "
              "one line per graph: its number from 0, the prediction, the scores, separated by "
              "tabs. Scores are the probabilities of the classes or labels; for regression the "
              "prediction is the value. Labels and triples that the model has not seen in "
              "training weigh zero. The data needs no classes or targets; where it has some, "
              "standard error says how good the predictions are. With DATA - every line of "
              "standard input is a graph and gives a line at once, with its number from 1; one that "
              "cannot be read gives 'error' and the reason, the others go on, and the exit status "
              "is 1 in the end. With --smiles, --json-lines or --text the same is true of a file.",
     .positionals = (const positional[]){
         {.name = "MODEL", .completes = COMPLETE_FILES,
          .help = "file written by 'sharegnn train', or the folder of a run: its best model"},
         {.name = "DATA", .completes = COMPLETE_DATA,
          .help = "a data set, or its path; -: lines of standard input, as they come"},
         {0}},
     .options = (const option[]){
         {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
          .preset_words = "standard output",
          .help = "file to write to, whole or not at all"},
         {.name = "target", .metavar = "FILE", .completes = COMPLETE_FILES,
          .help = "classes or targets to compare with, as for 'sharegnn train'"},
         OPTION_RELABEL,
         {.name = "trust",
          .help = "how much of each graph the model has never met: the share of its nodes whose "
                  "labels, and of its pairs whose triples, have no weight"},
         {.name = "ensemble", .metavar = "MODEL", .repeated = true, .completes = COMPLETE_FILES,
          .help = "one more model: scores are means over all of them, with their standard "
                  "deviations"},
         {.name = "smiles", .help = "DATA is - or a file, its lines are SMILES, and an id behind a blank"},
         {.name = "json-lines",
          .help = "they are graphs in JSON (default where the first one begins with '{')"},
         {.name = "text", .help = "they are texts"},
         {.name = "lines", .metavar = "FORMAT",
          .help = "they are in a format of 'sharegnn data import' that has a graph per line"},
         {.name = "bonds", .metavar = "KIND", .preset_words = "aromatic",
          .help = "of SMILES lines: aromatic, or kekule as in 'sharegnn data import'"},
         OPTION_JSON("one JSON object per graph and line, numbers with all digits"),
         OPTION_BUDGET,
         OPTION_DATA_DIR,
         OPTION_THREADS,
         {0}},
     .examples = {
         {"sharegnn predict csl.model CSL", "a table"},
         {"sharegnn predict csl.model ~/graphs/new --json -o new.jsonl", "for scripts"}},
     .run = command_predict},

    {.name = "explain",
     .brief = "why a model predicts what it predicts",
     .about = "Share an output of a model out among what makes it. For every encoder layer: what "
              "each message contributes, added up by triple; for the decoder: what each node "
              "contributes. Together with what the output would be without the layer they are "
              "the output, exactly where all that follows is linear, else by integrated "
              "gradients, and what these miss is told. Outputs are the network's own, before "
              "they become probabilities; targets are in their own unit. With --rank, the "
              "triples that matter most over all graphs.",
     .positionals = (const positional[]){
         {.name = "MODEL", .completes = COMPLETE_FILES,
          .help = "file written by 'sharegnn train', or the folder of a run: its best model"},
         {.name = "DATA", .completes = COMPLETE_DATA, .help = "a data set, or its path"},
         {0}},
     .options = (const option[]){
         {.name = "graph", .letter = 'g', .metavar = "I", .preset = "0",
          .help = "which graph: its number, from 0, or its id where the data has ids; id:7 is an "
                  "id for sure"},
         {.name = "output", .metavar = "NAME",
          .preset_words = "the predicted class, or the first target",
          .help = "which output: a class as the data calls it, or a target"},
         {.name = "layer", .metavar = "L", .number = true, .max = UINT32_MAX - 1,
          .preset_words = "all", .help = "only this layer of the model, from 0"},
         {.name = "head", .metavar = "H", .number = true, .max = UINT32_MAX - 1,
          .preset_words = "all",
          .help = "only this head of a layer, from 0; copies are heads of their own"},
         {.name = "rank", .help = "rank all triples by their mean absolute contribution to a graph"},
         {.name = "top", .metavar = "K", .number = true, .max = UINT32_MAX - 1,
          .preset_words = "10, and 3 in a picture",
          .help = "rows of a table, weights of a ranking (0: all), the largest weights that a "
                  "picture shows apart"},
         {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
          .help = "draw the graph with its messages into FILE, an .svg or .png"},
         {.name = "label", .metavar = "NAME",
          .help = "draw what a label is instead, a node that has it and those that decide it: "
                  "'wl:2 #17', as tables call it; with --out"},
         {.name = "contributions",
          .help = "let the arrows of the picture show what messages contribute, not their weights"},
         {.name = "steps", .metavar = "N", .number = true, .min = 1, .max = 1000000,
          .preset_words = "20000, and 400 with --rank",
          .help = "the most gradients that are averaged for a layer of a graph"},
         OPTION_JSON("one JSON object with all messages, biases and nodes, or the ranking"),
         OPTION_BUDGET,
         OPTION_DATA_DIR,
         OPTION_THREADS,
         {0}},
     .examples = {
         {"sharegnn explain mutag.model MUTAG --graph 17 --out g17.svg",
          "the triples and nodes that decide, and a picture of them"},
         {"sharegnn explain mutag.model MUTAG --rank --top 50 --json",
          "what the model looks at, over all graphs"}},
     .run = command_explain},

    {.name = "model diff",
     .brief = "compare two models weight by weight",
     .about = "Compare the weights of two models, matched by what they belong to: triples and "
              "labels by content key, layers by position and kind, heads by their text. Per "
              "layer: weights in both and in one alone, the correlation of those in both, and "
              "how far they are apart; then the weights that differ most.",
     .positionals = (const positional[]){
         {.name = "A", .completes = COMPLETE_FILES, .help = "a model, or the folder of a run"},
         {.name = "B", .completes = COMPLETE_FILES, .help = "another one"},
         {0}},
     .options = (const option[]){
         {.name = "top", .metavar = "K", .number = true, .max = 1000000, .preset = "10",
          .help = "so many of the weights that differ most"},
         OPTION_JSON("one JSON object: layers, largest"),
         {0}},
     .examples = {
         {"sharegnn model diff before.model after.model", "what has training changed?"},
         {"sharegnn model diff a.model b.model --top 0 --json", "for scripts"}},
     .run = command_model_diff},

    {.name = "model",
     .brief = "what is inside of a model",
     .about = "Print what a model predicts, its layers and heads with their numbers of weights, "
              "and the labelings that it knows. With --layer, list the largest weights of a "
              "layer by what they belong to: receiver <- sender @ pair value for triples. Simple "
              "labels and distances are shown as such, all others by their content keys.",
     .positionals = (const positional[]){
         {.name = "MODEL", .completes = COMPLETE_FILES,
          .help = "file written by 'sharegnn train', or the folder of a run: its best model"},
         {0}},
     .options = (const option[]){
         {.name = "layer", .metavar = "L", .number = true, .max = UINT32_MAX,
          .preset_words = "none", .help = "list weights of this layer, from 0"},
         {.name = "head", .metavar = "H", .number = true, .max = UINT32_MAX,
          .preset_words = "all", .help = "only of this head of the layer, from 0"},
         {.name = "top", .metavar = "K", .number = true, .min = 1, .max = 1000000,
          .preset = "20", .help = "how many of the largest"},
         OPTION_JSON("one JSON object: task, outputs, layers, labelings, largest"),
         {0}},
     .examples = {
         {"sharegnn model csl.model", "an overview"},
         {"sharegnn model csl.model --layer 0 --head 0 --top 5", "the largest weights of a head"}},
     .run = command_model},

    {.name = "report",
     .brief = "a run as one HTML page, with graphs and their messages to explore",
     .about = "Write a run as a single HTML file that needs nothing else, no network either: "
              "results, learning curves, predictions, ablations, the analysis of the weights, "
              "the configuration, and an explorer of test graphs: pick a graph, a layer and a "
              "head, point at a node to see its messages, search a triple, see what each label "
              "is. The explorer needs the data and a model that the run has saved ('save: one' "
              "in the experiment file); where there is none, the page says so and has the rest.",
     .positionals = (const positional[]){
         {.name = "DIR", .completes = COMPLETE_FOLDERS, .help = "folder of a run"},
         {0}},
     .options = (const option[]){
         {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
          .help = "the HTML file to write, whole or not at all"},
         {.name = "model", .metavar = "MODEL", .completes = COMPLETE_FILES,
          .preset_words = "the run's best", .help = "model to explore"},
         {.name = "graphs", .metavar = "N", .number = true, .min = 1, .max = 10000,
          .preset = "40", .help = "the most graphs to explore; fewer where they are large"},
         OPTION_JSON("one JSON object: path and size of the file"),
         OPTION_DATA_DIR,
         OPTION_THREADS,
         {0}},
     .examples = {
         {"sharegnn report runs/NCI1 -o nci1.html", "the whole run"},
         {"sharegnn report runs/NCI1 -o nci1.html --graphs 10", "a small file to send around"}},
     .run = command_report},

    {.name = "plot",
     .brief = "one figure of a run as SVG or PNG",
     .about = "Draw one figure of a run: how it learned, what it predicted, what a grid tells, "
              "or the weights of its best model. SVG pictures are readable on light and on dark "
              "paper.",
     .positionals = (const positional[]){
         {.name = "DIR", .completes = COMPLETE_FOLDERS, .help = "folder of a run"},
         {0}},
     .options = (const option[]){
         {.name = "kind", .letter = 'k', .metavar = "KIND", .preset = "curves",
          .help = "what to draw, see below"},
         {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
          .preset_words = "standard output",
          .help = "file to write to, whole or not at all; a PNG where the name ends in .png"},
         {.name = "head", .metavar = "N", .number = true, .max = UINT32_MAX, .preset = "0",
          .help = "for occurrences and weights: which head, counted through all layers"},
         {.name = "model", .metavar = "MODEL", .completes = COMPLETE_FILES,
          .preset_words = "the run's best", .help = "for occurrences and weights: which model"},
         OPTION_DATA_DIR,
         OPTION_THREADS,
         {0}},
     .terms_title = "Kinds",
     .term_at = plot_term_at,
     .examples = {
         {"sharegnn plot runs/NCI1 -o curves.svg", "learning curves"},
         {"sharegnn plot runs/grid --kind heat-map -o grid.svg", "distance times layers"}},
     .run = command_plot},

    {.name = "bench",
     .brief = "the project's own benchmark, one JSON line each",
     .about = "Measure how fast the program is on this machine and print one JSON line per "
              "measurement. Every result is checked against a slow and simple twin before it "
              "is timed.",
     .positionals = (const positional[]){
         {.name = "WHAT", .optional = true, .help = "io: reading data sets; invariants: labels and triples; train: epochs and predictions; smiles: reading molecules; scale: what a graph costs as data sets grow; all where not "
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
