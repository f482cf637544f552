//! Functions behind `Isa::outline` that break the rules of `asm.rs` on purpose, one each.
//!
//! No kernel here is of a vector level wider than AVX2, which breaks the rule `width`.

use f2x::isa::{Avx2, Isa, Portable, Vector};
use std::hint::black_box;

type X = <Avx2 as Isa>::X;

/// The words of `a` and of `b` multiplied, as a kernel does.
#[inline(always)]
fn multiply(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    X::load(isa, a).clmul::<0x00>(X::load(isa, b)).store(c);
}

/// A kernel without fault.
pub fn plant_nothing(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    isa.outline(
        #[inline(always)]
        || multiply(isa, c, a, b),
    );
}

#[inline(never)]
fn plant_intrinsic_product(a: X, b: X) -> X {
    a.clmul::<0x00>(b)
}

/// A function between `outline` and an intrinsic that is not inlined.
pub fn plant_intrinsic(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    isa.outline(
        #[inline(always)]
        || plant_intrinsic_product(X::load(isa, a), X::load(isa, b)).store(c),
    );
}

/// A remainder.
pub fn plant_division(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    isa.outline(
        #[inline(always)]
        || c[0] = a[0] % (b[0] | 1),
    );
}

/// The position of a bit.
pub fn plant_bit_count(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2]) {
    isa.outline(
        #[inline(always)]
        || c[0] = u64::from(a[0].trailing_zeros()),
    );
}

/// The number of leading zeros, as an instruction that counts them.
pub fn plant_bit_count_leading(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2]) {
    isa.outline(
        #[inline(always)]
        || c[0] = u64::from(a[0].leading_zeros()),
    );
}

#[inline(never)]
fn elsewhere(a: u64) -> u64 {
    black_box(a)
}

/// A call.
pub fn plant_call(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    isa.outline(
        #[inline(always)]
        || {
            multiply(isa, c, a, b);
            c[0] = elsewhere(c[0]);
        },
    );
}

/// A branch on a bit of an operand.
pub fn plant_branch(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    isa.outline(
        #[inline(always)]
        || {
            multiply(isa, c, a, b);
            if a[0] & 4 != 0 {
                c[0] = black_box(c[1]);
            }
        },
    );
}

/// A branch on a comparison of words.
pub fn plant_branch_comparison(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    isa.outline(
        #[inline(always)]
        || {
            multiply(isa, c, a, b);
            if a[0] < b[0] {
                c[0] = black_box(c[1]);
            }
        },
    );
}

/// A number of rounds that is a word of an operand.
pub fn plant_branch_rounds(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    isa.outline(
        #[inline(always)]
        || {
            for _ in 0..a[1] {
                multiply(isa, c, a, black_box(b));
            }
        },
    );
}

/// A number of rounds that is a word of an element passed by value.
pub fn plant_branch_value(isa: Avx2, c: &mut [u64; 2], a: [u64; 6]) {
    isa.outline(
        #[inline(always)]
        move || {
            let mut product = X::load(isa, &[a[0], a[1]]);
            for _ in 0..a[1] {
                product = product.clmul::<0x00>(product);
            }
            (product ^ X::load(isa, &[a[4], a[5]])).store(c);
        },
    );
}

/// A branch on the portable level.
pub fn plant_branch_portable(c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    Portable.outline(
        #[inline(always)]
        || {
            type Words = <Portable as Isa>::X;
            Words::load(Portable, a).clmul::<0x00>(Words::load(Portable, b)).store(c);
            if a[0] == 0 {
                c[0] = black_box(c[1]);
            }
        },
    );
}

/// Rounds as many as a length, beside words that are passed by value, and by reference.
pub fn plant_nothing_rounds(isa: Avx2, c: &mut [u64; 2], a: [u64; 6], rounds: usize) {
    isa.outline(
        #[inline(always)]
        move || {
            let mut product = X::load(isa, &[a[0], a[1]]);
            for _ in 0..rounds {
                product = product.clmul::<0x00>(product);
            }
            (product ^ X::load(isa, &[a[4], a[5]])).store(c);
        },
    );
}

/// Products of all pairs of words that there are.
pub fn plant_nothing_slices(isa: Avx2, c: &mut [[u64; 2]], a: &[[u64; 2]], b: &[[u64; 2]]) {
    isa.outline(
        #[inline(always)]
        || {
            for ((c, a), b) in c.iter_mut().zip(a).zip(b) {
                multiply(isa, c, a, b);
            }
        },
    );
}

/// A table that is read where a word says.
pub fn plant_index(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2], table: &[u64; 16]) {
    isa.outline(
        #[inline(always)]
        || {
            multiply(isa, c, a, b);
            c[0] ^= table[a[0] as usize & 15];
        },
    );
}

/// A constant table that is read where a word says.
pub fn plant_index_constant(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    static TABLE: [u64; 4] = [3, 1, 4, 1];
    isa.outline(
        #[inline(always)]
        || {
            multiply(isa, c, a, b);
            c[0] ^= TABLE[a[0] as usize & 3];
        },
    );
}

/// A word of a vector in a general register.
pub fn plant_escape(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    isa.outline(
        #[inline(always)]
        || {
            let mut row = [0; 2];
            multiply(isa, &mut row, a, b);
            c[0] = row[0].wrapping_mul(3);
        },
    );
}

/// Products that become products of vectors.
pub fn plant_vector_multiplication(c: &mut [u16; 64], a: &[u16; 64], b: &[u16; 64]) {
    Portable.outline(
        #[inline(always)]
        || {
            for i in 0..64 {
                c[i] = a[i].wrapping_mul(b[i]);
            }
        },
    );
}

/// A product of bytes that is kept where the caller left the stack.
pub fn plant_frame(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
    isa.outline(
        #[inline(always)]
        || {
            multiply(isa, c, a, b);
            // SAFETY: it is assembled and never run.
            unsafe {
                std::arch::asm!(
                    "vgf2p8mulb %ymm0, %ymm0, %ymm0",
                    "vmovdqu %ymm0, -48(%rsp)",
                    out("ymm0") _,
                    options(att_syntax)
                );
            }
        },
    );
}

/// Kernels whose instructions are not those of the table in `kernels.rs`, but for one.
pub mod avx2 {
    use super::{Avx2, Isa, Vector, X};
    use std::hint::black_box;

    /// Kernels, all different: the compiler makes one function of equal ones.
    macro_rules! kernels {
        ($($name:ident($a:ident, $b:ident) = $product:expr;)+) => {$(
            pub fn $name(isa: Avx2, c: &mut [u64; 2], a: &[u64; 2], b: &[u64; 2]) {
                isa.outline(
                    #[inline(always)]
                    || {
                        let ($a, $b) = (X::load(isa, a), X::load(isa, b));
                        $product.store(c);
                    },
                );
            }
        )+};
    }

    #[inline(always)]
    fn swapped(v: X) -> X {
        v.permute(
            #[inline(always)]
            |i| 1 - i,
        )
    }

    kernels! {
        plant_right(a, b) = a.clmul::<0x00>(b) ^ swapped(a);
        plant_count_clmul(a, b) = a.clmul::<0x00>(b) ^ a.clmul::<0x11>(b);
        plant_count_shuffle(a, b) = swapped(a.clmul::<0x00>(b));
        plant_count_xor(a, b) = a.clmul::<0x00>(b) ^ a;
        plant_count_stack(a, b) = black_box(a.clmul::<0x00>(b));
        plant_count_unlisted(a, b) = a.clmul::<0x11>(b);
    }
}

/// A product of words that branches, under the name of the portable one.
pub mod plant_clmul64 {
    /// Not the product of two words.
    #[inline(never)]
    pub fn clmul64(x: u64, y: u64) -> u64 {
        if x & 4 != 0 { std::hint::black_box(y) } else { x }
    }
}
