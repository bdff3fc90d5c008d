/* sources.h - where data sets come from: generators, a server, folders.
 *
 * The library knows data sets by name.  It generates the synthetic ones, to a folder or in memory,
 * and it downloads the others as archives.  sg_data_open of data.h then finds them by the same
 * name.
 *
 * Example: the data sets that need no network, and one of them in memory:
 *
 *     uint32_t n_generated = 0;
 *     for (size_t i = 0; i < sg_data_source_count(); i++)
 *         if (sg_data_source_of(i).generated) n_generated++;
 *     sg_dataset *csl = NULL;
 *     if (n_generated > 0 && sg_data_generate(&csl, "CSL", 0, &err) == SG_OK)
 *         printf("%u graphs\n", sg_data_sizes_of(csl).n_graphs);
 *     sg_data_close(csl);
 *
 * Complexity: generating takes time and memory proportional to the graphs.  A download is written to
 * disk as it comes; checking it takes what opening the data set takes.  The lists take constant time.
 *
 * Threads: all functions may be called side by side.  Several that write the same data set leave one
 * whole one.
 */
#ifndef SHAREGNN_SOURCES_H
#define SHAREGNN_SOURCES_H

#include "sharegnn/data.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A data set the library knows by name. */
typedef struct sg_data_source {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    const char *name;
    const char *about; /* one line                                             */
    bool generated;    /* by sg_data_make; else downloaded by sg_data_get      */
    uint32_t n_graphs;
} sg_data_source;

/* The number of data sets known by name, and number i of them, from 0; generated ones come first.  *source is
 * the caller's, all texts are static.  Fails with SG_EINVAL, also after the last one. */
SG_API size_t sg_data_source_count(void);
SG_API sg_status sg_data_source_at(sg_data_source *source, size_t i, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_data_source sg_data_source_of(size_t i)
{
    sg_data_source source;
    memset(&source, 0, sizeof source);
    source.struct_size = sizeof source;
    (void)sg_data_source_at(&source, i, NULL);
    return source;
}

/* Generate the data set `name` and write it to folder/name/ and its splits to
 * folder/splits/..., each whole or not at all.  Missing folders are made.
 *
 *   splits_path  out, may be NULL; where the splits are; released with sg_text_release
 *   seed         0: the default, which gives the paper's graphs where they are defined by one
 *
 * Fails with SG_ENOTFOUND (not a generated data set; the text names the nearest),
 * SG_EEXIST (there and not `replace`), SG_EINVAL (an empty `folder`), SG_EIO, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_data_make(char **splits_path, const char *name, const char *folder,
                              uint32_t seed, bool replace, sg_error *err);

/* Generate the data set `name` in memory; *data is released with sg_data_close.  `seed` as in
 * sg_data_make.  Fails with SG_ENOTFOUND (not a generated data set), SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_data_generate(sg_dataset **data, const char *name, uint32_t seed,
                                  sg_error *err);

/* Say what is known about the right answers of the generated data set `name`, in a sentence for people:
 * how many of the test nodes of BlockModel belief propagation with the true parameters is right about.
 *
 *   answer  out; NULL where nothing is known; released with sg_text_release
 *   seed    as in sg_data_make
 *
 * Time and memory are those of sg_data_generate, or somewhat more.
 * Fails with SG_ENOTFOUND (not a generated data set), SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_data_answer(char **answer, const char *name, uint32_t seed, sg_error *err);

/* How a data set is downloaded. */
typedef struct sg_get_options {
    size_t struct_size;          /* sizeof of this struct, set by the caller */
    const char *from;            /* base address; NULL: TU Dortmund's server        */
    bool replace;                /* fetch again what is already there               */
    const sg_observer *observer; /* stage "downloading", unit "bytes"; NULL: nobody is told */
} sg_get_options;

/* Download BASE/name.zip to folder/name.zip.  A download that broke off goes on where it
 * stopped; the archive is read and checked completely before it takes its name.  `options` may be NULL and
 * is not kept.
 * Fails with SG_ENOTFOUND (the server has none), SG_EIO (network, disk), SG_EFORMAT (not what it
 * should be), SG_ELIMIT (over 64 GiB), SG_EEXIST, SG_ECANCELED, SG_ENOMEM; with SG_EINVAL where
 * the library was built without libcurl. */
SG_API sg_status sg_data_get(const char *name, const char *folder,
                             const sg_get_options *options, sg_error *err);

/* Where the data set `name` would be opened from; *path is released with sg_text_release.
 * `folder` as in sg_data_options.  Fails with SG_ENOTFOUND or SG_ENOMEM. */
SG_API sg_status sg_data_find(char **path, const char *name, const char *folder, sg_error *err);

/* The folder that make and get write to when the user names none: $SHAREGNN_DATA or ./data.
 * *path is released with sg_text_release.  Fails with SG_ENOMEM. */
SG_API sg_status sg_data_home(char **path, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
