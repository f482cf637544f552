//! Whether the time of an operation tells what it must not tell, by statistics (Reparaz, Balasch and
//! Verbauwhede, "Dude, is my code constant time?", DATE 2017).
//!
//! Times of two classes of inputs, in random order, are compared by Welch's t; slow outliers are left out at
//! several thresholds. Beyond 4.5 the classes differ. A comparison that stops at the first difference, of
//! inputs that differ and of some that do not, shows that a leak would be seen.
//!
//!     cargo run --release -p f2x-hqc --example timing -- 100000

use f2x::isa::clock::ticks;
use f2x_hqc::{Ciphertext, DecapsulationKey, Hqc1, Hqc3, Hqc5, Parameters};
use std::hint::black_box;

/// Bits in which nothing is secret.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        self.0 ^ self.0 >> 29
    }

    fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes.fill_with(|| (self.next() >> 32) as u8);
        bytes
    }
}

/// The greatest t, by magnitude, of `run` on inputs of two classes.
fn compare<I>(
    samples: usize,
    random: &mut Random,
    mut input: impl FnMut(&mut Random, bool) -> I,
    run: impl Fn(&I),
) -> Option<f64> {
    let mut times = Vec::with_capacity(samples);
    for i in 0..samples + 100 {
        let class = random.next() >> 40 & 1 == 1;
        let input = input(random, class);
        let start = ticks()?;
        run(black_box(&input));
        let time = ticks()?.wrapping_sub(start) as f64;
        if i >= 100 {
            times.push((class, time));
        }
    }
    let mut sorted: Vec<f64> = times.iter().map(|(_, time)| *time).collect();
    sorted.sort_by(f64::total_cmp);
    let thresholds = [0.5, 0.8, 0.9, 0.95, 0.99, 1.0].map(|share| {
        let index = (share * (sorted.len() - 1) as f64) as usize;
        sorted[index]
    });
    let values = thresholds.map(|threshold| t(&times, threshold));
    values.into_iter().max_by(|a, b| a.abs().total_cmp(&b.abs()))
}

/// Welch's t of the times up to a threshold.
fn t(times: &[(bool, f64)], threshold: f64) -> f64 {
    let [a, b] = [false, true].map(|class| {
        let own = |(c, time): &&(bool, f64)| *c == class && *time <= threshold;
        let count = times.iter().filter(own).count() as f64;
        let mean = times.iter().filter(own).map(|(_, time)| time).sum::<f64>() / count;
        let squares = times.iter().filter(own).map(|(_, time)| (time - mean).powi(2));
        (mean, squares.sum::<f64>() / (count - 1.0) / count)
    });
    (a.0 - b.0) / (a.1 + b.1).sqrt()
}

/// `a` if `class`, else `b`, by the same steps: what precedes a measurement must not depend on the class.
fn chosen(class: bool, a: &[u8], b: &[u8]) -> Vec<u8> {
    let mask = black_box(u8::from(class).wrapping_neg());
    a.iter().zip(b).map(|(a, b)| b ^ (a ^ b) & mask).collect()
}

fn operations<P: Parameters>(samples: usize, random: &mut Random) {
    let report = |name: &str, t: Option<f64>| match t {
        Some(t) => println!("{} {name}: t = {t:.2}", P::NAME),
        None => println!("skipped: no time-stamp counter"),
    };
    let fixed = random.bytes();
    let t = compare(
        samples,
        random,
        |random, class| chosen(class, &random.bytes(), &fixed).try_into().expect("32 bytes"),
        |seed: &[u8; 32]| {
            black_box(DecapsulationKey::<P>::from_seed(seed));
        },
    );
    report("key generation, a fixed seed and random ones", t);

    let key = DecapsulationKey::<P>::from_seed(&fixed);
    let mut rng = Bytes(random.next());
    let (honest, _) = key.encapsulation_key().encapsulate(&mut rng);
    let t = compare(
        samples,
        random,
        |random, class| {
            let mut bytes = honest.as_bytes().to_vec();
            let bit = random.next() as usize % (8 * bytes.len());
            bytes[bit / 8] ^= u8::from(class) << (bit % 8);
            Ciphertext::<P>::try_from(&bytes[..]).expect("as long as the honest one")
        },
        |ciphertext| {
            black_box(key.decapsulate(ciphertext));
        },
    );
    report("decapsulation, accepted and rejected", t);

    let t = compare(
        samples,
        random,
        |random, class| {
            let mut bytes = honest.as_bytes().to_vec();
            bytes.fill_with(|| (random.next() >> 32) as u8);
            let bytes = chosen(class, &bytes, honest.as_bytes());
            Ciphertext::<P>::try_from(&bytes[..]).expect("as long as the honest one")
        },
        |ciphertext| {
            black_box(key.decapsulate(ciphertext));
        },
    );
    report("decapsulation, no errors and as many as there can be", t);
}

/// Bytes for an encapsulation of which nothing is secret.
struct Bytes(u64);

impl rand_core::TryRng for Bytes {
    type Error = std::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.try_next_u64().map(|word| word as u32)
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 = self.0.rotate_left(7).wrapping_add(1);
        Ok(self.0)
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for byte in bytes {
            *byte = self.try_next_u64()? as u8;
        }
        Ok(())
    }
}

impl rand_core::TryCryptoRng for Bytes {}

fn main() {
    let samples = std::env::args().nth(1).map_or(Ok(20_000), |text| text.parse());
    let Ok(samples) = samples else {
        eprintln!("usage: timing [SAMPLES]");
        std::process::exit(2);
    };
    let mut random = Random(1);
    let fixed = [7; 4096];
    let leak = compare(
        samples,
        &mut random,
        |random, class| {
            let mut bytes = fixed;
            bytes[random.next() as usize % 4096] ^= u8::from(class);
            bytes
        },
        |bytes| {
            black_box(bytes.iter().zip(&fixed).all(|(a, b)| a == b));
        },
    );
    if let Some(t) = leak {
        println!("planted leak: t = {t:.2}, {}", if t.abs() > 4.5 { "seen" } else { "NOT SEEN" });
    }
    operations::<Hqc1>(samples, &mut random);
    operations::<Hqc3>(samples, &mut random);
    operations::<Hqc5>(samples, &mut random);
}
