//! Choices from a seed (`SplitMix64`), so that a run's requests can be made again.

/// A source of choices.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// A number from one to another, both included.
    pub(crate) fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.next() % (most - least + 1)
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }

    /// A ULID of now, as a client makes one.
    pub(crate) fn ulid(&mut self) -> idspec::Ulid {
        let now = idspec::Timestamp::try_from(std::time::SystemTime::now()).expect("a clock of these years");
        let random = (u128::from(self.next()) << 64 | u128::from(self.next())) >> 48;
        idspec::Ulid::from_parts(now.unix_ms(), random).expect("80 bits")
    }
}
