// What outlives its part of the page: timers, focus, half-typed texts and what is pointed at, when a lesson leaves.
import assert from "node:assert/strict";
import { story } from "./page.js";
import { walk } from "./walk.js";

/** Waits until another lesson is there, and the page has had time to break: two frames. */
async function arrives(lab, lesson) {
  await lab.until((lesson) => document.querySelector("main article").dataset.lesson === lesson && document.querySelector("main article section"), lesson, lesson);
  await lab.frames(2);
  await lab.page.evaluate(() => new Promise((done) => setTimeout(done)));
  await lives(lab);
}

/** The page has not broken, and reacts. */
async function lives(lab) {
  assert(await lab.page.$eval("#panic", (notice) => notice.hidden), "no panic");
  const theme = await lab.page.$('button[name="theme"]');
  const before = await theme.evaluate((button) => button.ariaPressed);
  await theme.evaluate((button) => button.click());
  await lab.until((button, before) => button.ariaPressed !== before, "the theme to change", theme, before);
}

const follow = (lab, link) => lab.page.evaluate((link) => (location.hash = link), link);
const back = (lab) => lab.page.evaluate(() => history.back());

story("language and lesson change at once while a sampled figure is on the page", async (lab) => {
  for (const [from, to] of [["variance", "overview"], ["flash", "overview"], ["three-scalings", "source-check"]]) {
    await lab.open(`lang=en&lesson=${from}`);
    await follow(lab, `lang=zh&lesson=${to}`);
    await arrives(lab, to);
  }
  await lab.open("lang=en&lesson=overview");
  await follow(lab, "lang=en&lesson=variance");
  await arrives(lab, "variance");
  await lab.speak("zh");
  await lab.linkHas("lang=zh");
  await back(lab);
  await arrives(lab, "overview");
});

story("a pointed cell of another panel may go with its row, column or lesson", async (lab) => {
  const hint = "Point at a cell, or walk to it with the arrow keys: its arithmetic appears here.";
  for (const [link, cell, press] of [
    ["lesson=masks", "before.weights 4 1", "queries L − 1"],
    ["lesson=three-scalings", "sqrt.weights 1 3", "keys S − 1"],
    ["lesson=masks&q=1,0;0,2;1,1;2,0.5;1,1", "before.weights 5 1", "reset"],
    ["lesson=masks", "renormalised.weights 4 1", "queries L − 1"],
    ["lesson=masks", "weights 4 1", "queries L − 1"],
  ]) {
    await lab.open(`lang=en&${link}`);
    await lab.point(cell);
    await lab.until((hint) => !document.querySelector(".working").textContent.includes(hint), "the working", hint);
    await (await lab.find("button", press)).evaluate((button) => button.click());
    await lab.comes(() => document.querySelector(".working").textContent, hint, `the working without ${cell}`);
    await (await lab.find("button", "undo")).evaluate((button) => button.click());
    await lab.element(cell);
    assert.equal((await lab.working()).join(), hint, "a cell that comes back was forgotten");
    await lives(lab);
  }
  await lab.open("lang=en&lesson=overview");
  await follow(lab, "lang=en&lesson=masks");
  await arrives(lab, "masks");
  await lab.point("before.weights 1 1");
  await lab.chord("Control", "z");
  await arrives(lab, "overview");
  assert.deepEqual(await lab.working(), [hint], "the panel stayed behind");
});

story("a cell may have the focus when its lesson leaves", async (lab) => {
  const leave = { "Ctrl+Z": () => lab.chord("Control", "z"), Back: () => back(lab) };
  for (const [to, lesson, cell] of [["overview", "by-hand", "Q 1 1"], ["overview", "cosine", "scores 1 1"], ["by-hand", "soft-lookup", "weights 1 1"]]) {
    for (const [how, go] of Object.entries(leave)) {
      await lab.open(`lang=en&lesson=${to}`);
      await follow(lab, `lang=en&lesson=${lesson}`);
      await arrives(lab, lesson);
      await (await lab.element(cell)).focus();
      await lab.isFocused(cell);
      await go();
      await arrives(lab, to).catch((error) => assert.fail(`${lesson} → ${to} by ${how}: ${error.message}`));
    }
  }
});

story("a cell that is to get the focus may leave before the frame that gives it", async (lab) => {
  await lab.open("lang=en&lesson=overview");
  await follow(lab, "lang=en&lesson=by-hand");
  await arrives(lab, "by-hand");
  await (await lab.element("Q 1 1")).focus();
  // Enter goes to the cell below at the next frame; undo comes first.
  await lab.page.evaluate(() => {
    const key = (key, more) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    key("Enter");
    key("z", { ctrlKey: true });
  });
  await arrives(lab, "overview");
});

story("a text that is half typed stays out of the lesson that comes", async (lab) => {
  const fields = { tokens: "cat dog", "window-left": "1", "[aria-label='queries L']": "9" };
  for (const [field, text] of Object.entries(fields)) {
    await lab.open("lang=en&lesson=overview");
    await follow(lab, "lang=en&lesson=masks");
    await arrives(lab, "masks");
    await lab.unfold();
    const selector = field.startsWith("[") ? `input${field}` : `input[name="${field}"]`;
    await (await lab.page.waitForSelector(selector)).focus();
    await lab.replace(text);
    await back(lab);
    await arrives(lab, "overview");
    await lab.unfold();
    await lab.page.evaluate(() => document.activeElement.blur());
    await lab.press("copy link");
    await lab.linkIs("lang=en&lesson=overview");
    assert.notEqual(await lab.page.$eval('input[name="tokens"]', (field) => field.value), "cat dog");
    assert(await (await lab.find("button", "undo")).evaluate((button) => !button.disabled), "masks lies one step back");
  }
  // Undo within the lesson ends it, too; the next text is meant.
  await lab.open("lang=en&lesson=masks");
  await lab.unfold();
  const tokens = await lab.page.waitForSelector('input[name="tokens"]');
  const stood = await tokens.evaluate((field) => field.value);
  await tokens.focus();
  await lab.replace("cat dog");
  await lab.chord("Control", "z");
  await lab.until((field, stood) => field.value === stood, "the tokens as they were", tokens, stood);
  await lab.page.keyboard.press("Tab");
  await tokens.focus();
  await lab.replace("I see");
  await lab.page.keyboard.press("Tab");
  await lab.linkHas("tokens=I,see");
});

story("a random walk over lessons, languages, fields and history breaks nothing", (lab) => walk(lab, { seed: 1, first: "masks" }));
