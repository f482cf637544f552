//! The ring by its definition, a coefficient at a time.

use f2x::ring::Cyclic;

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

    pub(crate) fn element<const N: usize, const W: usize>(&mut self) -> Cyclic<N, W> {
        Cyclic::random(|bytes| bytes.copy_from_slice(&self.word().to_le_bytes()[..bytes.len()]))
    }

    /// An element of odd weight.
    pub(crate) fn odd<const N: usize, const W: usize>(&mut self) -> Cyclic<N, W> {
        let element = self.element();
        if weight(&element) % 2 == 1 { element } else { &element + &Cyclic::ONE }
    }
}

pub(crate) fn coefficient(words: &[u64], i: usize) -> u64 {
    words[i / 64] >> (i % 64) & 1
}

pub(crate) fn weight<const N: usize, const W: usize>(a: &Cyclic<N, W>) -> u32 {
    a.words().iter().map(|word| word.count_ones()).sum()
}

/// The sum of X^(exponent mod N) for every exponent.
pub(crate) fn sum<const N: usize, const W: usize>(
    exponents: impl IntoIterator<Item = usize>,
) -> Cyclic<N, W> {
    let mut words = [0; W];
    for exponent in exponents {
        words[exponent % N / 64] ^= 1 << (exponent % N % 64);
    }
    Cyclic::try_from(words).expect("exponents below N")
}

/// The sum of X^f(i) for every coefficient i that is 1.
pub(crate) fn mapped<const N: usize, const W: usize>(
    a: &Cyclic<N, W>,
    f: impl Fn(usize) -> usize,
) -> Cyclic<N, W> {
    sum((0..N).filter(|i| coefficient(a.words(), *i) == 1).map(f))
}

/// a · b by the definition of the product of polynomials, and X^N = 1.
pub(crate) fn product<const N: usize, const W: usize>(
    a: &Cyclic<N, W>,
    b: &Cyclic<N, W>,
) -> Cyclic<N, W> {
    let mut c = vec![0; 2 * W];
    f2x::reference::mul(&mut c, a.words(), b.words());
    sum((0..2 * N).filter(|i| coefficient(&c, *i) == 1))
}

/// 2^k mod n
pub(crate) fn power_of_two(k: usize, n: usize) -> usize {
    (0..k).fold(1, |power, _| 2 * power % n)
}
