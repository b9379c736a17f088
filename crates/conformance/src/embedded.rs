//! The vectors and pages that are part of this program.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
