// The page as a learner uses it: found by role and name or by the contract's `data-cell`, waited for on conditions.
// A story fails on any console error or warning, on a request elsewhere, and on one after load but for the maths font
// and the text of a lesson.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import puppeteer from "puppeteer-core";
import { serve } from "../../scripts/static-server.mjs";

const { DIST, CHROME } = process.env;
const PATIENCE = 15_000; // milliseconds until a condition that does not come true is a failure
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const LESSONS = ["overview", "three-scalings", "masks", "by-hand", "bench"];

/** The numbers of the worked examples, by id. */
export const EXAMPLES = Object.fromEntries(
  JSON.parse(readFileSync(new URL("../fixtures/worked-examples.json", import.meta.url))).map((entry) => [entry.id, entry]),
);

// Stories call everything by its English name; on the Chinese page it is looked for by the name given here.
const CHINESE = {
  "undo": "撤销", "redo": "重做", "reset": "重置", "copy link": "复制链接", "copied": "已复制", "dark theme": "深色", "dismiss": "知道了",
  "Scaling": "缩放", "Divisor": "除数", "causal mask": "因果掩码", "top-left": "左上对齐", "bottom-right": "右下对齐",
  "More settings": "更多设置", "Decimals": "小数位数", "Tokens (separated by spaces)": "词元（空格分隔）", "fill with random numbers": "填入随机数",
  "next ›": "下一步 ›", "‹ back": "‹ 上一步", "stage »": "下一阶段 »", "« stage": "« 上一阶段", "show all": "全部显示",
  "Working": "算式", "check": "检查", "show the working": "看算式", "Table of values": "数值表", "compute again": "重新计算", "stop": "停止",
  "no scaling": "不缩放", "Masks": "掩码", "By hand": "手算", "The bench": "实验台",
};

let server, browser;
async function start() {
  assert(DIST && CHROME, "DIST names the folder of the built page and CHROME a browser, as scripts/test passes them");
  server = await serve(DIST);
  // Chromium's own sandbox refuses root, as which containers run.
  browser = await puppeteer.launch({ executablePath: CHROME, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
}
after(async () => {
  await browser?.close();
  server?.close();
});

/** A test in a browser that has never seen the page. */
export function story(name, tell) {
  test(name, { timeout: 300_000 }, async () => {
    if (!browser) await start();
    const context = await browser.createBrowserContext();
    const lab = new Lab(await context.newPage(), `http://127.0.0.1:${server.address().port}/`);
    try {
      await tell(lab);
    } catch (error) {
      error.stack += lab.faults.map((fault) => `\n  the page: ${fault}`).join(""); // what is printed of an error
      throw error;
    } finally {
      await context.close();
    }
    assert.deepEqual(lab.faults, [], "the page stays silent and on its own");
  });
}

class Lab {
  constructor(page, address) {
    Object.assign(this, { page, address, faults: [], loaded: false, language: "en" });
    page.setDefaultTimeout(PATIENCE);
    page.on("console", (message) => {
      if (["error", "warn", "assert"].includes(message.type())) this.faults.push(`console ${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.faults.push(`uncaught: ${error?.stack ?? error}`));
    page.on("request", (request) => {
      const url = request.url();
      if (url.startsWith("data:") || url === "about:blank") return;
      if (!url.startsWith(address)) this.faults.push(`request to another origin: ${url}`);
      else if (this.loaded && !/\.woff2$|\/lessons\/[-0-9a-z]+\.txt$/.test(url)) this.faults.push(`request after load: ${url}`);
    });
  }

  // Opening, and the address

  /** Loads the page with a link (what stands behind the #). */
  async open(link, { width = 1280, height = 900, theme = "light", query = "" } = {}) {
    this.loaded = false;
    await this.page.goto("about:blank"); // else another link on the same page would load nothing
    await this.page.setViewport({ width, height });
    await this.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await this.page.goto(`${this.address}${query}${link === undefined ? "" : `#${link}`}`);
    await this.ready();
  }

  async ready() {
    await this.page.waitForSelector("main article section");
    this.loaded = true;
    this.language = await this.page.evaluate(() => (document.documentElement.lang.startsWith("zh") ? "zh" : "en"));
  }

  /** From the next load on, the page meets a browser in which `change` was called first. */
  async inBrowser(change) {
    await this.page.evaluateOnNewDocument(change);
  }

  async reload() {
    this.loaded = false;
    await this.page.reload();
    await this.ready();
  }

  /** The link as it stands in the address. */
  link() {
    return this.page.evaluate(() => location.hash.slice(1));
  }

  async linkIs(link) {
    await this.comes(() => location.hash.slice(1), link, "the link in the address");
  }

  async linkHas(part) {
    await this.until((part) => location.hash.includes(part), `the link to hold ${part}`, part);
  }

  // Waiting

  /** Waits until `condition`, which runs in the page, holds. */
  async until(condition, what, ...args) {
    await this.page.waitForFunction(condition, {}, ...args).catch((error) => {
      throw new Error(`waited in vain for ${what}: ${error.message}`);
    });
  }

  /** Waits until `read`, which runs in the page, gives `expected`; a failure shows what it gave instead. */
  async comes(read, expected, what, ...args) {
    const call = `(${read})(...${JSON.stringify(args)})`;
    const wanted = JSON.stringify(JSON.stringify(expected));
    await this.page.waitForFunction(`JSON.stringify(${call}) === ${wanted}`).catch(async () => {
      assert.deepEqual(await this.page.evaluate(call), expected, what);
    });
  }

  frames(count) {
    return this.page.evaluate(async (count) => {
      for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
    }, count);
  }

  // Finding and pressing

  name(english) {
    return this.language === "zh" ? (CHINESE[english] ?? english) : english;
  }

  /** The element with this role and accessible name (in English, or as it stands on the page). */
  find(role, name) {
    return this.page.waitForSelector(`aria/${this.name(name)}[role="${role}"]`);
  }

  async press(name, role = "button") {
    await (await this.find(role, name)).click();
  }

  async isPressed(name, pressed) {
    const button = await this.find("button", name);
    await this.until((button, pressed) => button.ariaPressed === pressed, `${name} pressed: ${pressed}`, button, String(pressed));
  }

  async speak(language) {
    await this.press(language === "zh" ? "中" : "EN");
    await this.until((language) => document.documentElement.lang.startsWith(language), `the page in ${language}`, language);
    this.language = language;
  }

  async lesson(title) {
    await this.press(title, "link");
    await this.heading(title);
  }

  async heading(title) {
    await this.comes(() => document.querySelector("main h1")?.textContent, this.name(title), "the title of the lesson");
  }

  scaling(id) {
    return this.find("combobox", "Scaling").then((box) => box.select(id));
  }

  hideKey(key) {
    return this.press(`${this.language === "zh" ? "填充掩码：遮住键" : "Padding mask: hide key"} ${key}`);
  }

  /** Opens every part that can be folded. */
  async unfold() {
    await this.page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  }

  async visible(text) {
    await this.until((text) => document.body.innerText.includes(text), `"${text}" on the page`, text);
  }

  /** The notices above the lesson; waits for at least one. */
  async notices() {
    await this.until(() => document.querySelector('[role="alert"] li'), "a notice");
    return this.page.$$eval('[role="alert"] li', (items) => items.map((item) => item.textContent));
  }

  // Cells

  element(cell) {
    return this.page.waitForSelector(`[data-cell="${cell}"]`);
  }

  /** The text that a cell shows. */
  async cell(cell) {
    return (await this.element(cell)).evaluate((element) => element.value ?? element.textContent);
  }

  /** Waits until the cells, `{ "weights 1 1": "0.248" }`, show their texts. */
  async shows(cells) {
    const read = (ids) => ids.map((id) => {
      const element = document.querySelector(`[data-cell="${id}"]`);
      return `${id}: ${element?.value ?? element?.textContent}`;
    });
    await this.comes(read, Object.entries(cells).map(([id, text]) => `${id}: ${text}`), "the cells", Object.keys(cells));
  }

  /** Waits until a row of a stage shows these texts. */
  row(name, row, texts) {
    return this.shows(Object.fromEntries(texts.map((text, i) => [`${name} ${row} ${i + 1}`, text])));
  }

  /** Waits until the cell has this accessible name. */
  async isNamed(cell, name) {
    await this.comes((id) => document.querySelector(`[data-cell="${id}"]`)?.ariaLabel, name, `the name of ${cell}`, cell);
  }

  /** The text of every cell, by its stable name. */
  numbers() {
    return this.page.$$eval("[data-cell]", (cells) => Object.fromEntries(cells.map((cell) => [cell.dataset.cell, cell.value ?? cell.textContent])));
  }

  /** Types over what stands in a cell, and stays in it. */
  async type(cell, text) {
    await (await this.element(cell)).click();
    await this.isFocused(cell);
    await this.replace(text);
  }

  /** Types over the text of the focused field. */
  async replace(text) {
    await this.chord("Control", "a");
    if (text === "") await this.page.keyboard.press("Backspace");
    else await this.page.keyboard.type(text);
  }

  /** The same in one go, as an input method does: the beginning of a text is not a number of its own. */
  async commit(cell, text) {
    await this.type(cell, "");
    if (text !== "") await this.page.keyboard.sendCharacter(text);
  }

  /** Types a text into the field of that name and leaves it. */
  async fill(name, text, role = "textbox") {
    await (await this.find(role, name)).click();
    await this.replace(text);
    await this.page.keyboard.press("Tab");
  }

  /** What is said to be wrong with a cell; waits for it. Undefined when nothing is wrong. */
  async complaint(cell) {
    await this.until((id) => document.querySelector(`[data-cell="${id}"]`)?.ariaInvalid === "true", `${cell} marked as wrong`, cell);
    return (await this.element(cell)).evaluate((cell) => document.getElementById(cell.getAttribute("aria-describedby"))?.textContent);
  }

  async isFine(cell) {
    await this.until((id) => {
      const input = document.querySelector(`[data-cell="${id}"]`);
      return input && input.ariaInvalid !== "true" && !input.hasAttribute("aria-describedby");
    }, `${cell} unmarked`, cell);
  }

  async point(cell) {
    await (await this.element(cell)).hover();
  }

  /** The lines of the working beside the pipeline. */
  async working() {
    return (await this.find("region", "Working")).$$eval("p", (lines) => lines.map((line) => line.textContent));
  }

  /** Points at a cell and reads its number with all digits from the working. */
  async exactly(cell) {
    await this.point(cell);
    const [name, row, column] = cell.split(" ");
    const zh = { scores: "分数", scaled: "缩放后", masked: "加掩码", exponentials: "指数", weights: "权重", output: "输出" };
    const head = this.language === "zh" ? `${zh[name] ?? `${name} `}第 ${row} 行第 ${column} 列` : `${name} row ${row} column ${column}`;
    const section = await this.find("region", "Working");
    await this.until((section, head) => section.querySelector("p")?.textContent === head, `the working of ${cell}`, section, head);
    const lines = await this.working();
    const full = lines.find((line) => /^(in full|全部数位) /.test(line)) ?? lines.find((line) => line.startsWith("= "));
    return number(full?.replace(/^(in full|全部数位|=) /, ""));
  }

  // Keyboard and clipboard

  async chord(...keys) {
    const last = keys.pop();
    for (const key of keys) await this.page.keyboard.down(key);
    await this.page.keyboard.press(last);
    for (const key of keys.reverse()) await this.page.keyboard.up(key);
  }

  async isFocused(cell) {
    await this.comes(() => document.activeElement?.dataset.cell, cell, "the cell with the focus");
  }

  /** Walks with Tab to the element with this role and name, which must come and must show that it has the focus. */
  async tabTo(role, name) {
    const wanted = await this.find(role, name);
    for (let presses = 0; presses < 300; presses++) {
      if (await wanted.evaluate((wanted) => wanted === document.activeElement)) {
        const style = await wanted.evaluate((element) => getComputedStyle(element).outlineStyle);
        assert.notEqual(style, "none", `the focus on ${name} can be seen`);
        return;
      }
      await this.page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not reach the ${role} ${this.name(name)}`);
  }

  allowClipboard() {
    return this.page.browserContext().overridePermissions(this.address.slice(0, -1), ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
  }

  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Pastes into the focused field, through the clipboard. */
  async paste(text) {
    await this.allowClipboard();
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await this.page.keyboard.down("Control");
    await this.page.keyboard.press("v", { commands: ["Paste"] });
    await this.page.keyboard.up("Control");
  }

  // What is drawn, and how it can be reached

  /** The picture of the canvas with this accessible name: its size, and the colour (#rrggbb) of each pixel by row. */
  async picture(name) {
    return (await this.find("image", name)).evaluate((canvas) => {
      const { width, height } = canvas;
      // Read from a copy: the page's own canvas stays one that is only drawn on.
      const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, width, height);
      const hex = (at) => `#${[0, 1, 2].map((i) => data[at + i].toString(16).padStart(2, "0")).join("")}`;
      return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => hex(4 * (y * width + x))));
    });
  }

  /** The colour behind a name of the stylesheet, such as `key` or `paper`, as #rrggbb. */
  token(name) {
    return this.page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim(), name);
  }

  /** What axe-core finds wrong, a line each. */
  async axe() {
    await this.page.evaluate(AXE);
    return this.page.evaluate(async () => {
      const { violations } = await window.axe.run();
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any, all, none }) => {
        const why = [...any, ...all, ...none].map((check) => check.message).join("; ");
        return `${id}: ${html.slice(0, 160)} (${why.slice(0, 240)})`;
      }));
    });
  }

  /** The elements that make the page wider than the window. */
  overflow() {
    return this.page.evaluate(() => {
      const width = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= width) return [];
      const clipped = (element) => element && element !== document.body && (getComputedStyle(element).overflowX !== "visible" || clipped(element.parentElement));
      const ends = (element) => element.getBoundingClientRect().right;
      const wide = [...document.querySelectorAll("body *")].filter((e) => ends(e) > width + 0.5 && !clipped(e.parentElement)).slice(0, 3);
      return [`${document.documentElement.scrollWidth} px wide`, ...wide.map((e) => `${e.outerHTML.slice(0, 100)} ends at ${ends(e)}`)];
    });
  }
}

/** Reads a number as the page writes it: `−1.5`, `3e−4`, `1−3e−4`, `−∞`. */
export function number(text) {
  const plain = String(text).replaceAll("−", "-").replace("∞", "Infinity");
  const near = /^1([+-][\d.]+e-\d+)$/.exec(plain);
  return near ? 1 + Number(near[1]) : Number(plain);
}
