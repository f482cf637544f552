//! The tests of the rings GF(2)\[X\]/(X^N − 1), on every level that the CPU has: against definitions that
//! work a coefficient at a time.

mod encoding;
mod inverses;
mod oracle;

use f2x::field::Choice;
use f2x::isa::Isa;
use f2x::ring::{Cyclic, Power, Scratch};
use f2x::{Level, Operation};
use oracle::{Random, mapped, power_of_two, product};

/// `optimised` in an optimised build, else `plain`: a bound on numbers of cases.
const fn sized(optimised: usize, plain: usize) -> usize {
    if cfg!(debug_assertions) { plain } else { optimised }
}

/// Runs a test, a function of the constants of a ring, for rings of all kinds of sizes.
macro_rules! each_ring {
    ($test:ident) => {
        each_ring!($test:
            // One word, and few coefficients in the last of some.
            3 5 63 65 127 129 251
            // Below and above the smallest ring that is permuted, and not a prime.
            8191 8193 10001
            // BIKE, HQC and LEDAkem.
            12323 24659 32749 40973 17669 35851 57637 99053)
    };
    ($test:ident: $($n:literal)+) => {
        $($test::<$n, { usize::div_ceil($n, 64) }, { Ring::<$n>::SCRATCH }>();)+
    };
}

/// What cannot be computed from `N` and `W` where they are parameters.
struct Ring<const N: usize>;

macro_rules! scratch {
    ($($n:literal)+) => {
        $(impl Ring<$n> {
            const SCRATCH: usize = Cyclic::<$n, { usize::div_ceil($n, 64) }>::SCRATCH_WORDS;
        })+
    };
}
scratch!(3 5 63 65 127 129 251 8191 8193 10001 12323 24659 32749 40973 17669 35851 57637 99053);

/// Runs an operation on every level, with scratch that holds anything.
macro_rules! on_each_level {
    ($s:ident, |$isa:ident, $scratch:ident, $level:ident| ($($name:ident: $type:ty),+) $body:block) => {{
        struct Run<'r, const N: usize, const W: usize, const S: usize>($(&'r $type),+);
        impl<const N: usize, const W: usize, const S: usize> Operation for Run<'_, N, W, S> {
            type Output = ();
            fn run<I: Isa>(self, $isa: I) {
                let Run($($name),+) = self;
                let $level = I::LEVEL;
                let $scratch = &mut Scratch::<S>::new();
                $body
            }
        }
        for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
            level.dispatch(Run::<N, W, $s>($(&$name),+)).expect("an available level");
        }
    }};
}
use on_each_level;

#[test]
fn products_and_squares() {
    fn test<const N: usize, const W: usize, const S: usize>() {
        let mut random = Random::new(N as u64);
        // The elements with all coefficients, and with none but the last.
        let all = mapped(&Cyclic::<N, W>::ONE, |i| i);
        let all = (1..N).fold(all, |sum, i| &sum + &mapped(&Cyclic::ONE, |_| i));
        let last = mapped(&Cyclic::<N, W>::ONE, |_| N - 1);
        let mut pairs =
            vec![(all.clone(), all), (last.clone(), last), (random.element(), Cyclic::ZERO)];
        for _ in 0..sized(12, 1) {
            pairs.push((random.element(), random.element()));
        }
        for (a, b) in pairs.into_iter().take(if N > 20_000 { sized(20, 1) } else { 20 }) {
            let (expected, squared) = (product(&a, &b), mapped(&a, |i| 2 * i));
            assert_eq!(&a * &b, expected, "{N}");
            assert_eq!(a.square(), squared, "{N}");
            on_each_level!(S, |isa, scratch, level| (
                a: Cyclic<N, W>, b: Cyclic<N, W>, expected: Cyclic<N, W>, squared: Cyclic<N, W>
            ) {
                assert_eq!(a.product_on(isa, b, scratch), *expected, "{level}: {N}");
                assert_eq!(a.square_on(isa, scratch), *squared, "{level}: {N}");
                let both = b.prepare().products_on(isa, [a, b], scratch);
                assert_eq!(both, [expected.clone(), mapped(b, |i| 2 * i)], "{level}: {N}");
            });
            assert_eq!(a.prepare().product(&b), expected);
            assert_eq!(a.prepare().products([&b, &a]), [expected, squared]);
        }
    }
    each_ring!(test);
}

#[test]
fn powers_move_the_coefficients() {
    fn test<const N: usize, const W: usize, const S: usize>() {
        let mut random = Random::new(N as u64);
        let mut exponents: Vec<usize> = (0..sized(48, 18)).collect();
        exponents.extend((0..sized(24, 2)).map(|_| random.word() as usize % (2 * N)));
        exponents.extend([N / 2, N / 2 - 1, N - 2, N - 1]);
        for k in exponents.into_iter().take(if N > 50_000 { sized(80, 20) } else { 80 }) {
            let a: Cyclic<N, W> = random.element();
            let m = power_of_two(k, N);
            let (power, expected) = (Power::<N>::new(k), mapped(&a, |i| i * m));
            if N < 20_000 {
                assert_eq!(a.square_repeatedly(k), expected, "{N}: 2^{k}");
            }
            on_each_level!(S, |isa, scratch, level| (
                a: Cyclic<N, W>, power: Power<N>, expected: Cyclic<N, W>, k: usize
            ) {
                assert_eq!(a.power_on(isa, power, scratch), *expected, "{level}: {N}: 2^{k}");
            });
        }
    }
    each_ring!(test: 8193 10001 12323 24659 32749 40973 17669 35851 57637 99053);
}

/// Repeated squaring, where there is no permutation.
#[test]
fn powers_in_small_rings() {
    fn test<const N: usize, const W: usize, const S: usize>() {
        let mut random = Random::new(N as u64);
        for k in 0..40 {
            let a: Cyclic<N, W> = random.element();
            let m = power_of_two(k, N);
            assert_eq!(a.square_repeatedly(k), mapped(&a, |i| i * m), "{N}: 2^{k}");
            let _ = S;
        }
    }
    each_ring!(test: 3 5 63 65 127 129 251 8191);
}

#[test]
fn rotations_by_amounts_of_every_kind() {
    fn test<const N: usize, const W: usize, const S: usize>() {
        let mut random = Random::new(N as u64);
        let n = N as u32;
        let mut amounts = vec![0, n - 1, n, n + 1, 2 * n - 1, 2 * n, u32::MAX, u32::MAX / n * n];
        for bit in 0..=n.ilog2() {
            amounts.extend([1 << bit, (1 << bit) - 1, (1 << bit) + 1, n - (1 << bit)]);
        }
        amounts.extend((0..sized(40, 0)).map(|_| random.word() as u32));
        for amount in amounts {
            let a: Cyclic<N, W> = random.element();
            let expected = mapped(&a, |i| i + amount as usize);
            on_each_level!(S, |isa, scratch, level| (
                a: Cyclic<N, W>, amount: u32, expected: Cyclic<N, W>
            ) {
                assert_eq!(a.rotate_on(isa, *amount, scratch), *expected, "{level}: {N}: {amount}");
            });
        }
        let a: Cyclic<N, W> = random.element();
        assert_eq!(a.rotate(1), mapped(&a, |i| i + 1));
    }
    each_ring!(test);
}

#[test]
fn the_image_under_the_inverse_of_x() {
    fn test<const N: usize, const W: usize, const S: usize>() {
        let mut random = Random::new(N as u64);
        for _ in 0..3 {
            let a: Cyclic<N, W> = random.element();
            let expected = mapped(&a, |i| N - i);
            assert_eq!(a.reversed(), expected, "{N}");
            on_each_level!(S, |isa, _scratch, level| (a: Cyclic<N, W>, expected: Cyclic<N, W>) {
                assert_eq!(a.reversed_on(isa), *expected, "{level}: {N}");
            });
        }
    }
    each_ring!(test);
}

#[test]
fn sums_selections_and_comparisons() {
    fn test<const N: usize, const W: usize, const S: usize>() {
        let mut random = Random::new(N as u64 + S as u64);
        let (yes, no) = (Choice::from_bit(1), Choice::from_bit(0));
        let a: Cyclic<N, W> = random.odd();
        let b = &a + &Cyclic::ONE;
        let sum = &a + &b;
        assert!(sum == Cyclic::ONE && bool::from((&sum + &sum).is_zero()));
        assert!(!bool::from(sum.is_zero()));
        assert!(a != b && Cyclic::select(&a, &b, yes) == b && Cyclic::select(&a, &b, no) == a);
        assert!(bool::from(a.has_odd_weight()) && !bool::from(b.has_odd_weight()));
        for i in (0..N).step_by(1 + N / 100).chain([N - 1]) {
            let single = mapped(&Cyclic::<N, W>::ONE, |_| i);
            assert!(single != Cyclic::ZERO && bool::from(single.has_odd_weight()), "{N}: {i}");
        }
    }
    each_ring!(test);
}

/// The digits of all coefficients, most significant first; `Debug` shows none.
#[test]
fn formats() {
    let a: Cyclic<67, 2> = mapped(&Cyclic::ONE, |_| 66);
    assert_eq!(format!("{a:x} {a:#x}"), "40000000000000000 0x40000000000000000");
    assert_eq!(format!("{a:?}"), "Cyclic { bits: 67, .. }");
}

#[cfg(feature = "zeroize")]
#[test]
fn wiped_elements_are_zero() {
    use zeroize::Zeroize;
    let mut a = f2x::ring::Bike1::ONE;
    a.zeroize();
    assert_eq!(a, Cyclic::ZERO);
}
