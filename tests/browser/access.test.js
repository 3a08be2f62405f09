// For everybody, on any screen: axe-core finds nothing, and no page is wider than a telephone.
import assert from "node:assert/strict";
import { LESSONS, story } from "./page.js";

// What is wrong, once each, with the places where it was seen.
class Findings {
  #places = new Map();
  add(place, lines) {
    for (const line of new Set(lines)) this.#places.set(line, [...(this.#places.get(line) ?? []), place]);
  }
  async look(lab, place) {
    this.add(place, await lab.axe());
    this.add(place, await lab.overflow());
  }
  areNone() {
    assert.deepEqual(Object.fromEntries(this.#places), {});
  }
}

const QUICK =
  "entropy-curves.count=32&entropy-curves.S=8&agreement.count=32&agreement.S=4&dot-products.count=100&gradients.B=1&gradients.L=8";

for (const lesson of LESSONS) {
  story(`${lesson}: axe-core finds no violation in either language, light and dark, wide and narrow, and 360 px suffice`, async (lab) => {
    const findings = new Findings();
    await lab.open(`lang=en&lesson=${lesson}&${QUICK}`);
    await lab.unfold();
    await lab.until(() => [...document.querySelectorAll("progress")].every((bar) => bar.value === 1), "the curves");
    for (const width of [1280, 360]) {
      await lab.page.setViewport({ width, height: 900 });
      for (const language of ["en", "zh"]) {
        await lab.speak(language);
        for (const dark of [false, true]) {
          if ((await lab.isDark()) !== dark) await lab.press("dark theme");
          await lab.until(() => document.getAnimations().length === 0, "the colours of the theme");
          await findings.look(lab, `${width} px ${language} ${dark ? "dark" : "light"}`);
        }
      }
    }
    findings.areNone();
  });
}

story("axe-core finds no violation in what appears while one works", async (lab) => {
  const findings = new Findings();
  for (const [language, theme] of [["en", "light"], ["zh", "dark"]]) {
    for (const width of [1280, 360]) {
      await lab.open(`lang=${language}&lesson=masks&pad=1&scale=-1&step=7`, { width, theme });
      await lab.notices();
      await lab.type("Q 1 1", "abc");
      await lab.complaint("Q 1 1");
      await findings.look(lab, `an error, ${width} px ${language} ${theme}`);
      await lab.open(`lang=${language}&lesson=by-hand&exercise.answers=2,2,0.25,3&exercise.revealed=2`, { width, theme });
      await findings.look(lab, `answers, ${width} px ${language} ${theme}`);
    }
  }
  findings.areNone();
});
