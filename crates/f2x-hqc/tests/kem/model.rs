//! The scheme once more, by the specification and as slow as it is plain: bits in a vector, table-free
//! field arithmetic bit by bit, and the textbook decoder. None of it is shared with the crate.

use crate::random::Random;
use sha3::{Digest, Sha3_256, Sha3_512};
use shake::{ExtendableOutput, Shake256, Update, XofReader};

/// A parameter set in the specification's names.
#[derive(Clone, Copy)]
pub(crate) struct Model {
    pub(crate) n: usize,
    pub(crate) n1: usize,
    pub(crate) copies: usize,
    pub(crate) k: usize,
    pub(crate) delta: usize,
    pub(crate) w: usize,
    pub(crate) we: usize,
}

pub(crate) const HQC1: Model =
    Model { n: 17669, n1: 46, copies: 3, k: 16, delta: 15, w: 66, we: 75 };
pub(crate) const HQC3: Model =
    Model { n: 35851, n1: 56, copies: 5, k: 24, delta: 16, w: 100, we: 114 };
pub(crate) const HQC5: Model =
    Model { n: 57637, n1: 90, copies: 5, k: 32, delta: 29, w: 131, we: 149 };

fn xof(seed: &[u8]) -> impl XofReader {
    let mut shake = Shake256::default();
    shake.update(seed);
    shake.update(&[1]);
    shake.finalize_xof()
}

pub(crate) fn bits(bytes: &[u8], count: usize) -> Vec<bool> {
    (0..count).map(|i| bytes[i / 8] >> (i % 8) & 1 == 1).collect()
}

fn gf_times(a: u8, b: u8) -> u8 {
    let mut product = 0_u32;
    for i in 0..8 {
        if b >> i & 1 == 1 {
            product ^= u32::from(a) << i;
        }
    }
    for i in (8..15).rev() {
        if product >> i & 1 == 1 {
            product ^= 0x11d << (i - 8);
        }
    }
    product as u8
}

fn gf_power(a: u8, exponent: usize) -> u8 {
    (0..exponent).fold(1, |power, _| gf_times(power, a))
}

fn value(polynomial: &[u8], at: u8) -> u8 {
    polynomial.iter().rev().fold(0, |sum, coefficient| gf_times(sum, at) ^ coefficient)
}

impl Model {
    pub(crate) fn nb(&self) -> usize {
        self.n.div_ceil(8)
    }

    pub(crate) fn vb(&self) -> usize {
        16 * self.copies * self.n1
    }

    /// The rejection key.
    pub(crate) fn rejected(&self, dk: &[u8], ct: &[u8]) -> [u8; 32] {
        let ek = &dk[..32 + self.nb()];
        let sigma = &dk[64 + self.nb()..][..self.k];
        let key_hash = Sha3_256::new().chain_update(ek).chain_update([1]).finalize();
        let mut j = Sha3_256::new();
        Digest::update(&mut j, key_hash);
        for part in [sigma, ct, &[3]] {
            Digest::update(&mut j, part);
        }
        j.finalize().into()
    }

    /// What decapsulation gives, by decrypting and encrypting again.
    pub(crate) fn decapsulate(&self, dk: &[u8], ct: &[u8]) -> [u8; 32] {
        let ek = &dk[..32 + self.nb()];
        let (u, v) = ct[..self.nb() + self.vb()].split_at(self.nb());
        let salt = &ct[self.nb() + self.vb()..];
        let message = self.decrypt(&dk[32 + self.nb()..][..32], u, v);
        let key_hash = Sha3_256::new().chain_update(ek).chain_update([1]).finalize();
        let derived = Sha3_512::new()
            .chain_update(key_hash)
            .chain_update(&message)
            .chain_update(salt)
            .chain_update([0])
            .finalize();
        let (again_u, again_v) = self.encrypt(ek, &message, &derived[32..]);
        if again_u == u && again_v == v {
            derived[..32].try_into().unwrap()
        } else {
            self.rejected(dk, ct)
        }
    }

    fn encrypt(&self, ek: &[u8], message: &[u8], theta: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let mut h = vec![0; self.nb()];
        xof(&ek[..32]).read(&mut h);
        let (h, s) = (bits(&h, self.n), bits(&ek[32..], self.n));
        let mut stream = xof(theta);
        let [r2, e, r1] = [0; 3].map(|_: u8| self.sample(&mut stream));
        let mut u = self.sparse_product(&r2, &h);
        let mut v = self.sparse_product(&r2, &s);
        r1.iter().for_each(|i| u[*i] ^= true);
        e.iter().for_each(|i| v[*i] ^= true);
        v.truncate(8 * self.vb());
        for (place, symbol) in self.rs_encode(message).into_iter().enumerate() {
            for (i, bit) in self.rm_codeword(symbol).into_iter().enumerate() {
                v[128 * self.copies * place + i] ^= bit;
            }
        }
        let packed = |bits: &[bool], bytes: usize| {
            let mut packed = vec![0; bytes];
            bits.iter().enumerate().for_each(|(i, bit)| packed[i / 8] |= u8::from(*bit) << (i % 8));
            packed
        };
        (packed(&u, self.nb()), packed(&v, self.vb()))
    }

    fn decrypt(&self, seed_dk: &[u8], u: &[u8], v: &[u8]) -> Vec<u8> {
        let mut stream = xof(seed_dk);
        let bound = (1 << 24) / self.n * self.n;
        let mut y = Vec::new();
        while y.len() < self.w {
            let mut bytes = [0; 3];
            stream.read(&mut bytes);
            let c = usize::from(bytes[0])
                + (usize::from(bytes[1]) << 8)
                + (usize::from(bytes[2]) << 16);
            if c < bound && !y.contains(&(c % self.n)) {
                y.push(c % self.n);
            }
        }
        let noise = self.sparse_product(&y, &bits(u, self.n));
        let word: Vec<bool> =
            bits(v, 8 * self.vb()).iter().zip(noise).map(|(v, noise)| v ^ noise).collect();
        self.decode(&word)
    }

    fn sample(&self, stream: &mut impl XofReader) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.we)
            .map(|i| {
                let mut bytes = [0; 4];
                stream.read(&mut bytes);
                let z = u64::from(u32::from_le_bytes(bytes));
                i + ((z * (self.n - i) as u64) >> 32) as usize
            })
            .collect();
        for i in (0..self.we).rev() {
            if places[i + 1..].contains(&places[i]) {
                places[i] = i;
            }
        }
        places
    }

    fn sparse_product(&self, support: &[usize], dense: &[bool]) -> Vec<bool> {
        let mut product = vec![false; self.n];
        for place in support {
            for (i, bit) in dense.iter().enumerate() {
                product[(i + place) % self.n] ^= bit;
            }
        }
        product
    }

    pub(crate) fn rs_encode(&self, message: &[u8]) -> Vec<u8> {
        let mut g = vec![1];
        for i in 1..=2 * self.delta {
            let root = gf_power(2, i);
            g.push(0);
            for j in (0..g.len()).rev() {
                g[j] = gf_times(g[j], root) ^ if j > 0 { g[j - 1] } else { 0 };
            }
        }
        let mut state = vec![0; 2 * self.delta];
        for symbol in message.iter().rev() {
            let f = symbol ^ state[2 * self.delta - 1];
            for j in (0..2 * self.delta).rev() {
                state[j] = gf_times(f, g[j]) ^ if j > 0 { state[j - 1] } else { 0 };
            }
        }
        [state, message.to_vec()].concat()
    }

    pub(crate) fn rm_codeword(&self, symbol: u8) -> Vec<bool> {
        (0..128 * self.copies)
            .map(|i| (symbol >> 7 ^ (symbol & (i % 128) as u8 & 127).count_ones() as u8) & 1 == 1)
            .collect()
    }

    /// The codeword that agrees at most places; of several, that of the least index.
    fn rm_decode(&self, block: &[bool]) -> u8 {
        let agreement =
            |symbol: u8| self.rm_codeword(symbol).iter().zip(block).filter(|(a, b)| a == b).count();
        let order = (0..128).flat_map(|index| [index, index + 128]);
        let mut best = (0, 0);
        for symbol in order {
            let agreement = agreement(symbol);
            if agreement > best.0 {
                best = (agreement, symbol);
            }
        }
        best.1
    }

    fn decode(&self, word: &[bool]) -> Vec<u8> {
        let symbols: Vec<u8> =
            word.chunks(128 * self.copies).map(|block| self.rm_decode(block)).collect();
        self.rs_decode(&symbols)
    }

    /// By the iteration of Berlekamp and Massey with inversions, and Forney's formula.
    fn rs_decode(&self, received: &[u8]) -> Vec<u8> {
        let inverse = |a| gf_power(a, 254);
        let syndromes: Vec<u8> =
            (1..=2 * self.delta).map(|i| value(received, gf_power(2, i))).collect();
        let (mut lambda, mut previous) = (vec![1], vec![1]);
        let (mut length, mut gap, mut last) = (0, 1, 1);
        for round in 0..2 * self.delta {
            let d = (0..=length.min(lambda.len() - 1))
                .fold(0, |d, i| d ^ gf_times(lambda[i], syndromes[round - i]));
            if d == 0 {
                gap += 1;
                continue;
            }
            let factor = gf_times(d, inverse(last));
            let mut next = lambda.clone();
            next.resize(next.len().max(previous.len() + gap), 0);
            for (i, coefficient) in previous.iter().enumerate() {
                next[i + gap] ^= gf_times(factor, *coefficient);
            }
            if 2 * length <= round {
                (previous, length, last, gap) = (lambda, round + 1 - length, d, 1);
            } else {
                gap += 1;
            }
            lambda = next;
        }
        let omega: Vec<u8> = (0..self.delta)
            .map(|j| {
                (0..=j.min(lambda.len() - 1))
                    .fold(0, |sum, i| sum ^ gf_times(lambda[i], syndromes[j - i]))
            })
            .collect();
        let derivative: Vec<u8> =
            (1..lambda.len()).map(|i| if i % 2 == 1 { lambda[i] } else { 0 }).collect();
        (2 * self.delta..self.n1)
            .map(|place| {
                let z = gf_power(2, 255 - place);
                let error = if value(&lambda, z) == 0 {
                    gf_times(value(&omega, z), inverse(value(&derivative, z)))
                } else {
                    0
                };
                received[place] ^ error
            })
            .collect()
    }

    /// `ct` with the codeword of a symbol added to a block of v, which makes one wrong symbol.
    pub(crate) fn with_symbol_error(&self, ct: &mut [u8], place: usize, error: u8) {
        for (i, bit) in self.rm_codeword(error).into_iter().enumerate() {
            let bit_index = 128 * self.copies * place + i;
            ct[self.nb() + bit_index / 8] ^= u8::from(bit) << (bit_index % 8);
        }
    }

    /// Different places of a codeword, and an error for each.
    pub(crate) fn random_errors(&self, random: &mut Random, count: usize) -> Vec<(usize, u8)> {
        let mut errors: Vec<(usize, u8)> = Vec::new();
        while errors.len() < count {
            let place = random.below(self.n1);
            if errors.iter().all(|(other, _)| *other != place) {
                errors.push((place, 1 + random.below(255) as u8));
            }
        }
        errors
    }
}
