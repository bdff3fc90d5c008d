/* nauty.c - programs that Debian calls nauty-geng and others geng. */
#include "support/nauty.h"

#include "support/check.h"

/* What a command prints, released with free; NULL: it failed. */
static char *output_of(const char *command)
{
    size_t size = 0, capacity = 4096;
    char *text = malloc(capacity);
    FILE *pipe = popen(command, "r"); /* NOLINT(cert-env33-c): commands are the tests' own */
    assert_non_null(text);
    assert_non_null(pipe);
    for (size_t n = 1; n > 0; size += n) {
        if (capacity - size < 4096) text = realloc(text, capacity *= 2);
        assert_non_null(text);
        n = fread(text + size, 1, capacity - size - 1, pipe);
    }
    text[size] = '\0';
    if (pclose(pipe) == 0) return text;
    free(text);
    return NULL;
}

char *nauty_output(const char *program, const char *arguments)
{
    static const char *const prefix[] = {"nauty-", ""};
    for (int i = 0; i < 2; i++) {
        char command[1024];
        (void)snprintf(command, sizeof command, "%s%s %s 2>/dev/null", prefix[i], program,
                       arguments);
        char *text = output_of(command);
        if (text != NULL) return text;
    }
    printf("SKIPPED: needs %s of nauty, which is not on this machine\n", program);
    skip();
    return NULL;
}
