//! The hundred known answers of each parameter set, by the hash of their text.

use crate::levels;
use crate::random::Random;
use f2x_hqc::{Hqc1, Hqc3, Hqc5, Parameters, hazmat};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The text of the vectors, in the format of the NIST files, and of the first one alone.
fn vectors<P: Parameters>(level: f2x::Level) -> [String; 2] {
    let mut master = Random::new(&std::array::from_fn::<u8, 48, _>(|i| i as u8));
    let (mut text, mut first) = (String::new(), String::new());
    for count in 0..100 {
        let seed = master.bytes::<48>();
        let mut random = Random::new(&seed);
        let key = hazmat::generate::<P>(level, &random.bytes()).unwrap();
        let message = random.bytes::<32>();
        // The stream goes on after the message, however long that is.
        let mut random = Random::new(&seed);
        random.bytes::<32>();
        for _ in 0..P::MESSAGE_BYTES {
            random.bytes::<1>();
        }
        let message = &message[..P::MESSAGE_BYTES];
        let (ciphertext, shared) =
            hazmat::encapsulate(level, key.encapsulation_key(), message, &random.bytes()).unwrap();
        let again = hazmat::decapsulate(level, &key, &ciphertext).unwrap();
        assert_eq!(again, shared, "{} {level} {count}", P::NAME);
        if count > 0 {
            text.push('\n');
        }
        writeln!(text, "count = {count}").unwrap();
        for (name, bytes) in [
            ("seed", &seed[..]),
            ("pk", key.encapsulation_key().as_bytes()),
            ("sk", key.as_bytes()),
            ("ct", ciphertext.as_bytes()),
            ("ss", shared.as_bytes()),
        ] {
            write!(text, "{name} = ").unwrap();
            bytes.iter().for_each(|byte| write!(text, "{byte:02X}").unwrap());
            text.push('\n');
        }
        if count == 0 {
            first = text.clone();
        }
    }
    [first, text]
}

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
}

fn check<P: Parameters>(expected: [&str; 2]) {
    for level in levels() {
        let found = vectors::<P>(level).map(|text| hash(&text));
        assert_eq!(found, expected, "{} on {level}", P::NAME);
    }
}

#[test]
fn hqc1_known_answers() {
    check::<Hqc1>([
        "0f1f4fd014b32492ec6490d2ad9e9f75ccc0c2b27d72f34918c7f73f9698c2e4",
        "b3389b12e932373de55a14223acf2c7e67dddcf4df46a133bd3724fe0460b4d1",
    ]);
}

#[test]
fn hqc3_known_answers() {
    check::<Hqc3>([
        "b88d4cfe517446854b5d3c85e6602518a526c5eb95571348ce4ab5915faa05b6",
        "afe6382bfec5426317ca6c986731433fafb95bc08cc6d0b273c3736fcd8b3205",
    ]);
}

#[test]
fn hqc5_known_answers() {
    check::<Hqc5>([
        "87bf16803c53f3add0004097b8aa924053d9cd2c5fffc443fe3742ee3254428b",
        "8eda7cc337fb4c279f0c1199ececb142406735449faed24a9047b38956de7805",
    ]);
}
