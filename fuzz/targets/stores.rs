//! Stores: the file with changed bytes, and rows with changed values whose checksums are right.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rusqlite::Connection;
use rusqlite::types::Value;
use std::path::PathBuf;
use std::sync::LazyLock;
use unstuck_core::domain::Settings;
use unstuck_evolution::engine::{ChampionRecord, Generation};
use unstuck_evolution::experiment::Experiment;
use unstuck_evolution::fitness::Score;
use unstuck_evolution::role::Role;
use unstuck_fuzz::{assert_short, sow};
use unstuck_ops::analysis::Analysis;
use unstuck_ops::store::progress::Step;
use unstuck_ops::store::record::{IndividualRecord, PlaceRecord, State};
use unstuck_ops::store::{Draft, DraftConfiguration, DraftInstance, Lease, Store, seal};

/// A store with an experiment of two generations.
static ORIGINAL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    unstuck_domains::install();
    let path = place("original");
    let _ = std::fs::remove_file(&path);
    let store = Store::open(&path).expect("a store");
    let text = "format = 1\nname = 'a'\ndomain = 'rush-hour'\nsearch = { algorithm = 'astar' }\n\
                genome = { kind = 'weights' }\ndata = { train = ['jam:1'], validation = ['jam:4'] }\n\
                stop = { generations = 3 }\n";
    let experiment = Experiment::read(text, &|_| Err("no files".into())).expect("an experiment");
    let instance = |role| DraftInstance { role, name: "a".into(), text: "AAooooooBBoooooo".into() };
    let instances = vec![instance(Role::Train), instance(Role::Validation)];
    let configuration = DraftConfiguration::new(Vec::new(), &experiment, (instances, Default::default()));
    let config = experiment.print();
    let draft = Draft {
        identity: "i".into(),
        name: "a".into(),
        domain: "rush-hour".into(),
        config,
        origin: "o".into(),
        configurations: vec![configuration],
    };
    let id = store.put(&draft).expect("an experiment");
    let lease = store.lease(id).expect("a lease");
    let run = store.experiment(id).expect("an experiment").runs[0].id;
    for number in 0..2 {
        commit(&store, &lease, run, number);
    }
    store.release(&lease, State::Stopped, None).expect("a state");
    drop(store);
    std::fs::read(path).expect("a file")
});

/// Stores a generation.
fn commit(store: &Store, lease: &Lease, run: i64, number: u32) {
    let heuristic = "heuristic 1 for rush-hour (slides)\n  2*blockers\n";
    let champion = ChampionRecord {
        id: 7,
        heuristic: heuristic.into(),
        size: 3,
        validation: Score { fitness: 0.5, cases: vec![0.25, 0.75], ..Score::default() },
        generation: number,
    };
    let place =
        PlaceRecord { heuristic: "2*blockers".into(), fitness: 0.5, size: 3, generation: number, objectives: None };
    let individual = IndividualRecord {
        generation: number,
        heuristic: "2*blockers".into(),
        fitness: Some(0.5),
        size: 3,
        operators: vec!["discrete".into()],
        fingerprint: 7,
        parents: vec![7],
    };
    let step = Step {
        run,
        state: State::Running,
        reason: None,
        evaluations: 7,
        seconds: 1.5,
        champion: Some(&champion),
        text: Some(heuristic),
        history: &[Generation { number, best: 0.5, worst: f64::INFINITY, ..Generation::default() }],
        individuals: &[individual],
        hall: Some(&[place]),
        snapshot: b"engine",
    };
    store.commit(lease, &step).expect("a generation");
}

/// A file of this process in memory, where there is such a folder.
fn place(name: &str) -> PathBuf {
    let shared = PathBuf::from("/dev/shm");
    let folder = if shared.is_dir() { shared } else { std::env::temp_dir() };
    folder.join(format!("unstuck-fuzz-{name}-{}.db", std::process::id()))
}

/// A table of the store: its name, the columns of its key, and all of its columns.
struct Table {
    name: String,
    key: String,
    columns: Vec<String>,
}

/// The tables, as the store itself describes them.
static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let path = place("tables");
    std::fs::write(&path, &*ORIGINAL).expect("a file");
    let connection = Connection::open(&path).expect("a database");
    let rows = |query: &str| -> Vec<(String, bool)> {
        let mut query = connection.prepare(query).expect("a query");
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        rows.map(|row| row.expect("a row")).collect()
    };
    let tables = rows("SELECT name, 1 FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name");
    let described = |(name, _): (String, bool)| {
        let columns = rows(&format!("SELECT name, pk > 0 FROM pragma_table_info('{name}') ORDER BY cid"));
        let key: Vec<&str> = columns.iter().filter(|(_, key)| *key).map(|(column, _)| column.as_str()).collect();
        let key = if key.is_empty() { "rowid".to_owned() } else { key.join(", ") };
        Table { name, key, columns: columns.into_iter().map(|(column, _)| column).collect() }
    };
    let tables = tables.into_iter().map(described).collect();
    let _ = std::fs::remove_file(path);
    tables
});

/// Changes a value: table, column, row, kind, and the rest as the value.
fn change(connection: &Connection, input: &[u8]) -> Option<()> {
    let ([table, column, row, kind], rest) = input.split_first_chunk()?;
    let Table { name: table, key, columns } = &TABLES[usize::from(*table) % TABLES.len()];
    let column = &columns[usize::from(*column) % columns.len()];
    let number = || {
        let mut bytes = [0; 8];
        let count = rest.len().min(8);
        bytes[..count].copy_from_slice(&rest[..count]);
        bytes
    };
    let value = match kind % 6 {
        0 => Value::Null,
        1 => Value::Integer(i64::from_le_bytes(number())),
        2 => Value::Real(f64::from_le_bytes(number())),
        3 => Value::Text(String::from_utf8_lossy(rest).into_owned()),
        _ => Value::Blob(rest.to_vec()),
    };
    let row = format!(
        "({key}) = (SELECT {key} FROM {table} ORDER BY {key} LIMIT 1 OFFSET {row} % (SELECT max(1, count(*)) FROM {table}))"
    );
    if kind % 6 == 5 {
        // One bit of a blob.
        let old: Vec<u8> = connection
            .query_row(&format!("SELECT {column} FROM {table} WHERE {row}"), [], |row| row.get(0))
            .ok()?;
        let mut new = old;
        let at = usize::from_le_bytes(number()) % (new.len() * 8).max(1);
        *new.get_mut(at / 8)? ^= 1 << (at % 8);
        connection.execute(&format!("UPDATE {table} SET {column} = ?1 WHERE {row}"), [new]).ok()?;
    } else {
        connection.execute(&format!("UPDATE {table} SET {column} = ?1 WHERE {row}"), [value]).ok()?;
    }
    seal::forge(connection).ok()
}

/// Reads everything; whatever is wrong is said in a sentence.
fn read(store: &Store) -> Result<(), unstuck_ops::store::Error> {
    store.check()?;
    store.deleted_records()?;
    for one in store.list()? {
        let record = store.study(one.id)?;
        drop(Analysis::of(&record));
        for configuration in &one.configurations {
            store.material(one.id, configuration.number)?;
            store.dataset_rows(one.id, configuration.number)?;
            store.awaits_test(one.id, configuration.number)?;
        }
        for run in &one.runs {
            store.individuals(run.id)?;
            store.snapshot(run.id)?;
            store.ancestors(run.id, 7)?;
        }
    }
    Ok(())
}

fuzz_target!(
    init: {
        let values = (0..TABLES.len() as u8).flat_map(|table| (0..6).map(move |kind| vec![1, table, kind, 0, kind, 7, 0, 0, 0, 0, 0, 0, 0]));
        sow(values.chain([vec![0, 24, 0, 0, 0, 1]]));
        drop(Settings::new());
    },
    |input: &[u8]| {
        let Some((choice, rest)) = input.split_first() else { return };
        let path = place("changed");
        for end in ["", "-wal", "-shm"] {
            let mut name = path.clone().into_os_string();
            name.push(end);
            let _ = std::fs::remove_file(name);
        }
        let mut bytes = ORIGINAL.clone();
        if choice % 2 == 0 {
            // Places and bytes of the file.
            for patch in rest.chunks_exact(5).take(8) {
                let at = u32::from_le_bytes([patch[0], patch[1], patch[2], patch[3]]) as usize % bytes.len();
                bytes[at] ^= patch[4];
            }
        }
        std::fs::write(&path, bytes).expect("a file");
        if choice % 2 == 1 {
            let connection = Connection::open(&path).expect("a database");
            connection.pragma_update(None, "foreign_keys", false).expect("a setting");
            if change(&connection, rest).is_none() {
                return;
            }
        }
        match Store::open(&path) {
            Ok(store) => {
                if let Err(error) = read(&store) {
                    assert_short(&error.to_string());
                }
                if let Err(error) = store.repair() {
                    assert_short(&error.to_string());
                }
            }
            Err(error) => assert_short(&error.to_string()),
        }
        // Copies that repairs made.
        if let Some(folder) = path.parent() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                if name.contains(&format!("changed-{}.db.damaged-", std::process::id())) {
                    let _ = std::fs::remove_file(entry.path());
                }
            }
        }
    }
);
