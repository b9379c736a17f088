//! How the bits of each layout are drawn.

use std::fmt::Write as _;

use idspec::Layout;

#[test]
fn every_layout() {
    let mut out = String::new();
    for scheme in idspec::schemes() {
        // Every other bit of the fields, so that none is mistaken for its neighbour.
        let listed = scheme.fields().iter().filter(|field| !field.is_fixed());
        let free = listed.fold(0, |bits, field| bits | field.number_mask());
        let number = scheme.fixed_bits() | free & (u128::MAX / 3);
        writeln!(out, "{}\n{}", scheme.title(), Layout::of(scheme).diagram(number)).unwrap();
    }
    insta::assert_snapshot!(out);
}
