// What outlives its part of the page: timers, focus, half-typed texts and what is pointed at, when a lesson leaves.
import assert from "node:assert/strict";
import { watchMemory } from "./memory.js";
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

const failed = "could not be loaded, or broke";

// What the page meets in place of its worker, until `window.fake` is gone.
function fakeWorkers(text) {
  window.fake = true;
  const [OwnWorker, ownTimeout] = [window.Worker, window.setTimeout];
  window.Worker = function (address) {
    return new OwnWorker(window.fake ? URL.createObjectURL(new Blob([text.replaceAll("HERE", location.href.split("#")[0])])) : address);
  };
  // Patience of seconds is none.
  window.setTimeout = (call, delay = 0, ...given) => ownTimeout(call, window.fake && delay >= 10_000 ? 0 : delay, ...given);
}

const WORKERS = {
  "an empty file": "",
  "one of a time before builds were compared": "postMessage(null);",
  "one of another build": "postMessage('0123456789abcdef');",
  "zeros": "postMessage(null); postMessage(new Uint8Array(3000)); onmessage = () => postMessage(new Uint8Array(3000));",
  "one that begins and then says nothing":
    "const post = postMessage.bind(self); let first = true; self.postMessage = (data) => { if (first) post(data); first = false; }; importScripts('HERElaboratory.js'); wasm_bindgen({ module_or_path: 'HERElaboratory_bg.wasm' });",
  "one that answers nonsense":
    "const post = postMessage.bind(self); let first = true; self.postMessage = (data) => { post(first ? data : new Uint8Array(3000)); first = false; }; importScripts('HERElaboratory.js'); wasm_bindgen({ module_or_path: 'HERElaboratory_bg.wasm' });",
  "one that throws at each order": "postMessage('0123456789abcdef'); onmessage = () => { throw new Error('fake'); }; setTimeout(() => { throw new Error('fake'); }); throw new Error('fake');",
};

for (const [what, text] of Object.entries(WORKERS)) {
  story(`in place of the worker there is ${what}: the page says so, and tries again`, async (lab) => {
    await lab.page.evaluateOnNewDocument(fakeWorkers, text);
    for (const lesson of ["variance", "numerics"]) {
      await lab.open(`lang=en&lesson=${lesson}`);
      await lab.visible(failed);
      await lab.page.evaluate(() => (window.fake = false));
      for (const retry of await lab.page.$$('button[name="retry"]')) await retry.evaluate((button) => button.isConnected && button.click());
      await lab.until((failed) => !document.body.innerText.includes(failed) && document.querySelector(".computed-table"), "the figures", failed);
    }
    lab.faults = lab.faults.filter((fault) => !/blob:|Uncaught Error: fake|uncaught: Error: fake/.test(fault));
  });
}

story("a keystroke survives loading the page anew at once", async (lab) => {
  await lab.open("lang=en&lesson=masks");
  await lab.type("Q 1 1", "7.25");
  await lab.reload();
  await lab.shows({ "Q 1 1": "7.25" });
});

story("a damaged link stays in the address until something is changed, however it came", async (lab) => {
  const damaged = "lang=en&lesson=bench&q=nan";
  await lab.open("lang=en&lesson=overview");
  await follow(lab, damaged);
  await arrives(lab, "bench");
  assert.match((await lab.notices())[0], /q=nan/);
  await lab.page.evaluate(() => window.dispatchEvent(new Event("pagehide"))); // writes what there is to write
  await lab.linkIs(damaged);
  await lab.press("causal mask");
  await lab.linkIs("lang=en&lesson=bench&mask=causal");
});

story("the address follows after the link was copied, too", async (lab) => {
  await lab.open(undefined);
  await lab.allowClipboard();
  await lab.press("copy link");
  await lab.visible("copied");
  await lab.speak("zh");
  await lab.linkHas("lang=zh");
});

story("what the start has no use for is named", async (lab) => {
  for (const [link, key] of [["from=x&q=1,2;3,4", "q"], ["from=qkv&x=1,2;3,4", "x"], ["from=scores&q=1,2;3,4", "q"], ["dk=7", "dk"]]) {
    await lab.open(`lang=en&lesson=bench&${link}`);
    const notices = await lab.notices();
    assert.equal(notices.length, 1, notices.join("; "));
    assert(notices[0].includes(`“${key}=`) && notices[0].includes("has no use for it"), notices[0]);
  }
});

story("a long token is cut in the heads of rows and columns, and whole in their titles", async (lab) => {
  const token = "W".repeat(3000);
  await lab.open(`lang=en&lesson=masks&tokens=${token}`);
  const widths = await lab.page.$$eval("th", (heads) => heads.filter((head) => head.textContent.includes("WWW")).map((head) => head.getBoundingClientRect().width));
  assert(widths.length > 4 && Math.max(...widths) < 300, `${Math.max(...widths)} px`);
  const titles = await lab.page.$$eval("th", (heads) => heads.filter((head) => head.textContent.includes("WWW")).map((head) => head.title === head.textContent));
  assert(titles.every(Boolean));
});

story("the memory that lessons take is given back when they leave", async (lab) => {
  await lab.inBrowser(watchMemory);
  await lab.open("lang=en&lesson=overview");
  const change = async (count) => {
    for (let i = 0; i < count; i++) {
      const lesson = ["reference", "overview"][i % 2];
      await follow(lab, `lang=en&lesson=${lesson}`);
      await lab.until((lesson) => document.querySelector("main article").dataset.lesson === lesson, lesson, lesson);
      await lab.frames(2);
    }
    return lab.page.evaluate(() => window.wasmMemory.buffer.byteLength / 65536);
  };
  const before = await change(40);
  const taken = (await change(60)) - before;
  assert(taken <= 6, `60 changes of lesson take ${taken} pages of 64 kB`); // about 20 when every reader is kept
});

story("a random walk over lessons, languages, fields and history breaks nothing", (lab) => walk(lab, { seed: 1, first: "masks" }));
