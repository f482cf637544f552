//! Plots as SVG: curves over sizes, and bars.
//!
//! Colours are those of a page in light surroundings; a page that embeds a plot gives them others in dark
//! ones by their values ([`COLORS`], and those of the plots of `f2x bench`).

use crate::bench::plot::{Area, GRID, INK, MUTED, PAGE, bounds, decades, font, grouped, powers};
use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The colours of series.
pub(super) const COLORS: [RGBColor; 8] = [
    RGBColor(0x25, 0x63, 0xeb),
    RGBColor(0xc2, 0x41, 0x0c),
    RGBColor(0x0f, 0x76, 0x6e),
    RGBColor(0x7e, 0x22, 0xce),
    RGBColor(0xbe, 0x18, 0x5d),
    RGBColor(0x4d, 0x7c, 0x0f),
    RGBColor(0x92, 0x60, 0x0e),
    RGBColor(0x6b, 0x72, 0x80),
];

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stroke {
    Bold,
    Thin,
    Dashed,
}

/// A curve.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) name: String,
    /// A place in [`COLORS`].
    pub(super) color: usize,
    pub(super) stroke: Stroke,
    /// Bits and values, from small to large.
    pub(super) points: Vec<(f64, f64)>,
}

/// The scale of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Logarithmic,
    FromZero,
}

/// Curves over bits of the operands.
#[derive(Clone, Debug)]
pub(super) struct Curves {
    pub(super) series: Vec<Series>,
    pub(super) scale: Scale,
    pub(super) unit: &'static str,
}

/// Bars side by side with their labels on the left, a group under each other.
#[derive(Clone, Debug)]
pub(super) struct Bars {
    /// The label of a group, and for each of its bars the colour and the value.
    pub(super) groups: Vec<(String, Vec<(usize, f64)>)>,
    /// A line that values are compared with.
    pub(super) line: Option<f64>,
    /// Digits behind the point.
    pub(super) digits: usize,
}

/// The widths that a page has plots for: a desk's and a phone's.
pub(super) const WIDTHS: [u32; 2] = [920, 380];

/// The legend of a plot that stands alone.
const TITLE: u32 = 64;

impl Curves {
    /// The plot for a page.
    pub(super) fn svg(&self, width: u32) -> Result<String> {
        let height = if width > 600 { 460 } else { 340 };
        let mut text = String::new();
        {
            let page = SVGBackend::with_string(&mut text, (width, height)).into_drawing_area();
            self.draw(&page, width)?;
            page.present()?;
        }
        Ok(text)
    }

    /// The plot with a title and the names of colours, on a page of its own.
    pub(super) fn alone(
        &self,
        title: &str,
        note: &str,
        names: &[(String, usize)],
    ) -> Result<String> {
        let mut text = String::new();
        let rows = names.len().div_ceil(4) as u32;
        {
            let size = (WIDTHS[0], 470 + TITLE + 18 * rows);
            let page = SVGBackend::with_string(&mut text, size).into_drawing_area();
            page.fill(&PAGE)?;
            let (head, rest) = page.split_vertically(TITLE + 18 * rows);
            head.draw_text(title, &font(20, INK), (24, 14))?;
            head.draw_text(note, &font(13, MUTED), (24, 40))?;
            for (i, (name, color)) in names.iter().enumerate() {
                let (x, y) = (24 + 220 * (i % 4) as i32, 72 + 18 * (i / 4) as i32);
                let mark = [(x, y), (x + 22, y)];
                head.draw(&PathElement::new(mark, COLORS[*color].stroke_width(3)))?;
                let style = font(13, INK).pos(Pos::new(HPos::Left, VPos::Center));
                head.draw_text(name, &style, (x + 30, y))?;
            }
            self.draw(&rest, WIDTHS[0])?;
            page.present()?;
        }
        Ok(text)
    }

    fn draw(&self, area: &Area<'_>, width: u32) -> Result<()> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let (low, high) = bounds(points().map(|point| point.0));
        let bits = (low / 1.05, high * 1.05);
        let (low, high) = bounds(points().map(|point| point.1));
        let step = if width > 600 { 2.0 } else { 4.0 };
        let x = (bits.0..bits.1).log_scale().with_key_points(powers(step, bits));
        let mut builder = ChartBuilder::on(area);
        builder.margin_left(4).margin_right(16).margin_top(10).x_label_area_size(44);
        builder.y_label_area_size(if width > 600 { 84 } else { 68 });
        // The two scales have types of their own.
        macro_rules! chart {
            ($y:expr, $label:expr) => {{
                let mut chart = builder.build_cartesian_2d(x, $y)?;
                chart
                    .configure_mesh()
                    .light_line_style(TRANSPARENT)
                    .bold_line_style(GRID)
                    .axis_style(MUTED)
                    .label_style(font(15, MUTED))
                    .axis_desc_style(font(15, INK))
                    .x_label_formatter(&|bits| grouped(*bits))
                    .y_label_formatter(&$label)
                    .x_desc("bits of each operand")
                    .y_desc(self.unit)
                    .draw()?;
                for series in &self.series {
                    let color = COLORS[series.color % COLORS.len()];
                    let line = |width| color.stroke_width(width);
                    let points = series.points.iter().copied();
                    match series.stroke {
                        Stroke::Bold => chart.draw_series(LineSeries::new(points, line(3)))?,
                        Stroke::Thin => chart.draw_series(LineSeries::new(points, line(1)))?,
                        Stroke::Dashed => {
                            chart.draw_series(DashedLineSeries::new(points, 5, 4, line(1)))?
                        }
                    };
                    let radius = if series.stroke == Stroke::Bold { 3 } else { 2 };
                    let dots =
                        series.points.iter().map(|at| Circle::new(*at, radius, color.filled()));
                    chart.draw_series(dots)?;
                }
            }};
        }
        match self.scale {
            Scale::Logarithmic => {
                let values = (low / 1.2, high * 1.2);
                let y = (values.0..values.1).log_scale().with_key_points(decades(values));
                chart!(y, |value: &f64| grouped(*value));
            }
            Scale::FromZero => chart!(0.0..high * 1.1, |value: &f64| format!("{value:.1}")),
        }
        Ok(())
    }
}

/// The height of a bar and of the space between groups.
const BAR: i32 = 15;
const GAP: i32 = 9;

impl Bars {
    pub(super) fn svg(&self, width: u32) -> Result<String> {
        let bars: usize = self.groups.iter().map(|group| group.1.len()).sum();
        let height = bars as i32 * BAR + self.groups.len() as i32 * GAP + GAP;
        let labels = if width > 600 { 210 } else { 118 };
        let longest = self.groups.iter().flat_map(|group| &group.1).map(|bar| bar.1);
        let (_, longest) = bounds(longest.chain(self.line));
        let right = width as i32 - 56;
        let x = |value: f64| labels + (f64::from(right - labels) * value / longest) as i32;
        let mut text = String::new();
        {
            let page =
                SVGBackend::with_string(&mut text, (width, height as u32)).into_drawing_area();
            let mut y = GAP;
            for (label, bars) in &self.groups {
                let middle = y + BAR * bars.len() as i32 / 2;
                let style = font(13, INK).pos(Pos::new(HPos::Right, VPos::Center));
                page.draw_text(label, &style, (labels - 8, middle))?;
                for (color, value) in bars {
                    let color = COLORS[color % COLORS.len()];
                    let corners = [(labels, y + 1), (x(*value), y + BAR - 1)];
                    page.draw(&Rectangle::new(corners, color.filled()))?;
                    let style = font(12, MUTED).pos(Pos::new(HPos::Left, VPos::Center));
                    let value_text = format!("{value:.*}", self.digits);
                    page.draw_text(&value_text, &style, (x(*value) + 5, y + BAR / 2))?;
                    y += BAR;
                }
                y += GAP;
            }
            if let Some(line) = self.line {
                let line = [(x(line), 2), (x(line), height - 2)];
                page.draw(&PathElement::new(line, INK.stroke_width(1)))?;
            }
            page.present()?;
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_and_every_bar_is_drawn() {
        let points = vec![(1024.0, 100.0), (2048.0, 300.0), (4096.0, 900.0)];
        let series = |stroke| Series { name: "s".into(), color: 1, stroke, points: points.clone() };
        let series = vec![series(Stroke::Bold), series(Stroke::Dashed)];
        for scale in [Scale::Logarithmic, Scale::FromZero] {
            let curves = Curves { series: series.clone(), scale, unit: "cycles" };
            for width in WIDTHS {
                let svg = curves.svg(width).unwrap();
                assert_eq!(svg.matches("<circle").count(), 6);
                assert!(svg.contains(&format!("width=\"{width}\"")) && svg.contains("cycles"));
            }
        }
        let groups =
            vec![("first".into(), vec![(0, 1.5), (1, 3.0)]), ("second".into(), vec![(0, 2.0)])];
        let svg = Bars { groups, line: Some(1.0), digits: 2 }.svg(380).unwrap();
        assert_eq!(svg.matches("<rect").count(), 3);
        assert!(svg.contains("second") && svg.contains("3.00"));
    }
}
