//! Connections: so many at once, and none that neither reads nor writes.
//!
//! A client that opens a connection and then says nothing, or never reads, would keep it for ever. So the time is
//! taken here, below everything else: a connection on which nothing moves for [`IDLE`] is closed. Event streams
//! send a sign of life more often than that, so only clients who do not read it are cut off.

use axum::Router;
use axum::extract::connect_info::{Connected, IntoMakeServiceWithConnectInfo};
use axum::serve::IncomingStream;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// Connections at once; further ones wait in the system's queue.
const MOST: usize = 1_000;

/// How long a connection may make no progress.
const IDLE: Duration = Duration::from_secs(120);

/// Whose connection it is.
#[derive(Debug, Clone, Copy)]
pub struct Client(pub IpAddr);

impl Connected<IncomingStream<'_, Lines>> for Client {
    fn connect_info(stream: IncomingStream<'_, Lines>) -> Self {
        Self(stream.remote_addr().ip())
    }
}

/// Routes that are told whose connection it is.
pub fn known(router: Router) -> IntoMakeServiceWithConnectInfo<Router, Client> {
    router.into_make_service_with_connect_info()
}

/// Accepts connections.
pub struct Lines {
    listener: TcpListener,
    room: Arc<Semaphore>,
}

impl Lines {
    /// On a listener.
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, room: Arc::new(Semaphore::new(MOST)) }
    }
}

impl axum::serve::Listener for Lines {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        loop {
            // The semaphore is never closed.
            let Ok(permit) = Arc::clone(&self.room).acquire_owned().await else { continue };
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    // Small answers are to leave at once; a system that cannot is merely slower.
                    let _ = stream.set_nodelay(true);
                    return (
                        Line { stream, idle: Box::pin(tokio::time::sleep(IDLE)), _permit: permit },
                        address,
                    );
                }
                // Out of file descriptors, or a client that has gone already.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that does not wait for ever.
pub struct Line {
    stream: TcpStream,
    idle: Pin<Box<Sleep>>,
    _permit: OwnedSemaphorePermit,
}

impl Line {
    /// Progress starts the clock anew; waiting too long ends the connection.
    fn timed<T>(&mut self, context: &mut Context<'_>, poll: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.idle.as_mut().reset(Instant::now() + IDLE);
            return poll;
        }
        match self.idle.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.timed(context, poll)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, poll)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.timed(context, poll)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, poll)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_shutdown(context);
        self.timed(context, poll)
    }
}
