//! Measured cycles of the leaves and compositions, by level.
//!
//! Written by `f2x tune --output crates/f2x/src/mul/plan/cycles.rs`:
//!
//! * day: 2026-11-22
//! * CPU: Intel(R) Xeon(R) Processor (family 6, model 207, stepping 2)
//! * compiler: rustc 1.95.0 (59807616e 2026-04-14)
//! * measured: portable, avx2, vpclmul, avx512

/// Leaves of 1 to 16 words, as parts of a larger product.
pub(super) const LEAVES: [[u32; 16]; 4] = [
    [54, 126, 239, 355, 546, 697, 894, 1050, 0, 0, 0, 0, 0, 0, 0, 0],
    [9, 10, 12, 15, 23, 29, 38, 45, 58, 70, 80, 89, 104, 115, 129, 137],
    [8, 10, 11, 15, 23, 29, 38, 46, 58, 70, 80, 86, 104, 115, 129, 0],
    [9, 11, 12, 15, 19, 24, 34, 31, 39, 70, 77, 70, 76, 76, 77, 70],
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
        (16, 119),
        (24, 238),
        (32, 334),
        (48, 623),
        (64, 920),
        (96, 1810),
        (128, 2737),
        (192, 5151),
        (256, 8398),
    ],
    &[
        (17, 84),
        (24, 123),
        (32, 156),
        (33, 174),
        (40, 297),
        (48, 330),
        (64, 449),
        (80, 815),
        (96, 863),
        (128, 1252),
        (160, 1979),
        (192, 2667),
        (256, 3605),
        (320, 6681),
    ],
];

/// Transforms, of operands of half of the words of their moduli, by the number of the modulus.
pub(super) const TRANSFORMS: [&[u32]; 4] = [
    &[3606503, 7447203, 11452434, 15502406, 19561544, 23832893, 27705594, 37788727],
    &[
        286068, 575499, 912398, 1184082, 1527641, 1885527, 2227111, 2641099, 3405761, 4214214,
        4983146, 6205840, 8113234, 9987048, 11890698, 15449280, 19876922, 24282723, 29465179,
        35943697,
    ],
    &[
        30798, 64418, 103694, 136723, 176350, 218576, 262670, 330369, 425397, 522361, 616819,
        834513, 1073976, 1311732, 1552481, 2036893, 2613602, 3170442, 3793664, 4215779,
    ],
    &[
        21553, 29191, 56753, 64805, 93023, 106199, 128545, 136316, 216734, 249427, 325750, 394813,
        570229, 623642, 792934, 970207, 1424334, 1661162, 2150840, 2197663, 3196219, 3574357,
        4669108, 5040128,
    ],
];

/// Where the cycles of each level come from.
pub(super) const PROVENANCE: [&str; 4] = [
    "2026-11-22, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --output crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-22, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --output crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-22, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --output crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-22, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --output crates/f2x/src/mul/plan/cycles.rs",
];
