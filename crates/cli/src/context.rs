//! What every command is given: the options that they share, made sense of.

use std::ops::Range;
use std::time::SystemTime;

use idspec::reading::Reader;
use idspec::{Layout, Timestamp};
use jiff::tz::TimeZone;

use crate::args::Shared;
use crate::failure::Failure;
use crate::layouts::{self, Named};
use crate::output::Output;
use crate::when;

/// A day, in ms.
const DAY_MS: i64 = 86_400_000;

/// The shared options.
#[derive(Debug)]
pub struct Context {
    /// The present instant.
    pub now: Timestamp,
    /// The layouts that were named with `--as`; a scheme with several kinds or layouts has several.
    pub named: Option<Vec<Named>>,
    /// The layouts of the configuration file.
    pub own: Vec<Named>,
    pub near: Option<Timestamp>,
    pub window: Option<Range<Timestamp>>,
    /// The zone to show times in, beside UTC.
    pub zone: Option<TimeZone>,
    pub json: bool,
    pub plain: bool,
    pub quiet: bool,
    pub strict: bool,
    pub color: crate::args::Color,
}

impl Context {
    /// Makes sense of the shared options.
    pub fn of(shared: &Shared) -> Result<Self, Failure> {
        let now = match &shared.now {
            Some(text) => when::parse(text, Timestamp::UNIX_EPOCH).map_err(Failure::Usage)?,
            None => Timestamp::try_from(SystemTime::now()).map_err(|error| Failure::usage(error.to_string()))?,
        };
        let instant = |text: &str| when::parse(text, now).map_err(Failure::Usage);
        let own = layouts::configured(shared.config.as_deref())?;
        Ok(Self {
            now,
            named: shared.scheme.as_deref().map(|name| layouts::named(name, &own, now)).transpose()?,
            own,
            near: shared.near.as_deref().map(instant).transpose()?,
            window: shared.window.as_deref().map(|text| window(text, now)).transpose()?,
            zone: shared.tz.as_deref().map(zone).transpose()?,
            json: shared.json,
            plain: shared.plain,
            quiet: shared.quiet,
            strict: shared.strict,
            color: shared.color,
        })
    }

    /// Standard output.
    pub fn output(&self) -> Output {
        Output::new(self.color)
    }

    /// A reader of ids as the options say.
    pub fn reader(&self) -> Reader {
        let mut reader = Reader::new(self.now);
        if let Some(window) = &self.window {
            reader = reader.window(window.clone());
        }
        if let Some(near) = self.near {
            reader = reader.near(near);
        }
        match &self.named {
            Some(named) => reader.only(named.iter().map(|it| it.layout)),
            None => reader.with(self.own.iter().map(|it| it.layout)),
        }
    }

    /// The instants that ids are expected at.
    pub fn window(&self) -> Range<Timestamp> {
        let away = |instant: Timestamp, ms: i64, or: Timestamp| instant.checked_add_ms(ms).unwrap_or(or);
        match (self.near, &self.window) {
            // The narrower one.
            (Some(near), _) => away(near, -DAY_MS, Timestamp::MIN)..away(near, DAY_MS, Timestamp::MAX),
            (None, Some(window)) => window.clone(),
            (None, None) => {
                let first = Timestamp::from_utc(2010, 1, 1, 0, 0, 0).unwrap_or(Timestamp::MIN);
                first..away(self.now, DAY_MS, Timestamp::MAX)
            }
        }
    }

    /// The one layout that was named, for commands that need one.
    pub fn one_layout(&self) -> Result<Layout, Failure> {
        match self.named.as_deref() {
            Some([one]) => Ok(one.layout),
            Some(several) => {
                let names: Vec<&str> = several.iter().map(|it| it.name.as_str()).collect();
                Err(Failure::Ambiguous(format!(
                    "this needs one layout, and --as names several; write one of {}",
                    names.join(", ")
                )))
            }
            None => Err(Failure::usage("this needs to know the scheme: add --as SCHEME; `idspec schemes` lists them")),
        }
    }

    /// The name of a layout, as `--as` takes it: one of the configuration, or that of the scheme.
    pub fn name(&self, layout: Layout) -> String {
        let known = self.named.iter().flatten().chain(&self.own).find(|it| it.layout == layout);
        known.map_or_else(|| layouts::slug(layout), |it| it.name.clone())
    }

    /// An instant as it is shown: UTC, and the zone where one was asked for.
    pub fn show(&self, time: Timestamp) -> String {
        match &self.zone {
            Some(zone) => format!("{time} ({})", when::in_zone(time, zone)),
            None => time.to_string(),
        }
    }
}

fn window(text: &str, now: Timestamp) -> Result<Range<Timestamp>, Failure> {
    let (from, to) =
        text.split_once("..").ok_or_else(|| Failure::usage(format!("not a window: {text}; write FROM..TO")))?;
    let from = if from.is_empty() { Ok(Timestamp::MIN) } else { when::parse(from, now) };
    let to = if to.is_empty() { Ok(Timestamp::MAX) } else { when::parse(to, now) };
    let (from, to) = (from.map_err(Failure::Usage)?, to.map_err(Failure::Usage)?);
    if to <= from {
        return Err(Failure::usage(format!("an empty window: {text}; its end is not after its beginning")));
    }
    Ok(from..to)
}

fn zone(name: &str) -> Result<TimeZone, Failure> {
    if name == "local" {
        return Ok(TimeZone::system());
    }
    TimeZone::get(name).map_err(|error| Failure::usage(format!("{error}; write a zone as Europe/Paris, or local")))
}
