// The page as a learner uses it: found by role and name or by the contract's `data-cell`, waited for on conditions.
// A story fails on any console error or warning, on a request elsewhere, and on one after load but for the maths font
// and the text of a lesson.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, test } from "node:test";
import puppeteer from "puppeteer-core";
import { serve } from "../../scripts/static-server.mjs";

const { DIST, CHROME, FIREFOX } = process.env;
const PATIENCE = 15_000; // milliseconds until a condition that does not come true is a failure
/** The policy of docs/hosting.md. */
export const POLICY = readFileSync(new URL("../../docs/hosting.md", import.meta.url), "utf8").match(/^default-src .*$/m)[0];
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The ids of all lessons in reading order; a story compares them with the page's contents. */
export const LESSONS = Array.from(
  readFileSync(new URL("../../src/lessons/mod.rs", import.meta.url), "utf8").matchAll(/&(\w+)::LESSON,/g),
  ([, module]) => module.replaceAll("_", "-"),
);

/** The numbers of the worked examples, by id. */
export const EXAMPLES = Object.fromEntries(
  JSON.parse(readFileSync(new URL("../fixtures/worked-examples.json", import.meta.url))).map((entry) => [entry.id, entry]),
);

// Stories call everything by its English name; on the Chinese page it is looked for by the name given here.
const CHINESE = {
  "undo": "撤销", "redo": "重做", "reset": "重置", "copy link": "复制链接", "copied": "已复制", "dark theme": "深色", "dismiss": "知道了",
  "Scaling": "缩放", "Divisor": "除数", "causal mask": "因果掩码", "top-left": "左上对齐", "bottom-right": "右下对齐",
  "More settings": "更多设置", "Decimals": "小数位数", "Tokens (separated by spaces or commas)": "词元（用空格或逗号分隔）", "fill with random numbers": "填入随机数",
  "next ›": "下一步 ›", "‹ back": "‹ 上一步", "stage »": "下一阶段 »", "« stage": "« 上一阶段", "show all": "全部显示",
  "Working": "算式", "check": "检查", "show the working": "看算式", "Table of values": "数值表", "compute again": "重新计算", "stop": "停止",
  "no scaling": "不缩放", "try again": "再试一次", "done": "已算完",
  // Lessons
  "Masks": "掩码", "By hand": "手算", "The bench": "实验台", "When softmax saturates": "softmax 饱和",
  // Figures and what can be set in them
  "Products of random vectors": "随机向量的点积", "Entropy against d_k": "熵随 d_k 的变化", "When a query and its key agree": "当查询与它的键对齐时",
  "Temperature and Jacobian": "温度与雅可比矩阵", "Two keys: slope against gap": "两个键：斜率与分数差", "Where the gradient sits": "梯度在哪里",
  "Where exp overflows": "exp 在哪里上溢", "A gradient that fp16 rounds to zero": "被 fp16 舍成零的梯度",
  "Scale first, or multiply first": "先缩放，还是先相乘", "T5's initialisation": "T5 的初始化", "The cost of the two products": "两个乘积的运算量",
  "The weights of three scores": "三个分数的权重", "Two orthogonal tokens": "两个正交的词元", "The cost of a long prefill": "长上下文预填充的开销",
  "Cosine scores need a gain": "余弦分数需要增益", "A leaking causal mask": "漏掉的因果掩码",
  "sd of a component σ": "分量的标准差 σ", "pairs": "样本数", "seed": "种子", "keys S": "键数 S", "queries": "查询数", "own divisor": "自定除数",
  "correlation ρ": "相关系数 ρ", "temperature T": "温度 T", "length L": "长度 L", "gap of the scores": "分数差", "component a": "分量 a",
  "length T": "长度 T", "length a": "长度 a", "gain": "增益", "vocabulary": "词表大小",
  // Tables and their rows
  "Measured and predicted": "测得与预测", "variance of q·k: d_k σ⁴": "q·k 的方差：d_k σ⁴", "sd of q·k: √d_k σ²": "q·k 的标准差：√d_k σ²",
  "sd of cos θ: 1/√d_k": "cos θ 的标准差：1/√d_k", "Scores and weights of row 1": "第 1 行的分数与权重", "weight a": "权重 a", "The row": "这一行",
  "norm of the Jacobian": "雅可比矩阵的范数", "Two keys two standard deviations apart": "相差两个标准差的两个键",
  "after ÷ √d_k, any d_k": "÷ √d_k 之后，任何 d_k", "The gradient under each scaling": "各种缩放下的梯度", "score variance": "分数方差",
  "mean entropy (nat)": "平均熵（nat）", "gradient norm, whole tensor": "梯度范数（整体）", "median size of one entry": "单个梯度分量大小的中位数",
  "Naive: e^z ÷ Σ e^z": "直接计算：e^z ÷ Σ e^z", "Stable: e^(z−m) ÷ Σ e^(z−m)": "先减最大值：e^(z−m) ÷ Σ e^(z−m)", "fp16  weight": "fp16  权重",
  "bf16  weight": "bf16  权重", "fp64  weight": "fp64  权重", "e^x in four formats": "四种格式里的 e^x", "Weights and slope of two keys": "两个键的权重与斜率",
  "With the mask above": "按上面的掩码", "Every key hidden, added once": "所有键都被遮住（加一次）",
  "Every key hidden by padding and causal mask, added twice": "所有键都被填充与因果掩码同时遮住（加两次）",
  "fp16  the format's lowest number": "fp16  该格式最负的有限数", "fp64  the format's lowest number": "fp64  该格式最负的有限数",
  "q = k, every component a": "q = k，每个分量都是 a", "After initialisation": "初始化之后", "q and k of variance 1": "方差为 1 的 q 与 k",
  "A layer": "每层", "multiply-adds of one product, T²d": "一个乘积的乘加次数 T²d", "FLOPs of both products, 4T²d": "两个乘积的 FLOP 4T²d",
  "What softmax gives": "softmax 算出的权重", "weight": "权重", "Token 1": "第 1 个词元", "FLOPs over all layers": "各层合计的 FLOP",
  "share of attention, %": "注意力占比（%）", "Cosines of random vectors": "随机向量的余弦", "mean entropy, gain 1": "平均熵，增益 1",
  "mean entropy, the gain above": "平均熵，上面的增益", "The output of one row": "一行的输出", "fp32, whole row": "fp32，整行",
  "fp32, online in blocks": "fp32，分块在线", "Loss a token (nat)": "每个词元的损失（nat）", "training, mask leaks one token": "训练，掩码漏一个词元",
  "chance, ln V": "随机猜测 ln V",
  "overflows here": "在此上溢", "underflows to 0 here": "在此下溢为 0", "NaN is born here": "NaN 在此产生",
  // Plots
  "weight of the agreeing key · d_k": "对齐的键的权重 · d_k", "score of the agreeing key, scaled · d_k": "对齐的键的分数（缩放后） · d_k",
  "mean entropy (nat) · d_k": "平均熵（nat） · d_k", "density · q·k": "密度 · q·k",
};

let server;
const browsers = {};
const headers = {}; // that the server sends, for the story that is told
async function start(kind) {
  assert(DIST && CHROME, "DIST names the folder of the built page and CHROME a browser, as scripts/test passes them");
  server ??= await serve(DIST, 0, headers);
  // Chromium's own sandbox refuses root, as which containers run.
  const sandbox = process.getuid?.() === 0 && kind === "chrome" ? ["--no-sandbox"] : [];
  browsers[kind] ??= await puppeteer.launch({ browser: kind, executablePath: kind === "firefox" ? FIREFOX : CHROME, args: sandbox });
  return browsers[kind];
}

/** Ends what the stories ran in. */
export async function close() {
  await Promise.all(Object.values(browsers).map((browser) => browser.close()));
  server?.close();
}

/** The stories that stories.js shares out among processes; a file that is run by itself tells its own. */
export const stories = [];
const SHARED = process.env.STORIES === "shared";
if (!SHARED) after(close);

/** A test in a browser that has never seen the page: Chromium, or `firefox` where there is one. */
export function story(name, tell, kind = "chrome") {
  const options = { timeout: 300_000, skip: kind === "firefox" && !FIREFOX && "Firefox is not installed" };
  const run = async () => {
    const context = await (await start(kind)).createBrowserContext();
    const lab = new Lab(await context.newPage(), `http://127.0.0.1:${server.address().port}/`);
    try {
      await tell(lab);
    } catch (error) {
      error.stack += lab.faults.map((fault) => `\n  the page: ${fault}`).join(""); // what is printed of an error
      throw error;
    } finally {
      delete headers["content-security-policy"];
      await context.close();
    }
    if (!lab.forgiving) assert.deepEqual(lab.faults, [], "the page stays silent and on its own");
  };
  if (SHARED) stories.push({ name, options, run });
  else test(name, options, run);
}

class Lab {
  constructor(page, address) {
    // A story that brings faults about, some of which are told later than the page shows them, is forgiving.
    Object.assign(this, { page, address, faults: [], forgiving: false, loaded: false, language: "en" });
    page.setDefaultTimeout(PATIENCE);
    page.on("console", (message) => {
      if (["error", "warn", "assert"].includes(message.type())) this.faults.push(`console ${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.faults.push(`uncaught: ${error?.stack ?? error}`));
    page.on("request", (request) => {
      const url = request.url();
      if (url.startsWith("data:") || url === "about:blank") return;
      if (!url.startsWith(address)) this.faults.push(`request to another origin: ${url}`);
      else if (this.loaded && !/\.woff2$|\/worker\.js$|\/laboratory[._a-z]+$|\/lessons\/[-0-9a-z]+\.txt$/.test(url)) this.faults.push(`request after load: ${url}`);
    });
  }

  // Opening, and the address

  /** Loads the page with a link (what stands behind the #). */
  async open(link, { width = 1280, height = 900, ratio = 1, theme = "light", query = "" } = {}) {
    this.loaded = false;
    const [before] = this.page.url().split("#");
    const [base, fragment] = [`${this.address}${query}`, link === undefined ? "" : `#${link}`];
    await this.page.setViewport({ width, height, deviceScaleFactor: ratio });
    await this.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    if (before === base) {
      // Another fragment alone would load nothing.
      await this.page.evaluate((address) => {
        history.replaceState(null, "", address);
        // What was about to be written is not for this link.
        history.replaceState = () => {};
        for (const leaving of ["pagehide", "visibilitychange"]) addEventListener(leaving, () => sessionStorage.clear(), true);
      }, base + fragment);
      await this.page.reload();
    } else {
      await this.page.goto(base + fragment);
    }
    await this.ready();
  }

  async ready() {
    await this.page.waitForSelector("main article:not([aria-busy]) section");
    this.loaded = true;
    this.language = await this.page.evaluate(() => (document.documentElement.lang.startsWith("zh") ? "zh" : "en"));
  }

  /** Goes to a link without waiting for the page to start: it may not. */
  async visit(link) {
    this.loaded = false;
    await this.page.goto(`${this.address}#${link}`, { waitUntil: "load" });
  }

  /** Opens the page as a file of the disk. */
  async visitFile() {
    await this.page.goto(pathToFileURL(join(DIST, "index.html")).href, { waitUntil: "load" });
  }

  /** From the next load on, the page is served under this Content-Security-Policy. */
  underPolicy(policy) {
    headers["content-security-policy"] = policy;
  }

  /** From the next load on, what `url` matches is answered with `answer`. */
  async answers(url, answer) {
    await this.page.setRequestInterception(true);
    this.page.on("request", (request) => (url.test(request.url()) ? request.respond(answer) : request.continue()));
  }

  /** From the next load on, the page meets a browser in which `change` was called first. */
  async inBrowser(change) {
    await this.page.evaluateOnNewDocument(change);
  }

  async reload() {
    this.loaded = false;
    await this.page.evaluate(() => document.fonts.ready.then(() => {})); // Firefox reports a font that it loads no further
    await this.page.reload();
    await this.ready();
  }

  /** Takes out of the faults the one that the story itself has brought about. */
  forgive(fault) {
    assert.equal(this.faults.filter((line) => fault.test(line)).length, 1, `one fault like ${fault}`);
    this.faults = this.faults.filter((line) => !fault.test(line));
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
    const spoken = (language) => document.documentElement.lang.startsWith(language) && !document.querySelector("article[aria-busy]");
    await this.until(spoken, `the page in ${language}`, language);
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

  /** Waits until every figure is there: until then, what stands below one moves. */
  async figures() {
    await this.until(() => [...document.querySelectorAll(".computed")].every((figure) => figure.querySelector(".computed-table, .line-plot")), "every figure");
  }

  /** Opens every part that can be folded, once every figure is there. */
  async unfold() {
    await this.figures();
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
    return this.page.evaluate(() => {
      const cells = [...document.querySelectorAll("[data-cell]")];
      return Object.fromEntries(cells.map((cell) => [cell.dataset.cell, cell.value ?? cell.textContent]));
    });
  }

  /** Clicks a cell. What comes in above may move it from under the pointer: the pointer follows, as a hand would. */
  async click(cell) {
    for (let tries = 0; tries < 20; tries++) {
      await (await this.element(cell)).click();
      await this.frames(1);
      if (await this.page.evaluate((cell) => document.activeElement?.dataset.cell === cell, cell)) break;
    }
    await this.isFocused(cell);
  }

  /** Types over what stands in a cell, and stays in it. */
  async type(cell, text) {
    await this.click(cell);
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

  /** Points at a cell. What comes in above may move it from under the pointer: the pointer follows, as a hand would. */
  async point(cell) {
    for (let tries = 0; tries < 20; tries++) {
      await (await this.element(cell)).hover();
      await this.frames(1);
      if (await this.page.evaluate((cell) => !!document.querySelector(`[data-cell="${cell}"].here`), cell)) return;
    }
  }

  /** The lines of the working beside the pipeline. */
  async working() {
    return (await this.find("region", "Working")).evaluate((section) => [...section.querySelectorAll("p")].map((line) => line.textContent));
  }

  /** Points at a cell and reads its number with all digits from the working. */
  async exactly(cell) {
    await this.point(cell);
    const [name, row, column] = cell.split(" ");
    const zh = { scores: "分数", scaled: "缩放后的分数", masked: "加掩码后的分数", exponentials: "指数值", weights: "权重", output: "输出" };
    const head = this.language === "zh" ? `${zh[name] ?? `${name} `}第 ${row} 行第 ${column} 列` : `${name} row ${row} column ${column}`;
    const section = await this.find("region", "Working");
    await this.until((section, head) => section.querySelector("p")?.textContent === head, `the working of ${cell}`, section, head);
    const lines = await this.working();
    const full = lines.find((line) => /^(in full|完整数值) /.test(line)) ?? lines.find((line) => line.startsWith("= "));
    return number(full?.replace(/^(in full|完整数值|=) /, ""));
  }

  // Figures

  /** The field of a figure, by the names of both. */
  async field(figure, name) {
    return (await this.find("region", figure)).waitForSelector(`aria/${this.name(name)}[role="textbox"]`);
  }

  /** Types a text into a field of a figure and leaves it. */
  async set(figure, name, text) {
    await (await this.field(figure, name)).click({ count: 3 });
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Tab");
  }

  /** Waits until a field of a figure holds `text`, and what is said against it is `complaint`. */
  async fieldIs(figure, name, text, complaint = "") {
    const id = await (await this.field(figure, name)).evaluate((field) => field.name);
    const read = (id) => {
      const [field] = document.getElementsByName(id);
      return [field.value, field.ariaInvalid === "true", field.closest("label").querySelector('[role="status"]').textContent];
    };
    await this.comes(read, [text, complaint !== "", complaint], `${name} in ${figure}`, id);
  }

  /** Waits until a sampled figure is done; `note`, part of its remark, tells with which settings. */
  async computed(figure, note = "") {
    const region = await this.find("region", figure);
    const isDone = (region, done, note) => region.querySelector('.controls > [role="status"]').textContent === done && region.querySelector(".note").textContent.includes(note);
    await this.until(isDone, `${figure} computed`, region, this.name("done"), note);
  }

  /**
   * Waits until the table with this caption has these rows, `{ "score variance": ["64", undefined] }`: each cell is a
   * text, a text with the name of its mark, or undefined where it does not matter.
   */
  async tableHas(caption, rows) {
    const read = (caption, rows) => {
      const table = [...document.querySelectorAll("table")].find((table) => table.caption?.textContent === caption);
      if (!table) return `no table “${caption}”`;
      const text = (cell) => [...cell.childNodes].map((node) => node.ariaLabel ?? node.textContent).join(" ");
      return Object.entries(rows).map(([name, wanted]) => {
        const row = [...table.tBodies[0].rows].find((row) => row.cells[0].textContent === name);
        return [name, ...wanted.map((cell, i) => (cell === null ? null : row?.cells[i + 1] && text(row.cells[i + 1])))];
      });
    };
    const cell = (cell) => (Array.isArray(cell) ? `${cell[0]} ${this.name(cell[1])}` : (cell ?? null));
    const expected = Object.fromEntries(Object.entries(rows).map(([name, cells]) => [this.name(name), Array.from(cells, cell)]));
    await this.comes(read, Object.entries(expected).map(([name, cells]) => [name, ...cells]), `the table ${caption}`, this.name(caption), expected);
  }

  /** The texts of the table with this caption, by row; each begins with its name. Waits for the table. */
  async textsOf(caption) {
    await this.unfold();
    const read = (caption) => {
      const table = [...document.querySelectorAll("table")].find((table) => table.caption?.textContent === caption);
      return table && [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent));
    };
    return (await this.page.waitForFunction(read, {}, this.name(caption))).jsonValue();
  }

  /** The numbers of the table with this caption, by row; each begins with that of its name. */
  async numbersOf(caption) {
    return (await this.textsOf(caption)).map((row) => row.map((text) => number(text.split(" ± ")[0])));
  }

  /** The numbers of one row of the table with this caption. */
  async rowOf(caption, name) {
    const row = (await this.textsOf(caption)).find((row) => row[0] === this.name(name));
    assert(row, `${this.name(name)} in ${caption}`);
    return row.slice(1).map(number);
  }

  /** Presses a button that saves a file: its name and its content. */
  async saved(button) {
    const folder = await mkdtemp(join(tmpdir(), "saved-"));
    const session = await this.page.createCDPSession();
    const done = new Promise((resolve, reject) => {
      session.on("Browser.downloadProgress", ({ state }) => state === "completed" && resolve());
      setTimeout(() => reject(new Error(`${button} saves nothing`)), PATIENCE).unref();
    });
    const browserContextId = this.page.browserContext().id;
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", browserContextId, downloadPath: folder, eventsEnabled: true });
    await this.press(button);
    await done;
    const [name, ...others] = await readdir(folder);
    assert.deepEqual(others, [], "one file");
    const content = await readFile(join(folder, name));
    await session.detach();
    await rm(folder, { recursive: true });
    return { name, content };
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

  /** What axe-core finds wrong, a line each; `options` as it takes them. */
  async axe(options = {}) {
    if (!(await this.page.evaluate(() => "axe" in window))) await this.page.evaluate(AXE);
    return this.page.evaluate(async (options) => {
      const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...options });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any, all, none }) => {
        const why = [...any, ...all, ...none].map((check) => check.message).join("; ");
        return `${id}: ${html.slice(0, 160)} (${why.slice(0, 240)})`;
      }));
    }, options);
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
