/* prediction_service.c - predictions over a socket: a service that opens a model once and answers every
 * line with a molecule (SMILES) by a line with its class, for several clients at a time; and a client.
 *
 *     cc prediction_service.c $(pkg-config --cflags --libs sharegnn) -lpthread -o prediction_service
 *     ./prediction_service serve alcohol.model service.socket &
 *     echo 'CCO ethanol' | ./prediction_service ask service.socket
 *
 * The service runs until it gets SIGTERM or SIGINT.  molecules_from_table.c makes such a model.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <sharegnn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { N_WORKERS = 4 };

typedef struct service {
    const sg_model *model; /* all workers share it */
    int listener;
} service;

/* Write an answer for every line that the feed has completed. */
static bool answer(int client, const sg_feed *feed, const sg_model *model)
{
    for (uint32_t i = 0; i < sg_feed_count(feed); i++) {
        const sg_feed_line line = sg_feed_line_of(feed, i);
        uint32_t best = 0;
        for (uint32_t c = 1; line.error == NULL && c < sg_model_sizes_of(model).n_outputs; c++)
            if (line.score[c] > line.score[best]) best = c;
        const int written =
            line.error != NULL
                ? dprintf(client, "line %llu: %s\n", (unsigned long long)line.number,
                          line.error)
                : dprintf(client, "%s: %s\n", line.id != NULL ? line.id : "molecule",
                          sg_model_class_word(model, best));
        if (written < 0) return false;
    }
    return true;
}

/* Answer one client until it has no more lines. */
static void serve_client(int client, const sg_model *model)
{
    const sg_feed_options options = {
        .struct_size = sizeof options, .format = "smiles", .n_threads = 1};
    sg_error err = {0};
    sg_feed *feed = NULL;
    char bytes[4096];
    ssize_t n = 0;
    bool good = sg_feed_open(&feed, model, &options, &err) == SG_OK;
    while (good && (n = read(client, bytes, sizeof bytes)) > 0)
        good =
            sg_feed_push(feed, bytes, (size_t)n, &err) == SG_OK && answer(client, feed, model);
    if (good && n == 0 && sg_feed_end(feed, &err) == SG_OK) (void)answer(client, feed, model);
    if (err.status != SG_OK) dprintf(client, "%s\n", err.text);
    sg_feed_close(feed);
}

/* A worker takes one client after the other until the listener is shut down. */
static void *work(void *context)
{
    const service *mine = context;
    for (int client; (client = accept(mine->listener, NULL, NULL)) >= 0; close(client))
        serve_client(client, mine->model);
    return NULL;
}

/* Start the workers, and wait for a signal that ends the service. */
static bool run(service *mine)
{
    pthread_t worker[N_WORKERS];
    int n = 0, signal_number = 0;
    sigset_t ending;
    sigemptyset(&ending);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGINT);
    bool good = pthread_sigmask(SIG_BLOCK, &ending, NULL) == 0;
    while (good && n < N_WORKERS && pthread_create(&worker[n], NULL, work, mine) == 0) n++;
    good = n == N_WORKERS;
    if (good) {
        printf("ready\n");
        good = fflush(stdout) == 0 && sigwait(&ending, &signal_number) == 0;
    }
    shutdown(mine->listener, SHUT_RDWR);
    while (n > 0) good = pthread_join(worker[--n], NULL) == 0 && good;
    return good;
}

static bool serve(const char *path, int listener, const struct sockaddr_un *address)
{
    sg_error err = {0};
    sg_model *model = NULL;
    bool good = sg_model_open(&model, path, &err) == SG_OK;
    if (!good) fprintf(stderr, "%s\n", err.text);
    if (good) {
        unlink(address->sun_path); /* what an earlier service may have left */
        good = bind(listener, (const struct sockaddr *)address, sizeof *address) == 0 &&
               listen(listener, 16) == 0;
        if (!good) perror(address->sun_path);
    }
    if (good) {
        good = run(&(service){model, listener});
        unlink(address->sun_path);
    }
    sg_model_close(model);
    return good;
}

/* Send standard input to the service, while ask() reads, so that neither side waits for the other. */
static void *send_lines(void *context)
{
    const int server = *(const int *)context;
    char line[4096];
    while (fgets(line, sizeof line, stdin) != NULL && dprintf(server, "%s", line) >= 0)
        continue;
    shutdown(server, SHUT_WR);
    return NULL;
}

/* Print what the service answers to the lines of standard input. */
static bool ask(int server, const struct sockaddr_un *address)
{
    char bytes[4096];
    ssize_t n = 0;
    pthread_t sender;
    bool good = connect(server, (const struct sockaddr *)address, sizeof *address) == 0;
    if (!good) perror(address->sun_path);
    if (!good || pthread_create(&sender, NULL, send_lines, &server) != 0) return false;
    while (good && (n = read(server, bytes, sizeof bytes)) > 0)
        good = fwrite(bytes, 1, (size_t)n, stdout) == (size_t)n;
    return pthread_join(sender, NULL) == 0 && good && n == 0;
}

int main(int argc, char **argv)
{
    const bool serves = argc == 4 && strcmp(argv[1], "serve") == 0;
    const bool asks = argc == 3 && strcmp(argv[1], "ask") == 0;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if ((!serves && !asks) || strlen(argv[argc - 1]) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: prediction_service serve MODEL SOCKET | ask SOCKET\n");
        return 2;
    }
    memcpy(address.sun_path, argv[argc - 1], strlen(argv[argc - 1]));
    signal(SIGPIPE, SIG_IGN); /* who leaves early is no reason to end */
    const int end = socket(AF_UNIX, SOCK_STREAM, 0);
    if (end < 0) perror("socket");
    const bool good = end >= 0 && (serves ? serve(argv[2], end, &address) : ask(end, &address));
    if (end >= 0) close(end);
    return good ? 0 : 1;
}
