// The names and links that teachers and other pages rely on.
import assert from "node:assert/strict";
import { EXAMPLES, LESSONS, number, story } from "./page.js";

const ONE_QUERY = "lang=en&lesson=bench&from=qkv&q=1,1&k=1,0;0,1;1,1&v=1,0,0;0,1,0;0,0,1";
const close = (actual, expected, what) => assert(Math.abs(actual - expected) <= 1e-12, `${what}: ${actual}, not ${expected}`);

story("a link shows the numbers it promises, under each scaling and with a hidden key", async (lab) => {
  await lab.open(ONE_QUERY);
  await lab.row("weights", 1, ["0.248", "0.248", "0.503"]);
  const { weights, output } = EXAMPLES["one-query-three-keys"];
  for (const j of [0, 1, 2]) {
    close(await lab.exactly(`weights 1 ${j + 1}`), weights[0][j], "weight");
    close(await lab.exactly(`output 1 ${j + 1}`), output[0][j], "output");
  }
  await lab.open(`${ONE_QUERY}&scale=none`);
  await lab.row("weights", 1, ["0.212", "0.212", "0.576"]);
  await lab.row("none.weights", 1, ["0.212", "0.212", "0.576"]);
  await lab.row("sqrt.weights", 1, ["0.248", "0.248", "0.503"]);
  await lab.row("dk.weights", 1, ["0.274", "0.274", "0.452"]);
  await lab.open(`${ONE_QUERY}&pad=3`);
  await lab.row("weights", 1, ["0.500", "0.500", "0.000"]);
  await lab.row("masked", 1, ["0.707", "0.707", "−∞"]);
});

story("scores alone are divided by the root of the width that they came from", async (lab) => {
  await lab.open("lang=en&lesson=bench&from=scores&scores=16,8,0&dk=64&scale=sqrt");
  await lab.row("scaled", 1, ["2.000", "1.000", "0.000"]);
  for (const [link, id, prefix] of [["sqrt", "after-scaling", "sqrt"], ["none", "before-scaling", "none"], ["dk", "over-scaled", "dk"]]) {
    await lab.scaling(link);
    await lab.shows({ "weights 1 1": await lab.cell(`${prefix}.weights 1 1`) });
    for (const [j, weight] of EXAMPLES[id].weights.entries()) close(await lab.exactly(`weights 1 ${j + 1}`), weight, id);
  }
});

story("under a causal mask the upper triangle is drawn as masked and its weights are exactly 0", async (lab) => {
  await lab.open("lang=en&lesson=bench&q=1,0;0,2;1,1;2,-1&k=1,1;0,1;2,0;1,-1&v=1,0;0,1;1,1;2,2&tokens=a,b,c,d&mask=causal");
  for (const decimals of ["3", "6"]) {
    for (let i = 1; i <= 4; i++) {
      for (let j = 1; j <= 4; j++) {
        const hidden = j > i;
        const look = (id) => {
          const cell = document.querySelector(`[data-cell="${id}"]`);
          const { backgroundImage, backgroundColor } = getComputedStyle(cell);
          return [backgroundImage.includes("gradient"), cell.style.backgroundColor !== "" && backgroundColor !== ""];
        };
        await lab.comes(look, [hidden, !hidden], "hatched, and without a colour of the scale", `weights ${i} ${j}`);
        if (!hidden) continue;
        assert.equal(await lab.cell(`masked ${i} ${j}`), "−∞");
        // What only rounds to 0 is written otherwise, so this is an exact 0.
        assert.equal(await lab.cell(`weights ${i} ${j}`), (0).toFixed(Number(decimals)));
        assert.equal(await lab.exactly(`weights ${i} ${j}`), 0);
      }
    }
    await lab.unfold();
    await lab.find("combobox", "Decimals").then((box) => box.select("6"));
  }
  assert.equal(await lab.exactly("weights 1 1"), 1);
  await lab.press("causal mask");
  await lab.until(() => !document.querySelector('[data-cell^="weights"].hidden-key'), "no hidden key");
});

story("a row without a key left is 0, and the page says so", async (lab) => {
  await lab.open("lang=en&lesson=masks&pad=1");
  await lab.row("weights", 1, ["0.000", "0.000", "0.000", "0.000"]);
  await lab.row("output", 1, ["0.000", "0.000", "0.000"]);
  await lab.visible("No key left for query 1");
  await lab.speak("zh");
  await lab.visible("查询 1 没有可看的键");
  await lab.hideKey(1);
  await lab.row("weights", 1, ["1.000", "0.000", "0.000", "0.000"]);
  await lab.until(() => !document.body.innerText.includes("查询 1 没有可看的键"), "no word of an empty row");
});

story("the contents lead to every lesson, in order", async (lab) => {
  await lab.open("lang=en");
  const lessons = await lab.page.$$eval(".contents a", (links) => links.map((link) => new URLSearchParams(link.hash.slice(1)).get("lesson")));
  assert.deepEqual(lessons, LESSONS);
});

story("every cell has one element, and a name in the reader's language that ends with its value", async (lab) => {
  await lab.open(ONE_QUERY);
  await lab.isNamed("weights 1 2", "weights row 1 column 2: 0.248");
  await lab.isNamed("Q 1 2", "Q row 1 column 2: 1");
  await lab.speak("zh");
  await lab.isNamed("weights 1 2", "权重第 1 行第 2 列：0.248");
  await lab.isNamed("Q 1 2", "Q 第 1 行第 2 列：1");
  for (const lesson of LESSONS) {
    await lab.open(`lang=en&lesson=${lesson}`);
    const cells = await lab.page.evaluate(() => [...document.querySelectorAll("[data-cell]")].map((cell) => ({ id: cell.dataset.cell, tag: cell.tagName, name: cell.ariaLabel, text: cell.value ?? cell.textContent })));
    assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length, `${lesson} has a cell twice`);
    for (const { id, tag, name, text } of cells) {
      assert.match(id, /^(?:\w+\.)?(?:X|W[QKV]|[QKV]|scores|scaled|masked|exponentials|weights|output) \d+ \d+$/);
      if (tag === "INPUT") assert.equal(number(name.split(": ").at(-1)), number(text), name);
      else if (!["?", "·"].includes(text)) assert(name.endsWith(`: ${text}`), `${name} does not end with ${text}`);
    }
  }
});
