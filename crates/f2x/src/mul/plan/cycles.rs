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
        166366, 330272, 531437, 673121, 873829, 1059093, 1261979, 1373438, 1588652, 1758935,
        1988372, 2187779, 2407299, 2593219, 2786103, 3184341, 3651449, 4108179, 4648535, 5098619,
        5615016, 6056123, 6467488, 8296383, 9521679, 10681958, 11941338, 13275773, 14398800,
        15812601, 17307972, 18817645, 21944682, 24623971, 27641014, 30933226, 34112238, 36534658,
        39144320, 40764997,
    ],
    &[
        11074, 19758, 34491, 41533, 56211, 67656, 81115, 90534, 107457, 119848, 134607, 147887,
        163904, 175592, 194605, 216393, 259227, 284196, 329213, 347005, 389248, 412034, 460417,
        499442, 593508, 652396, 753749, 793551, 886544, 949538, 1049412, 1062359, 1268135, 1395307,
        1610923, 1714977, 1908990, 2040638, 2265132, 2360197, 2788913, 3104994, 3533489, 3787464,
        4198536, 4484137, 4941558, 5062331, 6007430, 6674142, 7640363, 8146352, 9161918, 9723059,
        10919729, 11046272,
    ],
    &[
        6916, 10974, 19164, 22286, 30388, 36764, 44704, 48675, 57396, 64049, 72864, 77790, 87224,
        94026, 106054, 110574, 132643, 147656, 168142, 180273, 207690, 223621, 250173, 268098,
        313436, 347699, 402399, 422248, 473545, 514577, 568838, 596663, 709618, 793342, 915020,
        968482, 1092888, 1186422, 1315848, 1324619, 1560013, 1742537, 2014868, 2130877, 2395155,
        2617270, 2884252, 2951373, 3485612, 3926980, 4501461, 4831070, 5418320, 5866391, 6523131,
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
     17, stepping 1), the less of three runs, --rounds 151 and 301, times what columns copied by \
     cache lines changed there modulo 114688 words and less, 2026-11-30",
    "2026-11-27, f2x 0.1.0, rustc 1.95.0 (59807616e 2026-04-14), AMD EPYC (family 25, model 17, \
     stepping 1): f2x tune --level vpclmul --rounds 1001 --output \
     crates/f2x/src/mul/plan/cycles.rs; transforms the less of two such runs, times what \
     conversions by groups of sixteen changed on AMD EPYC (family 26, model 2, stepping 1), \
     2026-11-28, the less of three runs each, --rounds 151, then the geometric mean with those of \
     2026-11-29 on AMD EPYC (family 25, model 17, stepping 1), the less of three runs, --rounds \
     301 (modulo 5632 words of three later ones), divided by 1.003, the mean of their ratios modulo \
     65536 words and less; then those modulo 4096 words and more the least cycles of products on \
     that CPU, 2026-11-30, and those modulo 1024 to 3584 words times what fewer shuffles between \
     blocks and columns changed there",
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
     columns, and factors put together in one pass, changed there, 2026-11-30, and those modulo 2048 \
     to 180224 words times what fewer shuffles between blocks and columns, and columns copied by \
     cache lines, changed",
];
