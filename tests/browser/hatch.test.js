// A hidden key is told from a visible one by a hatch alone: it has to be seen in every engine.
import assert from "node:assert/strict";
import { story } from "./page.js";

// The share of pixels of an element's picture that are not paper. What stands in it is not drawn.
async function ink(lab, cell) {
  const element = await lab.element(cell);
  await element.evaluate((cell) => ((cell.style.color = "transparent"), cell.scrollIntoView({ block: "center" })));
  const picture = await element.screenshot({ encoding: "base64" });
  return lab.page.evaluate(async (picture) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const paper = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    let inked = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (paper.some((channel, i) => Math.abs(channel - data[at + i]) > 10)) inked += 1;
    }
    return inked / (data.length / 4);
  }, picture);
}

for (const kind of ["chrome", "firefox"]) {
  story(`a hidden key is hatched (${kind})`, async (lab) => {
    for (const theme of ["light", "dark"]) {
      for (const ratio of [1, 2]) {
        await lab.page.setViewport({ width: 1280, height: 900, deviceScaleFactor: ratio });
        await lab.visit("lang=en&lesson=masks&mask=causal");
        await lab.ready();
        await lab.page.evaluate((theme) => localStorage.setItem("attention-lab.theme", theme), theme);
        await lab.reload();
        await lab.page.evaluate(() => document.fonts.ready.then(() => {}));
        const found = await ink(lab, "weights 2 4");
        assert(found > 0.2 && found < 0.4, `${theme}, ratio ${ratio}: ${(100 * found).toFixed(1)} % of the cell is ink`);
        assert((await ink(lab, "scores 2 4")) > 0, "a visible cell can be pictured as well");
      }
    }
  }, kind);
}
