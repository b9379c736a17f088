// The page in a real browser: what a unit test of the answers cannot see.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { browser, open, server } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TWITTER = "1541815603606036480";
const ULID = "01HTQW311N1KR5G0Y75M3EF00H";
const VIEWS = {
  generate: "/?count=2&scheme=twitter-snowflake",
  fault: "/?count=99",
  inspect: `/inspect?ids=${TWITTER}%0A${ULID}%0Axyz`,
  range: "/range?from=2024-04-05&to=2024-04-06&scheme=ulid&db=postgres",
  compare: "/compare?a=175928847299117063&b=175928847303311367",
  learn: "/learn?",
  missing: "/nothing?",
};

let site, chrome;
before(async () => { [site, chrome] = [await server(), await browser()]; });
after(async () => {
  await chrome?.close();
  site?.child.kill("SIGINT");
});

/** A test with a page of its own, which asks nobody else and makes no fault. */
function onPage(name, options, body) {
  test(name, { timeout: 60_000 }, async () => {
    const opened = await open(chrome.running, { ...options });
    try {
      await body(opened);
      const foreign = opened.seen.requests.filter((url) => !url.startsWith(`${site.origin}/`));
      assert.deepEqual(foreign, []);
      assert.deepEqual(opened.seen.faults, []);
    } finally {
      await opened.context.close();
    }
  });
}

async function axe(page, what) {
  // Through the protocol of the browser, which the policy of the page does not hold for.
  await page.evaluate(AXE);
  for (const details of await page.locator("details").all()) {
    await details.evaluate((it) => { it.open = true; });
  }
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  const said = violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 200)).join("\n  ")}`);
  assert.deepEqual(said, [], what);
}

for (const colorScheme of ["light", "dark"]) {
  onPage(`axe finds nothing, ${colorScheme}`, { colorScheme }, async ({ page, seen }) => {
    for (const [view, address] of Object.entries(VIEWS)) {
      // All views in English and one other language each time; the texts differ, the elements do not.
      const other = { generate: "vi", inspect: "zh-Hans", range: "ms", compare: "vi", learn: "ms" }[view];
      for (const lang of ["en", other].filter(Boolean)) {
        await page.goto(`${site.origin}${address}&lang=${lang}`);
        assert.equal(await page.locator("html").getAttribute("lang"), lang);
        await axe(page, `${view} in ${lang}`);
      }
    }
    // The one address that there is not is said to be so.
    seen.faults = seen.faults.filter((it) => !it.includes("404"));
  });
}

for (const [language, title] of [["ms", "Jana"], ["vi", "Tạo"], ["zh-Hans", "生成"]]) {
  onPage(`the language is the browser's: ${language}`, { locale: language }, async ({ page }) => {
    await page.goto(site.origin);
    assert.equal(await page.locator("html").getAttribute("lang"), language);
    assert.equal(await page.locator("h1").textContent(), title);
    await axe(page, language);
  });
}

onPage("nothing is wider than a narrow screen", { viewport: { width: 320, height: 640 } }, async ({ page, seen }) => {
  for (const [view, address] of Object.entries(VIEWS)) {
    for (const lang of ["en", "ms", "vi", "zh-Hans"]) {
      await page.goto(`${site.origin}${address}&lang=${lang}`);
      const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(inner <= outer, `${view} in ${lang}: ${inner} of ${outer}`);
    }
  }
  seen.faults = seen.faults.filter((it) => !it.includes("404"));
});

onPage("changing the count makes new ids, and the reset one", { permissions: ["clipboard-read", "clipboard-write"] }, async ({ page }) => {
  await page.goto(site.origin);
  const ids = () => page.locator(".ids .id").allTextContents();
  const first = await ids();
  assert.equal(first.length, 1);
  await page.fill("#count", "5");
  await page.locator("#count").blur();
  await page.locator(".ids .id").nth(4).waitFor();
  const five = await ids();
  assert.equal(new Set([...first, ...five]).size, 6);
  await page.waitForFunction(() => document.getElementById("said").textContent === "5 new ids");
  assert.equal(new URL(page.url()).searchParams.get("count"), "5");

  await page.locator(".ids li").nth(2).getByRole("button", { name: "Copy" }).click();
  await page.waitForFunction(() => document.getElementById("said").textContent === "Copied.");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), five[2]);
  await page.getByRole("button", { name: "Copy all" }).click();
  await page.waitForFunction((all) => navigator.clipboard.readText().then((text) => text === all), five.join("\n"));

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  assert.equal(download.suggestedFilename(), "ids.txt");
  assert.equal(readFileSync(await download.path(), "utf8"), `${five.join("\n")}\n`);

  await page.getByRole("button", { name: "Reset to one" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".ids .id").length === 1);
  const [one] = await ids();
  assert.ok(!five.includes(one) && !first.includes(one));
  assert.equal(await page.inputValue("#count"), "1");

  // Another scheme has other fields.
  await page.selectOption("#scheme", "discord");
  await page.locator("#field-process").waitFor();
  await page.fill("#field-process", "31");
  await page.locator("#field-process").blur();
  await page.waitForFunction(() => document.querySelector(".bits tbody").textContent.includes("process16–1231") || document.querySelector(".bits tbody").innerText.includes("31"));
});

onPage("the theme is kept, and nothing else", { colorScheme: "light" }, async ({ page, context }) => {
  await page.goto(site.origin);
  const button = page.getByRole("button", { name: "Dark theme" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await button.getAttribute("aria-pressed"), "false");
  const light = await ground();
  await button.click();
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.goto(`${site.origin}/learn`);
  assert.equal(await ground(), dark);
  assert.deepEqual(await page.evaluate(() => ({ ...localStorage })), { theme: "dark" });
  assert.deepEqual(await page.evaluate(() => ({ ...sessionStorage })), {});
  assert.deepEqual(await context.cookies(), []);
});

onPage("all of it works without scripts", { javaScriptEnabled: false }, async ({ page }) => {
  await page.goto(site.origin);
  assert.equal(await page.locator("#theme").isVisible(), false);
  assert.equal(await page.getByRole("button", { name: "Copy" }).count(), 0);
  await page.selectOption("#scheme", "nalix-typed");
  await page.fill("#count", "3");
  await page.getByRole("button", { name: "Generate" }).click();
  assert.equal(await page.locator(".ids .id").count(), 3);
  await page.fill("#field-type", "11");
  await page.fill("#at", "2024-01-01");
  await page.getByRole("button", { name: "Generate" }).click();
  assert.equal(await page.locator(".ids .id").first().textContent(), "010000800092650B");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  assert.equal(readFileSync(await download.path(), "utf8"), "010000800092650B\n010400800092650B\n010800800092650B\n");
  await page.getByRole("button", { name: "Reset to one" }).click();
  assert.equal(await page.locator(".ids .id").count(), 1);
  await page.locator(".ids").getByRole("link", { name: "Inspect" }).click();
  assert.equal(await page.locator("article").count(), 1);
  await page.fill("#ids", `${ULID}\n${TWITTER}`);
  await page.getByRole("button", { name: "Inspect" }).click();
  assert.equal(await page.locator("article").count(), 2);
  assert.equal(await page.locator("article").first().locator("time").first().textContent(), "2024-04-05T19:34:38.901Z");
  await page.getByRole("link", { name: "Compare" }).click();
  await page.fill("#a", "175928847299117063");
  await page.fill("#b", "175928847303311367");
  await page.selectOption("#as", "discord");
  await page.getByRole("button", { name: "Compare" }).click();
  assert.equal(await page.locator(".strong").textContent(), "The first is older by 0.001 s.");
  await page.getByRole("link", { name: "Range" }).click();
  await page.fill("#from", "2024-04-05");
  await page.fill("#to", "2024-04-06");
  await page.selectOption("#scheme", "discord");
  await page.getByRole("button", { name: "Make the condition" }).click();
  assert.match(await page.locator("#result pre").first().textContent(), />= 1225595761459200000/);
});

onPage("the keyboard reaches everything", {}, async ({ page }) => {
  await page.goto(`${site.origin}/?scheme=twitter-snowflake&lang=en`);
  const focused = () => page.evaluate(() => document.activeElement.textContent.trim() || document.activeElement.id);
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "Skip to the content");
  assert.ok((await page.locator(".skip").boundingBox()).y >= 0);
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "content");
  const reached = [];
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent));
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, "none", reached.at(-1));
  }
  assert.deepEqual(reached.slice(0, 11), [
    "scheme", "count", "at", "field-datacenter", "field-worker", "Generate", "Reset to one", "Copy all", "Download", "Copy", "Inspect",
  ]);
  await page.focus("#count");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.locator(".ids .id").nth(1).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "count");
});

onPage("targets are large enough", { viewport: { width: 390, height: 800 } }, async ({ page }) => {
  for (const address of [VIEWS.generate, VIEWS.inspect, VIEWS.compare]) {
    await page.goto(`${site.origin}${address}`);
    for (const it of await page.locator("a:visible, button:visible, input:visible, select:visible, summary:visible").all()) {
      const box = await it.boundingBox();
      assert.ok(box.height >= 24 && box.width >= 24 || (await it.getAttribute("class")) === "skip", `${await it.evaluate((e) => e.outerHTML.slice(0, 120))} is ${box.width} by ${box.height}`);
    }
  }
});

onPage("a script that is pasted is text, and a megabyte gets an answer", {}, async ({ page, seen }) => {
  let alerted = false;
  page.on("dialog", (dialog) => { alerted = true; dialog.dismiss(); });
  await page.goto(`${site.origin}/inspect?lang=en`);
  const script = "<script>alert(1)</script><img src=x onerror=alert(2)>";
  await page.fill("#ids", script);
  await page.getByRole("button", { name: "Inspect" }).click();
  assert.equal(await page.locator("article h2").textContent(), `"${script}"`);
  assert.equal(alerted, false);
  await page.locator("#ids").evaluate((it) => { it.value = "7".repeat(1 << 20); });
  await page.getByRole("button", { name: "Inspect" }).click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.textContent(), /^That was 10\d{5} octets, and this page reads 196608 at most\./);
  assert.ok((await page.content()).length < 20_000);
  seen.faults = seen.faults.filter((it) => !it.includes("413"));
});

onPage("what a script puts in does not run", {}, async ({ page, seen }) => {
  await page.goto(site.origin);
  // As a script of the page itself would, so the policy holds; through the protocol it would not.
  const refused = await page.evaluate(() => {
    try {
      document.body.innerHTML = "<p>x</p>";
      return "done";
    } catch (error) {
      return error.name;
    }
  });
  assert.equal(refused, "TypeError");
  seen.faults = seen.faults.filter((it) => !/TrustedHTML/.test(it));
});

test("another host name is refused", { timeout: 20_000 }, async () => {
  const { port } = new URL(site.origin);
  const status = (host) => new Promise((resolve, reject) => {
    http.get({ host: "127.0.0.1", port, path: "/", headers: { host } }, (answer) => { answer.resume(); resolve(answer.statusCode); }).on("error", reject);
  });
  assert.equal(await status(`127.0.0.1:${port}`), 200);
  assert.equal(await status(`localhost:${port}`), 421);
  assert.equal(await status("idspec.example"), 421);
});

onPage("another name of this machine gets no page", {}, async ({ page, seen }) => {
  const { port } = new URL(site.origin);
  const answer = await page.goto(`http://localhost:${port}/`);
  assert.equal(answer.status(), 421);
  assert.equal(await page.locator("form").count(), 0);
  seen.requests = [];
  seen.faults = seen.faults.filter((it) => !it.includes("421") && !it.includes("403"));
});

test("the page ends when it is told to", { timeout: 20_000 }, async () => {
  const other = await server();
  const answer = await fetch(`${other.origin}/learn`);
  assert.equal(answer.status, 200);
  await answer.text();
  other.child.kill("SIGINT");
  assert.deepEqual(await other.ended, { code: 0, signal: null });
});
