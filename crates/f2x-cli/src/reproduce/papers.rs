//! The papers' figures, as printed: a data file, and what its parts are called.

use serde::{Deserialize, Serialize};

/// The figures of the three papers.
#[derive(Debug, Deserialize)]
pub(super) struct Papers {
    pub(super) papers: Vec<Paper>,
    /// Every table, in each paper's own order.
    pub(super) tables: Vec<Table>,
}

/// A paper.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Paper {
    pub(super) id: String,
    pub(super) authors: String,
    pub(super) title: String,
    pub(super) year: u32,
}

/// A table or a figure of a paper.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// The paper's id.
    pub(super) paper: String,
    /// Its number, or what else the paper calls it.
    pub(super) number: String,
    pub(super) title: String,
    /// Where its figures are from; a column may say otherwise.
    pub(super) cpu: Option<String>,
    pub(super) procedure: Procedure,
    /// What a reader of its figures must know.
    pub(super) note: Option<String>,
    #[serde(default)]
    pub(super) columns: Vec<Column>,
    #[serde(default)]
    pub(super) rows: Vec<Row>,
    #[serde(default)]
    pub(super) formulae: Vec<Formula>,
    #[serde(default)]
    pub(super) ranges: Vec<Range>,
    #[serde(default)]
    pub(super) claims: Vec<Claim>,
}

/// What is done for a table.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Procedure {
    /// Products are timed and their instructions counted.
    Products,
    /// The instructions of kernels are counted by kind.
    Kinds,
    /// Products with reduction are timed.
    Fields,
    /// Schedules run on symbols.
    Complexity,
    /// Plans are asked.
    Ranges,
    /// A key encapsulation mechanism is timed.
    Hqc,
    /// Instructions are divided by cycles, those of Table 4.
    PerCycle,
    /// Figures of other tables are divided by each other.
    Claims,
}

/// A column: an implementation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Column {
    /// The paper's name.
    pub(super) name: String,
    /// The schedule's name in `f2x_papers`, or `gf2x`; that of the row unless given.
    pub(super) of: Option<String>,
    /// The level whose instructions it has.
    pub(super) level: Option<String>,
    /// The bits of operands; those of the row unless given.
    pub(super) bits: Option<u64>,
    /// How often a count is taken.
    pub(super) times: Option<u32>,
    pub(super) cpu: Option<String>,
    /// Why it cannot be measured.
    pub(super) missing: Option<String>,
}

/// A row; its figures are in the order of the columns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) name: String,
    /// The bits of operands that the implementation is made for.
    pub(super) bits: Option<u64>,
    /// The bits of the operands, where there are fewer.
    pub(super) operand_bits: Option<u64>,
    pub(super) of: Option<String>,
    /// The kind of instructions.
    pub(super) kind: Option<String>,
    pub(super) cycles: Option<Vec<Option<f64>>>,
    pub(super) instructions: Option<Vec<Option<f64>>>,
    pub(super) products: Option<Vec<Option<f64>>>,
}

/// Numbers of operations as formulae: a factor times a power of t over the number of parts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Formula {
    pub(super) name: String,
    /// The formulae as printed, of products and of exclusive-ors.
    pub(super) printed: [String; 2],
    pub(super) products: f64,
    pub(super) xors: f64,
    pub(super) parts: f64,
    pub(super) power: Power,
}

/// An exponent.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) enum Power {
    #[serde(rename = "2")]
    Two,
    #[serde(rename = "log2(3)")]
    Log2Of3,
}

impl Power {
    pub(super) fn value(self) -> f64 {
        match self {
            Self::Two => 2.0,
            Self::Log2Of3 => 3f64.log2(),
        }
    }
}

/// The lengths for which a method is taken.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    pub(super) name: String,
    pub(super) complexity: String,
    pub(super) method: Option<Method>,
    pub(super) from_words: Option<u64>,
    pub(super) below_words: Option<u64>,
    pub(super) from_degree: Option<u64>,
    pub(super) below_degree: Option<u64>,
    pub(super) printed: Option<String>,
}

/// A method that plans know, too.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Method {
    Karatsuba,
    #[serde(rename = "toom-3")]
    Toom3,
}

/// A ratio of xmm 4x4 to another core flow that a paper's text states.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    pub(super) name: String,
    pub(super) unit: String,
    /// The divisor's column.
    pub(super) over: String,
    pub(super) take: Take,
    pub(super) ratio: f64,
}

/// Which of the sizes' ratios counts.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Take {
    Least,
    Greatest,
    #[serde(rename = "largest size")]
    LargestSize,
}

impl Papers {
    /// The figures that this program was compiled with.
    pub(super) fn load() -> serde_json::Result<Self> {
        serde_json::from_str(include_str!("../../data/papers.json"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table<'p>(papers: &'p Papers, paper: &str, number: &str) -> &'p Table {
        papers.tables.iter().find(|t| t.paper == paper && t.number == number).unwrap()
    }

    #[test]
    fn every_table_is_there_with_all_its_rows() {
        let papers = Papers::load().unwrap();
        let rows = |paper: &str| -> Vec<(String, usize)> {
            let of_paper = papers.tables.iter().filter(|table| table.paper == paper);
            of_paper
                .map(|t| {
                    let others = t.formulae.len() + t.ranges.len() + t.claims.len();
                    (t.number.clone(), t.rows.len() + others)
                })
                .collect()
        };
        let expected = |list: &[(&str, usize)]| -> Vec<(String, usize)> {
            list.iter().map(|(number, rows)| (number.to_string(), *rows)).collect()
        };
        let robert_veron = [
            ("1", 4),
            ("2", 6),
            ("3", 8),
            ("4", 8),
            ("5", 13),
            ("6", 19),
            ("7", 4),
            ("8", 10),
            ("9", 18),
            ("10", 6),
            ("11", 6),
            ("12", 9),
            ("13", 15),
            ("14", 8),
            ("Figure 1", 0),
        ];
        assert_eq!(rows("robert-veron"), expected(&robert_veron));
        let drucker = [("IV", 6), ("Figures 3 and 4", 8), ("Figure 5", 8), ("Prediction", 5)];
        assert_eq!(rows("drucker-gueron-krasnov"), expected(&drucker));
        assert_eq!(rows("su-fan"), expected(&[("1", 13), ("2", 5), ("3", 2), ("4", 4), ("5", 5)]));
    }

    #[test]
    fn rows_are_as_long_as_there_are_columns() {
        for table in Papers::load().unwrap().tables {
            for row in &table.rows {
                let figures = [&row.cycles, &row.instructions, &row.products];
                for figures in figures.into_iter().flatten() {
                    assert_eq!(figures.len(), table.columns.len(), "{} {}", table.number, row.name);
                }
            }
        }
    }

    /// The papers' own totals.
    #[test]
    fn kinds_of_instructions_add_up() {
        let papers = Papers::load().unwrap();
        let mut checked = 0;
        for table in papers.tables.iter().filter(|t| t.procedure == Procedure::Kinds) {
            for column in 0..table.columns.len() {
                let of = |row: &Row| row.instructions.as_ref().unwrap()[column].unwrap_or(0.0);
                let total = table
                    .rows
                    .iter()
                    .position(|row| row.name.eq_ignore_ascii_case("total"))
                    .unwrap();
                let sum: f64 = table.rows[..total].iter().map(of).sum();
                assert_eq!(sum, of(&table.rows[total]), "{} {column}", table.number);
                checked += 1;
            }
        }
        assert_eq!(checked, 2 + 4 + 4 + 3);
    }

    /// A figure that two tables have is the same in both.
    #[test]
    fn tables_agree_where_they_overlap() {
        let papers = Papers::load().unwrap();
        let tables: Vec<&Table> =
            ["4", "5", "6", "8", "9", "10", "14"].map(|n| table(&papers, "robert-veron", n)).into();
        let mut known: Vec<(String, u64, String, f64)> = Vec::new();
        let mut again = 0;
        for table in tables {
            for row in &table.rows {
                for (i, column) in table.columns.iter().enumerate() {
                    let Some(cycles) = row.cycles.as_ref().unwrap()[i] else { continue };
                    let of = column.of.clone().or(row.of.clone()).unwrap();
                    let level = column.level.clone().unwrap_or_default();
                    let key = (of, row.bits.unwrap(), level);
                    if key.0 == "gf2x" {
                        continue;
                    }
                    match known.iter().find(|k| (&k.0, k.1, &k.2) == (&key.0, key.1, &key.2)) {
                        Some(other) => {
                            // Two measurements of one thing, in tables of their own.
                            assert!((other.3 / cycles - 1.0).abs() < 0.05, "{key:?}");
                            again += 1;
                        }
                        None => known.push((key.0, key.1, key.2, cycles)),
                    }
                }
            }
        }
        assert!(again > 30, "{again}");
    }

    /// The percentages that the papers print beside their figures.
    #[test]
    fn printed_percentages_are_those_of_the_figures() {
        let papers = Papers::load().unwrap();
        let percent = |number: &str| -> Vec<f64> {
            let rows = &table(&papers, "robert-veron", number).rows;
            let pairs = rows.iter().map(|row| row.cycles.as_ref().unwrap());
            pairs.map(|c| 100.0 * (c[1].unwrap() / c[0].unwrap() - 1.0)).collect()
        };
        let near = |figures: Vec<f64>, printed: &[f64]| {
            assert_eq!(figures.len(), printed.len());
            for (figure, printed) in figures.iter().zip(printed) {
                assert!((figure - printed).abs() < 1.2, "{figure} {printed}");
            }
        };
        near(percent("11"), &[-1.0, -2.4, -2.0, -5.3, -4.8, -3.6]);
        let mut table_12 = percent("12");
        // Its figure has a digit too many.
        assert!(table_12[1] < -90.0);
        table_12[1] = 100.0 * (158_377.0 / 172_321.0 - 1.0);
        near(table_12, &[-7.6, -8.1, -3.5, -8.3, -8.5, -4.4, -11.8, -11.4, -7.4]);
    }
}
