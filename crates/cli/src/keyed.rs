//! What records are compared by, for commands that put them in order or look whether they are.

use crate::context::Context;
use crate::escape::{Escaped, quoted};
use crate::failure::{Ending, Failure};
use crate::input::Record;
use crate::orders::{Key, Order};
use crate::resolve::{Refused, Resolver, SHOWN};

/// Reads the keys of records, and says why some have none.
#[derive(Debug)]
pub struct Keyed<'a> {
    context: &'a Context,
    resolver: Resolver<'a>,
    order: Order,
    count: u64,
    invalid: u64,
}

impl<'a> Keyed<'a> {
    /// A wrong use where ids of the scheme that was named do not have the order.
    pub fn new(context: &'a Context, order: Order) -> Result<Self, Failure> {
        let mut named = context.named.iter().flatten();
        if let Some(other) = named.find(|it| !order.applies_to(it.layout)) {
            return Err(Failure::Usage(no_order(&other.name, order)));
        }
        Ok(Self { context, resolver: Resolver::new(context), order, count: 0, invalid: 0 })
    }

    /// The key of a record; nothing for one that is no id, of which standard error tells. Texts of several readings end the command.
    pub fn key(&mut self, record: &Record<'_>) -> Result<Option<Key>, Failure> {
        self.count = self.count.saturating_add(1);
        let message = match self.resolver.number(record) {
            Ok((layout, number)) => match self.order.key(layout, number) {
                Some(key) => return Ok(Some(key)),
                None => {
                    let why = no_order(&self.context.name(layout), self.order);
                    format!("{}: {}: {why}", record.place(), quoted(record.text, SHOWN))
                }
            },
            Err(refused @ Refused::Ambiguous(_)) => {
                return Err(Failure::Ambiguous(self.resolver.message(record, &refused)));
            }
            Err(refused) => self.resolver.message(record, &refused),
        };
        self.invalid = self.invalid.saturating_add(1);
        anstream::eprintln!("idspec: {}", Escaped(&message));
        Ok(None)
    }

    /// How many records are ids.
    pub const fn valid(&self) -> u64 {
        self.count.saturating_sub(self.invalid)
    }

    /// How the command ends, which standard error tells too.
    pub fn ending(&self) -> Ending {
        if self.invalid == 0 {
            return Ending::Fine;
        }
        if !self.context.quiet {
            anstream::eprintln!("idspec: {} of {} not valid", self.invalid, self.count);
        }
        Ending::Invalid
    }
}

fn no_order(name: &str, order: Order) -> String {
    format!("ids of {name} have no order {}, which is one of ids with {}", order.name(), order.needs())
}
