//! Rounds of samples, and what they say.

use super::clock::Clock;
use std::time::{Duration, Instant};

/// What is measured: an operation that can be done any number of times.
pub(crate) trait Repeated {
    /// Moves its operands to other places for this round, the same ones for every competitor.
    fn place(&mut self, _round: u64) {}

    /// Does it so many times.
    fn run(&mut self, times: u64);
}

/// The least time that the products of a sample take together.
const SAMPLE: Duration = Duration::from_micros(50);

/// A product so long that the caches' state before it does not matter.
const LONG: Duration = Duration::from_millis(20);

/// The time after which a competitor has had samples enough, if it had [`FEWEST`].
const ENOUGH: Duration = Duration::from_secs(2);
const FEWEST: usize = 5;

/// How far the core's frequency around a sample may be from its median.
const STEADY: f64 = 0.04;

/// The middle of some numbers, the lower quartile, and the bounds of the middle four fifths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    /// The median.
    pub(crate) median: f64,
    /// The tenth percentile.
    pub(crate) p10: f64,
    /// The lower quartile.
    pub(crate) p25: f64,
    /// The ninetieth percentile.
    pub(crate) p90: f64,
}

/// The cost of one product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    /// In core cycles, if they can be known.
    pub(crate) cycles: Option<Spread>,
    /// In nanoseconds.
    pub(crate) ns: Spread,
    /// The samples behind the figure.
    pub(crate) samples: usize,
    /// The products in each sample.
    pub(crate) batch: u64,
}

impl Figure {
    /// The cost of each of so many products that were one.
    pub(crate) fn shared(&self, products: f64) -> Self {
        let share = |spread: Spread| Spread {
            median: spread.median / products,
            p10: spread.p10 / products,
            p25: spread.p25 / products,
            p90: spread.p90 / products,
        };
        Self { cycles: self.cycles.map(share), ns: share(self.ns), ..*self }
    }
}

/// One timed batch of products.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Ticks of one product.
    pub(crate) ticks: f64,
    /// Ticks of a core cycle, before and after.
    pub(crate) ticks_per_cycle: Option<[f64; 2]>,
}

impl Sample {
    /// Core cycles of one product, if they can be known.
    pub(crate) fn cycles(&self) -> Option<f64> {
        self.ticks_per_cycle.map(|[before, after]| self.ticks * 2.0 / (before + after))
    }
}

/// Measures the competitors in turns, one sample each, to and fro; calls `progress` after every round.
pub(crate) fn measure<C: Repeated>(
    clock: &Clock,
    competitors: &mut [C],
    rounds: u32,
    progress: impl Fn(),
) -> Vec<Figure> {
    let batches: Vec<Batch> = competitors.iter_mut().map(Batch::find).collect();
    let mut samples = vec![Vec::new(); competitors.len()];
    let start = Instant::now();
    let enough = ENOUGH * competitors.len() as u32;
    for round in 0..rounds as usize {
        if round >= FEWEST && start.elapsed() > enough {
            break;
        }
        let mut turns: Vec<_> = competitors.iter_mut().zip(&batches).zip(&mut samples).collect();
        // What follows on what makes a difference: the vector registers may be in another state.
        if round % 2 == 1 {
            turns.reverse();
        }
        for ((competitor, batch), samples) in turns {
            competitor.place(round as u64);
            samples.push(sample(clock, competitor, *batch));
        }
        progress();
    }
    let ns_per_tick = clock.ns_per_tick();
    samples.iter().zip(batches).map(|(s, batch)| figure(s, batch.timed, ns_per_tick)).collect()
}

/// The products of a sample.
#[derive(Clone, Copy, Debug)]
struct Batch {
    /// Products that are not timed: the others were in the caches, and the upper halves of the
    /// vector registers may sleep.
    before: u64,
    /// Products that are timed.
    timed: u64,
}

impl Batch {
    /// Doubles the products until they fill a sample, which warms up, too.
    fn find(competitor: &mut impl Repeated) -> Self {
        let mut timed = 1;
        loop {
            let start = Instant::now();
            competitor.run(timed);
            let time = start.elapsed();
            if time >= SAMPLE {
                let before = if time < LONG { timed.div_ceil(2) } else { 0 };
                return Self { before, timed };
            }
            timed *= 2;
        }
    }
}

fn sample(clock: &Clock, competitor: &mut impl Repeated, batch: Batch) -> Sample {
    competitor.run(batch.before);
    let tpc_before = clock.ticks_per_cycle();
    let start = clock.now();
    competitor.run(batch.timed);
    let end = clock.now();
    let tpc_after = clock.ticks_per_cycle();
    Sample {
        ticks: (end - start) as f64 / batch.timed as f64,
        ticks_per_cycle: tpc_before.zip(tpc_after).map(|(before, after)| [before, after]),
    }
}

/// The samples at a steady frequency, or all of them.
pub(crate) fn steady(samples: &[Sample]) -> Vec<Sample> {
    let frequencies = samples.iter().filter_map(|sample| sample.ticks_per_cycle).flatten();
    let usual = median(frequencies.collect());
    let steady: Vec<Sample> = samples
        .iter()
        .filter(|sample| {
            let near = |tpc: &f64| usual.is_none_or(|usual| (tpc / usual - 1.0).abs() <= STEADY);
            sample.ticks_per_cycle.iter().flatten().all(near)
        })
        .copied()
        .collect();
    // If the frequency never was steady for long, a figure of all samples is better than none.
    if steady.is_empty() { samples.into() } else { steady }
}

/// What the samples at a steady frequency say.
fn figure(samples: &[Sample], batch: u64, ns_per_tick: f64) -> Figure {
    let kept = steady(samples);
    let cycles: Option<Vec<f64>> = kept.iter().map(Sample::cycles).collect();
    Figure {
        cycles: cycles.map(spread),
        ns: spread(kept.iter().map(|sample| sample.ticks * ns_per_tick).collect()),
        samples: kept.len(),
        batch,
    }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn spread(mut values: Vec<f64>) -> Spread {
    values.sort_by(f64::total_cmp);
    let at = |percent: usize| values[(values.len() - 1) * percent / 100];
    Spread { median: at(50), p10: at(10), p25: at(25), p90: at(90) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_at_another_frequency_do_not_count() {
        let sample = |ticks, tpc: f64| Sample { ticks, ticks_per_cycle: Some([tpc, tpc]) };
        let mut samples = vec![sample(100.0, 0.5); 9];
        samples.push(sample(1.0, 0.6));
        let figure = figure(&samples, 1, 2.0);
        assert_eq!(figure.samples, 9);
        assert_eq!(
            figure.cycles,
            Some(Spread { median: 200.0, p10: 200.0, p25: 200.0, p90: 200.0 })
        );
        assert_eq!(figure.ns.median, 200.0);
    }

    #[test]
    fn without_cycles_there_are_nanoseconds() {
        let figure = figure(&[Sample { ticks: 7.0, ticks_per_cycle: None }], 1, 1.0);
        assert_eq!((figure.cycles, figure.ns.median), (None, 7.0));
    }

    #[test]
    fn percentiles_of_21_values_are_four_of_them() {
        let values = (0..21).rev().map(f64::from).collect();
        assert_eq!(spread(values), Spread { median: 10.0, p10: 2.0, p25: 5.0, p90: 18.0 });
    }
}
