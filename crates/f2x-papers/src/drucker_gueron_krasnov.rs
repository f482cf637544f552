//! drucker_gueron_krasnov

use crate::Schedule;
use f2x::Level;

/// The schedules that run on `level`.
pub(crate) fn schedules(_: Level) -> Vec<Schedule> {
    Vec::new()
}
