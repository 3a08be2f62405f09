// What is pasted from elsewhere: every block of fixtures/pastes.json, given to the page as a browser gives it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { number, story } from "./page.js";

const PASTES = JSON.parse(readFileSync(new URL("../fixtures/pastes.json", import.meta.url)));

// Another matrix than any that is pasted, wider and higher: one that fills cells only would leave some of it.
const LINK = "lesson=bench&q=7,8,9;4,5,6;1,2,3&k=1,0,0;0,1,0&v=1;2";
const HELD = [[7, 8, 9], [4, 5, 6], [1, 2, 3]];

// What is said of those that are no matrix of numbers.
const REFUSED = {
  "torch-two-heads": ["the paste holds 2 matrices", "粘贴内容里有 2 个矩阵"],
  "torch-elided": ["the print leaves numbers out", "省略了一些数"],
  "ragged": ["row 2 of the paste has 1 number where row 1 has 2", "第 2 行有 1 个数，第 1 行却有 2 个"],
  "nan-inf": ["row 1, column 1 of the paste, “nan”", "粘贴内容的第 1 行第 1 列，“nan”"],
  "mask-bools": ["these are truth values", "粘贴内容里有真值"],
};

// Rows pasted without brackets or headings at the first cell are a matrix; one row fills cells.
const FILLS = ["thousands", "percent"];

/** Dispatches a paste at the element; whether the page took it. */
function give(element, text) {
  return element.evaluate((element, text) => {
    element.focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    return !element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** The numbers of Q as the cells show them, by row. */
async function held(lab) {
  const cells = Object.entries(await lab.numbers()).filter(([id]) => /^Q \d+ \d+$/.test(id));
  const rows = [];
  for (const [id, text] of cells) {
    const [row, column] = id.split(" ").slice(1).map(Number);
    (rows[row - 1] ??= [])[column - 1] = number(text);
  }
  return rows;
}

/** The same shape, and the same numbers to the three decimals shown. */
function agree(found, wanted, what) {
  assert.deepEqual(found.map((row) => row.length), wanted.map((row) => row.length), `${what}: the shape`);
  wanted.flat().forEach((value, i) => assert(Math.abs(found.flat()[i] - value) <= 5e-4, `${what}: ${found.flat()[i]} for ${value}`));
}

for (const [language, column] of [["en", 0], ["zh", 1]]) {
  story(`each paste gives its matrix, or says why and changes nothing; undo restores it (${language})`, async (lab) => {
    await lab.open(`lang=${language}&${LINK}`);
    const start = await lab.page.evaluate(() => location.hash.slice(1));
    for (const { id, text, matrix } of PASTES) {
      const cell = await lab.element("Q 1 1");
      assert(await give(cell, text), `${id} is taken by the page`);
      if (REFUSED[id]) {
        const complaint = await lab.complaint("Q 1 1");
        assert(complaint.includes(REFUSED[id][column]), `${id}: ${complaint}`);
        agree(await held(lab), HELD, id);
        await lab.linkIs(start);
        continue;
      }
      const wanted = FILLS.includes(id) ? HELD.map((row, i) => row.map((value, j) => matrix[i]?.[j] ?? value)) : matrix;
      const shape = `${wanted.length}×${wanted[0].length}`;
      await lab.until((id, rows, columns) => {
        const there = (row, column) => document.querySelector(`[data-cell="Q ${row} ${column}"]`);
        return there(rows, columns) && !there(rows + 1, 1) && !there(1, columns + 1);
      }, `${id} of ${shape}`, id, wanted.length, wanted[0].length);
      await lab.until((start) => location.hash.slice(1) !== start, `${id} in the link`, start);
      agree(await held(lab), wanted, id);
      await lab.isFine("Q 1 1");
      if (!FILLS.includes(id)) {
        await lab.visible(language === "en" ? `Q is now ${shape}, as pasted.` : `Q 已换成粘贴的 ${shape} 矩阵。`);
      }
      await lab.press("undo");
      await lab.linkIs(start);
      agree(await held(lab), HELD, `${id} undone`);
    }
    assert.equal(PASTES.length, 24);
  });

  story(`truth values pasted into the drawn mask are what is kept (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=masks&q=1;2&k=1;2&v=1;2`);
    const start = await lab.page.evaluate(() => location.hash.slice(1));
    const text = PASTES.find(({ id }) => id === "mask-bools").text;
    const square = await lab.page.waitForSelector(".mask-draw [data-keep]");
    assert(await give(square, text), "the mask takes the paste");
    await lab.shows({ "masked 1 2": "−∞", "weights 1 2": "0.000", "weights 1 1": "1.000" });
    await lab.press("undo");
    await lab.linkIs(start);
    assert(await give(await lab.page.waitForSelector(".mask-draw [data-keep]"), "[[True]]"), "another shape");
    await lab.visible(language === "en" ? "a 2×2 mask" : "掩码应是 2 行 2 列");
    await lab.linkIs(start);
  });
}
