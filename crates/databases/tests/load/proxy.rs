//! A proxy between the service and its database, which takes connections away.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// Where the database is.
#[derive(Clone, Debug)]
pub(crate) enum Server {
    Unix(PathBuf),
    Tcp(String, u16),
}

/// What the proxy is told to do.
#[derive(Debug)]
struct Orders {
    /// Raised to cut every connection that there is.
    cut: watch::Sender<u32>,
    /// Nothing passes while this is set.
    stalled: watch::Sender<bool>,
    /// No new connection is had while this is set.
    refusing: AtomicBool,
    /// How many answers are still to be cut in the middle.
    halves: AtomicUsize,
    /// How many connections were cut.
    cuts: AtomicUsize,
}

/// The proxy, which ends with the runtime.
#[derive(Clone, Debug)]
pub(crate) struct Proxy {
    pub(crate) port: u16,
    orders: Arc<Orders>,
}

impl Proxy {
    pub(crate) async fn start(server: Server) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let orders = Arc::new(Orders {
            cut: watch::Sender::new(0),
            stalled: watch::Sender::new(false),
            refusing: AtomicBool::new(false),
            halves: AtomicUsize::new(0),
            cuts: AtomicUsize::new(0),
        });
        let told = Arc::clone(&orders);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if told.refusing.load(Ordering::SeqCst) {
                    reset(&client);
                    continue;
                }
                // Before the task begins: a cut of now is one of this connection too.
                let cut = told.cut.subscribe();
                let (server, told) = (server.clone(), Arc::clone(&told));
                tokio::spawn(async move {
                    let _ = match server {
                        Server::Unix(path) => match UnixStream::connect(path).await {
                            Ok(server) => pass(client, server, cut, told).await,
                            Err(error) => Err(error),
                        },
                        Server::Tcp(host, port) => match TcpStream::connect((host, port)).await {
                            Ok(server) => pass(client, server, cut, told).await,
                            Err(error) => Err(error),
                        },
                    };
                });
            }
        });
        Self { port, orders }
    }

    /// How many connections were cut since the start.
    pub(crate) fn cuts(&self) -> usize {
        self.orders.cuts.load(Ordering::SeqCst)
    }

    /// How many connections there are.
    pub(crate) fn connections(&self) -> usize {
        self.orders.cut.receiver_count()
    }

    /// Cuts every connection.
    pub(crate) fn cut_all(&self) {
        self.orders.cut.send_modify(|count| *count += 1);
    }

    /// Lets nobody in, or everybody again.
    pub(crate) fn refuse(&self, refusing: bool) {
        self.orders.refusing.store(refusing, Ordering::SeqCst);
    }

    /// Lets nothing pass, or everything again.
    pub(crate) fn stall(&self, stalled: bool) {
        self.orders.stalled.send_replace(stalled);
    }

    /// Cuts some of the next answers of the database in their middle.
    pub(crate) fn halve(&self, answers: usize) {
        self.orders.halves.store(answers, Ordering::SeqCst);
    }

    /// How many answers are still to be cut.
    pub(crate) fn halves(&self) -> usize {
        self.orders.halves.load(Ordering::SeqCst)
    }
}

/// Has a connection end with a reset instead of a farewell when it is dropped.
fn reset(client: &TcpStream) {
    let _ = client.set_zero_linger();
}

/// Passes octets in both directions until an end is closed, or the connection is cut.
async fn pass<S>(client: TcpStream, server: S, mut cut: watch::Receiver<u32>, told: Arc<Orders>) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite,
{
    let _ = client.set_nodelay(true);
    let mut stalled = told.stalled.subscribe();
    let (mut server_in, mut server_out) = tokio::io::split(server);
    let mut client = client;
    let (mut up, mut down) = (vec![0; 16_384], vec![0; 16_384]);
    loop {
        let (answered, count) = tokio::select! {
            biased;
            _ = cut.changed() => {
                told.cuts.fetch_add(1, Ordering::SeqCst);
                reset(&client);
                return Ok(());
            }
            count = client.read(&mut up) => (false, count?),
            count = server_in.read(&mut down) => (true, count?),
        };
        if count == 0 {
            return Ok(());
        }
        // A connection that is cut while it waits here ends all the same.
        tokio::select! {
            biased;
            _ = cut.changed() => {
                told.cuts.fetch_add(1, Ordering::SeqCst);
                reset(&client);
                return Ok(());
            }
            _ = stalled.wait_for(|stalled| !stalled) => {}
        }
        if !answered {
            server_out.write_all(&up[..count]).await?;
            continue;
        }
        let halve = |left: usize| left.checked_sub(1);
        if told.halves.fetch_update(Ordering::SeqCst, Ordering::SeqCst, halve).is_ok() {
            // Half an answer and a farewell, where a cut is no answer and a reset.
            told.cuts.fetch_add(1, Ordering::SeqCst);
            client.write_all(&down[..count / 2]).await?;
            return Ok(());
        }
        client.write_all(&down[..count]).await?;
    }
}
