//! `--verify`: whether a product is the product, by its residues modulo a random irreducible polynomial.
//!
//! The residue of a polynomial modulo an irreducible f of degree 128 is its value at a root of f in GF(2^128).
//! A wrong product differs from the right one by a polynomial of degree below 2^35, which at most 2^28
//! irreducible f divide; there are more than 2^120. So an error is missed with a probability below 2^-92,
//! whatever it is.
//!
//! Residues are computed by Horner's rule from the highest words, 256 at a time: for h, the residue of x^(64·256), a
//! value of 256 words and the next words of the polynomial make the value v := h·v + words, whose two words above 256
//! are multiplied by h once more. Only the last value is reduced. One factor of every product is h, of two words: what
//! is verified does not verify itself.

use anyhow::{Result, bail, ensure};
use f2x::Poly;
use f2x::poly::Modulus;
use indicatif::ProgressBar;

/// The words of a value.
const WORDS: usize = 256;

/// The degree of the irreducible polynomial.
const DEGREE: usize = 128;

/// Whether `product` is the product of `a` and `b`; `progress` goes on by a step for each word of the three.
///
/// # Errors
///
/// It is not, or there are no random numbers.
pub(crate) fn verify(product: &[u64], a: &[u64], b: &[u64], progress: &ProgressBar) -> Result<()> {
    let mut failed = None;
    let irreducible = Poly::random_irreducible(DEGREE, || {
        getrandom::u64().unwrap_or_else(|error| {
            failed = Some(error);
            1
        })
    })?;
    if let Some(error) = failed {
        bail!("--verify: the system gives no random numbers: {error}");
    }
    let modulus = Modulus::new(&irreducible)?;
    let power = modulus.reduce(&Poly::monomial(64 * WORDS));
    let mut step = [0; DEGREE / 64];
    step[..power.words().len()].copy_from_slice(power.words());
    let residue = |words: &[u64]| -> Result<Poly> {
        let (mut value, mut longer, mut above) = ([0; WORDS], [0; WORDS + 2], [0; 4]);
        let (low, high) = words.split_at(words.len() - words.len() % WORDS);
        for chunk in [high].into_iter().chain(low.rchunks(WORDS)) {
            f2x::mul(&mut longer, &value, &step)?;
            f2x::mul(&mut above, &longer[WORDS..], &step)?;
            value.copy_from_slice(&longer[..WORDS]);
            add(&mut value, &above);
            add(&mut value, chunk);
            progress.inc(chunk.len() as u64);
        }
        Ok(modulus.reduce(&Poly::from_words(value)))
    };
    let expected = modulus.mul(&residue(a)?, &residue(b)?);
    let found = residue(product)?;
    ensure!(
        found == expected,
        "--verify: the product is wrong: modulo {irreducible:?} it is {found:?}, not {expected:?}"
    );
    Ok(())
}

/// value += words
fn add(value: &mut [u64], words: &[u64]) {
    for (value, word) in value.iter_mut().zip(words) {
        *value ^= word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_products_pass_and_every_wrong_bit_is_found() {
        let words = |seed: u64, n: usize| -> Vec<u64> {
            (0..n as u64).map(|i| (i + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect()
        };
        for (an, bn) in [(1, 1), (3, 0), (255, 257), (256, 512), (700, 700)] {
            let (a, b) = (words(1, an), words(2, bn));
            let mut product = vec![0; an + bn];
            f2x::reference::mul(&mut product, &a, &b);
            let hidden = ProgressBar::hidden();
            verify(&product, &a, &b, &hidden).unwrap();
            assert_eq!(hidden.position(), 2 * (an + bn) as u64);
            for at in (0..product.len()).step_by(97) {
                product[at] ^= 1 << (at % 64);
                let error = verify(&product, &a, &b, &hidden).unwrap_err().to_string();
                assert!(error.starts_with("--verify: the product is wrong"), "{error}");
                product[at] ^= 1 << (at % 64);
            }
        }
    }
}
