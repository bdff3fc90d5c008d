/* reading_api.c - how tables were read, behind the public header. */
#include "sharegnn.h"

#include "base/file.h"
#include "base/struct_size.h"
#include "data/reading/task_guess.h"

#include <stdio.h>

uint64_t sg_data_row_count(const sg_dataset *data)
{
    if (data == NULL) return 0;
    return data->reading.n_rows;
}

uint64_t sg_data_reject_count(const sg_dataset *data)
{
    if (data == NULL) return 0;
    return data->reading.n_rejects;
}

sg_status sg_data_reject_at(sg_data_reject *reject, const sg_dataset *data, uint64_t i,
                            sg_error *err)
{
    SG_REQUIRE_RESULT(reject, reason);
    SG_REQUIRE_ARGUMENT(data);
    if (i >= sg_reading_kept(&data->reading))
        return sg_error_set(err, SG_EINVAL, SG_WHERE, "there is no reject %llu",
                            (unsigned long long)i);
    const sg_reject found = sg_reading_at(&data->reading, (uint32_t)i);
    const sg_data_reject made = {.row = found.row,
                                 .line = found.line,
                                 .column = found.column,
                                 .id = found.id,
                                 .reason = found.reason};
    sg_struct_write(reject, &made, sizeof made);
    return SG_OK;
}

sg_status sg_data_write_rejects(const sg_dataset *data, const char *path, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_PATH(path);
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sg_reading_rejects_csv(&text, &data->reading, err));
    SG_TRY(sg_file_write(path, text.data, text.size, err));
done:
    sg_text_free(&text);
    return status;
}

const char *sg_data_note(const sg_dataset *data, uint32_t i)
{
    if (data == NULL) return NULL;
    return sg_names_or_null(&data->reading.note, i);
}

sg_status sg_data_candidate_at(sg_data_candidate *candidate, const sg_dataset *data, uint32_t i,
                               sg_error *err)
{
    SG_REQUIRE_RESULT(candidate, looks);
    SG_REQUIRE_ARGUMENT(data);
    if (i >= data->reading.candidate.n)
        return sg_error_set(err, SG_EINVAL, SG_WHERE, "there is no candidate %u", i);
    const sg_data_candidate made = {.column = sg_names_at(&data->reading.candidate, i),
                                    .looks = sg_names_at(&data->reading.looks, i)};
    sg_struct_write(candidate, &made, sizeof made);
    return SG_OK;
}

uint32_t sg_data_column_count(const sg_dataset *data)
{
    if (data == NULL) return 0;
    return data->reading.column_name.n;
}

const char *sg_data_column_name(const sg_dataset *data, uint32_t column)
{
    if (data == NULL) return NULL;
    return sg_names_or_null(&data->reading.column_name, column);
}

static const char *cell_at(const sg_names *cell, const sg_dataset *data, uint64_t row,
                           uint32_t column)
{
    const uint32_t n = data->reading.column_name.n;
    if (column >= n || row >= cell->n / n) return NULL;
    return sg_names_at(cell, (uint32_t)(row * n + column));
}

const char *sg_data_cell(const sg_dataset *data, uint32_t graph, uint32_t column)
{
    if (data == NULL) return NULL;
    return cell_at(&data->reading.cell, data, graph, column);
}

const char *sg_data_reject_cell(const sg_dataset *data, uint64_t reject, uint32_t column)
{
    if (data == NULL) return NULL;
    return cell_at(&data->reading.reject_cell, data, reject, column);
}

sg_status sg_data_task(sg_data_task_guess *guess, const sg_dataset *data, sg_error *err)
{
    SG_REQUIRE_RESULT(guess, remedy);
    SG_REQUIRE_ARGUMENT(data);
    const sg_task_guess found = sg_task_guess_of(data);
    sg_data_task_guess made = {.task = found.task, .is_doubtful = found.is_doubtful};
    (void)snprintf(made.reason, sizeof made.reason, "%s", found.reason);
    (void)snprintf(made.remedy, sizeof made.remedy, "%s", found.remedy);
    sg_struct_write(guess, &made, sizeof made);
    return SG_OK;
}
