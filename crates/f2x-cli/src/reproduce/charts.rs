//! The plots of a run, and their data as tables.

use super::drawing::{Bars, COLORS, Curves, Scale, Series, Stroke, WIDTHS};
use super::results::{Figure, Line, Table, Unit};
use crate::bench::plot::grouped;
use anyhow::Result;

/// A plot for a page, in its two widths, with its data.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    pub(super) id: &'static str,
    pub(super) title: String,
    pub(super) caption: String,
    /// Names and places in [`COLORS`].
    pub(super) names: Vec<(String, usize)>,
    pub(super) svg: [String; 2],
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// The families of schedules, each of one colour; f2x is the first.
const FAMILIES: [&str; 7] = [
    "f2x",
    "KaratRec",
    "Karat3, Karat5",
    "Karat3 and Karat5 over each other",
    "Toom3Mult",
    "Drucker, Gueron, Krasnov",
    "strategies of Su and Fan",
];

/// The colour of paper's figures beside those of this machine.
const PRINTED: usize = COLORS.len() - 1;

fn family(of: &str) -> usize {
    let schedule = of.split_once('/').map_or(of, |(_, schedule)| schedule);
    match (of, schedule) {
        _ if of.starts_with("drucker") => 5,
        _ if of.starts_with("su-fan") => 6,
        _ if schedule.starts_with("karatrec") => 1,
        _ if schedule.starts_with("toom3") => 4,
        _ if schedule.contains("(karat") => 3,
        _ => 2,
    }
}

/// All plots that there are figures for, the main one first.
pub(super) fn all(tables: &[Table]) -> Result<Vec<Chart>> {
    let mut charts = Vec::new();
    for level in ["avx512", "avx2"] {
        if let Some(curves) = cycles(tables, level) {
            let id = if level == "avx512" { "cycles-avx512" } else { "cycles-avx2" };
            let names = present(&curves);
            charts.push(curves_chart(
                id,
                format!("Cycles of a product, level {level}"),
                "Every schedule of the papers that was measured, beside the public product of f2x; both axes \
                 logarithmic. A line is one schedule, its colour the family."
                    .into(),
                names,
                &curves,
            )?);
        }
    }
    charts.extend(gains(tables)?);
    charts.extend(per_cycle(tables)?);
    for (id, number, unit, what) in [
        ("drucker-instructions", "Figures 3 and 4", Unit::Instructions, "Instructions"),
        ("drucker-cycles", "Figure 5", Unit::Cycles, "Cycles"),
    ] {
        charts.extend(core_flows(tables, id, number, unit, what)?);
    }
    charts.extend(strategies(tables)?);
    Ok(charts)
}

/// The main plot by itself.
pub(super) fn main(tables: &[Table], note: &str) -> Result<Option<String>> {
    for level in ["avx512", "avx2"] {
        if let Some(curves) = cycles(tables, level) {
            let title = format!(
                "Core cycles of one product over GF(2), level {level}: f2x and three papers"
            );
            return Ok(Some(curves.alone(&title, note, &present(&curves))?));
        }
    }
    Ok(None)
}

/// The lines with cycles of this machine.
fn timed<'t>(
    tables: &'t [Table],
    level: &str,
) -> impl Iterator<Item = (&'t Line, u64, &'t Figure)> {
    let lines = tables.iter().filter(|table| table.number != "3" || table.paper != "su-fan");
    lines.flat_map(|table| &table.lines).filter_map(move |line| {
        let is = line.level.as_deref() == Some(level);
        is.then_some((line, line.bits?, line.figure(Unit::Cycles)?))
    })
}

fn insert(points: &mut Vec<(f64, f64)>, bits: u64, value: f64) {
    if let Err(at) = points.binary_search_by(|point| point.0.total_cmp(&(bits as f64))) {
        points.insert(at, (bits as f64, value));
    }
}

/// Adds a point to the series of that name, which begins with it if there is none yet.
fn add(
    series: &mut Vec<Series>,
    (name, color, stroke): (String, usize, Stroke),
    bits: u64,
    value: f64,
) {
    match series.iter_mut().find(|series| series.name == name) {
        Some(series) => insert(&mut series.points, bits, value),
        None => series.push(Series { name, color, stroke, points: vec![(bits as f64, value)] }),
    }
}

/// Cycles over size of everything on a level.
fn cycles(tables: &[Table], level: &str) -> Option<Curves> {
    let mut series: Vec<Series> = Vec::new();
    let mut own = Vec::new();
    for (line, bits, figure) in timed(tables, level) {
        let Some(of) = line.of.as_deref().filter(|of| *of != "gf2x") else { continue };
        if let Some(f2x) = figure.f2x {
            insert(&mut own, bits, f2x);
        }
        let Some(here) = figure.here else { continue };
        // Products of so few words are many strategies of one size, and have a plot of their own.
        let name = if of.starts_with("su-fan") { "su-fan" } else { of };
        let (name, color) = (name.into(), family(of));
        add(&mut series, (name, color, Stroke::Thin), bits, here);
    }
    let enough = own.len() > 1 && !series.is_empty();
    // The last one drawn is on top.
    series.push(Series { name: "f2x".into(), color: 0, stroke: Stroke::Bold, points: own });
    enough.then_some(Curves { series, scale: Scale::Logarithmic, unit: "core cycles" })
}

/// The families of some curves.
fn present(curves: &Curves) -> Vec<(String, usize)> {
    let is = |color: usize| curves.series.iter().any(|series| series.color == color);
    let families = FAMILIES.into_iter().enumerate().filter(|(color, _)| is(*color));
    families.map(|(color, name)| (name.into(), color)).collect()
}

fn curves_chart(
    id: &'static str,
    title: String,
    caption: String,
    names: Vec<(String, usize)>,
    curves: &Curves,
) -> Result<Chart> {
    let mut rows = Vec::new();
    for series in &curves.series {
        for (bits, value) in &series.points {
            let value = match curves.scale {
                Scale::Logarithmic => grouped(*value),
                Scale::FromZero => format!("{value:.2}"),
            };
            rows.push(vec![series.name.clone(), grouped(*bits), value]);
        }
    }
    let header = ["", "bits", curves.unit].map(String::from).into();
    let svg = [curves.svg(WIDTHS[0])?, curves.svg(WIDTHS[1])?];
    Ok(Chart { id, title, caption, names, svg, header, rows })
}

/// A size with the fastest schedule of the papers and f2x.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) bits: u64,
    pub(super) schedule: String,
    pub(super) paper: f64,
    pub(super) f2x: f64,
}

impl Best {
    pub(super) fn gain(&self) -> f64 {
        self.paper / self.f2x
    }
}

/// The fastest schedule of the papers at each size of a level, beside f2x.
pub(super) fn best(tables: &[Table], level: &str) -> Vec<Best> {
    let mut best: Vec<Best> = Vec::new();
    for (line, bits, figure) in timed(tables, level) {
        let Some(of) = line.of.as_deref().filter(|of| *of != "gf2x") else { continue };
        let (Some(here), Some(f2x)) = (figure.here, figure.f2x) else { continue };
        let this = Best { bits, schedule: of.into(), paper: here, f2x };
        match best.iter_mut().find(|other| other.bits == bits) {
            Some(other) if this.paper < other.paper => *other = this,
            Some(_) => {}
            None => best.push(this),
        }
    }
    best.sort_unstable_by_key(|best| best.bits);
    best
}

/// How many times faster f2x is than the best of the papers.
fn gains(tables: &[Table]) -> Result<Option<Chart>> {
    let mut groups: Vec<(u64, Vec<(usize, f64)>)> = Vec::new();
    let mut rows = Vec::new();
    let hqc = tables.iter().filter(|table| table.number == "10" && table.paper == "robert-veron");
    let hqc: Vec<u64> = hqc.flat_map(|table| &table.lines).filter_map(|line| line.bits).collect();
    for (color, level) in ["avx512", "avx2"].into_iter().enumerate() {
        for best in best(tables, level) {
            rows.push(vec![
                level.into(),
                grouped(best.bits as f64),
                best.schedule.clone(),
                grouped(best.paper),
                grouped(best.f2x),
                format!("{:.2}", best.gain()),
            ]);
            if !best.bits.is_power_of_two() && !hqc.contains(&best.bits) {
                continue;
            }
            let group = match groups.iter_mut().find(|group| group.0 == best.bits) {
                Some(group) => group,
                None => {
                    groups.push((best.bits, Vec::new()));
                    groups.last_mut().expect("just pushed")
                }
            };
            group.1.push((color, best.gain()));
        }
    }
    if groups.is_empty() {
        return Ok(None);
    }
    groups.sort_unstable_by_key(|group| group.0);
    let label = |bits| format!("{} bits", grouped(bits as f64));
    let groups = groups.into_iter().map(|(bits, bars)| (label(bits), bars)).collect();
    let bars = Bars { groups, line: Some(1.0), digits: 2 };
    Ok(Some(Chart {
        id: "gains",
        title: "How many times faster f2x is than the fastest schedule of the papers".into(),
        caption: "At every size, both on the same level in the same minutes; the line is equality."
            .into(),
        names: vec![("level avx512".into(), 0), ("level avx2".into(), 1)],
        svg: [bars.svg(WIDTHS[0])?, bars.svg(WIDTHS[1])?],
        header: ["level", "bits", "fastest of the papers", "its cycles", "f2x", "gain"]
            .map(String::from)
            .into(),
        rows,
    }))
}

/// Figure 1 of Robert and Véron.
fn per_cycle(tables: &[Table]) -> Result<Option<Chart>> {
    let Some(table) = tables.iter().find(|table| table.number == "Figure 1") else {
        return Ok(None);
    };
    let mut series: Vec<Series> = Vec::new();
    let mut names: Vec<(String, usize)> = Vec::new();
    for line in &table.lines {
        let Some(figure) = line.figure(Unit::InstructionsPerCycle) else { continue };
        let color = match names.iter().find(|name| name.0 == line.column) {
            Some(name) => name.1,
            None => {
                names.push((line.column.clone(), names.len() + 1));
                names.len()
            }
        };
        let own = line.column == "karat_mult_1_512_SB";
        let f2x = figure.f2x.filter(|_| own);
        for (name, stroke, color, value) in [
            (format!("{}, here", line.column), Stroke::Bold, color, figure.here),
            (format!("{}, paper", line.column), Stroke::Dashed, color, figure.paper),
            ("f2x, here".into(), Stroke::Bold, 0, f2x),
        ] {
            let (Some(bits), Some(value)) = (line.bits, value) else { continue };
            add(&mut series, (name, color, stroke), bits, value);
        }
    }
    if series.is_empty() {
        return Ok(None);
    }
    names.insert(0, ("f2x".into(), 0));
    let curves = Curves { series, scale: Scale::FromZero, unit: "instructions per cycle" };
    let caption =
        "Figure 1 of Robert and Véron. Full lines are this machine, dashed ones the paper.".into();
    Ok(Some(curves_chart(
        "instructions-per-cycle",
        "Instructions per cycle".into(),
        caption,
        names,
        &curves,
    )?))
}

/// A figure of Drucker, Gueron and Krasnov.
fn core_flows(
    tables: &[Table],
    id: &'static str,
    number: &str,
    unit: Unit,
    what: &str,
) -> Result<Option<Chart>> {
    let is = |table: &&Table| table.paper == "drucker-gueron-krasnov" && table.number == number;
    let Some(table) = tables.iter().find(is) else { return Ok(None) };
    let mut series: Vec<Series> = Vec::new();
    for line in &table.lines {
        let (Some(bits), Some(figure)) = (line.bits, line.figure(unit)) else { continue };
        let own = if line.level.as_deref() == Some("avx512") { figure.f2x } else { None };
        let color = ["", "xmm 4x4", "ymm 4x4", "zmm 8x8"].iter().position(|c| *c == line.column);
        for (name, color, stroke, value) in [
            (line.column.clone(), color.unwrap_or(0), Stroke::Thin, figure.here),
            ("f2x, level avx512".into(), 0, Stroke::Bold, own),
        ] {
            let Some(value) = value else { continue };
            add(&mut series, (name, color, stroke), bits, value);
        }
    }
    if series.is_empty() {
        return Ok(None);
    }
    let names = series.iter().map(|series| (series.name.clone(), series.color)).collect();
    let unit = unit.name();
    let curves = Curves { series, scale: Scale::Logarithmic, unit };
    Ok(Some(curves_chart(
        id,
        format!("{what} of Karatsuba over the core flows"),
        format!("{number} of Drucker, Gueron and Krasnov, with VPCLMULQDQ itself."),
        names,
        &curves,
    )?))
}

/// Table 1 of Su and Fan.
fn strategies(tables: &[Table]) -> Result<Option<Chart>> {
    let is = |table: &&Table| table.paper == "su-fan" && table.number == "1";
    let Some(table) = tables.iter().find(is) else { return Ok(None) };
    let mut groups = Vec::new();
    let mut rows = Vec::new();
    for line in table.lines.iter().filter(|line| line.column.starts_with("gcc")) {
        let Some(figure) = line.figure(Unit::Cycles) else { continue };
        let (Some(here), Some(f2x), Some(paper)) = (figure.here, figure.f2x, figure.paper) else {
            continue;
        };
        groups.push((line.row.clone(), vec![(PRINTED, paper), (1, here), (0, f2x)]));
        let values = [paper, here, f2x].map(grouped);
        rows.push([line.row.clone()].into_iter().chain(values).collect());
    }
    if groups.is_empty() {
        return Ok(None);
    }
    let bars = Bars { groups, line: None, digits: 0 };
    Ok(Some(Chart {
        id: "strategies",
        title: "Cycles of the strategies for 3 to 9 words".into(),
        caption: "Table 1 of Su and Fan: the paper's (gcc, Sandy Bridge), this machine's, and f2x."
            .into(),
        names: vec![
            ("paper, 2011".into(), PRINTED),
            ("here".into(), 1),
            ("f2x at that size".into(), 0),
        ],
        svg: [bars.svg(WIDTHS[0])?, bars.svg(WIDTHS[1])?],
        header: ["strategy", "paper", "here", "f2x"].map(String::from).into(),
        rows,
    }))
}
