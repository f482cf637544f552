/* Products of some words, by the names that gf2x gives them. */
#ifndef GF2X_SMALL_H_
#define GF2X_SMALL_H_

#include "../gf2x.h"

#ifdef __cplusplus
extern "C" {
#endif

/* c[2] := a * b */
static inline void gf2x_mul1(unsigned long *c, unsigned long a, unsigned long b)
{
    gf2x_mul(c, &a, 1, &b, 1);
}

#define GF2X_SMALL_PRODUCT(words)                                                                  \
    /* c[2 words] := a[words] * b[words] */                                                        \
    static inline void gf2x_mul##words(unsigned long *c, const unsigned long *a,                   \
                                       const unsigned long *b)                                     \
    {                                                                                              \
        gf2x_mul(c, a, words, b, words);                                                           \
    }

GF2X_SMALL_PRODUCT(2)
GF2X_SMALL_PRODUCT(3)
GF2X_SMALL_PRODUCT(4)
GF2X_SMALL_PRODUCT(5)
GF2X_SMALL_PRODUCT(6)
GF2X_SMALL_PRODUCT(7)
GF2X_SMALL_PRODUCT(8)
GF2X_SMALL_PRODUCT(9)

#undef GF2X_SMALL_PRODUCT

/* c[n] := c0[n] + the lowest n words of a[n] * b; returns the highest word of the product. */
static inline unsigned long gf2x_addmul_1_n(unsigned long *c, const unsigned long *c0,
                                            const unsigned long *a, long n, unsigned long b)
{
    unsigned long carry = 0, product[2];
    for (long i = 0; i < n; i++) {
        gf2x_mul1(product, a[i], b);
        c[i] = c0[i] ^ product[0] ^ carry;
        carry = product[1];
    }
    return carry;
}

/* c[n] := the lowest n words of a[n] * b; returns the highest word of the product. */
static inline unsigned long gf2x_mul_1_n(unsigned long *c, const unsigned long *a, long n,
                                         unsigned long b)
{
    unsigned long carry = 0, product[2];
    for (long i = 0; i < n; i++) {
        gf2x_mul1(product, a[i], b);
        c[i] = product[0] ^ carry;
        carry = product[1];
    }
    return carry;
}

#ifdef __cplusplus
}
#endif

#endif
