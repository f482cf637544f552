//! The products are right, on every level that this CPU has.

use crate::random::{Random, hex, mul_mod, remainder, trimmed, words};
use crate::{f2x, stdout};
use f2x::Level;
use std::fs;

/// The product of two operands by the command, both from files.
fn product(level: Level, a: &[u64], b: &[u64]) -> Vec<u64> {
    product_with(&[], level, a, b)
}

/// [`product`] with options.
fn product_with(options: &[&str], level: Level, a: &[u64], b: &[u64]) -> Vec<u64> {
    let directory = tempfile::tempdir().unwrap();
    let [a_path, b_path] = ["a", "b"].map(|name| directory.path().join(name));
    fs::write(&a_path, hex(a)).unwrap();
    fs::write(&b_path, hex(b)).unwrap();
    let arguments = ["mul", a_path.to_str().unwrap(), b_path.to_str().unwrap()];
    words(&stdout(f2x(&arguments).args(options).env("F2X_LEVEL", level.name())))
}

fn available() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.is_available())
}

#[test]
fn short_products_are_those_of_the_definition() {
    let mut random = Random(1);
    for level in available() {
        for (a_bits, b_bits) in [(1, 1), (1, 64), (63, 65), (128, 128), (571, 571), (999, 4321)] {
            let (a, b) = (random.poly(a_bits), random.poly(b_bits));
            let mut expected = vec![0; a.len() + b.len()];
            f2x::reference::mul(&mut expected, &a, &b);
            assert_eq!(product(level, &a, &b), trimmed(&expected), "{level} {a_bits} {b_bits}");
        }
    }
}

/// A wrong product of 20 million bits has the right remainder modulo a random polynomial of degree
/// 64 with probability below 2^-36.
#[test]
fn long_products_have_the_right_remainders() {
    let mut random = Random(2);
    let sizes = [(17_669, 17_669), (123_457, 6_543), (1_000_000, 1_000_000)];
    // Without optimization the largest product takes minutes on the slowest level.
    let largest = (!cfg!(debug_assertions)).then_some((10_000_000, 10_000_000));
    for level in available() {
        for (a_bits, b_bits) in sizes.into_iter().chain(largest) {
            let (a, b) = (random.poly(a_bits), random.poly(b_bits));
            let c = product(level, &a, &b);
            for _ in 0..3 {
                let modulus = random.word() | 1;
                let [a, b, c] = [&a, &b, &c].map(|poly| remainder(poly, modulus));
                assert_eq!(c, mul_mod(a, b, modulus), "{level} {a_bits} {b_bits}");
            }
        }
    }
}

/// Transforms modulo one factor, two and three, with and without a quotient, and operands of different lengths.
#[test]
#[cfg_attr(debug_assertions, ignore = "minutes without optimization")]
fn products_do_not_depend_on_the_number_of_threads() {
    let mut random = Random(3);
    let sizes = [(1 << 20, 1 << 20), (1_200_000, 1_100_000), (1_600_000, 1_500_000)];
    let sizes = sizes.into_iter().chain([(1_820_000, 1_820_000), (4_250_000, 4_200_000)]);
    for (a_bits, b_bits) in sizes {
        let (a, b) = (random.poly(a_bits), random.poly(b_bits));
        for level in available().filter(|level| *level > Level::Avx2) {
            let alone = product_with(&["--verify"], level, &a, &b);
            for threads in ["2", "3"] {
                let together = product_with(&["--threads", threads], level, &a, &b);
                assert!(together == alone, "{level}, {threads} threads, {a_bits} by {b_bits} bits");
            }
        }
    }
}

#[test]
fn the_examples_have_the_product_that_python_computes() {
    let example = |name| format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"));
    let expected = fs::read_to_string(example("product.hex")).unwrap();
    let [a, b] = ["a.hex", "b.hex"].map(example);
    assert_eq!(stdout(&mut f2x(&["mul", &a, &b])), expected);
    assert_eq!(stdout(&mut f2x(&["mul", &b, &a])), expected);
}

#[test]
fn zero_and_one_are_zero_and_one() {
    for zero in ["0", "0x0", "0x000000000000000000000000", "x^1000+x^1000", "0+0"] {
        assert_eq!(stdout(&mut f2x(&["mul", zero, "x^163+x"])), "0x0\n");
        assert_eq!(stdout(&mut f2x(&["mul", zero, zero, "--format=expr"])), "0\n");
    }
    assert_eq!(stdout(&mut f2x(&["mul", "1", "0xabc"])), "0xabc\n");
}
