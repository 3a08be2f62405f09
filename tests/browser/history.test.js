// Undo, redo, reset and stepping.
import assert from "node:assert/strict";
import { story } from "./page.js";

const START = "lang=en&lesson=bench&q=1,1&k=1,0;0,1;1,1&v=1,0,0;0,1,0;0,0,1";

story("undo after ten edits returns the link byte for byte, and redo the edits", async (lab) => {
  await lab.open(START);
  const numbers = await lab.numbers();
  await lab.unfold();
  await lab.type("Q 1 1", "-0");
  await lab.type("K 2 2", "1e-7");
  await lab.scaling("2sqrt");
  await lab.press("causal mask");
  await lab.hideKey(2);
  await lab.press("query and key width d_k + 1");
  await lab.press("keys S + 1");
  await lab.fill("Tokens (separated by spaces or commas)", "I 爱 you");
  await lab.press("fill with random numbers");
  await lab.type("V 1 1", "√3");
  await lab.page.keyboard.press("Tab");
  await lab.linkHas(`${Math.sqrt(3)}`);
  const edited = await lab.link();
  const after = await lab.numbers();
  for (let i = 0; i < 10; i++) await (i % 2 ? lab.press("undo") : lab.chord("Control", "z"));
  await lab.linkIs(START);
  assert.deepEqual(await lab.numbers(), numbers);
  const undo = await lab.find("button", "undo");
  await lab.until((undo) => undo.disabled, "nothing left to undo", undo);
  for (let i = 0; i < 10; i++) await (i % 2 ? lab.press("redo") : lab.chord("Control", "Shift", "z"));
  await lab.linkIs(edited);
  assert.deepEqual(await lab.numbers(), after);
  await lab.press("reset");
  await lab.linkIs("lang=en&lesson=bench");
  await lab.press("undo");
  await lab.linkIs(edited);
  await lab.open(edited);
  assert.deepEqual(await lab.numbers(), after, "the link restores every number");
});

story("undo inside a cell takes back the cell, also while it is marked as wrong", async (lab) => {
  await lab.open(START);
  await lab.type("Q 1 1", "25"); // two keys, one step
  await lab.shows({ "scores 1 1": "25.000" });
  await lab.chord("Control", "z");
  await lab.shows({ "scores 1 1": "1.000", "Q 1 1": "1" });
  await lab.type("Q 1 2", "3");
  await lab.page.keyboard.type("x");
  await lab.complaint("Q 1 2");
  await lab.chord("Control", "z");
  await lab.isFine("Q 1 2");
  await lab.shows({ "Q 1 2": "1", "scores 1 2": "1.000" });
  await lab.linkIs(START);
});

story("stepping to the end and back changes no number", async (lab) => {
  for (const link of ["lang=en&lesson=masks", "lang=zh&lesson=overview&from=x&x=1,0;0,1;1,1&wq=1,0;0,1&wk=1,1;0,1&wv=1,0;1,1"]) {
    await lab.open(link);
    const shown = await lab.numbers();
    const count = Number(/\d+/.exec(await lab.page.$eval(".place", (place) => place.textContent))[0]);
    const veiled = async (step) => {
      await lab.comes(() => /\d+/.exec(document.querySelector(".place").textContent)?.[0], String(step), "the step");
      const now = Object.entries(await lab.numbers());
      for (const [cell, text] of now) assert(text === shown[cell] || text === "·", `${cell} is ${text} at step ${step} of ${link}`);
      return now.filter(([, text]) => text === "·").length;
    };
    let left = Infinity;
    await (await lab.find("button", "next ›")).focus();
    for (let step = 1; step <= count; step++) {
      await lab.page.keyboard.press("Enter");
      const now = await veiled(step);
      assert(now < left, `step ${step} uncovers a row`);
      left = now;
    }
    assert.equal(left, 0, "at the end nothing is veiled");
    await (await lab.find("button", "‹ back")).focus();
    for (let step = count - 1; step >= 1; step--) {
      await lab.page.keyboard.press("Enter");
      await veiled(step);
    }
    await lab.press("stage »");
    await lab.press("« stage");
    await lab.linkIs(`${link.replace(/lesson=[\w-]+/, "$&&step=1")}`);
    await lab.press("show all");
    await lab.linkIs(link);
    assert.deepEqual(await lab.numbers(), shown);
  }
});

story("an edit is kept in its entry of the browser's history, however soon it is left", async (lab) => {
  const other = "lang=en&lesson=bench&q=9,9&k=1,0;0,1;1,1&v=1,0,0;0,1,0;0,0,1";
  // In one go: no delay that the page may wait for before it writes the address comes between the two.
  const editAndLeave = (text, leave, to) => lab.page.evaluate((text, leave, to) => {
    const cell = document.querySelector('[data-cell="Q 1 1"]');
    cell.focus();
    cell.value = text;
    cell.dispatchEvent(new Event("input", { bubbles: true }));
    if (leave === "link") location.hash = to;
    else history[leave]();
  }, text, leave, to);
  await lab.open(START);
  await editAndLeave("25", "link", other);
  await lab.shows({ "Q 1 1": "9", "Q 1 2": "9" });
  await editAndLeave("7", "back");
  await lab.shows({ "Q 1 1": "25", "Q 1 2": "1", "scores 1 1": "25.000" });
  await lab.linkIs(START.replace("q=1,1", "q=25,1"));
  await editAndLeave("4", "forward");
  await lab.shows({ "Q 1 1": "7", "Q 1 2": "9", "scores 1 1": "7.000" });
  await lab.linkIs(other.replace("q=9,9", "q=7,9"));
  await lab.page.goBack();
  await lab.shows({ "Q 1 1": "4", "Q 1 2": "1" });
  await lab.linkIs(START.replace("q=1,1", "q=4,1"));
  // What was written in time stays as it was.
  await lab.page.goForward();
  await lab.shows({ "Q 1 1": "7", "Q 1 2": "9" });
  await lab.linkIs(other.replace("q=9,9", "q=7,9"));
});

story("a link with a step shows what is reached and veils the rest", async (lab) => {
  await lab.open("lang=zh&lesson=masks&step=9");
  await lab.visible("第 9 步，共 24 步");
  await lab.isNamed("masked 1 1", "加掩码后的分数第 1 行第 1 列：0.707");
  await lab.shows({ "masked 2 1": "·", "weights 1 1": "·" });
  await lab.isNamed("weights 1 1", "权重第 1 行第 1 列：还没有算到");
});
