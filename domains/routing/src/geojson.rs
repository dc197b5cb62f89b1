//! Tours and routes as GeoJSON, for maps and drawing programs.

use crate::distances::{Distances, Rule};
use std::fmt::Write;

/// The lines of some routes, each a list of places, with the property `route` from 1 on; and every place as a point. Without
/// coordinates there is nothing to draw.
pub fn write<'r>(
    distances: &Distances,
    scale: f64,
    routes: impl Iterator<Item = &'r [u32]>,
) -> Option<String> {
    let places = distances.places();
    if places.is_empty() {
        return None;
    }
    let geographical = distances.rule() == Some(Rule::Geographical);
    let point = |place: u32| {
        let [x, y] = places[place as usize].map(|coordinate| coordinate / scale);
        // GeoJSON has the longitude first; GEO files have the latitude first.
        if geographical { format!("[{y},{x}]") } else { format!("[{x},{y}]") }
    };
    let mut out = String::from("{\"type\":\"FeatureCollection\",\"features\":[");
    for (route, number) in routes.zip(1..) {
        let line: Vec<String> = route.iter().map(|&place| point(place)).collect();
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "{{\"type\":\"Feature\",\"properties\":{{\"route\":{number}}},\"geometry\":{{\"type\":\"LineString\",\
             \"coordinates\":[{}]}}}},",
            line.join(",")
        );
    }
    for place in 0..places.len() as u32 {
        let comma = if place == 0 { "" } else { "," };
        let _ = write!(
            out,
            "{comma}{{\"type\":\"Feature\",\"properties\":{{\"place\":{}}},\"geometry\":{{\"type\":\"Point\",\
             \"coordinates\":{}}}}}",
            place + 1,
            point(place)
        );
    }
    out.push_str("]}\n");
    Some(out)
}
