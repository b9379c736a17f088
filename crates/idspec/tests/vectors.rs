//! Every vector of every scheme, through the facade: one program that notices what any of them notices.

#![allow(clippy::panic, reason = "helpers of tests panic too")]

#[test]
fn every_vector_passes() {
    for schemes in idspec::SCHEMES {
        idspec_conformance::assert_conforms(schemes);
    }
}
