//! Files of pattern databases: as they come, and with a head that is right but for single bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use unstuck_core::resources::PatternDatabaseInfo;
use unstuck_fuzz::sow;
use unstuck_ops::pattern_databases::{file_bytes, table_bytes};

const TABLE: &[u8] = b"0123456789abcdef0123456789abcdef0123456789abcdef";

fn info() -> PatternDatabaseInfo {
    PatternDatabaseInfo { name: "fuzzed", about: "", version: 3, bytes: TABLE.len() as u64, making: 0 }
}

fuzz_target!(
    init: sow([file_bytes(&info(), TABLE)]),
    |input: &[u8]| {
        // A table is trusted only where the whole file is what would be written for it.
        if let Ok(table) = table_bytes(input, &info()) {
            assert_eq!(file_bytes(&info(), table), input);
        }
        let mut file = file_bytes(&info(), TABLE);
        let mut changed = false;
        for pair in input.chunks_exact(2).take(8) {
            let at = usize::from(pair[0]) % file.len();
            file[at] ^= pair[1];
            changed = file != file_bytes(&info(), TABLE);
        }
        assert!(!changed || table_bytes(&file, &info()).is_err());
    }
);
