//! What the example `inspect` prints.

#[path = "../examples/inspect.rs"]
mod inspect;

#[test]
fn every_reading_is_shown() {
    for (name, input) in [
        ("decimal", "1541815603606036480"),
        ("ulid", "01HTQW311N1KR5G0Y75M3EF00H"),
        ("guid", "08da7241-170b-c8ef-a094-06224a651c6a"),
        ("guid_rfc", "44332211-6655-40f8-8c8e-08da7241170b"),
        ("nalix", "6601004433221177"),
    ] {
        let (text, known) = inspect::report(input);
        assert!(known, "{input}");
        insta::assert_snapshot!(format!("inspect_{name}"), text);
    }
}

#[test]
fn what_is_no_id_is_explained_and_cannot_reach_the_terminal() {
    let (text, known) = inspect::report("\u{1b}[31mno id\u{7f}");
    assert!(!known);
    assert!(text.bytes().all(|octet| octet == b'\n' || (b' '..=b'~').contains(&octet)), "{text}");
    insta::assert_snapshot!("inspect_nothing", text);
}

#[test]
fn it_can_be_run() {
    // Named so that the example's `main` is part of the test build.
    let _: fn() -> std::process::ExitCode = inspect::main;
}
