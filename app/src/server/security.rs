//! Who may talk to the server, and what browsers may do with its pages.
//!
//! A page of somebody else can make a browser send requests here. It cannot make it lie about where they come from,
//! nor read the answers: so a request must name this machine as its `Host` (a foreign name that was made to point
//! here does not), and one that changes something must come from our own pages (`Origin`, `Sec-Fetch-Site`) or from
//! no page at all. On any address but loopback a token is wanted as well, once, for a cookie that scripts cannot
//! read and other sites cannot send.

use super::App;
use super::failure::Failure;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Scripts and styles from here alone, and nobody frames us.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                      frame-ancestors 'none'; form-action 'self'";

/// Name of the cookie.
pub const COOKIE: &str = "unstuck";

/// So many wrong tokens within [`WINDOW`], and no further one is looked at.
const TRIES: usize = 10;
const WINDOW: Duration = Duration::from_secs(60);

/// Who is let in.
pub struct Door {
    /// Names that this machine goes by, besides its addresses.
    names: Vec<String>,
    /// The token and the cookie it is exchanged for; none on loopback.
    keys: Option<(String, String)>,
    failed: Mutex<VecDeque<Instant>>,
}

impl Door {
    /// A door for an address that is listened on, and a token if one is wanted.
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

    /// Whether a `Host` is this machine: an address, which nobody can make point elsewhere, or one of our names.
    fn knows(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        };
        let name = name.to_lowercase();
        match name.parse::<IpAddr>() {
            // Where everybody is let in, only those on this machine may have asked.
            Ok(address) => self.keys.is_some() || address.is_loopback() || self.names.contains(&name),
            Err(_) => self.names.contains(&name),
        }
    }

    /// Whether a request shows the token or the cookie.
    fn opens(&self, headers: &HeaderMap) -> bool {
        let Some((token, cookie)) = &self.keys else { return true };
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let bearer = text(header::AUTHORIZATION).strip_prefix("Bearer ").unwrap_or_default();
        let cookies = text(header::COOKIE).split(';').filter_map(|one| one.trim().split_once('='));
        let shown =
            cookies.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value).next().unwrap_or_default();
        same(bearer, token) | same(shown, cookie)
    }

    /// The cookie for a token; nothing where no token is wanted.
    pub fn login(&self, given: &str) -> Result<Option<&str>, Failure> {
        let Some((token, cookie)) = &self.keys else { return Ok(None) };
        let mut failed = self.failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        failed.retain(|time| time.elapsed() < WINDOW);
        if failed.len() >= TRIES {
            return Err(
                Failure::new(StatusCode::TOO_MANY_REQUESTS, "too many wrong tokens").help("wait a minute")
            );
        }
        if same(given, token) {
            return Ok(Some(cookie));
        }
        failed.push_back(Instant::now());
        Err(Failure::new(StatusCode::UNAUTHORIZED, "the token is wrong")
            .help("the server printed it when it was started")
            .field("token"))
    }
}

/// A key that nobody can guess.
pub fn random_key() -> String {
    let mut bytes = [0; 24];
    // Without randomness there is no safe way to go on.
    if let Err(error) = getrandom::fill(&mut bytes) {
        panic!("the system has no random numbers: {error}");
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether two texts are the same, in a time that tells nothing about either: their hashes are compared whole.
fn same(given: &str, known: &str) -> bool {
    let (a, b) = (Sha256::digest(given.as_bytes()), Sha256::digest(known.as_bytes()));
    a.iter().zip(b.iter()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// Looks at a request before anybody else does, and at the answer after everybody else.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = match check(&app.door, &request, is_api) {
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
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn check(door: &Door, request: &Request, is_api: bool) -> Result<(), Failure> {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let refused = |message: String| Failure::new(StatusCode::FORBIDDEN, message);
    let host = text(header::HOST).unwrap_or_default();
    if !door.knows(host) {
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
    if is_api && request.uri().path() != "/api/login" && !door.opens(headers) {
        return Err(Failure::new(StatusCode::UNAUTHORIZED, "this server wants a token")
            .help("log in with the token that it printed when it was started"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_names_are_not_ours() {
        let door = Door::new("127.0.0.1", None);
        for host in ["127.0.0.1:7878", "localhost:7878", "localhost", "[::1]:7878", "LOCALHOST:1"] {
            assert!(door.knows(host), "{host}");
        }
        for host in
            ["", "evil.example:7878", "localhost.evil.example", "192.168.1.5:7878", "127.0.0.1.evil.example"]
        {
            assert!(!door.knows(host), "{host}");
        }
        let open = Door::new("0.0.0.0", Some("t".into()));
        assert!(open.knows("192.168.1.5:7878") && !open.knows("evil.example"));
    }

    #[test]
    fn wrong_tokens_are_refused_and_then_no_longer_looked_at() {
        let door = Door::new("0.0.0.0", Some("right".into()));
        assert!(door.login("right").unwrap().is_some());
        for _ in 0..TRIES {
            assert!(door.login("wrong").is_err());
        }
        assert!(door.login("right").is_err());
        let mut headers = HeaderMap::new();
        assert!(!door.opens(&headers));
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Bearer right"));
        assert!(door.opens(&headers));
    }
}
