//! Kinds of x86-64 instructions, by their bytes.
//!
//! What the papers count are vector instructions: an opcode in one of three maps, after a legacy, VEX or
//! EVEX prefix (Intel's manual, volume 2, sections 2.1 to 2.7). Everything else is one kind here.

use std::ops::{AddAssign, Sub};

/// What an instruction does, as far as the papers tell kinds apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Kind {
    /// PCLMULQDQ and VPCLMULQDQ.
    Clmul,
    /// Exclusive-ors of vectors, those of three operands included.
    Xor,
    /// The same under a mask.
    MaskedXor,
    /// A register's exclusive-or with itself, which is how it is cleared.
    Zero,
    And,
    Broadcast,
    /// Permutations of quadwords by an immediate.
    Permutex,
    /// Permutations of a vector by another one.
    Permutexvar,
    /// Permutations of two vectors by another one.
    Permutex2var,
    Alignr,
    Unpacklo,
    Unpackhi,
    /// Permutations within lanes and shifts by bytes.
    Shuffle,
    /// Permutations, insertions and extractions of lanes.
    Lane,
    Load,
    Store,
    Move,
    /// Other vector instructions.
    OtherVector,
    /// Everything else: general registers, jumps, calls.
    General,
}

impl Kind {
    pub(in super::super) const ALL: [Self; 19] = [
        Self::Clmul,
        Self::Xor,
        Self::MaskedXor,
        Self::Zero,
        Self::And,
        Self::Broadcast,
        Self::Permutex,
        Self::Permutexvar,
        Self::Permutex2var,
        Self::Alignr,
        Self::Unpacklo,
        Self::Unpackhi,
        Self::Shuffle,
        Self::Lane,
        Self::Load,
        Self::Store,
        Self::Move,
        Self::OtherVector,
        Self::General,
    ];
}

/// A number for each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Kinds([u64; Kind::ALL.len()]);

impl Kinds {
    pub(super) fn add(&mut self, kind: Kind) {
        self.0[kind as usize] += 1;
    }

    pub(in super::super) fn get(&self, kind: Kind) -> u64 {
        self.0[kind as usize]
    }

    pub(in super::super) fn sum(&self, kinds: &[Kind]) -> u64 {
        kinds.iter().map(|kind| self.get(*kind)).sum()
    }
}

impl Sub for Kinds {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        for (count, other) in self.0.iter_mut().zip(other.0) {
            *count = count.saturating_sub(other);
        }
        self
    }
}

impl AddAssign for Kinds {
    fn add_assign(&mut self, other: Self) {
        for (count, other) in self.0.iter_mut().zip(other.0) {
            *count += other;
        }
    }
}

/// What is known about an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    pub(super) kind: Kind,
    pub(super) is_call: bool,
    /// A string instruction, which stops after every repetition but is one.
    pub(super) is_repeated: bool,
}

/// The longest instruction.
pub(super) const LONGEST: usize = 15;

/// A vector instruction's opcode and what its prefixes say.
struct Opcode<'b> {
    /// 1, 2, 3 for 0F, 0F38, 0F3A.
    map: u8,
    /// The mandatory prefix: none, 66, F3, F2.
    prefix: u8,
    opcode: u8,
    is_masked: bool,
    /// The first operand register of three, without its extension bits.
    vvvv: u8,
    /// ModRM and what follows.
    rest: &'b [u8],
}

/// The instruction that `bytes` begin with, [`LONGEST`] of them or as many as there are.
pub(super) fn decode(bytes: &[u8]) -> Instruction {
    let general = |is_call, is_repeated| Instruction { kind: Kind::General, is_call, is_repeated };
    let (mut prefix, mut is_repeated) = (0, false);
    let mut rest = bytes;
    while let [byte, after @ ..] = rest {
        match byte {
            0x66 if prefix == 0 => prefix = 1,
            0xf3 => (prefix, is_repeated) = (2, true),
            0xf2 => (prefix, is_repeated) = (3, true),
            0x66 | 0x2e | 0x36 | 0x3e | 0x26 | 0x64 | 0x65 | 0x67 => {}
            _ => break,
        }
        rest = after;
    }
    if let [0x40..=0x4f, after @ ..] = rest {
        rest = after;
    }
    match *rest {
        [0xe8, ..] => return general(true, false),
        // Group 5 with /2.
        [0xff, modrm, ..] if modrm >> 3 & 7 == 2 => return general(true, false),
        [0xa4 | 0xa5 | 0xaa | 0xab, ..] => return general(false, is_repeated),
        _ => {}
    }
    let vector = |kind| Instruction { kind, is_call: false, is_repeated: false };
    let vex = |map: u8, prefix: u8, opcode, vvvv: u8, is_masked, rest| {
        vector(kind(&Opcode { map, prefix, opcode, is_masked, vvvv: vvvv & 7, rest }))
    };
    match rest {
        [0xc5, p, opcode, rest @ ..] => vex(1, p & 3, *opcode, !p >> 3 & 15, false, rest),
        [0xc4, p, q, opcode, rest @ ..] => vex(p & 31, q & 3, *opcode, !q >> 3 & 15, false, rest),
        [0x62, p, q, r, opcode, rest @ ..] => {
            vex(p & 7, q & 3, *opcode, !q >> 3 & 15, r & 7 != 0, rest)
        }
        [0x0f, 0x38, opcode, rest @ ..] => legacy(2, prefix, *opcode, rest),
        [0x0f, 0x3a, opcode, rest @ ..] => legacy(3, prefix, *opcode, rest),
        [0x0f, opcode, rest @ ..] => legacy(1, prefix, *opcode, rest),
        _ => general(false, false),
    }
}

/// An instruction without VEX, whose first operand is its destination.
fn legacy(map: u8, prefix: u8, opcode: u8, rest: &[u8]) -> Instruction {
    let vvvv = rest.first().map_or(0, |modrm| modrm >> 3 & 7);
    let kind = kind(&Opcode { map, prefix, opcode, is_masked: false, vvvv, rest });
    // The maps have instructions of general registers, too: jumps, conditional moves, bit scans.
    let kind = if kind == Kind::OtherVector { Kind::General } else { kind };
    Instruction { kind, is_call: false, is_repeated: false }
}

fn kind(opcode: &Opcode<'_>) -> Kind {
    let modrm = opcode.rest.first().copied().unwrap_or(0);
    let in_memory = modrm < 0xc0;
    let load = if in_memory { Kind::Load } else { Kind::Move };
    let store = if in_memory { Kind::Store } else { Kind::Move };
    match (opcode.map, opcode.opcode) {
        (1, 0x57 | 0xef) if opcode.is_masked => Kind::MaskedXor,
        (1, 0x57 | 0xef) if !in_memory && modrm & 7 == opcode.vvvv => Kind::Zero,
        (1, 0x57 | 0xef) => Kind::Xor,
        (3, 0x25) => {
            if opcode.is_masked {
                Kind::MaskedXor
            } else {
                Kind::Xor
            }
        }
        (3, 0x44) => Kind::Clmul,
        (1, 0x54 | 0xdb) => Kind::And,
        (2, 0x18..=0x1b | 0x58..=0x5b | 0x78 | 0x79) => Kind::Broadcast,
        (3, 0x00 | 0x01) => Kind::Permutex,
        (2, 0x16 | 0x36 | 0x8d) => Kind::Permutexvar,
        (2, 0x75..=0x77 | 0x7d..=0x7f) => Kind::Permutex2var,
        (3, 0x03 | 0x0f) => Kind::Alignr,
        (1, 0x14 | 0x6c) => Kind::Unpacklo,
        (1, 0x15 | 0x6d) => Kind::Unpackhi,
        (1, 0x12 | 0x16) if opcode.prefix >= 2 => Kind::Shuffle,
        (1, 0x12 | 0x16) => load,
        (1, 0x13 | 0x17) => store,
        (1, 0x70 | 0xc6) | (2, 0x00) | (3, 0x04 | 0x05) => Kind::Shuffle,
        // Group 14 with /3 and /7, shifts by bytes.
        (1, 0x73) if matches!(modrm >> 3 & 7, 3 | 7) => Kind::Shuffle,
        (3, 0x06 | 0x18 | 0x19 | 0x1a | 0x1b | 0x23 | 0x38..=0x3b | 0x43 | 0x46) => Kind::Lane,
        (1, 0x10 | 0x28 | 0x6e) => load,
        (1, 0x6f) if opcode.prefix != 0 => load,
        (1, 0x7e) if opcode.prefix == 2 => load,
        (1, 0x11 | 0x29 | 0xd6) => store,
        (1, 0x7e | 0x7f | 0xe7) if opcode.prefix != 0 => store,
        _ => Kind::OtherVector,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodings from an assembler.
    #[test]
    fn instructions_are_told_by_their_bytes() {
        let cases: [(&[u8], Kind); 24] = [
            // vpclmulqdq zmm0, zmm1, zmm2, 0x11
            (&[0x62, 0xf3, 0x75, 0x48, 0x44, 0xc2, 0x11], Kind::Clmul),
            // vpclmulqdq xmm8, xmm9, [rdi], 0
            (&[0xc4, 0x63, 0x31, 0x44, 0x07, 0x00], Kind::Clmul),
            // pclmulqdq xmm0, xmm1, 0
            (&[0x66, 0x0f, 0x3a, 0x44, 0xc1, 0x00], Kind::Clmul),
            // vpxor ymm0, ymm1, ymm2
            (&[0xc5, 0xf5, 0xef, 0xc2], Kind::Xor),
            // vpxor xmm1, xmm1, xmm1
            (&[0xc5, 0xf1, 0xef, 0xc9], Kind::Zero),
            // pxor xmm1, xmm1
            (&[0x66, 0x0f, 0xef, 0xc9], Kind::Zero),
            // vpxorq zmm0, zmm1, zmm2
            (&[0x62, 0xf1, 0xf5, 0x48, 0xef, 0xc2], Kind::Xor),
            // vpxorq zmm0{k1}, zmm1, zmm2
            (&[0x62, 0xf1, 0xf5, 0x49, 0xef, 0xc2], Kind::MaskedXor),
            // vpternlogq zmm0, zmm1, zmm2, 0x96
            (&[0x62, 0xf3, 0xf5, 0x48, 0x25, 0xc2, 0x96], Kind::Xor),
            // vpermq zmm0, zmm1, 0x4e
            (&[0x62, 0xf3, 0xfd, 0x48, 0x00, 0xc1, 0x4e], Kind::Permutex),
            // vpermq zmm0, zmm1, zmm2
            (&[0x62, 0xf2, 0xf5, 0x48, 0x36, 0xc2], Kind::Permutexvar),
            // vpermt2q zmm0, zmm1, zmm2
            (&[0x62, 0xf2, 0xf5, 0x48, 0x7e, 0xc2], Kind::Permutex2var),
            // vpermi2q zmm0, zmm1, zmm2
            (&[0x62, 0xf2, 0xf5, 0x48, 0x76, 0xc2], Kind::Permutex2var),
            // valignq zmm0, zmm1, zmm2, 3
            (&[0x62, 0xf3, 0xf5, 0x48, 0x03, 0xc2, 0x03], Kind::Alignr),
            // vpunpcklqdq xmm0, xmm1, xmm2
            (&[0xc5, 0xf1, 0x6c, 0xc2], Kind::Unpacklo),
            // vpshufd xmm0, xmm1, 0x4e
            (&[0xc5, 0xf9, 0x70, 0xc1, 0x4e], Kind::Shuffle),
            // vshufi64x2 zmm0, zmm1, zmm2, 0x44
            (&[0x62, 0xf3, 0xf5, 0x48, 0x43, 0xc2, 0x44], Kind::Lane),
            // vbroadcasti64x4 zmm0, [rdi]
            (&[0x62, 0xf2, 0xfd, 0x48, 0x5b, 0x07], Kind::Broadcast),
            // vmovdqu64 zmm0, [rdi]
            (&[0x62, 0xf1, 0xfe, 0x48, 0x6f, 0x07], Kind::Load),
            // vmovdqu [rdi], ymm0
            (&[0xc5, 0xfe, 0x7f, 0x07], Kind::Store),
            // vmovdqa ymm0, ymm1
            (&[0xc5, 0xfd, 0x6f, 0xc1], Kind::Move),
            // vzeroupper
            (&[0xc5, 0xf8, 0x77], Kind::OtherVector),
            // jne +5, in the map of vectors
            (&[0x0f, 0x85, 0x05, 0x00, 0x00, 0x00], Kind::General),
            // add rax, rbx
            (&[0x48, 0x01, 0xd8], Kind::General),
        ];
        for (bytes, kind) in cases {
            assert_eq!(
                decode(bytes),
                Instruction { kind, is_call: false, is_repeated: false },
                "{bytes:x?}"
            );
        }
    }

    #[test]
    fn calls_and_repetitions_are_known() {
        let is_call = |bytes: &[u8]| decode(bytes).is_call;
        assert!(is_call(&[0xe8, 0, 0, 0, 0]));
        // call rax; call [r12+8]; jmp rax
        assert!(is_call(&[0xff, 0xd0]) && is_call(&[0x41, 0xff, 0x54, 0x24, 0x08]));
        assert!(!is_call(&[0xff, 0xe0]));
        // rep movsq; rep stosb; movsq alone
        let is_repeated = |bytes: &[u8]| decode(bytes).is_repeated;
        assert!(is_repeated(&[0xf3, 0x48, 0xa5]) && is_repeated(&[0xf3, 0xaa]));
        assert!(!is_repeated(&[0x48, 0xa5]));
        // Nothing can be said about what is cut off, and nothing fails.
        for cut in 0..6 {
            decode(&[0x62, 0xf1, 0xf5, 0x48, 0xef, 0xc2][..cut]);
        }
    }

    #[test]
    fn kinds_are_in_the_order_of_their_numbers() {
        for (i, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, i);
        }
    }
}
