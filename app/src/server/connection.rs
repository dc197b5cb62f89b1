//! Connections: so many at once, and none that neither reads nor writes.
//!
//! A client that opens a connection and then says nothing, or never reads, would keep it for ever. So the time is
//! taken here, below everything else: a connection on which nothing moves for [`IDLE`] is closed. Event streams
//! send a sign of life more often than that, so only clients who do not read it are cut off. While the program works on
//! an answer ([`busy`]), it is not the client who keeps it waiting, and the clock stands still.

use axum::Router;
use axum::extract::Request;
use axum::extract::connect_info::{ConnectInfo, Connected, IntoMakeServiceWithConnectInfo};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::serve::IncomingStream;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// Connections at once; further ones wait in the system's queue.
const MAX: usize = 1_000;

/// How long a connection may make no progress.
const IDLE: Duration = Duration::from_secs(120);

/// Whose connection it is.
#[derive(Debug, Clone)]
pub struct Client {
    pub address: IpAddr,
    work: Arc<AtomicUsize>,
}

impl Connected<IncomingStream<'_, Connections>> for Client {
    fn connect_info(stream: IncomingStream<'_, Connections>) -> Self {
        Self { address: stream.remote_addr().ip(), work: Arc::clone(&stream.io().work) }
    }
}

tokio::task_local! {
    /// Answers that are being worked on for the connection of this request.
    static WORK: Arc<AtomicUsize>;
}

/// Lets a request know its connection.
async fn with_work(request: Request, next: Next) -> Response {
    match request.extensions().get::<ConnectInfo<Client>>() {
        Some(ConnectInfo(client)) => {
            let work = Arc::clone(&client.work);
            WORK.scope(work, next.run(request)).await
        }
        None => next.run(request).await,
    }
}

/// Stops the clock of the connection of this request, until it is dropped.
pub struct Busy(Option<Arc<AtomicUsize>>);

/// Says that the program works on an answer.
pub fn busy() -> Busy {
    let work = WORK.try_with(Arc::clone).ok();
    if let Some(work) = &work {
        work.fetch_add(1, Ordering::Relaxed);
    }
    Busy(work)
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some(work) = &self.0 {
            work.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Routes that know whose connection it is.
pub fn known(router: Router) -> IntoMakeServiceWithConnectInfo<Router, Client> {
    router.layer(middleware::from_fn(with_work)).into_make_service_with_connect_info()
}

/// Accepts connections.
pub struct Connections {
    listener: TcpListener,
    room: Arc<Semaphore>,
    patience: Duration,
}

impl Connections {
    /// On a listener.
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, room: Arc::new(Semaphore::new(MAX)), patience: IDLE }
    }
}

impl axum::serve::Listener for Connections {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            // The semaphore is never closed.
            let Ok(permit) = Arc::clone(&self.room).acquire_owned().await else { continue };
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    // Small answers are to leave at once; a system that cannot is merely slower.
                    let _ = stream.set_nodelay(true);
                    let line = Connection {
                        stream,
                        patience: self.patience,
                        idle: Box::pin(tokio::time::sleep(self.patience)),
                        work: Arc::default(),
                        _permit: permit,
                    };
                    return (line, address);
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
pub struct Connection {
    stream: TcpStream,
    patience: Duration,
    work: Arc<AtomicUsize>,
    idle: Pin<Box<Sleep>>,
    _permit: OwnedSemaphorePermit,
}

impl Connection {
    /// Progress restarts the clock; waiting too long ends the connection.
    fn timed<T>(&mut self, context: &mut Context<'_>, poll: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        let deadline = Instant::now() + self.patience;
        if poll.is_ready() {
            self.idle.as_mut().reset(deadline);
            return poll;
        }
        while self.idle.as_mut().poll(context).is_ready() {
            if self.work.load(Ordering::Relaxed) == 0 {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            self.idle.as_mut().reset(deadline);
        }
        Poll::Pending
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.timed(context, poll)
    }
}

impl AsyncWrite for Connection {
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use std::io::{Read, Write};

    const PATIENCE: Duration = Duration::from_millis(400);

    async fn waits() -> &'static str {
        tokio::time::sleep(3 * PATIENCE).await;
        "done"
    }

    async fn works() -> &'static str {
        let _busy = busy();
        waits().await
    }

    /// What a server whose patience is short answers to a request for a path.
    async fn asked(path: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let lines = Connections { patience: PATIENCE, ..Connections::new(listener) };
        let routes = Router::new().route("/works", get(works)).route("/waits", get(waits));
        let server = tokio::spawn(async move { axum::serve(lines, known(routes)).await });
        let request = format!("GET {path} HTTP/1.1\r\nHost: here\r\n\r\n");
        let client = tokio::task::spawn_blocking(move || {
            let mut stream = std::net::TcpStream::connect(address).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            // The connection is closed once nothing moves any more.
            let _ = stream.read_to_string(&mut answer);
            answer
        });
        let answer = client.await.unwrap();
        server.abort();
        answer
    }

    #[tokio::test]
    async fn the_clock_stands_still_while_an_answer_is_made() {
        assert!(asked("/works").await.ends_with("done"));
        assert_eq!(asked("/waits").await, "");
    }
}
