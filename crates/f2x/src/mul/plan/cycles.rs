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
    &[3821567, 7992941, 12317443, 15946776, 20387537, 25050133, 29173265, 38862244],
    &[
        268904, 562174, 902804, 1173650, 1529310, 1882693, 2212564, 2619088, 3392629, 4202182,
        4978033, 6173498, 8058209, 10002437, 11804023, 15300838, 19723973, 24295783, 29319781,
        30594528,
    ],
    &[
        32143, 66603, 107724, 140470, 184704, 228433, 288355, 331102, 433448, 529578, 630867,
        843483, 1097872, 1336918, 1573808, 1795404, 2332610, 2847068, 3374300, 3755144,
    ],
    &[
        21328, 28114, 56653, 63055, 93226, 103248, 135647, 140394, 211420, 241833, 321719, 382129,
        555158, 603435, 769124, 737022, 1181827, 1181029, 1706052, 1695029, 2716771, 3044285,
        3978703, 4273977,
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
