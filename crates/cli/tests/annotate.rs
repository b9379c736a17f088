//! `annotate`: bytes in, bytes out.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test, with helpers outside of its functions")]

mod command;

use std::io::{Read as _, Write as _};

use command::{end, idspec, idspec_with};

const ULID: &str = "01HTQW311N1KR5G0Y75M3EF00H";
const MARK: &str = " [2024-04-05T19:34:38.901Z]";

#[test]
fn nothing_changes_but_what_is_put_in() {
    let text = b"\xff\0\r\n\x1b[31m01HTQW311N1KR5G0Y75M3EF00H\r\n\xc3";
    let ended = command::start(&["annotate"]);
    let output = with_octets(ended, text);
    assert_eq!(output, b"\xff\0\r\n\x1b[31m01HTQW311N1KR5G0Y75M3EF00H\r\n\xc3", "`m` stands before it");
    let text = b"\xff\0\r\n\x1b[0;1H 01HTQW311N1KR5G0Y75M3EF00H\r\n\xc3";
    let output = with_octets(command::start(&["annotate"]), text);
    assert_eq!(output, b"\xff\0\r\n\x1b[0;1H 01HTQW311N1KR5G0Y75M3EF00H [2024-04-05T19:34:38.901Z]\r\n\xc3");
    assert_eq!(with_octets(command::start(&["annotate", "--strip"]), &output), text);
}

/// The input is less than a pipe holds.
fn with_octets(mut child: std::process::Child, text: &[u8]) -> Vec<u8> {
    child.stdin.take().unwrap().write_all(text).unwrap();
    assert_eq!(end(&mut child), Some(0));
    let mut output = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut output).unwrap();
    output
}

#[test]
fn ids_on_borders_of_blocks_are_found() {
    // The blocks are of 128 KiB, and a buffer of 1 MiB holds what has no line end.
    for size in [1 << 17, 1 << 20] {
        for before in (size - 90)..(size + 10) {
            if size == 1 << 20 && before % 7 != 0 {
                continue;
            }
            let dots = ".".repeat(before);
            let ended = idspec_with(&["annotate"], format!("{dots}{ULID}{MARK} x").as_bytes());
            assert!(ended.output == format!("{dots}{ULID}{MARK}{MARK} x"), "{before}");
            let ended = idspec_with(&["annotate", "--strip"], ended.output.as_bytes());
            assert!(ended.output == format!("{dots}{ULID}{MARK} x"), "{before}");
        }
    }
}

#[test]
fn numbers_only_where_their_scheme_is_named() {
    // As Discord's the first one is of 2028, and so not expected.
    let text = "1776266104373063681 1776266104373063 177626610437306 0.1776266104373063681\n";
    idspec_with(&["annotate"], text.as_bytes()).is(0, text, "");
    idspec_with(&["annotate", "--as", "discord"], text.as_bytes()).is(
        0,
        "1776266104373063681 1776266104373063 [2015-01-05T21:38:14.840Z] 177626610437306 0.1776266104373063681\n",
        "",
    );
    idspec_with(
        &["annotate", "--as", "discord", "--digits", "15", "--window", "2015-01-01..2030-01-01"],
        text.as_bytes(),
    )
    .is(
        0,
        "1776266104373063681 [2028-06-02T13:27:20.710Z] 1776266104373063 [2015-01-05T21:38:14.840Z] \
             177626610437306 [2015-01-01T11:45:49.484Z] 0.1776266104373063681\n",
        "",
    );
}

#[test]
fn the_window_decides_and_stripping_needs_none() {
    let text = format!("{ULID}\n");
    idspec_with(&["annotate", "--window", "2025-01-01..2026-01-01"], text.as_bytes()).is(0, &text, "");
    idspec_with(&["annotate", "--near", "2024-04-05"], text.as_bytes()).is(0, &format!("{ULID}{MARK}\n"), "");
    let marked = format!("{ULID}{MARK}\n");
    idspec_with(&["annotate", "--strip", "--window", "2025-01-01..2026-01-01"], marked.as_bytes()).is(0, &text, "");
}

#[test]
fn what_cannot_be_is_refused() {
    idspec(&["annotate", "--json"]).is(
        2,
        "",
        "idspec: annotate writes the text it reads, and no JSON; `idspec convert --json` does\n",
    );
    idspec(&["annotate", "--tz", "local"]).is(
        2,
        "",
        "idspec: annotate writes times in UTC only, so that --strip finds them; leave out --tz\n",
    );
}
