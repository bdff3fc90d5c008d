/* ring_transfer.c - draw rings until every class is full, then shuffle them.
 *
 * The order of the random numbers is part of the recipe: a ring is drawn completely before it is
 * looked at, and rings that are thrown away have used up their numbers. */
#include "generators/ring_transfer.h"

#include "base/mem.h"
#include "base/numpy_random.h"
#include "base/table.h"
#include "data/record_collector.h"

enum { N_RINGS = 1200, LONG_RING = 100, SHORT_RING = 16, MAX_CLASSES = 4 };

typedef struct ring {
    uint32_t node[LONG_RING];  /* node number at a position of the ring */
    uint32_t label[LONG_RING]; /* label at a position of the ring       */
    uint32_t class_number;
} ring;

/* How one of the data sets is made. */
typedef struct ring_recipe {
    const char *name;
    uint32_t n_nodes;
    uint32_t n_classes;
    bool distinct; /* no two rings may be numbered alike */
    void (*draw)(ring *drawn, sg_numpy_random *random);
    uint32_t (*classify)(const uint32_t *label);
} ring_recipe;

static uint32_t position_of(uint32_t value, const uint32_t *item)
{
    uint32_t i = 0;
    while (item[i] != value) i++;
    return i;
}

static void draw_long_ring(ring *drawn, sg_numpy_random *random)
{
    uint32_t mark[4] = {1, 2, 3, 4};
    *drawn = (ring){0};
    sg_numpy_permutation(random, drawn->node, LONG_RING);
    const uint32_t first = sg_numpy_randint(random, 0, LONG_RING);
    sg_numpy_shuffle(random, mark, 4);
    for (uint32_t i = 0; i < 4; i++)
        drawn->label[(first + i * LONG_RING / 4) % LONG_RING] = mark[i];
}

static void draw_short_ring(ring *drawn, sg_numpy_random *random)
{
    sg_numpy_permutation(random, drawn->label, SHORT_RING);
    sg_numpy_permutation(random, drawn->node, SHORT_RING);
}

static uint32_t classify_opposite_of_one(const uint32_t *label)
{
    return label[(position_of(1, label) + LONG_RING / 2) % LONG_RING] - 2;
}

static uint32_t classify_odd_sums(const uint32_t *label)
{
    uint32_t n_odd = 0;
    for (uint32_t i = 0; i < SHORT_RING / 2; i++)
        n_odd += (label[i] + label[i + SHORT_RING / 2]) % 2;
    return n_odd > SHORT_RING / 4;
}

static uint32_t classify_around_zero(const uint32_t *label)
{
    const uint32_t zero = position_of(0, label), quarter = SHORT_RING / 4;
    const uint32_t opposite = label[(zero + 2 * quarter) % SHORT_RING];
    const uint32_t beside =
        label[(zero + quarter) % SHORT_RING] + label[(zero + 3 * quarter) % SHORT_RING];
    return 2 * (opposite % 2) + beside % 2;
}

/* Whether a short ring's numbering, read from node 0 on, was not seen before.  Sixteen numbers
 * below 16 are a key of 64 bits, so there are no collisions. */
static sg_status note_numbering(bool *is_new, sg_table *seen, const ring *drawn, sg_error *err)
{
    const uint32_t first = position_of(0, drawn->node), n_before = seen->n_keys;
    uint64_t key = 0;
    for (uint32_t i = 0; i < SHORT_RING; i++)
        key = key << 4 | drawn->node[(first + i) % SHORT_RING];
    uint32_t id;
    const sg_status status = sg_table_intern(&id, seen, key, err);
    *is_new = seen->n_keys > n_before;
    return status;
}

static sg_status fill_classes(ring *rings, sg_numpy_random *random, const ring_recipe *recipe,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_table seen = {0};
    uint32_t n_of_class[MAX_CLASSES] = {0};

    for (uint32_t n = 0; n < N_RINGS;) {
        ring *drawn = &rings[n];
        recipe->draw(drawn, random);
        bool is_new = true;
        if (recipe->distinct) SG_TRY(note_numbering(&is_new, &seen, drawn, err));
        drawn->class_number = recipe->classify(drawn->label);
        if (is_new && n_of_class[drawn->class_number] < N_RINGS / recipe->n_classes) {
            n_of_class[drawn->class_number]++;
            n++;
        }
    }
done:
    sg_table_free(&seen);
    return status;
}

static sg_status collect(sg_record_collector *collector, sg_record *graph, const ring *drawn,
                         uint32_t n_nodes, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record_clear(graph);
    SG_TRY(sg_record_labeled_nodes(graph, n_nodes, err));
    sg_record_class(graph, drawn->class_number);
    for (uint32_t i = 0; i < n_nodes; i++) {
        graph->node[drawn->node[i]] = (int32_t)drawn->label[i];
        SG_TRY(sg_record_edge(graph, drawn->node[i], drawn->node[(i + 1) % n_nodes], err));
    }
    SG_TRY(sg_record_collector_add(collector, graph, 0, err));
done:
    return status;
}

static sg_status make(sg_dataset *data, const ring_recipe *recipe, uint32_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record_collector collector = {0};
    sg_record graph = {0};
    sg_numpy_random random;
    uint32_t order[N_RINGS];
    ring *rings = NULL;

    SG_ALLOC(rings, N_RINGS);
    sg_numpy_seed(&random, seed);
    SG_TRY(fill_classes(rings, &random, recipe, err));
    sg_numpy_permutation(&random, order, N_RINGS);
    for (uint32_t i = 0; i < N_RINGS; i++)
        SG_TRY(collect(&collector, &graph, &rings[order[i]], recipe->n_nodes, err));
    SG_TRY(sg_record_collector_finish(data, &collector, recipe->name, recipe->name, err));
done:
    sg_record_collector_free(&collector);
    sg_record_free(&graph);
    sg_free(rings);
    return status;
}

sg_status sg_ring_transfer1_make(sg_dataset *data, uint32_t seed, sg_error *err)
{
    const ring_recipe recipe = {
        .name = "RingTransfer1",
        .n_nodes = LONG_RING,
        .n_classes = 3,
        .distinct = false,
        .draw = draw_long_ring,
        .classify = classify_opposite_of_one,
    };
    return make(data, &recipe, seed, err);
}

sg_status sg_ring_transfer2_make(sg_dataset *data, uint32_t seed, sg_error *err)
{
    const ring_recipe recipe = {
        .name = "RingTransfer2",
        .n_nodes = SHORT_RING,
        .n_classes = 2,
        .distinct = true,
        .draw = draw_short_ring,
        .classify = classify_odd_sums,
    };
    return make(data, &recipe, seed, err);
}

sg_status sg_ring_transfer3_make(sg_dataset *data, uint32_t seed, sg_error *err)
{
    const ring_recipe recipe = {
        .name = "RingTransfer3",
        .n_nodes = SHORT_RING,
        .n_classes = 4,
        .distinct = true,
        .draw = draw_short_ring,
        .classify = classify_around_zero,
    };
    return make(data, &recipe, seed, err);
}
