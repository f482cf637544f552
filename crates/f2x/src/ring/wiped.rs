//! Elements that change in place and leave nothing of themselves on the stack, as keys should.

use super::Cyclic;
use crate::Level;
use crate::isa::Isa;
use crate::mul::plan::Plan;
use crate::mul::plan::transform::{multiply_two_at, two_scratch_words};

/// The bytes of the stack below the scratch of a product that are wiped: what the functions of a level with vectors
/// keep there besides scratch. Their frames were counted to be some 12 KiB together, 8 KiB of which are the lists of rows of
/// a transform whose columns are copied.
const BELOW: usize = 16 << 10;

/// And those of level portable, where what the conversions of the columns keep is longer.
const BELOW_PORTABLE: usize = 24 << 10;

impl<const N: usize, const W: usize> Cyclic<N, W> {
    /// Changes the words, least significant first; bits beyond the coefficients are cleared afterwards.
    #[inline(always)]
    pub fn edit<R>(&mut self, change: impl FnOnce(&mut [u64; W]) -> R) -> R {
        let result = change(&mut self.0);
        self.0[W - 1] &= Self::LAST_MASK;
        result
    }

    /// Multiplies each of `others` by `self`, two and two by [`Prepared`](super::Prepared), with a token of
    /// the caller. Scratch is taken from the stack, and wiped with what the products put there.
    #[inline(never)]
    pub fn multiply_each<I: Isa, const C: usize>(&self, isa: I, mut others: [&mut Self; C]) {
        Self::with_scratch(
            #[inline(always)]
            |scratch| {
                let used = const { used_words::<N, W>(I::LEVEL, C) };
                let scratch = &mut scratch[..used];
                for pair in others.chunks_mut(2) {
                    match pair {
                        [first, second] => self.multiply_two_in(isa, [first, second], scratch),
                        [other] => other.multiply_in(isa, self, scratch),
                        _ => unreachable!("chunks of up to two"),
                    }
                }
                scratch.fill(0);
                zeroize::optimization_barrier(scratch);
                if matches!(I::LEVEL, Level::Portable) {
                    zeroize::zeroize_stack::<BELOW_PORTABLE>();
                } else {
                    zeroize::zeroize_stack::<BELOW>();
                }
            },
        );
    }

    fn multiply_two_in<I: Isa>(
        &self,
        isa: I,
        [first, second]: [&mut Self; 2],
        scratch: &mut [u64],
    ) {
        let (c, scratch) = scratch.split_at_mut(Self::PRODUCT_WORDS);
        let (d, scratch) = scratch.split_at_mut(Self::PRODUCT_WORDS);
        let (c, d) = (&mut c[..2 * W], &mut d[..2 * W]);
        multiply_two_at(I::LEVEL, [c, d], &self.0, [&first.0, &second.0], scratch);
        first.become_folded(isa, c);
        second.become_folded(isa, d);
    }
}

/// The words of scratch of products on a level, two and two if there are several.
const fn used_words<const N: usize, const W: usize>(level: Level, count: usize) -> usize {
    let product = Cyclic::<N, W>::PRODUCT_WORDS;
    match count {
        0 | 1 => product + Plan::new(level, W, W).scratch_words(),
        _ => 2 * product + two_scratch_words(level, W),
    }
}
