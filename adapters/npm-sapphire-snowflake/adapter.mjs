// The package takes an id apart (`deconstruct`, which is given text or a bigint), puts one together (`generate`) and
// compares two (`compare`). It names bits 21 to 17 workerId and bits 16 to 12 processId in every scheme; in a Twitter
// id these are the datacenter and the worker.

import { DiscordSnowflake, Snowflake, TwitterSnowflake } from "@sapphire/snowflake";

import { Unsupported, fromHex, refusing, serve, sorted, textOf, toHex } from "./idspec-adapter.mjs";
import { generated } from "./idspec-generate.mjs";

const numberOf = (bytes) => BigInt(`0x${toHex(fromHex(bytes))}`);

/** The 16 digits of an id. A bigint holds more than an id, so a number that is none has no answer in the protocol. */
function bytesOf(number) {
  if (BigInt.asUintN(64, number) !== number) {
    throw new Error(`the package gave ${number} for an id`);
  }
  return number.toString(16).padStart(16, "0");
}

function timeOf(snowflake, id) {
  const time = snowflake.deconstruct(id).timestamp;
  // There are two ways to read the time; whichever a user takes has to be right.
  const other = snowflake.timestampFrom(id);
  if (BigInt(other) !== time) {
    throw new Error(`deconstruct says ${time}, timestampFrom says ${other}`);
  }
  return String(time);
}

function handlers(snowflakeOf, { worker, process, increment }) {
  return {
    parse(input) {
      const text = textOf(input);
      // `deconstruct` documents no error of its own; a text that BigInt cannot read is a SyntaxError.
      const { id } = refusing((thrown) => thrown instanceof SyntaxError, () => snowflakeOf(input).deconstruct(text));
      return { bytes: bytesOf(id), text: String(id) };
    },

    fields(input) {
      const snowflake = snowflakeOf(input);
      const id = numberOf(input.bytes);
      const parts = snowflake.deconstruct(id);
      return {
        fields: {
          unix_ms: timeOf(snowflake, id),
          [worker]: String(parts.workerId),
          [process]: String(parts.processId),
          [increment]: String(parts.increment),
        },
      };
    },

    compose(input) {
      const { fields } = input;
      const id = snowflakeOf(input).generate({
        timestamp: BigInt(fields.unix_ms),
        workerId: BigInt(fields[worker]),
        processId: BigInt(fields[process]),
        increment: BigInt(fields[increment]),
      });
      return { bytes: bytesOf(id), text: String(id) };
    },

    generate(input) {
      if (input.state !== undefined) {
        throw new Unsupported("a snowflake that goes on from an id");
      }
      const { config = {} } = input;
      // One of its own for each case, since the number of the next id stays with it.
      const snowflake = new Snowflake(snowflakeOf(input).epoch);
      snowflake.workerId = BigInt(config[worker] ?? 0);
      snowflake.processId = BigInt(config[process] ?? 0);
      return generated(input, () => bytesOf(snowflake.generate()));
    },

    order({ ids, ordering }) {
      if (ordering !== "value-unsigned") {
        throw new Unsupported(`no order ${ordering}`);
      }
      // As in the example of the documentation: an array of texts.
      return sorted(ids, (id) => String(numberOf(id)), Snowflake.compare, (text) => bytesOf(BigInt(text)));
    },
  };
}

// Its number runs on from one id to the next, whatever the time is.
const generation = { inject: ["clock"], policy: { start: "running" } };

const ofTwitter = ({ config }) =>
  config?.epoch_ms === undefined ? TwitterSnowflake : new Snowflake(BigInt(config.epoch_ms));

serve({
  folder: import.meta.url,
  implementation: {
    name: "@sapphire/snowflake",
    source: "https://github.com/sapphiredev/utilities/tree/main/packages/snowflake",
    license: "MIT",
  },
  schemes: {
    discord: {
      codes: false,
      ...generation,
      run: handlers(() => DiscordSnowflake, { worker: "worker", process: "process", increment: "increment" }),
    },
    "twitter-snowflake": {
      codes: false,
      ...generation,
      run: handlers(ofTwitter, { worker: "datacenter", process: "worker", increment: "sequence" }),
    },
  },
});
