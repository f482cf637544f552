//! AVX2 and VPCLMULQDQ in its VEX form, 256 bits wide: Zen 3, Alder Lake; no AVX-512.

#![allow(unsafe_code, reason = "intrinsics; each block is one operation that a token licenses")]

use super::Isa;
use super::bytes::BytesOperation;
use super::gfni::VpclmulGfni;
use super::x86::{X86, Xmm, Ymm};
use crate::Level;
use core::arch::x86_64::*;

/// Proof that the CPU has AVX2, PCLMULQDQ and VPCLMULQDQ.
#[derive(Clone, Copy, Debug)]
pub struct Vpclmul(());

impl Vpclmul {
    /// The token, where the features are enabled.
    ///
    /// # Safety
    ///
    /// Outside functions that enable them: the CPU has AVX2, PCLMULQDQ and VPCLMULQDQ.
    #[target_feature(enable = "avx2,bmi2,lzcnt,pclmulqdq,vpclmulqdq")]
    pub const fn new() -> Self {
        Self(())
    }
}

impl Isa for Vpclmul {
    const LEVEL: Level = Level::Vpclmul;
    type X = Xmm<Self>;
    type Y = Ymm<Self>;
    type V = Ymm<Self>;

    #[inline]
    fn detect() -> Option<Self> {
        let found = has!("avx2" "bmi2" "lzcnt" "pclmulqdq" "vpclmulqdq");
        // SAFETY: the features were detected.
        found.then(|| unsafe { Self::new() })
    }

    #[inline(always)]
    fn with_bytes(self, operation: impl BytesOperation) -> bool {
        match VpclmulGfni::detect() {
            Some(isa) => operation.run_products(isa),
            None => operation.run_constants(self),
        }
    }

    #[inline(always)]
    fn outline<R>(self, f: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx2,bmi2,lzcnt,pclmulqdq,vpclmulqdq")]
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
        #[target_feature(enable = "avx2,bmi2,lzcnt,pclmulqdq,vpclmulqdq")]
        #[inline(never)]
        fn run(c: &mut [u64], a: &[u64], b: &[u64], f: impl FnOnce(&mut [u64], &[u64], &[u64])) {
            f(c, a, b);
        }
        // SAFETY: the token proves the features.
        unsafe { run(c, a, b, f) }
    }
}

impl X86 for Vpclmul {
    #[inline(always)]
    fn clmul256<const HALVES: i32>(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves VPCLMULQDQ.
        unsafe { _mm256_clmulepi64_epi128::<HALVES>(a, b) }
    }
}
