// What `f2x bench poly` measures, and products, by NTL's GF2X: the same operands, one JSON object a line.
//
// c++ -O2 ntl_bench.cpp -lntl -lgmp -o ntl_bench && ./ntl_bench [--name NAME] [DEGREE…] [OPERATION…]
//
// NTL takes its products from libgf2x; with a build of that for PCLMULQDQ in LD_LIBRARY_PATH they are
// the fastest that it has of its own, and `f2x accelerate` puts those of f2x in their place. `check` instead
// of an operation prints a number that the results make, which is the same for all. The cost is CPU time.

#include <NTL/GF2XFactoring.h>
#include <NTL/version.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <time.h>
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
/// What the records call the library.
static std::string name = "NTL " NTL_VERSION;

static double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

static void measure(const char *op, long degree, const std::function<void()> &task) {
    if (!chosen.empty() && !chosen.count(op)) return;
    auto seconds = [&](long times) {
        double start = cpu_seconds();
        for (long i = 0; i < times; i++) task();
        return cpu_seconds() - start;
    };
    long times = 1;
    std::vector<double> samples;
    double sum = 0;
    // The first one of all looks at the CPU, and warms it up, unless it takes long enough to count.
    double first = seconds(1);
    if (first > 1) {
        samples.push_back(first * 1e9);
        sum = first;
    } else {
        while (seconds(times) < 50e-6) times *= 2;
    }
    while (samples.size() < 31 && (samples.empty() || sum < 1)) {
        double sample = seconds(times);
        sum += sample;
        samples.push_back(sample * 1e9 / times);
    }
    std::sort(samples.begin(), samples.end());
    auto quantile = [&](double q) { return samples[size_t(q * (samples.size() - 1) + 0.5)]; };
    printf("{\"op\":\"%s\",\"level\":null,\"name\":\"%s\",\"bits\":%ld,\"cycles\":null,"
           "\"cycles_p10\":null,\"cycles_p25\":null,\"cycles_p90\":null,\"ns\":%.1f,\"ns_p10\":%.1f,"
           "\"ns_p25\":%.1f,\"ns_p90\":%.1f,\"samples\":%zu,\"batch\":%ld}\n",
           op, name.c_str(), degree, quantile(0.5), quantile(0.1), quantile(0.25), quantile(0.9),
           samples.size(), times);
    fflush(stdout);
}

/// Prints a number that products, a quotient, a divisor and a power make.
static void check(long degree, const GF2X &a, const GF2X &b, const GF2X &f) {
    GF2X q, r, s, t;
    DivRem(q, r, a, b);
    XGCD(r, s, t, f, b);
    GF2X sum = q * s + t * f + PowerMod(b % f, power_ZZ(2, 64) - 1, f) * a;
    std::vector<unsigned char> bytes(NumBytes(sum));
    BytesFromGF2X(bytes.data(), sum, bytes.size());
    uint64_t hash = 0xcbf29ce484222325;
    for (unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
    printf("degree %ld: %016llx\n", degree, (unsigned long long)hash);
}

int main(int argc, char **argv) {
    std::vector<long> degrees;
    for (int i = 1; i < argc; i++) {
        if (std::string(argv[i]) == "--name" && i + 1 < argc) name = argv[++i];
        else if (long degree = atol(argv[i])) degrees.push_back(degree);
        else chosen.insert(argv[i]);
    }
    if (degrees.empty()) degrees = {1000, 10000};
    for (long degree : degrees) {
        GF2X a = operand(2 * degree, 1), b = operand(degree, 2), f = operand(degree, 3);
        GF2X q, r, s, t;
        if (chosen.count("check")) {
            check(degree, a, b, f);
            continue;
        }
        measure("mul", degree, [&] { mul(r, f, b); });
        // What is prepared below takes long at a degree where products do not.
        if (chosen == std::set<std::string>{"mul"}) continue;
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
