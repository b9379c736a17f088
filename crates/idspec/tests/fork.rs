//! A real `fork`: what the child of a process may not repeat. Without a harness, so that there is one thread when it forks.

#![allow(unsafe_code, reason = "there is no safe `fork`, and that is what is tested")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::io::{Read as _, Write as _};
use std::sync::Mutex;

use idspec::generate::{Clock, Entropy, EntropyError, GenerateErrorKind, Generator};
use idspec::seq_guid::AsString;
use idspec::{Timestamp, TwitterSnowflake, Ulid};

/// A clock that stands still, so that parent and child are in one unit.
struct Still;

impl Clock for Still {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix_ms(1_700_000_000_000).unwrap()
    }
}

/// Random numbers drawn beforehand, which a child inherits: the control.
struct Drawn(Mutex<Vec<u128>>);

impl Entropy for Drawn {
    fn draw(&self, bits: u32) -> Result<u128, EntropyError> {
        let number = self.0.lock().unwrap().pop().ok_or(EntropyError)?;
        Ok(number & (u128::MAX >> (128 - bits)))
    }
}

/// Runs `f` in the child of a fork and gives what it returned there; ends the child.
fn in_child(f: impl FnOnce() -> Vec<String>) -> Vec<String> {
    let (mut reader, mut writer) = std::io::pipe().unwrap();
    // SAFETY: the process has one thread here, so the child may do whatever the parent could.
    match unsafe { libc::fork() } {
        0 => {
            let lines = f().join("\n");
            writer.write_all(lines.as_bytes()).unwrap();
            drop(writer);
            // SAFETY: ends the child without running the parent's handlers.
            unsafe { libc::_exit(0) }
        }
        -1 => panic!("no fork: {}", std::io::Error::last_os_error()),
        child => {
            drop(writer);
            let mut text = String::new();
            reader.read_to_string(&mut text).unwrap();
            // SAFETY: waits for the child that was started above, which has closed its end of the pipe and exits.
            let waited = unsafe { libc::waitpid(child, std::ptr::null_mut(), 0) };
            assert_eq!(waited, child);
            text.lines().map(str::to_owned).collect()
        }
    }
}

fn three<T: std::fmt::Display>(next: impl Fn() -> T) -> Vec<String> {
    (0..3).map(|_| next().to_string()).collect()
}

fn main() {
    let shared = |a: &[String], b: &[String]| a.iter().filter(|id| b.contains(id)).count();

    let ulids = Generator::<Ulid>::builder().clock(Still).build().unwrap();
    ulids.try_next().unwrap();
    let child = in_child(|| three(|| ulids.try_next().unwrap()));
    let parent = three(|| ulids.try_next().unwrap());
    assert_eq!((child.len(), shared(&child, &parent)), (3, 0), "a child repeated a ULID: {child:?} {parent:?}");
    assert!(child.is_sorted(), "the child's own increase: {child:?}");

    let guids = Generator::<AsString>::builder().clock(Still).build().unwrap();
    guids.try_next().unwrap();
    let child = in_child(|| three(|| guids.try_next().unwrap()));
    let parent = three(|| guids.try_next().unwrap());
    assert_eq!((child.len(), shared(&child, &parent)), (3, 0), "a child repeated a GUID: {child:?} {parent:?}");

    let snowflakes = Generator::<TwitterSnowflake>::builder().machine(5).clock(Still).build().unwrap();
    snowflakes.try_next().unwrap();
    let child = in_child(|| {
        let error = snowflakes.try_next().unwrap_err();
        assert_eq!(error.kind(), GenerateErrorKind::Forked);
        // The inherited machine is still the parent's, another one is the child's own.
        let same = Generator::<TwitterSnowflake>::builder().machine(5).clock(Still).build();
        let other = Generator::<TwitterSnowflake>::builder().machine(6).clock(Still).build().unwrap();
        vec![error.to_string(), same.unwrap_err().to_string(), other.try_next().unwrap().worker().to_string()]
    });
    assert_eq!(
        child,
        [
            "no new Twitter snowflake: the process was forked, make a generator with another worker id in the child",
            "Twitter snowflake: machine 5 has a generator in this process; clone that one, since a second would repeat its ids",
            "6"
        ]
    );
    assert_eq!(snowflakes.try_next().unwrap().sequence(), 1, "the parent goes on");

    let locals = Generator::<Ulid>::builder().clock(Still).build_local().unwrap();
    locals.try_next().unwrap();
    let child = in_child(|| three(|| locals.try_next().unwrap()));
    let parent = three(|| locals.try_next().unwrap());
    assert_eq!((child.len(), shared(&child, &parent)), (3, 0), "a child repeated a ULID: {child:?} {parent:?}");

    let random = Generator::<Ulid>::builder().clock(Still).build_random().unwrap();
    random.try_next().unwrap();
    let child = in_child(|| three(|| random.try_next().unwrap()));
    let parent = three(|| random.try_next().unwrap());
    assert_eq!((child.len(), shared(&child, &parent)), (3, 0), "a child repeated random bits: {child:?} {parent:?}");

    let local = Generator::<TwitterSnowflake>::builder().machine(8).clock(Still).build_local().unwrap();
    local.try_next().unwrap();
    let child = in_child(|| vec![format!("{:?}", local.try_next().unwrap_err().kind())]);
    assert_eq!(child, ["Forked"]);
    assert_eq!(local.try_next().unwrap().sequence(), 1, "the parent goes on");

    // A grandchild of a child that made its own.
    let nested = in_child(|| {
        let own = Generator::<TwitterSnowflake>::builder().machine(7).clock(Still).build().unwrap();
        own.try_next().unwrap();
        in_child(|| vec![own.try_next().unwrap_err().to_string()])
    });
    assert!(nested[0].contains("the process was forked"), "{nested:?}");

    // The control: with randomness that a fork copies, parent and child do repeat each other.
    let drawn = Drawn(Mutex::new((0..9).map(|number| number * 1000).collect()));
    let copied = Generator::<Ulid>::builder().clock(Still).entropy(drawn).build().unwrap();
    let child = in_child(|| three(|| copied.try_next().unwrap()));
    let parent = three(|| copied.try_next().unwrap());
    assert_eq!(shared(&child, &parent), 3, "the test would not notice a repetition: {child:?} {parent:?}");
    println!("a forked child repeats no id, and the control does");
}
