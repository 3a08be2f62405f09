// What becomes of answers: judged, hinted at, kept, given away or not, and what of it the course counts.
import assert from "node:assert/strict";
import { story } from "./page.js";

const both = (name, tell) => ["en", "zh"].forEach((language) => story(`${name} (${language})`, (lab) => tell(lab, (en, zh) => (language === "en" ? en : zh), language)));

const fieldOf = (lab, at) => lab.page.waitForSelector(`input[name="answer-${at}"]`);

/** Checks `text` as the answer to a question, from 1, and gives what the page says to it. */
async function answer(lab, at, text) {
  const field = await fieldOf(lab, at);
  await field.click({ count: 3 });
  await lab.replace(text);
  // What is typed has no verdict yet: the next one is of this answer.
  await lab.until((field) => !field.form.querySelector('[role="status"]').textContent, "the old verdict gone", field);
  await lab.page.keyboard.press("Enter");
  const verdict = await lab.page.waitForFunction((field) => field.form.querySelector('[role="status"]').textContent, {}, field);
  return verdict.jsonValue();
}

const says = (lab, at, text) => lab.comes((at) => document.querySelector(`input[name="answer-${at}"]`)?.form.querySelector('[role="status"]').textContent, text, `what is said to answer ${at}`, at);
const press = async (lab, name) => (await lab.page.waitForSelector(`button[name="${name}"]`)).click();
const progress = (lab) => lab.page.$eval(".exercise .progress", (line) => line.textContent);
const open = (lab, language, link) => lab.open(`lang=${language}&${link}`);

both("an answer belongs to the numbers that it was asked of", async (lab, say, language) => {
  await open(lab, language, "lesson=projections&exercise.start=c");
  for (const [at, right] of ["2", "2", "√2", "0.804", "0.196"].entries()) assert.match(await answer(lab, at + 1, right), say(/^Right: /, /^对了：/));
  await lab.visible(say("All 5 done", "5 个都完成了"));
  await lab.type("WQ 1 1", "1");
  await lab.type("WQ 2 2", "1");
  await lab.shows({ "Q 1 1": "1.000", "weights 1 1": "0.670" });
  const before = say("Right, for the numbers as they were.", "对了，按改动前的数算。");
  for (const at of [1, 2, 3, 4, 5]) await says(lab, at, before);
  assert.equal((await lab.page.$$(".exercise .wrong")).length, 0);
  await lab.visible(say("All 5 done", "5 个都完成了"));
  await lab.linkHas("exercise.right=1,2,3,4,5");
  await lab.reload();
  for (const at of [1, 5]) await says(lab, at, before);
  await lab.shows({ "weights 1 1": "0.670" });
  // Cleared, the questions ask about the numbers as they are.
  await press(lab, "clear-answers");
  await lab.shows({ "Q 1 1": "?", "weights 1 1": "?" });
  assert.match(await answer(lab, 1, "2"), say(/^Not yet|^It looks/, /^还不对|^看起来/));
  assert.equal(await answer(lab, 1, "1"), say("Right: 1.000", "对了：1.000"));
});

story("misses are counted, and the working ends them", async (lab) => {
  await open(lab, "en", "lesson=by-hand");
  assert.doesNotMatch(await answer(lab, 1, "5"), /The working begins/);
  assert.match(await answer(lab, 1, "7"), / The working begins: 1 × 1 \+ 1 × 1 …$/);
  await lab.press("show the working");
  await says(lab, 1, "");
  assert.equal(await lab.page.$eval('input[name="answer-1"]', (field) => field.ariaInvalid), null);
  // A problem in words has the working of the lesson's text.
  await open(lab, "zh", "lesson=flash&exercise.start=c&flash-measure.longest=128");
  await answer(lab, 3, "20");
  assert.match(await answer(lab, 3, "50"), /^还不对。正确的数要小一些。 算式这样开头：/);
  assert.equal(await answer(lab, 3, "30.86"), "对了：30.858");
  assert.match(await lab.page.$eval(".questions li:nth-child(3) .answer", (lines) => lines.textContent), /30\.858/);
  assert.match(await answer(lab, 3, "ln 0"), /只有正数才有对数/);
});

both("what stands covered is covered in every figure of the page", async (lab, say, language) => {
  const covered = say("This would give answers away", "这里会泄露答案");
  const count = () => lab.page.$$eval(".figure > p.soft", (texts, covered) => texts.filter((text) => text.textContent.startsWith(covered)).length, covered);
  await open(lab, language, "lesson=properties&exercise.start=c");
  await lab.visible(covered);
  assert.equal(await count(), 2, "the permutation and the row that is shifted");
  const tables = await lab.page.$$eval(".computed-table", (tables) => tables.map((table) => table.textContent).join());
  assert(!tables.includes("0.665") && !tables.includes("0.333"), tables);
  await answer(lab, 1, "0.665");
  await answer(lab, 2, "1/3");
  await lab.until(() => [...document.querySelectorAll(".computed-table")].some((table) => table.textContent.includes("0.665")), "the figures, once both are found");
  assert.equal(await count(), 0);
  await open(lab, language, "lesson=masks&exercise.start=b");
  await lab.visible(covered);
  assert.equal(await lab.page.$('[data-cell="before weights 1 1"], .three .panel'), null, "the weights before and after");
});

both("each start keeps its answers, and figures their settings", async (lab, say, language) => {
  await open(lab, language, "lesson=mixing&mixing-scale.c=-1&exercise.start=b");
  await answer(lab, 1, "3");
  const start = (id) => lab.page.$$eval(".starts button", (buttons, id) => buttons.find((button) => button.querySelector("b").textContent === id).click(), id);
  await start("a");
  await lab.linkIs(`lang=${language}&lesson=mixing&mixing-scale.c=-1`);
  await start("b");
  await lab.linkHas("exercise.answers=3");
  await lab.linkHas("mixing-scale.c=-1");
  await says(lab, 1, say("Right: 3.000", "对了：3.000"));
  // One step of undo each.
  await lab.press("undo");
  await lab.linkIs(`lang=${language}&lesson=mixing&mixing-scale.c=-1`);
});

both("a lesson is found again as it was left, and can be begun anew", async (lab, say, language) => {
  await open(lab, language, "lesson=bench&q=1,1&k=1,0;0,1&v=1,0;0,1");
  await lab.type("Q 1 1", "7");
  await lab.shows({ "scores 1 1": "7.000" });
  await lab.lesson("Masks");
  assert(!(await lab.page.$eval("main article", (lesson) => lesson.innerText)).includes(say("This is as you left it.", "这是你上次离开时的样子。")));
  await lab.lesson("The bench");
  await lab.shows({ "Q 1 1": "7", "scores 1 1": "7.000" });
  await lab.visible(say("This is as you left it.", "这是你上次离开时的样子。"));
  await press(lab, "anew");
  await lab.linkIs(`lang=${language}&lesson=bench`);
  await lab.until(() => document.querySelector('button[name="anew"]').closest("p").hidden, "nothing more to begin anew");
});

both("a link without answers holds the numbers and nothing of the answers", async (lab, say, language) => {
  await lab.inBrowser(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await open(lab, language, "lesson=by-hand&scale=dk&exercise.answers=2,,0.3&exercise.revealed=2");
  await press(lab, "bare-link");
  // A browser without a clipboard shows the link instead.
  const field = await lab.page.waitForSelector('button[name="bare-link"] ~ [role="status"] input[readonly]');
  assert.equal((await field.evaluate((input) => input.value)).split("#")[1], `lang=${language}&lesson=by-hand&scale=dk`);
  await press(lab, "clear-answers");
  await lab.linkIs(`lang=${language}&lesson=by-hand&scale=dk`);
});

both("a lesson is ticked off when it was read to its end, or solved, not when it was opened", async (lab, say, language) => {
  const ticks = () => lab.page.$$eval(".contents .done", (ticks) => ticks.map((tick) => [tick.parentElement.querySelector("a").href.match(/lesson=([\w-]+)/)[1], tick.title]));
  await open(lab, language, "lesson=numerics");
  await lab.until(() => document.querySelectorAll(".computed-table").length > 3, "its figures");
  assert.deepEqual(await ticks(), []);
  await lab.page.evaluate(() => scrollTo(0, 400));
  await lab.frames(3);
  assert.deepEqual(await ticks(), []);
  await lab.page.evaluate(() => document.querySelector("nav.turn").scrollIntoView());
  await lab.until(() => document.querySelector(".contents .done"), "the tick");
  assert.deepEqual(await ticks(), [["numerics", say("read to the end", "已读到末尾")]]);
  // A working that was asked for is no answer.
  await open(lab, language, "lesson=mixing&exercise.start=b&exercise.revealed=1,2,3,4,5");
  await lab.visible(say("All 5 done", "5 个都完成了"));
  await lab.page.evaluate(() => document.querySelector("nav.turn").scrollIntoView());
  await lab.frames(3);
  assert.equal((await ticks()).length, 1);
  for (const [at, right] of ["3", "0.576", "4.093", "2.543", "1/8"].entries()) await answer(lab, at + 1, right);
  await lab.until(() => document.querySelectorAll(".contents .done").length === 2, "the second tick");
  assert.deepEqual((await ticks())[1], ["mixing", say("all questions answered rightly", "题目全部答对")]);
});
