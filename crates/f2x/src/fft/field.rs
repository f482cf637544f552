//! The fields, the points, and the constants of the layers.
//!
//! GF(2^8) = GF(2)\[z\]/(z^8 + z^4 + z^3 + z + 1). The Cantor basis is v₀ = 1 and vᵢ² + vᵢ = vᵢ₋₁;
//! v₀ … v₇ lie in GF(2^8), and GF(2^16) = GF(2^8)\[v₈\]/(v₈² + v₈ + v₇). An element lo + hi·v₈ is kept as
//! two bytes, in a 16-bit word hi is the upper one.
//!
//! s₀(y) = y, sᵢ₊₁ = sᵢ² + sᵢ is linear, vanishes on the span of v₀ … vᵢ₋₁, and sᵢ(vⱼ) = vⱼ₋ᵢ. The
//! transform of 2^M coefficients evaluates at v_M + Σ vᵢ, over sets of i below M. Index bit t of a
//! coefficient belongs to the layer whose constant is s_t of the point,
//!
//! v_{M−t} + Σ_{i>t} v_{i−t}, over those i above t in the set.
//!
//! With *depth* e = M − t this is v_e + Σ v_{e−d} over the depths d < e of the set: it does not depend
//! on M. At depths 1, 2, 4 and 8 the two children are conjugate, so that one is enough: the set has
//! none of these.

use crate::isa::bytes::{Bytes, IsaBytes};

/// The Cantor basis.
const V: [u16; 16] = [
    0x0001, 0x00bc, 0x005c, 0x000c, 0x00ae, 0x005a, 0x000e, 0x0084, 0x0100, 0xbcc0, 0x5c90, 0x0c26,
    0xaed8, 0x5a4c, 0x0ef6, 0x8494,
];

/// v₁.
pub(super) const V1: u8 = V[1] as u8;

/// v₇, which reduces products in GF(2^16).
pub(super) const V7: u8 = V[7] as u8;

/// The product in GF(2^8).
pub(super) const fn mul8(a: u8, b: u8) -> u8 {
    let (mut a, mut product, mut bit) = (a as u16, 0, 0);
    while bit < 8 {
        if b >> bit & 1 == 1 {
            product ^= a;
        }
        a <<= 1;
        if a >> 8 == 1 {
            a ^= 0x11b;
        }
        bit += 1;
    }
    product as u8
}

/// The constant of the layer at depth `depth`, for the set of depths whose bits `set` has.
const fn constant(depth: usize, set: usize) -> u16 {
    let mut sum = V[depth];
    let mut d = 0;
    while d < depth {
        if set >> d & 1 == 1 {
            sum ^= V[depth - d];
        }
        d += 1;
    }
    sum
}

/// The word of eight equal bytes.
pub(super) const fn bytes(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// The matrix of `Bytes::map_bytes` that takes bit b to `images[b]`.
const fn matrix(images: [u8; 8]) -> u64 {
    let mut matrix = 0;
    let mut row = 0;
    while row < 8 {
        let mut bit = 0;
        while bit < 8 {
            let one = images[bit] >> row & 1;
            matrix |= (one as u64) << (8 * (7 - row) + bit);
            bit += 1;
        }
        row += 1;
    }
    matrix
}

/// v₁^{r₂} v₂^{r₁} v₄^{r₀}: what index bits at depths 1, 2 and 4, r₂, r₁ and r₀, are coefficients of.
const fn renamed(r: usize) -> u8 {
    let mut product = 1;
    if r >> 2 & 1 == 1 {
        product = mul8(product, V[1] as u8);
    }
    if r >> 1 & 1 == 1 {
        product = mul8(product, V[2] as u8);
    }
    if r & 1 == 1 {
        product = mul8(product, V[4] as u8);
    }
    product
}

/// The element whose coefficient r is bit r of `coefficients`.
const fn element(coefficients: usize) -> u8 {
    let (mut sum, mut r) = (0, 0);
    while r < 8 {
        if coefficients >> r & 1 == 1 {
            sum ^= renamed(r);
        }
        r += 1;
    }
    sum
}

/// From coefficients `first` to `first` + 3 at bits 7 − i, of which the upper half (`half` = 0) or the lower
/// one is taken, to the element.
pub(super) const fn element_of_half(half: usize, first: usize) -> u64 {
    let mut images = [0; 8];
    let mut r = 0;
    while r < 4 {
        images[7 - 4 * half - r] = renamed(first + r);
        r += 1;
    }
    matrix(images)
}

/// From an element to its eight coefficients.
pub(super) const COEFFICIENTS: u64 = {
    let mut images = [0; 8];
    let mut coefficients = 0;
    while coefficients < 256 {
        let e = element(coefficients);
        if e.is_power_of_two() {
            images[e.trailing_zeros() as usize] = coefficients as u8;
        }
        coefficients += 1;
    }
    matrix(images)
};

/// e + v₁ (e + e^16): from f₀ + v₄ f₁ to f₀ + (v₄ + v₁) f₁, for f₀ and f₁ in GF(16); its own inverse.
pub(super) const CONJUGATE: u64 = {
    let mut images = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        let e = 1 << bit;
        let (mut power, mut square) = (e, 0);
        while square < 4 {
            power = mul8(power, power);
            square += 1;
        }
        images[bit] = e ^ mul8(V[1] as u8, e ^ power);
        bit += 1;
    }
    matrix(images)
};

/// The depths of the bits of a block's number, highest first: all below 8 at which there are butterflies.
const UPPER_DEPTHS: [usize; 4] = [3, 5, 6, 7];

/// The constants of the layers at [`UPPER_DEPTHS`]: for layer i and the bits above, those at
/// 2^i + bits.
pub(super) static UPPER: [u64; 16] = {
    let mut constants = [0; 16];
    let mut layer = 0;
    while layer < 4 {
        let mut bits = 0;
        while bits < 1 << layer {
            let c = constant(UPPER_DEPTHS[layer], upper_set(bits, layer));
            constants[(1 << layer) + bits] = bytes(c as u8);
            bits += 1;
        }
        layer += 1;
    }
    constants
};

/// The set of depths that `bits` names, the highest of `count` bits for the first depth.
const fn upper_set(bits: usize, count: usize) -> usize {
    let (mut set, mut i) = (0, 0);
    while i < count {
        set |= (bits >> (count - 1 - i) & 1) << UPPER_DEPTHS[i];
        i += 1;
    }
    set
}

/// A constant c of GF(2^16) as what products with it need: with c = l + h·v₈ the bytes l, v₇·h and l + h, one
/// for each place in a unit.
pub(super) type Constant = [u64; 3];

/// The constants of the layers of a block: those of index bits 7 to 0.
///
/// A block has a number, its index bits above 7 but for the renamed ones; the lowest bits of it are the
/// place in a unit.
pub(super) struct Layers {
    /// Of the layers above depth 8, in GF(2^8): for bit 7 − i and the bits above it at 2^i + bits.
    pub(super) above: [u64; 8],
    /// What the constants at depth 8 have besides v₈, by the bits above.
    pub(super) renaming: [u64; 8],
    /// Of the layers below depth 8: for bit t and the bits above it, without that at depth 8, at
    /// 2^(6−t) + bits.
    pub(super) below: [Constant; 128],
}

impl Layers {
    const ZERO: Layers = Layers { above: [0; 8], renaming: [0; 8], below: [[0; 3]; 128] };

    /// The constants for 2^`m` coefficients and the vectors that hold blocks `first` to
    /// `first + unit − 1`, or all of them over and over: for the layers of index bits 3 to 0 each time for another value of the
    /// highest index bits.
    pub(super) const fn new(m: usize, first: usize, unit: usize) -> Layers {
        let mut layers = Self::ZERO;
        let rename = m - 8;
        // A one in the first byte of every unit: constants stand in a word over and over.
        let every_unit = u64::MAX / (u64::MAX >> (64 - 8 * unit));
        let mut t = 8;
        while t > 0 {
            t -= 1;
            let count = if t >= rename { 7 - t } else { 6 - t };
            let mut bits = 0;
            while bits < 1 << count {
                let set = Self::set(m, t, bits);
                let mut word = [0; 3];
                let mut byte = 0;
                while byte < unit {
                    let block = byte & ((1 << (m - 11)) - 1);
                    let mut set = set | upper_set(first + block, m - 11);
                    // From 4 on what else is in a unit then are other columns (`folded`), whose index bits 0 and 1 no constant
                    // of these layers depends on.
                    if t < 4 {
                        set |= Self::folded_set(m, byte, unit);
                    }
                    let c = constant(m - t, set);
                    let (l, h) = (c as u8, (c >> 8) as u8);
                    let parts = [l, mul8(V7, h), l ^ h];
                    let mut part = 0;
                    while part < parts.len() {
                        word[part] |= (parts[part] as u64 * every_unit) << (8 * byte);
                        part += 1;
                    }
                    byte += 1;
                }
                if t > rename {
                    layers.above[(1 << count) + bits] = word[0];
                } else if t == rename {
                    layers.renaming[bits] = word[0];
                } else {
                    layers.below[(1 << count) + bits] = word;
                }
                bits += 1;
            }
        }
        layers
    }

    /// The set of depths of the index bits that are in a unit, from 7 down: the bits of `byte` above those of a block.
    const fn folded_set(m: usize, byte: usize, unit: usize) -> usize {
        let (mut set, mut depth, mut bit) = (0, m - 7, unit.ilog2());
        while bit > m as u32 - 11 {
            bit -= 1;
            set |= (byte >> bit & 1) << depth;
            depth += 1;
        }
        set
    }

    /// What the points of index bits `upper`, 4 to 7 without that at depth 8, and `lower` have in common with
    /// those whose bit 0 is different: the point, without 1.
    pub(super) fn at_point(&self, upper: usize, lower: usize) -> &Constant {
        &self.below[64 + 8 * upper + lower / 2]
    }

    /// The set of depths that index bits 7 to t + 1 name, without that at depth 8.
    const fn set(m: usize, t: usize, bits: usize) -> usize {
        let (mut set, mut rest, mut i) = (0, bits, t + 1);
        while i < 8 {
            if m - i != 8 {
                set |= (rest & 1) << (m - i);
                rest >>= 1;
            }
            i += 1;
        }
        set
    }
}

/// Σ pⱼ v_{first + j} for the bits of p below 256.
const fn span_from(first: usize) -> [Constant; 256] {
    let mut constants = [[0; 3]; 256];
    let mut p = 0;
    while p < constants.len() {
        let (mut c, mut bit) = (0, 0);
        while bit < 8 && first + bit < V.len() {
            if p >> bit & 1 == 1 {
                c ^= V[first + bit];
            }
            bit += 1;
        }
        let (l, h) = (c as u8, (c >> 8) as u8);
        constants[p] = [bytes(l), bytes(mul8(V7, h)), bytes(l ^ h)];
        p += 1;
    }
    constants
}

static SPAN_LOW: [Constant; 256] = span_from(1);
static SPAN_HIGH: [Constant; 256] = span_from(9);

/// A constant that multiplies elements of so many planes: of GF(2^16), the lower and the upper halves, or
/// of GF(2^8).
pub(super) trait Factor<const PLANES: usize>: Sized {
    const ZERO: Self;

    /// The product with an element.
    fn times<I: IsaBytes, V: Bytes<I>>(&self, element: [V; PLANES]) -> [V; PLANES];

    /// The product with an element of GF(2^16).
    fn times_element<I: IsaBytes, V: Bytes<I>>(&self, element: [V; 2]) -> [V; 2];

    /// The constant Σ pⱼ vⱼ₊₁ for the bits of `p`, of which there are [`SPAN_BITS`], or in GF(2^8)
    /// [`SUBFIELD_SPAN_BITS`]; in `room`, if it is not in a table.
    ///
    /// A reference, for words are broadcast from memory at no cost.
    fn span(p: usize, room: &mut Self) -> &Self;
}

impl Factor<2> for Constant {
    const ZERO: Constant = [0; 3];

    #[inline(always)]
    fn times<I: IsaBytes, V: Bytes<I>>(&self, [l, h]: [V; 2]) -> [V; 2] {
        // Karatsuba.
        let lower = l.times(self[0]);
        [lower ^ h.times(self[1]), lower ^ (l ^ h).times(self[2])]
    }

    #[inline(always)]
    fn times_element<I: IsaBytes, V: Bytes<I>>(&self, element: [V; 2]) -> [V; 2] {
        self.times(element)
    }

    #[inline(always)]
    fn span(p: usize, room: &mut Constant) -> &Constant {
        if p < SPAN_LOW.len() {
            return &SPAN_LOW[p];
        }
        let (low, high) = (&SPAN_LOW[p & 0xff], &SPAN_HIGH[p >> 8]);
        *room = [low[0] ^ high[0], low[1] ^ high[1], low[2] ^ high[2]];
        room
    }
}

impl Factor<1> for u64 {
    const ZERO: u64 = 0;

    #[inline(always)]
    fn times<I: IsaBytes, V: Bytes<I>>(&self, [v]: [V; 1]) -> [V; 1] {
        [v.times(*self)]
    }

    #[inline(always)]
    fn times_element<I: IsaBytes, V: Bytes<I>>(&self, [l, h]: [V; 2]) -> [V; 2] {
        [l.times(*self), h.times(*self)]
    }

    #[inline(always)]
    fn span(p: usize, _: &mut u64) -> &u64 {
        &SPAN_LOW[p][0]
    }
}

/// v₁ … v₇ are in GF(2^8).
pub(super) const SUBFIELD_SPAN_BITS: usize = 7;

/// v₁ … v₁₅
pub(super) const SPAN_BITS: usize = V.len() - 1;

/// The constants of 2^`m` coefficients for vectors of one block.
const fn single<const BLOCKS: usize>(m: usize) -> [Layers; BLOCKS] {
    let mut layers = [const { Layers::ZERO }; BLOCKS];
    let mut block = 0;
    while block < BLOCKS {
        layers[block] = Layers::new(m, block, 1);
        block += 1;
    }
    layers
}

/// The constants of 2^`m` coefficients for each vector of `unit` blocks.
pub(super) fn layers(m: usize, unit: usize) -> &'static [Layers] {
    static LAYERS_12_4: [Layers; 1] = [Layers::new(12, 0, 4)];
    static LAYERS_12_8: [Layers; 1] = [Layers::new(12, 0, 8)];
    static LAYERS_13_4: [Layers; 1] = [Layers::new(13, 0, 4)];
    static LAYERS_13_8: [Layers; 1] = [Layers::new(13, 0, 8)];
    static LAYERS_14_4: [Layers; 2] = [Layers::new(14, 0, 4), Layers::new(14, 4, 4)];
    static LAYERS_15_4: [Layers; 4] = [
        Layers::new(15, 0, 4),
        Layers::new(15, 4, 4),
        Layers::new(15, 8, 4),
        Layers::new(15, 12, 4),
    ];
    static LAYERS_14_8: [Layers; 1] = [Layers::new(14, 0, 8)];
    static LAYERS_15_8: [Layers; 2] = [Layers::new(15, 0, 8), Layers::new(15, 8, 8)];
    static LAYERS_12_1: [Layers; 2] = single(12);
    static LAYERS_13_1: [Layers; 4] = single(13);
    static LAYERS_14_1: [Layers; 8] = single(14);
    static LAYERS_15_1: [Layers; 16] = single(15);
    match (m, unit) {
        (12, 1) => &LAYERS_12_1,
        (13, 1) => &LAYERS_13_1,
        (14, 1) => &LAYERS_14_1,
        (15, 1) => &LAYERS_15_1,
        (12, 4) => &LAYERS_12_4,
        (13, 4) => &LAYERS_13_4,
        (14, 4) => &LAYERS_14_4,
        (15, 4) => &LAYERS_15_4,
        (12, 8) => &LAYERS_12_8,
        (13, 8) => &LAYERS_13_8,
        (14, 8) => &LAYERS_14_8,
        (15, 8) => &LAYERS_15_8,
        _ => unreachable!("no such transform"),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The product in GF(2^16).
    pub(in crate::fft) fn mul16(a: u16, b: u16) -> u16 {
        let ([al, ah], [bl, bh]) = (a.to_le_bytes(), b.to_le_bytes());
        let (low, high) = (mul8(al, bl), mul8(ah, bh));
        let middle = mul8(al ^ ah, bl ^ bh);
        u16::from_le_bytes([low ^ mul8(V7, high), middle ^ low])
    }

    /// v_m and the basis elements that `set` names.
    pub(in crate::fft) fn point(m: usize, set: usize) -> u16 {
        (0..m).filter(|i| set >> i & 1 == 1).fold(V[m], |sum, i| sum ^ V[i])
    }

    #[test]
    fn the_basis_is_cantors() {
        assert_eq!(V[0], 1);
        for i in 1..16 {
            assert_eq!(mul16(V[i], V[i]) ^ V[i], V[i - 1], "v{i}");
        }
    }

    /// A constant is s_t of the point, by the definition of s_t.
    #[test]
    fn constants_are_values_of_the_subspace_polynomials() {
        let m = 15;
        for t in 0..m {
            for above in 0..1_usize << (m - 1 - t) {
                let mut value = point(m, above << (t + 1));
                (0..t).for_each(|_| value ^= mul16(value, value));
                // Bit i of the index is at depth m − i.
                let depths = (1..m - t).filter(|d| above >> (m - d - t - 1) & 1 == 1);
                let set = depths.fold(0, |set, d| set | 1 << d);
                assert_eq!(constant(m - t, set), value, "layer {t}, bits above {above}");
            }
        }
    }

    #[test]
    fn spans_are_sums_of_the_basis() {
        for p in (0..1 << SPAN_BITS).step_by(37) {
            let c = (0..SPAN_BITS).filter(|j| p >> j & 1 == 1).fold(0, |c, j| c ^ V[j + 1]);
            let [l, h] = c.to_le_bytes();
            let expected = [l, mul8(V7, h), l ^ h].map(bytes);
            let mut room = Constant::ZERO;
            assert_eq!(Constant::span(p, &mut room), &expected, "{p:#x}");
            if p >> SUBFIELD_SPAN_BITS == 0 {
                assert_eq!((u64::span(p, &mut 0), h), (&bytes(l), 0), "{p:#x}");
            }
        }
    }

    #[test]
    fn elements_have_eight_coefficients() {
        let mut seen = [false; 256];
        (0..256).for_each(|c| seen[usize::from(element(c))] = true);
        assert!(seen.iter().all(|s| *s));
    }
}
