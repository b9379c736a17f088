//! Every vector of the scheme.

#[test]
fn every_vector_passes() {
    idspec_conformance::assert_conforms(idspec_nalix_typed::SCHEMES);
}
