//! What a server answers.

use crate::kind::Kind;
use crate::request::Request;
use crate::wire::short_text;

/// The first octets of the parts of an answer.
mod token {
    pub(super) const RETURN_STATUS: u8 = 0x79;
    pub(super) const COLUMNS: u8 = 0x81;
    pub(super) const ORDER: u8 = 0xa9;
    pub(super) const RETURN_VALUE: u8 = 0xac;
    pub(super) const LOGIN: u8 = 0xad;
    pub(super) const ROW: u8 = 0xd1;
    pub(super) const ENVIRONMENT: u8 = 0xe3;
    pub(super) const DONE: u8 = 0xfd;
    pub(super) const DONE_CALL: u8 = 0xfe;
    pub(super) const DONE_IN_CALL: u8 = 0xff;
}

/// More parts follow.
const MORE: u16 = 0x01;
/// The count of rows is given.
const COUNT: u16 = 0x10;
/// The client's attention has been noticed.
const ATTENTION: u16 = 0x20;
const SELECT: u16 = 0xc1;

/// A value of a column: its octets as they stand on the wire, without their length, or NULL.
pub type Cell = Option<Vec<u8>>;

/// What a statement gives.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    columns: Vec<(&'static str, Kind)>,
    rows: Vec<Vec<Cell>>,
    ordered: bool,
    affected: u64,
}

impl Answer {
    /// Rows of one column.
    #[must_use]
    pub fn column(name: &'static str, kind: Kind, cells: Vec<Cell>) -> Self {
        let affected = cells.len() as u64;
        Self {
            columns: vec![(name, kind)],
            rows: cells.into_iter().map(|cell| vec![cell]).collect(),
            ordered: false,
            affected,
        }
    }

    /// The same rows, as the answer to a statement with ORDER BY over the first column.
    #[must_use]
    pub fn ordered(self) -> Self {
        Self { ordered: true, ..self }
    }

    /// No rows, and this many changed ones.
    #[must_use]
    pub fn affected(count: u64) -> Self {
        Self { affected: count, ..Self::default() }
    }

    pub(crate) fn write(&self, request: &Request, handle: usize) -> Vec<u8> {
        let mut out = Vec::new();
        if request.runs {
            self.write_rows(&mut out);
        }
        if !request.is_call {
            done(&mut out, token::DONE, COUNT, self.affected);
            return out;
        }
        if request.runs {
            done(&mut out, token::DONE_IN_CALL, COUNT | MORE, self.affected);
        }
        out.push(token::RETURN_STATUS);
        out.extend(0_u32.to_le_bytes());
        if request.wants_handle {
            write_handle(handle, &mut out);
        }
        done(&mut out, token::DONE_CALL, 0, 0);
        out
    }

    fn write_rows(&self, out: &mut Vec<u8>) {
        if self.columns.is_empty() {
            return;
        }
        out.push(token::COLUMNS);
        out.extend(u16::try_from(self.columns.len()).unwrap_or_default().to_le_bytes());
        for (name, kind) in &self.columns {
            out.extend([0, 0, 0, 0]); // no type of the user
            out.extend([0x01, 0]); // nullable
            kind.write(out);
            out.extend(short_text(name));
        }
        if self.ordered {
            out.push(token::ORDER);
            out.extend(2_u16.to_le_bytes());
            out.extend(1_u16.to_le_bytes());
        }
        for row in &self.rows {
            out.push(token::ROW);
            for ((_, kind), cell) in self.columns.iter().zip(row) {
                kind.write_value(cell.as_deref(), out);
            }
        }
    }
}

fn write_handle(handle: usize, out: &mut Vec<u8>) {
    out.push(token::RETURN_VALUE);
    out.extend(0_u16.to_le_bytes()); // the place
    out.extend(short_text("")); // the name
    out.push(0x01); // an output parameter
    out.extend([0; 4]); // no type of the user
    out.extend([0; 2]); // no flags
    Kind::Int(4).write(out);
    Kind::Int(4).write_value(Some(&u32::try_from(handle).unwrap_or_default().to_le_bytes()), out);
}

fn done(out: &mut Vec<u8>, token: u8, status: u16, count: u64) {
    out.push(token);
    out.extend(status.to_le_bytes());
    out.extend(if status & COUNT == 0 { 0_u16 } else { SELECT }.to_le_bytes());
    out.extend(count.to_le_bytes());
}

/// The answer to what comes before the login: no encryption, no marks, no instances.
pub(crate) fn before_login() -> Vec<u8> {
    let options: [(u8, &[u8]); 5] = [
        (0x00, &[16, 0, 0x03, 0xe8, 0, 0]), // version 16.0.1000
        (0x01, &[0x02]),                    // no encryption
        (0x02, &[0x00]),                    // whatever instance it is
        (0x03, &[]),                        // no thread
        (0x04, &[0x00]),                    // one statement at a time
    ];
    let mut out = Vec::new();
    let mut offset = options.len() * 5 + 1;
    for (option, data) in options {
        out.push(option);
        for number in [offset, data.len()] {
            out.extend(u16::try_from(number).unwrap_or_default().to_be_bytes());
        }
        offset += data.len();
    }
    out.push(0xff);
    out.extend(options.iter().flat_map(|(_, data)| *data));
    out
}

/// The answer to any login.
pub(crate) fn login() -> Vec<u8> {
    let mut out = Vec::new();
    let mut part = |token: u8, data: Vec<u8>| {
        out.push(token);
        out.extend(u16::try_from(data.len()).unwrap_or_default().to_le_bytes());
        out.extend(data);
    };
    let change = |kind: u8, new: &str, old: &str| [vec![kind], short_text(new), short_text(old)].concat();
    part(token::ENVIRONMENT, change(1, "master", "master"));
    part(token::ENVIRONMENT, vec![7, 5, 0x09, 0x04, 0xd0, 0x00, 0x34, 0]); // the collation
    let version = [0x74, 0x00, 0x00, 0x04]; // TDS 7.4
    let program = short_text("Microsoft SQL Server");
    part(token::LOGIN, [&[0x01][..], &version, &program, &[16, 0, 0x03, 0xe8]].concat());
    part(token::ENVIRONMENT, change(4, "4096", "4096"));
    done(&mut out, token::DONE, 0, 0);
    out
}

/// The answer to a client that does not want an answer any more.
pub(crate) fn attention() -> Vec<u8> {
    let mut out = Vec::new();
    done(&mut out, token::DONE, ATTENTION, 0);
    out
}
