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

const verdict = (lab, at) => lab.page.$eval(`input[name="answer-${at}"]`, (field) => field.form.querySelector('[role="status"]').textContent);
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

both("after a miss comes a hint, then how the working begins; the working ends it", async (lab, say, language) => {
  await open(lab, language, "lesson=by-hand");
  const hint = say("Not yet. Multiply the query with the key, number by number, and add.", "还不对。查询与键逐个分量相乘，再相加。");
  assert.equal(await answer(lab, 1, "5"), hint);
  assert.equal(await answer(lab, 1, "7"), hint + say(" The working begins: 1 × 1 + 1 × 1 …", " 算式这样开头：1 × 1 + 1 × 1 …"));
  await lab.press("show the working");
  await says(lab, 1, "");
  assert.equal(await lab.page.$eval('input[name="answer-1"]', (field) => field.ariaInvalid), null);
  // Words have no stages: larger or smaller, and then the working without its result.
  await open(lab, language, "lesson=flash&exercise.start=c&flash-measure.longest=128");
  assert.equal(await answer(lab, 3, "20"), say("Not yet. The number is larger.", "还不对。正确的数要大一些。"));
  const second = await answer(lab, 3, "50");
  assert(second.startsWith(say("Not yet. The number is smaller. The working begins: ", "还不对。正确的数要小一些。 算式这样开头：")), second);
  assert(!second.includes("30.8"), second);
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

both("words say of covers only where there are some, and what counts as right", async (lab, say, language) => {
  const stays = say("stays covered", "先盖住");
  await open(lab, language, "lesson=multi-head&exercise.start=c");
  await lab.visible(say("0 of 3 done.", "完成 0 / 3。"));
  assert(!(await progress(lab)).includes(stays), await progress(lab));
  await open(lab, language, "lesson=by-hand");
  assert((await progress(lab)).includes(stays), await progress(lab));
  await lab.visible(say("From 0.1 to 1 (sign aside) an answer may be off by 0.005; above by 0.5%, below by 5% of the number; a count must be exact.", "0.1 到 1 之间的数（不计正负号）误差不超过 0.005 就算对；更大的按 0.5%，更小的按 5%；问个数的，要一个不差。"));
  // At a tiny weight each of these once passed.
  await open(lab, language, "lesson=by-hand&exercise.start=b&decimals=6");
  for (const impossible of ["-0.001", "0.005", "1e-8"]) assert.doesNotMatch(await answer(lab, 1, impossible), say(/^Right/, /^对了/), impossible);
  assert.equal(await answer(lab, 1, "0.00034"), say("Right: 0.000335", "对了：0.000335"));
  await open(lab, language, "lesson=kv-cache&exercise.start=b");
  assert.match(await answer(lab, 3, "131"), say(/^Right: 131\.072/, /^对了：131\.072/));
  assert.doesNotMatch(await answer(lab, 3, "132"), say(/^Right/, /^对了/));
});

both("answers are written as the page writes numbers, and rounded once", async (lab, say, language) => {
  await open(lab, language, "lesson=flash&exercise.start=c&flash-measure.longest=128");
  for (const text of ["1/e", "exp(-1)", "e^(−1)", "e^-1", "36.8%"]) assert.equal(await answer(lab, 1, text), say("Right: 0.368", "对了：0.368"), text);
  assert.equal(await answer(lab, 3, "30.86"), say("Right: 30.858", "对了：30.858"));
  assert.match(await lab.page.$eval(".questions li:nth-child(3) .answer", (lines) => lines.textContent), /30\.858/);
  await open(lab, language, "lesson=cosine&exercise.start=b");
  for (const text of ["ln 1000/2", "ln(1000)/2"]) assert.match(await answer(lab, 3, text), say(/^Right: 3\.454/, /^对了：3\.454/), text);
  await open(lab, language, "lesson=mixing&exercise.start=b");
  assert.match(await answer(lab, 5, "12.5%"), say(/^Right: 0\.125/, /^对了：0\.125/));
  assert.match(await answer(lab, 5, "ln 0"), say(/only a positive number has a logarithm/i, /只有正数才有对数/));
  // Cells read the same.
  await open(lab, language, "lesson=bench&q=1,1&k=1,0;0,1&v=1,0;0,1");
  await lab.type("Q 1 1", "25%");
  await lab.shows({ "scores 1 1": "0.250" });
  // A number with a sign of its own stands in brackets.
  await open(lab, language, "lesson=by-hand&exercise.start=b&exercise.revealed=1");
  await lab.visible("3e−4 ÷ (1+3e−4)");
});

both("percent, counts and rounding are judged as what they are", async (lab, say, language) => {
  await open(lab, language, "lesson=cost&exercise.start=d");
  for (const text of ["1%", "1"]) assert.equal(await answer(lab, 4, text), say("Right: 1", "对了：1"), text);
  assert.match(await answer(lab, 4, "0.01"), say(/^This is the ratio/, /^这是比值/));
  assert.match(await answer(lab, 1, "0.268"), say(/^It is off by a factor of 1000/, /^和正确的数相差 1000 倍/));
  assert.match(await answer(lab, 1, "256"), say(/^This goes by 1024/, /^这是按 1024 换算的/));
  await open(lab, language, "lesson=properties&exercise.start=c");
  assert.equal(await answer(lab, 3, "4.01"), say("Things are counted here: the answer is a whole number.", "这里数的是个数，答案是整数。"));
  await open(lab, language, "lesson=by-hand&exercise.start=b");
  assert.equal(await answer(lab, 1, "3e-4"), say("Too coarse: give two significant digits.", "约得太粗了：请给出两位有效数字。"));
  assert.equal(await answer(lab, 1, "3.4e-4"), say("Right: 3.4e−4", "对了：3.4e−4"));
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
