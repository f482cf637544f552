//! The blocks under test.

use f2x::isa::{Isa, Vector};
use f2x::mul::vertical;
use f2x::mul::{
    Block, Halves, Interleave, Interleaved, Join, Karatsuba, Karatsuba3, Karatsuba5, Kernel,
    Lanes8, Lanes16, One, OneMore, Quarters, Schoolbook, StagedHalves, StagedQuarters, Thirds,
    Three, Toom3,
};

/// What a test does with a block.
pub(crate) trait Visit<I: Isa> {
    fn block<B: Block<I>>(&mut self, isa: I);
}

pub(crate) type Join2 = Join<One>;
pub(crate) type Three3 = Three<One>;
pub(crate) type Join4 = Join<Join2>;
pub(crate) type Join5 = Join<Three3, Join2>;
pub(crate) type Join8 = Join<Join4>;
pub(crate) type Leaf4 = Interleaved<Join4>;
pub(crate) type Leaf5 = Interleaved<Join5>;
pub(crate) type Leaf8 = Interleaved<Join8>;
type Vertical2 = vertical::Leaf<Join2>;
type Vertical4 = vertical::Leaf<Join4>;
type Vertical6 = vertical::Leaf<Join<Three3>>;
type Vertical8 = vertical::Leaf<Join8>;
type Vertical10 = vertical::Leaf<Join<Join5>>;
/// Eight, ten and twelve words in stages.
pub(crate) type Stages8 = Join<Kernel<Join4>>;
pub(crate) type Stages10 = Join<Kernel<Join5>>;
pub(crate) type Stages12 = Join<Join<Kernel<Three3>>>;
pub(crate) type Words24 = Karatsuba3<Leaf8>;

/// Shows every block to `visit`.
pub(crate) fn each_block<I: Isa>(isa: I, visit: &mut impl Visit<I>) {
    visit.block::<Schoolbook<1>>(isa);
    visit.block::<Schoolbook<2>>(isa);
    visit.block::<Schoolbook<3>>(isa);
    visit.block::<Schoolbook<8>>(isa);

    visit.block::<Interleaved<One>>(isa);
    visit.block::<Interleaved<Join2>>(isa);
    visit.block::<Interleaved<Three3>>(isa);
    visit.block::<Interleaved<Join<Join2, One>>>(isa);
    visit.block::<Leaf4>(isa);
    visit.block::<Interleaved<Join<Three3, One>>>(isa);
    visit.block::<Leaf5>(isa);
    visit.block::<Interleaved<Three<Join2>>>(isa);
    visit.block::<Interleaved<Join<Join4, Three3>>>(isa);
    visit.block::<Leaf8>(isa);
    visit.block::<Interleaved<Join<Join5>>>(isa);

    visit.block::<Karatsuba<Schoolbook<1>>>(isa);
    visit.block::<Karatsuba<Schoolbook<3>>>(isa);
    visit.block::<Karatsuba<Words24>>(isa);

    visit.block::<Karatsuba3<Schoolbook<1>>>(isa);
    visit.block::<Karatsuba3<Schoolbook<2>>>(isa);
    visit.block::<Words24>(isa);

    visit.block::<Karatsuba5<Schoolbook<1>>>(isa);
    visit.block::<Karatsuba5<Leaf4>>(isa);

    visit.block::<Toom3<Schoolbook<6>>>(isa);
    visit.block::<Toom3<Schoolbook<7>>>(isa);
    visit.block::<Toom3<Words24>>(isa);
    visit.block::<Toom3<Words24, 4>>(isa);
    visit.block::<Toom3<Karatsuba5<Leaf5>, 4>>(isa);
    visit.block::<Toom3<Karatsuba<Words24>, 8>>(isa);

    visit.block::<Karatsuba3<Karatsuba5<Leaf4>>>(isa);
    visit.block::<Karatsuba5<Toom3<Words24>>>(isa);
    visit.block::<Toom3<Toom3<Words24>>>(isa);

    visit.block::<OneMore<Schoolbook<8>>>(isa);
    visit.block::<OneMore<Words24>>(isa);

    visit.block::<Interleave<StagedHalves<Kernel<One>>>>(isa);
    visit.block::<Interleave<StagedHalves<Three<Kernel<Join2>>>>>(isa);
    visit.block::<Interleave<StagedHalves<Stages8>>>(isa);
    visit.block::<Interleave<StagedHalves<Stages10>>>(isa);
    visit.block::<Interleave<StagedHalves<Stages12>>>(isa);
    visit.block::<Interleave<StagedQuarters<Kernel<One>>>>(isa);
    visit.block::<Interleave<StagedQuarters<Kernel<Three3>>>>(isa);
    visit.block::<Interleave<StagedQuarters<Stages8>>>(isa);
    visit.block::<Interleave<StagedQuarters<Stages10>>>(isa);
    visit.block::<Interleave<StagedQuarters<Stages12>>>(isa);
    visit.block::<Interleave<Karatsuba<StagedQuarters<Stages8>>>>(isa);
    visit.block::<Interleave<Karatsuba3<StagedHalves<Stages8>>>>(isa);
    visit.block::<Interleave<Karatsuba5<StagedHalves<Stages8>>>>(isa);

    if <I::V as Vector<I>>::WORDS == 8 {
        visit.block::<Quarters<Vertical4, Schoolbook<4>>>(isa);
        visit.block::<Quarters<Vertical6, Schoolbook<6>>>(isa);
        visit.block::<Quarters<Vertical10, Schoolbook<10>>>(isa);
        visit.block::<Quarters<vertical::Two<Vertical6>, Lanes16<12>>>(isa);
        visit.block::<Quarters<vertical::Three<Vertical8>, Thirds<Vertical8, Lanes8>>>(isa);
        visit.block::<Quarters<vertical::Four<Vertical4>, Lanes16>>(isa);
        visit.block::<Thirds<Vertical4, Lanes8<4>>>(isa);
        visit.block::<Thirds<Vertical10, Schoolbook<10>>>(isa);
        visit.block::<Lanes8>(isa);
        visit.block::<Lanes16>(isa);
        visit.block::<Karatsuba5<Lanes8>>(isa);
        visit.block::<Toom3<Karatsuba3<Lanes16>, 8>>(isa);
    } else {
        visit.block::<Halves<Vertical2, Schoolbook<2>>>(isa);
        visit.block::<Halves<Vertical10, Schoolbook<10>>>(isa);
        visit.block::<Halves<vertical::Three<Vertical4>, Interleaved<Join<Join<Three3>>>>>(isa);
        visit.block::<Halves<vertical::Four<Vertical2>, Leaf8>>(isa);
    }
}

/// What a test does with a block that takes operands of fewer words than its own, from `least` on.
pub(crate) trait VisitLengths<I: Isa> {
    fn block<B: Block<I>>(&mut self, isa: I, least: usize);
}

/// Shows blocks that take shorter operands to `visit`.
pub(crate) fn each_block_with_shorter_operands<I: Isa>(isa: I, visit: &mut impl VisitLengths<I>) {
    if <I::V as Vector<I>>::WORDS == 8 {
        visit.block::<Quarters<Vertical10, Lanes16<10>>>(isa, 31);
        visit.block::<Thirds<Vertical8, Lanes8>>(isa, 17);
        visit.block::<Quarters<vertical::Two<Vertical8>, Lanes16>>(isa, 49);
    } else {
        visit.block::<Halves<Vertical8, Leaf8>>(isa, 9);
        visit.block::<Halves<vertical::Three<Vertical4>, Interleaved<Join<Join<Three3>>>>>(isa, 13);
    }
}
