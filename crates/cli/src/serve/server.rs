//! Connections: a bounded number of them, none of which may dawdle.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// A browser opens six to a host.
const CONNECTIONS: usize = 64;

/// For the head of a request, and between two requests.
const HEAD: Duration = Duration::from_secs(30);

/// For answers that are under way when somebody ends the page.
const ENDING: Duration = Duration::from_secs(3);

/// Ends when the process is asked to end.
pub fn stopped() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Answers until `stopped`, and then what is under way.
pub async fn serve(listener: TcpListener, router: Router, stopped: impl Future<Output = ()>) {
    let mut stopped = std::pin::pin!(stopped);
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (listener.accept().await, place)
        };
        let (accepted, place) = tokio::select! {
            both = accepted => both,
            () = &mut stopped => break,
        };
        let Ok((stream, _)) = accepted else {
            // Out of descriptors, most likely: others may end.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(64 * 1024)
            .serve_connection(TokioIo::new(stream), service);
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            // A connection that breaks is the other side's affair.
            let _ = watched.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(ENDING, graceful.shutdown()).await;
}
