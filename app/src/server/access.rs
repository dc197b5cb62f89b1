//! What requests from browsers may name: no files, and domains that can be drawn.

use super::desk;
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_ops::instances::Reading;
use unstuck_ops::progress::Progress;
use unstuck_ops::watch::Activity;
use unstuck_ops::{Access, Context, Error};

/// Most instances of one request.
const INSTANCES: u64 = 4_000;

/// Surroundings of requests from browsers: no files, and domains that can be drawn.
pub fn context<'a>(progress: &'a dyn Progress, activity: &'a Activity) -> Context<'a> {
    let domains = |domain: &DomainRef| desk::drawn(domain).map_err(Error::from);
    Context { progress, activity, access: Access::Names { most: INSTANCES, domains } }
}

/// How instances are read. A switch is on when it is named, `"drive-out": "true"`; what is switched off is left out.
pub fn reading(metric: Option<&str>, settings: &Settings) -> Reading {
    let mut settings = settings.clone();
    settings.retain(|_, value| value != "false");
    Reading { metric: metric.map(str::to_owned), settings }
}
