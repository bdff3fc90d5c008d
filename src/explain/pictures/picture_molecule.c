/* picture_molecule.c - a molecule with a halo around every atom, for what it contributes. */
#include "explain/pictures/picture_credit.h"

#include "chem/molecule_look.h"

#include <math.h>
#include <stdio.h>

static const double BOND = 38, PADDING = 34;

/* What the atoms are, and the lines and letters of the formula. */
typedef struct formula {
    const sg_molecule_look *look;
    sg_structure structure;
} formula;

static void draw_halo(const sg_credit_page *c, uint32_t v)
{
    sg_svg *svg = &c->page->svg;
    const double scale = c->page->its.scale;
    const sg_point at = sg_picture_place(&c->page->its, v);
    const double share = sg_credit_share(c, v);
    const bool is_small = sg_credit_is_small(share);
    sg_svg_circle(svg, at.x, at.y, 0.58 * scale);
    if (!c->unknown[v]) {
        sg_svg_attribute(svg, "fill", share < 0 ? "url(#sg-halo-minus)" : "url(#sg-halo-plus)");
        sg_svg_number(svg, "fill-opacity", is_small ? 0 : 0.12 + 0.88 * fabs(share));
    }
    sg_credit_node(c, v);
    sg_svg_close(svg);
    if (!c->unknown[v] && !is_small) sg_credit_rim(svg, at.x, at.y, 0.46 * scale, share);
}

/* R, S, E, Z; whoever reads the file finds the atoms that a letter is of. */
static void draw_mark(sg_svg *svg, const sg_stereo_mark *mark, double left, double top,
                      double scale)
{
    char atoms[32];
    const char letter[2] = {mark->letter, '\0'};
    const double size = fmax(6, scale * 0.27);
    if (mark->from == mark->to)
        (void)snprintf(atoms, sizeof atoms, "%u", mark->from);
    else
        (void)snprintf(atoms, sizeof atoms, "%u %u", mark->from, mark->to);
    sg_svg_open(svg, "text");
    sg_svg_number(svg, "x", left + mark->at.x * scale);
    sg_svg_number(svg, "y", top + mark->at.y * scale + size * 0.35);
    sg_svg_number(svg, "font-size", size);
    sg_svg_attribute(svg, "font-style", "italic");
    sg_svg_attribute(svg, "text-anchor", "middle");
    sg_svg_attribute(svg, "data-stereo", atoms);
    sg_svg_class(svg, "sg-ink sg-rimmed");
    sg_svg_words(svg, letter);
    sg_svg_close(svg);
}

static void draw_structure(sg_page *p, const sg_structure *structure,
                           const sg_molecule_look *look)
{
    sg_svg *svg = &p->svg;
    const sg_picture_graph *its = &p->its;
    const double left = (its->width - its->layout.width * its->scale) / 2,
                 top = (its->height - its->layout.height * its->scale) / 2;
    sg_svg_open(svg, "g");
    sg_svg_attribute(svg, "stroke-linecap", "round");
    sg_svg_number(svg, "stroke-width", fmax(1, its->scale / 24));
    for (size_t i = 0; i < structure->n_strokes; i++) {
        const sg_stroke *s = &structure->stroke[i];
        sg_svg_line(svg, left + s->from.x * its->scale, top + s->from.y * its->scale,
                    left + s->to.x * its->scale, top + s->to.y * its->scale);
        sg_svg_class(svg, "sg-bond");
        if (s->is_dashed) sg_svg_attribute(svg, "stroke-dasharray", "2.5 3");
        sg_svg_close(svg);
    }
    sg_svg_close(svg);
    for (size_t i = 0; i < structure->n_symbols; i++) {
        const sg_symbol *s = &structure->symbol[i];
        sg_svg_symbol(svg, sg_picture_place(its, s->atom), fmax(7, its->scale * 0.38),
                      &look->atom[s->atom], s->side);
    }
    for (size_t i = 0; i < structure->n_marks; i++)
        draw_mark(svg, &structure->mark[i], left, top, its->scale);
}

static void draw_molecule(const sg_credit_page *c)
{
    const formula *f = c->context;
    for (uint32_t v = 0; v < c->page->explanation->n_nodes; v++) draw_halo(c, v);
    draw_structure(c->page, &f->structure, f->look);
}

static void draw_key(sg_svg *svg, double x, double y, int sign)
{
    sg_svg_circle(svg, x, y, 9);
    sg_svg_attribute(svg, "fill", sign < 0 ? "url(#sg-halo-minus)" : "url(#sg-halo-plus)");
    sg_svg_close(svg);
    sg_credit_rim(svg, x, y, 8, sign);
}

static const sg_credit_form ATOMS = {.panel = "atoms",
                                     .mark = "Halos",
                                     .one = "atom",
                                     .many = "atoms",
                                     .draw = draw_molecule,
                                     .key = draw_key,
                                     .lowering = "dashed"};

/* Like sg_picture_graph_find, with longer bonds. */
static sg_status find_places(sg_page *p, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph graph = sg_view_graph(&p->explainer->view, p->explanation->graph);
    SG_TRY(sg_layout_find(&p->its.layout, &graph, err));
    const double size = fmax(p->its.layout.width, 1e-9);
    p->its.graph = graph;
    p->its.scale = fmin(BOND, (SG_CREDIT_WIDEST - 2 * PADDING) / size);
    p->width = fmax(p->its.layout.width * p->its.scale + 2 * (PADDING + SG_PAGE_MARGIN),
                    SG_CREDIT_LEAST);
    p->its.width = p->width - 2 * SG_PAGE_MARGIN;
    p->its.height = p->its.layout.height * p->its.scale + 2 * PADDING;
done:
    return status;
}

sg_status sg_page_molecule(sg_page *p, const sg_molecule_look *look, sg_error *err)
{
    sg_status status = SG_OK;
    formula f = {.look = look};
    sg_credit_form form = ATOMS;
    form.note = sg_molecule_lacks(p->explainer->data);
    SG_TRY(find_places(p, err));
    SG_TRY(sg_structure_draw(&f.structure, &p->its.layout, look->atom, look->bond,
                             look->n_bonds, err));
    SG_TRY(sg_page_credit(p, &form, &f, err));
done:
    sg_structure_free(&f.structure);
    return status;
}
