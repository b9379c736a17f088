//! What the page knows beside a request: its address, the time, and the options of the command.

use std::ops::Range;
use std::time::Instant;

use idspec::Timestamp;
use idspec::reading::Reader;
use jiff::tz::TimeZone;

use crate::context::Context;
use crate::generate;
use crate::layouts::{self, Named};
use crate::when;

/// The page of one process.
#[derive(Debug)]
pub struct Site {
    host: String,
    origin: String,
    /// The instant that the command took for the present one, and when that was.
    began: (Timestamp, Instant),
    own: Vec<Named>,
    window: Option<Range<Timestamp>>,
    zone: Option<TimeZone>,
}

impl Site {
    /// The page at a port of the loopback address.
    pub fn new(context: &Context, port: u16) -> Self {
        let host = format!("127.0.0.1:{port}");
        Self {
            origin: format!("http://{host}"),
            host,
            began: (context.now, Instant::now()),
            own: context.own.clone(),
            window: context.window.clone(),
            zone: context.zone.clone(),
        }
    }

    /// What the header `Host` has to say.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The origin: `http://127.0.0.1:PORT`.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The present instant.
    pub fn now(&self) -> Timestamp {
        let passed = i64::try_from(self.began.1.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.began.0.checked_add_ms(passed).unwrap_or(Timestamp::MAX)
    }

    /// The layouts that there are, those of the configuration last.
    pub fn layouts(&self) -> Vec<Named> {
        layouts::all().chain(self.own.iter().cloned()).collect()
    }

    /// The layouts of which new ids are made.
    pub fn generated(&self) -> Vec<Named> {
        self.layouts().into_iter().filter(|it| generate::is_generated(it.layout)).collect()
    }

    /// A reader of all layouts, or of the one that is named.
    pub fn reader(&self, named: Option<&Named>, near: Option<Timestamp>) -> Reader {
        let mut reader = Reader::new(self.now());
        if let Some(window) = &self.window {
            reader = reader.window(window.clone());
        }
        if let Some(near) = near {
            reader = reader.near(near);
        }
        match named {
            Some(named) => reader.only([named.layout]),
            None => reader.with(self.own.iter().map(|it| it.layout)),
        }
    }

    /// An instant as it is shown: UTC, and the zone where one was asked for.
    pub fn show(&self, time: Timestamp) -> String {
        match &self.zone {
            Some(zone) => format!("{time} ({})", when::in_zone(time, zone)),
            None => time.to_string(),
        }
    }
}
