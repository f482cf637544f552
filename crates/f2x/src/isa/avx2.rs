//! AVX2 and PCLMULQDQ: Haswell (2013) and later, Zen.

#![allow(unsafe_code, reason = "the token's constructor and the feature-enabled function")]

use super::Isa;
use super::bytes::BytesOperation;
use super::x86::{X86, Xmm, Ymm};
use crate::Level;

/// Proof that the CPU has AVX2, BMI2, LZCNT and PCLMULQDQ.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The token, where the features are enabled.
    ///
    /// # Safety
    ///
    /// Outside functions that enable them: the CPU has AVX2, BMI2, LZCNT and PCLMULQDQ.
    #[target_feature(enable = "avx2,bmi2,lzcnt,pclmulqdq")]
    pub const fn new() -> Self {
        Self(())
    }
}

impl Isa for Avx2 {
    const LEVEL: Level = Level::Avx2;
    type X = Xmm<Self>;
    type Y = Ymm<Self>;
    type V = Ymm<Self>;

    #[inline(always)]
    fn with_bytes(self, operation: impl BytesOperation) -> bool {
        operation.run_constants(self)
    }

    #[inline]
    fn detect() -> Option<Self> {
        let found = has!("avx2" "bmi2" "lzcnt" "pclmulqdq");
        // SAFETY: the features were detected.
        found.then(|| unsafe { Self::new() })
    }

    #[inline(always)]
    fn outline<R>(self, f: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx2,bmi2,lzcnt,pclmulqdq")]
        #[inline(never)]
        fn run<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        // SAFETY: the token proves the features.
        unsafe { run(f) }
    }

    #[inline(always)]
    fn outline_product(
        self,
        c: &mut [u64],
        a: &[u64],
        b: &[u64],
        f: impl FnOnce(&mut [u64], &[u64], &[u64]),
    ) {
        #[target_feature(enable = "avx2,bmi2,lzcnt,pclmulqdq")]
        #[inline(never)]
        fn run(c: &mut [u64], a: &[u64], b: &[u64], f: impl FnOnce(&mut [u64], &[u64], &[u64])) {
            f(c, a, b);
        }
        // SAFETY: the token proves the features.
        unsafe { run(c, a, b, f) }
    }
}

impl X86 for Avx2 {}
