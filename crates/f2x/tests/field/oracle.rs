//! A field by its definition, on slices of words of any length.

use f2x::field::{Element, Modulus};

/// The modulus, as words.
pub(crate) struct Oracle {
    bits: usize,
    modulus: Vec<u64>,
}

impl Oracle {
    pub(crate) fn new<F: Modulus>() -> Self {
        let mut modulus = vec![0; F::BITS / 64 + 1];
        for i in F::LOWER.iter().chain([&F::BITS]) {
            modulus[i / 64] ^= 1 << (i % 64);
        }
        Self { bits: F::BITS, modulus }
    }

    /// x^0, x^1, …, so many of them.
    pub(crate) fn powers<F: Modulus, const W: usize>(&self, count: usize) -> Vec<Element<F, W>> {
        let times_x = |a: &Vec<u64>| Some(self.remainder(shifted(a, 1)));
        let powers = core::iter::successors(Some(vec![1]), times_x);
        powers.take(count).map(element).collect()
    }

    pub(crate) fn product<F: Modulus, const W: usize>(
        &self,
        a: Element<F, W>,
        b: Element<F, W>,
    ) -> Element<F, W> {
        element(self.remainder(product(&a.to_words(), &b.to_words())))
    }

    fn remainder(&self, a: Vec<u64>) -> Vec<u64> {
        remainder(a, &self.modulus)
    }

    /// Rabin's test: the modulus divides x^(2^m) − x, and shares no factor with x^(2^(m/p)) − x for
    /// a prime p that divides m.
    pub(crate) fn is_field(&self) -> bool {
        let m = self.bits;
        let mut conjugates = vec![vec![2]];
        for i in 0..m {
            conjugates.push(self.remainder(product(&conjugates[i], &conjugates[i])));
        }
        let minus_x = |mut a: Vec<u64>| {
            a[0] ^= 2;
            a
        };
        let is_prime = |p: &usize| (2..*p).all(|d| !p.is_multiple_of(d));
        degree(&minus_x(conjugates[m].clone())).is_none()
            && (2..=m).filter(|p| m.is_multiple_of(*p)).filter(is_prime).all(|p| {
                degree(&gcd(&self.modulus, &minus_x(conjugates[m / p].clone()))) == Some(0)
            })
    }
}

fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut c = vec![0; a.len() + b.len()];
    f2x::reference::mul(&mut c, a, b);
    c
}

fn element<F: Modulus, const W: usize>(mut words: Vec<u64>) -> Element<F, W> {
    words.resize(W, 0);
    let words: [u64; W] = words.try_into().expect("W words");
    words.try_into().expect("a remainder")
}

fn degree(a: &[u64]) -> Option<usize> {
    let top = a.iter().rposition(|word| *word != 0)?;
    Some(64 * top + a[top].ilog2() as usize)
}

fn shifted(a: &[u64], bits: usize) -> Vec<u64> {
    let mut sum = vec![0; a.len() + bits / 64 + 1];
    for (i, word) in a.iter().enumerate() {
        let wide = u128::from(*word) << (bits % 64);
        sum[i + bits / 64] ^= wide as u64;
        sum[i + bits / 64 + 1] ^= (wide >> 64) as u64;
    }
    sum
}

fn remainder(mut a: Vec<u64>, modulus: &[u64]) -> Vec<u64> {
    let m = degree(modulus).expect("not zero");
    while let Some(over) = degree(&a).filter(|d| *d >= m) {
        for (word, other) in a.iter_mut().zip(shifted(modulus, over - m)) {
            *word ^= other;
        }
    }
    a.truncate(m.div_ceil(64).max(1));
    a
}

fn gcd(a: &[u64], b: &[u64]) -> Vec<u64> {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    while degree(&b).is_some() {
        let rest = remainder(a, &b);
        (a, b) = (b, rest);
    }
    a
}

/// The sum of the images of the powers of x that `a` consists of.
pub(crate) fn combination<F: Modulus, const W: usize>(
    a: Element<F, W>,
    images: &[Element<F, W>],
) -> Element<F, W> {
    let words = a.to_words();
    let chosen = |(i, _): &(usize, _)| words[i / 64] >> (i % 64) & 1 == 1;
    images.iter().enumerate().filter(chosen).map(|(_, image)| *image).sum()
}
