//! Medians and quartiles.

use serde::{Deserialize, Serialize};

/// The middle of some values, and how far they spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    pub lower_quartile: f64,
    pub median: f64,
    pub upper_quartile: f64,
}

impl Spread {
    /// Nothing where there are no values.
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let at = |part: f64| {
            let place = part * (values.len().checked_sub(1)? as f64);
            let (below, above) = (values.get(place.floor() as usize)?, values.get(place.ceil() as usize)?);
            Some(below + (above - below) * place.fract())
        };
        Some(Self { lower_quartile: at(0.25)?, median: at(0.5)?, upper_quartile: at(0.75)? })
    }

    /// The spread of `ours / theirs`, taken round by round, since a disturbance meets both in one round.
    pub fn of_ratios(ours: &[f64], theirs: &[f64]) -> Option<Self> {
        Self::of(ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_quartiles() {
        let spread = Spread::of(vec![5.0, 1.0, 3.0, 2.0, 4.0]).expect("values");
        assert_eq!(spread, Spread { lower_quartile: 2.0, median: 3.0, upper_quartile: 4.0 });
        let spread = Spread::of(vec![1.0, 2.0]).expect("values");
        assert_eq!(spread, Spread { lower_quartile: 1.25, median: 1.5, upper_quartile: 1.75 });
        assert_eq!(Spread::of(vec![]), None);
    }

    #[test]
    fn a_ratio_is_that_of_one_round() {
        // The second round was disturbed, for both alike.
        let spread = Spread::of_ratios(&[1.0, 10.0, 1.0], &[2.0, 20.0, 2.0]).expect("rounds");
        assert_eq!(spread, Spread { lower_quartile: 0.5, median: 0.5, upper_quartile: 0.5 });
    }
}
