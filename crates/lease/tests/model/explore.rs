//! Every world that can be reached, nearest first.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use idspec_lease::protocol::Slot;

use crate::world::{Step, World};

/// What was found.
#[derive(Debug)]
pub(crate) struct Found {
    /// Worlds that differ.
    pub(crate) states: usize,
    /// Steps from the first to the farthest of them.
    pub(crate) depth: usize,
    /// Whether all were looked at.
    pub(crate) complete: bool,
    /// The shortest way to a duplicate.
    pub(crate) trace: Option<Vec<Step>>,
}

/// Two hashes of 64 bits in one pass: among millions of worlds, two have the same pair with a probability below 10^-24.
#[derive(Default)]
struct Pair(u64, u64);

impl Hasher for Pair {
    fn write(&mut self, octets: &[u8]) {
        for chunk in octets.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "the two halves of a product")]
    fn write_u64(&mut self, word: u64) {
        let fold = |state: u64, factor: u64| {
            let product = u128::from(state ^ word) * u128::from(factor);
            (product >> 64) as u64 ^ product as u64
        };
        self.0 = fold(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15), 0xd6e8_feb8_6659_fd93);
        self.1 = fold(self.1.rotate_left(23).wrapping_add(0xc2b2_ae3d_27d4_eb4f), 0xa076_1d64_78bd_642f);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word.cast_unsigned());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn fingerprint(world: &World<Slot>) -> u128 {
    let mut pair = Pair::default();
    world.hash(&mut pair);
    u128::from(pair.0) << 64 | u128::from(pair.1)
}

/// Looks at every world that can be reached, up to a number of them, and stops at the first duplicate.
pub(crate) fn explore(first: World<Slot>, most: usize) -> Found {
    let mut known = HashMap::from([(fingerprint(&first), 0_usize)]);
    // How each world was reached: from which, and by what.
    let mut ways: Vec<(usize, Option<Step>)> = vec![(0, None)];
    let mut frontier = vec![(0_usize, first)];
    let mut depth = 0;
    while !frontier.is_empty() {
        let mut next = Vec::new();
        for (index, world) in frontier {
            for step in world.steps() {
                let mut after = world.clone();
                let duplicate = after.make(step).is_err();
                if duplicate {
                    let trace = Some(way(&ways, index, step));
                    return Found { states: known.len(), depth: depth + 1, complete: false, trace };
                }
                let number = known.len();
                if let std::collections::hash_map::Entry::Vacant(entry) = known.entry(fingerprint(&after)) {
                    entry.insert(number);
                    ways.push((index, Some(step)));
                    next.push((number, after));
                }
            }
            if known.len() > most {
                return Found { states: known.len(), depth, complete: false, trace: None };
            }
        }
        if next.is_empty() {
            break;
        }
        depth += 1;
        frontier = next;
    }
    Found { states: known.len(), depth, complete: true, trace: None }
}

fn way(ways: &[(usize, Option<Step>)], from: usize, last: Step) -> Vec<Step> {
    let mut steps = vec![last];
    let mut at = from;
    while let Some((before, Some(step))) = ways.get(at) {
        steps.push(*step);
        at = *before;
    }
    steps.reverse();
    steps
}
