//! The laws of `idspec_conformance::laws` and those of conversions, for every id type of every scheme: bare, typed, and typed with a prefix and another column form.
//!
//! `ids` is made by `cargo xtask sync` of what the crates say of their types, so that a new scheme keeps the laws or fails here.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test, with helpers outside of its functions")]

/// The laws of one type, in a module of their own: the traits that it has beside `Id` (`time` for `TimeOrdered`, `timestamped`, `uuid`), the columns that keep its order
/// exactly, and those that keep the order of time.
macro_rules! laws {
    ($name:ident: $width:tt $id:ty, [$($trait:ident)*], [$($exact:ident)*], [$($by_time:ident)*]) => {
        mod $name {
            use idspec_conformance::laws::{self, Promise};

            use crate::conversions;
            use crate::draws::{self, Draw};

            type Bare = $id;

            idspec::typed_id! {
                /// Without a prefix, in the column form of the bare id.
                struct Plain(Bare);
            }

            idspec::typed_id! {
                /// With a prefix, and in another column form.
                struct Prefixed(Bare) prefix "of_the_law_1_" stored as AsText;
            }

            const PROMISE: Promise =
                Promise { exact: &[$(idspec::order::ColumnOrder::$exact),*], by_time: &[$(idspec::order::ColumnOrder::$by_time),*] };

            #[test]
            fn ids_come_back() {
                draws::each(|draw| {
                    laws::comes_back::<Bare>(draw.id());
                    laws::comes_back::<Plain>(draw.id());
                    laws::comes_back::<Prefixed>(draw.id());
                    laws::composes::<Bare>(draw.id());
                    laws::composes::<Prefixed>(draw.id());
                    laws::keeps_in_columns::<Bare>(draw.id());
                    laws::keeps_in_columns::<Prefixed>(draw.id());
                });
            }

            #[test]
            fn conversions_lose_nothing() {
                draws::each(|draw| {
                    conversions::text::<Bare>(draw.id());
                    conversions::text::<Plain>(draw.id());
                    conversions::text::<Prefixed>(draw.id());
                    conversions::serde::<Bare>(draw.id());
                    conversions::serde::<Prefixed>(draw.id());
                    conversions::number::<Bare>(draw.bits());
                    conversions::typed::<Bare, Plain>(draw.id(), Plain::new, Plain::inner, "");
                    conversions::typed::<Bare, Prefixed>(draw.id(), Prefixed::new, Prefixed::inner, "of_the_law_1_");
                    laws!(@ $width draw);
                    $(laws!(@ $trait draw);)*
                });
            }

            #[test]
            fn order_is_kept_where_it_is_promised() {
                draws::each(|draw| {
                    for (a, b) in [draw.pair(), draw.pair_in_time()] {
                        laws::keeps_its_order::<Bare>(PROMISE, a, b);
                        laws::keeps_its_order(PROMISE, Plain::new(a), Plain::new(b));
                        laws::keeps_its_order(PROMISE, Prefixed::new(a), Prefixed::new(b));
                        $(laws!(@@ $trait a, b);)*
                    }
                });
            }

            #[test]
            fn order_is_kept_nowhere_else() {
                laws::promises_all_its_orders::<Bare>(PROMISE, &draws::samples());
                laws::promises_all_its_orders::<Prefixed>(PROMISE, &draws::samples());
            }

            #[test]
            fn windows_are_exact() {
                draws::each(|draw| {
                    let id: Bare = draw.id();
                    for (from, until) in draw.windows::<Bare>() {
                        laws::windows_are_exact(id, from, until);
                        laws::windows_are_exact(Prefixed::new(id), from, until);
                        $(laws!(@@ $trait id, from, until);)*
                    }
                });
            }

            #[test]
            fn only_spellings_are_read() {
                draws::each(|draw| {
                    for text in draw.texts::<Bare>() {
                        laws::reads_only_spellings::<Bare>(&text);
                    }
                    for text in draw.texts::<Prefixed>() {
                        laws::reads_only_spellings::<Prefixed>(&text);
                    }
                    laws::reads_numbers_of_its_width_only::<Bare>(draw.bits());
                    laws::reads_numbers_of_its_width_only::<Prefixed>(draw.bits());
                });
            }

            #[test]
            fn no_text_around_the_smallest_and_the_largest_id_is_another() {
                for bits in [0, u128::MAX] {
                    laws::reads_only_spellings_around::<Bare>(laws::of_bits(bits));
                    laws::reads_only_spellings_around::<Prefixed>(laws::of_bits(bits));
                }
                // The compiler's reader takes the same texts.
                draws::each(|draw: &Draw| conversions::constant(draw, Bare::parse));
            }
        }
    };
    (@ 64 $draw:ident) => {
        conversions::signed::<Bare>($draw.bits());
        conversions::signed::<Prefixed>($draw.bits());
        conversions::numbers_in_serde::<Bare>($draw.id());
    };
    (@ 128 $draw:ident) => {};
    (@ uuid $draw:ident) => { conversions::uuid::<Bare>($draw.bits()) };
    (@ $other:ident $draw:ident) => {};
    (@@ time $a:ident, $b:ident) => {
        laws::sorts_by_time($a, $b);
        laws::sorts_by_time(Prefixed::new($a), Prefixed::new($b));
    };
    (@@ $other:ident $a:ident, $b:ident) => {};
    (@@ time $id:ident, $from:ident, $until:ident) => {
        laws::ranges_are_those_of_its_layout($id, $from, $until);
        laws::ranges_are_those_of_its_layout(Plain::new($id), $from, $until);
        laws::ranges_are_those_of_its_layout(Prefixed::new($id), $from, $until);
    };
    (@@ timestamped $id:ident, $from:ident, $until:ident) => { conversions::time(&[$id]) };
    (@@ $other:ident $id:ident, $from:ident, $until:ident) => {};
}

// After the macro, which they use.
mod conversions;
mod draws;
mod ids;
mod more;
