//! Reduction in the five fields of NIST (Section 3), and products with it (Table 3).
//!
//! The paper takes the algorithms 2.41 to 2.45 of Hankerson, Menezes and Vanstone, *Guide to Elliptic
//! Curve Cryptography*, to words of 64 bits and programs them with the double precision shift SHLD.
//! They are one algorithm for five moduli, and written once here: words beyond the last are folded
//! down from the top, for each power x^k of the modulus by one shift of two neighbouring words; then
//! the bits of the last word beyond the degree.
//!
//! A word i is x^(64i−m)·x^k places lower: s bits above a word, where s = 64i − m + k modulo 64 does
//! not depend on i. The lower part of word i+1 and the upper part of word i go to the same word.

use super::{
    Strategy3_1, Strategy4_1, Strategy4_2, Strategy5_1, Strategy5_2, Strategy5_3, Strategy7_1,
    Strategy7_2, Strategy7_3, Strategy9_1, Strategy9_2, Strategy9_3,
};
use crate::FieldProduct;
use f2x::field::{Modulus, Pentanomial, Trinomial};
use f2x::isa::Isa;
use f2x::mul::Block;
use f2x::{Level, Operation};

/// Algorithm 2.41: x^163 + x^7 + x^6 + x^3 + 1.
pub type Algorithm2_41 = Pentanomial<163, 7, 6, 3>;
/// Algorithm 2.42: x^233 + x^74 + 1.
pub type Algorithm2_42 = Trinomial<233, 74>;
/// Algorithm 2.43: x^283 + x^12 + x^7 + x^5 + 1.
pub type Algorithm2_43 = Pentanomial<283, 12, 7, 5>;
/// Algorithm 2.44: x^409 + x^87 + 1.
pub type Algorithm2_44 = Trinomial<409, 87>;
/// Algorithm 2.45: x^571 + x^10 + x^5 + x^2 + 1.
pub type Algorithm2_45 = Pentanomial<571, 10, 5, 2>;

/// The element that a product of elements is congruent to, in general registers.
#[inline(always)]
pub fn reduce<F: Modulus, const W: usize>(product: [[u64; W]; 2]) -> [u64; W] {
    const { assert!(F::LOWER[F::LOWER.len() - 1] + 64 < F::BITS && F::BITS % 64 != 0) };
    let mut c = product;
    let c = c.as_flattened_mut();
    let mut above = 0;
    for below in 1..W + 1 {
        let i = 2 * W - below;
        let word = c[i];
        for k in F::LOWER {
            let (to, s) = ((64 * i + k - F::BITS) / 64, (64 * i + k - F::BITS) % 64);
            c[to + 1] ^= double_shift(above, word, s as u32);
            if i == W {
                c[to] ^= word << s;
            }
        }
        above = word;
    }
    let r = F::BITS % 64;
    let over = c[W - 1] >> r;
    c[W - 1] &= u64::MAX >> (64 - r);
    for k in F::LOWER {
        c[k / 64] ^= over << (k % 64);
        if k % 64 > 0 {
            c[k / 64 + 1] ^= over >> (64 - k % 64);
        }
    }
    *c.first_chunk().expect("W words")
}

/// The upper word of (high, low)·x^`bits`; SHLD.
#[inline(always)]
fn double_shift(high: u64, low: u64, bits: u32) -> u64 {
    ((u128::from(high) << 64 | u128::from(low)) << bits >> 64) as u64
}

/// Products with reduction, for every strategy of Table 1 that is Karatsuba's.
pub(crate) fn field_products(level: Level) -> Vec<FieldProduct> {
    match level {
        Level::Portable => Vec::new(),
        _ => level.dispatch(Table3).unwrap_or_default(),
    }
}

struct Table3;

impl Operation for Table3 {
    type Output = Vec<FieldProduct>;

    fn run<I: Isa>(self, isa: I) -> Vec<FieldProduct> {
        vec![
            field_product::<I, Strategy3_1, Algorithm2_41, 3>(isa, "3-1"),
            field_product::<I, Strategy4_1, Algorithm2_42, 4>(isa, "4-1"),
            field_product::<I, Strategy4_2, Algorithm2_42, 4>(isa, "4-2"),
            field_product::<I, Strategy5_1, Algorithm2_43, 5>(isa, "5-1"),
            field_product::<I, Strategy5_2, Algorithm2_43, 5>(isa, "5-2"),
            field_product::<I, Strategy5_3, Algorithm2_43, 5>(isa, "5-3"),
            field_product::<I, Strategy7_1, Algorithm2_44, 7>(isa, "7-1"),
            field_product::<I, Strategy7_2, Algorithm2_44, 7>(isa, "7-2"),
            field_product::<I, Strategy7_3, Algorithm2_44, 7>(isa, "7-3"),
            field_product::<I, Strategy9_1, Algorithm2_45, 9>(isa, "9-1"),
            field_product::<I, Strategy9_2, Algorithm2_45, 9>(isa, "9-2"),
            field_product::<I, Strategy9_3, Algorithm2_45, 9>(isa, "9-3"),
        ]
    }
}

/// The strategy `B` with the reduction modulo `F`.
fn field_product<I: Isa, B: Block<I>, F: Modulus, const W: usize>(
    isa: I,
    strategy: &str,
) -> FieldProduct {
    FieldProduct::new(
        format!("su-fan/{strategy}"),
        (F::BITS, W),
        move |c, a, b| {
            isa.outline(
                #[inline(always)]
                || {
                    let operands = a.as_chunks().0.iter().zip(b.as_chunks().0);
                    for (c, (a, b)) in c.as_chunks_mut().0.iter_mut().zip(operands) {
                        *c = multiply::<I, B, F, W>(isa, a, b);
                    }
                },
            );
        },
        move |c, b| {
            isa.outline(
                #[inline(always)]
                || {
                    let mut product = *c.first_chunk().expect("an element");
                    for b in b.as_chunks().0 {
                        product = multiply::<I, B, F, W>(isa, &product, b);
                    }
                    c.copy_from_slice(&product);
                },
            );
        },
    )
}

#[inline(always)]
fn multiply<I: Isa, B: Block<I>, F: Modulus, const W: usize>(
    isa: I,
    a: &[u64; W],
    b: &[u64; W],
) -> [u64; W] {
    let mut product = [[0; W]; 2];
    B::mul(isa, product.as_flattened_mut(), a, b, &mut []);
    reduce::<F, W>(product)
}
