/* import_options.c - settings behind a file's name. */
#include "formats/import_options.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "base/number.h"

#include <string.h>

void sg_import_options_free(sg_import_options *options)
{
    sg_free(options->column);
    sg_free(options->id);
    sg_free(options->split);
    sg_names_free(&options->target);
    *options = (sg_import_options){0};
}

const char *sg_import_settings_of(const char *name)
{
    const char *mark = strrchr(name, '?');
    return mark == NULL || sg_path_exists(name) ? NULL : mark + 1;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    const char small = (char)(c | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/* text[0 .. size) with %XX replaced. */
static sg_status unescape(sg_text *to, const char *text, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    to->size = 0;
    SG_TRY(sg_text_add_bytes(to, "", 0, err));
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        if (c == '%') {
            const int high = i + 2 < size ? hex_digit(text[i + 1]) : -1;
            const int low = i + 2 < size ? hex_digit(text[i + 2]) : -1;
            SG_REQUIRE(high >= 0 && low >= 0 && high + low > 0, SG_EINVAL,
                       "settings: found \"%.*s\"; %% is followed by two hexadecimal digits",
                       (int)(size - i < 8 ? size - i : 8), text + i);
            c = (char)(high * 16 + low);
            i += 2;
        }
        SG_TRY(sg_text_add_bytes(to, &c, 1, err));
    }
done:
    return status;
}

static sg_status set_text(char **to, const char *value, sg_error *err)
{
    sg_status status = SG_OK;
    char *copy = sg_text_copy(value);
    SG_REQUIRE(copy != NULL, SG_ENOMEM, "out of memory");
    sg_free(*to);
    *to = copy;
done:
    return status;
}

static sg_status set_kind(sg_import_options *o, sg_import_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(o->kind == SG_IMPORT_GUESS || o->kind == kind, SG_EINVAL,
               "settings: only one of smiles, text, image and json-lines is possible");
    o->kind = kind;
done:
    return status;
}

static sg_status set_column(sg_import_options *o, sg_import_kind kind, const char *value,
                            sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(set_kind(o, kind, err));
    if (value[0] != '\0') SG_TRY(set_text(&o->column, value, err));
done:
    return status;
}

static sg_status set_smiles(sg_import_options *o, const char *value, sg_error *err)
{
    return set_column(o, SG_IMPORT_SMILES, value, err);
}

static sg_status set_words_of(sg_import_options *o, const char *value, sg_error *err)
{
    return set_column(o, SG_IMPORT_TEXT, value, err);
}

/* WxH, or nothing where the files say it. */
static sg_status set_image(sg_import_options *o, const char *value, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t width = 0, height = 0;
    SG_TRY(set_kind(o, SG_IMPORT_IMAGE, err));
    if (value[0] == '\0') goto done;
    const char *x = strchr(value, 'x');
    const bool read = x != NULL && sg_number_whole(&width, value, (size_t)(x - value)) &&
                      sg_number_whole(&height, x + 1, strlen(x + 1));
    SG_REQUIRE(read && width > 0 && height > 0 && width <= 65536 && height <= 65536, SG_EINVAL,
               "settings: image=%.40s; WxH is needed, like 28x28", value);
    o->width = (uint32_t)width;
    o->height = (uint32_t)height;
done:
    return status;
}

static sg_status set_json_lines(sg_import_options *o, const char *value, sg_error *err)
{
    (void)value;
    return set_kind(o, SG_IMPORT_JSON, err);
}

static sg_status set_target(sg_import_options *o, const char *value, sg_error *err)
{
    o->has_target = true;
    return value[0] != '\0' ? sg_names_add(&o->target, value, strlen(value), err) : SG_OK;
}

static sg_status set_id(sg_import_options *o, const char *value, sg_error *err)
{
    return set_text(&o->id, value, err);
}

static sg_status set_split(sg_import_options *o, const char *value, sg_error *err)
{
    return set_text(&o->split, value, err);
}

static sg_status set_bonds(sg_import_options *o, const char *value, sg_error *err)
{
    sg_status status = SG_OK;
    o->kekule = strcmp(value, "kekule") == 0;
    SG_REQUIRE(o->kekule || strcmp(value, "aromatic") == 0, SG_EINVAL,
               "settings: bonds=%.40s; aromatic and kekule are possible", value);
done:
    return status;
}

static sg_status set_number(uint32_t *number, const char *key, const char *value, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t read = 0;
    SG_REQUIRE(sg_number_whole(&read, value, strlen(value)) && read <= 1 << 30, SG_EINVAL,
               "settings: %s=%.40s; a whole number up to 2^30 is needed", key, value);
    *number = (uint32_t)read;
done:
    return status;
}

static sg_status set_words(sg_import_options *o, const char *value, sg_error *err)
{
    return set_number(&o->n_words, "words", value, err);
}

static sg_status set_min_count(sg_import_options *o, const char *value, sg_error *err)
{
    return set_number(&o->min_count, "min-count", value, err);
}

typedef struct setting {
    const char *key;
    sg_status (*set)(sg_import_options *o, const char *value, sg_error *err);
} setting;

static const setting SETTING[] = {{"smiles", set_smiles}, {"text", set_words_of},
                                  {"image", set_image},   {"json-lines", set_json_lines},
                                  {"target", set_target}, {"id", set_id},
                                  {"split", set_split},   {"bonds", set_bonds},
                                  {"words", set_words},   {"min-count", set_min_count}};

static sg_status apply(sg_import_options *o, const char *key, const char *value, sg_error *err)
{
    sg_nearest nearest = {.wanted = key};
    for (size_t i = 0; i < sizeof SETTING / sizeof *SETTING; i++) {
        if (strcmp(SETTING[i].key, key) == 0) return SETTING[i].set(o, value, err);
        sg_nearest_offer(&nearest, SETTING[i].key);
    }
    return sg_error_set(
        err, SG_EINVAL, SG_WHERE,
        "settings: there is no \"%.40s\"; %s%s%ssmiles, text, image, json-lines, "
        "target, id, "
        "split, bonds, words and min-count are possible",
        key, nearest.name != NULL ? "did you mean " : "",
        nearest.name != NULL ? nearest.name : "", nearest.name != NULL ? "? " : "");
}

sg_status sg_import_options_parse(sg_import_options *options, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_import_options made = {0};
    sg_text key = {0}, value = {0};
    while (*text != '\0') {
        const size_t size = strcspn(text, "&"), key_size = strcspn(text, "&=");
        const size_t value_at = key_size < size ? key_size + 1 : size;
        SG_TRY(unescape(&key, text, key_size, err));
        SG_TRY(unescape(&value, text + value_at, size - value_at, err));
        SG_TRY(apply(&made, key.data, value.data, err));
        text += size + (text[size] == '&');
    }
    *options = made;
    made = (sg_import_options){0};
done:
    sg_text_free(&key);
    sg_text_free(&value);
    sg_import_options_free(&made);
    return status;
}
