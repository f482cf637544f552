//! quick
use f2x::isa::Isa;
use f2x::mul::*;
use f2x::*;
struct Rng(u64);
impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let x = self.0;
        (x ^ (x >> 33)).wrapping_mul(0xff51afd7ed558ccd) ^ (x >> 29)
    }
    fn words(&mut self, n: usize) -> Vec<u64> {
        (0..n).map(|_| self.next()).collect()
    }
}

struct RunPlan<'m>(&'m mut [u64], &'m [u64], &'m [u64]);
#[test]
fn all_levels_quick() {
    let mut rng = Rng(7);
    for level in Level::ALL.into_iter().filter(|l| l.is_available()) {
        for n in (1..=64).chain([94, 96, 100, 127, 128, 190, 282, 300, 400, 555]) {
            for m in [n, 1, n / 2, n - 1] {
                let (a, b) = (rng.words(n), rng.words(m));
                let mut c = vec![!0; n + m];
                let mut e = vec![0; n + m];
                f2x::mul_on(level, &mut c, &a, &b).unwrap();
                reference::mul(&mut e, &a, &b);
                assert!(c == e, "{level} {n} {m} {:?}", Plan::new(level, n, m).step());
            }
        }
    }
}
fn check<I: Isa, B: Block<I>>(isa: I) {
    let mut rng = Rng(3);
    let n = B::WORDS;
    let (a, b) = (rng.words(n), rng.words(n));
    let mut c = vec![!0; 2 * n];
    let mut e = vec![0; 2 * n];
    let mut s = vec![!0; B::SCRATCH];
    product::<I, B>(isa, &mut c, &a, &b, &mut s);
    reference::mul(&mut e, &a, &b);
    assert!(c == e, "{}", std::any::type_name::<B>());
}
struct Blocks;
impl Operation for Blocks {
    type Output = ();
    fn run<I: Isa>(self, isa: I) {
        check::<I, Schoolbook<3>>(isa);
        check::<I, Karatsuba<Schoolbook<4>>>(isa);
        check::<I, Karatsuba3<Schoolbook<4>>>(isa);
        check::<I, Karatsuba5<Schoolbook<3>>>(isa);
        check::<I, Toom3<Karatsuba<Schoolbook<8>>>>(isa);
        check::<I, Toom3<Karatsuba<Karatsuba<Schoolbook<8>>>, 4>>(isa);
        check::<I, Toom3<Karatsuba<Karatsuba<Karatsuba<Schoolbook<8>>>>, 8>>(isa);
    }
}
#[test]
fn blocks() {
    for l in Level::ALL {
        let _ = l.dispatch(Blocks);
    }
}
#[test]
fn wit() {
    use f2x::isa::witness::*;
    println!("{:?}", prove_block::<Karatsuba<Karatsuba<Karatsuba<Schoolbook<1>>>>>());
    println!("{:?}", prove_block::<Toom3<Karatsuba<Karatsuba<Schoolbook<4>>>>>());
    let t = std::time::Instant::now();
    for n in [100, 282, 640] {
        println!(
            "{:?} {:?}",
            prove(n, n, |c, a, b| {
                let mut s = vec![0; Plan::new(Level::Avx512, n, n).scratch_words()];
                f2x::mul::plan::multiply(f2x::isa::Witness, c, a, b, &mut s)
            }),
            t.elapsed()
        );
    }
}
