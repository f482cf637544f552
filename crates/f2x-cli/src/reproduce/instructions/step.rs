//! Instructions by single steps: another process runs a subject between two markers, and this one stops
//! it after every instruction (ptrace).
//!
//! The markers are signals that the other process sends itself. What they cost is what a subject that
//! does nothing counts.
//!
//! A step takes some 30 microseconds, so calls are stepped once: a function that was called with the
//! same lengths before takes the same instructions again, as no instruction depends on words of
//! operands. Its count is added and a breakpoint waits at its return. The same lengths: the registers
//! and stack slots of its arguments, and what they point to, agree in everything that is small enough
//! for a length.

use super::Counts;
use super::kind::{Instruction, LONGEST, decode};
use crate::bench::measure::Repeated;
use crate::reproduce::subject::{Registry, Subject};
use anyhow::{Context, Result, bail};
use nix::sched::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
use nix::sys::ptrace::{self, Options};
use nix::sys::signal::{Signal, raise};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;
use std::collections::HashMap;
use std::env;
use std::fs::File;
use std::io::{BufRead, Write};
use std::os::unix::fs::FileExt;
use std::process::{Child, ChildStdin, Command, Stdio};

/// What the other process sends itself before and after a run.
const MARKER: Signal = Signal::SIGUSR1;

/// Steps between looks whether to go on.
const STEPS: u64 = 512;

/// An argument below is a length or an index, everything else a pointer or a word of an operand.
const SMALL: u64 = 1 << 24;

/// Stack slots above the return address that may be arguments.
const SLOTS: usize = 8;

/// Words that an argument may point to.
const POINTED: usize = 8;

/// The calls around a product, which find out what to do by pointers; those within are functions of
/// their own for every schedule and level.
const DEEP: usize = 5;

/// INT3.
const BREAKPOINT: [u8; 1] = [0xcc];

/// The other process.
pub(super) struct Stepper {
    child: Child,
    input: ChildStdin,
    memory: File,
    /// What the markers cost.
    nothing: Option<Counts>,
    instructions: HashMap<u64, Instruction>,
    calls: HashMap<Call, Counts>,
    /// Whether calls that are known are left out.
    skips: bool,
    /// What went wrong; the other process is where nobody knows.
    failed: Option<String>,
}

/// A function with the lengths that it was called with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Call {
    /// What it is done for: the outermost functions do another thing for another subject.
    family: String,
    function: u64,
    lengths: Vec<u64>,
}

/// A call that has not returned.
struct Frame {
    call: Call,
    returns_to: u64,
    stack: u64,
    before: Counts,
}

impl Stepper {
    /// The other process, stopped for nothing yet, or why there can be none.
    pub(super) fn start(skips: bool) -> Result<Self, String> {
        Self::spawn(skips).map_err(|error| format!("{error:#}"))
    }

    fn spawn(skips: bool) -> Result<Self> {
        let mut command = Command::new(env::current_exe()?);
        command.args(["reproduce", "--stepped"]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let input = child.stdin.take().context("no standard input")?;
        let memory =
            File::options().read(true).write(true).open(format!("/proc/{}/mem", child.id()))?;
        let stepper = Self {
            child,
            input,
            memory,
            nothing: None,
            instructions: HashMap::new(),
            calls: HashMap::new(),
            skips,
            failed: None,
        };
        let pid = stepper.pid();
        ptrace::attach(pid).context("ptrace")?;
        waitpid(pid, None)?;
        ptrace::setoptions(pid, Options::PTRACE_O_EXITKILL)?;
        ptrace::cont(pid, None)?;
        Ok(stepper)
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed())
    }

    /// What one run of the subject executes.
    pub(super) fn count(
        &mut self,
        subject: &Subject,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Counts, String> {
        let nothing = match self.nothing {
            Some(nothing) => nothing,
            None => {
                let nothing = self.on_one_core(&Subject::Nothing, interrupted)?;
                *self.nothing.insert(nothing)
            }
        };
        Ok(self.on_one_core(subject, interrupted)? - nothing)
    }

    /// Both processes on one core: they take turns anyway, and a wake-up on another core takes longer
    /// than a step.
    fn on_one_core(
        &mut self,
        subject: &Subject,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Counts, String> {
        let this = Pid::from_raw(0);
        let allowed = sched_getaffinity(this);
        let mut here = CpuSet::new();
        if let Ok(cpu) = sched_getcpu()
            && here.set(cpu).is_ok()
        {
            // If it cannot be, it takes longer.
            let _ = sched_setaffinity(self.pid(), &here);
            let _ = sched_setaffinity(this, &here);
        }
        let counts = match &self.failed {
            Some(failed) => Err(anyhow::anyhow!("{failed}")),
            None => self.steps(subject, interrupted),
        };
        if let Err(error) = &counts {
            self.failed = Some(format!("{error:#}"));
        }
        if let Ok(allowed) = allowed {
            let _ = sched_setaffinity(this, &allowed);
        }
        counts.map_err(|error| format!("single steps: {error:#}"))
    }

    /// The steps between the markers.
    fn steps(&mut self, subject: &Subject, interrupted: &dyn Fn() -> bool) -> Result<Counts> {
        let pid = self.pid();
        writeln!(self.input, "{}", serde_json::to_string(subject)?)?;
        self.wait_for_marker()?;
        let families = families(subject);
        let mut counts = Counts::default();
        let mut frames: Vec<Frame> = Vec::new();
        let mut registers = ptrace::getregs(pid)?;
        for step in 0u64.. {
            if step % STEPS == 0 && interrupted() {
                bail!("interrupted");
            }
            let instruction = self.instruction(registers.rip);
            let from = registers.rip;
            ptrace::step(pid, None)?;
            match waitpid(pid, None)? {
                WaitStatus::Stopped(_, Signal::SIGTRAP) => {}
                WaitStatus::Stopped(_, MARKER) => break,
                WaitStatus::Stopped(_, signal) if is_from_outside(signal) => continue,
                other => bail!("the other process: {other:?}"),
            }
            registers = ptrace::getregs(pid)?;
            if !(instruction.is_repeated && registers.rip == from) {
                counts.all += 1;
                counts.kinds.add(instruction.kind);
            }
            while let Some(frame) = frames.pop_if(|frame| {
                (registers.rip, registers.rsp) == (frame.returns_to, frame.stack + 8)
            }) {
                self.calls.insert(frame.call, counts - frame.before);
            }
            if instruction.is_call {
                let call = Call {
                    family: families[usize::from(frames.len() >= DEEP)].clone(),
                    function: registers.rip,
                    lengths: self.lengths(&registers),
                };
                let returns_to = self.word(registers.rsp)?;
                match self.calls.get(&call).copied() {
                    Some(known) if self.skips => {
                        self.run_to(returns_to, registers.rsp + 8)?;
                        counts += known;
                        registers = ptrace::getregs(pid)?;
                    }
                    _ => frames.push(Frame {
                        call,
                        returns_to,
                        stack: registers.rsp,
                        before: counts,
                    }),
                }
            }
        }
        ptrace::cont(pid, None)?;
        Ok(counts)
    }

    /// Lets the other process run until it sends the marker.
    fn wait_for_marker(&mut self) -> Result<()> {
        loop {
            match waitpid(self.pid(), None)? {
                WaitStatus::Stopped(_, MARKER) => return Ok(()),
                WaitStatus::Stopped(_, signal) if is_from_outside(signal) => {
                    ptrace::cont(self.pid(), None)?;
                }
                other => bail!("the other process: {other:?}"),
            }
        }
    }

    /// Lets the other process run until it is at `address` with the stack at `stack`.
    fn run_to(&mut self, address: u64, stack: u64) -> Result<()> {
        let pid = self.pid();
        let mut instruction = [0; 1];
        self.memory.read_exact_at(&mut instruction, address)?;
        loop {
            self.memory.write_all_at(&BREAKPOINT, address)?;
            loop {
                ptrace::cont(pid, None)?;
                match waitpid(pid, None)? {
                    WaitStatus::Stopped(_, Signal::SIGTRAP) => break,
                    WaitStatus::Stopped(_, signal) if is_from_outside(signal) => {}
                    other => bail!("the other process: {other:?}"),
                }
            }
            self.memory.write_all_at(&instruction, address)?;
            let mut registers = ptrace::getregs(pid)?;
            registers.rip = address;
            ptrace::setregs(pid, registers)?;
            if registers.rsp == stack {
                return Ok(());
            }
            // A recursive call has returned to the same place.
            loop {
                ptrace::step(pid, None)?;
                match waitpid(pid, None)? {
                    WaitStatus::Stopped(_, Signal::SIGTRAP) => break,
                    WaitStatus::Stopped(_, signal) if is_from_outside(signal) => {}
                    other => bail!("the other process: {other:?}"),
                }
            }
        }
    }

    fn instruction(&mut self, address: u64) -> Instruction {
        let memory = &self.memory;
        *self.instructions.entry(address).or_insert_with(|| {
            let mut bytes = [0; LONGEST];
            // The last instruction of a mapping may be shorter.
            let read = memory.read_at(&mut bytes, address).unwrap_or(0);
            decode(&bytes[..read])
        })
    }

    fn word(&self, address: u64) -> Result<u64> {
        let mut bytes = [0; 8];
        self.memory.read_exact_at(&mut bytes, address)?;
        Ok(u64::from_ne_bytes(bytes))
    }

    /// Everything that may be a length, at the entry of a function.
    fn lengths(&self, registers: &nix::libc::user_regs_struct) -> Vec<u64> {
        let small = |word: u64| if word < SMALL { word } else { SMALL };
        let r = registers;
        let mut arguments = vec![r.rdi, r.rsi, r.rdx, r.rcx, r.r8, r.r9];
        arguments.extend(self.words::<SLOTS>(r.rsp + 8));
        let pointers = arguments.iter().filter(|argument| **argument >= SMALL);
        let pointed: Vec<u64> = pointers.flat_map(|at| self.words::<POINTED>(*at)).collect();
        arguments.into_iter().chain(pointed).map(small).collect()
    }

    /// The words at an address, none where it is not one.
    fn words<const N: usize>(&self, address: u64) -> Vec<u64> {
        let mut bytes = vec![0; 8 * N];
        let read = self.memory.read_at(&mut bytes, address).unwrap_or(0);
        bytes[..read].as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word)).collect()
    }
}

impl Drop for Stepper {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a signal is for this process, which gets it as well: from the terminal or from job control.
fn is_from_outside(signal: Signal) -> bool {
    use Signal::*;
    matches!(signal, SIGINT | SIGQUIT | SIGTERM | SIGHUP | SIGTSTP | SIGSTOP | SIGCONT | SIGWINCH)
}

/// The subject, for the outermost calls, and what it has in common with others, for those within.
fn families(subject: &Subject) -> [String; 2] {
    let inner = match subject {
        Subject::Nothing => "nothing",
        Subject::Own { level, .. }
        | Subject::OwnKernel { level, .. }
        | Subject::Schedule { level, .. }
        | Subject::Kernel { level, .. } => level,
        Subject::Gf2x { .. } => "gf2x",
    };
    [format!("{subject:?}"), inner.into()]
}

/// Runs the subjects that standard input names, between two markers each.
pub(super) fn serve() -> Result<()> {
    let registry = Registry::new()?;
    for line in std::io::stdin().lock().lines() {
        let subject: Subject = serde_json::from_str(&line?)?;
        let mut competitor = registry.find(&subject).map_err(anyhow::Error::msg)?;
        // The first runs look up the level and bind functions of libraries.
        competitor.run(2);
        raise(MARKER)?;
        competitor.run(1);
        raise(MARKER)?;
    }
    Ok(())
}
