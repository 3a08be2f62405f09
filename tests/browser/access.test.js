// For everybody, on any screen: axe-core finds nothing, and no page is wider than a telephone.
import assert from "node:assert/strict";
import { LESSONS, story } from "./page.js";

// What is wrong, once each, with the places where it was seen.
class Findings {
  #places = new Map();
  add(place, lines) {
    for (const line of lines) this.#places.set(line, [...(this.#places.get(line) ?? []), place]);
  }
  async look(lab, place) {
    this.add(place, await lab.axe());
    this.add(place, await lab.overflow());
  }
  areNone() {
    assert.deepEqual(Object.fromEntries(this.#places), {});
  }
}

const QUICK = "entropy-curves.count=32&entropy-curves.S=8";

for (const lesson of LESSONS) {
  story(`${lesson}: axe-core finds no violation in either language, light and dark, wide and narrow, and 360 px suffice`, async (lab) => {
    const findings = new Findings();
    for (const width of [1280, 360]) {
      for (const language of ["en", "zh"]) {
        for (const theme of ["light", "dark"]) {
          await lab.open(`lang=${language}&lesson=${lesson}&${QUICK}`, { width, theme });
          await lab.unfold();
          await lab.until(() => [...document.querySelectorAll("progress")].every((bar) => bar.value === 1), "the curves");
          await findings.look(lab, `${width} px ${language} ${theme}`);
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
