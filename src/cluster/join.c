/* join.c - finding out whether this process is one of many, and joining them.
 *
 * The library is not linked with MPI.  What starts ranks tells each of them how many there are by a
 * variable of the environment; only where there are several is libsharegnn-mpi.so loaded, and MPI with it. */
#define _GNU_SOURCE /* dladdr */
#include "cluster/cluster.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where libraries are installed, below the folder that programs are in a folder of. */
#ifndef SG_LIBRARY_FOLDER
#define SG_LIBRARY_FOLDER "lib"
#endif

static const char PLUGIN[] = "libsharegnn-mpi.so";

/* Open MPI; MPICH, Intel MPI and what follows their interface; srun with PMIx. */
static const struct {
    const char *rank, *size;
} VARIABLES[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                 {"PMI_RANK", "PMI_SIZE"},
                 {"PMIX_RANK", "SLURM_NTASKS"}};

void sg_cluster_look(uint32_t *rank, uint32_t *size)
{
    uint32_t found_rank = 0, found_size = 1;
    for (size_t i = 0; found_size == 1 && i < sizeof VARIABLES / sizeof *VARIABLES; i++) {
        const char *number = getenv(VARIABLES[i].rank), *all = getenv(VARIABLES[i].size);
        if (number == NULL || all == NULL || strtoul(all, NULL, 10) < 2) continue;
        found_rank = (uint32_t)strtoul(number, NULL, 10);
        found_size = (uint32_t)strtoul(all, NULL, 10);
    }
    if (rank != NULL) *rank = found_rank;
    if (size != NULL) *size = found_size;
}

/* The file that this code is in: the library, or a program that it is linked into. */
static sg_status own_file(sg_text *path, sg_error *err)
{
    Dl_info info = {0};
    char program[4096];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    const bool known = dladdr(VARIABLES, &info) != 0 && info.dli_fname != NULL &&
                       strchr(info.dli_fname, '/') != NULL && sg_path_exists(info.dli_fname);
    if (known && strstr(info.dli_fname, ".so") != NULL)
        return sg_text_add(path, err, "%s", info.dli_fname);
    if (n <= 0) return sg_error_set(err, SG_EIO, SG_WHERE, "/proc/self/exe cannot be read");
    return sg_text_add_bytes(path, program, (size_t)n, err);
}

/* ---- Loading ---------------------------------------------------------------------------------- */

/* Where the plugin may be, seen from the folder that the library or program is in: beside it in a build,
 * and where it is installed. */
static const char *const PLACES[] = {"", "sharegnn/", "../" SG_LIBRARY_FOLDER "/sharegnn/"};

static sg_status load(sg_cluster *cluster, const char *own, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    sg_mpi_open_function *open_links = NULL;
    const char *slash = NULL, *reason = NULL;
    assert(own != NULL);
    slash = strrchr(own, '/');
    const int n = slash != NULL ? (int)(slash + 1 - own) : 0;
    for (size_t i = 0; cluster->library == NULL && i < sizeof PLACES / sizeof *PLACES; i++) {
        path.size = 0;
        SG_TRY(sg_text_add(&path, err, "%.*s%s%s", n, own, PLACES[i], PLUGIN));
        if (!sg_path_exists(path.data)) continue;
        /* MPI loads parts of its own, which look for its symbols. */
        cluster->library = dlopen(path.data, RTLD_NOW | RTLD_GLOBAL);
        if (cluster->library == NULL) reason = dlerror();
    }
    SG_REQUIRE(cluster->library != NULL || reason == NULL, SG_ENOTFOUND,
               "cannot load %s: %.200s", path.data, reason);
    SG_REQUIRE(cluster->library != NULL, SG_ENOTFOUND,
               "this is one of several processes, and without %s they do not know each other; "
               "install MPI and build again (tools/setup mpi), or start one process",
               PLUGIN);
    *(void **)&open_links = dlsym(cluster->library, SG_MPI_OPEN);
    SG_REQUIRE(open_links != NULL, SG_ENOTFOUND, "%s: it is of another version", path.data);
    SG_REQUIRE(open_links(&cluster->end), SG_EIO, "MPI cannot be started");
done:
    sg_text_free(&path);
    return status;
}

/* ---- Opening and closing ---------------------------------------------------------------------- */

/* Different builds may give different bits. */
static sg_status check_builds(sg_cluster *cluster, const char *own, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text bytes = {0};
    status = sg_file_read(&bytes, own, SIZE_MAX, err);
    SG_TRY(sg_cluster_agree(cluster, status, err));
    SG_TRY(sg_cluster_same(cluster, sg_hash_bytes(bytes.data, bytes.size),
                           "runs another build of sharegnn", err));
done:
    sg_text_free(&bytes);
    return status;
}

sg_status sg_cluster_open(sg_cluster **cluster, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(cluster);
    sg_status status = SG_OK;
    sg_cluster *opened = NULL;
    sg_text own = {0};
    uint32_t size = 1;
    sg_cluster_look(NULL, &size);
    SG_ALLOC(opened, 1);
    if (size > 1) {
        SG_TRY(own_file(&own, err));
        SG_TRY(load(opened, own.data, err));
        SG_TRY(check_builds(opened, own.data, err));
    }
    *cluster = opened;
    opened = NULL;
done:
    sg_text_free(&own);
    sg_cluster_close(opened);
    return status;
}

/* The plugin stays loaded: MPI leaves threads and exit handlers behind. */
void sg_cluster_close(sg_cluster *cluster)
{
    if (cluster == NULL) return;
    if (cluster->end.links != NULL) cluster->end.links->close(cluster->end.state);
    sg_free(cluster);
}
