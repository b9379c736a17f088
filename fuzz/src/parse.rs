//! Any octets as text: accepted only where an id is written like that, and refused with a reason that is true.
//!
//! The input is taken as it is, and as changes to right texts: 16 octets for an id, and then pairs of a place and an octet.

use idspec::base::Form;
use idspec::{Id, Layout, Scheme};
use idspec_conformance::laws;

use crate::{changed, number};

/// The tables of a scheme, those without a type too.
pub fn tables(schemes: &[&'static Scheme], data: &[u8]) {
    for scheme in schemes {
        let layout = Layout::of(scheme);
        laws::layout_reads_anything(&layout, data);
        for text in near(scheme, data) {
            laws::layout_reads_anything(&layout, &text);
        }
    }
}

/// A type.
pub fn id<T: Id>(data: &[u8]) {
    laws::reads_anything::<T>(data);
    for text in near(T::SCHEME, data) {
        laws::reads_anything::<T>(&text);
    }
}

/// Texts of the number at the front, in every form, with the changes that follow it.
fn near(scheme: &'static Scheme, data: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let forms = number(data).into_iter().flat_map(move |(number, changes)| {
        let number = number >> (128 - scheme.bits());
        let texts = Form::ALL.into_iter().filter_map(move |form| scheme.write(number, form));
        texts.map(move |text| (text, changes))
    });
    // As it is, and changed.
    forms.flat_map(|(text, changes)| [text.as_bytes().to_vec(), changed(&text, changes)])
}
