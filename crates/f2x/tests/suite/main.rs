//! The tests of the multiplier, against what it may not know: the definition, the algebra, and the
//! symbols of the witness.
//!
//! * [`blocks`] lists the blocks; one line there puts a block through every test below.
//! * [`proofs`] and [`plans`]: products of symbols. Blocks and schedules are right for all operands
//!   and cost what they say.
//! * [`random`], [`edges`], [`memory`], [`laws`]: products of words on every level that the CPU has.
//! * [`sizes`]: products of a size known at compile time.
//! * [`squares`]: squares, proved by the basis.
//! * [`batches`]: many products in one call.
//! * [`pieces`]: low, high and middle products.
//! * [`vectors`]: what vectors do for rings.
//! * [`environment`]: what `F2X_LEVEL` does, in processes of its own.
//!
//! A product is bilinear in its operands, and so is what a wrong one has too much. A bilinear map
//! that is not zero vanishes on a uniformly random pair with probability at most 3/4, so
//! [`words::PAIRS`] pairs of one size let a wrong product pass with probability at most 2^-166.
//!
//! Without optimisation the tests run on fewer sizes ([`words::sized`]).

mod batches;
mod blocks;
mod edges;
mod environment;
mod laws;
mod memory;
mod oracle;
mod pieces;
mod plans;
mod prepared;
mod proofs;
mod random;
mod sizes;
mod squares;
mod symbolic;
mod vectors;
mod words;
