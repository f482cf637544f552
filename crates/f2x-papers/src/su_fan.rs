//! C. Su and H. Fan, *Impact of Intel's new instruction sets on software implementation of
//! GF(2)\[x\] multiplication*, IPL 2012.
//!
//! Products of 3, 4, 5, 7 and 9 words, for the fields of NIST: the thirteen strategies of the
//! paper's Table 1 and its formulae. A formula comes in one of two granularities:
//!
//! * *whole products*: the 128-bit products of words are summed in unshifted columns, and only the
//!   odd columns are shifted, once, when the sums are complete ([`Interleaved`]). This is how the
//!   paper's fastest strategies are programmed (Section 3.1). The formulae are [`FourTerm`],
//!   [`FiveTerm`], [`SevenTerm`], and [`Three`] and [`Join`] of the core;
//! * *half products*: the two halves of a product are summed apart, so that a factor such as x+1
//!   is taken out of overlapping products: [`Modified2`] to [`Modified5`], [`Halves3`],
//!   [`Halves4`]. In parts of one word ([`OneWordParts`]) these give the numbers of additions that
//!   the paper states; in parts of two words ([`TwoWordParts`]) a half is a lane of 128 bits, no
//!   product has to be aligned, and they are the strategies 5-3, 7-3 and 9-3.
//!
//! In both, word i of the two operands lies in one register, (aᵢ | bᵢ): one exclusive-or adds both
//! operands of a product.
//!
//! [`reduction`] has the paper's reduction in the fields, for products with it as in Table 3.
//!
//! The numbers of products are those of Table 1. Where the parts of a strategy differ in length, a
//! word of the longer part that has nothing to be added to is multiplied twice, by itself and in
//! the sum. An optimizing compiler sees the same instruction on the same register: 5-2, 7-2 and 9-1
//! are compiled to one product less, 5-3, 7-3 and 9-3 to two less.

use crate::Schedule;
use f2x::isa::Isa;
use f2x::mul::{Block, Interleaved, Join, Kernel, One, Schoolbook, Three};
use f2x::{Level, Operation};

mod five_term;
mod four_term;
mod halves;
mod modified;
mod parts;
pub mod reduction;
mod seven_term;
#[cfg(test)]
mod tests;

pub use five_term::FiveTerm;
pub use four_term::FourTerm;
pub use halves::{Halves3, Halves4};
pub use modified::{Modified2, Modified3, Modified4, Modified5};
pub use parts::{Formula, OneWordParts, Part, Parts, Poly, TwoWordParts, TwoWords, Word};
pub use seven_term::SevenTerm;

/// 3-1: the three-term formula; 6 products of words.
pub type Strategy3_1 = Interleaved<Three<One>>;
/// 3 words, every word by every word; 9 products.
pub type Naive3 = Schoolbook<3>;
/// 4-1: two-term Karatsuba, formula (1), twice; 9 products.
pub type Strategy4_1 = Interleaved<Join<Join<One>>>;
/// 4-2: the four-term formula (2); 9 products.
pub type Strategy4_2 = Interleaved<FourTerm>;
/// 5-1: the five-term formula; 13 products.
pub type Strategy5_1 = Interleaved<FiveTerm>;
/// 5-2: two-term Karatsuba in parts of 3 and 2 words; 15 products.
pub type Strategy5_2 = Interleaved<Join<Three<One>, Join<One>>>;
/// 5-3: the modified three-term formula (4) in parts of 2, 2 and 1 words; 16 products.
pub type Strategy5_3 = TwoWordParts<Modified3>;
/// 7-1: the seven-term formula; 22 products.
pub type Strategy7_1 = Interleaved<SevenTerm>;
/// 7-2: two-term Karatsuba in parts of 4 and 3 words; 24 products.
pub type Strategy7_2 = Interleaved<Join<Kernel<FourTerm>, Three<One>>>;
/// 7-3: the modified four-term formula (5) in parts of 2, 2, 2 and 1 words; 25 products.
pub type Strategy7_3 = TwoWordParts<Modified4>;
/// 9-1: two-term Karatsuba in parts of 5 and 4 words; 35 products.
pub type Strategy9_1 = Interleaved<Join<Kernel<FiveTerm>, Kernel<FourTerm>>>;
/// 9-2: the three-term formula twice; 36 products.
pub type Strategy9_2 = Interleaved<Three<Three<One>>>;
/// 9-3: the modified five-term formula (6) in parts of 2, 2, 2, 2 and 1 words; 37 products.
pub type Strategy9_3 = TwoWordParts<Modified5>;

/// The schedules that run on `level`.
pub(crate) fn schedules(level: Level) -> Vec<Schedule> {
    match level {
        // The strategies are about an instruction that this level does not use.
        Level::Portable => Vec::new(),
        _ => level.dispatch(Table1).unwrap_or_default(),
    }
}

struct Table1;

impl Operation for Table1 {
    type Output = Vec<Schedule>;

    fn run<I: Isa>(self, isa: I) -> Vec<Schedule> {
        fn strategy<I: Isa, B: Block<I>>(isa: I, name: &str) -> Schedule {
            Schedule::new::<I, B>(isa, "su-fan", name, "Table 1")
        }
        vec![
            strategy::<I, Strategy3_1>(isa, "3-1"),
            strategy::<I, Naive3>(isa, "naive-3"),
            strategy::<I, Strategy4_1>(isa, "4-1"),
            strategy::<I, Strategy4_2>(isa, "4-2"),
            strategy::<I, Strategy5_1>(isa, "5-1"),
            strategy::<I, Strategy5_2>(isa, "5-2"),
            strategy::<I, Strategy5_3>(isa, "5-3"),
            strategy::<I, Strategy7_1>(isa, "7-1"),
            strategy::<I, Strategy7_2>(isa, "7-2"),
            strategy::<I, Strategy7_3>(isa, "7-3"),
            strategy::<I, Strategy9_1>(isa, "9-1"),
            strategy::<I, Strategy9_2>(isa, "9-2"),
            strategy::<I, Strategy9_3>(isa, "9-3"),
        ]
    }
}

/// a·b of the interleaved words (a | b).
#[inline(always)]
fn product_of_pair<I: Isa, V: f2x::isa::Vector<I>>(pair: V) -> V {
    pair.clmul::<0x10>(pair)
}
