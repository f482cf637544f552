//! Robert and Véron: the instructions of their kernels as Tables 2, 3 and 13 count them, from runs on
//! symbols that prove the kernels right as well.

use f2x::isa::witness::{Counts, prove_block};
use f2x_papers::robert_veron::kernel256::{Karat256, KaratBase256, Sb256};
use f2x_papers::robert_veron::kernel512::{KaratMult1x512, KaratMult1x512Sb, Mul512, Sb512};

/// (clmul, xor, masked xor, permutations of one vector, permutations of two vectors)
fn instructions(counts: Counts) -> (u64, u64, u64, u64, u64) {
    let Counts { clmul, xor, xor_where, permute, permute2, .. } = counts;
    (clmul, xor, xor_where, permute, permute2)
}

/// Table 3. The paper names the permutations of one vector by instruction (permutex, permutexvar,
/// alignr of a vector with itself); here they are one kind.
#[test]
fn table_3_kernels_of_512_bits() {
    let sb = instructions(prove_block::<KaratMult1x512Sb>().expect("right"));
    // The paper: 12, 11, 11, 13, 3; 50 in all. Its listing in Appendix C has ten plain
    // exclusive-ors and fourteen permutations, as here; the sum is the same.
    assert_eq!(sb, (12, 10, 11, 14, 3));
    assert_eq!(12 + 10 + 11 + 14 + 3, 50);

    let karat = instructions(prove_block::<KaratMult1x512>().expect("right"));
    // The paper: 9, 20, 11, 20, 3; 63 in all. The listing it is a variant of has one plain
    // exclusive-or fewer than its column says, and so has this.
    assert_eq!(karat, (9, 19, 11, 20, 3));

    let mul512 = instructions(prove_block::<Mul512>().expect("right"));
    // The paper: 9, 22, 11, 6 + 8 + 6, 5; 67 in all.
    assert_eq!(mul512, (9, 22, 11, 6 + 8 + 6, 5));

    let sb512 = instructions(prove_block::<Sb512>().expect("right"));
    // The paper: 16, 5, 14, 18, 5; 58 in all. Here rows of the same weight are added before they are
    // rotated: two exclusive-ors more, twelve shuffles fewer.
    assert_eq!(sb512, (16, 7, 14, 11, 0));
}

/// Table 2: what the forms of `mul128x4` differ in, from kernels that call each three times.
#[test]
fn table_2_products_of_128_bits() {
    let (clmul, xor, masked, one, two) =
        instructions(prove_block::<KaratMult1x512>().expect("right"));
    let schoolbook = instructions(prove_block::<KaratMult1x512Sb>().expect("right"));
    // Karatsuba: 3 clmul, 4 xor, 2 masked xor, 3 permutations; schoolbook: 4, 1, 2, 1.
    assert_eq!(schoolbook.0 - clmul, 3);
    assert_eq!(xor - schoolbook.1, 3 * (4 - 1));
    assert_eq!(masked, schoolbook.2);
    assert_eq!(one - schoolbook.3, 3 * (3 - 1));
    assert_eq!(two, schoolbook.4);
}

/// Table 13.
#[test]
fn table_13_kernels_of_256_bits() {
    let sb = instructions(prove_block::<Sb256>().expect("right"));
    // The paper: 4 clmul, 5 xor, 3 permutations of one vector, 5 of two. Its broadcast of `a` is a
    // permutation here, and its last sum is under a mask in place of a vector with zeros.
    assert_eq!(sb, (4, 4, 1, 4, 5));

    let karat = instructions(prove_block::<Karat256>().expect("right"));
    // The paper: 3 clmul, 7 xor and 1 and, 2 broadcasts, 6 permutations of one vector, 5 of two.
    assert_eq!(karat, (3, 6, 5, 8, 2));

    let base = prove_block::<KaratBase256>().expect("right");
    // The paper: 9 clmul and 25 xor, as here.
    assert_eq!((base.clmul, base.xor), (9, 25));
}
