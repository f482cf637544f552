/* Products by libgf2x: reads pairs of polynomials, writes their products.
 *
 * Input, in 64-bit words of the machine, until its end: the number of words of a, that of b, the
 * words of a, the words of b; neither number is zero. Output: the words of each product.
 *
 * cc -O2 gf2x_oracle.c -lgf2x
 */
#include <gf2x.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

_Static_assert(sizeof(unsigned long) == sizeof(uint64_t), "libgf2x counts in unsigned long");

enum { MOST = 1 << 20 };

static unsigned long a[MOST], b[MOST], c[2 * MOST];

static void read_words(unsigned long *words, uint64_t n)
{
    if (fread(words, sizeof *words, n, stdin) != n) {
        fprintf(stderr, "the input ends within a pair\n");
        exit(1);
    }
}

int main(void)
{
    uint64_t words[2];
    while (fread(words, sizeof words, 1, stdin) == 1) {
        if (words[0] - 1 >= MOST || words[1] - 1 >= MOST) {
            fprintf(stderr, "a length is zero or too large\n");
            return 1;
        }
        read_words(a, words[0]);
        read_words(b, words[1]);
        if (gf2x_mul(c, a, words[0], b, words[1]) != 0) {
            fprintf(stderr, "gf2x_mul fails\n");
            return 1;
        }
        size_t n = words[0] + words[1];
        if (fwrite(c, sizeof *c, n, stdout) != n)
            return 1;
    }
    return fflush(stdout) != 0;
}
