//! Reads x86-64 assembly that rustc wrote and says where the multiplier breaks its rules.
//!
//! `asm FILE…` checks the functions behind `Isa::outline`, by their mangled (v0) names: they are
//! where the instructions of a level are, and all that touches words of operands. What plans a
//! product from its public lengths (`mul::plan` and `mul::fixed`) is outside, but some of it may be
//! inlined there.
//!
//! * `intrinsic`: no intrinsic and no method of a vector is a function of its own, anywhere: one
//!   forgotten `inline(always)` makes it one.
//! * `division`, `bit_count`: no instruction whose time depends on its operands on some CPU: div,
//!   idiv, and those that Intel does not list as constant-time (popcnt, lzcnt, tzcnt, bsf, bsr,
//!   pext, pdep, rcl, rcr). Only where a step of `mul::plan` is behind `outline`, and that is no
//!   kernel, lengths are divided.
//! * `call`: calls go to panics, to memcpy, memset and memmove, to other functions behind `outline`
//!   and to `mul::plan` and `mul::fixed`; on the portable level, to its product of words, `clmul64`.
//!   In a kernel of a vector level, only to panics, and in a composition to copies too.
//! * `branch`: no conditional jump, nor a jump to a computed place, depends on words of operands.
//! * `index`: no address does. What depends on words, and what only on lengths, is in flow.rs.
//! * `escape`: on a vector level nothing goes from vectors to the flags, and what goes to general
//!   registers is masked or stored, no more: a last word without the bits above a degree.
//! * `vector_multiplication`: the portable level does not multiply in vectors, for the time of
//!   pmuludq and its like may depend on data; nor has it carry-less products. In a step of the plan, which
//!   computes where parts begin, no such factor depends on words of operands.
//! * `frame`: where bytes are multiplied by bytes (GFNI), vectors that have no register are in a stack frame that
//!   starts on a cache line, not in two lines each.
//! * `width`: a level uses no wider carry-less product than it has, and the widest that it has at
//!   least once in all the files.
//!
//! A kernel is a function behind `outline` that has products of words and calls no other.
//!
//! `f2x::poly` is not constant-time and says so: of what it has behind `outline`, only `intrinsic`
//! and `width` are asked. What it calls is asked for everything.
//!
//! And the portable product of words, `clmul64`, is straight-line code with sixteen multiplications
//! and no call.
//!
//! `asm --kernels=TABLE FILE…` also counts instructions in the kernels of `asm_entry.rs`, by the rule
//! `count` of `kernels.rs`; `asm --count FILE…` prints the counts as such a table has them.
//!
//! `asm --part FILE…` does the same for a part of the crates, in which a level need not have its
//! widest product. `asm --self-test FILE…` expects, in a function that has `plant_RULE` in its name,
//! that this rule is broken, each rule once, and none in `plant_nothing`.

mod flow;
mod kernels;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::OnceLock;

/// The levels: how their module is spelt in a symbol, and the registers of their widest product.
const LEVELS: [(&str, Option<&str>); 4] = [
    ("8portable", None),
    ("4avx2", Some("%xmm")),
    ("7vpclmul", Some("%ymm")),
    ("6avx512", Some("%zmm")),
];

/// Registers of the products from narrow to wide.
const WIDTHS: [&str; 3] = ["%xmm", "%ymm", "%zmm"];

const RULES: [&str; 10] = [
    "intrinsic",
    "division",
    "bit_count",
    "call",
    "branch",
    "index",
    "escape",
    "vector_multiplication",
    "frame",
    "width",
];

/// What the symbol of a function behind `outline` has in it, or of one behind `outline_product`.
const OUTLINES: [&str; 2] = ["3Isa7outline3run", "3Isa15outline_product3run"];

/// What stands before and after that in a symbol.
fn split_outline(symbol: &str) -> Option<(&str, &str)> {
    OUTLINES.iter().find_map(|outline| symbol.split_once(outline))
}

/// What the symbol of the portable product of words ends with.
const CLMUL64: &str = "7clmul64";

struct Instruction {
    /// Where it is, as file:line.
    place: String,
    mnemonic: String,
    operands: String,
}

struct Function {
    symbol: String,
    body: Vec<Instruction>,
    /// The place in the body of the instruction after each label.
    labels: BTreeMap<String, usize>,
}

struct Violation {
    rule: &'static str,
    symbol: String,
    text: String,
}

/// The functions of an assembly file.
fn functions(file: &str, text: &str) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    let mut types = BTreeSet::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(declared) = line.trim().strip_prefix(".type") {
            types.extend(declared.trim().strip_suffix(",@function").map(String::from));
        } else if line.starts_with(".Lfunc_end") {
            open = false;
        } else if let Some(symbol) = line.strip_suffix(':').filter(|name| types.contains(*name)) {
            functions.push(Function {
                symbol: symbol.into(),
                body: Vec::new(),
                labels: BTreeMap::new(),
            });
            open = true;
        } else if let Some(label) =
            line.strip_suffix(':').filter(|label| open && label.starts_with(".LBB"))
        {
            let function = functions.last_mut().expect("an open function");
            function.labels.insert(label.into(), function.body.len());
        } else if open && line.starts_with('\t') && !line.starts_with("\t.") {
            let code = line.split('#').next().unwrap_or_default().trim();
            let (mnemonic, operands) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
            if mnemonic.is_empty() {
                continue;
            }
            let place = format!("{file}:{}", number + 1);
            let (mnemonic, operands) = (mnemonic.into(), operands.trim().into());
            let function = functions.last_mut().expect("an open function");
            function.body.push(Instruction { place, mnemonic, operands });
        }
    }
    functions
}

impl Instruction {
    fn is(&self, names: &[&str]) -> bool {
        let base = |name: &&str| {
            self.mnemonic
                .strip_prefix(name)
                .is_some_and(|suffix| matches!(suffix, "" | "l" | "q" | "w" | "b"))
        };
        names.iter().any(|name| base(&name))
    }

    /// The registers of a carry-less product.
    fn carryless_width(&self) -> Option<&'static str> {
        let product = self.mnemonic.trim_start_matches('v').starts_with("pclmul");
        product
            .then(|| *WIDTHS.iter().rev().find(|w| self.operands.contains(**w)).expect("registers"))
    }

    fn is_integer_multiplication(&self) -> bool {
        self.is(&["mul", "imul", "mulx"])
    }

    fn is_vector_multiplication(&self) -> bool {
        let name = self.mnemonic.trim_start_matches('v');
        name.starts_with("pmul") || name.starts_with("pmadd")
    }

    /// Whether it moves from a vector or a mask to the flags, or bits of many words at once to a
    /// general register.
    fn lets_escape(&self) -> bool {
        const ALWAYS: [&str; 9] = [
            "pmovmsk",
            "movmsk",
            "testp",
            "comis",
            "ucomis",
            "kortest",
            "ktest",
            "cvttsd2si",
            "cvtsd2si",
        ];
        let name = self.mnemonic.trim_start_matches('v');
        let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
        let (from, to) = self.operands.rsplit_once(", ").unwrap_or_default();
        let general = to.starts_with("%r") || to.starts_with("%e");
        name == "ptest" || starts(&ALWAYS) || starts(&["kmov"]) && general && from.contains("%k")
    }

    fn is_conditional_jump(&self) -> bool {
        self.mnemonic.starts_with('j') && !self.is(&["jmp"]) || self.mnemonic.starts_with("loop")
    }

    /// The symbol or register that it calls or jumps to, if that is outside the function.
    fn callee(&self) -> Option<&str> {
        let local = self.operands.starts_with(".L");
        (self.is(&["call"]) || self.is(&["jmp"]) && !local).then_some(self.operands.as_str())
    }
}

/// The symbols of what is no function: a register that held the address of one does not call it.
static OBJECTS: OnceLock<BTreeSet<String>> = OnceLock::new();

/// The objects of an assembly file.
fn objects(text: &str) -> impl Iterator<Item = String> {
    let types = text.lines().filter_map(|line| line.trim().strip_prefix(".type"));
    types.filter_map(|declared| declared.trim().strip_suffix(",@object").map(String::from))
}

/// A symbol as an operand, without what says how it is reached.
fn symbol_of(operand: &str) -> &str {
    operand.trim_start_matches('*').split(['@', '(']).next().unwrap_or_default()
}

/// How a called function stands to a function behind `outline`.
#[derive(PartialEq)]
enum Callee {
    Panic,
    Memory,
    Multiplier,
    Clmul64,
    Other,
}

fn classify(symbol: &str) -> Callee {
    let panics = ["4core9panicking", "_fail", "expect_failed", "unwrap_failed"];
    if ["memcpy", "memset", "memmove"].contains(&symbol) {
        Callee::Memory
    } else if split_outline(symbol).is_some()
        || ["3f2x3mul4plan", "3f2x3mul5fixed", "3f2x3api10mul_longer"]
            .iter()
            .any(|part| symbol.contains(part))
    {
        Callee::Multiplier
    } else if symbol.ends_with(CLMUL64) {
        Callee::Clmul64
    } else if symbol.contains("4core") && panics.iter().any(|part| symbol.contains(part)) {
        Callee::Panic
    } else {
        Callee::Other
    }
}

impl Function {
    /// The place of the level in [`LEVELS`], for a function behind `outline`.
    fn level(&self) -> Option<usize> {
        let (path, _) = split_outline(&self.symbol)?;
        LEVELS.iter().position(|(module, _)| path.contains(&format!("3isa{module}")))
    }

    /// What each call may reach. A call through a register or a stack slot reaches what the function
    /// moves there, and what it moves to where that comes from.
    fn calls(&self) -> Vec<(&Instruction, Vec<&str>)> {
        let moves = self.body.iter().filter(|code| code.is(&["mov"]));
        let moves: Vec<_> = moves.filter_map(|code| code.operands.rsplit_once(", ")).collect();
        let mut held: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (from, to) in moves.iter().filter(|(from, _)| from.contains("@GOTPCREL")) {
            held.entry(to).or_default().insert(symbol_of(from));
        }
        loop {
            let before: usize = held.values().map(BTreeSet::len).sum();
            for (from, to) in &moves {
                if let Some(symbols) = held.get(from).cloned() {
                    held.entry(to).or_default().extend(symbols);
                }
            }
            if held.values().map(BTreeSet::len).sum::<usize>() == before {
                break;
            }
        }
        // A leaf is chosen by its length, which is public, through a table of jumps.
        let chosen = |code: &Instruction| {
            self.symbol.contains(OUTLINES[1])
                && code.is(&["jmp"])
                && code.operands.starts_with("*%")
        };
        let call = |code| {
            let callee = Instruction::callee(code).filter(|_| !chosen(code))?;
            let place = callee.strip_prefix('*').filter(|place| !place.contains("@GOTPCREL"));
            let reached = match place.map(|place| held.get(place)) {
                Some(Some(symbols)) => {
                    let objects = OBJECTS.get().expect("read before");
                    symbols.iter().copied().filter(|symbol| !objects.contains(*symbol)).collect()
                }
                Some(None) => vec!["unknown"],
                None => vec![symbol_of(callee)],
            };
            Some((code, reached))
        };
        self.body.iter().filter_map(call).collect()
    }

    fn is_kernel(&self, level: usize) -> bool {
        let calls = self.calls();
        let calls_any =
            |callee| calls.iter().any(|(_, to)| to.iter().any(|to| classify(to) == callee));
        let product = |code: &Instruction| match LEVELS[level].1 {
            Some(_) => code.carryless_width().is_some(),
            // The transform multiplies words in `isa::bytes64` alone, else numbers of rows.
            None => code.is_integer_multiplication() && !self.symbol.contains("3fft"),
        };
        let has_products = self.body.iter().any(product) || calls_any(Callee::Clmul64);
        has_products && !calls_any(Callee::Multiplier)
    }

    fn violation(&self, rule: &'static str, code: &Instruction) -> Violation {
        let text = format!("{}: {} {}", code.place, code.mnemonic, code.operands);
        Violation { rule, symbol: self.symbol.clone(), text }
    }

    /// What any function may break.
    fn check_intrinsics(&self, found: &mut Vec<Violation>) {
        let inlined =
            |symbol: &str| symbol.contains("9core_arch") || symbol.contains("3isa6Vector");
        if inlined(&self.symbol) {
            let text = format!("{} is a function", self.symbol);
            found.push(Violation { rule: "intrinsic", symbol: self.symbol.clone(), text });
        }
        for (code, to) in self.calls() {
            if to.iter().any(|to| inlined(to)) {
                found.push(self.violation("intrinsic", code));
            }
        }
    }

    /// Vectors of more than 128 bits on the stack, where bytes are multiplied by bytes and the frame is where the caller
    /// left it.
    fn check_frame(&self, found: &mut Vec<Violation>) {
        let multiplies = |code: &Instruction| code.mnemonic.contains("gf2p8");
        let aligns = |code: &Instruction| code.is(&["and"]) && code.operands == "$-64, %rsp";
        if !self.body.iter().any(multiplies) || self.body.iter().any(aligns) {
            return;
        }
        let is_split = |code: &&Instruction| {
            let is_vector = WIDTHS[1..].iter().any(|width| code.operands.contains(width));
            is_vector && code.operands.contains("(%rsp")
        };
        found.extend(self.body.iter().filter(is_split).map(|code| self.violation("frame", code)));
    }

    /// What a function behind `outline` may break.
    fn check(&self, level: usize, found: &mut Vec<Violation>) {
        const BIT_COUNTS: [&str; 9] =
            ["popcnt", "lzcnt", "tzcnt", "bsf", "bsr", "pext", "pdep", "rcl", "rcr"];
        let widest = LEVELS[level].1.and_then(|width| WIDTHS.iter().position(|w| *w == width));
        for code in &self.body {
            let width = code.carryless_width();
            let width = width.and_then(|width| WIDTHS.iter().position(|w| *w == width));
            if width.is_some() && width > widest {
                found.push(self.violation("width", code));
            }
        }
        self.check_frame(found);
        let (_, closure) = split_outline(&self.symbol).expect("behind outline");
        if closure.contains("4poly") && !closure.contains("3mul") {
            return;
        }
        let kernel = self.is_kernel(level);
        let plans = !kernel && closure.contains("3mul4plan");
        for code in &self.body {
            if !plans && code.is(&["div", "idiv"]) {
                found.push(self.violation("division", code));
            }
            // LLVM writes the prefix of `rep bsf` on a line of its own or before the mnemonic.
            if code.is(&BIT_COUNTS) || code.operands.starts_with("bsf") {
                found.push(self.violation("bit_count", code));
            }
            if !plans && LEVELS[level].1.is_none() && code.is_vector_multiplication() {
                found.push(self.violation("vector_multiplication", code));
            }
            if LEVELS[level].1.is_some() && code.lets_escape() {
                found.push(self.violation("escape", code));
            }
        }
        for (code, to) in self.calls() {
            let allowed = |to: &&str| match classify(to) {
                Callee::Panic | Callee::Multiplier => true,
                // Compositions copy operands that lack words, and long short products clear the place
                // of their columns.
                Callee::Memory => {
                    let vectors = LEVELS[level].1.is_some();
                    let long = ["5fixed3run", "4half6kernel"];
                    !kernel || !vectors || long.iter().any(|part| closure.contains(part))
                }
                Callee::Clmul64 => LEVELS[level].1.is_none(),
                Callee::Other => false,
            };
            if !to.iter().all(allowed) {
                let mut violation = self.violation("call", code);
                violation.text += &format!(" ({})", to.join(", "));
                found.push(violation);
            }
        }
        let flow = flow::follow(self);
        if kernel || closure.contains("5field") {
            found.extend(flow.branches.iter().map(|code| self.violation("branch", code)));
            found.extend(flow.addresses.iter().map(|code| self.violation("index", code)));
        }
        if plans && LEVELS[level].1.is_none() {
            let products = flow.multiplications.iter();
            found.extend(products.map(|code| self.violation("vector_multiplication", code)));
        }
        // The reductions of Su and Fan work on words in general registers.
        if LEVELS[level].1.is_some() && !closure.contains("6su_fan9reduction") {
            found.extend(flow.escapes.iter().map(|code| self.violation("escape", code)));
        }
    }

    /// `clmul64`: sixteen multiplications, and one way through them.
    fn check_clmul64(&self, found: &mut Vec<Violation>) {
        for code in &self.body {
            if code.is_conditional_jump() {
                found.push(self.violation("branch", code));
            }
            if code.is_vector_multiplication() {
                found.push(self.violation("vector_multiplication", code));
            }
            if code.callee().is_some() {
                found.push(self.violation("call", code));
            }
        }
        let multiplications = self.body.iter().filter(|code| code.is_integer_multiplication());
        if multiplications.count() != 16 {
            let text = format!("{} has not sixteen multiplications", self.symbol);
            found.push(Violation {
                rule: "vector_multiplication",
                symbol: self.symbol.clone(),
                text,
            });
        }
    }
}

/// What the functions of a level have, for the summary and for the rule `width`.
#[derive(Default)]
struct Found {
    functions: usize,
    kernels: usize,
    instructions: usize,
    products: BTreeMap<&'static str, usize>,
}

fn main() -> ExitCode {
    let (options, files): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let read = |file: &String| {
        std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let texts: Vec<String> = files.iter().map(read).collect();
    OBJECTS.get_or_init(|| texts.iter().flat_map(|text| objects(text)).collect());
    let functions: Vec<Function> =
        files.iter().zip(&texts).flat_map(|(file, text)| functions(file, text)).collect();
    if options.iter().any(|option| option == "--count") {
        kernels::measured(&functions).iter().for_each(|row| println!("{row}"));
        return ExitCode::SUCCESS;
    }
    let mut violations = Vec::new();
    let mut levels: [Found; 4] = Default::default();
    let mut clmul64s = 0;
    let part = options.iter().any(|option| option == "--part");
    for function in &functions {
        function.check_intrinsics(&mut violations);
        if function.symbol.ends_with(CLMUL64) {
            function.check_clmul64(&mut violations);
            clmul64s += 1;
        }
        let Some(level) = function.level() else { continue };
        function.check(level, &mut violations);
        let found = &mut levels[level];
        found.functions += 1;
        found.kernels += usize::from(function.is_kernel(level));
        found.instructions += function.body.len();
        for width in function.body.iter().filter_map(Instruction::carryless_width) {
            *found.products.entry(width).or_default() += 1;
        }
    }
    for ((module, widest), found) in LEVELS.iter().zip(&levels) {
        let name = module.trim_start_matches(|c: char| c.is_ascii_digit());
        println!(
            "{name}: {} functions, {} of them kernels, {} instructions, carry-less products {:?}",
            found.functions, found.kernels, found.instructions, found.products
        );
        let has_widest = widest.is_none_or(|widest| found.products.contains_key(widest));
        if found.kernels == 0 || !part && !has_widest {
            let text =
                format!("level {name}: no kernel with a product on {}", widest.unwrap_or("words"));
            violations.push(Violation {
                rule: "width",
                symbol: format!("plant_width {name}"),
                text,
            });
        }
    }
    if clmul64s == 0 {
        let (rule, symbol) = ("vector_multiplication", CLMUL64.to_string());
        violations.push(Violation { rule, symbol, text: "clmul64 is not to be found".into() });
    }
    for table in options.iter().filter_map(|option| option.strip_prefix("--kernels=")) {
        let text =
            std::fs::read_to_string(table).unwrap_or_else(|error| panic!("{table}: {error}"));
        let rows = kernels::rows(&text);
        kernels::check(&rows, &functions, &mut violations);
        println!("{table}: {} kernels", rows.len());
    }
    if options.iter().any(|option| option == "--self-test") {
        kernels::check(&kernels::rows(kernels::PLANTED), &functions, &mut violations);
        return self_test(&functions, &violations);
    }
    verdict(&violations)
}

fn verdict(violations: &[Violation]) -> ExitCode {
    for Violation { rule, symbol, text } in violations {
        println!("{rule}: {text}\n    in {symbol}");
    }
    if violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Every rule must be found broken where it was broken on purpose, and only there.
fn self_test(functions: &[Function], violations: &[Violation]) -> ExitCode {
    let mut passed = true;
    for rule in RULES {
        let planted = format!("plant_{rule}");
        let in_function = |v: &&Violation, f: &Function| v.rule == rule && v.symbol == f.symbol;
        // Each function that breaks the rule; what is not one function is looked for by its name.
        let each = functions.iter().filter(|f| f.level().is_some() && f.symbol.contains(&planted));
        let mut reports: Vec<_> =
            each.map(|f| violations.iter().find(|v| in_function(v, f))).collect();
        if rule == "intrinsic" || reports.is_empty() {
            let here = |v: &&Violation| v.rule == rule && v.symbol.contains(&planted);
            reports = vec![violations.iter().find(here)];
        }
        for found in reports {
            passed &= found.is_some();
            println!("{rule}: {}", found.map_or("NOT FOUND", |violation| &violation.text));
        }
    }
    let clmul64 = violations.iter().find(|v| v.rule == "branch" && v.symbol.ends_with(CLMUL64));
    passed &= clmul64.is_some();
    println!("clmul64: {}", clmul64.map_or("NOT FOUND", |violation| &violation.text));
    for kernel in kernels::WRONG {
        let here = |v: &&Violation| v.rule == kernels::RULE && v.symbol.starts_with(kernel);
        let found: Vec<_> = violations.iter().filter(here).collect();
        passed &= found.len() == 1;
        println!("{kernel}: {}", found.first().map_or("NOT FOUND", |violation| &violation.text));
    }
    let nothing = |symbol: &str| symbol.contains("plant_nothing") || symbol.contains("plant_right");
    let clean = functions.iter().filter(|f| f.level().is_some() && nothing(&f.symbol)).count();
    let falsely: Vec<_> = violations.iter().filter(|v| nothing(&v.symbol)).collect();
    println!("nothing: {clean} functions, {} reports", falsely.len());
    falsely.iter().for_each(|violation| println!("    {}", violation.text));
    if passed && clean > 0 && falsely.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
