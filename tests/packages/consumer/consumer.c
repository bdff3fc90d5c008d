/* consumer.c - make a data set and say how large it is. */
#include <sharegnn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    sg_error err = {.text = "usage: consumer FILE"};
    sg_dataset *data = NULL;
    const bool good = argc == 2 && sg_data_open(&data, argv[1], NULL, &err) == SG_OK;
    if (good)
        printf("%s: %u graphs\n", sg_version(), (unsigned)sg_data_sizes_of(data).n_graphs);
    else
        fprintf(stderr, "%s\n", err.text);
    sg_data_close(data);
    return good ? 0 : 1;
}
