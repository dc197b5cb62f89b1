//! Fitness and time as progress and tables show them.

/// A fitness to four digits.
pub fn figure(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() || value == f64::MAX => "–".to_owned(),
        size if size >= 1e6 => format!("{value:.2e}"),
        size if size >= 1000.0 => format!("{value:.0}"),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 10.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// A span of time that nobody needs to the second.
pub fn span(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 5_400.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3_600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}
