//! The reductions of Su and Fan: all powers of x, and the products with them beside those of the core.

#[allow(dead_code, reason = "tests of other crates use the rest")]
#[path = "../../f2x/tests/suite/words.rs"]
mod words;

use f2x::field::{Element, Modulus};
use f2x_papers::su_fan::reduction::{
    Algorithm2_41, Algorithm2_42, Algorithm2_43, Algorithm2_44, Algorithm2_45, reduce,
};
use f2x_papers::{FieldProduct, field_products};
use words::{PAIRS, Random, levels, reference};

/// The element of degree below m that `product` is congruent to, bit by bit from the top.
fn remainder<F: Modulus, const W: usize>(mut product: Vec<u64>) -> [u64; W] {
    for bit in (F::BITS..64 * product.len()).rev() {
        if product[bit / 64] >> (bit % 64) & 1 == 1 {
            product[bit / 64] ^= 1 << (bit % 64);
            for k in F::LOWER {
                let to = bit - F::BITS + k;
                product[to / 64] ^= 1 << (to % 64);
            }
        }
    }
    *product.first_chunk().expect("W words")
}

/// A reduction is linear: it is right if it is for every power of x that a product can have.
fn powers_of_x<F: Modulus, const W: usize>() {
    for i in 0..2 * F::BITS - 1 {
        let mut product = [[0; W]; 2];
        product.as_flattened_mut()[i / 64] = 1 << (i % 64);
        let expected = remainder::<F, W>(product.as_flattened().to_vec());
        assert_eq!(reduce::<F, W>(product), expected, "x^{i} in GF(2^{})", F::BITS);
    }
}

#[test]
fn every_power_of_x_is_reduced() {
    powers_of_x::<Algorithm2_41, 3>();
    powers_of_x::<Algorithm2_42, 4>();
    powers_of_x::<Algorithm2_43, 5>();
    powers_of_x::<Algorithm2_44, 7>();
    powers_of_x::<Algorithm2_45, 9>();
}

fn products<F: Modulus, const W: usize>(products: &[FieldProduct]) -> usize {
    let mut random = Random::new(9);
    let mut count = 0;
    for product in products.iter().filter(|product| product.bits() == F::BITS) {
        assert_eq!(product.words(), W);
        let mut operand = || {
            let mut words = random.words(W);
            words[W - 1] &= u64::MAX >> (64 * W - F::BITS);
            words
        };
        let a: Vec<u64> = (0..PAIRS).flat_map(|_| operand()).collect();
        let b: Vec<u64> = (0..PAIRS).flat_map(|_| operand()).collect();
        let mut c = vec![0x55; a.len()];
        product.each(&mut c, &a, &b);
        let mut chain = vec![0; W];
        chain[0] = 1;
        product.chain(&mut chain, &b);
        let mut expected = Element::<F, W>::ONE;
        for ((a, b), c) in a.chunks(W).zip(b.chunks(W)).zip(c.chunks(W)) {
            assert_eq!(c, remainder::<F, W>(reference(a, b)), "{product:?}");
            let b: [u64; W] = b.try_into().expect("W words");
            expected *= Element::try_from(b).expect("an element");
        }
        assert_eq!(chain, expected.to_words(), "{product:?}");
        count += 1;
    }
    count
}

#[test]
fn products_with_reduction() {
    for level in levels().skip(1) {
        let list = field_products(level).expect("an available level");
        let tested = products::<Algorithm2_41, 3>(&list)
            + products::<Algorithm2_42, 4>(&list)
            + products::<Algorithm2_43, 5>(&list)
            + products::<Algorithm2_44, 7>(&list)
            + products::<Algorithm2_45, 9>(&list);
        assert_eq!(tested, list.len());
        assert_eq!(tested, 12);
    }
}
