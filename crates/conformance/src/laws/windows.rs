//! Windows of time as intervals of ids.

use idspec_core::{ErrorCode, Field, FieldError, Id, Layout, Role, TimeOrdered, Timestamp, Unit};

use super::{id_of, number_of};

/// The clock of a layout, with arithmetic of its own.
struct Clock {
    layout: Layout,
    field: &'static Field,
    unit: Unit,
    /// The first instant and the length of a unit in 100 ns.
    origin: i128,
    length: i128,
    /// The largest stored value.
    last: i128,
}

/// What the bits below the time are.
#[derive(Clone, Copy)]
enum Rest {
    Zeros,
    Ones,
    Own,
}

impl Clock {
    fn of(layout: Layout) -> Option<Self> {
        let (field, unit) = layout.scheme().time()?;
        let (first, _) = layout.first_and_last()?;
        let last = i128::try_from(field.max_stored()).ok()?;
        let (origin, length) = (first.hundred_ns().into(), unit.hundred_ns().into());
        Some(Self { layout, field, unit, origin, length, last })
    }

    /// The unit that holds an instant.
    fn floor(&self, at: Timestamp) -> i128 {
        (i128::from(at.hundred_ns()) - self.origin).div_euclid(self.length)
    }

    /// The first unit that begins at an instant or later.
    fn ceil(&self, at: Timestamp) -> i128 {
        -(self.origin - i128::from(at.hundred_ns())).div_euclid(self.length)
    }

    fn has(&self, unit: i128) -> bool {
        (0..=self.last).contains(&unit)
    }

    /// The name of the field that is to blame for an instant.
    fn name(&self) -> &'static str {
        if matches!(self.unit, Unit::Tick | Unit::TickMillisecond) { "ticks" } else { "unix_ms" }
    }

    /// A number with another time.
    fn at(&self, number: u128, unit: i128, rest: Rest) -> u128 {
        let scheme = self.layout.scheme();
        let fields = scheme.fields().iter().filter(|field| matches!(field.role(), Role::Number | Role::Hex));
        let below = fields.filter(|field| scheme.scope().all(|above| above != *field));
        let below = below.fold(0, |bits, field| bits | field.number_mask());
        let time = u128::try_from(unit).ok().and_then(|unit| self.field.place(unit)).unwrap_or_default();
        let rest = match rest {
            Rest::Zeros => 0,
            Rest::Ones => below,
            Rest::Own => number & below,
        };
        number & !below & !self.field.number_mask() | time | rest
    }

    /// Where an instant that is blamed has to be said to be.
    fn is_blamed(&self, error: FieldError) -> bool {
        error.field() == self.name() && error.code().map(ErrorCode::as_str) == Some("out_of_range")
    }
}

/// A window of time is the interval of ids from the smallest one of the first unit that begins in it to the smallest one of the first that does not: units at its
/// edges, next to them and at both ends of the scheme's time are in or out as their instants are, with the bits below the time at zero, at one and as in `id`.
/// An error is given exactly where no unit begins from `from` on, or where the window is reversed.
///
/// Ids of a scheme whose time is not its first field are those with the fields of `id` above the time.
///
/// # Panics
/// Where that is not so.
pub fn windows_are_exact<T: Id>(id: T, from: Timestamp, until: Timestamp) {
    let (layout, number) = (T::LAYOUT, number_of(id));
    let Some(clock) = Clock::of(layout) else {
        assert!(layout.window(&[], from, until).is_err(), "{}: a window without a time", T::SCHEME.title());
        return;
    };
    let above = |field: &Field| (field.name(), i128::try_from(field.read(number)).unwrap_or_default());
    let scope: Vec<(&str, i128)> = T::SCHEME.scope().map(above).collect();
    let shown = format!("{} from {from} to {until}", T::SCHEME.title());
    let (start, end) = (clock.ceil(from), clock.ceil(until));

    let unit = layout.bounds_at(&scope, from);
    match unit {
        Ok(bounds) => {
            let floor = clock.floor(from);
            assert!(clock.has(floor), "{shown}");
            assert_eq!(bounds, (clock.at(number, floor, Rest::Zeros), clock.at(number, floor, Rest::Ones)), "{shown}");
        }
        Err(error) => assert!(!clock.has(clock.floor(from)) && clock.is_blamed(error), "{shown}: {error}"),
    }

    let (window, inclusive) = (layout.window(&scope, from, until), layout.window_inclusive(&scope, from, until));
    let (window, inclusive) = match (window, inclusive) {
        (Ok(window), Ok(inclusive)) => (window, inclusive),
        (Err(error), Err(other)) if !clock.has(start) => {
            assert!(clock.is_blamed(error) && clock.is_blamed(other), "{shown}: {error}");
            return;
        }
        (Err(error), Err(other)) => {
            assert!(until < from, "{shown}: {error}");
            assert_eq!((error.field(), other.field()), ("until", "to"), "{shown}");
            return;
        }
        (window, inclusive) => {
            assert_eq!(window.is_ok(), inclusive.is_ok(), "{shown}");
            return;
        }
    };
    assert!(clock.has(start) && from <= until, "{shown}");
    assert_eq!(window.start, clock.at(number, start, Rest::Zeros), "{shown}");
    assert_eq!(window.end, clock.has(end).then(|| clock.at(number, end, Rest::Zeros)), "{shown}");

    let typed = |number: u128| {
        let id = id_of::<T>(number);
        assert!(id.is_some(), "{shown}: no id is {number:#x}");
        id
    };
    let (first, past) = (typed(window.start), window.end.and_then(typed));
    let inclusive = inclusive.map(|(first, last)| (typed(first), typed(last)));
    let last_floor = clock.floor(until).min(clock.last);
    assert_eq!(inclusive.is_some(), start <= last_floor, "{shown}");
    for unit in [start - 1, start, start + 1, end - 1, end, end + 1, last_floor, last_floor + 1, 0, clock.last] {
        if !clock.has(unit) {
            continue;
        }
        let instant = clock.origin + unit * clock.length;
        let begins = i128::from(from.hundred_ns()) <= instant;
        for rest in [Rest::Zeros, Rest::Ones, Rest::Own] {
            let candidate = clock.at(number, unit, rest);
            let (time, candidate) = (layout.timestamp(candidate), typed(candidate));
            assert_eq!(time.map(|time| i128::from(time.hundred_ns())), Some(instant), "{shown}: {candidate:?}");
            let inside = first <= candidate && (past.is_none() || candidate < past);
            assert_eq!(inside, begins && instant < i128::from(until.hundred_ns()), "{shown}: {candidate:?}");
            let inside = inclusive.is_some_and(|(first, last)| first <= candidate && candidate <= last);
            assert_eq!(inside, begins && instant <= i128::from(until.hundred_ns()), "{shown}: {candidate:?}");
            for above in T::SCHEME.scope() {
                let of_another = of_another_scope(candidate, above);
                let inside = first <= of_another && past.is_some() && of_another < past;
                assert!(!inside, "{shown}: {of_another:?} has another {}", above.name());
            }
        }
    }
}

/// The id with another value in a field above the time.
fn of_another_scope<T: Id>(id: Option<T>, above: &Field) -> Option<T> {
    let low = above.number_mask() & above.number_mask().wrapping_neg();
    id.and_then(|id| id_of(number_of(id) ^ low))
}

/// The typed ranges are those of the layout, and hold by the order of the type.
///
/// # Panics
/// Where they are not.
pub fn ranges_are_those_of_its_layout<T: TimeOrdered>(id: T, from: Timestamp, until: Timestamp) {
    let layout = T::LAYOUT;
    let bounds = layout.bounds_at(&[], from);
    assert_eq!(T::min_at(from).map(number_of), bounds.map(|(min, _)| min));
    assert_eq!(T::max_at(from).map(number_of), bounds.map(|(_, max)| max));
    let window = T::range(from..until);
    let numbers = window.map(|ids| (number_of(ids.start), ids.end.map(number_of)));
    assert_eq!(numbers, layout.window(&[], from, until).map(|numbers| (numbers.start, numbers.end)));
    let inclusive = T::range_inclusive(from..=until);
    let numbers = inclusive.map(|ids| ids.map(|ids| (number_of(*ids.start()), number_of(*ids.end()))));
    assert_eq!(numbers, layout.window_inclusive(&[], from, until));
    assert_eq!(Some(id.timestamp()), layout.timestamp(number_of(id)));
    super::ranges_hold(id, from, until);
}
