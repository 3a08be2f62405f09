// Where a host, a policy or a frame stands in the way: a word in place of a blank page, no violation of the policy that
// docs/hosting.md gives, and a link that can be had.
import assert from "node:assert/strict";
import { POLICY, story } from "./page.js";

// The text of the notice once it says why, in both languages.
async function told(lab) {
  await lab.until(() => document.querySelector("#start[role=alert]:not([hidden])"), "a word on what is wrong");
  return lab.page.$eval("#start", (notice) => notice.innerText);
}

const wasm = /attention-lab-[0-9a-f]+_bg\.wasm$/;
const script = /attention-lab-[0-9a-f]+\.js$/;
const faults = {
  "the program is not there": [wasm, { status: 404, body: "not found" }, /did not arrive/, /没有完整地取到/],
  "the program is cut off": [wasm, { status: 200, contentType: "application/wasm", body: Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 1]) }, /did not arrive/, /没有完整地取到/],
  "a page stands in place of the program": [wasm, { status: 200, contentType: "text/html", body: "<p>Sign in</p>" }, /did not arrive/, /没有完整地取到/],
  "a script is served as plain text": [script, { status: 200, contentType: "text/plain", body: "export default 1" }, /did not arrive/, /没有完整地取到/],
};
for (const [what, [url, answer, en, zh]] of Object.entries(faults)) {
  story(`${what}: the page says so`, async (lab) => {
    await lab.answers(url, answer);
    await lab.visit("lang=en&lesson=overview");
    const text = await told(lab);
    assert.match(text, en);
    assert.match(text, zh);
    lab.faults = [];
  });
}

story("a browser without WebAssembly is told so", async (lab) => {
  await lab.inBrowser(() => delete globalThis.WebAssembly);
  await lab.visit("");
  assert.match(await told(lab), /no WebAssembly/);
  lab.faults = [];
});

story("a policy that forbids WebAssembly is named", async (lab) => {
  lab.underPolicy("default-src 'self'");
  await lab.visit("");
  assert.match(await told(lab), /'wasm-unsafe-eval'/);
  lab.faults = [];
});

story("a page whose scripts are blocked, or on their way, is not blank", async (lab) => {
  lab.underPolicy("script-src 'none'");
  await lab.visit("");
  const text = await lab.page.evaluate(() => document.body.innerText);
  assert.match(text, /If this line stays/);
  assert.match(text, /这一行一直不消失/);
  lab.faults = [];
});

story("a page opened from disk says what it needs", async (lab) => {
  await lab.visitFile();
  assert.match(await told(lab), /opened from disk/);
  lab.faults = [];
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

story("a pressed switch differs from one that is not in forced colours", async (lab) => {
  await lab.open("lang=en&lesson=masks");
  const session = await lab.page.createCDPSession();
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  const looks = await lab.page.$$eval('button[name="language"]', (buttons) => buttons.map((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color].join(" ")));
  assert.equal(new Set(looks).size, 2, looks.join(" | "));
});
