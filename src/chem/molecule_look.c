/* molecule_look.c - names of labels as atoms and bonds. */
#include "chem/molecule_look.h"

#include "base/mem.h"
#include "chem/atom_name.h"
#include "chem/elements.h"
#include "chem/molecule.h"
#include "chem/stereo/cip.h"

#include <stdio.h>
#include <string.h>

void sg_molecule_look_free(sg_molecule_look *look)
{
    sg_free(look->atom);
    sg_free(look->bond);
    *look = (sg_molecule_look){0};
}

/* The atom that a node is called; words of texts are none. */
static bool find_atom(sg_atom *atom, const sg_dataset *data, size_t node)
{
    sg_named_atom named;
    if (data->node_label.n_columns != 1 || data->node_name.content != NULL) return false;
    const char *name = sg_label_names_find(&data->node_name, data->node_label.value[node]);
    if (name == NULL || !sg_atom_name_parse(&named, name)) return false;
    *atom = (sg_atom){.element = named.element,
                      .hydrogens = named.hydrogens,
                      .charge = named.charge,
                      .isotope = named.isotope,
                      .is_marked = named.is_marked,
                      .hand = named.n_hands == 1   ? SG_HAND_LEFT
                              : named.n_hands == 2 ? SG_HAND_RIGHT
                                                   : SG_HAND_NONE};
    return true;
}

/* The bond that an arc is called; single where that says nothing. */
static sg_bond find_bond(const sg_dataset *data, size_t arc)
{
    static const struct {
        const char *name;
        sg_bond bond;
    } known[] = {{"double", {.kind = SG_BOND_DOUBLE, .order = 2}},
                 {"double same side",
                  {.kind = SG_BOND_DOUBLE, .order = 2, .geometry = SG_GEOMETRY_SAME}},
                 {"double opposite",
                  {.kind = SG_BOND_DOUBLE, .order = 2, .geometry = SG_GEOMETRY_OPPOSITE}},
                 {"triple", {.kind = SG_BOND_TRIPLE, .order = 3}},
                 {"aromatic", {.kind = SG_BOND_AROMATIC, .order = 1}},
                 {"quadruple", {.kind = SG_BOND_QUADRUPLE, .order = 4}}};
    const char *name = data->edge_label.n_columns == 1 && data->edge_name.content == NULL
                           ? sg_label_names_find(&data->edge_name, data->edge_label.value[arc])
                           : NULL;
    for (size_t i = 0; name != NULL && i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0) return known[i].bond;
    return (sg_bond){.kind = SG_BOND_SINGLE, .order = 1};
}

/* The molecule that graph `g` is; without atoms where it is none. */
static sg_status find_molecule(sg_molecule *m, const sg_dataset *data, uint32_t g,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    const uint32_t first = graph->graph_offset[g], end = graph->graph_offset[g + 1];
    SG_ALLOC(m->atom, end - first);
    SG_ALLOC(m->bond, graph->arc_offset[end] - graph->arc_offset[first]);
    for (uint32_t v = first; v < end; v++)
        if (!find_atom(&m->atom[v - first], data, v)) goto done;
    for (uint32_t v = first; v < end; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            if (graph->neighbor[a] <= v) continue;
            sg_bond *bond = &m->bond[m->n_bonds++];
            *bond = find_bond(data, a);
            bond->from = v - first;
            bond->to = graph->neighbor[a] - first;
            if (bond->kind != SG_BOND_AROMATIC) continue;
            m->atom[bond->from].is_aromatic = m->atom[bond->to].is_aromatic = true;
        }
    m->n_atoms = end - first;
done:
    return status;
}

static bool has_stereo(const sg_molecule *m)
{
    for (uint32_t v = 0; v < m->n_atoms; v++)
        if (m->atom[v].hand != SG_HAND_NONE) return true;
    for (uint32_t b = 0; b < m->n_bonds; b++)
        if (m->bond[b].geometry != SG_GEOMETRY_NONE) return true;
    return false;
}

/* R and S, E and Z, where labels have stereochemistry. */
static sg_status name_stereo(sg_molecule_look *look, sg_molecule *m, sg_error *err)
{
    sg_status status = SG_OK;
    char *hand = NULL, *geometry = NULL;
    if (!has_stereo(m)) goto done;
    SG_ALLOC(hand, m->n_atoms);
    SG_ALLOC(geometry, m->n_bonds);
    SG_TRY(sg_cip_find(hand, geometry, m, err));
    for (uint32_t v = 0; v < m->n_atoms; v++) look->atom[v].hand = hand[v];
    for (uint32_t b = 0; b < m->n_bonds; b++) look->bond[b].geometry = geometry[b];
done:
    sg_free(hand);
    sg_free(geometry);
    return status;
}

static sg_status look_at(sg_molecule_look *look, sg_molecule *m, sg_error *err)
{
    static const sg_bond_look looks[] = {[SG_BOND_SINGLE] = SG_LOOK_SINGLE,
                                         [SG_BOND_DOUBLE] = SG_LOOK_DOUBLE,
                                         [SG_BOND_TRIPLE] = SG_LOOK_TRIPLE,
                                         [SG_BOND_AROMATIC] = SG_LOOK_AROMATIC,
                                         [SG_BOND_QUADRUPLE] = SG_LOOK_QUADRUPLE};
    sg_status status = SG_OK;
    SG_ALLOC(look->atom, m->n_atoms);
    SG_ALLOC(look->bond, m->n_bonds);
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        sg_structure_atom *atom = &look->atom[v];
        atom->hydrogens = m->atom[v].hydrogens;
        atom->charge = m->atom[v].charge;
        (void)snprintf(atom->symbol, sizeof atom->symbol, "%s",
                       sg_element_symbol(m->atom[v].element));
    }
    for (uint32_t b = 0; b < m->n_bonds; b++)
        look->bond[look->n_bonds++] = (sg_structure_bond){
            .from = m->bond[b].from, .to = m->bond[b].to, .look = looks[m->bond[b].kind]};
    SG_TRY(name_stereo(look, m, err));
done:
    return status;
}

sg_status sg_molecule_look_find(sg_molecule_look *look, const sg_dataset *data, uint32_t g,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    sg_molecule_look made = {0};
    sg_molecule molecule = {0};
    if (data->node_name.name.n == 0 || graph->graph_offset[g] == graph->graph_offset[g + 1])
        goto done;
    SG_TRY(find_molecule(&molecule, data, g, err));
    if (molecule.n_atoms == 0) goto done;
    SG_TRY(look_at(&made, &molecule, err));
    *look = made;
    made = (sg_molecule_look){0};
done:
    sg_molecule_free(&molecule);
    sg_molecule_look_free(&made);
    return status;
}

static bool says_charges(const sg_dataset *data)
{
    sg_named_atom atom;
    for (uint32_t i = 0; i < data->node_name.name.n; i++)
        if (sg_atom_name_parse(&atom, sg_names_at(&data->node_name.name, i)) &&
            (atom.hydrogens > 0 || atom.charge != 0))
            return true;
    return false;
}

const char *sg_molecule_lacks(const sg_dataset *data)
{
    const bool bonds = data->edge_name.name.n > 0;
    if (says_charges(data))
        return bonds ? "" : "The data says no bond orders: all bonds are drawn as single ones.";
    return bonds
               ? "The data says no charges and no hydrogens of atoms: none are drawn."
               : "The data says no charges, no hydrogens of atoms and no bond orders: none are "
                 "drawn, and all bonds are single ones.";
}
