//! The operators, on values and references.

use super::{Error, Poly, product, words};
use crate::Level;
use core::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign,
    Sub, SubAssign,
};

impl Add<&Poly> for &Poly {
    type Output = Poly;
    fn add(self, other: &Poly) -> Poly {
        let (long, short) =
            if self.words.len() >= other.words.len() { (self, other) } else { (other, self) };
        let mut sum = long.clone();
        sum += short;
        sum
    }
}

impl AddAssign<&Poly> for Poly {
    fn add_assign(&mut self, other: &Poly) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        words::add(&mut self.words, &other.words);
        words::trim(&mut self.words);
    }
}

impl Sub<&Poly> for &Poly {
    type Output = Poly;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "1 = -1")]
    fn sub(self, other: &Poly) -> Poly {
        self + other
    }
}

impl SubAssign<&Poly> for Poly {
    #[expect(clippy::suspicious_op_assign_impl, reason = "1 = -1")]
    fn sub_assign(&mut self, other: &Poly) {
        *self += other;
    }
}

impl Poly {
    /// self·other
    ///
    /// # Errors
    ///
    /// `F2X_LEVEL` names a level that cannot be used, where the operator would panic.
    pub fn try_mul(&self, other: &Poly) -> Result<Poly, Error> {
        Level::current()?;
        Ok(self * other)
    }
}

impl Mul<&Poly> for &Poly {
    type Output = Poly;
    fn mul(self, other: &Poly) -> Poly {
        Poly::from_words(product::mul(&self.words, &other.words))
    }
}

impl MulAssign<&Poly> for Poly {
    fn mul_assign(&mut self, other: &Poly) {
        *self = &*self * other;
    }
}

/// What an operator says that cannot return an error.
fn unwrap<T>(result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

impl Div<&Poly> for &Poly {
    type Output = Poly;
    fn div(self, divisor: &Poly) -> Poly {
        unwrap(self.div_rem(divisor)).0
    }
}

impl DivAssign<&Poly> for Poly {
    fn div_assign(&mut self, divisor: &Poly) {
        *self = &*self / divisor;
    }
}

impl Rem<&Poly> for &Poly {
    type Output = Poly;
    fn rem(self, divisor: &Poly) -> Poly {
        unwrap(self.div_rem(divisor)).1
    }
}

impl RemAssign<&Poly> for Poly {
    fn rem_assign(&mut self, divisor: &Poly) {
        *self = &*self % divisor;
    }
}

/// The forms of a binary operator with values, from the one with references.
macro_rules! values {
    ($($trait:ident $method:ident, $assign:ident $assign_method:ident;)+) => {$(
        impl $trait<Poly> for Poly {
            type Output = Poly;
            fn $method(self, other: Poly) -> Poly {
                $trait::$method(&self, &other)
            }
        }
        impl $trait<&Poly> for Poly {
            type Output = Poly;
            fn $method(self, other: &Poly) -> Poly {
                $trait::$method(&self, other)
            }
        }
        impl $trait<Poly> for &Poly {
            type Output = Poly;
            fn $method(self, other: Poly) -> Poly {
                $trait::$method(self, &other)
            }
        }
        impl $assign<Poly> for Poly {
            fn $assign_method(&mut self, other: Poly) {
                $assign::$assign_method(self, &other);
            }
        }
    )+};
}
values! {
    Add add, AddAssign add_assign;
    Sub sub, SubAssign sub_assign;
    Mul mul, MulAssign mul_assign;
    Div div, DivAssign div_assign;
    Rem rem, RemAssign rem_assign;
}

/// self·x^exponent
impl Shl<usize> for &Poly {
    type Output = Poly;
    fn shl(self, exponent: usize) -> Poly {
        self.shifted_up(exponent)
    }
}

/// ⌊self/x^exponent⌋
impl Shr<usize> for &Poly {
    type Output = Poly;
    fn shr(self, exponent: usize) -> Poly {
        self.shifted_down(exponent)
    }
}

/// self·x^exponent
impl Shl<usize> for Poly {
    type Output = Poly;
    fn shl(self, exponent: usize) -> Poly {
        self.shifted_up(exponent)
    }
}

/// ⌊self/x^exponent⌋
impl Shr<usize> for Poly {
    type Output = Poly;
    fn shr(self, exponent: usize) -> Poly {
        self.shifted_down(exponent)
    }
}

impl ShlAssign<usize> for Poly {
    fn shl_assign(&mut self, exponent: usize) {
        *self = self.shifted_up(exponent);
    }
}

impl ShrAssign<usize> for Poly {
    fn shr_assign(&mut self, exponent: usize) {
        *self = self.shifted_down(exponent);
    }
}
