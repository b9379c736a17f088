//! What clients ask for.

use std::collections::HashMap;
use std::io::Result;

use crate::kind::Kind;
use crate::wire::{Rest, utf16, wrong};

/// The procedures that clients call to run statements.
mod procedure {
    pub(super) const EXECUTE_SQL: u16 = 10;
    pub(super) const PREPARE: u16 = 11;
    pub(super) const EXECUTE: u16 = 12;
    pub(super) const PREPARE_AND_EXECUTE: u16 = 13;
    pub(super) const UNPREPARE: u16 = 15;
}

/// A value that a client has bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its type.
    pub kind: Kind,
    /// The octets of the value, without its length; nothing for NULL.
    pub value: Option<Vec<u8>>,
}

impl Parameter {
    /// A value of these octets.
    ///
    /// # Errors
    /// What is not hexadecimal; blanks are left out.
    pub fn of(kind: Kind, octets: &str) -> std::result::Result<Self, hex::FromHexError> {
        Ok(Self { kind, value: Some(hex::decode(octets.replace(' ', ""))?) })
    }

    fn text(&self) -> Result<String> {
        let octets = self.value.as_deref().unwrap_or_default();
        match self.kind {
            Kind::NVarChar(_) | Kind::NText => utf16(octets),
            Kind::VarChar(_) | Kind::Text | Kind::Char(_) => {
                Ok(octets.iter().map(|&octet| char::from(octet)).collect())
            }
            other => Err(wrong(&format!("a text was expected, not {other:?}"))),
        }
    }
}

/// A statement, as a batch or through one of the procedures that take statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The statement.
    pub statement: String,
    /// The types of the parameters as the client has declared them; empty for a batch.
    pub declared: String,
    /// What is bound.
    pub bound: Vec<Parameter>,
    /// Whether a handle of a prepared statement is to be given.
    pub(crate) wants_handle: bool,
    /// Whether the statement is run, and not only prepared.
    pub(crate) runs: bool,
    /// Whether it came as a call.
    pub(crate) is_call: bool,
}

impl Request {
    pub(crate) fn batch(payload: &[u8]) -> Result<Self> {
        let mut rest = Rest(payload);
        rest.skip_headers()?;
        Ok(Self { statement: utf16(rest.0)?, runs: true, ..Self::default() })
    }

    /// Reads a call; `prepared` are the statements with the handles that were given out.
    pub(crate) fn call(payload: &[u8], prepared: &mut HashMap<u32, String>) -> Result<Self> {
        let mut rest = Rest(payload);
        rest.skip_headers()?;
        let procedure = procedure_of(&mut rest)?;
        rest.u16()?; // options
        let mut parameters = Vec::new();
        while !rest.is_empty() {
            let name = usize::from(rest.u8()?);
            rest.text(name)?;
            rest.u8()?; // status
            let kind = Kind::read(&mut rest)?;
            parameters.push(Parameter { kind, value: kind.read_value(&mut rest)? });
        }
        let mut parameters = parameters.into_iter();
        let mut next = || parameters.next().ok_or_else(|| wrong("too few parameters"));
        let mut request = Self { is_call: true, runs: procedure != procedure::PREPARE, ..Self::default() };
        match procedure {
            procedure::EXECUTE_SQL => {
                request.statement = next()?.text()?;
                request.declared = parameters.next().map_or_else(|| Ok(String::new()), |declared| declared.text())?;
            }
            procedure::PREPARE | procedure::PREPARE_AND_EXECUTE => {
                next()?; // the handle
                request.declared = next()?.text()?;
                request.statement = next()?.text()?;
                request.wants_handle = true;
                let handle = u32::try_from(prepared.len()).unwrap_or_default() + 1;
                prepared.insert(handle, request.statement.clone());
            }
            procedure::EXECUTE => {
                let handle = next()?.value.unwrap_or_default();
                let handle = <[u8; 4]>::try_from(handle).map_err(|_| wrong("a handle of another size"))?;
                let statement = prepared.get(&u32::from_le_bytes(handle));
                request.statement = statement.cloned().ok_or_else(|| wrong("a handle that was not given"))?;
            }
            procedure::UNPREPARE => {
                next()?;
                request.runs = false;
            }
            other => return Err(wrong(&format!("procedure {other}, which the peer does not know"))),
        }
        // `sp_prepare` is followed by options, and by nothing that is bound.
        request.bound = if request.runs { parameters.collect() } else { Vec::new() };
        Ok(request)
    }
}

fn procedure_of(rest: &mut Rest<'_>) -> Result<u16> {
    let length = rest.u16()?;
    if length == u16::MAX {
        return rest.u16();
    }
    match rest.text(length.into())?.as_str() {
        "sp_executesql" => Ok(procedure::EXECUTE_SQL),
        "sp_prepare" => Ok(procedure::PREPARE),
        "sp_execute" => Ok(procedure::EXECUTE),
        "sp_prepexec" => Ok(procedure::PREPARE_AND_EXECUTE),
        "sp_unprepare" => Ok(procedure::UNPREPARE),
        other => Err(wrong(&format!("procedure {other}, which the peer does not know"))),
    }
}
