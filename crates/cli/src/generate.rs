//! New ids of a layout that is chosen at run time, for the command and for the page.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use idspec::base::{Field, Generation, Scheme};
use idspec::generate::{Clock, Exhaustion, Numbers};
use idspec::{Layout, Timestamp};

use crate::layouts;

/// How many ids [`many`] makes at most.
pub const MOST: usize = 10_000;

/// How many ticks after a fixed instant GUIDs may take, since a tick has one id.
pub const BORROWED_TICKS: u64 = 10_000;

/// How long one id may wait for the clock.
const PATIENCE: Duration = Duration::from_secs(5);

/// What ids are asked for.
#[derive(Clone, Debug)]
pub struct Request {
    pub layout: Layout,
    /// The instant of all ids; the clock of the system where there is none.
    pub at: Option<Timestamp>,
    /// Fields by name: those that [`settable`] lists, and `machine` for all that tell generators apart as one number.
    pub settings: Vec<(String, i128)>,
}

/// A field that may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settable {
    pub name: &'static str,
    pub min: i128,
    pub max: i128,
    pub default: i128,
    /// Whether it tells one generator from another, so that two with the same values make the same ids.
    pub is_machine: bool,
}

/// The value of a field, and whether somebody chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    pub field: Settable,
    pub value: i128,
    pub given: bool,
}

/// The fields that may be set, those above the time first.
pub fn settable(scheme: &'static Scheme) -> Vec<Settable> {
    let first = split(scheme, scheme.first_machine());
    let one = |field: &'static Field, is_machine: bool| {
        let default = first.iter().find(|(name, _)| *name == field.name()).map_or(0, |(_, value)| *value);
        let min = if is_machine && first.len() == 1 { default } else { 0 };
        let max = i128::try_from(field.max_stored()).unwrap_or(i128::MAX);
        Settable { name: field.name(), min, max, default: if is_machine { default } else { 0 }, is_machine }
    };
    let scope = scheme.scope().map(|field| one(field, false));
    scope.chain(scheme.machine_fields().map(|field| one(field, true))).collect()
}

/// How many ids one unit of time has for one machine; nothing where there is no bound that matters.
pub fn room(scheme: &Scheme) -> Option<u64> {
    match scheme.generation()? {
        Generation::Sequence(name) => {
            let width = scheme.field(name)?.width();
            1_u64.checked_shl(width)
        }
        Generation::OnePerUnit => Some(1),
        _ => None,
    }
}

/// How many ids one machine makes in a second, where there is a bound.
pub fn rate(scheme: &Scheme) -> Option<u64> {
    let (_, unit) = scheme.time()?;
    let length = u64::try_from(unit.hundred_ns()).ok()?;
    10_000_000_u64.checked_div(length)?.checked_mul(room(scheme)?)
}

/// Whether ids of this layout are made at all.
pub fn is_generated(layout: Layout) -> bool {
    layout.scheme().generation().is_some() && !layout.scheme().is_read_only()
}

/// A source of new ids.
#[derive(Debug)]
pub struct Ids {
    numbers: Numbers,
    settings: Vec<Setting>,
    fixed: bool,
}

impl Ids {
    /// The number of a new id; waits for the clock where a unit of time is used up.
    ///
    /// # Errors
    /// In words, where the clock is of no use, or no unit is left.
    pub fn next(&self) -> Result<u128, String> {
        let next = if self.fixed { self.numbers.try_next() } else { self.numbers.next_blocking(PATIENCE) };
        next.map_err(|error| error.to_string())
    }

    /// The fields that were set, by somebody or by default.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }
}

/// A clock that stands still.
struct Fixed(Timestamp);

impl Clock for Fixed {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn sleep(&self, _: Duration) {}
}

/// Makes a source of `count` ids or more.
///
/// # Errors
/// In words: a layout of which no ids are made, a field that there is not or that does not fit, more ids than a fixed instant has.
pub fn start(request: &Request, count: u64) -> Result<Ids, String> {
    begin(request, count, None)
}

/// Makes a few ids at once, at most [`MOST`]. Ids of the system's clock are not repeated by this process, however many threads ask.
///
/// # Errors
/// As [`start`] and [`Ids::next`].
pub fn many(request: &Request, count: usize) -> Result<Vec<u128>, String> {
    if count > MOST {
        return Err(format!("{count} ids are too many at once; ask for {MOST} at most"));
    }
    let wanted = u64::try_from(count).unwrap_or(u64::MAX);
    if request.at.is_some() {
        let ids = start(request, wanted)?;
        return (0..count).map(|_| ids.next()).collect();
    }
    // Held while ids are made, so that nobody goes on from an id that is not the last one.
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if last.len() >= REMEMBERED {
        // Whoever was asked for so many machines a moment ago may wait for the next unit of time.
        std::thread::sleep(Duration::from_millis(1));
        last.clear();
    }
    let key = key(request)?;
    let ids = begin(request, wanted, last.get(&key).copied())?;
    let made: Vec<u128> = (0..count).map(|_| ids.next()).collect::<Result<_, _>>()?;
    if let Some(newest) = made.last() {
        last.insert(key, *newest);
    }
    Ok(made)
}

/// A layout, and the machine's fields.
type Key = (String, Vec<i128>);

/// The last id of each machine that this process made ids of.
static LAST: Mutex<BTreeMap<Key, u128>> = Mutex::new(BTreeMap::new());

/// How many machines are remembered.
const REMEMBERED: usize = 4096;

fn key(request: &Request) -> Result<Key, String> {
    let settings = settled(request)?;
    let machine = settings.iter().filter(|it| it.field.is_machine).map(|it| it.value).collect();
    Ok((layouts::slug(request.layout), machine))
}

fn begin(request: &Request, count: u64, after: Option<u128>) -> Result<Ids, String> {
    let scheme = request.layout.scheme();
    if !is_generated(request.layout) {
        return Err(format!(
            "no ids of this layout are made: {}; it is read, and others are made in its place",
            layouts::slug(request.layout)
        ));
    }
    let settings = settled(request)?;
    let mut builder = Numbers::builder(request.layout);
    if let Some(after) = after {
        builder = builder.after(after);
    }
    for setting in &settings {
        builder = builder.field(setting.field.name, setting.value);
    }
    let built = match request.at {
        None => builder.build(),
        Some(at) => {
            enough(scheme, at, count)?;
            let mut builder = builder.clock(Fixed(at));
            if scheme.generation() == Some(Generation::OnePerUnit) {
                builder = builder.exhaustion(Exhaustion::Borrow(BORROWED_TICKS));
            }
            // Its clock says nothing of what others make at present.
            builder.unclaimed().build()
        }
    };
    let numbers = built.map_err(|error| error.to_string())?;
    Ok(Ids { numbers, settings, fixed: request.at.is_some() })
}

/// Whether one instant has as many ids.
fn enough(scheme: &Scheme, at: Timestamp, count: u64) -> Result<(), String> {
    let (room, what) = match (scheme.generation(), room(scheme)) {
        (Some(Generation::OnePerUnit), _) => {
            (BORROWED_TICKS.saturating_add(1), "an instant and the 10000 ticks after it have")
        }
        (_, Some(room)) => (room, "one unit of its time has"),
        _ => return Ok(()),
    };
    if count <= room {
        return Ok(());
    }
    Err(format!(
        "{count} ids at {at} are too many: for a {scheme} {what} {room}; ask for fewer, or leave the instant out and the clock goes on"
    ))
}

/// Every field that may be set, with the value that was asked for or its default.
fn settled(request: &Request) -> Result<Vec<Setting>, String> {
    let scheme = request.layout.scheme();
    let mut settings: Vec<Setting> =
        settable(scheme).into_iter().map(|field| Setting { field, value: field.default, given: false }).collect();
    for (name, value) in &request.settings {
        if let Some(setting) = settings.iter_mut().find(|it| it.field.name == name) {
            set(scheme, setting, *value)?;
        } else if name == "machine" && settings.iter().any(|it| it.field.is_machine) {
            let bits: u32 = scheme.machine_fields().map(Field::width).sum();
            let largest = 1_u64.checked_shl(bits).map_or(u64::MAX, |it| it.saturating_sub(1));
            let number = u64::try_from(*value).ok().filter(|number| *number <= largest);
            let number = number.ok_or_else(|| format!("machine {value} is outside 0 to {largest} for a {scheme}"))?;
            for (name, part) in split(scheme, number) {
                if let Some(setting) = settings.iter_mut().find(|it| it.field.name == name) {
                    set(scheme, setting, part)?;
                }
            }
        } else {
            return Err(unknown(scheme, name, &settings));
        }
    }
    Ok(settings)
}

fn set(scheme: &Scheme, setting: &mut Setting, value: i128) -> Result<(), String> {
    let Settable { name, min, max, .. } = setting.field;
    if setting.given {
        return Err(format!("{name} of a {scheme} was given twice"));
    }
    if value < min || value > max {
        return Err(format!("{name} {value} is outside {min} to {max} for a {scheme}"));
    }
    (setting.value, setting.given) = (value, true);
    Ok(())
}

fn unknown(scheme: &Scheme, name: &str, settings: &[Setting]) -> String {
    let mut text = format!("a {scheme} has no field {name} that may be set; there are ");
    if settings.is_empty() {
        text.push_str("none");
    }
    for (place, setting) in settings.iter().enumerate() {
        let Settable { name, min, max, .. } = setting.field;
        let _ = write!(text, "{}{name} ({min} to {max})", if place == 0 { "" } else { ", " });
    }
    text
}

/// The fields of a machine's number, the first of the list most significant.
fn split(scheme: &Scheme, number: u64) -> Vec<(&'static str, i128)> {
    let mut rest: u32 = scheme.machine_fields().map(Field::width).sum();
    let part = |field: &'static Field| {
        rest = rest.saturating_sub(field.width());
        let mask = 1_u64.checked_shl(field.width()).map_or(u64::MAX, |it| it.saturating_sub(1));
        (field.name(), i128::from(number.checked_shr(rest).unwrap_or(0) & mask))
    };
    scheme.machine_fields().map(part).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn request(name: &str, at: Option<i64>, settings: &[(&str, i128)]) -> Request {
        let layout = layouts::named(name, &[], NOW).unwrap().remove(0).layout;
        let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        Request { layout, at: at.map(|ms| Timestamp::from_unix_ms(ms).unwrap()), settings }
    }

    #[test]
    fn ids_are_those_of_the_specification() {
        // The first id of the Twitter page, and the others of its millisecond.
        let twitter = request("twitter-snowflake", Some(1_656_432_460_105), &[("datacenter", 11), ("worker", 26)]);
        assert_eq!(many(&twitter, 2).unwrap(), [1_541_815_603_606_036_480, 1_541_815_603_606_036_481]);
        let as_one = request("twitter-snowflake", Some(1_656_432_460_105), &[("machine", 378)]);
        assert_eq!(many(&as_one, 1).unwrap(), [1_541_815_603_606_036_480]);
        let nalix = request("nalix-typed", Some(1_704_067_200_000), &[("type", 11)]);
        assert_eq!(many(&nalix, 2).unwrap(), [821_223_037_910_122_497, 821_223_037_910_123_521]);
        let ulids = many(&request("ulid", Some(1_712_345_678_901), &[]), 3).unwrap();
        assert!(ulids.iter().all(|ulid| ulid >> 80 == 1_712_345_678_901));
        assert_eq!((ulids[1] - ulids[0], ulids[2] - ulids[1]), (1, 1));
        let guid = request("seq-guid:as-string", Some(1_712_345_678_901), &[]);
        let ticks: Vec<i64> =
            many(&guid, 3).unwrap().iter().map(|it| guid.layout.timestamp(*it).unwrap().hundred_ns()).collect();
        assert_eq!(ticks, [17_123_456_789_010_000, 17_123_456_789_010_001, 17_123_456_789_010_002]);
    }

    #[test]
    fn an_instant_has_as_many_ids_as_its_scheme_says() {
        let at = Some(1_712_345_678_901);
        for (name, room) in [
            ("twitter-snowflake", 4096),
            ("discord", 4096),
            ("instagram-sharded", 1024),
            ("seq-guid:at-end", 10_001),
            ("nalix-typed", 16_384),
        ] {
            let request = request(name, at, &[]);
            let ids = start(&request, room).unwrap();
            let made: BTreeSet<u128> = (0..room).map(|_| ids.next().unwrap()).collect();
            assert_eq!(u64::try_from(made.len()).unwrap(), room, "{name}");
            assert!(ids.next().is_err(), "{name}");
            assert!(start(&request, room + 1).is_err(), "{name}");
        }
        assert_eq!(
            start(&request("discord", at, &[]), 5000).unwrap_err(),
            "5000 ids at 2024-04-05T19:34:38.901Z are too many: for a Discord snowflake one unit of its time has 4096; ask for fewer, or leave the \
             instant out and the clock goes on"
        );
        assert!(start(&request("ulid", at, &[]), 1 << 40).is_ok());
    }

    #[test]
    fn what_cannot_be_is_said_in_words() {
        let refused = |name, at, settings: &[(&str, i128)]| many(&request(name, at, settings), 1).unwrap_err();
        assert_eq!(
            refused("discord", None, &[("datacenter", 1)]),
            "a Discord snowflake has no field datacenter that may be set; there are worker (0 to 31), process (0 to 31)"
        );
        assert_eq!(
            refused("ulid", None, &[("worker", 1)]),
            "a ULID has no field worker that may be set; there are none"
        );
        assert_eq!(refused("discord", None, &[("worker", 32)]), "worker 32 is outside 0 to 31 for a Discord snowflake");
        assert_eq!(
            refused("discord", None, &[("machine", 1024)]),
            "machine 1024 is outside 0 to 1023 for a Discord snowflake"
        );
        assert_eq!(refused("nalix-typed", None, &[("machine", 0)]), "machine 0 is outside 1 to 1023 for a Nalix id");
        assert_eq!(
            refused("discord", None, &[("worker", 1), ("machine", 1)]),
            "worker of a Discord snowflake was given twice"
        );
        assert_eq!(
            refused("nalix-typed:legacy56", None, &[]),
            "no ids of this layout are made: nalix-typed:legacy56; it is read, and others are made in its place"
        );
        assert_eq!(
            refused("discord", Some(0), &[]),
            "no new Discord snowflake: 1970-01-01T00:00:00Z is outside the scheme's time, 2015-01-01T00:00:00Z to \
             2154-05-15T07:35:11.103Z, or the last unit is used up"
        );
        assert_eq!(
            many(&request("ulid", None, &[]), 10_001).unwrap_err(),
            "10001 ids are too many at once; ask for 10000 at most"
        );
    }

    #[test]
    fn fields_have_defaults() {
        let shown = |name: &str| -> Vec<(&str, i128, i128, i128)> {
            let scheme = request(name, None, &[]).layout.scheme();
            settable(scheme).into_iter().map(|it| (it.name, it.min, it.max, it.default)).collect()
        };
        assert_eq!(shown("twitter-snowflake"), [("datacenter", 0, 31, 0), ("worker", 0, 31, 0)]);
        assert_eq!(shown("nalix-typed"), [("type", 0, 255, 0), ("machine", 1, 1023, 1)]);
        assert_eq!(shown("instagram-sharded"), [("shard", 0, 8191, 0)]);
        assert_eq!(shown("ulid"), []);
        let ids = start(&request("discord", None, &[("process", 7)]), 1).unwrap();
        let settings: Vec<(i128, bool)> = ids.settings().iter().map(|it| (it.value, it.given)).collect();
        assert_eq!(settings, [(0, false), (7, true)]);
    }

    #[test]
    fn requests_one_after_another_and_at_once_repeat_nothing() {
        // A worker that no other test has, so that nothing else is remembered of it.
        let request = request("twitter-snowflake", None, &[("worker", 31), ("datacenter", 31)]);
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let request = request.clone();
                std::thread::spawn(move || (0..50).flat_map(|_| many(&request, 50).unwrap()).collect::<Vec<u128>>())
            })
            .collect();
        let made: Vec<u128> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
        assert_eq!(made.len(), 10_000);
        assert_eq!(made.into_iter().collect::<BTreeSet<u128>>().len(), 10_000);
    }

    #[test]
    fn rates_are_those_of_the_guide() {
        let of = |name| rate(request(name, None, &[]).layout.scheme());
        assert_eq!(of("discord"), Some(4_096_000));
        assert_eq!(of("instagram-sharded"), Some(1_024_000));
        assert_eq!(of("nalix-typed"), Some(16_384));
        assert_eq!(of("seq-guid:at-end"), Some(10_000_000));
        assert_eq!(of("ulid"), None);
    }
}
