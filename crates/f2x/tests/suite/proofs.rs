//! Blocks on symbols: right for all operands, at the cost that the papers and the blocks state.

use crate::blocks::{
    Join2, Join4, Join5, Join8, Leaf5, Leaf8, Stages8, Stages10, Stages12, Three3, Visit,
    each_block,
};
use crate::symbolic::{self, Avx512, Fault, with_fault, without_fault};
use crate::words::sized;
use f2x::isa::witness::{Counts, WrongWord, prove, prove_block};
use f2x::isa::{Isa, Vector, Witness};
use f2x::mul::{
    Block, Interleave, Interleaved, Join, Karatsuba, Karatsuba3, Karatsuba5, Kernel, Lanes8,
    Lanes16, One, Schoolbook, StagedHalves, StagedQuarters, Three, karatsuba_lean, more, toom3,
};
use std::any::type_name;

/// Proves a block in exactly the scratch that it asks for, and counts.
fn prove_in_scratch<I: Isa, B: Block<I>>(isa: I) -> Result<Counts, WrongWord> {
    let mut scratch = vec![0; B::SCRATCH];
    prove(B::WORDS, B::WORDS, |c, a, b| B::mul(isa, c, a, b, &mut scratch))
}

fn counts<B: Block<Avx512>>() -> Counts {
    let proof = prove_in_scratch::<_, B>(Avx512);
    proof.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", type_name::<B>()))
}

fn clmul_and_xor<B: Block<Avx512>>() -> (u64, u64) {
    let counts = counts::<B>();
    (counts.clmul_words, counts.xor_words)
}

/// The passes of a block are as wide as the widest vector, which the levels have of four words and
/// of eight.
#[test]
fn every_block_is_right_for_all_operands() {
    struct Prove;
    impl<I: Isa> Visit<I> for Prove {
        fn block<B: Block<I>>(&mut self, isa: I) {
            let proof = prove_in_scratch::<I, B>(isa);
            let row = <I::V as Vector<I>>::WORDS;
            assert!(proof.is_ok(), "{}, rows of {row} words: {proof:?}", type_name::<B>());
        }
    }
    each_block(symbolic::Avx2, &mut Prove);
    each_block(Avx512, &mut Prove);
}

/// Table 1 of Robert and Véron has t² clmul and 4t² exclusive-ors of words. Ours are 2t(t−1): each
/// of the t² products is two words, and the first word to arrive at each of the 2t places of the
/// result is stored, not added.
#[test]
fn schoolbook_costs() {
    fn costs<const T: usize>() {
        let t = T as u64;
        let (clmul, xor) = clmul_and_xor::<Schoolbook<T>>();
        assert_eq!((clmul, xor), (t * t, 2 * t * (t - 1)));
        assert!(xor <= 4 * t * t);
    }
    costs::<1>();
    costs::<2>();
    costs::<3>();
    costs::<4>();
    costs::<5>();
    costs::<8>();
    costs::<11>();
    costs::<16>();
}

/// 3^r, which is t^log₂3 at t = 2^r words.
fn powered(t: u64) -> u64 {
    assert!(t.is_power_of_two());
    3_u64.pow(t.ilog2())
}

type Karatsuba1 = Schoolbook<1>;
type Karatsuba2 = Karatsuba<Karatsuba1>;
type Karatsuba4 = Karatsuba<Karatsuba2>;
type Karatsuba8 = Karatsuba<Karatsuba4>;
type Karatsuba16 = Karatsuba<Karatsuba8>;
type Karatsuba32 = Karatsuba<Karatsuba16>;
type Karatsuba64 = Karatsuba<Karatsuba32>;
type Karatsuba128 = Karatsuba<Karatsuba64>;
type Karatsuba256 = Karatsuba<Karatsuba128>;

/// Table 1, KaratRec: t^log₂3 clmul, as here, and 8·t^log₂3 exclusive-ors, which with the linear term
/// is 8·t^log₂3 − 8t, from 4t a step. Ours has 3.5t a step, for one of the sums of the interpolation
/// is needed twice and formed once: 7·t^log₂3 − 7t.
#[test]
fn karatsuba_costs() {
    fn costs<B: Block<Avx512>>() {
        let t = B::WORDS as u64;
        assert_eq!(clmul_and_xor::<B>(), (powered(t), karatsuba_xors(t)), "{t} words");
        assert!(karatsuba_xors(t) <= 8 * powered(t) - 8 * t);
    }
    costs::<Karatsuba1>();
    costs::<Karatsuba2>();
    costs::<Karatsuba4>();
    costs::<Karatsuba8>();
    costs::<Karatsuba16>();
    costs::<Karatsuba32>();
    costs::<Karatsuba64>();
    costs::<Karatsuba128>();
    if !cfg!(debug_assertions) {
        costs::<Karatsuba256>();
    }
}

/// The lean order forms every sum where it is needed, as Algorithm 1 does: exactly the paper's
/// 8·t^log₂3 − 8t. Each step takes t/2 words of scratch, all of them fewer than t.
#[test]
fn karatsuba_lean_costs() {
    fn multiply(c: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        match a.len() {
            1 => schoolbook(Avx512, c, a, b),
            _ => karatsuba_lean(Avx512, c, a, b, scratch, multiply),
        }
    }
    for t in (0..=sized(8, 7)).map(|r| 1 << r) {
        let mut scratch = vec![0; t - 1];
        let counts = prove(t, t, |c, a, b| multiply(c, a, b, &mut scratch)).expect("the product");
        let t = t as u64;
        assert_eq!(counts.clmul_words, powered(t), "{t} words");
        assert_eq!(counts.xor_words, 8 * powered(t) - 8 * t, "{t} words");
    }
}

/// Exclusive-ors of t words that Karatsuba down to one word takes; see [`karatsuba_costs`].
fn karatsuba_xors(t: u64) -> u64 {
    7 * powered(t) - 7 * t
}

/// Table 1, Karat3: 6·(t/3)^log₂3 clmul, as here, and 48·(t/3)^log₂3 exclusive-ors, the leading term
/// of six KaratRec at t/3. Ours is that of six of our Karatsuba, 42·(t/3)^log₂3; the linear term,
/// which the paper leaves out, is exactly (2 + 13/3)·t before them.
#[test]
fn karatsuba3_costs() {
    fn costs<B: Block<Avx512>>() {
        let m = B::WORDS as u64;
        let (clmul, xor) = clmul_and_xor::<Karatsuba3<B>>();
        assert_eq!(clmul, 6 * powered(m));
        assert_eq!(xor, 6 * karatsuba_xors(m) + (2 * 3 + 13) * m);
        assert_eq!(xor, 42 * powered(m) - 23 * m);
    }
    costs::<Karatsuba1>();
    costs::<Karatsuba2>();
    costs::<Karatsuba8>();
    costs::<Karatsuba32>();
    costs::<Karatsuba64>();
}

/// Table 1, Karat5: 15·(t/5)^log₂3 clmul, as here, and 120·(t/5)^log₂3 exclusive-ors, the leading
/// term of fifteen KaratRec at t/5. Ours is that of fifteen of our Karatsuba, 105·(t/5)^log₂3; the
/// linear term is exactly (4 + 32/5)·t before them.
#[test]
fn karatsuba5_costs() {
    fn costs<B: Block<Avx512>>() {
        let m = B::WORDS as u64;
        let (clmul, xor) = clmul_and_xor::<Karatsuba5<B>>();
        assert_eq!(clmul, 15 * powered(m));
        assert_eq!(xor, 15 * karatsuba_xors(m) + (4 * 5 + 32) * m);
        assert_eq!(xor, 105 * powered(m) - 53 * m);
    }
    costs::<Karatsuba1>();
    costs::<Karatsuba2>();
    costs::<Karatsuba8>();
    costs::<Karatsuba32>();
}

/// The word products of each leaf, from the recurrences 3K(n/2) or 2K(h) + K(l) of a join and 6K(n/3)
/// of three parts; one instruction for each, since a lane holds both operands.
#[test]
fn leaf_costs() {
    fn clmuls<C: f2x::mul::Columns>() -> u64 {
        let counts = counts::<Interleaved<C>>();
        assert_eq!(counts.clmul, counts.clmul_words);
        counts.clmul
    }
    assert_eq!(clmuls::<One>(), 1);
    assert_eq!(clmuls::<Join2>(), 3);
    assert_eq!(clmuls::<Three3>(), 6);
    assert_eq!(clmuls::<Join4>(), 9);
    assert_eq!(clmuls::<Join5>(), 2 * 6 + 3);
    assert_eq!(clmuls::<Join<Three3>>(), 3 * 6);
    assert_eq!(clmuls::<Three<Join2>>(), 6 * 3);
    assert_eq!(clmuls::<Join<Join4, Three3>>(), 2 * 9 + 6);
    assert_eq!(clmuls::<Join8>(), 27);
    assert_eq!(clmuls::<Three<Three3>>(), 36);
    assert_eq!(clmuls::<Join<Join8>>(), 81);
    // The four lanes of a vector do three products of Karatsuba, and one of them twice.
    assert_eq!(counts::<Lanes8>().clmul, 9);
    assert_eq!(clmul_and_xor::<Lanes8>().0, 4 * 9);
    assert_eq!(counts::<Lanes16>().clmul, 27);
    assert_eq!(clmul_and_xor::<Lanes16>().0, 4 * 27);
}

/// Every product of Karatsuba once, whether in a lane of two or alone.
#[test]
fn interleaved_costs() {
    fn clmuls<B: Block<Avx512>>() -> u64 {
        let counts = counts::<B>();
        assert_eq!(counts.clmul, counts.clmul_words);
        counts.clmul
    }
    assert_eq!(clmuls::<Interleave<StagedHalves<Stages8>>>(), 3 * 27);
    assert_eq!(clmuls::<Interleave<StagedQuarters<Stages8>>>(), 9 * 27);
    assert_eq!(clmuls::<Interleave<StagedQuarters<Stages10>>>(), 9 * 45);
    assert_eq!(clmuls::<Interleave<Karatsuba<StagedQuarters<Stages8>>>>(), 27 * 27);
    assert_eq!(clmuls::<Interleave<Karatsuba3<StagedHalves<Stages12>>>>(), 6 * 3 * 54);
    assert_eq!(clmuls::<Interleave<Karatsuba5<StagedHalves<Stages8>>>>(), 15 * 3 * 27);
}

/// One permutation a limb joins the columns, and two a pair of words interleave the operands. Both
/// blocks of two words do the same three products.
#[test]
fn a_leaf_shuffles_twice_for_two_words() {
    fn shuffles<C: f2x::mul::Columns>() {
        let counts = counts::<Interleaved<C>>();
        let n = C::N as u64;
        assert_eq!(counts.permute + counts.permute2, n + n);
    }
    shuffles::<One>();
    shuffles::<Join2>();
    shuffles::<Three3>();
    shuffles::<Join5>();
    shuffles::<Join8>();
    shuffles::<Join<Join8>>();
}

/// c := a · b by the definition, for any lengths.
fn schoolbook<I: Isa>(isa: I, c: &mut [u64], a: &[u64], b: &[u64]) {
    c.fill(0);
    for i in 0..a.len() {
        for j in 0..b.len() {
            let (ai, bj) = (I::X::load_part(isa, &a[i..=i]), I::X::load_part(isa, &b[j..=j]));
            let c = &mut c[i + j..i + j + 2];
            (I::X::load_part(isa, c) ^ ai.clmul::<0>(bj)).store_part(c);
        }
    }
}

/// Products: three of n words and two of n + 2w. The exclusive-ors of words around them are at most
///
/// * 8n to evaluate both operands at X and X+1, 4n at 1;
/// * in the one sweep of the interpolation, over 2n words rounded up to whole rows: two to form
///   each of (w_X + w₀)/X and u, and then of t and of v, one for u + v, one more for c₂ and two for
///   c₁, and two running sums of 1 + log₂(row/w) each;
/// * 4n to add c₁ and c₃ to their places.
#[test]
fn toom3_costs() {
    struct Costs {
        n: usize,
        w: usize,
    }
    impl symbolic::Visit for Costs {
        fn level<I: Isa>(&mut self, isa: I) {
            let Costs { n, w } = *self;
            let (value, row) = (n + 2 * w, <I::V as Vector<I>>::WORDS);
            let mut scratch = vec![0; 4 * value];
            let counts = prove(3 * n, 3 * n, |c, a, b| {
                toom3(isa, (n, w), c, a, b, &mut scratch, |c, a, b, _| schoolbook(isa, c, a, b));
            })
            .expect("the product");
            let square = |n: usize| (n * n) as u64;
            assert_eq!(counts.clmul_words, 3 * square(n) + 2 * square(value));
            let products =
                3 * (2 * square(n) - 2 * n as u64) + 2 * (2 * square(value) - 2 * value as u64);
            let steps = (0..8).take_while(|step| w << step < row).count();
            let carry = usize::from(w <= row);
            let sweep = (2 * n).next_multiple_of(row)
                * (1 + 2 + 2 + 1 + 1 + 1 + 2 + 2 * (1 + steps + carry));
            let around = counts.xor_words - products;
            let most = (8 * n + 4 * n + sweep + 4 * n) as u64;
            assert!(around <= most, "{}, n = {n}, w = {w}: {around} > {most}", I::LEVEL);
        }
    }
    for w in [1, 2, 4, 8] {
        for n in (4 * w..).take(9).chain([64]) {
            symbolic::each_level(&mut Costs { n, w });
        }
    }
}

/// Where the third parts are shorter, of one operand more than of the other too.
#[test]
fn toom3_takes_third_parts_of_any_length() {
    struct Thirds {
        n: usize,
        w: usize,
        thirds: [usize; 2],
    }
    impl symbolic::Visit for Thirds {
        fn level<I: Isa>(&mut self, isa: I) {
            let Thirds { n, w, thirds } = *self;
            let mut scratch = vec![0; 4 * (n + 2 * w)];
            let proved = prove(2 * n + thirds[0], 2 * n + thirds[1], |c, a, b| {
                toom3(isa, (n, w), c, a, b, &mut scratch, |c, a, b, _| schoolbook(isa, c, a, b));
            });
            assert!(proved.is_ok(), "{}, n = {n}, w = {w}, {thirds:?}: {proved:?}", I::LEVEL);
        }
    }
    for w in [1, 2, 4, 8] {
        for n in [9 * w, 9 * w + 3] {
            for thirds in [[4 * w, 4 * w], [n / 2, n / 2], [n - 1, n - 1], [n, 1], [1, n - 1]] {
                symbolic::each_level(&mut Thirds { n, w, thirds });
            }
        }
    }
}

/// c := the product of `n` words and some more, by the definition of those of their parts.
fn more_than<I: Isa>(isa: I, n: usize, c: &mut [u64], a: &[u64], b: &[u64]) {
    more(isa, n, c, a, b, &mut [], |c, a, b, _| without_fault(|| schoolbook(isa, c, a, b)));
}

/// Three products for each pair of the words that are more and each pair of the others, in both orders; a single
/// one has four.
#[test]
fn more_costs() {
    struct Costs {
        rows: usize,
        more: usize,
    }
    impl symbolic::Visit for Costs {
        fn level<I: Isa>(&mut self, isa: I) {
            let Costs { rows, more } = *self;
            let n = rows * <I::V as Vector<I>>::WORDS;
            let counts = prove(n + more, n + more, |c, a, b| more_than(isa, n, c, a, b))
                .expect("the product");
            let crosswise = n * (more / 2 * 3 + more % 2 * 2);
            assert_eq!(counts.clmul_words, (n * n + more * more + crosswise) as u64);
        }
    }
    for rows in 1..=3 {
        for more in 1..=5 {
            symbolic::each_level(&mut Costs { rows, more });
        }
    }
}

/// Runs with `fault` in every instruction that it changes, one at a time, and tells how many.
fn break_each(name: &str, fault: Fault, run: impl Fn() -> Result<Counts, WrongWord>) -> u64 {
    assert!(run().is_ok(), "{name} without a fault");
    let mut at = 0;
    while let (proof, true) = with_fault(fault, at, &run) {
        assert!(proof.is_err(), "{name}: {fault:?} {at} is not found");
        at += 1;
    }
    at
}

#[test]
fn one_wrong_instruction_in_a_block_is_found() {
    fn break_block<B: Block<Avx512>>() {
        let run = || prove_in_scratch::<_, B>(Avx512);
        let counts = run().expect("the block");
        let xors = break_each(type_name::<B>(), Fault::DroppedXor, run);
        assert!(counts.xor / 2 < xors && xors <= counts.xor);
        let clmuls = break_each(type_name::<B>(), Fault::SwappedProduct, run);
        assert_eq!(clmuls, counts.clmul);
    }
    break_block::<Schoolbook<3>>();
    break_block::<Leaf5>();
    break_block::<Leaf8>();
    break_block::<Lanes8>();
    break_block::<Karatsuba<Schoolbook<2>>>();
    break_block::<Karatsuba<Leaf5>>();
    break_block::<Karatsuba3<Interleaved<Join2>>>();
    break_block::<Karatsuba5<Schoolbook<1>>>();
    break_block::<Karatsuba5<Interleaved<Three3>>>();
    break_block::<Interleave<StagedHalves<Join<Kernel<Join2>>>>>();
    break_block::<Interleave<StagedQuarters<Join<Kernel<Join2>>>>>();
}

/// Of a pair of words more there are ten exclusive-ors for a row, two for the sums of the pairs' words, and two for what
/// is carried; of a single one, four, and one. A row of a lane gets nothing from the highest products of its own, and so the
/// first one nothing at all. A row has six products of a pair, and four of a single one.
#[test]
fn one_wrong_instruction_for_more_words_is_found() {
    fn break_more<I: Isa>(isa: I, n: usize, more: usize, row: usize) {
        let name = format!("{}, {n} + {more}", I::LEVEL);
        let run = || prove(n + more, n + more, |c, a, b| more_than(isa, n, c, a, b));
        let xors = break_each(&name, Fault::DroppedXor, run);
        let (pairs, singles) = (more / 2, more % 2);
        let rows = n / row;
        let pair = 10 * rows + 4 - usize::from(row == 2);
        assert_eq!(xors, (pairs * pair + singles * (4 * rows + 1)) as u64, "{name}");
        let clmuls = break_each(&name, Fault::SwappedProduct, run);
        assert_eq!(clmuls, (rows * (6 * pairs + 4 * singles)) as u64, "{name}");
    }
    for more in 1..=5 {
        break_more(symbolic::Portable, 8, more, 4);
        break_more(symbolic::Avx2, 8, more, 2);
        break_more(Avx512, 16, more, 8);
    }
}

/// Here the values and the parts fill whole rows; elsewhere the last row of a pass has words that
/// nothing reads, and a fault in them is none. For the same reason the products are left whole: an
/// exact division by X does not read the words below it. That leaves at least twenty exclusive-ors for
/// each row of a product of parts, but for those with zeros in the first and the last row.
#[test]
fn one_wrong_instruction_in_toom3_is_found() {
    fn break_toom3<I: Isa>(isa: I, n: usize, w: usize) {
        let run = || {
            let mut scratch = vec![0; 4 * (n + 2 * w)];
            prove(3 * n, 3 * n, |c, a, b| {
                toom3(isa, (n, w), c, a, b, &mut scratch, |c, a, b, _| {
                    without_fault(|| schoolbook(isa, c, a, b));
                });
            })
        };
        let rows = (2 * n / <I::V as Vector<I>>::WORDS) as u64;
        let xors = break_each(&format!("{}, n = {n}, w = {w}", I::LEVEL), Fault::DroppedXor, run);
        assert!(xors > 20 * (rows - 1), "{xors} in {rows} rows");
    }
    break_toom3(symbolic::Portable, 8, 2);
    break_toom3(Avx512, 16, 4);
    break_toom3(Avx512, 32, 8);
}

/// A product of two words, spoilt by `spoil` when it is done.
fn spoilt(spoil: impl FnOnce(&mut [u64])) -> Result<Counts, WrongWord> {
    prove(2, 2, |c, a, b| {
        Schoolbook::<2>::mul(Witness, c, a, b, &mut []);
        spoil(c);
    })
}

#[test]
fn the_first_wrong_word_is_named() {
    assert!(spoilt(|_| {}).is_ok());
    assert_eq!(spoilt(|c| c.swap(0, 1)), Err(WrongWord(0)));
    assert_eq!(spoilt(|c| c.swap(2, 3)), Err(WrongWord(2)));
    assert_eq!(spoilt(|c| c[3] = 0), Err(WrongWord(3)));
    assert_eq!(spoilt(|c| c[1] = c[2]), Err(WrongWord(1)));
    let add_word_0_to_word_2 = |c: &mut [u64]| {
        let sum = <Witness as Isa>::X::load_part(Witness, &c[2..3])
            ^ <Witness as Isa>::X::load_part(Witness, &c[..1]);
        sum.store_part(&mut c[2..3]);
    };
    assert_eq!(spoilt(add_word_0_to_word_2), Err(WrongWord(2)));
}

/// The witness of the crate and the one of the tests are the same.
#[test]
fn a_block_is_proved_by_its_name() {
    assert_eq!(prove_block::<Karatsuba<Leaf5>>(), prove_in_scratch::<_, Karatsuba<Leaf5>>(Avx512));
}

#[test]
fn a_result_that_is_not_written_is_found() {
    assert_eq!(prove(2, 2, |_, _, _| {}), Err(WrongWord(0)));
    let short = |c: &mut [u64], a: &[u64], b: &[u64]| {
        Schoolbook::<1>::mul(Witness, c, &a[..1], &b[..1], &mut []);
    };
    assert!(prove(2, 1, short).is_err());
}

#[test]
fn an_operand_is_not_a_product() {
    assert_eq!(prove(1, 1, |c, a, _| c.fill(a[0])), Err(WrongWord(0)));
}

type X = <Witness as Isa>::X;

fn first(words: &[u64]) -> X {
    X::load_part(Witness, &words[..1])
}

#[test]
#[should_panic(expected = "not bilinear: a product")]
fn a_square_is_not_bilinear() {
    let _ = prove(1, 1, |c, a, _| first(a).clmul::<0>(first(a)).store_part(c));
}

#[test]
#[should_panic(expected = "not bilinear: a product")]
fn a_product_of_three_is_not_bilinear() {
    let _ = prove(1, 1, |c, a, b| first(a).clmul::<0>(first(b)).clmul::<0>(first(b)).store_part(c));
}

#[test]
#[should_panic(expected = "not bilinear: a sum")]
fn a_sum_of_both_operands_is_not_bilinear() {
    let _ = prove(1, 1, |c, a, b| (first(a) ^ first(b)).store_part(c));
}

#[test]
#[should_panic(expected = "not bilinear: a sum")]
fn a_sum_of_operand_and_product_is_not_bilinear() {
    let _ = prove(1, 1, |c, a, b| (first(a) ^ first(a).clmul::<0>(first(b))).store_part(c));
}
