//! How the operands are multiplied at the points: by bytes ([`pointwise`]) or by words
//! ([`kronecker`](super::kronecker)).

use super::field::{Factor, Layers};
use super::{long_stride, pointwise};
use crate::isa::bytes::{Bytes, IsaBytes};

/// Products at the points, in vectors `V`.
pub(super) trait Points<I: IsaBytes, V: Bytes<I>> {
    /// a := a · b in blocks of 2^`m` coefficients, whose rows, 2^so many, are at distances of `stride` rows.
    fn products(
        isa: I,
        m: usize,
        operands: (&mut [V::Row], &[V::Row]),
        stride_and_log_rows: (usize, usize),
        layers: &Layers,
        scratch: &mut [u64],
    );

    /// a := a · b, for elements of which number i is a polynomial in x of the coefficients in a row,
    /// modulo x^(their number) less the constant [`span(i / 2)`](Factor::span), to which i adds its lowest bit.
    fn products_at_span<F: Factor<P>, const P: usize>(
        isa: I,
        a: &mut [V::Row],
        b: &[V::Row],
        scratch: &mut [u64],
    );
}

/// The rows of scratch for coefficients of 2^`log_bytes` bytes.
pub(super) const fn products_rows(log_bytes: usize) -> usize {
    // For products by bytes with less than 8 rows to a coefficient; for a transform with 8 and more. Products by words
    // need 24 rows for four bytes of a coefficient, and fit into either.
    if log_bytes < long_stride::LEAST_LOG_ROWS {
        pointwise::SCRATCH_ROWS
    } else {
        long_stride::scratch_rows(log_bytes)
    }
}
