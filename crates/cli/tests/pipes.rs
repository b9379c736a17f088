//! Pipes: slow ones, endless ones, broken ones.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test, with helpers outside of its functions")]

mod command;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::Child;
use std::sync::mpsc;

use command::{LIMIT, end, start};

const ULID: &str = "01HTQW311N1KR5G0Y75M3EF00H";
const TIME: &str = "2024-04-05T19:34:38.901Z";

/// The lines of its output, as they come.
fn lines(child: &mut Child) -> mpsc::Receiver<String> {
    let output = BufReader::new(child.stdout.take().unwrap());
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
    receive
}

#[test]
fn every_line_has_its_answer_before_the_next_one_is_written() {
    let commands: [(&[&str], String); 4] = [
        (&["convert", "--to", "time"], TIME.to_owned()),
        (&["convert", "--to", "time", "--csv", "--column", "1"], TIME.to_owned()),
        (&["validate", "--plain"], "valid".to_owned()),
        (&["annotate"], format!("{ULID} [{TIME}]")),
    ];
    for (arguments, answer) in commands {
        let mut child = start(arguments);
        let answers = lines(&mut child);
        let mut input = child.stdin.take().unwrap();
        for _ in 0..3 {
            input.write_all(format!("{ULID}\n").as_bytes()).unwrap();
            let line = answers.recv_timeout(LIMIT);
            if line.is_err() {
                child.kill().unwrap();
            }
            assert_eq!(line.as_ref(), Ok(&answer), "{arguments:?}");
        }
        drop(input);
        assert_eq!(end(&mut child), Some(0));
    }
}

/// The most memory that a process had, in KiB.
#[cfg(target_os = "linux")]
fn peak(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_without_end_is_read_in_little_memory() {
    const MIB: usize = 64;
    let ways: [&[&str]; 6] = [
        &["convert", "--as", "ulid", "--to", "time"],
        &["convert", "--as", "ulid", "--to", "time", "--csv", "--column", "1"],
        &["convert", "--as", "ulid", "--to", "time", "--jsonl", "--field", "a"],
        &["convert", "--as", "ulid", "--to", "time", "-0"],
        &["validate", "--as", "ulid"],
        &["annotate"],
    ];
    for arguments in ways {
        // A quote that is never closed keeps a record of CSV open.
        for octet in [b'A', b'"', b'-'] {
            let mut child = start(arguments);
            let mut output = child.stdout.take().unwrap();
            let drain = std::thread::spawn(move || {
                let (mut count, mut buffer) = (0_usize, vec![0; 1 << 16]);
                while let Ok(read @ 1..) = output.read(&mut buffer) {
                    count += read;
                }
                count
            });
            let mut input = child.stdin.take().unwrap();
            let block = vec![octet; 1 << 20];
            (0..MIB).for_each(|_| input.write_all(&block).unwrap());
            let peak = peak(&child);
            input.write_all(format!("\n{ULID}\n").as_bytes()).unwrap();
            drop(input);
            let code = end(&mut child);
            let count = drain.join().unwrap();
            assert!(peak < 24 << 10, "{arguments:?}: {peak} KiB");
            if arguments == ["annotate"] {
                assert_eq!((code, count), (Some(0), (MIB << 20) + 1 + ULID.len() + 3 + TIME.len() + 1));
            } else {
                assert_eq!(code, Some(1), "{arguments:?}");
            }
        }
    }
}

#[test]
fn a_line_that_is_too_long_is_told_and_passed_by() {
    let long = "A".repeat(3 << 20);
    let input = format!("{ULID}\n{long}\n{ULID}\n");
    command::idspec_with(&["convert", "--to", "time"], input.as_bytes()).is(
        1,
        &format!("{TIME}\n{TIME}\n"),
        &format!(
            "idspec: standard input:2:1: \"{}…\": longer than 1 MiB, and not read; is it text?\nidspec: 1 of 3 not valid\n",
            "A".repeat(80)
        ),
    );
    // At the end of the file too, and the count of lines goes on.
    let input = format!("{long}\nbad!\n{long}");
    command::idspec_with(&["validate", "--as", "ulid", "--plain", "-q"], input.as_bytes()).is(
        1,
        "unknown\nlength\nunknown\n",
        "",
    );
}

#[test]
fn whoever_reads_may_go() {
    for arguments in
        [&["annotate"][..], &["convert", "--to", "uuid"], &["validate", "-q"], &["validate", "--json", "-q"]]
    {
        let mut child = start(arguments);
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        let block = format!("{ULID}\n").repeat(10_000);
        // It ends, so that writing fails.
        let mut blocks = 0;
        while input.write_all(block.as_bytes()).is_ok() {
            blocks += 1;
            assert!(blocks < 1000, "{arguments:?}");
        }
        drop(input);
        assert_eq!(end(&mut child), Some(0), "{arguments:?}");
        let mut error = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        assert_eq!(error, "", "{arguments:?}");
    }
}
