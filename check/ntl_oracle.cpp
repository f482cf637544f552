// Arithmetic of NTL's GF2X, for crates/f2x/tests/ntl.rs.
//
// A polynomial is the number of its 64-bit words and the words, all in the byte order of the machine.
// Input: a number, 1 if factors are wanted, and the polynomials a, b, f, of which b is not zero and f
// no constant. Output: a·b, quotient and remainder of a by b, the greatest common divisor of a and b
// with its cofactors, a^3 modulo f, the inverse of a modulo f or zero, 1 or 0 for an irreducible f
// and, if wanted, the number of factors of f and each factor and multiplicity.

#include <NTL/GF2XFactoring.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace NTL;

static bool read(uint64_t &word) { return fread(&word, sizeof word, 1, stdin) == 1; }

static void write(uint64_t word) {
    if (fwrite(&word, sizeof word, 1, stdout) != 1) exit(1);
}

static GF2X read_poly() {
    uint64_t count, word;
    if (!read(count)) exit(1);
    std::vector<unsigned char> bytes;
    for (uint64_t i = 0; i < count; i++) {
        if (!read(word)) exit(1);
        for (int j = 0; j < 8; j++) bytes.push_back(word >> (8 * j));
    }
    return GF2XFromBytes(bytes.data(), bytes.size());
}

static void write_poly(const GF2X &poly) {
    std::vector<unsigned char> bytes((NumBytes(poly) + 7) / 8 * 8);
    BytesFromGF2X(bytes.data(), poly, bytes.size());
    write(bytes.size() / 8);
    for (size_t i = 0; i < bytes.size(); i += 8) {
        uint64_t word = 0;
        for (int j = 7; j >= 0; j--) word = word << 8 | bytes[i + j];
        write(word);
    }
}

int main() {
    uint64_t wants_factors;
    while (read(wants_factors)) {
        GF2X a = read_poly(), b = read_poly(), f = read_poly();
        GF2X q, r, g, s, t, inverse;
        write_poly(a * b);
        DivRem(q, r, a, b);
        write_poly(q);
        write_poly(r);
        XGCD(g, s, t, a, b);
        write_poly(g);
        write_poly(s);
        write_poly(t);
        GF2X reduced = a % f;
        write_poly(PowerMod(reduced, 3, f));
        if (InvModStatus(inverse, reduced, f)) clear(inverse);
        write_poly(inverse);
        write(IterIrredTest(f));
        if (wants_factors) {
            vec_pair_GF2X_long factors;
            CanZass(factors, f);
            write(factors.length());
            for (long i = 0; i < factors.length(); i++) {
                write_poly(factors[i].a);
                write(factors[i].b);
            }
        }
        fflush(stdout);
    }
    return 0;
}
