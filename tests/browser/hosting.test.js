// Where a host, a policy or a frame stands in the way: a word in place of a blank page, no violation of the policy that
// docs/hosting.md gives, and a link that can be had.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { POLICY, story } from "./page.js";

// The text of the notice once it says why, in both languages.
async function told(lab) {
  await lab.until(() => document.querySelector("#start[role=alert]:not([hidden])"), "a word on what is wrong");
  return lab.page.$eval("#start", (notice) => notice.innerText);
}

const wasm = /attention-lab-[0-9a-f]+_bg\.wasm$/;
const script = /attention-lab-[0-9a-f]+\.js$/;
const built = (name) => readFileSync(join(process.env.DIST, readdirSync(process.env.DIST).find((file) => name.test(file))));
const half = (name) => built(name).subarray(0, built(name).length / 2);
const faults = {
  "the program is not there": [wasm, { status: 404, body: "not found" }, /did not arrive/, /没有完整地取到/],
  "the program is cut off": [wasm, () => ({ status: 200, contentType: "application/wasm", body: half(wasm) }), /did not arrive/, /没有完整地取到/],
  "the program is empty": [wasm, { status: 200, contentType: "application/wasm", body: "" }, /did not arrive/, /没有完整地取到/],
  "the script is not there": [script, { status: 404, body: "not found" }, /did not arrive/, /没有完整地取到/],
  "the script is cut off": [script, () => ({ status: 200, contentType: "text/javascript", body: half(script) }), /did not arrive/, /没有完整地取到/],
  "a page stands in place of the program": [wasm, { status: 200, contentType: "text/html", body: "<p>Sign in</p>" }, /did not arrive/, /没有完整地取到/],
  "a script is served as plain text": [script, { status: 200, contentType: "text/plain", body: "export default 1" }, /did not arrive/, /没有完整地取到/],
};
for (const [what, [url, answer, en, zh]] of Object.entries(faults)) {
  story(`${what}: the page says so`, async (lab) => {
    await lab.answers(url, typeof answer === "function" ? answer() : answer);
    await lab.visit("lang=en&lesson=overview");
    const text = await told(lab);
    assert.match(text, en);
    assert.match(text, zh);
    lab.forgiving = true;
  });
}

story("a browser without WebAssembly is told so", async (lab) => {
  await lab.inBrowser(() => delete globalThis.WebAssembly);
  await lab.visit("");
  assert.match(await told(lab), /no WebAssembly/);
  lab.forgiving = true;
});

story("a policy that forbids WebAssembly is named", async (lab) => {
  lab.underPolicy("default-src 'self'");
  await lab.visit("");
  assert.match(await told(lab), /'wasm-unsafe-eval'/);
  lab.forgiving = true;
});

story("a page whose scripts are blocked, or on their way, is not blank", async (lab) => {
  lab.underPolicy("script-src 'none'");
  await lab.visit("");
  const text = await lab.page.evaluate(() => document.body.innerText);
  assert.match(text, /If this line stays/);
  assert.match(text, /这一行一直不消失/);
  lab.forgiving = true;
});

story("a page whose first script is not there is not blank", async (lab) => {
  await lab.answers(/start\.js$/, { status: 404, body: "not found" });
  await lab.visit("");
  assert.match(await lab.page.evaluate(() => document.body.innerText), /If this line stays/);
  lab.forgiving = true;
});

story("on a slow host the page says that it is loading, until it is there", async (lab) => {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  await lab.page.setRequestInterception(true);
  lab.page.on("request", async (request) => {
    if (wasm.test(request.url())) await arrived;
    await request.continue();
  });
  await lab.visit("lang=en&lesson=overview");
  const text = () => lab.page.evaluate(() => document.body.innerText);
  assert.match(await text(), /正在加载[^]*is loading/);
  arrive();
  await lab.ready();
  assert.doesNotMatch(await text(), /is loading/);
});

story("in a sandboxed frame the page says what the frame lacks", async (lab) => {
  await lab.visit("lang=en&lesson=overview");
  await lab.ready();
  lab.loaded = false;
  await lab.page.evaluate((src) => {
    const frame = Object.assign(document.createElement("iframe"), { src, width: 1000, height: 700 });
    frame.setAttribute("sandbox", "allow-scripts");
    document.body.replaceChildren(frame);
  }, `${lab.address}?framed`);
  const frame = await (await lab.page.waitForSelector("iframe")).contentFrame();
  const notice = await frame.waitForSelector("#start[role=alert]");
  assert.match(await notice.evaluate((notice) => notice.innerText), /allow-same-origin[^]*sandboxed frame/);
  lab.forgiving = true;
});

story("a page opened from disk says what it needs", async (lab) => {
  await lab.visitFile();
  assert.match(await told(lab), /opened from disk/);
  lab.forgiving = true;
});

story("under the documented policy nothing is violated, and the link of a panic restores the state", async (lab) => {
  lab.underPolicy(POLICY);
  await lab.inBrowser(() => addEventListener("securitypolicyviolation", (event) => console.error(`violates ${event.violatedDirective}: ${event.blockedURI}`)));
  for (const lesson of ["masks", "three-scalings", "scores"]) {
    await lab.open(`lang=en&lesson=${lesson}`);
    await lab.unfold();
  }
  await lab.type("Q 1 1", "7");
  await lab.linkHas("q=7");
  await lab.page.evaluate(() => (document.getElementById("panic").hidden = false));
  lab.loaded = false;
  await Promise.all([lab.page.waitForNavigation(), lab.page.click("#panic p:last-child a")]);
  await lab.ready();
  await lab.shows({ "Q 1 1": "7" });
});

story("in a frame that may not copy, the page's own link can be taken from a field", async (lab) => {
  await lab.inBrowser(() => Object.defineProperty(Navigator.prototype, "clipboard", { value: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) } }));
  await lab.visit("lang=en&lesson=overview");
  await lab.ready();
  const address = await lab.page.evaluate(() => location.href);
  lab.loaded = false;
  await lab.page.evaluate((address) => document.body.replaceChildren(Object.assign(document.createElement("iframe"), { src: `${address}&scale=none`, width: 1000, height: 700 })), address);
  const frame = await (await lab.page.waitForSelector("iframe")).contentFrame();
  await (await frame.waitForSelector('button[name="link"]')).click();
  const field = await frame.waitForSelector("header input[readonly]");
  assert.equal(await field.evaluate((input) => input.value), `${lab.address}#lang=en&lesson=overview&scale=none`);
});

story("what is done in one window is not forgotten by another", async (lab) => {
  await lab.open("lang=en&lesson=overview");
  const other = await lab.page.browserContext().newPage();
  await other.goto(`${lab.address}#lang=en&lesson=overview`);
  await other.waitForSelector("main article section");
  await other.evaluate(() => localStorage.setItem("attention-lab.progress", "reference"));
  await lab.until(() => document.querySelector(".contents .done"), "the mark of the other window");
  await other.close();
});

story("what was kept without a prefix is taken over once, and left where it is", async (lab) => {
  const kept = (page) => page.evaluate(() => ({ ...localStorage }));
  await lab.visit("");
  await lab.ready();
  const old = { language: "zh", theme: "dark", progress: "reference" };
  await lab.page.evaluate((old) => {
    localStorage.clear();
    Object.assign(localStorage, old);
  }, old);
  await lab.page.goto("about:blank");
  await lab.visit("");
  await lab.ready();
  assert.deepEqual(await lab.page.evaluate(() => [document.documentElement.lang.slice(0, 2), document.documentElement.dataset.theme]), ["zh", "dark"]);
  await lab.page.click('button[name="clear-progress"]');
  await lab.until(() => !document.querySelector(".contents .done"), "no lesson marked");
  await lab.reload();
  assert.equal(await lab.page.$(".contents .done"), null, "what was cleared does not come back");
  const now = await kept(lab.page);
  assert.deepEqual(Object.fromEntries(Object.keys(old).map((key) => [key, now[key]])), old, "what may be another page's stays");
});

story("in forced colours what is pressed, hidden or a source differs from what is not", async (lab) => {
  await lab.open("lang=en&lesson=masks&mask=causal&pad=1");
  const session = await lab.page.createCDPSession();
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  await lab.figures(); // what is above it stays where it is from then on
  await lab.page.click(".mask-draw td button[aria-pressed=false]");
  await lab.page.waitForSelector(".mask-draw td button[aria-pressed=true]");
  await lab.page.hover('[data-cell="weights 4 3"]');
  await lab.until(() => document.querySelector("td.source"), "sources of the cell");
  const looks = (selector) => lab.page.$eval(selector, (element) => {
    const { backgroundColor, backgroundImage, color, outlineStyle, outlineColor, borderTopColor } = getComputedStyle(element);
    return { backgroundColor, backgroundImage, color, outline: outlineStyle === "none" ? outlineStyle : outlineColor, borderTopColor };
  });
  const pairs = ['button[name="language"]', ".controls .key", ".mask-draw td button"];
  for (const kind of pairs) {
    const [on, off] = [await looks(`${kind}[aria-pressed="true"]`), await looks(`${kind}[aria-pressed="false"]`)];
    assert.notEqual(on.backgroundColor, off.backgroundColor, kind);
    assert.notEqual(on.color, on.backgroundColor, `${kind}: its words can be read`);
    assert.equal(on.color, (await looks(`${pairs[0]}[aria-pressed="true"]`)).color, `${kind}: all that is pressed looks alike`);
  }
  assert.match((await looks('[data-cell="weights 2 4"]')).backgroundImage, /gradient/, "a hidden key");
  assert.notEqual((await looks("td.source")).outline, "none", "a source");
});
