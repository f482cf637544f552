//! Measured cycles of the leaves and compositions, by level.
//!
//! Written by `f2x tune --level avx512 --rounds 1001 --output crates/f2x/src/mul/plan/cycles.rs`:
//!
//! * day: 2026-11-26
//! * CPU: Intel(R) Xeon(R) Processor (family 6, model 207, stepping 2)
//! * compiler: rustc 1.95.0 (59807616e 2026-04-14)
//! * measured: avx512
//! * kept from an earlier run, which [`PROVENANCE`] tells: portable, avx2, vpclmul

/// Leaves of 1 to 16 words, as parts of a larger product.
pub(super) const LEAVES: [[u32; 16]; 4] = [
    [54, 126, 239, 355, 546, 697, 894, 1050, 0, 0, 0, 0, 0, 0, 0, 0],
    [9, 10, 12, 15, 23, 29, 38, 45, 58, 70, 80, 89, 104, 115, 129, 137],
    [12, 13, 21, 26, 37, 47, 59, 69, 89, 107, 125, 140, 157, 174, 193, 0],
    [8, 9, 12, 13, 19, 24, 34, 31, 39, 71, 77, 71, 76, 76, 77, 71],
];

/// Compositions, as (words of an operand, cycles).
pub(super) const COMPOSITIONS: [&[(usize, u32)]; 4] = [
    &[
        (16, 3167),
        (24, 6343),
        (32, 9538),
        (48, 19145),
        (64, 28713),
        (80, 47887),
        (96, 57603),
        (128, 86280),
        (160, 143959),
        (192, 172632),
        (256, 259000),
        (320, 431516),
    ],
    &[
        (24, 261),
        (32, 406),
        (40, 645),
        (48, 779),
        (64, 1232),
        (80, 2008),
        (96, 2385),
        (128, 3702),
        (160, 6044),
        (192, 7195),
        (256, 11215),
        (320, 18290),
    ],
    &[
        (16, 164),
        (24, 319),
        (32, 400),
        (48, 787),
        (64, 1103),
        (96, 2198),
        (128, 3204),
        (192, 6328),
        (256, 9781),
    ],
    &[
        (17, 83),
        (24, 136),
        (32, 174),
        (33, 193),
        (40, 318),
        (48, 355),
        (64, 483),
        (80, 883),
        (96, 939),
        (128, 1343),
        (160, 2158),
        (192, 3285),
        (256, 3922),
        (320, 6442),
    ],
];

/// Transforms, of operands of half of the words of their moduli, by the number of the modulus.
pub(super) const TRANSFORMS: [&[u32]; 4] = [
    &[
        1799436, 3764050, 5866056, 7888529, 9924034, 12142579, 14023365, 15708156, 17996173,
        20042237, 22244468, 24658774, 26624666, 28682438, 30453819, 38580139,
    ],
    &[
        137054, 260794, 426037, 543138, 711006, 876201, 1039809, 1148465, 1340743, 1498166,
        1688553, 1856938, 2058347, 2232310, 2353018, 2598331, 3062899, 3415464, 3820314, 4225151,
        4589251, 4964836, 5082180, 6174702, 7167683, 8067320, 9062283, 9978861, 10885131, 11762447,
        12385325, 15305074, 17890215, 19718315, 22666091, 24387210, 27132841, 29156014, 32349789,
        30845627,
    ],
    &[
        11799, 21038, 37694, 45813, 61366, 75239, 90152, 97640, 114418, 130789, 146792, 163680,
        183555, 200845, 220317, 235981, 279167, 304728, 353011, 381417, 424866, 456996, 486317,
        561558, 663515, 730385, 839898, 904832, 1001735, 1091042, 1160009, 1270730, 1500169,
        1659737, 1907931, 2074369, 2273556, 2471933, 2635647, 2811952,
    ],
    &[
        8362, 12449, 23292, 25429, 35618, 44259, 54067, 56741, 67405, 74757, 87049, 92897, 103347,
        113909, 130221, 134733, 160471, 179309, 209412, 233208, 267007, 295357, 341472, 325517,
        389293, 434603, 503787, 492079, 553931, 591491, 659439, 713356, 906816, 1017774, 1200083,
        1237759, 1442417, 1518454, 1678381, 1648056, 1973733, 2253035, 2624946, 2802994, 3159286,
        3404241, 3766705, 3703883,
    ],
];

/// Where the cycles of each level come from.
pub(super) const PROVENANCE: [&str; 4] = [
    "2026-11-22, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --output crates/f2x/src/mul/plan/cycles.rs; \
     transforms with a factor of 2^12 coefficients between their neighbours, as on AMD EPYC \
     (family 25, model 17, stepping 1)",
    "2026-11-22, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --output crates/f2x/src/mul/plan/cycles.rs; \
     transforms with a factor of 2^12 coefficients between their neighbours, as on AMD EPYC \
     (family 25, model 17, stepping 1)",
    "2026-11-25, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), AMD EPYC (family 25, model 17, \
     stepping 1): f2x tune --level vpclmul --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-26, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --level avx512 --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs",
];
