//! The plot of a sweep: cost over size, and the ratio that says how smooth it is, as SVG.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// What was measured at one size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// Bits of each operand.
    pub(super) bits: f64,
    pub(super) cost: f64,
    /// The cost, to the least one at or above this size.
    pub(super) ratio: f64,
}

/// The points of one level, from small to large.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) points: Vec<Point>,
}

// A page of its own colours, which looks the same in light and dark surroundings.
pub(crate) const PAGE: RGBColor = RGBColor(0xfc, 0xfc, 0xfb);
pub(crate) const INK: RGBColor = RGBColor(0x1a, 0x1a, 0x19);
pub(crate) const MUTED: RGBColor = RGBColor(0x5f, 0x5e, 0x5a);
pub(crate) const GRID: RGBColor = RGBColor(0xe4, 0xe3, 0xdf);
const CURVES: [RGBColor; 4] = [
    RGBColor(0x25, 0x63, 0xeb),
    RGBColor(0xc2, 0x41, 0x0c),
    RGBColor(0x0f, 0x76, 0x6e),
    RGBColor(0x7e, 0x22, 0xce),
];

const SIZE: (u32, u32) = (960, 760);
/// Height of the title, and of the panel of costs.
const TITLE: u32 = 84;
const COSTS: u32 = 420;

pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The plot: cost over bits, both logarithmic, and below it the ratio with a line at `smooth`.
pub(super) fn svg(curves: &[Curve], unit: &str, smooth: f64, note: &str) -> Result<String> {
    let mut text = String::new();
    {
        let page = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        page.fill(&PAGE)?;
        let (title, rest) = page.split_vertically(TITLE);
        let (costs, ratios) = rest.split_vertically(COSTS);
        draw_title(&title, curves, note)?;
        draw_costs(&costs, curves, unit)?;
        draw_ratios(&ratios, curves, smooth)?;
        page.present()?;
    }
    Ok(text)
}

pub(crate) fn font(size: u32, color: RGBColor) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&color)
}

/// Title and provenance on the left, names of the curves on the right.
fn draw_title(area: &Area<'_>, curves: &[Curve], note: &str) -> Result<()> {
    area.draw_text("Cost of one product over GF(2)", &font(21, INK), (24, 16))?;
    for (line, y) in note.lines().zip([44, 62]) {
        area.draw_text(line, &font(13, MUTED), (24, y))?;
    }
    for ((curve, color), row) in curves.iter().zip(CURVES).zip(0..) {
        let (x, y) = (SIZE.0 as i32 - 120, 20 + 17 * row);
        let mark = [(x, y), (x + 22, y)];
        area.draw(&PathElement::new(mark, color.stroke_width(3)))?;
        let style = font(13, INK).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw_text(&curve.name, &style, (x + 30, y))?;
    }
    Ok(())
}

/// The least and the greatest of some numbers, with a little room around where they are one.
pub(crate) fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
    if low < high { (low, high) } else { (low / 1.5, high * 1.5) }
}

fn points(curves: &[Curve]) -> impl Iterator<Item = &Point> {
    curves.iter().flat_map(|curve| &curve.points)
}

/// Powers of `base` within bounds.
pub(crate) fn powers(base: f64, (low, high): (f64, f64)) -> Vec<f64> {
    let first = (low.ln() / base.ln() - 1e-9).ceil() as i32;
    let powers = (first..).map(|exponent| base.powi(exponent));
    powers.take_while(|power| *power <= high * (1.0 + 1e-9)).collect()
}

/// Powers of two within bounds or, where there is no room for so many numbers, of four.
fn octaves(bits: (f64, f64)) -> Vec<f64> {
    let twos = powers(2.0, bits);
    if twos.len() <= 15 { twos } else { powers(4.0, bits) }
}

/// Powers of ten within bounds and, where they are few, twice and five times those.
pub(crate) fn decades((low, high): (f64, f64)) -> Vec<f64> {
    let tens = powers(10.0, (low, high));
    if tens.len() > 2 {
        return tens;
    }
    let steps =
        powers(10.0, (low / 10.0, high)).into_iter().flat_map(|ten| [ten, 2.0 * ten, 5.0 * ten]);
    steps.filter(|step| (low..=high).contains(step)).collect()
}

/// A number with its thousands apart.
pub(crate) fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| str::from_utf8(group).expect("digits"))
        .collect();
    groups.join(",")
}

fn draw_costs(area: &Area<'_>, curves: &[Curve], unit: &str) -> Result<()> {
    let bits = bounds(points(curves).map(|point| point.bits));
    let (low, high) = bounds(points(curves).map(|point| point.cost));
    let costs = (low / 1.1, high * 1.1);
    let mut chart = ChartBuilder::on(area)
        .margin_left(24)
        .margin_right(28)
        .margin_top(8)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(
            (bits.0..bits.1).log_scale().with_key_points(octaves(bits)),
            (costs.0..costs.1).log_scale().with_key_points(decades(costs)),
        )?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(MUTED)
        .label_style(font(13, MUTED))
        .axis_desc_style(font(13, INK))
        .x_label_formatter(&|bits| grouped(*bits))
        .y_label_formatter(&|cost| grouped(*cost))
        .y_desc(unit)
        .draw()?;
    for (curve, color) in curves.iter().zip(CURVES) {
        let points = curve.points.iter().map(|point| (point.bits, point.cost));
        chart.draw_series(LineSeries::new(points, color.stroke_width(2)))?;
    }
    Ok(())
}

fn draw_ratios(area: &Area<'_>, curves: &[Curve], smooth: f64) -> Result<()> {
    let bits = bounds(points(curves).map(|point| point.bits));
    let (_, highest) = bounds(points(curves).map(|point| point.ratio));
    let mut chart = ChartBuilder::on(area)
        .margin_left(24)
        .margin_right(28)
        .margin_bottom(14)
        .x_label_area_size(48)
        .y_label_area_size(64)
        .build_cartesian_2d(
            (bits.0..bits.1).log_scale().with_key_points(octaves(bits)),
            1.0..highest.max(1.1),
        )?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(MUTED)
        .label_style(font(13, MUTED))
        .axis_desc_style(font(13, INK))
        .y_labels(5)
        .x_label_formatter(&|bits| grouped(*bits))
        .y_label_formatter(&|ratio| format!("{ratio:.2}"))
        .x_desc("bits of each operand")
        .y_desc("to the cheapest above")
        .draw()?;
    let line = [(bits.0, smooth), (bits.1, smooth)];
    chart.draw_series(DashedLineSeries::new(line, 6, 4, MUTED.stroke_width(1)))?;
    let style = font(11, MUTED).pos(Pos::new(HPos::Left, VPos::Center));
    let name = EmptyElement::at((bits.1, smooth)) + Text::new(smooth.to_string(), (3, 0), style);
    chart.draw_series([name])?;
    for (curve, color) in curves.iter().zip(CURVES) {
        let points = curve.points.iter().map(|point| (point.bits, point.ratio));
        chart.draw_series(LineSeries::new(points, color.stroke_width(1)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_the_powers_within_bounds() {
        assert_eq!(powers(2.0, (64.0, 512.0)), [64.0, 128.0, 256.0, 512.0]);
        assert_eq!(octaves((64.0, 1_048_576.0)).len(), 15);
        assert_eq!(octaves((64.0, 2_097_152.0)), (3..11).map(|i| 4f64.powi(i)).collect::<Vec<_>>());
        assert_eq!(powers(10.0, (25.0, 999.0)), [100.0]);
        assert_eq!(decades((25.0, 999.0)), [50.0, 100.0, 200.0, 500.0]);
        assert_eq!(decades((9.0, 1001.0)), [10.0, 100.0, 1000.0]);
    }

    #[test]
    fn thousands_are_apart() {
        let numbers = [7.0, 1000.0, 65536.0, 1_234_567.0].map(grouped);
        assert_eq!(numbers, ["7", "1,000", "65,536", "1,234,567"]);
    }
}
