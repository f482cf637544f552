//! SHA-3 and SHAKE, as sponges that are permuted side by side.
//!
//! HQC hashes several independent inputs of thousands of bytes, each a long chain of permutations. Four
//! states lie in the lanes of vectors, so up to four chains take the time of the longest.
//!
//! Cost: 24 rounds of 76 exclusive-ors, 29 rotations and 25 conjunctions for four states. A single
//! state, and all of them where there are no vectors, goes through the crate `keccak`.

use f2x::Level;
use f2x::isa::{Isa, Vector};

/// The rate of SHAKE256 and SHA3-256, in bytes.
pub(crate) const RATE_256: usize = 136;
/// The rate of SHA3-512, in bytes.
pub(crate) const RATE_512: usize = 72;

/// What precedes the padding: the function, by its last two or four bits.
const SHA3: u8 = 0x06;
const SHAKE: u8 = 0x1f;

/// The states side by side.
const LANES: usize = 4;
/// Word w of state j is `[LANES * w + j]`.
#[repr(align(64))]
struct States([u64; 25 * LANES]);

/// A hash: an input in parts, and where the output goes.
pub(crate) struct Sponge<'v> {
    rate: usize,
    suffix: u8,
    input: &'v [&'v [u8]],
    output: &'v mut [u8],
    /// The blocks of the input and its padding.
    absorbed: usize,
    /// The permutations.
    steps: usize,
}

impl<'v> Sponge<'v> {
    /// SHA3-256
    #[inline(always)]
    pub(crate) fn sha3_256(input: &'v [&'v [u8]], output: &'v mut [u8; 32]) -> Self {
        Self::new(RATE_256, SHA3, input, output)
    }

    /// SHA3-512
    #[inline(always)]
    pub(crate) fn sha3_512(input: &'v [&'v [u8]], output: &'v mut [u8; 64]) -> Self {
        Self::new(RATE_512, SHA3, input, output)
    }

    /// SHAKE256
    #[inline(always)]
    pub(crate) fn shake256(input: &'v [&'v [u8]], output: &'v mut [u8]) -> Self {
        Self::new(RATE_256, SHAKE, input, output)
    }

    /// Not inlined, as [`hash`].
    #[inline(never)]
    fn new(rate: usize, suffix: u8, input: &'v [&'v [u8]], output: &'v mut [u8]) -> Self {
        // Counted rather than divided: no function that hashes secrets has a division.
        let (mut left, mut absorbed) = (input.iter().map(|part| part.len()).sum::<usize>(), 1);
        while left >= rate {
            (left, absorbed) = (left - rate, absorbed + 1);
        }
        let (mut left, mut steps) = (output.len(), absorbed);
        while left > rate {
            (left, steps) = (left - rate, steps + 1);
        }
        Self { rate, suffix, input, output, absorbed, steps }
    }

    /// Block `index` of the input, padded if it is the last one.
    fn block(&self, index: usize) -> [u8; RATE_256] {
        let mut block = [0; RATE_256];
        let (mut skipped, mut filled) = (index * self.rate, 0);
        for part in self.input {
            let rest = part.get(skipped..).unwrap_or(&[]);
            skipped = skipped.saturating_sub(part.len());
            let taken = rest.len().min(self.rate - filled);
            block[filled..filled + taken].copy_from_slice(&rest[..taken]);
            filled += taken;
        }
        if filled < self.rate {
            block[filled] = self.suffix;
            block[self.rate - 1] |= 0x80;
        }
        block
    }

    /// Adds the block of the step before its permutation to state `lane`.
    ///
    /// Not inlined: there is a [`hash`] for every number of states on every level.
    #[inline(never)]
    fn absorb(&self, states: &mut States, lane: usize, step: usize) {
        if step < self.absorbed {
            let block = self.block(step);
            for (w, word) in block[..self.rate].as_chunks().0.iter().enumerate() {
                states.0[LANES * w + lane] ^= u64::from_le_bytes(*word);
            }
        }
    }

    /// Takes the block of the step after its permutation from state `lane`; not inlined, either.
    #[inline(never)]
    fn squeeze(&mut self, states: &States, lane: usize, step: usize) {
        let Some(index) = (step + 1).checked_sub(self.absorbed) else { return };
        let rest = self.output.get_mut(index * self.rate..).unwrap_or(&mut []);
        let taken = rest.len().min(self.rate);
        let (words, end) = rest[..taken].as_chunks_mut();
        let mut word = lane;
        for bytes in words {
            *bytes = states.0[word].to_le_bytes();
            word += LANES;
        }
        if !end.is_empty() {
            end.copy_from_slice(&states.0[word].to_le_bytes()[..end.len()]);
        }
    }
}

/// Computes up to four hashes side by side.
///
/// Not inlined: every operation of every parameter set has several, and each would be a copy.
#[inline(never)]
pub(crate) fn hash<I: Isa, const S: usize>(isa: I, mut sponges: [Sponge<'_>; S]) {
    const { assert!(S <= LANES, "at most four states side by side") };
    let mut states = States([0; 25 * LANES]);
    let steps = sponges.each_ref().map(|sponge| sponge.steps);
    for step in 0..steps.into_iter().max().unwrap_or(0) {
        for (lane, sponge) in sponges.iter().enumerate() {
            sponge.absorb(&mut states, lane, step);
        }
        permute(isa, &mut states, steps.map(|steps| step < steps));
        for (lane, sponge) in sponges.iter_mut().enumerate() {
            sponge.squeeze(&states, lane, step);
        }
    }
}

/// Permutes the states that are in use; the others may be permuted, too.
#[inline(always)]
fn permute<I: Isa, const S: usize>(isa: I, states: &mut States, used: [bool; S]) {
    // With rotations and three-operand logic, vectors are faster even for one state.
    let enough = match I::LEVEL {
        Level::Portable => LANES + 1,
        Level::Avx2 | Level::Vpclmul => 2,
        _ => 1,
    };
    if used.iter().filter(|used| **used).count() >= enough {
        return permute_lanes::<I>(isa, states);
    }
    for lane in (0..S).filter(|lane| used[*lane]) {
        permute_one(states, lane);
    }
}

/// Keccak-f\[1600\] on one lane.
///
/// Not inlined, as [`Sponge::absorb`].
#[inline(never)]
fn permute_one(states: &mut States, lane: usize) {
    let mut state = [0; 25];
    for (w, word) in state.iter_mut().enumerate() {
        *word = states.0[LANES * w + lane];
    }
    keccak::Keccak::new().with_f1600(|permute| permute(&mut state));
    for (w, word) in state.into_iter().enumerate() {
        states.0[LANES * w + lane] = word;
    }
}

/// Keccak-f\[1600\] on all lanes (FIPS 202, section 3.2).
fn permute_lanes<I: Isa>(isa: I, states: &mut States) {
    isa.outline(
        #[inline(always)]
        || {
            let rows = I::Y::rows_mut(&mut states.0).0;
            let mut a = [I::Y::zero(isa); 25];
            for w in 0..25 {
                a[w] = I::Y::load(isa, &rows[w]);
            }
            for constant in &ROUND_CONSTANTS {
                let constant = I::Y::load_part(isa, &[*constant; LANES]);
                round::<I>(&mut a, constant);
            }
            for w in 0..25 {
                a[w].store(&mut rows[w]);
            }
        },
    );
}

#[inline(always)]
fn round<I: Isa>(a: &mut [I::Y; 25], constant: I::Y) {
    // θ
    let mut c = [a[0]; 5];
    for x in 0..5 {
        c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    }
    let mut d = c;
    for x in 0..5 {
        d[x] = c[NEXT[x + 3]] ^ rotated::<I>(c[NEXT[x]], 1);
    }
    // ρ and π
    let mut b = *a;
    for x in 0..5 {
        for y in 0..5 {
            b[PLACES[x + 5 * y]] = rotated::<I>(a[x + 5 * y] ^ d[x], OFFSETS[x + 5 * y]);
        }
    }
    // χ
    for y in 0..5 {
        for x in 0..5 {
            let (next, after) = (b[NEXT[x] + 5 * y], b[NEXT[x + 1] + 5 * y]);
            a[x + 5 * y] = b[x + 5 * y] ^ after ^ next.and(after);
        }
    }
    // ι
    a[0] ^= constant;
}

#[inline(always)]
fn rotated<I: Isa>(v: I::Y, by: u32) -> I::Y {
    if by == 0 { v } else { v.shl(by) ^ v.shr(64 - by) }
}

/// x + 1 modulo 5.
const NEXT: [usize; 8] = [1, 2, 3, 4, 0, 1, 2, 3];

/// Where π takes (x, y) (FIPS 202, section 3.2.3), at x + 5y.
const PLACES: [usize; 25] = {
    let mut places = [0; 25];
    let mut i = 0;
    while i < 25 {
        let (x, y) = (i % 5, i / 5);
        places[i] = y + 5 * ((2 * x + 3 * y) % 5);
        i += 1;
    }
    places
};

/// The offsets of ρ (FIPS 202, section 3.2.2), that of (x, y) at x + 5y.
const OFFSETS: [u32; 25] = {
    let mut offsets = [0; 25];
    let (mut x, mut y, mut t) = (1, 0, 0);
    while t < 24 {
        offsets[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
        (x, y) = (y, (2 * x + 3 * y) % 5);
        t += 1;
    }
    offsets
};

/// The constants of ι (FIPS 202, section 3.2.5).
const ROUND_CONSTANTS: [u64; 24] = {
    let mut constants = [0; 24];
    let (mut round, mut register) = (0, 1_u32);
    while round < 24 {
        let mut j = 0;
        while j < 7 {
            constants[round] |= ((register & 1) as u64) << ((1 << j) - 1);
            register = (register << 1) ^ ((register >> 7) * 0x171);
            j += 1;
        }
        round += 1;
    }
    constants
};
