//! The commands on polynomials beside the product.

use crate::random::{Random, hex};
use crate::{f2x, run_with, stderr, stdout};
use f2x::Poly;

fn lines(arguments: &[&str]) -> Vec<String> {
    stdout(&mut f2x(arguments)).lines().map(String::from).collect()
}

/// The one line on standard error of a command that fails.
fn error(arguments: &[&str]) -> String {
    let output = run_with(&mut f2x(arguments), b"");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert_eq!(output.stdout, b"");
    stderr(&output).trim_end().into()
}

#[test]
fn short_results_are_known() {
    assert_eq!(lines(&["sqr", "x^3+x+1", "--format=expr"]), ["x^6+x^2+1"]);
    assert_eq!(lines(&["divrem", "x^8", "x^4+x+1", "--format", "expr"]), ["x^4+x+1", "x^2+1"]);
    assert_eq!(lines(&["divrem", "0x9", "0x7"]), ["0x3", "0x0"]);
    assert_eq!(lines(&["gcd", "x^6+1", "x^4+1", "--format", "expr"]), ["x^2+1"]);
    assert_eq!(lines(&["xgcd", "0x7", "0x2"]), ["0x1", "0x1", "0x3"]);
    assert_eq!(lines(&["powmod", "x", "255", "0x11b"]), ["0x1"]);
    assert_eq!(lines(&["powmod", "0x3", "0xff", "0x11b"]), ["0x1"]);
    assert_eq!(lines(&["powmod", "x", "2^127", "x^127+x+1", "--format=expr"]), ["x"]);
    // FIPS 197, section 4.2: {53} and {ca} are inverses.
    assert_eq!(lines(&["invmod", "0x53", "0x11b"]), ["0xca"]);
    assert_eq!(lines(&["factor", "x^5+x^4+x^3+x", "--format", "expr"]).len(), 3);
    assert_eq!(lines(&["factor", "x^4+x^2+1", "--format", "expr"]), ["x^2+x+1 2"]);
    assert_eq!(lines(&["factor", "1"]), [""; 0]);
    assert_eq!(lines(&["irreducible", "0x11b"]), ["irreducible"]);
    assert_eq!(lines(&["irreducible", "0x11d"]), ["irreducible"]);
    assert_eq!(lines(&["irreducible", "x^8+1"]), ["reducible"]);
    assert_eq!(lines(&["trinomial", "127"]), ["x^127+x+1"]);
    assert_eq!(
        lines(&["trinomial", "521", "--from", "33", "--all"]),
        ["x^521+x^48+1", "x^521+x^158+1", "x^521+x^168+1"]
    );
    assert_eq!(lines(&["trinomial", "7", "--format", "hex"]), ["0x83"]);
}

#[test]
fn long_results_obey_their_laws() {
    let mut random = Random(60);
    let [a, b, f] = [9000, 7000, 5000].map(|bits| hex(&random.poly(bits)));
    let poly = |text: &str| text.parse::<Poly>().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let (a_path, b_path, f_path) = (path("a", &a), path("b", &b), path("f", &f));
    let run =
        |arguments: &[&str]| lines(arguments).iter().map(|line| poly(line)).collect::<Vec<_>>();
    let (a, b, f) = (poly(&a), poly(&b), poly(&f));
    let [q, r] = run(&["divrem", &a_path, &b_path]).try_into().unwrap();
    assert_eq!(&q * &b + &r, a);
    assert!(r.degree() < b.degree());
    let [g, s, t] = run(&["xgcd", &a_path, &b_path]).try_into().unwrap();
    assert_eq!(s * &a + t * &b, g);
    assert_eq!(run(&["gcd", &a_path, &b_path]), [g]);
    assert_eq!(run(&["sqr", &a_path]), [&a * &a]);
    let power = (0..13).fold(Poly::one(), |power, _| power * &a % &f);
    assert_eq!(run(&["powmod", &a_path, "13", &f_path]), [power]);
}

#[test]
fn what_has_no_result_is_an_error() {
    assert_eq!(error(&["divrem", "x", "0"]), "error: B: division by zero");
    assert_eq!(
        error(&["invmod", "x", "x^2+x"]),
        "error: A and F have a common divisor: there is no inverse"
    );
    assert_eq!(error(&["invmod", "x", "1"]), "error: F: the modulus is a constant");
    assert_eq!(error(&["powmod", "x", "3", "1"]), "error: F: the modulus is a constant");
    assert_eq!(error(&["factor", "0"]), "error: A: the polynomial is zero");
    let none = "error: no trinomial x^8+x^K+1 with K from 1 to 4 is irreducible";
    assert_eq!(error(&["trinomial", "8"]), none);
    for usage in [["gcd", "-", "-"], ["powmod", "x", "-1"]] {
        assert_eq!(run_with(&mut f2x(&usage), b"1").status.code(), Some(2));
    }
}

/// What was found is printed, and where to go on.
#[cfg(unix)]
#[test]
fn a_search_that_is_interrupted_can_go_on() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut command = f2x(&["trinomial", "9689", "--all"]);
    let mut search = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut found = String::new();
    BufReader::new(search.stdout.take().unwrap()).read_line(&mut found).unwrap();
    assert_eq!(found, "x^9689+x^84+1\n");
    let id = search.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(search.wait().unwrap().code(), Some(130));
    let mut said = String::new();
    search.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    let from = said.split_once("--from ").and_then(|(_, rest)| rest.split_once('`'));
    let k: u32 = from.expect("where to go on").0.parse().unwrap();
    assert!((84..9689 / 2).contains(&k), "{said}");
}
