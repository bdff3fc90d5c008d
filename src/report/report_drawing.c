/* report_drawing.c - what a graph of the explorer looks like: places, edges, and of a molecule the strokes
 * and symbols of its structural formula. */
#include "report/report_parts.h"

#include "base/mem.h"
#include "chem/molecule_look.h"
#include "draw/layout.h"
#include "graph/undirected.h"
#include "images/image_look.h"

#include <math.h>

/* A hundredth of a bond is fine enough. */
static sg_status put_place(sg_json_writer *json, sg_point at, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_put_real(json, round(100 * at.x) / 100, err));
    SG_TRY(sg_json_put_real(json, round(100 * at.y) / 100, err));
done:
    return status;
}

static sg_status put_edges(sg_json_writer *json, const sg_one_graph *one, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_array(json, "edges", err));
    for (uint32_t v = 0; v < one->n_nodes; v++)
        for (uint32_t a = one->arc_offset[v]; a < one->arc_offset[v + 1]; a++) {
            const uint32_t other = one->neighbor[a] - one->first;
            if (!sg_arc_stands_for_edge(one, v, other)) continue;
            SG_TRY(sg_json_put_unsigned(json, v, err));
            SG_TRY(sg_json_put_unsigned(json, other, err));
        }
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* R, S, E and Z as [x, y, letter]. */
static sg_status put_marks(sg_json_writer *json, const sg_structure *structure, sg_error *err)
{
    sg_status status = SG_OK;
    if (structure->n_marks == 0) goto done;
    SG_TRY(sg_json_member_array(json, "hands", err));
    for (size_t i = 0; i < structure->n_marks; i++) {
        const char letter[2] = {structure->mark[i].letter, '\0'};
        SG_TRY(put_place(json, structure->mark[i].at, err));
        SG_TRY(sg_json_put_text(json, letter, err));
    }
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* Strokes as [x, y, x, y, dashed], symbols as [atom, symbol, hydrogens, charge, side]. */
static sg_status put_structure(sg_json_writer *json, const sg_structure *structure,
                               const sg_structure_atom *atom, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_array(json, "strokes", err));
    for (size_t i = 0; i < structure->n_strokes; i++) {
        SG_TRY(put_place(json, structure->stroke[i].from, err));
        SG_TRY(put_place(json, structure->stroke[i].to, err));
        SG_TRY(sg_json_put_unsigned(json, structure->stroke[i].is_dashed, err));
    }
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "symbols", err));
    for (size_t i = 0; i < structure->n_symbols; i++) {
        const sg_symbol *s = &structure->symbol[i];
        SG_TRY(sg_json_put_unsigned(json, s->atom, err));
        SG_TRY(sg_json_put_text(json, atom[s->atom].symbol, err));
        SG_TRY(sg_json_put_unsigned(json, atom[s->atom].hydrogens, err));
        SG_TRY(sg_json_put_integer(json, atom[s->atom].charge, err));
        SG_TRY(sg_json_put_unsigned(json, (uint64_t)s->side, err));
    }
    SG_TRY(sg_json_close(json, err));
    SG_TRY(put_marks(json, structure, err));
done:
    return status;
}

/* Pixels as shares of brightness; words of texts are in lines, which the page makes. */
static sg_status put_pixels(sg_json_writer *json, const sg_dataset *data,
                            const sg_one_graph *one, const sg_pixel_grid *grid, sg_error *err)
{
    sg_status status = SG_OK;
    double *share = NULL;
    SG_ALLOC(share, one->n_nodes);
    sg_image_shares(share, data, one);
    SG_TRY(sg_json_member_integer(json, "columns", grid->width, err));
    SG_TRY(sg_json_member_array(json, "pixels", err));
    for (uint32_t v = 0; v < one->n_nodes; v++)
        SG_TRY(sg_json_put_real(json, round(100 * share[v]) / 100, err));
    SG_TRY(sg_json_close(json, err));
done:
    sg_free(share);
    return status;
}

/* Where the nodes are: pixels in their grid, others by a layout. */
static sg_status find_places(sg_layout *layout, const sg_one_graph *one,
                             const sg_pixel_grid *grid, sg_error *err)
{
    sg_status status = SG_OK;
    if (grid->width == 0) return sg_layout_find(layout, one, err);
    SG_ALLOC(layout->at, one->n_nodes);
    layout->n_nodes = one->n_nodes;
    for (uint32_t v = 0; v < one->n_nodes; v++)
        layout->at[v] =
            (sg_point){(double)(v % grid->width), floor((double)v / (double)grid->width)};
done:
    return status;
}

sg_status sgi_report_drawing(sg_json_writer *json, const sg_dataset *data,
                             const sg_one_graph *one, sg_error *err)
{
    sg_status status = SG_OK;
    sg_layout layout = {0};
    sg_molecule_look look = {0};
    sg_structure structure = {0};
    const sg_pixel_grid grid = data != NULL ? sg_image_grid(data, one) : (sg_pixel_grid){0};
    SG_TRY(find_places(&layout, one, &grid, err));
    if (grid.width > 0) SG_TRY(put_pixels(json, data, one, &grid, err));
    SG_TRY(sg_json_member_array(json, "at", err));
    for (uint32_t v = 0; v < one->n_nodes; v++) SG_TRY(put_place(json, layout.at[v], err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(put_edges(json, one, err));
    if (data != NULL) SG_TRY(sg_molecule_look_find(&look, data, one->number, err));
    if (look.atom == NULL && grid.width == 0 && sg_layout_is_tangled(&layout, one))
        SG_TRY(sg_json_member_bool(json, "tangled", true, err));
    if (look.atom == NULL) goto done;
    SG_TRY(sg_structure_draw(&structure, &layout, look.atom, look.bond, look.n_bonds, err));
    SG_TRY(put_structure(json, &structure, look.atom, err));
done:
    sg_structure_free(&structure);
    sg_molecule_look_free(&look);
    sg_layout_free(&layout);
    return status;
}
