// How much memory the page takes as lessons change: pages of 64 kB of its WebAssembly, every so many changes. By hand:
//   DIST=dist CHROME=… node tests/browser/memory.js [CHANGES [LESSON …]]
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { serve } from "../../scripts/static-server.mjs";
import { LESSONS } from "./page.js";

/** Run in the page before its own scripts: keeps hold of the memory of the page's WebAssembly. */
export function watchMemory() {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const own = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await own(...given);
      window.wasmMemory = (made.instance ?? made).exports.memory;
      return made;
    };
  }
}

async function measure(changes, lessons) {
  const { DIST, CHROME } = process.env;
  const server = await serve(DIST);
  const browser = await puppeteer.launch({ executablePath: CHROME, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(watchMemory);
  await page.goto(`http://127.0.0.1:${server.address().port}/#lang=en&lesson=${lessons[0]}`);
  const shown = (lesson) => page.waitForFunction((lesson) => document.querySelector("article")?.dataset.lesson === lesson && document.querySelector("article section"), {}, lesson);
  await shown(lessons[0]);
  const pages = () => page.evaluate(() => window.wasmMemory.buffer.byteLength / 65536);
  const levels = [await pages()];
  for (let change = 1; change <= changes; change++) {
    const lesson = lessons[change % lessons.length];
    await page.evaluate((lesson) => (location.hash = `lang=en&lesson=${lesson}`), lesson);
    await shown(lesson);
    if (change % Math.max(changes / 8, 1) === 0) levels.push(await pages());
  }
  console.log(`${changes} changes among ${lessons.length} lessons, pages of 64 kB: ${levels.join(", ")}`);
  await browser.close();
  server.close();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [changes = "400", ...named] = process.argv.slice(2);
  await measure(Number(changes), named.length ? named : LESSONS);
}
