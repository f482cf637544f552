//! Inverses, by Itoh and Tsujii (Information and Computation 78, 1988).
//!
//! a^(−1) = a^(2^m − 2) = (a^(2^(m−1) − 1))². With βₖ = a^(2^k − 1) it is β₁ = a and
//! βⱼ₊ₖ = βⱼ^(2^k)·βₖ. The chain of the indices up to m − 1 follows the bits of m − 1 from the top: a
//! doubling for each, and a step of one where the bit is set. It is a constant of the field.
//!
//! Cost: m − 1 squarings, and ⌊log₂(m−1)⌋ products and one more for each further bit of m − 1 that is
//! set: 9, 10, 11, 11 and 13 for the fields of NIST.

use super::modulus::Modulus;
use super::{Element, on_level};
use crate::isa::Isa;

/// The steps of a chain from 1 to n: in each the index doubles, or grows by one.
struct Chain {
    /// Whether a step doubles.
    doubles: [bool; 2 * usize::BITS as usize],
    steps: usize,
}

impl Chain {
    const fn to(n: usize) -> Self {
        let mut chain = Self { doubles: [false; 2 * usize::BITS as usize], steps: 0 };
        let mut bit = n.ilog2();
        while bit > 0 {
            bit -= 1;
            chain.doubles[chain.steps] = true;
            chain.steps += 1 + (n >> bit & 1);
        }
        chain
    }
}

impl<F: Modulus, const W: usize> Element<F, W> {
    const CHAIN: Chain = Chain::to(F::BITS - 1);

    /// 1/`self`, and 0 for 0.
    #[inline]
    pub fn inverse(self) -> Self {
        let a = self;
        on_level!(isa, (a: Element<F, W>) -> Element<F, W>, a.inverse_on(isa))
    }

    /// 1/`self`, and 0 for 0.
    #[inline(always)]
    pub fn inverse_on<I: Isa>(self, isa: I) -> Self {
        let (mut beta, mut index) = (self, 1);
        for double in &Self::CHAIN.doubles[..Self::CHAIN.steps] {
            let (k, factor) = if *double { (index, beta) } else { (1, self) };
            // A call for each step: else the compiler expands all of them.
            beta = isa.outline(
                #[inline(always)]
                move || beta.square_repeatedly_on(isa, k).mul_on(isa, factor),
            );
            index += k;
        }
        beta.square_on(isa)
    }
}

#[cfg(test)]
mod tests {
    use super::Chain;

    #[test]
    fn chains_end_where_they_shall_with_the_stated_products() {
        for (n, products) in [(162, 9), (232, 10), (282, 11), (408, 11), (570, 13)] {
            let chain = Chain::to(n);
            let step = |index, double: &bool| if *double { 2 * index } else { index + 1 };
            assert_eq!(chain.doubles[..chain.steps].iter().fold(1, step), n);
            assert_eq!(chain.steps, products);
        }
    }
}
