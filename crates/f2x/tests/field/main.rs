//! Binary fields on every level, against an oracle that knows the modulus and shifts bit by bit.
//!
//! A product is bilinear and a square root, a trace and so on are linear: they are right if they are
//! right for all pairs of powers of x, and for all powers of x.

mod curves;
mod interop;
mod oracle;
#[allow(dead_code, reason = "the tests of the multiplier use the rest")]
#[path = "../suite/words.rs"]
mod words;

use core::marker::PhantomData;
use f2x::field::{
    Choice, Element, EncodingError, Gf2_128, Gf2_163, Gf2_571, LengthError, Modulus, Pentanomial,
    Product, Trinomial,
};
use f2x::isa::Isa;
use f2x::{Level, Operation};
use oracle::Oracle;
use words::{PAIRS, Random, levels, sized};

/// What a test does with a field.
trait Field {
    fn field<F: Modulus, const W: usize>(&mut self);
}

fn each_nist_field(visit: &mut impl Field) {
    visit.field::<Pentanomial<163, 7, 6, 3>, 3>();
    visit.field::<Trinomial<233, 74>, 4>();
    visit.field::<Pentanomial<283, 12, 7, 5>, 5>();
    visit.field::<Trinomial<409, 87>, 7>();
    visit.field::<Pentanomial<571, 10, 5, 2>, 9>();
}

/// The fields with names, and others at the borders of the ways to reduce: one bit and no bit left in
/// the last word, a second power so near that folds reach the limb they come from.
fn each_field(visit: &mut impl Field) {
    each_nist_field(visit);
    visit.field::<Pentanomial<128, 7, 2, 1>, 2>();
    visit.field::<Trinomial<127, 1>, 2>();
    visit.field::<Trinomial<129, 5>, 3>();
    visit.field::<Trinomial<155, 62>, 3>();
    visit.field::<Pentanomial<256, 10, 5, 2>, 4>();
    visit.field::<Trinomial<354, 99>, 6>();
}

/// One field for each number of words that has none yet.
fn each_long_field(visit: &mut impl Field) {
    visit.field::<Trinomial<511, 10>, 8>();
    visit.field::<Trinomial<607, 105>, 10>();
    visit.field::<Trinomial<660, 11>, 11>();
    visit.field::<Trinomial<732, 343>, 12>();
    visit.field::<Trinomial<782, 329>, 13>();
    visit.field::<Trinomial<860, 35>, 14>();
    visit.field::<Trinomial<927, 403>, 15>();
    visit.field::<Trinomial<1023, 7>, 16>();
}

/// The operations on one instruction set, each compiled once for a field.
#[derive(Clone, Copy)]
struct On<I>(I);

macro_rules! compiled_once {
    ($($name:ident($($argument:ident: $type:ty),*) -> $output:ty, $method:ident;)*) => {
        impl<I: Isa> On<I> {
            $(
                #[inline(never)]
                fn $name<F: Modulus, const W: usize>(self, a: Element<F, W> $(, $argument: $type)*) -> $output {
                    let isa = self.0;
                    isa.outline(
                        #[inline(always)]
                        move || a.$method(isa $(, $argument)*),
                    )
                }
            )*
        }
    };
}

compiled_once! {
    mul(b: Element<F, W>) -> Element<F, W>, mul_on;
    product(b: Element<F, W>) -> Product<F, W>, product_on;
    square() -> Element<F, W>, square_on;
    square_repeatedly(k: usize) -> Element<F, W>, square_repeatedly_on;
    sqrt() -> Element<F, W>, sqrt_on;
    inverse() -> Element<F, W>, inverse_on;
    solve_quadratic() -> (Element<F, W>, Choice), solve_quadratic_on;
}

impl<I: Isa> On<I> {
    #[inline(never)]
    fn products<F: Modulus, const W: usize>(
        self,
        products: &mut [Element<F, W>],
        a: &[Element<F, W>],
        b: &[Element<F, W>],
    ) -> Result<(), LengthError> {
        let isa = self.0;
        isa.outline(
            #[inline(always)]
            move || Element::products_on(isa, products, a, b),
        )
    }

    #[inline(never)]
    fn reduce<F: Modulus, const W: usize>(self, c: Product<F, W>) -> Element<F, W> {
        let isa = self.0;
        isa.outline(
            #[inline(always)]
            move || c.reduce_on(isa),
        )
    }
}

fn random<F: Modulus, const W: usize>(source: &mut Random) -> Element<F, W> {
    Element::random(|bytes| {
        for byte in bytes {
            *byte = source.word() as u8;
        }
    })
}

fn power<F: Modulus, const W: usize>(i: usize) -> Element<F, W> {
    let mut words = [0; W];
    words[i / 64] = 1 << (i % 64);
    words.try_into().expect("an exponent below the degree")
}

/// Runs a test on every level for a field.
macro_rules! test_on_levels {
    ($name:ident, $fields:ident, |$on:ident, $f:ident, $w:ident| $body:block) => {
        #[test]
        fn $name() {
            struct Run<F, const W: usize>(PhantomData<F>);
            impl<$f: Modulus, const $w: usize> Operation for Run<$f, $w> {
                type Output = ();
                fn run<I: Isa>(self, isa: I) {
                    let $on = On(isa);
                    $body
                }
            }
            struct Each(Level);
            impl Field for Each {
                fn field<F: Modulus, const W: usize>(&mut self) {
                    self.0.dispatch(Run::<F, W>(PhantomData)).expect("an available level");
                }
            }
            for level in levels() {
                $fields(&mut Each(level));
            }
        }
    };
}

#[test]
fn moduli_are_irreducible() {
    struct Irreducible;
    impl Field for Irreducible {
        fn field<F: Modulus, const W: usize>(&mut self) {
            assert!(Oracle::new::<F>().is_field(), "{} bits", F::BITS);
        }
    }
    each_field(&mut Irreducible);
    each_long_field(&mut Irreducible);
}

#[test]
fn the_oracle_sees_that_a_modulus_is_reducible() {
    assert!(!Oracle::new::<Trinomial<155, 61>>().is_field());
    assert!(!Oracle::new::<Pentanomial<163, 7, 6, 2>>().is_field());
    // (x^2 + x + 1) divides it, and x^(2^m) = x modulo it may hold: what the test by gcd is for.
    assert!(!Oracle::new::<Trinomial<128, 64>>().is_field());
}

test_on_levels!(powers_of_x_multiply, each_field, |on, F, W| {
    let powers: Vec<Element<F, W>> = Oracle::new::<F>().powers(2 * F::BITS - 1);
    let step = sized(1, 7);
    for i in 0..F::BITS {
        let a: Element<F, W> = power(i);
        for j in (i % step..F::BITS).step_by(step) {
            assert_eq!(on.mul(a, power(j)), powers[i + j], "x^{i} x^{j}, {}", I::LEVEL);
        }
    }
});

// Products, sums of products that are reduced once, and squares.
test_on_levels!(random_pairs_multiply, each_field, |on, F, W| {
    let oracle = Oracle::new::<F>();
    let mut source = Random::new(F::BITS as u64);
    let (mut sum, mut reduced_sum) = (Product::ZERO, Element::ZERO);
    for _ in 0..sized(PAIRS, 40) {
        let (a, b): (Element<F, W>, _) = (random(&mut source), random(&mut source));
        let expected = oracle.product(a, b);
        let (product, reduced, square) = (on.product(a, b), on.mul(a, b), on.square(a));
        assert_eq!(reduced, expected, "{}", I::LEVEL);
        assert_eq!(on.reduce(product), expected, "{}", I::LEVEL);
        assert_eq!(square, oracle.product(a, a), "{}", I::LEVEL);
        let mut words = vec![0; 2 * W];
        f2x::reference::mul(&mut words, &a.to_words(), &b.to_words());
        assert_eq!(product.to_words().as_flattened(), words, "{}", I::LEVEL);
        sum += product;
        reduced_sum += expected;
    }
    assert_eq!(on.reduce(sum), reduced_sum);
});

test_on_levels!(random_pairs_of_long_fields_multiply, each_long_field, |on, F, W| {
    let oracle = Oracle::new::<F>();
    let mut source = Random::new(F::BITS as u64);
    for _ in 0..sized(PAIRS, 40) {
        let (a, b): (Element<F, W>, _) = (random(&mut source), random(&mut source));
        assert_eq!(on.mul(a, b), oracle.product(a, b), "{}", I::LEVEL);
    }
});

// Every polynomial of degree below 2m − 1 is a sum of powers of x, also those that no product is.
test_on_levels!(products_are_reduced, each_field, |on, F, W| {
    let powers: Vec<Element<F, W>> = Oracle::new::<F>().powers(2 * F::BITS - 1);
    for (k, expected) in powers.into_iter().enumerate() {
        let i = k.min(F::BITS - 1);
        let product = on.product::<F, W>(power(i), power(k - i));
        assert_eq!(on.reduce(product), expected, "x^{k}, {}", I::LEVEL);
    }
});

test_on_levels!(linear_maps, each_field, |on, F, W| {
    let oracle = Oracle::new::<F>();
    let squares: Vec<Element<F, W>> =
        oracle.powers(2 * F::BITS - 1).into_iter().step_by(2).collect();
    let square = |a: Element<F, W>| oracle::combination(a, &squares);
    for i in (0..F::BITS).step_by(sized(1, 29)) {
        let a: Element<F, W> = power(i);
        assert_eq!(on.square(a), squares[i]);
        assert_eq!(square(on.sqrt(a)), a);
        assert_eq!(on.square_repeatedly(a, 0), a);
        // a, a², a⁴, …
        let conjugates: Vec<_> =
            core::iter::successors(Some(a), |a| Some(square(*a))).take(F::BITS).collect();
        for k in [1, 2, 5, F::BITS / 2, F::BITS - 1] {
            assert_eq!(on.square_repeatedly(a, k), conjugates[k]);
        }
        let trace: Element<F, W> = conjugates.iter().copied().sum();
        assert_eq!(trace == Element::ONE, a.trace().into());
        assert!(trace == Element::ZERO || trace == Element::ONE);
        if F::BITS % 2 == 1 {
            let expected: Element<F, W> = conjugates.iter().copied().step_by(2).sum();
            assert_eq!(on.solve_quadratic(a).0, expected, "the half-trace");
        }
    }
});

test_on_levels!(quadratic_equations, each_field, |on, F, W| {
    let mut source = Random::new(3);
    let (mut solvable, mut others) = (0, 0);
    for _ in 0..sized(40, 6) {
        let c: Element<F, W> = random(&mut source);
        let (z, solved) = on.solve_quadratic(c);
        assert_eq!(bool::from(solved), on.square(z) + z == c);
        let c = on.square(c) + c;
        let (z, solved) = on.solve_quadratic(c);
        assert!(bool::from(solved));
        assert_eq!(on.square(z) + z, c);
        if bool::from(c.trace()) { others += 1 } else { solvable += 1 }
    }
    assert!(others == 0 && solvable > 0);
});

test_on_levels!(inverses, each_field, |on, F, W| {
    let mut source = Random::new(4);
    let count = if I::LEVEL == Level::Portable { 5_000 } else { 100_000 };
    for _ in 0..sized(count, 50) {
        let a: Element<F, W> = random(&mut source);
        assert_eq!(on.mul(a, on.inverse(a)), Element::ONE, "{}", I::LEVEL);
    }
    assert_eq!(on.inverse(Element::<F, W>::ZERO), Element::ZERO);
    assert_eq!(on.inverse(Element::<F, W>::ONE), Element::ONE);
    assert_eq!(on.mul(Element::<F, W>::X, on.inverse(Element::X)), Element::ONE);
});

// Every lane has every number of products behind it; the lanes are proved one by one, as products are.
test_on_levels!(many_products, each_field, |on, F, W| {
    let oracle = Oracle::new::<F>();
    let mut source = Random::new(10);
    for n in (0_usize..10).chain([sized(4 * PAIRS, 40)]) {
        let a: Vec<Element<F, W>> = (0..n).map(|_| random(&mut source)).collect();
        let b: Vec<Element<F, W>> = (0..n).map(|_| random(&mut source)).collect();
        let mut products = vec![Element::X; n];
        on.products(&mut products, &a, &b).expect("as many");
        for ((product, a), b) in products.iter().zip(&a).zip(&b) {
            assert_eq!(*product, oracle.product(*a, *b), "{}", I::LEVEL);
        }
        let short = &a[..n.saturating_sub(1)];
        assert_eq!(on.products(&mut products, short, &b).is_err(), n > 0);
        assert_eq!(on.products(&mut products, &a, short).is_err(), n > 0);
    }
});

test_on_levels!(many_inverses, each_field, |on, F, W| {
    let mut source = Random::new(5);
    for n in [0_usize, 1, 2, 7, 30] {
        let mut values: Vec<Element<F, W>> = (0..n).map(|_| random(&mut source)).collect();
        for zero in [0, n / 2, n.saturating_sub(1)].into_iter().take(n / 2) {
            values[zero] = Element::ZERO;
        }
        let mut inverses = vec![Element::X; n];
        Element::inverses_on(on.0, &mut inverses, &values).expect("as many");
        for (value, inverse) in values.iter().zip(&inverses) {
            assert_eq!(*inverse, on.inverse(*value));
        }
        if n > 0 {
            let error = Element::inverses_on(on.0, &mut inverses[1..], &values).unwrap_err();
            assert_eq!((error.found, error.expected), (n, n - 1));
            assert_eq!(error.to_string(), format!("there are {n} elements for {} results", n - 1));
        }
    }
});

/// The methods without a token do what those with one do.
#[test]
fn methods_without_a_token() {
    struct Methods;
    impl Field for Methods {
        fn field<F: Modulus, const W: usize>(&mut self) {
            let mut source = Random::new(6);
            let oracle = Oracle::new::<F>();
            let (a, b): (Element<F, W>, _) = (random(&mut source), random(&mut source));
            let mut product = a;
            product *= b;
            assert_eq!(product, oracle.product(a, b));
            assert_eq!(a * b, product);
            assert_eq!(a.product(b).reduce(), product);
            assert_eq!(a.square(), oracle.product(a, a));
            assert_eq!(a.square_repeatedly(3), a.square().square().square());
            assert_eq!(a.square().sqrt(), a);
            assert_eq!(a * a.inverse(), Element::ONE);
            assert_eq!((a.square() + a).solve_quadratic().0.square(), {
                let (z, _) = (a.square() + a).solve_quadratic();
                z + a.square() + a
            });
            let mut inverses = [Element::ZERO; 2];
            Element::inverses(&mut inverses, &[a, b]).expect("as many");
            let mut products = [Element::ZERO; 5];
            Element::products(&mut products, &[a; 5], &[b; 5]).expect("as many");
            assert_eq!(products, [product; 5]);
            assert_eq!(inverses, [a.inverse(), b.inverse()]);
        }
    }
    Methods.field::<Pentanomial<163, 7, 6, 3>, 3>();
    Methods.field::<Pentanomial<128, 7, 2, 1>, 2>();
    let a = Gf2_163::X;
    assert_eq!(a.half_trace().square() + a.half_trace(), a);
}

#[test]
fn bytes_are_read_back_and_wrong_ones_rejected() {
    struct Bytes;
    impl Field for Bytes {
        fn field<F: Modulus, const W: usize>(&mut self) {
            let mut source = Random::new(7);
            let n = Element::<F, W>::BYTES;
            assert_eq!(n, F::BITS.div_ceil(8));
            for _ in 0..100 {
                let a: Element<F, W> = random(&mut source);
                let mut bytes = vec![0x55; n];
                a.to_be_bytes(&mut bytes).expect("the length of an element");
                assert_eq!(Element::from_be_bytes(&bytes), Ok(a));
                let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                let shown = format!("{a:x}");
                assert_eq!(digits[digits.len() - shown.len()..], shown);
                assert_eq!(shown.len(), F::BITS.div_ceil(4));
                assert_eq!(format!("{a:?}"), format!("0x{a}"));
                assert_eq!(Element::try_from(<[u64; W]>::from(a)), Ok(a));
            }
            // Every bit above the degree that the last byte, and the last word, has.
            for bit in F::BITS..8 * n {
                let mut bytes = vec![0; n];
                bytes[n - 1 - bit / 8] = 1 << (bit % 8);
                let out_of_range = EncodingError::OutOfRange { bits: F::BITS };
                assert_eq!(Element::<F, W>::from_be_bytes(&bytes), Err(out_of_range));
            }
            for bit in F::BITS..64 * W {
                let mut words = [0; W];
                words[bit / 64] = 1 << (bit % 64);
                assert!(Element::<F, W>::try_from(words).is_err());
            }
            for wrong in [0, n - 1, n + 1] {
                let length = EncodingError::Length { expected: n, found: wrong };
                assert_eq!(Element::<F, W>::from_be_bytes(&vec![0; wrong]), Err(length));
                assert_eq!(Element::<F, W>::ONE.to_be_bytes(&mut vec![0; wrong]), Err(length));
            }
        }
    }
    each_field(&mut Bytes);
    each_long_field(&mut Bytes);
    let bytes: Vec<u8> = (1..=21).map(|i| if i == 1 { 7 } else { i }).collect();
    let a = Gf2_163::from_be_bytes(&bytes).unwrap();
    assert_eq!(format!("{a}"), "702030405060708090a0b0c0d0e0f101112131415");
    let error = Gf2_163::from_be_bytes(&[0; 20]).unwrap_err();
    assert_eq!(error.to_string(), "an element has 21 bytes, not 20");
    let error = Gf2_163::from_be_bytes(&[8; 21]).unwrap_err();
    assert_eq!(error.to_string(), "an element has 163 bits, and a bit above them is set");
}

#[test]
fn comparisons_and_selections() {
    for bit in 0..571 {
        let a: Gf2_571 = power(bit);
        assert!(!bool::from(a.is_zero()) && !bool::from(a.equals(Element::ZERO)));
        assert!(bool::from(a.equals(a)) && a != a + Element::ONE);
    }
    let (yes, no) = (Choice::from_bit(1), Choice::from_bit(2));
    assert!(bool::from(Element::<Trinomial<127, 1>, 2>::default().is_zero()));
    let (a, b) = (Gf2_128::X, Gf2_128::ONE);
    assert_eq!((Gf2_128::select(a, b, no), Gf2_128::select(a, b, yes)), (a, b));
    assert!(bool::from(yes & !no) && bool::from(no | yes) && !bool::from(no & yes));
    for word in [1, 2, 1 << 63, u64::MAX] {
        assert!(!bool::from(Choice::is_zero(word)));
    }
    assert!(bool::from(Choice::is_zero(0)));
}

#[test]
fn random_elements_have_all_bits() {
    let mut source = Random::new(8);
    let (mut ones, mut zeros) = (Gf2_163::ZERO.to_words(), [u64::MAX; 3]);
    for _ in 0..200 {
        for (i, word) in
            random::<Pentanomial<163, 7, 6, 3>, 3>(&mut source).to_words().iter().enumerate()
        {
            ones[i] |= word;
            zeros[i] &= word;
        }
    }
    assert_eq!((ones, zeros), ([u64::MAX, u64::MAX, (1 << 35) - 1], [0; 3]));
}
