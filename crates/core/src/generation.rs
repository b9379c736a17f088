//! What a scheme's table says of new ids.

use crate::field::{Field, Role};
use crate::scheme::Scheme;
use crate::table::same;

/// How new ids of a scheme are told apart within one unit of its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Generation {
    /// By this field, which counts up from 0; the other numbers are configured.
    Sequence(&'static str),
    /// Not at all: a unit has one id, and the rest of it is random.
    OnePerUnit,
    /// By the random part, which counts up from a random number.
    Monotonic,
}

impl Scheme {
    /// The same table, whose ids are generated in this way.
    ///
    /// # Panics
    /// Where the table has no time, or not the field that the way needs; in a constant that is a compile error.
    #[must_use]
    pub const fn generated_by(mut self, generation: Generation) -> Self {
        let (mut rest, mut found) = (self.fields(), false);
        while let [field, tail @ ..] = rest {
            found = found
                || match (generation, field.role()) {
                    (Generation::Sequence(name), Role::Number) => same(field.name().as_bytes(), name.as_bytes()),
                    (Generation::OnePerUnit | Generation::Monotonic, Role::Hex) => true,
                    _ => false,
                };
            rest = tail;
        }
        assert!(found && self.time().is_some(), "a generated id needs a time, and a sequence or random bits");
        self.generation = Some(generation);
        self
    }

    /// The same table, whose generators refuse machines below `first`; they may stand in ids that were made in another way.
    #[must_use]
    pub const fn with_first_machine(mut self, first: u64) -> Self {
        self.first_machine = first;
        self
    }

    /// How new ids are made; nothing for layouts that are only composed or read.
    #[must_use]
    pub const fn generation(&self) -> Option<Generation> {
        self.generation
    }

    /// The field that counts up within a unit, where ids are told apart by one.
    #[cfg(feature = "generate")]
    pub(crate) const fn sequence(&self) -> Option<&'static Field> {
        let Some(Generation::Sequence(name)) = self.generation else { return None };
        let mut rest = self.fields();
        while let [field, tail @ ..] = rest {
            if same(field.name().as_bytes(), name.as_bytes()) {
                return Some(field);
            }
            rest = tail;
        }
        None
    }

    /// The field of random bits, where there is one.
    #[cfg(feature = "generate")]
    pub(crate) const fn random(&self) -> Option<&'static Field> {
        let mut rest = self.fields();
        while let [field, tail @ ..] = rest {
            if matches!(field.role(), Role::Hex) {
                return Some(field);
            }
            rest = tail;
        }
        None
    }

    /// The smallest machine of generated ids: the number of all configured fields below the time taken together, the first one most significant.
    #[must_use]
    pub const fn first_machine(&self) -> u64 {
        self.first_machine
    }

    /// The fields that tell one generator from another: all numbers below the time but the sequence, in the order of the list.
    pub fn machine_fields(&self) -> impl Iterator<Item = &'static Field> {
        let time = self.time().map_or(0, |(field, _)| field.number_mask());
        let sequence = match self.generation {
            Some(Generation::Sequence(name)) => name,
            _ => "",
        };
        let configured = move |field: &&Field| {
            matches!(field.role(), Role::Number) && field.number_mask() < time && field.name() != sequence
        };
        self.fields().iter().filter(configured)
    }
}
