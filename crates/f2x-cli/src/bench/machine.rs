//! Where figures come from: machine, compiler, program, day and command.

use jiff::{Timestamp, Unit};
use serde::Serialize;
use std::env;

/// What belongs beside every figure that is kept.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Provenance {
    /// The command, from `f2x` on.
    pub(crate) command: String,
    /// Date and time, UTC.
    pub(crate) date: String,
    /// The version of f2x.
    pub(crate) version: &'static str,
    /// The compiler that made this program.
    pub(crate) compiler: &'static str,
    pub(crate) cpu: Cpu,
}

/// The CPU, as far as it matters here.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Cpu {
    pub(crate) architecture: &'static str,
    pub(crate) model: String,
    /// Those of the features that levels need which it has.
    pub(crate) features: Vec<&'static str>,
}

impl Provenance {
    /// That of this run.
    pub(crate) fn now() -> Self {
        let now = Timestamp::now();
        Self {
            command: command(env::var("F2X_LEVEL").ok(), env::args().skip(1)),
            date: now.round(Unit::Second).unwrap_or(now).to_string(),
            version: env!("CARGO_PKG_VERSION"),
            compiler: env!("F2X_COMPILER"),
            cpu: Cpu { architecture: env::consts::ARCH, model: model(), features: features() },
        }
    }
}

/// The command as one would type it, with the level that the environment forces.
fn command(level: Option<String>, arguments: impl Iterator<Item = String>) -> String {
    let level = level.filter(|level| !level.is_empty());
    let words = level.map(|level| format!("F2X_LEVEL={}", quoted(&level)));
    let words = words.into_iter().chain(["f2x".into()]).chain(arguments.map(|word| quoted(&word)));
    words.collect::<Vec<_>>().join(" ")
}

/// A word of a command as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The name that the CPU gives itself, where the system tells it.
fn model() -> String {
    const UNKNOWN: &str = "unknown";
    #[cfg(target_os = "macos")]
    let text = std::process::Command::new("sysctl")
        .args(["-n", "machdep.cpu.brand_string"])
        .output()
        .map(|output| format!("model name: {}", String::from_utf8_lossy(&output.stdout)));
    #[cfg(not(target_os = "macos"))]
    let text = std::fs::read_to_string("/proc/cpuinfo");
    let text = text.unwrap_or_default();
    let value = |key: &str| {
        text.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            (name.trim() == key).then(|| value.split_whitespace().collect::<Vec<_>>().join(" "))
        })
    };
    let name = value("model name").filter(|name| !name.is_empty());
    // Hypervisors hide the marketing name; the family tells what the core is.
    let family = ["cpu family", "model", "stepping"].map(value);
    match (name, family) {
        (Some(name), [Some(family), Some(model), Some(stepping)]) => {
            format!("{name} (family {family}, model {model}, stepping {stepping})")
        }
        (Some(name), _) => name,
        (None, _) => value("CPU part").map_or(UNKNOWN.into(), |part| format!("CPU part {part}")),
    }
}

fn features() -> Vec<&'static str> {
    macro_rules! present {
        ($detected:ident: $($feature:tt)+) => {
            [$(($feature, std::arch::$detected!($feature))),+]
        };
    }
    #[cfg(target_arch = "x86_64")]
    let all = present!(is_x86_feature_detected: "pclmulqdq" "avx" "avx2" "bmi2" "vpclmulqdq" "gfni"
        "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi" "avx512vbmi2");
    #[cfg(target_arch = "aarch64")]
    let all = present!(is_aarch64_feature_detected: "neon" "aes" "sha3" "sve" "sve2");
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let all: [(&str, bool); 0] = [];
    all.into_iter().filter_map(|(name, present)| present.then_some(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn commands_can_be_typed_again() {
        let words = |words: &[&str]| command(None, words.iter().map(ToString::to_string));
        assert_eq!(words(&["bench", "--csv", "a b.csv"]), "f2x bench --csv 'a b.csv'");
        assert_eq!(words(&["bench", "--csv=it's"]), r"f2x bench '--csv=it'\''s'");
        let forced = command(Some("avx2".into()), ["bench".to_string()].into_iter());
        assert_eq!(forced, "F2X_LEVEL=avx2 f2x bench");
    }
}
