/* explained_models.h - models with random weights on small data, for tests of explanations.
 *
 *     sg_dataset *data = explained_molecules();
 *     sg_model *model = explained_model(data, "layers: [...]", &rng);
 *     sg_explainer *explainer = explainer_of(model, data);
 *     sg_explanation e = explained_graph(explainer, 0, SG_PREDICTED);
 */
#ifndef SG_TESTS_SUPPORT_EXPLAINED_MODELS_H
#define SG_TESTS_SUPPORT_EXPLAINED_MODELS_H

#include "sharegnn.h"

#include "explain/explainer.h"
#include "support/check.h"

/* One thread, and for the rest what the library uses where nothing else is said. */
extern const sg_explainer_options EXPLAINED_DEFAULTS;

/* Two molecules with node and edge labels: ethylene and cyclopropenylidene. */
sg_dataset *explained_molecules(void);

/* A generated data set. */
sg_dataset *explained_data(const char *name);

/* A model in double precision whose weights are between -1 and 1. */
sg_model *explained_model(const sg_dataset *data, const char *description, sg_rng *rng);

sg_explainer *explainer_of(const sg_model *model, const sg_dataset *data);

sg_explanation explained_graph(sg_explainer *explainer, uint32_t graph, uint32_t output);

/* A network's own output for one graph, by the way that predictions go. */
double explained_output(const sg_model *model, const sg_dataset *data, uint32_t graph,
                        uint32_t output);

#endif
