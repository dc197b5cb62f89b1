//! Who may talk to the server, and what browsers may do with its pages.
//!
//! A page of another site can make a browser send requests here. It can neither forge where they come from nor read the
//! answers: so a request must name this machine as its `Host` (a foreign name that was made to point here does not), and
//! one that changes something must come from our own pages (`Origin`, `Sec-Fetch-Site`) or from no page at all. On any
//! address but loopback a token is required as well, once, for a cookie that scripts cannot read and other sites cannot
//! send; never in the URL, which logs and histories keep. Wrong tokens are counted by the address they come from, so that
//! no client can lock others out; the right one is always let in. Its length keeps it from being guessed.

use super::App;
use super::connection::{Client, network};
use super::failure::Failure;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;
use unstuck_ops::lock::locked;

/// Scripts and styles from here alone, and no frames around the pages.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                      frame-ancestors 'none'; form-action 'self'";

/// Name of the cookie.
pub const COOKIE: &str = "unstuck";

/// A token of fewer characters is worth a warning.
pub const SHORT: usize = 16;

/// Wrong tokens of one address within [`WINDOW`]; further ones are refused unread.
const TRIES: usize = 10;
const WINDOW: Duration = Duration::from_secs(60);

/// Addresses whose wrong tokens are counted; beyond, those that tried longest ago are forgotten.
const COUNTED: usize = 1_000;

/// Where the token is to be found.
const WHICH: &str = "it is the one that the server was started with, or that it printed then";

/// Who is let in.
pub struct Auth {
    /// Names that this machine goes by, besides its addresses.
    names: Vec<String>,
    /// The token and the cookie it is exchanged for; none on loopback.
    keys: Option<(String, String)>,
    /// By address: wrong tokens since a moment.
    failed: Mutex<HashMap<IpAddr, (Instant, usize)>>,
}

impl Auth {
    /// Access rules for a listening address; with a token beyond loopback.
    pub fn new(host: &str, token: Option<String>) -> Self {
        let names = vec!["localhost".to_owned(), host.trim_matches(['[', ']']).to_lowercase()];
        let keys = token.map(|token| {
            let cookie = random_key();
            (token, cookie)
        });
        Self { names, keys, failed: Mutex::default() }
    }

    /// Whether one has to show a token.
    pub fn wants_token(&self) -> bool {
        self.keys.is_some()
    }

    /// Whether a `Host` is this machine: an address, which cannot be made to point elsewhere, or one of our names.
    fn knows(&self, host: &str) -> bool {
        let Some(name) = name_of(host) else { return false };
        let name = name.to_lowercase();
        match name.parse::<IpAddr>() {
            // Where all clients are let in, only those on this machine may have asked.
            Ok(address) => self.keys.is_some() || address.is_loopback() || self.names.contains(&name),
            Err(_) => self.names.contains(&name),
        }
    }

    /// Whether a request shows the token or the cookie. A wrong token is counted; an old cookie is not, since every
    /// page of a browser sends it until the user logs in again.
    fn opens(&self, headers: &HeaderMap, from: IpAddr) -> Result<(), Failure> {
        let Some((token, cookie)) = &self.keys else { return Ok(()) };
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let bearer = text(header::AUTHORIZATION).strip_prefix("Bearer ").unwrap_or_default();
        let cookies = text(header::COOKIE).split(';').filter_map(|one| one.trim().split_once('='));
        let shown =
            cookies.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value).next().unwrap_or_default();
        if same(bearer, token) | same(shown, cookie) {
            return Ok(());
        }
        if !bearer.is_empty() {
            self.count(from)?;
        }
        Err(Failure::new(StatusCode::UNAUTHORIZED, "this server wants a token").help(WHICH))
    }

    /// The cookie for a token; nothing where no token is wanted.
    pub fn login(&self, given: &str, from: IpAddr) -> Result<Option<&str>, Failure> {
        let Some((token, cookie)) = &self.keys else { return Ok(None) };
        if same(given, token) {
            return Ok(Some(cookie));
        }
        self.count(from)?;
        Err(Failure::new(StatusCode::UNAUTHORIZED, "the token is wrong").help(WHICH).field("token"))
    }

    /// Counts a wrong token, unless its address has tried too often.
    fn count(&self, from: IpAddr) -> Result<(), Failure> {
        let mut failed = locked(&self.failed);
        failed.retain(|_, (since, _)| since.elapsed() < WINDOW);
        let from = network(from);
        if failed.len() >= COUNTED && !failed.contains_key(&from) {
            let oldest = failed.iter().min_by_key(|(_, (since, _))| *since).map(|(address, _)| *address);
            oldest.map(|address| failed.remove(&address));
        }
        let (_, tries) = failed.entry(from).or_insert((Instant::now(), 0));
        *tries += 1;
        if *tries > TRIES {
            return Err(
                Failure::new(StatusCode::TOO_MANY_REQUESTS, "too many wrong tokens").help("wait a minute")
            );
        }
        Ok(())
    }
}

/// The name in a `Host`; none unless it is a name or an address, and perhaps a port.
fn name_of(host: &str) -> Option<&str> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_number = |port: &str| port.len() <= 5 && port.bytes().all(|sign| sign.is_ascii_digit());
    (port.is_empty() || port.strip_prefix(':').is_some_and(is_number)).then_some(name)
}

/// Where a request comes from.
pub fn address(request: &axum::http::Extensions) -> IpAddr {
    let client = request.get::<ConnectInfo<Client>>();
    // Every connection is told; without, all strangers count as one.
    client.map_or(Ipv4Addr::UNSPECIFIED.into(), |ConnectInfo(client)| client.address)
}

/// A key that cannot be guessed.
pub fn random_key() -> String {
    let mut bytes = [0; 24];
    // Without randomness there is no safe way to go on.
    if let Err(error) = getrandom::fill(&mut bytes) {
        panic!("the system has no random numbers: {error}");
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether two texts are the same, in a time that depends on neither: their hashes are compared, by [`subtle`].
fn same(given: &str, known: &str) -> bool {
    let [given, known] = [given, known].map(|text| <[u8; 32]>::from(Sha256::digest(text.as_bytes())));
    given.ct_eq(&known).into()
}

/// Looks at a request first, and at the answer last.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = match check(&app.auth, &request, is_api) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    };
    let headers = response.headers_mut();
    let fixed: [(HeaderName, &'static str); 6] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        // A page of its own kind may be stricter in its own way.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Routes that need no token.
const OPEN: [&str; 2] = ["/api/login", "/api/health"];

/// Whether a URL has a parameter that looks like a token.
fn has_token(uri: &Uri) -> bool {
    let names = uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.split('=').next());
    names.into_iter().any(|name| name.eq_ignore_ascii_case("token"))
}

fn check(auth: &Auth, request: &Request, is_api: bool) -> Result<(), Failure> {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let refused = |message: String| Failure::new(StatusCode::FORBIDDEN, message);
    let host = text(header::HOST).unwrap_or_default();
    if !auth.knows(host) {
        return Err(refused(format!("this server does not go by the name '{host}'"))
            .help("use the address that it printed when it was started, or name it with --host"));
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let own = |origin: &str| {
            origin.split_once("://").is_some_and(|(_, place)| place.eq_ignore_ascii_case(host))
        };
        let site = text(HeaderName::from_static("sec-fetch-site"));
        if text(header::ORIGIN).is_some_and(|origin| !own(origin))
            || site.is_some_and(|site| !matches!(site, "same-origin" | "none"))
        {
            return Err(refused("another site's page may not change anything here".to_owned()));
        }
    }
    if auth.wants_token() && has_token(request.uri()) {
        return Err(Failure::bad("a token in the address is refused: logs and histories keep addresses")
            .help("send it as the header Authorization: Bearer TOKEN, or log in at /api/login"));
    }
    if is_api && !OPEN.contains(&request.uri().path()) {
        auth.opens(headers, address(request.extensions()))?;
        if let Some(ConnectInfo(client)) = request.extensions().get::<ConnectInfo<Client>>()
            && auth.wants_token()
        {
            client.trust();
        }
    }
    // Forms of other pages can send what they like, but not as JSON.
    let kind = text(header::CONTENT_TYPE).unwrap_or_default().trim_start().to_lowercase();
    if request.method() == Method::POST && !kind.starts_with("application/json") {
        return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body is not announced as JSON")
            .help("send it with the header Content-Type: application/json"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_names_are_not_ours() {
        let auth = Auth::new("127.0.0.1", None);
        for host in ["127.0.0.1:7878", "localhost:7878", "localhost", "[::1]:7878", "LOCALHOST:1"] {
            assert!(auth.knows(host), "{host}");
        }
        for host in [
            "",
            "evil.example:7878",
            "localhost.evil.example",
            "192.168.1.5:7878",
            "127.0.0.1.evil.example",
            "localhost:x@evil",
            "localhost:80@evil",
            "localhost:80:80",
            "localhost:+80",
            "localhost:123456",
            "[::1]evil",
            "[::1",
            "[::1]:x",
            "127.0.0.1:80 ",
            "user@localhost",
            "localhost/",
            "localhost,evil",
        ] {
            assert!(!auth.knows(host), "{host}");
        }
        let open = Auth::new("0.0.0.0", Some("t".into()));
        assert!(open.knows("192.168.1.5:7878") && !open.knows("evil.example"));
    }

    fn status(answer: Result<(), Failure>) -> u16 {
        answer.map_or_else(|failure| failure.into_response().status().as_u16(), |()| 200)
    }

    #[test]
    fn wrong_tokens_are_counted_by_address_and_the_right_one_is_always_let_in() {
        let auth = Auth::new("0.0.0.0", Some("right".into()));
        let [one, other] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let login = |token: &str, from| status(auth.login(token, from).map(drop));
        let bearer = |token: &str, from| {
            let value = HeaderValue::from_str(&format!("Bearer {token}")).unwrap();
            status(auth.opens(&HeaderMap::from_iter([(header::AUTHORIZATION, value)]), from))
        };
        for _ in 0..TRIES / 2 {
            assert_eq!((login("wrong", one), bearer("wrong", one)), (401, 401));
        }
        assert_eq!((login("wrong", one), bearer("wrong", one)), (429, 429));
        assert_eq!((login("right", one), bearer("right", one)), (200, 200));
        assert_eq!((login("wrong", other), bearer("wrong", other)), (401, 401), "others are not locked out");
        // Without a token, and with the cookie of an earlier server, one is merely asked for it.
        let stale = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static("unstuck=0"))]);
        assert_eq!((status(auth.opens(&HeaderMap::new(), one)), status(auth.opens(&stale, one))), (401, 401));
    }

    /// The type proves that no comparison ends early: `same` has arrays of hashes for [`ConstantTimeEq`], whatever the texts.
    #[test]
    fn tokens_are_compared_whole() {
        let token = "0123456789abcdef0123456789abcdef0123456789abcdef";
        assert!(same(token, token) && same("", ""));
        for place in 0..token.len() {
            let mut other = token.to_owned();
            other.replace_range(place..=place, "x");
            assert!(!same(&other, token) && !same(&token[..place], token), "{place}");
        }
        assert!(!same(&format!("{token}\0"), token));
    }

    #[test]
    fn a_token_in_the_address_is_seen() {
        let seen = |uri: &str| has_token(&uri.parse().unwrap());
        assert!(seen("/api/about?token=x") && seen("/?a=1&TOKEN=x") && seen("/?token"));
        assert!(!seen("/api/about") && !seen("/?tokens=1") && !seen("/token=1"));
    }

    #[test]
    fn so_many_addresses_are_counted_and_no_more() {
        let auth = Auth::new("0.0.0.0", Some("right".into()));
        for number in 0..2 * COUNTED as u32 {
            assert!(auth.login("wrong", Ipv4Addr::from_bits(number).into()).is_err());
        }
        assert_eq!(auth.failed.lock().unwrap().len(), COUNTED);
    }
}
