//! Amounts as people write them: memory with a unit, counts with a letter for the size.

/// Reads an amount of memory: `4GiB`, `64MB`, `1.5g`, `1048576`.
///
/// `KB`, `MB` and `GB` are powers of 1,000 as on the label of a disk, `KiB`, `MiB`, `GiB` and the bare letters
/// powers of 1,024 as in memory.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let units = [("", 1_u64), ("k", 1 << 10), ("m", 1 << 20), ("g", 1 << 30), ("t", 1 << 40)];
    let wrong = || format!("'{text}' is not an amount of memory; write for example 64MiB, 4GiB or 1000000");
    let (number, unit) = split_unit(text);
    let unit = unit.to_lowercase();
    let binary = units.into_iter().find(|(name, _)| unit == *name || unit == format!("{name}ib"));
    let decimal = || {
        let power = units.iter().position(|(name, _)| unit == format!("{name}b"))?;
        Some(("", 1_000_u64.pow(power as u32)))
    };
    let (_, factor) = binary.filter(|_| unit != "ib").or_else(decimal).ok_or_else(wrong)?;
    scale(number, factor).ok_or_else(wrong)
}

/// Reads a number of things: `1000`, `1_000`, `250k`, `10M`.
pub fn parse_count(text: &str) -> Result<u64, String> {
    let wrong = || format!("'{text}' is not a whole number; write for example 1000, 250k or 10M");
    let (number, unit) = split_unit(text);
    let factor = match unit {
        "" => 1,
        "k" | "K" => 1_000,
        "m" | "M" => 1_000_000,
        "g" | "G" => 1_000_000_000,
        _ => return Err(wrong()),
    };
    scale(number, factor).ok_or_else(wrong)
}

/// An amount of memory as [`parse_bytes`] reads it, in the largest unit that divides it.
///
/// ```
/// use unstuck_core::amount::{parse_bytes, print_bytes};
/// assert_eq!(print_bytes(64 << 20), "64MiB");
/// assert_eq!(parse_bytes(&print_bytes(1_500)), Ok(1_500));
/// ```
pub fn print_bytes(amount: u64) -> String {
    let units = [("GiB", 1_u64 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    let (name, size) = units.into_iter().find(|(_, size)| amount.is_multiple_of(*size)).unwrap_or(("B", 1));
    if amount == 0 { "0B".into() } else { format!("{}{name}", amount / size) }
}

fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    (text[..end].trim(), text[end..].trim())
}

/// Whole numbers are scaled exactly; fractions may be rounded.
fn scale(number: &str, factor: u64) -> Option<u64> {
    let number = number.replace('_', "");
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(factor);
    }
    let scaled = number.parse::<f64>().ok()? * factor as f64;
    (scaled.fract() == 0.0 && scaled < 1e18).then_some(scaled as u64)
}
