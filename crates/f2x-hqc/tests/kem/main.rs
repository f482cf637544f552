//! Known answers, other implementations, and what must not work.

mod interoperation;
mod known_answers;
mod model;
mod random;
mod refusals;
mod rejection;
mod round_trips;
mod traits;

use f2x::Level;

/// The levels that this CPU has.
fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.is_available())
}

/// The number that an environment variable sets, or the usual one.
fn number(variable: &str, usual: usize) -> usize {
    std::env::var(variable).map_or(usual, |text| text.parse().expect(variable))
}
