/* The product of two polynomials with one million coefficients each, with scratch that is kept.
 *
 * cc product.c $(pkg-config --cflags --libs f2x) -o product && ./product
 */
#include <f2x.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { WORDS = 1000000 / 64 };
    size_t scratch_words = f2x_mul_scratch_words(WORDS, WORDS);
    uint64_t *a = (uint64_t *)calloc(WORDS, sizeof *a);
    uint64_t *b = (uint64_t *)calloc(WORDS, sizeof *b);
    uint64_t *c = (uint64_t *)malloc(2 * WORDS * sizeof *c);
    uint64_t *scratch = (uint64_t *)malloc(scratch_words * sizeof *scratch);
    if (!a || !b || !c || !scratch)
        return 1;
    /* (x^999999 + 1) (x^999936 + x) = x^1999935 + x^1000000 + x^999936 + x */
    a[0] = 1;
    a[WORDS - 1] = (uint64_t)1 << 63;
    b[0] = 2;
    b[WORDS - 1] = 1;
    int status = f2x_mul_scratch(c, a, WORDS, b, WORDS, scratch, scratch_words);
    if (status != F2X_OK) {
        fprintf(stderr, "%s\n", f2x_message(status));
        return 1;
    }
    for (size_t i = 0; i < 2 * WORDS; i++)
        for (unsigned bit = 0; bit < 64; bit++)
            if (c[i] >> bit & 1)
                printf("x^%zu\n", 64 * i + bit);
    free(a);
    free(b);
    free(c);
    free(scratch);
    return 0;
}
