/* checkpoint.c - a header, epochs, state. */
#include "store/checkpoint.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"

#include <string.h>

static const uint64_t MAGIC = UINT64_C(0x31746e696f706b63); /* "ckpoint1" */
static const size_t MAX_FILE = (size_t)1 << 36;

typedef struct header {
    uint64_t magic;
    uint64_t checksum; /* of all bytes behind it */
    uint64_t run;
    uint64_t n_epochs, state_size;
} header;

enum { BEFORE_CHECKED = 2 * sizeof(uint64_t) };

/* Copy epochs member by member to memory that is 0: what lies between members stays so. */
static void save_epochs(unsigned char *bytes, const sg_ledger_epoch *epoch, size_t n)
{
    for (size_t e = 0; e < n; e++, bytes += sizeof *epoch) {
        sg_ledger_epoch clean;
        memset(&clean, 0, sizeof clean);
        clean.epoch = epoch[e].epoch;
        clean.learning_rate = epoch[e].learning_rate;
        memcpy(clean.score, epoch[e].score, sizeof clean.score);
        clean.seconds = epoch[e].seconds;
        memcpy(bytes, &clean, sizeof clean);
    }
}

sg_status sg_checkpoint_room(sg_text *bytes, const sg_trainer *trainer, size_t n_epochs,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const size_t size =
        sizeof(header) + n_epochs * sizeof(sg_ledger_epoch) + sg_trainer_state_size(trainer);
    SG_TRY(sg_grow(&bytes->data, &bytes->capacity, size + 1, 1, err));
    memset(bytes->data, 0, size + 1);
    bytes->size = size;
done:
    return status;
}

void sg_checkpoint_pack(sg_text *bytes, uint64_t run, const sg_trainer *trainer,
                        const sg_ledger_epoch *epoch, size_t n_epochs)
{
    header h = {MAGIC, 0, run, n_epochs, sg_trainer_state_size(trainer)};
    unsigned char *to = (unsigned char *)bytes->data;
    memcpy(to, &h, sizeof h);
    save_epochs(to + sizeof h, epoch, n_epochs);
    sg_trainer_state_save(to + sizeof h + n_epochs * sizeof *epoch, trainer);
    h.checksum = sg_hash_bytes(to + BEFORE_CHECKED, bytes->size - BEFORE_CHECKED);
    memcpy(to, &h, sizeof h);
}

sg_status sg_checkpoint_write(const char *path, uint64_t run, const sg_trainer *trainer,
                              const sg_ledger_epoch *epoch, size_t n_epochs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text bytes = {0};
    SG_TRY(sg_checkpoint_room(&bytes, trainer, n_epochs, err));
    sg_checkpoint_pack(&bytes, run, trainer, epoch, n_epochs);
    SG_TRY(sg_file_write(path, bytes.data, bytes.size, err));
done:
    sg_text_free(&bytes);
    return status;
}

/* Whether the bytes are what sg_checkpoint_pack has made. */
static bool is_whole(header *h, const sg_text *file)
{
    if (file->size < sizeof *h) return false;
    memcpy(h, file->data, sizeof *h);
    const size_t rest = file->size - sizeof *h;
    return h->magic == MAGIC && h->n_epochs <= rest / sizeof(sg_ledger_epoch) &&
           rest - h->n_epochs * sizeof(sg_ledger_epoch) == h->state_size &&
           sg_hash_bytes(file->data + BEFORE_CHECKED, file->size - BEFORE_CHECKED) ==
               h->checksum;
}

sg_status sg_checkpoint_unpack(sg_trainer *trainer, sg_ledger_epoch **epoch, size_t *n_epochs,
                               size_t *capacity, const sg_text *bytes, const char *path,
                               uint64_t run, sg_error *err)
{
    sg_status status = SG_OK;
    header h = {0};
    sg_error inner = {0};
    SG_REQUIRE(is_whole(&h, bytes), SG_EFORMAT,
               "%s: the checkpoint is damaged; delete it to start this training again", path);
    SG_REQUIRE(h.run == run, SG_EFORMAT,
               "%s: the checkpoint is of another %s; delete it to start this training again",
               path, epoch != NULL ? "run" : "training: its data, model or settings differ");
    if (epoch != NULL) SG_TRY(sg_grow(epoch, capacity, h.n_epochs + 1, sizeof **epoch, err));
    const size_t epochs_size = h.n_epochs * sizeof(sg_ledger_epoch);
    if (sg_trainer_state_load(trainer, bytes->data + sizeof h + epochs_size, h.state_size,
                              &inner) != SG_OK)
        SG_REQUIRE(false, inner.status, "%s: %s; delete it to start this training again", path,
                   inner.text);
    if (epoch == NULL) goto done;
    if (h.n_epochs > 0) memcpy(*epoch, bytes->data + sizeof h, epochs_size);
    *n_epochs = h.n_epochs;
done:
    return status;
}

sg_status sg_checkpoint_read(sg_trainer *trainer, sg_ledger_epoch **epoch, size_t *n_epochs,
                             size_t *capacity, const char *path, uint64_t run, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text file = {0};
    *n_epochs = 0;
    if (!sg_path_exists(path)) goto done;
    SG_TRY(sg_file_read(&file, path, MAX_FILE, err));
    SG_TRY(sg_checkpoint_unpack(trainer, epoch, n_epochs, capacity, &file, path, run, err));
done:
    sg_text_free(&file);
    return status;
}
