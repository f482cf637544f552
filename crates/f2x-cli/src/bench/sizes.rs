//! Lists of sizes.

/// Sizes in bits, in the order given, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sizes(pub(crate) Vec<u64>);

/// The largest size: its operands have 512 MiB each.
const MAX_BITS: u64 = 1 << 32;

/// The most sizes in a list.
const MAX_SIZES: usize = 1000;

/// Degrees of the binary fields of the NIST curves.
const NIST: &[u64] = &[163, 233, 283, 409, 571];
/// Lengths of the rings of HQC-1, HQC-3 and HQC-5.
const HQC: &[u64] = &[17669, 35851, 57637];
/// Lengths of the rings of BIKE levels 1, 3 and 5.
const BIKE: &[u64] = &[12323, 24659, 40973];

/// The sizes that a list names.
pub(crate) fn parse(list: &str) -> Result<Sizes, String> {
    let mut sizes = Vec::new();
    for item in list.split(',') {
        let named = match item.trim() {
            "nist" => NIST.to_vec(),
            "hqc" => HQC.to_vec(),
            "bike" => BIKE.to_vec(),
            "sweep" => sweep(),
            item => range(item)?,
        };
        for bits in named {
            if !sizes.contains(&bits) {
                sizes.push(bits);
            }
        }
        if sizes.len() > MAX_SIZES {
            return Err(format!("more than {MAX_SIZES} sizes"));
        }
    }
    Ok(Sizes(sizes))
}

/// 64, then powers of two from 128 to 1048576 and what lies half-way between them.
fn sweep() -> Vec<u64> {
    let octave = |log: u32| [1_u64 << log, 3 << (log - 1)];
    [64].into_iter().chain((7..20).flat_map(octave)).chain([1 << 20]).collect()
}

/// `N`, `A..B` or `A..B:STEP`.
fn range(item: &str) -> Result<Vec<u64>, String> {
    let Some((from, to)) = item.split_once("..") else {
        return Ok(vec![number(item)?]);
    };
    let from = number(from)?;
    let (to, step) = match to.split_once(':') {
        Some((to, step)) => (number(to)?, Some(number(step)?)),
        None => (number(to)?, None),
    };
    if to < from {
        return Err(format!("{item}: the range ends below its start"));
    }
    let next = |bits: &u64| step.map_or(2 * bits, |step| bits + step);
    Ok(std::iter::successors(Some(from), |bits| Some(next(bits)))
        .take_while(|bits| *bits <= to)
        .take(MAX_SIZES + 1)
        .collect())
}

fn number(text: &str) -> Result<u64, String> {
    match text.trim().parse() {
        Ok(bits @ 1..=MAX_BITS) => Ok(bits),
        Ok(bits) => Err(format!("{bits} is not between 1 and {MAX_BITS} bits")),
        Err(_) => Err(format!(
            "'{text}' is neither a number of bits nor a range, nist, hqc, bike or sweep"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_expanded_once_each() {
        let sizes = |list| parse(list).map(|sizes| sizes.0);
        assert_eq!(sizes("64..512"), Ok(vec![64, 128, 256, 512]));
        assert_eq!(sizes("100..300:100, 200,7"), Ok(vec![100, 200, 300, 7]));
        assert_eq!(sizes("hqc,17669"), Ok(HQC.to_vec()));
        assert!(sizes("sweep").is_ok_and(|sizes| sizes.is_sorted() && sizes.len() == 28));
        for wrong in ["", "0", "5..4", "12a", "1,,2", "9999999999", "1..2:0", "1..2000:1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
