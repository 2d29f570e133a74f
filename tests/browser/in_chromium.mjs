// Goes through pages in one Chromium and answers what it saw of each.
// Standard input: JSON {browser, visits: [{page, steps, width, height, scheme, scripts}]}; output: [{seen, console, requests}].
// A step is [kind, …]: click SELECTOR, press KEY, hash TEXT, select SELECTOR VALUE, swipe DX, eval CODE, shot NAME, pdf NAME, axe.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const asked = JSON.parse(readFileSync(0, "utf8"));
const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const browser = await chromium.launch({
  executablePath: asked.browser,
  args: [...quiet, "--disable-component-update", "--disable-sync"],
  timeout: 180000,
});
const kinds = (page) => ({
  click: (selector) => page.click(selector),
  press: (key) => page.keyboard.press(key),
  hash: (text) => page.evaluate((hash) => void (location.hash = hash), text),
  select: (selector, value) => page.selectOption(selector, value),
  size: (width, height) => page.setViewportSize({ width, height }),
  async swipe(across) {
    const box = await page.locator(".player-table").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + across, y);
    await page.mouse.up();
  },
  eval: (code) => page.evaluate(code),
  shot: (name) => page.screenshot({ path: name, fullPage: false }).then(() => name),
  pdf: (name) => page.pdf({ path: name, format: "A4" }).then(() => name),
  async axe() {
    // The page's own policy lets no script in; this one comes by the debugger.
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    const found = await page.evaluate(() => axe.run());
    return found.violations.map((each) => [each.impact, each.id, each.nodes.map((node) => node.html.slice(0, 120))]);
  },
});

async function visit(wanted) {
  const context = await browser.newContext({
    viewport: { width: wanted.width ?? 1000, height: wanted.height ?? 900 },
    colorScheme: wanted.scheme ?? "light",
    javaScriptEnabled: wanted.scripts ?? true,
    hasTouch: true,
  });
  context.setDefaultTimeout(180000);
  const page = await context.newPage();
  const [told, requests, seen] = [[], [], []];
  page.on("console", (message) => told.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => told.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    told.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(wanted.page, { timeout: 180000 });
  for (const [kind, ...words] of wanted.steps) {
    const answer = await kinds(page)[kind](...words);
    if (["eval", "axe", "pdf"].includes(kind)) seen.push(answer);
    else if (wanted.scripts ?? true) await page.evaluate(() => new Promise((done) => setTimeout(done, 30)));
  }
  await context.close();
  return { seen, console: told, requests };
}

const answers = [];
for (const wanted of asked.visits) answers.push(await visit(wanted));
await browser.close();
await new Promise((done) => process.stdout.write(JSON.stringify(answers), done));
