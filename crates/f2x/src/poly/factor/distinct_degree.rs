//! Factorisation by the degrees of the factors.
//!
//! x^(2^i) + x is the product of all irreducible polynomials whose degree divides i, so its greatest
//! common divisor with f is that of the factors of degree i, once those of lower degree are divided
//! out. Many of these sums are multiplied modulo f before a divisor is computed; only if there is
//! one, the degrees of the interval are looked at one by one.
//!
//! A modulus of few terms is kept, as its squares are cheap, until less than half of its degree is
//! left.
//!
//! For high degrees there are *baby steps* h_i = x^(2^i), i < b, and *giant steps* g_j = x^(2^jb): an
//! irreducible polynomial divides g_j + h_i exactly if its degree divides jb − i, so the sums of one
//! giant step with all baby steps are an interval of b degrees, for one composition
//! g_{j+1} = g_j(h_b) instead of b squares (Shoup, A new polynomial factorization algorithm and its
//! implementation, 1995, after von zur Gathen and Shoup 1992). What an interval has in common with f
//! is taken apart by halves.
//!
//! Cost: n/2 products modulo f and n/2 squares, with giant steps some √(n√n) squares, as many again
//! for compositions, and memory for that many residues; far less if the largest factor is not much
//! larger than the others.

use super::super::{Argument, Modulus, Poly};
use alloc::vec::Vec;

/// The most degrees in an interval; their sums are kept.
const LONGEST: usize = 64;

/// The most words of all baby steps.
const BABY_WORDS: usize = 1 << 23;

pub(super) fn factors(f: &Poly) -> Vec<(Poly, usize)> {
    let mut factors = Vec::new();
    let rest = walk(f.clone(), usize::MAX, |factor, degree| {
        factors.push((factor, degree));
        true
    });
    if let Some(degree) = rest.degree().filter(|degree| *degree > 0) {
        factors.push((rest, degree));
    }
    factors
}

/// Whether f has no irreducible factor of degree up to `most` that is not f itself.
pub(in super::super) fn no_factor_up_to(f: &Poly, most: usize) -> bool {
    let mut none = true;
    walk(f.clone(), most, |_, _| {
        none = false;
        false
    });
    none
}

/// Finds the products of factors of degree 1, 2, … up to `most` as long as `found` says so; what is
/// left has no factor of these degrees, and is irreducible or 1 if `most` was no bound.
fn walk(f: Poly, most: usize, mut found: impl FnMut(Poly, usize) -> bool) -> Poly {
    let mut rest = f;
    let Ok(mut modulus) = Modulus::new(&rest) else { return rest };
    let mut power = modulus.reduce(&Poly::x());
    let mut done = 0;
    loop {
        let last = rest.degree().unwrap_or(0) / 2;
        let last = last.min(most);
        if done >= last {
            return rest;
        }
        if done >= 2 * LONGEST
            && let Some(babies) = baby_steps(&modulus, last - done)
        {
            return by_giant_steps(
                rest,
                modulus,
                power,
                done,
                babies,
                |rest| (rest.degree().unwrap_or(0) / 2).min(most),
                found,
            );
        }
        // The first degrees are those where factors are likely.
        let count = (done / 2).clamp(1, LONGEST).min(last - done);
        let mut sums = Vec::with_capacity(count);
        let mut product = Poly::one();
        for _ in 0..count {
            power = modulus.square(&power);
            let sum = &power + Poly::x();
            product = if product.is_one() { sum.clone() } else { modulus.mul(&product, &sum) };
            sums.push(sum);
        }
        let mut common = rest.gcd(&product);
        if !common.is_one() {
            rest /= &common;
            for (degree, sum) in (done + 1..).zip(&sums) {
                let factor = if count == 1 { common.clone() } else { common.gcd(&(sum % &common)) };
                if factor.is_one() {
                    continue;
                }
                common /= &factor;
                if !found(factor, degree) {
                    return rest;
                }
                if common.is_one() {
                    break;
                }
            }
            let degree = rest.degree().unwrap_or(0);
            if !modulus.is_sparse() || 2 * degree < modulus.degree() {
                match Modulus::new(&rest) {
                    Ok(smaller) => modulus = smaller,
                    Err(_) => return rest,
                }
                power = modulus.reduce(&power);
            }
        }
        done += count;
    }
}

/// How many baby steps cost the least for so many degrees, if they cost less than squares.
fn baby_steps(modulus: &Modulus, degrees: usize) -> Option<usize> {
    // A composition by powers that are there costs half of one for which they are computed.
    let count = (degrees * modulus.squares_of_composition() / 2).isqrt();
    let count = count.min(BABY_WORDS / modulus.degree().div_ceil(64));
    (4 * count < degrees).then_some(count)
}

/// [`walk`] from `done` degrees on, up to `last(rest)`, with `count` baby steps; `giant` is
/// x^(2^done).
fn by_giant_steps(
    mut rest: Poly,
    mut modulus: Modulus,
    mut giant: Poly,
    mut done: usize,
    count: usize,
    last: impl Fn(&Poly) -> usize,
    mut found: impl FnMut(Poly, usize) -> bool,
) -> Poly {
    let mut babies = Vec::with_capacity(count);
    let mut step = modulus.reduce(&Poly::x());
    for _ in 0..count {
        let next = modulus.square(&step);
        babies.push(core::mem::replace(&mut step, next));
    }
    loop {
        let argument = Argument::new(&modulus, &step);
        // Until so much is found that a smaller modulus pays.
        while 8 * rest.degree().unwrap_or(0) >= 7 * modulus.degree() {
            let end = last(&rest);
            if done >= end {
                return rest;
            }
            giant = argument.compose(&giant);
            done += count;
            // Of degree done − i, the lowest first.
            let sums = || babies[done.saturating_sub(end)..].iter().rev().map(|h| &giant + h);
            let product = sums().reduce(|product, sum| modulus.mul(&product, &sum));
            let common = rest.gcd(&product.unwrap_or(Poly::one()));
            if common.is_one() {
                continue;
            }
            rest /= &common;
            if let Ok(small) = Modulus::new(&common) {
                let sums: Vec<Poly> = sums().map(|sum| small.reduce(&sum)).collect();
                if !take_apart(small, &sums, done - count + 1, &mut found) {
                    return rest;
                }
            }
        }
        let Ok(smaller) = Modulus::new(&rest) else { return rest };
        modulus = smaller;
        for residue in babies.iter_mut().chain([&mut step, &mut giant]) {
            *residue = modulus.reduce(residue);
        }
    }
}

/// Finds the products of factors of the modulus of degree `first`, `first` + 1, …, one for each of
/// the sums, all of whose product it divides; whether `found` says to go on.
fn take_apart(
    modulus: Modulus,
    sums: &[Poly],
    first: usize,
    found: &mut impl FnMut(Poly, usize) -> bool,
) -> bool {
    if sums.len() == 1 {
        return found(modulus.poly().clone(), first);
    }
    let (low, high) = sums.split_at(sums.len() / 2);
    let product = low.iter().fold(Poly::one(), |product, sum| modulus.mul(&product, sum));
    let common = modulus.poly().gcd(&product);
    if common.is_one() {
        return take_apart(modulus, high, first + low.len(), found);
    }
    let others = modulus.poly() / &common;
    if others.is_one() {
        return take_apart(modulus, low, first, found);
    }
    [(common, low, first), (others, high, first + low.len())].into_iter().all(|(f, sums, first)| {
        let Ok(modulus) = Modulus::new(&f) else { return true };
        let sums: Vec<Poly> = sums.iter().map(|sum| modulus.reduce(sum)).collect();
        take_apart(modulus, &sums, first, found)
    })
}
