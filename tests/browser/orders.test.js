// What figures ask of the worker, and the switches among their settings.
import assert from "node:assert/strict";
import { story } from "./page.js";

/** From now on, counts what the page sends to its workers. */
function count() {
  const send = Worker.prototype.postMessage;
  window.orders = 0;
  Worker.prototype.postMessage = function (...message) {
    window.orders += 1;
    return send.apply(this, message);
  };
}

for (const language of ["en", "zh"]) {
  story(`a keystroke asks for the figures that read the page's numbers, and for no other (${language})`, async (lab) => {
    await lab.page.evaluateOnNewDocument(count);
    await lab.open(`lang=${language}&lesson=cost`);
    // The calculator's two, the one of the retrieval and those of the indicators; its plot.
    const all = () => [...document.querySelectorAll(".computed")].every((figure) => figure.querySelector("table"));
    await lab.until(all, "every figure computed");
    await lab.until(() => [...document.querySelectorAll(".plots canvas")].every((canvas) => canvas.width > 0), "the plot");
    await lab.frames(2);
    const indicators = () => [...document.querySelectorAll(".computed")].at(-1).textContent;
    const before = await lab.page.evaluate(indicators);
    const first = await lab.page.evaluate(() => document.querySelector("input[data-cell]").dataset.cell);
    await lab.page.evaluate(() => (window.orders = 0));
    await lab.type(first, "7");
    await lab.until((before) => [...document.querySelectorAll(".computed")].at(-1).textContent !== before, "other indicators", before);
    await lab.frames(2);
    assert.equal(await lab.page.evaluate(() => window.orders), 1, "the indicators alone are asked for");
  });

  story(`a switch among the settings of a figure is a box to tick, undone like any other (${language})`, async (lab) => {
    await lab.open(`lang=${language}&lesson=properties`);
    const region = await lab.find("region", language === "en" ? "Tokens in another order" : "词元换个次序");
    const box = await region.waitForSelector(`aria/${lab.name("causal mask")}[role="checkbox"]`);
    const table = () => document.querySelector('input[name="permutation.causal"]').closest(".computed").querySelector("table").textContent;
    await lab.until(() => document.querySelector('input[name="permutation.causal"]').closest(".computed").querySelector("td"), "the tables");
    const before = await lab.page.evaluate(table);
    const isTicked = (ticked) => lab.until((box, ticked) => box.checked === ticked, `ticked: ${ticked}`, box, ticked);
    await isTicked(false);
    await box.focus();
    await lab.page.keyboard.press("Space");
    await isTicked(true);
    await lab.linkHas("permutation.causal=1");
    await lab.until((before) => document.querySelector('input[name="permutation.causal"]').closest(".computed").querySelector("table").textContent !== before, "outputs under the mask", before);
    await lab.press("undo");
    await isTicked(false);
    await lab.comes(table, before, "the outputs without a mask");
    await lab.open(`lang=${language}&lesson=properties&permutation.causal=1`);
    await lab.until(() => document.querySelector('input[name="permutation.causal"]')?.checked, "ticked by the link");
  });
}
