//! The tests of polynomials, against the algebra and against arithmetic that works bit by bit.

mod composition;
mod division;
mod factor;
mod gcd;
mod modulus;
mod naive;
mod ring;
mod text;
