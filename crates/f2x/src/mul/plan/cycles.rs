//! Measured cycles of the leaves and compositions, by level.
//!
//! Written by `f2x tune --level vpclmul --rounds 1001 --output crates/f2x/src/mul/plan/cycles.rs`:
//!
//! * day: 2026-11-25
//! * CPU: AMD EPYC (family 25, model 17, stepping 1)
//! * compiler: rustc 1.95.0 (59807616e 2026-04-14)
//! * measured: vpclmul
//! * kept from an earlier run, which [`PROVENANCE`] tells: portable, avx2, avx512

/// Leaves of 1 to 16 words, as parts of a larger product.
pub(super) const LEAVES: [[u32; 16]; 4] = [
    [54, 126, 239, 355, 546, 697, 894, 1050, 0, 0, 0, 0, 0, 0, 0, 0],
    [9, 10, 12, 15, 23, 29, 38, 45, 58, 70, 80, 89, 104, 115, 129, 137],
    [12, 13, 21, 26, 37, 47, 59, 69, 89, 107, 125, 140, 157, 174, 193, 0],
    [8, 9, 12, 13, 19, 24, 34, 31, 39, 70, 77, 70, 76, 76, 77, 70],
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
        (24, 149),
        (32, 179),
        (33, 201),
        (40, 336),
        (48, 368),
        (64, 496),
        (80, 941),
        (96, 978),
        (128, 1390),
        (160, 2239),
        (192, 3045),
        (256, 4040),
        (320, 6734),
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
        7944, 12710, 22841, 26727, 36008, 45363, 55734, 59061, 70059, 79307, 92173, 99740, 114397,
        128425, 141450, 139087, 165371, 187282, 219040, 239111, 272445, 298503, 341129, 343833,
        418974, 467554, 533147, 561875, 623616, 667337, 728320, 757595, 932840, 1036293, 1192256,
        1262346, 1413050, 1519660, 1681185, 1617663, 1995011, 2237511, 2624519, 2904413, 3160336,
        3456674, 4061120, 3839683,
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
     stepping 1): f2x tune --level vpclmul --rounds 1001 --output crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-24, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 167, stepping 1): f2x tune --level avx512 --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs; transforms of several factors and coefficients of a byte \
     times 0.905 to 0.98, the ratios of their new form on AMD EPYC (family 25, model 17, stepping \
     1)",
];
