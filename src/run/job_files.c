/* job_files.c - where a job leaves its models and checkpoints. */
#include "run/job.h"

#include <unistd.h>

/* Append "evaluate-c0-f3-r1". */
static sg_status add_name(sg_text *path, const sg_job *job, sg_error *err)
{
    return sg_text_add(path, err, "%s-c%u-f%u-r%u",
                       job->stage == SG_SELECTING ? "select" : "evaluate", job->configuration,
                       job->fold, job->run);
}

sg_status sg_job_model_path(sg_text *path, const sg_job *job, uint32_t member, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(path, err, "models/"));
    SG_TRY(add_name(path, job, err));
    if (member > 0) SG_TRY(sg_text_add(path, err, "-m%u", member));
    SG_TRY(sg_text_add(path, err, ".safetensors"));
done:
    return status;
}

sg_status sg_job_checkpoint_path(sg_text *path, const sg_job *job, uint32_t attempt,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(path, err, "checkpoints/"));
    SG_TRY(add_name(path, job, err));
    SG_TRY(sg_text_add(path, err, "-a%u.bin", attempt));
done:
    return status;
}

static void remove_files(const sg_job *job, const char *folder, uint32_t n,
                         sg_status (*inside)(sg_text *, const sg_job *, uint32_t, sg_error *))
{
    for (uint32_t i = 0; i < n; i++) {
        sg_text path = {0};
        if (sg_text_add(&path, NULL, "%s/", folder) == SG_OK &&
            inside(&path, job, i, NULL) == SG_OK)
            (void)unlink(path.data);
        sg_text_free(&path);
    }
}

void sg_job_forget(const sg_job *job, const char *folder, const sg_experiment *experiment)
{
    remove_files(job, folder, experiment->n_members * experiment->n_restarts,
                 sg_job_checkpoint_path);
}

void sg_job_remove_models(const sg_job *job, const char *folder,
                          const sg_experiment *experiment)
{
    remove_files(job, folder, experiment->n_members, sg_job_model_path);
}
