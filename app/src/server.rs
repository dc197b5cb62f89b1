//! The web server: the API that [`openapi`] describes, live events, and the pages.
//!
//! | file | idea |
//! |---|---|
//! | [`connection`], [`security`], [`body`], [`failure`] | limits of connections, access, bodies of requests, refusals |
//! | [`assets`], [`catalog`], [`session`] | the pages; what the registries know; what runs here, and logins |
//! | [`positions`], [`heuristics`] | games; heuristics as texts |
//! | [`jobs`] | whatever takes time, under limits |
//! | [`experiments`], [`datasets`] | what is stored, and what is to become of it |
//! | [`events`], [`news`] | what happens, as it happens |
//!
//! The server parses, searches and stores by the same code as the command line; the pages draw. Requests are
//! answered on a few asynchronous threads that never compute: whatever reads the store or a text runs on blocking
//! threads, searches run on the lanes of [`jobs`], experiments on the threads of the [runner](unstuck_ops::runner), which
//! knows nothing of a server.

mod access;
mod annotations;
mod assets;
mod body;
mod catalog;
mod connection;
mod datasets;
mod events;
mod experiments;
mod failure;
mod heuristics;
mod jobs;
mod library;
mod news;
mod openapi;
mod phase;
mod planning;
mod positions;
mod routes;
mod security;
mod session;

pub use assets::are_here as has_pages;
#[cfg(feature = "schema")]
pub use routes::generated;
pub use security::random_key;

use anyhow::{Context, Result, bail};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use datasets::dataset_store::DatasetStore;
use events::EventBus;
use experiments::summary_cache::SummaryCache;
use failure::Failure;
use jobs::Jobs;
use security::Auth;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use unstuck_ops::cancel;
use unstuck_ops::lock::locked;
use unstuck_ops::runner::Runner;
use unstuck_ops::store::Store;
use unstuck_ops::warnings;

/// How long clients have to disconnect once the server is to end, and then requests to be answered. Ctrl-C ends the server
/// within a second, whatever clients do.
const GRACE: Duration = Duration::from_millis(300);

/// What the server is started with.
pub struct Options {
    /// Name or address to listen on.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Threads of the runner; 0 for one per core.
    pub threads: usize,
    /// What others than those on this machine have to know.
    pub token: Option<String>,
    /// Begin with the demonstration.
    pub demo: bool,
}

/// What all requests share.
pub struct App {
    /// For reading: the runner's writing does not hold it up.
    store: Store,
    /// For whatever changes the store.
    writer: Arc<Store>,
    runner: Mutex<Runner>,
    threads: usize,
    auth: Auth,
    events: EventBus,
    jobs: Arc<Jobs>,
    summaries: SummaryCache,
    dataset_store: DatasetStore,
    /// A place for each explanation that is being made.
    explaining: Arc<Semaphore>,
    catalog: String,
    /// True once the server is to end.
    ending: watch::Sender<bool>,
}

impl App {
    fn runner(&self) -> MutexGuard<'_, Runner> {
        locked(&self.runner)
    }
}

/// What a handler answers.
type Answer = std::result::Result<Response, Failure>;

/// Work that gives an answer as JSON. Boxed: how the server waits is compiled once, not for each kind of work.
type Work = Box<dyn FnOnce() -> std::result::Result<String, Failure> + Send>;

/// Runs work on a thread that may wait, and answers with what it gives.
fn run_blocking<T: serde::Serialize>(
    work: impl FnOnce() -> std::result::Result<T, Failure> + Send + 'static,
) -> impl Future<Output = Answer> {
    wait_for(text_of(work))
}

/// Work for a client that may disconnect: when the request is dropped, it ends as Ctrl-C would end it.
fn cancel_on_disconnect<T: serde::Serialize>(
    work: impl FnOnce() -> std::result::Result<T, Failure> + Send + 'static,
) -> impl Future<Output = Answer> {
    wait_while_connected(text_of(work))
}

fn text_of<T: serde::Serialize>(
    work: impl FnOnce() -> std::result::Result<T, Failure> + Send + 'static,
) -> Work {
    Box::new(move || {
        serde_json::to_string(&work()?)
            .map_err(|error| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
    })
}

async fn wait_for(work: Work) -> Answer {
    let answer = tokio::task::spawn_blocking(work);
    let _busy = connection::busy();
    match answer.await {
        Ok(text) => Ok(json_text(text?)),
        Err(_) => Err(Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "a defect of the program ended the request; please report what the terminal says",
        )),
    }
}

async fn wait_while_connected(work: Work) -> Answer {
    struct Gone(cancel::Flag);
    impl Drop for Gone {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let gone = Gone(cancel::Flag::default());
    let flag = Some(Arc::clone(&gone.0));
    let answer = wait_for(Box::new(move || cancel::with_flag(flag, work))).await;
    drop(gone);
    answer
}

/// An answer that is JSON already.
fn json_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Serves until it is asked to stop; reports the address through `ready`.
pub fn run(store: Store, options: Options, ready: impl FnOnce(&str) -> Result<()>) -> Result<()> {
    let path = store.path().context("the server needs a store in a file")?.to_owned();
    let addresses: Vec<SocketAddr> = (options.host.trim_matches(['[', ']']), options.port)
        .to_socket_addrs()
        .with_context(|| {
            format!("there is no address '{}'; write for example 127.0.0.1 or 0.0.0.0", options.host)
        })?
        .collect();
    let local = !addresses.is_empty() && addresses.iter().all(|address| address.ip().is_loopback());
    if !local && options.token.is_none() {
        bail!("an address that others can reach needs a token; name one with --token or UNSTUCK_TOKEN");
    }
    if options.token.as_ref().is_some_and(|token| token.chars().count() < security::SHORT) {
        let least = security::SHORT;
        warnings::error(&format!("the token is short and can be guessed; take {least} characters or more"));
    }
    #[cfg(unix)]
    raise_file_limit();
    let writer = Arc::new(store);
    let runner = Runner::new(Arc::clone(&writer), options.threads);
    let news = runner.subscribe();
    let app = Arc::new(App {
        store: Store::open(&path)?,
        threads: runner.threads(),
        writer,
        runner: Mutex::new(runner),
        auth: Auth::new(&options.host, options.token.clone()),
        events: EventBus::default(),
        jobs: Arc::default(),
        summaries: SummaryCache::default(),
        dataset_store: DatasetStore::default(),
        explaining: Arc::new(Semaphore::new(heuristics::AT_ONCE)),
        catalog: serde_json::to_string(&catalog::describe())?,
        ending: watch::channel(false).0,
    });
    let lanes = jobs::start(&app).context("the threads for searches could not be started")?;
    let shared = Arc::clone(&app);
    let reporter = std::thread::spawn(move || news::report(&shared, &news));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(32)
        .enable_all()
        .build()
        .context("the server's threads could not be started")?;
    unstuck_ops::wording::install(&crate::wording::Pages);
    let served = runtime.block_on(serve(&app, &addresses, &options, ready));
    // Searches end within a moment, experiments are kept as they are; then no events are left.
    app.jobs.end();
    runtime.shutdown_timeout(GRACE);
    app.runner().shutdown();
    drop(lanes.into_iter().map(std::thread::JoinHandle::join).collect::<Vec<_>>());
    app.ending.send_replace(true);
    drop(reporter.join());
    served
}

async fn serve(
    app: &Arc<App>,
    addresses: &[SocketAddr],
    options: &Options,
    ready: impl FnOnce(&str) -> Result<()>,
) -> Result<()> {
    let listener = TcpListener::bind(addresses).await.with_context(|| {
        format!(
            "cannot listen on {}:{}; is another unstuck serve running? Choose another port with --port",
            options.host, options.port
        )
    })?;
    let address = listener.local_addr()?;
    let begun = Arc::clone(app);
    let demo = options.demo;
    tokio::task::spawn_blocking(move || {
        experiments::begin::resume(&begun);
        if demo {
            experiments::begin::demonstrate(&begun);
        }
    });
    ready(&page(address))?;
    let ended = async {
        let mut signals = Signals::new();
        loop {
            if signals.asked() {
                // Whatever is being made ends as it would by Ctrl-C.
                cancel::request(true);
            }
            if cancel::requested() {
                break;
            }
            app.jobs.tidy();
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        app.jobs.end();
        app.ending.send_replace(true);
    };
    let (stop, mut stopped) = watch::channel(false);
    let graceful = async move {
        // The sender is dropped when the wait is over.
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    let server = axum::serve(connection::Connections::new(listener), connection::known(routes::router(app)))
        .with_graceful_shutdown(graceful);
    let server = tokio::spawn(server.into_future());
    ended.await;
    stop.send_replace(true);
    // Clients that do not go are left behind.
    let _ = tokio::time::timeout(GRACE, server).await;
    Ok(())
}

/// Allows this process as many open files as the system permits: every connection is one, and the usual limit of 1,024, or
/// 256, would be reached before [`connection`]'s own.
#[cfg(unix)]
fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Without it there are fewer connections.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// The address of the pages, as one types it.
fn page(address: SocketAddr) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]).to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
        IpAddr::V4(ip) => ip.to_string(),
    };
    format!("http://{host}:{}/", address.port())
}

/// Requests to end other than Ctrl-C.
struct Signals {
    #[cfg(unix)]
    terminated: Option<tokio::signal::unix::Signal>,
}

impl Signals {
    fn new() -> Self {
        Self {
            #[cfg(unix)]
            terminated: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).ok(),
        }
    }

    fn asked(&mut self) -> bool {
        #[cfg(unix)]
        if let Some(signal) = &mut self.terminated {
            use futures_util::FutureExt;
            return signal.recv().now_or_never().flatten().is_some();
        }
        false
    }
}
