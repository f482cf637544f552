//! Euclid's algorithm in O(M(n) log n).
//!
//! The steps that take k degrees off a pair depend on its highest 2k + 1 coefficients alone. Half of
//! them depend on the highest k + 1; applied to the pair they leave a shorter one, of which the
//! highest coefficients decide the other half (Schönhage 1971, Moenck 1973; the bounds as in
//! Thull and Yap, A unified approach to HGCD algorithms, 1990).
//!
//! With deg a = n, the steps until deg b < stop have k = n − stop degrees together. What lies below
//! x^s, s = n − 2k, cannot change them: a matrix of degree k makes of it something of degree below
//! s + k = stop.
//!
//! Cost: H(k) = 2·H(k/2) + 16 products of k/2 coefficients.

use super::euclid::{Pair, quotient_step};
use super::matrix::Matrix;
use super::{lehmer, words};

/// Steps of so many degrees are taken one by one ([`lehmer`]).
const STEPWISE_BITS: usize = 4096;

/// Runs Euclid's algorithm on a pair until b has degree below `stop`; the matrix of the steps.
///
/// a has at least the degree of b.
pub(super) fn reduce(pair: &mut Pair, stop: usize) -> Matrix {
    let (a_bits, b_bits) = pair.bits();
    if b_bits <= stop {
        return Matrix::identity();
    }
    let degree = a_bits - 1;
    let degrees = degree - stop;
    let shift = degree.saturating_sub(2 * degrees) / 64;
    if shift == 0 {
        return reduce_all(pair, stop);
    }
    words::trim(&mut pair.a);
    words::trim(&mut pair.b);
    let low = Pair::new(pair.a[..shift].to_vec(), pair.b[..shift.min(pair.b.len())].to_vec());
    let mut high = Pair::new(pair.a.split_off(shift), pair.b.split_off(shift.min(pair.b.len())));
    let matrix = reduce_all(&mut high, stop - 64 * shift);
    *pair = matrix.apply(&low);
    for (sum, high) in [(&mut pair.a, &high.a), (&mut pair.b, &high.b)] {
        let most = sum.len().max(shift + high.len());
        sum.resize(most, 0);
        words::add(&mut sum[shift..], high);
        words::trim(sum);
    }
    matrix
}

/// [`reduce`] where all coefficients count: 2·stop is hardly above the degree of a.
fn reduce_all(pair: &mut Pair, stop: usize) -> Matrix {
    let degree = pair.bits().0 - 1;
    let degrees = degree - stop;
    if degrees <= STEPWISE_BITS {
        let mut pairs = [pair.take(), Pair::first(), Pair::second()];
        lehmer::reduce(&mut pairs, stop);
        let [reduced, first, second] = pairs;
        *pair = reduced;
        let mut matrix = Matrix { first, second };
        matrix.trim();
        return matrix;
    }
    let middle = degree - degrees / 2;
    let mut matrix = reduce(pair, middle);
    // Otherwise a quotient reached beyond the middle, and a would keep its degree.
    let (a_bits, b_bits) = pair.bits();
    if b_bits > stop && a_bits > middle + 64 {
        let Matrix { first, second } = matrix;
        let mut pairs = [pair.take(), first, second];
        quotient_step(&mut pairs);
        let [reduced, first, second] = pairs;
        *pair = reduced;
        matrix = Matrix { first, second };
    }
    if pair.bits().1 <= stop {
        return matrix;
    }
    reduce(pair, stop).after(&matrix)
}
