/* build_api.c - what a report of an error must say about library and machine. */
#include "sharegnn.h"

#include "base/machine/account.h"
#include "base/machine/cores.h"
#include "base/struct_size.h"
#include "base/text.h"
#include "kernels/kernels.h"

#include <sqlite3.h>
#include <sys/utsname.h>
#include <xxhash.h>
#include <yaml.h>
#include <zlib.h>
#ifdef SG_WITH_CURL
#include <curl/curl.h>
#endif

#ifdef SG_WITH_ISAL
#define UNPACKER "ISA-L"
#else
#define UNPACKER "zlib"
#endif

static sg_status put_libraries(sg_text *text, sg_error *err)
{
    sg_status status = SG_OK;
    const unsigned xxhash = XXH_VERSION_NUMBER;
    SG_TRY(sg_text_add(text, err, "libraries: libyaml %s, SQLite %s, zlib %s, xxHash %u.%u.%u",
                       yaml_get_version_string(), sqlite3_libversion(), zlibVersion(),
                       xxhash / 10000, xxhash / 100 % 100, xxhash % 100));
#ifdef SG_WITH_CURL
    SG_TRY(sg_text_add(text, err, ", libcurl %s", curl_version_info(CURLVERSION_NOW)->version));
#endif
    SG_TRY(sg_text_add(text, err, "\nunpacks archives with: " UNPACKER "\n"));
done:
    return status;
}

static sg_status put_machine(sg_text *text, sg_error *err)
{
    sg_status status = SG_OK;
    struct utsname machine;
    if (uname(&machine) == 0)
        SG_TRY(sg_text_add(text, err, "system: %s %s %s\n", machine.sysname, machine.release,
                           machine.machine));
    SG_TRY(sg_text_add(text, err, "cores: %u\nmemory left: %s\n", sg_count_cores(),
                       sg_bytes_show(sg_memory_left()).text));
done:
    return status;
}

sg_status sg_build_text(char **text, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(text);
    sg_status status = SG_OK;
    sg_text made = {0};
    SG_TRY(sg_text_add(&made, err, "sharegnn: %s\ncompiler: %s\nkernels: %s\n", SG_VERSION,
                       SG_BUILD_FLAGS,
                       sg_kernels_f32_variant(1) != NULL ? "AVX2" : "portable"));
    SG_TRY(put_libraries(&made, err));
    SG_TRY(put_machine(&made, err));
    *text = made.data;
    made = (sg_text){0};
done:
    sg_text_free(&made);
    return status;
}
