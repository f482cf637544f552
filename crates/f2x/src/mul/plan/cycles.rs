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
    [12, 13, 18, 26, 39, 46, 59, 69, 89, 105, 124, 136, 160, 175, 190, 0],
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
        (16, 164),
        (24, 316),
        (32, 402),
        (48, 793),
        (64, 1108),
        (96, 2211),
        (128, 3253),
        (192, 6329),
        (256, 9755),
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
        199537, 406670, 649604, 841866, 1071547, 1279925, 1553164, 1649097, 1934986, 2141753,
        2451447, 2684954, 3021645, 3210471, 3393622, 3641106, 4297798, 4842410, 5547064, 5945465,
        6851452, 7143593, 7623142, 8961139, 10542393, 11858860, 13015466, 14932590, 16175188,
        18522440, 20929131, 24761424, 30211117, 33918145, 39115871, 46523861, 53217358, 54939472,
        56694851, 55253855,
    ],
    &[
        11574, 20859, 35350, 43008, 57669, 72009, 84283, 93038, 109662, 122379, 138783, 156218,
        171589, 185891, 204285, 226660, 274432, 299867, 345538, 372926, 411704, 439571, 473225,
        528833, 626800, 696224, 807640, 852177, 964405, 1019007, 1096712, 1174140, 1395989,
        1548216, 1777280, 1904396, 2136643, 2288977, 2457637, 2726384,
    ],
    &[
        8277, 12436, 23220, 26155, 36668, 45417, 55695, 58679, 70318, 78641, 90614, 96643, 108209,
        117534, 132841, 137841, 163309, 184913, 213664, 231542, 268289, 289710, 316301, 329224,
        394225, 438820, 508294, 534698, 597437, 645763, 697539, 754322, 896969, 990513, 1157220,
        1243890, 1380034, 1494365, 1629084, 1609977, 1936802, 2172453, 2556801, 2703052, 3020799,
        3424763, 3609448, 3636026, 4417765, 4990082, 5762911, 6115457, 6870784, 7448670, 8116355,
        8124524,
    ],
];

/// Where the cycles of each level come from.
pub(super) const PROVENANCE: [&str; 4] = [
    "2026-11-26, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor @ \
     2.50GHz (family 6, model 85, stepping 7): f2x tune --level portable --rounds 301",
    "2026-11-26, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor @ \
     2.50GHz (family 6, model 85, stepping 7): f2x tune --level avx2 --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs",
    "2026-11-27, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), AMD EPYC (family 25, model 17, \
     stepping 1): f2x tune --level vpclmul --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs; modulo 16384 words and more the less of two later runs, \
     --rounds 401",
    "2026-11-26, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 167, stepping 1): f2x tune --level avx512 --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs; modulo 14336 and 15360 words 0.975 and 0.939 times as \
     much, since columns are copied there (that ratio: AMD EPYC, family 25, model 17); modulo 8192 \
     words and more the geometric mean with those of that AMD EPYC, 2026-11-27, the less of two \
     runs, --rounds 401, divided by 1.152, their ratio modulo 8192 words",
];
