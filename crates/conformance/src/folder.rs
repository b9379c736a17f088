//! Reading a folder that may hold anything: two levels, regular files, bounded sizes.

use std::fs;
use std::path::Path;

use crate::suite::Problem;

/// The largest file that is read, in octets.
const MAX_OCTETS: u64 = 64 << 20;

/// What was found.
#[derive(Default)]
pub(crate) struct Files {
    /// Paths relative to the folder, with `/`, sorted; and the texts, or why there is none.
    pub(crate) texts: Vec<(String, Result<String, String>)>,
    /// What could not be looked at.
    pub(crate) problems: Vec<Problem>,
}

/// The files of a folder and of its folders. Hidden ones are passed over; links are followed, which two levels keep from going in circles.
pub(crate) fn files(folder: &Path) -> Files {
    let mut files = Files::default();
    list(folder, "", &mut files);
    files.texts.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

fn list(folder: &Path, prefix: &str, files: &mut Files) {
    let place = if prefix.is_empty() { folder.display().to_string() } else { prefix.to_owned() };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return files.problems.push(Problem::of_file(place, error)),
    };
    for entry in entries {
        let path = match entry {
            Ok(entry) => entry.path(),
            Err(error) => {
                files.problems.push(Problem::of_file(place.clone(), error));
                continue;
            }
        };
        let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else { continue };
        if name.starts_with('.') {
            continue;
        }
        let relative = format!("{prefix}{name}");
        match fs::metadata(&path) {
            Ok(data) if data.is_dir() && prefix.is_empty() => list(&path, &format!("{name}/"), files),
            Ok(data) if data.is_dir() => {
                files.problems.push(Problem::of_file(relative, "a folder inside the folder of a scheme"));
            }
            Ok(data) if !data.is_file() => files.problems.push(Problem::of_file(relative, "no regular file")),
            Ok(data) if data.len() > MAX_OCTETS => {
                files.problems.push(Problem::of_file(relative, format!("more than {MAX_OCTETS} octets")));
            }
            Ok(_) => files.texts.push((relative, fs::read_to_string(&path).map_err(|error| error.to_string()))),
            Err(error) => files.problems.push(Problem::of_file(relative, error)),
        }
    }
}
