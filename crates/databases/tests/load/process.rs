//! The service as a process of its own: the binary that users get.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A running service, killed when dropped.
pub(crate) struct Service {
    child: Child,
    pub(crate) base: String,
    log: PathBuf,
}

impl Service {
    pub(crate) fn start(database: &str, log: PathBuf) -> Self {
        let program = program();
        let output = File::create(&log).unwrap();
        let mut command = Command::new(&program);
        command.env("DATABASE_URL", database).env("LISTEN", "127.0.0.1:0");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(output);
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let mut service = Self { child, base: String::new(), log };
        let base = line.trim().strip_prefix("listening on ");
        service.base = base.unwrap_or_else(|| panic!("it said {line:?}\n{}", service.said())).to_owned();
        service
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks the service to end, as a supervisor does.
    pub(crate) fn ask_to_end(&self) {
        let kill = format!("kill -TERM {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }

    /// How it ended, or nothing where it did not within the time.
    pub(crate) fn ended(&mut self, patience: Duration) -> Option<ExitStatus> {
        let asked = Instant::now();
        while asked.elapsed() < patience {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    /// The end of what it wrote to stderr, with how often each line came.
    pub(crate) fn said(&self) -> String {
        let text = std::fs::read_to_string(&self.log).unwrap_or_default();
        let mut lines = std::collections::BTreeMap::<&str, usize>::new();
        text.lines().for_each(|line| *lines.entry(line).or_default() += 1);
        lines.iter().take(30).map(|(line, count)| format!("{count} × {line}\n")).collect()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The example's binary, beside this test's, or the one of `IDSPEC_LOAD_SERVICE`.
fn program() -> PathBuf {
    if let Some(program) = std::env::var_os("IDSPEC_LOAD_SERVICE") {
        return program.into();
    }
    let test = std::env::current_exe().unwrap();
    let program = test.parent().and_then(Path::parent).unwrap().join("examples/service");
    let built = std::fs::metadata(&program).and_then(|file| file.modified());
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/service");
    let newest = std::fs::read_dir(sources).unwrap().map(|file| file.unwrap().metadata().unwrap().modified().unwrap());
    // `cargo test` builds the examples, but not where one test is named.
    let fresh = built.is_ok_and(|built| newest.max().is_some_and(|newest| newest <= built));
    assert!(fresh, "{} is not there or is old: `cargo xtask load` builds it", program.display());
    program
}
