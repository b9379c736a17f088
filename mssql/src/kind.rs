//! The types of parameters and columns.

use std::io::Result;

use crate::wire::{Rest, wrong};

/// A collation that stores `VARCHAR` in code page 1252.
const COLLATION: [u8; 5] = [0x09, 0x04, 0xd0, 0x00, 0x34];
/// The size of `(max)` types, whose values come in chunks.
const MAX: u16 = u16::MAX;

/// A type as it stands before a value on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `TINYINT` to `BIGINT`: 1, 2, 4 or 8 octets, least significant first.
    Int(u8),
    /// `UNIQUEIDENTIFIER`: 16 octets in DN order.
    Guid,
    /// `NUMERIC`: a sign and the number, least significant octet first.
    Numeric {
        /// Digits.
        precision: u8,
        /// Digits after the point.
        scale: u8,
    },
    /// `BINARY`.
    Binary(u16),
    /// `VARBINARY`.
    VarBinary(u16),
    /// `CHAR`.
    Char(u16),
    /// `VARCHAR`.
    VarChar(u16),
    /// `NVARCHAR`; the size is in octets.
    NVarChar(u16),
    /// `NTEXT`.
    NText,
    /// `TEXT`.
    Text,
    /// `BIT`.
    Bit,
    /// `REAL` and `FLOAT`: 4 or 8 octets.
    Float(u8),
}

impl Kind {
    pub(crate) fn read(rest: &mut Rest<'_>) -> Result<Self> {
        let code = rest.u8()?;
        Ok(match code {
            0x26 => Self::Int(rest.u8()?),
            0x24 => {
                rest.u8()?;
                Self::Guid
            }
            0x6a | 0x6c => {
                rest.u8()?;
                Self::Numeric { precision: rest.u8()?, scale: rest.u8()? }
            }
            0x68 => {
                rest.u8()?;
                Self::Bit
            }
            0x6d => Self::Float(rest.u8()?),
            0xad => Self::Binary(rest.u16()?),
            0xa5 => Self::VarBinary(rest.u16()?),
            0xaf => Self::Char(rest.u16().and_then(|size| rest.take(5).map(|_| size))?),
            0xa7 => Self::VarChar(rest.u16().and_then(|size| rest.take(5).map(|_| size))?),
            0xe7 => Self::NVarChar(rest.u16().and_then(|size| rest.take(5).map(|_| size))?),
            0x63 => rest.take(4 + 5).map(|_| Self::NText)?,
            0x23 => rest.take(4 + 5).map(|_| Self::Text)?,
            other => return Err(wrong(&format!("type {other:#04x}, which the peer does not know"))),
        })
    }

    /// Reads the value after a type; NULL is nothing.
    pub(crate) fn read_value(self, rest: &mut Rest<'_>) -> Result<Option<Vec<u8>>> {
        match self {
            Self::Int(_) | Self::Guid | Self::Numeric { .. } | Self::Bit | Self::Float(_) => {
                let length = usize::from(rest.u8()?);
                Ok((length > 0).then_some(rest.take(length)?.to_vec()))
            }
            Self::VarBinary(MAX) | Self::VarChar(MAX) | Self::NVarChar(MAX) => chunks(rest),
            Self::Binary(_) | Self::VarBinary(_) | Self::Char(_) | Self::VarChar(_) | Self::NVarChar(_) => {
                match rest.u16()? {
                    u16::MAX => Ok(None),
                    length => Ok(Some(rest.take(length.into())?.to_vec())),
                }
            }
            Self::NText | Self::Text => match rest.u32()? {
                u32::MAX => Ok(None),
                length => Ok(Some(rest.take(length as usize)?.to_vec())),
            },
        }
    }

    /// Writes the type of a column.
    pub(crate) fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::Int(size) => out.extend([0x26, size]),
            Self::Guid => out.extend([0x24, 16]),
            Self::Numeric { precision, scale } => out.extend([0x6c, 17, precision, scale]),
            Self::Bit => out.extend([0x68, 1]),
            Self::Float(size) => out.extend([0x6d, size]),
            Self::Binary(size) => sized(out, 0xad, size, &[]),
            Self::VarBinary(size) => sized(out, 0xa5, size, &[]),
            Self::Char(size) => sized(out, 0xaf, size, &COLLATION),
            Self::VarChar(size) => sized(out, 0xa7, size, &COLLATION),
            // Texts without a limit are not answered with.
            Self::NVarChar(size) => sized(out, 0xe7, size, &COLLATION),
            Self::NText | Self::Text => sized(out, 0xe7, 8000, &COLLATION),
        }
    }

    /// Writes a value of a column of this type.
    pub(crate) fn write_value(self, value: Option<&[u8]>, out: &mut Vec<u8>) {
        let short = matches!(self, Self::Int(_) | Self::Guid | Self::Numeric { .. } | Self::Bit | Self::Float(_));
        match value {
            None if short => out.push(0),
            None => out.extend([0xff, 0xff]),
            Some(octets) => {
                // The length takes one octet, or two.
                let length = u16::try_from(octets.len()).unwrap_or(u16::MAX).to_le_bytes();
                out.extend(&length[..if short { 1 } else { 2 }]);
                out.extend(octets);
            }
        }
    }
}

fn sized(out: &mut Vec<u8>, code: u8, size: u16, collation: &[u8]) {
    out.push(code);
    out.extend(size.to_le_bytes());
    out.extend(collation);
}

fn chunks(rest: &mut Rest<'_>) -> Result<Option<Vec<u8>>> {
    if rest.u64()? == u64::MAX {
        return Ok(None);
    }
    let mut value = Vec::new();
    loop {
        match rest.u32()? {
            0 => return Ok(Some(value)),
            length => value.extend(rest.take(length as usize)?),
        }
    }
}
