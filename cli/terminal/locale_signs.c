/* locale_signs.c - UTF-8 or ASCII. */
#include "locale_signs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool has_utf8(void)
{
    static const char *const name[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(name[i]);
        if (value == NULL || value[0] == '\0') continue;
        return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL ||
               strstr(value, "utf-8") != NULL;
    }
    return false;
}

const char *sign_plus_minus(void)
{
    return has_utf8() ? "\xc2\xb1" : "+-";
}

/* A block and a thin one; or ASCII. */
static const char BLOCK[] = "\xe2\x96\x88", THIN[] = "\xe2\x96\x8f";

bar_text sign_bar(double share)
{
    bar_text bar = {""};
    const bool utf8 = has_utf8();
    const char *sign = utf8 ? BLOCK : "#", *least = utf8 ? THIN : ".";
    const long length = lround(fmin(fmax(share, 0), 1) * SIGN_BAR);
    size_t size = 0;
    for (long i = 0; i < length; i++) {
        memcpy(bar.text + size, sign, strlen(sign));
        size += strlen(sign);
    }
    if (length == 0 && share > 0) memcpy(bar.text, least, strlen(least));
    return bar;
}

bool sign_is_bar(const char *text)
{
    const size_t size = strlen(BLOCK);
    if (strncmp(text, BLOCK, size) == 0 || strncmp(text, THIN, size) == 0) return true;
    return text[0] != '\0' && strspn(text, "#") == strlen(text);
}
