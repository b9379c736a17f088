//! What an adapter wrote, judged without its process.

use std::io::BufRead;

use super::hello::Hello;
use super::process::next_line;
use super::{reply, shown};
use crate::model::{Case, Input, Op};
use crate::run::{Answer, Implementation, Source};
use crate::suite::Suite;

/// The output of an adapter as an implementation: the first line is its hello, and each line after it answers one question.
///
/// It is read as that of a running adapter is, and never trusted: any octets give answers that are compared or faults that are shown. After a line that is no reply there
/// are only faults, since there is no process to start again.
///
/// ```
/// use idspec_conformance::{Suite, adapter::Transcript};
///
/// let error = Transcript::new(&b"good day\n"[..], &Suite::builtin()).err();
/// assert_eq!(error.as_deref(), Some("no hello: expected value at line 1 column 1: good day"));
/// ```
#[derive(Debug)]
pub struct Transcript<R> {
    hello: Hello,
    output: R,
    seq: u64,
    fault: Option<String>,
}

impl<R: BufRead> Transcript<R> {
    /// Reads the hello.
    ///
    /// # Errors
    /// Where there is none, or not one as the protocol asks for.
    pub fn new(mut output: R, suite: &Suite) -> Result<Self, String> {
        let line = next_line(&mut output).map_or_else(|| Err("its output ended".to_owned()), |(line, _)| line);
        let hello = Hello::read(&line.map_err(|reason| format!("no hello: {reason}"))?)?;
        hello.check(suite)?;
        Ok(Self { hello, output, seq: 0, fault: None })
    }

    /// Whether it offers the scheme and operation of a case.
    #[must_use]
    pub fn offers(&self, case: &Case) -> bool {
        self.hello.offers(case)
    }
}

impl<R: BufRead> Implementation for Transcript<R> {
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

    fn answer(&mut self, scheme: &str, op: Op, _: &Input) -> Answer {
        if let Some(reason) = &self.fault {
            return Answer::NotAsked(reason.clone());
        }
        self.seq = self.seq.saturating_add(1);
        let Some((line, _)) = next_line(&mut self.output) else {
            self.fault = Some("its output ended".to_owned());
            return Answer::Crashed("its output ended".to_owned());
        };
        let told = |line: String| {
            let answer = reply::read(&line, self.seq, op, self.hello.knows_codes(scheme));
            answer.map_err(|reason| format!("{reason}: {}", shown(&line)))
        };
        line.and_then(told).unwrap_or_else(|reason| {
            self.fault = Some(reason.clone());
            Answer::Fault(reason)
        })
    }
}
