/* molecule_look.c - names of labels as atoms and bonds. */
#include "chem/molecule_look.h"

#include "base/mem.h"
#include "chem/atom_name.h"
#include "chem/elements.h"

#include <stdio.h>
#include <string.h>

void sg_molecule_look_free(sg_molecule_look *look)
{
    sg_free(look->atom);
    sg_free(look->bond);
    *look = (sg_molecule_look){0};
}

/* The atom that a node is called; words of texts are none. */
static bool find_atom(sg_structure_atom *atom, const sg_dataset *data, size_t node)
{
    sg_named_atom named;
    if (data->node_label.n_columns != 1 || data->node_name.content != NULL) return false;
    const char *name = sg_label_names_find(&data->node_name, data->node_label.value[node]);
    if (name == NULL || !sg_atom_name_parse(&named, name)) return false;
    *atom = (sg_structure_atom){.hydrogens = named.hydrogens, .charge = named.charge};
    (void)snprintf(atom->symbol, sizeof atom->symbol, "%s", sg_element_symbol(named.element));
    return true;
}

static sg_bond_look find_bond(const sg_dataset *data, size_t arc)
{
    static const struct {
        const char *name;
        sg_bond_look look;
    } known[] = {{"double", SG_LOOK_DOUBLE},          {"double same side", SG_LOOK_DOUBLE},
                 {"double opposite", SG_LOOK_DOUBLE}, {"triple", SG_LOOK_TRIPLE},
                 {"aromatic", SG_LOOK_AROMATIC},      {"quadruple", SG_LOOK_QUADRUPLE}};
    const char *name = data->edge_label.n_columns == 1 && data->edge_name.content == NULL
                           ? sg_label_names_find(&data->edge_name, data->edge_label.value[arc])
                           : NULL;
    for (size_t i = 0; name != NULL && i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0) return known[i].look;
    return SG_LOOK_SINGLE;
}

sg_status sg_molecule_look_find(sg_molecule_look *look, const sg_dataset *data, uint32_t g,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    const uint32_t first = graph->graph_offset[g], end = graph->graph_offset[g + 1];
    sg_molecule_look made = {0};
    if (data->node_name.name.n == 0 || first == end) goto done;
    SG_ALLOC(made.atom, end - first);
    SG_ALLOC(made.bond, graph->arc_offset[end] - graph->arc_offset[first]);
    for (uint32_t v = first; v < end; v++) {
        if (!find_atom(&made.atom[v - first], data, v)) goto done;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            if (graph->neighbor[a] > v)
                made.bond[made.n_bonds++] = (sg_structure_bond){
                    v - first, graph->neighbor[a] - first, find_bond(data, a)};
    }
    *look = made;
    made = (sg_molecule_look){0};
done:
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
