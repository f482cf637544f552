//! J.-M. Robert and P. Véron, *Faster multiplication over GF(2)\[X\] using AVX512 instruction set
//! and VPCLMULQDQ instruction*, JCEN 2021.
//!
//! Kernels of 256 and 512 bits ([`kernel256`], [`kernel512`]) under recursive Karatsuba, Karatsuba
//! in three and five parts and their combinations, and word-aligned Toom-Cook in three parts. The
//! schedules are the blocks of [`f2x::mul`](mod@f2x::mul) over a kernel; sizes are those of the paper's tables.
//!
//! With AVX2 the kernel is [`kernel256::KaratBase256`] under Karatsuba; with AVX-512 the paper takes
//! [`kernel512::KaratMult1x512Sb`], the best of its five, for everything but the comparison of
//! kernels in Tables 4 and 14.

use crate::Schedule;
use f2x::Level;
use f2x::isa::Isa;
use f2x::mul::{Block, Karatsuba, Karatsuba3, Karatsuba5, Toom3};

pub mod kernel256;
pub mod kernel512;

/// Algorithm 1, KaratRec, with one halving above the kernel `K`.
pub type KaratRec2<K> = Karatsuba<K>;
/// KaratRec with two halvings.
pub type KaratRec4<K> = Karatsuba<KaratRec2<K>>;
/// KaratRec with three halvings.
pub type KaratRec8<K> = Karatsuba<KaratRec4<K>>;
/// KaratRec with four halvings.
pub type KaratRec16<K> = Karatsuba<KaratRec8<K>>;
/// KaratRec with five halvings.
pub type KaratRec32<K> = Karatsuba<KaratRec16<K>>;
/// KaratRec with six halvings.
pub type KaratRec64<K> = Karatsuba<KaratRec32<K>>;
/// KaratRec with seven halvings.
pub type KaratRec128<K> = Karatsuba<KaratRec64<K>>;
/// KaratRec with eight halvings.
pub type KaratRec256<K> = Karatsuba<KaratRec128<K>>;

/// The product that the paper proposes for HQC-128, at 18048 bits (Table 10).
pub type Hqc128<K> = Toom3<Karatsuba3<KaratRec4<K>>>;
/// The product that the paper proposes for HQC-192, at 36480 bits (Table 10).
pub type Hqc192<K> = Toom3<Karatsuba3<KaratRec8<K>>>;
/// The product that the paper uses for HQC-256 with AVX2, at 59904 bits (Table 10, w = 256).
pub type Hqc256W256<K> = Toom3<Karatsuba5<KaratRec8<K>>, 4>;
/// The product that the paper proposes for HQC-256 with AVX-512, at 58368 bits (Table 10, w = 512).
pub type Hqc256W512<K> = Toom3<Karatsuba5<KaratRec8<K>>, 8>;

/// The schedules that run on `level`.
pub(crate) fn schedules(level: Level) -> Vec<Schedule> {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => f2x::isa::Avx2::detect().map(avx2).unwrap_or_default(),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => f2x::isa::Avx512::detect().map(avx512).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The kernels of Tables 2, 3 and 13 that run on `level`.
pub(crate) fn kernels(level: Level) -> Vec<Schedule> {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => f2x::isa::Avx2::detect().map(avx2_kernels).unwrap_or_default(),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => f2x::isa::Avx512::detect().map(avx512_kernels).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The kernel of the paper's AVX2 form by itself.
pub fn avx2_kernels<I: Isa>(isa: I) -> Vec<Schedule> {
    let mut list = List(isa, Vec::new());
    list.push::<kernel256::KaratBase256>("karat-base-256", "Table 13");
    list.1
}

/// The kernels of the paper's AVX-512 form by themselves.
pub fn avx512_kernels<I: f2x::isa::Isa512>(isa: I) -> Vec<Schedule> {
    let mut list = List(isa, Vec::new());
    list.push::<kernel512::KaratMult1x512Sb>("karat_mult_1_512_sb", "Table 3");
    list.push::<kernel512::KaratMult1x512>("karat_mult_1_512", "Table 3");
    list.push::<kernel512::Mul512>("mul512", "Table 3");
    list.push::<kernel512::Sb512>("sb512", "Table 3");
    list.push::<kernel256::Sb256>("sb-256", "Table 13");
    list.push::<kernel256::Karat256>("karat-256", "Table 13");
    list.1.extend(kernel512::mul128x4(isa));
    list.1
}

/// Every schedule in the paper's AVX2 form; it runs on any level.
pub fn avx2<I: Isa>(isa: I) -> Vec<Schedule> {
    let mut list = List(isa, Vec::new());
    list.karat_rec::<kernel256::KaratBase512>("karatrec");
    list.combinations::<kernel256::KaratBase512>();
    list.1
}

/// Every schedule in the paper's AVX-512 form.
pub fn avx512<I: f2x::isa::Isa512>(isa: I) -> Vec<Schedule> {
    use kernel256::{Karat256, Sb256};
    use kernel512::{KaratMult1x512, KaratMult1x512Sb, Mul512, Sb512};
    let mut list = List(isa, Vec::new());
    list.karat_rec::<KaratMult1x512Sb>("karatrec(karat_mult_1_512_sb)");
    list.karat_rec::<KaratMult1x512>("karatrec(karat_mult_1_512)");
    list.karat_rec::<Mul512>("karatrec(mul512)");
    list.karat_rec::<Sb512>("karatrec(sb512)");
    list.karat_rec::<Karatsuba<Sb256>>("karatrec(sb-256)");
    list.karat_rec::<Karatsuba<Karat256>>("karatrec(karat-256)");
    list.combinations::<KaratMult1x512Sb>();
    list.1
}

struct List<I>(I, Vec<Schedule>);

impl<I: Isa> List<I> {
    fn push<B: Block<I>>(&mut self, name: &str, place: &'static str) {
        self.1.push(Schedule::new::<I, B>(self.0, "robert-veron", name, place));
    }

    /// KaratRec over the kernel `K` of 512 bits, 1024 to 131072 bits.
    fn karat_rec<K: Block<I>>(&mut self, name: &str) {
        const PLACE: &str = "Tables 4 and 14";
        self.push::<KaratRec2<K>>(name, PLACE);
        self.push::<KaratRec4<K>>(name, PLACE);
        self.push::<KaratRec8<K>>(name, PLACE);
        self.push::<KaratRec16<K>>(name, PLACE);
        self.push::<KaratRec32<K>>(name, PLACE);
        self.push::<KaratRec64<K>>(name, PLACE);
        self.push::<KaratRec128<K>>(name, PLACE);
        self.push::<KaratRec256<K>>(name, PLACE);
    }

    /// Karatsuba in three and five parts, their combinations, and Toom-3, over the kernel `K` of 512
    /// bits.
    fn combinations<K: Block<I>>(&mut self) {
        self.push::<Karatsuba3<K>>("karat3", "Table 5");
        self.push::<Karatsuba3<KaratRec2<K>>>("karat3", "Table 5");
        self.push::<Karatsuba3<KaratRec4<K>>>("karat3", "Table 5");
        self.push::<Karatsuba3<KaratRec8<K>>>("karat3", "Table 5");
        self.push::<Karatsuba3<KaratRec16<K>>>("karat3", "Table 5");
        self.push::<Karatsuba3<KaratRec32<K>>>("karat3", "Table 5");
        self.push::<Karatsuba3<KaratRec64<K>>>("karat3", "Table 5");

        self.push::<Karatsuba5<K>>("karat5", "Table 5");
        self.push::<Karatsuba5<KaratRec2<K>>>("karat5", "Table 5");
        self.push::<Karatsuba5<KaratRec4<K>>>("karat5", "Table 5");
        self.push::<Karatsuba5<KaratRec8<K>>>("karat5", "Table 5");
        self.push::<Karatsuba5<KaratRec16<K>>>("karat5", "Table 5");
        self.push::<Karatsuba5<KaratRec32<K>>>("karat5", "Table 5");

        self.push::<Karatsuba3<Karatsuba3<K>>>("karat3(karat3)", "Table 6");
        self.push::<Karatsuba3<Karatsuba3<KaratRec2<K>>>>("karat3(karat3)", "Table 6");
        self.push::<Karatsuba3<Karatsuba3<KaratRec4<K>>>>("karat3(karat3)", "Table 6");
        self.push::<Karatsuba3<Karatsuba3<KaratRec8<K>>>>("karat3(karat3)", "Table 6");
        self.push::<Karatsuba3<Karatsuba3<KaratRec16<K>>>>("karat3(karat3)", "Table 6");

        self.push::<Karatsuba5<Karatsuba5<K>>>("karat5(karat5)", "Table 6");
        self.push::<Karatsuba5<Karatsuba5<KaratRec2<K>>>>("karat5(karat5)", "Table 6");
        self.push::<Karatsuba5<Karatsuba5<KaratRec4<K>>>>("karat5(karat5)", "Table 6");
        self.push::<Karatsuba5<Karatsuba5<KaratRec8<K>>>>("karat5(karat5)", "Table 6");

        self.push::<Karatsuba3<Karatsuba5<K>>>("karat3(karat5)", "Table 6");
        self.push::<Karatsuba3<Karatsuba5<KaratRec2<K>>>>("karat3(karat5)", "Table 6");
        self.push::<Karatsuba3<Karatsuba5<KaratRec4<K>>>>("karat3(karat5)", "Table 6");
        self.push::<Karatsuba3<Karatsuba5<KaratRec8<K>>>>("karat3(karat5)", "Table 6");
        self.push::<Karatsuba3<Karatsuba5<KaratRec16<K>>>>("karat3(karat5)", "Table 6");

        self.push::<Karatsuba5<Karatsuba3<K>>>("karat5(karat3)", "Table 6");
        self.push::<Karatsuba5<Karatsuba3<KaratRec2<K>>>>("karat5(karat3)", "Table 6");
        self.push::<Karatsuba5<Karatsuba3<KaratRec4<K>>>>("karat5(karat3)", "Table 6");
        self.push::<Karatsuba5<Karatsuba3<KaratRec8<K>>>>("karat5(karat3)", "Table 6");
        self.push::<Karatsuba5<Karatsuba3<KaratRec16<K>>>>("karat5(karat3)", "Table 6");

        self.push::<Toom3<KaratRec4<K>>>("toom3(karatrec)", "Table 9");
        self.push::<Toom3<KaratRec8<K>>>("toom3(karatrec)", "Table 9");
        self.push::<Toom3<KaratRec16<K>>>("toom3(karatrec)", "Table 8");
        self.push::<Toom3<KaratRec32<K>>>("toom3(karatrec)", "Table 8");
        self.push::<Toom3<KaratRec64<K>>>("toom3(karatrec)", "Table 8");

        self.push::<Toom3<Karatsuba3<KaratRec2<K>>>>("toom3(karat3)", "Table 9");
        self.push::<Hqc128<K>>("toom3(karat3)", "Table 8");
        self.push::<Hqc192<K>>("toom3(karat3)", "Table 8");
        self.push::<Toom3<Karatsuba3<KaratRec16<K>>>>("toom3(karat3)", "Table 8");

        self.push::<Toom3<Karatsuba5<KaratRec2<K>>>>("toom3(karat5)", "Table 8");
        self.push::<Toom3<Karatsuba5<KaratRec4<K>>>>("toom3(karat5)", "Table 8");
        self.push::<Toom3<Karatsuba5<KaratRec8<K>>>>("toom3(karat5)", "Table 8");
        self.push::<Toom3<Karatsuba5<KaratRec16<K>>>>("toom3(karat5)", "Table 8");

        self.push::<Hqc256W256<K>>("toom3(karat5),w=256", "Table 10");
        self.push::<Hqc256W512<K>>("toom3(karat5),w=512", "Table 10");
    }
}
