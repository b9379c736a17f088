// The pictures of the documentation: `IDSPEC=… CHROMIUM=… node screenshots.mjs FOLDER`.
import { join } from "node:path";
import { browser, open, server } from "./browser.mjs";

const folder = process.argv[2] ?? ".";
const [site, chrome] = [await server(), await browser()];
try {
  for (const [name, address, options] of [
    ["page-light", "/?lang=en&scheme=twitter-snowflake&count=2&at=2022-06-28T16:07:40.105Z&datacenter=11&worker=26", { colorScheme: "light" }],
    ["page-dark", "/inspect?lang=en&ids=01HTQW311N1KR5G0Y75M3EF00H", { colorScheme: "dark", viewport: { width: 900, height: 960 } }],
    ["page-phone", "/?lang=vi&scheme=discord&at=2016-04-30T11:18:25.796Z", { colorScheme: "light", viewport: { width: 360, height: 900 } }],
  ]) {
    const { context, page } = await open(chrome.running, { viewport: { width: 900, height: 1120 }, ...options });
    await page.goto(site.origin + address);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
  }
} finally {
  await chrome.close();
  site.child.kill("SIGINT");
}
