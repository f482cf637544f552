//! The search for irreducible trinomials and pentanomials of a degree.
//!
//! Both are iterators over candidates, each with the result of its test, so that a search can show
//! where it is, be stopped, and begin again at any candidate.
//!
//! A trinomial with an even number of factors is recognised by its exponents (Swan, Factorization of
//! polynomials over finite fields, 1962).

use super::Poly;

/// The trinomials xⁿ + x^k + 1 with 0 < k ≤ n/2, each with whether it is irreducible.
///
/// xⁿ + x^(n−k) + 1 is irreducible exactly if xⁿ + x^k + 1 is.
///
/// ```
/// use f2x::poly::Trinomials;
/// let irreducible = Trinomials::new(127).filter(|(_, irreducible)| *irreducible);
/// assert_eq!(irreducible.map(|(k, _)| k).collect::<Vec<_>>(), [1, 7, 15, 30, 63]);
/// ```
#[derive(Clone, Debug)]
pub struct Trinomials {
    degree: usize,
    k: usize,
}

impl Trinomials {
    /// All of a degree.
    pub fn new(degree: usize) -> Self {
        Self::starting_at(degree, 1)
    }

    /// Those from xⁿ + x^k + 1 on.
    pub fn starting_at(degree: usize, k: usize) -> Self {
        Self { degree, k: k.max(1) }
    }

    /// The k of the next candidate.
    pub fn next_k(&self) -> usize {
        self.k
    }
}

impl Iterator for Trinomials {
    type Item = (usize, bool);

    fn next(&mut self) -> Option<(usize, bool)> {
        let (n, k) = (self.degree, self.k);
        if k > n / 2 {
            return None;
        }
        self.k += 1;
        let irreducible =
            has_odd_number_of_factors(n, k) && Poly::from_exponents([n, k, 0]).is_irreducible();
        Some((k, irreducible))
    }
}

/// Whether the number of factors of xⁿ + x^k + 1 is odd, by Swan's theorem.
fn has_odd_number_of_factors(n: usize, k: usize) -> bool {
    match (n % 2, k % 2) {
        (0, 0) => false,
        (1, 1) => has_odd_number_of_factors(n, n - k),
        // n is even. The trinomial with n = 2k is a square of nothing, and the theorem excepts it.
        (0, _) => n == 2 * k || !matches!(n / 2 % 4 * (k % 4) % 4, 0 | 1),
        (_, _) if (2 * n).is_multiple_of(k) => !matches!(n % 8, 1 | 7),
        (_, _) => !matches!(n % 8, 3 | 5),
    }
}

/// The pentanomials xⁿ + x^a + x^b + x^c + 1 with n > a > b > c > 0, each with whether it is
/// irreducible, in ascending order of a, then b, then c.
#[derive(Clone, Debug)]
pub struct Pentanomials {
    degree: usize,
    middle: [usize; 3],
}

impl Pentanomials {
    /// All of a degree.
    pub fn new(degree: usize) -> Self {
        Self { degree, middle: [3, 2, 1] }
    }

    /// Those from the exponents a > b > c > 0 on; all, if these are no such exponents.
    pub fn starting_at(degree: usize, [a, b, c]: [usize; 3]) -> Self {
        if a > b && b > c && c > 0 { Self { degree, middle: [a, b, c] } } else { Self::new(degree) }
    }

    /// The exponents of the next candidate.
    pub fn next_exponents(&self) -> [usize; 3] {
        self.middle
    }
}

impl Iterator for Pentanomials {
    type Item = ([usize; 3], bool);

    fn next(&mut self) -> Option<([usize; 3], bool)> {
        let [a, b, c] = self.middle;
        if a >= self.degree {
            return None;
        }
        self.middle = match (c + 1 < b, b + 1 < a) {
            (true, _) => [a, b, c + 1],
            (false, true) => [a, b + 1, 1],
            (false, false) => [a + 1, 2, 1],
        };
        let irreducible = Poly::from_exponents([self.degree, a, b, c, 0]).is_irreducible();
        Some(([a, b, c], irreducible))
    }
}
