//! Measured cycles of the leaves and compositions, by level.
//!
//! Written by `f2x tune --rounds 1001 --output crates/f2x/src/mul/plan/cycles.rs`:
//!
//! * day: 2026-11-21
//! * CPU: Intel(R) Xeon(R) Processor (family 6, model 207, stepping 2)
//! * compiler: rustc 1.95.0 (59807616e 2026-04-14)
//! * measured: portable, avx2, vpclmul, avx512

/// Leaves of 1 to 16 words, as parts of a larger product.
pub(super) const LEAVES: [[u32; 16]; 4] = [
    [46, 121, 234, 352, 577, 692, 890, 1048, 0, 0, 0, 0, 0, 0, 0, 0],
    [9, 11, 12, 15, 23, 28, 38, 45, 59, 68, 81, 91, 104, 114, 129, 137],
    [9, 9, 11, 15, 22, 28, 38, 45, 59, 69, 79, 88, 106, 116, 129, 0],
    [8, 10, 12, 14, 20, 24, 35, 32, 76, 74, 77, 73, 76, 76, 77, 72],
];

/// Compositions, as (words of an operand, cycles).
pub(super) const COMPOSITIONS: [&[(usize, u32)]; 4] = [
    &[
        (16, 3182),
        (24, 6403),
        (32, 9554),
        (48, 19193),
        (64, 28768),
        (80, 48137),
        (96, 57649),
        (128, 86352),
        (160, 144321),
        (192, 172717),
        (256, 259009),
        (320, 432186),
    ],
    &[
        (24, 266),
        (32, 399),
        (40, 616),
        (48, 784),
        (64, 1233),
        (80, 1921),
        (96, 2385),
        (128, 3683),
        (160, 5817),
        (192, 7155),
        (256, 11172),
        (320, 17649),
    ],
    &[
        (16, 118),
        (24, 237),
        (32, 320),
        (48, 635),
        (64, 930),
        (96, 1827),
        (128, 2771),
        (192, 5200),
        (256, 8454),
    ],
    &[
        (24, 123),
        (32, 172),
        (40, 314),
        (48, 331),
        (64, 512),
        (80, 879),
        (96, 863),
        (128, 1367),
        (160, 1938),
        (192, 2418),
        (256, 3625),
        (320, 6384),
    ],
];

/// Where the cycles of each level come from.
pub(super) const PROVENANCE: [&str; 4] = [
    "2026-11-21, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-21, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-21, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-21, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 207, stepping 2): f2x tune --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs",
];
