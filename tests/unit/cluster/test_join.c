/* test_join.c - what the environment says about other processes. */
#include "cluster/cluster.h"

#include "support/check.h"

static void forget_others(void)
{
    static const char *const names[] = {
        "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE", "PMIX_RANK",
        "SLURM_NTASKS"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) (void)unsetenv(names[i]);
}

static void check_look(uint32_t rank, uint32_t size)
{
    uint32_t found_rank = 99, found_size = 99;
    sg_cluster_look(&found_rank, &found_size);
    assert_int_equal(found_rank, rank);
    assert_int_equal(found_size, size);
}

static void the_environment_tells_ranks(void **state)
{
    (void)state;
    forget_others();
    check_look(0, 1);
    sg_cluster_look(NULL, NULL);
    (void)setenv("PMIX_RANK", "3", 1);
    check_look(0, 1);
    (void)setenv("SLURM_NTASKS", "4", 1);
    check_look(3, 4);
    (void)setenv("PMI_RANK", "1", 1);
    (void)setenv("PMI_SIZE", "2", 1);
    check_look(1, 2);
    (void)setenv("OMPI_COMM_WORLD_RANK", "5", 1);
    (void)setenv("OMPI_COMM_WORLD_SIZE", "8", 1);
    check_look(5, 8);
    forget_others();
    (void)setenv("OMPI_COMM_WORLD_RANK", "0", 1);
    (void)setenv("OMPI_COMM_WORLD_SIZE", "1", 1);
    check_look(0, 1);
    forget_others();
}

static void one_process_opens_and_closes(void **state)
{
    (void)state;
    sg_cluster *cluster = NULL;
    forget_others();
    check_ok(sg_cluster_open(&cluster, &err));
    assert_int_equal(sg_cluster_rank(cluster), 0);
    assert_int_equal(sg_cluster_size(cluster), 1);
    sg_cluster_close(cluster);
    sg_cluster_close(NULL);
}

/* There is no plugin beside the programs of the tests. */
static void several_processes_need_the_plugin(void **state)
{
    (void)state;
    sg_cluster *cluster = NULL;
    (void)setenv("OMPI_COMM_WORLD_RANK", "0", 1);
    (void)setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
    check_fails(sg_cluster_open(&cluster, &err), SG_ENOTFOUND, "libsharegnn-mpi.so");
    assert_null(cluster);
    forget_others();
}

static void arguments_are_refused(void **state)
{
    (void)state;
    check_fails(sg_cluster_open(NULL, &err), SG_EINVAL, "cluster");
    sg_cluster *cluster = NULL;
    check_ok(sg_cluster_agree(cluster, SG_OK, &err));
}

SG_TESTS(cmocka_unit_test(the_environment_tells_ranks),
         cmocka_unit_test(one_process_opens_and_closes),
         cmocka_unit_test(several_processes_need_the_plugin),
         cmocka_unit_test(arguments_are_refused))
