//! Generators: one id, a batch, with a given time and with the clock of the system.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use ferroid::generator::{
    AtomicSnowflakeGenerator, BasicSnowflakeGenerator, LockMonoUlidGenerator, LockSnowflakeGenerator,
};
use ferroid::id::{SnowflakeTwitterId, ULID};
use ferroid::rand::ThreadRandom;
use ferroid::time::{MonotonicClock, TimeSource, UNIX_EPOCH};
use idspec::base::{Field, FixedFault, Generation, Piece, Role, Unit, text};
use idspec::generate::{Clock, Exhaustion, Generator};
use idspec::seq_guid::AsString;
use idspec::twitter_snowflake::{Snowflake, SnowflakeLayout};
use idspec::{Layout, Scheme, Timestamp, TwitterSnowflake, Ulid};

use crate::measure::{Bench, Subject};

/// The group of these comparisons.
pub const GROUP: &str = "generators";

/// Ids of one subject in one pass, in units of 4096.
const UNITS: u32 = 16;
const IDS: u32 = UNITS * 4096;

/// The given time: ms since 1970, moved by the caller after each 4096 ids.
static NOW: AtomicU64 = AtomicU64::new(1_700_000_000_000);

struct Given;

impl Clock for Given {
    fn now(&self) -> Timestamp {
        Timestamp::from_hundred_ns(NOW.load(Ordering::Relaxed) as i64 * 10_000)
    }
}

impl TimeSource<u64> for Given {
    fn current_millis(&self) -> u64 {
        NOW.load(Ordering::Relaxed) - 1_288_834_974_657
    }
}

/// The work of a pass with a given time: units of 4096 ids, the last id of each folded into a sum so that nothing is left out.
fn units(mut next: impl FnMut() -> u64) -> impl FnMut() -> u64 {
    move || {
        let mut sum = 0u64;
        for _ in 0..UNITS {
            NOW.fetch_add(1, Ordering::Relaxed);
            for _ in 0..4096 {
                sum ^= next();
            }
        }
        sum
    }
}

/// The work of a pass with the clock of the system.
fn ids(mut next: impl FnMut() -> u64) -> impl FnMut() -> u64 {
    move || (0..IDS).fold(0, |sum, _| sum ^ next())
}

fn subject<'a>(name: &str, mut work: impl FnMut() -> u64 + 'a) -> Subject<'a> {
    Subject::new(name, IDS as usize, move || {
        std::hint::black_box(work());
    })
}

static WIDE: Scheme = Scheme::table(
    "wide",
    "wide snowflake",
    64,
    text::DECIMAL,
    &[
        Field::new("unix_ms", Role::Time(Unit::Milliseconds(1)), &[Piece::bits(62, 22)]),
        Field::new("worker", Role::Number, &[Piece::bits(21, 20)]),
        Field::new("sequence", Role::Number, &[Piece::bits(19, 0)]),
        Field::new("sign", Role::Fixed(0, FixedFault::Overflow), &[Piece::bits(63, 63)]),
    ],
)
.generated_by(Generation::Sequence("sequence"));

/// A split whose sequence no clock uses up, so that the generator is measured and not the waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Wide;

impl SnowflakeLayout for Wide {
    const LAYOUT: Layout = Layout::of(&WIDE);
}

/// The clock of the system by itself, as ns since 1970.
fn clock() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// A read and an exchange by themselves.
fn exchange(word: &AtomicU64) -> u64 {
    let old = word.load(Ordering::Acquire);
    let _ = word.compare_exchange(old, old + 1, Ordering::AcqRel, Ordering::Acquire);
    old
}

pub fn run(bench: &mut Bench) {
    let twitter = |machine: u64| Generator::<TwitterSnowflake>::builder().machine(machine);
    let word = AtomicU64::new(0);

    let given = twitter(1).clock(Given).build().expect("a machine of its own");
    let atomic = AtomicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(1, Given);
    let basic = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(1, Given);
    let lock = LockSnowflakeGenerator::<SnowflakeTwitterId, _>::new(1, Given);
    let other = snowflake_me::Snowflake::builder()
        .machine_id(&|| Ok(1))
        .data_center_id(&|| Ok(0))
        .start_time(1_288_834_974_657)
        .clock_source(|| NOW.load(Ordering::Relaxed) as i64)
        .bit_len_time(41)
        .bit_len_data_center_id(5)
        .bit_len_machine_id(5)
        .bit_len_sequence(12)
        .finalize()
        .expect("the layout of Twitter");
    bench.compare("snowflake-given", "A snowflake, with a given time, one thread", || {
        vec![
            subject("idspec try_next", units(|| given.try_next().map_or(0, TwitterSnowflake::to_u64))),
            subject("ferroid Atomic (shared)", units(|| atomic.next_id(|_| {}).to_raw())),
            subject("ferroid Lock (shared)", units(|| lock.try_next_id(|_| {}).map_or(0, |id| id.to_raw()))),
            subject("ferroid Basic (one thread only)", units(|| basic.next_id(|_| {}).to_raw())),
            subject("snowflake_me next_id (shared)", units(|| other.next_id().map_or(0, |id| id.as_u64()))),
            subject("a read and an exchange alone", units(|| exchange(&word))),
        ]
    });

    let mut buffer = vec![TwitterSnowflake::from_u64(0).expect("zero is an id"); 4096];
    let mut theirs = Vec::with_capacity(4096);
    let batch = |mut fill: Box<dyn FnMut() -> u64>| {
        move || {
            let mut sum = 0;
            for _ in 0..UNITS {
                NOW.fetch_add(1, Ordering::Relaxed);
                sum ^= fill();
            }
            sum
        }
    };
    let reserving = given.clone();
    let filling = given.clone();
    bench.compare("snowflake-batch", "A batch of 4096 snowflakes, with a given time, one thread", || {
        vec![
            subject(
                "idspec fill",
                batch(Box::new(move || {
                    let count = filling.fill(&mut buffer).unwrap_or(0);
                    std::hint::black_box(&buffer).get(count.wrapping_sub(1)).map_or(0, |id| id.to_u64())
                })),
            ),
            subject(
                "idspec reserve",
                batch(Box::new(move || {
                    reserving
                        .reserve(4096)
                        .map_or(0, |run| run.fold(0, |sum, id| std::hint::black_box(sum ^ id.to_u64())))
                })),
            ),
            subject(
                "snowflake_me next_ids_into",
                batch(Box::new(move || {
                    theirs.clear();
                    let _ = other.next_ids_into(4096, &mut theirs);
                    std::hint::black_box(&theirs).last().map_or(0, snowflake_me::SnowflakeId::as_u64)
                })),
            ),
        ]
    });

    let wide = |machine: u64| Generator::<Snowflake<Wide>>::builder().machine(machine);
    let real = wide(2).build().expect("a machine of its own");
    let far = Timestamp::from_utc(2070, 1, 1, 0, 0, 0).expect("a date");
    let leased = wide(3).leased(Timestamp::UNIX_EPOCH, far).build().expect("a machine of its own");
    bench.compare(
        "snowflake-clock",
        "A snowflake, with the clock of the system and a sequence of 20 bits, one thread",
        || {
            vec![
                subject("the clock alone", ids(clock)),
                subject("a read and an exchange alone", ids(|| exchange(&word))),
                subject("idspec try_next", ids(|| real.try_next().map_or(0, Snowflake::to_u64))),
                subject("idspec try_next, leased", ids(|| leased.try_next().map_or(0, Snowflake::to_u64))),
            ]
        },
    );

    let ulids = Generator::<Ulid>::builder().build().expect("no machine");
    let locked = LockMonoUlidGenerator::<ULID, _, _>::new(MonotonicClock::<1>::with_epoch(UNIX_EPOCH), ThreadRandom);
    let nulids = nulid::Generator::new();
    let mut dylanhart = ulid::Generator::new();
    bench.compare("ulid-monotonic", "A monotonic ULID, with the clock of the system, one thread", || {
        vec![
            subject("idspec try_next (shared)", ids(|| ulids.try_next().map_or(0, |id| id.to_u128() as u64))),
            subject("ulid Generator (one thread only)", ids(|| dylanhart.generate().map_or(0, |id| id.0 as u64))),
            subject("nulid Generator (shared)", ids(|| nulids.generate().map_or(0, |id| id.as_u128() as u64))),
            subject(
                "ferroid LockMono (shared), its own clock",
                ids(|| locked.try_next_id(|_| {}).map_or(0, |id| id.to_raw() as u64)),
            ),
        ]
    });
    let guids = Generator::<AsString>::builder().exhaustion(Exhaustion::Borrow(1 << 40)).build().expect("no machine");
    let mut filled = vec![Ulid::from_u128(0); 4096];
    bench.compare("others", "Others of ours", || {
        vec![
            subject(
                "idspec sequential GUID, with the clock of the system",
                ids(|| guids.try_next().map_or(0, |id| id.to_u128() as u64)),
            ),
            subject("idspec ULIDs by fill of 4096", move || {
                (0..UNITS).fold(0, |sum, _| {
                    let count = ulids.fill(&mut filled).unwrap_or(0);
                    sum ^ std::hint::black_box(&filled).get(count.wrapping_sub(1)).map_or(0, |id| id.to_u128() as u64)
                })
            }),
        ]
    });
}
