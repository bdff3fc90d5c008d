/* training_checkpoint.c - rank 0 has the file, all ranks have the state. */
#include "store/training_checkpoint.h"

#include "base/file.h"
#include "base/observer.h"
#include "store/checkpoint.h"

static const size_t MAX_FILE = (size_t)1 << 36;

/* The bytes of the file on all ranks; none where there is no file. */
static sg_status read_bytes(sg_text *bytes, const sg_training_checkpoint *kept, sg_error *err)
{
    sg_status status = SG_OK;
    if (sg_cluster_is_first(kept->cluster) && sg_path_exists(kept->path))
        status = sg_file_read(bytes, kept->path, MAX_FILE, err);
    SG_TRY(sg_cluster_agree(kept->cluster, status, err));
    sg_cluster_broadcast(kept->cluster, bytes);
done:
    return status;
}

/* The file can be written: rank 0 would find out only when hours of training are to be kept. */
static sg_status check_writable(const sg_training_checkpoint *kept, sg_error *err)
{
    sg_status status = SG_OK;
    sg_file_writer writer = {0};
    if (sg_cluster_is_first(kept->cluster)) {
        status = sg_file_writer_open(&writer, kept->path, err);
        sg_file_writer_close(&writer);
    }
    return sg_cluster_agree(kept->cluster, status, err);
}

sg_status sg_training_checkpoint_open(sg_training_checkpoint *kept, const char *path,
                                      uint64_t fingerprint, double seconds, sg_cluster *cluster,
                                      sg_trainer *trainer, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text bytes = {0};
    *kept = (sg_training_checkpoint){.path = path,
                                     .fingerprint = fingerprint,
                                     .seconds = seconds,
                                     .last = sg_seconds(),
                                     .cluster = cluster};
    SG_TRY(read_bytes(&bytes, kept, err));
    if (bytes.size > 0)
        status =
            sg_checkpoint_unpack(trainer, NULL, NULL, NULL, &bytes, path, fingerprint, err);
    SG_TRY(sg_cluster_agree(cluster, status, err));
    SG_TRY(check_writable(kept, err));
done:
    sg_text_free(&bytes);
    return status;
}

/* Rank 0's clock counts: all ranks save together or none does. */
static sg_status is_time(bool *is, const sg_training_checkpoint *kept, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    const char yes = sg_seconds() - kept->last >= kept->seconds;
    if (sg_cluster_is_first(kept->cluster)) status = sg_text_add_bytes(&text, &yes, 1, err);
    SG_TRY(sg_cluster_agree(kept->cluster, status, err));
    sg_cluster_broadcast(kept->cluster, &text);
    *is = text.data[0] != 0;
done:
    sg_text_free(&text);
    return status;
}

sg_status sg_training_checkpoint_keep(sg_training_checkpoint *kept, const sg_trainer *trainer,
                                      bool must, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text bytes = {0};
    bool is = must;
    if (!must) SG_TRY(is_time(&is, kept, err));
    if (!is) goto done;
    /* Ranks save together, so all of them must have the memory before one begins. */
    status = sg_checkpoint_room(&bytes, trainer, 0, err);
    SG_TRY(sg_cluster_agree(kept->cluster, status, err));
    sg_checkpoint_pack(&bytes, kept->fingerprint, trainer, NULL, 0);
    if (sg_cluster_is_first(kept->cluster))
        status = sg_file_write(kept->path, bytes.data, bytes.size, err);
    SG_TRY(sg_cluster_agree(kept->cluster, status, err));
    kept->last = sg_seconds();
done:
    sg_text_free(&bytes);
    return status;
}
