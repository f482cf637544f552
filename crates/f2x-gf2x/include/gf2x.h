/* Multiplication of polynomials over GF(2), as gf2x 1.3 declares it.
 *
 * Word i of an operand holds the coefficients 64i and up, the lowest in the lowest bit.
 */
#ifndef GF2X_H_
#define GF2X_H_

#include <stddef.h>

#define GF2X_VERSION_MAJOR 1
#define GF2X_VERSION_MINOR 3
#define GF2X_VERSION_PATCHLEVEL 0
#define GF2X_VERSION_CODE \
    (GF2X_VERSION_MAJOR * 10000 + GF2X_VERSION_MINOR * 100 + GF2X_VERSION_PATCHLEVEL)

#ifndef GF2X_EXPORTED
#define GF2X_EXPORTED
#endif

#define GF2X_ERROR_INVALID_ARGUMENTS (-1)
#define GF2X_ERROR_OUT_OF_MEMORY (-2)

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library, in the form of GF2X_VERSION_CODE. */
extern GF2X_EXPORTED int gf2x_lib_version_code;
/* Whose code is inside, and under which licence. */
extern GF2X_EXPORTED const char *gf2x_toom_gpl_status;

/* Scratch that is kept from one product to the next. */
struct gf2x_mul_pool_s {
    unsigned long *stk;
    size_t stk_size;
};
typedef struct gf2x_mul_pool_s gf2x_mul_pool_t[1];
typedef struct gf2x_mul_pool_s *gf2x_mul_pool_ptr;
typedef const struct gf2x_mul_pool_s *gf2x_mul_pool_srcptr;

GF2X_EXPORTED void gf2x_mul_pool_init(gf2x_mul_pool_t pool);
GF2X_EXPORTED void gf2x_mul_pool_clear(gf2x_mul_pool_t pool);

/* c[an + bn] := a[an] * b[bn]; c may overlap a and b. Returns 0 or one of the errors above.
 * gf2x itself allows c == a and c == b, and no operand without words. */
GF2X_EXPORTED int gf2x_mul(unsigned long *c, const unsigned long *a, unsigned long an,
                           const unsigned long *b, unsigned long bn);

/* The same with scratch from a pool, which may be null. */
GF2X_EXPORTED int gf2x_mul_r(unsigned long *c, const unsigned long *a, unsigned long an,
                             const unsigned long *b, unsigned long bn, gf2x_mul_pool_t pool);

/* c[2n] := a[n] * b[n] with gf2x_toomspace(n) words at stk; nothing overlaps, nothing is allocated. */
GF2X_EXPORTED void gf2x_mul_toom(unsigned long *c, const unsigned long *a, const unsigned long *b,
                                 long n, unsigned long *stk);
GF2X_EXPORTED long gf2x_toomspace(long n);

#ifdef __cplusplus
}
#endif

#endif
