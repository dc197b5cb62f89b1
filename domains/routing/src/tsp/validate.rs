//! An independent check of a tour's text: it shares no code with the rest.

/// How a city's distance to another follows.
#[derive(Clone, Copy)]
pub enum Metric<'a> {
    /// By a published rule (`EUC_2D`, `CEIL_2D`, `ATT`, `GEO`) from coordinates.
    Coordinates(&'a str, &'a [[f64; 2]]),
    /// By a function.
    Given(usize, &'a dyn Fn(usize, usize) -> i64),
}

/// Checks that a tour visits every city once, and returns its length.
///
/// # Errors
///
/// The first violation.
pub fn validate(metric: Metric<'_>, text: &str) -> Result<i64, String> {
    let count = match metric {
        Metric::Coordinates(_, cities) => cities.len(),
        Metric::Given(count, _) => count,
    };
    let mut order: Vec<usize> = Vec::new();
    let mut seen = vec![false; count];
    let mut in_header = text.lines().any(|line| line.trim() == "TOUR_SECTION");
    'lines: for (row, line) in text.lines().enumerate() {
        if in_header {
            in_header = line.trim() != "TOUR_SECTION";
            continue;
        }
        for word in line.split_whitespace() {
            if word == "-1" || word == "EOF" {
                break 'lines;
            }
            let city: usize = word
                .parse()
                .map_err(|_| format!("line {}: '{word}' is not the number of a city", row + 1))?;
            if city == 0 || city > count {
                return Err(format!("line {}: there is no city {city}", row + 1));
            }
            if seen[city - 1] {
                return Err(format!("line {}: city {city} is visited twice", row + 1));
            }
            seen[city - 1] = true;
            order.push(city - 1);
        }
    }
    if let Some(city) = seen.iter().position(|&seen| !seen) {
        return Err(format!("city {} is not visited", city + 1));
    }
    let mut length = 0;
    for (place, &from) in order.iter().enumerate() {
        let to = order[(place + 1) % count];
        if from != to {
            length += match metric {
                Metric::Coordinates(rule, cities) => by_rule(rule, cities[from], cities[to])?,
                Metric::Given(_, distance) => distance(from, to),
            };
        }
    }
    Ok(length)
}

/// The value that TSPLIB defines.
#[allow(clippy::approx_constant)]
const PI: f64 = 3.141592;

/// The distance of two places by a rule of TSPLIB.
///
/// # Errors
///
/// The rule is unknown.
pub fn by_rule(rule: &str, a: [f64; 2], b: [f64; 2]) -> Result<i64, String> {
    let plain = ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt();
    Ok(match rule {
        "EUC_2D" => (plain + 0.5).floor() as i64,
        "CEIL_2D" => plain.ceil() as i64,
        "ATT" => {
            let real = (((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)) / 10.0).sqrt();
            let whole = (real + 0.5).floor();
            if whole < real { whole as i64 + 1 } else { whole as i64 }
        }
        "GEO" => {
            let angle = |degrees_minutes: f64| {
                let degrees = degrees_minutes as i64 as f64;
                PI * (degrees + 5.0 * (degrees_minutes - degrees) / 3.0) / 180.0
            };
            let q1 = (angle(a[1]) - angle(b[1])).cos();
            let q2 = (angle(a[0]) - angle(b[0])).cos();
            let q3 = (angle(a[0]) + angle(b[0])).cos();
            (6378.388 * (0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)).acos() + 1.0) as i64
        }
        other => return Err(format!("unknown rule {other}")),
    })
}
