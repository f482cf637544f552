//! Bytes and words.

use crate::oracle::{Random, mapped};
use f2x::ring::{Cyclic, EncodingError};

fn test<const N: usize, const W: usize>() {
    let bytes_of = |a: &Cyclic<N, W>| {
        let mut bytes = vec![0xaa; N.div_ceil(8)];
        a.to_le_bytes(&mut bytes).expect("as many bytes as an element has");
        bytes
    };
    let mut random = Random::new(N as u64);
    for _ in 0..20 {
        let a = random.element::<N, W>();
        assert_eq!(Cyclic::from_le_bytes(&bytes_of(&a)), Ok(a.clone()));
        assert_eq!(Cyclic::try_from(<[u64; W]>::from(a.clone())), Ok(a));
    }
    for i in (0..N).step_by(1 + N / 500).chain([N - 1]) {
        let bytes = bytes_of(&mapped(&Cyclic::ONE, |_| i));
        let expected = |j| if j == i / 8 { 1 << (i % 8) } else { 0 };
        assert!(bytes.iter().enumerate().all(|(j, byte)| *byte == expected(j)), "{N}: {i}");
    }
    for length in [0, N.div_ceil(8) - 1, N.div_ceil(8) + 1] {
        let error = EncodingError::Length { expected: N.div_ceil(8), found: length };
        assert_eq!(Cyclic::<N, W>::from_le_bytes(&vec![0; length]), Err(error));
        assert_eq!(Cyclic::<N, W>::ONE.to_le_bytes(&mut vec![0; length]), Err(error));
    }
    // Every padding bit, alone and with all above it.
    for bit in N..8 * N.div_ceil(8) {
        for last in [1_u8 << (bit % 8), u8::MAX << (bit % 8)] {
            let mut bytes = vec![0xff; N.div_ceil(8)];
            *bytes.last_mut().unwrap() = last;
            let error = EncodingError::Padding { bits: N, bit };
            assert_eq!(Cyclic::<N, W>::from_le_bytes(&bytes), Err(error));
        }
    }
    for bit in N..64 * W {
        let mut words = [0; W];
        words[W - 1] = 1 << (bit % 64);
        assert_eq!(Cyclic::<N, W>::try_from(words), Err(EncodingError::Padding { bits: N, bit }));
    }
}

#[test]
fn bytes_and_words_are_read_back_and_others_rejected() {
    test::<3, 1>();
    test::<63, 1>();
    test::<65, 2>();
    test::<12323, 193>();
    test::<17669, 277>();
    test::<35851, 561>();
    test::<57637, 901>();
    test::<99053, 1548>();
}

#[test]
fn errors_say_where() {
    let text = Cyclic::<12323, 193>::from_le_bytes(&[0xff; 1541]).unwrap_err().to_string();
    assert_eq!(text, "an element has 12323 bits, and bit 12323 is set");
    let text = Cyclic::<12323, 193>::from_le_bytes(&[0; 3]).unwrap_err().to_string();
    assert_eq!(text, "an element has 1541 bytes, not 3");
}
