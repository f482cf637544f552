/* f2x: arithmetic for polynomials over GF(2), from C99 and C++17 on.
 *
 * A polynomial is an array of words, the lowest coefficients first: bit i of word j is the coefficient of
 * x^(64j+i). Functions return F2X_OK or one of the errors; a result is written only with F2X_OK, unless a
 * function says otherwise. Nothing is printed, nothing aborts, and all may be called from many threads.
 *
 * Time and memory accesses depend on lengths alone, not on words: constant time.
 *
 * There is a page for each group of functions in docs/: product, level, field, ring, hqc, status.
 */
#ifndef F2X_H_
#define F2X_H_

#include <stddef.h>
#include <stdint.h>

#define F2X_VERSION_MAJOR 0
#define F2X_VERSION_MINOR 1
#define F2X_VERSION_PATCH 0
#define F2X_VERSION_CODE \
    (F2X_VERSION_MAJOR * 10000 + F2X_VERSION_MINOR * 100 + F2X_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/* Status and version */

enum {
    F2X_OK = 0,
    F2X_ERROR_ARGUMENT = -1, /* A pointer is null, or a number names nothing. */
    F2X_ERROR_LENGTH = -2,   /* A length does not fit. */
    F2X_ERROR_MEMORY = -3,   /* Memory was refused. */
    F2X_ERROR_LEVEL = -4,    /* No such level, or the CPU lacks it; F2X_LEVEL may have named it. */
    F2X_ERROR_ENCODING = -5, /* Bits above the highest coefficient are set. */
    F2X_ERROR_INVERSE = -6,  /* There is no inverse. */
    F2X_ERROR_OVERLAP = -7,  /* The result overlaps an operand. */
    F2X_ERROR_RANDOM = -8    /* The system gave no random bytes. */
};

/* What a status means; a constant text, never null. */
const char *f2x_message(int status);
/* The version of the library, as "0.1.0", and in the form of F2X_VERSION_CODE. */
const char *f2x_version(void);
int f2x_version_code(void);

/* Levels */

enum {
    F2X_LEVEL_PORTABLE = 1,
    F2X_LEVEL_AVX2 = 2,
    F2X_LEVEL_VPCLMUL = 3,
    F2X_LEVEL_AVX512 = 4
};

/* The level in use: the one that was forced, else the one that the environment variable F2X_LEVEL names,
 * else the best one. F2X_ERROR_LEVEL if F2X_LEVEL names none that can be used; products then fail too. */
int f2x_level(void);
int f2x_level_best(void);
int f2x_level_is_available(int level);
int f2x_level_force(int level);
/* As F2X_LEVEL takes it; null if there is no such level. */
const char *f2x_level_name(int level);

/* Products of any lengths */

/* c[a_words + b_words] := a[a_words] b[b_words]. Allocates above some hundreds of words. */
int f2x_mul(uint64_t *c, const uint64_t *a, size_t a_words, const uint64_t *b, size_t b_words);
/* The same without allocation; f2x_mul_scratch_words(a_words, b_words) words of scratch are enough. */
int f2x_mul_scratch(uint64_t *c, const uint64_t *a, size_t a_words, const uint64_t *b,
                    size_t b_words, uint64_t *scratch, size_t scratch_words);
size_t f2x_mul_scratch_words(size_t a_words, size_t b_words);
/* c[2 a_words] := the square of a[a_words]. Allocates nothing. */
int f2x_square(uint64_t *c, const uint64_t *a, size_t a_words);

/* Binary fields, by the names F2X_FIELD_...; c may be a or b. */

enum {
    F2X_FIELD_128 = 128, /* x^128 + x^7 + x^2 + x + 1 */
    F2X_FIELD_163 = 163, /* x^163 + x^7 + x^6 + x^3 + 1 */
    F2X_FIELD_233 = 233, /* x^233 + x^74 + 1 */
    F2X_FIELD_283 = 283, /* x^283 + x^12 + x^7 + x^5 + 1 */
    F2X_FIELD_409 = 409, /* x^409 + x^87 + 1 */
    F2X_FIELD_571 = 571  /* x^571 + x^10 + x^5 + x^2 + 1 */
};

/* Of an element; 0 if there is no such field. */
size_t f2x_field_words(int field);
size_t f2x_field_bytes(int field);
int f2x_field_mul(int field, uint64_t *c, const uint64_t *a, const uint64_t *b);
int f2x_field_square(int field, uint64_t *c, const uint64_t *a);
/* The inverse of 0 is 0. */
int f2x_field_inverse(int field, uint64_t *c, const uint64_t *a);
/* c[i] := a[i] b[i] for `count` elements, one after the other; half the time of so many calls. */
int f2x_field_mul_many(int field, uint64_t *c, const uint64_t *a, const uint64_t *b, size_t count);
/* Big-endian bytes, as in SEC 1; there are f2x_field_bytes(field) of them. */
int f2x_field_from_bytes(int field, uint64_t *c, const uint8_t *bytes, size_t count);
int f2x_field_to_bytes(int field, uint8_t *bytes, size_t count, const uint64_t *a);

/* Rings modulo x^N - 1, by the names F2X_RING_...; c may be a or b. */

enum {
    F2X_RING_BIKE1 = 12323,
    F2X_RING_HQC1 = 17669,
    F2X_RING_BIKE3 = 24659,
    F2X_RING_HQC3 = 35851,
    F2X_RING_BIKE5 = 40973,
    F2X_RING_HQC5 = 57637
};

/* Of an element; 0 if there is no such ring. */
size_t f2x_ring_words(int ring);
int f2x_ring_mul(int ring, uint64_t *c, const uint64_t *a, const uint64_t *b);
int f2x_ring_square(int ring, uint64_t *c, const uint64_t *a);
/* In the rings of BIKE. If there is no inverse, c becomes 0, and the status is F2X_ERROR_INVERSE. */
int f2x_ring_inverse(int ring, uint64_t *c, const uint64_t *a);

/* In the shape that implementations of HQC and BIKE call: bits above the highest coefficient of an operand
 * are taken for zeros, and the inverse of what has none is 0. */
void f2x_hqc1_vect_mul(uint64_t *o, const uint64_t *v1, const uint64_t *v2);
void f2x_hqc3_vect_mul(uint64_t *o, const uint64_t *v1, const uint64_t *v2);
void f2x_hqc5_vect_mul(uint64_t *o, const uint64_t *v1, const uint64_t *v2);
void f2x_bike1_mod_mul(uint64_t *c, const uint64_t *a, const uint64_t *b);
void f2x_bike3_mod_mul(uint64_t *c, const uint64_t *a, const uint64_t *b);
void f2x_bike5_mod_mul(uint64_t *c, const uint64_t *a, const uint64_t *b);
void f2x_bike1_mod_inv(uint64_t *c, const uint64_t *a);
void f2x_bike3_mod_inv(uint64_t *c, const uint64_t *a);
void f2x_bike5_mod_inv(uint64_t *c, const uint64_t *a);

/* The key encapsulation mechanism HQC, of the specification of 2025-08-22 with the update of 2026-02-10; random
 * bytes are the system's. Whatever the ciphertext, f2x_hqc..._dec gives a shared key, and F2X_OK: that of a
 * ciphertext which was not made for the secret key is one that nobody else has. */

#define F2X_HQC1_PUBLIC_KEY_BYTES 2241
#define F2X_HQC1_SECRET_KEY_BYTES 2321
#define F2X_HQC1_CIPHERTEXT_BYTES 4433
#define F2X_HQC3_PUBLIC_KEY_BYTES 4514
#define F2X_HQC3_SECRET_KEY_BYTES 4602
#define F2X_HQC3_CIPHERTEXT_BYTES 8978
#define F2X_HQC5_PUBLIC_KEY_BYTES 7237
#define F2X_HQC5_SECRET_KEY_BYTES 7333
#define F2X_HQC5_CIPHERTEXT_BYTES 14421
#define F2X_HQC_SHARED_KEY_BYTES 32

int f2x_hqc1_keypair(uint8_t *pk, uint8_t *sk);
int f2x_hqc1_enc(uint8_t *ct, uint8_t *ss, const uint8_t *pk);
int f2x_hqc1_dec(uint8_t *ss, const uint8_t *ct, const uint8_t *sk);
int f2x_hqc3_keypair(uint8_t *pk, uint8_t *sk);
int f2x_hqc3_enc(uint8_t *ct, uint8_t *ss, const uint8_t *pk);
int f2x_hqc3_dec(uint8_t *ss, const uint8_t *ct, const uint8_t *sk);
int f2x_hqc5_keypair(uint8_t *pk, uint8_t *sk);
int f2x_hqc5_enc(uint8_t *ct, uint8_t *ss, const uint8_t *pk);
int f2x_hqc5_dec(uint8_t *ss, const uint8_t *ct, const uint8_t *sk);

#ifdef __cplusplus
}
#endif

#endif
