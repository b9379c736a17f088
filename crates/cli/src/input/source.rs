//! A file in pieces, through one buffer.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use memchr::{memchr, memchr_iter};

use crate::failure::Failure;
use crate::output::Output;

/// The longest piece that is looked at; longer ones are passed by.
pub const LIMIT: usize = 1 << 20;

/// How much is read at once: as much as a pipe holds, and little enough to stay in the processor's cache.
const CHUNK: usize = 1 << 17;

/// Where pieces end.
pub trait Splitter {
    /// The place of the octet that ends the piece, in what was not looked at before.
    fn end(&mut self, text: &[u8]) -> Option<usize>;
    /// Begins a piece.
    fn begin(&mut self);
    /// The octet at which to go on after a piece that is too long.
    fn separator(&self) -> u8;
}

/// Pieces that end with one octet.
#[derive(Debug)]
pub struct Separated(pub u8);

impl Splitter for Separated {
    fn end(&mut self, text: &[u8]) -> Option<usize> {
        memchr(self.0, text)
    }

    fn begin(&mut self) {}

    fn separator(&self) -> u8 {
        self.0
    }
}

/// A piece of the buffer.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Where it is, without what ends it.
    pub place: Range<usize>,
    /// The number of its first line, from 1.
    pub line: u64,
    /// Whether it is longer than the limit, and only its front is there.
    pub cut: bool,
}

/// An open file, or nothing.
pub struct Source {
    reader: Box<dyn Read>,
    name: String,
    /// Whether a read may wait for whoever writes.
    waits: bool,
    buffer: Vec<u8>,
    /// What was read and not yet handed out.
    rest: Range<usize>,
    ended: bool,
    /// Whether the rest belongs to a piece that was too long.
    passing: bool,
    line: u64,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("name", &self.name).field("line", &self.line).finish_non_exhaustive()
    }
}

impl Source {
    /// Nothing, with an empty buffer.
    pub fn empty() -> Self {
        Self {
            reader: Box::new(io::empty()),
            name: String::new(),
            waits: false,
            buffer: vec![0; LIMIT],
            rest: 0..0,
            ended: true,
            passing: false,
            line: 1,
        }
    }

    pub fn open_file(&mut self, path: &Path) -> Result<(), Failure> {
        let name = path.display().to_string();
        let failed = |error| Failure::Io(path.display().to_string(), error);
        let file = File::open(path).map_err(failed)?;
        // A pipe or a terminal may be named too.
        let waits = !file.metadata().map_err(failed)?.is_file();
        self.open(Box::new(file), name, waits);
        Ok(())
    }

    pub fn open_stdin(&mut self) {
        // It is locked once only, also where it is named twice.
        self.reader = Box::new(io::empty());
        self.open(Box::new(io::stdin().lock()), "standard input".to_owned(), true);
    }

    fn open(&mut self, reader: Box<dyn Read>, name: String, waits: bool) {
        (self.reader, self.name, self.waits) = (reader, name, waits);
        (self.rest, self.ended, self.passing, self.line) = (0..0, false, false, 1);
    }

    /// The name, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The octets of a piece, until the next one is asked for.
    pub fn text(&self, place: Range<usize>) -> &[u8] {
        self.buffer.get(place).unwrap_or_default()
    }

    /// Drops a mark of the octet order at the beginning, as some programs put it before UTF-8.
    pub fn drop_mark(&mut self, output: &mut Output) -> Result<(), Failure> {
        while self.rest.len() < 3 && b"\xef\xbb\xbf".starts_with(self.text(self.rest.clone())) && self.read(output)? {}
        if self.text(self.rest.clone()).starts_with(b"\xef\xbb\xbf") {
            self.rest.start = self.rest.start.saturating_add(3);
        }
        Ok(())
    }

    /// The next piece, `None` at the end of the file.
    pub fn piece(&mut self, splitter: &mut impl Splitter, output: &mut Output) -> Result<Option<Piece>, Failure> {
        if !self.pass_by(splitter.separator(), output)? {
            return Ok(None);
        }
        splitter.begin();
        let mut looked_at = 0_usize;
        loop {
            let from = self.rest.start.saturating_add(looked_at);
            if let Some(found) = splitter.end(self.text(from..self.rest.end)) {
                let end = from.saturating_add(found);
                return Ok(Some(self.hand_out(end, end.saturating_add(1), splitter.separator())));
            }
            looked_at = self.rest.len();
            if looked_at == self.buffer.len() {
                self.passing = true;
                let mut piece = self.hand_out(self.rest.end, self.rest.end, splitter.separator());
                piece.cut = true;
                return Ok(Some(piece));
            }
            if !self.read(output)? {
                let end = self.rest.end;
                return Ok((looked_at > 0).then(|| self.hand_out(end, end, splitter.separator())));
            }
        }
    }

    /// Whole lines, as many as are there, with the number of the first; `None` at the end of the file or before a line that is too long, which
    /// [`Source::piece`] tells apart.
    pub fn lines(&mut self, output: &mut Output) -> Result<Option<Piece>, Failure> {
        if !self.pass_by(b'\n', output)? {
            return Ok(None);
        }
        loop {
            let text = self.text(self.rest.clone());
            let last = match memchr::memrchr(b'\n', text) {
                Some(last) => last.saturating_add(1),
                None if self.ended => text.len(),
                None => 0,
            };
            if last > 0 {
                let end = self.rest.start.saturating_add(last);
                return Ok(Some(self.hand_out(end, end, b'\n')));
            }
            if self.rest.len() == self.buffer.len() || (!self.read(output)? && self.rest.is_empty()) {
                return Ok(None);
            }
        }
    }

    const fn count(&mut self, lines: u64) {
        self.line = self.line.saturating_add(lines);
    }

    /// Takes everything up to `next` off the rest, of which everything up to `end` is the piece. Lines are what ends with the separator.
    fn hand_out(&mut self, end: usize, next: usize, separator: u8) -> Piece {
        let place = self.rest.start..end;
        let piece = Piece { place: place.clone(), line: self.line, cut: false };
        let within = memchr_iter(separator, self.text(place)).count();
        self.count(u64::try_from(within).unwrap_or(u64::MAX));
        if next > end {
            self.count(1);
        }
        self.rest.start = next;
        piece
    }

    /// Passes by what is left of a piece that was too long; whether there is anything after it.
    fn pass_by(&mut self, separator: u8, output: &mut Output) -> Result<bool, Failure> {
        while self.passing {
            let found = memchr(separator, self.text(self.rest.clone()));
            self.rest.start =
                found.map_or(self.rest.end, |place| self.rest.start.saturating_add(place).saturating_add(1));
            self.passing = found.is_none();
            if !self.passing {
                self.count(1);
            } else if !self.read(output)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads more; whether there was any. The rest moves to the front of the buffer.
    fn read(&mut self, output: &mut Output) -> Result<bool, Failure> {
        if self.ended {
            return Ok(false);
        }
        self.buffer.copy_within(self.rest.clone(), 0);
        self.rest = 0..self.rest.len();
        if self.waits {
            output.flush()?;
        }
        let until = self.rest.end.saturating_add(CHUNK).min(self.buffer.len());
        let room = self.buffer.get_mut(self.rest.end..until).unwrap_or_default();
        let count = loop {
            match self.reader.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read.map_err(|error| Failure::Io(self.name.clone(), error))?,
            }
        };
        self.rest.end = self.rest.end.saturating_add(count);
        self.ended = count == 0;
        Ok(count > 0)
    }
}

/// Octets of files, in pieces that end with a line where that is possible.
impl Source {
    /// What is there, up to the last line end: with whether it ends with a line or the file. `None` at the end.
    pub fn octets(&mut self, output: &mut Output) -> Result<Option<(Range<usize>, bool)>, Failure> {
        let mut looked_at = 0_usize;
        loop {
            let from = self.rest.start.saturating_add(looked_at);
            if let Some(last) = memchr::memrchr(b'\n', self.text(from..self.rest.end)) {
                return Ok(Some((self.rest.start..from.saturating_add(last).saturating_add(1), true)));
            }
            looked_at = self.rest.len();
            if self.rest.len() == self.buffer.len() {
                return Ok(Some((self.rest.clone(), false)));
            }
            if !self.read(output)? {
                return Ok((!self.rest.is_empty()).then(|| (self.rest.clone(), true)));
            }
        }
    }

    /// Goes on after so many octets.
    pub fn take(&mut self, count: usize) {
        self.rest.start = self.rest.start.saturating_add(count).min(self.rest.end);
    }
}
