/* The contract of gf2x, by calls with operands between guard pages, at every offset that 8 divides.
 *
 * contract [CALLS]: so many calls of every function in every class of sizes; 10000 without a number.
 *
 * Under valgrind, with few calls and F2X_LEVEL=avx2. Valgrind 3.24 knows all instructions of that level; 3.19
 * lacks one form of VMOVQ.
 */
#include "check.h"
#include <gf2x.h>
#include <gf2x/gf2x-small.h>

#define MOST 1024

static word state = 1;
static struct guarded as, bs, cs, ss;

/* A length of the class that ends at `most` words: more than half of it. */
static size_t length(size_t most)
{
    return most - random_word(&state) % ((most + 1) / 2);
}

static void check_mul(size_t most, long calls, struct gf2x_mul_pool_s *pool)
{
    for (long i = 0; i < calls; i++) {
        /* One in four is a square shape, one in four very unequal. */
        size_t an = length(most), bn = length(most);
        if (i % 4 == 0)
            bn = an;
        if (i % 4 == 1)
            bn = 1 + random_word(&state) % an;
        word *a = place(&as, an, &state), *b = place(&bs, bn, &state);
        word *c = place(&cs, an + bn, &state);
        random_words(a, an, &state);
        random_words(b, bn, &state);
        memset(c, 0xa5, (an + bn) * sizeof(word));
        int status = i % 2 ? gf2x_mul_r(c, a, an, b, bn, pool) : gf2x_mul(c, a, an, b, bn);
        REQUIRE(status == 0);
        REQUIRE(is_product(c, an + bn, a, an, b, bn, &state));
    }
}

static void check_toom(size_t most, long calls)
{
    for (long i = 0; i < calls; i++) {
        size_t n = length(most);
        long space = gf2x_toomspace((long)n);
        REQUIRE(space >= 0 && (size_t)space <= ss.bytes / sizeof(word));
        word *a = place(&as, n, &state), *b = place(&bs, n, &state);
        word *c = place(&cs, 2 * n, &state), *stk = place(&ss, (size_t)space, &state);
        random_words(a, n, &state);
        random_words(b, n, &state);
        gf2x_mul_toom(c, a, b, (long)n, stk);
        REQUIRE(is_product(c, 2 * n, a, n, b, n, &state));
    }
}

/* c == a, and c == b. */
static void check_in_place(size_t most, long calls)
{
    static word first[MOST], second[MOST];
    for (long i = 0; i < calls; i++) {
        size_t an = length(most), bn = length(most);
        word *c = place(&cs, an + bn, &state), *b = place(&bs, bn, &state);
        random_words(c, an, &state);
        random_words(b, bn, &state);
        memcpy(first, c, an * sizeof(word));
        memcpy(second, b, bn * sizeof(word));
        int status = i % 2 ? gf2x_mul(c, c, an, b, bn) : gf2x_mul(c, b, bn, c, an);
        REQUIRE(status == 0);
        REQUIRE(is_product(c, an + bn, first, an, second, bn, &state));
    }
    size_t n = length(most);
    word *c = place(&cs, 2 * n, &state);
    random_words(c, n, &state);
    memcpy(first, c, n * sizeof(word));
    REQUIRE(gf2x_mul(c, c, n, c, n) == 0);
    REQUIRE(is_product(c, 2 * n, first, n, first, n, &state));
}

static void check_every_offset(void)
{
    static word memory[3][64 + 2 * 300];
    for (size_t n = 1; n <= 300; n += n < 20 ? 1 : 37) {
        for (size_t offset = 0; offset < 8 * 8 * 8; offset++) {
            word *a = memory[0] + offset % 8, *b = memory[1] + offset / 8 % 8;
            word *c = memory[2] + offset / 64;
            random_words(a, n, &state);
            random_words(b, n, &state);
            REQUIRE(gf2x_mul(c, a, n, b, n) == 0);
            REQUIRE(is_product(c, 2 * n, a, n, b, n, &state));
        }
    }
}

static void check_small(void)
{
    word a[9], b[9], c[18], d[9];
    random_words(a, 9, &state);
    random_words(b, 9, &state);
    gf2x_mul1(c, a[0], b[0]);
    REQUIRE(is_product(c, 2, a, 1, b, 1, &state));
#define CHECK_SMALL(n)                                                                             \
    gf2x_mul##n(c, a, b);                                                                          \
    REQUIRE(is_product(c, 2 * n, a, n, b, n, &state));
    CHECK_SMALL(2)
    CHECK_SMALL(3)
    CHECK_SMALL(4)
    CHECK_SMALL(5)
    CHECK_SMALL(6)
    CHECK_SMALL(7)
    CHECK_SMALL(8)
    CHECK_SMALL(9)
    c[9] = gf2x_mul_1_n(c, a, 9, b[0]);
    REQUIRE(is_product(c, 10, a, 9, b, 1, &state));
    random_words(d, 9, &state);
    word carry = gf2x_addmul_1_n(c, d, a, 9, b[1]);
    for (int i = 0; i < 9; i++)
        c[i] ^= d[i];
    c[9] = carry;
    REQUIRE(is_product(c, 10, a, 9, b + 1, 1, &state));
}

static void check_bad_input(void)
{
    word a[2] = {3, 5}, c[4] = {7, 7, 7, 7};
    REQUIRE(gf2x_mul(NULL, a, 1, a, 1) == GF2X_ERROR_INVALID_ARGUMENTS);
    REQUIRE(gf2x_mul(c, NULL, 1, a, 1) == GF2X_ERROR_INVALID_ARGUMENTS);
    REQUIRE(gf2x_mul(c, a, 1, NULL, 1) == GF2X_ERROR_INVALID_ARGUMENTS);
    REQUIRE(gf2x_mul(c, a, ~0UL, a, 1) == GF2X_ERROR_INVALID_ARGUMENTS);
    REQUIRE(gf2x_mul(NULL, NULL, 0, NULL, 0) == 0);
    REQUIRE(c[0] == 7 && c[3] == 7);
    REQUIRE(gf2x_mul(c, a, 2, NULL, 0) == 0);
    REQUIRE(c[0] == 0 && c[1] == 0 && c[2] == 7);
    c[0] = 7;
    REQUIRE(gf2x_mul_r(c, NULL, 0, a, 1, NULL) == 0);
    REQUIRE(c[0] == 0 && c[1] == 0 && c[2] == 7);
    REQUIRE(gf2x_toomspace(0) == 0 && gf2x_toomspace(-1) == 0);
    gf2x_mul_toom(c, a, a, 0, NULL);
    gf2x_mul_pool_init(NULL);
    gf2x_mul_pool_clear(NULL);
}

int main(int argc, char **argv)
{
    long calls = argc > 1 ? atol(argv[1]) : 10000;
    as = guarded(MOST);
    bs = guarded(MOST);
    cs = guarded(2 * MOST);
    ss = guarded(64 * MOST);
    REQUIRE(gf2x_lib_version_code == GF2X_VERSION_CODE);
    printf("gf2x %d, %s\n", gf2x_lib_version_code, gf2x_toom_gpl_status);
    check_bad_input();
    check_small();
    check_every_offset();
    gf2x_mul_pool_t pool;
    gf2x_mul_pool_init(pool);
    static const size_t classes[] = {1, 4, 8, 16, 32, 64, 128, 256, MOST};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        check_mul(classes[i], calls, pool);
        check_toom(classes[i], calls);
        check_in_place(classes[i], calls);
    }
    gf2x_mul_pool_clear(pool);
    REQUIRE(pool->stk == NULL && pool->stk_size == 0);
    gf2x_mul_pool_clear(pool);
    return 0;
}
