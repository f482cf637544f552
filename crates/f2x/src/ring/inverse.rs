//! Inverses where (X^N − 1)/(X − 1) is irreducible.
//!
//! That is where N is a prime of which 2 is a primitive root: then the ring is GF(2) × GF(2^(N−1)), and
//! an element is invertible if it has odd weight and is not the sum of all powers of X. The inverse is
//! the power with exponent 2^(N−1) − 2, after Itoh and Tsujii (1988) as in Drucker, Gueron and Kostic
//! (ePrint 2020/298). With βₖ = a^(2^k − 1) it is β₁ = a and βⱼ₊ₖ = βⱼ^(2^k)·βₖ, and 1/a is the square of
//! β_{N−2}.
//!
//! Two things spare permutations. The chain of indices follows the bits of N − 2 from the top, so where a
//! bit is set it takes a squaring, where the paper's chain from the bottom takes a further permutation; the
//! number of products is the same. And the last doubling, from j = (N − 3)/2, needs the power with exponent
//! 2^j. As 2^((N−1)/2) = −1 mod N, its square is the image under X → 1/X, and
//! β_{N−2} = β₂ⱼ²·a = βⱼ²·βⱼ(1/X)·a.
//!
//! Cost: ⌊log₂(N−2)⌋ products and one more for each further bit of N − 2 that is set, 16, 18 and 19 for
//! BIKE; permutations and squarings add a fifth to two fifths of that with vectors of 512 bits, less on other
//! levels.

use super::power::Power;
use super::{Cyclic, Scratch, on_level};
use crate::field::Choice;
use crate::isa::Isa;

/// The doublings of the chain for N, the last one excepted, by the index that doubles.
struct Chain<const N: usize> {
    powers: [Power<N>; usize::BITS as usize],
    /// Whether the doubled index grows by one.
    grows: [bool; usize::BITS as usize],
    doublings: usize,
}

impl<const N: usize> Chain<N> {
    const CHAIN: Self = {
        assert!(is_primitive(N), "(X^N - 1)/(X - 1) must be irreducible");
        let mut chain = Self {
            powers: [Power::new(0); usize::BITS as usize],
            grows: [false; usize::BITS as usize],
            doublings: ((N - 2) / 2).ilog2() as usize,
        };
        let mut i = 0;
        while i < chain.doublings {
            let doubled = ((N - 2) / 2) >> (chain.doublings - 1 - i);
            chain.powers[i] = Power::new(doubled / 2);
            chain.grows[i] = doubled % 2 == 1;
            i += 1;
        }
        chain
    };
}

/// Whether `n` is a prime of which 2 is a primitive root.
const fn is_primitive(n: usize) -> bool {
    let mut factor = 2;
    while factor * factor <= n {
        if n.is_multiple_of(factor) {
            return false;
        }
        factor += 1;
    }
    // The order of 2 is n − 1 if it divides no (n−1)/p.
    let mut rest = n - 1;
    let mut p = 2;
    while rest > 1 {
        if rest.is_multiple_of(p) {
            if super::permutation::power(2, (n - 1) / p, n as u64) == 1 {
                return false;
            }
            while rest.is_multiple_of(p) {
                rest /= p;
            }
        }
        p += 1;
    }
    n > 3
}

impl<const N: usize, const W: usize> Cyclic<N, W> {
    /// The products of an inversion.
    pub const INVERSE_PRODUCTS: usize =
        (N - 2).ilog2() as usize + (N - 2).count_ones() as usize - 1;

    /// The inverse, and whether there is one; else 0.
    ///
    /// Does not compile for an N for which (X^N − 1)/(X − 1) is reducible.
    ///
    /// Cost: [`INVERSE_PRODUCTS`](Self::INVERSE_PRODUCTS) products, and up to a third more.
    pub fn inverse(&self) -> (Self, Choice) {
        let a = self;
        on_level!(
            isa,
            scratch,
            (a: &'v Cyclic<N, W>) -> (Cyclic<N, W>, Choice),
            a.inverse_in(isa, scratch)
        )
    }

    /// The inverse, and whether there is one; else 0.
    #[inline]
    pub fn inverse_on<I: Isa, const S: usize>(
        &self,
        isa: I,
        scratch: &mut Scratch<S>,
    ) -> (Self, Choice) {
        self.inverse_in(isa, scratch.of::<N, W>())
    }

    fn inverse_in<I: Isa>(&self, isa: I, scratch: &mut [u64]) -> (Self, Choice) {
        let chain = const { &Chain::<N>::CHAIN };
        let mut beta = self.clone();
        for (power, grows) in chain.powers.iter().zip(chain.grows).take(chain.doublings) {
            let raised = beta.power_in(isa, power, scratch);
            beta.multiply_in(isa, &raised, scratch);
            if grows {
                beta.square_assign_in(isa, scratch);
                beta.multiply_in(isa, self, scratch);
            }
        }
        let reversed = beta.reversed_on(isa);
        beta.square_assign_in(isa, scratch);
        beta.multiply_in(isa, &reversed, scratch);
        beta.multiply_in(isa, self, scratch);
        beta.square_assign_in(isa, scratch);

        let exists = self.has_odd_weight() & !self.equals(&Self::ALL);
        (Self::select(&Self::ZERO, &beta, exists), exists)
    }

    /// The sum of all powers of X, which is (X^N − 1)/(X − 1).
    const ALL: Self = {
        let mut words = [u64::MAX; W];
        words[W - 1] = Self::LAST_MASK;
        Self::new(words)
    };
}
