/* make_zip.h - zip archives in memory, honest or lying.
 *
 * An archive is built honestly and then falsified byte by byte:
 *
 *     made_zip zip = {0};
 *     make_zip_text(&zip, "X/X_A.txt", "1, 2\n", ZIP_DEFLATED);
 *     make_zip_finish(&zip, "");
 *     make_zip_put32(&zip, zip.record[0] + ZIP_RECORD_CRC, 7);
 *     make_zip_free(&zip);
 *
 * Reference: PKWARE's APPNOTE.TXT, sections 4.3 and 4.4.
 */
#ifndef SG_TESTS_SUPPORT_MAKE_ZIP_H
#define SG_TESTS_SUPPORT_MAKE_ZIP_H

#include <stddef.h>
#include <stdint.h>

enum { ZIP_STORED = 0, ZIP_DEFLATED = 8 };

/* Where the fields stand in a local header, a record of the directory and the end record. */
enum {
    ZIP_LOCAL_NAME_LENGTH = 26,
    ZIP_LOCAL_EXTRA_LENGTH = 28,

    ZIP_RECORD_FLAGS = 8,
    ZIP_RECORD_METHOD = 10,
    ZIP_RECORD_CRC = 16,
    ZIP_RECORD_PACKED = 20,
    ZIP_RECORD_UNPACKED = 24,
    ZIP_RECORD_NAME_LENGTH = 28,
    ZIP_RECORD_EXTRA_LENGTH = 30,
    ZIP_RECORD_COMMENT_LENGTH = 32,
    ZIP_RECORD_HEADER = 42,
    ZIP_RECORD_NAME = 46,

    ZIP_END_DISK = 4,
    ZIP_END_DIRECTORY_DISK = 6,
    ZIP_END_ENTRIES_HERE = 8,
    ZIP_END_ENTRIES = 10,
    ZIP_END_DIRECTORY_SIZE = 12,
    ZIP_END_DIRECTORY = 16
};

enum { ZIP_MAX_ENTRIES = 300 };

typedef struct made_zip {
    unsigned char *data;
    size_t size;
    size_t n_entries;
    size_t local[ZIP_MAX_ENTRIES];    /* position of each local header                */
    size_t content[ZIP_MAX_ENTRIES];  /* position of each entry's packed bytes        */
    size_t packed[ZIP_MAX_ENTRIES];   /* number of packed bytes                       */
    size_t record[ZIP_MAX_ENTRIES];   /* position of each record; known when finished */
    size_t end;                       /* position of the end record                   */
    size_t unpacked[ZIP_MAX_ENTRIES]; /* the rest is copied into the directory        */
    uint32_t crc[ZIP_MAX_ENTRIES];
    uint16_t method[ZIP_MAX_ENTRIES];
    char *name[ZIP_MAX_ENTRIES];
} made_zip;

/* Append an entry; any failure ends the test. */
void make_zip_add(made_zip *zip, const char *name, const void *data, size_t size, int method);

/* The same with a zero-terminated text as content. */
void make_zip_text(made_zip *zip, const char *name, const char *text, int method);

/* Append the directory and the end record. */
void make_zip_finish(made_zip *zip, const char *comment);

/* Overwrite two or four bytes, little-endian. */
void make_zip_put16(made_zip *zip, size_t at, uint16_t value);
void make_zip_put32(made_zip *zip, size_t at, uint32_t value);

/* Write the archive to FOLDER/NAME. */
void make_zip_write(const made_zip *zip, const char *folder, const char *name);

void make_zip_free(made_zip *zip);

#endif
