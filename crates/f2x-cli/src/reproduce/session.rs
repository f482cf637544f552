//! A run: what was measured so far, and how the tables are made of it.

use super::instructions::{Counter, Counts};
use super::papers::{self, Papers};
use super::procedure::{Cost, LeastAverage, Minima, Procedure};
use super::results::{Figure, Table, Unit};
use super::subject::{Registry, Subject, available};
use super::summary::{self, Difference};
use super::{Arguments, complexity, hqc, interrupted, kinds, products, reduction};
use crate::bench::clock::Clock;
use crate::bench::machine::Provenance;
use anyhow::Result;
use f2x::Level;
use indicatif::ProgressBar;
use serde::Serialize;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The layout of a record.
const FORMAT: &str = "f2x-reproduce/1";

/// How long the runs for one data set may take.
const PATIENCE: Duration = Duration::from_millis(20);

/// Why something was not measured that could have been.
pub(super) const INTERRUPTED: &str = "interrupted before";

/// A whole run.
#[derive(Debug, Serialize)]
pub(super) struct Run {
    format: &'static str,
    #[serde(flatten)]
    pub(super) provenance: Provenance,
    pub(super) procedures: Vec<String>,
    pub(super) seconds: u64,
    pub(super) is_complete: bool,
    /// The run in plain words.
    pub(super) opening: String,
    /// What differs from the papers.
    pub(super) differences: Vec<Difference>,
    pub(super) tables: Vec<Table>,
}

/// What a run needs and knows.
pub(super) struct Session {
    pub(super) registry: Registry,
    pub(super) counter: Counter,
    pub(super) clock: Clock,
    /// The level that tables are restricted to.
    pub(super) only: Option<Level>,
    /// The longest operands, in bits.
    max_bits: Option<u64>,
    minima: Minima,
    costs: HashMap<Subject, Result<Cost, String>>,
    /// Products with reduction, by level and degree.
    pub(super) fields: HashMap<(String, usize), reduction::Costs>,
    /// Operations of HQC by parameters, name and level, and whether they are in cycles.
    pub(super) hqc: HashMap<(String, String, String), (bool, f64)>,
    /// The fewest runs that a product had for a data set, where they are fewer than wanted.
    fewest: u32,
    started: Instant,
}

/// The steps that a table's progress is counted in.
pub(super) fn steps(table: &papers::Table) -> u64 {
    (table.rows.len().max(1)) as u64
}

impl Session {
    pub(super) fn start(arguments: &Arguments) -> Result<Self> {
        Ok(Self {
            registry: Registry::new()?,
            counter: Counter::start(arguments.count),
            clock: Clock::start(),
            only: arguments.level,
            max_bits: arguments.max_bits,
            minima: Minima {
                warm_up: arguments.runs,
                sets: arguments.sets,
                runs: arguments.runs,
                patience: PATIENCE,
            },
            costs: HashMap::new(),
            fields: HashMap::new(),
            hqc: HashMap::new(),
            fewest: arguments.runs,
            started: Instant::now(),
        })
    }

    /// The procedure of a paper.
    pub(super) fn procedure(&self, paper: &str) -> Procedure {
        if paper == "robert-veron" {
            return Procedure::Minima(self.minima);
        }
        Procedure::LeastAverage(LeastAverage {
            warm_up: 25,
            iterations: 100,
            repetitions: self.minima.sets.div_ceil(5),
        })
    }

    /// The procedure of key encapsulation, whose operations are a hundred times as long as products.
    pub(super) fn long_procedure(&self) -> Procedure {
        let runs = self.minima.runs.div_ceil(10);
        Procedure::Minima(Minima { warm_up: runs, runs, ..self.minima })
    }

    /// A table of a paper as it is here.
    pub(super) fn table(
        &mut self,
        table: &papers::Table,
        papers: &Papers,
        before: &[Table],
        progress: &ProgressBar,
    ) -> Table {
        let mut result = Table {
            paper: table.paper.clone(),
            number: table.number.clone(),
            title: table.title.clone(),
            cpu: table.cpu.clone(),
            notes: table.note.iter().cloned().collect(),
            lines: Vec::new(),
        };
        use papers::Procedure as P;
        match table.procedure {
            P::Products => products::measure(self, table, &mut result, progress),
            P::Kinds => kinds::count(self, table, &mut result, progress),
            P::Fields => reduction::measure(self, table, &mut result, progress),
            P::Complexity => complexity::count(table, &mut result),
            P::Ranges => complexity::ranges(self, table, &mut result),
            P::Hqc => hqc::measure(self, table, &mut result, progress),
            P::PerCycle => products::per_cycle(self, papers, before, &mut result, progress),
            P::Claims => products::claims(self, table, papers, before, &mut result, progress),
        }
        result
    }

    /// The level of a column, or why it is left out.
    pub(super) fn level(&self, paper: &str, column: &papers::Column) -> Result<String, String> {
        let Some(name) = &column.level else {
            return Ok(self.best().name().into());
        };
        match self.only {
            // The strategies of Su and Fan are written for every level.
            Some(only) if paper == "su-fan" && only != Level::Portable => Ok(only.name().into()),
            Some(only) if only.name() != name => Err(format!("left out: --level {only}")),
            _ => available(name).map(|level| level.name().into()),
        }
    }

    /// Whether operands are longer than wanted.
    pub(super) fn is_left_out(&self, bits: u64) -> bool {
        self.max_bits.is_some_and(|most| bits > most)
    }

    /// Why longer operands are left out.
    pub(super) fn left_out(&self) -> String {
        format!("left out: --max-bits {}", self.max_bits.unwrap_or_default())
    }

    /// The level of f2x beside other programs.
    pub(super) fn best(&self) -> Level {
        let available = Level::ALL.into_iter().rfind(|level| level.is_available());
        self.only.or(available).unwrap_or(Level::Portable)
    }

    /// Measures what is not known yet, in turns.
    pub(super) fn time(&mut self, subjects: &[Subject], procedure: Procedure) {
        let mut waiting: Vec<&Subject> = Vec::new();
        let mut ready = Vec::new();
        for subject in subjects {
            if self.costs.contains_key(subject) || waiting.contains(&subject) {
                continue;
            }
            match self.registry.find(subject) {
                Ok(competitor) => {
                    waiting.push(subject);
                    ready.push(competitor);
                }
                Err(reason) => {
                    self.costs.insert(subject.clone(), Err(reason));
                }
            }
        }
        let Some(costs) = procedure.measure(&self.clock, &mut ready, interrupted) else {
            return;
        };
        drop(ready);
        for (subject, cost) in waiting.into_iter().zip(costs) {
            if matches!(procedure, Procedure::Minima(_)) {
                self.fewest = self.fewest.min(cost.runs);
            }
            self.costs.insert(subject.clone(), Ok(cost));
        }
    }

    /// What was measured.
    pub(super) fn cost(&self, subject: &Subject) -> Result<Cost, String> {
        self.costs.get(subject).cloned().unwrap_or_else(|| Err(INTERRUPTED.into()))
    }

    /// A figure of cycles, or of nanoseconds.
    pub(super) fn cycles(
        &self,
        paper: Option<f64>,
        here: Result<Subject, String>,
        own: Option<&Subject>,
    ) -> Figure {
        let here = here.and_then(|subject| self.cost(&subject));
        let own = own.and_then(|own| self.cost(own).ok());
        let cost = here.as_ref().ok().or(own.as_ref());
        let unit = match cost {
            Some(cost) if !cost.is_cycles => Unit::Ns,
            _ => Unit::Cycles,
        };
        let mut figure = Figure::new(unit, paper).with(here.map(|cost| cost.value));
        figure.f2x = own.map(|cost| cost.value);
        figure
    }

    /// A figure of retired instructions.
    pub(super) fn retired(
        &mut self,
        paper: Option<f64>,
        here: Result<Subject, String>,
        own: Option<&Subject>,
    ) -> Figure {
        let here = here.and_then(|subject| self.instructions(&subject));
        let mut figure = Figure::new(Unit::Instructions, paper).with(here);
        figure.f2x = own.and_then(|own| self.instructions(own).ok());
        figure
    }

    fn instructions(&mut self, subject: &Subject) -> Result<f64, String> {
        if interrupted() {
            return Err(INTERRUPTED.into());
        }
        self.counter.retired(&self.registry, subject, &interrupted).map(|count| count as f64)
    }

    /// The instructions of each kind.
    pub(super) fn kinds(&mut self, subject: &Subject) -> Result<Counts, String> {
        if interrupted() {
            return Err(INTERRUPTED.into());
        }
        self.counter.kinds(&self.registry, subject, &interrupted)
    }

    /// The run as it is kept.
    pub(super) fn finish(self, tables: Vec<Table>) -> Run {
        let Minima { sets, runs, .. } = self.minima;
        let mut minima = format!(
            "Robert-Véron, Appendix E: {sets} random data sets, for each the least of {runs} runs, and the \
             average of these minima"
        );
        if (sets, runs) != (50, 1000) {
            minima += "; the paper has 50 sets and 1000 runs";
        }
        if self.fewest < runs {
            minima += &format!(
                "; a data set of a long product ended after {} ms, the longest after {} runs",
                PATIENCE.as_millis(),
                self.fewest
            );
        }
        let gf2x = match self.registry.gf2x() {
            Ok(_) => "libgf2x is that of the system: the one that the loader finds".into(),
            Err(reason) => format!("libgf2x is not measured: {reason}"),
        };
        let instructions = format!("Instructions are counted {}", self.counter.method());
        let procedures = vec![
            minima,
            format!(
                "Drucker-Gueron-Krasnov, Section V, and Su-Fan: 25 runs that warm up, 100 that are averaged; \
                 the least of {} averages",
                sets.div_ceil(5)
            ),
            "HQC as products, with a tenth of the runs".into(),
            "Cycles are core cycles: time-stamp ticks over those of a chain of multiplications of known \
             latency"
                .into(),
            instructions,
            gf2x,
        ];
        let differences = summary::differences(&tables);
        Run {
            format: FORMAT,
            provenance: Provenance::now(),
            procedures,
            seconds: self.started.elapsed().as_secs(),
            is_complete: !interrupted(),
            opening: summary::opening(&tables, &differences),
            differences,
            tables,
        }
    }
}
