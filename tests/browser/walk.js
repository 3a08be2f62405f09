// A random walk over the page: clicks, keys, texts, pastes, drags, undo, the browser's history, links that change lesson
// and language at once. The same seed takes the same way. By hand, ten stretches of 300 from seed 1 on:
//   DIST=dist CHROME=… node tests/browser/walk.js 3000 1
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { LESSONS, story } from "./page.js";

const STRETCH = 300;

// Small, and the same everywhere: mulberry32.
function chance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(next() * count);
  return { below, one: (list) => list[below(list.length)] };
}

const TEXTS = ["5", "-2.5", "1/3", "√2", "1e200", "-1e200", "nan", "", "abc", "9", "64", "65", "0", "cat dog", "1,2;3", "，", "<b>", "2", "3"];
const BLOCKS = ["1 2\n3 4", "[[1, 2, 3], [4, 5, 6]]", "1\t2\t3", "7", "1 x", "1,0;0,1", Array(70).fill("1").join(" ")];
const KEYS = ["Tab", "Enter", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "Delete", "Backspace", "Space", "1", "-", "."];
const SETTINGS = ["", "", "", "&scale=none", "&mask=causal", "&pad=1", "&pad=1,2", "&precision=f16", "&q=300,0;0,1&k=-300,0;0,1&v=1,0;0,1", "&from=x", "&from=scores", "&step=3", "&decimals=5", "&scale=-1", "&window=1,", "&tokens=a,b"];

// What can be met. Not what the worker draws, which is there when it is there, nor what saves a file.
const PRESSED = "button:not([name=link], .save, [name=retry]), summary, nav a, td[data-cell]";
const FIELDS = "input:not([type=range])";
const DRAGGED = "svg [tabindex], svg [data-handle], .plane svg, canvas.heatmap";

/** Walks `count` steps; throws at the first fault, with the seed and the last steps. */
export async function walk(lab, { seed, count = STRETCH, first = LESSONS[seed % LESSONS.length] }) {
  const { below, one } = chance(seed);
  const { page } = lab;
  const { mouse, keyboard } = page;
  const steps = [];
  // What the page puts off by a fraction of a second comes at once: the way is the same on every machine.
  await lab.inBrowser(() => {
    const own = window.setTimeout;
    window.setTimeout = (call, delay = 0, ...given) => own(call, delay > 1000 ? delay : 0, ...given);
  });
  await lab.open(`lang=en&lesson=${first}`);

  const settle = async () => {
    await page.waitForFunction(() => !document.querySelector("#panic[hidden]") || document.querySelector("main article section"));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
  };
  // The middle of one of the elements that `selector` finds, and what it is.
  const find = async (selector) => {
    const pick = below(2 ** 20);
    const place = await page.evaluate((selector, pick) => {
      const shown = [...document.querySelectorAll(selector)].filter((e) => e.getClientRects().length && !e.disabled && !e.closest(".plots, .tables"));
      if (!shown.length) return null;
      const element = shown[pick % shown.length];
      element.scrollIntoView({ block: "center", inline: "center" });
      const { x, y, width, height } = element.getBoundingClientRect();
      const name = element.dataset.cell ?? element.ariaLabel ?? element.name ?? "";
      return { x: x + width / 2, y: y + height / 2, what: `${element.tagName.toLowerCase()} ${name || element.textContent.slice(0, 24)}` };
    }, selector, pick);
    return place ?? { x: 5, y: 5, what: "nothing" };
  };
  const follow = async (link) => {
    steps.push(`follow ${link}`);
    await page.evaluate((link) => (location.hash = link), link);
  };
  const link = () => `lang=${one(["en", "zh"])}&lesson=${one(LESSONS)}${one(SETTINGS)}`;
  const insert = async (text) => {
    steps.push(`type “${text}”`);
    if (below(4)) await lab.chord("Control", "a");
    await (text === "" ? keyboard.press("Backspace") : keyboard.sendCharacter(text));
  };
  const undo = async () => {
    const keys = one([["Control", "z"], ["Control", "z"], ["Control", "Shift", "z"], ["Control", "y"]]);
    steps.push(`press ${keys.join("+")}`);
    await lab.chord(...keys);
  };
  const go = async () => {
    const by = one([-1, -1, 1]);
    steps.push(by < 0 ? "go back" : "go forward");
    await page.evaluate((by) => {
      if (by < 0 ? navigation.canGoBack && navigation.currentEntry.index > 0 : navigation.canGoForward) history.go(by);
    }, by);
  };
  const press = async () => {
    const { x, y, what } = await find(PRESSED);
    steps.push(`click ${what}`);
    await mouse.click(x, y);
  };
  const point = async () => {
    const { x, y, what } = await find("[data-cell], canvas.heatmap");
    steps.push(`point at ${what}`);
    await mouse.move(x, y);
  };
  const fill = async () => {
    const { x, y, what } = await find(FIELDS);
    steps.push(`enter ${what}`);
    await mouse.click(x, y);
    await insert(one(TEXTS));
  };
  const key = async () => {
    const key = one(KEYS);
    steps.push(`press ${key}`);
    await keyboard.press(key);
  };
  const paste = async () => {
    const { x, y, what } = await find("input[data-cell]");
    const block = one(BLOCKS);
    steps.push(`paste “${block.slice(0, 12)}” into ${what}`);
    await mouse.click(x, y);
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, block);
  };
  const drag = async () => {
    const { x, y, what } = await find(DRAGGED);
    const [right, down] = [below(120) - 60, below(120) - 60];
    const between = below(4);
    steps.push(`drag ${what} by ${right}, ${down}`);
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + right / 2, y + down / 2);
    if (between === 0) await follow(link());
    if (between === 1) await undo();
    await mouse.move(x + right, y + down, { steps: 2 });
    await mouse.up();
  };
  const slide = async () => {
    const { x, y, what } = await find("input[type=range]");
    const right = below(80) - 40;
    steps.push(`slide ${what} by ${right}`);
    await mouse.click(x + right, y);
  };
  const select = async () => {
    const [pick, choice] = [below(2 ** 20), below(2 ** 20)];
    const what = await page.evaluate((pick, choice) => {
      const boxes = [...document.querySelectorAll("select")];
      if (!boxes.length) return "nothing";
      const box = boxes[pick % boxes.length];
      box.focus();
      box.selectedIndex = choice % box.options.length;
      for (const kind of ["input", "change"]) box.dispatchEvent(new Event(kind, { bubbles: true }));
      return `${box.name} = ${box.value}`;
    }, pick, choice);
    steps.push(`select ${what}`);
  };
  const kinds = [press, press, press, key, key, fill, fill, () => insert(one(TEXTS)), paste, undo, undo, drag, go, () => follow(link()), point, slide, select];

  const fault = async () => {
    if (lab.faults.length) return lab.faults[0];
    if (await page.$eval("#panic", (notice) => !notice.hidden)) return "the page says that it broke";
    return null;
  };
  const reacts = async () => {
    const pressed = () => page.$eval("button[name=theme]", (button) => button.ariaPressed);
    const before = await pressed();
    await page.$eval("button[name=theme]", (button) => button.click());
    await settle();
    assert.notEqual(await pressed(), before, "the theme changes");
  };
  for (let step = 1; step <= count; step++) {
    try {
      await one(kinds)();
      await settle();
      const found = await fault();
      assert(!found, found ?? "");
      if (step % 25 === 0) await reacts();
    } catch (error) {
      error.message += `\n  seed ${seed}, step ${step}, ${page.url().split("#")[1]}; the last steps: ${steps.slice(-12).join("; ")}`;
      throw error;
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [count, seed] = process.argv.slice(2).map(Number);
  for (let done = 0; done < count; done += STRETCH) {
    const stretch = { seed: seed + done / STRETCH, count: Math.min(STRETCH, count - done) };
    story(`${stretch.count} steps from seed ${stretch.seed}`, (lab) => walk(lab, stretch));
  }
}
