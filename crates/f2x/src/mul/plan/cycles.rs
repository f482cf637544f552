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
        198835, 398677, 642711, 818231, 1060799, 1288203, 1535945, 1647431, 1930892, 2144017,
        2438626, 2678942, 2968467, 3178643, 3395331, 3732849, 4376762, 4918647, 5599783, 6081927,
        6820139, 7231189, 7743011, 9543359, 11110111, 12465264, 13828317, 15503202, 16841789,
        18710497, 20584986, 22921810, 27200630, 30423465, 34581920, 39463445, 44025390, 46518135,
        48936292, 49517349,
    ],
    &[
        10970, 20687, 35386, 42839, 57514, 71841, 84237, 93453, 109372, 122417, 139148, 157009,
        171871, 186500, 202788, 227147, 273431, 299861, 346495, 369095, 411820, 441948, 476882,
        530500, 623979, 693544, 793153, 848225, 941056, 1017369, 1101425, 1170099, 1389854,
        1543359, 1760310, 1905503, 2105995, 2276477, 2441578, 2724518, 3229505, 3589485, 4126778,
        4428768, 4905091, 5283327, 5687987, 5351026, 6334419, 7023066, 8051825, 8658433, 9605469,
        10353667, 11173380, 11321656,
    ],
    &[
        7249, 11229, 20062, 22406, 31510, 38450, 46472, 48754, 58749, 65365, 75556, 81030, 90745,
        98355, 110932, 110778, 132512, 149913, 173939, 189611, 218367, 239155, 263403, 270461,
        328476, 363475, 433838, 442958, 496965, 534329, 594302, 639057, 778765, 865068, 1025575,
        1065417, 1194690, 1290926, 1426426, 1425907, 1719341, 1930466, 2264617, 2358756, 2623987,
        2900747, 3141977, 3056507, 3712896, 4177155, 4868446, 5072468, 5666143, 6108591, 6725122,
        6638542,
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
     their ratios modulo 61440 words and less",
    "2026-11-27, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), AMD EPYC (family 25, model 17, \
     stepping 1): f2x tune --level vpclmul --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs; transforms the less of two such runs",
    "2026-11-26, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 167, stepping 1): f2x tune --level avx512 --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs; transforms modulo 8192 words and more the geometric mean \
     with those of AMD EPYC (family 25, model 17), 2026-11-27, the less of two runs, --rounds 401, \
     divided by 1.152, their ratio modulo 8192 words; then all transforms the geometric mean with \
     those of AMD EPYC (family 26, model 2, stepping 1), 2026-11-28, the less of three runs, \
     --rounds 201, the only ones with columns that are filled up to 256 rows",
];
