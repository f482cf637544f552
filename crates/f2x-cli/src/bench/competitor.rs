//! What is measured: the library's public product, its kernels, and schedules of papers.

use super::measure::Repeated;
use crate::input::reserve;
use anyhow::{Result, bail};
use f2x::isa::Isa;
use f2x::mul::plan::kernels;
use f2x::{Level, Operation};
use f2x_papers::Schedule;
use std::hint::black_box;
use std::ops::Range;

/// Words in a cache line.
const LINE_WORDS: usize = 8;

/// Cache lines in a page, within which loads and stores meet: a load waits for an earlier store to
/// an address that is equal modulo 4096.
const PAGE_LINES: usize = 64;

/// Words that start on a cache line, with room to start on any of a page.
#[derive(Debug)]
struct Aligned {
    words: Vec<u64>,
    range: Range<usize>,
}

impl Aligned {
    fn zeros(length: usize) -> Result<Self> {
        let mut words = Vec::new();
        let room = length + LINE_WORDS * (1 + PAGE_LINES);
        reserve(&mut words, room)?;
        words.resize(room, 0);
        let mut aligned = Self { words, range: 0..length };
        aligned.place(0);
        Ok(aligned)
    }

    /// Moves the words to cache line `line` of the room.
    fn place(&mut self, line: usize) {
        let aligned = self.words.as_ptr().align_offset(8 * LINE_WORDS).min(LINE_WORDS);
        let start = aligned + LINE_WORDS * (line % PAGE_LINES);
        self.words.copy_within(self.range.clone(), start);
        self.range = start..start + self.range.len();
    }

    fn get(&self) -> &[u64] {
        &self.words[self.range.clone()]
    }

    fn get_mut(&mut self) -> &mut [u64] {
        &mut self.words[self.range.clone()]
    }
}

/// Operands and product.
struct Buffers {
    a: Aligned,
    b: Aligned,
    c: Aligned,
    /// The bits of the operands that are random.
    bits: [u64; 2],
}

impl Buffers {
    /// Operands of `words` words, of which the lowest `bits` bits are random: the same ones for
    /// every competitor of a size.
    fn new(bits: [u64; 2], words: [usize; 2]) -> Result<Self> {
        let (a, b) = (Aligned::zeros(words[0])?, Aligned::zeros(words[1])?);
        let mut buffers = Self { a, b, c: Aligned::zeros(words[0] + words[1])?, bits };
        buffers.fill(0);
        Ok(buffers)
    }

    /// Fills the operands with the random bits of data set `set`.
    fn fill(&mut self, set: u64) {
        fill_random(self.a.get_mut(), self.bits[0], 2 * set + 1);
        fill_random(self.b.get_mut(), self.bits[1], 2 * set + 2);
    }
}

/// The next state and the next word of the generator SplitMix64.
pub(crate) fn random(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

/// Fills the lowest `bits` bits; the rest stay zero.
pub(crate) fn fill_random(words: &mut [u64], bits: u64, seed: u64) {
    let mut state = seed;
    let mut left = bits;
    for word in words {
        let (next, z) = random(state);
        state = next;
        *word = match left {
            0 => break,
            1..64 => z & ((1 << left) - 1),
            _ => z,
        };
        left = left.saturating_sub(64);
    }
}

/// c := a · b, so many times.
type Repeat<'s> = dyn FnMut(u64, &mut [u64], &[u64], &[u64]) + 's;

/// The repetition of a product, with the loop inside: a call through a pointer for each product
/// would be seen in the shortest ones.
fn repeat<'s>(mut mul: impl FnMut(&mut [u64], &[u64], &[u64]) + 's) -> Box<Repeat<'s>> {
    Box::new(move |times, c, a, b| {
        for _ in 0..times {
            mul(black_box(&mut *c), black_box(a), black_box(b));
        }
    })
}

/// One way to compute a product of one size.
pub(crate) struct Competitor<'s> {
    /// The name in reports.
    pub(crate) name: String,
    /// The bits of the longer operand that it is made for.
    pub(crate) bits: u64,
    buffers: Buffers,
    repeat: Box<Repeat<'s>>,
}

impl Repeated for Competitor<'_> {
    /// Moves operands and product to other places for this round, the same ones for every
    /// competitor.
    ///
    /// Where they lie to each other and to the scratch modulo a page changes the cost by up to a
    /// third; what stayed in one place would be measured with that luck.
    fn place(&mut self, round: u64) {
        let (_, lines) = random(round);
        let Buffers { a, b, c, .. } = &mut self.buffers;
        for (buffer, shift) in [(a, 0), (b, 6), (c, 12)] {
            buffer.place((lines >> shift) as usize);
        }
    }

    /// Computes the product so many times.
    fn run(&mut self, times: u64) {
        let Buffers { a, b, c, .. } = &mut self.buffers;
        let (a, b, c) = (a.get(), b.get(), c.get_mut());
        (self.repeat)(times, c, a, b);
    }
}

impl Competitor<'_> {
    /// Fills the operands with the random bits of data set `set`, the same ones for every competitor.
    pub(crate) fn fill(&mut self, set: u64) {
        self.buffers.fill(set);
    }
}

/// Words of an operand of so many bits.
pub(crate) fn words(bits: u64) -> Result<usize> {
    Ok(usize::try_from(bits.div_ceil(64))?)
}

/// The library's public product of operands of so many bits, on the level in use or on another one.
pub(crate) fn public(bits: [u64; 2], level: Option<Level>) -> Result<Competitor<'static>> {
    tried("f2x", bits, move |c, a, b| match level {
        None => f2x::mul(c, a, b),
        Some(level) => f2x::mul_on(level, c, a, b),
    })
}

/// The same on two threads, this one, which is one of `pool`'s, and another one of it.
pub(crate) fn parallel(
    bits: u64,
    level: Option<Level>,
    pool: &rayon::ThreadPool,
) -> Result<Competitor<'_>> {
    tried("f2x on 2 threads", [bits; 2], move |c, a, b| {
        pool.install(|| match level {
            None => f2x::mul_parallel(c, a, b),
            Some(level) => f2x::mul_parallel_on(level, c, a, b),
        })
    })
}

/// A product that may fail, which is computed once to see whether it does: the memory that was enough then is enough later,
/// for that of shorter products was asked for before.
fn tried<'s>(
    name: &str,
    bits: [u64; 2],
    mut mul: impl FnMut(&mut [u64], &[u64], &[u64]) -> Result<(), f2x::Error> + 's,
) -> Result<Competitor<'s>> {
    let mut buffers = Buffers::new(bits, [words(bits[0])?, words(bits[1])?])?;
    let Buffers { a, b, c, .. } = &mut buffers;
    mul(c.get_mut(), a.get(), b.get())?;
    let repeat = repeat(move |c, a, b| mul(c, a, b).expect("it was computed before"));
    Ok(Competitor { name: name.into(), bits: bits[0].max(bits[1]), buffers, repeat })
}

/// The kernel of a level for `words` words, as a part of a larger product: one call on the level
/// runs all of a sample, and the products overlap.
pub(crate) fn kernel(level: Level, words: usize) -> Result<Competitor<'static>> {
    let Some(scratch) = kernels::scratch_words(level, words) else {
        bail!("the level {level} has no kernel for {words} words");
    };
    repeated(level, words, Kind::Kernel, scratch)
}

/// The transform of a level for `words` words, which this CPU has.
pub(crate) fn transform(level: Level, words: usize) -> Result<Competitor<'static>> {
    repeated(level, words, Kind::Transform, kernels::transform_scratch_words(level, words))
}

fn repeated(level: Level, words: usize, kind: Kind, scratch: usize) -> Result<Competitor<'static>> {
    let mut scratch = Aligned::zeros(scratch)?;
    let bits = 64 * words as u64;
    Ok(Competitor {
        name: "kernel".into(),
        bits,
        buffers: Buffers::new([bits; 2], [words; 2])?,
        repeat: Box::new(move |times, c, a, b| {
            // Another place for every place of the product.
            let (_, line) = random(c.as_ptr() as u64);
            scratch.place(line as usize);
            let repeated = RepeatedKernel { kind, times, c, a, b, scratch: scratch.get_mut() };
            level.dispatch(repeated).expect("the level is available");
        }),
    })
}

/// What is repeated: a leaf or composition, or a transform.
#[derive(Clone, Copy)]
enum Kind {
    Kernel,
    Transform,
}

/// c := a · b, so many times.
struct RepeatedKernel<'k> {
    kind: Kind,
    times: u64,
    c: &'k mut [u64],
    a: &'k [u64],
    b: &'k [u64],
    scratch: &'k mut [u64],
}

impl Operation for RepeatedKernel<'_> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Self { kind, times, c, a, b, scratch } = self;
        for _ in 0..times {
            let (c, a, b) = (black_box(&mut *c), black_box(a), black_box(b));
            match kind {
                Kind::Kernel => kernels::multiply(isa, c, a, b, scratch),
                Kind::Transform => {
                    let done = kernels::multiply_transform(isa, c, a, b, scratch);
                    assert!(done, "the CPU has the transform");
                }
            }
        }
    }
}

/// The library's batch of so many products of operands of so many bits.
pub(crate) fn batch(bits: u64, pairs: usize, level: Option<Level>) -> Result<Competitor<'static>> {
    const GOOD: &str = "the lengths fit and the level is available";
    let words = words(bits)?;
    let mut buffers = Buffers::new([0; 2], [pairs * words; 2])?;
    for (seed, operands) in [(1, &mut buffers.a), (2, &mut buffers.b)] {
        for (pair, operand) in (0..).zip(operands.get_mut().chunks_exact_mut(words)) {
            fill_random(operand, bits, seed + 2 * pair);
        }
    }
    let repeat = match level {
        None => repeat(move |c, a, b| f2x::mul_batch(c, a, b, words).expect(GOOD)),
        Some(level) => repeat(move |c, a, b| f2x::mul_batch_on(level, c, a, b, words).expect(GOOD)),
    };
    Ok(Competitor { name: "f2x".into(), bits, buffers, repeat })
}

/// A schedule of a paper, with operands that are random in the lowest `bits` bits.
pub(crate) fn paper(schedule: &Schedule, bits: u64) -> Result<Competitor<'_>> {
    let words = schedule.words();
    let mut scratch = Aligned::zeros(schedule.scratch_words())?;
    Ok(Competitor {
        name: schedule.name(),
        bits: 64 * words as u64,
        buffers: Buffers::new([bits; 2], [words; 2])?,
        repeat: repeat(move |c, a, b| schedule.mul(c, a, b, scratch.get_mut())),
    })
}

/// Another product of operands of so many bits.
pub(crate) fn product<'s>(
    bits: u64,
    name: &str,
    mul: impl FnMut(&mut [u64], &[u64], &[u64]) + 's,
) -> Result<Competitor<'s>> {
    let buffers = Buffers::new([bits; 2], [words(bits)?; 2])?;
    Ok(Competitor { name: name.into(), bits, buffers, repeat: repeat(mul) })
}

/// Anything else of one size, which has its own operands.
pub(crate) fn task<'s>(bits: u64, mut task: impl FnMut() + 's) -> Result<Competitor<'s>> {
    Ok(Competitor {
        name: "f2x".into(),
        bits,
        buffers: Buffers::new([0; 2], [0; 2])?,
        repeat: Box::new(move |times, _, _, _| (0..times).for_each(|_| task())),
    })
}

/// The schedules that a product of `words` words is compared with: of each name the smallest one
/// that is large enough, if it is at most a tenth larger.
pub(crate) fn comparable(schedules: &[Schedule], words: usize) -> Vec<&Schedule> {
    let mut chosen: Vec<&Schedule> = Vec::new();
    for schedule in schedules {
        if schedule.words() < words || 10 * schedule.words() > 11 * words {
            continue;
        }
        match chosen.iter_mut().find(|other| other.name() == schedule.name()) {
            Some(other) if schedule.words() < other.words() => *other = schedule,
            Some(_) => {}
            None => chosen.push(schedule),
        }
    }
    chosen
}

/// Checks that all competitors compute the product of the first: a wrong one has no time.
pub(crate) fn agree(competitors: &mut [Competitor<'_>]) -> Result<()> {
    for competitor in &mut *competitors {
        competitor.run(1);
    }
    let Some((first, others)) = competitors.split_first() else {
        return Ok(());
    };
    let expected = first.buffers.c.get();
    for other in others {
        let (product, above) = other.buffers.c.get().split_at(expected.len());
        if product != expected || above.iter().any(|word| *word != 0) {
            bail!(
                "{} and {} compute different products of {} bits",
                other.name,
                first.name,
                first.bits
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_cache_lines_and_keep_the_words() {
        let mut aligned = Aligned::zeros(100).unwrap();
        fill_random(aligned.get_mut(), 6400, 1);
        let words = aligned.get().to_vec();
        let first = aligned.get().as_ptr() as usize;
        assert_eq!(first % 64, 0);
        for line in [5, 63, 64, 1, 0] {
            aligned.place(line);
            assert_eq!(aligned.get(), words);
            assert_eq!(aligned.get().as_ptr() as usize, first + 64 * (line % PAGE_LINES));
        }
    }
}
