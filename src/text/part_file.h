/* part_file.h - a file that arrives piece by piece and may be continued another day.
 *
 * The bytes go to PATH.part; PATH.part.tag remembers which version of which address they belong
 * to, so that two versions are never mixed.  One process at a time has the file.
 *
 *     sg_part_file part = {0};
 *     SG_TRY(sg_part_file_open(&part, path, address, err));
 *     sg_part_file_recall(&part);                            the bytes of before, and their tag
 *     if (!sg_part_file_can_resume(&part)) {
 *         SG_TRY(sg_part_file_start_over(&part, err));
 *         SG_TRY(sg_part_file_remember(&part, tag, err));
 *     }
 *     SG_TRY(sg_part_file_append(&part, data, size, err));
 *     SG_TRY(sg_part_file_sync(&part, err));
 *     SG_TRY(sg_part_file_commit(&part, path, err));
 * done:
 *     sg_part_file_close(&part);
 */
#ifndef SG_TEXT_PART_FILE_H
#define SG_TEXT_PART_FILE_H

#include "base/text.h"

#define SG_PART_TAG_SIZE 256

/* {0} is closed. */
typedef struct sg_part_file {
    const char *address; /* where the bytes come from; borrowed until close */
    sg_text path;        /* of the unfinished file */
    sg_text tag_path;    /* of the file that remembers `tag` */
    int fd;              /* of the unfinished file, locked */
    bool is_open;        /* there is an `fd` */
    bool is_garbage;     /* set it if the bytes must not be resumed whatever the tag says */
    uint64_t size;       /* bytes in the unfinished file */
    char tag[SG_PART_TAG_SIZE]; /* the version they belong to; "" = cannot be resumed */
} sg_part_file;

/* Open or create PATH.part.  Fails with SG_EIO (also if another process has it), SG_ENOTFOUND or
 * SG_ENOMEM. */
sg_status sg_part_file_open(sg_part_file *part, const char *path, const char *address,
                            sg_error *err);

/* Close.  What was neither committed nor can be resumed is deleted; closing twice is fine. */
void sg_part_file_close(sg_part_file *part);

/* Whether the bytes are worth keeping, and how a message about their end should go on. */
bool sg_part_file_can_resume(const sg_part_file *part);
const char *sg_part_file_remedy(const sg_part_file *part);

/* Forget the bytes / add some.  Fail with SG_EIO. */
sg_status sg_part_file_start_over(sg_part_file *part, sg_error *err);
sg_status sg_part_file_append(sg_part_file *part, const char *data, size_t size, sg_error *err);

/* Whether `text` can be a tag: not empty, not too long, and of plain characters. */
bool sg_part_file_is_tag(const char *text);

/* Set `tag` to that of the address which was remembered with the bytes, or "". */
void sg_part_file_recall(sg_part_file *part);

/* Remember `tag`, which may be "", for the bytes that follow; to be called before the first.
 * Fails with SG_EIO, SG_ENOTFOUND or SG_ENOMEM. */
sg_status sg_part_file_remember(sg_part_file *part, const char *tag, sg_error *err);

/* Let all bytes reach the disk.  Fails with SG_EIO. */
sg_status sg_part_file_sync(sg_part_file *part, sg_error *err);

/* Give the file the name `path`, delete the tag, and close.  Fails with SG_EIO. */
sg_status sg_part_file_commit(sg_part_file *part, const char *path, sg_error *err);

#endif
