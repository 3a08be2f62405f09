// The exercises: worked numbers, slips, and the keyboard alone.
import assert from "node:assert/strict";
import { EXAMPLES, number, story } from "./page.js";

const times = (a, b) => a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));

// Which worked example an exercise shows, and which one answers a question with a change of its own. The other exercises
// are held to theirs natively, in tests/it/presentation/exercise.rs.
const example = (id) => {
  const { q, k, v, raw, scaled, weights, output } = EXAMPLES[id];
  return { Q: q, K: k, V: v, scores: raw, scaled, weights, output };
};
const row = (id) => ({ weights: [EXAMPLES[id].weights] });
const EXERCISES = {
  a: { main: example("one-query-three-keys") },
  b: { main: { ...row("after-scaling"), scores: [EXAMPLES["before-scaling"].scores], scaled: [EXAMPLES["after-scaling"].scores] }, "Without scaling": row("before-scaling"), "Divided by d_k": row("over-scaled") },
};

const questions = (lab) => lab.page.$$eval(".questions label", (labels) => labels.map((label) => label.textContent));

for (const [letter, { main, ...changed }] of Object.entries(EXERCISES)) {
  story(`by hand ${letter}: the worked numbers are the answers, and the page shows them`, async (lab) => {
    await lab.open(`lang=en&lesson=by-hand&decimals=6${letter === "a" ? "" : `&exercise.start=${letter}`}`);
    if (!main.output) main.output = times(main.weights, await matrix(lab, "V"));
    const asked = await questions(lab);
    assert(asked.length >= 3);
    for (const question of asked) {
      const [, change, name, i, j] = /^(?:(.*): )?(\w+) row (\d+) column (\d+) = $/.exec(question);
      const answer = (change ? changed[change] : main)[name][i - 1][j - 1];
      const cell = `${name} ${i} ${j}`;
      if (!change) assert.equal(await lab.cell(cell), "?", `${cell} is not given away`);
      const field = await lab.find("textbox", question.trim());
      await field.click();
      await field.type(Math.abs(answer) < 0.01 || Math.abs(answer - 1) < 0.01 ? String(answer) : answer.toFixed(2));
      await lab.page.keyboard.press("Enter");
      const verdict = await lab.page.waitForFunction((field) => field.form.querySelector('[role="status"]').textContent, {}, field);
      const said = await verdict.jsonValue();
      assert.match(said, /^Right: /, `${question}${answer}: ${said}`);
      assert(Math.abs(number(said.slice(7)) - answer) < 1e-6, `${question}${answer}: ${said}`);
      await lab.until((field) => field.closest("li").querySelector(".answer"), "its working", field);
    }
    await lab.visible(`All ${asked.length} done`);
    for (const [name, rows] of Object.entries(main)) {
      for (const [i, j, value] of rows.flatMap((row, i) => row.map((value, j) => [i + 1, j + 1, value]))) {
        const exact = await lab.exactly(`${name} ${i} ${j}`);
        assert(exact === value || Math.abs(exact - value) <= 1e-12, `${name} ${i} ${j} is ${exact}, worked out as ${value}`);
      }
    }
  });
}

async function matrix(lab, name) {
  const cells = Object.entries(await lab.numbers()).filter(([cell]) => cell.startsWith(`${name} `));
  const rows = [];
  for (const [cell, text] of cells) {
    const [, i, j] = cell.split(" ").map(Number);
    (rows[i - 1] ??= [])[j - 1] = number(text);
  }
  return rows;
}

story("a wrong answer is marked, and told what it looks like in the reader's language", async (lab) => {
  for (const [language, letter, question, answer, told] of [["en", "a", 3, "0.707", "That is the logit"], ["zh", "f", 4, "0.248", "行和列对调了"]]) {
    await lab.open(`lang=${language}&lesson=by-hand${letter === "a" ? "" : `&exercise.start=${letter}`}`);
    const field = await lab.find("textbox", (await questions(lab))[question - 1].trim());
    await field.type(answer);
    await lab.page.keyboard.press("Enter");
    await lab.until((field, told) => field.form.querySelector('[role="status"]').textContent.includes(told), told, field, told);
    assert.equal(await field.evaluate((field) => field.ariaInvalid), "true");
  }
});

story("what is no number is no answer, and the working can be asked for", async (lab) => {
  await lab.open("lang=zh&lesson=by-hand");
  // The largest score is the first answer: the scale of colours must not give it away.
  assert.doesNotMatch(await lab.page.$eval(".pipeline .legend", (legend) => legend.innerText), /2\.00/);
  const [first] = await questions(lab);
  const field = await lab.find("textbox", first.trim());
  await field.type("二");
  await lab.page.keyboard.press("Enter");
  await lab.visible("这不是数");
  await lab.press("看算式");
  await lab.visible("完成 1 / 4");
  await lab.shows({ "scores 1 3": "2.000", "weights 1 1": "?" });
  await lab.linkHas("exercise.revealed=1");
});

story("by hand a with the keyboard alone: predict, switch language, toggle the mask", async (lab) => {
  await lab.open("lang=en&lesson=by-hand");
  const { keyboard } = lab.page;
  const { raw, scaled, weights } = EXAMPLES["one-query-three-keys"];
  for (const question of await questions(lab)) {
    const [, name, i, j] = /(\w+) row (\d+) column (\d+)/.exec(question);
    await lab.tabTo("textbox", question.trim());
    await keyboard.type({ scores: raw, scaled, weights }[name][i - 1][j - 1].toFixed(3));
    await keyboard.press("Enter");
  }
  await lab.visible("All 4 done");
  await lab.tabTo("button", "中");
  await keyboard.press("Enter");
  await lab.until(() => document.documentElement.lang === "zh-Hans", "the page in Chinese");
  lab.language = "zh";
  await lab.visible("4 个都完成了");
  await lab.tabTo("button", "causal mask");
  await keyboard.press("Space");
  await lab.isPressed("causal mask", true);
  await lab.linkHas("mask=causal");
  // The numbers are others now; the answers were right for the old ones, until they are cleared.
  await lab.visible("对了，按改动前的数算。");
  await lab.visible("4 个都完成了");
  await lab.row("weights", 1, ["1.000", "0.000", "0.000"]);
  await lab.tabTo("button", "清空答案，数不变");
  await keyboard.press("Enter");
  await lab.visible("完成 0 / 4");
  for (const [question, answer] of [["分数第 1 行第 3 列 =", "2"], ["缩放后的分数第 1 行第 3 列 =", "√2"]]) {
    await lab.tabTo("textbox", question);
    await lab.replace(answer);
    await keyboard.press("Enter");
  }
  for (const [question, answer] of [["权重第 1 行第 1 列 =", "1"], ["权重第 1 行第 3 列 =", "0"]]) {
    await lab.tabTo("textbox", question);
    await lab.replace(answer);
    await keyboard.press("Enter");
  }
  await lab.visible("4 个都完成了");
  await lab.row("weights", 1, ["1.000", "0.000", "0.000"]);
});
