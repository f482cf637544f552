/* Two threads multiply at once, each in its own sizes, and a child process after a fork.
 *
 * hammer [ROUNDS [THREADS]]: 1000 products a thread, and 2 threads, without numbers.
 */
#include "check.h"
#include <gf2x.h>
#include <pthread.h>
#include <sys/wait.h>

#define MOST 2000

static long rounds = 1000;

static void *hammer(void *seed)
{
    word state = *(word *)seed;
    word *a = (word *)malloc(MOST * sizeof(word)), *b = (word *)malloc(MOST * sizeof(word));
    word *c = (word *)malloc(2 * MOST * sizeof(word));
    REQUIRE(a && b && c);
    gf2x_mul_pool_t pool;
    gf2x_mul_pool_init(pool);
    for (long i = 0; i < rounds; i++) {
        size_t most = (size_t)1 << (random_word(&state) % 11);
        size_t an = 1 + random_word(&state) % most, bn = 1 + random_word(&state) % most;
        random_words(a, an, &state);
        random_words(b, bn, &state);
        int status = i % 2 ? gf2x_mul_r(c, a, an, b, bn, pool) : gf2x_mul(c, a, an, b, bn);
        REQUIRE(status == 0);
        REQUIRE(is_product(c, an + bn, a, an, b, bn, &state));
    }
    gf2x_mul_pool_clear(pool);
    free(a);
    free(b);
    free(c);
    return NULL;
}

int main(int argc, char **argv)
{
    enum { MOST_THREADS = 64 };
    pthread_t threads[MOST_THREADS];
    word seeds[MOST_THREADS];
    long count = argc > 2 ? atol(argv[2]) : 2;
    if (argc > 1)
        rounds = atol(argv[1]);
    REQUIRE(count > 0 && count <= MOST_THREADS);
    for (long i = 0; i < count; i++) {
        seeds[i] = (word)i;
        REQUIRE(pthread_create(&threads[i], NULL, hammer, &seeds[i]) == 0);
    }
    /* While the others multiply. */
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        word seed = 1000;
        hammer(&seed);
        _exit(0);
    }
    for (long i = 0; i < count; i++)
        REQUIRE(pthread_join(threads[i], NULL) == 0);
    int status;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return 0;
}
