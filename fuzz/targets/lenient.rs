//! Made by `cargo xtask sync`; what it states is in the library.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| idspec_fuzz::lenient::run(data));
