/* bench_smiles.c - how many molecules a core reads in a second.
 *
 * What is timed is all that opening a file of SMILES takes: cutting lines, reading strings, normal
 * forms, labels, and the graphs of the data set; and the same of molecules as they are written.  The check before is that a molecule and its
 * export in JSON, read again, are the same graph.  Time is what the processor spent, so that a busy
 * machine counts as a core all the same. */
#include "bench.h"

#include "message.h"

#include <stdlib.h>
#include <unistd.h>

enum { REPEATS = 5, N_COPIES = 4000 };

/* Molecules as ZINC has them: rings, charges, stereo marks. */
static const char *const MOLECULE[] = {
    "COc1ccc2ccc(O)c(CN3CCN(S(=O)(=O)c4ccn(C)c4)CC3)c2c1",
    "CC(C)[NH+](CCNC(=O)N1CCN(C(=O)c2ccncc2)CC1)C1CC1",
    "Cc1[nH+]c(SCc2cc([O-])n3ncc(C#N)c3n2)n(C2CCCCC2)c1C",
    "C[C@@H]1CCCN(C(=O)Nc2ccn(-c3ncccc3Cl)n2)[C@@H]1CO",
    "C[C@H](Sc1c([O-])on[n+]1-c1ccccc1)C(=O)Nc1sc2c(c1C#N)CC[C@@H](C)C2",
    "Cc1cc2ncn(C[C@@H](O)COCc3ccc(Cl)cc3)c2cc1C",
    "O=C(C1=NN(c2ccccc2)[C@@H]2C(=O)N(c3ccc(Br)cc3)C(=O)[C@H]12)c1ccccc1",
    "Cc1ccc(-n2c(S[C@@H](C)c3nc4ccccc4c(=O)[nH]3)nc3ccccc3c2=O)nc1"};

enum { N_MOLECULES = sizeof MOLECULE / sizeof *MOLECULE };

static bool write_molecules(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) return false;
    for (int i = 0; i < N_COPIES; i++)
        for (int m = 0; m < N_MOLECULES; m++) fprintf(file, "%s\n", MOLECULE[m]);
    return fclose(file) == 0;
}

/* Whether the first graphs, written as JSON and read again, have the same fingerprint. */
static bool survives_json(const sg_dataset *data, const char *path)
{
    sg_dataset *part = NULL, *again = NULL;
    uint32_t graph[N_MOLECULES];
    FILE *file = fopen(path, "w");
    bool same = file != NULL;
    for (uint32_t g = 0; same && g < N_MOLECULES; g++) {
        char *line = NULL;
        graph[g] = g;
        same = sg_data_graph_json(&line, data, g, NULL) == SG_OK && fputs(line, file) >= 0;
        sg_text_release(line);
    }
    if (file != NULL) same = fclose(file) == 0 && same;
    same = same && sg_data_open(&again, path, NULL, NULL) == SG_OK &&
           sg_data_select(&part, data, graph, N_MOLECULES, NULL) == SG_OK &&
           sg_data_fingerprint(part) == sg_data_fingerprint(again);
    sg_data_close(part);
    sg_data_close(again);
    (void)unlink(path);
    return same;
}

static sg_status time_open(double *best, uint32_t *n_graphs, const char *path, const char *form,
                           int repeats, sg_error *err)
{
    const sg_data_options options = {
        .struct_size = sizeof options, .n_threads = 1, .form = form};
    for (int i = 0; i < repeats; i++) {
        sg_dataset *data = NULL;
        const double begin = bench_processor_now();
        const sg_status status = sg_data_open(&data, path, &options, err);
        const double seconds = bench_processor_now() - begin;
        if (status != SG_OK) return status;
        *n_graphs = sg_data_sizes_of(data).n_graphs;
        sg_data_close(data);
        bench_keep_fastest(best, seconds);
    }
    return SG_OK;
}

static int run_on(const char *path, const char *json_path, int repeats)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    json line;
    double seconds = 0, as_written = 0;
    uint32_t n_graphs = 0;
    if (sg_data_open(&data, path, NULL, &err) != SG_OK) return message_failure(&err, NULL);
    const bool same = survives_json(data, json_path);
    sg_data_close(data);
    if (!same) {
        (void)fprintf(stderr, "bench smiles: molecules and their JSON lines disagree\n");
        return EXIT_FAILURE;
    }
    if (time_open(&seconds, &n_graphs, path, NULL, repeats, &err) != SG_OK ||
        time_open(&as_written, &n_graphs, path, "form=as-written", repeats, &err) != SG_OK)
        return message_failure(&err, NULL);
    bench_begin_line(&line, "smiles", 1);
    json_count(&line, "molecules", n_graphs);
    json_real(&line, "seconds", seconds);
    json_real(&line, "molecules_per_s", n_graphs / seconds);
    json_real(&line, "as_written_per_s", n_graphs / as_written);
    bench_end_line(&line);
    return EXIT_SUCCESS;
}

int bench_smiles(const bench_options *options)
{
    char folder[] = "/tmp/sharegnn-bench-XXXXXX", path[64], json_path[64];
    const int repeats = bench_times(options, REPEATS);
    if (mkdtemp(folder) == NULL) {
        perror(folder);
        return EXIT_FAILURE;
    }
    (void)snprintf(path, sizeof path, "%s/molecules.smi", folder);
    (void)snprintf(json_path, sizeof json_path, "%s/molecules.jsonl", folder);
    const int status = write_molecules(path) ? run_on(path, json_path, repeats) : EXIT_FAILURE;
    (void)unlink(path);
    (void)rmdir(folder);
    return status;
}
