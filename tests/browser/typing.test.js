// Typing, pasting and moving in the matrices.
import assert from "node:assert/strict";
import { story } from "./page.js";

// One query, three keys.
const LINK = "lesson=overview";

const REFUSED = [
  ["abc", "not a number", "这不是数"],
  ["1e999", "too large", "数太大"],
  ["", "a number is needed", "需要一个数"],
  ["1/0", "division by zero", "不能除以 0"],
];

for (const [language, column] of [["en", 1], ["zh", 2]]) {
  story(`what is no number marks its cell, says why, and leaves the last good value (${language})`, async (lab) => {
    await lab.open(`lang=${language}&${LINK}`);
    const before = { "weights 1 1": "0.248", "weights 1 3": "0.503" };
    const name = language === "en" ? "Q row 1 column 1: 1" : "Q 第 1 行第 1 列：1";
    for (const refused of REFUSED) {
      const [text] = refused;
      await lab.commit("Q 1 1", text);
      const complaint = await lab.complaint("Q 1 1");
      assert(complaint.includes(refused[column]), `"${text}" gives: ${complaint}`);
      await lab.shows({ "Q 1 1": text, ...before });
      await lab.page.keyboard.press("Tab");
      await lab.complaint("Q 1 1"); // it stays marked when it is left
      await lab.shows({ "Q 1 1": text, ...before });
    }
    await lab.isNamed("Q 1 1", name);
    const other = language === "en" ? "zh" : "en";
    await lab.speak(other);
    assert((await lab.complaint("Q 1 1")).includes(REFUSED.at(-1)[other === "en" ? 1 : 2]), "the message follows the language");
    await lab.type("Q 1 1", "2");
    await lab.isFine("Q 1 1");
    await lab.type("Q 1 1", "abc");
    await lab.complaint("Q 1 1");
    await lab.page.keyboard.press("Escape");
    await lab.isFine("Q 1 1");
    await lab.shows({ "Q 1 1": "2" });
  });
}

story("numbers may be typed as on a Chinese keyboard, as fractions and as roots", async (lab) => {
  await lab.open(`lang=en&${LINK}`);
  for (const [text, value, shown] of [["１．５", "1.5", "1.5"], ["−2", "−2", "−2"], ["1/2", "0.5", "0.5"], ["√2", `${Math.SQRT2}`, "1.414"]]) {
    await lab.type("Q 1 2", text);
    await lab.isNamed("Q 1 2", `Q row 1 column 2: ${value}`);
    await lab.isFine("Q 1 2");
    await lab.shows({ "Q 1 2": text, "scores 1 1": "1.000" }); // what is being typed is left alone
    await lab.page.keyboard.press("Tab");
    await lab.shows({ "Q 1 2": shown });
  }
  assert.equal(await lab.exactly("scores 1 2"), Math.SQRT2);
  await lab.linkHas(`q=1,${Math.SQRT2}`);
});

story("Tab, Enter and the arrow keys move as in a spreadsheet, and typing replaces", async (lab) => {
  await lab.open("lang=en&lesson=overview&q=1,0.123456;3,4&k=1,0;0,1;1,1&v=1;2;3");
  const keyboard = lab.page.keyboard;
  await (await lab.element("Q 1 1")).focus();
  for (const [key, cell] of [
    ["Tab", "Q 1 2"], ["Tab", "Q 2 1"], ["ArrowUp", "Q 1 1"], ["ArrowRight", "Q 1 2"], ["ArrowDown", "Q 2 2"], ["ArrowLeft", "Q 2 1"],
    ["ArrowUp", "Q 1 1"], ["Enter", "Q 2 1"], ["Enter", "Q 2 1"],
  ]) {
    await keyboard.press(key);
    await lab.isFocused(cell);
  }
  await lab.chord("Shift", "Enter");
  await lab.isFocused("Q 1 1");
  // A cell with more digits than it shows: walking in selects all of it.
  await keyboard.press("ArrowRight");
  await lab.isFocused("Q 1 2");
  await keyboard.type("5");
  await lab.shows({ "Q 1 2": "5", "scores 1 2": "5.000" });
  await keyboard.press("ArrowLeft"); // to the left of the typed text
  await lab.isFocused("Q 1 2");
  await keyboard.press("ArrowLeft"); // and out
  await lab.isFocused("Q 1 1");
  // A click selects the whole number too.
  await lab.click("Q 2 2");
  await keyboard.type("7");
  await lab.shows({ "Q 2 2": "7", "scores 2 2": "7.000" });
  // The computed stages are walked in the same way.
  await (await lab.element("weights 1 1")).click();
  for (const [key, cell] of [["ArrowRight", "weights 1 2"], ["ArrowDown", "weights 2 2"], ["ArrowDown", "weights 2 2"]]) {
    await keyboard.press(key);
    await lab.isFocused(cell);
  }
  assert.equal((await lab.working())[0], "weights row 2 column 2");
  const lit = await lab.page.$$eval(".source [data-cell], .source[data-cell]", (cells) => cells.map((cell) => cell.dataset.cell).sort());
  assert.deepEqual(lit, ["exponentials 2 1", "exponentials 2 2", "exponentials 2 3"], "the sources are lit");
});

story("a NumPy print pasted into K makes it grow, and the divisor follows", async (lab) => {
  await lab.open(`lang=en&${LINK}`);
  await lab.type("K 1 1", "1");
  await lab.paste("array([[ 1. ,  0.5, -2.e+00],\n       [ 0. ,  1. ,  1. ],\n       [ 0.25, 3. , -1. ],\n       [ 2. ,  2. ,  2. ]])");
  await lab.shows({ "K 1 2": "0.5", "K 1 3": "−2", "K 3 1": "0.25", "K 4 3": "2", "Q 1 3": "0", "V 4 1": "0" });
  await lab.shows({ "scores 1 3": "3.250", "scaled 1 3": (3.25 / Math.sqrt(3)).toFixed(3) });
  await lab.isFocused("K 1 1");
  await lab.paste("1 2 x\n3 4 5");
  assert.match(await lab.complaint("K 1 1"), /“x”/);
  await lab.shows({ "K 1 1": "1", "K 1 2": "0.5", "K 4 3": "2" }); // no text of the paste stays in a cell
});

story("adding a column to Q and K raises d_k, and taking it away restores the link", async (lab) => {
  await lab.open(`lang=en&${LINK}`);
  await lab.press("query and key width d_k + 1");
  await lab.shows({ "Q 1 3": "0", "K 3 3": "0" });
  assert.equal((await lab.point("scaled 1 3"), await lab.exactly("scaled 1 3")), 2 / Math.sqrt(3));
  assert((await lab.working()).some((line) => line.includes("√d_k = √3")), "the working names the new divisor");
  await lab.linkHas("q=1,1,0");
  await lab.type("Q 1 3", "2");
  await lab.type("K 2 3", "1");
  await lab.shows({ "scores 1 2": "3.000" });
  await lab.press("query and key width d_k − 1");
  await lab.linkIs(`lang=en&${LINK}`);
  await lab.row("weights", 1, ["0.248", "0.248", "0.503"]);
  for (const role of ["keys S + 1", "value width d_v + 1", "queries L + 1"]) await lab.press(role);
  await lab.shows({ "K 4 2": "0", "V 4 4": "0", "output 2 4": "0.000", "weights 2 4": "0.250" });
});

for (const language of ["en", "zh"]) {
  const said = (en, zh) => (language === "en" ? en : zh);
  const LABELS = "Tokens (separated by spaces or commas)";
  const note = (lab, text) => lab.comes(() => document.querySelector('input[name="tokens"]').closest(".group").querySelector('[role="status"]').textContent, text, "what is said of labels");
  const heads = (lab, labels) => lab.until(
    (labels) => labels.every((label, j) => [...document.querySelectorAll(".matrix thead th")].some((head) => head.textContent.endsWith(label) && head.textContent.startsWith(`k${"₁₂₃"[j]}`))),
    `the heads ${labels}`, labels,
  );

  story(`labels may hold spaces, come back as they were typed, and surplus ones are told (${language})`, async (lab) => {
    const start = `lang=${language}&lesson=bench&k=1,0;0,1;1,1&v=1,0;0,1;1,1`;
    const fieldIs = (text) => lab.comes(() => document.querySelector('input[name="tokens"]').value, text, "the labels in the field");
    await lab.open(start);
    await lab.unfold();
    await lab.fill(LABELS, said("New York,  is,big", "纽约 New York，很，大 城"));
    await fieldIs(said("New York, is, big", "纽约 New York, 很, 大 城"));
    await note(lab, "");
    await heads(lab, said(["New York", "is", "big"], ["纽约 New York", "很", "大 城"]));
    await lab.linkHas(`tokens=${said("New%20York,is,big", "%E7%BA%BD%E7%BA%A6%20New%20York,%E5%BE%88,%E5%A4%A7%20%E5%9F%8E")}`);
    const carried = await lab.link();
    await lab.fill(LABELS, said("a b c d", "甲 乙 丙 丁"));
    await note(lab, said("4 labels for 3 tokens: the last was left out.", "写了 4 个标签，词元只有 3 个，最后 1 个没有采用。"));
    await fieldIs(said("a b c", "甲 乙 丙"));
    await lab.fill(LABELS, said("a b c d e", "甲 乙 丙 丁 戊")); // the same three again: the field follows all the same
    await note(lab, said("5 labels for 3 tokens: the last 2 were left out.", "写了 5 个标签，词元只有 3 个，最后 2 个没有采用。"));
    await fieldIs(said("a b c", "甲 乙 丙"));
    await lab.speak(said("zh", "en"));
    await note(lab, said("写了 5 个标签，词元只有 3 个，最后 2 个没有采用。", "5 labels for 3 tokens: the last 2 were left out."));
    await lab.speak(language);
    await lab.fill(LABELS, "San Francisco、");
    await note(lab, "");
    await fieldIs("San Francisco,");
    await lab.linkHas("tokens=San%20Francisco");
    await lab.press("undo");
    await lab.linkIs(start);
    await fieldIs("");
    await lab.open(carried);
    await lab.unfold();
    await fieldIs(said("New York, is, big", "纽约 New York, 很, 大 城"));
    await lab.linkIs(carried);
  });

  story(`a size and a seed that cannot be are refused in words, and the last good ones stay (${language})`, async (lab) => {
    const start = `lang=${language}&lesson=bench&q=3,1&k=1,0;0,1&v=1;2`;
    await lab.open(start);
    await lab.unfold();
    const keys = await lab.find("textbox", said("keys S", "键数 S"));
    const field = (input) => input.evaluate((input) => [input.value, input.ariaInvalid]);
    const says = (text) => lab.until((text) => document.body.innerText.includes(text), text, text);
    const range = said("it must be a whole number between 1 and 64.", "应是 1 到 64 之间的整数。");
    await keys.click();
    await lab.replace("65");
    await lab.page.keyboard.press("Tab");
    await says(range);
    assert.deepEqual(await field(keys), ["65", "true"], "the text stays, marked");
    await lab.linkIs(start);
    await keys.click();
    await lab.replace("3");
    await lab.page.keyboard.press("Tab");
    await lab.shows({ "K 3 1": "0" });
    assert.deepEqual(await field(keys), ["3", null]);
    await lab.press("undo");
    await lab.linkIs(start);
    await lab.until((keys) => keys.value === "2", "the size as it was", keys);

    const seed = await lab.find("textbox", said("Seed", "种子"));
    const fill = await lab.find("button", "fill with random numbers");
    await seed.click();
    await lab.replace("7.5");
    await says(said("it must be a whole number between 0 and 4294967295.", "应是 0 到 4294967295 之间的整数。"));
    await lab.until((fill) => fill.disabled, "nothing to fill with", fill);
    await lab.replace("7");
    await lab.until((fill) => !fill.disabled, "a seed", fill);
    await fill.click();
    await lab.until((start) => !location.hash.includes(start), "random numbers", start);
    const filled = await lab.link();
    await lab.press("undo");
    await lab.linkIs(start);
    await fill.click();
    await lab.linkIs(filled);
  });

  story(`a divisor that turns out to be none leaves the one that stood there (${language})`, async (lab) => {
    const start = `lang=${language}&lesson=bench&q=3,1&k=1,0;0,1&v=1;2&scale=4`;
    await lab.open(start);
    const divisor = await lab.find("textbox", "Divisor");
    const says = (text) => lab.until((text) => document.body.innerText.includes(text), text, text);
    await lab.shows({ "scaled 1 1": "0.750" });
    await divisor.click();
    await lab.replace("1e400");
    await says(said("the number is too large", "数太大"));
    await lab.page.keyboard.press("Tab");
    await lab.shows({ "scaled 1 1": "0.750" });
    await lab.linkIs(start);
    assert.deepEqual(await divisor.evaluate((field) => [field.value, field.ariaInvalid]), ["1e400", "true"], "the text stays, marked");
    const undo = await lab.find("button", "undo");
    await lab.until((undo) => undo.disabled, "nothing to undo", undo);
    await divisor.click();
    await lab.replace("8");
    await lab.shows({ "scaled 1 1": "0.375" });
    await lab.page.keyboard.press("Tab");
    await divisor.click();
    await lab.replace("2e999");
    await lab.page.keyboard.press("Tab");
    await lab.shows({ "scaled 1 1": "0.375" });
    await lab.linkHas("scale=8");
    await lab.press("undo");
    await lab.shows({ "scaled 1 1": "0.750" });
    await lab.linkIs(start);
    await lab.until((field) => field.value === "4" && !field.ariaInvalid, "the divisor as it was", divisor);
  });
}
