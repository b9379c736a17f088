//! Texts to ids and ids to texts, one at a time.

mod decimal;
mod guid;
mod hex;
pub mod ulid;

use std::fmt::Debug;
use std::hint::black_box;

use crate::measure::{Bench, Subject};

/// The group of these comparisons.
pub const GROUP: &str = "codecs";

pub fn run(bench: &mut Bench) {
    ulid::run(bench);
    decimal::run(bench);
    hex::run(bench);
    guid::run(bench);
}

/// What readers are given, and what they have to find.
pub struct Reading<N: 'static> {
    pub texts: &'static [&'static str],
    pub numbers: &'static [N],
    /// Texts that a strict reader refuses, and what is wrong with each.
    pub bad: &'static [(&'static str, &'static str)],
}

impl<N: Copy + PartialEq + Debug> Reading<N> {
    /// A reader, having read every text: one that errs on a good text ends the program, and one that takes a bad text is lax.
    pub fn by<R>(
        &self,
        name: &str,
        read: impl Fn(&'static str) -> R + 'static,
        number: impl Fn(R) -> Option<N>,
    ) -> Subject<'static> {
        for (text, expected) in self.texts.iter().zip(self.numbers) {
            let found = number(read(text));
            assert_eq!(found, Some(*expected), "{name} reads {text}");
        }
        let taken = self.bad.iter().filter(|(text, _)| number(read(text)).is_some());
        let mut takes: Vec<String> = taken.map(|(_, fault)| (*fault).to_owned()).collect();
        takes.dedup();
        let texts = self.texts;
        let mut subject = Subject::new(name, texts.len(), move || {
            for text in texts {
                // Where it was put: a copy of what was just written in other pieces waits, and that is no part of reading.
                let result = read(text);
                black_box(&result);
            }
        });
        subject.strict = Some(takes.is_empty());
        subject.takes = takes;
        subject
    }
}

/// What writers are given, and what they have to write.
pub struct Writing<N: 'static> {
    pub numbers: &'static [N],
    pub texts: &'static [&'static str],
}

impl<N: Copy> Writing<N> {
    /// A writer into a buffer that is there already.
    pub fn to_buffer<I: 'static, B: 'static>(
        &self,
        name: &str,
        id: impl Fn(N) -> I,
        mut buffer: B,
        write: impl for<'b> Fn(&I, &'b mut B) -> &'b [u8] + 'static,
    ) -> Subject<'static> {
        let ids: Vec<I> = self.numbers.iter().map(|number| id(*number)).collect();
        for (id, expected) in ids.iter().zip(self.texts) {
            check(name, write(id, &mut buffer), expected);
        }
        Subject::new(name, ids.len(), move || {
            for id in &ids {
                black_box(write(id, &mut buffer));
            }
        })
    }

    /// A writer that makes something new, such as a `String`.
    pub fn to_owned<I: 'static, T: AsRef<str>>(
        &self,
        name: &str,
        id: impl Fn(N) -> I,
        write: impl Fn(&I) -> T + 'static,
    ) -> Subject<'static> {
        let ids: Vec<I> = self.numbers.iter().map(|number| id(*number)).collect();
        for (id, expected) in ids.iter().zip(self.texts) {
            check(name, write(id).as_ref().as_bytes(), expected);
        }
        Subject::new(name, ids.len(), move || {
            for id in &ids {
                let written = write(id);
                black_box(&written);
            }
        })
    }
}

fn check(name: &str, written: &[u8], expected: &str) {
    assert_eq!(String::from_utf8_lossy(written), expected, "{name} writes");
}
