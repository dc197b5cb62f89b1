//! Tables in CSV with a column of boards.

/// What a column of boards is called.
const COLUMNS: [&str; 5] = ["instance", "board", "tiles", "deal", "text"];
/// The row of names is among the first lines: a dataset has its name and its description before it.
const BEFORE: usize = 2;

/// The boards of a table with the line that each begins at; none if the text has no row of names with such a column.
pub fn boards(text: &str) -> Option<Vec<(usize, String)>> {
    found(text, |name| COLUMNS.contains(&name.to_lowercase().as_str()))
}

/// The same of a column that is named.
pub fn column(text: &str, wanted: &str) -> Option<Vec<(usize, String)>> {
    found(text, |name| name == wanted)
}

/// Fields are separated by one of these.
const SEPARATORS: [u8; 2] = [b',', b';'];

/// The fields of the first line, by the separator that gives more of them.
pub fn names(text: &str) -> Vec<String> {
    let fields = |separator| {
        let first = reader(text, separator).into_records().next().and_then(Result::ok);
        first.map(|record| record.iter().map(|name| name.trim().to_owned()).collect::<Vec<_>>())
    };
    SEPARATORS.into_iter().filter_map(fields).rev().max_by_key(Vec::len).unwrap_or_default()
}

fn reader(text: &str, separator: u8) -> csv::Reader<&[u8]> {
    let mut builder = csv::ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes())
}

fn found(text: &str, is_wanted: impl Fn(&str) -> bool) -> Option<Vec<(usize, String)>> {
    let several = |separator| under((text, separator), BEFORE, |record| record.len() > 1, &is_wanted);
    // The names of a single column are in the first line; that of a dataset, before its names, may read like them.
    let single = || under((text, SEPARATORS[0]), 0, |record| record.len() == 1, &is_wanted);
    SEPARATORS.into_iter().find_map(several).or_else(single)
}

/// The boards under a row of names that is among the first lines.
fn under(
    (text, separator): (&str, u8),
    before: usize,
    are_names: impl Fn(&csv::StringRecord) -> bool,
    is_wanted: impl Fn(&str) -> bool,
) -> Option<Vec<(usize, String)>> {
    let mut records = reader(text, separator).into_records();
    let mut column = None;
    for _ in 0..=before {
        let record = records.next()?.ok()?;
        if are_names(&record) {
            column = record.iter().position(|name| is_wanted(name.trim()));
        }
        if column.is_some() {
            break;
        }
    }
    let column = column?;
    let board = |record: csv::Result<csv::StringRecord>| {
        let record = record.ok()?;
        let line = record.position().map_or(0, |position| position.line() as usize);
        let board = record.get(column)?.trim();
        (!board.is_empty()).then(|| (line, board.to_owned()))
    };
    Some(records.filter_map(board).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_found_by_the_name_of_their_column() {
        let own = "n\nd\ninstance,h*,manhattan\n1 0 2 3,1,1\n\"1,2,0,3\",2,2\n";
        assert_eq!(boards(own).unwrap(), [(4, "1 0 2 3".to_owned()), (5, "1,2,0,3".to_owned())]);
        assert_eq!(boards("name,Board\na,AAoo\n").unwrap(), [(2, "AAoo".to_owned())]);
        assert_eq!(column("name,start\na,AAoo\n", "start").unwrap(), [(2, "AAoo".to_owned())]);
        assert_eq!(column("name,start\na,AAoo\n", "end"), None);
        assert_eq!(boards("name;board\na;1,2,0,3\n").unwrap(), [(2, "1,2,0,3".to_owned())]);
        assert_eq!(boards("board\nAAoo\nooAA\n").unwrap(), [(2, "AAoo".to_owned()), (3, "ooAA".to_owned())]);
        assert_eq!(column("start\nAAoo\n", "start").unwrap(), [(2, "AAoo".to_owned())]);
        let named = "tiles\nd\ninstance,h*\n1 0 2 3,1\n";
        assert_eq!(boards(named).unwrap(), [(4, "1 0 2 3".to_owned())], "a dataset's name is not a column");
        assert_eq!(boards("AAooooooo\n"), None);
        assert_eq!(boards("1 2 0 3\n1 0 2 3\n"), None);
        assert_eq!(boards("1,2,0,3\n"), None);
    }
}
