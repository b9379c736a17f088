// The factory `Ulid` of the package: `fromCanonical` reads a text, `construct` takes octets without looking at them,
// and the factory's `toCanonical` is what refuses octets that are not 16.

import id128 from "id128";

import { Unsupported, fromHex, refusing, serve, sorted, textOf, toHex } from "./idspec-adapter.mjs";
import { generated, randomOf } from "./idspec-generate.mjs";

const { Exception, Ulid, UlidMonotonic, idCompare } = id128;

const idOf = (bytes) => Ulid.construct(fromHex(bytes));
const isBadText = (thrown) => thrown instanceof Exception.InvalidEncoding;
const isBadOctets = (thrown) => thrown instanceof Exception.InvalidBytes;
const read = (text) => refusing(isBadText, () => Ulid.fromCanonical(text));

const isExhausted = (thrown) =>
  thrown instanceof Exception.ClockSequenceOverflow || thrown instanceof Exception.InvalidEpoch;

function inNumberOrder(layout) {
  if (layout !== "be" && layout !== "guid-net") {
    throw new Unsupported(`no octet order ${layout}`);
  }
}

serve({
  folder: import.meta.url,
  implementation: { name: "id128", source: "https://github.com/aarondcohen/id128", license: "MIT" },
  schemes: {
    ulid: {
      // InvalidEncoding says that a text does not satisfy a regular expression.
      codes: false,
      // The README calls the text a case-insensitive Crockford 32 number; of I, L and O it says nothing.
      // Of UlidMonotonic it says that an earlier time generates an id at the latest one, and that an overflow is an error.
      policy: { case: "insensitive", alias: "reject", overflow: "reject", rollback: "hold", random_overflow: "error" },
      // It takes no source of randomness, and documents another use of it: a counter of 16 bits, and 64 bits that are
      // drawn for every id.
      inject: ["clock"],
      run: {
        parse(input) {
          const id = read(textOf(input));
          return { bytes: toHex(id.bytes), text: id.toCanonical() };
        },

        format({ bytes, form }) {
          switch (form) {
            case "canonical":
              return { text: Ulid.toCanonical(idOf(bytes)) };
            case "hex":
              return { text: Ulid.toRaw(idOf(bytes)) };
            default:
              throw new Unsupported(`no form ${form}`);
          }
        },

        bytes({ text, octets, layout }) {
          inNumberOrder(layout);
          if (text !== undefined) {
            return { octets: toHex(read(text).bytes) };
          }
          const id = idOf(octets);
          return { text: refusing(isBadOctets, () => Ulid.toCanonical(id)), bytes: toHex(id.bytes) };
        },

        fields({ bytes }) {
          const id = idOf(bytes);
          // The README's byte format: 12 digits of time, 20 of randomness. Only the time has an accessor.
          return { fields: { unix_ms: String(id.time.getTime()), random: toHex(id.bytes.subarray(6)) } };
        },

        order({ ids, ordering }) {
          // "using lexicographical byte order"
          if (ordering !== "value-unsigned" && ordering !== "guid-net") {
            throw new Unsupported(`no order ${ordering}`);
          }
          return sorted(ids, idOf, idCompare, (id) => toHex(id.bytes));
        },

        generate(input) {
          if (input.state !== undefined) {
            throw new Unsupported("a factory that goes on from an id");
          }
          if (randomOf(input.steps[0]).startsWith("ffff")) {
            throw new Unsupported("randomness that leads to an overflow cannot be set");
          }
          // The README's `reset` of the factory is that of the class behind it.
          UlidMonotonic.type.reset();
          return generated(input, () => toHex(refusing(isExhausted, () => UlidMonotonic.generate()).bytes));
        },
      },
    },
  },
});
