/* format.h - what a format of data sets is, and the registry.
 *
 *     const sg_format *format = sg_format_of_name("new.smi");           // sg_format_smiles
 *     if (format->read_line != NULL) ...                                 // a graph per line
 *
 * A format is a file with an sg_format and a line in format_list.h (docs/adding-a-format.md);
 * everything else asks the sg_format.  data_file.h opens a data set in whatever format it is.
 */
#ifndef SG_FORMATS_FORMAT_H
#define SG_FORMATS_FORMAT_H

#include "base/wording.h"
#include "data/dataset.h"
#include "data/record.h"
#include "formats/format_list.h"

typedef struct sg_format sg_format;
typedef struct sg_import_options sg_import_options;

/* What a format reads. */
typedef struct sg_format_input {
    const char *path; /* of the file or folder, for messages too                             */
    const char *name; /* for the data set                                                    */
    char *text;       /* [size + 32] the file's bytes, then zeros; may be changed            */
    size_t size;      /* NULL and 0 for formats that open their files themselves             */
    const sg_import_options *options;
    uint32_t n_threads;
} sg_format_input;

/* What reads the lines or cells of one format, one after the other; each thread has its own.
 * {.format = f} is ready; sg_line_reader_free (line_reader.h) releases its memory. */
typedef struct sg_line_reader {
    const sg_format *format;
    const sg_import_options *options; /* borrowed; NULL: none                                */
    void *memory;                     /* the format's own                                    */
    sg_reading *reading; /* borrowed; collects lines that cannot be read; NULL: the first one
                            ends the reading of a file                                       */
    uint64_t n_lines_before; /* of the file, before those that are read; for messages       */
} sg_line_reader;

/* A setting that only one format knows. */
typedef struct sg_format_setting {
    const char *key;     /* "bonds"; NULL: the end of the list                     */
    const char *word[4]; /* that its value may be, then NULL; none: any value may be */
} sg_format_setting;

/* Read line[0 .. size) into an empty record; a line has no blanks at its end.  A format whose ids can be told
 * from a line that cannot be read sets them in any case.
 * Fails with SG_EFORMAT (at `place`), SG_ELIMIT or SG_ENOMEM. */
typedef sg_status sg_read_record(sg_record *record, sg_line_reader *reader, const char *line,
                                 size_t size, sg_place place, sg_error *err);

/* A format has `open`, `read` or `read_line`. */
struct sg_format {
    const char *name;      /* "json-lines"                                                   */
    const char *about;     /* "a graph per line in JSON"                                     */
    const char *plural;    /* what it holds: "molecules"; NULL: graphs                       */
    const char *ending[4]; /* that its files have, whatever their capitals: ".jsonl"         */

    /* The word behind a '?' that names the format where the ending does not: 'FILE?text'.  NULL:
     * there is none. */
    const char *setting;
    const sg_format_setting *settings; /* that it knows besides; NULL: none                  */

    bool has_columns; /* the format is a table, whose columns can be named                   */
    bool takes_size;  /* the setting has a value WxH, and in a table it means pixels         */
    bool is_folder;   /* the setting is for folders                                          */
    bool takes_path;  /* the setting has the name of another file                            */
    bool keeps_arcs;  /* its edges may be directed, and self-loops may be kept               */
    bool is_bare;     /* its graphs have structure alone: no labels, no attributes           */
    bool knows_cells; /* a cell that can be read is nothing else: a column is found by it    */
    char line_begin;  /* a line that begins so is of no other format; 0: none does           */

    /* Open the files at input->path. */
    sg_status (*open)(sg_dataset *data, const sg_format_input *input, sg_error *err);

    /* Read the bytes of a file. */
    sg_status (*read)(sg_dataset *data, const sg_format_input *input, sg_error *err);

    /* Read a graph from a line of a file; from the cell of a table.  NULL: files in this format have
     * no lines; tables cannot hold it. */
    sg_read_record *read_line, *read_cell;

    /* Release reader->memory.  NULL: there is none. */
    void (*free_memory)(void *memory);

    /* Complete a data set made of its lines or cells, which were read with `options` (NULL: none): name
     * labels.  NULL: nothing is to be done. */
    sg_status (*complete)(sg_dataset *data, const sg_import_options *options, sg_error *err);

    /* Append graph `g` as a line, newline included.  NULL: the format is not written.
     * Fails with SG_EINVAL (the format has no room for what the graphs have) or SG_ENOMEM. */
    sg_status (*write_line)(sg_text *text, const sg_dataset *data, uint32_t g, sg_error *err);
};

#define SG_DECLARE_FORMAT(format) extern const sg_format format;
SG_FORMAT_LIST(SG_DECLARE_FORMAT)
#undef SG_DECLARE_FORMAT

/* All formats; static memory. */
const sg_format *const *sg_formats(size_t *n_formats);

/* The format whose ending `name` has, or NULL. */
const sg_format *sg_format_of_name(const char *name);

/* The format with this name, or NULL. */
const sg_format *sg_format_find(const char *name);

/* The format whose lines begin with `c` as no others do, or NULL. */
const sg_format *sg_format_of_line(char c);

/* The names of the formats that have lines; with `alike` only of those whose lines begin as others
 * may, too. */
void sg_format_line_words(sg_words *words, bool alike);

/* The format with this name, which must have lines; `what` begins the message.  Fails with SG_EINVAL, and
 * the text lists those that have. */
sg_status sg_format_with_lines(const sg_format **format, const char *name, const char *what,
                               sg_error *err);

/* The first format that is a table. */
const sg_format *sg_format_of_tables(void);

/* The format of everything that no other recognizes. */
const sg_format *sg_format_of_the_rest(void);

#endif
