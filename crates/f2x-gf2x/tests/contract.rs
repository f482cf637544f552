//! The contract of gf2x, against the bit-by-bit reference.

#![cfg(all(unix, target_pointer_width = "64"))]

use core::ptr::{null, null_mut};
use f2x::reference;
use gf2x::{
    gf2x_mul, gf2x_mul_pool_clear, gf2x_mul_pool_init, gf2x_mul_pool_s, gf2x_mul_r, gf2x_mul_toom,
    gf2x_toomspace,
};

/// Words of a generator with 64 bits of state.
struct Random(u64);

impl Random {
    fn words(&mut self, n: usize) -> Vec<u64> {
        let mut word = || {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        };
        (0..n).map(|_| word()).collect()
    }
}

fn expected(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut c = vec![0; a.len() + b.len()];
    reference::mul(&mut c, a, b);
    c
}

const LENGTHS: [usize; 12] = [0, 1, 2, 3, 5, 8, 9, 17, 33, 64, 100, 277];
/// What stands on both sides of a product.
const GUARD: u64 = 0x5afe_5afe_5afe_5afe;

#[test]
fn all_words_of_the_product_are_written_and_no_others() {
    let mut random = Random(1);
    for an in LENGTHS {
        for bn in LENGTHS {
            let (a, b) = (random.words(an), random.words(bn));
            let mut c = vec![GUARD; an + bn + 2];
            // SAFETY: the product lies between the guards.
            let start = unsafe { c.as_mut_ptr().add(1) };
            // SAFETY: the lengths are those of the vectors.
            let status = unsafe { gf2x_mul(start, a.as_ptr(), an as u64, b.as_ptr(), bn as u64) };
            assert_eq!(status, 0);
            assert_eq!(c[1..=an + bn], expected(&a, &b), "{an} by {bn} words");
            assert_eq!([c[0], c[an + bn + 1]], [GUARD; 2]);
        }
    }
}

#[test]
fn the_product_may_take_an_operands_place() {
    let mut random = Random(2);
    for (an, bn) in [(1, 1), (4, 2), (16, 16), (33, 20), (277, 277)] {
        for offset in [0, 1, bn] {
            let (a, b) = (random.words(an), random.words(bn));
            let mut memory = vec![0; an + bn];
            memory[offset..offset + an].copy_from_slice(&a);
            let start = memory.as_mut_ptr();
            // SAFETY: the operand ends with the memory at most.
            let operand = unsafe { start.add(offset) };
            // SAFETY: product and operand lie in the memory.
            let status = unsafe { gf2x_mul(start, operand, an as u64, b.as_ptr(), bn as u64) };
            assert_eq!((status, &memory), (0, &expected(&a, &b)), "{an} by {bn} words, {offset}");
        }
    }
}

#[test]
fn a_pool_serves_products_of_growing_and_shrinking_sizes() {
    let mut random = Random(3);
    let mut pool = core::mem::MaybeUninit::<gf2x_mul_pool_s>::uninit();
    // SAFETY: the pool's contents do not matter.
    unsafe { gf2x_mul_pool_init(pool.as_mut_ptr()) };
    for (an, bn) in [(8, 8), (300, 300), (1000, 900), (300, 1), (1200, 1200), (2, 2)] {
        let (a, b) = (random.words(an), random.words(bn));
        let mut c = vec![0; an + bn];
        let (pa, pb, pc) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
        // SAFETY: the lengths are those of the vectors; the pool was made above.
        let status = unsafe { gf2x_mul_r(pc, pa, an as u64, pb, bn as u64, pool.as_mut_ptr()) };
        assert_eq!((status, c), (0, expected(&a, &b)), "{an} by {bn} words");
    }
    // SAFETY: the pool was made above.
    unsafe { gf2x_mul_pool_clear(pool.as_mut_ptr()) };
    // SAFETY: clearing leaves a pool that can be cleared again.
    unsafe { gf2x_mul_pool_clear(pool.as_mut_ptr()) };
}

#[test]
fn toomspace_is_enough() {
    let mut random = Random(4);
    for n in LENGTHS.into_iter().chain([500, 1000]) {
        let (a, b) = (random.words(n), random.words(n));
        let space = usize::try_from(gf2x_toomspace(n as i64)).unwrap();
        let (mut c, mut scratch) = (vec![0; 2 * n], vec![GUARD; space + 1]);
        let stk = scratch.as_mut_ptr();
        // SAFETY: the lengths are those of the vectors.
        unsafe { gf2x_mul_toom(c.as_mut_ptr(), a.as_ptr(), b.as_ptr(), n as i64, stk) };
        assert_eq!(c, expected(&a, &b), "{n} words");
        assert_eq!(scratch[space], GUARD, "{n} words");
    }
}

#[test]
fn what_is_no_product_is_an_error() {
    let (a, mut c) = ([1], [0; 2]);
    let mul = |c, a, an, b, bn| {
        // SAFETY: null pointers are what is tested; the others have a word for each of the length.
        unsafe { gf2x_mul(c, a, an, b, bn) }
    };
    assert_eq!(mul(null_mut(), a.as_ptr(), 1, a.as_ptr(), 1), -1);
    assert_eq!(mul(c.as_mut_ptr(), null(), 1, a.as_ptr(), 1), -1);
    assert_eq!(mul(c.as_mut_ptr(), a.as_ptr(), 1, null(), 1), -1);
    assert_eq!(mul(c.as_mut_ptr(), a.as_ptr(), u64::MAX, a.as_ptr(), 1), -1);
    assert_eq!(mul(null_mut(), null(), 0, null(), 0), 0);
    assert_eq!(c, [0; 2]);
}
