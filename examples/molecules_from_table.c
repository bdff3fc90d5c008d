/* molecules_from_table.c - from a table of molecules to predictions and how far to trust them: write a CSV
 * with SMILES, read it as graphs, learn which molecules are alcohols, save the model, and predict
 * molecules that are not in the table.
 *
 *     cc molecules_from_table.c $(pkg-config --cflags --libs sharegnn) -o molecules_from_table
 *     ./molecules_from_table FOLDER
 *
 * FOLDER must exist; known.csv, new.smi and alcohol.model are written there.
 */
#include <sharegnn.h>
#include <stdio.h>

static const char known[] = "name,smiles,kind\n"
                            "ethane,CC,other\n"
                            "propane,CCC,other\n"
                            "butane,CCCC,other\n"
                            "pentane,CCCCC,other\n"
                            "dimethyl ether,COC,other\n"
                            "ethyl methyl ether,CCOC,other\n"
                            "diethyl ether,CCOCC,other\n"
                            "ethanol,CCO,alcohol\n"
                            "propanol,CCCO,alcohol\n"
                            "butanol,CCCCO,alcohol\n"
                            "pentanol,CCCCCO,alcohol\n"
                            "isopropanol,CC(O)C,alcohol\n";

static const char unknown[] = "CCCCCCO hexanol\n"
                              "CCCOCC ethyl propyl ether\n"
                              "CCS ethanethiol\n";

enum { N_UNKNOWN = 3 };

/* Write a text to FOLDER/NAME, whose path goes to path[0 .. 500). */
static bool write_file(char path[500], const char *folder, const char *name, const char *text,
                       sg_error *err)
{
    FILE *file = snprintf(path, 500, "%s/%s", folder, name) < 500 ? fopen(path, "w") : NULL;
    bool good = file != NULL && fputs(text, file) >= 0;
    if (file != NULL) good = fclose(file) == 0 && good;
    if (!good) snprintf(err->text, sizeof err->text, "%.500s: cannot be written", path);
    return good;
}

/* Read the table and learn from it. */
static bool learn(sg_model **model, const char *table, sg_error *err)
{
    sg_dataset *data = NULL;
    const char *encoder = "wl:1 @ distance 0..1";
    char name[600];
    const sg_model_options design = {
        .struct_size = sizeof design, .encoder = &encoder, .n_encoders = 1, .decoder = "wl:1"};
    snprintf(name, sizeof name, "%s?smiles=smiles&target=kind&id=name", table);
    const bool good = sg_data_open(&data, name, NULL, err) == SG_OK &&
                      sg_model_build(model, data, &design, err) == SG_OK &&
                      sg_model_train(NULL, *model, data, NULL, err) == SG_OK;
    sg_data_close(data);
    return good;
}

/* Predict the molecules of a file. */
static bool predict(const sg_model *model, const char *path, sg_error *err)
{
    sg_dataset *data = NULL;
    sg_prediction *prediction = NULL;
    double score[N_UNKNOWN][2];
    sg_trust trust[N_UNKNOWN];
    const uint32_t graph[N_UNKNOWN] = {0, 1, 2};
    const bool good = sg_data_open(&data, path, NULL, err) == SG_OK &&
                      sg_prediction_open(&prediction, model, data, NULL, err) == SG_OK &&
                      sg_prediction_run(score[0], prediction, graph, N_UNKNOWN, err) == SG_OK &&
                      sg_prediction_trust(trust, prediction, err) == SG_OK;
    for (uint32_t g = 0; good && g < N_UNKNOWN; g++)
        printf("%s: %s; unknown are %u of %u atoms\n", sg_data_graph_id(data, g),
               sg_model_class_word(model, score[g][1] > score[g][0] ? 1 : 0),
               (unsigned)trust[g].unknown_labels, (unsigned)trust[g].n_labels);
    sg_prediction_close(prediction);
    sg_data_close(data);
    return good;
}

int main(int argc, char **argv)
{
    sg_error err = {.text = "usage: molecules_from_table FOLDER"};
    sg_model *model = NULL;
    char table[500], molecules[500], file[600];
    bool good = argc == 2 && write_file(table, argv[1], "known.csv", known, &err) &&
                write_file(molecules, argv[1], "new.smi", unknown, &err) &&
                learn(&model, table, &err) && predict(model, molecules, &err);
    if (good) {
        snprintf(file, sizeof file, "%s/alcohol.model", argv[1]);
        good = sg_model_save(model, file, &err) == SG_OK;
    }
    if (!good) fprintf(stderr, "%s\n", err.text);
    sg_model_close(model);
    return good ? 0 : 1;
}
