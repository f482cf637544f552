//! What a product reads and writes: operands at any place in a cache line, nothing written outside
//! the product and the scratch, nothing read that it did not write.

use crate::words::{PAIRS, Random, levels, reference, sized};
use f2x::isa::Isa;
use f2x::mul::plan::multiply;
use f2x::{Level, Operation, Plan};

/// Words of a cache line.
const LINE: usize = 8;
/// What lies before and after a slice, and must stay there.
const CANARY: u64 = 0xc0ff_ee00_dead_beef;
/// The words of canary on either side.
const GUARD: usize = 2 * LINE;

/// Memory in which a slice has a given place in its cache line and canaries on both sides.
struct Guarded {
    memory: Vec<u64>,
    start: usize,
    words: usize,
}

impl Guarded {
    fn new(place: usize, contents: &[u64]) -> Self {
        let words = contents.len();
        let mut memory = vec![CANARY; words + 2 * GUARD + 2 * LINE];
        let start = memory.as_ptr().align_offset(8 * LINE) + GUARD + place;
        memory[start..start + words].copy_from_slice(contents);
        Self { memory, start, words }
    }

    fn slice(&mut self) -> &mut [u64] {
        &mut self.memory[self.start..self.start + self.words]
    }

    fn is_intact(&self) -> bool {
        let (before, rest) = self.memory.split_at(self.start);
        before.iter().chain(&rest[self.words..]).all(|word| *word == CANARY)
    }
}

/// Long products, with scratch and all at places of their own in a cache line.
#[test]
fn long_products_at_any_place() {
    struct WithScratch<'m>([&'m mut [u64]; 2], [&'m [u64]; 2]);
    impl Operation for WithScratch<'_> {
        type Output = ();
        fn run<I: Isa>(self, isa: I) {
            let Self([c, scratch], [a, b]) = self;
            multiply(isa, c, a, b, scratch);
        }
    }
    let mut random = Random::new(33);
    for (n, m) in [(901, 901), (1000, 713), (2048, 2047), (4096, 4001)] {
        if n > sized(usize::MAX, 100) {
            continue;
        }
        let (a, b) = (random.words(n), random.words(m));
        let mut expected = vec![0; n + m];
        f2x::mul_on(Level::Portable, &mut expected, &a, &b).expect("lengths agree");
        for place in 0..LINE {
            let (mut at_a, mut at_b) = (Guarded::new(place, &a), Guarded::new(7 - place, &b));
            for level in levels() {
                let mut at_c = Guarded::new(3 * place % 8, &random.words(n + m));
                let words = Plan::new(level, n, m).scratch_words();
                let mut scratch = Guarded::new(5 * place % 8, &random.words(words));
                let operation =
                    WithScratch([at_c.slice(), scratch.slice()], [at_a.slice(), at_b.slice()]);
                level.dispatch(operation).expect("the CPU has the level");
                let intact = at_c.is_intact() && scratch.is_intact();
                assert!(at_c.slice() == expected && intact, "{level}: {n} by {m} words at {place}");
            }
        }
    }
}

#[test]
fn any_place_in_a_cache_line() {
    let mut random = Random::new(30);
    let sizes = [1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 33, 40, 47];
    for n in sizes.into_iter().filter(|n| *n <= sized(47, 12)) {
        for m in [n, n / 2 + 1] {
            let (a, b) = (random.words(n), random.words(m));
            let expected = reference(&a, &b);
            for place in 0..LINE * LINE * LINE {
                let (pa, pb, pc) = (place % LINE, place / LINE % LINE, place / LINE / LINE);
                let (mut at_a, mut at_b) = (Guarded::new(pa, &a), Guarded::new(pb, &b));
                for level in levels() {
                    let mut at_c = Guarded::new(pc, &random.words(n + m));
                    f2x::mul_on(level, at_c.slice(), at_a.slice(), at_b.slice())
                        .expect("lengths agree");
                    assert!(
                        at_c.slice() == expected && at_c.is_intact(),
                        "{level}: {n} by {m} words at {pa}, {pb} to {pc}"
                    );
                }
                assert!(at_a.slice() == a && at_a.is_intact());
                assert!(at_b.slice() == b && at_b.is_intact());
            }
        }
    }
}

/// The planned scratch, to the word, full of other words, at any place.
#[test]
fn the_planned_scratch_is_enough_and_its_contents_do_not_matter() {
    struct Multiply<'m> {
        a: &'m [u64],
        b: &'m [u64],
        c: &'m mut [u64],
        scratch: &'m mut [u64],
    }
    impl Operation for Multiply<'_> {
        type Output = ();
        fn run<I: Isa>(self, isa: I) {
            multiply(isa, self.c, self.a, self.b, self.scratch);
        }
    }
    let mut random = Random::new(31);
    let most = sized(usize::MAX, 40);
    let equal = (1..=100).chain([128, 190, 256, 277, 282, 400, 555, 640, 1000, 1537, 2048]);
    let unequal = [
        (9, 1),
        (20, 9),
        (50, 49),
        (64, 33),
        (100, 3),
        (277, 100),
        (555, 277),
        (640, 213),
        (1537, 1536),
        (1600, 1599),
        (2048, 1),
    ];
    let lengths = equal.map(|n| (n, n)).chain(unequal).filter(|(an, _)| *an <= most);
    for (an, bn) in lengths {
        let (a, b) = (random.words(an), random.words(bn));
        let clean = crate::words::product_on(Level::Portable, &a, &b);
        for (place, level) in (0..LINE).flat_map(|place| levels().map(move |level| (place, level)))
        {
            let words = Plan::new(level, an, bn).scratch_words();
            let mut scratch = Guarded::new(place, &random.words(words));
            let mut c = Guarded::new(0, &random.words(an + bn));
            let multiply = Multiply { a: &a, b: &b, c: c.slice(), scratch: scratch.slice() };
            level.dispatch(multiply).expect("an available level");
            assert!(c.slice() == clean, "{level}: {an} by {bn} words");
            assert!(c.is_intact() && scratch.is_intact(), "{level}: {an} by {bn} words");
        }
    }
}

/// `mul` and `mul_with_scratch` on the level of the process; other tests run this one on each level.
#[test]
fn the_bound_of_the_scratch_is_enough() {
    let mut random = Random::new(32);
    let sizes = (1..=sized(60, 20)).chain([100, 277, 555, 640, 1537, 2100]);
    for n in sizes.filter(|n| *n <= sized(usize::MAX, 100)) {
        for m in [n, n / 2 + 1, 1] {
            for place in 0..PAIRS / 50 {
                let (a, b) = (random.words(n), random.words(m));
                let expected = crate::words::product_on(Level::Portable, &a, &b);
                let words = f2x::scratch_words(n, m);
                let mut scratch = Guarded::new(place, &random.words(words));
                let mut c = Guarded::new(place, &random.words(n + m));
                f2x::mul_with_scratch(c.slice(), &a, &b, scratch.slice()).expect("enough scratch");
                assert!(c.slice() == expected, "{n} by {m} words");
                assert!(c.is_intact() && scratch.is_intact(), "{n} by {m} words");
                let mut c = random.words(n + m);
                f2x::mul(&mut c, &a, &b).expect("the lengths agree");
                assert!(c == expected, "{n} by {m} words");
            }
        }
    }
}
