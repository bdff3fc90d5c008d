/* compare_labelings.c - which labeling is worth its weights?  Compute several labelings of a generated
 * data set, say how many weights an encoder would have with each of them, and which one tells apart
 * what another one does not.
 *
 *     cc compare_labelings.c $(pkg-config --cflags --libs sharegnn) -o compare_labelings
 *     ./compare_labelings CSL degree wl:3 cycles:10
 */
#include <sharegnn.h>
#include <stdio.h>

enum { MAX_LABELINGS = 8 };

/* Say how the labelings a and b relate. */
static sg_status relate(const char *a, const sg_labels *first, const char *b,
                        const sg_labels *second, sg_error *err)
{
    sg_labels_relation relation = {.struct_size = sizeof relation};
    const sg_status status = sg_labels_compare(&relation, first, second, err);
    if (status != SG_OK) return status;
    if (relation.first_refines && relation.second_refines)
        printf("%s and %s are equivalent\n", a, b);
    else if (relation.first_refines)
        printf("%s is finer than %s\n", a, b);
    else if (relation.second_refines)
        printf("%s is finer than %s\n", b, a);
    else
        printf("%s and %s give %u labels together, more than each of them\n", a, b,
               (unsigned)relation.n_joint);
    return SG_OK;
}

int main(int argc, char **argv)
{
    sg_error err = {.text = "usage: compare_labelings DATA LABELING..."};
    sg_dataset *data = NULL;
    sg_labels *labels[MAX_LABELINGS] = {NULL};
    const int n = argc - 2;
    bool good =
        n > 0 && n <= MAX_LABELINGS && sg_data_generate(&data, argv[1], 0, &err) == SG_OK;
    for (int i = 0; good && i < n; i++) {
        sg_triples_size size = {.struct_size = sizeof size};
        good = sg_labels_open(&labels[i], data, argv[i + 2], NULL, &err) == SG_OK &&
               sg_triples_measure(&size, data, labels[i], labels[i], "distance 0..2", 0,
                                  &err) == SG_OK;
        if (good)
            printf("%s: labels %u, weights %u\n", argv[i + 2],
                   (unsigned)sg_labels_view_of(labels[i]).n_labels, (unsigned)size.n_triples);
    }
    for (int i = 0; good && i < n; i++)
        for (int k = i + 1; good && k < n; k++)
            good = relate(argv[i + 2], labels[i], argv[k + 2], labels[k], &err) == SG_OK;
    if (!good) fprintf(stderr, "%s\n", err.text);
    for (int i = 0; i < MAX_LABELINGS; i++) sg_labels_close(labels[i]);
    sg_data_close(data);
    return good ? 0 : 1;
}
