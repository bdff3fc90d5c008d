/* safetensors_reader.c - a header in JSON that has to prove itself.
 *
 * The size of the file is the only truth: every length, shape and offset that the header claims is
 * compared with it before it is used.  Whatever passes tiles the data exactly, so that no byte is
 * read twice, and none is there that nobody looks at. */
#include "base/mem.h"
#include "base/observer.h"
#include "store/safetensors.h"
#include "store/safetensors_parts.h"
#include "text/json_reader.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALIGNMENT = 16, BYTES_PER_READ = 1 << 22 };

static const uint64_t DEFAULT_LIMIT = (uint64_t)16 << 30;

/* A file on its way to becoming `made`. */
typedef struct parser {
    const char *path;
    unsigned char *file; /* inside made.block, placed so that the data is aligned */
    size_t header_size;
    unsigned char *data; /* [data_size] */
    size_t data_size;
    sg_json json;
    bool has_metadata;
    size_t tensor_capacity, metadata_capacity;
    sg_tensors made;
} parser;

static sg_place whole_file(const parser *p)
{
    return (sg_place){p->path, 0, 0};
}

void sg_tensors_free(sg_tensors *tensors)
{
    sg_free(tensors->tensor);
    sg_free(tensors->metadata);
    sg_text_free(&tensors->strings);
    sg_free(tensors->block);
    *tensors = (sg_tensors){0};
}

/* Whether characters stand where the length of the header should be.  No header is that long. */
static bool is_text(const unsigned char *begin)
{
    for (size_t i = 0; i < SGI_TENSORS_LENGTH_SIZE; i++)
        if ((begin[i] < ' ' && begin[i] != '\n' && begin[i] != '\r' && begin[i] != '\t') ||
            begin[i] > '~')
            return false;
    return true;
}

/* Make room for a file of `size` bytes and put its first `n_begin`, at least 8, there; a file that
   is shorter than 8 is refused. */
static sg_status make_room(parser *p, const unsigned char *begin, size_t n_begin, size_t size,
                           sg_error *err)
{
    sg_status status = SG_OK;
    if (size < SGI_TENSORS_LENGTH_SIZE)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, whole_file(p),
                           "only %zu bytes; a safetensors file begins with 8", size);
    const uint64_t length = sgi_tensors_load_word(begin, SGI_TENSORS_LENGTH_SIZE);
    const size_t rest = size - SGI_TENSORS_LENGTH_SIZE;
    if (is_text(begin))
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, whole_file(p),
                           "it is a text; a model is a safetensors file");
    if (length > rest || length > SG_TENSORS_MAX_HEADER)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, whole_file(p),
                           "a header of %llu bytes; at most %zu are possible here: the file "
                           "is cut off, or not a safetensors file",
                           (unsigned long long)length,
                           rest < SG_TENSORS_MAX_HEADER ? rest : SG_TENSORS_MAX_HEADER);
    p->header_size = (size_t)length;
    p->data_size = rest - p->header_size;
    const size_t before =
        (ALIGNMENT - (SGI_TENSORS_LENGTH_SIZE + p->header_size) % ALIGNMENT) % ALIGNMENT;
    unsigned char *block = NULL;
    SG_ALLOC(block, size + before);
    p->made.block = block;
    p->file = block + before;
    memcpy(p->file, begin, n_begin);
    p->data = p->file + SGI_TENSORS_LENGTH_SIZE + p->header_size;
    /* Every string loses its quotes and gains a zero: with this much room they never move. */
    SG_TRY(
        sg_grow(&p->made.strings.data, &p->made.strings.capacity, p->header_size + 1, 1, err));
done:
    return status;
}

/* What a key or string means, zero-terminated. */
static sg_status keep_string(char **kept, parser *p, const sg_json_token *token, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text *strings = &p->made.strings;
    const char *room = strings->data;
    char *string = strings->data + strings->size;
    SG_TRY(sg_json_decode(strings, token, err));
    SG_TRY(sg_text_add_bytes(strings, "", 1, err));
    assert(strings->data == room);
    (void)room;
    if (string + strlen(string) + 1 != strings->data + strings->size)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token->place,
                           "found U+0000 in a text; it may contain any other character"));
    *kept = string;
done:
    return status;
}

static sg_status parse_metadata(parser *p, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    if (p->has_metadata)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place, "%s occurs twice",
                           SGI_TENSORS_METADATA));
    p->has_metadata = true;
    SG_TRY(sg_json_expect(&token, &p->json, SG_JSON_OBJECT_BEGIN, "an object of texts", err));
    for (;;) {
        sg_tensors_text text = {0};
        SG_TRY(sg_json_next(&token, &p->json, err));
        if (token.kind == SG_JSON_OBJECT_END) break;
        SG_TRY(keep_string(&text.key, p, &token, err));
        SG_TRY(sg_json_expect(&token, &p->json, SG_JSON_STRING, "a text", err));
        SG_TRY(keep_string(&text.value, p, &token, err));
        SG_TRY(sg_grow(&p->made.metadata, &p->metadata_capacity, p->made.n_metadata + 1,
                       sizeof text, err));
        p->made.metadata[p->made.n_metadata++] = text;
    }
done:
    return status;
}

/* Types are short words; anything longer is not worth showing. */
static bool is_word(const sg_json_token *token)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    size_t n = 0;
    while (n < token->size && token->text[n] != '\0' && strchr(letters, token->text[n]) != NULL)
        n++;
    return n == token->size && n > 0 && n <= 16;
}

static sg_status parse_type(sg_tensor_type *type, parser *p, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    SG_TRY(sg_json_expect(&token, &p->json, SG_JSON_STRING, "the name of a type", err));
    for (size_t i = 0; i < SGI_TENSOR_TYPES; i++)
        if (sg_json_equals(&token, sg_tensor_type_name((sg_tensor_type)i))) {
            *type = (sg_tensor_type)i;
            goto done;
        }
    const bool shown = is_word(&token);
    SG_TRY(sg_error_at(
        err, SG_EFORMAT, SG_WHERE, token.place,
        "tensors of type %.*s are not read; F32, F64, U64, U32, I64 or U8 is needed",
        shown ? (int)token.size : 7, shown ? token.text : "unknown"));
done:
    return status;
}

/* An array of at most `capacity` numbers. */
static sg_status parse_numbers(uint64_t *number, uint32_t *n, parser *p, uint32_t capacity,
                               uint64_t max, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    *n = 0;
    SG_TRY(sg_json_expect(&token, &p->json, SG_JSON_ARRAY_BEGIN, "a list of numbers", err));
    for (;;) {
        SG_TRY(sg_json_next(&token, &p->json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        if (*n == capacity)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                               "more than %u numbers here; at most %u are allowed", capacity,
                               capacity));
        SG_TRY(sg_json_whole(&number[*n], &token, max, err));
        ++*n;
    }
done:
    return status;
}

/* What the header says about a tensor, before it is believed. */
typedef struct claim {
    sg_file_tensor tensor;
    uint64_t offset[2];
    sg_place place;
} claim;

static sg_status parse_member(claim *c, unsigned *seen, parser *p, const sg_json_token *key,
                              sg_error *err)
{
    static const char *const names[] = {"dtype", "shape", "data_offsets"};
    unsigned member = 0;
    while (member < 3 && !sg_json_equals(key, names[member])) member++;
    if (member == 3 || (*seen >> member & 1) != 0)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, key->place,
                           "%s; a tensor has dtype, shape and data_offsets, once each",
                           member == 3 ? "unknown key" : "this key occurs twice");
    *seen |= 1U << member;
    if (member == 0) return parse_type(&c->tensor.type, p, err);

    uint64_t number[SG_TENSORS_MAX_DIMS] = {0};
    uint32_t n = 0;
    const sg_status status =
        member == 1 ? parse_numbers(number, &n, p, SG_TENSORS_MAX_DIMS, SIZE_MAX, err)
                    : parse_numbers(number, &n, p, 2, p->data_size, err);
    if (status != SG_OK) return status;
    if (member == 1) {
        c->tensor.n_dims = n;
        for (uint32_t d = 0; d < n; d++) c->tensor.shape[d] = (size_t)number[d];
        return SG_OK;
    }
    memcpy(c->offset, number, sizeof c->offset);
    if (n == 2 && number[0] <= number[1]) return SG_OK;
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, key->place,
                       "data_offsets must be two numbers, the second not less than the first");
}

/* The shape must be that of the bytes, and these must lie where the machine can read items. */
static sg_status check_claim(claim *c, sg_error *err)
{
    sg_file_tensor *tensor = &c->tensor;
    const uint64_t size = c->offset[1] - c->offset[0];
    if (!sgi_tensor_count(tensor))
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, c->place,
                           "the shape is too large for any memory; file damaged?");
    if (sgi_tensor_bytes(tensor) != size)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, c->place,
                           "%llu bytes of data; the shape needs %zu", (unsigned long long)size,
                           sgi_tensor_bytes(tensor));
    if (c->offset[0] % sg_tensor_type_size(tensor->type) != 0)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, c->place,
                           "data at offset %llu; for %s it must be a multiple of %zu",
                           (unsigned long long)c->offset[0], sg_tensor_type_name(tensor->type),
                           sg_tensor_type_size(tensor->type));
    return SG_OK;
}

static sg_status parse_tensor(parser *p, char *name, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    claim c = {.tensor = {.name = name}, .place = place};
    unsigned seen = 0;
    sg_json_token token;
    SG_TRY(
        sg_json_expect(&token, &p->json, SG_JSON_OBJECT_BEGIN, "the object of a tensor", err));
    for (;;) {
        SG_TRY(sg_json_next(&token, &p->json, err));
        if (token.kind == SG_JSON_OBJECT_END) break;
        SG_TRY(parse_member(&c, &seen, p, &token, err));
    }
    if (seen != 7)
        SG_TRY(
            sg_error_at(err, SG_EFORMAT, SG_WHERE, c.place,
                        "the tensor is incomplete; dtype, shape and data_offsets are needed"));
    SG_TRY(check_claim(&c, err));
    c.tensor.data = p->data + c.offset[0];
    SG_TRY(sg_grow(&p->made.tensor, &p->tensor_capacity, p->made.n_tensors + 1, sizeof c.tensor,
                   err));
    p->made.tensor[p->made.n_tensors++] = c.tensor;
done:
    return status;
}

static sg_status parse_header(parser *p, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    p->json =
        sg_json_of(p->path, (const char *)p->file + SGI_TENSORS_LENGTH_SIZE, p->header_size);
    p->json.line_begin = (const char *)p->file; /* columns as in the file */
    SG_TRY(sg_json_expect(&token, &p->json, SG_JSON_OBJECT_BEGIN, "an object of tensors", err));
    if (token.place.line != 1 || token.place.column != SGI_TENSORS_LENGTH_SIZE + 1)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                           "the header must begin with '{', without space before it"));
    for (;;) {
        char *name = NULL;
        SG_TRY(sg_json_next(&token, &p->json, err));
        if (token.kind == SG_JSON_OBJECT_END) break;
        SG_TRY(keep_string(&name, p, &token, err));
        if (strcmp(name, SGI_TENSORS_METADATA) == 0)
            SG_TRY(parse_metadata(p, token.place, err));
        else
            SG_TRY(parse_tensor(p, name, token.place, err));
    }
    SG_TRY(sg_json_expect(&token, &p->json, SG_JSON_END, "the end of the header", err));
done:
    return status;
}

static int compare_places(const void *a, const void *b)
{
    const sg_file_tensor *x = a, *y = b;
    const unsigned char *p = x->data, *q = y->data;
    if (p != q) return p < q ? -1 : 1;
    return (sgi_tensor_bytes(x) > sgi_tensor_bytes(y)) -
           (sgi_tensor_bytes(x) < sgi_tensor_bytes(y));
}

/* Every byte of the data must belong to one tensor. */
static sg_status check_tiling(parser *p, sg_error *err)
{
    sg_tensors *made = &p->made;
    if (made->n_tensors > 1)
        qsort(made->tensor, made->n_tensors, sizeof *made->tensor, compare_places);
    size_t covered = 0;
    for (size_t i = 0; i <= made->n_tensors; i++) {
        const bool last = i == made->n_tensors;
        const unsigned char *data = last ? NULL : made->tensor[i].data;
        const size_t begin = last ? p->data_size : (size_t)(data - p->data);
        if (begin < covered)
            return sg_error_at(err, SG_EFORMAT, SG_WHERE, whole_file(p),
                               "tensors overlap at byte %zu of the data", begin);
        if (begin > covered)
            return sg_error_at(err, SG_EFORMAT, SG_WHERE, whole_file(p),
                               "no tensor for bytes %zu to %zu of the data", covered, begin);
        if (!last) covered += sgi_tensor_bytes(&made->tensor[i]);
    }
    return SG_OK;
}

/* Behind check_tiling, which leaves the tensors in the order of their data. */
static void convert_data(parser *p)
{
    unsigned char *data = p->data;
    for (size_t i = 0; i < p->made.n_tensors; i++) {
        const sg_file_tensor *tensor = &p->made.tensor[i];
        sgi_tensor_convert(data, data, tensor->n_items, sg_tensor_type_size(tensor->type));
        data += sgi_tensor_bytes(tensor);
    }
}

static sg_status sort_names(parser *p, sg_error *err)
{
    sg_tensors *made = &p->made;
    if (made->n_tensors > 1)
        qsort(made->tensor, made->n_tensors, sizeof *made->tensor, sgi_tensors_by_name);
    if (made->n_metadata > 1)
        qsort(made->metadata, made->n_metadata, sizeof *made->metadata, sgi_tensors_by_key);
    for (size_t i = 1; i < made->n_tensors; i++)
        if (sgi_tensors_by_name(&made->tensor[i - 1], &made->tensor[i]) == 0)
            return sg_error_at(err, SG_EFORMAT, SG_WHERE, whole_file(p),
                               "two tensors have the name \"%s\"", made->tensor[i].name);
    for (size_t i = 1; i < made->n_metadata; i++)
        if (sgi_tensors_by_key(&made->metadata[i - 1], &made->metadata[i]) == 0)
            return sg_error_at(err, SG_EFORMAT, SG_WHERE, whole_file(p),
                               "two entries of the metadata have the key \"%s\"",
                               made->metadata[i].key);
    return SG_OK;
}

/* Whether the content is what its checksum, if it has one, says.  Fuzzers may change it. */
static sg_status check_content(const parser *p, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_tensors *made = &p->made;
    const char *said = sg_tensors_find_text(made, SG_TENSORS_CHECKSUM);
    sgi_checksum computed;
    if (said == NULL || !sgi_checksum_is_known(said)) goto done;
    SG_TRY(sgi_tensors_checksum(
        &computed,
        &(sgi_tensors_content){made->tensor, made->n_tensors, made->metadata, made->n_metadata},
        err));
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    SG_REQUIRE(strcmp(said, computed.text) == 0, SG_EFORMAT,
               "%s: its content does not have the checksum %.40s that its metadata says: the "
               "file is damaged, or was changed and kept \"%s\" in its metadata",
               p->path, said, SG_TENSORS_CHECKSUM);
#endif
done:
    return status;
}

/* The file is in its place; make the directory and give it all to `tensors`. */
static sg_status finish(sg_tensors *tensors, parser *p, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(parse_header(p, err));
    SG_TRY(check_tiling(p, err));
    convert_data(p);
    SG_TRY(sort_names(p, err));
    SG_TRY(check_content(p, err));
    *tensors = p->made;
    p->made = (sg_tensors){0};
done:
    return status;
}

sg_status sg_tensors_from_memory(sg_tensors *tensors, const char *path, const void *bytes,
                                 size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    parser p = {.path = path};
    SG_TRY(make_room(&p, bytes, size, size, err));
    SG_TRY(finish(tensors, &p, err));
done:
    sg_tensors_free(&p.made);
    return status;
}

/* In portions, so that it can be asked whether to go on. */
static sg_status read_all(unsigned char *bytes, size_t size, int fd, const char *path,
                          sg_error *err)
{
    while (size > 0) {
        if (sg_watch_ask_seldom(err) != SG_OK) return SG_ECANCELED;
        const ssize_t n = read(fd, bytes, size < BYTES_PER_READ ? size : BYTES_PER_READ);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return sg_error_errno(err, SG_WHERE, path, "read");
        if (n == 0)
            return sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){path, 0, 0},
                               "became shorter while it was read; try again");
        bytes += n;
        size -= (size_t)n;
    }
    return SG_OK;
}

/* Open a plain file; a pipe, which has no size, is refused without waiting for its other end. */
static sg_status open_file(int *fd, size_t *size, const char *path, uint64_t limit,
                           sg_error *err)
{
    sg_status status = SG_OK;
    struct stat info = {0};
    const int opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (opened < 0 || fstat(opened, &info) != 0)
        SG_TRY(sg_error_errno(err, SG_WHERE, path, "open"));
    if (!S_ISREG(info.st_mode))
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){path, 0, 0},
                           "not a plain file; a safetensors file is needed"));
    const uint64_t most = SIZE_MAX - ALIGNMENT;
    limit = limit == 0 ? DEFAULT_LIMIT : limit;
    limit = limit < most ? limit : most;
    if ((uint64_t)info.st_size > limit)
        SG_TRY(sg_error_at(err, SG_ELIMIT, SG_WHERE, (sg_place){path, 0, 0},
                           "%llu bytes; at most %llu are allowed here",
                           (unsigned long long)info.st_size, (unsigned long long)limit));
    *fd = opened;
    *size = (size_t)info.st_size;
done:
    if (status != SG_OK && opened >= 0) (void)close(opened);
    return status;
}

sg_status sg_tensors_open(sg_tensors *tensors, const char *path, uint64_t limit, sg_error *err)
{
    sg_status status = SG_OK;
    parser p = {.path = path};
    unsigned char length[SGI_TENSORS_LENGTH_SIZE] = {0};
    size_t size = 0;
    int fd = -1;
    SG_TRY(open_file(&fd, &size, path, limit, err));
    const size_t n_begin = size < SGI_TENSORS_LENGTH_SIZE ? size : SGI_TENSORS_LENGTH_SIZE;
    SG_TRY(read_all(length, n_begin, fd, path, err));
    SG_TRY(make_room(&p, length, n_begin, size, err));
    SG_TRY(read_all(p.file + SGI_TENSORS_LENGTH_SIZE, size - SGI_TENSORS_LENGTH_SIZE, fd, path,
                    err));
    SG_TRY(finish(tensors, &p, err));
done:
    if (fd >= 0) (void)close(fd);
    sg_tensors_free(&p.made);
    return status;
}

static int compare_to_name(const void *name, const void *tensor)
{
    return strcmp(name, ((const sg_file_tensor *)tensor)->name);
}

static int compare_to_key(const void *key, const void *text)
{
    return strcmp(key, ((const sg_tensors_text *)text)->key);
}

const sg_file_tensor *sg_tensors_find(const sg_tensors *tensors, const char *name)
{
    if (tensors->n_tensors == 0) return NULL;
    return bsearch(name, tensors->tensor, tensors->n_tensors, sizeof *tensors->tensor,
                   compare_to_name);
}

const char *sg_tensors_find_text(const sg_tensors *tensors, const char *key)
{
    if (tensors->n_metadata == 0) return NULL;
    const sg_tensors_text *found = bsearch(key, tensors->metadata, tensors->n_metadata,
                                           sizeof *tensors->metadata, compare_to_key);
    return found != NULL ? found->value : NULL;
}
