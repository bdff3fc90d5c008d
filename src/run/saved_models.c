/* saved_models.c - hashes of files among the values of the ledger. */
#include "run/saved_models.h"

#include "base/file.h"
#include "base/hash.h"
#include "run/job.h"
#include "run/run_folder.h"
#include "store/model_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* One file: its path, the key of its note, and the note that fits what it is now. */
typedef struct saved_model {
    sg_text path, key;
    char hash[20];
} saved_model;

static void saved_model_free(saved_model *saved)
{
    sg_text_free(&saved->path);
    sg_text_free(&saved->key);
}

static sg_status find_file(saved_model *saved, const char *folder, const sg_job *job,
                           uint32_t member, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text inside = {0}, bytes = {0};
    SG_TRY(sg_job_model_path(&inside, job, member, err));
    SG_TRY(sg_text_add(&saved->key, err, "hash of %s", inside.data));
    SG_TRY(sg_run_folder_path(&saved->path, folder, inside.data, err));
    SG_TRY(sg_file_read(&bytes, saved->path.data, SIZE_MAX, err));
    (void)snprintf(saved->hash, sizeof saved->hash, "%016" PRIx64,
                   sg_hash_bytes(bytes.data, bytes.size));
done:
    sg_text_free(&inside);
    sg_text_free(&bytes);
    return status;
}

sg_status sg_saved_models_note(sg_ledger *ledger, const char *folder, const sg_job *job,
                               uint32_t n_members, sg_error *err)
{
    sg_status status = SG_OK;
    saved_model saved = {0};
    for (uint32_t m = 0; m < n_members; m++) {
        SG_TRY(find_file(&saved, folder, job, m, err));
        SG_TRY(sg_ledger_put_values(ledger, &(sg_ledger_value){saved.key.data, saved.hash}, 1,
                                    err));
        saved_model_free(&saved);
    }
done:
    saved_model_free(&saved);
    return status;
}

static bool can_be_read(const char *path)
{
    sg_model model = {0};
    const bool answer = sg_model_read(&model, path, NULL) == SG_OK;
    sg_model_free(&model);
    return answer;
}

bool sg_saved_models_are_whole(sg_ledger *ledger, const char *folder, const sg_job *job,
                               uint32_t n_members)
{
    bool answer = true;
    for (uint32_t m = 0; answer && m < n_members; m++) {
        saved_model saved = {0};
        sg_text note = {0};
        answer = find_file(&saved, folder, job, m, NULL) == SG_OK;
        if (answer)
            answer = sg_ledger_value_of(&note, ledger, saved.key.data, NULL) == SG_OK
                         ? strcmp(note.data, saved.hash) == 0
                         : can_be_read(saved.path.data);
        sg_text_free(&note);
        saved_model_free(&saved);
    }
    return answer;
}
