//! What was measured, as it is kept in JSON.

use serde::{Deserialize, Serialize};

/// The databases, in the order of the page.
pub(crate) const NAMES: [&str; 3] = ["Postgres", "MariaDB", "SQLite"];

/// One run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) machine: Machine,
    pub(crate) databases: Vec<Measured>,
}

/// Where it was measured.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) cores: usize,
    pub(crate) memory_gb: f64,
    pub(crate) disk: String,
    pub(crate) system: String,
    /// Names and versions of what the program was built with.
    pub(crate) built_with: Vec<String>,
}

/// The keys in one database.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Measured {
    pub(crate) name: String,
    pub(crate) version: String,
    /// What differs from the defaults.
    pub(crate) settings: String,
    pub(crate) date: String,
    /// Processes that wanted to run when it began, averaged over a minute.
    pub(crate) load: f64,
    /// Each key was measured this often, in turn with the others; the figures are medians.
    pub(crate) rounds: usize,
    pub(crate) rows: usize,
    /// Rows of the day that is asked for.
    pub(crate) rows_of_the_day: i64,
    pub(crate) keys: Vec<Key>,
    pub(crate) binds: Vec<Bind>,
}

/// One kind of key in one column.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Key {
    pub(crate) name: String,
    pub(crate) column: String,
    pub(crate) sorts_by_time: bool,
    /// Wall time of all statements that insert.
    pub(crate) insert_s: f64,
    /// Whose CPU time that is, the settings say.
    pub(crate) cpu_s: f64,
    /// The index of the primary key; where that is the table, the table.
    pub(crate) index_mb: f64,
    /// WAL, or what was written to data files.
    pub(crate) written_mb: f64,
    /// Of that, whole pages in the WAL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) page_images_mb: Option<f64>,
    /// The redo log, where it is counted apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) log_mb: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) page_splits: Option<f64>,
    /// How full the leaf pages of the index are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fill_percent: Option<f64>,
    pub(crate) day_ms: f64,
    pub(crate) day_pages: f64,
    /// The index on `created_at` that the day needs where the key does not sort.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) extra_index_mb: Option<f64>,
}

impl Key {
    /// The medians of several rounds.
    pub(crate) fn median(rounds: &[Self]) -> Option<Self> {
        let first = rounds.first()?;
        let of = |figure: fn(&Self) -> f64| median(rounds.iter().map(figure).collect());
        let any = |figure: fn(&Self) -> Option<f64>| {
            let known: Vec<f64> = rounds.iter().filter_map(figure).collect();
            (!known.is_empty()).then(|| median(known))
        };
        Some(Self {
            insert_s: of(|it| it.insert_s),
            cpu_s: of(|it| it.cpu_s),
            index_mb: of(|it| it.index_mb),
            written_mb: of(|it| it.written_mb),
            page_images_mb: any(|it| it.page_images_mb),
            log_mb: any(|it| it.log_mb),
            page_splits: any(|it| it.page_splits),
            fill_percent: any(|it| it.fill_percent),
            day_ms: of(|it| it.day_ms),
            day_pages: of(|it| it.day_pages),
            extra_index_mb: any(|it| it.extra_index_mb),
            ..first.clone()
        })
    }
}

impl Report {
    /// This run, and the databases of an earlier one that it left out.
    pub(crate) fn with(mut self, earlier: Self) -> Self {
        let left_out = |it: &Measured| self.databases.iter().all(|own| own.name != it.name);
        let kept: Vec<Measured> = earlier.databases.into_iter().filter(left_out).collect();
        self.databases.extend(kept);
        self.databases.sort_by_key(|it| NAMES.iter().position(|name| *name == it.name));
        self
    }
}

/// Our type and a raw value in the same column.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Bind {
    pub(crate) ours: String,
    pub(crate) raw: String,
    pub(crate) rows: usize,
    pub(crate) rounds: usize,
    /// A bulk insert, microseconds for a row.
    pub(crate) ours_us: f64,
    pub(crate) raw_us: f64,
    /// Quartiles of the ratios of neighbouring rounds: how noisy it was.
    pub(crate) ratio_quartiles: (f64, f64),
    /// Encoding into the arguments of a statement alone, ns for an id.
    pub(crate) ours_encode_ns: f64,
    pub(crate) raw_encode_ns: f64,
}

impl Bind {
    /// The ratio of the medians.
    pub(crate) fn ratio(&self) -> f64 {
        self.ours_us / self.raw_us
    }

    /// What encoding adds to the raw insert, in percent: unlike the ratio, hardly noisy.
    pub(crate) fn encoding_percent(&self) -> f64 {
        let percent = (self.ours_encode_ns - self.raw_encode_ns) / (self.raw_us * 1e3) * 100.0;
        // To what is shown, and no -0.
        (percent * 10.0).round() / 10.0 + 0.0
    }
}

/// The median, which outliers do not move.
pub(crate) fn median(values: Vec<f64>) -> f64 {
    quantile(values, 2)
}

/// The value that `quarters` quarters of all do not exceed.
pub(crate) fn quantile(mut values: Vec<f64>, quarters: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) * quarters / 4).copied().unwrap_or(f64::NAN)
}
