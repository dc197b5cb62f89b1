//! A checksum against damage, not against malice: four lanes of multiply and rotate, faster than memory.

const PRIME: u64 = 0x9E37_79B9_7F4A_7C15;

/// The checksum of some bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut lanes = [1u64, 2, 3, 4].map(|lane| lane.wrapping_mul(PRIME));
    let mix = |lane: u64, word: u64| (lane ^ word).wrapping_mul(PRIME).rotate_left(29);
    let mut blocks = bytes.chunks_exact(32);
    for block in &mut blocks {
        for (lane, word) in lanes.iter_mut().zip(block.chunks_exact(8)) {
            *lane = mix(*lane, word_of(word));
        }
    }
    for word in blocks.remainder().chunks(8) {
        lanes[0] = mix(lanes[0], word_of(word) ^ (word.len() as u64) << 56);
    }
    lanes.into_iter().fold(bytes.len() as u64, mix)
}

fn word_of(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_counts() {
        let bytes: Vec<u8> = (0..100).collect();
        let whole = checksum(&bytes);
        for bit in 0..bytes.len() * 8 {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(checksum(&other), whole);
        }
        assert_ne!(checksum(&bytes[..99]), whole);
        assert_ne!(checksum(&[]), checksum(&[0]));
    }
}
