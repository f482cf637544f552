//! What operands may look like, and what products look like.

use crate::random::{Random, hex, words};
use crate::{f2x, run_with, stderr, stdout};
use std::fs;

/// The product of a file with this content and 1, in hexadecimal.
fn read(content: &str) -> String {
    let output = run_with(&mut f2x(&["mul", "-", "1"]), content.as_bytes());
    assert_eq!(stderr(&output), "", "{content:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn hexadecimal_may_have_any_case_prefix_blanks_and_underscores() {
    for content in [
        "123abc",
        "0x123abc\n",
        "0X123ABC",
        "\n  \t0x12_3a\r\n  bC \n\n",
        "00000000000000000000000000123abc",
        "0x_1_2_3_a_b_c_",
    ] {
        assert_eq!(read(content), "0x123abc\n", "{content:?}");
    }
    assert_eq!(read("1"), "0x1\n");
    assert_eq!(read("1 0"), "0x10\n");
    assert_eq!(read("1_0"), "0x10\n");
    assert_eq!(read("0"), "0x0\n");
}

/// Lines of 1 to 70 digits put the words at every offset within a line and a buffer.
#[test]
fn hexadecimal_may_be_broken_anywhere() {
    let digits = hex(&Random(3).poly(64 * 5000));
    for line in [1, 7, 15, 16, 17, 63, 64, 70] {
        for shortened in 0..3 {
            let digits = &digits[..digits.len() - shortened];
            let lines = digits.as_bytes().chunks(line).map(|line| str::from_utf8(line).unwrap());
            let content = lines.collect::<Vec<_>>().join("\n");
            assert_eq!(read(&content), format!("0x{digits}\n"));
        }
    }
}

#[test]
fn expressions_are_sums_in_which_equal_terms_cancel() {
    for (content, hex) in [
        ("x^163+x^7+x^6+x^3+1", "0x800000000000000000000000000000000000000c9\n"),
        ("X", "0x2\n"),
        (" x ^ 2\n + x\n + 1 + 0\n", "0x7\n"),
        ("1+x", "0x3\n"),
        ("0+x^0", "0x1\n"),
        ("1 + 1", "0x0\n"),
        ("x^5+x^64+x^5+x^5+x^64", "0x20\n"),
        ("x^064", "0x10000000000000000\n"),
    ] {
        assert_eq!(read(content), hex, "{content:?}");
        let argument = content.trim_end();
        assert_eq!(stdout(&mut f2x(&["mul", argument, "1"])), hex, "{argument:?}");
    }
}

#[test]
fn a_file_with_the_name_of_a_literal_is_given_with_its_directory() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["x", "0xff", "10"] {
        fs::write(directory.path().join(name), "abc").unwrap();
        let argument = format!("./{name}");
        let mut command = f2x(&["mul", &argument, "1"]);
        assert_eq!(stdout(command.current_dir(&directory)), "0xabc\n");
    }
    assert_eq!(stdout(f2x(&["mul", "x", "0xff"]).current_dir(&directory)), "0x1fe\n");
    // Neither begins with 0x nor is a sum: the name of a file.
    assert_eq!(stdout(f2x(&["mul", "10", "1"]).current_dir(&directory)), "0xabc\n");
}

#[test]
fn standard_input_can_be_either_operand() {
    for arguments in [["mul", "-", "0x7"], ["mul", "0x7", "-"]] {
        let output = run_with(&mut f2x(&arguments), b"0x3");
        assert_eq!(output.stdout, b"0x9\n");
    }
}

#[test]
fn every_format_holds_the_same_product() {
    let mut random = Random(4);
    for bits in [1, 2, 64, 65, 128, 1000, 5000] {
        let poly = random.poly(bits);
        let literal = format!("0x{}", hex(&poly));
        let product = |arguments: &[&str]| f2x(&[&["mul", "1"], arguments].concat());

        let in_hex = stdout(&mut product(&[&literal]));
        assert_eq!(words(&in_hex), poly);
        assert_eq!(stdout(&mut product(&[in_hex.trim_end()])), in_hex);

        let expression = stdout(&mut product(&[&literal, "--format", "expr"]));
        assert_eq!(stdout(&mut product(&[expression.trim_end()])), in_hex);
        assert_eq!(read(&expression), in_hex);

        let raw = product(&[&literal, "--format", "raw"]).output().unwrap().stdout;
        let expected: Vec<u8> = poly.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(raw, expected);
    }
}

#[test]
fn raw_has_no_zero_words_at_the_end_but_at_least_one_word() {
    let raw = |a, b| f2x(&["mul", a, b, "--format=raw"]).output().unwrap().stdout;
    assert_eq!(raw("0", "0xabc"), [0; 8]);
    assert_eq!(raw("x^64", "1"), [[0; 8], 1_u64.to_le_bytes()].concat());
    // 16 bytes of operands, a product of one word.
    assert_eq!(raw("0x102", "0x1"), 0x102_u64.to_le_bytes());
}

#[test]
fn statistics_go_to_standard_error() {
    let mut command = f2x(&["mul", "x^100", "x^28+1", "--stats"]);
    let output = command.env("F2X_LEVEL", "portable").output().unwrap();
    assert_eq!(output.stdout, b"0x100000010000000000000000000000000\n");
    let lines: Vec<&str> = stderr(&output).lines().collect();
    assert_eq!(lines[0], "A         degree 100, 2 words");
    assert_eq!(lines[1], "B         degree 28, 1 word");
    assert_eq!(lines[2], "product   degree 128, 3 words");
    assert_eq!(lines[3], "level     portable (F2X_LEVEL)");
    assert!(lines[4].starts_with("schedule  ") && lines[4].contains("2 × 1"));
    assert!(lines[5].starts_with("time      read ") && lines[5].contains("multiply"));
    assert_eq!(lines.len(), 6);
}
