// What scripts/bench prints: how long the page takes to answer an input, to follow what is dragged, and to compute its
// curves; and whether it stays free while attention is measured in the worker.
import puppeteer from "puppeteer-core";
import { serve } from "../../scripts/static-server.mjs";

const { DIST, CHROME } = process.env;
const SIZES = [8, 32, 64];
const [WARM, COUNTED] = [5, 60];

const server = await serve(DIST);
const browser = await puppeteer.launch({ executablePath: CHROME, protocolTimeout: 600_000, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });

async function open(link, lesson = "bench") {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(`the page: ${error}`));
  await page.setViewport({ width: 1280, height: 900 });
  await page.evaluateOnNewDocument(() => {
    window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries())).observe({ type: "longtask", buffered: true });
  });
  await page.goto(`http://127.0.0.1:${server.address().port}/#lang=en&lesson=${lesson}&${link}`);
  await page.waitForSelector("main article section");
  await curvesDone(page);
  return page;
}

const curvesDone = (page) => page.waitForFunction(() => !document.querySelector("progress") || document.querySelector("progress").value === 1, { timeout: 120_000 });

// Numbers with two decimals that look random and are the same every time.
function matrix(rows, columns, seed) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => (2 * next() - 1).toFixed(2)).join(",")).join(";");
}

// From the input event, over the next frame, to the timeout after it.
function respond([warm, counted]) {
  const input = document.querySelector('[data-cell="Q 1 1"]');
  const weight = document.querySelector('[data-cell="weights 1 1"]');
  const one = (value) => new Promise((resolve) => {
    const start = performance.now();
    input.value = value;
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start), 0));
  });
  return (async () => {
    input.focus();
    const times = [];
    const texts = new Set();
    for (let i = 0; i < warm + counted; i++) {
      const time = await one(String((i % 17) - 8));
      texts.add(weight.textContent);
      if (i >= warm) times.push(time);
      await new Promise((resolve) => requestIdleCallback(resolve));
    }
    return { times, answers: texts.size > 1 };
  })();
}

// Drags a vector around; from the start of a frame's callbacks, over what the page does in them and in drawing the frame,
// to the timeout after it.
function follow([warm, counted]) {
  const drawing = document.querySelector(".plane svg");
  const handle = drawing.querySelector(".handle");
  const watched = () => drawing.querySelector(".handle").getAttribute("cx");
  const { left, top, width, height } = drawing.getBoundingClientRect();
  const event = (type, [x, y]) => new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: left + x * width, clientY: top + y * height });
  const one = (point) => new Promise((resolve) => {
    requestAnimationFrame(() => {
      const start = performance.now();
      setTimeout(() => resolve(performance.now() - start), 0);
    });
    drawing.dispatchEvent(event("pointermove", point)); // its work is done in a callback of the same frame, after ours
  });
  return (async () => {
    handle.dispatchEvent(event("pointerdown", [0.5, 0.5]));
    const times = [];
    const places = new Set();
    for (let i = 0; i < warm + counted; i++) {
      const time = await one([0.5 + 0.4 * Math.cos(i / 5), 0.5 + 0.4 * Math.sin(i / 5)]);
      places.add(watched());
      if (i >= warm) times.push(time);
    }
    drawing.dispatchEvent(event("pointerup", [0.5, 0.5]));
    return { times, answers: places.size > 10 };
  })();
}

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
const cell = (value) => (typeof value === "number" ? value.toFixed(1) : value).padStart(10);

try {
  console.log(`input event to the frame that shows the result, ms (${COUNTED} inputs)`);
  console.log(["size", "p50", "p95", "most"].map(cell).join(""));
  for (const size of SIZES) {
    const [q, k, v] = [1, 2, 3].map((seed) => matrix(size, size, seed));
    const page = await open(`q=${q}&k=${k}&v=${v}&entropy-curves.count=32&entropy-curves.S=2`);
    const { times, answers } = await page.evaluate(respond, [WARM, COUNTED]);
    if (!answers) throw new Error(`at ${size}×${size} the weights did not follow the input`);
    times.sort((a, b) => a - b);
    console.log(cell(`${size}×${size}`) + [quantile(times, 0.5), quantile(times, 0.95), times.at(-1)].map(cell).join(""));
    await page.close();
  }

  console.log(`\na vector dragged: from the frame's callbacks to the timeout after the frame, ms (${COUNTED} frames)`);
  for (const lesson of ["scores", "mixing"]) {
    const page = await open("", lesson);
    await page.waitForSelector(".plane .handle");
    await (await page.$(".plane svg")).scrollIntoView();
    const { times, answers } = await page.evaluate(follow, [WARM, COUNTED]);
    if (!answers) throw new Error(`${lesson}: the vector did not follow the pointer`);
    times.sort((a, b) => a - b);
    console.log(cell(lesson) + [quantile(times, 0.5), quantile(times, 0.95), times.at(-1)].map(cell).join(""));
    await page.close();
  }

  const page = await open("");
  const { first, time, longest, count } = await page.evaluate(async () => {
    // The table follows the plot, and can be read.
    document.querySelector(".line-plot details summary").click();
    const table = document.querySelector(".line-plot details");
    await new Promise((resolve) => setTimeout(resolve, 100));
    window.tasks.length = 0;
    const start = performance.now();
    document.querySelector('button[name="run"]').click();
    const progress = document.querySelector("progress");
    let first;
    do {
      await new Promise((resolve) => setTimeout(resolve, 5));
      // The old points stay until the first of the new ones come, and the bar with them.
      if (progress.value > 0 && progress.value < 0.9 && table.querySelector("tbody tr")) first ??= performance.now() - start;
    } while (progress.value < 1);
    const time = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 100)); // the observer reports a little later
    return { first, time, longest: Math.max(0, ...window.tasks.map((task) => task.duration)), count: window.tasks.length };
  });
  console.log(`\ndefault entropy curves: first points after ${first?.toFixed(0)} ms, all after ${time.toFixed(0)} ms; main-thread tasks over 50 ms meanwhile: ${count || "none"}${count ? `, the longest ${longest.toFixed(0)} ms` : ""}`);

  const flash = await open("flash-measure.longest=4096", "flash");
  const busy = await flash.evaluate(async () => {
    const figure = document.querySelector('input[name="flash-measure.d"]').closest(".computed");
    await new Promise((resolve) => setTimeout(resolve, 100));
    window.tasks.length = 0;
    figure.querySelector('button[name="run"]').click();
    const progress = figure.querySelector("progress");
    do await new Promise((resolve) => setTimeout(resolve, 20));
    while (progress.value < 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return window.tasks.map((task) => task.duration);
  });
  console.log(`attention measured up to 4096 keys: main-thread tasks over 50 ms meanwhile: ${busy.length || "none"}${busy.length ? `, the longest ${Math.max(...busy).toFixed(0)} ms` : ""}`);
} finally {
  await browser.close();
  server.close();
}
