/* libf2x as a program sees it. The oracles are bit by bit, or the check of products in check.h. */
#include "check.h"
#include <f2x.h>

static word state = 7;

static int bit(const uint64_t *v, size_t i)
{
    return v[i / 64] >> (i % 64) & 1;
}

static void flip(uint64_t *v, size_t i)
{
    v[i / 64] ^= (uint64_t)1 << (i % 64);
}

static void check_status(void)
{
    for (int status = 0; status >= -9; status--)
        REQUIRE(f2x_message(status) && strlen(f2x_message(status)) > 3);
    REQUIRE(strcmp(f2x_message(F2X_ERROR_INVERSE), f2x_message(F2X_ERROR_MEMORY)) != 0);
    REQUIRE(f2x_version_code() == F2X_VERSION_CODE);
    int major, minor, patch;
    REQUIRE(sscanf(f2x_version(), "%d.%d.%d", &major, &minor, &patch) == 3);
    REQUIRE(major * 10000 + minor * 100 + patch == F2X_VERSION_CODE);
}

static void check_levels(void)
{
    REQUIRE(f2x_level_is_available(F2X_LEVEL_PORTABLE) == 1);
    REQUIRE(f2x_level_is_available(f2x_level_best()) == 1);
    REQUIRE(f2x_level_is_available(0) == 0 && f2x_level_is_available(99) == 0);
    REQUIRE(strcmp(f2x_level_name(F2X_LEVEL_AVX2), "avx2") == 0 && f2x_level_name(99) == NULL);
    REQUIRE(f2x_level_force(99) == F2X_ERROR_ARGUMENT);
    for (int level = F2X_LEVEL_PORTABLE; level <= F2X_LEVEL_AVX512; level++) {
        int status = f2x_level_force(level);
        REQUIRE(status == (f2x_level_is_available(level) ? F2X_OK : F2X_ERROR_LEVEL));
        REQUIRE(status != F2X_OK || f2x_level() == level);
    }
}

static void check_products(void)
{
    static uint64_t a[700], b[700], c[1400], d[1400];
    for (size_t an = 0; an <= 700; an += an < 20 ? 1 : 97) {
        for (size_t bn = 0; bn <= 700; bn += bn < 20 ? 3 : 131) {
            random_words(a, an, &state);
            random_words(b, bn, &state);
            memset(c, 0x5a, sizeof c);
            REQUIRE(f2x_mul(c, a, an, b, bn) == F2X_OK);
            REQUIRE(is_product(c, an + bn, a, an, b, bn, &state));
            size_t words = f2x_mul_scratch_words(an, bn);
            uint64_t *scratch = (uint64_t *)malloc((words + 1) * sizeof *scratch);
            REQUIRE(scratch);
            scratch[words] = 77;
            REQUIRE(f2x_mul_scratch(d, a, an, b, bn, scratch, words) == F2X_OK);
            REQUIRE(memcmp(c, d, (an + bn) * sizeof *c) == 0 && scratch[words] == 77);
            free(scratch);
        }
        REQUIRE(f2x_square(d, a, an) == F2X_OK);
        REQUIRE(f2x_mul(c, a, an, a, an) == F2X_OK);
        REQUIRE(memcmp(c, d, 2 * an * sizeof *c) == 0);
    }
    c[0] = 9;
    REQUIRE(f2x_mul(c, NULL, 1, b, 1) == F2X_ERROR_ARGUMENT);
    REQUIRE(f2x_mul(NULL, a, 1, b, 1) == F2X_ERROR_ARGUMENT);
    REQUIRE(f2x_mul(c, a, SIZE_MAX, b, 1) == F2X_ERROR_LENGTH);
    REQUIRE(f2x_mul(c, a, SIZE_MAX / 8, b, 1) == F2X_ERROR_LENGTH);
    REQUIRE(f2x_mul(c, c, 1, b, 1) == F2X_ERROR_OVERLAP);
    REQUIRE(f2x_mul(c, a, 1, c + 1, 1) == F2X_ERROR_OVERLAP);
    REQUIRE(f2x_square(c, c + 1, 1) == F2X_ERROR_OVERLAP);
    REQUIRE(f2x_mul_scratch(c, a, 500, b, 500, d, 1) == F2X_ERROR_LENGTH);
    REQUIRE(f2x_mul_scratch(d, a, 500, b, 500, d, 900) == F2X_ERROR_OVERLAP);
    REQUIRE(f2x_mul_scratch_words(SIZE_MAX, 1) == SIZE_MAX);
    REQUIRE(c[0] == 9);
}

/* c := a b modulo the polynomial with these powers of x, bit by bit. */
static void field_product(uint64_t *c, const uint64_t *a, const uint64_t *b, const int powers[5])
{
    uint64_t sum[18] = {0};
    int degree = powers[0];
    for (int i = 0; i < degree; i++)
        for (int j = 0; bit(a, i) && j < degree; j++)
            if (bit(b, j))
                flip(sum, i + j);
    for (int i = 2 * degree - 2; i >= degree; i--)
        if (bit(sum, i))
            for (int k = 0; k < 5; k++)
                if (powers[k] >= 0)
                    flip(sum, i - degree + powers[k]);
    memcpy(c, sum, f2x_field_words(degree) * sizeof *c);
}

static void check_fields(void)
{
    static const int fields[][5] = {{128, 7, 2, 1, 0},    {163, 7, 6, 3, 0},  {233, 74, 0, -1, -1},
                                    {283, 12, 7, 5, 0},   {409, 87, 0, -1, -1}, {571, 10, 5, 2, 0}};
    enum { COUNT = 70, MOST = 9 };
    static uint64_t a[COUNT * MOST], b[COUNT * MOST], c[COUNT * MOST], d[COUNT * MOST];
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
        int field = fields[f][0];
        size_t w = f2x_field_words(field), bytes = f2x_field_bytes(field);
        REQUIRE(w == ((size_t)field + 63) / 64 && bytes == ((size_t)field + 7) / 8);
        random_words(a, COUNT * w, &state);
        random_words(b, COUNT * w, &state);
        for (size_t i = 0; field % 64 && i < COUNT; i++) {
            a[i * w + w - 1] &= ((uint64_t)1 << field % 64) - 1;
            b[i * w + w - 1] &= ((uint64_t)1 << field % 64) - 1;
        }
        REQUIRE(f2x_field_mul_many(field, c, a, b, COUNT) == F2X_OK);
        for (size_t i = 0; i < COUNT; i++) {
            field_product(d, a + i * w, b + i * w, fields[f]);
            REQUIRE(memcmp(d, c + i * w, w * sizeof *d) == 0);
            REQUIRE(f2x_field_mul(field, d, a + i * w, b + i * w) == F2X_OK);
            REQUIRE(memcmp(d, c + i * w, w * sizeof *d) == 0);
        }
        REQUIRE(f2x_field_square(field, c, a) == F2X_OK);
        field_product(d, a, a, fields[f]);
        REQUIRE(memcmp(c, d, w * sizeof *c) == 0);
        /* In place, as are the products. */
        memcpy(c, a, w * sizeof *c);
        REQUIRE(f2x_field_inverse(field, c, c) == F2X_OK);
        REQUIRE(f2x_field_mul(field, c, c, a) == F2X_OK);
        REQUIRE(c[0] == 1 && c[1] == 0 && c[w - 1] == 0);
        uint8_t text[72];
        REQUIRE(f2x_field_to_bytes(field, text, bytes, a) == F2X_OK);
        for (int i = 0; i < field; i++)
            REQUIRE((text[bytes - 1 - (size_t)i / 8] >> i % 8 & 1) == bit(a, (size_t)i));
        REQUIRE(f2x_field_from_bytes(field, d, text, bytes) == F2X_OK);
        REQUIRE(memcmp(a, d, w * sizeof *a) == 0);
        REQUIRE(f2x_field_from_bytes(field, d, text, bytes - 1) == F2X_ERROR_LENGTH);
        if (field % 64) {
            memset(d, 0xff, w * sizeof *d);
            c[0] = 5;
            REQUIRE(f2x_field_mul(field, c, a, d) == F2X_ERROR_ENCODING);
            REQUIRE(f2x_field_mul_many(field, c, d, a, 1) == F2X_ERROR_ENCODING && c[0] == 5);
        }
        REQUIRE(f2x_field_square(field, NULL, a) == F2X_ERROR_ARGUMENT);
        REQUIRE(f2x_field_mul_many(field, NULL, NULL, NULL, 0) == F2X_OK);
        REQUIRE(f2x_field_mul_many(field, c, a, b, SIZE_MAX / 2) == F2X_ERROR_LENGTH);
    }
    REQUIRE(f2x_field_words(162) == 0 && f2x_field_mul(162, c, a, b) == F2X_ERROR_ARGUMENT);
}

typedef void product_of_scheme(uint64_t *, const uint64_t *, const uint64_t *);
typedef void inverse_of_scheme(uint64_t *, const uint64_t *);

static void check_rings(void)
{
    static const struct {
        int n;
        product_of_scheme *product;
        inverse_of_scheme *inverse;
    } rings[] = {{F2X_RING_BIKE1, f2x_bike1_mod_mul, f2x_bike1_mod_inv},
                 {F2X_RING_BIKE3, f2x_bike3_mod_mul, f2x_bike3_mod_inv},
                 {F2X_RING_BIKE5, f2x_bike5_mod_mul, f2x_bike5_mod_inv},
                 {F2X_RING_HQC1, f2x_hqc1_vect_mul, NULL},
                 {F2X_RING_HQC3, f2x_hqc3_vect_mul, NULL},
                 {F2X_RING_HQC5, f2x_hqc5_vect_mul, NULL}};
    enum { MOST = 901 };
    static uint64_t a[MOST], b[MOST], c[MOST], d[2 * MOST];
    for (size_t r = 0; r < sizeof rings / sizeof *rings; r++) {
        int ring = rings[r].n;
        size_t n = (size_t)ring, w = f2x_ring_words(ring);
        REQUIRE(w == (n + 63) / 64);
        uint64_t mask = ((uint64_t)1 << n % 64) - 1;
        random_words(a, w, &state);
        random_words(b, w, &state);
        a[w - 1] &= mask;
        b[w - 1] &= mask;
        REQUIRE(f2x_mul(d, a, w, b, w) == F2X_OK);
        for (size_t i = n; i < 2 * n; i++)
            if (bit(d, i))
                flip(d, i - n);
        d[w - 1] &= mask;
        REQUIRE(f2x_ring_mul(ring, c, a, b) == F2X_OK);
        REQUIRE(memcmp(c, d, w * sizeof *c) == 0);
        /* Bits above the highest coefficient, and a result in an operand's place. */
        memcpy(c, a, w * sizeof *c);
        c[w - 1] |= ~mask;
        REQUIRE(f2x_ring_mul(ring, c, c, b) == F2X_ERROR_ENCODING);
        rings[r].product(c, c, b);
        REQUIRE(memcmp(c, d, w * sizeof *c) == 0);
        memset(d, 0, sizeof d);
        for (size_t i = 0; i < n; i++)
            if (bit(a, i))
                flip(d, 2 * i % n);
        REQUIRE(f2x_ring_square(ring, c, a) == F2X_OK);
        REQUIRE(memcmp(c, d, w * sizeof *c) == 0);
        /* Of odd weight, and then of even weight. */
        int weight = 0;
        for (size_t i = 0; i < n; i++)
            weight += bit(a, i);
        if (weight % 2 == 0)
            flip(a, 0);
        memset(d, 0, sizeof d);
        d[0] = 1;
        if (rings[r].inverse) {
            REQUIRE(f2x_ring_inverse(ring, c, a) == F2X_OK);
            REQUIRE(f2x_ring_mul(ring, c, c, a) == F2X_OK);
            REQUIRE(memcmp(c, d, w * sizeof *c) == 0);
            rings[r].inverse(c, a);
            rings[r].product(c, c, a);
            REQUIRE(memcmp(c, d, w * sizeof *c) == 0);
            flip(a, 0);
            d[0] = 0;
            REQUIRE(f2x_ring_inverse(ring, c, a) == F2X_ERROR_INVERSE);
            REQUIRE(memcmp(c, d, w * sizeof *c) == 0);
        } else {
            REQUIRE(f2x_ring_inverse(ring, c, a) == F2X_ERROR_ARGUMENT);
        }
        REQUIRE(f2x_ring_mul(ring, c, NULL, b) == F2X_ERROR_ARGUMENT);
    }
    REQUIRE(f2x_ring_words(17) == 0 && f2x_ring_square(17, c, a) == F2X_ERROR_ARGUMENT);
}

struct kem {
    size_t pk_bytes, sk_bytes, ct_bytes;
    int used_bits; /* Of the last byte of a public key. */
    int (*keypair)(uint8_t *pk, uint8_t *sk);
    int (*enc)(uint8_t *ct, uint8_t *ss, const uint8_t *pk);
    int (*dec)(uint8_t *ss, const uint8_t *ct, const uint8_t *sk);
};

static const struct kem kems[3] = {
    {F2X_HQC1_PUBLIC_KEY_BYTES, F2X_HQC1_SECRET_KEY_BYTES, F2X_HQC1_CIPHERTEXT_BYTES, 5,
     f2x_hqc1_keypair, f2x_hqc1_enc, f2x_hqc1_dec},
    {F2X_HQC3_PUBLIC_KEY_BYTES, F2X_HQC3_SECRET_KEY_BYTES, F2X_HQC3_CIPHERTEXT_BYTES, 3,
     f2x_hqc3_keypair, f2x_hqc3_enc, f2x_hqc3_dec},
    {F2X_HQC5_PUBLIC_KEY_BYTES, F2X_HQC5_SECRET_KEY_BYTES, F2X_HQC5_CIPHERTEXT_BYTES, 5,
     f2x_hqc5_keypair, f2x_hqc5_enc, f2x_hqc5_dec},
};

static void check_hqc(void)
{
    enum { SS = F2X_HQC_SHARED_KEY_BYTES };
    static uint8_t pk[7237 + 1], sk[7333 + 1], ct[14421 + 1], other[7333], ss[4][SS + 1];
    for (int k = 0; k < 3; k++) {
        const struct kem *kem = &kems[k];
        pk[kem->pk_bytes] = sk[kem->sk_bytes] = ct[kem->ct_bytes] = 77;
        for (int i = 0; i < 4; i++)
            ss[i][SS] = 77;
        REQUIRE(kem->keypair(pk, sk) == F2X_OK);
        REQUIRE(memcmp(pk, sk, kem->pk_bytes) == 0);
        REQUIRE(kem->enc(ct, ss[0], pk) == F2X_OK);
        REQUIRE(kem->dec(ss[1], ct, sk) == F2X_OK);
        REQUIRE(memcmp(ss[0], ss[1], SS) == 0);
        /* Another bit, and another key: other shared keys, which are the same each time. */
        ct[kem->ct_bytes / 2] ^= 8;
        REQUIRE(kem->dec(ss[1], ct, sk) == F2X_OK && kem->dec(ss[2], ct, sk) == F2X_OK);
        REQUIRE(memcmp(ss[1], ss[2], SS) == 0 && memcmp(ss[0], ss[1], SS) != 0);
        ct[kem->ct_bytes / 2] ^= 8;
        REQUIRE(kem->keypair(pk, other) == F2X_OK && memcmp(sk, other, kem->sk_bytes) != 0);
        REQUIRE(kem->dec(ss[3], ct, other) == F2X_OK && memcmp(ss[0], ss[3], SS) != 0);
        /* Nothing is drawn twice. */
        REQUIRE(kem->enc(ct, ss[1], pk) == F2X_OK && kem->enc(ct, ss[2], pk) == F2X_OK);
        REQUIRE(memcmp(ss[1], ss[2], SS) != 0);
        REQUIRE(pk[kem->pk_bytes] == 77 && sk[kem->sk_bytes] == 77 && ct[kem->ct_bytes] == 77);
        for (int i = 0; i < 4; i++)
            REQUIRE(ss[i][SS] == 77);
        /* Errors, which write nothing. */
        memcpy(ss[3], ss[2], SS);
        pk[kem->pk_bytes - 1] |= (uint8_t)(1 << kem->used_bits);
        sk[kem->pk_bytes - 1] |= (uint8_t)(1 << kem->used_bits);
        REQUIRE(kem->enc(ct, ss[2], pk) == F2X_ERROR_ENCODING);
        REQUIRE(kem->dec(ss[2], ct, sk) == F2X_ERROR_ENCODING);
        REQUIRE(kem->keypair(NULL, sk) == F2X_ERROR_ARGUMENT);
        REQUIRE(kem->keypair(pk, NULL) == F2X_ERROR_ARGUMENT);
        REQUIRE(kem->enc(NULL, ss[2], pk) == F2X_ERROR_ARGUMENT);
        REQUIRE(kem->enc(ct, NULL, pk) == F2X_ERROR_ARGUMENT);
        REQUIRE(kem->enc(ct, ss[2], NULL) == F2X_ERROR_ARGUMENT);
        REQUIRE(kem->dec(NULL, ct, sk) == F2X_ERROR_ARGUMENT);
        REQUIRE(kem->dec(ss[2], NULL, sk) == F2X_ERROR_ARGUMENT);
        REQUIRE(kem->dec(ss[2], ct, NULL) == F2X_ERROR_ARGUMENT);
        REQUIRE(memcmp(ss[3], ss[2], SS) == 0);
    }
}

int main(void)
{
    check_status();
    check_levels();
    for (int level = F2X_LEVEL_PORTABLE; level <= F2X_LEVEL_AVX512; level++) {
        if (f2x_level_force(level) != F2X_OK)
            continue;
        check_products();
        check_fields();
        check_rings();
        check_hqc();
    }
    return 0;
}
