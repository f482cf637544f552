//! The public products as a program calls them: their code is made where they are used. And the
//! kernels whose instructions `kernels.txt` counts, each alone in a function.

use f2x::{Error, Level};

/// [`f2x::mul`]
pub fn mul(c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    f2x::mul(c, a, b)
}

/// [`f2x::mul_on`]
pub fn mul_on(level: Level, c: &mut [u64], a: &[u64], b: &[u64]) -> Result<(), Error> {
    f2x::mul_on(level, c, a, b)
}

/// [`f2x::mul_with_scratch`]
pub fn mul_with_scratch(
    c: &mut [u64],
    a: &[u64],
    b: &[u64],
    scratch: &mut [u64],
) -> Result<(), Error> {
    f2x::mul_with_scratch(c, a, b, scratch)
}

/// The operations of a field of its own module.
macro_rules! fields {
    ($($name:ident: $field:ident;)+) => {$(
        pub mod $name {
            use f2x::field::{LengthError, $field as Field};

            pub fn product(a: Field, b: Field) -> Field {
                a * b
            }

            pub fn products(c: &mut [Field], a: &[Field], b: &[Field]) -> Result<(), LengthError> {
                Field::products(c, a, b)
            }

            pub fn square(a: Field) -> Field {
                a.square()
            }

            pub fn square_repeatedly(a: Field, times: usize) -> Field {
                a.square_repeatedly(times)
            }

            pub fn inverse(a: Field) -> Field {
                a.inverse()
            }

            pub fn sqrt(a: Field) -> Field {
                a.sqrt()
            }
        }
    )+};
}

fields! {
    gf2_128: Gf2_128;
    gf2_163: Gf2_163;
    gf2_233: Gf2_233;
    gf2_283: Gf2_283;
    gf2_409: Gf2_409;
    gf2_571: Gf2_571;
}

/// The operations of a ring of its own module, but inverses: what is public of a permutation comes from
/// memory, which flow.rs takes for words of operands on the portable level.
macro_rules! rings {
    ($($name:ident: $ring:ident;)+) => {$(
        pub mod $name {
            use f2x::ring::$ring as Ring;

            pub fn product(a: &Ring, b: &Ring) -> Ring {
                a * b
            }

            pub fn products(a: &Ring, b: &Ring, c: &Ring) -> [Ring; 2] {
                a.prepare().products([b, c])
            }

            pub fn square(a: &Ring) -> Ring {
                a.square()
            }

            pub fn rotate(a: &Ring, amount: u32) -> Ring {
                a.rotate(amount)
            }
        }
    )+};
}

rings! {
    bike1: Bike1;
    hqc1: Hqc1;
    ledakem: LedaKem;
}

/// The kernels of a level, each behind `outline` in a function of the name given.
macro_rules! kernels {
    ($level:ident $isa:ident: $($name:ident = $block:ty;)+) => {
        pub mod $level {
            use f2x::isa::{Isa, $isa};
            #[allow(unused_imports, reason = "not every level has all kernels")]
            use f2x::mul::vertical::Leaf;
            #[allow(unused_imports, reason = "not every level has all kernels")]
            use f2x::mul::{
                Block, Halves, Interleave, Interleaved, Join, Kernel, Lanes8, Lanes16, One, OneMore,
                Quarters, Schoolbook, StagedHalves, StagedQuarters, Thirds, Three,
            };

            $(
                pub fn $name(
                    isa: $isa,
                    c: &mut [u64; 2 * <$block as Block<$isa>>::WORDS],
                    a: &[u64; <$block as Block<$isa>>::WORDS],
                    b: &[u64; <$block as Block<$isa>>::WORDS],
                    scratch: &mut [u64; <$block as Block<$isa>>::SCRATCH],
                ) {
                    isa.outline(
                        #[inline(always)]
                        || <$block as Block<$isa>>::mul(isa, c, a, b, scratch),
                    );
                }
            )+
        }
    };
}

kernels! { avx2 Avx2:
    interleaved1 = Interleaved<One>;
    interleaved2 = Interleaved<Join<One>>;
    interleaved3 = Interleaved<Three<One>>;
    interleaved4 = Interleaved<Join<Join<One>>>;
    interleaved5 = Interleaved<Join<Three<One>, Join<One>>>;
    interleaved6 = Interleaved<Join<Three<One>>>;
    interleaved7 = Interleaved<Join<Join<Join<One>>, Three<One>>>;
    interleaved8 = Interleaved<Join<Join<Join<One>>>>;
    schoolbook4 = Schoolbook<4>;
    schoolbook8 = Schoolbook<8>;
    staged24 = Interleave<StagedHalves<Join<Join<Kernel<Three<One>>>>>>;
    staged32 = Interleave<StagedQuarters<Join<Kernel<Join<Join<One>>>>>>;
}

kernels! { vpclmul Vpclmul:
    interleaved8 = Interleaved<Join<Join<Join<One>>>>;
    halves16 = Halves<Leaf<Join<Join<Join<One>>>>, Interleaved<Join<Join<Join<One>>>>>;
}

kernels! { avx512 Avx512:
    interleaved1 = Interleaved<One>;
    interleaved2 = Interleaved<Join<One>>;
    interleaved3 = Interleaved<Three<One>>;
    interleaved4 = Interleaved<Join<Join<One>>>;
    lanes8 = Lanes8;
    lanes16 = Lanes16;
    one_more9 = OneMore<Lanes8>;
    one_more17 = OneMore<Lanes16>;
    thirds24 = Thirds<Leaf<Join<Join<Join<One>>>>, Lanes8>;
    quarters32 = Quarters<Leaf<Join<Join<Join<One>>>>, Lanes8>;
}
