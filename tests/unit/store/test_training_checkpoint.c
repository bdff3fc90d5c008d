/* test_training_checkpoint.c - a training that was stopped goes on from its file, alone or with other numbers of
 * ranks, and ends with the bits of one that was never stopped. */
#include "store/training_checkpoint.h"

#include "base/file.h"
#include "base/mem.h"
#include "model/model.h"
#include "sharegnn.h"
#include "store/checkpoint.h"
#include "support/check.h"
#include "support/fake_ranks.h"
#include "support/folder.h"
#include "train/training_session.h"

#include <unistd.h>

enum { MOST = 8, N_EPOCHS = 7, N_TRAIN = 97, N_VALIDATION = 30 };

/* What ranks are told and what they found. */
typedef struct common {
    const char *settings, *decoder, *path;
    uint32_t stop_at; /* rank 0 stops after so many epochs; 0: never */
    uint32_t n_seen;  /* epochs of this stretch */
    uint32_t data_seed;
    double seconds;
    sg_status status[MOST];
    sg_error err[MOST];
    sg_epoch best;
    double *weight[MOST];
    size_t n_weights;
} common;

typedef struct caller {
    common *m;
    uint32_t rank;
} caller;

static bool go_on(void *context, const sg_epoch *epoch)
{
    const caller *c = context;
    if (c->rank == 0) c->m->n_seen++;
    return c->m->stop_at == 0 || c->rank > 0 || epoch->epoch < c->m->stop_at;
}

static void train(sg_cluster *cluster, void *context)
{
    common *m = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    const char *encoder[] = {"cycles:6 @ distance 0..2"};
    const sg_model_options form = {.struct_size = sizeof form,
                                   .encoder = encoder,
                                   .n_encoders = 1,
                                   .decoder = m->decoder != NULL ? m->decoder : "cycles:6"};
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    uint32_t item[150];
    caller c = {m, rank};
    for (uint32_t i = 0; i < 150; i++) item[i] = (i * 7 + 3) % 150;
    const sg_training_options t = {.struct_size = sizeof t,
                                   .settings = m->settings,
                                   .item = {item, item + N_TRAIN, NULL},
                                   .n_items = {N_TRAIN, N_VALIDATION, 0},
                                   .seed = 5,
                                   .n_threads = 1,
                                   .n_epochs = N_EPOCHS,
                                   .epoch = go_on,
                                   .context = &c,
                                   .cluster = cluster,
                                   .checkpoint = m->path,
                                   .checkpoint_seconds = m->seconds};
    sg_epoch best = {0};
    m->status[rank] = sg_data_generate(&data, "CSL", m->data_seed, &m->err[rank]);
    if (m->status[rank] == SG_OK)
        m->status[rank] = sg_model_build(&model, data, &form, &m->err[rank]);
    if (m->status[rank] == SG_OK)
        m->status[rank] = sg_model_train(&best, model, data, &t, &m->err[rank]);
    if (model != NULL && model->is_trained) {
        m->weight[rank] = sg_alloc(model->n_weights, sizeof *m->weight[rank]);
        if (m->weight[rank] != NULL)
            memcpy(m->weight[rank], model->weight, model->n_weights * sizeof *model->weight);
        if (rank == 0) m->n_weights = model->n_weights;
    }
    if (rank == 0) m->best = best;
    sg_model_close(model);
    sg_data_close(data);
}

static void free_weights(common *m)
{
    for (int r = 0; r < MOST; r++) sg_free(m->weight[r]);
}

static const char SETTINGS[] = "{shards: 8, batch-size: 16, average: 0.9, clip: 1, "
                               "schedule: plateau factor 0.5 patience 1}";

/* Stretches of a training by these numbers of ranks, each stopped after two epochs but for the last. */
static void check_stretches(const uint32_t *n_ranks, uint32_t n)
{
    common whole = {.settings = SETTINGS};
    run_ranks(1, train, &whole);
    check_ok(whole.status[0]);
    (void)unlink(path_of("c"));
    for (uint32_t i = 0; i < n; i++) {
        const bool is_last = i + 1 == n;
        common part = {
            .settings = SETTINGS, .path = path_of("c"), .stop_at = is_last ? 0 : 2 * (i + 1)};
        run_ranks(n_ranks[i], train, &part);
        for (uint32_t r = 0; r < n_ranks[i]; r++)
            assert_int_equal(part.status[r], is_last ? SG_OK : SG_ECANCELED);
        assert_int_equal(part.n_seen, is_last ? N_EPOCHS - 2 * i : 2);
        assert_true(sg_path_exists(path_of("c")));
        for (uint32_t r = 0; is_last && r < n_ranks[i]; r++)
            assert_memory_equal(part.weight[r], whole.weight[0],
                                whole.n_weights * sizeof *whole.weight[0]);
        if (is_last) assert_int_equal(part.best.epoch, whole.best.epoch);
        if (is_last) assert_true(part.best.loss[1] == whole.best.loss[1]);
        free_weights(&part);
    }
    free_weights(&whole);
}

static void trainings_go_on_with_other_ranks(void **state)
{
    (void)state;
    check_stretches((const uint32_t[]){1, 1}, 2);
    check_stretches((const uint32_t[]){1, 3, 2}, 3);
    check_stretches((const uint32_t[]){4, 1, 8, 1}, 4);
}

/* Of one that is over, nothing is left to do but to take the weights. */
static void a_training_that_is_over_trains_no_more(void **state)
{
    (void)state;
    (void)unlink(path_of("c"));
    common first = {.settings = SETTINGS, .path = path_of("c"), .seconds = 1e-9},
           again = {.settings = SETTINGS, .path = path_of("c")};
    run_ranks(2, train, &first);
    check_ok(first.status[0]);
    run_ranks(1, train, &again);
    check_ok(again.status[0]);
    assert_int_equal(again.n_seen, 0);
    assert_int_equal(again.best.epoch, first.best.epoch);
    assert_memory_equal(again.weight[0], first.weight[0],
                        first.n_weights * sizeof *first.weight[0]);
    free_weights(&first);
    free_weights(&again);
}

static void check_refused(common m, uint32_t n_ranks, sg_status status, const char *text)
{
    run_ranks(n_ranks, train, &m);
    for (uint32_t r = 0; r < n_ranks; r++) {
        assert_int_equal(m.status[r], status);
        if (strstr(m.err[r].text, text) == NULL)
            fail_msg("rank %u: \"%s\" is not in \"%s\"", r, text, m.err[r].text);
    }
    free_weights(&m);
}

static void files_of_other_trainings_are_refused(void **state)
{
    (void)state;
    const char *other = "of another training: its data, model or settings differ; delete it to "
                        "start this training again";
    (void)unlink(path_of("c"));
    common first = {.settings = SETTINGS, .path = path_of("c"), .stop_at = 2};
    run_ranks(1, train, &first);
    assert_int_equal(first.status[0], SG_ECANCELED);
    free_weights(&first);
    common m = {.settings = "{shards: 8, batch-size: 16}", .path = path_of("c")};
    check_refused(m, 1, SG_EFORMAT, other);
    check_refused(m, 3, SG_EFORMAT, other);
    m.settings = SETTINGS;
    m.data_seed = 9;
    check_refused(m, 2, SG_EFORMAT, other);
    m.data_seed = 0;
    m.decoder = "wl:1";
    check_refused(m, 1, SG_EFORMAT, other);
    m.decoder = NULL;
    m.path = path_of("c");
    m.seconds = -1;
    check_refused(m, 1, SG_EINVAL, "checkpoint_seconds: -1 is no time");
    m.path = NULL;
    m.seconds = 3;
    check_refused(m, 1, SG_EINVAL, "there is no file to write to");
}

/* Before the first epoch, not when the first checkpoint is due. */
static void files_that_cannot_be_written_are_refused_at_once(void **state)
{
    (void)state;
    common m = {.settings = SETTINGS, .path = path_of("nowhere/c")};
    for (uint32_t n_ranks = 1; n_ranks <= 2; n_ranks++) {
        run_ranks(n_ranks, train, &m);
        for (uint32_t r = 0; r < n_ranks; r++) {
            assert_int_equal(m.status[r], SG_ENOTFOUND);
            assert_non_null(strstr(m.err[r].text, "nowhere"));
            assert_null(m.weight[r]);
            m.err[r] = (sg_error){0};
        }
        assert_int_equal(m.n_seen, 0);
    }
    m.path = "/proc/c"; /* a folder where nobody can make files, not even root */
    run_ranks(1, train, &m);
    assert_true(m.status[0] == SG_EIO || m.status[0] == SG_ENOTFOUND);
    assert_int_equal(m.n_seen, 0);
    m.path = "";
    m.err[0] = (sg_error){0};
    check_refused(m, 1, SG_EINVAL, "training->checkpoint: it is empty");
}

/* Whatever byte is lost or changed, nothing is trained from it. */
static void damaged_files_are_refused(void **state)
{
    (void)state;
    sg_text file = {0};
    (void)unlink(path_of("c"));
    common first = {.settings = SETTINGS, .path = path_of("c"), .stop_at = 1};
    run_ranks(1, train, &first);
    free_weights(&first);
    check_ok(sg_file_read(&file, path_of("c"), SIZE_MAX, &err));
    for (size_t i = 0; i < 12; i++) {
        const size_t at = i * (file.size - 1) / 11;
        const common m = {.settings = SETTINGS, .path = path_of("c")};
        file.data[at] ^= 16;
        check_ok(sg_file_write(path_of("c"), file.data, file.size, &err));
        check_refused(m, 1 + (uint32_t)i % 3, SG_EFORMAT, "delete it to start");
        file.data[at] ^= 16;
        check_ok(sg_file_write(path_of("c"), file.data, at, &err));
        if (at > 0) check_refused(m, 1, SG_EFORMAT, "damaged");
    }
    sg_text_free(&file);
}

/* Without the public function: it is written when it must be, or when it is time to. */
static void it_is_written_when_it_is_time_to(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    sg_training_session session = {0};
    sg_training_checkpoint kept = {0};
    sg_text bytes = {0};
    sg_epoch epoch;
    uint64_t fingerprint = 0, again = 0;
    const sg_training_options request = {.struct_size = sizeof request, .seed = 3};
    const sg_model_options form = {.struct_size = sizeof form, .decoder = "degree"};
    const sg_train_options options = sg_train_defaults(SG_CLASSIFICATION);
    (void)unlink(path_of("c"));
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    check_ok(sg_model_build(&model, data, &form, &err));
    check_ok(sg_training_session_open(&session, model, data, &options, &request, &err));
    check_ok(sg_training_session_fingerprint(&fingerprint, &session, data, &err));
    check_ok(sg_training_checkpoint_open(&kept, path_of("c"), fingerprint, 3600, NULL,
                                         session.trainer, &err));
    check_ok(sg_trainer_epoch(&epoch, session.trainer, &err));
    check_ok(sg_training_session_fingerprint(&again, &session, data, &err));
    assert_true(again != fingerprint); /* its weights are others now */
    check_ok(sg_training_checkpoint_keep(&kept, session.trainer, false, &err));
    assert_false(sg_path_exists(path_of("c")));
    check_ok(sg_training_checkpoint_keep(&kept, session.trainer, true, &err));
    check_ok(sg_file_read(&bytes, path_of("c"), SIZE_MAX, &err));
    sg_text packed = {0};
    check_ok(sg_checkpoint_room(&packed, session.trainer, 0, &err));
    sg_checkpoint_pack(&packed, fingerprint, session.trainer, NULL, 0);
    assert_int_equal(packed.size, bytes.size);
    assert_memory_equal(packed.data, bytes.data, bytes.size);
    check_ok(sg_checkpoint_unpack(session.trainer, NULL, NULL, NULL, &packed, "c", fingerprint,
                                  &err));
    check_fails(
        sg_checkpoint_unpack(session.trainer, NULL, NULL, NULL, &packed, "c", again, &err),
        SG_EFORMAT, "c: the checkpoint is of another training");
    sg_text_free(&packed);
    sg_text_free(&bytes);
    sg_training_session_close(&session);
    sg_model_close(model);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trainings_go_on_with_other_ranks),
        cmocka_unit_test(a_training_that_is_over_trains_no_more),
        cmocka_unit_test(files_of_other_trainings_are_refused),
        cmocka_unit_test(files_that_cannot_be_written_are_refused_at_once),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(it_is_written_when_it_is_time_to)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
