//! Numbers as people read and write them.

pub use unstuck_core::amount::{parse_bytes, parse_count};

/// With commas between the thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things named in the plural.
pub fn counted(number: u64, things: &str) -> String {
    let one = things.strip_suffix('s').filter(|_| number == 1);
    format!("{} {}", grouped(number), one.unwrap_or(things))
}

/// Whether a figure is one: failures count as infinitely bad, which is the largest number.
pub fn is_real(value: f64) -> bool {
    value.is_finite() && value.abs() < f64::MAX
}

/// A number to four digits; a dash for what is none.
pub fn number(value: f64) -> String {
    match value.abs() {
        _ if !is_real(value) => "–".to_owned(),
        0.0 => "0".to_owned(),
        size if size >= 1e6 => format!("{value:.2e}"),
        size if size >= 1000.0 => format!("{value:.0}"),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 10.0 => format!("{value:.2}"),
        size if size >= 1e-3 => format!("{value:.4}"),
        _ => format!("{value:.2e}"),
    }
}

/// To three digits, with a letter for the size.
pub fn rough(number: f64) -> String {
    let (scaled, letter) = match number {
        n if n >= 1e9 => (n / 1e9, " G"),
        n if n >= 1e6 => (n / 1e6, " M"),
        n if n >= 1e3 => (n / 1e3, " k"),
        n => return format!("{n:.0}"),
    };
    format!("{scaled:.prec$}{letter}", prec = if scaled < 10.0 { 2 } else { usize::from(scaled < 100.0) })
}

/// A span of time, rounded to what a reader needs.
pub fn span(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 5_400.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3_600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

/// A span of time.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 0.1 => format!("{:.1} ms", s * 1e3),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s => format!("{s:.0} s"),
    }
}

/// An amount of memory.
pub fn bytes(bytes: u64) -> String {
    let mut amount = bytes as f64;
    for unit in ["B", "KiB", "MiB", "GiB"] {
        if amount < 1024.0 {
            return format!("{amount:.decimals$} {unit}", decimals = usize::from(amount.fract() != 0.0));
        }
        amount /= 1024.0;
    }
    format!("{amount:.1} TiB")
}

/// Reads the seed of a random stream.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("'{text}' is not a seed; write a whole number from 0 to {}", u64::MAX))
}

/// Reads a positive, finite number.
pub fn parse_positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| format!("'{text}' is not a number above 0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_memory_are_read() {
        assert_eq!(parse_bytes("64MiB"), Ok(64 << 20));
        assert_eq!(parse_bytes("1GB"), Ok(1_000_000_000));
        assert_eq!(parse_bytes("2g"), Ok(2 << 30));
        assert_eq!(parse_bytes("1.5 KiB"), Ok(1536));
        assert_eq!(parse_bytes("0"), Ok(0));
        assert_eq!(parse_bytes("100b"), Ok(100));
        for wrong in ["", "GiB", "-1", "1XB", "1ib", "1e30", "inf", "nan", "99999999999TiB"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts_are_read() {
        assert_eq!(parse_count("10M"), Ok(10_000_000));
        assert_eq!(parse_count("1_000"), Ok(1_000));
        assert_eq!(parse_count("2.5k"), Ok(2_500));
        for wrong in ["", "k", "1.5", "-3", "10 apples"] {
            assert!(parse_count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_written() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123), "123");
        assert_eq!(counted(1, "slides"), "1 slide");
        assert_eq!(counted(1_000, "steps"), "1,000 steps");
        assert_eq!(rough(1_234_567.0), "1.23 M");
        assert_eq!(rough(45_600.0), "45.6 k");
        assert_eq!(bytes(3 << 20), "3 MiB");
        assert_eq!(bytes(5 << 19), "2.5 MiB");
        assert_eq!(bytes(1_000), "1000 B");
        assert_eq!(seconds(0.0123), "12.3 ms");
        assert_eq!([0.0, 0.25, 12.345, 1234.5, 2e7].map(number), ["0", "0.2500", "12.35", "1234", "2.00e7"]);
        assert_eq!((number(1e-5), number(f64::MAX)), ("1.00e-5".to_owned(), "–".to_owned()));
    }
}
