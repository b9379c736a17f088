//! Any octets as a file of vectors: cases or problems, and no panic; what is read without a problem is the same once it was written in canonical form, and is answered.

use idspec::Scheme;
use idspec_conformance::{Reference, Run, Suite};
use serde_json::Value;

/// One input: a file, at the place that its own members name.
pub fn run(data: &[u8]) {
    let text = match str::from_utf8(data) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(error.to_string()),
    };
    let path = text.as_deref().ok().and_then(place).unwrap_or_else(|| "ulid/parse.json".to_owned());
    let (suite, problems) = read(&path, text.clone());
    // Beside the folders of schemes other files stand.
    for companion in ["policies.json", "errors.json", "schema/vectors.schema.json"] {
        let _ = read(companion, text.clone());
    }
    if !problems.is_empty() {
        return;
    }
    let [file] = &suite.files[..] else { panic!("{} files", suite.files.len()) };
    let (again, problems) = read(&path, Ok(file.canonical.clone()));
    assert_eq!(problems, []);
    assert_eq!(again.files[0].canonical, file.canonical);
    assert_eq!(again.cases.len(), suite.cases.len());
    let schemes: Vec<&'static Scheme> = idspec::schemes().collect();
    let run = Run::of(&suite, &mut Reference::new(&schemes), |_| true);
    assert_eq!(run.results.len(), suite.cases.len());
}

fn read(path: &str, text: Result<String, String>) -> (Suite, Vec<idspec_conformance::Problem>) {
    Suite::of_files([(path, text)].into_iter())
}

/// Where a file belongs, by its own words.
fn place(text: &str) -> Option<String> {
    let file: Value = serde_json::from_str(text).ok()?;
    Some(format!("{}/{}.json", file.get("scheme")?.as_str()?, file.get("op")?.as_str()?))
}
