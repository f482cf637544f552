//! Random words, and the levels that the CPU has.

use f2x::Level;

/// Pairs for each size: (3/4)^400 < 2^-166.
pub(crate) const PAIRS: usize = 400;

/// `optimised` in an optimised build, else `plain`: a bound on sizes.
pub(crate) const fn sized(optimised: usize, plain: usize) -> usize {
    if cfg!(debug_assertions) { plain } else { optimised }
}

/// The generator SplitMix64 of Steele, Lea and Flood.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn words(&mut self, n: usize) -> Vec<u64> {
        (0..n).map(|_| self.word()).collect()
    }

    /// A number below `bound`, not exactly uniform.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }
}

/// The levels that this CPU has; at least the portable one.
pub(crate) fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.is_available())
}

/// a · b on a level; the product is written over words that it must not read.
pub(crate) fn product_on(level: Level, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut c = vec![0x5555_5555_5555_5555; a.len() + b.len()];
    f2x::mul_on(level, &mut c, a, b).expect("lengths agree and the level is available");
    c
}

/// a · b by the definition.
pub(crate) fn reference(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut c = vec![0; a.len() + b.len()];
    f2x::reference::mul(&mut c, a, b);
    c
}
