/* completion.c - completion for bash, made from the table of verbs.
 *
 * The script is one function: `verb` is found from the first words, then two case statements
 * made from the table say what a verb offers, and what an option's value may be. */
#include "generated_text.h"

#include "verb.h"

#include <string.h>

static const char start[] =
    "# bash completion for sharegnn; made by sharegnn --completion, change the table of verbs.\n"
    "# shellcheck shell=bash\n"
    "_sharegnn()\n"
    "{\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
    "    local verb=${COMP_WORDS[1]-} first=2 words='' action=''\n"
    "    # bash cuts --out=DIR into three words.\n"
    "    if [[ $word == '=' ]]; then\n"
    "        word=''\n"
    "    elif [[ $previous == '=' ]]; then\n"
    "        previous=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    fi\n";

static const char finish[] =
    "    COMPREPLY=()\n"
    "    local line\n"
    "    while IFS= read -r line; do\n"
    "        COMPREPLY+=(\"$line\")\n"
    "    done < <(\n"
    "        compgen -W \"$words\" -- \"$word\"\n"
    "        if [[ -n $action ]]; then compgen -A \"$action\" -- \"$word\"; fi\n"
    "    )\n"
    "    if [[ -n $action ]]; then compopt -o filenames 2>/dev/null; fi\n"
    "}\n"
    "complete -F _sharegnn sharegnn\n";

/* Every word of the table once: the first words of verbs, or the second ones of a group. */
static void put_words(FILE *out, const char *group)
{
    const size_t length = strlen(group);
    const char *last = "";
    size_t last_length = 0;
    for (const verb *const *at = verbs; *at != NULL; at++) {
        const char *word = (*at)->name;
        if (length > 0) {
            if (strncmp(word, group, length) != 0 || word[length] != ' ') continue;
            word += length + 1;
        }
        const size_t n = strcspn(word, " ");
        if (n == last_length && strncmp(word, last, n) == 0) continue;
        fprintf(out, "%.*s ", (int)n, word);
        last = word;
        last_length = n;
    }
}

static void put_data_sets(FILE *out, completion kind)
{
    for (size_t i = 0; i < sg_data_source_count(); i++) {
        const sg_data_source source = sg_data_source_at(i);
        if (kind == COMPLETE_GENERATED && !source.generated) continue;
        if (kind == COMPLETE_DOWNLOADED && source.generated) continue;
        fprintf(out, "%s ", source.name);
    }
}

/* Print the assignment of `words` and `action` that offers what `kind` says, after `options`. */
static void put_offer(FILE *out, completion kind, const option *options)
{
    fputs("words='", out);
    for (const option *o = options; o != NULL && o->name != NULL; o++)
        fprintf(out, "--%s ", o->name);
    if (options != NULL) fputs("--help ", out);
    if (kind == COMPLETE_VERBS) put_words(out, "");
    if (kind >= COMPLETE_GENERATED && kind <= COMPLETE_DATA) put_data_sets(out, kind);
    fputc('\'', out);
    if (kind == COMPLETE_FOLDERS) fputs(" action=directory", out);
    if (kind == COMPLETE_FILES || kind == COMPLETE_DATA) fputs(" action=file", out);
    fputs(" ;;\n", out);
}

/* Two-word verbs: the second word completes the name. */
static void put_groups(FILE *out)
{
    fputs("    case $verb in\n", out);
    for (const verb *const *at = verbs; *at != NULL; at++) {
        const char *name = (*at)->name;
        const size_t n = strcspn(name, " ");
        const bool again = at > verbs && strncmp(at[-1]->name, name, n) == 0;
        if (name[n] == '\0' || again) continue;
        char group[32];
        snprintf(group, sizeof group, "%.*s", (int)n, name);
        fprintf(out, "    %s) verb+=\" ${COMP_WORDS[2]-}\" first=3 words='", group);
        put_words(out, group);
        fputs("' ;;\n", out);
    }
    fputs("    esac\n", out);
}

void completion_print(FILE *out)
{
    fputs(start, out);
    put_groups(out);
    fputs("    if ((COMP_CWORD == 1)); then\n        words='", out);
    put_words(out, "");
    fputs("--help --version'\n"
          "    elif ((COMP_CWORD >= first)); then\n"
          "        case $verb in\n",
          out);
    for (const verb *const *at = verbs; *at != NULL; at++) {
        const verb *v = *at;
        const positional *last = v->positionals;
        while (last->name != NULL && last[1].name != NULL) last++;
        fprintf(out, "        '%s') ", v->name);
        put_offer(out, last->name != NULL ? last->completes : COMPLETE_NOTHING, v->options);
    }
    fputs("        *) words='' ;;\n"
          "        esac\n"
          "        case \"$verb $previous\" in\n",
          out);
    for (const verb *const *at = verbs; *at != NULL; at++)
        for (const option *o = (*at)->options; o->name != NULL; o++) {
            if (o->metavar == NULL) continue;
            fprintf(out, "        '%s --%s'", (*at)->name, o->name);
            if (o->letter != 0) fprintf(out, " | '%s -%c'", (*at)->name, o->letter);
            fputs(") action='' ", out);
            put_offer(out, o->completes, NULL);
        }
    fputs("        esac\n    fi\n", out);
    fputs(finish, out);
}
