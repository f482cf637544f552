//! Operands that are transformed once, against products of the same words.

use crate::oracle::Point;
use crate::words::{Random, levels, product_on, sized};
use f2x::fft::{Prepared, Sum};
use f2x::{Error, Level};

/// The products of two operands that were prepared, by [`Prepared::mul`].
fn product(a: &Prepared, b: &Prepared) -> Vec<u64> {
    let mut c = vec![!0; a.words() + b.words()];
    a.mul(b, &mut c).unwrap();
    c
}

/// The longest products of prepared operands: every number of factors, with coefficients of one byte and more.
fn sizes() -> impl Iterator<Item = usize> {
    [1, 400, 512, 513, 700, 1024, 1500, 2048, 2049, 4096, 5000, 6144, 7000, 20_000, 70_000]
        .into_iter()
        .filter(|n| *n <= sized(usize::MAX, 700))
}

#[test]
fn products_of_prepared_operands_are_products() {
    let mut random = Random::new(31);
    let point = Point::random(&mut random);
    for (level, most) in levels().flat_map(|level| sizes().map(move |most| (level, most))) {
        for (an, bn) in [(most, most), (most, 1), (most / 2, most - most / 3), (0, most)] {
            let (a, b) = (random.words(an), random.words(bn));
            let [x, y] = [&a, &b].map(|words| Prepared::new_on(level, words, most).unwrap());
            let both = point.certifies(&product(&x, &y), &a, &b);
            assert!(both, "{level}: {an} by {bn} of {most} words");
            assert!(point.certifies(&product(&y, &y), &b, &b), "{level}: square of {bn} words");
        }
    }
}

#[test]
fn a_sum_has_one_inverse_for_all() {
    let mut random = Random::new(32);
    let point = Point::random(&mut random);
    for (level, most) in levels().flat_map(|level| sizes().map(move |most| (level, most))) {
        let mut sum = Sum::new_on(level, most).unwrap();
        let mut expected = vec![0; 2 * most];
        for (an, bn) in [(most, most), (most / 2, most), (most, most / 3), (most / 4, 1)] {
            let (a, b) = (random.words(an), random.words(bn));
            let [x, y] = [&a, &b].map(|words| Prepared::new_on(level, words, most).unwrap());
            sum.add(&x, &y).unwrap();
            let product = product_on(Level::best(), &a, &b);
            assert!(point.certifies(&product, &a, &b));
            for (sum, word) in expected.iter_mut().zip(product) {
                *sum ^= word;
            }
        }
        let mut c = vec![!0; sum.words()];
        sum.store(&mut c).unwrap();
        assert!(c == expected, "{level}: {most} words");
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    let words = [1; 9];
    let prepared = Prepared::new(&words, 9).unwrap();
    let other = Prepared::new(&words, 10).unwrap();
    let too_long = Prepared::new(&words, 8).unwrap_err();
    assert_eq!(too_long, Error::PreparedWords { most: 8, found: 9 });
    assert!(matches!(Sum::new(usize::MAX / 4).unwrap_err(), Error::PreparedWords { .. }));
    let unlike = prepared.mul(&other, &mut [0; 18]).unwrap_err();
    assert_eq!(unlike, Error::PreparedFor { expected: 9, found: 10 });
    let mut c = [7; 17];
    let short = prepared.mul(&prepared, &mut c).unwrap_err();
    assert_eq!(short, Error::ProductWords { expected: 18, found: 17 });
    assert_eq!(c, [7; 17]);
    assert!(Sum::new(9).unwrap().store(&mut []).is_ok());
}
