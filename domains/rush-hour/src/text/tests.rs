//! What is read, what is refused and in which words, and that nothing makes the parser panic.

mod properties;
mod reading;
mod refusals;

use super::{Reading, parse, print};
use crate::board::Exit;

const PLAIN: Reading = Reading { target: None, exit: None };
