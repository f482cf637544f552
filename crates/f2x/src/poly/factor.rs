//! Factorisation: into square-free parts, those by the degrees of their factors, and those into the
//! factors (Cantor and Zassenhaus, A new algorithm for factoring polynomials over finite fields, 1981).

use super::{Error, Poly};
use crate::Level;
use alloc::vec::Vec;

mod distinct_degree;
mod equal_degree;
mod square_free;

pub(super) use distinct_degree::no_factor_up_to;

impl Poly {
    /// The irreducible factors with their multiplicities, in ascending order; none for 1.
    ///
    /// # Errors
    ///
    /// The polynomial is zero, or `F2X_LEVEL` names a level that cannot be used.
    pub fn factor(&self) -> Result<Vec<(Poly, usize)>, Error> {
        let mut factors = Vec::new();
        for (part, multiplicity) in self.square_free_factors()? {
            for (product, degree) in part.distinct_degree_factors()? {
                let equal = equal_degree::split(product, degree);
                factors.extend(equal.into_iter().map(|factor| (factor, multiplicity)));
            }
        }
        factors.sort();
        Ok(factors)
    }

    /// The square-free polynomials f₁, f₂, … with self = f₁·f₂²·f₃³ ⋯ that are not 1, with their
    /// multiplicities in ascending order.
    ///
    /// # Errors
    ///
    /// The polynomial is zero, or `F2X_LEVEL` names a level that cannot be used.
    pub fn square_free_factors(&self) -> Result<Vec<(Poly, usize)>, Error> {
        Level::current()?;
        if self.is_zero() {
            return Err(Error::Zero);
        }
        Ok(square_free::factors(self))
    }

    /// Of a square-free polynomial: for each degree the product of the irreducible factors of that
    /// degree, where it is not 1, with the degree in ascending order.
    ///
    /// # Errors
    ///
    /// The polynomial is zero, or `F2X_LEVEL` names a level that cannot be used.
    pub fn distinct_degree_factors(&self) -> Result<Vec<(Poly, usize)>, Error> {
        Level::current()?;
        if self.is_zero() {
            return Err(Error::Zero);
        }
        Ok(distinct_degree::factors(self))
    }
}
