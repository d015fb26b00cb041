// A student's first day and second day in Firefox, for test_firefox.py: runs a page, moves and drags
// what it shows, saves it and opens it again. Prints what was seen as one line of JSON.
//
//     node firefox.mjs ADDRESS_OF_THE_PAGE_WITH_ITS_TOKEN PATH_OF_FIREFOX

import puppeteer from "puppeteer-core";

const [address, executablePath] = process.argv.slice(2);
const PATIENCE = { timeout: 180_000, polling: 200 };
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
const page = await browser.newPage();
await page.setViewport({ width: 1500, height: 1000 });
const faults = [];
page.on("pageerror", (error) => faults.push(String(error)));

const idle = () =>
  page.waitForFunction(
    () =>
      document.querySelector("#jp-main-statusbar")?.innerText.includes("| Idle") &&
      [...document.querySelectorAll(".jp-OutputArea-output")].every((e) => e.children.length),
    PATIENCE,
  );

async function menu(name, item) {
  for (const [selector, text] of [
    [".lm-MenuBar-itemLabel", name],
    [".lm-Menu-itemLabel", item],
  ]) {
    const label = await page.waitForFunction(
      (s, t) => [...document.querySelectorAll(s)].find((e) => e.textContent === t),
      PATIENCE,
      selector,
      text,
    );
    await label.click();
  }
}

const words = () => page.$eval(".rbflib-explorer [role=status]", (e) => e.textContent);

// What an action made of the words, once the picture has been drawn again too.
async function after(action) {
  const before = await words();
  const drawn = await page.$eval("[data-drawn]", (e) => e.dataset.drawn);
  await action();
  await page.waitForFunction(
    (text, n) =>
      document.querySelector(".rbflib-explorer [role=status]").textContent !== text &&
      document.querySelector("[data-drawn]").dataset.drawn !== n,
    PATIENCE,
    before,
    drawn,
  );
  return words();
}

async function endKernels() {
  const { origin, search } = new URL(address);
  const ask = (what, method = "GET") => fetch(`${origin}/api/sessions${what}${search}`, { method });
  for (const session of await (await ask("")).json()) await ask(`/${session.id}`, "DELETE");
}

const count = (selector) => page.$$eval(selector, (all) => all.length);

async function drag() {
  const canvas = await page.$(".rbflib-explorer canvas");
  await canvas.scrollIntoView();
  const { x, y, width, height } = await canvas.boundingBox();
  await page.mouse.move(x + 0.52 * width, y + 0.38 * height);
  await page.mouse.down();
  await page.mouse.move(x + 0.67 * width, y + 0.38 * height, { steps: 6 });
  await page.mouse.up();
}

await page.goto(address, { timeout: 120_000 });
await idle();
await menu("Run", "Run All Cells");
await page.waitForFunction(
  () =>
    [...document.querySelectorAll(".jp-CodeCell")].at(-1).innerText.includes("this page has run: "),
  PATIENCE,
);
await idle();
const seen = { explorers: await count(".rbflib-explorer") };
seen.pressed = await after(async () => {
  await page.focus(".rbflib-explorer .noUi-handle");
  await page.keyboard.press("ArrowRight");
});
seen.dragged = await after(drag);
await menu("File", "Save Notebook");
await page.waitForFunction(() => !document.querySelector(".jp-mod-dirty"), PATIENCE);
await endKernels();
await page.reload();
await idle();
await page.waitForSelector(".rbflib-asleep:not([hidden])", PATIENCE);
seen.reopened = { explorers: await count(".rbflib-explorer"), words: await words() };
seen.lost = await page.$eval(".jp-NotebookPanel", (e) => e.innerText.includes("model not found"));
console.log(JSON.stringify({ ...seen, faults }));
await browser.close();
