//! Measuring two things side by side, on a machine that is not quiet.

use std::hint::black_box;
use std::time::Instant;

/// How often each thing is measured; the median is shown.
const PASSES: usize = 25;

/// Something that is measured: its name, and a closure that does it `COUNT` times.
pub struct Subject<'a> {
    pub name: &'a str,
    pub work: Box<dyn FnMut() -> u64 + 'a>,
    /// How often one call of the closure does it.
    pub count: u32,
}

/// Measures all subjects in turn, pass by pass, so that a disturbance meets them alike, and gives ns for each and its ratio to the first.
pub fn measure(subjects: &mut [Subject<'_>]) -> Vec<(f64, f64)> {
    let mut passes: Vec<Vec<f64>> = vec![Vec::new(); subjects.len()];
    for pass in 0..=PASSES {
        for (subject, times) in subjects.iter_mut().zip(&mut passes) {
            let start = Instant::now();
            black_box((subject.work)());
            let taken = start.elapsed().as_nanos() as f64 / f64::from(subject.count);
            // The first pass warms up.
            if pass > 0 {
                times.push(taken);
            }
        }
    }
    let first = passes[0].clone();
    let of = |times: &Vec<f64>| (median(times.clone()), median(times.iter().zip(&first).map(|(a, b)| a / b).collect()));
    passes.iter().map(of).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints one table: ns for each, and how many times the first one's.
pub fn table(title: &str, mut subjects: Vec<Subject<'_>>) -> Vec<(f64, f64)> {
    let measured = measure(&mut subjects);
    println!("\n{title}\n  {:<46} {:>9} {:>9}", "", "ns per id", "times");
    for (subject, (ns, ratio)) in subjects.iter().zip(&measured) {
        println!("  {:<46} {ns:>9.2} {ratio:>9.2}", subject.name);
    }
    measured
}
