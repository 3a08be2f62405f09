// For everybody, on any screen: axe-core finds nothing, and no page is wider than a telephone.
import assert from "node:assert/strict";
import { LESSONS, story } from "./page.js";

// What is wrong, once each, with the places where it was seen.
class Findings {
  #places = new Map();
  add(place, lines) {
    for (const line of new Set(lines)) this.#places.set(line, [...(this.#places.get(line) ?? []), place]);
  }
  async look(lab, place, options) {
    this.add(place, await lab.axe(options));
    this.add(place, await lab.overflow());
  }
  areNone() {
    assert.deepEqual(Object.fromEntries(this.#places), {});
  }
}

const QUICK =
  "entropy-curves.count=32&entropy-curves.S=8&agreement.count=32&agreement.S=4&dot-products.count=100&gradients.B=1&gradients.L=8";

// The rules about colours: another theme changes nothing else.
const COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] };

// Every way to look at a lesson, each one press or one width from the last.
const LOOKS = [
  [1280, "en", "light"], [1280, "en", "dark"], [1280, "zh", "dark"], [1280, "zh", "light"],
  [360, "zh", "light"], [360, "zh", "dark"], [360, "en", "dark"], [360, "en", "light"],
];

for (const lesson of LESSONS) {
  story(`${lesson}: axe-core finds no violation in either language, light and dark, wide and narrow, and 360 px suffice`, async (lab) => {
    const findings = new Findings();
    await lab.open(`lang=en&lesson=${lesson}&${QUICK}`);
    await lab.unfold();
    await lab.until(() => [...document.querySelectorAll("progress")].every((bar) => bar.value === 1), "the curves");
    let now = "light";
    for (const [width, language, theme] of LOOKS) {
      await lab.page.setViewport({ width, height: 900 });
      if (lab.language !== language) await lab.speak(language);
      if (theme !== now) await lab.press("dark theme");
      now = theme;
      await lab.isPressed("dark theme", theme === "dark");
      await lab.until(() => document.getAnimations().length === 0, "the colours of the theme");
      await findings.look(lab, `${width} px ${language} ${theme}`, theme === "dark" ? COLOURS : {});
    }
    findings.areNone();
  });
}

story("axe-core finds no violation in what appears while one works", async (lab) => {
  const findings = new Findings();
  for (const [language, theme] of [["en", "light"], ["zh", "dark"]]) {
    const wideAndNarrow = async (what) => {
      for (const width of [1280, 360]) {
        await lab.page.setViewport({ width, height: 900 });
        await findings.look(lab, `${what}, ${width} px ${language} ${theme}`);
      }
    };
    await lab.open(`lang=${language}&lesson=masks&pad=1&scale=-1&step=7`, { theme });
    await lab.notices();
    await lab.type("Q 1 1", "abc");
    await lab.complaint("Q 1 1");
    await wideAndNarrow("an error");
    await lab.open(`lang=${language}&lesson=by-hand&exercise.answers=2,2,0.25,3&exercise.revealed=2`, { theme });
    await wideAndNarrow("answers");
    await lab.open(`lang=${language}&lesson=bench&${QUICK}`, { theme });
    await lab.set("Entropy against d_k", "own divisor", "0");
    await lab.until(() => [...document.querySelectorAll(".refused")].some((said) => said.textContent), "a refusal");
    await wideAndNarrow("a refused setting");
  }
  findings.areNone();
});
