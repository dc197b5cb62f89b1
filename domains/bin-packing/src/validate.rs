//! An independent check of a packing's text: it shares no code with the rest.

/// Checks that every item is in exactly one bin and that no bin is too full. Returns the number of bins.
///
/// # Errors
///
/// The first violation.
pub fn validate(capacity: u32, sizes: &[u32], text: &str) -> Result<usize, String> {
    let mut home: Vec<usize> = vec![0; sizes.len()];
    let mut bins = 0_usize;
    for (row, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        bins += 1;
        let mut load = 0_u64;
        for word in words {
            let number: usize = word
                .parse()
                .map_err(|_| format!("line {}: '{word}' is not the number of an item", row + 1))?;
            if number == 0 || number > sizes.len() {
                return Err(format!("line {}: there is no item {number}", row + 1));
            }
            if home[number - 1] != 0 {
                return Err(format!(
                    "line {}: item {number} is in bin {} already",
                    row + 1,
                    home[number - 1]
                ));
            }
            home[number - 1] = bins;
            load += u64::from(sizes[number - 1]);
        }
        if load > u64::from(capacity) {
            return Err(format!("line {}: bin {bins} holds {load}, more than {capacity}", row + 1));
        }
    }
    match home.iter().position(|&bin| bin == 0) {
        Some(item) => Err(format!("item {} is in no bin", item + 1)),
        None => Ok(bins),
    }
}
