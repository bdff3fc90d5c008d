/* reference.h - the words that experiment files, expressions and file names may have, and what they mean.
 *
 * The lists are made from the tables that the library itself reads with: what is listed is understood,
 * and nothing else is.  They serve help texts and pages of reference.
 *
 * Example: the first layer; sg_reference_count tells how many entries there are:
 *
 *     sg_reference_entry entry = {.struct_size = sizeof entry};
 *     if (sg_reference_at(&entry, SG_REFERENCE_LAYERS, 0, &err) == SG_OK)
 *         printf("%s: %s\n", entry.word, entry.about);
 *
 * Complexity: a call looks at one list, which has some tens of entries.
 *
 * Threads: the lists never change, so all threads may read them.
 */
#ifndef SHAREGNN_REFERENCE_H
#define SHAREGNN_REFERENCE_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sg_reference {
    SG_REFERENCE_LAYERS,      /* of networks, each followed by its members             */
    SG_REFERENCE_LABELINGS,   /* labels of nodes                                       */
    SG_REFERENCE_PAIRS,       /* properties of pairs of nodes                          */
    SG_REFERENCE_LOSSES,      /* what training makes small                             */
    SG_REFERENCE_METRICS,     /* what chooses epochs and models                        */
    SG_REFERENCE_OPTIMIZERS,  /* each followed by its members                          */
    SG_REFERENCE_SCHEDULES,   /* of the learning rate                                  */
    SG_REFERENCE_INITS,       /* how weights start                                     */
    SG_REFERENCE_FORMATS,     /* of files with graphs                                  */
    SG_REFERENCE_EXPERIMENTS, /* experiment files, followed by their keys             */
    SG_REFERENCE_TRAINING,    /* the section train, followed by its keys              */
    SG_N_REFERENCES
} sg_reference;

/* A word of a list.  Texts are static. */
typedef struct sg_reference_entry {
    size_t struct_size; /* sizeof of this struct, set by the caller                     */
    const char *word;   /* "linear", "cycles"                                           */
    const char *of;     /* a member: the word that it belongs to; NULL: it is no member */
    const char *about;  /* one sentence                                                 */
    char usage[200];    /* how it is written: "cycles:MAX or cycles:MIN-MAX"; the values of a
                           member: "sum, mean or max"; "": as `about` says              */
    char preset[40];    /* the value of a member that a file does not name; "": none    */
} sg_reference_entry;

/* The name of a list: "layers"; static text.  NULL: there is no such list. */
SG_API const char *sg_reference_name(sg_reference list);

/* What is in a list, in one line; static text.  NULL: there is no such list. */
SG_API const char *sg_reference_about(sg_reference list);

/* The number of entries of a list; 0: there is no such list. */
SG_API size_t sg_reference_count(sg_reference list);

/* Entry i of a list, from 0: *entry is the caller's.  Fails with SG_EINVAL, also after the last one. */
SG_API sg_status sg_reference_at(sg_reference_entry *entry, sg_reference list, size_t i,
                                 sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
