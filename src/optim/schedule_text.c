/* schedule_text.c - schedules as text: a kind, then its options in any order. */
#include "optim/schedule.h"

#include "optim/word_reader.h"

const sg_schedule_words sg_schedule_kinds[SG_N_SCHEDULES] = {
    [SG_SCHEDULE_CONSTANT] = {"constant", "constant", "always the same rate"},
    [SG_SCHEDULE_STEP] = {"step", "step SIZE GAMMA", "times GAMMA every SIZE epochs"},
    [SG_SCHEDULE_PLATEAU] =
        {"plateau", "plateau [factor F] [patience N] [min R]",
         "times F (0.1) after more than N (10) epochs without a smaller loss, down to R"},
    [SG_SCHEDULE_COSINE] = {"cosine", "cosine [min R]",
                            "from the full rate to R along half a cosine"},
};

/* What may follow a kind, in the order in which it is written. */
enum { FACTOR, PATIENCE, LOWEST, WARM_UP, N_OPTIONS };

enum {
    OF_PLATEAU = 1 << SG_SCHEDULE_PLATEAU,
    OF_COSINE = 1 << SG_SCHEDULE_COSINE,
    OF_ALL = (1 << SG_N_SCHEDULES) - 1
};

static const struct {
    const char *word, *usage;
    unsigned kinds; /* that have it */
} OPTIONS[N_OPTIONS] = {
    [FACTOR] = {"factor", "factor F", OF_PLATEAU},
    [PATIENCE] = {"patience", "patience N", OF_PLATEAU},
    [LOWEST] = {"min", "min R", OF_PLATEAU | OF_COSINE},
    [WARM_UP] = {"warm-up", "warm-up N [epochs|steps]", OF_ALL},
};

static const char STEPS[] = "steps", EPOCHS[] = "epochs";

static bool has_option(const sg_schedule *schedule, int option)
{
    return (OPTIONS[option].kinds >> schedule->kind & 1) != 0;
}

sg_schedule sg_schedule_default(sg_schedule_kind kind)
{
    return (sg_schedule){.kind = kind, .factor = 0.1, .patience = 10};
}

/* ---- Reading ------------------------------------------------------------------------------- */

static sg_status parse_kind(sg_schedule_kind *kind, sg_word_reader *in, sg_error *err)
{
    sg_words usages = {0};
    const sg_word word = sg_word_reader_take(in);
    for (int k = 0; k < SG_N_SCHEDULES; k++) {
        sg_words_add(&usages, sg_schedule_kinds[k].usage);
        if (!sg_word_is(word, sg_schedule_kinds[k].word)) continue;
        *kind = (sg_schedule_kind)k;
        return SG_OK;
    }
    return sg_word_reader_refuse(in, word, "allowed", &usages,
                                 ", each with warm-up N [epochs|steps]", err);
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
    schedule->warm_up_by_step = sg_word_is(unit, STEPS);
    if (!schedule->warm_up_by_step && !sg_word_is(unit, EPOCHS)) in->next = before;
done:
    return status;
}

static sg_status fail_option(const sg_schedule *schedule, const sg_word_reader *in,
                             sg_word word, sg_error *err)
{
    sg_words usages = {0};
    for (int o = 0; o < N_OPTIONS; o++)
        if (has_option(schedule, o)) sg_words_add(&usages, OPTIONS[o].usage);
    return sg_word_reader_refuse(in, word, "allowed here", &usages,
                                 usages.size > 0 ? ", each once" : ", once", err);
}

static sg_status parse_option(sg_schedule *schedule, bool seen[N_OPTIONS], sg_word word,
                              sg_word_reader *in, sg_error *err)
{
    int option = 0;
    while (option < N_OPTIONS && (seen[option] || !has_option(schedule, option) ||
                                  !sg_word_is(word, OPTIONS[option].word)))
        option++;
    if (option == N_OPTIONS) return fail_option(schedule, in, word, err);
    seen[option] = true;
    if (option == FACTOR) return parse_factor(&schedule->factor, in, err);
    if (option == PATIENCE)
        return sg_word_reader_count(&schedule->patience, in, "the patience", err);
    if (option == LOWEST) return parse_lowest(&schedule->lowest, in, err);
    return parse_warm_up(schedule, in, err);
}

sg_status sg_schedule_parse(sg_schedule *schedule, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_word_reader in = {.what = "schedule", .text = text, .next = text};
    sg_schedule parsed = sg_schedule_default(SG_SCHEDULE_CONSTANT);
    bool seen[N_OPTIONS] = {false};
    SG_TRY(parse_kind(&parsed.kind, &in, err));
    if (parsed.kind == SG_SCHEDULE_STEP) SG_TRY(parse_step(&parsed, &in, err));
    for (sg_word word = sg_word_reader_take(&in); word.length > 0;
         word = sg_word_reader_take(&in))
        SG_TRY(parse_option(&parsed, seen, word, &in, err));
    *schedule = parsed;
done:
    return status;
}

/* ---- Writing ------------------------------------------------------------------------------- */

static sg_status write_option(sg_text *text, const sg_schedule *s, int option, sg_error *err)
{
    sg_status status = SG_OK;
    if (option == WARM_UP && s->warm_up == 0) goto done;
    SG_TRY(sg_text_add(text, err, " %s ", OPTIONS[option].word));
    if (option == FACTOR)
        SG_TRY(sg_word_add_real(text, s->factor, err));
    else if (option == PATIENCE)
        SG_TRY(sg_text_add(text, err, "%u", s->patience));
    else if (option == LOWEST)
        SG_TRY(sg_word_add_real(text, s->lowest, err));
    else
        SG_TRY(
            sg_text_add(text, err, "%u %s", s->warm_up, s->warm_up_by_step ? STEPS : EPOCHS));
done:
    return status;
}

sg_status sg_schedule_write(sg_text *text, const sg_schedule *schedule, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(text, err, "%s", sg_schedule_kinds[schedule->kind].word));
    if (schedule->kind == SG_SCHEDULE_STEP) {
        SG_TRY(sg_text_add(text, err, " %u ", schedule->size));
        SG_TRY(sg_word_add_real(text, schedule->factor, err));
    }
    for (int o = 0; o < N_OPTIONS; o++)
        if (has_option(schedule, o)) SG_TRY(write_option(text, schedule, o, err));
done:
    return status;
}
