//! The report as one page that needs nothing else.

use super::charts::Chart;
use super::papers::Papers;
use super::results::Table;
use super::session::Run;
use super::text::{figures, heading, reasons};
use std::fmt::{self, Write};

const STYLE: &str = include_str!("../../data/page.css");

/// The page of a run.
pub(super) fn page(run: &Run, papers: &Papers, charts: &[Chart]) -> Result<String, fmt::Error> {
    let mut out = String::new();
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Carry-less multiplication: three papers, measured again</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>Carry-less multiplication: three papers, measured again</h1>\n<p class=\"lead\">{}</p>\n",
        escaped(&run.opening)
    )?;
    if !run.is_complete {
        writeln!(
            out,
            "<p><strong>The run was interrupted: the rest was not measured.</strong></p>"
        )?;
    }
    provenance(&mut out, run)?;
    if !charts.is_empty() {
        writeln!(out, "<h2 id=\"plots\">Plots</h2>")?;
    }
    for item in charts {
        chart(&mut out, item)?;
    }
    differences(&mut out, run)?;
    for paper in &papers.papers {
        let tables = || run.tables.iter().filter(|table| table.paper == paper.id);
        if tables().next().is_none() {
            continue;
        }
        writeln!(
            out,
            "<h2 id=\"{}\">{}, {}</h2>\n<p class=\"note\">{}</p>",
            paper.id,
            escaped(&paper.authors),
            paper.year,
            escaped(&paper.title)
        )?;
        for item in tables() {
            table(&mut out, item)?;
        }
    }
    out.push_str("</body>\n</html>\n");
    Ok(out)
}

fn provenance(out: &mut String, run: &Run) -> fmt::Result {
    let p = &run.provenance;
    let machine = format!("{}: {}", p.cpu.model, p.cpu.features.join(" "));
    writeln!(out, "<dl>")?;
    let seconds = format!("{}, {} seconds", p.date, run.seconds);
    let program = format!("f2x {}, {}", p.version, p.compiler);
    for (name, text) in [("Machine", &machine), ("Program", &program), ("Run", &seconds)] {
        writeln!(out, "<dt>{name}</dt><dd>{}</dd>", escaped(text))?;
    }
    writeln!(out, "<dt>Command</dt><dd><code>{}</code></dd>", escaped(&p.command))?;
    writeln!(out, "</dl>\n<details><summary>How it was measured</summary>\n<ul>")?;
    for procedure in &run.procedures {
        writeln!(out, "<li>{}</li>", escaped(procedure))?;
    }
    writeln!(out, "</ul>\n</details>")
}

fn chart(out: &mut String, chart: &Chart) -> fmt::Result {
    let title = escaped(&chart.title);
    writeln!(out, "<figure id=\"{}\">\n<h3>{title}</h3>\n<ul class=\"names\">", chart.id)?;
    for (name, color) in &chart.names {
        writeln!(out, "<li><i class=\"k{color}\"></i>{}</li>", escaped(name))?;
    }
    writeln!(out, "</ul>")?;
    for (svg, class) in chart.svg.iter().zip(["wide", "narrow"]) {
        let named = format!("<svg class=\"{class}\" role=\"img\" aria-label=\"{title}\" ");
        out.push_str(svg.replacen("<svg ", &named, 1).trim_end());
        out.push('\n');
    }
    writeln!(out, "<figcaption>{}</figcaption>", escaped(&chart.caption))?;
    writeln!(out, "<details><summary>The plot's data</summary>\n<div class=\"scroll\">")?;
    rows(out, &chart.header, chart.rows.iter().map(Vec::as_slice), 1)?;
    writeln!(out, "</div>\n</details>\n</figure>")
}

/// A table whose first columns are text.
fn rows<'r>(
    out: &mut String,
    header: &[String],
    rows: impl Iterator<Item = &'r [String]>,
    texts: usize,
) -> fmt::Result {
    let class = |i: usize| if i < texts { " class=\"text\"" } else { "" };
    write!(out, "<table>\n<thead><tr>")?;
    for (i, cell) in header.iter().enumerate() {
        write!(out, "<th{}>{}</th>", class(i), escaped(cell))?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for row in rows {
        write!(out, "<tr>")?;
        for (i, cell) in row.iter().enumerate() {
            write!(out, "<td{}>{}</td>", class(i), escaped(cell))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody>\n</table>")
}

fn differences(out: &mut String, run: &Run) -> fmt::Result {
    writeln!(out, "<h2 id=\"not-reproduced\">What we could not reproduce</h2>")?;
    if run.differences.is_empty() {
        return writeln!(
            out,
            "<p>Nothing that was measured differs from the papers in direction.</p>"
        );
    }
    writeln!(out, "<ul>")?;
    for difference in &run.differences {
        let reason = difference.reason.as_ref();
        writeln!(
            out,
            "<li><strong>{}, {}</strong>: {}.{}</li>",
            escaped(&difference.paper),
            escaped(&difference.table),
            escaped(&difference.what),
            reason.map_or_else(String::new, |reason| format!(" Why: {}.", escaped(reason)))
        )?;
    }
    writeln!(out, "</ul>")
}

/// A table of a paper, folded away.
fn table(out: &mut String, table: &Table) -> fmt::Result {
    writeln!(
        out,
        "<details class=\"table\" open><summary>{}: {}</summary>",
        escaped(&heading(&table.number)),
        escaped(&table.title)
    )?;
    let cpu = table.cpu.iter().map(|cpu| format!("The paper's figures: {cpu}."));
    for note in cpu.chain(table.notes.iter().cloned()) {
        writeln!(out, "<p class=\"note\">{}</p>", escaped(&note))?;
    }
    let units = table.units();
    let mut header: Vec<String> = ["", "", "level"].map(String::from).into();
    for unit in &units {
        header.push(format!("{}: paper", unit.name()));
        header.extend(["here", "f2x", "paper/here", "here/f2x"].map(String::from));
    }
    let mut lines: Vec<Vec<String>> = Vec::new();
    for line in &table.lines {
        let level = line.level.clone().unwrap_or_default();
        let mut cells = vec![line.row.clone(), line.column.clone(), level];
        for unit in &units {
            match line.figure(*unit) {
                Some(figure) => cells.extend(figures(figure)),
                None => cells.extend([const { String::new() }; 5]),
            }
        }
        lines.push(cells);
    }
    writeln!(out, "<div class=\"scroll\">")?;
    rows(out, &header, lines.iter().map(Vec::as_slice), 3)?;
    writeln!(out, "</div>")?;
    for reason in reasons(table) {
        writeln!(out, "<p class=\"note\">{}</p>", escaped(&reason))?;
    }
    writeln!(out, "</details>")
}

/// Text as a page has it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escaped("a<b & \"c\">d"), "a&lt;b &amp; &quot;c&quot;&gt;d");
    }

    /// Every colour that plots use has one for dark surroundings.
    #[test]
    fn colours_of_plots_are_the_style_s() {
        use crate::bench::plot::{GRID, INK, MUTED};
        use crate::reproduce::drawing::COLORS;
        for color in COLORS.into_iter().chain([INK, MUTED, GRID]) {
            let value = format!("#{:02X}{:02X}{:02X}", color.0, color.1, color.2);
            assert!(STYLE.contains(&format!("[stroke=\"{value}\"]")), "{value}");
            assert!(STYLE.contains(&value.to_lowercase()), "{value}");
        }
    }
}
