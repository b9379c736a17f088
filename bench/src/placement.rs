//! Work at a chosen place of the stack.
//!
//! The system chooses for each process by chance where the stack begins within a line of the cache. A loop of a few instructions has two speeds, by
//! whether what it writes lies in one line, so a program that leaves it at that gives one figure or the other. Here the passes take turns through all
//! places.

use std::hint::black_box;

/// The octets of a line of the cache.
const LINE: usize = 64;

/// What a stack is aligned to.
const STEP: usize = 16;

/// More frames than it takes to come to any place, where a frame is an odd number of steps.
const FRAMES: usize = 8;

/// Runs `work` in a frame that begins at the place of this turn, and says whether it does.
pub fn at_turn(turn: usize, work: &mut dyn FnMut()) -> bool {
    let place = turn % (LINE / STEP) * STEP;
    // Frames that differ by a step: one of the two is an odd number of steps.
    if below::<1>(place, FRAMES, &mut || {}) {
        below::<1>(place, FRAMES, work)
    } else {
        below::<2>(place, FRAMES, work)
    }
}

/// Whether the compiler's frames lead to every place.
pub fn reaches_all() -> bool {
    (0..LINE / STEP).all(|turn| at_turn(turn, &mut || {}))
}

#[inline(never)]
fn below<const SIZE: usize>(place: usize, frames: usize, work: &mut dyn FnMut()) -> bool {
    let mark = [0_u128; SIZE];
    let here = std::ptr::from_ref(black_box(&mark)).addr() % LINE;
    let reached = match frames.checked_sub(1) {
        Some(fewer) if here != place => below::<SIZE>(place, fewer, work),
        _ => {
            work();
            here == place
        }
    };
    // Used after the call, which would else be a jump that gives the frame back.
    black_box(&mark);
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_once_and_at_the_place_that_is_said() {
        for turn in 0..8 {
            let mut done = 0;
            at_turn(turn, &mut || done += 1);
            assert_eq!(done, 1, "{turn}");
        }
        assert!(reaches_all());
    }
}
