//! Instructions for one operation, counted by callgrind: the figure that does not change with the load of the machine.
//!
//! One process under callgrind goes through the work of every subject. Before each mark it writes a file with what was executed since the last one; of the two marks of a subject,
//! the second one's file is its pass. Valgrind shows programs a processor with AVX2 and without AVX-512, where the machine has AVX2; so what is counted is the code that such a
//! processor runs.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::raw::{self, Count, Run};

/// Operations of one pass.
pub const INPUTS: usize = 2048;

/// `counts FILE GROUP…`: counts all subjects of this program.
pub fn run(file: &Path, groups: &[&str]) -> Result<(), String> {
    let folder = file.with_extension("callgrind");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (names, parts) = (folder.join("names.json"), folder.join("part"));
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet", "--dump-before=*count_mark*"]);
    command.arg(format!("--callgrind-out-file={}", parts.display()));
    command.arg(program).arg("count").arg(&names).args(groups).stdin(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(format!("valgrind: {status}")),
        Err(error) => return Err(format!("valgrind: {error}")),
    }
    let run: Run = raw::read(&names)?;
    let mut counts = Vec::new();
    let subjects = run.comparisons.iter().flat_map(|it| it.subjects.iter().map(move |subject| (it, subject)));
    for (number, (comparison, subject)) in subjects.enumerate() {
        let part = parts.with_extension((2 * number + 2).to_string());
        let text = std::fs::read_to_string(&part).map_err(|error| format!("{}: {error}", part.display()))?;
        let total = total(&text).ok_or_else(|| format!("{} has no total", part.display()))?;
        counts.push(Count {
            build: run.build,
            comparison: comparison.id.clone(),
            subject: subject.name.clone(),
            side: subject.side,
            instructions: total / f64::from(subject.count),
        });
    }
    raw::write(file, &counts)
}

/// The instructions of one file of callgrind.
fn total(text: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix("summary:").or_else(|| line.strip_prefix("totals:")))?;
    line.split_whitespace().next()?.parse().ok()
}
