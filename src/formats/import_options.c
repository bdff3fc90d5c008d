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
    sg_names_free(&options->key);
    sg_names_free(&options->value);
    *options = (sg_import_options){0};
}

const char *sg_import_value(const sg_import_options *options, const char *key)
{
    for (uint32_t i = options != NULL ? options->key.n : 0; i-- > 0;)
        if (strcmp(sg_names_at(&options->key, i), key) == 0)
            return sg_names_at(&options->value, i);
    return NULL;
}

const char *sg_import_settings_of(const char *name)
{
    const char *mark = strrchr(name, '?');
    return mark == NULL || sg_path_exists(name) ? NULL : mark + 1;
}

sg_status sg_import_form_check(const char *form, sg_error *err)
{
    sg_status status = SG_OK;
    sg_import_options o = {0};
    SG_TRY(sg_import_options_parse(&o, form, err));
    SG_REQUIRE(sg_import_options_are_own(&o), SG_EINVAL,
               "settings: \"%.80s\" may only say how molecules are read", form);
done:
    sg_import_options_free(&o);
    return status;
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
        if (c == '%' && i + 1 < size) { /* 5% is what it looks like */
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

/* The settings of all formats, in the order of the registry. */
static void list_formats(sg_words *words)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    for (size_t i = 0; i < n; i++)
        if (format[i]->setting != NULL) sg_words_add(words, format[i]->setting);
}

/* WxH, or nothing where the files say it. */
static sg_status set_size(sg_import_options *o, const char *key, const char *value,
                          sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t width = 0, height = 0;
    const char *x = strchr(value, 'x');
    const bool read = x != NULL && sg_number_whole(&width, value, (size_t)(x - value)) &&
                      sg_number_whole(&height, x + 1, strlen(x + 1));
    SG_REQUIRE(read && width > 0 && height > 0 && width <= 65536 && height <= 65536, SG_EINVAL,
               "settings: %s=%.40s; WxH is needed, like 28x28", key, value);
    o->width = (uint32_t)width;
    o->height = (uint32_t)height;
done:
    return status;
}

/* The setting that names a format.  Its value is the column of a table, if any. */
static sg_status set_format(sg_import_options *o, const sg_format *format, const char *value,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_words words = {0};
    if (o->format != NULL && o->format != format) {
        list_formats(&words);
        SG_REQUIRE(false, SG_EINVAL, "settings: only one of %s is possible",
                   sg_words_end(&words, "and"));
    }
    o->format = format;
    if (value[0] == '\0') goto done;
    if (format->takes_size)
        SG_TRY(set_size(o, format->setting, value, err));
    else if (format->read_cell != NULL || format->takes_path)
        SG_TRY(sg_text_replace(&o->column, value, err));
done:
    return status;
}

static sg_status check_word(const sg_format_setting *setting, const char *value, sg_error *err)
{
    sg_words words = {0};
    const char *const *word = setting->word;
    if (*word == NULL) return SG_OK;
    for (; *word != NULL; word++) {
        if (strcmp(*word, value) == 0) return SG_OK;
        sg_words_add(&words, *word);
    }
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "settings: %s=%.40s; %s are possible",
                        setting->key, value, sg_words_end(&words, "and"));
}

/* A setting that one format knows. */
static sg_status set_own(sg_import_options *o, const sg_format_setting *setting,
                         const char *value, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(check_word(setting, value, err));
    SG_TRY(sg_names_add(&o->value, value, strlen(value), err));
    SG_TRY(sg_names_add(&o->key, setting->key, strlen(setting->key), err));
done:
    return status;
}

static sg_status set_target(sg_import_options *o, const char *value, sg_error *err)
{
    o->has_target = true;
    return value[0] != '\0' ? sg_names_add(&o->target, value, strlen(value), err) : SG_OK;
}

static sg_status set_id(sg_import_options *o, const char *value, sg_error *err)
{
    return sg_text_replace(&o->id, value, err);
}

static sg_status set_split(sg_import_options *o, const char *value, sg_error *err)
{
    return sg_text_replace(&o->split, value, err);
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

static sg_status set_max_rejects(sg_import_options *o, const char *value, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(sg_reject_limit_read(&o->max_rejects, value), SG_EINVAL,
               "settings: max-rejects=%.40s; a share like 5%% or a number of rows is needed",
               value);
done:
    return status;
}

/* Where a setting has two words, the first is what is meant where nothing is said. */
static const char *const BOUNDS_WORDS[] = {"refuse", "value", NULL};
static const char *const COLUMNS_WORDS[] = {"used", "all", NULL};
static const char *const DIRECTED_WORDS[] = {"no", "yes", NULL};
static const char *const LOOPS_WORDS[] = {"drop", "keep", NULL};

static sg_status set_word(bool *is_second, const char *key, const char *const *word,
                          const char *value, sg_error *err)
{
    sg_status status = SG_OK;
    *is_second = strcmp(value, word[1]) == 0;
    SG_REQUIRE(*is_second || strcmp(value, word[0]) == 0, SG_EINVAL,
               "settings: %s=%.40s; %s and %s are possible", key, value, word[0], word[1]);
done:
    return status;
}

static sg_status set_bounds(sg_import_options *o, const char *value, sg_error *err)
{
    return set_word(&o->takes_bounds, "bounds", BOUNDS_WORDS, value, err);
}

static sg_status set_columns(sg_import_options *o, const char *value, sg_error *err)
{
    return set_word(&o->keeps_columns, "columns", COLUMNS_WORDS, value, err);
}

/* Nothing behind the word stands for yes. */
static sg_status set_directed(sg_import_options *o, const char *value, sg_error *err)
{
    return set_word(&o->rules.directed, "directed", DIRECTED_WORDS,
                    value[0] != '\0' ? value : DIRECTED_WORDS[1], err);
}

static sg_status set_self_loops(sg_import_options *o, const char *value, sg_error *err)
{
    return set_word(&o->rules.loops, "self-loops", LOOPS_WORDS,
                    value[0] != '\0' ? value : LOOPS_WORDS[1], err);
}

/* The settings that belong to no format. */
typedef struct common_setting {
    const char *key;
    sg_status (*set)(sg_import_options *o, const char *value, sg_error *err);
    const char *const *word; /* that the value may be, up to a NULL; NULL: any */
} common_setting;

static const common_setting OF_TABLES[] = {{"target", set_target, NULL},
                                           {"id", set_id, NULL},
                                           {"split", set_split, NULL},
                                           {"max-rejects", set_max_rejects, NULL},
                                           {"bounds", set_bounds, BOUNDS_WORDS},
                                           {"columns", set_columns, COLUMNS_WORDS},
                                           {NULL, NULL, NULL}};
static const common_setting OF_GRAPHS[] = {{"directed", set_directed, DIRECTED_WORDS},
                                           {"self-loops", set_self_loops, LOOPS_WORDS},
                                           {NULL, NULL, NULL}};
static const common_setting OF_WORDS[] = {
    {"words", set_words, NULL}, {"min-count", set_min_count, NULL}, {NULL, NULL, NULL}};

static const common_setting *find_common(const common_setting *list, const char *key)
{
    while (list->key != NULL && strcmp(list->key, key) != 0) list++;
    return list->key != NULL ? list : NULL;
}

static const sg_format_setting *find_own(const sg_format *format, const char *key)
{
    const sg_format_setting *own = format->settings;
    while (own != NULL && own->key != NULL && strcmp(own->key, key) != 0) own++;
    return own != NULL && own->key != NULL ? own : NULL;
}

/* Entry i of a list, or NULL and i less by the length of the list. */
static sg_import_setting take_common(const common_setting *list, size_t *i)
{
    for (; list->key != NULL; list++)
        if ((*i)-- == 0) return (sg_import_setting){.key = list->key, .word = list->word};
    return (sg_import_setting){0};
}

static const char *take_format(size_t *i)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    for (size_t f = 0; f < n; f++)
        if (format[f]->setting != NULL && (*i)-- == 0) return format[f]->setting;
    return NULL;
}

static sg_import_setting take_own(size_t *i)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    for (size_t f = 0; f < n; f++)
        for (const sg_format_setting *s = format[f]->settings; s != NULL && s->key != NULL; s++)
            if ((*i)-- == 0)
                return (sg_import_setting){.key = s->key,
                                           .word = s->word[0] != NULL ? s->word : NULL,
                                           .of_lines = format[f]->read_line != NULL};
    return (sg_import_setting){0};
}

sg_import_setting sg_import_setting_at(size_t i)
{
    sg_import_setting found = {.key = take_format(&i)};
    if (found.key == NULL) found = take_common(OF_TABLES, &i);
    if (found.key == NULL) found = take_own(&i);
    if (found.key == NULL) found = take_common(OF_WORDS, &i);
    if (found.key == NULL) found = take_common(OF_GRAPHS, &i);
    return found;
}

bool sg_import_options_are_own(const sg_import_options *o)
{
    return o->format == NULL && o->column == NULL && o->width == 0 && !o->has_target &&
           o->id == NULL && o->split == NULL && o->n_words == 0 && o->min_count == 0 &&
           !o->max_rejects.is_said && !o->takes_bounds && !o->keeps_columns &&
           !sg_arcs_are_special(o->rules);
}

sg_status sg_import_options_check_lines(const sg_import_options *o, const sg_format *format,
                                        sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < o->key.n; i++) {
        const char *key = sg_names_at(&o->key, i);
        SG_REQUIRE(find_own(format, key) != NULL || strcmp(key, "form") == 0, SG_EINVAL,
                   "settings: %s=%.40s is for another format than %s", key,
                   sg_names_at(&o->value, i), format->name);
    }
    SG_REQUIRE(format->keeps_arcs || !sg_arcs_are_special(o->rules), SG_EINVAL,
               "settings: directed and self-loops are for graphs, and %s has none with "
               "directions",
               format->name);
done:
    return status;
}

static sg_status unknown_setting(const char *key, sg_error *err)
{
    sg_words words = {0};
    sg_nearest nearest = {.wanted = key};
    const char *possible = NULL;
    for (size_t i = 0; (possible = sg_import_setting_at(i).key) != NULL; i++) {
        sg_words_add(&words, possible);
        sg_nearest_offer(&nearest, possible);
    }
    return sg_error_set(
        err, SG_EINVAL, SG_WHERE, "settings: there is no \"%.40s\"; %s%s%s%s are possible", key,
        nearest.name != NULL ? "did you mean " : "", nearest.name != NULL ? nearest.name : "",
        nearest.name != NULL ? "? " : "", sg_words_end(&words, "and"));
}

static sg_status apply(sg_import_options *o, const char *key, const char *value, sg_error *err)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    const common_setting *common = find_common(OF_TABLES, key);
    if (common == NULL) common = find_common(OF_WORDS, key);
    if (common == NULL) common = find_common(OF_GRAPHS, key);
    if (common != NULL) return common->set(o, value, err);
    for (size_t i = 0; i < n; i++) {
        const sg_format_setting *own = find_own(format[i], key);
        if (format[i]->setting != NULL && strcmp(format[i]->setting, key) == 0)
            return set_format(o, format[i], value, err);
        if (own != NULL) return set_own(o, own, value, err);
    }
    return unknown_setting(key, err);
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
