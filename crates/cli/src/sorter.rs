//! Sorting of more than fits memory: runs in temporary files, merged a few at a time.
//!
//! The sort is stable: runs hold what came one after another, stay in that order, and only neighbours are merged. The files have no name where the system
//! allows that, and vanish with the program however it ends.

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _};

use crate::failure::Failure;
use crate::orders::Key;

/// How many runs are merged at once.
const WAYS: usize = 16;
/// What an entry takes, with the half that a stable sort puts beside it.
const ENTRY: usize = size_of::<Entry>() / 2 * 3;
/// The buffer of a run that is read or written, between these.
const BUFFER: (usize, usize) = (512, 1 << 16);

/// A text with the place that it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    pub text: &'a [u8],
    pub line: u64,
    pub column: u64,
    /// Any number for the file.
    pub file: u32,
}

/// Sorts items by their keys.
#[derive(Debug)]
pub struct Sorter {
    descending: bool,
    /// How many octets may be held.
    memory: usize,
    entries: Vec<Entry>,
    /// Keys and texts, one after the other.
    octets: Vec<u8>,
    runs: Vec<Run>,
}

/// An item in memory.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The first 16 octets of the key, which decide nearly always.
    front: u128,
    at: usize,
    key: u32,
    text: u32,
    line: u64,
    column: u64,
    file: u32,
}

/// Sorted items in a file.
#[derive(Debug)]
struct Run {
    file: File,
    count: u64,
    /// How often its items were merged.
    level: u32,
}

impl Sorter {
    pub const fn new(descending: bool, memory: usize) -> Self {
        Self { descending, memory, entries: Vec::new(), octets: Vec::new(), runs: Vec::new() }
    }

    /// Adds an item after all others.
    pub fn push(&mut self, key: &Key, item: Item<'_>) -> Result<(), Failure> {
        let key = trimmed(key.octets());
        let more = ENTRY.saturating_add(key.len()).saturating_add(item.text.len());
        let held = self.entries.len().saturating_mul(ENTRY).saturating_add(self.octets.len());
        if held.saturating_add(more) > self.memory {
            self.spill()?;
        }
        self.entries.push(Entry {
            front: front(key),
            at: self.octets.len(),
            key: short(key.len())?,
            text: short(item.text.len())?,
            line: item.line,
            column: item.column,
            file: item.file,
        });
        self.octets.extend_from_slice(key);
        self.octets.extend_from_slice(item.text);
        Ok(())
    }

    /// Hands on every item in order.
    pub fn finish(mut self, mut each: impl FnMut(Item<'_>) -> Result<(), Failure>) -> Result<(), Failure> {
        if self.runs.is_empty() {
            self.sort();
            return self.entries.iter().try_for_each(|entry| each(entry.item(&self.octets)));
        }
        self.spill()?;
        (self.entries, self.octets) = (Vec::new(), Vec::new());
        while self.runs.len() > WAYS {
            self.merge_last()?;
        }
        let runs = std::mem::take(&mut self.runs);
        self.merge(runs, |_, item| each(item))
    }

    fn sort(&mut self) {
        let (octets, descending) = (&self.octets, self.descending);
        self.entries.sort_by(|one, other| {
            let ordering = one.front.cmp(&other.front).then_with(|| one.key(octets).cmp(other.key(octets)));
            directed(ordering, descending)
        });
    }

    /// Writes what is in memory as a run.
    fn spill(&mut self) -> Result<(), Failure> {
        if self.entries.is_empty() {
            return Ok(());
        }
        self.sort();
        let mut writer = RunWriter::new(self.buffer())?;
        for entry in &self.entries {
            writer.write(entry.key(&self.octets), entry.item(&self.octets))?;
        }
        self.runs.push(writer.finish(0)?);
        self.entries.clear();
        self.octets.clear();
        let level = |run: &Run| run.level;
        while self.runs.len() >= WAYS
            && self.runs.iter().rev().take(WAYS).map(level).min() == self.runs.last().map(level)
            && self.runs.iter().rev().nth(WAYS.saturating_sub(1)).map(level) == self.runs.last().map(level)
        {
            self.merge_last()?;
        }
        Ok(())
    }

    /// Makes one run of the last ones, so that never more than a few files are open.
    fn merge_last(&mut self) -> Result<(), Failure> {
        let runs = self.runs.split_off(self.runs.len().saturating_sub(WAYS));
        let level = runs.iter().map(|run| run.level).max().unwrap_or(0).saturating_add(1);
        let mut writer = RunWriter::new(self.buffer())?;
        self.merge(runs, |key, item| writer.write(key, item))?;
        self.runs.push(writer.finish(level)?);
        Ok(())
    }

    fn merge(
        &self,
        runs: Vec<Run>,
        mut each: impl FnMut(&[u8], Item<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut heads = Vec::new();
        for run in runs {
            let mut head = Head::new(run, self.buffer());
            if head.advance()? {
                heads.push(head);
            }
        }
        loop {
            // The first of equal ones, so that they stay in the order in which they came.
            let first = heads.iter_mut().enumerate().reduce(|best, next| {
                let ordering = next.1.front.cmp(&best.1.front).then_with(|| next.1.key.cmp(&best.1.key));
                if directed(ordering, self.descending).is_lt() { next } else { best }
            });
            let Some((place, head)) = first else { return Ok(()) };
            each(&head.key, head.item())?;
            if !head.advance()? {
                heads.remove(place);
            }
        }
    }

    /// The size of a buffer, of which one is needed for each run of a merge, and one for its output.
    fn buffer(&self) -> usize {
        (self.memory / (4 * WAYS)).clamp(BUFFER.0, BUFFER.1)
    }
}

impl Entry {
    fn key<'a>(&self, octets: &'a [u8]) -> &'a [u8] {
        slice(octets, self.at, self.key)
    }

    fn item<'a>(&self, octets: &'a [u8]) -> Item<'a> {
        let at = self.at.saturating_add(length(self.key));
        Item { text: slice(octets, at, self.text), line: self.line, column: self.column, file: self.file }
    }
}

/// Writes a run: the lengths of key and text, line, column and file of each item, then key and text.
struct RunWriter {
    writer: BufWriter<File>,
    count: u64,
}

impl RunWriter {
    fn new(buffer: usize) -> Result<Self, Failure> {
        let file = tempfile::tempfile().map_err(failed)?;
        Ok(Self { writer: BufWriter::with_capacity(buffer, file), count: 0 })
    }

    fn write(&mut self, key: &[u8], item: Item<'_>) -> Result<(), Failure> {
        let (key_length, text_length) = (short(key.len())?, short(item.text.len())?);
        let mut write = || {
            self.writer.write_all(&key_length.to_be_bytes())?;
            self.writer.write_all(&text_length.to_be_bytes())?;
            self.writer.write_all(&item.line.to_be_bytes())?;
            self.writer.write_all(&item.column.to_be_bytes())?;
            self.writer.write_all(&item.file.to_be_bytes())?;
            self.writer.write_all(key)?;
            self.writer.write_all(item.text)
        };
        write().map_err(failed)?;
        self.count = self.count.saturating_add(1);
        Ok(())
    }

    fn finish(self, level: u32) -> Result<Run, Failure> {
        let mut file = self.writer.into_inner().map_err(|error| failed(error.into_error()))?;
        file.rewind().map_err(failed)?;
        Ok(Run { file, count: self.count, level })
    }
}

/// The next item of a run.
struct Head {
    reader: BufReader<File>,
    left: u64,
    front: u128,
    key: Vec<u8>,
    text: Vec<u8>,
    line: u64,
    column: u64,
    file: u32,
}

impl Head {
    fn new(run: Run, buffer: usize) -> Self {
        let reader = BufReader::with_capacity(buffer, run.file);
        let (key, text) = (Vec::new(), Vec::new());
        Self { reader, left: run.count, front: 0, key, text, line: 0, column: 0, file: 0 }
    }

    /// Reads the next item, where there is one.
    fn advance(&mut self) -> Result<bool, Failure> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left = self.left.saturating_sub(1);
        self.read().map_err(failed)?;
        self.front = front(&self.key);
        Ok(true)
    }

    fn read(&mut self) -> io::Result<()> {
        let key = u32::from_be_bytes(self.array()?);
        let text = u32::from_be_bytes(self.array()?);
        self.line = u64::from_be_bytes(self.array()?);
        self.column = u64::from_be_bytes(self.array()?);
        self.file = u32::from_be_bytes(self.array()?);
        self.key.resize(length(key), 0);
        self.text.resize(length(text), 0);
        self.reader.read_exact(&mut self.key)?;
        self.reader.read_exact(&mut self.text)
    }

    fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut octets = [0; N];
        self.reader.read_exact(&mut octets).map(|()| octets)
    }

    fn item(&self) -> Item<'_> {
        Item { text: &self.text, line: self.line, column: self.column, file: self.file }
    }
}

const fn directed(ordering: Ordering, descending: bool) -> Ordering {
    if descending { ordering.reverse() } else { ordering }
}

/// Without the zeros at the end, which change no order: what is left is shorter, and compares as if they were there.
fn trimmed(key: &[u8]) -> &[u8] {
    let end = key.iter().rposition(|octet| *octet != 0).map_or(0, |last| last.saturating_add(1));
    key.get(..end).unwrap_or_default()
}

fn front(key: &[u8]) -> u128 {
    let mut octets = [0; 16];
    octets.iter_mut().zip(key).for_each(|(slot, octet)| *slot = *octet);
    u128::from_be_bytes(octets)
}

fn slice(octets: &[u8], at: usize, count: u32) -> &[u8] {
    octets.get(at..at.saturating_add(length(count))).unwrap_or_default()
}

fn length(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

fn short(count: usize) -> Result<u32, Failure> {
    u32::try_from(count).map_err(|_| failed(io::ErrorKind::FileTooLarge.into()))
}

fn failed(error: io::Error) -> Failure {
    Failure::Io(format!("temporary file in {}", std::env::temp_dir().display()), error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few different keys of all lengths, so that many items are equal.
    fn items(count: u64) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut state = 5_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let item = |place: u64| {
            let length = if next(4) == 0 { 16 + next(48) } else { next(20) };
            // The last octet that differs stands behind the front in some.
            let mut key = vec![7; usize::try_from(length).unwrap()];
            if let Some(last) = key.last_mut() {
                *last = u8::try_from(next(3)).unwrap();
            }
            (key, format!("{place}{}", "x".repeat(usize::try_from(next(30)).unwrap())).into_bytes())
        };
        (0..count).map(item).collect()
    }

    /// What comes out, and the most runs that there were at once.
    fn sorted(items: &[(Vec<u8>, Vec<u8>)], descending: bool, memory: usize) -> (Vec<(u64, Vec<u8>)>, usize) {
        let mut sorter = Sorter::new(descending, memory);
        let mut most = 0;
        for ((key, text), line) in items.iter().zip(1..) {
            sorter.push(&Key::of(key), Item { text, line, column: line + 1, file: 9 }).unwrap();
            most = most.max(sorter.runs.len());
        }
        let mut found = Vec::new();
        let each = |item: Item<'_>| {
            assert_eq!((item.column, item.file), (item.line + 1, 9));
            found.push((item.line, item.text.to_vec()));
            Ok(())
        };
        sorter.finish(each).unwrap();
        (found, most)
    }

    #[test]
    fn merged_runs_are_as_the_sort_in_memory() {
        let items = items(6000);
        for descending in [false, true] {
            let mut expected: Vec<(Vec<u8>, u64, Vec<u8>)> = items
                .iter()
                .zip(1..)
                .map(|((key, text), line)| ([key.as_slice(), &[0; 64]].concat()[..64].to_vec(), line, text.clone()))
                .collect();
            expected.sort_by(|(one, ..), (other, ..)| if descending { other.cmp(one) } else { one.cmp(other) });
            let expected: Vec<(u64, Vec<u8>)> = expected.into_iter().map(|(_, line, text)| (line, text)).collect();
            // In memory; a few runs; thousands of them, in three passes.
            for (memory, runs) in [(1 << 24, 0..=0), (1 << 18, 2..=15), (1, 30..=46)] {
                let (found, most) = sorted(&items, descending, memory);
                assert!(found == expected, "descending {descending}, memory {memory}");
                assert!(runs.contains(&most), "{most} runs with {memory}");
            }
        }
    }

    #[test]
    fn nothing_and_one_item_are_sorted_too() {
        assert_eq!(sorted(&[], false, 1024).0, []);
        assert_eq!(sorted(&[(vec![1], b"a".to_vec())], true, 1).0, [(1, b"a".to_vec())]);
    }
}
