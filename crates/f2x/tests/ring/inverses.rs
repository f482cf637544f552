//! Inverses, and what has none.

use crate::oracle::{Random, mapped, product, sum};
use crate::{Ring, on_each_level, sized};
use f2x::isa::Isa;
use f2x::ring::{Cyclic, Scratch};
use f2x::{Level, Operation};

fn test<const N: usize, const W: usize, const S: usize>() {
    let mut random = Random::new(N as u64);
    for _ in 0..sized(if N > 20_000 { 2 } else { 10 }, 1) {
        let a: Cyclic<N, W> = random.odd();
        on_each_level!(S, |isa, scratch, level| (a: Cyclic<N, W>) {
            let (inverse, exists) = a.inverse_on(isa, scratch);
            assert!(bool::from(exists), "{level}: {N}");
            assert_eq!(product(a, &inverse), Cyclic::ONE, "{level}: {N}");
        });
    }
    let all: Cyclic<N, W> = sum(0..N);
    let even =
        [Cyclic::ZERO, &random.odd() + &Cyclic::ONE, &all + &Cyclic::ONE, sum([N - 2, N - 1])];
    for a in even.into_iter().chain([all]).take(sized(5, 2)) {
        on_each_level!(S, |isa, scratch, level| (a: Cyclic<N, W>) {
            let (inverse, exists) = a.inverse_on(isa, scratch);
            assert!(!bool::from(exists) && inverse == Cyclic::ZERO, "{level}: {N}");
        });
    }
    let (inverse, exists) = mapped(&Cyclic::<N, W>::ONE, |_| N - 1).inverse();
    assert!(bool::from(exists) && inverse == mapped(&Cyclic::ONE, |_| 1));
}

macro_rules! inverses {
    ($($name:ident: $n:literal)+) => {
        $(
            #[test]
            fn $name() {
                test::<$n, { usize::div_ceil($n, 64) }, { Ring::<$n>::SCRATCH }>();
            }
        )+
    };
}
inverses! {
    bike1: 12323 bike3: 24659 bike5: 40973 bike5_first_round: 32749
    hqc1: 17669 hqc3: 35851 hqc5: 57637 ledakem: 99053
}

/// All elements of small rings: there is an inverse exactly where a search finds one.
#[test]
fn small_rings_exhaustively() {
    fn every<const N: usize>() {
        let element = |word: u64| Cyclic::<N, 1>::try_from([word]).unwrap();
        for a in 0..1_u64 << N {
            let (inverse, exists) = element(a).inverse();
            let is_inverse = |b: &u64| {
                let bits = (0..N).filter(|i| b >> i & 1 == 1);
                let sum = bits.fold(0, |sum, i| sum ^ (a << i | a << i >> N));
                sum & ((1 << N) - 1) == 1
            };
            let found = (0..1 << N).find(is_inverse);
            assert_eq!(bool::from(exists), found.is_some(), "{N}: {a:b}");
            assert_eq!(inverse.words()[0], found.unwrap_or(0), "{N}: {a:b}");
        }
    }
    every::<5>();
    every::<11>();
}

/// Where 2 is a primitive root and no permutation of the coefficients is used.
#[test]
fn rings_of_some_words() {
    fn test<const N: usize, const W: usize>() {
        let mut random = Random::new(N as u64);
        for _ in 0..20 {
            let a: Cyclic<N, W> = random.odd();
            assert_eq!(product(&a, &a.inverse().0), Cyclic::ONE, "{N}");
        }
    }
    test::<59, 1>();
    test::<61, 1>();
    test::<67, 2>();
    test::<131, 3>();
    test::<1019, 16>();
}
