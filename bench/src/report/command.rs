//! `report`: reads what processes measured and shows it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use idspec::Timestamp;

use super::{About, Report, markdown, svg, text};
use crate::inputs::INPUTS;
use crate::raw::{self, Build, Count, Run};
use crate::targets::TARGETS;

/// `report [--json FILE] [--svg FILE] [--markdown FILE] [--against FILE] [--counts FILE]… FILE…`
pub fn run(words: &[&str]) -> Result<(), String> {
    let (mut runs, mut counts): (Vec<Run>, Vec<Count>) = (Vec::new(), Vec::new());
    let (mut json, mut svg, mut markdown, mut against) = (None, None, None, None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut file = || words.next().map(PathBuf::from).ok_or_else(|| format!("{word} needs a file"));
        match *word {
            "--json" => json = Some(file()?),
            "--svg" => svg = Some(file()?),
            "--markdown" => markdown = Some(file()?),
            "--against" => against = Some(raw::read::<Report>(&file()?)?),
            "--counts" => counts.extend(raw::read::<Vec<Count>>(&file()?)?),
            path => runs.push(raw::read(Path::new(path))?),
        }
    }
    let report = Report::new(about(&runs), &runs, &counts, TARGETS);
    print!("{}", text::text(&report));
    if let Some(before) = against {
        print!("{}", text::agreement(&before, &report));
    }
    if let Some(path) = json {
        raw::write(&path, &report)?;
    }
    if let Some(path) = svg {
        raw::write_text(&path, &svg::chart(&report))?;
    }
    if let Some(path) = markdown {
        let page = raw::read_text(&path)?;
        raw::write_text(&path, &markdown::renewed(&page, &report)?)?;
    }
    Ok(())
}

fn about(runs: &[Run]) -> About {
    let fast = || runs.iter().filter(|run| run.build == Build::Fast);
    let rounds = fast().filter_map(|run| Some(run.comparisons.first()?.subjects.first()?.rounds.len())).sum();
    let processor = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let rustc = Command::new("rustc").arg("--version").output().ok();
    let rustc = rustc.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let date = Timestamp::try_from(SystemTime::now()).map(|time| time.to_string());
    About {
        date: date.unwrap_or_default().chars().take(10).collect(),
        processor: processor.unwrap_or_else(|| "an unnamed processor".to_owned()),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        system: format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH),
        rustc: rustc.unwrap_or_default(),
        profile: "release, fat LTO, one codegen unit, no target-cpu".to_owned(),
        inputs: INPUTS,
        processes: fast().count(),
        rounds,
    }
}
