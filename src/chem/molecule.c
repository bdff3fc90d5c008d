/* molecule.c - from a molecule to a labeled graph. */
#include "chem/molecule.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/table.h"
#include "chem/elements.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sg_molecule_free(sg_molecule *molecule)
{
    sg_free(molecule->atom);
    sg_free(molecule->bond);
    sg_free(molecule->work);
    sg_free(molecule->rings);
    sg_free(molecule->bits);
    *molecule = (sg_molecule){0};
}

void sg_atom_label_name(char name[SG_ATOM_NAME_ROOM], int32_t label)
{
    /* Charges are below 50, so that the nearest multiple of 10000 has the element. */
    const int isotope = (label + 5000) / SG_ATOM_ISOTOPE;
    label -= isotope * SG_ATOM_ISOTOPE;
    const int element = (label + 5000) / 10000, rest = label - 10000 * element + 5000;
    const int charge = rest / 100 - 50, last = rest % 100 % SG_ATOM_MARK;
    const int hydrogens = last < SG_ATOM_LEFT ? last : last % 10;
    const size_t room = SG_ATOM_NAME_ROOM;
    int n = isotope > 0 ? snprintf(name, room, "%d", isotope) : 0;
    n += snprintf(name + n, room - (size_t)n, "%s", sg_element_symbol((uint8_t)element));
    if (hydrogens > 0) n += snprintf(name + n, room - (size_t)n, "H");
    if (hydrogens > 1) n += snprintf(name + n, room - (size_t)n, "%d", hydrogens);
    if (charge != 0) n += snprintf(name + n, room - (size_t)n, "%c", charge > 0 ? '+' : '-');
    if (abs(charge) > 1) n += snprintf(name + n, room - (size_t)n, "%d", abs(charge));
    if (last >= SG_ATOM_LEFT)
        n += snprintf(name + n, room - (size_t)n, "%s", last < SG_ATOM_RIGHT ? "@" : "@@");
    if (rest % 100 >= SG_ATOM_MARK) (void)snprintf(name + n, room - (size_t)n, "!");
}

int32_t sg_atom_label_flat(int32_t label)
{
    /* Elements and charges are multiples of 100, also negative ones. */
    const int32_t last = (label % 100 + 100) % 100 % SG_ATOM_MARK;
    return last >= SG_ATOM_LEFT ? label - last / 10 * 10 : label;
}

int32_t sg_bond_label_flat(int32_t label)
{
    return label == SG_BOND_DOUBLE_SAME || label == SG_BOND_DOUBLE_OPPOSITE ? SG_BOND_DOUBLE
                                                                            : label;
}

static int32_t label_of_atom(const sg_atom *atom)
{
    static const int32_t hand[] = {
        [SG_HAND_LEFT] = SG_ATOM_LEFT, [SG_HAND_RIGHT] = SG_ATOM_RIGHT};
    return sg_atom_label(atom->element, atom->charge, atom->hydrogens) + hand[atom->hand] +
           atom->is_marked * SG_ATOM_MARK + atom->isotope * SG_ATOM_ISOTOPE;
}

static int32_t label_of_bond(const sg_bond *bond, bool kekule)
{
    if (bond->geometry != SG_GEOMETRY_NONE)
        return bond->geometry == SG_GEOMETRY_SAME ? SG_BOND_DOUBLE_SAME
                                                  : SG_BOND_DOUBLE_OPPOSITE;
    if (kekule && bond->order == 4) return SG_BOND_QUADRUPLE;
    return kekule ? bond->order : bond->kind;
}

sg_status sg_molecule_to_record(sg_record *record, const sg_molecule *molecule, bool kekule,
                                sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_record_nodes(record, molecule->n_atoms, err));
    for (uint32_t v = 0; v < molecule->n_atoms; v++)
        record->node[v] = label_of_atom(&molecule->atom[v]);
    for (uint32_t i = 0; i < molecule->n_bonds; i++) {
        const sg_bond *bond = &molecule->bond[i];
        SG_TRY(sg_record_edge(record, bond->from, bond->to, err));
        record->edge[i].label = label_of_bond(bond, kekule);
    }
    record->has_node_labels = record->has_edge_labels = true;
done:
    return status;
}

/* The distinct labels of a table in ascending order; the caller frees them. */
static sg_status list_labels(int32_t **label, uint32_t *n, const int32_t *value,
                             size_t n_values, sg_error *err)
{
    sg_status status = SG_OK;
    sg_table table = {0};
    int32_t *found = NULL;
    int32_t recent
        [256]; /* labels that were met, by some of their digits: most are met again soon */
    size_t capacity = 0;
    for (int i = 0; i < 256; i++) recent[i] = INT32_MIN;
    for (size_t i = 0; i < n_values; i++) {
        uint32_t id = 0;
        const uint32_t n_before = table.n_keys, place = (uint32_t)value[i] * 2654435769U >> 24;
        if (value[i] == recent[place]) continue;
        recent[place] = value[i];
        SG_TRY(sg_table_intern(&id, &table, (uint64_t)(int64_t)value[i], err));
        if (id < n_before) continue;
        SG_TRY(sg_grow(&found, &capacity, id + (size_t)1, sizeof *found, err));
        found[id] = value[i];
    }
    if (found != NULL) qsort(found, table.n_keys, sizeof *found, sg_compare_i32);
    *label = found;
    *n = table.n_keys;
    found = NULL;
done:
    sg_free(found);
    sg_table_free(&table);
    return status;
}

static bool has_geometry(const sg_dataset *data)
{
    const int32_t *label = data->edge_label.value; /* NULL where there is no bond */
    for (uint32_t a = 0; label != NULL && a < data->graph.n_arcs; a++)
        if (label[a] > SG_BOND_QUADRUPLE) return true;
    return false;
}

sg_status sg_molecules_name_labels(sg_dataset *data, sg_error *err)
{
    static const char *const bond_name[] = {[SG_BOND_SINGLE] = "single",
                                            [SG_BOND_DOUBLE] = "double",
                                            [SG_BOND_TRIPLE] = "triple",
                                            [SG_BOND_AROMATIC] = "aromatic",
                                            [SG_BOND_QUADRUPLE] = "quadruple",
                                            [SG_BOND_DOUBLE_SAME] = "double same side",
                                            [SG_BOND_DOUBLE_OPPOSITE] = "double opposite"};
    sg_status status = SG_OK;
    int32_t *label = NULL;
    uint32_t n = 0;
    SG_TRY(list_labels(&label, &n, data->node_label.value, data->graph.n_nodes, err));
    for (uint32_t i = 0; i < n; i++) {
        char name[SG_ATOM_NAME_ROOM];
        sg_atom_label_name(name, label[i]);
        SG_TRY(sg_label_names_add(&data->node_name, label[i], name, strlen(name), err));
    }
    const int32_t last = has_geometry(data) ? SG_BOND_DOUBLE_OPPOSITE : SG_BOND_QUADRUPLE;
    for (int32_t b = SG_BOND_SINGLE; data->graph.n_arcs > 0 && b <= last; b++)
        SG_TRY(
            sg_label_names_add(&data->edge_name, b, bond_name[b], strlen(bond_name[b]), err));
done:
    sg_free(label);
    return status;
}
