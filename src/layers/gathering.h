/* gathering.h - how a node puts together what its neighbors send. */
#ifndef SG_LAYERS_GATHERING_H
#define SG_LAYERS_GATHERING_H

typedef enum sg_gathering { SG_GATHER_MEAN, SG_GATHER_SUM, SG_GATHER_MAX } sg_gathering;

enum { SG_N_GATHERINGS = 3 };

/* By sg_gathering. */
extern const char *const sg_gathering_words[SG_N_GATHERINGS];

#endif
