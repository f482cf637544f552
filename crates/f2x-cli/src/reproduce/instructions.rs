//! Retired instructions: by a hardware counter where it can be read, else by single steps.

#[cfg_attr(
    not(all(target_os = "linux", target_arch = "x86_64")),
    allow(dead_code, reason = "nothing is stepped there")
)]
mod kind;
#[cfg(target_os = "linux")]
mod perf;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod step;

use super::subject::{Registry, Subject};
pub(super) use kind::{Kind, Kinds};
use std::collections::HashMap;

/// What one run of a subject executes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// All instructions.
    pub(super) all: u64,
    /// Those of each kind.
    pub(super) kinds: Kinds,
}

impl std::ops::Sub for Counts {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { all: self.all.saturating_sub(other.all), kinds: self.kinds - other.kinds }
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.kinds += other.kinds;
    }
}

/// How instructions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Counting {
    /// By the CPU's counter (Linux)
    Hardware,
    /// By single steps of another process; a function that is called again with the same lengths counts
    /// what it did before (Linux, x86-64)
    Steps,
    /// By single steps, each instruction one (slow)
    EveryStep,
    /// Not at all
    None,
}

/// Counts what subjects execute, each once.
pub(super) struct Counter {
    counting: Option<Counting>,
    #[cfg(target_os = "linux")]
    hardware: Result<perf::Counter, String>,
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    stepper: Result<step::Stepper, String>,
    #[cfg(target_os = "linux")]
    retired: HashMap<Subject, Result<u64, String>>,
    kinds: HashMap<Subject, Result<Counts, String>>,
}

impl Counter {
    /// A counter of the wanted sort, or of the best that there is.
    pub(super) fn start(counting: Option<Counting>) -> Self {
        Self {
            counting,
            #[cfg(target_os = "linux")]
            hardware: match counting {
                None | Some(Counting::Hardware) => perf::Counter::open(),
                Some(_) => Err("it was not asked for".into()),
            },
            #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
            stepper: match counting {
                Some(Counting::None) => Err("they were not asked for".into()),
                counting => step::Stepper::start(counting != Some(Counting::EveryStep)),
            },
            #[cfg(target_os = "linux")]
            retired: HashMap::new(),
            kinds: HashMap::new(),
        }
    }

    /// Whether the CPU's counter is read.
    pub(super) fn has_hardware(&self) -> Result<(), String> {
        #[cfg(target_os = "linux")]
        return self.hardware.as_ref().map(drop).map_err(Clone::clone);
        #[cfg(not(target_os = "linux"))]
        Err("that needs Linux".into())
    }

    /// How instructions are counted, in words.
    pub(super) fn method(&self) -> String {
        let why = match self.has_hardware() {
            Ok(()) => {
                return "by the CPU's counter of retired instructions (perf_event_open)".into();
            }
            Err(why) => why,
        };
        match self.has_steps() {
            Ok(()) => format!(
                "by single steps of another process (ptrace); the CPU's counter (perf_event_open): {why}"
            ),
            Err(error) => format!("not at all; the CPU's counter: {why}; single steps: {error}"),
        }
    }

    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn has_steps(&self) -> Result<(), String> {
        self.stepper.as_ref().map(drop).map_err(Clone::clone)
    }

    #[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
    fn has_steps(&self) -> Result<(), String> {
        Err("they need Linux on x86-64".into())
    }

    /// The instructions that one run of a subject retires, or why that is not known.
    pub(super) fn retired(
        &mut self,
        registry: &Registry,
        subject: &Subject,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<u64, String> {
        #[cfg(target_os = "linux")]
        if let Ok(hardware) = &mut self.hardware {
            if let Some(known) = self.retired.get(subject) {
                return known.clone();
            }
            let found = hardware.count(registry, subject);
            self.retired.insert(subject.clone(), found.clone());
            return found;
        }
        match (self.counting, self.has_hardware()) {
            (Some(Counting::Hardware), Err(why)) => Err(format!("--count hardware: {why}")),
            _ => self.kinds(registry, subject, interrupted).map(|counts| counts.all),
        }
    }

    /// The instructions of each kind that one run of a subject executes, by single steps.
    pub(super) fn kinds(
        &mut self,
        registry: &Registry,
        subject: &Subject,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Counts, String> {
        if let Some(known) = self.kinds.get(subject) {
            return known.clone();
        }
        // What cannot be run here has its reason, which is better than the other process's death.
        let found = registry.find(subject).map(drop).and_then(|()| self.step(subject, interrupted));
        if !interrupted() {
            self.kinds.insert(subject.clone(), found.clone());
        }
        found
    }

    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn step(
        &mut self,
        subject: &Subject,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Counts, String> {
        match &mut self.stepper {
            Ok(stepper) => stepper.count(subject, interrupted),
            Err(error) => Err(error.clone()),
        }
    }

    #[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
    fn step(&mut self, _: &Subject, _: &dyn Fn() -> bool) -> Result<Counts, String> {
        Err("single steps need Linux on x86-64".into())
    }
}

/// Runs the subjects that standard input names, between two markers each: the process that is stepped.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub(super) fn serve() -> anyhow::Result<()> {
    step::serve()
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub(super) fn serve() -> anyhow::Result<()> {
    anyhow::bail!("single steps need Linux on x86-64")
}
