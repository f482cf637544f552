//! Products of a size that is known at compile time: on every level, by the token and by dispatch.

use crate::symbolic::{self, each_level};
use crate::words::{PAIRS, Random, levels, reference};
use f2x::Operation;
use f2x::isa::Isa;
use f2x::isa::witness::prove;

struct Fixed<'m, const N: usize> {
    c: &'m mut [u64],
    a: &'m [u64; N],
    b: &'m [u64; N],
}

impl<const N: usize> Operation for Fixed<'_, N> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Fixed { c, a, b } = self;
        isa.outline(
            #[inline(always)]
            move || f2x::mul::fixed(isa, c, a, b),
        );
    }
}

/// Symbols for all operands, and random words.
fn size<const N: usize>() {
    struct Prove<const N: usize>;
    impl<const N: usize> symbolic::Visit for Prove<N> {
        fn level<I: Isa>(&mut self, isa: I) {
            let proof = prove(N, N, |c, a, b| {
                let (a, b) = (a.try_into().expect("N words"), b.try_into().expect("N words"));
                f2x::mul::fixed::<I, N>(isa, c, a, b);
            });
            assert!(proof.is_ok(), "{}: {N} words: {proof:?}", I::LEVEL);
        }
    }
    each_level(&mut Prove::<N>);
    let mut random = Random::new(100 + N as u64);
    for _ in 0..PAIRS / N.max(1) {
        let mut operand = || <[u64; N]>::try_from(random.words(N)).expect("N words");
        let (a, b) = (operand(), operand());
        let expected = reference(&a, &b);
        for level in levels() {
            let mut c = [9; 2].repeat(N);
            level.dispatch(Fixed { c: &mut c, a: &a, b: &b }).expect("an available level");
            assert!(c == expected, "{level}: {N} words");
        }
        let mut c = [operand(), operand()];
        f2x::mul_fixed(&mut c, &a, &b).expect("a level");
        assert!(c.as_flattened() == expected, "{N} words");
    }
}

macro_rules! sizes {
    ($($n:literal)+) => {
        #[test]
        fn known_sizes() {
            $(size::<$n>();)+
        }
    };
}

sizes! { 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 24 32 47 100 }

#[test]
#[should_panic(expected = "the product has 3 words, not 4")]
fn a_product_of_another_length_panics() {
    let fixed = Fixed { c: &mut [0; 3], a: &[1; 2], b: &[1; 2] };
    f2x::Level::Portable.dispatch(fixed).expect("every CPU has it");
}
