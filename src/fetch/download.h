/* download.h - fetch a file over the network, whole and checked or not at all.
 *
 * The bytes go to PATH.part; only when all have arrived and `check` has nothing against them
 * does the file take its name.  A download that broke off stays there and goes on where it
 * stopped when the same call is made again:
 *
 *     sg_download("data/MUTAG.zip", "https://server/MUTAG.zip", check, NULL, &observer, &err);
 *
 * PATH.part.tag remembers which version of which address the unfinished file belongs to (the
 * server's ETag or Last-Modified), so that two versions are never mixed.
 *
 * Reference: RFC 9110, sections 13.1.5 (If-Range) and 14 (ranges).
 */
#ifndef SG_FETCH_DOWNLOAD_H
#define SG_FETCH_DOWNLOAD_H

#include "base/status.h"

/* Checks a finished file before it takes its name. */
typedef sg_status (*sg_download_check)(void *context, const char *path, sg_error *err);

/* Zero stands for the value in parentheses. */
typedef struct sg_download_options {
    const sg_observer *observer; /* stage "downloading", unit "bytes"; may be NULL            */
    uint64_t max_bytes;          /* larger files are refused (4 GiB)                          */
    uint32_t connect_seconds;    /* patience until a connection stands (20)                   */
    uint32_t stall_seconds; /* patience while less than a kB per second arrives (30)      */
    uint32_t n_tries;       /* a transfer that breaks off is tried so often in all (4)   */
    uint32_t pause_milliseconds; /* between two tries (1000)                                  */
} sg_download_options;

/* Download `url` to `path`, which is replaced if it exists; its folder must exist.
 *
 *   url       http, https or file; up to 5 redirections, to http and https only
 *   check     called with the path of the complete file; NULL accepts everything
 *   observer  may be NULL; when it asks to stop, the unfinished file stays for resuming
 *
 * An unfinished file stays only where it can be resumed; what `check` refuses is deleted,
 * unless the check was canceled or ran out of memory.  On failure `path` is untouched.
 * Fails with SG_ENOTFOUND (no such file on the server, no such folder here), SG_EIO (network,
 * disk, HTTP status), SG_ELIMIT, SG_EINVAL (address, or built without libcurl), SG_ECANCELED,
 * SG_ENOMEM, or with what `check` says. */
sg_status sg_download(const char *path, const char *url, sg_download_check check, void *context,
                      const sg_observer *observer, sg_error *err);

/* The same with all options; NULL: all defaults. */
sg_status sg_download_with(const char *path, const char *url, sg_download_check check,
                           void *context, const sg_download_options *options, sg_error *err);

#endif
