//! Measured cycles of the leaves and compositions, by level.
//!
//! Written by `f2x tune --rounds 701 --output crates/f2x/src/mul/plan/cycles.rs`:
//!
//! * day: 2026-11-21
//! * CPU: Intel(R) Xeon(R) Processor (family 6, model 207, stepping 2)
//! * compiler: rustc 1.95.0 (59807616e 2026-04-14)
//! * measured: portable, avx2, vpclmul, avx512

/// Leaves of 1 to 16 words, as parts of a larger product.
pub(super) const LEAVES: [[u32; 16]; 4] = [
    [47, 121, 234, 352, 578, 693, 891, 1049, 0, 0, 0, 0, 0, 0, 0, 0],
    [9, 9, 11, 15, 22, 28, 38, 45, 58, 69, 79, 86, 104, 114, 130, 137],
    [9, 9, 12, 15, 22, 28, 38, 45, 59, 69, 79, 88, 106, 116, 129, 0],
    [9, 9, 12, 14, 19, 24, 34, 31, 41, 74, 77, 74, 77, 77, 77, 72],
];

/// Compositions, as (words of an operand, cycles).
pub(super) const COMPOSITIONS: [&[(usize, u32)]; 4] = [
    &[
        (16, 3177),
        (24, 6394),
        (32, 9565),
        (48, 19221),
        (64, 28816),
        (80, 48234),
        (96, 57739),
        (128, 86561),
        (160, 144568),
        (192, 173078),
        (256, 259584),
        (320, 433217),
    ],
    &[
        (24, 260),
        (32, 397),
        (40, 617),
        (48, 779),
        (64, 1230),
        (80, 1926),
        (96, 2396),
        (128, 3687),
        (160, 5813),
        (192, 7165),
        (256, 11208),
        (320, 17584),
    ],
    &[
        (16, 119),
        (24, 237),
        (32, 323),
        (48, 638),
        (64, 922),
        (96, 1830),
        (128, 2784),
        (192, 5223),
        (256, 8456),
    ],
    &[
        (17, 82),
        (24, 135),
        (32, 173),
        (33, 188),
        (40, 313),
        (48, 331),
        (64, 466),
        (80, 810),
        (96, 862),
        (128, 1365),
        (160, 2117),
        (192, 2611),
        (256, 3940),
        (320, 7001),
    ],
];

/// Transforms, of operands of half of the words of their moduli, by the number of the modulus.
pub(super) const TRANSFORMS: [&[u32]; 4] = [
    &[3_800_000, 8_200_000, 12_300_000, 17_000_000, 21_500_000, 26_000_000, 31_000_000, 43_000_000],
    &[
        288_000, 573_000, 865_000, 1_173_000, 1_500_000, 1_850_000, 2_200_000, 2_640_000,
        3_500_000, 4_200_000, 5_000_000, 6_200_000, 8_200_000, 10_200_000, 12_400_000, 15_200_000,
        19_700_000, 24_300_000, 29_700_000, 36_300_000,
    ],
    &[
        29_000, 62_000, 100_000, 129_000, 167_000, 216_000, 247_000, 307_000, 398_000, 489_000,
        580_000, 770_000, 1_010_000, 1_250_000, 1_490_000, 1_900_000, 2_450_000, 3_050_000,
        3_650_000, 4_000_000,
    ],
    &[
        22_000, 27_500, 52_000, 63_000, 89_000, 102_000, 140_000, 148_000, 210_000, 245_000,
        310_000, 380_000, 510_000, 640_000, 800_000, 1_000_000, 1_350_000, 1_650_000, 1_950_000,
        2_200_000, 3_000_000, 3_600_000, 4_200_000, 4_730_000,
    ],
];

/// Where the cycles of each level come from.
pub(super) const PROVENANCE: [&str; 4] = [
    "2026-11-21, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --rounds 701 --output \
     crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-21, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --rounds 701 --output \
     crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-21, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --rounds 701 --output \
     crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-21, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --rounds 701 --output \
     crates/f2x/src/mul/plan/cycles.rs",
];
