//! # unstuck-domains
//!
//! The domains that come with Unstuck. Each is a crate of its own; programs [install] all of them into the registry at their
//! start. A new domain is one line here.
//!
//! ```
//! unstuck_domains::install();
//! let (rush_hour, jam) = unstuck_core::registry::set("jam").unwrap();
//! assert_eq!(&*rush_hour.info().name, "rush-hour");
//! assert!((jam.text)("1").is_some());
//! ```

use std::sync::Arc;
use unstuck_bin_packing::BinPackingDomain;
use unstuck_core::domain::DomainRef;
use unstuck_core::registry;
use unstuck_freecell::FreeCellDomain;
use unstuck_job_shop::JobShopDomain;
use unstuck_planning::AnyPddlDomain;
use unstuck_rostering::RosteringDomain;
use unstuck_routing::{CvrpDomain, TspDomain};
use unstuck_rush_hour::RushHourDomain;
use unstuck_tiles::TilesDomain;

/// The domains, in the order in which they are listed.
pub fn domains() -> Vec<DomainRef> {
    vec![
        Arc::new(RushHourDomain),
        Arc::new(TilesDomain),
        Arc::new(FreeCellDomain),
        Arc::new(AnyPddlDomain),
        Arc::new(BinPackingDomain),
        Arc::new(JobShopDomain),
        Arc::new(RosteringDomain),
        Arc::new(TspDomain),
        Arc::new(CvrpDomain),
    ]
}

/// Installs the domains, the planning benchmarks and the language of planning domains into the registry; once, however often
/// it is called.
pub fn install() {
    registry::install(domains());
    unstuck_planning::install();
}
