// The link is the state: damaged links, lessons, languages, themes, and the way back.
import assert from "node:assert/strict";
import { story } from "./page.js";

const NOISE = Array.from({ length: 100_000 }, (_, i) => String.fromCharCode(33 + ((i * 7919 + (i >> 3)) % 94))).join("").replaceAll("#", "=");

const DAMAGED = [
  ["q=1,2;3", "q=1,2;3"], ["q=&k=", "q="], ["scale=0", "scale=0"], ["q=nan,inf", "q=nan,inf"], ["lesson=none", "lesson=none"], ["decimals=99", "decimals=99"],
  [NOISE, ""], ["lesson=bench&tokens=%E4%B", "%E4%B"], ["lesson=bench&tokens=a,%", "%"], ["%", ""],
];

for (const [language, said, well] of [["en", /not used|damaged/, /^[\x20-\x7e“”…√−]+$/], ["zh", /未被采用|已损坏/, /[\u4e00-\u9fff]/]]) {
  story(`a damaged link opens a working page with a notice (${language})`, async (lab) => {
    for (const [link, named] of DAMAGED) {
      const what = link.slice(0, 40);
      await lab.open(`lang=${language}&${link}`);
      const notices = await lab.notices();
      for (const notice of notices) assert(said.test(notice) && (well.test(notice) || link === NOISE), `${what}: ${notice}`);
      assert(notices.some((notice) => notice.includes(named)), `${what} is not named in: ${notices}`);
      assert(await lab.page.$eval("#panic", (panic) => panic.hidden), `${what} ends in a panic`);
      // The page works: a number can be typed and everything follows.
      const before = await lab.cell("weights 1 1");
      assert.match(before, /^0\.\d+$/, what);
      await lab.type("Q 1 1", "3");
      await lab.until((before) => document.querySelector('[data-cell="weights 1 1"]').textContent !== before, "another weight", before);
      await lab.press("dismiss");
      await lab.until(() => !document.querySelector('[role="alert"] li'), "no notice");
    }
  });
}

story("a damaged link without a language, and one that comes while the page is open, are met as well", async (lab) => {
  await lab.open("q=1,2;3");
  assert.match((await lab.notices())[0], /q=1,2;3/);
  await lab.page.evaluate(() => (location.hash = "lang=en&lesson=bench&scale=-1"));
  await lab.heading("The bench");
  assert.match((await lab.notices())[0], /scale=-1/);
  await lab.page.evaluate(() => (location.hash = "lang=en&lesson=bench&scale=dk"));
  await lab.until(() => !document.querySelector('[role="alert"] li'), "no notice");
  await lab.open();
  assert.equal(await lab.page.$('[role="alert"] li'), null, "no link, no notice");
});

story("the browser's way back leads to the lesson before, as it was left", async (lab) => {
  await lab.open("lang=en&lesson=bench");
  await lab.type("Q 1 1", "7");
  await lab.linkHas("q=7,");
  const left = await lab.link();
  await lab.lesson("Masks");
  await lab.linkIs("lang=en&lesson=masks");
  await lab.lesson("By hand");
  await lab.page.goBack();
  await lab.heading("Masks");
  await lab.page.goBack();
  await lab.heading("The bench");
  await lab.linkIs(left);
  await lab.shows({ "Q 1 1": "7" });
  await lab.page.goForward();
  await lab.heading("Masks");
  await lab.linkIs("lang=en&lesson=masks");
});

story("going through the browser's history while the address is about to be written loses no entry", async (lab) => {
  await lab.open("lang=en&lesson=bench");
  await lab.lesson("Masks");
  await lab.lesson("By hand");
  for (let pause = 0; pause <= 300; pause += 25) {
    await lab.page.goBack();
    await lab.heading("Masks");
    // Keeps the page busy until both the writing and the event of the next step back are due.
    await lab.page.evaluate((pause) => {
      const end = performance.now() + pause;
      while (performance.now() < end);
      history.forward();
    }, pause);
    await lab.heading("By hand");
  }
  await lab.linkIs("lang=en&lesson=by-hand");
});

story("the copied link opens the same page elsewhere", async (lab) => {
  await lab.open("lang=en&lesson=bench");
  await lab.allowClipboard();
  await lab.type("K 2 1", "-1/3");
  await lab.scaling("dk");
  await lab.hideKey(3);
  await lab.press("copy link"); // at once: the address may lag behind, the copy may not
  await lab.page.waitForFunction(() => document.querySelector("header").innerText.includes("copied"));
  const copied = await lab.clipboard();
  assert(copied.startsWith(`${lab.address}#`), copied);
  const numbers = await lab.numbers();
  await lab.open(copied.split("#")[1]);
  assert.deepEqual(await lab.numbers(), numbers);
  await lab.linkIs(copied.split("#")[1]);
});

story("where the browser has no clipboard, or refuses it, the link stands in the address and in a field", async (lab) => {
  // A page that is not served over https has none.
  await lab.inBrowser(() => Object.defineProperty(Navigator.prototype, "clipboard", { value: location.search ? { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) } : undefined }));
  for (const query of ["", "?refuse"]) {
    await lab.open("lang=en&lesson=overview", { query });
    await lab.type("Q 1 1", "9");
    await lab.page.click('button[name="link"]');
    await lab.linkIs("lang=en&lesson=overview&q=9,1");
    const field = await lab.page.waitForSelector("header input[readonly]");
    assert.equal(await field.evaluate((input) => input.value.split("#")[1]), "lang=en&lesson=overview&q=9,1");
    assert.doesNotMatch(await lab.page.$eval("header", (header) => header.innerText), /copied/, "nothing was copied");
    await lab.type("Q 1 1", "8");
    await lab.shows({ "scores 1 1": "8.000" });
  }
});

story("switching the language keeps everything but the words", async (lab) => {
  await lab.open("lang=en&lesson=masks&step=6&decimals=4");
  await lab.press("causal mask");
  await lab.hideKey(2);
  await lab.type("V 1 1", "x");
  await lab.complaint("V 1 1");
  await lab.page.keyboard.press("Tab");
  const numbers = await lab.numbers();
  const english = await lab.page.evaluate(() => document.body.innerText);
  await lab.speak("zh");
  await lab.heading("Masks");
  assert.deepEqual(await lab.numbers(), numbers);
  await lab.complaint("V 1 1");
  await lab.linkHas("lang=zh&lesson=masks&step=6&decimals=4");
  assert.match(await lab.page.title(), /^掩码/);
  await lab.reload(); // the next visit begins in the same language, with or without a link
  assert.equal(lab.language, "zh");
  await lab.open();
  assert.equal(lab.language, "zh");
  await lab.speak("en");
  await lab.lesson("Masks");
  for (const line of english.split("\n").filter((line) => /^[A-Z][a-z ,]{30,}/.test(line)).slice(0, 5)) await lab.visible(line);
});

story("the theme follows the system until it is chosen, and is kept", async (lab) => {
  const paper = () => lab.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await lab.open("lang=en&lesson=bench", { theme: "dark" });
  const dark = await paper();
  await lab.isPressed("dark theme", true);
  const night = await lab.picture("Heat map: weights, no scaling");
  await lab.press("dark theme");
  await lab.isPressed("dark theme", false);
  const light = await paper();
  assert.notEqual(light, dark);
  await lab.frames(2);
  assert.notDeepEqual(await lab.picture("Heat map: weights, no scaling"), night, "the canvas follows");
  await lab.reload();
  assert.equal(await paper(), light);
  assert.doesNotMatch(await lab.link(), /theme|light|dark/, "a link does not carry the theme");
});

story("on a narrow screen the strip of contents shows the lesson that is open", async (lab) => {
  const shown = (lesson) => lab.until((lesson) => {
    const [strip, current] = [".contents", ".contents [aria-current]"].map((selector) => document.querySelector(selector));
    const [outer, inner] = [strip, current].map((element) => element.getBoundingClientRect());
    return current.hash.includes(`lesson=${lesson}`) && strip.scrollWidth > strip.clientWidth && outer.left <= inner.left && inner.right <= outer.right;
  }, `${lesson} in the strip`, lesson);
  for (const language of ["en", "zh"]) {
    await lab.open(`lang=${language}&lesson=cost`, { width: 360, height: 740 });
    await shown("cost");
    await lab.page.evaluate((link) => (location.hash = link), `lang=${language}&lesson=soft-lookup`);
    await shown("soft-lookup");
  }
});
