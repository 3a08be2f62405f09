// What the canvases show, and matrices too large to be shown whole.
import assert from "node:assert/strict";
import { story } from "./page.js";

const QUICK = "entropy-curves.count=256";

// The colours inside the cell at row i and column j (from 1) of a heat map with `rows` by `columns` cells.
function colours(picture, [rows, columns], i, j) {
  const part = (size, count, at) => [Math.ceil((size * (at - 1)) / count) + 2, Math.floor((size * at) / count) - 2];
  const [top, bottom] = part(picture.length, rows, i);
  const [left, right] = part(picture[0].length, columns, j);
  return [...new Set(picture.slice(top, bottom).flatMap((line) => line.slice(left, right)))];
}

// The colour of a table's cell, as #rrggbb.
const tint = (lab, id) => lab.element(id).then((cell) => cell.evaluate((cell) => {
  const hex = (x) => Number(x).toString(16).padStart(2, "0");
  return `#${getComputedStyle(cell).backgroundColor.match(/\d+/g).slice(0, 3).map(hex).join("")}`;
}));

story("the heat maps of the comparison show their weights in colour, and hatch a hidden key", async (lab) => {
  const shape = [2, 3];
  for (const theme of ["light", "dark"]) {
    await lab.open("lang=en&lesson=bench&q=3,1;0,2&k=1,0;0,1;2,-1&v=1,0;0,1;1,1&pad=2", { theme });
    const centres = {};
    for (const [label, prefix] of [["no scaling", "none"], ["÷ √d_k", "sqrt"], ["÷ d_k", "dk"]]) {
      const picture = await lab.picture(`Heat map: weights, ${label}`);
      for (const i of [1, 2]) {
        for (const j of [1, 3]) {
          assert.deepEqual(colours(picture, shape, i, j), [await tint(lab, `${prefix}.weights ${i} ${j}`)], `${label} ${i} ${j} has one colour, that of the table`);
        }
        assert(colours(picture, shape, i, 2).length >= 2, `${label}: the hidden key 2 is a pattern`);
      }
      centres[prefix] = colours(picture, shape, 1, 1)[0];
    }
    assert.equal(new Set(Object.values(centres)).size, 3, `three scalings, three colours: ${JSON.stringify(centres)}`);
    await lab.hideKey(2);
    await lab.frames(2);
    const shown = await lab.picture("Heat map: weights, no scaling");
    assert.equal(colours(shown, shape, 1, 2).length, 1, "a key that is shown again is a colour");
  }
});

// The curves of a plot by d_k: a row is [d_k, none, √d_k, d_k, 2√d_k, own divisor].
const CURVES = "Entropy against d_k";
const [ENTROPY, DEVIATION] = ["mean entropy (nat) · d_k", "sd of the logits · d_k"];
const PLOTS = [ENTROPY, "mean largest weight · d_k", DEVIATION, "mean norm of the Jacobian · d_k"];

const fits = (value, expected, off, what) => assert(Math.abs(value - expected) <= off, `${what}: ${value}, about ${expected}`);

story("the entropy curves: none falls, √d_k stays, d_k comes near the ceiling, in the plot as in its table", async (lab) => {
  await lab.open(`lang=en&lesson=bench&${QUICK}`);
  await lab.computed(CURVES, "256 queries");
  for (const plot of PLOTS) {
    const rows = await lab.numbersOf(plot);
    assert.deepEqual(rows.map(([width]) => width), [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], plot);
    assert(rows.every((row) => row.length === 6 && row.every(Number.isFinite)), plot);
  }
  await lab.set(CURVES, "own divisor", "16");
  await lab.computed(CURVES, "256 queries");
  const entropy = await lab.numbersOf(ENTROPY);
  for (let i = 1; i < entropy.length; i++) assert(entropy[i][1] < entropy[i - 1][1], "without scaling the entropy falls");
  for (const [width, , root] of entropy) fits(root, 4.37, 0.06, `√d_k at ${width}`);
  const [, none, , dk] = entropy.at(-1);
  fits(none, 0.141, 0.06, "none at 1024");
  fits(dk, 4.85, 0.02, "d_k at 1024");
  // A divisor of one's own, 16, is d_k at 16, 2√d_k at 64 and √d_k at 256, for the same random numbers.
  for (const [width, like] of [[16, 3], [64, 4], [256, 2]]) {
    const row = entropy.find((row) => row[0] === width);
    assert.equal(row[5], row[like], `÷ 16 at ${width}`);
  }
  assert(entropy.every((row) => row.slice(1).every((value) => value <= Math.log(128))), "none above the ceiling");
  const deviation = await lab.numbersOf(DEVIATION);
  fits(deviation.at(-1)[1], 32, 1.5, "sd without scaling at 1024");
  fits(deviation.at(-1)[2], 1, 0.05, "sd under √d_k at 1024");

  // In each theme the three colours are there, and at the right edge they lie in this order from the top.
  for (const theme of ["light", "dark"]) {
    if (theme === "dark") await lab.press("dark theme");
    await lab.frames(3);
    const picture = await lab.picture(ENTROPY);
    const ends = {};
    for (const role of ["key", "query", "value"]) {
      const colour = await lab.token(role);
      const ink = picture.flatMap((line, y) => line.flatMap((pixel, x) => (pixel === colour ? [[x, y]] : [])));
      assert(ink.length > 100, `${theme}: ${ink.length} pixels of the ${role} colour`);
      const right = Math.max(...ink.map(([x]) => x));
      const last = ink.filter(([x]) => x > right - 8).map(([, y]) => y);
      ends[role] = last.reduce((a, b) => a + b) / last.length / picture.length;
      fits(right / picture[0].length, 1, 0.08, `the ${role} curve ends at the right`);
    }
    assert(ends.value < ends.query && ends.query + 0.5 < ends.key, `d_k above √d_k above none: ${JSON.stringify(ends)}`);
  }
});

story("the values of a plot can be read with the arrow keys, in both languages", async (lab) => {
  await lab.open(`lang=en&lesson=bench&${QUICK}`);
  await lab.computed(CURVES, "256 queries");
  const rows = await lab.numbersOf(ENTROPY);
  const slider = await lab.find("slider", ENTROPY);
  await slider.focus();
  await lab.page.keyboard.press("End");
  await lab.comes(() => document.activeElement.ariaValueText.startsWith("d_k = 1024: no scaling 0."), true, "what is read out");
  await lab.page.keyboard.press("ArrowLeft");
  const text = await slider.evaluate((slider) => slider.getAttribute("aria-valuetext"));
  assert.match(text, /^d_k = 512: no scaling [\d.]+ ± [\d.]+; ÷ √d_k [\d.]+ ± [\d.]+; ÷ d_k/);
  assert.equal(Number(/no scaling ([\d.]+)/.exec(text)[1]), rows.at(-2)[1], "the same number as in the table");
  await lab.speak("zh");
  await lab.until((slider) => /^d_k = 512：不缩放 /.test(slider.getAttribute("aria-valuetext")), "the reading in Chinese", slider);
});

story("a run can be stopped and keeps what is done; the same seed gives the same numbers", async (lab) => {
  await lab.open("lang=en&lesson=bench&entropy-curves.count=8192&entropy-curves.S=512");
  await lab.unfold();
  const rows = () => document.querySelector(".line-plot tbody")?.rows.length ?? 0;
  await lab.until(`(${rows})() >= 2`, "the first widths");
  await lab.press("stop");
  await lab.find("button", "compute again");
  await lab.visible("stopped at");
  const kept = await lab.numbersOf(ENTROPY);
  const progress = await lab.page.$eval("progress", (bar) => bar.value);
  assert(kept.length >= 2 && kept.length < 11 && progress > 0 && progress < 1);
  // While the page does other things, nothing more is computed.
  await lab.type("Q 1 1", "2");
  await lab.frames(20);
  assert.equal(await lab.page.$eval("progress", (bar) => bar.value), progress);
  assert.deepEqual(await lab.numbersOf(ENTROPY), kept);

  await lab.set(CURVES, "queries", "64");
  await lab.set(CURVES, "keys S", "32");
  await lab.computed(CURVES, "64 queries against 32 keys");
  const first = await lab.numbersOf(ENTROPY);
  assert.equal(first.length, 11);
  const last = await lab.page.$eval(".line-plot tbody", (body) => body.rows[10].cells[1].textContent);
  await lab.set(CURVES, "seed", "2");
  await lab.linkHas("entropy-curves.seed=2");
  await lab.until((was) => document.querySelector(".line-plot tbody")?.rows[10]?.cells[1].textContent !== was, "other numbers", last);
  await lab.computed(CURVES);
  const other = await lab.numbersOf(ENTROPY);
  assert.equal(other.length, 11);
  assert.notDeepEqual(other, first);
  await lab.set(CURVES, "seed", "1");
  await lab.until((was) => document.querySelector(".line-plot tbody")?.rows[10]?.cells[1].textContent === was, "the old numbers", last);
  await lab.computed(CURVES);
  assert.deepEqual(await lab.numbersOf(ENTROPY), first);
});

// Records of every canvas what was written on it since it was last wiped.
const recordTexts = () => {
  const { set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "width");
  Object.defineProperty(HTMLCanvasElement.prototype, "width", {
    ...Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "width"),
    set(width) {
      this.texts = [];
      set.call(this, width);
    },
  });
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { actualBoundingBoxLeft, actualBoundingBoxAscent, actualBoundingBoxRight, actualBoundingBoxDescent } = this.measureText(text);
    const box = [x - actualBoundingBoxLeft, y - actualBoundingBoxAscent, x + actualBoundingBoxRight, y + actualBoundingBoxDescent];
    const { font, textAlign, textBaseline } = this;
    this.canvas.texts?.push({ text, box, draw: (other) => Object.assign(other, { font, textAlign, textBaseline }).fillText(text, x, y) });
    return fillText.apply(this, arguments);
  };
};

// What of the texts on the plots is cut off, or touches another one.
const misplaced = () => [...document.querySelectorAll(".line-plot canvas")].flatMap(({ ariaLabel, width, height, texts }) => {
  const outside = texts.filter(({ box: [left, top, right, bottom] }) => left < 0 || top < 0 || right > width || bottom > height);
  const meet = ({ box: [a, b, c, d] }, { box: [e, f, g, h] }) => a < g && e < c && b < h && f < d;
  // Boxes may meet where a letter without a tail stands above another one: what counts is ink.
  const touch = (...pair) => {
    const inks = pair.map(({ draw }) => {
      const alone = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
      draw(alone);
      return alone.getImageData(0, 0, width, height).data;
    });
    return inks[0].some((ink, at) => at % 4 === 3 && ink > 0 && inks[1][at] > 0);
  };
  const covered = texts.filter((text, i) => texts.slice(i + 1).some((other) => meet(text, other) && touch(text, other)));
  const place = ({ text, box }) => `“${text}” of ${ariaLabel} at ${box.map((x) => x.toFixed(1))} of ${width} by ${height}`;
  return [...outside.map((text) => `cut off: ${place(text)}`), ...covered.map((text) => `covered: ${place(text)}`)];
});

// Whether every plot is drawn at the present size, ratio and language, with the names of its axes (what follows them in
// the name of a plot is its curve, which stands in the legend).
const areDrawn = () => [...document.querySelectorAll(".line-plot canvas")].every((canvas) => {
  const { width, height } = canvas.getBoundingClientRect();
  const size = [width, height].map((length) => Math.round(length * devicePixelRatio));
  const written = (canvas.texts ?? []).map(({ text }) => text);
  return canvas.width === size[0] && canvas.height === size[1] && canvas.ariaLabel.split(" · ").slice(0, 2).every((label) => written.includes(label));
});

// A change of the ratio alone tells an emulated page nothing: the width changes each time.
const SCREENS = [1, 1.25, 2, 3].flatMap((ratio) => [360, 1280].map((width) => [width, ratio]));

for (const [lesson, plots, links] of [
  ["variance", 3, ["dot-products.count=100", "dot-products.count=100&dot-products.d_k=1024&dot-products.sigma=4", "dot-products.count=100&dot-products.d_k=1&dot-products.sigma=0.1"]],
  ["three-scalings", 6, ["entropy-curves.count=32&entropy-curves.S=8&agreement.count=32&agreement.S=4"]],
  ["saturation", 4, ["gradients.B=1&gradients.L=8"]],
]) {
  story(`${lesson}: no label of a plot is cut off or covered, on a narrow or wide screen, at any pixel ratio`, async (lab) => {
    await lab.inBrowser(recordTexts);
    const found = new Set();
    for (const link of links) {
      await lab.open(`lang=en&lesson=${lesson}&${link}`);
      await lab.until(() => [...document.querySelectorAll("progress")].every((bar) => bar.value === 1), "the plots");
      await lab.comes(() => document.querySelectorAll(".line-plot canvas").length, plots, "every plot");
      for (const language of ["en", "zh"]) {
        await lab.speak(language);
        for (const [width, deviceScaleFactor] of SCREENS) {
          await lab.page.setViewport({ width, height: 900, deviceScaleFactor });
          await lab.until(areDrawn, `the plots at ${width} px and ratio ${deviceScaleFactor}`);
          for (const text of await lab.page.evaluate(misplaced)) found.add(`${width} px, ratio ${deviceScaleFactor}: ${text}`);
        }
      }
    }
    assert.deepEqual([...found], []);
  });
}

// The colour, #rrggbb, of most pixels of each row of a canvas, between the numbers of its axis and its right end.
const rowColours = (canvas, left, right) => {
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  return Array.from({ length: canvas.height }, (_, y) => {
    const { data } = copy.getImageData(left, y, canvas.width - left - right, 1);
    const counts = new Map();
    for (const pixel of new Uint32Array(data.buffer)) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const [pixel] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
    return `#${[0, 8, 16].map((shift) => ((pixel >> shift) & 255).toString(16).padStart(2, "0")).join("")}`;
  });
};

story("the lines of a plot's grid fill whole pixels at any pixel ratio", async (lab) => {
  await lab.inBrowser(recordTexts);
  await lab.open("lang=en&lesson=saturation&gradients.B=1&gradients.L=8");
  const canvas = await lab.find("image", "log₁₀ p(1−p) · gap of the two logits");
  const [line, paper, soft] = [await lab.token("line"), await lab.token("paper"), await lab.token("soft")];
  for (const [width, deviceScaleFactor] of SCREENS) {
    const screen = `${width} px, ratio ${deviceScaleFactor}`;
    await lab.page.setViewport({ width, height: 900, deviceScaleFactor });
    await lab.until(areDrawn, `the plots at ${screen}`);
    const rows = await canvas.evaluate(rowColours, Math.round(70 * deviceScaleFactor), Math.round(20 * deviceScaleFactor));
    assert.deepEqual(new Set(rows), new Set([paper, line, soft]), `${screen}: paper, grid and axis, and nothing between`);
    const lines = rows.map((colour) => (colour === paper ? " " : "x")).join("").trim().split(/ +/);
    assert(lines.length >= 5, `${screen}: ${lines.length} lines`);
    for (const thick of lines) assert.equal(thick.length, Math.round(deviceScaleFactor), `${screen}: as thick as a pixel of the page`);
  }
});

story("a 64 by 64 matrix is looked at through a window that the arrow keys and a click move", async (lab) => {
  const matrix = (seed) => Array.from({ length: 64 }, (_, i) => Array.from({ length: 64 }, (_, j) => (((i * 31 + j * 17 + seed) * (i + 3 * j + 7)) % 41) / 10 - 2).map((x) => x.toFixed(1)).join(",")).join(";");
  await lab.open(`lang=en&lesson=bench&q=${matrix(1)}&k=${matrix(2)}&v=${matrix(3)}&entropy-curves.count=32&entropy-curves.S=2`);
  const shown = () => lab.page.evaluate(() => {
    const cells = [...document.querySelectorAll('[data-cell^="weights "]')];
    return [cells.length, cells[0].dataset.cell, cells.at(-1).dataset.cell];
  });
  assert.deepEqual(await shown(), [64, "weights 1 1", "weights 8 8"]);
  await (await lab.element("weights 8 8")).click();
  await lab.page.keyboard.press("ArrowDown");
  await lab.isFocused("weights 9 8");
  await lab.page.keyboard.press("ArrowRight");
  await lab.isFocused("weights 9 9");
  assert.deepEqual(await shown(), [64, "weights 2 2", "weights 9 9"]);
  await lab.visible("rows 2–9, columns 2–9");
  assert.equal((await lab.working())[0], "weights row 9 column 9");
  // The heat map shows the whole matrix; a click near its lower right corner moves the window there.
  const canvas = await lab.find("image", "Heat map: weights");
  const { width, height } = await canvas.evaluate((canvas) => canvas.getBoundingClientRect().toJSON());
  await canvas.click({ offset: { x: width - 2, y: height - 2 } });
  await lab.visible("rows 57–64, columns 57–64");
  assert.deepEqual(await shown(), [64, "weights 57 57", "weights 64 64"]);
  const picture = await lab.picture("Heat map: weights");
  assert(new Set(picture.flat()).size > 5, "the heat map shows more than one weight");
  // Typed cells do the same.
  await lab.type("Q 8 1", "5");
  await lab.page.keyboard.press("Enter");
  await lab.isFocused("Q 9 1");
  await lab.shows({ "Q 8 1": "5" });
  await lab.press("keys S − 1");
  await lab.visible("rows 57–64, columns 56–63");
});
