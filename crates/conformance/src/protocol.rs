//! `idspec-adapter/1`, the side that answers: JSON lines in, JSON lines out.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _, Write};

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::model::{Input, Op};
use crate::outcome::{Outcome, Rejection, Values};
use crate::reference::Reference;
use crate::run::{Answer, Implementation as _};

/// The longest line that is read, in octets.
const MAX_LINE: u64 = 1 << 20;

/// The version of the protocol.
const PROTOCOL: u32 = 1;

#[derive(Deserialize)]
#[serde(tag = "cmd", rename_all = "lowercase", deny_unknown_fields)]
enum Command {
    Hello {
        protocol: u32,
        #[serde(rename = "suite")]
        _suite: Option<String>,
        #[serde(rename = "policies")]
        _policies: Option<serde_json::Value>,
    },
    Run {
        seq: u64,
        scheme: String,
        op: String,
        #[serde(rename = "in")]
        input: Box<Input>,
    },
    Bye {},
}

#[derive(Serialize)]
struct Reason {
    reason: String,
}

#[derive(Serialize)]
struct Message {
    message: String,
}

#[derive(Serialize)]
struct Reply {
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<u64>,
    #[serde(flatten)]
    body: Body,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Body {
    Ok(Box<Values>),
    Error(Rejection),
    Unsupported(Reason),
    Fault(Message),
}

impl From<Answer> for Body {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Outcome(Outcome::Ok(values)) => Self::Ok(values),
            Answer::Outcome(Outcome::Error(rejection)) => Self::Error(rejection),
            Answer::Partly(values) => Self::Ok(values),
            Answer::Refused => Self::Fault(Message { message: "a refusal without a code".to_owned() }),
            Answer::Unsupported(reason) => Self::Unsupported(Reason { reason }),
            Answer::Fault(message)
            | Answer::TimedOut(message)
            | Answer::Crashed(message)
            | Answer::NotAsked(message) => Self::Fault(Message { message }),
        }
    }
}

/// Answers commands until `bye` or the end of the input.
///
/// A line that is no command is answered with a `fault`, and the next one is read; so is a line of more than a megabyte.
///
/// # Errors
/// Where the input cannot be read or the output not written.
pub fn serve(reference: &mut Reference, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let whole = line.ends_with(b"\n") || (line.len() as u64) < MAX_LINE;
        if !whole {
            skip_line(&mut input)?;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let command: Result<Command, String> =
            if whole { parse(&line) } else { Err(format!("a line of more than {MAX_LINE} octets")) };
        let reply = match command {
            Ok(Command::Bye {}) => return Ok(()),
            Ok(Command::Hello { protocol: PROTOCOL, .. }) => hello(reference).to_string(),
            Ok(Command::Hello { protocol, .. }) => {
                fault(None, format!("protocol {protocol}, this adapter speaks {PROTOCOL}"))
            }
            Ok(Command::Run { seq, scheme, op, input }) => match Op::ALL.into_iter().find(|known| known.as_str() == op)
            {
                Some(op) => write(&Reply { seq: Some(seq), body: reference.answer(&scheme, op, &input).into() }),
                None => {
                    let body = Body::Unsupported(Reason { reason: format!("operation {op:?}") });
                    write(&Reply { seq: Some(seq), body })
                }
            },
            Err(reason) => fault(sequence(&line), reason),
        };
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
}

fn parse(line: &[u8]) -> Result<Command, String> {
    serde_json::from_slice(line).map_err(|error| error.to_string())
}

/// The `seq` of a line that is no command otherwise, so that its fault can be told apart.
fn sequence(line: &[u8]) -> Option<u64> {
    #[derive(Deserialize)]
    struct OnlySeq {
        seq: u64,
    }
    serde_json::from_slice::<OnlySeq>(line).ok().map(|found| found.seq)
}

fn write(reply: &Reply) -> String {
    crate::canonical::inline(reply)
}

fn fault(seq: Option<u64>, message: String) -> String {
    write(&Reply { seq, body: Body::Fault(Message { message }) })
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, ended) = match buffer.iter().position(|octet| *octet == b'\n') {
            Some(index) => (index.saturating_add(1), true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if ended {
            return Ok(());
        }
    }
}

fn hello(reference: &Reference) -> serde_json::Value {
    let ops: Vec<&str> = Op::ALL.iter().map(|op| op.as_str()).collect();
    let policy = json!({"case": "insensitive", "alias": "reject", "overflow": "reject", "random_overflow": "error"});
    let selectable = ["rollback", "exhaustion", "start"];
    let scheme = json!({"ops": ops, "inject": ["clock", "random"], "policy": policy, "selectable": selectable});
    let schemes: BTreeMap<&str, _> = reference.names().into_iter().map(|name| (name, scheme.clone())).collect();
    json!({
        "protocol": PROTOCOL,
        "adapter": {"name": "idspec", "version": env!("CARGO_PKG_VERSION")},
        "implementation": {
            "name": "idspec",
            "version": env!("CARGO_PKG_VERSION"),
            "language": "Rust",
            "runtime": "native",
            "source": env!("CARGO_PKG_NAME"),
            "license": env!("CARGO_PKG_LICENSE"),
        },
        "schemes": schemes,
    })
}
