//! # unstuck-domains
//!
//! The domains that come with Unstuck and are crates of their own. Programs install them into the registry at their start;
//! a new domain is one line here.
//!
//! ```
//! unstuck_domains::install();
//! assert!(unstuck_core::registry::domain("bin-packing").is_some());
//! ```

use std::sync::{Arc, Once};
use unstuck_bin_packing::BinPackingDomain;
use unstuck_core::domain::DomainRef;
use unstuck_core::registry;
use unstuck_job_shop::JobShopDomain;
use unstuck_rostering::RosteringDomain;
use unstuck_routing::{CvrpDomain, TspDomain};

/// The domains.
fn domains() -> Vec<DomainRef> {
    vec![
        Arc::new(BinPackingDomain),
        Arc::new(JobShopDomain),
        Arc::new(RosteringDomain),
        Arc::new(TspDomain),
        Arc::new(CvrpDomain),
    ]
}

/// Installs the domains into the registry; once, however often it is called.
///
/// # Panics
///
/// Two domains have the same name, or sets of the same name.
pub fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        for domain in domains() {
            if let Err(error) = registry::register(domain) {
                panic!("{error}");
            }
        }
    });
}
