// Goes through pages in one Chromium and answers what it saw of each.
// Standard input: JSON {browser, visits: [{page, steps, width, height, scheme, scripts, storage, lasting}]}; output: [{seen, console, requests}].
// A step is [kind, …]: click SELECTOR, press KEY, hash TEXT, select SELECTOR VALUE, fill SELECTOR TEXT, swipe DX, eval CODE, shot NAME,
// pdf NAME, axe; files SELECTOR [{name, text, kind}] (the kind of text: utf8 or base64); load (SELECTOR) SAVES: what is saved by a click; wait CODE (until it is true);
// tap SELECTOR (a click, and what comes of it); twice SELECTOR (MS) (two quick taps at one place); reload; tab (a second one at the same address), fresh CODE (another profile, at the
// address that the code gives), first (back to the first page), close (this page, and back to the first), page NUMBER, beside ADDRESS (another page in the same profile); get ADDRESS (asked by nobody's browser). By keyboard alone: reach SELECTOR (Tab, until
// it has the focus), type TEXT, press KEY. media print or screen; scheme light or dark; installable: what the browser has against installing the page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const asked = JSON.parse(readFileSync(0, "utf8"));
const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const browser = await chromium.launch({
  executablePath: asked.browser,
  // A machine of another name, as a browser sees it, though it is this one.
  args: [...quiet, "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP elsewhere.test 127.0.0.1"],
  timeout: 180000,
});
const ANSWERING = ["eval", "axe", "pdf", "load", "installable"];
const idle = (page) => page.waitForFunction(() => !document.body.classList.contains("busy"));

const tapped = new Map();

/** A click that is meant: a second one at the same place comes only after a moment. */
async function click(page, selector) {
  const at = page.locator(selector).first();
  // Where it comes to stand is known once it could be clicked.
  await at.click({ trial: true });
  const box = await at.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const last = tapped.get(page);
  if (last && Math.hypot(last[0] - x, last[1] - y) < 40) await page.waitForTimeout(450);
  tapped.set(page, [x, y]);
  await at.click();
}

const kinds = ({ page, open, turn }) => ({
  click: (selector) => click(page, selector),
  press: (key) => page.keyboard.press(key),
  type: (text) => page.keyboard.type(text),
  async reach(selector) {
    // Backwards, if it stands before what has the focus now.
    const before = (wanted) => document.activeElement.compareDocumentPosition(document.querySelector(wanted)) & Node.DOCUMENT_POSITION_PRECEDING;
    const key = (await page.evaluate(before, selector)) ? "Shift+Tab" : "Tab";
    for (let left = 200; !(await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)); left--) {
      if (!left) throw new Error("no Tab leads there");
      await page.keyboard.press(key);
    }
  },
  media: (media) => page.emulateMedia({ media }),
  scheme: (colorScheme) => page.emulateMedia({ colorScheme }),
  async installable() {
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    const { errors } = await session.send("Page.getAppManifest");
    return [...installabilityErrors.map((each) => each.errorId), ...errors.map((each) => each.message)];
  },
  hash: (text) => page.evaluate((hash) => void (location.hash = hash), text),
  select: (selector, value) => page.selectOption(selector, value),
  fill: (selector, text) => page.fill(selector, text),
  size: (width, height) => page.setViewportSize({ width, height }),
  async wait(code) {
    // The page's own policy lets no text be run as code; the debugger may.
    // A page that is loading anew answers nothing yet.
    for (const end = Date.now() + 180000; !(await page.evaluate(code).catch(() => false)); await page.waitForTimeout(50)) {
      if (Date.now() > end) throw new Error("never");
    }
  },
  reload: () => page.reload(),
  async twice(selector, pause = 200) {
    const at = page.locator(selector).first();
    await at.scrollIntoViewIfNeeded();
    const box = await at.boundingBox();
    for (const wait of [pause, 0]) {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.waitForTimeout(wait);
    }
    await idle(page);
    tapped.delete(page);
    await page.waitForTimeout(450);
  },
  async tap(selector) {
    await click(page, selector);
    await page.waitForTimeout(20);
    await idle(page);
  },
  files: (selector, files) =>
    page.setInputFiles(selector, files.map(({ name, text, kind }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text, kind) }))),
  async load(selector) {
    const [found] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
    return [found.suggestedFilename(), readFileSync(await found.path(), "utf8")];
  },
  async tab() {
    await open(page.context(), page.url());
  },
  async fresh(code) {
    await open(await profile(), await page.evaluate(code));
  },
  first: () => turn(0),
  async close() {
    await page.close();
    turn(0);
  },
  page: (at) => turn(at),
  get: (address) => fetch(address),
  beside: (address) => open(page.context(), address),
  async swipe(across) {
    const box = await page.locator(".player-table").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + across, y);
    await page.mouse.up();
  },
  eval: (code) => page.evaluate(code),
  shot: (name) => page.screenshot({ path: name, fullPage: true }).then(() => name),
  pdf: (name) => page.pdf({ path: name, format: "A4" }).then(() => name),
  async axe() {
    // The page's own policy lets no script in; this one comes by the debugger.
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    const found = await page.evaluate(() => axe.run());
    return found.violations.map((each) => [each.impact, each.id, each.nodes.map((node) => node.html.slice(0, 120))]);
  },
});

let profile;
/** A page that visits go on in, one after the other: what its beginning takes is taken once. */
let lasting = null;

/** The lasting page as it was at first: nothing kept, nothing open, English. */
async function emptied({ page }, wanted) {
  await page.setViewportSize({ width: wanted.width ?? 1000, height: wanted.height ?? 900 });
  await page.emulateMedia({ colorScheme: wanted.scheme ?? "light", media: "screen" });
  await page.evaluate(() => void (location.hash = "rules"));
  await page.waitForTimeout(100);
  await idle(page);
  await page.evaluate(() => localStorage.clear());
  await page.evaluate(async () => (await import(new URL("typed.js", location.href).href)).forgetTyped(""));
  await page.evaluate(() => document.querySelector(".langs [lang=en]").click());
  await page.evaluate(() => void (location.hash = ""));
  await page.waitForTimeout(100);
  await idle(page);
}

async function visit(wanted) {
  const contexts = [];
  const [told, requests, seen] = [[], [], []];
  profile = async () => {
    const context = await browser.newContext({
      viewport: { width: wanted.width ?? 1000, height: wanted.height ?? 900 },
      colorScheme: wanted.scheme ?? "light",
      javaScriptEnabled: wanted.scripts ?? true,
      hasTouch: true,
      locale: "en",
    });
    context.setDefaultTimeout(60000);
    // A browser whose settings let no page keep anything: even to ask is an error there.
    if (wanted.storage === false) {
      await context.addInitScript(() => {
        for (const name of ["localStorage", "sessionStorage"]) {
          Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
        }
      });
    }
    context.on("request", (request) => heard(context).requests.push(request.url()));
    contexts.push(context);
    return context;
  };
  // Who listens to the lasting page is whoever visits it.
  const heard = (context) => (context === lasting?.context ? lasting : { told, requests });
  const pages = [];
  let shown = 0;
  async function open(context, address) {
    const page = await context.newPage();
    const say = (text) => heard(context).told.push(text);
    page.on("console", (message) => say(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => say(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      say(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    await page.goto(address, { timeout: 180000 });
    shown = pages.push(page) - 1;
  }
  if (wanted.lasting && lasting) {
    Object.assign(lasting, { told, requests });
    requests.push(wanted.page);
    pages.push(lasting.page);
    await emptied(lasting, wanted);
  } else {
    const context = await profile();
    if (wanted.lasting) lasting = { context, told, requests };
    await open(context, wanted.page);
    if (wanted.lasting) lasting.page = pages[0];
  }
  for (const [at, [kind, ...words]] of wanted.steps.entries()) {
    const page = pages[shown];
    try {
      const answer = await kinds({ page, open, turn: (at) => (shown = at) })[kind](...words);
      if (ANSWERING.includes(kind)) seen.push(answer);
      else if (wanted.scripts ?? true) await pages[shown].waitForTimeout(30);
    } catch (error) {
      const text = await page.evaluate(() => document.body.innerText).catch(() => "");
      throw new Error(`step ${at}, ${kind} ${words.join(" ").slice(0, 200)}: ${error.message}\n${told.join("\n")}\n${text.slice(0, 1500)}`);
    }
  }
  for (const context of contexts) if (context !== lasting?.context) await context.close();
  for (const page of pages) if (page.context() === lasting?.context && page !== lasting.page) await page.close();
  return { seen, console: told, requests };
}

const answers = [];
for (const wanted of asked.visits) answers.push(await visit(wanted));
await browser.close();
await new Promise((done) => process.stdout.write(JSON.stringify(answers), done));
