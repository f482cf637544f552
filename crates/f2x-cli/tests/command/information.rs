//! `f2x levels`, `f2x plan` and the help.

use crate::{f2x, stdout};
use f2x::{Level, Plan};

#[test]
fn levels_tell_which_one_is_in_use() {
    let table = stdout(&mut f2x(&["levels"]));
    for level in Level::ALL {
        let line = table.lines().find(|line| line.starts_with(&format!("| {level} "))).unwrap();
        assert!(line.contains(level.needs()));
        let available = if level.is_available() { "| yes " } else { "| no " };
        assert!(line.contains(available), "{line}");
        assert_eq!(line.contains("yes (fastest)"), level == Level::best());
    }
    let table = stdout(f2x(&["levels"]).env("F2X_LEVEL", "portable"));
    let used: Vec<&str> = table.lines().filter(|line| line.contains("(F2X_LEVEL)")).collect();
    assert!(used.len() == 1 && used[0].starts_with("| portable "));
}

/// One product of words is what every level does alike.
#[test]
fn the_plan_of_a_word_is_one_product() {
    for level in Level::ALL {
        let plan = stdout(&mut f2x(&["plan", "1", "1", "--level", level.name()]));
        assert!(plan.starts_with(&format!("1 × 1 words on level {level}\n\n1 × 1 leaf: 1 clmul")));
        assert!(plan.contains("\nscratch  0 words\nclmul    1 product of two words\n"), "{plan}");
    }
    let plan = stdout(&mut f2x(&["plan", "1", "1", "--level", "avx512"]));
    assert!(plan.contains("\n1 × 1 leaf: 1 clmul, 0 xor\n"), "{plan}");
    assert!(plan.contains("\nxor      0 exclusive-ors of two words\n"), "{plan}");
    assert!(plan.contains("\nproof    right for all operands"), "{plan}");
}

#[test]
fn plans_count_what_the_library_counts() {
    // Without optimization the proofs of long products take minutes.
    let long = if cfg!(debug_assertions) { (16, 99) } else { (5000, 4999) };
    for level in Level::ALL {
        for (an, bn) in [(94, 94), (64, 64), (30, 161), (0, 7), (700, 700), long] {
            let plan = Plan::of_this_cpu(level, an, bn);
            let arguments = ["plan", &an.to_string(), &bn.to_string(), "--level", level.name()];
            let text = stdout(&mut f2x(&arguments));
            let (long, short) = (an.max(bn), an.min(bn));
            assert!(text.starts_with(&format!("{long} × {short} words on level {level}\n\n")));
            let root = format!("\n\n{long} × {short} {}: {} clmul", plan.step(), plan.clmuls());
            assert!(text.contains(&root), "{text}");
            assert!(text.contains(&format!("\nscratch  {} words\n", plan.scratch_words())));
            assert!(text.contains(&format!("\nclmul    {} products", plan.clmuls())), "{text}");
            let proved = level == Level::Avx512 && long <= 640;
            assert_eq!(text.contains("right for all operands"), proved, "{text}");
        }
    }
}

/// In the tree, the products of each step add up.
#[test]
fn branches_add_up_to_their_step() {
    let text = stdout(&mut f2x(&["plan", "277", "277"]));
    let root_clmuls = Plan::new(Level::best(), 277, 277).clmuls();
    let branches = text.lines().filter(|line| line.starts_with(['├', '└']));
    let sum: u64 = branches
        .map(|line| {
            let count = line.split_once('×').unwrap().0.trim_start_matches(['├', '└', '─', ' ']);
            let clmuls = line.split_once(": ").unwrap().1.split(' ').next().unwrap();
            count.parse::<u64>().unwrap() * clmuls.parse::<u64>().unwrap()
        })
        .sum();
    assert_eq!(sum, root_clmuls, "{text}");
}

#[test]
fn help_explains_every_argument() {
    for (command, words) in [
        ("mul", &["0x…", "x^163", "standard input", "--stats", "cancels", "Examples"][..]),
        ("levels", &["F2X_LEVEL"]),
        ("plan", &["clmul", "exclusive-ors", "--level", "Examples"]),
        ("bench", &["cycle", "nist", "--against", "--parallel", "--json", "median", "Examples"]),
    ] {
        let help = stdout(&mut f2x(&[command, "--help"]));
        for word in words {
            assert!(help.contains(word), "{command}: {word}\n{help}");
        }
    }
    let common = ["lower quartile", "seconds", "--max-words", "--json", "Examples"];
    for (command, words) in [
        ("sweep", &["--svg", "--csv", "1.05", "twentieth"][..]),
        ("unequal", &["Euclid", "padded", "1.15"]),
    ] {
        let help = stdout(&mut f2x(&["bench", command, "--help"]));
        for word in common.iter().chain(words) {
            assert!(help.contains(word), "{command}: {word}\n{help}");
        }
    }
    let help = stdout(&mut f2x(&["--help"]));
    assert!(help.contains("F2X_LEVEL") && help.contains("Exit codes"), "{help}");
}
