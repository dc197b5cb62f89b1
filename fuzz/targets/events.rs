//! Subscriptions to Server-Sent Events: any query and any number of the last event.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use unstuck_fuzz::server::Client;
use unstuck_fuzz::{choice, seed, sow};

thread_local! {
    static CLIENT: RefCell<Client> = RefCell::new(Client::new());
}

fuzz_target!(
    init: {
        CLIENT.with_borrow(|client| assert!(!client.routes.is_empty()));
        let texts = ["", "experiment=1", "last=5", "experiment=-1&last=99999999999999999999", "0", "18446744073709551615", "x"];
        sow(texts.iter().flat_map(|text| [0, 1].map(|choice| seed(&[choice], text))));
    },
    |input: &[u8]| CLIENT.with_borrow_mut(|client| {
        let Some(([choice], text)) = choice(input) else { return };
        let text: String = text.chars().filter(|sign| !sign.is_control() && *sign != ' ').take(300).collect();
        let (query, last) = if choice % 2 == 0 { (text.as_str(), "") } else { ("", text.as_str()) };
        let mut line = TcpStream::connect(&client.address).expect("a connection");
        line.set_read_timeout(Some(Duration::from_secs(10))).expect("an open connection");
        let last = if last.is_empty() { String::new() } else { format!("Last-Event-ID: {last}\r\n") };
        let request = format!("GET /api/events?{query} HTTP/1.1\r\nHost: {}\r\n{last}\r\n", client.address);
        line.write_all(request.as_bytes()).expect("a request");
        let mut bytes = [0; 4_096];
        let count = loop {
            match line.read(&mut bytes) {
                // The fuzzer's own clock.
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                read => break read.expect("an answer"),
            }
        };
        let answer = String::from_utf8_lossy(&bytes[..count]).into_owned();
        let status: u16 = answer.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
        assert!(status < 500, "{answer}");
    })
);
