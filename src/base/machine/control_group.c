/* control_group.c - from /proc/self/cgroup to folders of /sys/fs/cgroup. */
#include "base/machine/control_group.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 1024, FILE_PATH_SIZE = 2 * PATH_SIZE, NAME_SIZE = 64 };

static const char GROUPS[] = "/sys/fs/cgroup";

/* Whether `word` is in the list of words that are separated by commas. */
static bool has_word(const char *list, size_t size, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i <= size; i++) {
        const size_t n = strcspn(list + i, ",:\n");
        if (n == length && memcmp(list + i, word, n) == 0) return true;
        i += n;
    }
    return false;
}

bool sg_control_group(char *group, size_t room, const char *groups, const char *controller)
{
    for (const char *line = groups; *line != '\0'; line += *line == '\n') {
        const char *list = line + strcspn(line, ":\n") + (line[strcspn(line, ":\n")] == ':');
        const size_t size = strcspn(list, ":\n");
        line += strcspn(line, "\n");
        if (list[size] != ':' || list[size + 1] != '/') continue;
        if (!has_word(list, size, controller)) continue;
        const char *name = list + size + 1;
        (void)snprintf(group, room, "%.*s", (int)(line - name), name);
        return true;
    }
    return false;
}

void sg_control_file(char *text, size_t room, const char *folder, const char *name)
{
    char path[FILE_PATH_SIZE + NAME_SIZE];
    text[0] = '\0';
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    const ssize_t size = read(file, text, room - 1);
    (void)close(file);
    text[size > 0 ? size : 0] = '\0';
}

void sg_control_group_each(sg_control_folder *look, void *context, const char *controller)
{
    char groups[4 * PATH_SIZE], group[PATH_SIZE], folder[FILE_PATH_SIZE];
    sg_control_file(groups, sizeof groups, "/proc/self", "cgroup");
    for (int version = 1; version <= 2; version++) {
        const bool is_first = version == 1;
        if (!sg_control_group(group, sizeof group, groups, is_first ? controller : ""))
            continue;
        for (char *end = group + strlen(group); end != NULL; end = strrchr(group, '/')) {
            *end = '\0';
            (void)snprintf(folder, sizeof folder, "%s%s%s%s", GROUPS, is_first ? "/" : "",
                           is_first ? controller : "", group);
            look(context, folder, is_first);
        }
    }
}
