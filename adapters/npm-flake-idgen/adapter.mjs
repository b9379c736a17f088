// The package only generates. `next` gives the eight octets of an id and throws where there is none at this time; what it
// does with a callback, which is to try again later, is not asked about here.

import FlakeId from "flake-idgen";

import { Unsupported, refusing, serve, toHex } from "./idspec-adapter.mjs";
import { generated } from "./idspec-generate.mjs";

// Its errors have no class and no code of their own.
const isOfFlake = (thrown) => thrown.constructor === Error;

serve({
  folder: import.meta.url,
  implementation: { name: "flake-idgen", source: "https://github.com/T-PWK/flake-idgen", license: "MIT" },
  schemes: {
    "twitter-snowflake": {
      codes: false,
      inject: ["clock"],
      policy: { rollback: "error", exhaustion: "error", start: "zero" },
      run: {
        generate(input) {
          if (input.state !== undefined) {
            throw new Unsupported("a generator that goes on from an id");
          }
          const { epoch_ms = "1288834974657", datacenter = "0", worker = "0" } = input.config ?? {};
          const generator = new FlakeId({
            epoch: Number(epoch_ms),
            datacenter: Number(datacenter),
            worker: Number(worker),
          });
          return generated(input, () => toHex(refusing(isOfFlake, () => generator.next())));
        },
      },
    },
  },
});
