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

/// The kernels of a level, each behind `outline` in a function of the name given.
macro_rules! kernels {
    ($level:ident $isa:ident: $($name:ident = $block:ty;)+) => {
        pub mod $level {
            use f2x::isa::{Isa, $isa};
            #[allow(unused_imports, reason = "not every level has all kernels")]
            use f2x::mul::{Block, Interleaved, Join, Lanes8, Lanes16, One, Schoolbook, Three};

            $(
                pub fn $name(
                    isa: $isa,
                    c: &mut [u64; 2 * <$block as Block<$isa>>::WORDS],
                    a: &[u64; <$block as Block<$isa>>::WORDS],
                    b: &[u64; <$block as Block<$isa>>::WORDS],
                ) {
                    isa.outline(
                        #[inline(always)]
                        || <$block as Block<$isa>>::mul(isa, c, a, b, &mut []),
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
}

kernels! { vpclmul Vpclmul:
    interleaved8 = Interleaved<Join<Join<Join<One>>>>;
}

kernels! { avx512 Avx512:
    interleaved1 = Interleaved<One>;
    interleaved2 = Interleaved<Join<One>>;
    interleaved3 = Interleaved<Three<One>>;
    interleaved4 = Interleaved<Join<Join<One>>>;
    lanes8 = Lanes8;
    lanes16 = Lanes16;
}
