//! The CPU's counter of retired instructions, where the system lets it be read.

use crate::bench::measure::Repeated;
use crate::reproduce::subject::{Registry, Subject};
use perf_event::Builder;
use perf_event::events::Hardware;

/// Counts of one thing; the least is taken, as interrupts only add.
const TIMES: u32 = 20;

/// The counter of this thread.
pub(super) struct Counter(perf_event::Counter);

impl Counter {
    /// The counter, or why it cannot be read.
    pub(super) fn open() -> Result<Self, String> {
        let failed = |error: std::io::Error| error.to_string();
        let mut counter = Builder::new().kind(Hardware::INSTRUCTIONS).build().map_err(failed)?;
        counter.enable().map_err(failed)?;
        // Where a hypervisor hides the counter it may open and stand still.
        match counter.read() {
            Ok(0) => Err("it counts nothing".into()),
            Ok(_) => Ok(Self(counter)),
            Err(error) => Err(failed(error)),
        }
    }

    /// The instructions that one run retires.
    pub(super) fn count(&mut self, registry: &Registry, subject: &Subject) -> Result<u64, String> {
        let nothing = self.least(registry, &Subject::Nothing)?;
        Ok(self.least(registry, subject)?.saturating_sub(nothing))
    }

    fn least(&mut self, registry: &Registry, subject: &Subject) -> Result<u64, String> {
        let mut competitor = registry.find(subject)?;
        competitor.run(2);
        let mut least = u64::MAX;
        for _ in 0..TIMES {
            let before = self.0.read().map_err(|error| error.to_string())?;
            competitor.run(1);
            let after = self.0.read().map_err(|error| error.to_string())?;
            least = least.min(after.wrapping_sub(before));
        }
        Ok(least)
    }
}
