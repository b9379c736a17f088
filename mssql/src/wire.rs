//! Packets, and numbers and texts in them.

use std::io::{Error, ErrorKind, Read, Result, Write};

/// The kinds of packets that matter here.
pub(crate) mod packet {
    pub(crate) const BATCH: u8 = 0x01;
    pub(crate) const RPC: u8 = 0x03;
    pub(crate) const ANSWER: u8 = 0x04;
    pub(crate) const ATTENTION: u8 = 0x06;
    pub(crate) const LOGIN: u8 = 0x10;
    pub(crate) const PRELOGIN: u8 = 0x12;
}

const HEADER: usize = 8;
/// Every client takes packets of this size, whatever it asks for.
const PACKET: usize = 512;
/// A message that no test sends.
const LONGEST: usize = 1 << 24;
const LAST: u8 = 0x01;

/// What is not TDS, or more of it than the peer knows.
pub(crate) fn wrong(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, what.to_owned())
}

/// Reads the packets of one message.
pub(crate) fn read_message(stream: &mut impl Read) -> Result<(u8, Vec<u8>)> {
    let mut payload = Vec::new();
    loop {
        let mut header = [0; HEADER];
        stream.read_exact(&mut header)?;
        let [kind, status, high, low, ..] = header;
        let length = usize::from(u16::from_be_bytes([high, low]));
        let body = length.checked_sub(HEADER).ok_or_else(|| wrong("a packet shorter than its header"))?;
        let start = payload.len();
        payload.resize(start + body, 0);
        stream.read_exact(&mut payload[start..])?;
        if payload.len() > LONGEST {
            return Err(wrong("a message without an end"));
        }
        if status & LAST != 0 {
            return Ok((kind, payload));
        }
    }
}

/// Writes an answer, in as many packets as it takes.
pub(crate) fn write_answer(stream: &mut impl Write, payload: &[u8]) -> Result<()> {
    let mut chunks = payload.chunks(PACKET - HEADER).peekable();
    let mut number = 0_u8;
    let mut message = Vec::new();
    while let Some(chunk) = chunks.next() {
        number = number.wrapping_add(1);
        let status = if chunks.peek().is_none() { LAST } else { 0 };
        let [high, low] = u16::try_from(chunk.len() + HEADER).unwrap_or(u16::MAX).to_be_bytes();
        message.extend([packet::ANSWER, status, high, low, 0, 0, number, 0]);
        message.extend(chunk);
    }
    stream.write_all(&message)?;
    stream.flush()
}

/// What is left of a message.
pub(crate) struct Rest<'a>(pub(crate) &'a [u8]);

impl<'a> Rest<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(|| wrong("the message ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut octets = [0; N];
        octets.copy_from_slice(self.take(N)?);
        Ok(octets)
    }

    pub(crate) fn u8(&mut self) -> Result<u8> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    pub(crate) fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// A text of that many UTF-16 units.
    pub(crate) fn text(&mut self, units: usize) -> Result<String> {
        utf16(self.take(units * 2)?)
    }

    /// The headers before a batch and a call, which begin with their length.
    pub(crate) fn skip_headers(&mut self) -> Result<()> {
        let length = self.u32()? as usize;
        self.take(length.checked_sub(4).ok_or_else(|| wrong("headers shorter than their length"))?)?;
        Ok(())
    }
}

pub(crate) fn utf16(octets: &[u8]) -> Result<String> {
    let units: Vec<u16> =
        octets.chunks(2).map(|pair| u16::from_le_bytes([pair[0], *pair.get(1).unwrap_or(&0)])).collect();
    String::from_utf16(&units).map_err(|_| wrong("not UTF-16"))
}

/// A text of at most 255 units after their count.
pub(crate) fn short_text(text: &str) -> Vec<u8> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut octets = vec![u8::try_from(units.len()).unwrap_or(u8::MAX)];
    octets.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
    octets
}
