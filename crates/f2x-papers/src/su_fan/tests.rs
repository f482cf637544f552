//! Every block proved for all operands and run on every level; the paper's numbers of products and
//! additions, counted on running code.

use super::*;
use core::marker::PhantomData;
use f2x::isa::witness::{Counts, Symbols, prove_block};
use f2x::isa::{Vector, Witness};
use f2x::mul::product;
use f2x::reference;

/// What the witness counts in a run of `B`, which it proves right.
fn counts<B: Block<Witness>>() -> Counts {
    prove_block::<B>().unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

/// The products of words in a run of `B`; no vector instruction multiplies in vain.
fn products<B: Block<Witness>>() -> u64 {
    let counts = counts::<B>();
    assert_eq!(counts.clmul, counts.clmul_words);
    counts.clmul_words
}

/// The additions of words in a run of `B`.
fn additions<B: Block<Witness>>() -> u64 {
    counts::<B>().xor_words
}

#[test]
fn products_of_table_1() {
    assert_eq!(products::<Strategy3_1>(), 6);
    assert_eq!(products::<Naive3>(), 9);
    assert_eq!(products::<Strategy4_1>(), 9);
    assert_eq!(products::<Strategy4_2>(), 9);
    assert_eq!(products::<Strategy5_1>(), 13);
    assert_eq!(products::<Strategy5_2>(), 15);
    assert_eq!(products::<Strategy5_3>(), 16);
    assert_eq!(products::<Strategy7_1>(), 22);
    assert_eq!(products::<Strategy7_2>(), 24);
    assert_eq!(products::<Strategy7_3>(), 25);
    assert_eq!(products::<Strategy9_1>(), 35);
    assert_eq!(products::<Strategy9_2>(), 36);
    assert_eq!(products::<Strategy9_3>(), 37);
}

#[test]
fn additions_of_the_modified_formulae() {
    assert_eq!(additions::<OneWordParts<Modified2>>(), 7);
    assert_eq!(additions::<OneWordParts<Modified3>>(), 20);
    assert_eq!(additions::<OneWordParts<Modified4>>(), 42);
    assert_eq!(additions::<OneWordParts<Modified5>>(), 85);
    assert_eq!(additions::<OneWordParts<Halves3>>(), 20);
    assert_eq!(additions::<OneWordParts<Halves4>>(), 38);
}

/// A formula as it is printed: for each product the words that are summed in its factors, and the
/// columns that it is added to.
trait Printed {
    const WORDS: usize;
    const PRODUCTS: &'static [(Words, Columns)];
}

type Words = &'static [usize];
type Columns = &'static [usize];

/// Formula (1).
struct TwoTerm;

impl Printed for TwoTerm {
    const WORDS: usize = 2;
    const PRODUCTS: &'static [(Words, Columns)] =
        &[(&[0], &[0, 1]), (&[1], &[1, 2]), (&[0, 1], &[1])];
}

/// The three-term formula before (4).
struct ThreeTerm;

impl Printed for ThreeTerm {
    const WORDS: usize = 3;
    const PRODUCTS: &'static [(Words, Columns)] = &[
        (&[0], &[0, 1, 2]),
        (&[1], &[1, 2, 3]),
        (&[2], &[2, 3, 4]),
        (&[0, 1], &[1]),
        (&[0, 2], &[2]),
        (&[1, 2], &[3]),
    ];
}

/// Formula (2), m₀ to m₈.
struct PrintedFourTerm;

impl Printed for PrintedFourTerm {
    const WORDS: usize = 4;
    const PRODUCTS: &'static [(Words, Columns)] = &[
        (&[0], &[0, 1, 2, 3]),
        (&[1], &[1, 2, 3, 4]),
        (&[2], &[2, 3, 4, 5]),
        (&[3], &[3, 4, 5, 6]),
        (&[0, 1], &[1, 3]),
        (&[2, 3], &[3, 5]),
        (&[0, 2], &[2, 3]),
        (&[1, 3], &[3, 4]),
        (&[0, 1, 2, 3], &[3]),
    ];
}

/// The five-term formula before (6), m₁ to m₁₃: (6) multiplied out.
struct PrintedFiveTerm;

impl Printed for PrintedFiveTerm {
    const WORDS: usize = 5;
    const PRODUCTS: &'static [(Words, Columns)] = &[
        (&[0], &[0, 1, 2, 3, 4, 5]),
        (&[1], &[1, 2, 4, 5]),
        (&[2], &[2, 3, 5, 6]),
        (&[3], &[3, 4, 6, 7]),
        (&[4], &[3, 4, 5, 6, 7, 8]),
        (&[0, 1], &[1, 4]),
        (&[0, 2], &[2, 5]),
        (&[2, 4], &[3, 6]),
        (&[3, 4], &[4, 7]),
        (&[0, 2, 3], &[3, 4]),
        (&[1, 2, 4], &[4, 5]),
        (&[0, 1, 3, 4], &[3, 5]),
        (&[0, 1, 2, 3, 4], &[3, 4, 5]),
    ];
}

/// The formula `F` to the letter, with nothing shared.
struct ToTheLetter<F>(PhantomData<F>);

impl<F: Printed> f2x::mul::Columns for ToTheLetter<F> {
    const N: usize = F::WORDS;
    const CLMULS: u64 = F::PRODUCTS.len() as u64;

    fn columns<I: Isa, V: Vector<I>>(isa: I, c: &mut [V], x: &[V]) {
        c[..2 * F::WORDS - 1].fill(V::zero(isa));
        for (words, columns) in F::PRODUCTS {
            let sum = words.iter().fold(V::zero(isa), |sum, &i| sum ^ x[i]);
            let product = product_of_pair(sum);
            columns.iter().for_each(|&k| c[k] ^= product);
        }
    }
}

/// The additions of the original formulae, and what is left of them in the strategies, which form
/// sums that occur twice once.
#[test]
fn additions_of_the_original_formulae() {
    assert_eq!(additions::<Interleaved<ToTheLetter<TwoTerm>>>(), 8);
    assert_eq!(additions::<Interleaved<Join<One>>>(), 8);

    // Section 2.3: "only 2 additions can be eliminated, with 22 left".
    assert_eq!(additions::<Interleaved<ToTheLetter<ThreeTerm>>>(), 24);
    assert_eq!(additions::<Strategy3_1>(), 22);

    // Two additions of operands, in each of a and b, and six of products are saved.
    assert_eq!(additions::<Interleaved<ToTheLetter<PrintedFourTerm>>>(), 56);
    assert_eq!(additions::<Strategy4_2>(), 56 - 2 * 2 - 2 * 6);

    // Seven additions in each operand, and twelve of products.
    assert_eq!(additions::<Interleaved<ToTheLetter<PrintedFiveTerm>>>(), 102);
    assert_eq!(additions::<Strategy5_1>(), 102 - 2 * 7 - 2 * 12);

    // The paper states no number: 26 additions in each operand, 57 of products, 12 when they are
    // joined to words.
    assert_eq!(additions::<Strategy7_1>(), 2 * 26 + 2 * 57 + 12);
}

/// Formula (1) down to single words, every product joined to words before it is added.
struct Recursion<const N: usize>;

impl<const N: usize> Recursion<N> {
    /// The words of the product, each in a vector of its own.
    fn product(x: &[Symbols<2>]) -> Vec<Symbols<2>> {
        let zero = Symbols::zero(Witness);
        if let &[x] = x {
            let product = product_of_pair(x);
            return [[0, 2], [1, 2]].map(|source| product.permute2(zero, |i| source[i])).to_vec();
        }
        let (x0, x1) = x.split_at(x.len() / 2);
        let sum: Vec<_> = x0.iter().zip(x1).map(|(&x0, &x1)| x0 ^ x1).collect();
        let [lo, mid, hi] = [x0, &sum, x1].map(Self::product);
        let mut c = [&lo[..], &hi[..]].concat();
        for i in 0..x.len() {
            c[x.len() / 2 + i] ^= mid[i] ^ lo[i] ^ hi[i];
        }
        c
    }
}

impl<const N: usize> Block<Witness> for Recursion<N> {
    const WORDS: usize = N;
    const SCRATCH: usize = 0;

    fn mul(isa: Witness, c: &mut [u64], a: &[u64], b: &[u64], _: &mut [u64]) {
        let pairs = a.iter().zip(b).map(|(&a, &b)| Symbols::load(isa, &[a, b]));
        let product = Self::product(&pairs.collect::<Vec<_>>());
        for (c, word) in c.chunks_mut(1).zip(product) {
            word.store_part(c);
        }
    }
}

/// Strategy 4-1 leaves the products in columns until the end. That is 2 additions of words more
/// than the recursion has on words, where the halves that overlap are added first; but it adds two
/// words at a time.
#[test]
fn additions_of_the_recursion() {
    assert_eq!(additions::<Recursion<2>>(), 8);
    assert_eq!(additions::<Recursion<4>>(), 40);
    assert_eq!(additions::<Strategy4_1>(), 42);
}

/// Runs every block of the paper on pairs of random operands.
struct AgainstReference;

impl Operation for AgainstReference {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        against_reference::<I, Strategy3_1>(isa);
        against_reference::<I, Naive3>(isa);
        against_reference::<I, Strategy4_1>(isa);
        against_reference::<I, Strategy4_2>(isa);
        against_reference::<I, Strategy5_1>(isa);
        against_reference::<I, Strategy5_2>(isa);
        against_reference::<I, Strategy5_3>(isa);
        against_reference::<I, Strategy7_1>(isa);
        against_reference::<I, Strategy7_2>(isa);
        against_reference::<I, Strategy7_3>(isa);
        against_reference::<I, Strategy9_1>(isa);
        against_reference::<I, Strategy9_2>(isa);
        against_reference::<I, Strategy9_3>(isa);
        against_reference::<I, OneWordParts<Modified2>>(isa);
        against_reference::<I, OneWordParts<Modified3>>(isa);
        against_reference::<I, OneWordParts<Modified4>>(isa);
        against_reference::<I, OneWordParts<Modified5>>(isa);
        against_reference::<I, OneWordParts<Halves3>>(isa);
        against_reference::<I, OneWordParts<Halves4>>(isa);
    }
}

fn against_reference<I: Isa, B: Block<I>>(isa: I) {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut words = |n: usize| -> Vec<u64> {
        let word = || {
            // xorshift64, then its high half folded down by a multiplication
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.wrapping_mul(0x2545_f491_4f6c_dd1d)
        };
        std::iter::repeat_with(word).take(n).collect()
    };
    for _ in 0..400 {
        let (a, b) = (words(B::WORDS), words(B::WORDS));
        let (mut c, mut scratch) = (words(2 * B::WORDS), words(B::SCRATCH));
        isa.outline(
            #[inline(always)]
            || product::<I, B>(isa, &mut c, &a, &b, &mut scratch),
        );
        let mut expected = vec![0; 2 * B::WORDS];
        reference::mul(&mut expected, &a, &b);
        assert!(c == expected, "{} on {}", std::any::type_name::<B>(), I::LEVEL);
    }
}

#[test]
fn every_block_on_every_level() {
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        level.dispatch(AgainstReference).expect("an available level");
    }
}

#[test]
fn table_1_is_listed() {
    const NAMES: [&str; 13] = [
        "3-1", "naive-3", "4-1", "4-2", "5-1", "5-2", "5-3", "7-1", "7-2", "7-3", "9-1", "9-2",
        "9-3",
    ];
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        let schedules = schedules(level);
        if level == Level::Portable {
            assert!(schedules.is_empty());
            continue;
        }
        let names: Vec<String> = schedules.iter().map(Schedule::name).collect();
        assert_eq!(names, NAMES.map(|name| format!("su-fan/{name}")));
        for (schedule, name) in schedules.iter().zip(NAMES) {
            let size = name.trim_start_matches("naive-")[..1].parse();
            assert_eq!(Ok(schedule.words()), size);
        }
    }
}
