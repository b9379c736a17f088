//! From the runs of several processes to one table: medians, ratios, targets.

pub mod command;
mod markdown;
mod svg;
mod text;

use serde::{Deserialize, Serialize};

use crate::raw::{Build, Comparison, Count, Measured, Run, Side};
use crate::statistics::Spread;
use crate::targets::Target;

/// Everything that was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    pub format: String,
    pub about: About,
    pub targets: Vec<Reached>,
    pub comparisons: Vec<Row>,
}

/// Where and with what it was found.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct About {
    pub date: String,
    pub processor: String,
    pub cores: usize,
    pub system: String,
    pub rustc: String,
    pub profile: String,
    pub inputs: usize,
    /// Processes of each build, and rounds of all of them.
    pub processes: usize,
    pub rounds: usize,
}

/// One comparison, with a line for each subject and build.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub id: String,
    pub group: String,
    pub title: String,
    pub octets: Option<f64>,
    pub subjects: Vec<Line>,
}

/// One subject in one build. Peers are measured beside both builds of ours; their figures are those beside the fast one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    pub name: String,
    pub side: Side,
    pub build: Build,
    pub version: Option<String>,
    pub strict: Option<bool>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<String>,
    pub ns: Spread,
    /// Its time over the fastest peer's.
    pub ratio: Option<Spread>,
    pub instructions: Option<f64>,
}

/// A target and what came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reached {
    pub name: String,
    pub comparison: String,
    pub build: Build,
    pub ours: String,
    pub peer: String,
    pub target: f64,
    pub ratio: Spread,
    pub met: bool,
}

impl Row {
    /// The first line of ours in a build: the call that the targets are for.
    pub fn ours(&self, build: Build) -> Option<&Line> {
        self.subjects.iter().find(|line| line.side == Side::Ours && line.build == build)
    }

    /// The fastest peer, of those whose names contain a text.
    pub fn peer(&self, among: &str) -> Option<&Line> {
        self.subjects.iter().find(|line| line.side == Side::Peer && line.name.contains(among))
    }
}

impl Report {
    pub fn new(about: About, runs: &[Run], counts: &[Count], targets: &[Target]) -> Self {
        let comparisons = rows(runs, counts);
        let targets = targets.iter().flat_map(|target| reached(target, runs)).collect();
        Self { format: "idspec-bench/1".to_owned(), about, targets, comparisons }
    }
}

/// The rounds of one subject in every process of a build, in the order of the processes.
fn rounds(runs: &[Run], build: Build, comparison: &str, subject: &str) -> Vec<f64> {
    let of_build = runs.iter().filter(|run| run.build == build);
    let comparisons = of_build.flat_map(|run| &run.comparisons).filter(|it| it.id == comparison);
    let subjects = comparisons.flat_map(|it| &it.subjects).filter(|it| it.name == subject);
    subjects.flat_map(|it| it.rounds.iter().copied()).collect()
}

/// The subjects of a comparison, in the order of the first process that has it.
fn subjects<'a>(runs: &'a [Run], build: Build, comparison: &str) -> &'a [Measured] {
    let of_build = runs.iter().filter(|run| run.build == build);
    let found = of_build.flat_map(|run| &run.comparisons).find(|it| it.id == comparison);
    found.map_or(&[], |it| &it.subjects)
}

/// The peer with the lowest median.
fn fastest<'a>(runs: &'a [Run], build: Build, comparison: &str, among: &str) -> Option<&'a Measured> {
    let peers = subjects(runs, build, comparison).iter().filter(|it| it.side == Side::Peer && it.name.contains(among));
    let median = |it: &Measured| Spread::of(rounds(runs, build, comparison, &it.name)).map_or(f64::MAX, |it| it.median);
    peers.min_by(|a, b| median(a).total_cmp(&median(b)))
}

fn rows(runs: &[Run], counts: &[Count]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for comparison in runs.iter().flat_map(|run| &run.comparisons) {
        if rows.iter().any(|row| row.id == comparison.id) {
            continue;
        }
        let mut lines = Vec::new();
        for build in [Build::Fast, Build::Safe] {
            let peer = fastest(runs, build, &comparison.id, "");
            let peer = peer.map(|peer| rounds(runs, build, &comparison.id, &peer.name));
            for subject in subjects(runs, build, &comparison.id) {
                let again = lines.iter().any(|line: &Line| line.name == subject.name);
                if again && subject.side != Side::Ours {
                    continue;
                }
                let rounds = rounds(runs, build, &comparison.id, &subject.name);
                let counted = counts.iter().find(|count| {
                    count.build == build && count.comparison == comparison.id && count.subject == subject.name
                });
                let ratio = peer.as_ref().and_then(|peer| Spread::of_ratios(&rounds, peer));
                let Some(ns) = Spread::of(rounds) else { continue };
                lines.push(Line {
                    name: subject.name.clone(),
                    side: subject.side,
                    build,
                    version: subject.version.clone(),
                    strict: subject.strict,
                    takes: subject.takes.clone(),
                    ns,
                    ratio,
                    instructions: counted.map(|count| count.instructions),
                });
            }
        }
        // Ours first, then the peers by their time.
        lines.sort_by(|a, b| {
            let key = |line: &Line| (line.side as u8, if line.side == Side::Ours { 0.0 } else { line.ns.median });
            key(a).0.cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1))
        });
        let Comparison { id, group, title, octets, .. } = comparison.clone();
        rows.push(Row { id, group, title, octets, subjects: lines });
    }
    rows
}

fn reached(target: &Target, runs: &[Run]) -> Vec<Reached> {
    let wanted = [(Build::Fast, Some((target.ours, target.fast))), (Build::Safe, target.safe)];
    let reached = wanted.into_iter().filter_map(|(build, wanted)| {
        let (ours, bound) = wanted?;
        let all = subjects(runs, build, target.comparison);
        let ours = all.iter().find(|it| it.side == Side::Ours && it.name.starts_with(ours))?;
        let peer = fastest(runs, build, target.comparison, target.among)?;
        let of = |it: &Measured| rounds(runs, build, target.comparison, &it.name);
        let ratio = Spread::of_ratios(&of(ours), &of(peer))?;
        Some(Reached {
            name: target.name.to_owned(),
            comparison: target.comparison.to_owned(),
            build,
            ours: ours.name.clone(),
            peer: peer.name.clone(),
            target: bound,
            ratio,
            met: ratio.median <= bound,
        })
    });
    reached.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(name: &str, side: Side, rounds: &[f64]) -> Measured {
        Measured {
            name: name.to_owned(),
            side,
            version: None,
            strict: None,
            takes: vec![],
            count: 1,
            rounds: rounds.to_vec(),
        }
    }

    fn run(build: Build, ours: &[f64]) -> Run {
        let subjects = vec![
            measured("idspec parse", Side::Ours, ours),
            measured("slow (shared)", Side::Peer, &[8.0, 8.0, 8.0]),
            measured("quick", Side::Peer, &[4.0, 4.0, 4.0]),
            measured("the clock alone", Side::Reference, &[1.0, 1.0, 1.0]),
        ];
        let comparison =
            Comparison { id: "x".into(), group: "codecs".into(), title: "X".into(), octets: None, subjects };
        Run { build, comparisons: vec![comparison] }
    }

    fn target(among: &'static str, fast: f64, safe: Option<f64>) -> Target {
        Target { name: "x", comparison: "x", ours: "idspec", among, fast, safe: safe.map(|bound| ("idspec", bound)) }
    }

    #[test]
    fn the_fastest_peer_counts_and_a_reference_is_none() {
        let runs = [run(Build::Fast, &[2.0, 2.0, 2.0]), run(Build::Fast, &[3.0, 3.0, 3.0])];
        let [reached] = &reached(&target("", 0.6, Some(0.7)), &runs)[..] else { panic!("one build was measured") };
        assert_eq!((reached.peer.as_str(), reached.ratio.median, reached.met), ("quick", 0.625, false));
    }

    #[test]
    fn each_build_has_its_own_bound() {
        let runs = [run(Build::Fast, &[2.0; 3]), run(Build::Safe, &[3.0; 3])];
        let met: Vec<bool> = reached(&target("", 0.5, Some(0.7)), &runs).iter().map(|it| it.met).collect();
        assert_eq!(met, [true, false]);
    }

    #[test]
    fn a_target_may_be_among_some_peers_only() {
        let runs = [run(Build::Fast, &[8.0; 3])];
        let [reached] = &reached(&target("(shared)", 1.0, None), &runs)[..] else { panic!("one build was measured") };
        assert_eq!((reached.peer.as_str(), reached.ratio.median, reached.met), ("slow (shared)", 1.0, true));
    }

    #[test]
    fn ours_comes_in_both_builds_and_a_peer_once() {
        let runs = [run(Build::Fast, &[2.0; 3]), run(Build::Safe, &[3.0; 3])];
        let [row] = &rows(&runs, &[])[..] else { panic!("one comparison") };
        let names: Vec<(&str, Build)> = row.subjects.iter().map(|line| (line.name.as_str(), line.build)).collect();
        let expected = [
            ("idspec parse", Build::Fast),
            ("idspec parse", Build::Safe),
            ("quick", Build::Fast),
            ("slow (shared)", Build::Fast),
            ("the clock alone", Build::Fast),
        ];
        assert_eq!(names, expected);
    }
}
