/* completion_zsh.c - completion for zsh, made from the table of verbs.
 *
 * The script finds the verb from the first words and leaves the rest to _arguments, which takes a
 * line per option: '(-o --out)'{-o+,--out=}'[help]:DIR:_files -/'. */
#include "completion.h"

static const char start[] =
    "#compdef sharegnn\n"
    "# zsh completion for sharegnn; made by sharegnn --completion zsh, change the table of verbs.\n"
    "\n"
    "# Offer these words, and files.\n"
    "_sharegnn_or_files()\n"
    "{\n"
    "    local ret=1\n"
    "    compadd -- \"$@\" && ret=0\n"
    "    _files && ret=0\n"
    "    return ret\n"
    "}\n"
    "\n"
    "_sharegnn()\n"
    "{\n"
    "    local verb=${words[2]-} ret=1\n"
    "    local -a first second\n";

static const char find_verb[] = "    if ((CURRENT == 2)); then\n"
                                "        _describe verb first && ret=0\n"
                                "        compadd -- --help --version && ret=0\n"
                                "        return ret\n"
                                "    fi\n"
                                "    if ((CURRENT == 3 && $#second)); then\n"
                                "        _describe verb second && ret=0\n"
                                "    elif ((${second[(I)${(b)words[3]}:*]})); then\n"
                                "        verb+=\" ${words[3]}\"\n"
                                "        shift words\n"
                                "        ((CURRENT--))\n"
                                "    fi\n"
                                "    shift words\n"
                                "    ((CURRENT--))\n"
                                "    case $verb in\n";

static const char finish[] = "    esac\n"
                             "    return ret\n"
                             "}\n"
                             "\n"
                             "if [[ ${funcstack[1]} == _sharegnn ]]; then\n"
                             "    _sharegnn \"$@\"\n"
                             "else\n"
                             "    compdef _sharegnn sharegnn\n"
                             "fi\n";

/* Text inside of '...' that also stands between brackets and colons. */
static void put_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\'", out);
        else if (*text == '[' || *text == ']' || *text == ':' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
}

/* "WORD:what it is", in quotes. */
static void put_choice(FILE *out, const char *word, const char *about)
{
    fprintf(out, " '%s:", word);
    put_text(out, about);
    fputc('\'', out);
}

static void put_verbs(FILE *out)
{
    char word[32];
    const verb *same = NULL;
    fputs("    first=(", out);
    for (size_t i = 0; first_word_at(word, sizeof word, &same, i); i++)
        put_choice(out, word, same != NULL ? same->brief : "");
    fputs(" )\n    case $verb in\n", out);
    for (size_t i = 0; first_word_at(word, sizeof word, &same, i); i++) {
        if (!has_second_words(word)) continue;
        fprintf(out, "    %s) second=(", word);
        for (const verb *const *at = verbs; *at != NULL; at++)
            if (second_word(*at, word) != NULL)
                put_choice(out, second_word(*at, word), (*at)->brief);
        fputs(" ) ;;\n", out);
    }
    fputs("    esac\n", out);
}

static void put_value(FILE *out, const option *o)
{
    fprintf(out, ":%s:", o->metavar);
    if (o->completes == COMPLETE_FILES)
        fputs("_files", out);
    else if (o->completes == COMPLETE_FOLDERS)
        fputs("_files -/", out);
    else if (o->completes == COMPLETE_NOTHING && o->word_at == NULL)
        fputc(' ', out);
    else {
        const bool files = o->completes == COMPLETE_DATA;
        fputs(files ? " _sharegnn_or_files " : "(", out);
        put_words(out, o->completes, o->word_at, ':');
        if (!files) fputc(')', out);
    }
}

static void put_option(FILE *out, const option *o)
{
    const char *value = o->metavar != NULL ? "=" : "", *near = o->metavar != NULL ? "+" : "";
    fputs(" \\\n            ", out);
    if (o->letter != 0 && o->repeated)
        fprintf(out, "'*'{-%c%s,--%s%s}'[", o->letter, near, o->name, value);
    else if (o->letter != 0)
        fprintf(out, "'(-%c --%s)'{-%c%s,--%s%s}'[", o->letter, o->name, o->letter, near,
                o->name, value);
    else
        fprintf(out, "'%s--%s%s[", o->repeated ? "*" : "", o->name, value);
    char brief[200];
    copy_brief(brief, sizeof brief, o->help);
    put_text(out, brief);
    fputc(']', out);
    if (o->metavar != NULL) put_value(out, o);
    fputc('\'', out);
}

static void put_verb(FILE *out, const verb *v)
{
    fprintf(out, "    '%s')\n        _arguments -s :", v->name);
    for (const option *o = v->options; o->name != NULL; o++) put_option(out, o);
    fputs(" \\\n            '(- *)--help[show what the verb does]'", out);
    if (offers_words(v) || offers_files(v) || offers_folders(v)) {
        fputs(" \\\n            '*:argument:", out);
        if (offers_files(v) && offers_words(v))
            fputs(" _sharegnn_or_files ", out);
        else if (offers_files(v) || offers_folders(v))
            fputs(offers_files(v) ? "_files" : "_files -/", out);
        else
            fputc('(', out);
        put_positional_words(out, v, ':');
        fputs(offers_files(v) || offers_folders(v) ? "'" : ")'", out);
    }
    fputs(" && ret=0\n        ;;\n", out);
}

void completion_zsh(FILE *out)
{
    fputs(start, out);
    put_verbs(out);
    fputs(find_verb, out);
    for (const verb *const *at = verbs; *at != NULL; at++) put_verb(out, *at);
    fputs(finish, out);
}
