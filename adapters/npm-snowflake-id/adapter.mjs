// The package only generates, and gives an id as decimal text. Its machine id of ten bits is datacenter and worker in one.

import Snowflake from "snowflake-id";

import { Unsupported, serve } from "./idspec-adapter.mjs";
import { generated } from "./idspec-generate.mjs";

/** The 16 digits of an id. Text that is no number, or one of more than 64 bits, has no answer in the protocol. */
function bytesOf(text) {
  const number = BigInt(text);
  if (BigInt.asUintN(64, number) !== number) {
    throw new Error(`the package gave ${text} for an id`);
  }
  return number.toString(16).padStart(16, "0");
}

function machineOf({ datacenter = "0", worker = "0" }) {
  if (Number(worker) < 0 || Number(worker) > 31) {
    throw new Unsupported("datacenter and worker are one number, the machine id");
  }
  return Number(datacenter) * 32 + Number(worker);
}

serve({
  folder: import.meta.url,
  implementation: { name: "snowflake-id", source: "https://github.com/thetetrabyte/snowflake-id", license: "MIT" },
  schemes: {
    "twitter-snowflake": {
      codes: false,
      inject: ["clock"],
      // It documents no error and nothing about a clock that goes back; at the end of a unit it waits.
      policy: { exhaustion: "wait", start: "zero" },
      run: {
        generate(input) {
          if (input.state !== undefined) {
            throw new Unsupported("a generator that goes on from an id");
          }
          const { config = {} } = input;
          const offset = Number(config.epoch_ms ?? "1288834974657");
          const generator = new Snowflake.default({ mid: machineOf(config), offset });
          return generated(input, () => bytesOf(generator.generate()));
        },
      },
    },
  },
});
