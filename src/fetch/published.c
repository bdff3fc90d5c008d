/* published.c - the paper's data sets and a few popular ones from TU Dortmund's collection. */
#include "fetch/published.h"

#include <string.h>

static const sg_published PUBLISHED[] = {
    {"AIDS", "molecules, active against HIV or not", 2000, 0},
    {"BZR", "molecules, binding to the benzodiazepine receptor", 405, 0},
    {"COLLAB", "collaborations of researchers in three fields", 5000, 0},
    {"COX2", "molecules, inhibitors of cyclooxygenase-2", 467, 0},
    {"DD", "proteins, enzymes or not", 1178, 0},
    {"DHFR", "molecules, inhibitors of dihydrofolate reductase", 756, 0x9c8aa750f3d3370dULL},
    {"ENZYMES", "proteins, six classes of enzymes", 600, 0},
    {"IMDB-BINARY", "actors' collaborations, action or romance", 1000, 0x05b2163de3a100ddULL},
    {"IMDB-MULTI", "actors' collaborations, three genres", 1500, 0},
    {"MUTAG", "molecules, mutagenic or not", 188, 0x93e96bae0d4ad765ULL},
    {"Mutagenicity", "molecules, mutagenic or not", 4337, 0x4fbbed03b31381f8ULL},
    {"NCI1", "molecules, active against lung cancer cells", 4110, 0x781ad5842d028444ULL},
    {"NCI109", "molecules, active against ovarian cancer cells", 4127, 0},
    {"PROTEINS", "proteins, enzymes or not", 1113, 0},
    {"PTC_MR", "molecules, carcinogenic for male rats", 344, 0},
    {"REDDIT-BINARY", "discussions, questions or debates", 2000, 0},
};

enum { N_PUBLISHED = sizeof PUBLISHED / sizeof *PUBLISHED };

const sg_published *sg_published_all(size_t *n)
{
    *n = N_PUBLISHED;
    return PUBLISHED;
}

sg_status sg_published_check(const sg_dataset *data, const char *name, sg_error *err)
{
    const sg_published *known = NULL;
    for (size_t i = 0; i < N_PUBLISHED; i++)
        if (strcmp(PUBLISHED[i].name, name) == 0) known = &PUBLISHED[i];
    if (known == NULL) return SG_OK;
    if (data->graph.n_graphs != known->n_graphs)
        return sg_error_set(err, SG_EFORMAT, SG_WHERE,
                            "%s: has %u graphs where the published data set has %u", name,
                            data->graph.n_graphs, known->n_graphs);
    const uint64_t fingerprint = sg_dataset_fingerprint(data);
    if (known->fingerprint != 0 && fingerprint != known->fingerprint)
        return sg_error_set(
            err, SG_EFORMAT, SG_WHERE,
            "%s: differs from the published data set (fingerprint %016llx, not %016llx)", name,
            (unsigned long long)fingerprint, (unsigned long long)known->fingerprint);
    return SG_OK;
}
