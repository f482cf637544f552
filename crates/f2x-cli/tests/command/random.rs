//! Random operands, and the remainders that tell a right product from a wrong one.

/// The generator SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A polynomial of exactly so many bits.
    pub(crate) fn poly(&mut self, bits: usize) -> Vec<u64> {
        let mut words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| self.word()).collect();
        let top = (bits - 1) % 64;
        let last = words.last_mut().unwrap();
        *last = *last & (u64::MAX >> (63 - top)) | 1 << top;
        words
    }
}

/// Hexadecimal digits of some words, with leading zeros.
pub(crate) fn hex(words: &[u64]) -> String {
    words.iter().rev().map(|word| format!("{word:016x}")).collect()
}

/// The words of hexadecimal digits with 0x in front, by the standard library.
pub(crate) fn words(hex: &str) -> Vec<u64> {
    let digits = hex.trim_end().strip_prefix("0x").unwrap().as_bytes();
    digits
        .rchunks(16)
        .map(|word| u64::from_str_radix(std::str::from_utf8(word).unwrap(), 16).unwrap())
        .collect()
}

/// Words without the zeros at the end.
pub(crate) fn trimmed(words: &[u64]) -> &[u64] {
    &words[..words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1)]
}

/// The remainder modulo x^64 + `modulus`, one bit after the other.
pub(crate) fn remainder(words: &[u64], modulus: u64) -> u64 {
    let bits = words.iter().rev().flat_map(|word| (0..64).rev().map(move |i| word >> i & 1));
    bits.fold(0, |rest, bit| times_x(rest, modulus) ^ bit)
}

/// a · b modulo x^64 + `modulus`.
pub(crate) fn mul_mod(a: u64, b: u64, modulus: u64) -> u64 {
    (0..64).rev().fold(0, |sum, i| times_x(sum, modulus) ^ (a * (b >> i & 1)))
}

fn times_x(a: u64, modulus: u64) -> u64 {
    (a << 1) ^ (modulus * (a >> 63))
}
