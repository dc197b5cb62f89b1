//! An independent check of the text of routes: it shares no code with the rest.

/// What routes must keep.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a> {
    /// The demand of each place, the depot first.
    pub demands: &'a [i64],
    /// Most demand of a route.
    pub capacity: i64,
    /// Customers with the numbers of the routes that they are fixed to.
    pub fixed: &'a [(u32, u32)],
    /// Pairs of customers that must not be on one route.
    pub apart: &'a [(u32, u32)],
}

/// Checks that every customer is served once, that no route exceeds the capacity, and who shares a route. Returns the cost.
///
/// # Errors
///
/// The first violation.
pub fn validate(
    Rules { demands, capacity, fixed, apart }: Rules<'_>,
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
    for (place, &(one, route)) in fixed.iter().enumerate() {
        for &(other, second) in &fixed[..place] {
            let shares = served[one as usize] == served[other as usize];
            if shares != (route == second) {
                let wrong = if shares { "must not share a route" } else { "must share a route" };
                return Err(format!(
                    "customers {other} and {one} {wrong}: they are fixed to {second} and {route}"
                ));
            }
        }
    }
    for &(one, other) in apart {
        if served[one as usize] == served[other as usize] {
            return Err(format!(
                "customers {one} and {other} are kept apart, and share route {}",
                served[one as usize]
            ));
        }
    }
    match stated {
        Some(stated) if (stated - cost as f64).abs() > 0.5 => {
            Err(format!("the text says that the cost is {stated}; it is {cost}"))
        }
        _ => Ok(cost),
    }
}
