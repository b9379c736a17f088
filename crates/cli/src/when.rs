//! Instants as people write and read them.

use idspec::Timestamp;
use jiff::tz::TimeZone;

/// Reads an instant: RFC 3339 (`2024-04-05T19:34:38.901Z`, with any offset), a date (midnight UTC), a date and time without an offset (UTC), `now`, or
/// milliseconds since 1970 as `@1712345678901`.
pub fn parse(text: &str, now: Timestamp) -> Result<Timestamp, String> {
    if text == "now" {
        return Ok(now);
    }
    if let Some(digits) = text.strip_prefix('@') {
        let ms: i64 = digits.parse().map_err(|_| format!("not milliseconds since 1970: {text}"))?;
        return Timestamp::from_unix_ms(ms).ok_or_else(|| format!("outside the years that fit: {text}"));
    }
    if let Ok(instant) = text.parse::<jiff::Timestamp>() {
        return Ok(Timestamp::from(instant));
    }
    if let Ok(civil) = text.parse::<jiff::civil::DateTime>()
        && let Ok(zoned) = civil.to_zoned(TimeZone::UTC)
    {
        return Ok(Timestamp::from(zoned.timestamp()));
    }
    Err(format!(
        "not an instant: {text}; write 2024-04-05, 2024-04-05T19:34:38Z, @1712345678901 (ms since 1970) or now"
    ))
}

/// An instant in a time zone, with its offset; in UTC where the year is beyond what calendars of zones have.
pub fn in_zone(time: Timestamp, zone: &TimeZone) -> String {
    match jiff::Timestamp::try_from(time) {
        Ok(instant) => instant.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%.f%:z").to_string(),
        Err(_) => time.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_read() {
        let now = Timestamp::UNIX_EPOCH;
        let shown = |text| parse(text, now).map(|time| time.to_string());
        assert_eq!(shown("2024-04-05").as_deref(), Ok("2024-04-05T00:00:00Z"));
        assert_eq!(shown("2024-04-05T19:34:38.901Z").as_deref(), Ok("2024-04-05T19:34:38.901Z"));
        assert_eq!(shown("2024-04-05T21:34:38+02:00").as_deref(), Ok("2024-04-05T19:34:38Z"));
        assert_eq!(shown("2024-04-05 19:34").as_deref(), Ok("2024-04-05T19:34:00Z"));
        assert_eq!(shown("@1712345678901").as_deref(), Ok("2024-04-05T19:34:38.901Z"));
        assert_eq!(shown("now").as_deref(), Ok("1970-01-01T00:00:00Z"));
        for bad in ["", "@", "@x", "5", "2024-13-01", "yesterday"] {
            assert!(parse(bad, now).is_err(), "{bad}");
        }
    }
}
