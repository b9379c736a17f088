//! Dates of the proleptic Gregorian calendar, by counting days in cycles of 400 years that begin on 1 March.

/// Days from 0000-03-01 to 1970-01-01.
const UNIX_EPOCH_FROM_MARCH_0: i64 = 719_468;
const DAYS_IN_400_YEARS: i64 = 146_097;

/// Days from a 1 March to the first day of the month that is `index` months later.
#[allow(clippy::arithmetic_side_effects, reason = "the index is 0 to 11")]
const fn days_before_month(index: i64) -> i64 {
    // Months from March on have 31 30 31 30 31 | 31 30 31 30 31 | 31 days: 153 in each five.
    (153 * index + 2) / 5
}

/// The date of a day counted from 1970-01-01: year, month 1 to 12, day 1 to 31.
#[allow(clippy::arithmetic_side_effects, reason = "an instant is less than 2^24 days from 1970")]
pub(crate) const fn date_from_days(days: i64) -> (i64, i64, i64) {
    let from_march_0 = days + UNIX_EPOCH_FROM_MARCH_0;
    let cycle = from_march_0.div_euclid(DAYS_IN_400_YEARS);
    let day_of_cycle = from_march_0.rem_euclid(DAYS_IN_400_YEARS);
    // Take out the leap days: one in 1461 days, none in 36524, the last day of the cycle again.
    let year_of_cycle = (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36_524 - day_of_cycle / 146_096) / 365;
    let day_of_year = day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - days_before_month(month_from_march) + 1;
    let (month, next_year) = if month_from_march < 10 { (month_from_march + 3, 0) } else { (month_from_march - 9, 1) };
    (cycle * 400 + year_of_cycle + next_year, month, day)
}

/// The day of a date counted from 1970-01-01, or nothing if there is no such date or its year is outside -9999 to 9999.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "a year of four digits, and the first lines refuse all but days that are cast without loss"
)]
pub(crate) const fn days_from_date(year: i32, month: u32, day: u32) -> Option<i64> {
    if year < -9999 || year > 9999 || month < 1 || month > 12 || day < 1 {
        return None;
    }
    let (month_from_march, march_year) =
        if month > 2 { (month as i64 - 3, year as i64) } else { (month as i64 + 9, year as i64 - 1) };
    let (cycle, year_of_cycle) = (march_year.div_euclid(400), march_year.rem_euclid(400));
    let day_of_year = days_before_month(month_from_march) + day as i64 - 1;
    let day_of_cycle = 365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year;
    let days = cycle * DAYS_IN_400_YEARS + day_of_cycle - UNIX_EPOCH_FROM_MARCH_0;
    // A day past the month's end comes back as a date of the next month.
    let (_, same_month, same_day) = date_from_days(days);
    if same_month == month as i64 && same_day == day as i64 { Some(days) } else { None }
}
