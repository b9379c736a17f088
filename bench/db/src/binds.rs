//! What binding an id of ours costs beside the raw value.

use std::hint::black_box;
use std::time::Instant;

use crate::Failure;
use crate::report::{Bind, median, quantile};

/// Rows of one statement.
pub(crate) const BATCH: usize = 1_000;

/// How often ids are encoded.
const PASSES: usize = 201;

/// A database that takes values of type `T` in the column `id`.
pub(crate) trait Bulk<T> {
    /// Inserts into the empty table `bind`, which has no other column, in statements of [`BATCH`] rows.
    async fn insert(&mut self, ids: &[T]) -> Result<(), Failure>;

    /// Encodes into the arguments of a statement, which is thrown away.
    fn encode(ids: &[T]) -> Result<(), Failure>;
}

/// A database that can make the table `bind`.
pub(crate) trait Empties {
    /// Makes it, or makes it anew.
    async fn empty(&mut self, column: &str) -> Result<(), Failure>;
}

/// What is compared, and how long.
pub(crate) struct Pair<'a> {
    pub(crate) ours: &'a str,
    pub(crate) raw: &'a str,
    pub(crate) column: &'a str,
    pub(crate) rounds: usize,
}

/// Inserts both in turn, into a table made anew each time, and encodes both in turn.
pub(crate) async fn compare<S, A, B>(store: &mut S, pair: &Pair<'_>, ours: &[A], raw: &[B]) -> Result<Bind, Failure>
where
    S: Empties + Bulk<A> + Bulk<B>,
{
    eprintln!("  {} beside {}", pair.ours, pair.raw);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for round in 0..=pair.rounds {
        let mut times = [0.0; 2];
        // Each goes first in every other round; the round 0 warms up.
        for which in [round % 2, 1 - round % 2] {
            store.empty(pair.column).await?;
            let begun = Instant::now();
            match which {
                0 => store.insert(ours).await?,
                _ => store.insert(raw).await?,
            }
            times[which] = begun.elapsed().as_secs_f64() * 1e6 / ours.len() as f64;
        }
        if round > 0 {
            first.push(times[0]);
            second.push(times[1]);
        }
    }
    let (mut ours_ns, mut raw_ns) = (Vec::new(), Vec::new());
    let (some_ours, some_raw) = (&ours[..BATCH.min(ours.len())], &raw[..BATCH.min(raw.len())]);
    for _ in 0..PASSES {
        let begun = Instant::now();
        <S as Bulk<A>>::encode(black_box(some_ours))?;
        let between = Instant::now();
        <S as Bulk<B>>::encode(black_box(some_raw))?;
        let ended = Instant::now();
        ours_ns.push((between - begun).as_secs_f64() * 1e9 / some_ours.len() as f64);
        raw_ns.push((ended - between).as_secs_f64() * 1e9 / some_raw.len() as f64);
    }
    let ratios: Vec<f64> = first.iter().zip(&second).map(|(a, b)| a / b).collect();
    Ok(Bind {
        ours: pair.ours.to_owned(),
        raw: pair.raw.to_owned(),
        rows: ours.len(),
        rounds: pair.rounds,
        ours_us: median(first),
        raw_us: median(second),
        ratio_quartiles: (quantile(ratios.clone(), 1), quantile(ratios, 3)),
        ours_encode_ns: median(ours_ns),
        raw_encode_ns: median(raw_ns),
    })
}
