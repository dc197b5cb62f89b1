//! What requests from browsers may name: no files.

use unstuck_ops::progress::Progress;
use unstuck_ops::watch::Activity;
use unstuck_ops::{Access, Context};

/// Most instances of one request.
const INSTANCES: u64 = 4_000;

/// Surroundings of requests from browsers.
pub fn context<'a>(progress: &'a dyn Progress, activity: &'a Activity) -> Context<'a> {
    Context { progress, activity, access: Access::Names { most: INSTANCES } }
}
