//! Generators: one id, a batch, with a given time and with the clock of the system.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use ferroid::generator::{
    AtomicSnowflakeGenerator, BasicMonoUlidGenerator, BasicSnowflakeGenerator, BasicUlidGenerator,
    LockMonoUlidGenerator, LockSnowflakeGenerator,
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

    fn unix_ms(&self) -> i64 {
        NOW.load(Ordering::Relaxed) as i64
    }
}

impl TimeSource<u64> for Given {
    fn current_millis(&self) -> u64 {
        NOW.load(Ordering::Relaxed) - 1_288_834_974_657
    }
}

impl TimeSource<u128> for Given {
    fn current_millis(&self) -> u128 {
        u128::from(NOW.load(Ordering::Relaxed))
    }
}

/// The clock of the system for ferroid, whose own one is read once at the start.
struct Real;

impl TimeSource<u128> for Real {
    fn current_millis(&self) -> u128 {
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_millis())
    }
}

ferroid::define_snowflake_id!(
    /// The split of [`Wide`].
    WideId, u64,
    reserved: 1,
    timestamp: 41,
    machine_id: 2,
    sequence: 20
);

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

/// The work of a pass of two threads at one generator: half of the ids each, in one unit of the given time.
fn together(next: impl Fn() -> u64 + Sync) -> impl FnMut() -> u64 {
    move || {
        NOW.fetch_add(1, Ordering::Relaxed);
        let half = || (0..IDS / 2).fold(0, |sum, _| sum ^ next());
        std::thread::scope(|scope| {
            let other = scope.spawn(half);
            half() ^ other.join().unwrap_or(0)
        })
    }
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
    snowflakes(bench);
    batches(bench);
    two_threads(bench);
    monotonic_given(bench);
    monotonic(bench);
    random(bench);
    others(bench);
}

fn snowflake_me(machine: u16, bits: [u8; 4]) -> snowflake_me::Snowflake {
    let [time, center, machines, sequence] = bits;
    snowflake_me::Snowflake::builder()
        .machine_id(&move || Ok(machine))
        .data_center_id(&|| Ok(0))
        .start_time(1_288_834_974_657)
        .clock_source(|| NOW.load(Ordering::Relaxed) as i64)
        .bit_len_time(time)
        .bit_len_data_center_id(center)
        .bit_len_machine_id(machines)
        .bit_len_sequence(sequence)
        .finalize()
        .expect("63 bits")
}

fn snowflakes(bench: &mut Bench) {
    let twitter = |machine: u64| Generator::<TwitterSnowflake>::builder().machine(machine);
    let word = AtomicU64::new(0);
    let shared = twitter(1).clock(Given).build().expect("a machine of its own");
    let local = twitter(2).clock(Given).build_local().expect("a machine of its own");
    let atomic = AtomicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(1, Given);
    let basic = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(1, Given);
    let lock = LockSnowflakeGenerator::<SnowflakeTwitterId, _>::new(1, Given);
    let other = snowflake_me(1, [41, 5, 5, 12]);
    bench.compare("snowflake-given", "A snowflake, with a given time, one thread, a generator for many", || {
        vec![
            subject("idspec Generator", units(|| shared.try_next().map_or(0, TwitterSnowflake::to_u64))),
            subject("ferroid Atomic", units(|| atomic.next_id(|_| {}).to_raw())),
            subject("ferroid Lock", units(|| lock.try_next_id(|_| {}).map_or(0, |id| id.to_raw()))),
            subject("snowflake_me next_id", units(|| other.next_id().map_or(0, |id| id.as_u64()))),
            subject("a read and an exchange alone", units(|| exchange(&word))),
        ]
    });
    bench.compare("snowflake-given-local", "A snowflake, with a given time, a generator of one thread", || {
        vec![
            subject("idspec LocalGenerator", units(|| local.try_next().map_or(0, TwitterSnowflake::to_u64))),
            subject("ferroid Basic", units(|| basic.next_id(|_| {}).to_raw())),
        ]
    });

    let wide = |machine: u64| Generator::<Snowflake<Wide>>::builder().machine(machine);
    let real = wide(2).build().expect("a machine of its own");
    let real_local = wide(1).build_local().expect("a machine of its own");
    let far = Timestamp::from_utc(2070, 1, 1, 0, 0, 0).expect("a date");
    let leased = wide(3).leased(Timestamp::UNIX_EPOCH, far).build().expect("a machine of its own");
    bench.compare(
        "snowflake-clock",
        "A snowflake, with the clock of the system and a sequence of 20 bits, one thread",
        || {
            vec![
                subject("the clock alone", ids(clock)),
                subject("a read and an exchange alone", ids(|| exchange(&word))),
                subject("idspec Generator", ids(|| real.try_next().map_or(0, Snowflake::to_u64))),
                subject("idspec Generator, leased", ids(|| leased.try_next().map_or(0, Snowflake::to_u64))),
                subject("idspec LocalGenerator", ids(|| real_local.try_next().map_or(0, Snowflake::to_u64))),
            ]
        },
    );
}

fn batches(bench: &mut Bench) {
    let ids = Generator::<TwitterSnowflake>::builder().machine(3).clock(Given).build().expect("a machine of its own");
    let local =
        Generator::<TwitterSnowflake>::builder().machine(4).clock(Given).build_local().expect("a machine of its own");
    let other = snowflake_me(1, [41, 5, 5, 12]);
    let mut buffer = vec![TwitterSnowflake::from_u64(0).expect("zero is an id"); 4096];
    let mut local_buffer = buffer.clone();
    let mut theirs = Vec::with_capacity(4096);
    let batch = |mut fill: Box<dyn FnMut() -> u64>| {
        move || {
            (0..UNITS).fold(0, |sum, _| {
                NOW.fetch_add(1, Ordering::Relaxed);
                sum ^ fill()
            })
        }
    };
    let reserving = ids.clone();
    bench.compare("snowflake-batch", "A batch of 4096 snowflakes, with a given time, one thread", || {
        vec![
            subject(
                "idspec fill",
                batch(Box::new(move || {
                    let count = ids.fill(&mut buffer).unwrap_or(0);
                    std::hint::black_box(&buffer).get(count.wrapping_sub(1)).map_or(0, |id| id.to_u64())
                })),
            ),
            subject(
                "idspec fill of a LocalGenerator",
                batch(Box::new(move || {
                    let count = local.fill(&mut local_buffer).unwrap_or(0);
                    std::hint::black_box(&local_buffer).get(count.wrapping_sub(1)).map_or(0, |id| id.to_u64())
                })),
            ),
            subject(
                "idspec reserve, each id looked at",
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
}

fn two_threads(bench: &mut Bench) {
    let ours = Generator::<Snowflake<Wide>>::builder().machine(0).clock(Given).build().expect("a machine of its own");
    let atomic = AtomicSnowflakeGenerator::<WideId, _>::new(1, Given);
    let lock = LockSnowflakeGenerator::<WideId, _>::new(1, Given);
    let other = snowflake_me(1, [41, 1, 1, 20]);
    bench.compare(
        "snowflake-two-threads",
        "A snowflake, with a given time, two threads at one generator (wall time for each id of both; not pinned)",
        || {
            vec![
                subject("idspec Generator", together(|| ours.try_next().map_or(0, Snowflake::to_u64))).wall(),
                subject("ferroid Atomic", together(|| atomic.next_id(|_| {}).to_raw())).wall(),
                subject("ferroid Lock", together(|| lock.try_next_id(|_| {}).map_or(0, |id| id.to_raw()))).wall(),
                subject("snowflake_me next_id", together(|| other.next_id().map_or(0, |id| id.as_u64()))).wall(),
            ]
        },
    );
    let ulids = Generator::<Ulid>::builder().clock(Given).build().expect("no machine");
    let locked = LockMonoUlidGenerator::<ULID, _, _>::new(Given, ThreadRandom);
    bench.compare(
        "ulid-two-threads",
        "A monotonic ULID, with a given time, two threads at one generator (wall time for each id of both; not pinned)",
        || {
            vec![
                subject("idspec Generator", together(|| low(ulids.try_next()))).wall(),
                subject("ferroid LockMono", together(|| locked.try_next_id(|_| {}).map_or(0, |id| id.to_raw() as u64)))
                    .wall(),
            ]
        },
    );
}

/// The low half of a ULID.
fn low<E>(id: Result<Ulid, E>) -> u64 {
    id.map_or(0, |id| id.to_u128() as u64)
}

fn monotonic_given(bench: &mut Bench) {
    let shared = Generator::<Ulid>::builder().clock(Given).build().expect("no machine");
    let local = Generator::<Ulid>::builder().clock(Given).build_local().expect("no machine");
    let lock = LockMonoUlidGenerator::<ULID, _, _>::new(Given, ThreadRandom);
    let basic = BasicMonoUlidGenerator::<ULID, _, _>::new(Given, ThreadRandom);
    bench.compare(
        "ulid-monotonic-given-local",
        "A monotonic ULID, with a given time, a generator of one thread",
        || {
            vec![
                subject("idspec LocalGenerator", units(|| low(local.try_next()))),
                subject("ferroid BasicMono", units(|| basic.next_id(|_| {}).to_raw() as u64)),
            ]
        },
    );
    bench.compare(
        "ulid-monotonic-given",
        "A monotonic ULID, with a given time, one thread, a generator for many",
        || {
            vec![
                subject("idspec Generator", units(|| low(shared.try_next()))),
                subject("ferroid LockMono", units(|| lock.try_next_id(|_| {}).map_or(0, |id| id.to_raw() as u64))),
            ]
        },
    );
}

fn monotonic(bench: &mut Bench) {
    let local = Generator::<Ulid>::builder().build_local().expect("no machine");
    let basic = BasicMonoUlidGenerator::<ULID, _, _>::new(Real, ThreadRandom);
    let mut dylanhart = ulid::Generator::new();
    let mut previous = rusty_ulid::Ulid::generate();
    bench.compare(
        "ulid-monotonic-local",
        "A monotonic ULID, with the clock of the system, a generator of one thread",
        || {
            vec![
                subject("idspec LocalGenerator", ids(|| low(local.try_next()))),
                subject("the clock alone", ids(clock)),
                subject("ulid Generator", ids(|| dylanhart.generate().map_or(0, |id| id.0 as u64))),
                subject("ferroid BasicMono, given that clock", ids(|| basic.next_id(|_| {}).to_raw() as u64)),
                subject(
                    "rusty_ulid next_monotonic",
                    ids(|| {
                        previous = rusty_ulid::Ulid::next_monotonic(previous);
                        u128::from(previous) as u64
                    }),
                ),
            ]
        },
    );

    let shared = Generator::<Ulid>::builder().build().expect("no machine");
    let lock = LockMonoUlidGenerator::<ULID, _, _>::new(Real, ThreadRandom);
    let pinned = LockMonoUlidGenerator::<ULID, _, _>::new(MonotonicClock::<1>::with_epoch(UNIX_EPOCH), ThreadRandom);
    let nulids = nulid::Generator::new();
    bench.compare(
        "ulid-monotonic",
        "A monotonic ULID, with the clock of the system, one thread, a generator for many",
        || {
            vec![
                subject("idspec Generator", ids(|| low(shared.try_next()))),
                subject("the clock alone", ids(clock)),
                subject("mr-ulid", ids(|| mr_ulid::Ulid::new().to_u128() as u64)),
                subject(
                    "ferroid LockMono, given that clock",
                    ids(|| lock.try_next_id(|_| {}).map_or(0, |id| id.to_raw() as u64)),
                ),
                subject("with another clock: nulid", ids(|| nulids.generate().map_or(0, |id| id.as_u128() as u64))),
                subject(
                    "with another clock: ferroid LockMono and its own",
                    ids(|| pinned.try_next_id(|_| {}).map_or(0, |id| id.to_raw() as u64)),
                ),
            ]
        },
    );
}

fn random(bench: &mut Bench) {
    let ours = Generator::<Ulid>::builder().build_random().expect("a ULID");
    let basic = BasicUlidGenerator::<ULID, _, _>::new(Real, ThreadRandom);
    bench.compare("ulid-random", "A random ULID, with the clock of the system, one thread", || {
        vec![
            subject("idspec RandomGenerator", ids(|| low(ours.try_next()))),
            subject("ulid Ulid::generate", ids(|| ulid::Ulid::generate().0 as u64)),
            subject("the clock alone", ids(clock)),
            subject("with another clock: nulid", ids(|| nulid::Nulid::new().map_or(0, |id| id.as_u128() as u64))),
            subject("rusty_ulid generate", ids(|| u128::from(rusty_ulid::Ulid::generate()) as u64)),
            subject("ferroid Basic", ids(|| basic.next_id(|_| {}).to_raw() as u64)),
        ]
    });
}

fn others(bench: &mut Bench) {
    let guids = || Generator::<AsString>::builder().exhaustion(Exhaustion::Borrow(1 << 40));
    let shared = guids().build().expect("no machine");
    let local = guids().build_local().expect("no machine");
    let ulids = Generator::<Ulid>::builder().build().expect("no machine");
    let mut filled = vec![Ulid::from_u128(0); 4096];
    bench.compare("others", "Others of ours, with the clock of the system", || {
        vec![
            subject("idspec a sequential GUID", ids(|| shared.try_next().map_or(0, |id| id.to_u128() as u64))),
            subject(
                "idspec a sequential GUID of a LocalGenerator",
                ids(|| local.try_next().map_or(0, |id| id.to_u128() as u64)),
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
