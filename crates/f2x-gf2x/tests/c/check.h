/* What the C tests share: random words, operands between guard pages, and a check of products that knows
 * nothing of how they are made.
 *
 * A product is checked modulo a random polynomial p of degree 64: a wrong one passes with a probability of
 * some 2^-55.
 */
#ifndef CHECK_H_
#define CHECK_H_

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

typedef unsigned long word;

/* SplitMix64 */
static inline word random_word(word *state)
{
    word z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static inline void random_words(word *v, size_t n, word *state)
{
    for (size_t i = 0; i < n; i++)
        v[i] = random_word(state);
}

/* Of the polynomial x^64 + low: shift[i] = i x^64 modulo it, for the i of degree below 4. */
struct modulus {
    word shift[16];
};

/* `low` has a degree of at most 60, so that multiples by the bits of i are reduced already. */
static inline struct modulus modulus_of(word low)
{
    struct modulus p;
    for (word i = 0; i < 16; i++) {
        p.shift[i] = 0;
        for (int bit = 0; bit < 4; bit++)
            if (i >> bit & 1)
                p.shift[i] ^= low << bit;
    }
    return p;
}

/* v modulo p */
static inline word remainder_of(const word *v, size_t n, const struct modulus *p)
{
    word r = 0;
    for (size_t i = n; i-- > 0;) {
        for (int nibble = 0; nibble < 16; nibble++)
            r = (r << 4) ^ p->shift[r >> 60];
        r ^= v[i];
    }
    return r;
}

/* a b modulo p */
static inline word product_of(word a, word b, const struct modulus *p)
{
    word c = 0;
    for (int bit = 63; bit >= 0; bit--) {
        c = (c << 1) ^ (c >> 63 ? p->shift[1] : 0);
        if (b >> bit & 1)
            c ^= a;
    }
    return c;
}

static inline int is_product(const word *c, size_t cn, const word *a, size_t an, const word *b,
                             size_t bn, word *state)
{
    struct modulus p = modulus_of(random_word(state) >> 4 | 1);
    word expected = product_of(remainder_of(a, an, &p), remainder_of(b, bn, &p), &p);
    return remainder_of(c, cn, &p) == expected;
}

/* Memory of some words between two pages that may not be touched. */
struct guarded {
    char *start;
    size_t bytes;
};

static inline struct guarded guarded(size_t words)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct guarded memory;
    memory.bytes = (words * sizeof(word) + page - 1) / page * page;
    char *all = (char *)mmap(NULL, memory.bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                             -1, 0);
    REQUIRE(all != (char *)MAP_FAILED);
    memory.start = all + page;
    REQUIRE(mprotect(memory.start, memory.bytes, PROT_READ | PROT_WRITE) == 0);
    return memory;
}

/* The first n words of the memory, or the last n, or those at any offset that 8 divides. */
static inline word *place(const struct guarded *memory, size_t n, word *state)
{
    size_t slack = memory->bytes / sizeof(word) - n;
    size_t offset = 0;
    switch (random_word(state) % 3) {
    case 0:
        break;
    case 1:
        offset = slack;
        break;
    default:
        offset = random_word(state) % (slack + 1);
    }
    return (word *)memory->start + offset;
}

#endif
