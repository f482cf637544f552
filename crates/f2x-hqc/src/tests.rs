//! The parts by themselves, against slow ones.

extern crate std;

use crate::gf256::{self, Symbols};
use crate::hash::{Sponge, hash};
use crate::ones::{NOWHERE, add_ones};
use crate::parameters::{Constants, Hqc1, Hqc3, Hqc5, MAX_N1, Parameters};
use crate::reed_muller;
use crate::reed_solomon::{self, Code};
use crate::sample::{ErrorPositions, KeyPositions, LONG_BLOCKS, draw, draw_by_rejection};
use f2x::isa::Isa;
use f2x::{Level, Operation};
use sha3::{Digest, Sha3_256, Sha3_512};
use shake::{ExtendableOutput, Shake256, Update, XofReader};
use std::vec::Vec;
use std::{format, vec};

/// A reader of random bytes.
fn random(name: &str) -> impl FnMut() -> u8 {
    let mut shake = Shake256::default();
    shake.update(name.as_bytes());
    let mut reader = shake.finalize_xof();
    move || {
        let mut byte = [0];
        reader.read(&mut byte);
        byte[0]
    }
}

fn bytes(random: &mut impl FnMut() -> u8, count: usize) -> Vec<u8> {
    (0..count).map(|_| random()).collect()
}

/// Runs an operation on every level that this CPU has.
fn on_levels<O: Operation<Output = ()> + Copy>(operation: O) {
    Level::ALL.into_iter().filter(|level| level.is_available()).for_each(|level| {
        level.dispatch(operation).unwrap();
    });
}

#[test]
fn hashes_are_those_of_the_crates() {
    #[derive(Clone, Copy)]
    struct Hashes;
    impl Operation for Hashes {
        type Output = ();
        fn run<I: Isa>(self, isa: I) {
            let mut random = random("hashes");
            for round in 0..150 {
                let lengths = [round, 3 * round, 137 * (round % 7), round / 2];
                let inputs = lengths.map(|length| bytes(&mut random, length));
                let (mut a, mut b) = ([0; 32], [0; 64]);
                let mut c = vec![0; 7 * round];
                let mut d = vec![0; 900 - round];
                let (head, tail) = inputs[0].split_at(round / 3);
                hash(
                    isa,
                    [
                        Sponge::sha3_256(&[head, tail], &mut a),
                        Sponge::sha3_512(&[&inputs[1]], &mut b),
                        Sponge::shake256(&[&inputs[2]], &mut c),
                        Sponge::shake256(&[&inputs[3], &[7]], &mut d),
                    ],
                );
                assert_eq!(a[..], Sha3_256::digest(&inputs[0])[..]);
                assert_eq!(b[..], Sha3_512::digest(&inputs[1])[..]);
                let shake = |input: &[u8], length| {
                    let mut output = vec![0; length];
                    let mut shake = Shake256::default();
                    shake.update(input);
                    shake.finalize_xof().read(&mut output);
                    output
                };
                assert_eq!(c, shake(&inputs[2], 7 * round));
                assert_eq!(d, shake(&[&inputs[3][..], &[7]].concat(), 900 - round));
                hash(isa, [Sponge::sha3_256(&[&inputs[0]], &mut a)]);
                assert_eq!(a[..], Sha3_256::digest(&inputs[0])[..]);
            }
        }
    }
    on_levels(Hashes);
}

fn symbol(symbols: &Symbols<4>, i: usize) -> u8 {
    let mut bytes = [0; 32];
    symbols.store(&mut bytes);
    bytes[i]
}

#[test]
fn symbols_multiply_and_invert() {
    assert_eq!((gf256::power(8), gf256::power(254), gf256::times(0x53, 0xca)), (0x1d, 0x8e, 0x8f));
    for a in 0..=255 {
        let all = Symbols::<4>::broadcast(a);
        for base in (0..256).step_by(32) {
            let others: Vec<u8> = (base..base + 32).map(|b| b as u8).collect();
            let products = all.times(&Symbols::load(&others));
            for (i, b) in others.iter().enumerate() {
                assert_eq!(symbol(&products, i), gf256::times(a, *b));
            }
        }
        let inverse = symbol(&all.inverse(), 31);
        assert_eq!(gf256::times(a, inverse), u8::from(a != 0));
        assert_eq!(symbol(&all.is_zero(), 5), if a == 0 { 0xff } else { 0 });
    }
}

/// The decoder of the specification (section 3.4.3 and the iteration without inversions), symbol by
/// symbol; it is defined for any number of errors.
fn decode_slowly<P: Parameters>(received: &[u8]) -> Vec<u8> {
    use gf256::{power, times};
    let delta = P::DELTA;
    let value = |polynomial: &[u8], at: u8| {
        polynomial.iter().rev().fold(0, |sum, coefficient| times(sum, at) ^ coefficient)
    };
    let mut s = vec![0];
    s.extend((1..=2 * delta).map(|i| value(received, power(i))));
    let (mut lambda, mut b) = (vec![0; delta + 1], vec![0; delta + 1]);
    (lambda[0], b[1]) = (1, 1);
    let (mut length, mut scale) = (0, 1);
    for round in 1..=2 * delta {
        let d = (0..=delta.min(round - 1)).fold(0, |d, i| d ^ times(lambda[i], s[round - i]));
        let next: Vec<u8> =
            lambda.iter().zip(&b).map(|(l, b)| times(scale, *l) ^ times(d, *b)).collect();
        if d != 0 && 2 * length < round {
            (b, scale, length) = (lambda, d, round - length);
        }
        b.rotate_right(1);
        b[0] = 0;
        lambda = next;
    }
    let omega: Vec<u8> = (0..delta)
        .map(|j| (0..=j).fold(0, |sum, i| sum ^ times(lambda[i], s[j - i + 1])))
        .collect();
    let derivative: Vec<u8> = (1..=delta).map(|i| if i % 2 == 1 { lambda[i] } else { 0 }).collect();
    (2 * delta..P::N1)
        .map(|place| {
            let z = power(255 - place);
            let mut inverse = 1;
            (0..254).for_each(|_| inverse = times(inverse, value(&derivative, z)));
            let error = times(value(&omega, z), inverse);
            received[place] ^ if value(&lambda, z) == 0 { error } else { 0 }
        })
        .collect()
}

fn outer_code<P: Parameters>(parity: &str) {
    let counting: Vec<u8> = (0..P::K as u8).collect();
    let word = reed_solomon::encode::<P>(&counting);
    let hex: Vec<_> = word[..2 * P::DELTA].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex.concat(), parity);

    let mut random = random(P::NAME);
    for errors in (0..=P::DELTA + 6).cycle().take(4 * (P::DELTA + 7)).chain([P::N1; 20]) {
        let message = bytes(&mut random, P::K);
        let mut word = reed_solomon::encode::<P>(&message);
        let mut places: Vec<usize> = (0..P::N1).collect();
        for i in 0..errors {
            let other = i + usize::from(random()) % (P::N1 - i);
            places.swap(i, other);
            word[places[i]] ^= random() | 1;
        }
        let decoded = reed_solomon::decode(&Code::of::<P>(), &word);
        assert_eq!(decoded[..P::K], decode_slowly::<P>(&word[..P::N1]), "{errors} errors");
        if errors <= P::DELTA {
            assert_eq!(decoded[..P::K], message, "{errors} errors");
        }
    }
}

#[test]
fn the_outer_code_corrects_and_does_what_the_specification_says_beyond() {
    outer_code::<Hqc1>("2fc3a689f1c339ad73f21c3915e1df64fb8e7630dfa921b4e7b9545acad4");
    outer_code::<Hqc3>("c6ace9b58dc285736aca0d04aca05173b92ff1f25e79f2604fbc93929192b1d5");
    outer_code::<Hqc5>(
        "36924813beb0f24858f99fea216f78b2b184098fb8472aa05fe9656c6f179d75\
         c28ba0143946938a6f18ae3e460631732b00b0c962e01d3f624a",
    );
}

/// Bit i of a codeword.
fn inner_bit(symbol: u8, i: usize) -> bool {
    (symbol >> 7) as u32 % 2 != (symbol & (i % 128) as u8 & 127).count_ones() % 2
}

/// The first symbol in the order 0, 128, 1, 129, … whose codeword agrees with a block at most places.
fn nearest<P: Parameters>(block: &[u64]) -> u8 {
    let mut best = (0, 0);
    for index in 0..128 {
        for symbol in [index, index | 128] {
            let agrees = |i: &usize| inner_bit(symbol, *i) == (block[i / 64] >> (i % 64) & 1 == 1);
            let agreement = (0..128 * P::COPIES).filter(agrees).count();
            if agreement > best.0 {
                best = (agreement, symbol);
            }
        }
    }
    best.1
}

fn inner_code<P: Parameters>() {
    let mut random = random(P::NAME);
    // From no noise to nothing but noise.
    for strength in 0..12 {
        let symbols = bytes(&mut random, P::N1);
        let words = &mut vec![0; P::CODE_WORDS][..];
        reed_muller::add_codewords::<P>(&symbols, words);
        for (place, block) in words.chunks(2 * P::COPIES).enumerate() {
            for i in 0..128 * P::COPIES {
                assert_eq!(block[i / 64] >> (i % 64) & 1 == 1, inner_bit(symbols[place], i));
            }
        }
        for i in 0..64 * P::CODE_WORDS {
            let noisy = usize::from(random()) < 12 * strength;
            words[i / 64] ^= u64::from(noisy) << (i % 64);
        }
        let decoded = reed_muller::decode(P::COPIES, words);
        for (place, block) in words.chunks(2 * P::COPIES).enumerate() {
            assert_eq!(decoded[place], nearest::<P>(block));
        }
        assert!(strength > 3 || decoded[..P::N1] == symbols[..]);
    }
    // Four entries of the transform are equal in these.
    for (low, high, symbol) in [(0xaa, 0x00, 0x00), (0xaa, 0xff, 0x80), (0x66, 0xcc, 0x02)] {
        let words = &mut vec![0; P::CODE_WORDS][..];
        for pair in words.as_chunks_mut::<2>().0 {
            *pair = [u64::from_le_bytes([low; 8]), u64::from_le_bytes([high; 8])];
        }
        assert_eq!(reed_muller::decode(P::COPIES, words)[..P::N1], [symbol; MAX_N1][..P::N1]);
    }
}

#[test]
fn the_inner_code_decodes_to_the_nearest_codeword() {
    inner_code::<Hqc1>();
    inner_code::<Hqc3>();
    inner_code::<Hqc5>();
}

/// Positions by the words of the specification.
fn rejected_slowly<P: Parameters>(bytes: &[u8], first: usize) -> Option<(Vec<u32>, usize)> {
    let mut positions = Vec::new();
    let bound = (1 << 24) / P::N * P::N;
    for (i, bytes) in bytes.chunks_exact(3).enumerate().skip(first) {
        let c = bytes.iter().rev().fold(0, |c, byte| c << 8 | usize::from(*byte));
        let position = (c % P::N) as u32;
        if c < bound && !positions.contains(&position) {
            positions.push(position);
        }
        if positions.len() == P::WEIGHT {
            return Some((positions, i + 1));
        }
    }
    None
}

fn positions_of<P: Parameters>() {
    let mut random = random(P::NAME);
    let inside = |positions: &[u16]| -> Vec<u32> {
        positions.iter().filter(|p| usize::from(**p) < P::N).map(|p| u32::from(*p)).collect()
    };
    for round in 0..60 {
        let mut stream = bytes(&mut random, LONG_BLOCKS * 136);
        // Out of bounds, at the bound, just below it, and repeated ones.
        let bound = ((1 << 24) / P::N * P::N) as u32;
        for (i, c) in
            [0xff_ffff, bound, bound - 1, bound - 1, 5, 5 + P::N as u32].iter().enumerate()
        {
            let at = 3 * (round * 7 % 40 + 2 * i);
            stream[at..at + 3].copy_from_slice(&c.to_le_bytes()[..3]);
        }
        // So many repetitions that one group more is needed.
        if round % 5 == 4 {
            stream.copy_within(30..120, 120);
        }
        let first = round % 3 * P::WEIGHT / 2;
        let mut positions: KeyPositions = [NOWHERE; _];
        let next = draw_by_rejection::<P>(&stream, first, &mut positions);
        let (expected, end) = rejected_slowly::<P>(&stream, first).unwrap();
        assert_eq!(next, Some(end));
        assert_eq!(inside(&positions[..end - first]), expected);
        assert_eq!(inside(&positions[end - first..]), []);
        let short = &stream[..3 * (end - 1)];
        assert_eq!(draw_by_rejection::<P>(short, first, &mut positions), None);

        let draws = [0, 1, 2].map(|kind| {
            let mut stream = bytes(&mut random, 4 * P::ERROR_WEIGHT);
            for (i, z) in stream.chunks_mut(4).enumerate().filter(|_| kind > 0) {
                // A position that is at most 15 places on: many are repeated, and replaced ones drawn.
                let distance = u64::from(z[0]) % (if kind == 1 { 16 } else { 3 });
                let least = (distance << 32).div_ceil((P::N - i) as u64);
                z.copy_from_slice(&(least as u32).to_le_bytes());
            }
            stream
        });
        let mut positions: [ErrorPositions; 3] = [[0; _]; 3];
        draw::<P, 3>(draws.each_ref().map(|stream| &stream[..]), &mut positions);
        for (stream, positions) in draws.iter().zip(&positions) {
            let mut found = inside(&positions[..P::ERROR_WEIGHT]);
            found.reverse();
            assert_eq!(found, drawn_slowly::<P>(stream));
            assert_eq!(inside(&positions[P::ERROR_WEIGHT..]), []);
        }
    }
}

/// Positions of an error by the words of the specification.
fn drawn_slowly<P: Parameters>(stream: &[u8]) -> Vec<u32> {
    let integers = stream.as_chunks().0.iter().map(|z| u64::from(u32::from_le_bytes(*z)));
    let mut positions: Vec<u32> = integers
        .zip(0..)
        .map(|(z, i)| i + ((z * (P::N as u64 - u64::from(i))) >> 32) as u32)
        .collect();
    for i in (0..P::ERROR_WEIGHT).rev() {
        if positions[i + 1..].contains(&positions[i]) {
            positions[i] = i as u32;
        }
    }
    positions
}

#[test]
fn positions_are_those_of_the_specification() {
    positions_of::<Hqc1>();
    positions_of::<Hqc3>();
    positions_of::<Hqc5>();
}

#[test]
fn ones_are_added_at_every_position() {
    #[derive(Clone, Copy)]
    struct Ones;
    impl Operation for Ones {
        type Output = ();
        fn run<I: Isa>(self, isa: I) {
            let mut words = [0; 901];
            for position in 0..Hqc5::N as u16 {
                add_ones(isa, &mut words, &[NOWHERE, position]);
                if position % 97 == 0 || usize::from(position) == Hqc5::N - 1 {
                    let set: u32 = words.iter().map(|word| word.count_ones()).sum();
                    assert_eq!(set, u32::from(position) + 1);
                    assert_eq!(words[usize::from(position) / 64] >> (position % 64), 1);
                }
            }
            // Many at once; those that come twice vanish.
            let mut random = random("ones");
            for count in [1, 7, 8, 9, 131, 149, 160, 161, 352] {
                let (mut words, mut expected) = ([0; 561], [0; 561]);
                let positions: Vec<u16> = (0..count)
                    .map(|_| u16::from_le_bytes([random(), random()]) % (64 * 561))
                    .collect();
                for position in &positions {
                    expected[usize::from(position / 64)] ^= 1_u64 << (position % 64);
                }
                add_ones(isa, &mut words, &positions);
                assert_eq!(words, expected, "{count}");
            }
        }
    }
    on_levels(Ones);
}
