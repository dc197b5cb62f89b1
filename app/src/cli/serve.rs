//! `unstuck serve`: the web pages and the API behind them.

use super::Screen;
use crate::cli::flags::{StoreFlag, ThreadFlags};
use crate::server::{self, Options};
use crate::sys::exit::Exit;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use std::net::IpAddr;

#[derive(Args)]
#[command(after_help = "\
By default the server listens on this machine only. With another --host clients need a token: that of \
UNSTUCK_TOKEN or --token (which other users of this machine can see), neither of them printed, or else a \
random one, which is. Ctrl-C ends the server; the next 'unstuck serve' resumes what ran.

Examples:
  unstuck serve
  unstuck serve --demo
  unstuck serve --port 8080 --store results.db
  UNSTUCK_TOKEN=secret unstuck serve --host 0.0.0.0")]
pub struct Arguments {
    /// Address to listen on
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    host: String,
    /// Port; 0 for any that is free
    #[arg(long, value_name = "P", default_value = "7878")]
    port: u16,
    /// Token that clients must send beyond loopback [default: UNSTUCK_TOKEN]
    #[arg(long, value_name = "T")]
    token: Option<String>,
    /// Begin with the demonstration: experiments/demo.toml, unless the store has it
    #[arg(long)]
    demo: bool,
    /// Print the address as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    store: StoreFlag,
    #[command(flatten)]
    threads: ThreadFlags,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let Arguments { host, port, token, demo, json, store, threads } = arguments;
    let given = token.or_else(|| std::env::var("UNSTUCK_TOKEN").ok()).filter(|token| !token.is_empty());
    let local =
        host.trim_matches(['[', ']']).parse::<IpAddr>().map_or(host == "localhost", |ip| ip.is_loopback());
    // Only a token that the user does not know yet is printed.
    let made = (given.is_none() && !local).then(server::random_key);
    let token = given.or_else(|| made.clone());
    let options = Options { host, port, threads: threads.count(), token, demo };
    server::run(store.open()?, options, |address| {
        if json {
            screen.json(&json!({ "address": address, "token": made }))?;
        } else {
            screen.line(format_args!("Unstuck is at {}", screen.paint.bold(address)))?;
            if let Some(token) = &made {
                screen.line(format_args!("token: {token}"))?;
            }
            if !server::has_pages() {
                screen.line("the web UI was not built; the address shows how to build it")?;
            }
            screen.line(screen.paint.faint("Ctrl-C ends it; experiments are kept and resumed next time"))?;
        }
        Ok(screen.out.flush()?)
    })?;
    Ok(Exit::Fine)
}
