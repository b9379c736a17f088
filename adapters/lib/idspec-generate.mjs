// Operation `generate`: a generator of an implementation under the clock of a script.

import { Rejected } from "./idspec-adapter.mjs";

// How often one call may read the clock. The script is at its end long before, so more is a wait that never ends.
const READS = 1000;

let readings = [];
let reads = 0;

/** Takes the place of `Date.now`: `now`, each of `then`, and from there on the last of them. */
function reading() {
  if (reads >= READS) {
    throw new Error(`it still waits after ${READS} readings of the clock`);
  }
  const found = readings[Math.min(reads, readings.length - 1)];
  reads += 1;
  return found;
}

/** The randomness of a step for a ULID: 20 digits. */
export function randomOf({ random }) {
  return typeof random === "object" ? random.fill.repeat(10) : random;
}

/** The outcome of each step; `call` gives the octets of one id in hexadecimal, or throws `Rejected`. */
export function generated({ steps }, call) {
  const system = Date.now;
  Date.now = reading;
  try {
    return { steps: steps.map((step) => outcome(step, call)) };
  } finally {
    Date.now = system;
  }
}

function outcome(step, call) {
  const { now, then = [], repeat } = step;
  const ids = [];
  try {
    for (let number = 0; number < (repeat ?? 1); number += 1) {
      readings = [now, ...then].map(Number);
      reads = 0;
      ids.push(call(step));
    }
  } catch (thrown) {
    if (thrown instanceof Rejected) {
      return { error: { code: thrown.code } };
    }
    throw thrown;
  }
  return repeat === undefined ? { bytes: ids[0] } : { first: ids[0], last: ids.at(-1) };
}
