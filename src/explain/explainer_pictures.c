/* explainer_pictures.c - pictures of explanations and labels as texts and files. */
#include "base/struct_size.h"
#include "draw/picture_file.h"
#include "explain/explainer.h"
#include "explain/pictures/picture.h"

sg_status sg_explainer_picture(char **svg, const sg_explainer *explainer,
                               const sg_explanation *explanation,
                               const sg_picture_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(svg);
    SG_REQUIRE_ARGUMENT(explainer);
    SG_REQUIRE_ARGUMENT(explanation);
    sg_explanation shown;
    SG_TAKE_OPTIONS(shown, explanation, explained_node);
    if (shown.explainer == NULL)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "explanation: it is empty; sg_explainer_graph and "
                            "sg_explainer_node fill it");
    if (shown.explainer != explainer)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "explanation: that of graph %u was made by another explainer; "
                            "this explainer is that of the data set %s",
                            shown.graph, sg_explainer_data_name(explainer));
    sg_picture_options chosen;
    SG_TAKE_OPTIONS(chosen, options, by_contribution);
    if ((unsigned)chosen.credit > SG_CREDIT_SENDER)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "options->credit: %d is none of the possible values",
                            (int)chosen.credit);
    sg_text text = {0};
    sg_status status = sg_explainer_check_model(explainer, err);
    if (status != SG_OK) return status;
    status = sg_picture_draw(&text, explainer, &shown, &chosen, err);
    if (status == SG_OK) *svg = text.data;
    return status;
}

sg_status sg_explainer_label_picture(char **svg, const sg_explainer *explainer,
                                     uint32_t labeling, uint32_t label, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(svg);
    SG_REQUIRE_ARGUMENT(explainer);
    sg_text text = {0};
    const sg_status status = sg_picture_label(&text, explainer, labeling, label, false, err);
    if (status == SG_OK) *svg = text.data;
    return status;
}

sg_status sg_picture_write(const char *path, const char *svg, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_PATH(path);
    SG_REQUIRE_ARGUMENT(svg);
    return sg_picture_file_write(path, svg, err);
}
