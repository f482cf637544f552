//! Measured cycles of the leaves and compositions, by level.
//!
//! Written by `f2x tune --level vpclmul --rounds 1001 --output crates/f2x/src/mul/plan/cycles.rs`:
//!
//! * day: 2026-11-27
//! * CPU: AMD EPYC (family 25, model 17, stepping 1)
//! * compiler: rustc 1.95.0 (59807616e 2026-04-14)
//! * measured: vpclmul
//! * kept from an earlier run, which [`PROVENANCE`] tells: portable, avx2, avx512

/// Leaves of 1 to 16 words, as parts of a larger product.
pub(super) const LEAVES: [[u32; 16]; 4] = [
    [79, 193, 369, 548, 841, 1077, 1386, 1616, 0, 0, 0, 0, 0, 0, 0, 0],
    [15, 18, 24, 25, 41, 53, 63, 73, 89, 106, 123, 136, 180, 197, 184, 194],
    [13, 13, 18, 26, 39, 46, 59, 69, 91, 106, 127, 143, 162, 175, 191, 0],
    [9, 9, 12, 13, 19, 24, 34, 31, 39, 70, 77, 70, 76, 76, 77, 61],
];

/// Compositions, as (words of an operand, cycles).
pub(super) const COMPOSITIONS: [&[(usize, u32)]; 4] = [
    &[
        (16, 4875),
        (24, 9800),
        (32, 14671),
        (48, 29413),
        (64, 44094),
        (80, 73549),
        (96, 88364),
        (128, 132647),
        (160, 220924),
        (192, 265166),
        (256, 397920),
        (320, 662897),
    ],
    &[
        (24, 429),
        (32, 596),
        (40, 911),
        (48, 1365),
        (64, 1742),
        (80, 2759),
        (96, 3735),
        (128, 6070),
        (160, 9335),
        (192, 12425),
        (256, 15982),
        (320, 24943),
    ],
    &[
        (16, 163),
        (24, 322),
        (32, 403),
        (48, 791),
        (64, 1102),
        (96, 2202),
        (128, 3223),
        (192, 6293),
        (256, 9815),
    ],
    &[
        (17, 83),
        (24, 149),
        (32, 178),
        (33, 201),
        (40, 335),
        (48, 368),
        (64, 496),
        (80, 935),
        (96, 977),
        (128, 1391),
        (160, 2243),
        (192, 3054),
        (256, 4015),
        (320, 6732),
    ],
];

/// Transforms, of operands of half of the words of their moduli, by the number of the modulus.
pub(super) const TRANSFORMS: [&[u32]; 4] = [
    &[
        2559255, 5278631, 8234168, 10980200, 13950073, 17096323, 19785677, 22351255, 25634174,
        28292482, 31642533, 34916173, 37724871, 40362000, 42952400, 54955033,
    ],
    &[
        197360, 394975, 636742, 812357, 1048290, 1272093, 1527127, 1636053, 1894764, 2108180,
        2373940, 2633519, 2917462, 3130794, 3354883, 3757762, 4326375, 4882888, 5551093, 6087641,
        6791108, 7242771, 7788462, 9702896, 11128444, 12449001, 13759985, 15522456, 16843513,
        18846960, 20701869, 22660762, 26689699, 29942142, 33755050, 38592242, 43188857, 45602752,
        48251761, 49314359,
    ],
    &[
        10830, 20522, 35339, 42360, 56755, 69968, 83176, 92770, 107334, 119401, 134833, 150335,
        166113, 181172, 204731, 229967, 264071, 295311, 337026, 358433, 393742, 430146, 459138,
        533821, 606503, 682339, 770094, 827298, 900099, 993845, 1068062, 1130282, 1302495, 1446187,
        1650327, 1813781, 1977425, 2146779, 2298383, 2730126, 3137321, 3490478, 3982594, 4300191,
        4769212, 5149241, 5490153, 5382472, 6195608, 6913259, 7836792, 8470478, 9388920, 10280118,
        11058787, 11445062,
    ],
    &[
        7237, 11123, 19823, 22216, 31462, 37383, 45549, 48483, 57630, 63333, 71618, 76027, 86166,
        93409, 107707, 109491, 130878, 145735, 169996, 180944, 208540, 227062, 261252, 267274,
        312388, 347640, 405646, 419781, 473598, 515940, 575664, 609839, 721962, 811676, 946581,
        995098, 1126502, 1231837, 1361473, 1405616, 1643133, 1838579, 2142905, 2251972, 2533541,
        2791552, 3064323, 3036692, 3624432, 4078524, 4641581, 4941320, 5519067, 5983125, 6668356,
        6644191,
    ],
];

/// Where the cycles of each level come from.
pub(super) const PROVENANCE: [&str; 4] = [
    "2026-11-26, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor @ \
     2.50GHz (family 6, model 85, stepping 7): f2x tune --level portable --rounds 301",
    "2026-11-26, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor @ \
     2.50GHz (family 6, model 85, stepping 7): f2x tune --level avx2 --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs; transforms the geometric mean with those of AMD EPYC \
     (family 26, model 2, stepping 1), 2026-11-28, --rounds 201, divided by 0.667, the mean of \
     their ratios modulo 61440 words and less, times what conversions by groups of sixteen \
     changed on AMD EPYC (family 26, model 2, stepping 1), 2026-11-28, the less of three runs each, \
     --rounds 151",
    "2026-11-27, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), AMD EPYC (family 25, model 17, \
     stepping 1): f2x tune --level vpclmul --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs; transforms the less of two such runs, times what \
     conversions by groups of sixteen changed on AMD EPYC (family 26, model 2, stepping 1), \
     2026-11-28, the less of three runs each, --rounds 151",
    "2026-11-26, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 167, stepping 1): f2x tune --level avx512 --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs; transforms modulo 8192 words and more the geometric mean \
     with those of AMD EPYC (family 25, model 17), 2026-11-27, the less of two runs, --rounds 401, \
     divided by 1.152, their ratio modulo 8192 words; then all transforms the geometric mean with \
     those of AMD EPYC (family 26, model 2, stepping 1), 2026-11-28, the less of three runs, \
     --rounds 201, times what conversions by groups of sixteen changed on AMD EPYC (family 26, \
     model 2, stepping 1), 2026-11-28, the less of three runs each, --rounds 151",
];
