//! Where values of a function come from: whether a jump or an address depends on operands.
//!
//! A function behind `outline` is given pointers, lengths, and often a closure in memory that holds
//! more of both. Which is which the assembly does not say, so it is inferred from use:
//!
//! * The registers of arguments are public, and so are constants and what is computed of public values.
//! * Memory behind an argument is an *environment* if something loaded from it serves as a pointer; what
//!   is loaded from an environment is public, and may be a pointer to memory of which the same is asked.
//!   What goes from there into a vector, or is added to another value without carry, is data
//!   nevertheless: words that are captured by value.
//! * A *counter* is a place behind an argument whose value is only counted and compared; it is never
//!   combined with another value, multiplied, or stored but on the stack: a number of rounds beside
//!   words that are passed by value.
//! * Everything else in memory is data, and so is whatever depends on it.
//!
//! Values are followed through general registers, vectors, flags and places of the stack, over all
//! ways through the function. What is read from the stack by an index, or was written by a call, is
//! data.

use crate::{Function, Instruction};
use std::collections::{BTreeMap, BTreeSet};

/// What a value may depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Source {
    /// Words of operands.
    Data,
    /// What went from a vector to a general register.
    Left,
    /// The address of a constant of the program.
    Constant,
    /// An argument, or what is loaded `depth` times from behind it, the first time at `offset`; or
    /// that chose between values.
    Argument { register: usize, depth: u8, offset: i64, chose: bool },
}

impl Source {
    fn chose(self) -> Self {
        match self {
            Source::Argument { register, depth, offset, .. } => {
                Source::Argument { register, depth, offset, chose: true }
            }
            other => other,
        }
    }
}

type Value = BTreeSet<Source>;

const GENERAL: [&str; 16] =
    ["ax", "bx", "cx", "dx", "si", "di", "bp", "sp", "8", "9", "10", "11", "12", "13", "14", "15"];
/// rdi, rsi, rdx, rcx, r8 and r9.
const ARGUMENTS: [usize; 6] = [5, 4, 3, 2, 8, 9];
const AX: usize = 0;
const DX: usize = 3;
const BP: usize = 6;
const SP: usize = 7;
/// The place of vector register 0 after the general ones.
const VECTORS: usize = 16;
/// Deeper than closures hold references: data.
const DEEPEST: u8 = 4;

/// The place of a register in a state.
fn register(name: &str) -> Option<usize> {
    let name = name.strip_prefix('%')?;
    for vector in ["xmm", "ymm", "zmm"] {
        if let Some(number) = name.strip_prefix(vector) {
            return number.parse::<usize>().ok().map(|number| VECTORS + number);
        }
    }
    let bare = name.trim_start_matches(['r', 'e']).trim_end_matches(['d', 'w', 'b']);
    let bare = match name {
        "al" | "ah" => "ax",
        "bl" | "bh" => "bx",
        "cl" | "ch" => "cx",
        "dl" | "dh" => "dx",
        "sil" => "si",
        "dil" => "di",
        "bpl" => "bp",
        "spl" => "sp",
        _ => bare,
    };
    GENERAL.iter().position(|general| *general == bare)
}

/// displacement(base, index, scale)
struct Memory {
    offset: i64,
    base: Option<usize>,
    index: Option<usize>,
    scaled: bool,
}

fn memory(operand: &str) -> Option<Memory> {
    let operand = operand.split(" {").next()?.trim_start_matches('*');
    let (offset, registers) = operand.split_once('(')?;
    let mut registers = registers.trim_end_matches(')').split(',');
    let base = registers.next().and_then(register);
    let index = registers.next().and_then(register);
    let scaled = registers.next().is_some_and(|scale| scale != "1");
    Some(Memory { offset: offset.parse().unwrap_or(0), base, index, scaled })
}

/// The bytes that an instruction moves.
fn bytes(code: &Instruction) -> i64 {
    let widths = [("%zmm", 64), ("%ymm", 32), ("%xmm", 16)];
    let named = widths.iter().find(|(name, _)| code.operands.contains(name));
    match named {
        Some(_) if code.mnemonic.ends_with("movq") || code.mnemonic.ends_with("extrq") => 8,
        Some((_, bytes)) => *bytes,
        None => 8,
    }
}

#[derive(Clone, PartialEq, Default)]
struct State {
    registers: Vec<Value>,
    flags: Value,
    /// What bytes of the stack from a place on hold: how many, and of what.
    stack: BTreeMap<i64, (i64, Value)>,
    /// Where the stack pointer and the frame pointer are, counted from the entry.
    pointers: [Option<i64>; 2],
}

impl State {
    fn entry() -> Self {
        let mut registers = vec![Value::new(); VECTORS + 32];
        for register in ARGUMENTS {
            registers[register].insert(Source::Argument {
                register,
                depth: 0,
                offset: 0,
                chose: false,
            });
        }
        Self { registers, pointers: [Some(0), None], ..Self::default() }
    }

    /// Adds another way to this place; whether that is news.
    fn join(&mut self, other: &Self) -> bool {
        let before = self.clone();
        for (value, more) in self.registers.iter_mut().zip(&other.registers) {
            value.extend(more);
        }
        self.flags.extend(&other.flags);
        for (place, (bytes, more)) in &other.stack {
            let (had, value) = self.stack.entry(*place).or_insert((*bytes, Value::new()));
            *had = (*had).max(*bytes);
            value.extend(more);
        }
        for (pointer, other) in self.pointers.iter_mut().zip(other.pointers) {
            *pointer = pointer.filter(|_| *pointer == other);
        }
        *self != before
    }

    /// Where a number was found to be zero, the compiler uses its register as a zero.
    fn forget(&mut self, number: &Value) {
        let stored = self.stack.values_mut().map(|(_, value)| value);
        for value in self.registers.iter_mut().chain(stored).filter(|value| *value == number) {
            value.clear();
        }
    }

    /// The place on the stack, if the memory is there.
    fn place(&self, at: &Memory) -> Option<i64> {
        let pointer = match at.base? {
            SP => self.pointers[0],
            BP => self.pointers[1],
            _ => None,
        };
        pointer.map(|pointer| pointer + at.offset)
    }

    fn address(&self, at: &Memory) -> Value {
        let registers = [at.base, at.index].into_iter().flatten();
        registers.flat_map(|register| self.registers[register].iter().copied()).collect()
    }

    fn load(&self, at: &Memory, bytes: i64) -> Value {
        if let Some(place) = self.place(at) {
            // By an index: any of the places that follow each other without a gap.
            let mut end = place + bytes;
            let mut value = Value::new();
            let mut known = false;
            for (start, (length, stored)) in &self.stack {
                if start + length > place && *start < end {
                    known = true;
                    value.extend(stored);
                    if at.index.is_some() {
                        end = end.max(start + length + 1);
                    }
                }
            }
            return if known { value } else { Value::from([Source::Data]) };
        }
        if at.base.is_none() && at.index.is_none() {
            // A constant of the program.
            return Value::new();
        }
        // What an index depends on is another question, and asked where there is an address.
        if self.address(at).contains(&Source::Constant) {
            return Value::new();
        }
        let mut value = Value::new();
        let pointers = [at.base, at.index.filter(|_| !at.scaled)].into_iter().flatten();
        let sources: Vec<_> = pointers.flat_map(|pointer| &self.registers[pointer]).collect();
        // A register that keeps the argument on another way, where it is not used any more.
        let kept = |source: &Source| matches!(source, Source::Argument { depth: 0, .. });
        let stale = !sources.iter().all(|source| kept(source));
        for source in sources.into_iter().filter(|source| !stale || !kept(source)) {
            match *source {
                Source::Argument { register, depth: 0, .. } => {
                    let offsets = (at.offset..at.offset + bytes).step_by(8);
                    let words = offsets.map(|offset| Source::Argument {
                        register,
                        depth: 1,
                        offset,
                        chose: false,
                    });
                    value.extend(words);
                }
                Source::Argument { register, depth, offset, .. } if depth < DEEPEST => {
                    let depth = depth + 1;
                    value.insert(Source::Argument { register, depth, offset, chose: false });
                }
                _ => {
                    value.insert(Source::Data);
                }
            }
        }
        value
    }

    fn store(&mut self, at: &Memory, bytes: i64, value: Value) {
        let Some(place) = self.place(at) else { return };
        if at.index.is_some() {
            for (_, (_, stored)) in self.stack.range_mut(place..) {
                stored.extend(&value);
            }
            return;
        }
        let covered = |start: i64, length: i64| start >= place && start + length <= place + bytes;
        self.stack.retain(|start, (length, _)| !covered(*start, *length));
        let entry = self.stack.entry(place).or_insert((bytes, Value::new()));
        entry.0 = entry.0.max(bytes);
        entry.1.extend(&value);
    }
}

/// What the function does with the values it was given.
#[derive(Default)]
struct Uses {
    /// Arguments, by register and depth, that something loaded from serves as a pointer.
    environments: BTreeSet<(usize, u8)>,
    /// Places behind arguments that hold pointers.
    pointers: BTreeSet<(usize, i64)>,
    /// Places behind arguments whose values are more than counted.
    combined: BTreeSet<(usize, i64)>,
    /// Places behind arguments whose values are added to others without carry, or in vectors more
    /// than moved: no length is.
    words: BTreeSet<(usize, i64)>,
}

impl Uses {
    /// Whether a value depends on operands.
    fn is_data(&self, value: &Value) -> bool {
        value.iter().any(|source| match *source {
            Source::Data => true,
            Source::Left | Source::Constant => false,
            Source::Argument { depth: 0, .. } => false,
            Source::Argument { register, depth, offset, .. } => {
                let place = (register, offset);
                let environment = self.environments.contains(&(register, depth - 1));
                let counter = depth == 1 && !self.combined.contains(&place);
                let word = self.words.contains(&place) && !self.pointers.contains(&place);
                depth == 1 && word || !environment && !counter
            }
        })
    }
}

/// How a value is used where it matters.
enum Use {
    Jump(Value),
    Address(Value),
    Word(Value),
    /// By a multiplication in vectors.
    Factors(Value),
}

/// The instructions that break a rule, by what their values depend on.
#[derive(Default)]
pub struct Flow<'f> {
    pub branches: Vec<&'f Instruction>,
    pub addresses: Vec<&'f Instruction>,
    /// Instructions that do more than mask or store what went from a vector to a general register.
    pub escapes: Vec<&'f Instruction>,
    /// Multiplications in vectors.
    pub multiplications: Vec<&'f Instruction>,
}

/// Follows the values of `function`, whose labels stand before the instructions given.
pub fn follow(function: &Function) -> Flow<'_> {
    let body = &function.body;
    let mut states: Vec<Option<State>> = vec![None; body.len() + 1];
    let mut work = vec![0];
    states[0] = Some(State::entry());
    while let Some(at) = work.pop() {
        let Some(code) = body.get(at) else { continue };
        let mut state = states[at].clone().expect("a state before each instruction in work");
        step(code, &mut state, &mut |_| {}, &mut Uses::default());
        let jump = code.is_conditional_jump();
        let mut next = Vec::new();
        if code.mnemonic.starts_with("jmp") || jump {
            match function.labels.get(code.operands.as_str()) {
                Some(label) => next.push((*label, true)),
                None if code.operands.starts_with('*') => {
                    next.extend(function.labels.values().map(|label| (*label, true)))
                }
                None => {}
            }
        }
        if !code.mnemonic.starts_with("jmp") && !code.mnemonic.starts_with("ret") {
            next.push((at + 1, false));
        }
        let zero = at.checked_sub(1).and_then(|before| tested(&body[before], &state));
        for (to, taken) in next {
            let mut state = state.clone();
            if let Some(value) =
                zero.as_ref().filter(|_| code.mnemonic == if taken { "je" } else { "jne" })
            {
                state.forget(value);
            }
            let news = match &mut states[to] {
                Some(known) => known.join(&state),
                none => {
                    *none = Some(state.clone());
                    true
                }
            };
            if news && !work.contains(&to) {
                work.push(to);
            }
        }
    }
    let mut uses = Uses::default();
    let mut found = Vec::new();
    for (code, state) in body.iter().zip(&states) {
        if let Some(state) = state {
            step(code, &mut state.clone(), &mut |of| found.push((code, of)), &mut uses);
        }
    }
    let mut flow = Flow::default();
    for (code, of) in found {
        match of {
            Use::Jump(value) if uses.is_data(&value) => flow.branches.push(code),
            Use::Address(value) if uses.is_data(&value) => flow.addresses.push(code),
            Use::Factors(value) if uses.is_data(&value) => flow.multiplications.push(code),
            Use::Word(value) if value.contains(&Source::Left) && uses.is_data(&value) => {
                flow.escapes.push(code);
            }
            _ => {}
        }
    }
    flow
}

/// What is compared with zero.
fn tested(code: &Instruction, state: &State) -> Option<Value> {
    let (one, other) = code.operands.split_once(", ")?;
    let register = register(one).filter(|_| one == other && code.is(&["test"]))?;
    Some(state.registers[register].clone())
}

/// One instruction: the state after it, and what it uses.
fn step(code: &Instruction, state: &mut State, found: &mut dyn FnMut(Use), uses: &mut Uses) {
    let operands: Vec<&str> =
        if code.operands.is_empty() { Vec::new() } else { code.operands.split(", ").collect() };
    let name = code.mnemonic.as_str();
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    if starts(&["nop", "ret", "vzero", "ud2", "endbr", "data16", "int3"]) {
        return;
    }
    // Addresses, and which memory is an environment.
    if !starts(&["lea"]) {
        for at in operands.iter().filter_map(|operand| memory(operand)) {
            if state.place(&at).is_none() {
                found(Use::Address(state.address(&at)));
            } else if let Some(index) = at.index {
                found(Use::Address(state.registers[index].clone()));
            }
            // Unscaled, either may be the pointer: the base, unless it is a plain number.
            let number = |register: &usize| state.registers[*register].is_empty();
            let base = at.base.filter(|base| at.index.is_none() || at.scaled || !number(base));
            let base = base.or(at.index.filter(|_| !at.scaled));
            for register in base.into_iter().filter(|_| state.place(&at).is_none()) {
                for source in &state.registers[register] {
                    if let Source::Argument { register, depth: depth @ 1.., offset, .. } = *source {
                        uses.environments.insert((register, depth - 1));
                        if depth == 1 && at.index.is_none() {
                            uses.pointers.insert((register, offset));
                        }
                    }
                }
            }
        }
    }
    let vectors = code.operands.contains("mm");
    let size = bytes(code);
    let value_of = |state: &State, operand: &str| -> Value {
        if let Some(at) = memory(operand) {
            state.load(&at, size)
        } else {
            register(operand.split(" {").next().unwrap_or(operand))
                .map_or_else(Value::new, |register| state.registers[register].clone())
        }
    };
    if code.is_conditional_jump() {
        found(Use::Jump(state.flags.clone()));
        return;
    }
    if name.starts_with("jmp") {
        if let Some(place) = code.operands.strip_prefix('*') {
            found(Use::Jump(value_of(state, place)));
        }
        return;
    }
    if starts(&["call"]) {
        for register in [0, 2, 3, 4, 5, 8, 9, 10, 11] {
            state.registers[register] = Value::from([Source::Data]);
        }
        state.registers[VECTORS..].iter_mut().for_each(|value| *value = [Source::Data].into());
        return;
    }
    if starts(&["push"]) {
        let value = value_of(state, operands[0]);
        state.pointers[0] = state.pointers[0].map(|at| at - 8);
        state.store(&Memory { offset: 0, base: Some(SP), index: None, scaled: false }, 8, value);
        return;
    }
    let Some((target, sources)) = operands.split_last() else {
        if starts(&["cqto", "cltd", "cqo"]) {
            state.registers[DX] = state.registers[AX].clone();
        }
        return;
    };
    if starts(&["pop"]) {
        let top = Memory { offset: 0, base: Some(SP), index: None, scaled: false };
        let value = state.load(&top, 8);
        state.registers[register(target).expect("a register")] = value;
        state.pointers[0] = state.pointers[0].map(|at| at + 8);
        return;
    }
    // The stack pointer and the frame pointer.
    let number: Option<i64> =
        sources.first().and_then(|n| n.strip_prefix('$')).and_then(|n| n.parse().ok());
    match register(target) {
        Some(SP) => {
            state.pointers[0] = match (name.trim_end_matches('q'), number) {
                ("sub", Some(by)) => state.pointers[0].map(|at| at - by),
                ("add", Some(by)) => state.pointers[0].map(|at| at + by),
                // Aligned: a frame of its own, far from what is above.
                ("and", _) => state.pointers[0].map(|at| at - 100_000),
                ("mov", _) if sources == ["%rbp"] => state.pointers[1],
                ("lea", _) => memory(sources[0]).and_then(|at| state.place(&at)),
                _ => None,
            };
            return;
        }
        Some(BP) if sources == ["%rsp"] => {
            state.pointers[1] = state.pointers[0];
            return;
        }
        Some(BP) => state.pointers[1] = None,
        _ => {}
    }
    // Where words of a vector go to depends on lengths, and is as fast wherever they go.
    let order = match name {
        _ if name.starts_with("vpermi2") => Some(*target),
        _ if name.starts_with("vperm") => sources.get(1).copied(),
        _ => None,
    };
    let mut value: Value = Value::new();
    for source in sources.iter().filter(|source| Some(**source) != order) {
        value.extend(value_of(state, source));
    }
    if code.is_vector_multiplication() {
        found(Use::Factors(value.clone()));
    }
    let same = sources.len() >= 1
        && sources.iter().all(|source| source == target || source.starts_with('$'))
        || sources.len() == 2 && sources[0] == sources[1];
    let bare = name.trim_start_matches('v');
    let clears = same
        && (bare.starts_with("xor") || bare.starts_with("pxor") || bare.starts_with("sub"))
        && sources.iter().all(|source| !source.starts_with('$'));
    let ones = same && bare.starts_with("pcmpeq")
        || bare.starts_with("pternlog") && same && sources.len() == 3;
    let moves = starts(&["mov", "vmov", "kmov"])
        || bare.starts_with("pextr")
        || bare.starts_with("pbroadcast");
    let scalar = register(target).is_none_or(|target| target < VECTORS);
    if clears || ones {
        value.clear();
    } else if starts(&["lea"]) {
        value = memory(sources[0]).map_or_else(Value::new, |at| {
            if at.base.is_none() && at.index.is_none() {
                Value::from([Source::Constant])
            } else if let Some(place) = state.place(&at) {
                // What is there will be written by another function.
                state.stack.remove(&place);
                Value::new()
            } else {
                state.address(&at)
            }
        });
    } else if starts(&["set"]) {
        value = state.flags.clone();
    } else if starts(&["cmov"]) {
        value.extend(value_of(state, target));
        value.extend(state.flags.iter().copied().map(Source::chose));
    } else if starts(&["mul", "imul", "div", "idiv"]) && sources.is_empty() {
        value.extend(value_of(state, target));
        value.extend(&state.registers[AX]);
        value.extend(&state.registers[DX]);
        state.registers[AX] = value.clone();
        state.registers[DX] = value.clone();
    } else if !moves && sources.len() < 2
        || starts(&["shld", "shrd", "vpermt2", "vpternlog"])
        || target.contains("{%k") && !target.contains("{z}")
    {
        value.extend(value_of(state, target));
        if starts(&["adc", "sbb"]) {
            value.extend(&state.flags);
        }
    }
    // A number that is counted and compared stays one; anything else makes words of it.
    let tests = same && starts(&["test"]);
    let counts = tests
        || moves
        || starts(&["cmp", "inc", "dec", "set", "cmov", "lea"])
        || starts(&["add", "sub", "and", "test", "shr"]) && number.is_some();
    let leaves_stack = memory(target).is_some_and(|at| state.place(&at).is_none());
    let writes = !starts(&["cmp", "test", "bt", "vptest", "ptest"]);
    let adds = ["xor", "pxor", "pternlog", "pclmul"].iter().any(|adds| bare.starts_with(adds));
    let words = adds && !same && (vectors || number.is_none());
    for source in &value {
        if let Source::Argument { register, depth: 1, offset, chose: false } = *source {
            if !counts || leaves_stack && writes {
                uses.combined.insert((register, offset));
            }
            if words {
                uses.words.insert((register, offset));
            }
        }
    }
    // A number in a vector says where words go to.
    let from_general = sources.iter().any(|from| register(from).is_some_and(|r| r < VECTORS));
    if !scalar && from_general {
        value = value.into_iter().map(Source::chose).collect();
    }
    // What left a vector is masked or stored, no more.
    let to_general = moves && vectors && register(target).is_some_and(|target| target < VECTORS);
    if scalar && !moves && !starts(&["and", "bzhi", "set", "cmov"]) {
        found(Use::Word(value.clone()));
    }
    if to_general {
        value.insert(Source::Left);
    }
    if scalar
        && !moves
        && !starts(&["lea", "not", "set", "cmov", "bswap", "shlx", "shrx", "sarx", "rorx"])
    {
        state.flags = value.clone();
    }
    if writes {
        if let Some(at) = memory(target) {
            state.store(&at, size, value);
        } else if let Some(target) = register(target.split(" {").next().unwrap_or(target)) {
            state.registers[target] = value;
        }
    }
}
