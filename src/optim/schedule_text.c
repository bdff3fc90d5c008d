/* schedule_text.c - schedules from text: a kind, then its options in any order. */
#include "optim/schedule.h"

#include "optim/word_reader.h"

static const char KINDS[] =
    "allowed are constant, step SIZE GAMMA, plateau [factor F] [patience N] [min R] and cosine "
    "[min R], each with warm-up N [epochs|steps]";

static const char *const OPTIONS[] = {
    [SG_SCHEDULE_CONSTANT] = "allowed here is warm-up N [epochs|steps], once",
    [SG_SCHEDULE_STEP] = "allowed here is warm-up N [epochs|steps], once",
    [SG_SCHEDULE_PLATEAU] =
        "allowed here are factor F, patience N, min R and warm-up N [epochs|steps], each once",
    [SG_SCHEDULE_COSINE] = "allowed here are min R and warm-up N [epochs|steps], each once",
};

/* Which options were read. */
typedef struct options_seen {
    bool factor, patience, lowest, warm_up;
} options_seen;

static sg_status parse_kind(sg_schedule *schedule, sg_word_reader *in, sg_error *err)
{
    static const char *const names[] = {"constant", "step", "plateau", "cosine"};
    const sg_word word = sg_word_reader_take(in);
    for (int i = 0; i < 4; i++) {
        if (!sg_word_is(word, names[i])) continue;
        schedule->kind = (sg_schedule_kind)i;
        return SG_OK;
    }
    return sg_word_reader_fail(in, word, KINDS, err);
}

static sg_status parse_step(sg_schedule *schedule, sg_word_reader *in, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_word_reader_count(&schedule->size, in, "SIZE, the epochs between changes,", err));
    SG_TRY(sg_word_reader_real(&schedule->factor, in, "GAMMA, the factor,", err));
    SG_REQUIRE(schedule->size > 0, SG_EINVAL, "schedule \"%.120s\": SIZE must be at least 1",
               in->text);
    SG_REQUIRE(schedule->factor > 0, SG_EINVAL, "schedule \"%.120s\": GAMMA must be > 0",
               in->text);
done:
    return status;
}

static sg_status parse_factor(double *factor, sg_word_reader *in, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_word_reader_real(factor, in, "the factor", err));
    SG_REQUIRE(*factor > 0 && *factor < 1, SG_EINVAL,
               "schedule \"%.120s\": the factor must be between 0 and 1, not %g", in->text,
               *factor);
done:
    return status;
}

static sg_status parse_lowest(double *lowest, sg_word_reader *in, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_word_reader_real(lowest, in, "min, the lowest rate,", err));
    SG_REQUIRE(*lowest >= 0, SG_EINVAL, "schedule \"%.120s\": min must be >= 0, not %g",
               in->text, *lowest);
done:
    return status;
}

static sg_status parse_warm_up(sg_schedule *schedule, sg_word_reader *in, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_word_reader_count(&schedule->warm_up, in,
                                "warm-up, the number of epochs or steps,", err));
    SG_REQUIRE(schedule->warm_up > 0, SG_EINVAL,
               "schedule \"%.120s\": warm-up must be at least 1", in->text);
    const char *before = in->next;
    const sg_word unit = sg_word_reader_take(in);
    schedule->warm_up_by_step = sg_word_is(unit, "steps");
    if (!schedule->warm_up_by_step && !sg_word_is(unit, "epochs")) in->next = before;
done:
    return status;
}

/* Whether `word` is the option `name`, allowed here and not seen before. */
static bool first_time(bool *seen, sg_word word, const char *name, bool allowed)
{
    if (!allowed || *seen || !sg_word_is(word, name)) return false;
    *seen = true;
    return true;
}

static sg_status parse_option(sg_schedule *schedule, options_seen *seen, sg_word word,
                              sg_word_reader *in, sg_error *err)
{
    const bool plateau = schedule->kind == SG_SCHEDULE_PLATEAU;
    const bool bounded = plateau || schedule->kind == SG_SCHEDULE_COSINE;
    if (first_time(&seen->factor, word, "factor", plateau))
        return parse_factor(&schedule->factor, in, err);
    if (first_time(&seen->patience, word, "patience", plateau))
        return sg_word_reader_count(&schedule->patience, in, "the patience", err);
    if (first_time(&seen->lowest, word, "min", bounded))
        return parse_lowest(&schedule->lowest, in, err);
    if (first_time(&seen->warm_up, word, "warm-up", true))
        return parse_warm_up(schedule, in, err);
    return sg_word_reader_fail(in, word, OPTIONS[schedule->kind], err);
}

sg_status sg_schedule_parse(sg_schedule *schedule, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_word_reader in = {.what = "schedule", .text = text, .next = text};
    sg_schedule parsed = {SG_SCHEDULE_CONSTANT, .factor = 0.1, .patience = 10};
    options_seen seen = {0};
    SG_TRY(parse_kind(&parsed, &in, err));
    if (parsed.kind == SG_SCHEDULE_STEP) SG_TRY(parse_step(&parsed, &in, err));
    for (sg_word word = sg_word_reader_take(&in); word.length > 0;
         word = sg_word_reader_take(&in))
        SG_TRY(parse_option(&parsed, &seen, word, &in, err));
    *schedule = parsed;
done:
    return status;
}
