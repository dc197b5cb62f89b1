//! The pages of the web UI; or, where they were not built, one that says how to build them.

use super::failure::Failure;
use crate::assets::file;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

const ABSENT: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Unstuck</title>
<h1>Unstuck is running, without its pages</h1>
<p>This program was built without the web pages. To build them you need Node 20.19 or newer; then, in the checkout:</p>
<pre>make run</pre>
<p>Everything else works: <a href=\"/api/about\">/api/about</a>, <a href=\"/api/experiments\">/api/experiments</a>, and
all routes of <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p>
</html>
";

/// Whether the pages are here.
pub fn are_here() -> bool {
    file("index.html").is_some()
}

/// Whether a client reads Brotli, in which the bundle has its files as well.
fn reads_brotli(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        name.trim() == "br" && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// A file of the bundle.
pub async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    if let Some((name, bytes)) = file(path) {
        // Names under assets/ hold a hash of their content.
        let keep =
            if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        let described = [
            (header::CONTENT_TYPE, kind(name)),
            (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
        ];
        let packed = reads_brotli(&headers).then(|| file(&format!("{name}.br"))).flatten();
        return match packed {
            Some((_, packed)) => (described, [(header::CONTENT_ENCODING, "br")], packed).into_response(),
            None => (described, bytes).into_response(),
        };
    }
    if path == "index.html" {
        return (StatusCode::OK, [(header::CONTENT_TYPE, kind("index.html"))], ABSENT).into_response();
    }
    Failure::missing(format!("there is no page '/{path}'")).help("the pages begin at /").into_response()
}

fn kind(name: &str) -> HeaderValue {
    let ending = name.rsplit('.').next().unwrap_or_default();
    HeaderValue::from_static(match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brotli_is_sent_to_those_that_accept_it() {
        let accepts = |text: &'static str| {
            reads_brotli(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(text))]))
        };
        assert!(accepts("gzip, deflate, br") && accepts("br;q=0.5"));
        assert!(!accepts("gzip, brotli") && !accepts("gzip, br; q=0") && !reads_brotli(&HeaderMap::new()));
    }
}
