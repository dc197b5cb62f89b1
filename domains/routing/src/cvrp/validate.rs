//! An independent check of the text of routes: it shares no code with the rest.

/// Checks that every customer is served once and that no route exceeds the capacity. Returns the cost.
///
/// # Errors
///
/// The first violation.
pub fn validate(
    demands: &[i64],
    capacity: i64,
    distance: &dyn Fn(usize, usize) -> Result<i64, String>,
    text: &str,
) -> Result<i64, String> {
    let mut served = vec![0_usize; demands.len()];
    let (mut cost, mut stated, mut routes) = (0, None, 0);
    for (row, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("Cost") {
            let number = rest.trim().trim_start_matches(':').trim();
            stated =
                Some(number.parse::<f64>().map_err(|_| format!("line {}: '{number}' is no cost", row + 1))?);
        }
        let Some((_, rest)) = line.split_once(':').filter(|_| line.starts_with("Route")) else { continue };
        routes += 1;
        let (mut load, mut at) = (0, 0);
        for word in rest.split_whitespace() {
            let customer: usize = word
                .parse()
                .map_err(|_| format!("line {}: '{word}' is not the number of a customer", row + 1))?;
            if customer == 0 || customer >= demands.len() {
                return Err(format!("line {}: there is no customer {customer}", row + 1));
            }
            if served[customer] != 0 {
                return Err(format!(
                    "line {}: customer {customer} is on route {} already",
                    row + 1,
                    served[customer]
                ));
            }
            served[customer] = routes;
            load += demands[customer];
            cost += distance(at, customer)?;
            at = customer;
        }
        if at != 0 {
            cost += distance(at, 0)?;
        }
        if load > capacity {
            return Err(format!("line {}: route {routes} carries {load}, more than {capacity}", row + 1));
        }
    }
    if let Some(customer) = (1..demands.len()).find(|&customer| served[customer] == 0) {
        return Err(format!("customer {customer} is on no route"));
    }
    match stated {
        Some(stated) if (stated - cost as f64).abs() > 0.5 => {
            Err(format!("the text says that the cost is {stated}; it is {cost}"))
        }
        _ => Ok(cost),
    }
}
