// What `f2x bench poly` measures, by NTL's GF2X: the same operands, one JSON object a line.
//
// c++ -O2 ntl_bench.cpp -lntl -lgmp -o ntl_bench && ./ntl_bench [DEGREE…] [OPERATION…]
//
// NTL takes its products from libgf2x; with a build of that for PCLMULQDQ in LD_LIBRARY_PATH they are
// the fastest that it has.

#include <NTL/GF2XFactoring.h>
#include <NTL/version.h>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <vector>

using namespace NTL;

/// A random polynomial of this degree with constant coefficient 1, from SplitMix64.
static GF2X operand(long degree, uint64_t seed) {
    std::vector<unsigned char> bytes(8 * (degree / 64 + 1));
    uint64_t state = seed;
    for (size_t word = 0; word < bytes.size() / 8; word++) {
        state += 0x9e3779b97f4a7c15;
        uint64_t z = state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        z ^= z >> 31;
        for (int i = 0; i < 8; i++) bytes[8 * word + i] = z >> (8 * i);
    }
    GF2X poly = GF2XFromBytes(bytes.data(), bytes.size());
    trunc(poly, poly, degree);
    SetCoeff(poly, degree);
    SetCoeff(poly, 0);
    return poly;
}

/// g(x+1) for an irreducible trinomial g of at least about this degree.
static GF2X irreducible(long degree) {
    static const long known[][2] = {{127, 1}, {1279, 216}, {9689, 84}, {110503, 25230}};
    int i = 0;
    while (i < 3 && known[i][0] + known[i][0] / 10 < degree) i++;
    GF2X x1, n, k;
    SetCoeff(x1, 1);
    SetCoeff(x1, 0);
    power(n, x1, known[i][0]);
    power(k, x1, known[i][1]);
    return n + k + 1;
}

/// The operations that are measured; all, if none is named.
static std::set<std::string> chosen;

static void measure(const char *op, long degree, const std::function<void()> &task) {
    if (!chosen.empty() && !chosen.count(op)) return;
    using clock = std::chrono::steady_clock;
    auto seconds = [&](long times) {
        auto start = clock::now();
        for (long i = 0; i < times; i++) task();
        return std::chrono::duration<double>(clock::now() - start).count();
    };
    long times = 1;
    while (seconds(times) < 50e-6) times *= 2;
    std::vector<double> samples;
    double sum = 0;
    while (samples.size() < 31 && (samples.empty() || sum < 2)) {
        double sample = seconds(times);
        sum += sample;
        samples.push_back(sample * 1e9 / times);
    }
    std::sort(samples.begin(), samples.end());
    auto quantile = [&](double q) { return samples[size_t(q * (samples.size() - 1) + 0.5)]; };
    printf("{\"op\":\"%s\",\"level\":null,\"name\":\"NTL %s\",\"bits\":%ld,\"cycles\":null,"
           "\"cycles_p10\":null,\"cycles_p25\":null,\"cycles_p90\":null,\"ns\":%.1f,\"ns_p10\":%.1f,"
           "\"ns_p25\":%.1f,\"ns_p90\":%.1f,\"samples\":%zu,\"batch\":%ld}\n",
           op, NTL_VERSION, degree, quantile(0.5), quantile(0.1), quantile(0.25), quantile(0.9),
           samples.size(), times);
    fflush(stdout);
}

int main(int argc, char **argv) {
    std::vector<long> degrees;
    for (int i = 1; i < argc; i++) {
        if (long degree = atol(argv[i])) degrees.push_back(degree);
        else chosen.insert(argv[i]);
    }
    if (degrees.empty()) degrees = {1000, 10000};
    for (long degree : degrees) {
        GF2X a = operand(2 * degree, 1), b = operand(degree, 2), f = operand(degree, 3);
        GF2X q, r, s, t;
        measure("divrem", degree, [&] { DivRem(q, r, a, b); });
        measure("gcd", degree, [&] { GCD(r, f, b); });
        measure("xgcd", degree, [&] { XGCD(r, s, t, f, b); });
        GF2XModulus modulus(f);
        GF2X c = a % modulus, d = b % modulus;
        measure("mulmod", degree, [&] { MulMod(r, d, c, modulus); });
        ZZ e = power_ZZ(2, 64) - 1;
        measure("powmod", degree, [&] {
            GF2XModulus modulus(f);
            PowerMod(r, d, e, modulus);
        });
        GF2X g = irreducible(degree);
        measure("irreducible", deg(g), [&] {
            if (!IterIrredTest(g)) abort();
        });
        vec_pair_GF2X_long factors;
        measure("factor", degree, [&] { CanZass(factors, b); });
    }
}
