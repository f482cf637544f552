//! The two runs of the program: outside of the tool that reports, and inside.

#[cfg(not(f2x_msan))]
mod memcheck;
#[cfg(not(f2x_msan))]
use memcheck as tool;
#[cfg(f2x_msan)]
mod sanitizer;
#[cfg(f2x_msan)]
use sanitizer as tool;

use f2x::field::Choice;
use f2x::isa::Isa;
use f2x::mul::plan::Step;
use f2x::ring::{Bike1, Scratch};
use f2x::{Level, Operation, Plan};
use f2x_hqc::{Ciphertext, EncapsulationKey, Hqc1, Hqc3, Hqc5, Parameters, hazmat};
use std::collections::BTreeSet;
use std::hint::black_box;
use std::process::Command;

pub(crate) fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [run, what] = &arguments[..]
        && run == "--inside"
    {
        inside(what);
        return;
    }
    if let Some(missing) = tool::missing() {
        println!("skipped: there is no {missing}");
        return;
    }
    for level in tool::LEVELS {
        if level.parse::<Level>().is_ok_and(|level| level.is_available()) {
            let (reports, text) = tool::reports(level);
            assert_eq!(reports, 0, "{level}:\n{text}");
            println!("{level}: 0 reports, 0 suppressions");
        }
    }
    for planted in tool::PLANTED {
        assert!(tool::reports(planted).0 > 0, "the planted {planted} was not reported");
        println!("planted {planted}: reported");
    }
    if tool::PLANTED.contains(&"division") {
        return;
    }
    if !exists("objdump") {
        println!("skipped: there is no objdump, divisions are not looked for");
        return;
    }
    let found = divisions();
    let planted = |function: &String| function.contains("planted_division");
    assert!(found.iter().any(planted), "the planted division was not found");
    let found: Vec<_> = found.into_iter().filter(|function| !planted(function)).collect();
    assert!(found.is_empty(), "divisions in {found:#?}");
    println!("divisions: none but the planted one");
}

fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The functions of f2x-hqc and keccak that have a division; the multiplier divides lengths.
///
/// What f2x-hqc runs on a level has its name in the symbol only where symbols are mangled by the version
/// v0, as check/taint.sh demands.
fn divisions() -> Vec<String> {
    let program = std::env::current_exe().unwrap();
    let output = Command::new("objdump").args(["-d", "--no-show-raw-insn"]).arg(program).output();
    let listing = String::from_utf8(output.unwrap().stdout).unwrap();
    let (mut function, mut found, mut checked) = ("", BTreeSet::new(), 0);
    let mut is_checked = false;
    for line in listing.lines() {
        if let Some((_, name)) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")) {
            function = name;
            is_checked =
                ["f2x_hqc", "keccak", "planted"].iter().any(|name| function.contains(name));
            checked += u32::from(is_checked);
        } else if is_checked {
            let instruction = line.split('\t').nth(1).unwrap_or("");
            if ["div", "idiv"].iter().any(|name| instruction.starts_with(name)) {
                found.insert(function);
            }
        }
    }
    assert!(checked > 20, "the functions to be checked have other names");
    println!("divisions: {checked} functions looked through");
    found.into_iter().map(String::from).collect()
}

/// The run inside the tool.
fn inside(what: &str) {
    tool::start();
    let mut secret = black_box([1_u8, 2, 3, 4]);
    make_undefined(&mut secret);
    match what {
        "branch" => planted_branch(&secret),
        "index" => planted_index(&secret),
        "division" => planted_division(&secret),
        level => {
            hazmat::declassify_with(make_known);
            let level = level.parse().unwrap();
            operations::<Hqc1>(level);
            operations::<Hqc3>(level);
            operations::<Hqc5>(level);
            inverse(level);
            transforms(level);
        }
    }
    tool::end();
}

/// Key generation, encapsulation, and decapsulation of a good and of a bad ciphertext.
fn operations<P: Parameters>(level: Level) {
    let mut seed = black_box([7; 32]);
    make_undefined(&mut seed);
    let secret = hazmat::generate::<P>(level, &seed).unwrap();
    make_defined(&seed);
    // The key's public half is public.
    make_defined(&secret.as_bytes()[..P::ENCAPSULATION_KEY_BYTES]);
    make_defined(secret.encapsulation_key().as_bytes());

    let public = EncapsulationKey::<P>::try_from(secret.encapsulation_key().as_bytes()).unwrap();
    let mut message = black_box([9; 32]);
    make_undefined(&mut message);
    let (sent, shared) =
        hazmat::encapsulate(level, &public, &message[..P::MESSAGE_BYTES], &[5; 16]).unwrap();
    make_defined(sent.as_bytes());

    let mut damaged = sent.as_bytes().to_vec();
    damaged[100] ^= 4;
    let damaged = Ciphertext::<P>::try_from(&damaged[..]).unwrap();
    let received = hazmat::decapsulate(level, &secret, &sent).unwrap();
    let rejected = hazmat::decapsulate(level, &secret, &damaged).unwrap();
    // The program works, and that the keys are the same may be known.
    for key in [&shared, &received, &rejected] {
        make_defined(key.as_bytes());
    }
    assert!(received == shared && rejected != shared);
}

/// The inverse of an element of a ring, which the check of the assembly cannot follow on all levels.
fn inverse(level: Level) {
    struct Inverse<'a>(&'a Bike1);
    impl Operation for Inverse<'_> {
        type Output = (Bike1, Choice);
        fn run<I: Isa>(self, isa: I) -> (Bike1, Choice) {
            self.0.inverse_on(isa, &mut Scratch::<{ Bike1::SCRATCH_WORDS }>::new())
        }
    }
    let mut words = black_box([0x0123_4567_89ab_cdef_u64.rotate_left(7); Bike1::WORDS]);
    // The weight is odd: that of a whole word is 32.
    words[Bike1::WORDS - 1] = 1;
    make_undefined(&mut words);
    let element = Bike1::truncated(words);
    let (inverse, mut exists) = level.dispatch(Inverse(&element)).unwrap();
    for value in [&element, &inverse] {
        make_defined(value);
    }
    // By a mutable reference: of what is never written the compiler keeps a copy in a register.
    make_known(&mut exists);
    assert!(bool::from(exists) && &inverse * &element == Bike1::ONE);
}

/// Products so long that they are transforms on every level: with a product of tops, and with products at the
/// points that are transforms themselves.
fn transforms(level: Level) {
    let longest = if level == Level::Portable { 1 << 16 } else { 1 << 17 };
    for words in [2108, longest] {
        assert!(matches!(Plan::new(level, words, words).step(), Step::Transform { .. }));
        let number = |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [mut a, mut b] =
            [0, 1].map(|bit| (0..words).map(|i| number(2 * i + bit)).collect::<Vec<_>>());
        let mut expected = vec![0; 2 * words];
        f2x::mul_on(level, &mut expected, &a, &b).unwrap();
        make_undefined(&mut a[..]);
        make_undefined(&mut b[..]);
        let mut c = vec![0; 2 * words];
        f2x::mul_on(level, &mut c, &a, &b).unwrap();
        make_defined(&c[..]);
        // Defined operands may branch as they like.
        assert!(c == expected, "{level}: {words} words");
    }
}

#[inline(never)]
fn planted_branch(secret: &[u8; 4]) {
    if secret[0] > 100 {
        black_box(secret);
    }
}

#[inline(never)]
fn planted_index(secret: &[u8; 4]) {
    let table = black_box([0_u8; 256]);
    black_box(table[usize::from(secret[1])]);
}

#[inline(never)]
fn planted_division(secret: &[u8; 4]) {
    black_box(u64::from(secret[2]) / u64::from(black_box(secret[3])).max(1));
}

// What a tool does to a value is no change that the compiler could know of: it must load it again.

#[inline(always)]
fn make_undefined<T: ?Sized>(value: &mut T) {
    tool::make_undefined(black_box(&raw mut *value).cast(), size_of_val(value));
    black_box(value);
}

#[inline(always)]
fn make_known<T>(value: &mut T) {
    tool::make_defined(black_box(&raw mut *value).cast(), size_of_val(value));
    black_box(value);
}

#[inline(always)]
fn make_defined<T: ?Sized>(value: &T) {
    tool::make_defined(black_box(&raw const *value).cast(), size_of_val(value));
    black_box(value);
}
