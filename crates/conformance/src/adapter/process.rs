//! The process of an adapter: started by argument list, without a shell, and never trusted.
//!
//! Three threads carry its standard streams, so that nothing it does or leaves undone blocks the runner: what it writes is bounded in size and in count, and a reader that is waited for
//! is given up after its time.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The longest line that is read, in octets.
const MAX_LINE: u64 = 1 << 20;

/// The lines that are read ahead; the adapter waits after so many.
const MAX_AHEAD: usize = 16;

/// What is kept of the end of standard error, in octets.
const MAX_LOG: usize = 4096;

/// How long a process may take to end after it was told to.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why there is no reply.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// None within the time.
    TimedOut,
    /// The process ended, or closed its output.
    Ended,
    /// A line that is too long, or no UTF-8.
    Garbage(String),
}

/// A line of standard output.
pub(super) type Line = Result<String, String>;

/// A running adapter.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    lines: Receiver<Line>,
    /// What is to be written; nothing after the input was closed.
    input: Option<Sender<String>>,
    log: Arc<Mutex<VecDeque<u8>>>,
    /// Closed when all of the log was read.
    logged: Receiver<()>,
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts an adapter in a process group of its own.
    ///
    /// # Errors
    /// Where it cannot be started.
    pub(super) fn start(words: &[String], folder: Option<&Path>, variables: &[(String, String)]) -> io::Result<Self> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
        };
        let mut command = Command::new(program);
        command.args(arguments).envs(variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let missing = || io::Error::other("a stream is missing");
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (mut stdin, stdout, stderr) =
            (stdin.ok_or_else(missing)?, stdout.ok_or_else(missing)?, stderr.ok_or_else(missing)?);

        let (sender, lines) = sync_channel(MAX_AHEAD);
        std::thread::spawn(move || read_lines(stdout, &sender));
        let log = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&log);
        let (reading, logged) = channel();
        std::thread::spawn(move || {
            keep_end(stderr, &kept);
            drop(reading);
        });
        let (input, requests) = channel::<String>();
        std::thread::spawn(move || {
            // Ends when the process does, or when the sender is dropped.
            while let Ok(line) = requests.recv() {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, lines, input: Some(input), log, logged, ended: None })
    }

    /// Writes a line. That it cannot be written is seen by there being no reply.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line of the adapter.
    pub(super) fn receive(&self, limit: Duration) -> Result<String, Silence> {
        match self.lines.recv_timeout(limit) {
            Ok(line) => line.map_err(Silence::Garbage),
            Err(RecvTimeoutError::Timeout) => Err(Silence::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
        }
    }

    /// Lines that came without being asked for; the first of them.
    pub(super) fn unasked(&self) -> Option<String> {
        self.lines.try_recv().ok().map(|line| line.unwrap_or_else(|reason| reason))
    }

    /// Ends the process and everything that it started, and gives how it ended and the last of its log.
    ///
    /// Only a patient caller waits for it to end by itself.
    pub(super) fn end(mut self, patient: bool) -> (String, String) {
        // Closing the input asks a well-behaved adapter to end, which is seen by its output ending.
        self.input = None;
        let asked = Instant::now();
        while patient
            && asked.elapsed() < PATIENCE
            && self.lines.recv_timeout(PATIENCE.saturating_sub(asked.elapsed())).is_ok()
        {}
        let how = self.kill().map_or_else(|error| error.to_string(), |status| status.to_string());
        // What it wrote before it ended may still be on its way.
        let _ = self.logged.recv_timeout(PATIENCE);
        let log: Vec<u8> = self.log.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        (how, String::from_utf8_lossy(&log).into_owned())
    }

    /// Kills the group, once: the process is waited for after that only, so that its number cannot be another's.
    fn kill(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.ended {
            return Ok(status);
        }
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // A group without processes is what is wanted.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        #[cfg(not(unix))]
        self.child.kill()?;
        let status = self.child.wait()?;
        self.ended = Some(status);
        Ok(status)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

/// Hands on line after line, each of bounded length, until the output ends or nobody listens.
fn read_lines(stream: impl Read, lines: &SyncSender<Line>) {
    let mut stream = BufReader::new(stream);
    while let Some((line, more)) = next_line(&mut stream) {
        if lines.send(line).is_err() || !more {
            return;
        }
    }
}

/// The next line, of bounded length, and whether another one may follow; nothing at the end of the output.
pub(super) fn next_line(stream: &mut impl BufRead) -> Option<(Line, bool)> {
    let mut octets = Vec::new();
    match stream.by_ref().take(MAX_LINE).read_until(b'\n', &mut octets) {
        Ok(0) | Err(_) => return None,
        Ok(_) => {}
    }
    let whole = octets.ends_with(b"\n");
    // After a line that is too long nothing can be told apart any more.
    let too_long = !whole && octets.len() as u64 >= MAX_LINE;
    let line = match String::from_utf8(octets) {
        _ if too_long => Err(format!("a line of more than {MAX_LINE} octets")),
        Ok(text) => Ok(text.trim_end_matches(['\r', '\n']).to_owned()),
        Err(_) => Err("a line that is no UTF-8".to_owned()),
    };
    Some((line, !too_long))
}

/// Reads a stream to its end and keeps the last of it.
fn keep_end(mut stream: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 8192];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(buffer.get(..count).unwrap_or_default());
        let surplus = kept.len().saturating_sub(MAX_LOG);
        kept.drain(..surplus);
    }
}
