//! `idspec-adapter/1`, the side that asks: an implementation in another process.
//!
//! Nothing that an adapter does hangs, crashes or fills the runner: every wait has a limit, every line a length; what it writes is data that is compared and shown with control
//! characters escaped, never run. After a death, a silence or garbage its process group is killed and it is started again, some times.

mod description;
mod hello;
mod process;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use idspec_core::ErrorCode;
use serde::Deserialize;
use serde_json::json;

use crate::generators;
use crate::model::{Case, Input, Op};
use crate::outcome::{Outcome, Rejection, Values};
use crate::run::{Answer, Implementation, Source};
use crate::suite::Suite;

pub use description::{Description, Setup};
pub use hello::{Abilities, Hello, Identity};
use process::{Process, Silence};

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

/// A reply, of which exactly one member beside `seq` stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    seq: u64,
    ok: Option<Values>,
    error: Option<Rejection>,
    unsupported: Option<Unsupported>,
    fault: Option<Fault>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unsupported {
    #[serde(default)]
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fault {
    message: String,
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
        self.hello.schemes.get(&case.scheme).is_some_and(|it| it.ops.iter().any(|op| op == case.op.as_str()))
    }

    /// What it offers for a scheme.
    fn abilities(&self, scheme: &str) -> Option<&Abilities> {
        self.hello.schemes.get(scheme)
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
                let hello =
                    serde_json::from_str(&line).map_err(|error| format!("no hello: {error}: {}", shown(&line)))?;
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
            Ok(line) => match self.read(scheme, op, &line) {
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

    fn read(&self, scheme: &str, op: Op, line: &str) -> Result<Answer, String> {
        // A list of the members' values would be read as well.
        if !line.trim_start().starts_with('{') {
            return Err("expected an object".to_owned());
        }
        let reply: Reply = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if reply.seq != self.seq {
            return Err(format!("seq {}, expected {}", reply.seq, self.seq));
        }
        match (reply.ok, reply.error, reply.unsupported, reply.fault) {
            (Some(values), None, None, None) => {
                let outcome = Outcome::Ok(Box::new(values));
                match (outcome.check(op), outcome) {
                    (Ok(()), outcome) => Ok(Answer::Outcome(outcome)),
                    // Some of the members: those are compared.
                    (Err(_), Outcome::Ok(values)) if op != Op::Generate && !values.present().is_empty() => {
                        Ok(Answer::Partly(values))
                    }
                    (Err(reason), _) => Err(reason),
                }
            }
            (None, Some(Rejection { code, field }), None, None) => {
                if !ErrorCode::ALL.iter().any(|known| known.as_str() == code) {
                    return Err(format!("unknown error code {code:?}"));
                }
                let rejection = Rejection { code, field };
                let exact = Answer::Outcome(Outcome::Error(rejection));
                Ok(if self.knows_codes(scheme) { exact } else { Answer::Refused })
            }
            (None, None, Some(Unsupported { reason }), None) => Ok(Answer::Unsupported(shown(&reason))),
            (None, None, None, Some(Fault { message })) => Ok(Answer::Fault(shown(&message))),
            _ => Err("not exactly one of ok, error, unsupported and fault".to_owned()),
        }
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
        self.abilities(scheme).and_then(|abilities| abilities.policy.get(axis)).map(String::as_str)
    }

    fn selects(&self, scheme: &str, axis: &str) -> bool {
        self.abilities(scheme).is_some_and(|abilities| abilities.selectable.iter().any(|it| it == axis))
    }

    fn injects(&self, scheme: &str, source: Source) -> bool {
        self.abilities(scheme).is_some_and(|abilities| abilities.inject.iter().any(|it| it == source.as_str()))
    }

    fn knows_codes(&self, scheme: &str) -> bool {
        self.abilities(scheme).is_none_or(|abilities| abilities.codes)
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
    let mut out: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        out.push_str(" …");
    }
    out
}
