//! Tours and routes as GeoJSON, for maps and drawing programs. The member `solution` holds the plain text, so that the file can
//! be read again.

use crate::distances::{Distances, Rule};
use std::borrow::Cow;
use std::fmt::Write;
use unstuck_core::domain::{SettingInfo, SettingValues, Settings};
use unstuck_core::error::ParseError;

/// The setting for solutions in this form.
pub const SETTING: SettingInfo = SettingInfo {
    name: "geojson",
    about: "solutions are written as GeoJSON, a line for each route and a point for each place",
    values: SettingValues::Switch,
};

/// Whether solutions are to be written in this form.
///
/// # Errors
///
/// There are no coordinates.
pub fn wanted(settings: &Settings, distances: &Distances) -> Result<bool, ParseError> {
    let wanted = settings.contains_key(SETTING.name);
    if wanted && distances.places().is_empty() {
        let error = ParseError::new("GeoJSON needs coordinates");
        return Err(error.help("this instance has distances alone; solve it without geojson"));
    }
    Ok(wanted)
}

/// The member with the plain text.
const MEMBER: &str = "\"solution\":\"";

/// The plain text of a solution in either form.
pub fn plain(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let member = || text.split_once(MEMBER)?.1.split_once('"');
    match member().filter(|_| text.starts_with('{')) {
        Some((escaped, _)) => escaped.replace("\\n", "\n").into(),
        None => text.into(),
    }
}

/// The lines of some routes, each a list of places, with the property `route` from 1 on; and every place as a point.
pub fn write(
    distances: &Distances,
    scale: f64,
    routes: impl Iterator<Item = Vec<u32>>,
    plain: &str,
    out: &mut String,
) {
    let places = distances.places();
    let geographical = distances.rule() == Some(Rule::Geographical);
    let point = |place: u32| {
        let [x, y] = places[place as usize].map(|coordinate| coordinate / scale);
        // GeoJSON has the longitude first and whole degrees; GEO files have the latitude first, and minutes as decimals.
        let degrees = |number: f64| number.trunc() + (number - number.trunc()) * 5.0 / 3.0;
        if geographical { format!("[{},{}]", degrees(y), degrees(x)) } else { format!("[{x},{y}]") }
    };
    // Writing to a string cannot fail. Names may hold what JSON does not allow.
    let escaped: String = plain.replace(['"', '\\', '\r', '\t'], " ").replace('\n', "\\n");
    let _ = write!(out, "{{\"type\":\"FeatureCollection\",{MEMBER}{escaped}\",\"features\":[");
    for (route, number) in routes.zip(1..) {
        let line: Vec<String> = route.iter().map(|&place| point(place)).collect();
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
}
