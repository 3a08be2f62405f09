// The lessons of the course, one after the other: opened by a link, a figure changed, its number seen, the task solved; a
// wrong answer is told what lies behind it. And what of the course is done.
import assert from "node:assert/strict";
import { story } from "./page.js";

// `figure`: the name of a field of it, what it is set to, a cell of one of its tables (table, row, column, from 0) before
// and after. `task`: the start, a wrong answer (question, text, what the page says to it), and the right answers.
const COURSE = [
  {
    lesson: "soft-lookup", figure: null, type: ["scores 1 2", "3.3"], cell: ["weights 1 2", "0.824", "0.838"],
    task: { start: "c", wrong: [0, "2", "That is the logit, before softmax", "这是 softmax 之前的 logit"], right: ["0.629", "0.140", "5.93"] },
  },
  {
    lesson: "projections", figure: null, type: ["X 1 3", "0"], cell: ["scores 2 1", "4.000", "0.000"],
    task: { start: "c", wrong: [2, "2", "the division was left out", "看起来漏了缩放"], right: ["2", "2", "√2", "0.804", "0.196"] },
  },
  {
    lesson: "scores", figure: ["score-cost.d_k", "128"], table: [0, 1, 2], from: "67108864", to: "134217728",
    task: { before: "exercise.start=b&exercise.answers=7,-2,0,1.5", start: "c", wrong: [0, "-18", "Only k was made longer", "拉长的只有 k"], right: ["-6", "-2", "30"] },
  },
  {
    lesson: "mixing", figure: ["mixing-scale.c", "-1"], table: [1, 0, 2], from: "6.893", to: "−3.447",
    task: { start: "b", wrong: [4, "8", "That is the divisor itself", "这是除数本身"], right: ["3", "0.576", "4.093", "2.543", "1/8"] },
  },
  {
    lesson: "masks", figure: ["corners.S", "4"], table: [1, 0, 4], from: "1", to: "0",
    task: { start: "b", wrong: [5, "30", "fewer keys to their left", "左边没有那么多键"], right: ["1", "0.731", "0", "0.665", "5", "27"] },
  },
  {
    lesson: "multi-head", figure: ["heads.mix", "0.5"], table: [5, 1, 1], from: "0.972", to: "0.733",
    task: { start: "c", wrong: [0, "√512", "That is √d_model", "这是 √d_model"], right: ["8", "3", "4.194"] },
  },
  {
    lesson: "kv-cache", figure: ["cache.t", "4"], table: [3, 1, 1], from: "10", to: "15",
    task: { start: "b", wrong: [1, "6", "counts from the top left", "左上角"], right: ["2√2", "21", "131"] },
  },
  {
    lesson: "flash", figure: ["online-steps.block", "2"], table: [1, 2, 1], from: "27.299", to: "21.547",
    task: { start: "c", wrong: [2, "38.157", "what the output adds up was not", "累加的输出却忘了修正"], right: ["0.368", "1.503", "30.86"] },
  },
  {
    lesson: "cosine", figure: ["cosine.stretch", "3"], table: [1, 0, 1], from: "0.734", to: "0.995",
    task: { start: "b", wrong: [0, "48", "both lengths are still in it", "两个长度都还没有除掉"], right: ["0.96", "67.88", "3.454"] },
  },
  {
    lesson: "properties", figure: ["rank.d_k", "3"], table: [0, 0, 1], from: "2", to: "3",
    task: { start: "c", wrong: [2, "12", "This is min(L, S)", "这是 min(L, S)"], right: ["0.665", "1/3", "4", "36"] },
  },
  {
    lesson: "cost", figure: ["calculator.T", "262144"], table: [0, 0, 2], from: "5.498e11", to: "2.199e12",
    task: { start: "d", wrong: [0, "2147.5", "These are bits", "这是比特数"], right: ["268.4", "9", "11.95", "1"] },
  },
];

// The experiment that these stories do not need, made short.
const QUICK = "flash-measure.longest=128";

const cellOf = ([field, table, row, column]) =>
  document.querySelector(`input[type="text"][name="${field}"]`)?.closest(".computed").querySelectorAll(".computed-table")[table]?.rows[row + 1]?.cells[column]?.textContent;

async function answer(lab, at, text) {
  const field = await lab.page.waitForSelector(`input[name="answer-${at + 1}"]`);
  await field.click({ count: 3 });
  await field.type(text);
  await lab.page.keyboard.press("Enter");
  const verdict = await lab.page.waitForFunction((field) => field.form.querySelector('[role="status"]').textContent, {}, field);
  return verdict.jsonValue();
}

for (const { lesson, figure, table, from, to, type, cell, task } of COURSE) {
  for (const language of ["en", "zh"]) {
    story(`${lesson}: a figure changes, a slip is named, the task is solved (${language})`, async (lab) => {
      const quick = lesson === "flash" ? `&${QUICK}` : "";
      await lab.open(`lang=${language}&lesson=${lesson}${quick}`);
      if (figure) {
        const [field, value] = figure;
        await lab.comes(cellOf, from, `${field} before`, [field, ...table]);
        const input = await lab.page.$(`input[type="text"][name="${field}"]`);
        await input.click({ count: 3 });
        await input.type(value);
        await lab.page.keyboard.press("Enter");
        await lab.comes(cellOf, to, `${field} after`, [field, ...table]);
        await lab.linkHas(`${field}=${value}`);
      } else {
        assert.equal(await lab.cell(cell[0]), cell[1]);
        await lab.type(...type);
        await lab.shows({ [cell[0]]: cell[2] });
      }

      // A lesson is done when all of its exercises are.
      if (task.before) await lab.open(`lang=${language}&lesson=${lesson}&${task.before}`);
      await lab.open(`lang=${language}&lesson=${lesson}&exercise.start=${task.start}${quick}`);
      const [at, wrong, en, zh] = task.wrong;
      const said = await answer(lab, at, wrong);
      assert(said.includes(language === "en" ? en : zh), said);
      for (const [at, right] of task.right.entries()) {
        await lab.until((at) => document.querySelector(`input[name="answer-${at + 1}"]`), "the question", at);
        const said = await answer(lab, at, right);
        assert.match(said, language === "en" ? /^Right: / : /^对了：/, `${at + 1}: ${right}: ${said}`);
      }
      await lab.visible(language === "en" ? `All ${task.right.length} done` : `${task.right.length} 个都完成了`);
      await lab.until((lesson) => document.querySelector(`.contents a[href*="lesson=${lesson}"] + .done`), "the lesson ticked off", lesson);
    });
  }
}

const contents = (lab) => lab.page.$$eval(".contents li", (items) => items.filter((item) => item.querySelector(".done")).map((item) => item.querySelector("a").textContent));

for (const language of ["en", "zh"]) {
  story(`what is done is kept for the next visit, and can be cleared (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=mixing&exercise.start=b`);
    assert.deepEqual(await contents(lab), []);
    for (const [at, right] of ["3", "0.576", "4.093", "2.543", "1/8"].entries()) await answer(lab, at, right);
    await lab.until(() => document.querySelector(".contents .done"), "a tick");
    await lab.open(`lang=${language}&lesson=overview`);
    const mixing = language === "en" ? "Weighted sums" : "加权求和";
    assert.equal((await contents(lab)).filter((title) => title === mixing).length, 1);
    await lab.press(language === "en" ? "clear progress" : "清除进度");
    await lab.until(() => !document.querySelector(".contents .done"), "no tick");
    await lab.reload();
    assert(!(await contents(lab)).includes(mixing));
  });

  story(`vectors are moved with the keys and with the pointer, and undo brings them back (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=scores`);
    const product = () => document.querySelector(".plane .computed-table")?.rows[2].cells[1].textContent;
    await lab.comes(product, "0.000", "q₁·k₂");
    await lab.page.$eval('[data-vector="k₂"]', (handle) => handle.focus());
    await lab.page.keyboard.press("ArrowRight");
    await lab.comes(product, "0.200", "q₁·k₂ a step to the right");
    await lab.page.keyboard.down("Shift");
    await lab.page.keyboard.press("ArrowUp");
    await lab.page.keyboard.up("Shift");
    await lab.comes(product, "1.200", "q₁·k₂ ten steps up");
    assert.equal(await lab.page.evaluate(() => document.activeElement.dataset.vector), "k₂", "the focus stays");
    await lab.press("undo");
    await lab.comes(product, "0.000", "q₁·k₂ as it was");

    const drawing = await lab.page.$(".plane svg");
    await drawing.scrollIntoView();
    const { x, y, width } = await drawing.boundingBox();
    // Reach 5: a fifth of half the width is 1.
    const place = ([a, b]) => [x + (width / 2) * (1 + a / 5), y + (width / 2) * (1 - b / 5)];
    await lab.page.mouse.move(...place([-1, 2]));
    await lab.page.mouse.down();
    for (const point of [[-0.5, 2], [0.5, 1], [2, 2]]) await lab.page.mouse.move(...place(point), { steps: 4 });
    await lab.page.mouse.up();
    await lab.comes(product, "6.000", "q₁·k₂ where it was dragged");
    await lab.shows({ "scores 1 2": "6.000" });
    await lab.press("undo");
    await lab.comes(product, "0.000", "one drag is one step of undo");
    assert.deepEqual(await lab.axe(), []);
  });

  for (const touch of [false, true]) {
    story(`a vector that is ${touch ? "tapped" : "clicked"} has the keys, and of two at one place both can be had (${language})`, async (lab) => {
      const start = `lang=${language}&lesson=scores`;
      await lab.open(start, touch ? { width: 360, height: 740 } : {});
      await lab.figures();
      const drawing = await lab.page.$(".plane svg");
      const { mouse, touchscreen } = lab.page;
      // Points of the plane, which reaches to 5, as places in the window; pressing a button may have scrolled it away.
      const places = async (points) => {
        await drawing.evaluate((drawing) => drawing.scrollIntoView({ block: "center" }));
        const { x, y, width } = await drawing.boundingBox();
        return points.map(([a, b]) => [x + (width / 2) * (1 + a / 5), y + (width / 2) * (1 - b / 5)]);
      };
      const click = async (point) => {
        const [at] = await places([point]);
        await (touch ? touchscreen.tap(...at) : mouse.click(...at));
      };
      const drag = async (...points) => {
        const [from, ...way] = await places(points);
        if (touch) {
          await touchscreen.touchStart(...from);
          for (const at of way) await touchscreen.touchMove(...at);
          return touchscreen.touchEnd();
        }
        await mouse.move(...from);
        await mouse.down();
        for (const at of way) await mouse.move(...at, { steps: 4 });
        await mouse.up();
      };
      // The name of what has the focus, and what the drawing says of what is held.
      const holds = (name, place) => lab.comes(
        () => [document.activeElement.dataset.vector, ...[...document.querySelectorAll(".plane .handle + .name")].filter((text) => getComputedStyle(text).display !== "none").map((text) => text.textContent)],
        [name, `${name} = ${place}`], "what is held",
      );
      await click([-1, 2]);
      await holds("k₂", "(−1, 2)");
      const scrolled = await lab.page.evaluate(() => scrollY);
      await lab.page.keyboard.press("ArrowDown");
      await holds("k₂", "(−1, 1.9)");
      await lab.linkHas("k=2,1;-1,1.9;");
      assert.equal(await lab.page.evaluate(() => scrollY), scrolled, "the arrow keys do not scroll");
      await lab.press("undo");
      await lab.linkIs(start);

      await click([2, 1]);
      await holds("k₁", "(2, 1)");
      await click([2, 1]);
      await holds("q₁", "(2, 1)");
      await lab.linkIs(start);
      await drag([2, 1], [1, 1], [0, -3]);
      await holds("q₁", "(0, −3)");
      await lab.linkHas("q=0,-3;1,1");
      await click([2, 1]);
      await holds("k₁", "(2, 1)");
      await lab.press("undo");
      await lab.linkIs(start);
      for (const name of ["k₁", "q₁", "k₁", "q₁"]) {
        await click([2, 1]);
        await holds(name, "(2, 1)");
      }
      await drag([2, 1], [1, 1], [0, 3]);
      await lab.linkHas("q=0,3;1,1");
      await drag([2, 1], [1, 1], [0, -3]);
      await holds("k₁", "(0, −3)");
      await lab.linkHas("q=0,3;1,1&k=0,-3;-1,2;");
    });
  }

  story(`a mask is drawn, a window is set, and the link holds both (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=masks`);
    await lab.figures();
    await (await lab.page.waitForSelector('[data-keep="3 2"]')).click();
    await lab.shows({ "weights 4 3": "0.000", "weights 4 4": "0.768" });
    await lab.linkHas("keep=1111;1111;1111;1101");
    await lab.until(() => document.activeElement.dataset.keep === "3 2", "the focus stays");
    await lab.page.keyboard.press("ArrowLeft");
    await lab.until(() => document.activeElement.dataset.keep === "3 1", "the focus moves");
    await lab.page.keyboard.press("Space");
    await lab.linkHas("keep=1111;1111;1111;1001");
    await lab.press(language === "en" ? "clear what is drawn" : "擦去手画的掩码");
    await lab.shows({ "weights 4 3": "0.609" });
    const left = await lab.page.$('input[name="window-left"]');
    await left.click({ count: 3 });
    await left.type("1");
    await lab.page.keyboard.press("Enter");
    await lab.shows({ "weights 3 1": "0.000", "weights 3 2": "0.330" });
    await lab.linkHas("window=1,");
    await left.click({ count: 3 });
    await left.type("-2");
    await lab.page.keyboard.press("Enter");
    await lab.visible(language === "en" ? "it must be a whole number between 0 and 64." : "应是 0 到 64 之间的整数。");
    await lab.shows({ "weights 3 1": "0.000" });
    await lab.reload();
    await lab.shows({ "weights 3 1": "0.000", "weights 3 2": "0.330" });
    assert.deepEqual(await lab.axe(), []);
  });

  story(`a preset sets every size at one go (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=cost`);
    const scores = ["calculator.T", 0, 0, 2];
    await lab.comes(cellOf, "5.498e11", "scores of the long context", scores);
    await lab.press(language === "en" ? "sizes of GPT-2 small" : "GPT-2 small 的尺寸");
    await lab.comes(cellOf, "1.258e7", "scores of GPT-2 small", scores);
    await lab.press("undo");
    await lab.comes(cellOf, "5.498e11", "one step of undo", scores);
  });

  story(`flash: measured here, the blocks take less than a twentieth of the memory, and the page stays alive (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=flash&flash-measure.longest=4096`);
    const measured = () => {
      const table = document.querySelector('input[name="flash-measure.d"]').closest(".computed").querySelector(".computed-table");
      return [...(table?.rows ?? [])].map((row) => [...row.cells].map((cell) => cell.textContent));
    };
    await lab.until((measured) => eval(measured)().length > 2, "the first lengths", `(${measured})`);
    await lab.press("dark theme");
    await lab.isPressed("dark theme", true);
    const shared = await lab.page.$eval('input[name="flash-measure.d"]', (input) => input.closest(".computed").querySelector("progress").value);
    assert(shared < 1, "the page answers while it is measured");
    await lab.page.waitForFunction((measured) => eval(measured)().find(([length]) => length === "4096")?.[6], { timeout: 240_000 }, `(${measured})`);
    const row = (await lab.page.evaluate(measured)).find(([length]) => length === "4096");
    const [full, blocks, , difference] = row.slice(3).map((text) => Number(text.replace("−", "-")));
    assert(full >= 4096 * 4096 * 8 && blocks > 0 && blocks < full / 20, `${full} and ${blocks} bytes`);
    assert(difference < 1e-12, `${difference}`);
  });
}

story("flash: a measurement is stopped at once, and begins anew", async (lab) => {
  await lab.open("lang=en&lesson=flash&flash-measure.longest=8192");
  const button = 'input[name="flash-measure.d"]';
  await lab.until((button) => document.querySelector(button)?.closest(".computed").querySelectorAll(".computed-table tr").length > 5, "some lengths", button);
  const press = () => lab.page.$eval(button, (input) => input.closest(".computed").querySelector('button[name="run"]').click());
  await press();
  await lab.visible("what was done stays");
  await lab.page.$eval(button, (input) => input.value);
  await press();
  await lab.until((button) => {
    const figure = document.querySelector(button).closest(".computed");
    return figure.querySelector("progress").value > 0 && figure.querySelector("progress").value < 0.2 && figure.querySelectorAll(".computed-table tr").length > 2;
  }, "a new run", button);
});
