// The package keeps a ULID as a string. A user asks `isValid` about a text from outside; from then on the text is a
// ULID, so whatever `ulidToUUID` throws about a text that `isValid` accepted is no rejection: it becomes a fault.

import { decodeTime, isValid, monotonicFactory, ulid, ulidToUUID, uuidToULID } from "ulidx";

import { Rejected, Unsupported, fromHex, refusing, serve, textOf, toHex } from "./idspec-adapter.mjs";
import { generated, randomOf } from "./idspec-generate.mjs";

// The only form in which the package takes and gives the 128 bits as a number is the text of a UUID.
const octetsOf = (id) => fromHex(ulidToUUID(id).replaceAll("-", "").toLowerCase());
const idOf = (bytes) => uuidToULID(bytes.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"));

// The class of its errors is that of its dependency layerr, which is not ours to import.
const isOfUlidx = (thrown) => thrown.constructor.name === "Layerr";

/** Random numbers that make `ulid` write exactly these 80 bits: five bits a letter, the last letter first. */
function drawing(random) {
  let rest = BigInt(`0x${random}`);
  return () => {
    const letter = Number(rest & 31n);
    rest >>= 5n;
    return letter / 32;
  };
}

serve({
  folder: import.meta.url,
  implementation: { name: "ulidx", source: "https://github.com/perry-mitchell/ulidx", license: "MIT" },
  schemes: {
    ulid: {
      // `isValid` says no and nothing else.
      codes: false,
      // Of a monotonic factory the README says that it goes on counting where the seed time is the same or an earlier one.
      policy: { case: "insensitive", alias: "reject", overflow: "reject", rollback: "hold", random_overflow: "error" },
      inject: ["clock", "random"],
      run: {
        parse(input) {
          const text = textOf(input);
          if (!isValid(text)) {
            throw new Rejected();
          }
          const bytes = toHex(octetsOf(text));
          return { bytes, text: idOf(bytes) };
        },

        format({ bytes, form }) {
          switch (form) {
            case "canonical":
              return { text: idOf(bytes) };
            case "uuid":
              return { text: ulidToUUID(idOf(bytes)) };
            default:
              throw new Unsupported(`no form ${form}`);
          }
        },

        fields({ bytes }) {
          const id = idOf(bytes);
          // Nothing reads the random part alone: it is what the UUID holds after the 48 bits of time.
          return { fields: { unix_ms: String(decodeTime(id)), random: toHex(octetsOf(id).subarray(6)) } };
        },

        compose({ fields: { unix_ms, random } }) {
          if (random.length !== 20) {
            throw new Unsupported("the random part is drawn, 80 bits of it");
          }
          const id = refusing(isOfUlidx, () => ulid(Number(unix_ms), drawing(random)));
          return { bytes: toHex(octetsOf(id)), text: id };
        },

        generate(input) {
          if (input.state !== undefined) {
            throw new Unsupported("a factory that goes on from an id");
          }
          let draw;
          const next = monotonicFactory(() => draw());
          return generated(input, (step) => {
            draw = drawing(randomOf(step));
            return toHex(octetsOf(refusing(isOfUlidx, () => next())));
          });
        },
      },
    },
  },
});
