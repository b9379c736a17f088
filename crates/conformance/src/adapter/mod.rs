//! `idspec-adapter/1`, the side that asks: an implementation in another process.
//!
//! Nothing that an adapter does hangs, crashes or fills the runner: every wait has a limit, every line a length; what it writes is data that is compared and shown with control
//! characters escaped, never run. After a death, a silence or garbage its process group is killed and it is started again, some times.

mod description;
mod hello;
mod process;
mod reply;
mod transcript;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;

use crate::generators;
use crate::model::{Case, Input, Op};
use crate::outcome::Outcome;
use crate::run::{Answer, Implementation, Source};
use crate::suite::Suite;

pub use description::{Description, Setup};
pub use hello::{Abilities, Hello, Identity};
use process::{Process, Silence};
pub use transcript::Transcript;

/// How long an adapter may take to say hello.
const HELLO: Duration = Duration::from_secs(15);

/// How long it may take for a case.
const CASE: Duration = Duration::from_secs(2);

/// How long it may take for a case of op `generate`, which asks for thousands of ids.
const GENERATE: Duration = Duration::from_secs(10);

/// How often it is started again.
const RESTARTS: usize = 20;

/// The longest piece of what an adapter wrote that is shown, in characters.
const SHOWN: usize = 500;

/// How an adapter is started.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// The program and its arguments; there is no shell.
    pub words: Vec<String>,
    /// The folder that it runs in.
    pub folder: Option<PathBuf>,
    /// Variables that are added to its environment.
    pub variables: Vec<(String, String)>,
    /// Time limits are multiplied by this; 0 is 1.
    pub timeout_scale: u32,
}

/// An implementation in another process.
#[derive(Debug)]
pub struct Adapter {
    launch: Launch,
    hello: Hello,
    process: Option<Process>,
    seq: u64,
    starts: usize,
    /// Schemes and operations that are answered alike whatever is asked.
    alike: BTreeSet<(String, Op)>,
    required: serde_json::Value,
}

impl Adapter {
    /// Starts an adapter, hears what it offers, and finds out what it answers alike.
    ///
    /// # Errors
    /// Where it does not start, or does not say hello as the protocol asks for.
    pub fn start(launch: Launch, suite: &Suite) -> Result<Self, String> {
        let required: serde_json::Map<String, serde_json::Value> =
            suite.policies.all_required().map(|(axis, value)| (axis.to_owned(), value.into())).collect();
        let mut adapter = Self {
            launch,
            hello: Hello::default(),
            process: None,
            seq: 0,
            starts: 0,
            alike: BTreeSet::new(),
            required: required.into(),
        };
        adapter.hello = adapter.open()?;
        adapter.hello.check(suite)?;
        adapter.look_for_alike(suite);
        Ok(adapter)
    }

    /// What it said of itself.
    #[must_use]
    pub const fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Whether it offers the scheme and operation of a case.
    #[must_use]
    pub fn offers(&self, case: &Case) -> bool {
        self.hello.offers(case)
    }

    fn limit(&self, of: Duration) -> Duration {
        of.saturating_mul(self.launch.timeout_scale.max(1))
    }

    /// Starts the process and hears its hello.
    fn open(&mut self) -> Result<Hello, String> {
        self.starts = self.starts.saturating_add(1);
        let Launch { words, folder, variables, .. } = &self.launch;
        let process = Process::start(words, folder.as_deref(), variables)
            .map_err(|error| format!("{}: {error}", words.first().map_or("", String::as_str)))?;
        let ask = json!({"cmd": "hello", "protocol": 1, "suite": crate::SUITE_VERSION, "policies": self.required});
        process.send(&ask.to_string());
        match process.receive(self.limit(HELLO)) {
            Ok(line) => {
                let hello = Hello::read(&line)?;
                self.process = Some(process);
                Ok(hello)
            }
            Err(silence) => Err(format!("no hello: {}", told(silence, process))),
        }
    }

    /// Asks one thing, and gives the line that answers, with the process that gave it.
    fn ask(&mut self, scheme: &str, op: Op, input: &Input) -> Answer {
        if self.process.is_none() {
            if self.starts > RESTARTS {
                return Answer::NotAsked(format!("its process was started {} times", self.starts));
            }
            match self.open() {
                Ok(again) if again == self.hello => {}
                Ok(_) => return self.give_up(Answer::Fault("it says another hello than before".to_owned())),
                Err(reason) => return Answer::Crashed(reason),
            }
        }
        self.seq = self.seq.saturating_add(1);
        let Some(process) = &self.process else { return Answer::NotAsked("no process".to_owned()) };
        if let Some(line) = process.unasked() {
            return self.give_up(Answer::Fault(format!("a line that nobody asked for: {}", shown(&line))));
        }
        let line = json!({"cmd": "run", "seq": self.seq, "scheme": scheme, "op": op.as_str(), "in": input});
        process.send(&line.to_string());
        let limit = if op == Op::Generate { GENERATE } else { CASE };
        match process.receive(self.limit(limit)) {
            Ok(line) => match reply::read(&line, self.seq, op, self.knows_codes(scheme)) {
                Ok(answer) => answer,
                Err(reason) => self.give_up(Answer::Fault(format!("{reason}: {}", shown(&line)))),
            },
            Err(silence) => {
                let Some(process) = self.process.take() else { return Answer::NotAsked("no process".to_owned()) };
                match silence {
                    Silence::TimedOut => Answer::TimedOut(told(silence, process)),
                    Silence::Ended => Answer::Crashed(told(silence, process)),
                    Silence::Garbage(_) => Answer::Fault(told(silence, process)),
                }
            }
        }
    }

    /// Ends a process that cannot be trusted any more.
    fn give_up(&mut self, answer: Answer) -> Answer {
        if let Some(process) = self.process.take() {
            process.end(false);
        }
        answer
    }

    /// Canaries: cases of one operation whose right answers differ. Who answers all of them alike has not looked at them.
    fn look_for_alike(&mut self, suite: &Suite) {
        let offered: Vec<(String, Op)> = Op::ALL
            .into_iter()
            .flat_map(|op| self.hello.schemes.iter().map(move |(scheme, abilities)| (scheme, abilities, op)))
            .filter(|(_, abilities, op)| abilities.ops.iter().any(|offered| offered == op.as_str()))
            .map(|(scheme, _, op)| (scheme.clone(), op))
            .collect();
        for (scheme, op) in offered {
            let asked = |case: &&Case| generators::declined(&suite.policies, case, self).is_none();
            let here = suite.cases.iter().filter(|case| case.scheme == scheme && case.op == op).filter(asked);
            let mut canaries: Vec<(&Case, &Outcome)> = Vec::new();
            for case in here {
                let outcome = case.expectation.outcomes().next().filter(|outcome| matches!(outcome, Outcome::Ok(_)));
                if let Some(outcome) = outcome.filter(|outcome| canaries.iter().all(|(_, other)| other != outcome)) {
                    canaries.push((case, outcome));
                }
                if canaries.len() == 4 {
                    break;
                }
            }
            let answers: Vec<Answer> =
                canaries.iter().map(|(case, _)| self.ask(&scheme, op, &case.text.input)).collect();
            let judged = |answer: &Answer| matches!(answer, Answer::Outcome(_) | Answer::Partly(_) | Answer::Refused);
            let alike = answers.windows(2).all(|pair| matches!(pair, [a, b] if a == b));
            if answers.len() > 1 && alike && answers.iter().all(judged) {
                self.alike.insert((scheme, op));
            }
        }
    }
}

impl Implementation for Adapter {
    fn policy(&self, scheme: &str, axis: &str) -> Option<&str> {
        self.hello.policy(scheme, axis)
    }

    fn selects(&self, scheme: &str, axis: &str) -> bool {
        self.hello.selects(scheme, axis)
    }

    fn injects(&self, scheme: &str, source: Source) -> bool {
        self.hello.injects(scheme, source)
    }

    fn knows_codes(&self, scheme: &str) -> bool {
        self.hello.knows_codes(scheme)
    }

    fn answer(&mut self, scheme: &str, op: Op, input: &Input) -> Answer {
        if self.alike.contains(&(scheme.to_owned(), op)) {
            return Answer::Fault("it gives the same answer whatever it is asked".to_owned());
        }
        self.ask(scheme, op, input)
    }
}

impl Drop for Adapter {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.send(r#"{"cmd": "bye"}"#);
            process.end(true);
        }
    }
}

/// Why there was no reply, with how the process ended and the last of its log.
fn told(silence: Silence, process: Process) -> String {
    let mut text = match silence {
        Silence::TimedOut => "no answer in time".to_owned(),
        Silence::Ended => "its output ended".to_owned(),
        Silence::Garbage(what) => what,
    };
    let (how, log) = process.end(false);
    // A string takes everything.
    let _ = write!(text, "; {how}");
    // Several lines, since runtimes end with a line about themselves.
    let lines: Vec<&str> = log.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let last = lines.get(lines.len().saturating_sub(8)..).unwrap_or_default().join(" / ");
    if !last.is_empty() {
        let _ = write!(text, "; last of its log: {}", shown(&last));
    }
    text
}

/// What an adapter wrote, of bounded length and without control characters, which a terminal would obey.
fn shown(text: &str) -> String {
    escaped(text, &[])
}

/// The same of what a library says about it, which may quote it; its own quotation marks stay as they are.
fn said(reason: &impl std::fmt::Display) -> String {
    escaped(&reason.to_string(), &['"', '\'', '\\'])
}

fn escaped(text: &str, kept: &[char]) -> String {
    let mut out = String::new();
    for character in text.chars().take(SHOWN) {
        if kept.contains(&character) {
            out.push(character);
        } else {
            out.extend(character.escape_debug());
        }
    }
    if text.chars().nth(SHOWN).is_some() {
        out.push_str(" …");
    }
    out
}
