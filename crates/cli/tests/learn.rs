//! The samples of the page *Learn* are what the command answers.

use std::process::Command;

#[test]
fn samples_are_what_the_command_says() {
    let mut count = 0;
    for sample in include_str!("../src/serve/samples.txt").split("\n\n$ ") {
        let sample = sample.trim_start_matches("$ ");
        let (words, expected) = sample.split_once('\n').expect("a command and its answer");
        let words = words.strip_prefix("idspec ").expect("a sample of this command");
        let mut command = Command::new(env!("CARGO_BIN_EXE_idspec"));
        // Of the year when they were written, whatever the clock and the environment say.
        command.args(words.split(' ')).args(["--now", "2026-12-01", "--color", "never"]);
        for name in
            ["IDSPEC_AS", "IDSPEC_WINDOW", "IDSPEC_TZ", "IDSPEC_NOW", "IDSPEC_CONFIG", "XDG_CONFIG_HOME", "HOME"]
        {
            command.env_remove(name);
        }
        let output = command.output().expect("the command runs");
        assert!(output.status.success(), "{words}");
        let said = String::from_utf8(output.stdout).expect("text");
        assert_eq!(said.trim_end(), expected.trim_end(), "{words}");
        count += 1;
    }
    assert_eq!(count, 3);
}
