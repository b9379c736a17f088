//! The page: what the commands do, for people who look rather than pipe.
//!
//! Only this machine reaches it, and only by its exact address; it asks nobody for anything. All arithmetic is here; scripts only spare a reload.

mod bits;
mod guard;
mod language;
mod page;
mod query;
mod routes;
mod server;
mod site;
#[cfg(test)]
mod tests;
mod views;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use crate::context::Context;
use crate::failure::Failure;

/// Listens on a port of the loopback address until somebody ends it. `ready` is told the address.
///
/// # Errors
/// The port cannot be had, or what `ready` says.
pub fn run(context: &Context, port: u16, ready: impl FnOnce(&str) -> Result<(), Failure>) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::Io(format!("listening on port {port} of this machine"), error);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = tokio::net::TcpListener::bind(address).await.map_err(failed)?;
        let site = site::Site::new(context, listener.local_addr().map_err(failed)?.port());
        let stopped = server::stopped().map_err(failed)?;
        ready(&format!("{}/", site.origin()))?;
        server::serve(listener, routes::router(site), stopped).await;
        Ok(())
    })
}
