//! How the papers measure, step by step.

use crate::bench::clock::Clock;
use crate::bench::measure::{Repeated, Sample, steady};
use std::time::{Duration, Instant};

/// Robert and Véron, Appendix E: runs that warm up, then for each of some random data sets the least of
/// many runs; the figure is the average of these minima.
///
/// What is compared takes turns, data set by data set, and a turn ends early after `patience`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Minima {
    pub(super) warm_up: u32,
    pub(super) sets: u32,
    pub(super) runs: u32,
    pub(super) patience: Duration,
}

/// Drucker, Gueron and Krasnov, Section V: runs that warm up, then a clocked loop of some iterations;
/// the figure is the least average of some repetitions. Su and Fan do not say how often they ran their
/// code; theirs is measured so, too.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeastAverage {
    pub(super) warm_up: u32,
    pub(super) iterations: u32,
    pub(super) repetitions: u32,
}

/// What can be measured with other operands.
pub(super) trait Measured: Repeated {
    /// Takes the operands of data set `set`.
    fn fill(&mut self, set: u64);
}

impl Measured for crate::bench::competitor::Competitor<'_> {
    fn fill(&mut self, set: u64) {
        Self::fill(self, set);
    }
}

/// The cost of one run, and the runs behind each minimum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cost {
    /// Core cycles, or nanoseconds where they cannot be known.
    pub(super) value: f64,
    pub(super) is_cycles: bool,
    /// The fewest runs of a turn.
    pub(super) runs: u32,
}

/// Either of them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Procedure {
    Minima(Minima),
    LeastAverage(LeastAverage),
}

impl Procedure {
    /// The cost of each; nothing if `interrupted` says so meanwhile.
    pub(super) fn measure<C: Measured>(
        &self,
        clock: &Clock,
        competitors: &mut [C],
        interrupted: impl Fn() -> bool,
    ) -> Option<Vec<Cost>> {
        match self {
            Self::Minima(minima) => minima.measure(clock, competitors, interrupted),
            Self::LeastAverage(least) => least.measure(clock, competitors, interrupted),
        }
    }
}

impl Minima {
    fn measure<C: Measured>(
        &self,
        clock: &Clock,
        competitors: &mut [C],
        interrupted: impl Fn() -> bool,
    ) -> Option<Vec<Cost>> {
        let reading = cost_of_reading(clock);
        let mut samples = vec![Vec::new(); competitors.len()];
        let mut runs = vec![self.runs; competitors.len()];
        for set in 0..u64::from(self.sets) {
            for (i, competitor) in competitors.iter_mut().enumerate() {
                if interrupted() {
                    return None;
                }
                competitor.fill(set);
                competitor.place(set);
                // Whoever had the turn before left other data in the caches.
                let warm_up = if set == 0 { self.warm_up } else { self.warm_up.div_ceil(50) };
                self.turn(clock, competitor, warm_up);
                let before = clock.ticks_per_cycle();
                let (least, done) = self.turn(clock, competitor, self.runs);
                let after = clock.ticks_per_cycle();
                runs[i] = runs[i].min(done);
                samples[i].push(Sample {
                    ticks: least.saturating_sub(reading) as f64,
                    ticks_per_cycle: before.zip(after).map(|(before, after)| [before, after]),
                });
            }
        }
        let ns_per_tick = clock.ns_per_tick();
        let average = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
        let cost = |(samples, runs): (&Vec<Sample>, u32)| cost(samples, ns_per_tick, runs, average);
        Some(samples.iter().zip(runs).map(cost).collect())
    }

    /// The least ticks of a turn's runs, and how many there were.
    fn turn(&self, clock: &Clock, competitor: &mut impl Repeated, runs: u32) -> (u64, u32) {
        let started = Instant::now();
        let mut least = u64::MAX;
        for run in 0..runs {
            let start = clock.now();
            competitor.run(1);
            least = least.min(clock.now() - start);
            if run % 8 == 7 && started.elapsed() > self.patience {
                return (least, run + 1);
            }
        }
        (least, runs)
    }
}

impl LeastAverage {
    fn measure<C: Measured>(
        &self,
        clock: &Clock,
        competitors: &mut [C],
        interrupted: impl Fn() -> bool,
    ) -> Option<Vec<Cost>> {
        let mut samples = vec![Vec::new(); competitors.len()];
        for repetition in 0..u64::from(self.repetitions) {
            for (competitor, samples) in competitors.iter_mut().zip(&mut samples) {
                if interrupted() {
                    return None;
                }
                competitor.fill(repetition);
                competitor.place(repetition);
                competitor.run(u64::from(self.warm_up));
                let before = clock.ticks_per_cycle();
                // The chain of the clock may have let the vector registers sleep.
                competitor.run(u64::from(self.warm_up));
                let start = clock.now();
                competitor.run(u64::from(self.iterations));
                let ticks = (clock.now() - start) as f64 / f64::from(self.iterations);
                let after = clock.ticks_per_cycle();
                let ticks_per_cycle = before.zip(after).map(|(before, after)| [before, after]);
                samples.push(Sample { ticks, ticks_per_cycle });
            }
        }
        let ns_per_tick = clock.ns_per_tick();
        let least = |values: Vec<f64>| values.into_iter().fold(f64::INFINITY, f64::min);
        let cost = |samples: &Vec<Sample>| cost(samples, ns_per_tick, self.iterations, least);
        Some(samples.iter().map(cost).collect())
    }
}

/// What the samples at a steady frequency say.
fn cost(
    samples: &[Sample],
    ns_per_tick: f64,
    runs: u32,
    combine: impl FnOnce(Vec<f64>) -> f64,
) -> Cost {
    let samples = steady(samples);
    let cycles: Option<Vec<f64>> = samples.iter().map(Sample::cycles).collect();
    let is_cycles = cycles.is_some();
    let values = cycles.unwrap_or_else(|| samples.iter().map(|s| s.ticks * ns_per_tick).collect());
    Cost { value: combine(values), is_cycles, runs }
}

/// The ticks between two readings of the clock.
fn cost_of_reading(clock: &Clock) -> u64 {
    let pair = |_| {
        let start = clock.now();
        clock.now() - start
    };
    (0..1000).map(pair).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Counts what is asked of it.
    #[derive(Default)]
    struct Counting {
        filled: u32,
        runs: u64,
    }

    impl Repeated for Counting {
        fn run(&mut self, times: u64) {
            self.runs += times;
        }
    }

    impl Measured for Counting {
        fn fill(&mut self, _: u64) {
            self.filled += 1;
        }
    }

    #[test]
    fn every_data_set_has_its_runs() {
        let patience = Duration::from_secs(60);
        let minima = Minima { warm_up: 100, sets: 5, runs: 7, patience };
        let mut competitors = [Counting::default(), Counting::default()];
        let costs = minima.measure(&Clock::start(), &mut competitors, || false).unwrap();
        for (counting, cost) in competitors.iter().zip(costs) {
            assert_eq!((counting.filled, counting.runs), (5, 100 + 4 * 2 + 5 * 7));
            assert_eq!(cost.runs, 7);
            assert!(cost.value.is_finite());
        }
    }

    #[test]
    fn patience_ends_a_turn_and_an_interrupt_ends_all() {
        let minima = Minima { warm_up: 0, sets: 1, runs: 1000, patience: Duration::ZERO };
        let mut competitors = [Counting::default()];
        let costs = minima.measure(&Clock::start(), &mut competitors, || false).unwrap();
        assert_eq!(costs[0].runs, 8);
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 3
        };
        let least = LeastAverage { warm_up: 1, iterations: 10, repetitions: 9 };
        let mut competitors = [Counting::default()];
        assert_eq!(least.measure(&Clock::start(), &mut competitors, stop), None);
        assert_eq!(competitors[0].runs, 3 * 12);
    }

    #[test]
    fn minima_are_averaged_and_averages_have_a_least() {
        let samples =
            [4.0, 2.0, 3.0].map(|ticks| Sample { ticks, ticks_per_cycle: Some([0.5; 2]) });
        let average = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
        assert_eq!(cost(&samples, 1.0, 9, average), Cost { value: 6.0, is_cycles: true, runs: 9 });
        let none = samples.map(|sample| Sample { ticks_per_cycle: None, ..sample });
        let least = |values: Vec<f64>| values.into_iter().fold(f64::INFINITY, f64::min);
        assert_eq!(cost(&none, 2.0, 9, least), Cost { value: 4.0, is_cycles: false, runs: 9 });
    }
}
