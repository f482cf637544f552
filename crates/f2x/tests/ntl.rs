//! Polynomials against NTL, where it and a C++ compiler are installed.
//!
//! Not a test function, because those cannot say that they did nothing: this program prints either
//! how many cases agree or why none was compared.

use f2x::Poly;
use f2x::poly::{Error, Modulus};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};
use std::thread;

#[path = "suite/words.rs"]
#[expect(dead_code, reason = "this program needs no products on every level")]
mod words;

use words::{Random, sized};

/// Cases of degrees up to 5000, and of degree 100,000.
const CASES: usize = sized(10_000, 200);
const LONG_CASES: usize = sized(10, 1);
/// The most degree of a polynomial that is factored.
const FACTORED: usize = sized(400, 100);

fn main() {
    // `cargo test NAME` gives every test program the name of the tests to run.
    let filters = std::env::args().skip(1).filter(|arg| !arg.starts_with('-'));
    if !filters.into_iter().all(|name| "ntl".contains(&name)) {
        return;
    }
    match compile() {
        Ok(oracle) => {
            compare(&oracle);
            println!(
                "ntl: {CASES} cases up to degree 5000 and {LONG_CASES} of degree 100000 agree"
            );
        }
        Err(why) => println!("ntl: skipped: {why}"),
    }
}

/// The program that computes by NTL, or what it lacks.
fn compile() -> Result<PathBuf, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../check/ntl_oracle.cpp");
    if !source.is_file() {
        return Err("check/ntl_oracle.cpp is not here".into());
    }
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ntl_oracle");
    let libraries = ["-lntl", "-lgmp", "-lpthread"];
    let probe = Command::new("c++")
        .args(["-x", "c++", "-", "-o"])
        .arg(&program)
        .args(libraries)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .and_then(|mut cc| {
            let mut source = cc.stdin.take().expect("a pipe");
            source.write_all(b"#include <NTL/GF2X.h>\nint main() { NTL::GF2X f; return 0; }\n")?;
            drop(source);
            cc.wait()
        });
    match probe {
        Err(_) => return Err("there is no C++ compiler `c++`".into()),
        Ok(status) if !status.success() => return Err("NTL is not installed".into()),
        Ok(_) => {}
    }
    // With the library there, a failure is a failure.
    let status = Command::new("c++")
        .args(["-O2", "-Wall", "-Wextra"])
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .args(libraries)
        .status()
        .expect("c++ ran before");
    assert!(status.success(), "check/ntl_oracle.cpp does not compile");
    Ok(program)
}

/// Operands with common factors now and then.
struct Case {
    a: Poly,
    b: Poly,
    f: Poly,
    factors: bool,
}

impl Case {
    fn random(random: &mut Random, most: usize) -> Self {
        let mut degree = || random.below(most + 1);
        let degrees = [degree(), degree(), degree()];
        let mut poly = |degree| Poly::random(degree, || random.word()) + Poly::monomial(degree);
        let [mut a, mut b, mut f] = degrees.map(&mut poly);
        if f.degree() == Some(0) {
            f = Poly::x();
        }
        let form = random.below(8);
        if form == 0 {
            let common = Poly::random(most, || random.word());
            a = &a * &common;
            b = &b * &(common + Poly::monomial(most));
        } else if form == 1 {
            b = &b * &f;
        } else if form == 2 {
            a = Poly::ZERO;
        } else if form == 3 {
            f = f.truncated(1 + random.below(FACTORED)) + Poly::monomial(FACTORED);
        }
        Self { a, b, f, factors: form == 3 }
    }

    fn send(&self, out: &mut impl Write) -> std::io::Result<()> {
        let mut words = vec![u64::from(self.factors)];
        for poly in [&self.a, &self.b, &self.f] {
            words.push(poly.words().len() as u64);
            words.extend(poly.words());
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        out.write_all(&bytes)
    }

    /// Compares everything that the other side computed.
    fn check(&self, answers: &mut Answers) {
        let Self { a, b, f, factors } = self;
        assert_eq!(a * b, answers.poly());
        assert_eq!(a.div_rem(b), Ok((answers.poly(), answers.poly())));
        let (g, s, t) = (answers.poly(), answers.poly(), answers.poly());
        assert_eq!(a.gcd(b), g);
        let (ours, u, v) = a.xgcd(b).expect("the level is usable");
        assert_eq!((&ours, &u * a + &v * b), (&g, g.clone()));
        assert_eq!(&s * a + &t * b, g);
        let modulus = Modulus::new(f).expect("no constant");
        assert_eq!(modulus.pow(a, &[3]), answers.poly());
        match modulus.inverse(a) {
            Ok(inverse) => assert_eq!(inverse, answers.poly()),
            Err(error) => {
                assert_eq!(error, Error::NotInvertible);
                assert!(answers.poly().is_zero());
            }
        }
        assert_eq!(f.is_irreducible(), answers.word() == 1, "{f:?}");
        if *factors {
            let count = answers.word();
            let factor = |_| (answers.poly(), answers.word() as usize);
            let mut expected: Vec<_> = (0..count).map(factor).collect();
            expected.sort();
            assert_eq!(f.factor(), Ok(expected), "{f:?}");
        }
    }
}

/// What the other side writes.
struct Answers(std::io::BufReader<ChildStdout>);

impl Answers {
    fn word(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.0.read_exact(&mut bytes).expect("the program answers each case");
        u64::from_ne_bytes(bytes)
    }

    fn poly(&mut self) -> Poly {
        let count = self.word();
        Poly::from_words((0..count).map(|_| self.word()).collect::<Vec<_>>())
    }
}

fn compare(oracle: &Path) {
    let mut random = Random::new(50);
    let mut cases: Vec<Case> = (0..CASES).map(|_| Case::random(&mut random, 5000)).collect();
    cases.extend((0..LONG_CASES).map(|_| {
        let mut poly = |degree| Poly::random(degree, || random.word()) + Poly::monomial(degree);
        Case { a: poly(100_000), b: poly(99_900), f: poly(100_000) * Poly::x(), factors: false }
    }));
    let mut child = Command::new(oracle)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program just compiled");
    let mut input = child.stdin.take().expect("a pipe");
    let output = child.stdout.take().expect("a pipe");
    thread::scope(|scope| {
        let cases = &cases;
        scope.spawn(move || {
            cases.iter().for_each(|case| case.send(&mut input).expect("the program reads"))
        });
        let mut answers = Answers(std::io::BufReader::new(output));
        for case in cases {
            case.check(&mut answers);
        }
    });
    assert!(child.wait().expect("the program ends").success());
}
