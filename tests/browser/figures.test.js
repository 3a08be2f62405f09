// The figures of the lessons: what is set in them, the numbers they give, and saving them.
import assert from "node:assert/strict";
import { number, story } from "./page.js";

const DOTS = "Products of random vectors";
const GRADIENTS = "Where the gradient sits";
const [NAIVE, STABLE] = ["Naive: e^z ÷ Σ e^z", "Stable: e^(z−m) ÷ Σ e^(z−m)"];
const [OVERFLOW, UNDERFLOW, BORN] = ["overflows here", "underflows to 0 here", "NaN is born here"];
const _ = undefined; // a cell that does not matter

const fits = (value, expected, off, what) => assert(Math.abs(value - expected) <= off, `${what}: ${value}, about ${expected}`);

// By lesson and figure: what its table has; what is set, and what the table has then.
const FIGURES = [
  {
    lesson: "variance", figure: DOTS, table: "Measured and predicted", link: "dot-products.d_k=16&dot-products.count=20000",
    has: { "variance of q·k: d_k σ⁴": [_, "16"], "sd of q·k: √d_k σ²": [_, "4"], "sd of cos θ: 1/√d_k": [_, "0.25"] },
    set: "sd of a component σ", key: "dot-products.sigma", from: "1", to: "2",
    gives: { "variance of q·k: d_k σ⁴": [_, "256"], "sd of q·k: √d_k σ²": [_, "16"], "sd of cos θ: 1/√d_k": [_, "0.25"] },
  },
  {
    lesson: "saturation", figure: "Temperature and Jacobian", table: "Scores and weights of row 1",
    has: { "weight a": ["0.665", "0.245", "0.090"] }, set: "temperature T", key: "jacobian.T", from: "1", to: "0.1",
    gives: { "weight a": ["1−5e−5", "5e−5", "2e−9"] },
  },
  {
    lesson: "saturation", figure: "Temperature and Jacobian", table: "The row",
    has: { "norm of the Jacobian": ["0.389"] }, set: "temperature T", key: "jacobian.T", from: "1", to: "10",
    gives: { "norm of the Jacobian": ["0.471"] },
  },
  {
    lesson: "saturation", figure: "Two keys: slope against gap", table: "Two keys two standard deviations apart",
    has: {
      "d_k = 16": ["8", "1−3e−4", "3.354e−4", "3.352e−4"], "d_k = 64": ["16", "1−1e−7", "1.125e−7", "1.125e−7"],
      "d_k = 128": [_, _, "1.489e−10", "1.489e−10"], "after ÷ √d_k, any d_k": ["2", "0.881", "0.119", "0.105"],
    },
    set: "d_k", key: "two-keys.d_k", from: "64", to: "4",
    gives: { "d_k = 4": ["4", "0.982", "0.018", "0.018"], "d_k = 64": ["16", _, _, "1.125e−7"] },
  },
  {
    lesson: "numerics", figure: "Where exp overflows", table: "e^x in four formats",
    has: { fp64: ["1.6516e38"], fp32: ["1.6516e38", "3.403e38", "88.723"], fp16: [["∞", OVERFLOW], "65504", "11.090", "6.104e−5", "5.960e−8"] },
    set: "x", key: "exp-limits.x", from: "88", to: "89",
    gives: { fp64: ["4.4896e38"], fp32: [["∞", OVERFLOW]] },
  },
  {
    lesson: "numerics", figure: "A gradient that fp16 rounds to zero", table: "Weights and slope of two keys",
    has: { fp64: [_, _, "1.5309e−10"], fp16: ["1", ["0", UNDERFLOW], "0"] }, set: "gap of the scores", key: "fp16-gradient.gap", from: "22.6", to: "17",
    gives: { fp16: ["1", "5.9605e−8", "5.9605e−8"] },
  },
  {
    lesson: "numerics", figure: "Scale first, or multiply first", table: "q = k, every component a",
    has: { fp64: ["80000", "56568.5425", "0"], fp16: [["∞", OVERFLOW], "∞", ["NaN", BORN], "56544", "0"] },
    set: "component a", key: "scale-order.a", from: "200", to: "100",
    gives: { fp64: ["20000"], fp16: ["20000", "14144", "0", _, "0"] },
  },
  {
    lesson: "source-check", figure: "T5's initialisation", table: "After initialisation",
    has: { T5: ["0.125", "1", "1"], "q and k of variance 1": ["1", "1", "8"] }, set: "d_k", key: "t5.d_k", from: "64", to: "256",
    gives: { T5: [_, "1", "1"], "q and k of variance 1": ["1", "1", "16"] },
  },
  {
    lesson: "source-check", figure: "The cost of the two products", table: "A layer",
    has: { "multiply-adds of one product, T²d": ["6.872e10"], "FLOPs of both products, 4T²d": ["2.749e11"] },
    set: "length T", key: "two-products.T", from: "4096", to: "8192",
    gives: { "multiply-adds of one product, T²d": ["2.749e11"], "FLOPs of both products, 4T²d": ["1.100e12"] },
  },
  {
    lesson: "source-check", figure: "The weights of three scores", table: "What softmax gives",
    has: { weight: ["0.075", "0.824", "0.101"] }, set: "s₂", key: "three-scores.s2", from: "3.2", to: "0.8",
    gives: { weight: ["0.299", "0.299", "0.403"] },
  },
  {
    lesson: "source-check", figure: "Two orthogonal tokens", table: "Token 1",
    has: { "÷ √2": ["0.707", "0.000"], weight: ["0.670", "0.330"] }, set: "length a", key: "orthogonal.a", from: "1", to: "3",
    gives: { "÷ √2": ["6.364", "0.000"], weight: ["0.998", "0.002"] },
  },
  {
    lesson: "source-check", figure: "The cost of a long prefill", table: "FLOPs over all layers",
    has: { "share of attention, %": ["84.211", "72.727"] }, set: "length T", key: "prefill.T", from: "131072", to: "8192",
    gives: { "share of attention, %": ["25", "14.286"] },
  },
  {
    lesson: "source-check", figure: "A leaking causal mask", table: "Loss a token (nat)",
    has: { "training, mask leaks one token": ["0.010"], "chance, ln V": ["2.079"] }, set: "vocabulary", key: "leak.V", from: "8", to: "2",
    gives: { "chance, ln V": ["0.693"] },
  },
];

// The experiments that a story does not need, made short.
const QUICK = "dot-products.count=100&gradients.B=1&gradients.L=8";

for (const language of ["en", "zh"]) {
  for (const lesson of new Set(FIGURES.map(({ lesson }) => lesson))) {
    story(`${lesson}: what is set in a figure changes its numbers and the link, and undo brings both back (${language})`, async (lab) => {
      for (const { figure, table, link, has, set, key, from, to, gives } of FIGURES.filter((figure) => figure.lesson === lesson)) {
        const start = `lang=${language}&lesson=${lesson}&${link ?? QUICK}`;
        // Figures that start alike share one visit.
        if ((await lab.link()) !== start) await lab.open(start);
        await lab.tableHas(table, has);
        await lab.fieldIs(figure, set, from);
        await lab.set(figure, set, to);
        await lab.tableHas(table, gives);
        await lab.linkHas(`${key}=${to}`);
        await lab.press("undo");
        await lab.tableHas(table, has);
        await lab.fieldIs(figure, set, from);
        await lab.linkIs(start);
      }
    });
  }
}

for (const language of ["en", "zh"]) {
  story(`numerics: the row that is typed goes through every format, and what breaks is marked (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=numerics`);
    await lab.tableHas(NAIVE, {
      "fp64  weight": ["0.7310", "0.2689", "9.0212e−5"], "fp16  e^z": [["∞", OVERFLOW], "59872", "20.0781", "∞"],
      "fp16  weight": [["NaN", BORN], "0", "0"],
    });
    await lab.tableHas(STABLE, { "fp16  z": ["12", "11", "3", "12"], "fp16  z − m": ["0", "−1", "−9"], "fp16  weight": ["0.7310", "0.2688", "9.0182e−5"] });
    // 257 has no place in bf16, so that it ties with 256.
    for (const [j, score] of ["257", "256", "3"].entries()) await lab.commit(`scores 1 ${j + 1}`, score);
    await lab.tableHas(STABLE, { "bf16  z": ["256", "256", "3"], "bf16  weight": ["0.5", "0.5"], "fp64  weight": ["0.7311", "0.2689"] });
    await lab.linkHas("scores=257,256,3");
  });

  story(`numerics: without a key left, the constants that stand in for −∞ part (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=numerics`);
    await lab.tableHas("Every key hidden, added once", {
      "fp64  −∞": ["0", "0", "0"], "fp64  −1e9": ["0.7310", "0.2689", "9.0212e−5"], "fp32  −1e9": ["0.3333", "0.3333", "0.3333"],
      "fp16  −1e9": [["NaN", BORN], ["NaN", BORN], ["NaN", BORN]], "fp16  the format's lowest number": ["0.3333", "0.3333", "0.3333"],
    });
    await lab.tableHas("Every key hidden by padding and causal mask, added twice", {
      "fp64  −∞": ["0", "0", "0"], "fp64  the format's lowest number": [["NaN", BORN], ["NaN", BORN], ["NaN", BORN]],
    });
    await lab.tableHas("With the mask above", { "fp64  −∞": ["0.7310"], "fp16  −1e9": ["0.7310"] });
    await lab.hideKey(1);
    await lab.tableHas("With the mask above", {
      "fp64  −∞": ["0", "0.9997", "3.3535e−4"], "fp64  −1e9": ["0", "0.9997", "3.3535e−4"], "fp16  −1e9": ["0"], "fp16  the format's lowest number": ["0"],
    });
    await lab.linkHas("pad=1");
  });

  story(`three-scalings: the score of a key that agrees grows with the root of the width, or not at all (${language})`, async (lab) => {
    const start = `lang=${language}&lesson=three-scalings&entropy-curves.count=32&entropy-curves.S=8`;
    const [agreement, weight, score] = ["When a query and its key agree", "weight of the agreeing key · d_k", "score of the agreeing key, scaled · d_k"];
    const at = async (plot, width) => (await lab.numbersOf(plot)).find((row) => row[0] === width);
    await lab.open(start);
    await lab.computed(agreement, "ρ = 0.5");
    for (const [width, root, share, off] of [[64, 4, 0.25, 0.04], [256, 8, 0.9, 0.04]]) {
      const [, scaled, fixed] = await at(score, width);
      fits(scaled, root, 0.2, `ρ√d_k at ${width}`);
      fits(fixed, 0.5, 0.05, `ρ at ${width}`);
      const [, , root_weight, fixed_weight] = await at(weight, width);
      fits(root_weight, share, off, `weight under √d_k at ${width}`);
      fits(fixed_weight, 0.013, 0.001, `weight under d_k at ${width}`);
    }
    await lab.set(agreement, "correlation ρ", "0");
    await lab.linkHas("agreement.rho=0");
    await lab.computed(agreement, "ρ = 0");
    fits((await at(score, 256))[1], 0, 0.2, "the mean score without agreement");
    for (const value of (await at(weight, 256)).slice(2)) fits(value, 1 / 128, 0.003, "an even share without agreement");
    await lab.press("undo");
    await lab.linkIs(start);
    await lab.computed(agreement, "ρ = 0.5");
    fits((await at(score, 256))[1], 8, 0.2, "ρ√d_k at 256 again");
  });

  story(`source-check: cosines need a gain, and online softmax is as exact as the whole row (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=source-check&online-error.size=10&${QUICK}`);
    const [cosines, gained] = ["Cosines of random vectors", "mean entropy, the gain above"];
    fits((await lab.rowOf(cosines, "mean entropy, gain 1"))[0], 4.84, 0.01, "gain 1");
    fits((await lab.rowOf(cosines, gained))[0], 4.36, 0.02, "gain 8");
    await lab.set("Cosine scores need a gain", "gain", "1");
    await lab.linkHas("cosine-scale.gain=1");
    await lab.tableHas(cosines, { [gained]: ["4.844"] });
    for (const name of ["fp32, whole row", "fp32, online in blocks"]) {
      const error = (await lab.rowOf("The output of one row", name))[1];
      assert(error > 0 && error < 1e-6, `${name}: ${error}`);
    }
  });

  const said = {
    en: { word: "not a number; write 0.5, −1e−3, 1/2, 25%, √2 or e^−1.", none: "a number is needed.", large: "the number is too large, or not finite.", whole: "it must be a whole number between 1 and 1024.", real: "it must lie between 0.05 and 100.", notice: "it must lie between 0.1 and 4." },
    zh: { word: "这不是数，可写 0.5、−1e−3、1/2、25%、√2、e^−1。", none: "这里需要一个数。", large: "数太大，或不是有限的数。", whole: "应是 1 到 1024 之间的整数。", real: "应在 0.05 到 100 之间。", notice: "应在 0.1 到 4 之间。" },
  };

  story(`what cannot be set in a figure is refused in words, and the last good value stays (${language})`, async (lab) => {
    const { word, none, large, whole, real } = said[language];
    const width = ["Two keys: slope against gap", "d_k"];
    const temperature = ["Temperature and Jacobian", "temperature T"];
    await lab.open(`lang=${language}&lesson=saturation`);
    await lab.set(...width, "4");
    const good = `lang=${language}&lesson=saturation&two-keys.d_k=4`;
    await lab.linkIs(good);
    for (const [text, complaint] of [["abc", word], ["1e999", large], ["0", whole], ["1025", whole], ["2.5", whole], [" ", none]]) {
      await lab.set(...width, text);
      await lab.fieldIs(...width, text, complaint);
      await lab.tableHas("Two keys two standard deviations apart", { "d_k = 4": ["4", "0.982"] });
      assert.equal(await lab.link(), good);
    }
    // The message follows the language; a good value or undo ends it.
    await lab.set(...temperature, "0");
    await lab.fieldIs(...temperature, "0", real);
    const other = language === "en" ? "zh" : "en";
    await lab.speak(other);
    await lab.fieldIs(...temperature, "0", said[other].real);
    await lab.set(...temperature, "1/2");
    await lab.fieldIs(...temperature, "0.5");
    await lab.fieldIs(...width, " ", said[other].none);
    await lab.press("undo");
    await lab.fieldIs(...temperature, "1");
    await lab.fieldIs(...width, "4");
    await lab.press("undo");
    await lab.fieldIs(...width, "64");
  });

  story(`a damaged setting in a link is named in a notice, and the usual value stands (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=variance&dot-products.sigma=99&dot-products.count=100`);
    const notices = await lab.notices();
    assert.equal(notices.length, 1);
    assert(notices[0].includes("dot-products.sigma=99") && notices[0].includes(said[language].notice), notices[0]);
    await lab.fieldIs(DOTS, "sd of a component σ", "1");
    await lab.fieldIs(DOTS, "pairs", "100");
    await lab.tableHas("Measured and predicted", { "variance of q·k: d_k σ⁴": [_, "64"] });
    await lab.set(DOTS, "seed", "2");
    await lab.linkIs(`lang=${language}&lesson=variance&dot-products.count=100&dot-products.seed=2`);
  });

  story(`a lesson whose text does not come says so, and comes when asked again (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=overview`);
    let refuse = true;
    await lab.page.setRequestInterception(true);
    lab.page.on("request", (request) => (refuse && request.url().includes("/lessons/") ? request.abort() : request.continue()));
    await lab.lesson("When softmax saturates");
    await lab.visible(language === "en" ? "The text of this lesson could not be loaded." : "这一课的文字没有载入。");
    assert.equal(await lab.page.$("main article section"), null);
    refuse = false;
    await lab.press("try again");
    await lab.find("region", "Temperature and Jacobian");
    await lab.heading("When softmax saturates");
    assert.equal(await lab.page.$('article [role="alert"]'), null, "no word of a missing text");
    lab.forgive(/^console error: Failed to load resource/);
  });

  story(`a text that does not come in the other language leaves what is there, and comes when asked again (${language})`, async (lab) => {
    const other = language === "en" ? "zh" : "en";
    await lab.open(`lang=${language}&lesson=by-hand&exercise.start=b&exercise.answers=2`);
    await lab.unfold();
    const read = () => [document.querySelector(".prose").textContent, document.querySelectorAll("main details[open]").length];
    const before = await lab.page.evaluate(read);
    let refuse = true;
    await lab.page.setRequestInterception(true);
    lab.page.on("request", (request) => (refuse && request.url().includes("/lessons/") ? request.abort() : request.continue()));
    await lab.speak(other);
    await lab.visible(other === "en" ? "The text of this lesson could not be loaded." : "这一课的文字没有载入。");
    assert.deepEqual(await lab.page.evaluate(read), before, "the text and what was unfolded stay");
    await lab.linkHas("exercise.answers=2");
    refuse = false;
    await lab.press("try again");
    await lab.until((words) => document.querySelector(".prose").textContent !== words, "the other text", before[0]);
    assert.equal(await lab.page.$('article [role="alert"]'), null, "no word of a missing text");
    assert.equal((await lab.page.evaluate(read))[1], before[1], "what was unfolded stays");
    await lab.speak(language);
    await lab.comes(() => document.querySelector(".prose").textContent, before[0], "the text that was kept");
    lab.forgive(/^console error: Failed to load resource/);
  });

  story(`figures whose worker does not come say so, and come when asked again (${language})`, async (lab) => {
    await lab.page.evaluateOnNewDocument(() => {
      const Real = Worker;
      window.Worker = function (address) { return new Real(window.there ? address : "missing.js"); };
    });
    await lab.open(`lang=${language}&lesson=numerics`);
    await lab.visible(language === "en" ? "could not be loaded, or broke" : "没有载入，或中途出错");
    await lab.page.evaluate(() => { window.there = true; });
    await (await lab.page.waitForSelector('button[name="retry"]')).click();
    // One press is enough for all figures.
    await lab.until(() => document.querySelectorAll(".computed table").length >= 5, "the tables");
    assert.equal(await lab.page.$('article [role="alert"]'), null, "no word of a missing worker");
    lab.faults = lab.faults.filter((fault) => !/missing\.js|status of 404/.test(fault));
  });

  story(`a plot is saved as PNG, SVG and CSV, a table as CSV (${language})`, async (lab) => {
    const zh = language === "zh";
    const [plot, stem, x, y] = zh ? ["密度 · q·k", "密度-q-k", "q·k", "密度"] : ["density · q·k", "density-q-k", "q·k", "density"];
    const button = (kind, name) => (zh ? `存为 ${kind}：${name}` : `save as ${kind}: ${name}`);
    // Products of narrow vectors have long tails: the outermost bars are not empty.
    await lab.open(`lang=${language}&lesson=variance&decimals=6&dot-products.count=2000&dot-products.d_k=2`);
    await lab.computed(DOTS, "2000");

    const png = await lab.saved(button("PNG", plot));
    assert.equal(png.name, `${stem}.png`);
    const decode = async (bytes) => {
      const { width, height } = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
      return [width, height];
    };
    const size = await lab.page.evaluate(decode, [...png.content]);
    assert.deepEqual(size, await (await lab.find("image", plot)).evaluate(({ width, height }) => [width, height]));
    assert(size.every((length) => length > 100), `${size}`);

    const svg = await lab.saved(button("SVG", plot));
    assert.equal(svg.name, `${stem}.svg`);
    const parse = (text) => {
      const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
      return [documentElement.tagName, ...[...documentElement.querySelectorAll("text")].map((text) => text.textContent.trim())];
    };
    const [root, ...texts] = await lab.page.evaluate(parse, svg.content.toString());
    assert.equal(root, "svg");
    assert(texts.includes(x) && texts.includes(y) && texts.length > 6, `${texts}`);

    const lines = ({ content }) => {
      const text = content.toString();
      assert(text.startsWith("\ufeff") && text.endsWith("\r\n"));
      return text.slice(1, -2).split("\r\n").map((line) => line.split(","));
    };
    const csv = await lab.saved(button("CSV", plot));
    assert.equal(csv.name, `${stem}.csv`);
    const [head, ...rows] = lines(csv);
    const [bars, curve] = zh ? ["抽样", "正态曲线"] : ["sampled", "normal curve"];
    const ends = zh ? "最外侧的柱子（含更外侧的值）" : "outermost bars with all beyond";
    assert.deepEqual(head, [x, bars, `${bars} ± (s.e.)`, ends, `${ends} ± (s.e.)`, curve, `${curve} ± (s.e.)`]);
    const shown = await lab.numbersOf(plot);
    assert.equal(rows.length, 60);
    assert.equal(shown.length, 60);
    for (const [i, [at, bar, , end, , normal]] of rows.entries()) {
      // The outermost bars are a series of their own.
      assert.equal(end !== "", i === 0 || i === 59, `row ${i + 1}`);
      assert.equal(bar === "", end !== "", `row ${i + 1}`);
      for (const [j, text] of [at, bar, end, normal].entries()) {
        if (text !== "") fits(Number(text), shown[i][j], 5.001e-7, `row ${i + 1} of ${text}`);
      }
    }
    assert(rows.some((row) => row[5].length > 12), "every digit");

    const table = zh ? "测得与预测" : "Measured and predicted";
    const file = await lab.saved(button("CSV", table));
    assert.equal(file.name, `${table.replaceAll(" ", "-")}.csv`);
    const full = await (await lab.find("table", table)).$$eval("tbody tr", (rows) => rows.map((row) => [row.cells[0].textContent, ...[...row.cells].slice(1).map((cell) => cell.title)]));
    const [names, ...numbers] = lines(file);
    assert.deepEqual(names, zh ? ["", "测得", "预测", "测得 ÷ 预测"] : ["", "measured", "predicted", "measured ÷ predicted"]);
    assert.equal(numbers.length, 5);
    assert.deepEqual(numbers.map(([name, ...row]) => [name, ...row.map(Number)]), full.map(([name, ...row]) => [name, ...row.map(number)]));
  });
}

story("heads of a table stand over their columns on a narrow screen, also when it is scrolled", async (lab) => {
  for (const language of ["en", "zh"]) {
    await lab.open(`lang=${language}&lesson=cost`, { width: 360, height: 740 });
    await lab.page.waitForSelector(".computed-table td.words");
    const { scrolled, off } = await lab.page.evaluate(() => {
      const off = [];
      let scrolled = 0;
      for (const table of document.querySelectorAll(".computed-table")) {
        const box = table.closest(".scroll");
        box.scrollLeft = 999;
        scrolled += box.scrollLeft > 0;
        const heads = [...table.tHead.rows[0].cells];
        const begin = (cell) => cell.getBoundingClientRect().left;
        for (const row of table.tBodies[0].rows) {
          [...row.cells].forEach((cell, i) => {
            if (Math.abs(begin(cell) - begin(heads[i])) > 0.5) off.push(`${heads[i].textContent}: ${begin(heads[i])}, not ${begin(cell)}`);
            if (i > 0 && cell.textContent && getComputedStyle(cell).textAlign !== getComputedStyle(heads[i]).textAlign) off.push(heads[i].textContent);
          });
        }
      }
      return { scrolled, off };
    });
    assert.deepEqual(off, []);
    assert(scrolled > 0, "a table that is wider than the screen");
  }
});

story("where the gradient sits: the undivided norm is larger, the undivided median far smaller", async (lab) => {
  await lab.open("lang=en&lesson=saturation&decimals=6");
  await lab.computed(GRADIENTS, "B = 8, L = S = 128, d_k = 64");
  const row = (name) => lab.rowOf("The gradient under each scaling", name);
  const [variance, root_variance] = await row("score variance");
  fits(variance, 64, 2, "undivided score variance");
  fits(root_variance, 1, 0.03, "score variance under √d_k");
  const [entropy, root_entropy] = await row("mean entropy (nat)");
  fits(entropy, 0.66, 0.05, "undivided entropy");
  fits(root_entropy, 4.36, 0.02, "entropy under √d_k");
  const [norm, root_norm] = await row("gradient norm, whole tensor");
  assert(norm > root_norm, `${norm} > ${root_norm}`);
  const [median, root_median] = await row("median size of one entry");
  assert(median > 0 && median < 1e-8, `${median}`);
  fits(root_median, 2.9e-3, 0.2 * 2.9e-3, "median under √d_k");
  // In short rows the popular statement is true.
  await lab.set(GRADIENTS, "length L", "8");
  await lab.linkHas("gradients.L=8");
  await lab.computed(GRADIENTS, "L = S = 8");
  const [short, root_short] = await row("gradient norm, whole tensor");
  assert(short < root_short, `${short} < ${root_short}`);
});

story("a slider and its field hold one number; moving it is one step of undo, and so is each number typed", async (lab) => {
  const start = "lang=en&lesson=variance&dot-products.count=100";
  await lab.open(start);
  const slider = await (await lab.find("region", DOTS)).waitForSelector('aria/sd of a component σ[role="slider"]');
  await slider.focus();
  await lab.page.keyboard.press("End");
  await lab.fieldIs(DOTS, "sd of a component σ", "4");
  await lab.tableHas("Measured and predicted", { "variance of q·k: d_k σ⁴": [_, "16384"] });
  await lab.page.keyboard.press("ArrowLeft");
  await lab.fieldIs(DOTS, "sd of a component σ", "3.99");
  await lab.linkHas("dot-products.sigma=3.99");
  await lab.press("undo");
  await lab.linkIs(start);
  await lab.fieldIs(DOTS, "sd of a component σ", "1");
  await lab.until((slider) => slider.value === "1", "the slider back at 1", slider);
  for (const d_k of ["16", "32"]) await lab.set(DOTS, "d_k", d_k);
  for (const d_k of ["32", "16", "64"]) {
    await lab.fieldIs(DOTS, "d_k", d_k);
    if (d_k !== "64") await lab.press("undo");
  }
  await lab.linkIs(start);
});

story("a sampling that is stopped keeps what it has, and computes no more", async (lab) => {
  await lab.open("lang=en&lesson=variance&dot-products.count=500000&dot-products.d_k=1024");
  await lab.until(() => document.querySelector("progress").value > 0, "some progress");
  await lab.press("stop");
  await lab.find("button", "compute again");
  await lab.visible("stopped at");
  const [measured, predicted] = await lab.rowOf("Measured and predicted", "variance of q·k: d_k σ⁴");
  assert.equal(predicted, 1024);
  fits(measured, 1024, 512, "the variance of what is done");
  const texts = await lab.textsOf("Measured and predicted");
  await lab.frames(20);
  assert.deepEqual(await lab.textsOf("Measured and predicted"), texts);
  await lab.set(DOTS, "pairs", "200");
  await lab.computed(DOTS, "200 pairs");
});

story("no two plots of a lesson, nor the buttons that save them, have one name", async (lab) => {
  const named = () => [...document.querySelectorAll('.figure canvas[aria-label], .figure [role="slider"], .figure .save')].map((element) => `${element.role} ${element.ariaLabel}`);
  for (const lesson of ["variance", "three-scalings", "saturation", "numerics", "source-check"]) {
    await lab.open(`lang=en&lesson=${lesson}&${QUICK}`);
    await lab.until(() => document.querySelector(".figure .save"), "a figure");
    const names = await lab.page.evaluate(named);
    const twice = names.filter((name, i) => names.indexOf(name) !== i);
    assert.deepEqual([...new Set(twice)], [], lesson);
  }
});
