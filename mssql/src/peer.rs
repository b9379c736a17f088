//! A server that answers from a script.

use std::collections::HashMap;
use std::io::{ErrorKind, Result};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::answer::{self, Answer};
use crate::request::Request;
use crate::wire::{packet, read_message, write_answer, wrong};

/// How long a client may be silent.
const SILENCE: Duration = Duration::from_secs(20);
/// How long a peer waits for clients at all.
const LIFE: Duration = Duration::from_secs(120);
const POLL: Duration = Duration::from_millis(5);

type Script = Vec<(String, Answer)>;

#[derive(Default)]
struct Log {
    requests: Vec<Request>,
    problems: Vec<String>,
}

/// A server on the loopback address that speaks TDS 7.4 as far as the script goes, until it is dropped.
#[derive(Debug)]
pub struct Peer {
    port: u16,
    log: Arc<Mutex<Log>>,
    stopped: Arc<AtomicBool>,
    listener: Option<JoinHandle<()>>,
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Log").field("requests", &self.requests).field("problems", &self.problems).finish()
    }
}

impl Peer {
    /// A peer that gives to each statement that contains one of the texts the answer beside it, and an empty answer to any other.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn start<S: Into<String>>(script: Vec<(S, Answer)>) -> Result<Self> {
        let script: Script = script.into_iter().map(|(text, answer)| (text.into(), answer)).collect();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let (log, stopped) = (Arc::<Mutex<Log>>::default(), Arc::<AtomicBool>::default());
        let (shared, stop, script) = (Arc::clone(&log), Arc::clone(&stopped), Arc::new(script));
        let listener = thread::spawn(move || listen(&listener, &script, &shared, &stop));
        Ok(Self { port, log, stopped, listener: Some(listener) })
    }

    /// The port on the loopback address.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The statements that were sent and contain `text`, in their order.
    ///
    /// # Errors
    /// What the peer did not understand.
    pub fn requests(&self, text: &str) -> std::result::Result<Vec<Request>, String> {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        match log.problems.first() {
            Some(problem) => Err(problem.clone()),
            None => Ok(log.requests.iter().filter(|request| request.statement.contains(text)).cloned().collect()),
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Some(listener) = self.listener.take() {
            // It looks at the flag between two clients. A panic of it has been seen as a connection that ended.
            drop(listener.join());
        }
    }
}

fn listen(listener: &TcpListener, script: &Arc<Script>, log: &Arc<Mutex<Log>>, stopped: &AtomicBool) {
    let end = Instant::now() + LIFE;
    while !stopped.load(Ordering::Relaxed) && Instant::now() < end {
        match listener.accept() {
            Ok((stream, _)) => {
                let (script, log) = (Arc::clone(script), Arc::clone(log));
                // It ends with its client, or when that has been silent for too long.
                thread::spawn(move || {
                    if let Err(error) = serve(stream, &script, &log) {
                        log.lock().unwrap_or_else(PoisonError::into_inner).problems.push(error.to_string());
                    }
                });
            }
            Err(_) => thread::sleep(POLL),
        }
    }
}

fn serve(mut stream: TcpStream, script: &Script, log: &Mutex<Log>) -> Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(SILENCE))?;
    let mut prepared = HashMap::new();
    loop {
        let (kind, payload) = match read_message(&mut stream) {
            // A client that goes away is no fault.
            Err(error) if matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset) => {
                return Ok(());
            }
            other => other?,
        };
        let request = match kind {
            packet::PRELOGIN => {
                write_answer(&mut stream, &answer::before_login())?;
                continue;
            }
            packet::LOGIN => {
                write_answer(&mut stream, &answer::login())?;
                continue;
            }
            packet::ATTENTION => {
                write_answer(&mut stream, &answer::attention())?;
                continue;
            }
            packet::BATCH => Request::batch(&payload)?,
            packet::RPC => Request::call(&payload, &mut prepared)?,
            other => return Err(wrong(&format!("packet {other:#04x}, which the peer does not know"))),
        };
        let found = script.iter().find(|(text, _)| request.statement.contains(text.as_str()));
        let answer = found.map_or_else(Answer::default, |(_, answer)| answer.clone());
        let answer = answer.write(&request, prepared.len());
        // Before the answer, so that a client that has it finds its request.
        log.lock().unwrap_or_else(PoisonError::into_inner).requests.push(request);
        write_answer(&mut stream, &answer)?;
    }
}
