//! `f2x reproduce`: every row of the papers' tables, files whole or not at all, and the page in a browser.

use crate::{f2x, run_with, stderr, stdout};
use f2x::Level;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// All papers as quickly as possible: one run each, without instructions.
const QUICK: [&str; 6] =
    ["reproduce", "all", "--sets=1", "--runs=1", "--count=none", "--max-bits=20000"];

/// The record of a quick run with more arguments.
fn record(directory: &Path, arguments: &[&str]) -> Value {
    let mut command = f2x(arguments);
    stdout(command.args(["--json", "run.json"]).current_dir(directory));
    serde_json::from_str(&fs::read_to_string(directory.join("run.json")).unwrap()).unwrap()
}

fn lines(table: &Value) -> impl Iterator<Item = &Value> {
    table["lines"].as_array().unwrap().iter()
}

#[test]
fn every_figure_of_the_papers_is_there_with_ours_or_a_reason() {
    let directory = tempfile::tempdir().unwrap();
    let run = record(directory.path(), &QUICK);
    assert_eq!(run["format"], "f2x-reproduce/1");
    assert_eq!(run["is_complete"], true);
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data/papers.json");
    let papers: Value = serde_json::from_str(&fs::read_to_string(data).unwrap()).unwrap();
    let tables = papers["tables"].as_array().unwrap();
    let found = run["tables"].as_array().unwrap();
    assert_eq!(found.len(), tables.len());
    for (table, found) in tables.iter().zip(found) {
        assert_eq!((&found["paper"], &found["number"]), (&table["paper"], &table["number"]));
        // Every printed number, in the line of its row and column.
        let rows = table["rows"].as_array().map_or(&[][..], Vec::as_slice);
        for row in rows {
            for (i, column) in table["columns"].as_array().unwrap().iter().enumerate() {
                for unit in ["cycles", "instructions", "products"] {
                    let printed = &row[unit][i];
                    if printed.is_null() {
                        continue;
                    }
                    let is = |line: &&Value| {
                        (&line["row"], &line["column"]) == (&row["name"], &column["name"])
                    };
                    let line = lines(found).find(is).unwrap_or_else(|| panic!("{row} {column}"));
                    let has = |figure: &Value| figure["paper"].as_f64() == printed.as_f64();
                    assert!(line["figures"].as_array().unwrap().iter().any(has), "{line}");
                }
            }
        }
        for line in lines(found) {
            for figure in line["figures"].as_array().unwrap() {
                let has = |name: &str| !figure[name].is_null();
                assert!(has("here") || has("f2x") || has("reason"), "{line}");
                assert!(has("here") || has("reason") || found["number"] == "7", "{line}");
            }
        }
    }
}

#[test]
fn schedules_on_symbols_have_the_products_of_the_formulae() {
    let directory = tempfile::tempdir().unwrap();
    let run = record(directory.path(), &["reproduce", "robert-veron", "--table=1"]);
    let lines: Vec<&Value> = lines(&run["tables"][0]).collect();
    assert_eq!(lines.len(), 4);
    for line in lines {
        let [products, xors] = line["figures"].as_array().unwrap().as_slice() else {
            panic!("{line}")
        };
        assert_eq!(products["here"], products["paper"], "{line}");
        assert!(xors["here"].as_f64() < xors["paper"].as_f64(), "{line}");
    }
}

/// The instructions of a table's lines.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn instructions(count: &str) -> Result<BTreeMap<String, (f64, f64)>, String> {
    let directory = tempfile::tempdir().unwrap();
    let arguments = [
        "reproduce",
        "robert-veron",
        "--table=4",
        "--max-bits=4096",
        "--sets=1",
        "--runs=1",
        count,
    ];
    let run = record(directory.path(), &arguments);
    let mut found = BTreeMap::new();
    for line in lines(&run["tables"][0]) {
        let figure = &line["figures"][1];
        assert_eq!(figure["unit"], "instructions");
        if let Some(reason) = figure["reason"].as_str() {
            if reason.starts_with("left out")
                || reason.contains("lacks")
                || reason.contains("not installed")
            {
                continue;
            }
            return Err(reason.into());
        }
        let counts = (figure["here"].as_f64().unwrap(), figure["f2x"].as_f64().unwrap());
        found.insert(format!("{} {}", line["row"], line["column"]), counts);
    }
    Ok(found)
}

/// Calls that are not stepped again count what they would.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn known_calls_count_as_many_instructions_as_steps() {
    if !Level::Avx2.is_available() {
        return;
    }
    match (instructions("--count=steps"), instructions("--count=every-step")) {
        (Ok(known), Ok(every)) => {
            assert_eq!(known, every);
            assert!(known.values().all(|(here, own)| *here > 100.0 && *own > 100.0), "{known:?}");
        }
        // Where no process may trace another.
        (Err(one), Err(other)) => eprintln!("skipped: {one}; {other}"),
        others => panic!("{others:?}"),
    }
}

/// The CPU's counter and single steps agree, where the counter can be read.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn the_counter_and_steps_agree() {
    let (hardware, steps) = match (instructions("--count=hardware"), instructions("--count=steps"))
    {
        (Ok(hardware), Ok(steps)) => (hardware, steps),
        others => return eprintln!("skipped: {:?}", [others.0.err(), others.1.err()]),
    };
    for (line, (here, own)) in hardware {
        for (counted, stepped) in [(here, steps[&line].0), (own, steps[&line].1)] {
            assert!((counted / stepped - 1.0).abs() < 0.01, "{line}: {counted} {stepped}");
        }
    }
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_measured() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("file"), "").unwrap();
    for (arguments, message) in [
        (&["--table=99"][..], "error: --table 99: no such table\n"),
        (&["--table="], "error: --table : no such table\n"),
        (&["--json=no/file"], "error: --json no/file: there is no directory no\n"),
        (&["--svg=no/file"], "error: --svg no/file: there is no directory no\n"),
        (&["--html=file"], "error: --html file: File exists (os error 17)\n"),
    ] {
        let all = [&["reproduce", "all"][..], arguments].concat();
        let output = run_with(f2x(&all).current_dir(&directory), b"");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(stderr(&output), message);
    }
    for arguments in
        [["reproduce", "nobody"], ["reproduce", "--sets=0"], ["reproduce", "--runs=-1"]]
    {
        assert_eq!(run_with(&mut f2x(&arguments), b"").status.code(), Some(2), "{arguments:?}");
    }
    // The process that is stepped, fed with something else, and with what there is not.
    for input in [&b"garbage\n"[..], b"{\"Own\":{\"level\":\"none\",\"bits\":64}}\n"] {
        let output = run_with(&mut f2x(&["reproduce", "--stepped"]), input);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).starts_with("error: "), "{}", stderr(&output));
    }
}

/// A level without schedules is no error: every line says so.
#[test]
fn a_level_without_schedules_has_reasons() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = ["--level=portable", "--table=4", "--max-bits=2048"];
    let run = record(directory.path(), &[&QUICK[..1], &arguments, &QUICK[2..5]].concat());
    let of_level = |line: &&Value| line["column"].as_str().unwrap() != "gf2x";
    for line in lines(&run["tables"][0]).filter(of_level) {
        let reason = line["figures"][0]["reason"].as_str().unwrap();
        assert!(reason.starts_with("left out: --"), "{reason}");
    }
}

/// An interrupt keeps what is done.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_keeps_what_is_done() {
    let directory = tempfile::tempdir().unwrap();
    let mut command = f2x(&["reproduce", "all", "--count=none", "--json=run.json", "--html=page"]);
    let child = command.current_dir(&directory).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert!(child.wait_with_output().unwrap().status.success());
    let text = fs::read_to_string(directory.path().join("run.json")).unwrap();
    let run: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(run["is_complete"], false);
    assert!(text.contains("interrupted before"));
    let page = fs::read_to_string(directory.path().join("page/index.html")).unwrap();
    assert!(page.contains("The run was interrupted") && page.ends_with("</html>\n"));
}

/// A browser, if there is one.
fn browser() -> Option<&'static str> {
    let is = |name: &&str| {
        let mut version = Command::new(name);
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    ["chromium", "chromium-browser", "google-chrome", "chrome"].into_iter().find(|name| is(name))
}

/// What a script in the page finds: errors, and of each figure the drawings that are seen.
const PROBE: &str = r#"<script>
const errors = [];
addEventListener("error", event => errors.push(String(event.message)));
addEventListener("load", () => {
  const figures = [...document.querySelectorAll("figure")].map(figure => {
    const seen = [...figure.querySelectorAll("svg")].filter(svg => svg.getClientRects().length);
    const boxes = seen.map(svg => svg.getBoundingClientRect());
    const marks = seen.map(svg => svg.querySelectorAll("polyline, circle, rect").length);
    return {id: figure.id, widths: boxes.map(b => b.width), heights: boxes.map(b => b.height), marks,
      rows: figure.querySelectorAll("tbody tr").length};
  });
  const root = document.documentElement;
  root.dataset.found = JSON.stringify({errors, figures, width: innerWidth, content: root.scrollWidth,
    sections: document.querySelectorAll("details.table").length});
});
</script>"#;

#[test]
fn a_browser_shows_the_page_at_two_widths() {
    let directory = tempfile::tempdir().unwrap();
    let mut command = f2x(&QUICK);
    stdout(command.args(["--html=.", "--svg=main.svg"]).current_dir(&directory));
    let page = fs::read_to_string(directory.path().join("index.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    // It needs nothing else: no address but those of the SVG format.
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    for part in ["http:", "https:", "<script", "src=", "@import", "url("] {
        assert!(!outside.contains(part), "{part}");
    }
    let Some(browser) = browser() else {
        eprintln!("skipped: there is no Chromium");
        return;
    };
    let probed = directory.path().join("probed.html");
    fs::write(&probed, page.replacen("<body>", &format!("<body>{PROBE}"), 1)).unwrap();
    for width in [390, 1440] {
        let output = Command::new(browser)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--dump-dom",
            ])
            .arg(format!("--user-data-dir={}", directory.path().join("profile").display()))
            .arg(format!("--window-size={width},900"))
            .arg(&probed)
            .output()
            .unwrap();
        let dom = String::from_utf8(output.stdout).unwrap();
        let found = dom.split_once("data-found=\"").expect("the script ran").1;
        let found = found.split_once('"').unwrap().0.replace("&quot;", "\"");
        let found: Value = serde_json::from_str(&found).unwrap();
        assert_eq!(found["errors"], Value::Array(Vec::new()));
        assert_eq!(found["sections"], 24);
        let wide = found["width"].as_f64().unwrap();
        assert!(found["content"].as_f64().unwrap() <= wide, "wider than the window: {found}");
        let figures = found["figures"].as_array().unwrap();
        // What there is depends on the levels of the CPU.
        if Level::Avx2.is_available() {
            assert!(figures.len() >= 4, "{found}");
        }
        for figure in figures {
            // One of the two drawings of each figure, as wide as the text.
            assert_eq!(figure["widths"].as_array().unwrap().len(), 1, "{figure}");
            let drawn = figure["widths"][0].as_f64().unwrap();
            assert!(drawn > 300.0 && drawn <= wide, "{figure}");
            assert!(figure["heights"][0].as_f64().unwrap() > 100.0, "{figure}");
            assert!(figure["marks"][0].as_u64().unwrap() > 3, "{figure}");
            assert!(figure["rows"].as_u64().unwrap() > 3, "{figure}");
        }
    }
}
