//! Limits the number of connections and closes idle ones.
//!
//! A connection on which nothing moves for [`IDLE`] is closed. While the program works on an answer ([`busy`]) the time
//! does not count; event streams send a sign of life more often than that, so only clients that do not read are closed.
//!
//! No client can lock others out: when all [`MAX`] places are taken, or an address has its [`SHARE`], a new connection is
//! still accepted, and older ones are closed for it ([`weakest`]). Sending a byte now and then does not keep a place: what
//! counts is when the server last wrote.

use axum::Router;
use axum::extract::Request;
use axum::extract::connect_info::{ConnectInfo, Connected, IntoMakeServiceWithConnectInfo};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::serve::IncomingStream;
use futures_util::task::AtomicWaker;
use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep};
use unstuck_ops::lock::locked;

/// Connections at once.
const MAX: usize = 1_000;

/// Connections of one address at once. Clients on this machine, or behind a proxy on it, share loopback and may use all.
const SHARE: usize = 250;

/// Connections that are closed together when all places are taken.
const ROOM: usize = 20;

/// How long a connection may make no progress.
const IDLE: Duration = Duration::from_secs(120);

/// The addresses that one client can have: one of version 4, a network of 64 bits of version 6.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) if !six.is_loopback() => IpAddr::V6((six.to_bits() & (u128::MAX << 64)).into()),
        other => other,
    }
}

/// What is known of a connection while it is open.
#[derive(Debug)]
struct Place {
    network: IpAddr,
    /// When the server last wrote, or accepted the connection: a number that grows with every such event.
    wrote: AtomicU64,
    /// Answers that are being worked on.
    work: AtomicUsize,
    /// Event streams that are open.
    streams: AtomicUsize,
    /// A request has shown the token.
    trusted: AtomicBool,
    /// The connection is to be closed.
    evicted: AtomicBool,
    waker: AtomicWaker,
}

impl Place {
    fn new(address: IpAddr, moment: u64) -> Self {
        Self {
            network: network(address),
            wrote: moment.into(),
            work: AtomicUsize::new(0),
            streams: AtomicUsize::new(0),
            trusted: AtomicBool::new(false),
            evicted: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        }
    }

    /// Who gives way first: other machines that have not shown the token, then this machine, then those with the token.
    fn class(&self) -> u8 {
        if self.trusted.load(Ordering::Relaxed) { 2 } else { u8::from(self.network.is_loopback()) }
    }

    /// What gives way first: idle connections, then event streams, then answers in the making; the oldest of each.
    fn rank(&self) -> (u8, u64) {
        let kind = if self.work.load(Ordering::Relaxed) > 0 {
            2
        } else {
            u8::from(self.streams.load(Ordering::Relaxed) > 0)
        };
        (kind, self.wrote.load(Ordering::Relaxed))
    }
}

/// All connections that are open.
#[derive(Debug, Default)]
struct Registry {
    places: Mutex<BTreeMap<u64, Arc<Place>>>,
    /// Counts what happens: a clock that needs no system call.
    moment: AtomicU64,
}

impl Registry {
    fn now(&self) -> u64 {
        self.moment.fetch_add(1, Ordering::Relaxed)
    }

    /// Adds a connection; closes others where there are too many.
    fn add(&self, address: IpAddr) -> (u64, Arc<Place>) {
        let key = self.now();
        let place = Arc::new(Place::new(address, key));
        let mut places = locked(&self.places);
        let own = || places.iter().filter(|(_, other)| other.network == place.network);
        if !place.network.is_loopback() && own().count() >= SHARE {
            let oldest = own().min_by_key(|(_, other)| (other.class(), other.rank())).map(|(key, _)| *key);
            evict(&mut places, oldest);
        } else if places.len() >= MAX {
            let weakest = weakest(&places);
            evict(&mut places, weakest);
        }
        places.insert(key, Arc::clone(&place));
        (key, place)
    }

    /// Closes connections because the system has no room for another one.
    fn shrink(&self) {
        let mut places = locked(&self.places);
        let weakest = weakest(&places);
        evict(&mut places, weakest);
    }
}

/// The connections that give way when all places are taken: of the lowest class, of its address with the most, those that
/// have been idle longest. Several at once, since it takes a look at all of them.
fn weakest(places: &BTreeMap<u64, Arc<Place>>) -> Vec<u64> {
    let lowest = places.values().map(|place| place.class()).min();
    let mut candidates: Vec<_> = places.iter().filter(|(_, place)| Some(place.class()) == lowest).collect();
    let mut counts: HashMap<IpAddr, usize> = HashMap::new();
    for (_, place) in &candidates {
        *counts.entry(place.network).or_default() += 1;
    }
    let most = counts.values().max();
    candidates.retain(|(_, place)| counts.get(&place.network) == most);
    candidates.sort_by_cached_key(|(_, place)| place.rank());
    candidates.iter().take(ROOM).map(|(key, _)| **key).collect()
}

fn evict(places: &mut BTreeMap<u64, Arc<Place>>, keys: impl IntoIterator<Item = u64>) {
    for place in keys.into_iter().filter_map(|key| places.remove(&key)) {
        place.evicted.store(true, Ordering::Release);
        place.waker.wake();
    }
}

/// Whose connection it is.
#[derive(Debug, Clone)]
pub struct Client {
    pub address: IpAddr,
    place: Arc<Place>,
}

impl Client {
    /// A request has shown the token.
    pub fn trust(&self) {
        self.place.trusted.store(true, Ordering::Relaxed);
    }
}

impl Connected<IncomingStream<'_, Connections>> for Client {
    fn connect_info(stream: IncomingStream<'_, Connections>) -> Self {
        Self { address: stream.remote_addr().ip(), place: Arc::clone(&stream.io().place) }
    }
}

tokio::task_local! {
    /// The connection of this request.
    static PLACE: Arc<Place>;
}

/// Lets a request know its connection.
async fn with_place(request: Request, next: Next) -> Response {
    match request.extensions().get::<ConnectInfo<Client>>() {
        Some(ConnectInfo(client)) => {
            let place = Arc::clone(&client.place);
            PLACE.scope(place, next.run(request)).await
        }
        None => next.run(request).await,
    }
}

/// Counts something in the connection of a request, until it is dropped.
pub struct Counted(Option<Arc<Place>>, fn(&Place) -> &AtomicUsize);

impl Counted {
    fn new(counter: fn(&Place) -> &AtomicUsize) -> Self {
        let place = PLACE.try_with(Arc::clone).ok();
        if let Some(place) = &place {
            counter(place).fetch_add(1, Ordering::Relaxed);
        }
        Self(place, counter)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(place) = &self.0 {
            (self.1)(place).fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The program works on an answer: the connection is not idle.
pub fn busy() -> Counted {
    Counted::new(|place| &place.work)
}

/// The answer is a stream of events.
pub fn streaming() -> Counted {
    Counted::new(|place| &place.streams)
}

/// Routes that know whose connection it is.
pub fn known(router: Router) -> IntoMakeServiceWithConnectInfo<Router, Client> {
    router.layer(middleware::from_fn(with_place)).into_make_service_with_connect_info()
}

/// Accepts connections.
pub struct Connections {
    listener: TcpListener,
    registry: Arc<Registry>,
    patience: Duration,
}

impl Connections {
    /// On a listener.
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, registry: Arc::default(), patience: IDLE }
    }
}

impl axum::serve::Listener for Connections {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    // Small answers are to leave at once; a system that cannot is merely slower.
                    let _ = stream.set_nodelay(true);
                    let (key, place) = self.registry.add(address.ip());
                    let connection = Connection {
                        stream,
                        patience: self.patience,
                        idle: Box::pin(tokio::time::sleep(self.patience)),
                        place,
                        key,
                        registry: Arc::clone(&self.registry),
                    };
                    return (connection, address);
                }
                // The client has gone already.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                // Out of file descriptors or memory.
                Err(_) => {
                    self.registry.shrink();
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
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
    idle: Pin<Box<Sleep>>,
    place: Arc<Place>,
    key: u64,
    registry: Arc<Registry>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        locked(&self.registry.places).remove(&self.key);
    }
}

impl Connection {
    /// Progress restarts the clock; waiting too long, or giving way to another client, ends the connection.
    fn timed<T>(&mut self, context: &mut Context<'_>, poll: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.place.waker.register(context.waker());
        if self.place.evicted.load(Ordering::Acquire) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        let deadline = Instant::now() + self.patience;
        if poll.is_ready() {
            self.idle.as_mut().reset(deadline);
            return poll;
        }
        while self.idle.as_mut().poll(context).is_ready() {
            if self.place.work.load(Ordering::Relaxed) == 0 {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            self.idle.as_mut().reset(deadline);
        }
        Poll::Pending
    }

    /// The same for bytes that were written.
    fn wrote(&mut self, context: &mut Context<'_>, poll: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if poll.is_ready() {
            self.place.wrote.store(self.registry.now(), Ordering::Relaxed);
        }
        self.timed(context, poll)
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
        self.wrote(context, poll)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wrote(context, poll)
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

    const PATIENCE: Duration = Duration::from_secs(1);

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

    /// Connections of addresses, by their keys, in the order in which they came.
    fn opened(registry: &Registry, count: usize, address: &str) -> Vec<(u64, Arc<Place>)> {
        (0..count).map(|_| registry.add(address.parse().unwrap())).collect()
    }

    fn evicted(places: &[(u64, Arc<Place>)]) -> usize {
        places.iter().filter(|(_, place)| place.evicted.load(Ordering::Relaxed)).count()
    }

    fn count(registry: &Registry) -> usize {
        registry.places.lock().unwrap().len()
    }

    #[test]
    fn the_oldest_idle_connections_give_way() {
        let registry = Registry::default();
        let all = opened(&registry, MAX, "127.0.0.1");
        assert_eq!(evicted(&all), 0);
        // The first works, the second streams, the third has just been answered.
        all[0].1.work.store(1, Ordering::Relaxed);
        all[1].1.streams.store(1, Ordering::Relaxed);
        all[2].1.wrote.store(registry.now(), Ordering::Relaxed);
        let later = opened(&registry, 2 * ROOM, "127.0.0.1");
        let oldest = &all[3..3 + 2 * ROOM];
        assert_eq!((evicted(oldest), evicted(&all), evicted(&later)), (2 * ROOM, 2 * ROOM, 0));
        assert_eq!(count(&registry), MAX);
        // Streams before answers in the making.
        all[2..].iter().chain(&later).for_each(|(_, place)| place.work.store(1, Ordering::Relaxed));
        opened(&registry, 1, "127.0.0.1");
        assert!(all[1].1.evicted.load(Ordering::Relaxed));
    }

    #[test]
    fn a_new_connection_is_accepted_though_all_work() {
        let registry = Registry::default();
        let all = opened(&registry, MAX, "127.0.0.1");
        all.iter().for_each(|(_, place)| place.work.store(1, Ordering::Relaxed));
        let later = opened(&registry, 1, "127.0.0.1");
        assert_eq!((evicted(&all[..ROOM]), evicted(&all), evicted(&later)), (ROOM, ROOM, 0));
    }

    #[test]
    fn an_address_has_its_share() {
        let registry = Registry::default();
        let first = opened(&registry, 1, "10.0.0.2");
        let greedy = opened(&registry, 2 * SHARE, "10.0.0.1");
        assert_eq!((evicted(&greedy[..SHARE]), evicted(&greedy[SHARE..]), evicted(&first)), (SHARE, 0, 0));
        let network = opened(&registry, SHARE, "2001:db8::1");
        opened(&registry, SHARE, "2001:db8::2");
        assert_eq!(evicted(&network), SHARE, "a network of version 6 counts as one address");
        assert_eq!(count(&registry), 2 * SHARE + 1);
    }

    #[test]
    fn clients_with_the_token_and_on_this_machine_stay() {
        let registry = Registry::default();
        let local = opened(&registry, 1, "::1");
        let known = opened(&registry, SHARE, "10.0.0.1");
        known.iter().for_each(|(_, place)| place.trusted.store(true, Ordering::Relaxed));
        let stranger = |number: usize| registry.add(std::net::Ipv4Addr::from_bits(number as u32).into());
        let strangers: Vec<_> = (0..MAX).map(stranger).collect();
        assert_eq!((evicted(&local), evicted(&known)), (0, 0));
        assert!(count(&registry) <= MAX && evicted(&strangers) > SHARE);
        // A stranger with many connections gives way before those with few.
        let before = evicted(&strangers);
        let greedy = opened(&registry, MAX - count(&registry), "10.0.0.3");
        let few = evicted(&greedy) + evicted(&strangers) - before;
        assert_eq!(few, 0, "there was room for them");
        opened(&registry, 1, "10.0.0.4");
        assert_eq!((evicted(&greedy), evicted(&strangers)), (greedy.len().min(ROOM), before));
    }

    #[test]
    fn a_network_of_version_six_counts_as_one() {
        let parse = |text: &str| network(text.parse().unwrap());
        assert_eq!(parse("2001:db8::1"), parse("2001:db8::ffff:1"));
        assert_ne!(parse("2001:db8::1"), parse("2001:db8:0:1::1"));
        assert_eq!(parse("::ffff:10.0.0.1"), parse("10.0.0.1"));
        assert!(parse("::1").is_loopback());
    }

    #[tokio::test]
    async fn the_clock_stands_still_while_an_answer_is_made() {
        let (works, waits) = tokio::join!(asked("/works"), asked("/waits"));
        assert!(works.ends_with("done"), "{works}");
        assert_eq!(waits, "");
    }
}
