// The protocol loop of `idspec-adapter/1` for Node: JSON lines on standard input and output, standard error is a log.
// The protocol is described in vectors/README.md, its lines in vectors/schema/adapter.schema.json.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * The implementation's documented rejection; `code` is a word of vectors/errors.json. An implementation that does not
 * tell its reasons has `codes: false`, and `format` is answered for every rejection of it.
 */
export class Rejected extends Error {
  constructor(code = "format", field) {
    super(field === undefined ? code : `${code}: ${field}`);
    this.code = code;
    this.field = field;
  }
}

/** The implementation does not offer this. */
export class Unsupported extends Error {}

/**
 * The input text of a case. A JavaScript string cannot hold ill-formed UTF-8, so whoever decodes the octets refuses
 * them, and the implementation never sees them.
 */
export function textOf(input) {
  if (typeof input.text === "string") {
    return input.text;
  }
  if (typeof input.utf8_hex !== "string") {
    throw new Error("neither `text` nor `utf8_hex`");
  }
  try {
    // Without `ignoreBOM` the decoder would swallow U+FEFF, which a reader has to reject.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(fromHex(input.utf8_hex));
  } catch {
    throw new Rejected("character");
  }
}

export function fromHex(hex) {
  if (typeof hex !== "string" || !/^(?:[0-9a-f]{2})*$/.test(hex)) {
    throw new Error(`not lower-case hexadecimal octets: ${hex}`);
  }
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

export function toHex(octets) {
  return Buffer.from(octets).toString("hex");
}

/** Runs `call`; what it throws becomes a rejection where `isDocumented` says so, and a fault otherwise. */
export function refusing(isDocumented, call) {
  try {
    return call();
  } catch (thrown) {
    throw isDocumented(thrown) ? new Rejected() : thrown;
  }
}

/** Sorts as a user would: with the comparison that the implementation offers. */
export function sorted(ids, read, compare, write) {
  return { sorted: ids.map(read).sort(compare).map(write) };
}

// `implementation` is {name, source, license}, and `schemes` what hello tells of each scheme together with `run`, an
// object of one handler for each operation; `inject` and `selectable` may be left out. A handler gets the `in` of a case and returns what stands in `ok`.
// `folder` is the adapter's `import.meta.url`: its package.json holds the exact version of the implementation.
export function serve({ folder, implementation, schemes }) {
  const manifest = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  const answer = (reply) => process.stdout.write(`${JSON.stringify(reply)}\n`);

  const hello = () => ({
    protocol: 1,
    adapter: { name: manifest.name, version: manifest.version },
    implementation: {
      ...implementation,
      version: manifest.dependencies[implementation.name],
      language: "JavaScript",
      runtime: `Node.js ${process.version}`,
    },
    schemes: Object.fromEntries(
      Object.entries(schemes).map(([scheme, { run, policy = {}, ...rest }]) => [
        scheme,
        { ops: Object.keys(run), inject: [], policy, selectable: [], ...rest },
      ]),
    ),
  });

  lines.on("line", (line) => {
    let seq = 0;
    let codes = true;
    try {
      const command = JSON.parse(line);
      codes = schemes[command?.scheme]?.codes ?? true;
      if (Number.isSafeInteger(command?.seq)) {
        seq = command.seq;
      }
      switch (command?.cmd) {
        case "hello":
          if (command.protocol !== 1) {
            throw new Error("only protocol 1 is spoken here");
          }
          answer(hello());
          return;
        case "run":
          answer({ seq, ok: run(schemes, command) });
          return;
        case "bye":
          // A closed interface would still give the lines that it has read.
          lines.removeAllListeners("line").close();
          return;
        default:
          throw new Error("no such command");
      }
    } catch (thrown) {
      answer({ seq, ...failure(thrown, codes) });
    }
  });
}

function run(schemes, { scheme, op, in: input }) {
  // hasOwn: a scheme or operation called "constructor" is none.
  const handlers = Object.hasOwn(schemes, scheme) ? schemes[scheme].run : {};
  if (!Object.hasOwn(handlers, op)) {
    throw new Unsupported(`no ${op} of ${scheme}`);
  }
  if (typeof input !== "object" || input === null) {
    throw new Error("`in` is missing");
  }
  return handlers[op](input);
}

function failure(thrown, codes) {
  if (thrown instanceof Rejected) {
    const { code, field } = codes ? thrown : new Rejected();
    return { error: field === undefined ? { code } : { code, field } };
  }
  if (thrown instanceof Unsupported) {
    return { unsupported: { reason: thrown.message.slice(0, 200) } };
  }
  return { fault: { message: String(thrown).slice(0, 1000) } };
}
