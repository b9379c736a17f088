// One page server and one Chromium for all tests: `IDSPEC` names the command, `CHROMIUM` the browser.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** Starts the server, and gives the origin that it prints. */
export async function server() {
  const child = spawn(process.env.IDSPEC, ["serve"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    new Promise((resolve) => lines.once("line", resolve)),
    ended.then(() => { throw new Error("the server ended"); }),
    new Promise((_, reject) => setTimeout(() => reject(new Error("no address in 20 s")), 20_000).unref()),
  ]);
  return { child, ended, origin: first.replace(/\/$/, "") };
}

/** Starts the browser with a new folder of its own. */
export async function browser() {
  const folder = mkdtempSync(join(tmpdir(), "idspec-browser-"));
  const running = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS, headless: true, env: { ...process.env, HOME: folder, TMPDIR: folder } });
  return {
    running,
    async close() {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A page that records every request, every message of the console and every fault. */
export async function open(running, options = {}) {
  const context = await running.newContext({ viewport: { width: 1100, height: 900 }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const seen = { requests: [], faults: [] };
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("pageerror", (error) => seen.faults.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      seen.faults.push(message.text());
    }
  });
  return { context, page, seen };
}
