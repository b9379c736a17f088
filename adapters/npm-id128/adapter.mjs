// The factory `Ulid` of the package: `fromCanonical` reads a text, `construct` takes octets without looking at them,
// and the factory's `toCanonical` is what refuses octets that are not 16.

import id128 from "id128";

import { Unsupported, fromHex, refusing, serve, sorted, textOf, toHex } from "./idspec-adapter.mjs";

const { Exception, Ulid, idCompare } = id128;

const idOf = (bytes) => Ulid.construct(fromHex(bytes));
const isBadText = (thrown) => thrown instanceof Exception.InvalidEncoding;
const isBadOctets = (thrown) => thrown instanceof Exception.InvalidBytes;
const read = (text) => refusing(isBadText, () => Ulid.fromCanonical(text));

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
      policy: { case: "insensitive", alias: "reject", overflow: "reject" },
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
      },
    },
  },
});
