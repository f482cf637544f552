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
        169973, 335278, 539201, 683813, 886950, 1075813, 1276446, 1394175, 1612946, 1793050,
        2021306, 2219433, 2436198, 2622098, 2821408, 3213011, 3698923, 4145277, 4697007, 5133992,
        5664004, 6102911, 6548782, 8383331, 9646103, 10788567, 12032656, 13349056, 14478358,
        15925733, 17307972, 18817645, 21944682, 24623971, 27641014, 30933226, 34112238, 36534658,
        39144320, 40764997,
    ],
    &[
        11074, 20554, 35083, 42489, 56907, 69331, 82181, 92852, 108443, 121085, 135581, 150243,
        165899, 179693, 200942, 227733, 265065, 292557, 334677, 356679, 396108, 426504, 462758,
        528685, 608364, 676933, 768995, 822433, 906012, 985465, 1070674, 1129767, 1312135, 1457997,
        1656767, 1803668, 1985602, 2146369, 2325759, 2716199, 3138186, 3488525, 3970466, 4292159,
        4755940, 5119414, 5526746, 5347069, 6239292, 6917753, 7869006, 8489099, 9436193, 10235934,
        11138144, 11483897,
    ],
    &[
        6916, 10974, 19164, 22464, 30821, 36941, 44889, 48899, 58226, 64136, 73164, 78240, 88366,
        95086, 107157, 112253, 132483, 147972, 169340, 183877, 208425, 225955, 248666, 268925,
        313515, 349236, 403334, 422088, 475190, 514631, 569052, 608829, 717987, 803726, 925445,
        983711, 1102144, 1200975, 1321889, 1368724, 1610458, 1796764, 2072039, 2190541, 2446667,
        2675710, 2943012, 2992036, 3548840, 3975406, 4533763, 4831070, 5418320, 5866391, 6523131,
        6502111,
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
     --rounds 151, then the geometric mean with those of 2026-11-29 on AMD EPYC (family 25, model \
     17, stepping 1), the less of three runs, --rounds 151 and 301",
    "2026-11-27, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), AMD EPYC (family 25, model 17, \
     stepping 1): f2x tune --level vpclmul --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs; transforms the less of two such runs, times what \
     conversions by groups of sixteen changed on AMD EPYC (family 26, model 2, stepping 1), \
     2026-11-28, the less of three runs each, --rounds 151, then the geometric mean with those of \
     2026-11-29 on AMD EPYC (family 25, model 17, stepping 1), the less of three runs, --rounds \
     301 (modulo 5632 words of three later ones), divided by 1.003, the mean of their ratios modulo \
     65536 words and less",
    "2026-11-26, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), Intel(R) Xeon(R) Processor \
     (family 6, model 167, stepping 1): f2x tune --level avx512 --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs; transforms modulo 8192 words and more the geometric mean \
     with those of AMD EPYC (family 25, model 17), 2026-11-27, the less of two runs, --rounds 401, \
     divided by 1.152, their ratio modulo 8192 words; then all transforms the geometric mean with \
     those of AMD EPYC (family 26, model 2, stepping 1), 2026-11-28, the less of three runs, \
     --rounds 201, times what conversions by groups of sixteen changed on AMD EPYC (family 26, \
     model 2, stepping 1), 2026-11-28, the less of three runs each, --rounds 151, and there, \
     2026-11-29, spread ones modulo 7680 words (0.983) and 15360 words (0.95); then the geometric \
     mean with those of 2026-11-29 on AMD EPYC (family 25, model 17, stepping 1), the less of three \
     runs, --rounds 301 (modulo 5632 and 11264 words of three later ones), divided by 1.4, the mean \
     of their ratios modulo 65536 words and less; then modulo 1024 words (0.985), 1536 (0.965), 2560 \
     (0.98), 3072 (0.9875) and 3584 words (0.989) times what the exchange of parts of units between \
     columns, and factors put together in one pass, changed there, 2026-11-30",
];
