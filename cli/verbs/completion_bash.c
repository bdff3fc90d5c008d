/* completion_bash.c - completion for bash, made from the table of verbs.
 *
 * The script is one function: `verb` is found from the first words, then two case statements
 * made from the table say what a verb offers, and what an option's value may be. */
#include "completion.h"

static const char start[] =
    "# bash completion for sharegnn; made by sharegnn --completion bash, change the table of verbs.\n"
    "# shellcheck shell=bash\n"
    "_sharegnn()\n"
    "{\n"
    "    local at=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} cut=''\n"
    "    local verb=${COMP_WORDS[1]-} second='' words='' action=''\n"
    "    # bash cuts wl:2 and loss=mae into three words, and takes an answer for the last of them.\n"
    "    if [[ $word == ':' ]]; then\n"
    "        cut=${COMP_WORDS[at-1]}: word=$cut at=$((at - 1))\n"
    "    elif ((at > 2)) && [[ ${COMP_WORDS[at-1]} == ':' ]]; then\n"
    "        cut=${COMP_WORDS[at-2]}: word=$cut$word at=$((at - 2))\n"
    "    elif [[ $word == '=' && ${COMP_WORDS[at-1]} != -* ]]; then\n"
    "        cut=${COMP_WORDS[at-1]}= word=$cut at=$((at - 1))\n"
    "    elif ((at > 2)) && [[ ${COMP_WORDS[at-1]} == '=' && ${COMP_WORDS[at-2]} != -* ]]; then\n"
    "        cut=${COMP_WORDS[at-2]}= word=$cut$word at=$((at - 2))\n"
    "    fi\n"
    "    # --out=DIR is three words, too.\n"
    "    local previous=${COMP_WORDS[at-1]}\n"
    "    if [[ $word == '=' ]]; then\n"
    "        word=''\n"
    "    elif [[ $previous == '=' ]]; then\n"
    "        previous=${COMP_WORDS[at-2]}\n"
    "    fi\n";

static const char finish[] =
    "    COMPREPLY=()\n"
    "    local line\n"
    "    while IFS= read -r line; do\n"
    "        COMPREPLY+=(\"${line#\"$cut\"}\")\n"
    "    done < <(\n"
    "        compgen -W \"$words\" -- \"$word\"\n"
    "        if [[ -n $action ]]; then compgen -A \"$action\" -- \"$word\"; fi\n"
    "    )\n"
    "    if [[ -n $action ]]; then compopt -o filenames 2>/dev/null; fi\n"
    "}\n"
    "complete -F _sharegnn sharegnn\n";

static void put_action(FILE *out, bool files, bool folders)
{
    if (files || folders) fprintf(out, " action=%s", files ? "file" : "directory");
    fputs(" ;;\n", out);
}

/* Two-word verbs: the second word completes the name. */
static void put_groups(FILE *out)
{
    char group[32];
    const verb *same = NULL;
    fputs("    case $verb in\n", out);
    for (size_t i = 0; first_word_at(group, sizeof group, &same, i); i++) {
        if (!has_second_words(group)) continue;
        fprintf(out, "    %s) second='", group);
        for (const verb *const *at = verbs; *at != NULL; at++)
            if (second_word(*at, group) != NULL) fprintf(out, "%s ", second_word(*at, group));
        fputs("' ;;\n", out);
    }
    fputs("    esac\n"
          "    if ((at == 2)); then\n"
          "        words=$second\n"
          "    elif [[ \" $second\" == *\" ${COMP_WORDS[2]-} \"* ]]; then\n"
          "        verb+=\" ${COMP_WORDS[2]}\"\n"
          "    fi\n",
          out);
}

static void put_verb(FILE *out, const verb *v)
{
    fprintf(out, "        '%s') words+='", v->name);
    for (const option *o = v->options; o->name != NULL; o++) fprintf(out, "--%s ", o->name);
    fputs("--help ", out);
    put_positional_words(out, v, 0);
    fputc('\'', out);
    put_action(out, offers_files(v), offers_folders(v));
}

static void put_values(FILE *out, const verb *v)
{
    for (const option *o = v->options; o->name != NULL; o++) {
        if (o->metavar == NULL) continue;
        fprintf(out, "        '%s --%s'", v->name, o->name);
        if (o->letter != 0) fprintf(out, " | '%s -%c'", v->name, o->letter);
        fputs(") action='' words='", out);
        put_words(out, o->completes, o->word_at, 0);
        fputc('\'', out);
        put_action(out, o->completes == COMPLETE_FILES || o->completes == COMPLETE_DATA,
                   o->completes == COMPLETE_FOLDERS);
    }
}

void completion_bash(FILE *out)
{
    fputs(start, out);
    put_groups(out);
    fputs("    if ((at == 1)); then\n        words='", out);
    put_words(out, COMPLETE_VERBS, NULL, 0);
    fputs("--help --version'\n"
          "    else\n"
          "        case $verb in\n",
          out);
    for (const verb *const *at = verbs; *at != NULL; at++) put_verb(out, *at);
    fputs("        esac\n"
          "        case \"$verb $previous\" in\n",
          out);
    for (const verb *const *at = verbs; *at != NULL; at++) put_values(out, *at);
    fputs("        esac\n    fi\n", out);
    fputs(finish, out);
}
