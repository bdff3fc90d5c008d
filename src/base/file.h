/* file.h - folders, whole files, and outputs that appear complete or not at all.
 *
 *     sg_file_write("runs/1/summary.json", text, size, &err);
 */
#ifndef SG_BASE_FILE_H
#define SG_BASE_FILE_H

#include "base/text.h"

#include <dirent.h>

/* Whether `path` exists / is a folder. */
bool sg_path_exists(const char *path);
bool sg_path_is_folder(const char *path);

/* Whether `path` exists and is no plain file: a folder, a device, a pipe. */
bool sg_path_is_special(const char *path);

/* The part after the last '/', inside `path`. */
const char *sg_path_name(const char *path);

/* Create a folder with its parents; an existing one is fine. */
sg_status sg_folder_make(const char *path, sg_error *err);

/* A folder with a name of its own, in which something is built that will be renamed; {0}: there is none.
 * It is open as long as it is built: others see that it is in use, and it can be removed when there is no
 * more memory and no file can be opened. */
typedef struct sg_temporary_folder {
    sg_text name;
    DIR *entries;
} sg_temporary_folder;

/* Create an empty one beside `path`; what killed processes left of theirs is removed. */
sg_status sg_temporary_folder_make(sg_temporary_folder *made, const char *path, sg_error *err);

/* Remove it with the plain files in it; silently does what it can. */
void sg_temporary_folder_remove(sg_temporary_folder *made);

/* Let go of it, renamed or removed. */
void sg_temporary_folder_close(sg_temporary_folder *made);

/* Remove a folder with the plain files in it; silently does what it can. */
void sg_folder_remove(const char *path);

/* Append the content of a file of at most `limit` bytes to `text`.  Devices and pipes are refused, but
 * for streams that were open before, as /dev/stdin.
 * Fails with SG_ENOTFOUND, SG_EIO or SG_ELIMIT. */
sg_status sg_file_read(sg_text *text, const char *path, size_t limit, sg_error *err);

/* Write a file.  A reader sees the old content or the new, never a part: the bytes go to a
 * temporary file beside it, whose name nobody can guess, reach the disk, and take its name.  A link is
 * followed: it leads to the new content afterwards.  What killed processes left of their temporary
 * files is removed.
 * Fails with SG_EIO (also if `path` exists and is no plain file, which would be replaced
 * otherwise) or SG_ENOTFOUND; nothing is left behind then. */
sg_status sg_file_write(const char *path, const void *data, size_t size, sg_error *err);

/* The same for much content: whoever watches is asked between portions of it (observer.h).  Also fails with
 * SG_ECANCELED. */
sg_status sg_file_write_much(const char *path, const void *data, size_t size, sg_error *err);

/* The same for content that comes in pieces:
 *
 *     sg_file_writer writer = {0};
 *     SG_TRY(sg_file_writer_open(&writer, path, err));
 *     SG_TRY(sg_file_writer_add(&writer, data, size, err)); ... once per piece
 *     SG_TRY(sg_file_writer_commit(&writer, err));
 * done:
 *     sg_file_writer_close(&writer);
 */
typedef struct sg_file_writer {
    const char *path;  /* borrowed until close */
    sg_text target;    /* `path`, or where it leads to */
    sg_text temporary; /* where the bytes go until commit */
    int fd;            /* of the temporary file */
    bool is_open;
} sg_file_writer;

/* Create the temporary file.  Fails as sg_file_write does. */
sg_status sg_file_writer_open(sg_file_writer *writer, const char *path, sg_error *err);

/* Append bytes; every call writes them to the file, so let them be many. */
sg_status sg_file_writer_add(sg_file_writer *writer, const void *data, size_t size,
                             sg_error *err);

/* Let the bytes reach the disk and take the name.  Nothing can be added any more. */
sg_status sg_file_writer_commit(sg_file_writer *writer, sg_error *err);

/* Remove what was not committed; {0} and closing twice are fine. */
void sg_file_writer_close(sg_file_writer *writer);

#endif
