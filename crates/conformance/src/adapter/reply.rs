//! A line that answers a question.

use idspec_core::ErrorCode;
use serde::Deserialize;

use super::{said, shown};
use crate::model::Op;
use crate::outcome::{Outcome, Rejection, Values};
use crate::run::Answer;

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

/// The answer of a line, which has to carry the number of its question; `codes` says whether error codes are compared.
///
/// # Errors
/// Where the line is no reply, for a person.
pub(super) fn read(line: &str, seq: u64, op: Op, codes: bool) -> Result<Answer, String> {
    // A list of the members' values would be read as well.
    if !line.trim_start().starts_with('{') {
        return Err("expected an object".to_owned());
    }
    let reply: Reply = serde_json::from_str(line).map_err(|error| said(&error))?;
    if reply.seq != seq {
        return Err(format!("seq {}, expected {seq}", reply.seq));
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
            let exact = Answer::Outcome(Outcome::Error(Rejection { code, field }));
            Ok(if codes { exact } else { Answer::Refused })
        }
        (None, None, Some(Unsupported { reason }), None) => Ok(Answer::Unsupported(shown(&reason))),
        (None, None, None, Some(Fault { message })) => Ok(Answer::Fault(shown(&message))),
        _ => Err("not exactly one of ok, error, unsupported and fault".to_owned()),
    }
}
