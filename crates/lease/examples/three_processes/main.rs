//! Three processes, one database, three worker ids: a process is killed, a clock steps back, a worker id changes hands, and no id is given twice.
//!
//! ```sh
//! cargo run -p idspec-lease --example three_processes --features sqlite
//! cargo run -p idspec-lease --example three_processes --features postgres,sqlite -- postgres://… leases.svg
//! ```
//!
//! It prints how many ids were given and how many of them twice, and draws who held what when: on the terminal, and as an SVG file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "an example that cannot go on ends")]

mod child;
mod story;
mod svg;
mod terminal;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use story::{Mark, Story};

/// How long a lease lives here, so that one can be seen to end.
const TTL: Duration = Duration::from_secs(2);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, name, url, folder] = words.as_slice()
        && word == "child"
    {
        return child::main(name, url, Path::new(folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = format!("sqlite://{}?mode=rwc", folder.path().join("leases.db").display());
    let url = words.first().filter(|url| !url.is_empty()).cloned().unwrap_or(file);
    let picture = PathBuf::from(words.get(1).map_or("three_processes.svg", String::as_str));
    let story = tell(&url, folder.path());
    print!("{}", terminal::chart(&story));
    std::fs::write(&picture, svg::chart(&story)).unwrap();
    println!("\n{} ids from {} leases, {} duplicates", story.ids, story.spans.len(), story.duplicates);
    println!("drawn in {}", picture.display());
    assert_eq!(story.duplicates, 0);
}

/// A process that ends with this value, whatever happens.
struct Running(Child);

impl Running {
    fn new(name: &str, url: &str, folder: &Path) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        Self(command.args(["child", name, url]).arg(folder).stdin(Stdio::null()).spawn().unwrap())
    }

    /// Waits for its end, for a while.
    fn wait(&mut self) {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(10) && matches!(self.0.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Lets things happen, and reads what the processes wrote down.
fn tell(url: &str, folder: &Path) -> Story {
    child::set_up(url);
    let begun = Instant::now();
    let start_ms = story::now_ms();
    let mut marks = Vec::new();
    let until = |seconds: f64| std::thread::sleep(Duration::from_secs_f64(seconds).saturating_sub(begun.elapsed()));
    let order = |what: &str, name: &str| std::fs::write(folder.join(format!("{what}-{name}")), "").unwrap();
    let mut a = Running::new("A", url, folder);
    let b = Running::new("B", url, folder);
    let mut c = Running::new("C", url, folder);
    until(2.5);
    drop(b);
    marks.push(Mark::new("B", start_ms, "kill -9"));
    until(2.7);
    let mut b2 = Running::new("B2", url, folder);
    until(4.0);
    order("back", "C");
    marks.push(Mark::new("C", start_ms, "clock 1.2 s back"));
    until(6.5);
    order("forth", "C");
    marks.push(Mark::new("C", start_ms, "clock right again"));
    until(7.0);
    order("stop", "A");
    a.wait();
    marks.push(Mark::new("A", start_ms, "given back"));
    let mut a2 = Running::new("A2", url, folder);
    until(10.0);
    for name in ["A2", "B2", "C"] {
        order("stop", name);
    }
    [&mut a2, &mut b2, &mut c].into_iter().for_each(Running::wait);
    story::read(folder, start_ms, marks)
}
