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
    &[3764050, 7888529, 12142579, 15708156, 20042237, 24658774, 28682438, 38580139],
    &[
        260794, 543138, 876201, 1148465, 1498166, 1856938, 2232310, 2598331, 3415464, 4225151,
        4964836, 6174702, 8067320, 9978861, 11762447, 15305074, 19718315, 24387210, 29156014,
        30845627,
    ],
    &[
        27285, 57458, 93176, 125310, 162541, 201458, 258012, 289410, 381452, 470129, 556471,
        617071, 801325, 988602, 1179482, 1575735, 2045519, 2560479, 2968680, 3421779,
    ],
    &[
        13160, 25938, 49045, 59399, 81920, 96524, 127433, 130494, 186755, 225915, 292843, 316348,
        434636, 513555, 626092, 715662, 1121388, 1173376, 1478154, 1644138, 2445969, 2819462,
        3650551, 3860555,
    ],
];

/// Where the cycles of each level come from.
pub(super) const PROVENANCE: [&str; 4] = [
    "2026-11-22, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --output crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-22, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --output crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-22, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --output crates/f2x/src/mul/plan/cycles.rs; \
     transforms with strides of four bytes times 0.845, the ratio of their new form on AMD EPYC \
     (family 25, model 17, stepping 1)",
    "2026-11-22, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --output crates/f2x/src/mul/plan/cycles.rs; \
     transforms times the ratio of their present form to the measured one on AMD EPYC (family 25, \
     model 17, stepping 1), 0.81 to 0.99, but that of 2^13 coefficients from 2^14 by their ratio \
     there, 0.507",
];
