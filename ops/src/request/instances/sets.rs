//! Members of the built-in sets: one, a range, a named group, all.

use super::{Source, Text};
use anyhow::{Result, anyhow, bail};
use unstuck_core::domain::{Domain, DomainRef, Ids, InstanceSet};
use unstuck_core::suggest::nearest;

/// More instances at once than anybody means.
pub const MAX: u64 = 1_000_000;

/// The members behind the colon; without a colon, all. A range of more than `most` is refused before it is
/// counted out.
pub fn members(
    domain: &DomainRef,
    set: &'static InstanceSet,
    which: Option<&str>,
    most: u64,
) -> Result<Vec<Source>> {
    let ids = match (set.ids)() {
        Ids::Numbers(first, last) if first > last => bail!("the set {} is empty", set.name),
        Ids::Names(names) if names.is_empty() => bail!("the set {} is empty", set.name),
        Ids::Numbers(first, last) => numbers(set.name, which, (first, last), most)?,
        Ids::Names(names) => named(set.name, which, &names)?,
    };
    let source = |id: String| Source::new(format!("{}:{id}", set.name), domain, Text::Member(set, id));
    Ok(ids.into_iter().map(source).collect())
}

/// How members of a domain's sets are named, for messages.
pub fn examples(domain: &dyn Domain) -> String {
    let info = domain.info();
    let sets: Vec<&str> = info.sets.iter().map(|set| set.name).collect();
    let text = format!("write {}:TEXT with a board", info.name);
    if sets.is_empty() { text } else { format!("its sets are {}, or {text}", sets.join(", ")) }
}

fn numbers(set: &str, which: Option<&str>, (first, last): (u64, u64), most: u64) -> Result<Vec<String>> {
    let has = format!("{set} has the numbers {first} to {last}");
    let number = |text: &str| {
        text.parse::<u64>().map_err(|_| anyhow!("'{text}' is not a number in {set}:{text}; {has}"))
    };
    let (from, to) = match which {
        None => (first, last),
        Some("") => bail!("{set}: names no instance; write {set} for the whole set or {set}:{first} for one"),
        Some(which) if which.contains([',', ' ']) => {
            let parts = which.split([',', ' ']).filter(|part| !part.is_empty());
            let apart: Vec<String> =
                parts.map(|part| format!("{set}:{}", part.trim_start_matches(&format!("{set}:")))).collect();
            bail!("{set}:{which} is neither a member nor a range; write {}", apart.join(" "));
        }
        Some(which) => match which.split_once('-') {
            None => (number(which)?, number(which)?),
            Some(("", to)) => bail!("{set}:-{to} lacks its start; write {set}:{first}-{to}"),
            Some((from, "")) => bail!("{set}:{from}- lacks its end; write {set}:{from}-{last}"),
            Some((from, to)) => (number(from)?, number(to)?),
        },
    };
    if from > to {
        bail!("{set}:{from}-{to} runs backwards; write {set}:{to}-{from}");
    }
    if let Some(outside) = [from, to].into_iter().find(|number| !(first..=last).contains(number)) {
        bail!("there is no {set}:{outside}; {has}");
    }
    if to - from >= most {
        let (count, named) = (to - from + 1, which.map_or(String::new(), |which| format!(":{which}")));
        match most {
            1 => bail!("{set}{named} names {count} instances; this takes one"),
            MAX => bail!("{set} has {count} members; name a part of it, such as {set}:{from}-{}", from + 99),
            most => bail!("{set}{named} names {count} instances; this takes at most {most}"),
        }
    }
    Ok((from..=to).map(|number| number.to_string()).collect())
}

fn named(set: &str, which: Option<&str>, names: &[String]) -> Result<Vec<String>> {
    let Some(which) = which else {
        return Ok(names.to_vec());
    };
    if which.is_empty() {
        bail!("{set}: names no instance; write {set} for the whole set or {set}:{} for one", names[0]);
    }
    if names.iter().any(|name| name == which) {
        return Ok(vec![which.to_owned()]);
    }
    let group = |stem: &str| -> Vec<(u64, &String)> {
        let number = |name: &str| name.strip_prefix(stem)?.strip_prefix('-')?.parse().ok();
        names.iter().filter_map(|name| Some((number(name)?, name))).collect()
    };
    // `easy` is all of `easy-1`, `easy-2` …; `easy-2-4` is three of them.
    let whole = group(which);
    if !whole.is_empty() {
        return Ok(whole.into_iter().map(|(_, name)| name.clone()).collect());
    }
    let range = which.rsplit_once('-').and_then(|(rest, to)| {
        let (stem, from) = rest.rsplit_once('-')?;
        Some((stem, from.parse::<u64>().ok()?, to.parse::<u64>().ok()?))
    });
    if let Some((stem, from, to)) = range.filter(|(stem, ..)| !group(stem).is_empty()) {
        if from > to {
            bail!("{set}:{which} runs backwards; write {set}:{stem}-{to}-{from}");
        }
        let members = group(stem);
        if let Some(absent) = [from, to].iter().find(|number| !members.iter().any(|(n, _)| n == *number)) {
            bail!("there is no {set}:{stem}-{absent}; {}", has(set, names));
        }
        let inside = members.into_iter().filter(|(number, _)| (from..=to).contains(number));
        return Ok(inside.map(|(_, name)| name.clone()).collect());
    }
    match nearest(which, names.iter().map(String::as_str)) {
        Some(near) => bail!("there is no {set}:{which}; did you mean {set}:{near}?"),
        None => bail!("there is no {set}:{which}; {}", has(set, names)),
    }
}

/// What a set of names holds, groups of numbered names shown by their ends.
fn has(set: &str, names: &[String]) -> String {
    if names.len() <= 8 {
        return format!("{set} has {}", names.join(", "));
    }
    let stem = |name: &str| name.rsplit_once('-').map_or(name, |(stem, _)| stem).to_owned();
    let mut parts: Vec<String> = Vec::new();
    for run in names.chunk_by(|a, b| stem(a) == stem(b)) {
        parts.push(match run {
            [only] => only.clone(),
            [first, .., last] => format!("{first} to {last}"),
            [] => continue,
        });
    }
    format!("{set} has {}", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T>(result: Result<T>) -> String {
        result.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn numbers_come_alone_in_ranges_and_all() {
        assert_eq!(numbers("jam", Some("3"), (1, 40), MAX).unwrap(), ["3"]);
        assert_eq!(numbers("jam", Some("38-40"), (1, 40), 3).unwrap(), ["38", "39", "40"]);
        assert_eq!(numbers("jam", None, (1, 40), MAX).unwrap().len(), 40);
    }

    #[test]
    fn wrong_numbers_are_told_what_would_be_right() {
        let refused = |which| message(numbers("jam", Some(which), (1, 40), MAX));
        assert_eq!(refused("40-1"), "jam:40-1 runs backwards; write jam:1-40");
        assert_eq!(refused("0"), "there is no jam:0; jam has the numbers 1 to 40");
        assert_eq!(refused("41"), "there is no jam:41; jam has the numbers 1 to 40");
        assert_eq!(refused("30-41"), "there is no jam:41; jam has the numbers 1 to 40");
        assert_eq!(refused("1-"), "jam:1- lacks its end; write jam:1-40");
        assert_eq!(refused("-5"), "jam:-5 lacks its start; write jam:1-5");
        assert_eq!(refused("x"), "'x' is not a number in jam:x; jam has the numbers 1 to 40");
        assert_eq!(refused(""), "jam: names no instance; write jam for the whole set or jam:1 for one");
        assert_eq!(refused("1,3"), "jam:1,3 is neither a member nor a range; write jam:1 jam:3");
        assert_eq!(refused("1 jam:2"), "jam:1 jam:2 is neither a member nor a range; write jam:1 jam:2");
        assert!(refused("99999999999999999999").contains("not a number"));
        let few = |most| message(numbers("jam", Some("1-40"), (1, 40), most));
        assert_eq!(few(1), "jam:1-40 names 40 instances; this takes one");
        assert_eq!(few(39), "jam:1-40 names 40 instances; this takes at most 39");
        let deals = message(numbers("freecell", None, (1, 4_000_000_000), MAX));
        assert_eq!(deals, "freecell has 4000000000 members; name a part of it, such as freecell:1-100");
    }

    #[test]
    fn names_come_alone_in_groups_and_ranges() {
        let names: Vec<String> = ["easy-1", "easy-2", "easy-10", "hard-1"].map(String::from).into();
        let found = |which| named("unblock", Some(which), &names).unwrap();
        assert_eq!(found("easy-2"), ["easy-2"]);
        assert_eq!(found("easy"), ["easy-1", "easy-2", "easy-10"]);
        assert_eq!(found("easy-1-2"), ["easy-1", "easy-2"]);
        assert_eq!(named("unblock", None, &names).unwrap().len(), 4);
        let refused = |which| message(named("unblock", Some(which), &names));
        assert_eq!(refused("esay-1"), "there is no unblock:esay-1; did you mean unblock:easy-1?");
        assert_eq!(refused("easy-2-1"), "unblock:easy-2-1 runs backwards; write unblock:easy-1-2");
        let members = "unblock has easy-1, easy-2, easy-10, hard-1";
        assert_eq!(refused("easy-1-9"), format!("there is no unblock:easy-9; {members}"));
        assert_eq!(refused("zzz"), format!("there is no unblock:zzz; {members}"));
    }
}
